"""The pages: thin, all they know is asked of the rooms."""

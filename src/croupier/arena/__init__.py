"""The arena: matches and tournaments of thousands of games, on threads and processes, none lost."""

"""Players: a text such as `uct(c=1.4, iterations=1000)` made into one who plays, and back."""

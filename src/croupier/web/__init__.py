"""The web app: play, and see what it thinks. A door: it shows and calls, rules and searches live in other rooms.

`serve` starts it. The files of this folder know nothing of pages and NiceGUI; `parts` and `pages` are what is seen.
"""

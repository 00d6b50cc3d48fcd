"""Every text that a picture may hold, in English; a translation of them is a function from one of these to a text.

Braces stand for what is put in; the order may change. Reasons for the end of a game of the user's are said as they are.
"""

from __future__ import annotations

SEATS = ("first seat", "second seat", "third seat", "fourth seat", "fifth seat", "sixth seat", "seat {number}")

STATUS = (
    "{seat} to move",
    "{seat} wins",
    "{seats} share the win",
    "{seat} and {other}",
    "chance is to act",
    "draw",
    "game over",
    "{outcome}: {reason}",
    "last: {actions}",
    "position: {text}",
)

REASONS = (
    "three in a row",
    "four in a row",
    "board full",
    "a line of four pieces that share an attribute",
    "a square of four pieces that share an attribute",
    "White has no pieces left",
    "Black has no pieces left",
    "White cannot move",
    "Black cannot move",
    "{count} plies without capture",
    "all rugs are laid",
    "one seat is left: the others could not pay",
)

TITLES = ("Tic-tac-toe", "Connect Four", "Quarto", "Draughts", "Marrakech")

NAMES = ("X", "O", "red (disc)", "blue (ring)", "White", "Black")

QUARTO = (
    "In hand",
    "Left to give",
    "to be given",
    "all {words}",
    "tall",
    "short",
    "dark",
    "light",
    "round",
    "square",
    "solid",
    "hollow",
)

MARRAKECH = (
    "Assam is to be turned",
    "a rug is to be laid",
    "the die is to be thrown",
    "the next rug is to be turned up",
    "the die shows {die}",
    "Assam stays; a rug is to be laid",
    "{count} dirhams",
    "{count} squares",
    "to move",
    "out",
)

COLOURS = ("red", "blue")

MEN = ("White man", "White king", "Black man", "Black king")

ASKS = (
    "mark a square",
    "drop a disc",
    "give a piece",
    "place the piece",
    "place the piece and give the next",
    "move a piece",
    "capture: it is compulsory",
    "go on capturing",
    "turn Assam",
    "lay a rug",
    "turn Assam and lay a rug",
    "the die is thrown",
    "a rug is turned up",
)
"""What `boards.asks` says."""

PHRASES = (*SEATS, *STATUS, *REASONS, *TITLES, *NAMES, *COLOURS, *QUARTO, *MARRAKECH, *MEN, *ASKS)

"""A board as a page shows it: its texts in the reader's language, its colours those of the page."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence

from croupier.positions import Position
from croupier.web.words import Words

_STYLE = re.compile(r"<style>.*?</style>|<title>.*?</title>|<desc>.*?</desc>", re.DOTALL)
_LABEL = re.compile(r'(<rect class="s-accent touch"[^>]*?aria-label=")([^"]*)(")')
SIDE = re.compile("quarto|marrakech")
"""Games whose pictures have something beside the board, which stands below it on a narrow screen."""


def picture(
    position: Position,
    words: Words,
    *,
    touch: Sequence[str] | None = None,
    values: Mapping[int, float] | None = None,
    names: Sequence[str] = (),
    status: str = "",
    upright: bool = False,
    turned: bool = False,
) -> str:
    """The SVG of a position for a page: its style sheet is the page's, which knows light and dark."""
    marked = touch is not None
    drawn = position.svg(
        legal=marked,
        values=values,
        touch=touch,
        names=names,
        status=status,
        upright=upright,
        turned=turned,
        say=words.drawn,
    )

    def labelled(found: re.Match[str]) -> str:
        place = place_name(position.game.name, html.unescape(found[2]), words)
        return found[1] + html.escape(place) + found[3]

    return _LABEL.sub(labelled, unstyled(drawn))


def unstyled(drawn: str) -> str:
    """A picture without its own style sheet and texts for readers: those of the page are used."""
    return _STYLE.sub("", drawn)


def pictures(
    position: Position,
    words: Words,
    *,
    touch: Sequence[str] | None = None,
    values: Mapping[int, float] | None = None,
    names: Sequence[str] = (),
    status: str = "",
    turned: bool = False,
) -> list[str]:
    """The picture for wide screens, and the one for narrow screens where it is another."""

    def drawn(upright: bool) -> str:
        return picture(
            position,
            words,
            touch=touch,
            values=values,
            names=names,
            status=status,
            turned=turned,
            upright=upright,
        )

    return [drawn(False), drawn(True)] if SIDE.fullmatch(position.game.name) else [drawn(False)]


def place_name(game: str, place: str, words: Words) -> str:
    """What a place of a board is called aloud."""
    if game == "quarto" and len(place) == 1:
        from croupier.boards.quarto import piece_words

        return words("places.piece", name=" ".join(map(words.drawn, piece_words(int(place, 16)).split())))
    if game == "connect-four":
        return words("places.column", name=place)
    if game == "marrakech" and len(place) == 1:
        return words.find(f"places.facing.{place}", place)
    return place

"""A position set up by hand: pieces chosen from a palette and put on a board, taken away or dragged."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from croupier.boards import setting
from croupier.errors import CroupierError
from croupier.positions import Position
from croupier.web.line import Line, line_of_text
from croupier.web.parts.field import Field
from croupier.web.parts.frame import Notice
from croupier.web.parts.html import Tag, box, button, text
from croupier.web.parts.picture import unstyled
from croupier.web.parts.places import Places
from croupier.web.parts.walk import Picks
from croupier.web.words import Words


class ByHand:
    """`take` is called with the line that begins with the position that was set up."""

    def __init__(self, words: Words, position: Position, take: Callable[[Line], Any]) -> None:
        self.words, self.variant, self.take = words, position.variant, take
        self.layout = setting.layout(position.variant.start)
        self.draft = setting.Draft({})
        self.brush = ""
        self.opener: Tag | None = None

    def build_opener(self) -> None:
        """The button that shows the board to set up, for games that can be."""
        if self.layout is not None:
            self.opener = button(self.words("analyse.by_hand"), lambda: self.open(True))

    def build(self) -> None:
        """The palette and the board."""
        words, layout = self.words, self.layout
        if layout is None:
            return
        self.brush = layout.pieces[0]
        with box("hand", "section", aria_label=words("analyse.by_hand")) as self.box:
            text(words("analyse.hand_help"), "muted")
            with box("", role="group", aria_label=words("analyse.hand_pieces")):
                self.palette = Picks("palette", self._choose)
            self.board = Places(words("analyse.hand_board"), self._touch)
            self.more: Field | None = None
            if layout.mores:
                label = words(f"analyse.more_{self.variant.game.name}")
                options = [(more, self._more_words(more)) for more in layout.mores]
                self.more = Field("select", label, layout.mores[0], options, self._choose_more)
            self.notice = Notice("notice wrong")
            with box("row"):
                button(words("analyse.use"), self._use, "button main-button")
                button(words("analyse.clear"), self._clear)
                button(words("analyse.close"), lambda: self.open(False), "quiet-button")
        self.box.show(False)

    def open(self, wanted: bool) -> None:
        """Show the board to set up, or hide it."""
        if self.layout is None or self.opener is None:
            return
        self.box.show(wanted)
        self.opener.show(not wanted)
        self._show()

    def begin_with(self, position: Position) -> None:
        """What the board begins with when it is opened."""
        if self.layout is not None and not self.box.visible:
            self.draft = self.layout.read(position.text())

    def _choose(self, name: str) -> None:
        assert self.layout is not None
        piece = name.partition(":")[2]
        if piece in ("", *self.layout.pieces):
            self.brush = piece
            self._show()

    def _choose_more(self, more: str) -> None:
        assert self.layout is not None
        placed = self.draft.placed
        if self.layout.once:
            placed = {place: piece for place, piece in placed.items() if piece != more}
        self.draft = setting.Draft(placed, more)
        self._show()

    def _touch(self, place: str, origin: str) -> None:
        assert self.layout is not None
        if origin:
            self.draft = setting.move(self.layout, self.draft, origin, place)
        else:
            self.draft = setting.put(self.layout, self.draft, place, self.brush)
        self._show()

    def _clear(self) -> None:
        assert self.layout is not None
        self.draft = setting.Draft({}, self.layout.mores[0] if self.layout.mores else "")
        self._show()

    def _use(self) -> None:
        assert self.layout is not None
        self.notice.say("")
        try:
            line = line_of_text(self.variant, self.layout.write(self.draft))
        except CroupierError as error:
            self.notice.refuse(self.words, error)
        else:
            self.open(False)
            self.take(line)

    def _show(self) -> None:
        layout = self.layout
        assert layout is not None
        self.board.show(unstyled(setting.picture(layout, self.draft, self.words.drawn)))
        self.palette.show("".join(self._brush(piece) for piece in (*layout.pieces, "")))
        if self.more is not None and self.draft.more in layout.mores:
            self.more.set(self.draft.more)

    def _brush(self, piece: str) -> str:
        """A button for one piece; the last takes away."""
        assert self.layout is not None
        layout, words = self.layout, self.words
        title = setting.name(layout, piece, words.drawn) if piece else words("analyse.eraser")
        drawn = unstyled(setting.piece_alone(layout, piece)) if piece else "<span>×</span>"
        gone = layout.once and piece and piece in (*self.draft.placed.values(), self.draft.more)
        return (
            f'<button type="button" class="brush{" gone" if gone else ""}" data-pick="brush:{escape(piece)}" '
            f'aria-pressed="{str(piece == self.brush).lower()}" title="{escape(title)}" aria-label="{escape(title)}">'
            f'<span aria-hidden="true">{drawn}</span></button>'
        )

    def _more_words(self, more: str) -> str:
        assert self.layout is not None
        if self.layout.once:
            if more not in self.layout.pieces:
                return self.words("analyse.nothing_in_hand")
            return f"{more}: {setting.name(self.layout, more, self.words.drawn)}"
        return self.words.drawn({"W": "White", "B": "Black"}.get(more, more))

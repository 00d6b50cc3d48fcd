"""The algorithms of an analysis side by side: what each was told, what it found, and how it came to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.errors import CroupierError
from croupier.players.spec import parse
from croupier.web.analyser import MOST, Analyser, Lane, algorithms
from croupier.web.caps import LONGEST_SPEC
from croupier.web.parts.charts import convergence
from croupier.web.parts.field import Field
from croupier.web.parts.figures import decimal, full_table, number, speed, values_of
from croupier.web.parts.frame import Notice
from croupier.web.parts.html import Markup, box, button, text
from croupier.web.words import Words

KINDS = ("value", "visits")


class Lanes:
    """Go on, stop, one algorithm more; a card for each. `points`: the game counts them. `changed` is called when the
    reader did something.
    """

    def __init__(self, words: Words, analyser: Analyser, points: bool, changed: Callable[[], Any]) -> None:
        self.words, self.analyser, self.points, self.changed = words, analyser, points, changed
        self.kind = KINDS[0]
        self.shown: Lane | None = analyser.lanes[0] if analyser.lanes else None
        with box("lane-bar"):
            self.start = button(words("analyse.go"), self._go, "button main-button")
            self.halt = button(words("analyse.stop"), self._stop, "button")
            kinds = [(kind, words(f"analyse.by_{kind}")) for kind in KINDS]
            Field("pills", words("analyse.chart"), self.kind, kinds, self._draw)
            options = [("", words("analyse.add")), *((name, name) for name in algorithms())]
            self.more = Field("select", words("analyse.add"), "", options, self._add, quiet=True)
        self.notice = Notice("notice wrong")
        text(words("thinking.about"), "about")
        self.grid = box("lanes")
        self.cards: list[LaneCard] = []
        with self.grid:
            for lane in analyser.lanes:
                self.cards.append(LaneCard(self, lane))
        self._arrange()

    def values(self) -> Mapping[int, float] | None:
        """What the board shows: the values of the algorithm that was chosen for it."""
        thought = self.shown.thought if self.shown else None
        return values_of(thought.answer) if thought and thought.answer else None

    def show(self) -> None:
        busy = self.analyser.busy
        self.start.show(not busy)
        self.halt.show(busy)
        for card in self.cards:
            card.show(self.kind)

    def say(self, error: CroupierError | None) -> None:
        if error is None:
            self.notice.say("")
        else:
            self.notice.refuse(self.words, error)

    def put_on_board(self, lane: Lane, wanted: bool) -> None:
        self.shown = lane if wanted else None
        for card in self.cards:
            card.on_board.set(card.lane is self.shown)
        self.changed()

    def remove(self, card: LaneCard) -> None:
        self.analyser.remove(card.lane)
        self.cards.remove(card)
        card.delete()
        if self.shown is card.lane:
            self.shown = None
        self._arrange()
        self.changed()

    def _add(self, name: str) -> None:
        if name:
            try:
                lane = self.analyser.add(name)
            except CroupierError as error:
                self.say(error)
            else:
                with self.grid:
                    self.cards.append(LaneCard(self, lane))
                self.say(None)
            self._arrange()
            self.changed()
        self.more.reset("")

    def _go(self) -> None:
        self.say(None)
        self.analyser.go()
        self.changed()

    def _stop(self) -> None:
        self.analyser.stop()
        self.changed()

    def _draw(self, kind: str) -> None:
        self.kind = kind
        self.changed()

    def _arrange(self) -> None:
        self.more.set_visibility(len(self.cards) < MOST)


class LaneCard:
    """One algorithm: its spec, which can be changed, its table and its chart."""

    def __init__(self, lanes: Lanes, lane: Lane) -> None:
        self.lanes, self.lane, words = lanes, lane, lanes.words
        self._seen: object = None
        with box("lane", "section", aria_label=lane.spec) as self.card:
            with box("lane-top"):
                label = words("setup.spec")
                self.spec = Field("text", label, lane.spec, changed=self._change, quiet=True, longest=LONGEST_SPEC)
                remove = button("×", lambda: lanes.remove(self), "remove")
                remove.attribute("aria-label", words("analyse.remove", spec=lane.spec))
                remove.attribute("title", words("analyse.remove", spec=lane.spec))
            self.about = text("", "lane-about")
            self.told = text("", "lane-told")
            self.table = Markup("", "lane-table")
            self.chart = Markup("", "lane-chart")
            shown = lanes.shown is lane
            self.on_board = Field(
                "check", words("analyse.on_board"), shown, changed=lambda on: lanes.put_on_board(lane, on)
            )

    def delete(self) -> None:
        self.card.delete()

    def show(self, kind: str) -> None:
        """What is known now, drawn again where it is something else."""
        lane, words, thought = self.lane, self.lanes.words, self.lane.thought
        self.about.say(words.find(f"algorithms.{parse(lane.spec).name}", ""))
        answer = thought.answer if thought else None
        seen = (answer, kind, lane.busy, lane.refused, thought.failed if thought else "")
        if seen == self._seen:
            return
        self._seen = seen
        self.told.say(told(lane, words))
        self.table.show(full_table(answer, words, self.lanes.points) if answer else "")
        self.chart.show(convergence(thought.curve, answer, kind, words) if thought and answer else "")

    def _change(self, spec: str) -> None:
        if spec.strip() == self.lane.spec:
            return
        try:
            self.lanes.analyser.change(self.lane, spec)
        except CroupierError as error:
            self.spec.reset(self.lane.spec)
            self.lanes.say(error)
            return
        self.card.attribute("aria-label", self.lane.spec)
        self.lanes.say(None)
        self.lanes.changed()


def told(lane: Lane, words: Words) -> str:
    """How far the search is, in a line."""
    thought = lane.thought
    if lane.refused is not None:
        return words(lane.refused.key, **lane.refused.values)
    if thought is None:
        return words("analyse.nothing") if not lane.busy else words("thinking.preparing")
    if thought.failed:
        return thought.failed
    if thought.answer is None:
        return words("thinking.preparing")
    full = words("analyse.full") if thought.answer.tree_full else ""
    nodes = words(
        "analyse.nodes", n=number(thought.answer.nodes, words), depth=decimal(thought.answer.depth, ".1f", words)
    )
    return " · ".join(part for part in (speed(thought.answer, words), nodes, full) if part)

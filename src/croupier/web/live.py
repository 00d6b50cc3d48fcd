"""A game going on between people and computers, without a page: who may do what, each message once, who is told."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.errors import InputError
from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.web.refusals import RefusedError
from croupier.web.seats import Chair

UNDO, DRAW, SWAP = "undo", "draw", "swap"

Listener = Callable[[], None]


def new_id() -> str:
    """The name of a game in its address: 72 bits."""
    return secrets.token_urlsafe(9)


@dataclass(frozen=True)
class Proposal:
    """What a person asks the others to agree to."""

    what: str
    by: frozenset[int]
    open: frozenset[int]


@dataclass
class LiveGame:
    """`branch` counts what was taken back, so that (branch, ply) never names two moments of a game."""

    position: Position
    chairs: list[Chair]
    id: str = field(default_factory=new_id)
    seed: int = field(default_factory=lambda: secrets.randbits(62))
    branch: int = 0
    created: float = field(default_factory=time.time)
    successor: str = ""
    proposal: Proposal | None = None
    listeners: list[Listener] = field(default_factory=list)

    # who is who

    @property
    def moment(self) -> tuple[int, int]:
        return self.branch, self.position.ply

    @property
    def acting(self) -> Chair | None:
        """The chair to act; None for chance and when the game is over."""
        over = self.position.outcome or self.position.seat == CHANCE
        return None if over else self.chairs[self.position.seat]

    @property
    def ready(self) -> bool:
        """Whether everybody who was invited has come."""
        return not any(chair.waiting for chair in self.chairs)

    def seats_of(self, visitor: str) -> frozenset[int]:
        """The seats a browser may act for."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.person and visitor in chair.holders)

    def sit(self, token: str, visitor: str) -> int:
        """A browser takes the seat that a token opens."""
        for seat, chair in enumerate(self.chairs):
            if chair.opened_by(token):
                chair.holders.add(visitor)
                self.tell()
                return seat
        raise RefusedError("bad_link")

    def can_undo(self, visitor: str) -> bool:
        """Whether a person has decided anything that could be taken back."""
        return self._decision_before(self.seats_of(visitor)) is not None

    # what one does; each is refused to who has no right to it

    def act(self, visitor: str, action: int, moment: tuple[int, int]) -> bool:
        """Play an action that was chosen at a moment of the game. False where the same was done already or too late."""
        branch, ply = moment
        if branch != self.branch or ply < self.position.ply:
            return False
        if ply > self.position.ply:
            raise RefusedError("not_yet")
        if self.position.outcome:
            raise RefusedError("over")
        if self.position.seat not in self.seats_of(visitor):
            raise RefusedError("not_your_turn" if self.seats_of(visitor) else "spectator")
        self._play(action)
        return True

    def answer(self, action: int | None, moment: tuple[int, int]) -> bool:
        """A computer's action, or what chance does where it is None."""
        if moment != self.moment or self.position.outcome:
            return False
        if action is None:
            self.position.roll(self.seed)
            self._changed()
        else:
            self._play(action)
        return True

    def undo(self, visitor: str) -> None:
        """Back to this person's last decision; where others play too, they are asked."""
        if not self.can_undo(visitor):
            raise RefusedError("nothing_to_undo")
        self._propose(UNDO, visitor)

    def draw(self, visitor: str) -> None:
        """Agree on a draw, where all are people."""
        if self.position.outcome or not all(chair.person for chair in self.chairs) or len(self.chairs) < 2:
            raise RefusedError("no_draw")
        self._propose(DRAW, visitor)

    def swap(self, visitor: str) -> None:
        """Everybody moves on to the next seat, while the game goes on."""
        if self.position.outcome:
            raise RefusedError("over")
        self._propose(SWAP, visitor)

    def agree(self, visitor: str) -> None:
        """A person agrees to what was proposed; when all have, it is done."""
        if self.proposal is None or not self.seats_of(visitor) & self.proposal.open:
            raise RefusedError("nothing_proposed")
        left = self.proposal.open - self.seats_of(visitor)
        self.proposal = Proposal(self.proposal.what, self.proposal.by, left)
        if left:
            self.tell()
        else:
            self._carry_out(self.proposal)

    def decline(self, visitor: str) -> None:
        """Withdraw what was proposed, or refuse it."""
        if self.proposal is None or not self.seats_of(visitor):
            raise RefusedError("nothing_proposed")
        self.proposal = None
        self.tell()

    def resign(self, visitor: str) -> None:
        """A person gives up: the one to act, else their first seat."""
        seats = self.seats_of(visitor)
        if not seats:
            raise RefusedError("spectator")
        if self.position.outcome:
            raise RefusedError("over")
        if len(self.chairs) < 2:
            raise RefusedError("no_resigning")
        self.position.resign(self.position.seat if self.position.seat in seats else min(seats))
        self._changed()

    def rematch(self, visitor: str) -> LiveGame:
        """The same people and computers again, everybody one seat on."""
        if not self.seats_of(visitor) and any(chair.person for chair in self.chairs):
            raise RefusedError("spectator")
        chairs = [Chair(chair.kind, chair.spec, chair.level, holders=set(chair.holders)) for chair in self.chairs]
        return LiveGame(Position(self.position.variant, self.position.start), [*chairs[1:], *chairs[:1]])

    # who is told

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after every change, until the function that comes back is called."""
        self.listeners.append(listener)

        def leave() -> None:
            if listener in self.listeners:
                self.listeners.remove(listener)

        return leave

    def tell(self) -> None:
        for listener in list(self.listeners):
            listener()

    # the rest

    def _play(self, action: int) -> None:
        try:
            self.position.play(action)
        except InputError:
            raise RefusedError("illegal") from None
        self._changed()

    def _changed(self) -> None:
        self.proposal = None
        self.tell()

    def _propose(self, what: str, visitor: str) -> None:
        own = self.seats_of(visitor)
        if not own:
            raise RefusedError("spectator")
        others = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.person and chair.holders) - own
        self.proposal = Proposal(what, own, others)
        if others:
            self.tell()
        else:
            self._carry_out(self.proposal)

    def _carry_out(self, proposal: Proposal) -> None:
        if proposal.what == DRAW:
            self.position.agree_draw()
        elif proposal.what == SWAP:
            self.chairs = [*self.chairs[1:], *self.chairs[:1]]
            self.branch += 1
        else:
            there = self._decision_before(proposal.by)
            if there is not None:
                self.position = there
                self.branch += 1
        self._changed()

    def _decision_before(self, seats: frozenset[int]) -> Position | None:
        """The position where one of these seats chose last; None where none has."""
        there = self.position.copy()
        while True:
            try:
                there.undo()
            except InputError:
                return None
            if there.outcome is None and there.seat in seats:
                return there

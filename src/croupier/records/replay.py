"""A game played again by the rules and the referee: whether its record is what they say."""

from __future__ import annotations

from typing import Any

from croupier.positions import referee
from croupier.positions.outcome import Outcome, Reason, by_referee, proven, seat_name
from croupier.records.record import GameRecord
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.search.proof import UNKNOWN, Prover

FROM_OUTSIDE = (Reason.PLY_CAP.value, Reason.AGREEMENT.value)
"""Endings that no rule gives, besides those that a seat brought upon itself: `the first seat ran out of time`."""


class ReplayError(ValueError):
    """What a record says and the rules do not."""


def replay(record: GameRecord, variant: Variant) -> bool:
    """Play a record again. True where the rules, or a proof, end the game as it says, False where it was ended from outside
    them, by a clock or a cap, which no replay can confirm; `ReplayError` says what is wrong with it.
    """
    seats = variant.seats
    if not len(record.seats) == len(record.returns) == len(record.scores) == seats:
        raise ReplayError(f"a game of {variant.name} has {seats} seats")
    states, played = _play(record, variant)
    outcome = referee.outcome(states, played, seats)
    by_rules = outcome is not None
    if outcome is None and record.termination == Reason.PROVEN.value:
        outcome = _proven(variant, states, played)
        by_rules = True
    outcome = outcome or _ended_from_outside(record, states[-1], seats)
    for name, said, found in (
        ("termination", record.termination, outcome.words),
        ("returns", record.returns, outcome.returns),
        ("scores", record.scores, outcome.scores),
    ):
        if said != found:
            raise ReplayError(f"the record says {name} {said!r}, the rules {found!r}")
    return by_rules


def _play(record: GameRecord, variant: Variant) -> tuple[list[Any], list[int]]:
    """The states and actions of a record, each action legal and by the seat whose turn it was."""
    state = variant.start
    states, out = [state], [0] * (variant.branching + 1)
    played: list[int] = []
    begun = len(record.opening)
    for ply, action in enumerate((*record.opening, *record.actions)):
        if action not in out[: state.legal(out)]:
            over = "the game is over there" if not state.legal(out) else "not legal there"
            raise ReplayError(f"action {action}, number {ply} of the game: {over}")
        if ply and referee.repeated(states, played) >= referee.TIMES:
            raise ReplayError(f"action {action}, number {ply} of the game: over by repetition there")
        if ply >= begun and record.actors[ply - begun] != state.seat():
            raise ReplayError(f"action {action}, number {ply} of the game: it was {_who(state.seat())} to act")
        state = state.play(action)
        states.append(state)
        played.append(action)
    return states, played


def _who(seat: int) -> str:
    return "for chance" if seat == CHANCE else f"for the {seat_name(seat)} seat"


def _proven(variant: Variant, states: list[Any], played: list[int]) -> Outcome:
    """The outcome that is certain, which is proven again."""
    value = Prover(variant).value(states[-1]) if variant.seats == 2 else UNKNOWN
    if value == UNKNOWN or (value and referee.stood_twice(states[0], played)):
        raise ReplayError("the record says that the outcome was proven, and it cannot be proven")
    return proven(states[-1], value)


def _ended_from_outside(record: GameRecord, state: Any, seats: int) -> Outcome:
    """The outcome of a game that goes on by the rules, ended as its record says: by a cap, a clock, a fault."""
    words = record.termination
    winners = tuple(seat for seat, payoff in enumerate(record.returns) if payoff == max(record.returns))
    blamed = [seat for seat in range(seats) if words.startswith(f"the {seat_name(seat)} seat ")]
    if blamed:
        winners = tuple(seat for seat in range(seats) if seat != blamed[0])
    elif words not in FROM_OUTSIDE:
        raise ReplayError(f"the game goes on after its last action, and {words!r} is no other ending")
    else:
        winners = tuple(range(seats))
    return by_referee(state, seats, winners, Reason.RULES, words)

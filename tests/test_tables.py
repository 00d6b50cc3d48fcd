"""Tables: the same games as those played one by one, whatever stands beside them."""

from __future__ import annotations

import itertools
import random
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from croupier import games
from croupier.arena.loop import Loop
from croupier.players.agents import agent_of
from croupier.players.named import plan_of
from croupier.positions import referee
from croupier.positions.outcome import Reason
from croupier.positions.position import Position
from croupier.rules.compiled import Entry
from croupier.rules.contract import CHANCE
from croupier.rules.streams import splitmix
from croupier.search.run import Search
from croupier.tables.game import Deal, Played
from croupier.tables.hand import Hand
from croupier.tables.round import Round
from croupier.tables.table import OVER, Table, make_table, seed_of, settle, throw

CASES = {
    "tic-tac-toe 3x3": ("flat(playouts_per_action=20)", "random"),
    "connect-four 4x5": ("uct(iterations=60)", "random"),
    "marrakech two": ("random", "random"),
    "draughts russian": ("random", "random"),
}
"""Few kernels: searches for two games, none where chance and captures are what is tested."""


def dealt(count: int) -> list[Deal]:
    return [Deal(0, game, (game % 2, 1 - game % 2)) for game in range(count)]


def at_table(case: str, deals: list[Deal], cap: int | None = None) -> list[Played]:
    variant = variant_of(case)
    found: list[Played] = []
    hands = [Hand(variant, plan_of(spec)) for spec in CASES[case]]
    Round(variant, hands, 7, cap).play(iter(deals), found.append)
    return sorted(found, key=lambda played: played.deal.game)


def variant_of(case: str) -> games.Variant:
    name, _, variant = case.partition(" ")
    return games.find(name).variant(variant)


def same(one: Played, other: Played) -> bool:
    """Equal in everything but time."""
    return one._replace(seconds=[]) == other._replace(seconds=[])


@pytest.mark.parametrize("case", CASES)
def test_a_table_plays_what_the_loop_plays(case: str) -> None:
    """Actions, actors, effort, outcome: bit for bit, chance and several actions in a row included."""
    deals = dealt(6)
    loop = Loop(variant_of(case), [agent_of(spec) for spec in CASES[case]], 7)
    found = at_table(case, deals)
    assert len(found) == len(deals)
    for played in found:
        alone = loop.game(played.deal)
        assert alone
        assert same(played, alone)


def test_a_table_searches_as_search_does() -> None:
    """Every action of the first player is what `Search` says for the seed of that game, seat and ply."""
    case = "connect-four 4x5"
    variant, plan = variant_of(case), plan_of(CASES[case][0])
    for played in at_table(case, dealt(4)):
        origin = splitmix_origin(played.deal)
        position = Position(variant)
        for ply, action in enumerate(played.actions):
            if played.deal.players[position.seat] == 0:
                seed = seed_of(origin, position.seat, ply)
                search = Search(variant, position.state, plan, seed)
                expected = search.legal[0] if len(search.legal) == 1 else search.go().best()
                assert action == expected
            position.play(action)
        assert position.outcome == played.outcome


def splitmix_origin(deal: Deal) -> int:
    from croupier.rules.streams import root_of

    return splitmix(root_of("game", 7, deal.pairing), deal.game)


def test_neighbours_make_no_difference() -> None:
    """A game alone, among few, among many, in any order: the same."""
    case = "tic-tac-toe 3x3"
    deals = dealt(40)
    together = at_table(case, deals)
    backwards = at_table(case, deals[::-1])
    alone = [at_table(case, [deal])[0] for deal in deals[:5]]
    assert all(map(same, together, backwards))
    assert all(map(same, together, alone))


def test_openings_are_not_part_of_what_was_played() -> None:
    deals = [Deal(0, game, (0, 1), (4, game % 4)) for game in range(8)]
    for played in at_table("tic-tac-toe 3x3", deals):
        whole = Position(variant_of("tic-tac-toe 3x3")).play_all([*played.deal.opening, *played.actions])
        assert whole.outcome == played.outcome
        assert len(played.actions) == len(played.seconds) == len(played.actors) == len(played.spent[0])


def test_the_ply_cap_is_an_ending_of_its_own() -> None:
    """Table and loop stop where a seat is to act after so many actions, and say so."""
    case = "marrakech two"
    loop = Loop(variant_of(case), [agent_of(spec) for spec in CASES[case]], 7, cap=10)
    for played in at_table(case, dealt(4), cap=10):
        assert played.outcome.reason is Reason.PLY_CAP
        assert played.outcome.returns == (0.0, 0.0)
        assert len(played.actions) >= 10
        alone = loop.game(played.deal)
        assert alone
        assert same(played, alone)


def test_stopping_drops_what_is_going_on_and_nothing_else() -> None:
    """A long search is cut within a second or so, and plays nothing."""
    variant = variant_of("connect-four 4x5")
    hands = [Hand(variant, plan_of("uct(iterations=2000000000, memory=1000000)")) for _ in range(2)]
    table = Round(variant, hands, 1)
    found: list[Played] = []
    thread = threading.Thread(target=lambda: table.play(iter(dealt(3)), found.append))
    thread.start()
    threading.Event().wait(0.2)
    table.stop()
    thread.join(5)
    assert not thread.is_alive()
    assert found == []


def in_interpreter(entry: Entry, *given: object) -> int:
    return int(entry.python(*given))


def test_one_source_in_the_interpreter_too() -> None:
    """The kernel as plain Python advances a table as the compiled one does."""
    variant, plan = variant_of("tic-tac-toe 3x3"), plan_of("flat(playouts_per_action=20)")
    tables = []
    for plain in (False, True):
        table = make_table(variant.start, 2, variant.longest, 3)
        for column in range(3):
            table.origins[column] = column
            settle(variant.start, table, column, np.zeros(2, np.int64), np.zeros(10, np.int64))
        hand = Hand(variant, plan)
        for _ in range(4):
            hand.call(in_interpreter if plain else lambda entry, *given: entry(*given), table, np.arange(3))
        tables.append(table)
    for one, other in zip(*tables, strict=True):
        assert np.array_equal(one, other)


def test_chance_has_streams_of_its_own() -> None:
    """What the dice show depends on the game and the ply, not on who plays: they are thrown again here."""
    case = "marrakech two"
    for played in at_table(case, dealt(3)):
        position, thrown = Position(variant_of(case)), 0
        for ply, (action, actor) in enumerate(zip(played.actions, played.actors, strict=True)):
            assert actor == position.seat
            if actor == CHANCE:
                state = position.state
                assert action == throw(state, splitmix_origin(played.deal), ply, [0, 0], [0] * (state.branching + 1))
                thrown += 1
            position.play(action)
        assert thrown > 20
        assert position.outcome == played.outcome


def test_columns_are_free_again() -> None:
    table = Round(variant_of("tic-tac-toe 3x3"), [Hand(variant_of("tic-tac-toe 3x3"), plan_of("random"))] * 2, 1)
    found: list[Played] = []
    table.play(iter(dealt(3000)), found.append)
    assert len({played.deal.game for played in found}) == 3000
    assert (table._table.turns == OVER).all()


@pytest.mark.parametrize("cost", [0.00001, 0.001, 0.01, 0.03])
def test_finished_games_come_at_least_every_half_second(cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an action costs, on a clock of the test's own: a table has as many games as end within the time, and takes
    new ones as others end.
    """
    now, ended, beside = 0.0, [0.0], []
    advance = Hand.advance

    def slowly(hand: Hand, table: Table, columns: np.ndarray) -> int:
        nonlocal now
        now += cost * columns.size
        beside.append(int((table.turns != OVER).sum()))
        return advance(hand, table, columns)

    monkeypatch.setattr(Hand, "advance", slowly)
    monkeypatch.setattr("croupier.tables.round.time", SimpleNamespace(perf_counter=lambda: now))
    variant = variant_of("tic-tac-toe 3x3")
    hands = [Hand(variant, plan_of("random"))] * 2
    Round(variant, hands, 1).play(iter(dealt(3000 if cost < 0.001 else 200)), lambda played: ended.append(now))
    assert max(np.diff(ended)) < 0.5
    assert (max(beside) > 100) == (cost == 0.00001)


def test_repetition_is_judged_as_the_referee_judges_it() -> None:
    """Counting as the game goes on says the same as looking back over all of it."""
    seen = 0
    for seed in range(100):
        rng = random.Random(seed)
        states, actions = [Position.from_text("draughts", "W:WK32,30:BK1,3").state], list[int]()
        watched = referee.Watched(states[0])
        out = [0] * (states[0].branching + 1)
        while n := states[-1].legal(out):
            actions.append(rng.choice(out[:n]))
            states.append(states[-1].play(actions[-1]))
            judged = referee.outcome(states, actions, 2)
            repeated = judged is not None and judged.reason is Reason.REPETITION
            assert (watched.repeats(actions) == len(actions)) == repeated
            if repeated:
                seen += 1
                break
    assert seen > 5


def test_no_two_choices_share_a_seed() -> None:
    seeds = {
        seed_of(splitmix(5, game), seat, ply)
        for game, seat, ply in itertools.product(range(20), range(-1, 4), range(50))
    }
    assert len(seeds) == 20 * 5 * 50

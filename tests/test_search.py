"""The tree search against exact values, against its own laws, and against the interpreter."""

from __future__ import annotations

import functools
import importlib.util
import math
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
import croupier.search.grow as tree_search
from croupier import games
from croupier.bandits.policies.ucb import UCB
from croupier.bandits.policy import register_policy, wide
from croupier.errors import InputError
from croupier.players.algorithms import ALGORITHMS, find
from croupier.players.named import plan_of
from croupier.players.spec import parse
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.files import load_game
from croupier.rules.game import Game, Variant
from croupier.rules.playouts import draw
from croupier.rules.streams import below, root_of, seed_stream
from croupier.search import memory
from croupier.search.choice import choose_action
from croupier.search.choose import AMAF, GRAVE, RAVE
from croupier.search.grow import grow
from croupier.search.one_tree import limits_of, room_for
from croupier.search.plan import Plan
from croupier.search.run import Budget, Search

HERE = Path(__file__).parent


def plan(spec: str) -> Plan:
    """The plan of a spec."""
    return find(parse(spec).name).plan(parse(spec))


def search(game: str, spec: str, seed: int = 0, state: Any = None) -> Search:
    """A finished search from the start of a house game, or from a state."""
    variant = games.find(game).variant()
    return Search(variant, variant.start if state is None else state, plan(spec), seed).go()


def grown(search: Search, interpreted: bool = False) -> tuple[Any, ...]:
    """The arrays of the first tree after the budget, grown by one kernel call or by its plain twin."""
    tree = search.trees[0]
    iterations = search.plan.budget.iterations
    assert iterations
    (grow.python if interpreted else grow)(*tree._arguments(iterations))
    used = int(tree.counters[memory.USED])
    arrays = [a[:used] if a.ndim == 1 else a[: int(tree.counters[memory.ROWS]) or 1] for a in tree.tree]
    return (*arrays, tree.counters, tree.work.point_sums)


def random_action(state: Any, seed: int) -> int:
    """Any legal action, or a chance outcome by its weight."""
    rng = [0, 0]
    seed_stream(rng, seed, 0)
    return draw(state, rng, [0] * (state.branching + 1))


def same(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@functools.cache
def value(state: Any) -> int:
    """Exact value of a tic-tac-toe position for the seat to move."""
    out = [0] * 10
    legal = out[: state.legal(out)]
    if not legal:
        return int(state.returns(state.seat()))
    return max(-value(state.play(action)) for action in legal)


def open_positions() -> list[Any]:
    """Every tic-tac-toe position that can be reached and is not over."""
    start = games.find("tic-tac-toe").variant().start
    found, waiting, out = {}, [start], [0] * 10
    while waiting:
        state = waiting.pop()
        n = state.legal(out)
        if n and state not in found:
            found[state] = None
            waiting += [state.play(action) for action in out[:n]]
    return list(found)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_uct_picks_no_losing_action_of_tic_tac_toe(seed: int) -> None:
    """From all 4520 open positions at 5000 iterations, UCT with the default c throws nothing away."""
    variant = games.find("tic-tac-toe").variant()
    positions = open_positions()
    assert len(positions) == 4520
    uct = plan("uct(iterations=5000)")
    losing = 0
    for state in positions:
        action = Search(variant, state, uct, seed).go().best()
        losing += value(state) > -1 and -value(state.play(action)) == -1
    assert losing == 0


def test_uct_values_converge_to_the_exact_ones() -> None:
    """The error of the root's value on tic-tac-toe shrinks as iterations grow, and ends small."""
    variant = games.find("tic-tac-toe").variant()
    positions = open_positions()[::40]
    errors = []
    for iterations in (300, 3000, 100_000):
        uct = plan(f"uct(iterations={iterations})")
        answers = [Search(variant, state, uct, 7).go().answer() for state in positions]
        exact = [0.5 + value(state) / 2 for state in positions]
        errors.append(np.mean([abs(a.value - v) for a, v in zip(answers, exact, strict=True)]))
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.02


TREES = [name for name in ALGORITHMS if name != "random"]
QUICK = [("tic-tac-toe", name) for name in TREES] + [
    (game, name) for game in games.names() for name in ("uct", "grave")
]
EVERY = [(game, name) for game in games.names() for name in TREES]


@pytest.mark.parametrize(
    ("game", "name"), [pytest.param(*case, marks=() if case in QUICK else pytest.mark.soak) for case in EVERY]
)
def test_interpreter_grows_the_same_tree(game: str, name: str) -> None:
    """200 iterations give the same arrays bit for bit, interpreted and compiled."""
    extra = ", allocation=once" if name == "flat" else ""
    check_both_speeds(game, f"{name}(iterations=200{extra})")


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("connect-four", "flat(iterations=50, playout=decisive(avoid=true))"),
        ("tic-tac-toe", "uct(iterations=100, playout=uniform(times=4), reward=outcome(draw=0), levels=3)"),
        ("marrakech", "uct(iterations=30, reward=score(clip=40))"),
    ],
)
def test_interpreter_and_parts(game: str, spec: str) -> None:
    """So do decisive playouts, several from a leaf, other rewards and a bounded tree."""
    check_both_speeds(game, spec)


def check_both_speeds(game: str, spec: str) -> None:
    variant = games.find(game).variant()
    fast = grown(Search(variant, variant.start, plan(spec), 5))
    slow = grown(Search(variant, variant.start, plan(spec), 5), interpreted=True)
    assert same(fast, slow)


@pytest.mark.parametrize("name", TREES)
def test_root_visits_sum_to_the_budget(name: str) -> None:
    """Every iteration is a visit of one action of the root, and one playout."""
    answer = search("tic-tac-toe", f"{name}(iterations=777)").answer()
    assert sum(entry.visits for entry in answer.actions) == answer.iterations == answer.playouts == 777


@pytest.mark.parametrize("twin", [RAVE(k=0.0, c=1.2), AMAF(alpha=0.0, c=1.2)])
def test_without_amaf_weight_it_is_uct(twin: Any) -> None:
    """RAVE with k = 0 and AMAF with alpha = 0 choose as UCT does, bit for bit."""
    variant = games.find("tic-tac-toe").variant()
    budget = Budget(iterations=3000)
    uct = grown(Search(variant, variant.start, Plan("twin", UCB(1.2), budget=budget)))
    amaf = grown(Search(variant, variant.start, Plan("twin", twin, budget=budget)))
    for field in ("first", "count", "action", "visits", "mean"):
        place = memory.Tree._fields.index(field)
        assert np.array_equal(uct[place], amaf[place])


def test_grave_with_reference_0_is_rave() -> None:
    """With c = 0 and the same bias both blend the same statistics, bit for bit."""
    budget = Budget(iterations=3000)
    for game in ("tic-tac-toe", "connect-four"):
        variant = games.find(game).variant()
        rave = grown(Search(variant, variant.start, Plan("twin", RAVE(bias=1e-3), budget=budget)))
        grave = grown(Search(variant, variant.start, Plan("twin", GRAVE(ref=0, bias=1e-3), budget=budget)))
        for field in ("first", "count", "action", "visits", "mean"):
            place = memory.Tree._fields.index(field)
            assert np.array_equal(rave[place], grave[place])


def test_an_infinite_bias_leaves_the_plain_mean() -> None:
    """As the bias grows, a visited child's value is its mean alone."""
    one = search("connect-four", "rave(iterations=2000)").trees[0]
    from croupier.bandits.policy import At

    first, count = int(one.tree.first[0]), int(one.tree.count[0])
    at = At(first, count, 2000, 0, 0)
    policy = RAVE(bias=1e300)
    level = policy.level(at)  # type: ignore[arg-type]
    for i in range(first, first + count):
        if one.tree.visits[i]:
            assert policy.index(level, one.tree, at, i) == pytest.approx(float(one.tree.mean[i]), abs=1e-12)


def test_the_value_of_a_draw_matters_only_where_draws_are() -> None:
    """In a game without draws, outcome(draw=0) and outcome() are the same search."""
    game = load_game(HERE.parent / "examples" / "domineering.py")
    variant = game.variant()
    answers = [
        Search(variant, variant.start, plan(f"uct(iterations=2000, reward=outcome(draw={d}))"), 3).trees[0]
        for d in ("0", "0.5")
    ]
    trees = []
    for tree in answers:
        seed_stream(tree._rng, 4, 0)
        tree.grow(2000)
        trees.append((tree.tree.visits.copy(), tree.tree.mean.copy()))
    assert same(*trees)


def test_same_seed_same_answer_and_another_seed_another() -> None:
    """An answer depends on the seed and the count budget alone; going on equals going at once."""
    once = search("connect-four", "uct(iterations=3000)", seed=9).answer()
    variant = games.find("connect-four").variant()
    parts = Search(variant, variant.start, plan("uct(iterations=3000)"), 9)
    for part in (1000, 500, 1500):
        parts.go(Budget(iterations=part))
    other = search("connect-four", "uct(iterations=3000)", seed=10).answer()
    assert once.actions == parts.answer().actions
    assert once.actions != other.actions


def test_trees_are_added_up_whoever_grows_them() -> None:
    """`trees=3` gives the same answer on 1, 2 and 7 workers, and the sum of its trees."""
    variant = games.find("connect-four").variant()
    spec = plan("uct(iterations=3001, trees=3)")
    answers = [Search(variant, variant.start, spec, 1, workers).go().answer() for workers in (1, 2, 7)]
    assert answers[0].actions == answers[1].actions == answers[2].actions
    assert answers[0].iterations == 3001


def test_mirrored_boards_agree_in_distribution() -> None:
    """Connect Four's root visits are symmetric over many seeds."""
    totals = np.zeros(7)
    for seed in range(60):
        totals += [entry.visits for entry in search("connect-four", "uct(iterations=1000)", seed).answer().actions]
    for left, right in ((0, 6), (1, 5), (2, 4)):
        share = totals[left] / (totals[left] + totals[right])
        assert abs(share - 0.5) < 0.06


class Turned(type(games.find("tic-tac-toe").variant().start)):  # type: ignore[misc]
    """Tic-tac-toe whose seats have each other's numbers."""

    def seat(self) -> int:
        return 1 - int(super().seat())

    def play(self, action: int) -> Turned:
        return Turned(*super().play(action))


@pytest.mark.parametrize("name", ["uct", "amaf", "rave", "grave", "puct"])
def test_relabelled_seats_grow_the_same_tree(name: str) -> None:
    """A seat's number is only a number: more than in distribution, visits and means are the same."""
    variant = games.find("tic-tac-toe").variant()
    trees = [
        grown(Search(variant, state, plan(f"{name}(iterations=300)"), 6), interpreted=True)[:5]
        for state in (variant.start, Turned())
    ]
    assert same(*trees)


def test_relabelled_seats_of_three_grow_the_same_tree(pig: Variant) -> None:
    """With chance and three seats too: everybody moved on by one seat."""
    visits = []
    for mover, points in ((0, 0x010305), (1, 0x030501), (2, 0x050103)):
        state = pig.start._replace(points=points, mover=mover, left=24)
        answer = Search(pig, state, plan("uct(iterations=400000, c=0.3, final=mean)"), 2).go(Budget(iterations=5000))
        visits.append([(entry.visits, entry.mean) for entry in answer.answer().actions])
    assert visits[0] == visits[1] == visits[2]


def test_a_full_tree_goes_on_and_says_so() -> None:
    """Under a memory cap the search ends its budget, within the cap."""
    answer = search("connect-four", "uct(iterations=30000, memory=65536)").answer()
    assert answer.tree_full
    assert answer.iterations == 30_000
    assert answer.memory <= 65_536
    assert max(answer.actions, key=lambda entry: entry.visits).action == 3


def test_budgets_whichever_comes_first() -> None:
    """Each budget bounds what it names."""
    assert search("tic-tac-toe", "uct(playouts=90, iterations=500)").answer().playouts == 90
    assert search("tic-tac-toe", "uct(iterations_per_action=20)").answer().iterations == 180
    assert search("tic-tac-toe", "flat(playouts_per_action=20)").answer().playouts == 180
    assert search("connect-four", "uct(nodes=500, iterations=100000)").answer().nodes <= 500
    timed = search("connect-four", "uct(seconds=0.05)").answer()
    assert 0.03 < timed.seconds < 1.0
    assert timed.iterations > 100
    many = search("tic-tac-toe", "uct(playouts=900, playout=uniform(times=4))").answer()
    assert many.playouts == 900
    assert many.iterations == 225


def test_flat_spends_its_playouts_as_told() -> None:
    """The four allocations: in turn, n an action, each once first, at random."""
    for allocation in ("round_robin", "per_action"):
        answer = search("tic-tac-toe", f"flat(playouts_per_action=20, allocation={allocation})").answer()
        assert [entry.visits for entry in answer.actions] == [20] * 9
    once = search("tic-tac-toe", "flat(iterations=9, allocation=once)").answer()
    assert [entry.visits for entry in once.actions] == [1] * 9
    assert len({e.visits for e in search("tic-tac-toe", "flat(iterations=90, allocation=random)").answer().actions}) > 1


def test_a_search_of_a_finished_game_has_no_action() -> None:
    """No exception, no NaN: there is nothing to play."""
    state = games.find("tic-tac-toe").variant().start
    for action in (0, 3, 1, 4, 2):
        state = state.play(action)
    answer = search("tic-tac-toe", "uct(iterations=100)", state=state).answer()
    assert answer.action is None
    assert answer.actions == []
    assert "over" in str(answer)


def test_decisive_playouts_take_and_stop_wins() -> None:
    """From a position one stone before the end the playout wins at once, and with `avoid` the other seat is stopped."""
    variant = games.find("connect-four").variant()
    state = variant.start
    for action in (0, 6, 0, 6, 0):
        state = state.play(action)
    answer = Search(variant, state, plan("flat(iterations=70, playout=decisive(avoid=true))")).go().answer()
    means = [entry.mean for entry in answer.actions]
    assert means[0] == max(means)
    assert all(mean == 0.0 for mean in means[1:])


@pytest.fixture(scope="module")
def pig() -> Variant:
    """The three-seat dice game of these tests."""
    specification = importlib.util.spec_from_file_location("pig_game", HERE / "games" / "pig.py")
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    sys.modules["pig_game"] = module
    specification.loader.exec_module(module)
    return Game(module.Pig).variant()


def exact_pig(state: Any, known: dict[Any, tuple[float, ...]]) -> tuple[float, ...]:
    """Exact rewards of the three seats when each plays for itself, by looking at everything."""
    if state not in known:
        out = [0] * 4
        legal = out[: state.legal(out)]
        if not legal:
            known[state] = tuple(0.5 + state.returns(seat) / 2 for seat in range(3))
        elif state.seat() == CHANCE:
            weights = [state.weight(action) for action in legal]
            parts = [exact_pig(state.play(action), known) for action in legal]
            known[state] = tuple(
                sum(w * part[seat] for w, part in zip(weights, parts, strict=True)) / sum(weights) for seat in range(3)
            )
        else:
            known[state] = max(
                (exact_pig(state.play(action), known) for action in legal), key=lambda r: r[state.seat()]
            )
    return known[state]


def test_chance_and_three_seats_against_exact_values(pig: Variant) -> None:
    """UCT's best mean is within 0.003 of the exact value at 400 000 iterations, in four positions."""
    known: dict[Any, tuple[float, ...]] = {}
    sys.setrecursionlimit(20_000)
    uct = plan("uct(iterations=400000, c=0.3, final=mean)")
    for points in (0x050505, 0x050405, 0x040505, 0x030504):
        state = pig.start._replace(points=points, left=24)
        exact = exact_pig(state, known)[0]
        answer = Search(pig, state, uct, 2).go().answer()
        assert answer.value == pytest.approx(exact, abs=0.003)


class Naive:
    """AMAF statistics of the root kept the slow way: every iteration's actions written down and counted again."""

    def __init__(self) -> None:
        self.iterations: list[tuple[list[tuple[int, int]], list[float]]] = []

    def note(self, played: list[tuple[int, int]], rewards: list[float]) -> None:
        self.iterations.append((played, rewards))

    def of(self, seat: int, trace: int) -> tuple[int, float]:
        """Iterations in which the seat played the trace, and the sum of its rewards in them."""
        seen = [rewards[seat] for played, rewards in self.iterations if (seat, trace) in played]
        return len(seen), sum(seen)


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "quarto"])
@pytest.mark.parametrize("kind", ["rave", "grave"])
def test_amaf_bookkeeping_against_a_naive_twin(game: str, kind: str) -> None:
    """Replaying every iteration and counting its actions by hand gives the AMAF statistics of the root's actions."""
    check_amaf(game, kind)


@pytest.mark.parametrize("kind", ["rave", "grave"])
def test_amaf_credited_to_the_opponent_would_be_seen(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report's planted bug: actions stamped as the other seat's. The naive twin does not agree."""
    right = tree_search.stamp
    monkeypatch.setattr(tree_search, "stamp", lambda choose, work, code, now: right(choose, work, (code + 9) % 18, now))
    with pytest.raises(AssertionError):
        check_amaf("tic-tac-toe", kind)


def check_amaf(game: str, kind: str) -> None:
    """What the search keeps of the root's actions is what the naive twin counts."""
    variant = games.find(game).variant()
    spied = Search(variant, variant.start, plan(f"{kind}(iterations=300)"), 4)
    one, naive = spied.trees[0], Naive()
    rng = [int(word) for word in one._rng]
    for _ in range(300):
        played: list[tuple[int, int]] = []
        one._rng[:] = rng
        _replay(one, played, naive)
        rng = [int(word) for word in one._rng]
    tree, start = one.tree, variant.start
    for i in one.root_children():
        visits, total = naive.of(start.seat(), start.trace(int(tree.action[i])))
        if kind == "rave":
            assert (float(tree.amaf_visits[i]), float(tree.amaf_sums[i])) == (visits, pytest.approx(total))
        else:
            code = start.seat() * start.traces + int(tree.mark[i])
            assert (float(tree.tables[0, 0, code]), float(tree.tables[0, 1, code])) == (visits, pytest.approx(total))


def _replay(one: Any, played: list[tuple[int, int]], naive: Naive) -> None:
    """One interpreted iteration whose playout is spied on: its actions, and those of the path, by seat and trace."""

    class Spy(tuple):  # type: ignore[type-arg]
        def draw(self, state: Any, work: Any, rng: Any) -> int:
            action = draw(state, rng, [0] * (state.branching + 1))
            if action >= 0 and state.seat() != CHANCE:
                played.append((state.seat(), state.trace(action)))
            return action

    arguments = list(one._arguments(1))
    arguments[2] = Spy()
    grow.python(*arguments)
    state, work, depth = arguments[0], one.work, int(one.counters[memory.DEPTH])
    depth -= getattr(one, "_depth_before", 0)
    one._depth_before = int(one.counters[memory.DEPTH])
    for level in range(1, depth + 1):
        action = int(one.tree.action[int(work.path[level])])
        if state.seat() != CHANCE:
            played.append((state.seat(), state.trace(action)))
        state = state.play(action)
    naive.note(played, [float(reward) for reward in work.rewards])


class Flipped(UCB):
    """UCT with a mean in the other seat's view."""

    def update(self, arms: Any, i: int, reward: float) -> None:
        UCB.update(self, arms, i, 1.0 - reward)  # type: ignore[attr-defined]


class Straight(type(games.find("tic-tac-toe").variant().start)):  # type: ignore[misc]
    """Tic-tac-toe in which diagonals do not count."""

    def over(self) -> bool:
        return any(self.theirs & line == line for line in (7, 56, 448, 73, 146, 292))

    def legal(self, out: Any) -> int:
        free = [cell for cell in range(9) if not (self.mine | self.theirs) >> cell & 1]
        out[: len(free)] = free
        return 0 if self.over() else len(free)

    def sample(self, rng: Any) -> int:
        out = [0] * 10
        n = self.legal(out)
        return out[below(rng, n)] if n else -1

    def play(self, action: int) -> Straight:
        return Straight(*super().play(action))

    def returns(self, seat: int) -> float:
        return (-1.0 if seat == self.seat() else 1.0) if self.over() else 0.0


def losing_picks(choose: Any, rules: Any = None) -> int:
    """In how many of forty sharp endings of tic-tac-toe an interpreted search throws something away."""
    variant, lost = games.find("tic-tac-toe").variant(), 0
    sharp = [
        state
        for state in open_positions()
        if (state.mine | state.theirs).bit_count() == 5
        and {-value(state.play(cell)) for cell in range(9) if not (state.mine | state.theirs) >> cell & 1} > {-1}
    ]
    for state in sharp[:: len(sharp) // 40]:
        one = Search(variant, rules(*state) if rules else state, Plan("planted", choose, budget=Budget(iterations=60)))
        grown(one, interpreted=True)
        lost += -value(state.play(one.best())) == -1
    return lost


def test_the_reports_bugs_would_be_seen() -> None:
    """A mean in the opponent's view, or rules that miss the diagonals, lose games that UCT does not."""
    assert losing_picks(UCB()) == 0
    assert losing_picks(Flipped()) > 10
    assert losing_picks(UCB(), Straight) > 0


def test_k_in_seconds_switches_rave_off() -> None:
    """Report C4's k = 3: after a hundred visits AMAF weighs a tenth, after a thousand a thirtieth."""
    from croupier.bandits.policy import At

    for visits, beta in ((100, 0.0995), (1000, 0.0316)):
        level = RAVE(k=3.0).level(At(0, 1, visits, 0, 0))  # type: ignore[attr-defined]
        assert level[1] == pytest.approx(beta, abs=1e-4)
    assert RAVE(k=1000.0).level(At(0, 1, 1000, 0, 0))[1] == pytest.approx(math.sqrt(1 / 4))  # type: ignore[attr-defined]


def test_streams_of_searches_are_named_by_spec_and_seed() -> None:
    """Two specs, or two seeds, never share random numbers."""
    assert len({root_of("search", spec, seed) for spec in ("uct", "rave") for seed in range(10)}) == 20


@compiled
def chosen(
    start: Any, choose: Any, playout: Any, reward: Any, limits: Any, tree: Any, work: Any, rng: Any, key: int, seed: int
) -> int:
    """What a kernel that plays many games does for one move."""
    return choose_action(start, choose, playout, reward, limits, tree, work, rng, key, seed)


CHOSEN = [
    ("tic-tac-toe", "uct(iterations=60, trees=3)"),
    ("tic-tac-toe", "uct(iterations=60, final=secure)"),
    ("tic-tac-toe", "uct(nodes=100)"),
    ("tic-tac-toe", "uct(iterations=7, playouts_per_action=1, playout=uniform(times=2))"),
    ("tic-tac-toe", "flat(playouts_per_action=3)"),
    ("tic-tac-toe", "random"),
    ("quarto", "grave(iterations=80, ref=5)"),
]


@pytest.mark.parametrize(("game", "spec"), CHOSEN)
def test_a_kernel_chooses_as_a_search_does(game: str, spec: str) -> None:
    """For one plan, state and seed, `choose_action`, compiled and interpreted, and `Search` play the same action and spend
    the same, in the same memory time after time.
    """
    variant, what = games.find(game).variant(), plan(spec)
    room = room_for(variant, what, 1)
    lent = memory.lend(variant.start, what.choose, variant.seats, variant.longest, room.held, room.rows, room.most)
    rng, limits = np.zeros(2, np.int64), limits_of(variant, what, room)
    seen = set()
    for seed in range(40):
        state = variant.start
        for ply in range(seed % 4):
            state = state.play(random_action(state, 100 * seed + ply))
        parts = (state, what.choose, what.playout, what.reward, limits, lent.tree, lent.work, rng, what.key, seed)
        search = Search(variant, state, what, seed).go()
        best, spent = search.best(), lent.work.counters
        assert chosen(*parts) == best
        if len(search.legal) > 1:
            answer = search.answer()
            assert (spent[memory.ITERATIONS], spent[memory.PLAYOUTS]) == (answer.iterations, answer.playouts)
            assert what.levels == 0 or spent[memory.MADE] == answer.nodes
        if seed < 5:
            assert chosen.python(*parts) == best
        seen.add(best)
    assert len(seen) > 3


def test_a_policy_made_from_another_keeps_its_members() -> None:
    """A subclass that changes nothing plays as what it is made from, and one that changes `index` keeps `level`."""

    class Same(UCB):
        pass

    class Halved(UCB):
        def index(self, level: float, arms: Any, at: Any, i: int) -> float:
            return wide(arms.mean[i]) + 0.5 * level * wide(arms.spread[i])

    variant, budget = games.find("tic-tac-toe").variant(), Budget(iterations=500)
    grown_by = [
        grown(Search(variant, variant.start, Plan("twin", choose, budget=budget)), interpreted=True)
        for choose in (UCB(1.0), register_policy(Same)(1.0), register_policy(Halved)(2.0), UCB(0.5))
    ]
    assert same(grown_by[0], grown_by[1])
    assert same(grown_by[0], grown_by[2])
    assert not same(grown_by[0], grown_by[3])


class Centred(type(games.find("tic-tac-toe").variant().start)):  # type: ignore[misc]
    """Tic-tac-toe with an opinion: the centre is as likely as all other cells together."""

    def prior(self, action: int) -> float:
        return 8.0 if action == 4 else 1.0

    def play(self, action: int) -> Centred:
        return Centred(*super().play(action))


def test_puct_takes_the_games_prior() -> None:
    """Probabilities among the children; what is likely is tried most."""
    variant = games.find("tic-tac-toe").variant()
    one = Search(variant, Centred(), plan("puct(iterations=200)"), 1)
    tree = one.trees[0].tree
    grown(one, interpreted=True)
    assert tree.priors[1:10].tolist() == [0.0625] * 4 + [0.5] + [0.0625] * 4
    assert int(tree.visits[5]) > 100
    without = Search(variant, variant.start, plan("puct(iterations=200)"), 1)
    grown(without, interpreted=True)
    assert without.trees[0].tree.priors[1:10].tolist() == [pytest.approx(1 / 9)] * 9
    assert int(without.trees[0].tree.visits[5]) < int(tree.visits[5])


def test_rewards_of_scores() -> None:
    """A lead is mapped from [-clip, clip] to [0, 1] and clipped there, or left as it is."""
    clipped = plan("uct(reward=score(clip=10))").reward
    assert [clipped.of_lead(lead) for lead in (-25.0, -10.0, 0.0, 5.0, 10.0, 11.0)] == [0.0, 0.0, 0.5, 0.75, 1.0, 1.0]
    raw = plan("uct(reward=score(raw=true))").reward
    assert raw.of_lead(-25.0) == -25.0
    outcome = plan("uct(reward=outcome(draw=0))").reward
    assert [outcome.of_outcome(payoff) for payoff in (-1.0, 0.0, 1.0)] == [0.0, 0.0, 1.0]


def test_the_recipe_of_contributing(tmp_path: Path) -> None:
    """The policy that CONTRIBUTING shows, in a file of one's own, is named in a spec and runs compiled."""
    text = (HERE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    code = text[text.index("   from typing import Any, NamedTuple\n\n\n   class Curious") :].partition("   ```")[0]
    (tmp_path / "curious.py").write_text(textwrap.dedent(code), encoding="utf-8")
    position = croupier.new("tic-tac-toe").play_all("b2 a1 b1")
    answer = croupier.analyse(position, f"{tmp_path / 'curious.py'}:Curious(c=0.3, iterations=5000)")
    assert (answer.actions[0].visits, answer.iterations) != (0, 0)
    assert answer.pv[0] == "b3"
    with pytest.raises(InputError, match="runs code of its own"):
        plan_of(f"{tmp_path / 'curious.py'}:Curious()")

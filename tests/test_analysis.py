"""Statistics of games against closed forms, scipy, choix, and simulations whose truth is known."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Sequence

import choix
import numpy as np
import pytest
from scipy import stats

from croupier.analysis import Games, Tally, match_result, standings
from croupier.analysis.comparisons import comparisons
from croupier.analysis.davidson import fit
from croupier.analysis.elo import SCALE, elo_interval, elo_of, expected_score, games_for, games_to_tell
from croupier.analysis.games import seatings
from croupier.analysis.intervals import mean_interval, score_interval, student_quantile, wilson
from croupier.analysis.points import by_unit, points
from croupier.analysis.ratings import rate
from croupier.records import Effort, GameRecord

WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


def game(
    pairing: int,
    number: int,
    seats: Sequence[str],
    returns: Sequence[float],
    scores: Sequence[float] = (),
    actors: Sequence[int] = (0, 1, 0),
) -> GameRecord:
    """A game with an outcome; its three actions cost 10 nodes and a second each."""
    n = len(actors)
    effort = Effort((1.0,) * n, (5,) * n, (6,) * n, (10,) * n)
    line = (pairing, number, *range(n - 2))
    return GameRecord(
        "g", "v", "r", pairing, number, tuple(seats), 0, (), line, tuple(actors), tuple(returns),
        tuple(scores or returns), "over", effort,
    )  # fmt: skip


def match(
    *pairs: tuple[Sequence[float], Sequence[float]], pairing: int = 0, names: Sequence[str] = "ab"
) -> list[GameRecord]:
    """Pairs of games of two players, each with the returns by seat."""
    one, other = names  # two letters, or two texts
    return [
        game(pairing, 2 * i + k, (other, one) if k else (one, other), returns)
        for i, pair in enumerate(pairs)
        for k, returns in enumerate(pair)
    ]


# intervals


@pytest.mark.parametrize(
    ("wins", "n"), [(0, 5), (2, 5), (3, 5), (5, 5), (34, 60), (9, 10), (250, 500), (0, 1), (10**6, 2 * 10**6)]
)
def test_wilson(wins: int, n: int) -> None:
    """As scipy has it; 3 of 5 is 23.1 to 88.2 %, and of no games all is possible."""
    theirs = stats.binomtest(wins, n).proportion_ci(method="wilson")
    assert wilson(wins, n) == pytest.approx([theirs.low, theirs.high], abs=1e-9)
    assert [round(100 * bound, 1) for bound in wilson(3, 5)] == [23.1, 88.2]
    assert wilson(0, 0) == [0.0, 1.0]


def test_student() -> None:
    """Quantiles as scipy's for every size, and the interval of a mean."""
    for freedom in (1, 2, 3, 4, 5, 10, 31, 100, 399, 400, 401, 5000):
        for probability in (0.6, 0.9, 0.975, 0.999):
            assert student_quantile(probability, freedom) == pytest.approx(stats.t.ppf(probability, freedom), rel=1e-4)
    values = [3.0, -1.0, 4.0, 1.5]
    theirs = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert mean_interval(values) == pytest.approx(list(theirs))
    assert mean_interval([2.0]) is None


def pentanomial(first: float, second: float, draws: float) -> np.ndarray:
    """Probabilities of the points of a pair, from the expected scores of its games and the share of draws."""
    one, other = (np.array([1 - s - draws / 2, draws, s - draws / 2]) for s in (first, second))
    return np.convolve(one, other)


@pytest.mark.parametrize(
    ("first", "second", "draws"),
    [(0.5, 0.5, 0.0), (0.75, 0.35, 0.1), (0.6, 0.6, 0.6), (0.95, 0.9, 0.05), (1.0, 0.0, 0.0)],
)
def test_score_intervals_cover(first: float, second: float, draws: float) -> None:
    """Intervals over pairs hold the truth in 93 to 99.9 % of 2000 matches: the seats' advantage, which makes the games of a
    pair differ, does not fool them.
    """
    rng, held = np.random.default_rng(5), 0
    for pairs in (20, 200):
        drawn = rng.choice(5, size=(1000, pairs), p=pentanomial(first, second, draws)) / 4
        for units in drawn:
            low, high = score_interval(units)
            held += low <= (first + second) / 2 <= high
    assert 0.93 <= held / 2000 <= (1.0 if first - second == 1 else 0.999)


def test_score_intervals_of_pairs() -> None:
    """All pairs won: Wilson's interval of as many tosses; splits prove more the more there are; none at all: anything."""
    assert score_interval([1.0] * 10) == pytest.approx(wilson(10, 10))
    assert score_interval([0.0]) == pytest.approx(wilson(0, 1))
    one, many = score_interval([0.5]), score_interval([0.5] * 100)
    assert one[1] - one[0] > 0.6
    assert many[1] - many[0] < 0.05
    assert score_interval([]) == [0.0, 1.0]


# Elo


def test_elo_and_score() -> None:
    """400 Elo are ten to one; there and back; finite at the ends and beyond all that could be seen."""
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))
    for elo in (-800.0, -3.0, 0.0, 200.0):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert elo_of(199.5 / 200, 200) < elo_of(1, 200) < 1300
    assert elo_of(0.0, 10) == pytest.approx(-elo_of(1.0, 10))
    low, high = elo_interval(wilson(10, 10), 10)
    assert 100 < low < elo_of(1, 10) < high < 2000
    edge = 1 - stats.beta.ppf(0.025, 0.5, 10.5)
    assert high == pytest.approx(elo_of(edge), abs=10)
    assert expected_score(1e9) == 1.0
    assert expected_score(-1e9) == pytest.approx(0.0)


def test_how_many_games() -> None:
    """The textbook number of games; simulated, that many show the difference as often as they should."""
    games = games_for(50, draws=0.2)
    score = expected_score(50)
    deviation = math.sqrt(score * (1 - score) - 0.05)
    assert games == pytest.approx(((1.959964 + 0.841621) * deviation / (score - 0.5)) ** 2, abs=2)
    assert games is not None
    rng = np.random.default_rng(2)
    results = rng.choice(3, size=(2000, games), p=[1 - score - 0.1, 0.2, score - 0.1]) / 2
    off = (results.mean(axis=1) - 0.5) / (results.std(axis=1) / math.sqrt(games))
    assert 0.77 < (off > 1.96).mean() < 0.83
    assert games_for(0) is None
    assert games_to_tell(0.5, 0.5) is None
    assert games_to_tell(0.5 + 1e-9, 0.5) is None


# games and pairs


def test_units_and_points() -> None:
    """Two games are a pair, seats swapped; a half one is known as such; points, outcomes, cost by player."""
    games = Games.of(match((WIN, WIN), (DRAW, LOSS), (WIN, LOSS))[:-1])
    assert games.unit.tolist() == [0, 0, 1, 1, 2]
    assert games.whole.tolist() == [True] * 4 + [False]
    assert points(games, 0).tolist() == [1, 0, 0.5, 1, 1]
    assert by_unit(games, points(games, 0)).tolist() == [0.5, 0.75]
    result = match_result(games)
    assert (result.games, result.wins, result.draws, result.losses, result.pairs) == (5, 3, 1, 1, 2)
    assert (result.score, result.pair_scores) == (0.625, [0, 0, 1, 1, 0])
    spent = result.effort[0]
    assert (spent.nodes_per_turn, spent.seconds_per_move) == (10.0, 1.0)
    assert (spent.turns_per_game, spent.nodes_per_game) == (pytest.approx(1.6), pytest.approx(16))
    assert any("1 game without the other of the pair" in note for note in result.notes)


def test_turns() -> None:
    """Actions of a seat in a row are one turn; chance ends a turn and has none."""
    record = game(0, 0, ("a", "b"), WIN, actors=(0, 0, 1, -1, 1, 1, 0, -1))
    spent = match_result(Games.of([record])).effort
    assert [one.turns_per_game for one in spent] == [2, 2]
    assert [one.nodes_per_game for one in spent] == [30, 30]


def test_repeated_games() -> None:
    """Games played before, action for action, are counted: one with the players swapped is another."""
    records = match((WIN, WIN), (WIN, WIN))
    again = [game(0, number, record.seats, record.returns) for number, record in enumerate(records)]
    object.__setattr__(again[2], "actions", again[0].actions)
    result = match_result(Games.of(again))
    assert result.repeated == 1
    assert any("1 game repeats another" in note for note in result.notes)


def test_three_seats() -> None:
    """Six seatings are a unit; who lost is ordered by game points, who won is not; points are against each other seat."""
    assert [seatings(2, 2), seatings(3, 3), seatings(2, 3), seatings(3, 4), seatings(4, 4), seatings(1, 2)] == [
        2,
        6,
        6,
        36,
        24,
        1,
    ]
    won, shared = (1.0, -0.5, -0.5), (0.25, 0.25, -0.5)
    games = Games.of([game(0, 0, "abc", won, (50, 10, 30)), game(0, 1, "acb", shared, (40, 35, 7))])
    assert [points(games, player).tolist() for player in range(3)] == [[1, 0.75], [0, 0], [0.5, 0.75]]
    two = Games.of([game(0, 0, "aab", (-0.5, 1.0, -0.5), (1, 9, 5))])
    assert points(two, 0).tolist() == [0.5]
    assert match_result(two).wins == 1


# ratings


def likelihood_cells(rng: np.random.Generator, players: int, games: int) -> list[GameRecord]:
    """Random results without draws of everybody against everybody."""
    records = []
    for pairing, (i, j) in enumerate(itertools.combinations(range(players), 2)):
        share = 0.2 + 0.6 * rng.random()
        pairs = [tuple(WIN if rng.random() < share else LOSS for _ in range(2)) for _ in range(games)]
        records += match(*pairs, pairing=pairing, names=("abcdefgh"[i], "abcdefgh"[j]))  # type: ignore[arg-type]
    return records


def test_bradley_terry_as_choix_has_it() -> None:
    """Without draws, seats and prior the strengths are choix's; the data have each player first equally often."""
    records = likelihood_cells(np.random.default_rng(4), 5, 40)
    mirrored = [game(r.pairing + 99, r.number, r.seats[::-1], r.returns[::-1]) for r in records]
    games = Games.of(records + mirrored)
    pairs = [
        (int(row[0]), int(row[1])) if returns[0] > 0 else (int(row[1]), int(row[0]))
        for row, returns in zip(games.seated, games.returns, strict=True)
    ]
    theirs = choix.opt_pairwise(len(games.players), pairs, tol=1e-9)
    ours = fit(comparisons(games), prior=0.0)
    assert ours.strengths[0] == pytest.approx(theirs, abs=1e-4)
    assert ours.seats[0] == pytest.approx([0, 0], abs=1e-6)


def test_the_fit_gives_everybody_their_points() -> None:
    """Davidson's property, with draws and seats: expected points are the points scored, and so are draws and seats'."""
    rng = np.random.default_rng(9)
    records = []
    for pairing, names in enumerate(("ab", "bc", "ac", "cd")):
        results = [tuple((WIN, DRAW, LOSS)[k] for k in rng.choice(3, 2, p=[0.5, 0.2, 0.3])) for _ in range(60)]
        records += match(*results, pairing=pairing, names=names)  # type: ignore[arg-type]
    compared = comparisons(Games.of(records))
    found = fit(compared, prior=0.0)
    counts, shares = compared.counts, found.shares(compared.cells)[0]
    expected = shares * counts.sum(axis=1, keepdims=True)
    assert expected[:, 1].sum() == pytest.approx(counts[:, 1].sum())
    for column, player in itertools.product((0, 1), range(4)):
        for table in (expected, counts):
            mine = compared.cells[:, column] == player, compared.cells[:, column + 2] == player
            total = (table[mine[0]] @ (1, 0.5, 0)).sum() + (table[mine[1]] @ (0, 0.5, 1)).sum()
            if table is expected:
                wanted = total
        assert total == pytest.approx(wanted)


def test_two_players_in_closed_form() -> None:
    """W wins, d draws, l losses on balanced seats: t = ln(w/l), v = d / sqrt(w l)."""
    records = match(*[(WIN, LOSS)] * 6, *[(LOSS, WIN)] * 2, *[(DRAW, DRAW)] * 3)
    found = fit(comparisons(Games.of(records)), prior=0.0)
    assert found.strengths[0][0] - found.strengths[0][1] == pytest.approx(math.log(12 / 4))
    assert found.draws[0] == pytest.approx(6 / math.sqrt(48))
    rated = rate(Games.of(records), prior=0.0, samples=0)
    assert rated.elo[0] - rated.elo[1] == pytest.approx(SCALE * math.log(3) * 2 / (2 + 6 / math.sqrt(48)))


def simulated(
    rng: np.random.Generator, elo: Sequence[float], first: float, draws: float, pairs: int
) -> list[GameRecord]:
    """Games of a round robin of players of known ratings, drawn from Davidson's model."""
    scale = SCALE * 2 / (2 + draws)
    records = []
    for pairing, (i, j) in enumerate(itertools.combinations(range(len(elo)), 2)):
        for number in range(2 * pairs):
            a, b = (j, i) if number % 2 else (i, j)
            d = (elo[a] - elo[b] + first) / scale
            chances = np.array([math.exp(d / 2), draws, math.exp(-d / 2)])
            returns = (WIN, DRAW, LOSS)[rng.choice(3, p=chances / chances.sum())]
            records.append(game(pairing, number, ("abcdefgh"[a], "abcdefgh"[b]), returns))
    return records


def test_rating_intervals_cover() -> None:
    """In 60 small tournaments with known ratings, some lopsided, the 95 % intervals hold 91 to 99 % of the truths."""
    rng, held = np.random.default_rng(7), []
    truth = np.array([-350.0, -50.0, 150.0, 250.0])
    for _ in range(60):
        rated = rate(Games.of(simulated(rng, truth.tolist(), 60, 0.4, 15), "abcd"), samples=200)
        held += [low <= elo <= high for elo, (low, high) in zip(truth, rated.intervals, strict=True)]  # type: ignore[misc]
        low, high = rated.first_seat_interval or [0, 0]
        held.append(low <= 60 <= high)
    assert 0.91 <= np.mean(held) <= 0.99, np.mean(held)


def test_superiority_is_calibrated() -> None:
    """Between equals it is uniform: below 5 % in about 5 % of matches, by both ways of working it out."""
    rng = np.random.default_rng(3)
    bootstrapped, normal = [], []
    for _ in range(150):
        games = Games.of(simulated(rng, (0.0, 0.0), 80, 0.3, 30), "ab")
        bootstrapped.append(rate(games, samples=100).superiority[0][1])
        normal.append(match_result(games).superiority)
    for found in (bootstrapped, normal):
        assert 0.02 < np.mean(np.array(found) < 0.1) < 0.18
        assert 0.4 < np.mean(found) < 0.6
    assert np.abs(np.array(bootstrapped) - normal).max() < 0.15


def test_the_same_seed_gives_the_same_intervals() -> None:
    games = Games.of(simulated(np.random.default_rng(1), (0.0, 100.0), 0, 0.2, 20))
    assert standings(games, seed=5) == standings(games, seed=5)
    assert standings(games, seed=5).players[0].elo_interval != standings(games, seed=6).players[0].elo_interval


def numbers_in(value: object) -> list[float]:
    """Every number of a JSON value."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers_in(part)]
    if isinstance(value, list | tuple):
        return [number for part in value for number in numbers_in(part)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


EXTREMES: dict[str, tuple[Callable[[], list[GameRecord]], str]] = {
    "no games": (list, "no games: nothing is known"),
    "one game": (lambda: match((WIN, WIN))[:1], "no whole pair"),
    "one pair": (lambda: match((WIN, WIN)), "one pair"),
    "all won": (lambda: match(*[(WIN, LOSS)] * 500), "every game was won"),
    "all lost": (lambda: match(*[(LOSS, WIN)] * 500), "every game was lost"),
    "all drawn": (lambda: match(*[(DRAW, DRAW)] * 500), ""),
    "first always wins": (lambda: match(*[(WIN, WIN)] * 500), ""),
}


@pytest.mark.parametrize("name", EXTREMES)
def test_extremes(name: str) -> None:
    """All wins, no games, one pair...: every number is finite, intervals hold their values, words say what is not known."""
    make, words = EXTREMES[name]
    games = Games.of(make(), "ab")
    result, table = match_result(games), standings(games, samples=100)
    for answer in (result, table):
        found = json.loads(json.dumps(answer.as_dict(), allow_nan=False))
        assert all(map(math.isfinite, numbers_in(found)))
        assert str(answer)
    assert result.interval[0] <= result.score <= result.interval[1]
    assert result.elo_interval[0] <= result.elo <= result.elo_interval[1]
    assert words in " ".join(result.notes)
    for one in table.players:
        assert abs(one.elo) < 3000
        if one.elo_interval:
            assert one.elo_interval[1] - one.elo_interval[0] > 1
    if name == "all won":
        assert result.elo_interval[0] > 500
        assert "a,b" in "".join(one.player for one in table.players).replace("ab", "a,b")
    if name == "first always wins":
        assert table.first_seat > 500
        assert abs(result.elo) < 1


def test_how_sure_the_order_is_and_what_would_make_it_surer() -> None:
    """Neighbours that are close are named with the games that it would take, or without where no number would do."""
    lines = standings(Games.of(match(*[(WIN, LOSS), (DRAW, DRAW), (WIN, WIN), (LOSS, WIN)] * 2, (WIN, DRAW)))).words()
    assert any(
        re.match("1 is above 2 with probability 0.[0-9]+; between the two alone about [0-9,]+ games", x) for x in lines
    )
    lines = standings(Games.of(match(*[(WIN, WIN)] * 10))).words()
    assert any(re.fullmatch("1 is above 2 with probability 0.[0-9]+", line) for line in lines)
    assert not any("is above" in line for line in standings(Games.of(match(*[(WIN, LOSS)] * 40))).words())
    words = match_result(Games.of(match((WIN, LOSS), (DRAW, WIN), (WIN, WIN)))).words()
    assert any(re.match("about [0-9,]+ games more would tell which one is stronger", line) for line in words)


def test_who_lost_everything_does_not_blur_the_others() -> None:
    """Zero is the mean of the others: their ratings and intervals are much the same with that player and without."""
    level = match(*[(WIN, LOSS), (DRAW, WIN), (WIN, WIN), (LOSS, DRAW)] * 10)
    lost = [one for n, name in enumerate("ab", 1) for one in match(*[(WIN, LOSS)] * 40, pairing=n, names=name + "c")]
    alone, beside = standings(Games.of(level)), standings(Games.of([*level, *lost]))
    assert [one.player for one in beside.players] == ["a", "b", "c"]
    for one in alone.players:
        assert beside[one.player].elo == pytest.approx(one.elo, abs=3)
        assert beside[one.player].elo_interval == pytest.approx(one.elo_interval, abs=20)
    assert beside["c"].elo < -500


def test_no_one_order() -> None:
    """A beats b, b beats c, c beats a: ratings are level, and the words say that no order fits."""
    records = [
        record
        for pairing, names in enumerate(("ab", "bc", "ca"))
        for record in match(*[(WIN, LOSS)] * 45, *[(LOSS, WIN)] * 15, pairing=pairing, names=names)
    ]
    table = standings(Games.of(records), samples=100)
    assert max(abs(one.elo) for one in table.players) < 1
    assert any("no one order fits all" in note for note in table.notes)


def test_groups_that_never_met() -> None:
    """Two groups are rated each by itself, and said to be; nobody of one is said to be better than one of the other."""
    records = match(*[(WIN, LOSS)] * 20, (LOSS, LOSS)) + match(*[(WIN, LOSS)] * 20, (LOSS, LOSS), pairing=1, names="cd")
    table = standings(Games.of(records), samples=100)
    assert {one.player: one.group for one in table.players} == {"a": 0, "b": 0, "c": 2, "d": 2}
    assert table["a"].elo == pytest.approx(table["c"].elo)
    assert any("never met" in note for note in table.notes)
    assert rate(Games.of(records), samples=50).superiority[0][2] == 0.5


def test_standings_of_three_and_four_seats() -> None:
    """Players of known order at one table are ranked in it, everybody's seats balanced."""
    rng = np.random.default_rng(8)
    strengths = {"a": 0.0, "b": 0.7, "c": 1.4, "d": 2.1}
    for seats in (3, 4):
        records = []
        for pairing, players in enumerate(itertools.combinations("abcd", seats)):
            ways = list(itertools.permutations(players))
            for number in range(6 * len(ways) if seats == 3 else 2 * len(ways)):
                seated = ways[number % len(ways)]
                points = [strengths[one] + rng.gumbel() + 0.3 * (seat == 0) for seat, one in enumerate(seated)]
                returns = [1.0 if one == max(points) else -1 / (seats - 1) for one in points]
                records.append(game(pairing, number, seated, returns, points, actors=tuple(range(seats))))
        table = standings(Games.of(records), samples=50)
        assert [one.player for one in table.players] == ["d", "c", "b", "a"]
        assert table.first_seat > 0
        assert Games.of(records).whole.all()


def test_results_print_and_are_data() -> None:
    """The texts have the players, the numbers have design.md's names."""
    records = simulated(np.random.default_rng(1), (0.0, 200.0, 100.0), 20, 0.2, 10)
    games = Games.of(records, "abc")
    table, result = standings(games, seconds=2.5), match_result(games, 1, 0, seconds=1.5)
    promised = {
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "interval",
        "elo",
        "elo_interval",
        "effort",
        "score_difference",
        "seconds",
    }
    assert promised <= set(result.as_dict())
    assert {"nodes_per_turn", "nodes_per_game", "seconds_per_move", "turns_per_game"} <= set(
        result.as_dict()["effort"][0]
    )
    assert result.wins + result.draws + result.losses == result.games == 20
    assert result.score == pytest.approx((result.wins + result.draws / 2) / 20)
    assert result.elo == pytest.approx(-400 * math.log10(1 / result.score - 1))
    assert result.score_difference == pytest.approx(2 * (2 * result.score - 1))
    assert next(one.player for one in table.players) == "b"
    assert table["b"].rank == 1
    hostile = match_result(Games.of(match((WIN, WIN), names=("<script>", "\x1b[2J"))))  # type: ignore[arg-type]
    for shown in (hostile._repr_html_(), str(hostile)):
        assert "\x1b" not in shown
    assert "<script>" not in hostile._repr_html_()
    assert "<td>b</td>" in table._repr_html_()
    assert "scores against each" in str(table)
    meeting = table.crosstable[0][1]
    assert meeting is not None
    assert table.crosstable[0][0] is None
    assert [seat.games for seat in table.seats] == [60, 60]
    assert table.seats[0].wins == table.seats[1].losses


def test_live_results() -> None:
    """A tally gives the same whenever it is asked, in any order of games."""
    records = simulated(np.random.default_rng(6), (0.0, 50.0), 20, 0.2, 10)
    tally = Tally("ab")
    for record in reversed(records):
        tally.add(record)
        assert len(tally.games()) == len(tally)
    assert match_result(tally.games()) == match_result(Games.of(records, "ab"))

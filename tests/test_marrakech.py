"""Marrakech: golden values, a second writing of the rules as referee, statistics of random games, texts."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from croupier.errors import InputError
from croupier.games import _marrakech_board as board
from croupier.games import find
from croupier.games._marrakech_variants import options
from croupier.games.marrakech import Marrakech, due
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.playouts import draw, run
from croupier.rules.registration import scratch
from croupier.rules.streams import mix, root_of, seed_stream, wrap
from naive_marrakech import Naive

GAME = find("marrakech")
PRESETS = ("two", "three", "four", "report")
FAMILY = (
    *PRESETS,
    "two(order=alternate)",
    "two(size=5)",
    "three(size=5)",
    "four(size=5, elimination=off)",
    "four(die=before)",
    "two(first=still, rugs=4)",
    "report(elimination=on, rugs=12)",
    "report(order=shuffled, first=die)",
)
FACINGS = "NESW"


def place(x, y, facing):
    return 32 * y + 4 * x + FACINGS.index(facing)


def position(text, variant="two"):
    return GAME.variant(variant).start.from_text(text)


def legal(state):
    out = [0] * (state.branching + 1)
    return out[: state.legal(out)]


def words(state):
    return {state.notation(action) for action in legal(state)}


def after(state, *notations):
    for notation in notations:
        state = state.play(state.parse(notation))
    return state


# Walks and the track

WALKS_7 = """(3,3)N4 (2,6)S; (0,0)S1 (0,0)E; (0,0)W3 (0,2)N; (6,6)N2 (5,6)W; (6,6)E4 (6,3)S; (1,0)S2 (2,1)N;
(6,1)E3 (4,0)W; (0,6)W1 (0,5)E; (5,6)N4 (4,3)S; (3,1)S4 (4,2)N; (0,1)S4 (2,0)E; (5,0)E4 (4,1)W"""
WALKS_5 = """(2,2)N4 (3,3)S; (2,2)E4 (3,3)W; (2,2)S4 (1,1)N; (2,2)W4 (1,1)E; (0,0)S2 (1,0)E; (4,4)N4 (1,4)W;
(4,0)E1 (4,1)W; (0,4)W4 (3,3)E"""


def golden_walks():
    for big, listing in ((1, WALKS_7), (0, WALKS_5)):
        for walk in listing.split(";"):
            yield big, *walk.split()


@pytest.mark.parametrize(("big", "start", "end"), list(golden_walks()))
def test_golden_walks(big, start, end):
    """The twenty walks that were worked out by hand on the drawn board."""
    begin = place(int(start[1]), int(start[3]), start[5])
    assert board.walked(begin, int(start[6]), big) == place(int(end[1]), int(end[3]), end[5])


@pytest.mark.parametrize(("size", "exits"), [(5, 20), (7, 28)])
def test_the_track_is_an_involution_under_reversal(size, exits):
    """Every exit, entered the other way round, leads back to where it came from; 28 and 20 exits."""
    off = 0
    for x, y, facing in np.ndindex(size, size, 4):
        dx, dy = board.AHEAD[facing]
        if 0 <= x + dx < size and 0 <= y + dy < size:
            continue
        off += 1
        there = board.walked(32 * y + 4 * x + facing, 1, size == 7)
        assert board.walked(there ^ 2, 1, size == 7) == 32 * y + 4 * x + facing ^ 2
    assert off == exits


@pytest.mark.parametrize("size", [5, 7])
def test_walks_agree_with_the_drawn_loops(size):
    """The closed form of the track gives every walk that the loops written out square by square give."""
    naive = Naive(2, size, 1)
    for x, y, facing in np.ndindex(size, size, 4):
        for steps in range(5):
            square, to = naive.walk(f"{'abcdefg'[x]}{y + 1}", FACINGS[facing], steps)
            end = place("abcdefg".index(square[0]), int(square[1]) - 1, to)
            assert board.walked(32 * y + 4 * x + facing, steps, size == 7) == end


# Counts of actions

FIRST_COUNTS = {7: (36, 36, 33, 21, 21), 5: (36, 33, 21, 18, 30)}


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("die", range(5))
def test_first_move_counts(size, die):
    """From the centre, facing north: turns and rugs together, by die, with the die before and after the turn."""
    first = "still" if die == 0 else "die"
    state = GAME.variant(f"report(size={size}, first={first})").start
    state = state if die == 0 else state.play(die)
    assert len(legal(state)) == FIRST_COUNTS[size][die]
    if die:
        start = GAME.variant(f"four(size={size})").start
        assert sum(len(legal(start.play(way).play(die))) for way in range(3)) == FIRST_COUNTS[size][die]


@pytest.mark.parametrize(
    ("squares", "rugs"), [("a1 g7 a7", 4), ("b1 a2", 6), ("d1 a4", 7), ("b2 f6", 10), ("b4 d2", 11), ("c3 d4 e5", 12)]
)
def test_placements_on_the_empty_board(squares, rugs):
    """Corner, next to it, edge, inner corner, inner edge, interior."""
    for square in squares.split():
        state = position(f"7/7/7/7/7/7/7 {square}N 30,30,30,30 R12,B12,O12,G12 0 lay", "four")
        assert len(legal(state)) == rugs


# Payments and overlaps

AREAS = "7/5r1/3rr2/2rr^b-b1/2r^o3/7/7"
PAYMENTS = {"c3": 5, "e5": 5, "f6": 1, "e4": 2, "d3": 1, "a1": 0}


def cell(square):
    return 8 * (int(square[1]) - 1) + "abcdefg".index(square[0])


@pytest.mark.parametrize(("square", "price"), PAYMENTS.items())
def test_golden_payments(square, price):
    """An area hangs together by sides; bare ground, one's own rugs and those of a seat that is out are free."""
    green = position(f"{AREAS} c2N 30,30,30,30 R8,B8,O8,G9 3 turn", "four")
    assert due(green, cell(square)) == price
    red_is_out = position(f"{AREAS} c2N out,40,40,40 r0,B8,O8,G9 3 turn", "four")
    red = position(f"{AREAS} c2N 30,30,30,30 R8,B8,O8,G8 0 turn", "four")
    free = square in ("c3", "e5", "f6")
    assert due(red_is_out, cell(square)) == due(red, cell(square)) == (0 if free else price)


def test_a_payment_goes_from_the_mover_to_the_owner():
    """Green walks onto the large red area and pays 5 to red."""
    state = after(position(f"{AREAS} c2N 30,30,30,30 R8,B8,O8,G9 3 turn", "four"), "N", "1")
    assert state.text() == f"{AREAS} c3N 35,30,30,25 R8,B8,O8,G9 3 lay"


def test_two_colours_of_one_seat_are_two_areas_and_both_are_free_to_it():
    """Red and orange side by side are paid for apart; their owner pays for neither."""
    rugs = "7/7/7/3r-r2/3o-o2/2b-b3/7"
    owner = position(f"{rugs} d1N 30,30 R11o11,B10g12 0 turn")
    other = position(f"{rugs} d1N 30,30 R11o11,B11g12 1 turn")
    assert [due(owner, cell(square)) for square in ("d4", "d3", "c2")] == [0, 0, 2]
    assert [due(other, cell(square)) for square in ("d4", "d3", "c2")] == [2, 2, 0]


def test_golden_overlaps():
    """A whole rug may not be covered exactly; the half that is left of one may, with any square."""
    whole = position("7/7/7/2r4/2r^4/7/7 c2N 30,30 R11o12,B12g12 1 lay")
    half = position("7/7/7/1b-b4/2r4/7/7 c2N 30,30 R11o12,B11g12 0 lay")
    assert "c3-c4" not in words(whole)
    assert "c3-c4" in words(half)
    assert len(words(whole)) == len(words(half)) - 1


def test_two_rugs_side_by_side_may_be_covered_half_and_half():
    """Same colour is not same rug: one square of each of two red rugs may be covered together."""
    state = position("7/7/2r4/2r^r3/2rr^3/2r^4/7 d2N 30,30 R9o12,B10g12 1 lay")
    assert "d3-d4" not in words(state)
    assert {"c2-c3", "c2-d3", "d3-e3"} & words(state) == {"d3-e3"}
    assert "c3-d3" in words(state)


# Purses, elimination, the end

POOR = "7/7/7/2r-r3/2r-r3/7/7 c2N {},{} R10o12,B11g12 1 turn"


def test_who_cannot_pay_is_out():
    """Four owed, three left: with two seats the other wins at once."""
    state = after(position(POOR.format(57, 3)), "N", "1")
    assert state.text() == "7/7/7/2r-r3/2r-r3/7/7 c3N 60,out R10o12,b0g0 1 over"
    assert legal(state) == []
    assert [state.returns(0), state.returns(1)] == [1.0, -1.0]
    assert [state.score(0), state.score(1)] == [64.0, 0.0]
    assert state.termination() == "one seat is left: the others could not pay"


def test_the_last_dirham_may_be_paid():
    """Four owed, four left: poor, but in the game."""
    state = after(position(POOR.format(56, 4)), "N", "1")
    assert state.text() == "7/7/7/2r-r3/2r-r3/7/7 c3N 60,0 R10o12,B11g12 1 lay"


def test_without_elimination_payments_are_capped():
    """Four owed, three left: three are paid and the turn goes on."""
    state = after(position(POOR.format(57, 3), "two(elimination=off)"), "N", "1")
    assert state.text() == "7/7/7/2r-r3/2r-r3/7/7 c3N 60,0 R10o12,B11g12 1 lay"


def test_a_seat_that_is_out_is_passed_over_and_its_rugs_are_free():
    """Three seats, blue out: orange follows red, and walks over blue without paying."""
    rugs = "7/7/2r4/2r^b-b2/7/7/7"
    state = position(f"{rugs} d3N 44,2,44 R12,B13,O13 1 turn", "three")
    state = state.from_text(f"{rugs} d2N 59,out,31 R12,b0,O13 2 turn")
    state = after(state, "N", "2")
    assert state.text().split()[1:] == ["d4N", "59,out,31", "R12,b0,O13", "2", "lay"]
    state = after(state, "d5-d6", "W", "1")
    assert state.text().split()[2:] == ["59,out,31", "R12,b0,O12", "0", "lay"]
    assert after(state, "b4-b5").text().split()[4] == "2"


OVER = "7/7/7/{}/7/7/7 d4N {} {} {} over"


@pytest.mark.parametrize(
    ("variant", "row", "purses", "returns"),
    [
        ("two", "r-rb-b3", "30,30", [0, 0]),
        ("two", "r-rb-bg-g1", "31,29", [1, -1]),
        ("two", "r-rb-b3", "29,31", [-1, 1]),
        ("three", "r-rb-bo-o1", "30,30,30", [0, 0, 0]),
        ("three", "r-rb-b3", "30,30,30", [0.25, 0.25, -0.5]),
        ("three", "r-r1o-o2", "31,30,29", [1, -0.5, -0.5]),
        ("four", "r-rb-bo-o1", "30,30,30,30", [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        ("four", "r-rb-b3", "30,30,30,30", [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ("four", "3b-b2", "out,39,41,40", [-1 / 3, -1 / 3, 1, -1 / 3]),
    ],
)
def test_returns(variant, row, purses, returns):
    """Dirhams plus squares, then dirhams; equal winners share, all others lose alike."""
    seats = len(returns)
    stacks = "r0o0,b0g0" if seats == 2 else ",".join(f"{letter}0" for letter in "rbog"[:seats])
    state = position(OVER.format(row, purses, stacks, seats - 1), variant)
    assert [state.returns(seat) for seat in range(seats)] == pytest.approx(returns, abs=1e-15)
    assert state.termination() == "all rugs are laid"


# The second writing of the rules


def naive_of(variant):
    o = options(variant)
    return Naive(o.seats, o.size, o.rugs, o.shuffled, o.elimination, o.before, o.still)


def compare(state, naive):
    seats = range(len(naive.money))
    assert words(state) == set(naive.legal())
    assert len(legal(state)) == len(naive.legal())
    assert (state.seat() == CHANCE) == (naive.actor() == "chance")
    if naive.phase != "colour":
        assert (state.stage >> board.MOVER) & 3 == naive.seat
    assert [state.purses >> 8 * seat & 255 for seat in seats] == naive.money
    assert [state.score(seat) for seat in seats] == naive.scores()


@pytest.mark.parametrize("variant", FAMILY)
def test_random_games_agree_with_the_naive_rules(variant):
    """Turn by turn the same legal actions, seat, purses and scores; the same winners."""
    start, rng, seats = GAME.variant(variant).start, [3, len(variant)], GAME.variant(variant).seats
    buffer = [0] * (start.branching + 1)
    for _ in range(25):
        state, naive = start, naive_of(variant)
        compare(state, naive)
        while naive.phase != "over":
            action = draw(state, rng, buffer)
            naive.do(state.notation(action))
            state = state.play(action)
            compare(state, naive)
        winners = naive.winners()
        share = (seats / len(winners) - 1) / (seats - 1)
        returns = [share if seat in winners else -1 / (seats - 1) for seat in range(seats)]
        assert [state.returns(seat) for seat in range(seats)] == pytest.approx(returns, abs=1e-15)
        assert ("left" in state.termination()) == (len(naive.out) == seats - 1)


# Statistics of random games

DIE = 0
DECISIONS, CHOICES, FEWEST, FOREIGN, GAMES_OUT, FIRST, DRAWS, LEAD, LEAD_SQUARED, PAID, LONGEST, SUMS = range(5, 17)


@compiled
def survey(start, seats, root, first, games, rng, out, sums, hashes):
    """Play random games: sums of what they show, a hash a game over positions, actions and results."""
    for number in range(first, first + games):
        seed_stream(rng, root, number)
        state = start
        h = 0
        length = 0
        n = state.legal(out)
        while n > 0 and length <= start.longest:
            who = state.seat()
            action = draw(state, rng, out)
            found = 0
            counts = 0
            for i in range(n):
                h = mix(wrap(h + int(out[i])))
                found += int(out[i]) == action
                counts += 1 << (20 * (int(out[i]) // 12))
            sums[FOREIGN] += found != 1
            if who >= 0:
                sums[DECISIONS] += 1
                sums[CHOICES] += n
                h = mix(wrap(h + state.trace(action)))
            else:
                h = mix(wrap(h + state.weight(action)))
            if state.stage & 7 == 4:
                sums[DIE + action] += 1
            if state.stage & 7 == 1 or state.stage & 7 == 2:
                for way in range(1 + 2 * (state.stage & 7 == 2)):
                    sums[FEWEST] = min(int(sums[FEWEST]), (counts >> (20 * way)) & 0xFFFFF)
            purses = state.purses
            state = state.play(action)
            length += 1
            for seat in range(seats):
                sums[PAID] += abs(((state.purses >> (8 * seat)) & 255) - ((purses >> (8 * seat)) & 255))
                h = mix(wrap(h + int(state.score(seat))))
            h = mix(wrap(h + state.scramble() + state.seat()))
            n = state.legal(out)
        for seat in range(seats):
            h = mix(wrap(h + int(state.returns(seat) * 3600)))
        lead = int(state.score(0) - state.score(1))
        sums[LEAD] += lead
        sums[LEAD_SQUARED] += lead * lead
        sums[GAMES_OUT] += (state.stage >> 8) & 15 > 0
        sums[FIRST] += state.returns(0) > 0
        sums[DRAWS] += state.returns(0) == 0
        sums[LONGEST] = max(int(sums[LONGEST]), length)
        hashes[number - first] = h


ROOT = root_of("tests", "marrakech")


def surveyed(variant, games, work=survey):
    found = GAME.variant(variant)
    sums, hashes = np.zeros(SUMS, np.int64), np.zeros(games, np.int64)
    sums[FEWEST] = 99
    rng, out = np.zeros(2, np.int64), scratch(found.start)
    if work is survey.python:
        rng, out, sums, hashes = ([int(x) for x in array] for array in (rng, out, sums, hashes))
    work(found.start, found.seats, ROOT, 0, games, rng, out, sums, hashes)
    return np.array(sums), np.array(hashes)


GAMES = 100_000


@pytest.fixture(scope="module")
def statistics():
    kept = {}

    def of(variant, games=GAMES):
        if variant not in kept:
            kept[variant] = surveyed(variant, games)[0]
        return kept[variant]

    return of


def near(share, games, expected, expected_games, rounding=0.0):
    """Within five standard errors of the difference of two measured shares, and the rounding of the written one."""
    error = math.sqrt(expected * (1 - expected) * (1 / games + 1 / expected_games))
    return abs(share - expected) < 5 * error + rounding


@pytest.mark.parametrize(
    ("variant", "expected", "expected_games", "rounding"),
    [("report", (0.5423, 0.0042, 0.4535), 400_000, 5e-5), ("two", (0.537, 0.003, 0.460), 300_000, 5e-4)],
)
def test_random_play_splits_as_measured(statistics, variant, expected, expected_games, rounding):
    """First seat's wins, draws, second seat's wins, against independent measurements."""
    sums = statistics(variant)
    first, drawn = sums[FIRST] / GAMES, sums[DRAWS] / GAMES
    for share, other in zip((first, drawn, 1 - first - drawn), expected, strict=True):
        assert near(share, GAMES, other, expected_games, rounding)


def test_the_report_game_has_the_measured_choices_and_lead(statistics):
    """20.03 legal actions, the first seat ahead by 2.29 (sd 21.8), 37.9 dirhams paid a game, 9 to 36 actions."""
    sums = statistics("report")
    assert abs(sums[CHOICES] / sums[DECISIONS] - 20.03) < 0.015
    lead = sums[LEAD] / GAMES
    deviation = math.sqrt(sums[LEAD_SQUARED] / GAMES - lead * lead)
    assert abs(deviation - 21.8) < 0.2
    assert abs(lead - 2.29) < 5 * deviation * math.sqrt(1 / GAMES + 1 / 400_000) + 0.005
    assert abs(sums[PAID] / 2 / GAMES - 37.9) < 0.35


@pytest.mark.parametrize(
    ("variant", "low", "high", "expected_games"),
    [
        ("two", 0.049, 0.049, 300_000),
        ("two(order=alternate)", 0.031, 0.033, 100_000),
        ("three", 0.070, 0.070, 100_000),
        ("four", 0.009, 0.009, 100_000),
        ("report(elimination=on)", 0.009, 0.009, 8_000),
    ],
)
def test_eliminations_are_as_frequent_as_measured(statistics, variant, low, high, expected_games):
    """The share of random games in which a purse fails."""
    share = statistics(variant)[GAMES_OUT] / GAMES
    assert near(min(max(share, low), high), GAMES, share, expected_games, 5e-4)


@pytest.mark.parametrize("variant", PRESETS)
def test_two_placements_always_exist(statistics, variant):
    """In more than a million turns no square that Assam came to had fewer than two places for a rug; some had two."""
    sums = statistics(variant)
    assert sums[DIE + 1 : DIE + 5].sum() > 1_000_000
    assert sums[FEWEST] == 2


@pytest.mark.parametrize("variant", PRESETS)
def test_every_action_drawn_is_legal(statistics, variant):
    """`sample` draws one of what `legal` lists, and `legal` lists it once."""
    assert statistics(variant)[FOREIGN] == 0


@pytest.mark.parametrize("variant", PRESETS)
def test_die_frequencies(statistics, variant):
    """1, 2, 3, 4 in the ratio 1 : 2 : 2 : 1 (chi-square, three degrees of freedom, one in 100 000)."""
    thrown = statistics(variant)[DIE + 1 : DIE + 5]
    expected = thrown.sum() * np.array([1, 2, 2, 1]) / 6
    assert ((thrown - expected) ** 2 / expected).sum() < 25.9


@pytest.mark.parametrize("variant", FAMILY)
def test_longest_is_reached_and_not_passed(variant):
    """Three actions a rug, or two, and the draws from the stacks."""
    assert surveyed(variant, 3000)[0][LONGEST] == GAME.variant(variant).longest


def test_facts_by_variant():
    """Exact facts of each preset."""
    known = {name: (v.seats, v.facts["actions"], v.branching, v.longest) for name, v in GAME.variants.items()}
    assert known == {
        "two": (2, 12, 12, 190),
        "three": (3, 12, 12, 135),
        "four": (4, 12, 12, 144),
        "report": (2, 36, 36, 63),
    }


def test_all_variants_share_one_class():
    """Variants differ in fields and in facts of the contract, so that they are compiled once."""
    assert {type(GAME.variant(name).start) for name in FAMILY} == {Marrakech}


@pytest.mark.parametrize("variant", FAMILY)
def test_interpreter_and_compiled_code_agree(variant):
    """One hash a game over legal actions, draws, traces, weights, positions, scores, returns; over 10 000 positions."""
    agree(variant, 10_000)


@pytest.mark.soak
@pytest.mark.parametrize("variant", PRESETS)
def test_interpreter_and_compiled_code_agree_for_long(variant):
    """The same over 100 000 positions."""
    agree(variant, 100_000)


def agree(variant, positions):
    games = positions // GAME.variant(variant).longest + positions // 1000
    plain, fast = surveyed(variant, games, survey.python), surveyed(variant, games)
    assert (plain[0] == fast[0]).all()
    assert (plain[1] == fast[1]).all()
    assert len(set(fast[1])) == games


def test_playouts_count_three_and_four_seats():
    """The house's random games pay each seat by the sharing rule: the sums are zero."""
    for name in ("three", "four"):
        played = run(GAME.variant(name), 2_000)
        assert len(played.returns) == GAME.variant(name).seats
        assert abs(sum(played.returns)) < 1e-6


# Drawing, traces


def chi_square(state, draws=6000):
    """Of how often `sample` draws each legal action, against `weight` for chance and against uniform for a seat."""
    actions, rng = legal(state), [5, 9]
    weights = np.array([state.weight(a) if state.seat() == CHANCE else 1 for a in actions], float)
    drawn = np.bincount([state.sample(rng) for _ in range(draws)], minlength=max(actions) + 1)[actions]
    expected = draws * weights / weights.sum()
    assert drawn.sum() == draws
    return ((drawn - expected) ** 2 / expected).sum(), len(actions) - 1


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("two", "7/7/7/7/7/7/7 d4N 30,30 r12o12,b12g12 0 colour"),
        ("two", "7/7/7/2r-r3/7/7/7 d4N 30,30 r2o12,B12g3 0 colour"),
        ("two", "7/7/7/7/7/7/7 d4N 30,30 R12o12,B12g12 0 turn"),
        ("two", "7/7/7/7/7/7/7 d4N 30,30 R12o12,B12g12 0 die"),
        ("two", "7/7/7/7/7/7/7 b1N 30,30 R12o12,B12g12 0 lay"),
        ("report", "5/5/5/5/5 c3N 30,30 R8o8,B8g8 0 move0"),
        ("report", "5/5/3r1/3r^1/5 c3N 30,30 r7O8,B8g8 1 move4"),
    ],
)
def test_sample_draws_by_legal_and_weight(variant, text):
    """Chi-square below its mean plus six of its standard deviations."""
    start = GAME.variant(variant).start
    distance, freedom = chi_square(start.from_text(text))
    assert distance < freedom + 6 * math.sqrt(2 * freedom)


def test_traces_tell_rugs_and_turns_apart():
    """A rug's trace is its squares, wherever Assam stands; a turn's is where Assam looks; the two never meet."""
    rugs, turns = {}, set()
    for variant, seed in (("four", 1), ("four", 2), ("three", 3), ("report", 4), ("report", 5)):
        state, rng = GAME.variant(variant).start, [seed, 2]
        while legal(state):
            for action in legal(state):
                if state.stage & 7 == board.TURN:
                    turns.add((state.notation(action), state.trace(action)))
                elif state.seat() != CHANCE:
                    rugs.setdefault(state.notation(action).split()[-1], set()).add(state.trace(action))
            state = state.play(state.sample(rng))
    assert all(len(traces) == 1 for traces in rugs.values())
    known = [trace for traces in rugs.values() for trace in traces]
    assert len(set(known)) == len(known) == 84
    assert len(turns) == 4
    assert not {trace for _, trace in turns} & set(known)
    assert max(trace for _, trace in turns) == Marrakech.traces - 1


# Texts


@pytest.mark.parametrize("variant", FAMILY)
def test_texts_come_back_exactly(variant):
    """Every position of random games, all fields, from its text; every legal action from its notation."""
    start, rng = GAME.variant(variant).start, [11, len(variant)]
    for _ in range(3):
        state = start
        while legal(state):
            assert start.from_text(state.text()) == state
            for action in legal(state):
                assert state.parse(state.notation(action)) == action
            state = state.play(state.sample(rng))
        assert start.from_text(state.text()) == state


def test_a_rug_may_be_named_in_either_order():
    """`parse` takes the squares of a rug in either order and any case, and says what is legal otherwise."""
    state = position("7/7/7/7/7/7/7 d4N 30,30 R12o12,B12g12 0 lay")
    assert state.parse("d5-d6") == state.parse("D6-d5")
    with pytest.raises(ValueError, match=r"'d4-d5' is not legal here: .*d5-d6"):
        state.parse("d4-d5")


GOOD = "7/7/7/2r-r3/3b3/3b^3/7 e3N 31,29 R11o12,B11g12 0 turn"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (GOOD, "7/7 d4N 30,30", "6 words"),
        ("7/7/7/2r", "7/7/2r", "7 rows, not 6"),
        ("2r-r3", "2r-r4", "row 4 has 8 squares, not 7"),
        ("2r-r3", "2r-r2", "row 4 has 6 squares, not 7"),
        ("2r-r3", "2x-r3", "'x' in row 4 is not a colour: r, b, o, g"),
        ("2r-r3", "2r-o3", "the rug on c4-d4 has two colours"),
        ("2r-r3", "2r-1r2", "the rug on c4-d4 has only one half"),
        ("2r-r3", "2r-r-r2", "shares a square with another whole rug"),
        ("2r-r3", "2r-r2r-", "the rug on g4-h4 has only one half"),
        ("e3N", "h3N", "'h3N' is not a square"),
        ("e3N", "e3X", "'e3X' is not a square"),
        ("31,29", "30", "2 purses, not 1"),
        ("31,29", "-1,61", "not '-1'"),
        ("31,29", "61,-1", "not '61'"),
        ("31,29", "31,30", "hold 61 dirhams together.*must be 60"),
        ("31,29", "60,out", "seat 1 is out and has 23 rugs to lay"),
        ("R11o12", "R13o12", "12 red rugs, not 13"),
        ("R11o12", "R11", "the stack of seat 0 is 'R11'"),
        ("R11o12", "R12o11", "1 red rugs can be seen, but 0 have been laid"),
        ("R11o12", "r11o12", "write it"),
        ("R11o12", "R10o12", "have laid 2, 1 rugs, not in turn"),
        (" 0 turn", " 2 turn", "the seat is 0 to 1, not '2'"),
        (" 0 turn", " 1 turn", "not in turn"),
        (" 0 turn", " 0 move2", "move is for rules where the die is thrown before"),
        (" 0 turn", " 0 move", "'move' is not what happens next"),
        (" 0 turn", " 0 throw", "'throw' is not what happens next"),
        (" 0 turn", " 0 over", "the game is not over"),
    ],
)
def test_texts_of_impossible_positions_are_refused(old, new, reason):
    """Each with its reason."""
    start = GAME.variant("two").start
    assert start.from_text(GOOD).text() == GOOD
    with pytest.raises(ValueError, match=reason):
        start.from_text(GOOD.replace(old, new))


def test_a_changed_field_is_found():
    """`validate` judges any value of the class, not only one that came from a text."""
    start = GAME.variant("three").start
    start.validate()
    for change in ({"covered": 1 << 7}, {"low": 1}, {"stock": start.stock | 1 << 12}, {"stage": 3 << board.MOVER}):
        with pytest.raises(ValueError, match=r"\w+"):
            start._replace(**change).validate()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("five", "write two, three, four, report"),
        ("two(order=random)", "order may be shuffled, alternate and is 'random'"),
        ("three(order=alternate)", "order is for two seats"),
        ("two(colour=red)", "there is no option 'colour': allowed are order"),
        ("two(rugs=13)", "at most 12"),
        ("report(size=6)", "size may be 5, 7"),
        ("report(size=5, size=7)", "twice"),
    ],
)
def test_unknown_variants_are_refused(text, reason):
    """With what is allowed."""
    with pytest.raises(InputError, match=reason):
        GAME.variant(text)


def test_random_texts_never_raise_anything_else():
    """A text with letters changed is either a position or a ValueError."""
    rng = random.Random(1)
    start, state, numbers = GAME.variant("two").start, GAME.variant("two").start, [1, 2]
    for _ in range(60):
        state = state.play(state.sample(numbers))
    good = state.text()
    for _ in range(3000):
        letters = list(good)
        for _ in range(rng.randint(1, 3)):
            letters[rng.randrange(len(letters))] = rng.choice("rbogRBOG^-/,0123456789 NESWacdturnlyeiov²٣")
        text = "".join(letters)
        try:
            assert start.from_text(text).text() == " ".join(text.split())
        except ValueError:
            continue

"""Searches that run: budgets, memory, reading, stopping and going on, from one thread and from others."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

import croupier
from croupier import games
from croupier.errors import InputError
from croupier.players.named import plan_of
from croupier.search import memory
from croupier.search.budget import MOST, Budget
from croupier.search.run import Search

FOREVER = "uct(iterations=2000000000, memory=30000000)"


def search(game: str, spec: str, seed: int = 0, workers: int = 1) -> Search:
    """A search from the start of a house game that has not begun."""
    variant = games.find(game).variant()
    return Search(variant, variant.start, plan_of(spec), seed, workers)


def running(spec: str = FOREVER) -> Search:
    """A search in a thread, compiled and under way."""
    started = search("connect-four", spec).start()
    deadline = time.monotonic() + 60
    while not started.answer().iterations and time.monotonic() < deadline:
        time.sleep(0.005)
    return started


def test_a_running_search_is_read_while_it_grows() -> None:
    """Answers asked of a running search have more and more iterations, and visits that belong to them."""
    started = running()
    try:
        seen = []
        for _ in range(5):
            answer = started.answer()
            assert started.running
            assert answer.action is not None
            assert (
                abs(sum(entry.visits for entry in answer.actions) - answer.iterations) < 0.5 * answer.iterations + 5000
            )
            assert started.thought().endswith(" iterations")
            seen.append((answer.iterations, answer.seconds))
            time.sleep(0.02)
    finally:
        started.stop()
        started.wait()
    assert seen == sorted(set(seen))
    answer = started.answer()
    assert sum(entry.visits for entry in answer.actions) == answer.iterations < MOST


def test_a_stop_from_another_thread_is_heard_at_once() -> None:
    """Within a tenth of a second, over and over, and the search can go on afterwards."""
    started = running()
    for _ in range(5):
        before = started.answer().iterations
        began = time.perf_counter()
        started.stop()
        started.wait(10)
        assert time.perf_counter() - began < 0.1
        assert not started.running
        started.start()
        time.sleep(0.02)
        assert started.answer().iterations > before
    started.stop()
    started.wait()


def test_a_stop_is_heard_between_two_playouts_of_one_iteration() -> None:
    """A hundred thousand playouts a leaf take long; those of the last iteration then do not count."""
    started = search("draughts", "uct(seconds=1000, playout=uniform(times=100000))").start()
    while not started.seconds:
        time.sleep(0.01)
    time.sleep(0.05)
    began = time.perf_counter()
    started.stop()
    started.wait(10)
    assert time.perf_counter() - began < 0.1
    answer = started.answer()
    assert answer.playouts == 100_000 * answer.iterations
    assert sum(entry.visits for entry in answer.actions) == answer.iterations


def test_one_search_runs_once_at_a_time() -> None:
    """Two threads in one tree would spoil it: the second is refused, and the first goes on."""
    started = running()
    with pytest.raises(InputError, match="is running"):
        started.go()
    with pytest.raises(InputError, match="is running"):
        started.start()
    assert started.running
    started.stop()
    started.wait()


def test_what_goes_wrong_in_its_thread_is_raised_by_wait() -> None:
    """A `watch` that fails ends the search; `wait` says why, once."""

    def fail(search: Search) -> None:
        raise ValueError("no")

    started = search("tic-tac-toe", "uct(iterations=100000)").start(watch=fail)
    with pytest.raises(ValueError, match="no"):
        started.wait()
    assert not started.wait().running
    assert started.go(Budget(iterations=10)).answer().iterations > 10


@pytest.mark.parametrize("spec", ["uct(iterations=500)", "rave(iterations=500)", "grave(iterations=500, ref=5)"])
def test_going_on_takes_more_memory_and_changes_nothing(spec: str) -> None:
    """A small search that goes on for long is the long search, in a tree that is not full."""
    long = replace(plan_of(spec), budget=Budget(iterations=8000))
    variant = games.find("connect-four").variant()
    once = Search(variant, variant.start, long, 3).go()
    parts = Search(variant, variant.start, plan_of(spec), 3).go()
    small = parts.trees[0].tree.visits.nbytes
    parts.go(Budget(iterations=7000)).go()
    assert parts.answer().actions == once.answer().actions
    assert parts.answer().nodes == once.answer().nodes
    assert not parts.answer().tree_full
    assert parts.trees[0].tree.visits.nbytes > small


def test_going_on_stays_under_the_cap() -> None:
    """The cap of the plan holds for what a search takes on the way."""
    parts = search("connect-four", "grave(iterations=500, memory=400000)").go().go(Budget(iterations=20_000))
    assert parts.answer().tree_full
    assert held(parts) <= 400_000


def held(search: Search) -> int:
    """Bytes of all arrays that a search holds."""
    return sum(array.nbytes for one in search.trees for array in (*one.tree, *one.work))


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("spec", ["uct", "rave", "grave", "global_amaf", "uct_tuned", "puct"])
def test_memory_is_taken_under_the_cap(game: str, spec: str) -> None:
    """Nodes, tables and scratch together take no more than was allowed, for any number of trees; too little is refused."""
    for trees, cap in ((1, 1 << 20), (7, 1 << 21), (1, 1 << 28)):
        text = f"{spec}(seconds=10, memory={cap}, trees={trees})"
        assert 0.4 * cap < held(search(game, text)) <= cap
    with pytest.raises(InputError, match=f"memory must be at least [0-9]+ for {game}"):
        search(game, f"{spec}(iterations=10, memory=65536, trees=1024)")


def test_a_budget_of_nodes_ends_where_the_tree_is_full() -> None:
    """It is a count: the same seed gives the same answer, and the end is no accident to be told."""
    answers = [search("connect-four", "uct(nodes=50000, seconds=100)", 5).go().answer() for _ in range(2)]
    assert answers[0].actions == answers[1].actions
    assert answers[0].iterations == answers[1].iterations
    assert 49_990 < answers[0].nodes <= 50_000
    assert not answers[0].tree_full


@pytest.mark.parametrize(
    ("spec", "spent"),
    [
        ("iterations=300, playouts=500, seconds=100, nodes=100000", {"iterations": 300}),
        ("iterations=3000, playouts=500, seconds=100, nodes=100000", {"iterations": 500}),
        ("iterations=3000, iterations_per_action=30, playouts_per_action=50", {"iterations": 210}),
        ("iterations=3000, iterations_per_action=90, playouts_per_action=50", {"iterations": 350}),
        ("playouts_per_action=9, playout=uniform(times=4)", {"iterations": 15, "playouts": 60}),
        ("playouts=11, playout=uniform(times=4)", {"iterations": 2, "playouts": 8}),
        ("iterations=100, memory=100000, trees=3", {"iterations": 100}),
    ],
)
def test_budgets_together(spec: str, spent: dict[str, int]) -> None:
    """Whichever comes first ends the search."""
    answer = search("connect-four", f"uct({spec})").go().answer()
    assert {name: getattr(answer, name) for name in spent} == spent


def test_seconds_end_a_search_of_any_iterations() -> None:
    """Time is kept from a millisecond on, whatever an iteration costs, and shared by trees."""
    for spec in ("uct(seconds=0.001)", "uct(seconds=0.05, trees=2)", "uct(seconds=0.05, playout=uniform(times=2000))"):
        one = search("draughts", "uct(iterations=1)").go() and search("draughts", spec)
        seconds = plan_of(spec).budget.seconds or 0.0
        one.go()
        assert 0.0 < one.seconds < seconds + 0.5
        assert one.answer().iterations > 0


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("uct(iterations=0)", "iterations must be a whole number from 1 to 2000000000, not 0"),
        ("uct(iterations=-5)", "iterations must be a whole number from 1"),
        ("uct(iterations=1.5)", "iterations must be a whole number from 1 to 2000000000, not 1.5"),
        ("uct(iterations=true)", "iterations must be a whole number"),
        ("uct(iterations=3000000000)", "iterations must be a whole number from 1 to 2000000000, not 3000000000"),
        ("uct(playouts=0)", "playouts must be a whole number from 1"),
        ("uct(nodes=1)", "nodes must be a whole number from 2"),
        ("uct(seconds=0)", "seconds must be a number from 0.0001"),
        ("uct(seconds=inf)", "seconds must be a number from 0.0001 to 10000000, not inf"),
        ("uct(seconds=nan)", "seconds must be a number"),
        ('uct(seconds="10")', "seconds must be a number"),
        ("uct(memory=10)", "memory must be a whole number from 65536"),
        ("uct(memory=1e9)", "memory must be a whole number"),
        ("uct(playouts_per_action=0)", "playouts_per_action must be a whole number from 1"),
        ("uct(playouts=3, playout=uniform(times=4))", "playouts must be at least the times=4 of one iteration, not 3"),
        ("uct(trees=0)", "uct: trees takes a whole number from 1 to 1024, not 0"),
    ],
)
def test_absurd_budgets_are_refused(spec: str, words: str) -> None:
    """In one line that says what is allowed, before anything is compiled or taken."""
    with pytest.raises(InputError) as raised:
        plan_of(spec)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_memory_alone_is_no_budget() -> None:
    """It bounds the tree and ends nothing, so the usual iterations are spent."""
    assert search("tic-tac-toe", "uct(memory=100000)").go().answer().iterations == 1000


def test_workers_only_say_who_computes() -> None:
    """trees=4 on 1, 2, 3 and 9 workers: the same trees, merged in their order."""
    answers = [search("connect-four", "rave(iterations=4003, trees=4)", 2, workers).go() for workers in (1, 2, 3, 9)]
    parts = [[one.tree.visits[1:8].tolist() for one in each.trees] for each in answers]
    assert all(part == parts[0] for part in parts)
    assert len({str(visits) for visits in parts[0]}) == 4
    texts = {str(replace(each.answer(), seconds=0.0, compile_seconds=0.0)) for each in answers}
    assert len(texts) == 1
    assert answers[0].answer().iterations == 4003


def test_searches_in_many_threads_do_not_disturb_each_other() -> None:
    """Memory is lent and given back between threads; every search has the answer it has alone."""
    alone = [search("connect-four", "uct(iterations=2000)", seed).go().answer().actions for seed in range(8)]
    found: dict[int, object] = {}

    def work(seed: int) -> None:
        for _ in range(5):
            found[seed] = search("connect-four", "uct(iterations=2000)", seed).go().answer().actions

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(8)] == alone
    assert sum(lent.size for lent in memory._shelf) <= memory._KEPT


def test_ctrl_c_ends_a_search_with_what_it_found() -> None:
    """The answer so far, which says that it was interrupted; the search can go on."""

    def press(search: Search) -> None:
        if search.answer().iterations > 500:
            raise KeyboardInterrupt

    for spec, workers in ((FOREVER, 1), ("uct(seconds=1000, trees=2)", 2)):
        one = search("connect-four", spec, workers=workers).go(watch=press)
        answer = one.answer()
        assert answer.interrupted
        assert "interrupted" in str(answer)
        assert answer.action is not None
        again = one.go(Budget(iterations=1000)).answer()
        assert not again.interrupted
        assert again.iterations == answer.iterations + 1000


def test_a_game_that_the_referee_ended_has_no_action() -> None:
    """A resigned game is over for a search too, though its rules would go on."""
    position = croupier.new("connect-four")
    position.resign()
    answer = croupier.analyse(position, "uct(iterations=100)")
    assert (answer.action, answer.actions, answer.iterations) == (None, [], 0)

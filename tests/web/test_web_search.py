"""Searches of the web app: admitted, bounded, stopped, played by computers, without a page."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace

import pytest

from croupier.errors import InputError
from croupier.players.levels import levels
from croupier.positions import Position
from croupier.rules.game import Variant
from croupier.web import seats
from croupier.web.admission import Admission
from croupier.web.caps import TIMES, TREES, capped
from croupier.web.house import House
from croupier.web.kernels import WANTED
from croupier.web.refusals import RefusedError
from croupier.web.settings import MEGABYTE, Settings
from croupier.web.thinking import Thought

ANN = "ann"


def test_accepted_searches_are_counted_even_when_all_ask_at_once() -> None:
    desk = Admission(10, 4)
    tickets, told = [], []
    start = threading.Barrier(40)

    def ask(who: int) -> None:
        start.wait()
        try:
            tickets.append(desk.admit(f"visitor {who % 8}"))
        except RefusedError as error:
            told.append(error.key)

    threads = [threading.Thread(target=ask, args=(who,)) for who in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tickets) == desk.accepted == 10
    assert len(told) == 30
    for ticket in tickets:
        ticket.release()
        ticket.release()
    assert desk.accepted == 0


def test_one_visitor_cannot_have_all() -> None:
    desk = Admission(10, 2)
    first = desk.admit("a")
    desk.admit("a")
    with pytest.raises(RefusedError, match="you_busy"):
        desk.admit("a")
    desk.admit("b")
    first.release()
    desk.admit("a")


@pytest.mark.parametrize(
    "spec",
    [
        "uct(seconds=100000)",
        "uct(iterations=2000000000)",
        "grave(memory=1000000000000, seconds=5)",
        "uct(nodes=100000000)",
    ],
)
def test_budgets_are_cut_to_what_the_server_allows(settings: Settings, spec: str) -> None:
    budget = capped(spec, settings).budget
    assert budget.seconds is not None
    assert budget.seconds <= settings.seconds
    assert budget.iterations is not None
    assert budget.iterations <= settings.iterations
    assert budget.memory is not None
    assert budget.memory <= 64 * MEGABYTE


@pytest.mark.parametrize(
    "spec",
    [
        "evil.py:Mine()",
        "os:system",
        "/etc/passwd:x",
        'engine("rm -rf /")',
        "__import__('os').system('id')",
        "uct(iterations=__import__('os'))",
        "uct(" * 50,
        "x" * 5000,
        "",
        f"uct(trees={TREES + 1})",
        f"uct(playout=uniform(times={TIMES + 1}))",
    ],
)
def test_a_spec_from_a_page_names_built_in_players_and_no_code(settings: Settings, spec: str) -> None:
    with pytest.raises(InputError):
        capped(spec, settings)


def test_a_search_stops_within_a_tenth_of_a_second(house: House) -> None:
    position = Position(house.offers.variant("connect-four"))
    plan = capped("uct(seconds=2)", house.settings)
    thought = Thought(position, plan, 1, house.admission.admit(ANN))
    house.thinkers.start(thought)
    while thought.answer is None:
        time.sleep(0.01)
    began = time.monotonic()
    thought.stop()
    while thought.running:
        time.sleep(0.001)
    assert time.monotonic() - began < 1.0  # ten times what is promised
    assert house.admission.accepted == 0
    assert thought.curve
    assert thought.curve[-1].iterations <= thought.answer.iterations


def test_a_search_that_goes_on_at_once_is_not_forgotten(house: House) -> None:
    """It has ended for its reader a moment before its thread has: the one before does not take it off the list."""
    position = Position(house.offers.variant("tic-tac-toe"))
    thought = Thought(position, capped("uct(seconds=2)", house.settings), 1, house.admission.admit(ANN), keep=True)
    before, go_on = threading.Event(), threading.Event()

    def last_words() -> None:
        before.set()
        go_on.wait(60)

    release = thought._ticket.release
    thought._ticket.release = lambda: (release(), last_words())  # type: ignore[method-assign,func-returns-value]
    first = house.thinkers.start(thought)
    thought.stop()
    assert before.wait(60)
    thought.go_on(thought.plan.budget, house.admission.admit(ANN))
    second = house.thinkers.start(thought)
    go_on.set()
    first.result(60)
    assert house.thinkers.running == 1
    house.thinkers.close()
    second.result(60)
    assert thought.cut_short


def test_who_waits_for_a_compilation_can_leave_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling cannot be interrupted: it goes on for others, and gives the place of who left back."""
    begun, go_on = threading.Event(), threading.Event()

    def compile_long(*_: object) -> None:
        begun.set()
        go_on.wait(60)

    monkeypatch.setattr("croupier.web.kernels._compile", compile_long)
    position = Position(house.offers.variant("tic-tac-toe"))
    plan = capped("uct(iterations=30)", house.settings)
    thoughts = [Thought(position, plan, 1, house.admission.admit(who)) for who in (ANN, "bob")]
    futures = [house.thinkers.start(thought) for thought in thoughts]
    assert begun.wait(10)
    began = time.monotonic()
    thoughts[0].stop()
    futures[0].result(10)
    assert time.monotonic() - began < 1.0
    assert house.admission.accepted == 1
    assert house.kernels.busy
    go_on.set()
    futures[1].result(60)
    assert thoughts[1].answer is not None
    assert not house.kernels.busy


def test_what_somebody_waits_for_is_compiled_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def note(variant: Variant, _: object) -> None:
        begun.set()
        go_on.wait(60)
        done.append(variant.game.name)

    monkeypatch.setattr("croupier.web.kernels._compile", note)
    plan = capped("uct", house.settings)
    house.kernels.want(house.offers.variant("quarto"), plan)
    assert begun.wait(10)
    for name in ("draughts", "marrakech"):
        house.kernels.want(house.offers.variant(name), plan)
    waiting = house.kernels.want(house.offers.variant("marrakech"), plan, WANTED)
    go_on.set()
    assert waiting.wait(10)
    house.kernels.want(house.offers.variant("draughts"), plan).wait(10)
    assert done == ["quarto", "marrakech", "draughts"]


def test_a_search_that_fails_says_so_and_gives_its_place_back(house: House) -> None:
    position = Position(house.offers.variant("connect-four"))
    broken = replace(capped("uct", house.settings), choose=object())
    thought = Thought(position, broken, 1, house.admission.admit(ANN))
    house.thinkers.start(thought).result(5)
    assert thought.failed
    assert not thought.running
    assert house.admission.accepted == 0


def test_computers_play_while_somebody_looks(house: House) -> None:
    variant = house.offers.variant("tic-tac-toe")
    spec = levels("tic-tac-toe")[1].spec
    chairs = [seats.computer(spec), seats.computer(spec)]

    async def watch() -> None:
        game = house.lobby.create(Position(variant), chairs, ANN)
        dealer = house.dealer(game)
        await asyncio.sleep(0.1)
        assert game.position.ply == 0
        leave = dealer.enter(ANN)
        for _ in range(1000):
            await asyncio.sleep(0.02)
            if game.position.outcome:
                break
        leave()
        assert game.position.outcome

    asyncio.run(watch())
    assert house.admission.accepted == 0


def test_computers_stop_when_nobody_looks_any_more(house: House) -> None:
    variant = house.offers.variant("connect-four")
    chairs = [seats.computer("uct(seconds=2)"), seats.computer("uct(seconds=2)")]

    async def watch() -> float:
        game = house.lobby.create(Position(variant), chairs, ANN)
        dealer = house.dealer(game)
        leave = dealer.enter(ANN)
        while dealer.thought is None or dealer.thought.answer is None:
            await asyncio.sleep(0.01)
        leave()
        began = time.monotonic()
        while house.admission.accepted:
            await asyncio.sleep(0.005)
        took = time.monotonic() - began
        await asyncio.sleep(0.1)
        assert game.position.ply == 0
        return took

    assert asyncio.run(watch()) < 1.0


def test_a_computer_waits_for_a_free_place_and_then_plays(house: House) -> None:
    variant = house.offers.variant("tic-tac-toe")

    async def watch() -> None:
        tickets = [house.admission.admit(f"other {i}") for i in range(house.settings.searches)]
        game = house.lobby.create(Position(variant), [seats.computer("uct(iterations=4)"), seats.here(ANN)], ANN)
        dealer = house.dealer(game)
        leave = dealer.enter(ANN)
        await asyncio.sleep(0.2)
        assert dealer.waiting
        assert game.position.ply == 0
        for ticket in tickets:
            ticket.release()
        for _ in range(500):
            await asyncio.sleep(0.02)
            if game.position.ply:
                break
        leave()
        assert game.position.ply == 1
        assert not dealer.waiting

    asyncio.run(watch())


def test_computers_search_on_the_account_of_who_looks(house: House) -> None:
    """Games that nobody plays are watched by somebody: many of them are no way to more places."""
    variant = house.offers.variant("tic-tac-toe")
    chairs = [seats.computer("uct(seconds=1)"), seats.here(ANN)]

    async def watch() -> None:
        dealers = []
        for owner in ([seats.computer("uct(seconds=1)")] * 2, chairs, chairs):
            game = house.lobby.create(Position(variant), list(owner), ANN)
            dealers.append(house.dealer(game))
        leaving = [dealer.enter(who) for dealer, who in zip(dealers, ("eve", "eve", ANN), strict=True)]
        leaving.append(dealers[2].enter("eve"))
        await asyncio.sleep(0.1)
        held = {who: house.admission.held_by(who) for who in (ANN, "eve")}
        for leave in leaving:
            leave()
        assert held == {ANN: 1, "eve": 2}

    asyncio.run(watch())


def test_dice_are_thrown_by_the_house(house: House) -> None:
    variant = house.offers.variant("marrakech")

    async def watch() -> None:
        game = house.lobby.create(Position(variant), [seats.here(ANN), seats.here(ANN)], ANN)
        leave = house.dealer(game).enter(ANN)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if game.position.seat >= 0:
                break
        leave()
        assert game.position.seat == 0
        assert game.position.ply == 2

    asyncio.run(watch())

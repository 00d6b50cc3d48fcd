"""Searches take turns: never more at once than places, everybody in the order of asking, and nobody is forgotten."""

from __future__ import annotations

import threading
import time

from croupier.web import turns
from croupier.web.turns import Turn, Turns

LONG = 20


def test_no_more_compute_than_there_are_places_and_all_come_to_an_end() -> None:
    """Twelve threads on two places, each many turns."""
    places, lock = Turns(2), threading.Lock()
    inside = most = 0
    done: list[int] = []

    def search(number: int) -> None:
        nonlocal inside, most
        for _ in range(20):
            with Turn(places):
                with lock:
                    inside += 1
                    most = max(most, inside)
                time.sleep(0.0005)
                with lock:
                    inside -= 1
        done.append(number)

    threads = [threading.Thread(target=search, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert sorted(done) == list(range(12))
    assert most == 2


def test_a_turn_is_passed_on_only_where_somebody_waits() -> None:
    """Alone one keeps the place; with another waiting, a long enough turn ends, and comes back."""
    places = Turns(1)
    told: list[str] = []

    def search() -> None:
        with Turn(places):
            told.append("other")

    other = threading.Thread(target=search)
    with Turn(places) as turn:
        turn.pass_on()
        other.start()
        while not places.wanted:
            time.sleep(0.001)
        time.sleep(turns.LONGEST)
        turn.pass_on()
        assert told == ["other"]
    other.join(LONG)
    with Turn(places):
        pass

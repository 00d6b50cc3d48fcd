"""A thousand games over the socket: the server's memory stays as it is."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from serving import Server
from wire import Wire, visitor

from croupier.web.words import Words

GAMES, VISITORS = 1000, 8
WARM = 400
"""Games after which caches are filled and memory is expected to be flat."""

FLAT = 1.02


def played(server: Server, who: httpx.Client) -> None:
    """A game of tic-tac-toe against the computer, from the first page to its end."""
    with Wire(server.url, "/", who).connect() as first:
        first.send(first.find(tag="button", **{"aria-label": Words()("home.play_game", game="Tic-tac-toe")}), "click")
        first.until(lambda: first.went_to)
    over = {Words()(f"over.{end}") for end in ("you_won", "you_lost", "draw")}
    with Wire(server.url, first.went_to, who).connect() as page:
        for place in ("b2", "a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"):
            page.until(lambda: page.headline == Words()("status.your_turn") or page.headline in over)
            if page.headline in over:
                break
            if f'data-place="{place}"' in page.drawn:
                before = page.moment
                page.touch(place)
                page.until(lambda before=before: page.moment > before)
        assert page.headline in over


@pytest.mark.soak
def test_memory_is_flat_over_a_thousand_games(tmp_path: Path) -> None:
    """Measured after the last page of a hundred games was given up; games stay in the store, not in memory."""
    server = Server(tmp_path, games_each=10_000, games_at_hand=50)
    try:
        server.until(lambda state: not state["compiling"], 600)
        visitors = [visitor(server.url) for _ in range(VISITORS)]
        memory, objects = {}, {}
        for game in range(1, GAMES + 1):
            played(server, visitors[game % VISITORS])
            if game % 100 == 0:
                server.until(lambda state: state["pages"] == 0, 120)
                state = server.state(tidy=True)
                memory[game], objects[game] = state["memory"], state["objects"]
                print(f"{game} games: {memory[game] / 1e6:.1f} MB, {objects[game]} objects", flush=True)
        state = server.state()
        assert state["kept"] == GAMES
        assert state["games"] <= 50
        assert state["accepted"] == state["running"] == 0
        for measured in (memory, objects):
            assert measured[GAMES] < FLAT * measured[WARM], measured
        for each in visitors:
            each.close()
    finally:
        server.stop()

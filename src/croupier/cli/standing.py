"""How matches and tournaments look while they are played and when they are over."""

from __future__ import annotations

import contextlib
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from croupier.cli.show import short, table, terminal_width, watched

if TYPE_CHECKING:
    from croupier.analysis import MatchResult
    from croupier.arena.results import TournamentResult
    from croupier.arena.run import Run

MOST_ROWS = 20
"""So many players are shown while they play."""


@contextlib.contextmanager
def playing(quiet: bool) -> Iterator[Callable[[Run], None] | None]:
    """Give a `watch` that draws the standings on stderr as they change, if a person sees it.

    Whatever a player prints meanwhile goes to stderr: stdout is for the answer.
    """
    with contextlib.redirect_stdout(sys.stderr):
        if not watched(quiet):
            yield None
            return
        from rich.console import Console, Group
        from rich.live import Live
        from rich.text import Text

        with Live(Text("reading"), console=Console(stderr=True), transient=True, auto_refresh=False) as live:

            def show(run: Run) -> None:
                live.update(Group(_standing(run), Text(_line(run), "bright_black")), refresh=True)

            yield show


def _standing(run: Run) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.ROUNDED, border_style="bright_black")
    drawn.add_column("player", no_wrap=True)
    for head in ("games", "won", "drawn", "lost", "score"):
        drawn.add_column(head, justify="right", no_wrap=True)
    rows = sorted(zip(run.live.counts, run.experiment.players, strict=True), key=lambda row: -row[0].score)
    for count, player in rows[:MOST_ROWS]:
        cells = (
            f"{count.games:,}",
            f"{count.wins:,}",
            f"{count.draws:,}",
            f"{count.losses:,}",
            f"{100 * count.score:.1f} %" if count.games else "-",
        )
        drawn.add_row(Text(player), *cells)
    return drawn


def _line(run: Run) -> str:
    if run.doing:
        return f"{run.doing} (kept on disk for the next time)"
    done, total = f"{run.done:,}", f"{run.total:,}"
    parts = [f"{done} of {total} games"]
    if run.played:
        parts += [f"{short(run.rate)} a second", f"{_time((run.total - run.done) / max(run.rate, 1e-9))} left"]
    if run.failed:
        parts.append(f"{len(run.failed)} given up")
    return ", ".join(parts)


def _time(seconds: float) -> str:
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    return time.strftime("%H:%M:%S", time.gmtime(seconds)) if seconds < 86400 else f"{seconds / 86400:.1f} days"


def show_match(found: MatchResult, title: str, notes: list[str]) -> None:
    """The table of a match, and what is to be said about it."""
    heads, rows = found.table()
    table(title, heads, rows, notes=[*found.words(), *notes])


def show_tournament(found: TournamentResult) -> None:
    """The tables of a tournament, and what is to be said about it."""
    from croupier.errors import CroupierError

    if not found.games:
        raise CroupierError("no game was played")
    heads, rows = found.standings.table()
    title = f"{found.schedule} of {len(found.players)} players, {found.game} {found.variant}, {found.games:,} games"
    table(title, heads, rows, words=2)
    print()
    if found.bracket:
        heads, rows = found.bracket_rows()
        table("matches", heads, rows, words=4)
    else:
        heads, rows = found.standings.crosstable_rows()
        table("score against each, in percent", heads, rows, words=2)
    width = terminal_width()
    for line in [*found.words(), *spent(found)]:
        print(textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False) if width else line)


def spent(found: TournamentResult) -> list[str]:
    """What was played now, how long it took, and where it is kept."""
    lines = []
    if found.played:
        workers = f"{found.workers} worker{'s' if found.workers > 1 else ''}"
        rate = short(found.played / max(found.seconds, 1e-9))
        lines.append(
            f"{found.played:,} games in {found.seconds:.1f} s on {workers}, {rate} a second, seed {found.seed}; "
            f"compiled in {found.compile_seconds:.1f} s"
        )
    elif found.store:
        lines.append("all games were in the store already")
    if found.store:
        lines.append(f"store {found.store}, digest {found.digest}")
    return lines

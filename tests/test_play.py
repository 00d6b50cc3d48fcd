"""`croupier play`: people, players, dice and words in the terminal, through pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import croupier
from croupier.cli import main
from croupier.cli.play import folded
from croupier.games import find, names
from croupier.players.seated import hint, player_for
from croupier.positions import Position, Record
from croupier.positions.sitting import HELP, Sitting

SOURCES = str(Path(croupier.__file__).resolve().parent.parent)


def start(*words: str, **options) -> subprocess.Popen[str]:
    """`croupier play` in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(
        [sys.executable, "-m", "croupier", "play", *words], env=environment, text=True, **pipes, **options
    )


def played(lines: str, *words: str) -> str:
    """What a game in a pipe prints; it must end well."""
    process = start(*words)
    out, err = process.communicate(lines, timeout=120)
    assert (process.returncode, err) == (0, "")
    assert "\033" not in out
    return out


def sitting(position: Position, *players, **options) -> Sitting:
    """People and players at a position."""
    seated = list(players) or [None] * position.seats
    return Sitting(position, seated, ["person" if player is None else "robot" for player in seated], **options)


def told(table: Sitting, *lines: str) -> str:
    """All that these lines are answered with."""
    return "\n".join(answer for line in lines for answer in table.answer(line))


def test_a_game_in_a_pipe(tmp_path: Path) -> None:
    """Bad moves get one line each and the game goes on; undo, redo, save, load, and the end of the game."""
    file = tmp_path / "game.txt"
    lines = f"help\nfoo\nb4\nb2\nb2\na1\nundo\nredo\nsave {file}\nc3\nc1\na3\nresign\nload {file}\nlegal\nquit\n"
    out = played(lines, "tic-tac-toe")
    assert "'foo' is not an action" in out
    assert "'b2' is not legal (the cell is taken); legal: a3, b3" in out
    assert "the game stands at" not in out.lower()
    assert f"saved as {file}" in out
    assert Record.read(file.read_text()).position == croupier.new("tic-tac-toe").play_all("b2 a1")
    assert "a3  b3  c3  a2  c2  b1  c1" in out
    assert all(f"  {word}" in out for word in HELP)
    assert "Type an action, such as a3; or legal for all of them" in out
    assert "How actions are written: a cell, a1 to c3." in out


def test_the_end_of_the_input() -> None:
    """It ends politely and says where the game stands."""
    out = played("b2\n", "tic-tac-toe", "--against", "random", "--seed", "4")
    assert re.search(r"^The game stands at: [xo./]{11}\n$", out, re.MULTILINE)


@pytest.mark.parametrize("game", [*names(), "marrakech four"])
def test_players_play_to_the_end(game: str) -> None:
    """Watched games of every kind end by themselves, chance shown, with who won; the same seed is the same game."""
    name, _, variant = game.partition(" ")
    position = croupier.new(name, variant or None)
    table = sitting(position, *[player_for("random", seat) for seat in range(position.seats)], seed=8)
    shown = list(table.begin())
    assert table.over
    assert shown[-1].startswith(("Game over. ", "Points: "))
    assert (name == "marrakech") == any(line.startswith("chance: ") for line in shown)
    again = sitting(
        croupier.new(name, variant or None), *[player_for("random", seat) for seat in range(position.seats)], seed=8
    )
    assert list(again.begin()) == shown


def test_three_seats_of_people_and_players() -> None:
    """Any mix of seats: the person is asked in turn, the others and chance act in between."""
    out = played("N\nN\n", "marrakech", "--variant", "three", "--seat", "2", "--against", "random", "--seed", "3")
    assert "Seats: first random, second person, third random." in out
    assert "first seat (random): " in out
    assert "second seat (person)> N" in out
    assert "chance: " in out
    alone = played("", "draughts")
    assert "Seats: first person, second person." in alone
    assert "first person, second random" in played("", "draughts", "--seat", "1")


def test_chance_is_not_for_people_unless_by_hand() -> None:
    """The house throws the die, or the people do."""
    table = sitting(croupier.new("marrakech"), seed=1)
    list(table.begin())
    assert "not yours to say" in told(table, "N 3 e7-f7")
    assert table.position.ply == 2
    assert "chance: " in told(table, "N")
    by_hand = sitting(croupier.new("marrakech"), by_hand=True)
    assert told(by_hand, "red", "blue", "N 3 e7-f7").count("\n") == 2
    assert "chance: " in told(by_hand, "roll")


def test_undo_goes_back_to_the_persons_decision() -> None:
    """What players and chance did since is taken back with it, and comes again."""
    table = sitting(croupier.new("connect-four"), None, player_for("random", 1))
    told(table, "4", "4")
    assert table.position.ply == 4
    told(table, "undo")
    assert table.position.ply == 2
    told(table, "redo")
    assert table.position.ply == 4
    assert told(table, "undo", "undo", "undo").endswith("there is nothing to undo")
    second = sitting(croupier.new("connect-four"), player_for("random", 1), None)
    list(second.begin())
    assert told(second, "undo") == "there is nothing to undo"
    assert second.position.ply == 1


def test_whole_turns_and_words() -> None:
    """A capture or a cell with a piece is one line; text, history, turns, resigning, a draw and a new game."""
    table = sitting(croupier.new("quarto"))
    told(table, "a", "b2=3", "c3")
    assert [turn.notation for turn in table.position.turns] == ["a", "b2=3", "c3"]
    assert told(table, "text") == "..../..3./.a../.... -"
    assert "1. a 2. b2=3 3. c3" in told(table, "history")
    assert "0  1" in told(table, "turns")
    assert "Game over. Draw" in told(table, "draw")
    assert "over" in told(table, "draw")
    assert told(table, "new") == "..../..../..../.... -"
    assert "second seat won: the first seat resigned" in told(table, "resign")
    assert "did you mean save" in told(table, "svae x")
    assert told(table, "", "  ") == ""
    against = sitting(croupier.new("quarto"), None, player_for("random"))
    assert "does not agree" in told(against, "draw")
    assert "quit" in HELP
    assert told(against, "quit") == ""
    assert against.over


def test_other_words_that_people_try() -> None:
    """`?` is help and `q` leaves; after the end the table says what can be done."""
    table = sitting(croupier.new("tic-tac-toe").play_all("a1 b1 a2 b2"))
    assert told(table, "?") == told(table, "help")
    assert "moves" not in HELP
    assert told(table, "moves") == told(table, "legal")
    assert "new, undo, history" in told(table, "a3").splitlines()[-1]
    told(table, "q")
    assert table.over


def test_lines_are_broken_between_words() -> None:
    """On a narrow terminal; lines that fit, and boards in colour, stay as they are."""
    assert folded("one two-three", 9) == "one\ntwo-three"
    assert folded("one two-three", None) == folded("one two-three", 13) == "one two-three"
    assert folded("\x1b[1mlong\x1b[0m", 4) == "\x1b[1mlong\x1b[0m"
    assert folded("  undo     take back to your decision", 24) == "  undo     take back to\n           your decision"
    table = sitting(croupier.new("draughts"), width=20)
    assert max(map(len, told(table, "legal").splitlines())) <= 20


def test_files(tmp_path: Path) -> None:
    """Nothing but a record is written over; what cannot be loaded is said in a line and the game goes on."""
    table = sitting(croupier.new("quarto"))
    letter = tmp_path / "letter.txt"
    letter.write_text("dear")
    assert "is not the record of a game" in told(table, f"save {letter}")
    assert letter.read_text() == "dear"
    assert "is not a header" in told(table, f"load {letter}") or "begins with the game" in told(table, f"load {letter}")
    assert "operating system" in told(table, f"load {tmp_path / 'none'}")
    assert "operating system" in told(table, f"save {tmp_path / 'no' / 'where'}")
    file = tmp_path / "game.txt"
    told(table, "a", f"save {file}", "b2=3", f"save {file}")
    assert '[Seat1 "person"]' in file.read_text()
    other = sitting(croupier.new("tic-tac-toe"))
    assert "is a game of quarto official" in told(other, f"load {file}")
    assert "write the name" in told(other, "load")


def test_players_of_specs() -> None:
    """One function makes any spec a player: it wins what can be won, and the same seed gives the same game."""
    position = croupier.new("tic-tac-toe").play_all("a1 a2 b1 b2")
    assert player_for("uct(iterations=500)")(position) == position.copy().play("c1").history[-1]
    assert "uct(iterations=500) would play c1 (mean " in hint(position, "uct(iterations=500)")
    draws = [player_for("random", 5)(croupier.new("draughts")) for _ in range(2)]
    assert draws[0] == draws[1]
    assert player_for("uct", 5)(croupier.new("connect-four", "1x4").play_all("123")) == 3
    table = sitting(position, advise=hint)
    assert "would play c1" in told(table, "hint uct(iterations=300)")
    assert "there is no algorithm" in told(table, "hint utc")
    for spec in ("nobody", "uct(c=x)", "file.py:f"):
        with pytest.raises(croupier.InputError):
            player_for(spec)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess",), "there is no game"),
        (("quarto", "--against", "nobody"), "there is no algorithm"),
        (("quarto", "--against", ","), "--against is empty: name a player"),
        (("quarto", "--against", "random,random"), "only 1 other seats are free"),
        (("quarto", "--seat", "3"), "--seat must be a whole number from 0 to 2"),
        (("quarto", "--variant", "x"), "no variant"),
        (("quarto", "--position", "x"), "not a position of quarto"),
    ],
)
def test_bad_command_lines(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line and status 2, before the game begins."""
    assert main(["play", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


def test_a_position_to_begin_with() -> None:
    """`--position` is where the game starts, and `new` starts there again."""
    assert "first seat won" in played("c1\n", "tic-tac-toe", "--position", ".../oo./xx.")


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_ctrl_c() -> None:
    """Ctrl-C at the prompt ends with 130 and one line."""
    process = start("tic-tac-toe")
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "croupier: stopped\n")


def test_rubbish_on_the_input() -> None:
    """Bytes that are no text, very long lines and control characters are a line each."""
    process = subprocess.run(
        [sys.executable, "-m", "croupier", "play", "quarto"],
        input=b"\xff\xfe\n\0\n" + b"x" * 30_000 + b"\n\na\n",
        env={**os.environ, "PYTHONPATH": SOURCES},
        capture_output=True,
        timeout=60,
    )
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout.endswith(b"The game stands at: ..../..../..../.... a\n")


def test_every_game_can_be_begun() -> None:
    """Each game and variant of the house greets its people."""
    for name in names():
        for variant in find(name).variants.values():
            assert "Seats: first person" in next(sitting(Position(variant)).begin())

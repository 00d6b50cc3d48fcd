"""Matches and tournaments: who plays whom, the same games whoever plays them, resume, players of every kind."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.arena import schedules
from croupier.arena.bracket import Bracket
from croupier.arena.experiment import Experiment
from croupier.arena.reading import experiment_of
from croupier.arena.results import Interrupted
from croupier.arena.run import BACKLOG, Run
from croupier.arena.tournament import tournament
from croupier.cli import main
from croupier.errors import InputError
from croupier.positions.position import Position
from croupier.records import GameRecord, Store

FLAT = "flat(playouts_per_action=20)"
THREE = {"game": "tic-tac-toe", "players": [FLAT, "random", "flat(playouts_per_action=3)"], "pairs": 10, "seed": 5}

PLAYERS = """
import os, time

def first(position):
    return position.legal_actions[0]

def last(position, back=1):
    return position.legal_actions[-min(back, len(position.legal_actions))]

def seeded(position, seed):
    return position.legal_actions[seed % len(position.legal_actions)]

def spoken(position):
    print("hear me")
    return position.legal_actions[0].notation

def raising(position):
    raise ValueError("I do not\\nwant to")

def illegal(position):
    return 99

def nothing(position):
    return None

def leaving(position):
    raise SystemExit(3)

def meddling(position):
    position.play(position.legal_actions[0])
    position._states.clear()
    return 4 if position.legal_actions is None else 0

def dying(position):
    os._exit(9)

def dying_sometimes(position):
    mark = os.environ["MARK"]
    if position.ply == 4 and len(os.listdir(mark)) < 2:
        open(os.path.join(mark, str(time.time())), "w").close()
        os._exit(9)
    return position.legal_actions[0]

def endless(position):
    while True:
        try:
            time.sleep(0.001)
        except Exception:
            pass
"""


@pytest.fixture
def players(tmp_path: Path) -> Path:
    file = tmp_path / "players.py"
    file.write_text(PLAYERS, encoding="utf-8")
    return file


def played(content: dict[str, Any], store: Path, workers: int = 1, processes: bool = False) -> str:
    """The digest of the store after a tournament."""
    found = tournament(content, store, workers, processes=processes)
    assert found.complete
    assert found.digest
    return found.digest


# who plays whom


def test_schedules_are_what_they_say() -> None:
    assert schedules.round_robin(4, 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert schedules.gauntlet(4, 2) == [(0, 1), (0, 2), (0, 3)]
    assert schedules.round_robin(4, 3) == list(itertools.combinations(range(4), 3))
    assert schedules.seatings(2, 2) == ((0, 1), (1, 0))
    assert set(schedules.seatings(3, 3)) == set(itertools.permutations(range(3)))
    assert len(schedules.seatings(4, 4)) == 24
    assert len(schedules.seatings(2, 3)) == 6
    assert len(schedules.seatings(2, 4)) == 14


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (4, 4)])
def test_seatings_are_fair(players: int, seats: int) -> None:
    """Every player has every seat equally often."""
    counted = Counter((player, seat) for way in schedules.seatings(players, seats) for seat, player in enumerate(way))
    assert len(set(counted.values())) == 1
    assert len(counted) == players * seats


@pytest.mark.parametrize("players", range(2, 20))
def test_brackets_keep_the_best_apart(players: int) -> None:
    """Everybody is in once; of the two halves one has the first seed, the other the second; byes go to the best."""
    slots = schedules.brackets(players)
    assert sorted(slot for slot in slots if slot is not None) == list(range(players))
    half = len(slots) // 2
    assert (0 in slots[:half]) != (1 in slots[:half])
    byes = [a for a, b in zip(slots[::2], slots[1::2], strict=True) if b is None]
    assert byes == sorted(byes, key=slots.index)
    assert set(byes) == set(range(len(slots) - players))


def test_a_knock_out_plays_what_is_needed_and_no_more() -> None:
    """However the points fall, the pairs that are asked for end in a winner, whatever order they came in."""
    for seed in range(200):
        rng = random.Random(seed)
        players, pairs = rng.randint(2, 9), rng.randint(1, 5)
        bracket = Bracket(players, pairs, drawn=bool(seed % 2), seed=seed)
        points: dict[tuple[int, int], float] = {}
        for _ in range(1000):
            wanted = [(match, pair) for match, _, pair in bracket.wanted(points) if (match, pair) not in points]
            if not wanted:
                break
            points[rng.choice(wanted)] = rng.choice([0, 0.5, 1, 1.5, 2])
        ties = bracket.ties(points)
        assert ties[-1].winner is not None
        assert set(points) == {(match, pair) for match, _, pair in bracket.wanted(points)}
        for tie in ties:
            if None in tie.players:
                assert tie.winner in tie.players
                continue
            assert tie.pairs <= 2 * pairs
            ahead, behind = sorted(tie.points, reverse=True)
            assert ahead > behind or (tie.by_seed and tie.pairs == 2 * pairs)


def test_pairs_share_an_opening_and_swap_seats() -> None:
    experiment = experiment_of({**THREE, "opening": {"plies": 3}})
    for pairing, pair in itertools.product(range(3), range(10)):
        one, other = (experiment.deal(pairing, experiment.pairings[pairing], 2 * pair + way) for way in range(2))
        assert one.opening == other.opening
        assert len(one.opening) == 3
        assert one.players == other.players[::-1]
        assert Position(experiment.variant).play_all(list(one.opening)).outcome is None
    assert len({experiment.openings.of(0, pair) for pair in range(100)}) > 50


def test_openings_from_a_list() -> None:
    """Notations run together or apart, ids; in order, again from the first."""
    experiment = experiment_of({**THREE, "game": "connect-four", "opening": ["44", "1 2 3", [3, 2]]})
    assert [experiment.openings.of(7, pair) for pair in range(4)] == [(3, 3), (0, 1, 2), (3, 2), (3, 3)]


# the same games


def test_one_digest_whoever_plays(tmp_path: Path) -> None:
    """One, two and seven workers, threads and processes, in two halves: the same games."""
    digests = {played(THREE, tmp_path / f"{workers}.db", workers) for workers in (1, 2, 7)}
    digests.add(played(THREE, tmp_path / "processes.db", 2, processes=True))
    played({**THREE, "pairs": 4}, tmp_path / "half.db")
    digests.add(played(THREE, tmp_path / "half.db", 2))
    assert len(digests) == 1
    assert played({**THREE, "seed": 6}, tmp_path / "other.db") not in digests


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "knock-out"])
def test_an_interrupted_tournament_goes_on(tmp_path: Path, schedule: str) -> None:
    """Stopped again and again, it ends with the same digest, and plays no game twice."""
    content = {**THREE, "schedule": schedule, "pairs": 8}
    whole = played(content, tmp_path / "whole.db")
    stopped = 0

    def stop(run: Run) -> None:
        if run.played >= 5:
            raise KeyboardInterrupt

    for _ in range(50):
        try:
            found = tournament(content, tmp_path / "parts.db", 2, stop)
            break
        except Interrupted as error:
            stopped += error.result.played >= 5
    assert stopped >= 1
    assert (found.complete, found.digest) == (True, whole)


def test_an_interruption_takes_the_games_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are going on are ended: what is shown is of the first ones that began, not of those that ended soonest."""
    stops = iter([KeyboardInterrupt])

    def stop(run: Run) -> None:
        if run.played:
            for interrupt in stops:
                raise interrupt

    monkeypatch.setattr("croupier.arena.run.GRACE", 60)  # a busy machine takes its time
    content = {"game": "tic-tac-toe", "players": ["random", "random"], "pairs": 20_000}
    experiment = experiment_of(content)
    run = Run(experiment, None, 2, watch=stop)
    with pytest.raises(KeyboardInterrupt):
        run.go()
    assert 0 < run.done < experiment.games
    assert run.live.games == {(0, number) for number in range(run.done)}


def test_finished_games_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where writing is slower than playing, the players wait: a kill would cost what is not on record yet."""
    add, waiting = Store.add, []

    def slowly(store: Store, record: GameRecord) -> None:
        time.sleep(0.0005)
        add(store, record)
        waiting.append(run._arrived.qsize())

    monkeypatch.setattr(Store, "add", slowly)
    experiment = experiment_of({"game": "tic-tac-toe", "players": ["random", "random"], "pairs": 500})
    with Store.open(tmp_path / "s", experiment.plan()) as store:
        run = Run(experiment, store, 2)
        run.go()
        assert len(store) == 1000
    assert 1 < max(waiting) <= BACKLOG + 2


def test_a_finished_store_plays_nothing(tmp_path: Path) -> None:
    played(THREE, tmp_path / "x.db")
    found = tournament(THREE, tmp_path / "x.db")
    assert (found.played, found.games) == (0, 60)


def test_a_store_of_something_else_is_refused(tmp_path: Path) -> None:
    """Other rules, players, seeds; fewer pairs. More pairs are more of the same."""
    played(THREE, tmp_path / "x.db")
    for change in ({"seed": 6}, {"pairs": 5}, {"players": [FLAT, "random"]}, {"opening": {"plies": 1}}, {"ply_cap": 7}):
        with pytest.raises(InputError, match="holds another experiment"):
            tournament({**THREE, **change}, tmp_path / "x.db")
    assert tournament({**THREE, "pairs": 11}, tmp_path / "x.db").played == 6


def test_three_and_four_seats_take_all_seatings() -> None:

    def a(position: Position) -> Any:
        return position.legal_actions[0]

    def b(position: Position) -> Any:
        return position.legal_actions[-1]

    content = {"game": "marrakech", "variant": "three", "players": ["random", a, b], "pairs": 2}
    experiment = experiment_of(content)
    assert [len(experiment.pairings), experiment.games] == [1, 12]
    found = tournament(content)
    assert found.games == 12
    assert [one.games for one in found.standings.players] == [12, 12, 12]
    pair = croupier.match("marrakech", "random", "random", variant="four", games=14)
    assert sum(seat.games for seat in pair.seats) > 14


def test_what_is_on_record_is_what_the_rules_say(tmp_path: Path) -> None:
    """`verify` replays every game, whatever ended it."""
    from croupier.records.verify import verify

    content = {"game": "connect-four", "variant": "4x5", "players": ["random", "random #2"], "pairs": 20, "ply_cap": 9}
    found = tournament(content, tmp_path / "x.db")
    assert found.endings["no more plies were allowed"] > 0
    assert verify(tmp_path / "x.db").sound


# players of every kind


def test_python_functions_play_here(tmp_path: Path) -> None:
    """A function that only this process has."""
    seen = []

    def mine(position: Position) -> Any:
        seen.append(position.ply)
        return position.legal_actions[-1]

    found = croupier.match("tic-tac-toe", mine, FLAT, games=10, store=tmp_path / "x.db")
    assert found.games == 10
    assert found.players == ["mine", FLAT]
    assert seen


def test_python_functions_play_in_processes(players: Path, tmp_path: Path) -> None:
    """What they print is not the answer; a seed makes them repeatable; resumed and in any number the same."""
    specs = [f"{players}:{name}" for name in ("first", "last(back=2)", "seeded", "spoken")]
    content = {"game": "tic-tac-toe", "players": [*specs, "random"], "pairs": 2}
    digests = {played(content, tmp_path / f"{workers}.db", workers) for workers in (1, 3)}
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raising", "the first seat raised ValueError: I do not want to"),
        ("illegal", "the first seat played 99, which is not legal"),
        ("nothing", "the first seat played None, which is not legal"),
        ("leaving", "the first seat raised SystemExit: 3"),
    ],
)
def test_a_fault_loses_the_game_and_says_why(players: Path, name: str, words: str) -> None:
    """At once, and nothing else: the other games go on."""
    found = tournament({"game": "tic-tac-toe", "players": [f"{players}:{name}", "random"], "pairs": 3})
    assert found.games == 6
    assert [one.wins for one in found.standings.players] == [6, 0]
    assert words in found.endings
    assert any(words in line for line in found.words())


def test_meddling_with_the_position_does_nothing(players: Path) -> None:
    """A player has a copy: what it does with it is its own business, what it answers is not."""
    found = tournament({"game": "tic-tac-toe", "players": [f"{players}:meddling", f"{players}:first"], "pairs": 3})
    assert found.games == 6
    assert all("seat" in ending or ending == "three in a row" for ending in found.endings)


def test_a_dead_process_costs_its_game_alone(players: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is played again, under the same number and seed; the digest is that of an undisturbed run."""
    (tmp_path / "mark").mkdir()
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    content = {"game": "tic-tac-toe", "players": [f"{players}:dying_sometimes", "random"], "pairs": 5}
    disturbed = played(content, tmp_path / "disturbed.db", 2)
    assert len(list((tmp_path / "mark").iterdir())) >= 2
    assert played(content, tmp_path / "calm.db", 2) == disturbed


def test_a_game_that_kills_its_process_is_given_up(players: Path, tmp_path: Path) -> None:
    """After three deaths, visibly; all others are played, and the same command tries it again."""
    content = {"game": "tic-tac-toe", "players": [f"{players}:dying", f"{players}:first", "random"], "pairs": 1}
    found = tournament(content, tmp_path / "x.db", 2)
    assert (found.games, len(found.failed), found.complete) == (2, 4, False)
    assert any("died 3 times" in line for line in found.words())
    assert main(["verify", str(tmp_path / "x.db")]) == 0


def test_who_runs_out_of_time_has_lost(players: Path) -> None:
    """An endless function on a clock, and a search that keeps to it."""
    content = {"game": "tic-tac-toe", "players": [f"{players}:endless", FLAT], "pairs": 1, "clock": {"seconds": 0.5}}
    found = tournament(content)
    assert found.endings == {"the first seat ran out of time": 1, "the second seat ran out of time": 1}
    assert found.standings.players[0].player == FLAT


# the command line


def test_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "tic-tac-toe", FLAT, "random", "--games", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    keys = (
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
    )
    assert set(found) >= {*keys, "seconds", "compile_seconds"}
    assert set(found["effort"][0]) >= {"nodes_per_turn", "nodes_per_game", "seconds_per_move", "turns_per_game"}
    assert (found["games"], found["wins"] + found["draws"] + found["losses"]) == (20, 20)


def test_tournament_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file, its store beside it; the same command again, with another number of workers, plays nothing."""
    file = tmp_path / "it.toml"
    lines = [
        'game = "tic-tac-toe"',
        'players = ["flat(playouts_per_action=[3, 20])", "random"]',
        "pairs = 10",
        "seed = 5",
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["tournament", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "60 games in" in shown
    assert str(tmp_path / "it.db") in shown
    assert main(["tournament", str(file), "--workers", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["played"], found["games"], found["complete"]) == (0, 60, True)


def test_the_demo_goes_on_or_begins_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.arena.showcase.PLAYERS", ("random", "random #2"))
    words = ["demo", "--pairs", "3", "--store", str(tmp_path / "d.db"), "--json"]
    digests = []
    for _ in range(2):
        assert main(words) == 0
        answer = capsys.readouterr()
        found = json.loads(answer.out)
        digests.append(found["digest"])
        assert found["played"] == 6
    assert digests[0] == digests[1]
    assert "playing anew" in answer.err
    played(THREE, tmp_path / "d.db.other")
    assert main([*words[:4], str(tmp_path / "d.db.other")]) == 2


# bad input, before any game

BAD = [
    ({"gmae": "x"}, "there is no key 'gmae': did you mean game?"),
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"game": 3}, "a game is the name of one"),
    ({"variant": 3}, "a variant is given by its name"),
    ({"schedule": "swiss"}, "schedule takes one of round-robin, gauntlet, knock-out, not 'swiss'"),
    ({"schedule": 1}, "schedule takes one of"),
    ({"draw": "drawn"}, "only a knock-out is seeded or drawn"),
    ({"players": "uct"}, "players takes a list of specs in quotes, not 'uct'"),
    ({"players": []}, "players takes a list"),
    ({"players": ["uct"]}, "at least two are needed"),
    ({"players": ["uct", 3]}, "and 3 is none"),
    ({"players": ["uct", "uctt"]}, "did you mean uct?"),
    ({"players": ["uct", "uct(c=nan)"]}, "uct: c takes a number from 0 to 1000, not nan"),
    ({"players": ["uct", "uct(iterations=1e12)"]}, "iterations must be a whole number"),
    ({"players": ["uct", "uct(iterations=true)"]}, "iterations must be a whole number"),
    ({"players": ["uct", f"uct(iterations={2**63})"]}, "iterations must be a whole number"),
    ({"players": ["uct", "uct(iterations=0)"]}, "iterations must be a whole number from 1"),
    ({"players": ["random", "uct", "random"]}, "random is there twice"),
    ({"players": ["random", "uct(iterations=[])"]}, "the list for iterations is empty"),
    ({"players": ["random", f"uct(iterations={list(range(1, 1200))})"]}, "a spec may have 2000 characters"),
    ({"players": ["random", f"uct(iterations={list(range(1, 60))}, c={list(range(60))})"]}, "players: more than 1000"),
    ({"players": ["random", "uct(memory=65536, iterations=10, trees=1024)"]}, "memory must be at least"),
    ({"pairs": 0}, "pairs must be a whole number from 1"),
    ({"pairs": True}, "pairs must be a whole number"),
    ({"pairs": 1.5}, "pairs must be a whole number"),
    ({"pairs": "10"}, "pairs takes a whole number, without quotes"),
    ({"pairs": 10**12}, "pairs must be a whole number"),
    ({"pairs": 10**9}, "games; at most"),
    ({"seed": -1}, "seed must be a whole number from 0"),
    ({"seed": float("nan")}, "seed must be a whole number"),
    ({"opening": 2}, "opening takes a table such as {plies = 2}"),
    ({"opening": {"ply": 2}}, "'ply' is not right there"),
    ({"opening": {}}, "'plies' is not right there"),
    ({"opening": {"plies": -1}}, "opening.plies must be a whole number from 0"),
    ({"opening": {"plies": 9}}, "ask for fewer"),
    ({"opening": []}, "opening takes"),
    ({"opening": [3]}, "each is a text of actions or a list of them"),
    ({"opening": ["z9"]}, "opening 'z9': "),
    ({"opening": [[4, 4]]}, "opening [4, 4]: "),
    ({"opening": ["a1 b1 a2 b2 a3"]}, "the game is over after it"),
    ({"clock": {"second": 1}}, "clock: there is no key 'second': did you mean seconds?"),
    ({"clock": {"increment": 1}}, "clock: seconds are missing"),
    ({"clock": {"seconds": float("inf")}}, "clock.seconds must be a number from 0.001"),
    ({"clock": "fast"}, "clock.seconds must be a number"),
    ({"ply_cap": 0}, "ply_cap must be a whole number from 1"),
    ({"adjudicate": 1}, "adjudicate takes true or false, not 1"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), BAD, ids=[str(words)[:40] for _, words in BAD])
def test_what_is_wrong_is_said_before_the_first_game(change: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as refused:
        experiment_of({**THREE, **change})
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "not a TOML file: "),
        ('game = "tic-tac-toe"\ngame = "quarto"', "not a TOML file: Cannot overwrite a value"),
        ('game = "tic-tac-toe"', "the key 'players' is missing"),
        ("x = [" + "[" * 5000, "not a TOML file"),
        ("# " + "x" * (1 << 20), "more than 1048576 bytes"),
        ("\udcff", "not a text file in UTF-8"),
    ],
)
def test_a_malformed_file_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["tournament", str(file)]) == 2
    answer = capsys.readouterr()
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the system refuses is refused in one line, as everything else."""
    for file in (tmp_path / ("x" * 5000 + ".toml"), tmp_path / "no" / "file.toml", tmp_path):
        assert main(["tournament", str(file)]) == 2
        answer = capsys.readouterr()
        assert (answer.out, answer.err.count("\n")) == ("", 1)


def test_only_the_local_may_name_code(players: Path) -> None:
    """A spec that runs code is refused where nobody trusts it, and imports nothing."""
    from croupier.players.agents import agent_of

    with pytest.raises(InputError, match="runs code of its own"):
        agent_of(f"{players}:first")


def test_the_plan_is_complete() -> None:
    """What the games depend on is in the plan: nothing else is in an experiment but the resolved parts."""
    plan = experiment_of({**THREE, "ply_cap": 9, "clock": 3, "adjudicate": True}).plan()
    assert json.loads(json.dumps(plan)) == plan
    said = {*plan} - {"rules"}
    assert said >= {*Experiment.__dataclass_fields__} - {"agents", "drawn"}


def test_stores_read_back(tmp_path: Path) -> None:
    played(THREE, tmp_path / "x.db")
    with Store.read(tmp_path / "x.db") as store:
        records = list(store.records())
    assert len(records) == 60
    assert {record.seats for record in records if record.pairing == 0} == {(FLAT, "random"), ("random", FLAT)}
    assert all(len(record.opening) == 2 for record in records)
    searched = [
        effort
        for record in records
        for actor, effort in zip(record.actors, record.effort.rows(), strict=True)
        if record.seats[actor] == FLAT
    ]
    assert sum(effort["iterations"] for effort in searched) > 0

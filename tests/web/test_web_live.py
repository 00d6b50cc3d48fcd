"""Games on the web without a page: seats, tokens, each message once, what is proposed and agreed."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from croupier.games import names, resolve_variant
from croupier.positions import Position
from croupier.web import seats
from croupier.web.house import House
from croupier.web.live import LiveGame
from croupier.web.refusals import RefusedError

ANN, BOB, EVE = "ann", "bob", "eve"


def game_of(*chairs: seats.Chair, game: str = "tic-tac-toe") -> LiveGame:
    return LiveGame(Position(resolve_variant(game)), list(chairs))


def refusal(do: object) -> str:
    with pytest.raises(RefusedError) as found:
        do()  # type: ignore[operator]
    return found.value.key.removeprefix("refused.")


def test_only_who_sits_to_move_acts() -> None:
    game = game_of(seats.here(ANN), seats.here(BOB))
    assert refusal(lambda: game.act(BOB, 0, (0, 0))) == "not_your_turn"
    assert refusal(lambda: game.act(EVE, 0, (0, 0))) == "spectator"
    assert game.act(ANN, 0, (0, 0))
    assert refusal(lambda: game.act(ANN, 1, (0, 1))) == "not_your_turn"
    assert refusal(lambda: game.act(BOB, 0, (0, 1))) == "illegal"
    assert refusal(lambda: game.act(BOB, 1, (0, 7))) == "not_yet"
    assert game.position.ply == 1


def test_a_message_acts_once_whenever_and_however_often_it_comes() -> None:
    game = game_of(seats.here(ANN))
    game.chairs.append(seats.here(ANN))
    messages = [(0, (0, 0)), (4, (0, 1)), (8, (0, 2))]
    sent = messages * 4
    random.Random(3).shuffle(sent)
    for _ in range(3):
        for action, moment in sent:
            with suppress(RefusedError):
                game.act(ANN, action, moment)
    assert [int(action) for action in game.position.history] == [0, 4, 8]


def test_a_late_message_does_not_act_after_what_it_did_was_taken_back() -> None:
    game = game_of(seats.here(ANN), seats.here(ANN))
    game.act(ANN, 4, (0, 0))
    game.undo(ANN)
    assert game.position.ply == 0
    assert not game.act(ANN, 4, (0, 0))
    assert game.act(ANN, 4, game.moment)


def test_taking_back_reaches_the_persons_own_decision() -> None:
    game = game_of(seats.here(ANN), seats.computer("uct(iterations=10)"))
    game.act(ANN, 4, game.moment)
    game.answer(0, game.moment)
    game.undo(ANN)
    assert game.position.ply == 0
    assert refusal(lambda: game.undo(ANN)) == "nothing_to_undo"
    assert refusal(lambda: game.undo(EVE)) == "nothing_to_undo"


def test_what_concerns_others_is_asked() -> None:
    game = game_of(seats.here(ANN), seats.here(BOB))
    game.act(ANN, 4, game.moment)
    game.undo(ANN)
    assert game.position.ply == 1
    assert game.proposal is not None
    assert refusal(lambda: game.agree(EVE)) == "nothing_proposed"
    assert refusal(lambda: game.agree(ANN)) == "nothing_proposed"
    game.decline(BOB)
    assert game.proposal is None
    game.undo(ANN)
    game.agree(BOB)
    assert game.position.ply == 0
    game.draw(BOB)
    game.agree(ANN)
    assert game.position.outcome is not None
    assert game.position.outcome.draw


def test_an_action_withdraws_what_was_proposed() -> None:
    game = game_of(seats.here(ANN), seats.here(BOB))
    game.draw(ANN)
    game.act(ANN, 4, game.moment)
    assert game.proposal is None


def test_resigning_swapping_and_playing_again() -> None:
    game = game_of(seats.here(ANN), seats.computer("uct(iterations=10)", "easy"))
    game.swap(ANN)
    assert game.seats_of(ANN) == {1}
    assert refusal(lambda: game.resign(EVE)) == "spectator"
    game.resign(ANN)
    assert refusal(lambda: game.swap(ANN)) == "over", "who lost cannot change seats with who won"
    assert game.position.outcome is not None
    assert game.position.outcome.winner == 0
    assert refusal(lambda: game.act(ANN, 0, game.moment)) == "over"
    again = game.rematch(ANN)
    assert again.seats_of(ANN) == {0}
    assert again.chairs[1].level == "easy"
    assert refusal(lambda: game.rematch(EVE)) == "spectator"


def test_a_seat_opens_to_its_token_alone() -> None:
    game = game_of(seats.here(ANN), seats.invited())
    assert not game.ready
    assert refusal(lambda: game.sit("no token", EVE)) == "bad_link"
    assert game.sit(game.chairs[1].token, BOB) == 1
    assert game.ready
    assert game.seats_of(BOB) == {1}
    assert len({seats.new_token() for _ in range(100)}) == 100
    assert all(len(seats.new_token()) >= 32 for _ in range(10))


def test_a_computers_token_opens_nothing() -> None:
    game = game_of(seats.here(ANN), seats.computer("random"))
    assert refusal(lambda: game.sit(game.chairs[1].token, EVE)) == "bad_link"


def test_answers_for_another_moment_are_forgotten() -> None:
    game = game_of(seats.computer("random"), seats.here(ANN))
    assert not game.answer(4, (0, 3))
    assert game.answer(4, game.moment)
    assert not game.answer(4, (0, 0))


@pytest.mark.parametrize("name", names())
def test_every_game_survives_a_restart(house: House, name: str) -> None:
    variant = house.offers.variant(name)
    people = [seats.here(ANN), *(seats.invited() for _ in range(variant.seats - 1))]
    game = house.lobby.create(Position(variant), people, ANN)
    choose = random.Random(5)
    for _ in range(25):
        if game.position.outcome:
            break
        chance = game.position.seat < 0
        game.answer(None if chance else int(choose.choice(game.position.legal_actions)), game.moment)
    other = House(house.settings)
    found = other.lobby.find(game.id)
    assert found.position == game.position
    assert found.position.history == game.position.history
    assert found.seats_of(ANN) == {0}
    assert [chair.token for chair in found.chairs] == [chair.token for chair in game.chairs]
    assert (found.seed, found.branch) == (game.seed, game.branch)
    other.close()


def test_a_resignation_and_a_given_position_survive_a_restart(house: House) -> None:
    variant = house.offers.variant("connect-four")
    start = Position(variant).play_all("444")
    game = house.lobby.create(Position(variant, start.state), [seats.here(ANN), seats.here(ANN)], ANN)
    game.act(ANN, 2, game.moment)
    game.resign(ANN)
    other = House(house.settings)
    found = other.lobby.find(game.id)
    assert found.position.outcome == game.position.outcome
    assert found.position == game.position
    other.close()


def test_games_are_found_by_id_and_by_who_sits_there(house: House) -> None:
    variant = house.offers.variant("tic-tac-toe")
    game = house.lobby.create(Position(variant), [seats.here(ANN), seats.computer("random")], ANN)
    assert house.lobby.find(game.id) is game
    assert [found.id for found in house.lobby.of(ANN, 5)] == [game.id]
    assert house.lobby.of(EVE, 5) == []
    for wrong in ("", "x", "../../etc/passwd", "a" * 5000, "'; DROP TABLE games; --", "\0", "%2e%2e"):
        assert refusal(lambda wrong=wrong: house.lobby.find(wrong)) == "no_such_game"


def test_a_rematch_is_one_for_everybody(house: House) -> None:
    variant = house.offers.variant("tic-tac-toe")
    game = house.lobby.create(Position(variant), [seats.here(ANN), seats.here(BOB)], ANN)
    game.resign(ANN)
    assert house.lobby.rematch(game, ANN) is house.lobby.rematch(game, BOB)


def test_a_visitor_begins_so_many_games_an_hour(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    variant, now = house.offers.variant("tic-tac-toe"), 1e6

    def begin(who: str) -> LiveGame:
        return house.lobby.create(Position(variant), [seats.here(who), seats.computer("random")], who)

    monkeypatch.setattr("croupier.web.admission.time.monotonic", lambda: now)
    for _ in range(house.settings.games_each):
        begin(ANN)
    assert refusal(lambda: begin(ANN)) == "many_games"
    begin(BOB)
    now += 3601
    begin(ANN)


def test_memory_holds_few_games_and_the_store_so_many(house: House) -> None:
    variant = house.offers.variant("tic-tac-toe")
    for i in range(house.settings.games_at_hand + 60):
        house.lobby.create(Position(variant), [seats.here(ANN), seats.computer("random")], f"visitor {i % 5}")
    assert len(house.lobby) <= house.settings.games_at_hand
    assert house.lobby.store.count() == house.settings.games_at_hand + 60
    house.lobby.store.prune(10)
    assert house.lobby.store.count() == 10

"""What games, variants, seats and players are called, in the reader's language."""

from __future__ import annotations

from croupier import boards
from croupier.players.levels import levels
from croupier.positions import Position
from croupier.positions.outcome import Outcome, Reason
from croupier.rules.contract import CHANCE
from croupier.rules.game import Game, Variant
from croupier.web.seats import Chair
from croupier.web.words import Words


def game_title(game: Game, words: Words) -> str:
    return words.find(f"games.{game.name}.title", game.title)


def variant_title(variant: Variant, words: Words) -> str:
    return words.find(f"variants.{variant.game.name}.{variant.name}", variant.name)


def seat_title(position: Position, seat: int, words: Words) -> str:
    """A seat as its board shows it: White, red, or the first."""
    if seat == CHANCE:
        return words("seats.chance")
    return sentence(words.drawn(boards.seat_name(position.state, seat)))


def sentence(words: str) -> str:
    """With a capital."""
    return words[:1].upper() + words[1:]


def level_title(name: str, words: Words) -> str:
    return words(f"levels.{name}")


def player_title(chair: Chair, words: Words, own: bool) -> str:
    """Who has a seat."""
    if chair.person:
        return words("players.you") if own else words("players.awaited") if chair.waiting else words("players.person")
    return level_title(chair.level, words) if chair.level else chair.spec


def level_options(game: str, words: Words) -> list[tuple[str, str]]:
    return [(found.name, level_title(found.name, words)) for found in levels(game)]


def outcome_words(position: Position, outcome: Outcome, words: Words, own: frozenset[int] = frozenset()) -> str:
    """Who won, for a reader who has these seats."""
    if outcome.draw:
        return words("over.draw")
    if len(own) == 1 and len(outcome.winners) == 1:
        return words("over.you_won") if outcome.winners[0] in own else words("over.you_lost")
    names = words("over.and").join(seat_title(position, seat, words) for seat in outcome.winners)
    return words("over.won" if len(outcome.winners) == 1 else "over.shared", seat=names)


def reason_words(position: Position, outcome: Outcome, words: Words) -> str:
    """Why the game ended."""
    if outcome.reason is Reason.RULES:
        return words.drawn(outcome.words)
    loser = next((seat for seat in range(position.seats) if seat not in outcome.winners), 0)
    return words(f"reasons.{outcome.reason.name}", seat=seat_title(position, loser, words))

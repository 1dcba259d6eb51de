"""The names of the players of a game, for people."""

from collections.abc import Iterable, Sequence

from firmware.games.kit import find_kit
from firmware.words import N_, Words
from rules import LONGEST_NAME, Header, Position


def names_of(header: Header, position: Position, words: Words) -> dict[str, str]:
    """Return the name of the player of each seat; without a name, the name of the seat."""
    return {
        seat: called(header.game, seat, name, words) for seat, name in zip(position.seats, header.players, strict=True)
    }


def seat_name(game: str, seat: str, words: Words) -> str:
    """Return the name of a seat, to stand beside the name of its player."""
    return words(find_kit(game).about.seats.get(seat, N_("player {number}")), number=seat)


def moved_on(seats: Iterable[str], names: Sequence[str]) -> list[str]:
    """Return the names of players after each has moved to the next seat, the last to the first.

    A player without a name gets the name of the new seat. seats: in the order of their names.
    """
    seats = list(seats)
    named = [None if name == seat else name for seat, name in zip(seats, names, strict=True)]
    return [name or seat for seat, name in zip(seats, (named[-1], *named[:-1]), strict=True)]


def called(game: str, seat: str, name: str, words: Words) -> str:
    """Return the name of a player of a game; without a name, the name of the seat.

    A name longer than today's limit, of an old game, is cut.
    """
    if name == seat and seat.isdecimal():
        return words("Player {number}", number=seat)
    nameless = find_kit(game).about.nameless
    if name == seat and seat in nameless:
        return words(nameless[seat])
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"

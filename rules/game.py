"""What is a game? The protocol every engine follows, its outcome, and its errors.

An engine is a frozen :class:`Game` and immutable :class:`Position` values. A move *is* its
text (``y@d4``), so records, screens, logs and tests need no second form of it. Engines know no
clock: where a game runs in real time, the second comes in with the move.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

Move = str
"""A move in the notation of its game's rules, for example ``d4-f2``."""


class GameError(ValueError):
    """Something a game cannot accept; the message says what, where and what would do."""


class MalformedError(GameError):
    """A text that is no move, position, option or record at all."""


class IllegalError(GameError):
    """A well-formed move that the rules forbid in this position."""


class Outcome(NamedTuple):
    """How a finished game ended.

    reason: the rule that ended it, in the words of the record format (``scored``, ...).
    winners: the winning seats' names in seat order; several share a win, none is a draw.
    """

    reason: str
    winners: tuple[str, ...]


class Option(NamedTuple):
    """A choice that the rules leave to the household.

    default: the text that stands for "not given".
    canonical: turns a given text into its one canonical form, or raises
        :class:`MalformedError` with what is wrong and what would do.
    """

    name: str
    default: str
    meaning: str
    canonical: Callable[[str], str]


@runtime_checkable
class Position(Protocol):
    """One immutable state of one game. ``str()`` gives a one-line text that names it fully."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Seat names in turn order."""

    @property
    def to_move(self) -> str | None:
        """The seat whose turn it is, None when the game is over."""

    @property
    def plies(self) -> int:
        """Moves played so far, as the record format counts them."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""

    def legal_moves(self) -> Sequence[Move]:
        """Every move that can be made now, in no particular order, each once.

        The sequence is lazy: its length, membership and the move at an index cost no list.
        Empty when the game is over. Table commands (``agree``) are not among them.
        """

    def play(self, move: Move) -> Self:
        """The position after `move`.

        Raises MalformedError when the text is no move of this game, IllegalError when it
        cannot be made here; both say in which position and what would have been possible.
        """

    def scores(self) -> dict[str, int]:
        """The standing of each seat, by the game's own scoring."""

    def detail(self) -> dict[str, Any]:
        """What else a reader of the score may want; documented by each engine."""


@runtime_checkable
class Game(Protocol):
    """A set of rules that positions are started from."""

    @property
    def name(self) -> str:
        """The game's name in records and on the command line."""

    @property
    def players(self) -> range:
        """The numbers of players it can be played by."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The choices its rules leave open, by name."""

    def seats(self, players: int) -> tuple[str, ...]:
        """The seats' names in turn order. Raises MalformedError for a wrong number."""

    def start(self, players: int, options: Mapping[str, str] | None = None) -> Position:
        """The position before the first move.

        options: option name -> text; those not named stand at their default. Raises
        MalformedError for an unknown option, a bad value or a wrong number of players.
        """

    def position(self, text: str) -> Position:
        """The position that ``str(position)`` wrote. Raises MalformedError."""


def count_players(game: Game, players: int) -> int:
    """`players` when the game can be played by so many, else MalformedError."""
    if players not in game.players:
        first, last = game.players[0], game.players[-1]
        can = f"{first}" if first == last else f"{first}-{last}"
        raise MalformedError(f"{game.name} is for {can} players, not {players}")
    return players


def canonical_options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Every option of `game` by name, each in its canonical text.

    Raises MalformedError for a name the game does not have or a value it cannot have.
    """
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            can = ", ".join(sorted(known)) or "none"
            raise MalformedError(f"{game.name} has no option {name!r}; it has: {can}")
    values = {}
    for name, option in sorted(known.items()):
        try:
            values[name] = option.canonical(given.get(name, option.default))
        except MalformedError as error:
            raise MalformedError(f"option {name}: {error}") from None
    return values


def true_or_false(text: str) -> str:
    """Canonical form of a yes/no option. Raises MalformedError."""
    if text not in ("true", "false"):
        raise MalformedError(f"{text!r} should be true or false")
    return text


def some_of(moves: Sequence[Move], most: int = 8) -> str:
    """The first few moves in sorted order, for an error message."""
    shown = " ".join(sorted(moves)[:most])
    return f"{shown} ... ({len(moves)} moves)" if len(moves) > most else shown or "no move"

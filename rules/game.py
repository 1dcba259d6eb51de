"""What every game engine offers: the protocol of a game and of a position, outcome and errors.

An engine is a stateless :class:`Game` and immutable :class:`Position` values. A move *is* its
text (``y@d4``), so records, screens, logs and tests need no second form of it. Engines read no
clock: where a game runs in real time, the second comes in with the move.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias

Move: TypeAlias = str
"""A move in the notation of its game's rules, for example ``d4-f2``."""


class GameError(ValueError):
    """Something a game cannot accept; the message says what, where and what would be accepted."""


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

    name: as in records and on the command line. default: the text used when none is given.
    meaning: one line for help texts. canonical: returns the one canonical form of a given text,
    or raises MalformedError. always: a record names the option even at its default. by_players:
    number of players -> the text that means the same as the default, where that depends on them.
    """

    name: str
    default: str
    meaning: str
    canonical: Callable[[str], str]
    always: bool = False
    by_players: Mapping[int, str] = MappingProxyType({})


class OptionError(MalformedError):
    """An option that the game does not have or a value it cannot have; `option` is its name."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"option {option}: {message}")
        self.option = option


Load: TypeAlias = Callable[[str], str]
"""Return the text of the file that an option names (a household's own board).

Raises MalformedError when it cannot be read.
"""


def load_nothing(name: str) -> str:
    """Raise MalformedError: the loader where no files can be read."""
    raise MalformedError(f"{name!r} cannot be read here")


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
        """Return the position after `move`; this one stays as it is.

        Raises MalformedError when the text is no move of this game, IllegalError when it
        cannot be made here; both say in which position and which moves are legal.
        """

    @property
    def chance(self) -> bool:
        """Whether a die decides: the legal moves are then the rolls that can occur."""

    def later(self, milliseconds: int) -> Self:
        """Return the position when so much time has passed without a move.

        The same position in a game without a clock, before the clock runs, and after the end.
        """

    def written(self, move: Move) -> Move:
        """Return the canonical record line of a `move` that can be played here.

        In a game with a clock it ends with the second of the move.
        """

    def scores(self) -> dict[str, int]:
        """Return the score of each seat by name, as the game counts it."""

    def detail(self) -> dict[str, Any]:
        """Return what else a score display may show; each engine documents its entries."""


class Untimed:
    """The methods of a position in a game without dice and clock: a mixin without fields."""

    __slots__ = ()

    @property
    def chance(self) -> bool:
        """False: no die decides."""
        return False

    def later(self, milliseconds: int) -> Self:  # noqa: ARG002
        """Return this position: time changes nothing."""
        return self

    def written(self, move: Move) -> Move:
        """Return `move`: a record line is the move alone."""
        return move


class PositionBase(Untimed):
    """What a position compares and hashes by, in a game without a clock.

    A mixin without fields. Positions are equal when they are of the same class and their `key`
    is equal, however they came about.
    """

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """Return all that makes this position what it is, as one hashable value."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PositionBase)
            and type(self) is type(other)
            and (self.key() == other.key())
        )

    def __hash__(self) -> int:
        return hash(self.key())


class Game(ABC):
    """The rules of one game: its options, and the positions that a game starts from.

    name: as in records and on the command line. players: the possible numbers of players.
    options: the choices that its rules leave open.
    """

    name: ClassVar[str]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]

    @abstractmethod
    def seats(self, players: int) -> tuple[str, ...]:
        """Return the seats' names in turn order. Raises MalformedError for a wrong number."""

    @abstractmethod
    def start(
        self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing
    ) -> Position:
        """Return the position before the first move.

        options: option name -> text; those not named have their default. load: reads the file
        that an option names. Raises MalformedError for a wrong number of players, OptionError
        for an unknown option or a bad value.
        """

    @abstractmethod
    def position(self, text: str, load: Load = load_nothing) -> Position:
        """Return the position that ``str(position)`` wrote. Raises MalformedError."""

    def draw_options(self, given: Mapping[str, str], random: Random) -> dict[str, str]:  # noqa: ARG002
        """Return the options of a new game: `given`, and drawn at random what the rules say."""
        return dict(given)

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return every option by name, each in its canonical text. Raises OptionError."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                can = ", ".join(sorted(known)) or "none"
                raise OptionError(name, f"{self.name} has no such option; it has: {can}")
        values = {}
        for name, option in sorted(known.items()):
            try:
                values[name] = option.canonical(given.get(name, option.default))
            except MalformedError as error:
                raise OptionError(name, str(error)) from None
        return values

    def noteworthy(self, given: Mapping[str, str], players: int) -> dict[str, str]:
        """Return the canonical options that a record of a game of so many players names.

        Those not at their default, and those that it always names. Raises OptionError.
        """
        chosen = self.canonical(given)
        return {
            option.name: chosen[option.name]
            for option in self.options
            if option.always
            or chosen[option.name] not in (option.default, option.by_players.get(players))
        }

    def count(self, players: int) -> int:
        """Return `players`. Raises MalformedError if the game is not for so many."""
        if players not in self.players:
            first, last = self.players[0], self.players[-1]
            can = f"{first}" if first == last else f"{first}-{last}"
            raise MalformedError(f"{self.name} is for {can} players, not {players}")
        return players


def true_or_false(text: str) -> str:
    """Return the canonical form of a yes/no option. Raises MalformedError."""
    if text not in ("true", "false"):
        raise MalformedError(f"{text!r} should be true or false")
    return text


def some_of(moves: Sequence[Move], most: int = 8) -> str:
    """Return the first few moves in sorted order, for an error message."""
    shown = " ".join(sorted(moves)[:most])
    return f"{shown} ... ({len(moves)} moves)" if len(moves) > most else shown or "no move"

"""What is a game? The protocol every engine follows, its outcome, and its errors.

An engine is a frozen :class:`Game` and immutable :class:`Position` values. A move *is* its
text (``y@d4``), so records, screens, logs and tests need no second form of it. Engines know no
clock: where a game runs in real time, the second comes in with the move.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from rules.value import NamedTuple, Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random
    from typing import Any, ClassVar, Self, TypeAlias

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

    default: the text that stands for "not given". canonical: turns a given text into its one
    canonical form, or raises MalformedError with what is wrong and what would do. always: a
    record names it even at its default.
    """

    name: str
    default: str
    meaning: str
    canonical: Callable[[str], str]
    always: bool = False


class OptionError(MalformedError):
    """An option that the game does not have or a value it cannot have; `option` is its name."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"option {option}: {message}")
        self.option = option


Load: TypeAlias = "Callable[[str], str]"
"""Reads the text that an option names (a household's own board), or raises MalformedError."""


def load_nothing(name: str) -> str:
    """Stand in for a loader where no files are at hand."""
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
        """The position after `move`.

        Raises MalformedError when the text is no move of this game, IllegalError when it
        cannot be made here; both say in which position and what would have been possible.
        """

    @property
    def chance(self) -> bool:
        """Whether a die decides: the legal moves are then the rolls that can occur."""

    def later(self, milliseconds: int) -> Self:
        """The position when so much time has passed without a move.

        The same position in a game that knows no time, before its clock runs, and after its end.
        """

    def written(self, move: Move) -> Move:
        """The canonical record line of a `move` that can be played here, its second included."""

    def scores(self) -> dict[str, int]:
        """The standing of each seat, by the game's own scoring."""

    def detail(self) -> dict[str, Any]:
        """What else a reader of the score may want; documented by each engine."""


class Game(ABC):
    """A set of rules that positions are started from.

    name: in records and on the command line. players: the numbers it can be played by. options:
    the choices its rules leave open.
    """

    name: ClassVar[str]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]

    @abstractmethod
    def seats(self, players: int) -> tuple[str, ...]:
        """The seats' names in turn order. Raises MalformedError for a wrong number."""

    @abstractmethod
    def start(
        self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing
    ) -> Position:
        """The position before the first move.

        options: option name -> text; those not named stand at their default. load: reads what
        an option names. Raises MalformedError for a wrong number of players, OptionError for
        an unknown option or a bad value.
        """

    @abstractmethod
    def position(self, text: str, load: Load = load_nothing) -> Position:
        """The position that ``str(position)`` wrote. Raises MalformedError."""

    def set_up(self, given: Mapping[str, str], random: Random) -> dict[str, str]:  # noqa: ARG002
        """The options of a new game, with what its rules leave to chance drawn."""
        return dict(given)

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option by name, each in its canonical text. Raises OptionError."""
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

    def noteworthy(self, given: Mapping[str, str]) -> dict[str, str]:
        """The canonical options that a record names: those not at their default."""
        chosen = self.canonical(given)
        return {
            option.name: chosen[option.name]
            for option in self.options
            if option.always or chosen[option.name] != option.default
        }

    def count(self, players: int) -> int:
        """`players` if the game can be played by so many, else MalformedError."""
        if players not in self.players:
            first, last = self.players[0], self.players[-1]
            can = f"{first}" if first == last else f"{first}-{last}"
            raise MalformedError(f"{self.name} is for {can} players, not {players}")
        return players


def true_or_false(text: str) -> str:
    """Canonical form of a yes/no option. Raises MalformedError."""
    if text not in ("true", "false"):
        raise MalformedError(f"{text!r} should be true or false")
    return text


def some_of(moves: Sequence[Move], most: int = 8) -> str:
    """The first few moves in sorted order, for an error message."""
    shown = " ".join(sorted(moves)[:most])
    return f"{shown} ... ({len(moves)} moves)" if len(moves) > most else shown or "no move"

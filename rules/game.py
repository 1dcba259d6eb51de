"""The protocol of a game and of a position, which every engine keeps; outcome and errors.

An engine is a stateless :class:`Game` and immutable :class:`Position` values. A move *is* its text
(``y@d4``), so records, screens, logs and tests need no second form of it. Engines read no clock:
where a game runs in real time, the second comes in with the move.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, NoReturn, Protocol, Self, TypeAlias

from rules.text import Text, told

MOST_SHOWN = 8  # moves in an error message
AGREE = "agree"  # by which all players end a game here, where its rules let them

Move: TypeAlias = str
"""A move in the notation of its game's rules, for example ``d4-f2``."""


class GameError(ValueError):
    """An input that a game cannot accept; the message says its fault, its place, and the remedy.

    Attributes:
        message: the message as a text that can be translated.
        plain: the text for people instead of it, made when it is asked for.
        why: the rule that forbids the input, None where no rule does.
    """

    def __init__(self, message: Text | str, plain: Callable[[], Text] | None = None, why: Text | None = None) -> None:
        self.why = why
        self.message = message if isinstance(message, Text) else Text("{error}", {"error": message})
        super().__init__(str(message))
        self._plain = plain

    def __str__(self) -> str:
        return str(self.plain) if isinstance(self._plain, partial) else super().__str__()

    @property
    def plain(self) -> Text:
        """The message for people, with the closest moves."""
        return self.message if self._plain is None else self._plain()


class MalformedError(GameError):
    """A text that is no move, position, option or record at all."""


def no_position(message: str, why: ValueError) -> MalformedError:
    """Return the error that a text is no position.

    Args:
        message: with the text, and an example of a position.
        why: the fault of the text; if it is itself an error of a game, people are told only that.
    """
    plain = (lambda: why.plain) if isinstance(why, GameError) else None
    return MalformedError(message, plain)


class IllegalError(GameError):
    """A well-formed move that the rules forbid in this position."""


class Outcome(NamedTuple):
    """How a finished game ended.

    Attributes:
        reason: The rule that ended it, in the words of the record format: ``flag`` (RV-19),
            ``buildings`` (RV-20), ``stones`` (RV-21), ``exhausted`` (RV-22); ``finished`` (HG-14),
            ``stalled`` (HG-12); ``scored`` (FR-13), ``agreed`` (FR-16); ``home`` (GM-18).
        winners: The winning seats' names in seat order; several share a win, none is a draw.
    """

    reason: str
    winners: tuple[str, ...]


class Option(NamedTuple):
    """A choice that the rules leave to the household.

    Attributes:
        name: As in records and on the command line.
        default: The text used when none is given.
        meaning: One line for help texts, with the clause.
        canonical: Returns the one canonical form of a given text, or raises MalformedError.
        always: Whether a record names the option even at its default.
        by_players: Number of players -> the text that means the same as the default, where that
            depends on them.
    """

    name: str
    default: str
    meaning: str
    canonical: Callable[[str], str]
    always: bool = False
    by_players: Mapping[int, str] = MappingProxyType({})


class OptionError(MalformedError):
    """An option that the game does not have, or a value that it cannot have.

    Attributes:
        option: Its name.
    """

    def __init__(self, option: str, message: Text | str) -> None:
        super().__init__(told("option {option}: {error}", option=option, error=message))
        self.option = option


Load: TypeAlias = Callable[[str], str]
"""Return the text of the file that an option names (a household's own board).

Raises MalformedError when it cannot be read.
"""


def load_nothing(name: str) -> str:
    """Refuse to read a file: the loader for games without files.

    Raises:
        MalformedError: Always.
    """
    raise MalformedError(told("{name!r} cannot be read here", name=name))


class Position(Protocol):
    """An immutable state of a game.

    ``repr()`` gives a line of text that names it fully, which :meth:`Game.position` reads;
    ``str()`` draws it as a small board.
    """

    @property
    def seats(self) -> tuple[str, ...]:
        """Seat names in turn order."""

    @property
    def to_move(self) -> str | None:
        """The seat whose turn it is. None when the game is over."""

    @property
    def mover(self) -> str | None:
        """The seat that makes the legal moves: usually `to_move`, else the seat in its place."""

    @property
    def plies(self) -> int:
        """Moves played so far, as the record format counts them."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended. None while it goes on."""

    def legal_moves(self) -> Sequence[Move]:
        """Every move that can be made now, in no particular order, each once.

        The sequence is lazy: its length, membership and the move at an index cost no list.
        Empty when the game is over. Table commands (``agree``) are not among them.
        """

    def play(self, move: Move) -> Self:
        """Return the position after `move`; this position stays as it is.

        Raises:
            MalformedError: The text is no move of this game.
            IllegalError: The move cannot be made here. Both give the position and its legal moves.
        """

    @property
    def chance(self) -> bool:
        """Whether a die decides: the legal moves are then the rolls that can occur."""

    def later(self, milliseconds: int) -> Self:
        """Return the position after this time without a move.

        The same position in a game without a clock, before the clock runs, and after the end.

        Args:
            milliseconds: The time, 0 or more.

        Raises:
            IllegalError: The time is negative, in a game with a clock.
        """

    def written(self, move: Move) -> Move:
        """Return the canonical record line of a `move` that can be played here.

        In a game with a clock it ends with the second of the move.
        """

    def scores(self) -> dict[str, int]:
        """Return the score of each seat by name, as the game counts it."""

    def detail(self) -> dict[str, Any]:
        """Return further values for a score display; each engine documents its entries."""


class PositionBase:
    """The base of all positions: they cannot be changed, and are equal when their `key` is.

    A mixin without fields. A frozen dataclass would pay for each field a call of
    ``object.__setattr__``, which takes longer than to play the move. So an engine declares the
    fields in a *draft*, a plain slotted class, and its position as a subclass of it that adds no
    field. ``play`` fills a draft in by name, and then makes it a position::

        class Draft:
            __slots__ = ("plies", "seat")
            plies: int
            seat: int

        class Position(PositionBase, Draft):
            __slots__ = ()

        after = Draft()
        after.plies = self.plies + 1
        after.seat = 1 - self.seat
        after.__class__ = Position

    Copies and pickles work as usual.
    """

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """Return all values that distinguish this position, as a hashable tuple."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Whether both positions are equal, however they came about."""
        return isinstance(other, PositionBase) and type(self) is type(other) and (self.key() == other.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be removed")

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    @property
    def mover(self) -> str | None:
        """The seat that makes the legal moves: `to_move`, in most games."""
        seat: str | None = self.to_move  # type: ignore[attr-defined]  # each engine has it
        return seat

    @property
    def chance(self) -> bool:
        """Whether a die decides: the legal moves are then the rolls that can occur."""
        return False

    def later(self, milliseconds: int) -> Self:  # most games have no clock
        """Return the position after this time without a move."""
        return self

    def written(self, move: Move) -> Move:
        """Return the canonical record line of a `move` that can be played here."""
        return move


class Game(ABC):
    """The rules of a game: its options, and the positions that it starts from.

    Attributes:
        name: As in records and on the command line.
        titles: The title printed on its box or its sheet, with its author where another game has
            the same title, and other names in use.
        players: The possible numbers of players.
        options: The choices that its rules leave open.
        rolls: The rolls of its die.
        timed: Whether each move has its second.
    """

    name: ClassVar[str]
    titles: ClassVar[tuple[str, ...]]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    rolls: ClassVar[tuple[Move, ...]] = ()
    timed: ClassVar[bool] = False

    @abstractmethod
    def seats(self, players: int) -> tuple[str, ...]:
        """Return the seats' names in turn order.

        Raises:
            MalformedError: The game is not for this number of players.
        """

    @abstractmethod
    def start(self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing) -> Position:
        """Return the position before the first move.

        Args:
            players: The number of players.
            options: Option name -> text; other options have their default.
            load: Reads the file that an option names.

        Raises:
            MalformedError: The game is not for this number of players.
            OptionError: An option is unknown, or has a bad value.
        """

    @abstractmethod
    def position(self, text: str, load: Load = load_nothing) -> Position:
        """Return the position that ``repr(position)`` wrote.

        Raises:
            MalformedError: The text is no position of this game.
        """

    @abstractmethod
    def every_move(self, start: Any) -> Sequence[Move]:
        """Return every move that may become legal after this start, in an order that stays.

        For numbering moves. Rolls of the die are left out, and so is `AGREE`.
        """

    def chosen(self, position: Any) -> object:
        """Return the setup that the options of a game have given, to be compared."""
        return position.setup

    def check_line(self, line: str, position: Position) -> None:  # noqa: B027  # few have any
        """Raise IllegalError for a line that no record can hold, though it can be played."""

    def mover(self, position: Any, move: Move) -> str | None:  # time may tell
        """Return the seat that makes a move in this position. None where any seat may."""
        seat: str | None = position.to_move
        return seat

    def turn_ends(self, position: Any) -> tuple[Move, ...]:  # in most by itself
        """Return the moves that end the turn now, when a record goes on with another seat."""
        return ()

    def meant_option(self, name: str, text: str) -> str:
        """Return the option value that a person may have meant by `text`."""
        return "".join(text.lower().replace(",", " ").split())

    def hindsight(self, line: str, before: Sequence[Any]) -> IllegalError | None:
        """Return why a line is illegal, where only the positions before it show that."""
        return None

    def draw_options(self, given: Mapping[str, str], random: Random) -> dict[str, str]:
        """Return the options of a new game: `given`, and those that the rules draw at random."""
        return dict(given)

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return every option by name, each in its canonical text.

        Args:
            given: Option name -> text; other options have their default.

        Raises:
            OptionError: An option is unknown, or has a bad value.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                can = ", ".join(sorted(known)) or "none"
                raise OptionError(name, told("{game} has no such option; it has: {can}", game=self.name, can=can))
        values = {}
        for name, option in sorted(known.items()):
            try:
                values[name] = option.canonical(given.get(name, option.default))
            except MalformedError as error:
                raise OptionError(name, error.message) from None
        return values

    def noteworthy(self, given: Mapping[str, str], players: int) -> dict[str, str]:
        """Return the canonical options that a record of a game with this number of players names.

        The options not at their default, and those always named.

        Args:
            given: Option name -> text.
            players: The number of players.

        Raises:
            OptionError: An option is unknown, or has a bad value.
        """
        chosen = self.canonical(given)
        return {
            option.name: chosen[option.name]
            for option in self.options
            if option.always or chosen[option.name] not in (option.default, option.by_players.get(players))
        }

    def count(self, players: int) -> int:
        """Return `players`.

        Raises:
            MalformedError: The game is not for this number of players.
        """
        if players not in self.players:
            first, last = self.players[0], self.players[-1]
            can = f"{first}" if first == last else f"{first}-{last}"
            raise MalformedError(
                told("{game} is for {can} players, not {players}", game=self.name, can=can, players=players)
            )
        return players


def true_or_false(text: str) -> str:
    """Return the canonical form of a yes/no option. Raises MalformedError."""
    if text not in ("true", "false"):
        raise MalformedError(told("{text!r} should be true or false", text=text))
    return text


def malformed(move: Move, why: Text, position: Position) -> MalformedError:
    """Return the error for a text that is no move. why: its fault, or the form of moves."""
    what = told("{move!r} is no move; {why}", move=move, why=why)
    return MalformedError(what, partial(_possible, what, move, position.legal_moves()))


def illegal(move: Move, why: Text, position: Position) -> IllegalError:
    """Return the error for a move that the rules forbid now."""
    what = told("{move} is illegal: {why}", move=move, why=why)
    return IllegalError(what, partial(_possible, what, move, position.legal_moves()), why)


def too_late(move: Move, second: str = "") -> IllegalError:
    """Return the error for a move after the end of the game. second: of the end, in real time."""
    what = told("{move} comes after the end of the game", move=move)
    if second:
        what = told("{move} comes after the end of the game at second {second}", move=move, second=second)
    return IllegalError(what)


def _possible(what: Text, move: Move, legal: Sequence[Move]) -> Text:
    """Return the fault of a move, and the moves that it may have been."""
    moves = _shown(closest(move, legal))
    return told("{what}; possible: {moves}", what=what, moves=moves)


_PART = re.compile(r"([A-Za-z*]*)(\d{0,9})", re.ASCII)  # of a field or a piece


def closest(move: Move, legal: Iterable[Move]) -> list[Move]:
    """Return these moves, the most like `move` first: the same piece, the same target."""
    wanted = _parts(move)[::-1]  # a piece may not be said

    def distance(other: Move) -> tuple[int, int, str]:
        both = zip_longest(wanted, _parts(other)[::-1], fillvalue="")
        pairs = [(a, b) for a, b in both if a != b]
        return len(pairs), sum(_apart(a, b) for a, b in pairs), other

    return sorted(legal, key=distance)


def _parts(move: Move) -> list[str]:
    """Return the piece, or its field, and the target of a move, as far as it has them."""
    first, _, last = move.strip().replace("*", "*@").rpartition(" ")
    words = [first, last] if first.isalpha() else [last]  # a second is no part of it
    return [part for word in words for part in re.split("[@-]", word)]


def _apart(one: str, other: str) -> int:
    """Return roughly how far apart two fields, pieces or numbers are."""
    (a, m), (b, n) = (found.groups() for found in map(_PART.match, (one, other)) if found)
    letters = abs(ord(a[0]) - ord(b[0])) if a and len(b) == 1 else 9 * (a != b)
    return letters + (abs(int(m) - int(n)) if m and n else 9 * (m != n))


def some_of(moves: Sequence[Move]) -> str:
    """Return the first few moves in sorted order, for an error message."""
    return str(_shown(sorted(moves)))


def _shown(moves: Sequence[Move]) -> Text:
    """Return the first few of these moves, and how many there are."""
    first = " ".join(moves[:MOST_SHOWN])
    if len(moves) > MOST_SHOWN:
        return told("{moves} ... ({number} moves)", moves=first, number=len(moves))
    return Text("{moves}", {"moves": first}) if moves else told("no move")

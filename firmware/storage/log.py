"""The log of a game: its events, batch by batch, as the store keeps them.

An event is a JSON array of its type and its fields in order. Trailing fields with their default
value are left out: ``["played",3,"1","y@d4",5000000]``. A batch has a line for each event.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias, Union, get_args

import msgspec
from msgspec import NODEFAULT, defstruct
from msgspec.structs import astuple, fields

from firmware.match.events import Begun, Distrusted, Ended, MatchEvent, Played, Seated, TakenBack
from firmware.match.seats import Seats
from rules import Move

Event: TypeAlias = Begun | MatchEvent | Distrusted

_KINDS: Final = {kind.__struct_config__.tag: kind for kind in get_args(Event)}
_DEFAULTS: Final = {kind: [one.default for one in fields(kind)] for kind in _KINDS.values()}


def _as_array(kind: Any) -> Any:
    """Return a copy of an event's class that msgspec reads from an array."""
    given = [(one.name, one.type, *(() if one.default is NODEFAULT else (one.default,))) for one in fields(kind)]
    tag = kind.__struct_config__.tag
    return defstruct(kind.__name__, given, array_like=True, tag=tag, frozen=True)


_ARRAYS: Any = Union[tuple(map(_as_array, _KINDS.values()))]  # noqa: UP007
_decode: Final = msgspec.json.Decoder(_ARRAYS).decode_lines
_encode: Final = msgspec.json.Encoder().encode


class Entry(NamedTuple):
    """A batch of a game.

    Attributes:
        events: The events of the batch.
        day: The day and time of an end or a correction. None for other events, or if unknown.
    """

    events: tuple[Event, ...]
    day: datetime | None = None


def write_events(events: Iterable[Event]) -> str:
    """Return events as the text of a database column."""
    return "\n".join(_encode(_packed(event)).decode() for event in events)


def _packed(event: Event) -> list[Any]:
    values, defaults = astuple(event), _DEFAULTS[type(event)]
    length = len(values)
    while length and values[length - 1] == defaults[length - 1]:
        length -= 1
    return [type(event).__struct_config__.tag, *values[:length]]


def read_events(text: str) -> tuple[Event, ...]:
    """Return the events of a text by :func:`write_events`.

    Raise an error of :data:`firmware.storage.rows.DAMAGE` for any other text.
    """
    return tuple(_KINDS[one.__struct_config__.tag](*astuple(one)) for one in _decode(text.encode()))


class Line(NamedTuple):
    """The moves of a log, not checked against the rules.

    Attributes:
        moves: The moves of the game.
        taken_back: The moves that were taken back, by ply and then in the order of taking back.
        closing: The record line with the second at which time alone ended the game, else None.
    """

    moves: tuple[Played, ...]
    taken_back: tuple[Played, ...]
    closing: Move | None

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of its record."""
        lines = tuple(move.line for move in self.moves)
        return lines if self.closing is None else (*lines, self.closing)


def line_of(log: Iterable[Entry]) -> Line:
    """Return the moves of a log. Raise ValueError if some of them are missing."""
    moves: list[Played] = []
    gone: list[Played] = []
    closing = None
    for event in (event for entry in log for event in entry.events):
        if isinstance(event, Played):
            if event.ply != len(moves) + 1:
                raise ValueError("some of its moves are missing")
            moves.append(event)
        elif isinstance(event, TakenBack):
            closing = None
            gone.append(moves.pop())
        elif isinstance(event, Ended):
            closing = event.line
    return Line(tuple(moves), tuple(sorted(gone, key=lambda move: move.ply)), closing)


def seats_of(log: Sequence[Entry]) -> Seats:
    """Return the latest seats of a game. Raise LookupError if the log has no beginning."""
    told = (event for entry in log for event in entry.events)
    return [event.seats for event in told if isinstance(event, Begun | Seated)][-1]


def found_in(log: Sequence[Entry]) -> int:
    """Return the set of contacts, as bits, that were found broken during a game."""
    told = (event for entry in log for event in entry.events)
    return [0, *(event.contacts for event in told if isinstance(event, Distrusted))][-1]

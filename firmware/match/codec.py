"""Commands and events as JSON: an object with a ``type`` and the fields of the value.

It is the only module of the match that needs a library.
"""

from typing import Any, TypeAlias, get_type_hints

import msgspec

from firmware.match.commands import (
    Abort,
    Answer,
    Command,
    Correct,
    Play,
    Propose,
    Resign,
    RunClock,
    Sit,
)
from firmware.match.events import (
    Again,
    Answered,
    ClockRan,
    Ended,
    MatchEvent,
    Played,
    Proposed,
    Ran,
    Seated,
    TakenBack,
)
from firmware.match.refusals import EventError
from firmware.match.seats import Seat, Seats

_COMMANDS = (Play, Correct, Propose, Answer, Resign, Abort, RunClock, Sit)
_EVENTS = (Played, TakenBack, Proposed, Answered, ClockRan, Seated, Ran, Ended, Again)
_Struct: TypeAlias = type[msgspec.Struct]


def _mirror(kind: type[Any]) -> _Struct:
    """Return the struct that is read and written in place of a named tuple."""
    hints, defaults = get_type_hints(kind), kind._field_defaults
    fields: list[Any] = [
        (name, hints[name], defaults[name]) if name in defaults else (name, hints[name])
        for name in kind._fields
    ]
    name = kind.__name__
    return msgspec.defstruct(
        name, fields, tag_field="type", tag=_tag(name), forbid_unknown_fields=True, frozen=True
    )


def _tag(name: str) -> str:
    """Return the ``type`` of a class: ``taken-back`` of `TakenBack`."""
    return "".join(f"-{one.lower()}" if one.isupper() else one for one in name).lstrip("-")


_MIRRORS: dict[type[Any], _Struct] = {kind: _mirror(kind) for kind in (*_COMMANDS, *_EVENTS)}
_KINDS = {mirror: kind for kind, mirror in _MIRRORS.items()}


def _decoder(kinds: tuple[type[Any], ...]) -> "msgspec.json.Decoder[Any]":
    union: Any = _MIRRORS[kinds[0]]
    for kind in kinds[1:]:
        union |= _MIRRORS[kind]
    return msgspec.json.Decoder(union)


_commands, _events = _decoder(_COMMANDS), _decoder(_EVENTS)
_encode = msgspec.json.Encoder().encode


def write(one: Command | MatchEvent) -> bytes:
    """Return a command or an event as JSON."""
    return _encode(_MIRRORS[type(one)](**one._asdict()))


def read_command(text: str | bytes) -> Command:
    """Return the command that this JSON is. Raise EventError for any other text."""
    command: Command = _read(_commands, text)
    return command


def read_event(text: str | bytes) -> MatchEvent:
    """Return the event that this JSON is. Raise EventError for any other text."""
    event: MatchEvent = _read(_events, text)
    return event


def _read(decoder: "msgspec.json.Decoder[Any]", text: str | bytes) -> Any:
    try:
        struct = decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise EventError(f"no command or event: {error}") from None
    kind = _KINDS[type(struct)]
    return kind(**{name: getattr(struct, name) for name in kind._fields})


def without_holders(seats: Seats) -> Seats:
    """Return the seats as others may know them: without fingerprints of who holds them."""
    return Seats({name: Seat(seat.level) for name, seat in seats.by_name.items()})

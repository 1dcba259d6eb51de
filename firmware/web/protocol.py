"""What goes to and fro over the feed of a match? Its messages as types, and as a JSON schema.

:mod:`firmware.web.feed` says when each is sent. The schema is written from these types::

    python -m firmware.web.protocol > firmware/web/protocol.json
"""

import inspect
import json
from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import (
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from firmware.match.clock import GameClock
from firmware.match.events import Ended, MatchEvent, Proposed
from firmware.match.followed import PROTOCOL
from firmware.match.seats import Seats
from firmware.match.time_control import Clocks
from firmware.web.messages import FeedMessage
from firmware.web.watcher import text_of
from firmware.words import say
from rules import Header, Move

OTHER: Final = say("this host speaks version {protocol} of the protocol")


class Welcome(NamedTuple):
    """The answer to ``hello``; the missing batches follow, or a snapshot.

    Attributes:
        protocol: the version that the host speaks.
        epoch: another one whenever the host counts the batches anew.
        seq: of the last batch.
        you: the seats of who said hello.
        rights: what they may ask for now.

    """

    protocol: int
    epoch: str
    seq: int
    you: tuple[str, ...]
    rights: tuple[str, ...]


class PlyTold(NamedTuple):
    """A move of a match. milliseconds, at: when it was made, see :class:`GameClock`."""

    line: Move
    milliseconds: int
    at: int


class Snapshot(NamedTuple):
    """The whole match.

    Attributes:
        epoch: since when batches are counted.
        seq: of the last batch.
        kept: whether all of it is on the disk of the host.
        header: of its record, null while no match goes on at a table.
        files: name -> text of the files that its options name.
        lines: its moves.
        seats: seat -> level of the computer that plays it, 0 where a person does.
        clock: its own clock.
        proposal: what waits for an answer.
        ended: how it ended.
        again: the number of the match that follows on this one.
        clocks: those of its seats, null where nobody's time is limited.

    """

    epoch: str
    seq: int
    kept: bool
    header: Header | None
    files: Mapping[str, str]
    lines: tuple[PlyTold, ...]
    seats: Seats
    clock: GameClock
    proposal: Proposed | None
    ended: Ended | None
    again: int | None
    clocks: Clocks | None


class Batch(NamedTuple):
    """What one command, or time, has brought about: all of it, or nothing, has happened.

    Attributes:
        seq: one more than that of the batch before.
        by: the kind of place that has brought it about.
        at: when, in microseconds of the host's clock.
        kept: whether it is on the disk of the host.
        events: in order.

    """

    seq: int
    by: str
    at: int
    kept: bool
    events: tuple[MatchEvent, ...]


class Kept(NamedTuple):
    """All batches up to this one are on the disk of the host now."""

    seq: int


class Done(NamedTuple):
    """What was asked for with this id is done. seq: of the last batch that it has brought about."""

    id: str
    seq: int


class Refused(NamedTuple):
    """What was asked for with this id is not done.

    Attributes:
        id: of what was asked for.
        code: why, for programs: it never changes.
        message: why, for people.

    """

    id: str
    code: str
    message: str


class Pong(NamedTuple):
    """The answer to ``ping``. clock: the host's, in microseconds."""

    clock: int


class Error(NamedTuple):
    """A message was none of the protocol, came too often, or cannot be carried out here.

    Attributes:
        message: why, for people.
        code: why, for programs; "" where there is no word for it.

    """

    message: str
    code: str


class You(NamedTuple):
    """Who is at the match; comes after ``welcome``, and whenever somebody comes, goes or sits down.

    Attributes:
        seats: of this client.
        away: the seats of people whose holder is not connected.
        since: when these were connected last, by seat, as ISO 8601; not where that is not known.
        kept: for how many microseconds more a seat stays that of its holder, of those that are
            away; then others may take it.
        may_seat: whether this client may let others sit down.
        again: the number of the match that follows on this one.
        now: the host's clock, in microseconds.
        spectators: how many look on who hold no seat.

    """

    seats: tuple[str, ...]
    away: tuple[str, ...]
    since: Mapping[str, str]
    kept: Mapping[str, int]
    may_seat: bool
    again: int | None
    now: int
    spectators: int


FromHost: TypeAlias = Welcome | Snapshot | Batch | Kept | You | Done | Refused | Pong | Error


def plain(value: Any) -> Any:
    """Return a value as JSON has it, by the names of its fields.

    Messages and events have their ``type``; seats are told without who holds them.
    """
    if isinstance(value, Seats):
        return {name: seat.level for name, seat in value.by_name.items()}
    if isinstance(value, _TYPED):
        return {"type": _tag(type(value))} | _fields(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _fields(value)
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def as_text(message: FromHost) -> str:
    """Return a message as it is sent."""
    return text_of(plain(message))


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of a named tuple as JSON has them, without a type of those within."""
    return {
        name: _fields(one) if isinstance(one, Proposed | Ended) else plain(one)
        for name, one in value._asdict().items()
    }


_TYPED = (*get_args(MatchEvent), *get_args(FromHost))


def _tag(kind: type) -> str:
    """Return the ``type`` of a class: ``taken_back`` of `TakenBack`."""
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in kind.__name__).lstrip("_")


def schema() -> dict[str, Any]:
    """Return the JSON schema of all messages: ``from-client`` and ``from-host``."""
    sent: Any = Union[tuple(_as_object(kind, typed=True) for kind in get_args(FromHost))]  # noqa: UP007
    (client, host), parts = msgspec.json.schema_components(
        (FeedMessage, sent), ref_template="#/$defs/{name}"
    )
    described = parts | {
        name: part | {"description": inspect.cleandoc(part["description"])}
        for name, part in parts.items()
        if "description" in part
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The feed of a match, protocol {PROTOCOL}",
        "$defs": {"from-client": client, "from-host": host, **described},
        "anyOf": [{"$ref": "#/$defs/from-client"}, {"$ref": "#/$defs/from-host"}],
    }


@cache
def _as_object(kind: Any, *, typed: bool) -> Any:
    """Return the class of a named tuple's JSON. typed: whether it has its type."""
    about = (inspect.getdoc(kind) or "").partition("\n")[0]
    return msgspec.defstruct(
        f"{kind.__name__}Event" if typed and kind in get_args(MatchEvent) else kind.__name__,
        [(name, _as_json(one)) for name, one in get_type_hints(kind).items()],
        namespace={"__doc__": about}, module=kind.__module__, tag_field="type" if typed else None,
        tag=_tag(kind) if typed else None, forbid_unknown_fields=True,
    )  # fmt: skip


def _as_json(kind: Any, *, typed: bool = False) -> Any:
    """Return the type of what :func:`plain` makes of values of a type."""
    if kind is Seats:
        return dict[str, int]
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        return _as_object(kind, typed=typed)
    within, origin = get_args(kind), get_origin(kind)
    if not within or origin is Literal:
        return kind
    if origin in (tuple, Mapping):
        return origin[tuple(one if one is Ellipsis else _as_json(one) for one in within)]
    several = sum(one is not NoneType for one in within) > 1
    return Union[tuple(_as_json(one, typed=several) for one in within)]  # noqa: UP007


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))

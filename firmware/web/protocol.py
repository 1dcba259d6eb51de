"""What goes to and fro over the feed of a match? Its messages as types, and as a JSON schema.

:mod:`firmware.web.feed` says when each is sent. The schema is written from these types::

    python -m firmware.web.protocol > firmware/web/protocol.json
"""

import inspect
import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec

from firmware.match.followed import PROTOCOL, BatchTold, Message, Snapshot
from firmware.web.messages import FeedMessage
from firmware.words import say

OTHER: Final = say("this host speaks version {protocol} of the protocol")


class Welcome(Message, frozen=True):
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


class Kept(Message, frozen=True):
    """All batches up to this one are on the disk of the host now."""

    seq: int


class Done(Message, frozen=True):
    """What was asked for with this id is done. seq: of the last batch that it has brought about."""

    id: str
    seq: int


class Refused(Message, frozen=True):
    """What was asked for with this id is not done.

    Attributes:
        id: of what was asked for.
        code: why, for programs: it never changes.
        message: why, for people.

    """

    id: str
    code: str
    message: str


class Pong(Message, frozen=True):
    """The answer to ``ping``. clock: the host's, in microseconds."""

    clock: int


class Error(Message, frozen=True):
    """A message was none of the protocol, came too often, or cannot be carried out here.

    Attributes:
        message: why, for people.
        code: why, for programs; "" where there is no word for it.

    """

    message: str
    code: str


class You(Message, frozen=True):
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


FromHost: TypeAlias = Welcome | Snapshot | BatchTold | Kept | You | Done | Refused | Pong | Error


def schema() -> dict[str, Any]:
    """Return the JSON schema of all messages: ``from-client`` and ``from-host``."""
    (client, host), parts = msgspec.json.schema_components(
        (FeedMessage, FromHost), ref_template="#/$defs/{name}"
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


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))

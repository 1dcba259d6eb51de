"""The messages of the feed of a match, as types and as a JSON schema.

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
        protocol: the version of the host.
        epoch: the id of the host's count of batches; it changes whenever the host counts anew.
        seq: the number of the last batch.
        you: the seats of the client.
        rights: the requests that it may make now.

    """

    protocol: int
    epoch: str
    seq: int
    you: tuple[str, ...]
    rights: tuple[str, ...]


class Kept(Message, frozen=True):
    """All batches up to this number are on the disk of the host now."""

    seq: int


class Done(Message, frozen=True):
    """The request of this id is done. seq: the number of the last batch that it has caused."""

    id: str
    seq: int


class Refused(Message, frozen=True):
    """The request of this id is refused.

    Attributes:
        id: the id of the request.
        code: the reason for programs, which never changes.
        message: the reason for people.

    """

    id: str
    code: str
    message: str


class Pong(Message, frozen=True):
    """The answer to ``ping``. clock: the host's, in microseconds."""

    clock: int


class Error(Message, frozen=True):
    """A message was malformed, came too often, or cannot be carried out here.

    Attributes:
        message: the reason for people.
        code: the reason for programs; "" without a code.

    """

    message: str
    code: str


class You(Message, frozen=True):
    """The people at the match, sent after ``welcome`` and whenever they come, go or sit down.

    Attributes:
        seats: the seats of this client.
        away: the seats of people whose holder is not connected.
        since: the time when these were last connected, by seat, as ISO 8601, as far as known.
        kept: the microseconds for which a seat of these still belongs to its holder; then others
            may take it.
        may_seat: whether this client may let others sit down.
        again: the number of the match that follows it.
        now: the host's clock in microseconds.
        spectators: the number of connected clients that hold no seat.

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
    (client, host), parts = msgspec.json.schema_components((FeedMessage, FromHost), ref_template="#/$defs/{name}")
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

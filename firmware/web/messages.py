"""What may somebody send to the table? The messages of the protocol, checked before anything else.

Each is a JSON object with a ``type``; see :mod:`firmware.web.routes` for the whole protocol.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from hal import CELLS

LONGEST = 4096  # characters of a message
Cell = Annotated[int, Meta(ge=0, lt=CELLS)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Value = Annotated[str, Meta(max_length=400)]


class MessageError(ValueError):
    """A message that says nothing the table could do; what is wrong with it."""


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all have in common: nothing that they do not know may be in them."""


class Touched(_Message, frozen=True, tag="touch"):
    """A hand at a cell. end_a_up: how an hourglass is put down; None: as it stood."""

    touch: Literal["lift", "place", "press", "turn"]
    cell: Cell
    end_a_up: bool | None = None


class Pressed(_Message, frozen=True, tag="key"):
    """A key of the table."""

    key: Literal["CONFIRM", "UNDO", "HINT", "MENU"]


class Moved(_Message, frozen=True, tag="move"):
    """A legal move that simulated players are to make."""

    move: Annotated[str, Meta(min_length=1, max_length=40)]


class New(_Message, frozen=True, tag="new"):
    """A new game. names: in the order of the seats; none where the game says who sits there.

    What a name may be is said by :func:`rules.check_name`.
    """

    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[list[Value], Meta(max_length=6)] = []
    options: Annotated[dict[Name, Value], Meta(max_length=8)] = {}


class Resume(_Message, frozen=True, tag="resume"):
    """The game that is offered goes on."""


class Computer(_Message, frozen=True, tag="computer"):
    """The computer plays these seats, and no others."""

    seats: Annotated[list[Annotated[str, Meta(max_length=10)]], Meta(max_length=6)]


Message: TypeAlias = Touched | Pressed | Moved | New | Resume | Computer

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read_message(text: Any) -> Message:
    """The message that a client has sent. Raises MessageError; `text` may be anything."""
    if not isinstance(text, str):
        raise MessageError("a message should be text, not bytes")
    if len(text) > LONGEST:
        raise MessageError(f"a message may have {LONGEST} characters, not {len(text)}")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise MessageError(f"no message of the protocol: {error}") from None

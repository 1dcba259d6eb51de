"""The messages that clients may send to the table, checked before anything else is done.

A message is a JSON object with a ``type``; see :mod:`firmware.web.routes` for the whole protocol.
"""

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from hal import CELLS

T = TypeVar("T")

LONGEST = 4096  # characters of a message
Cell = Annotated[int, Meta(ge=0, lt=CELLS)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Value = Annotated[str, Meta(max_length=400)]
Plies = Annotated[int, Meta(ge=0, lt=1 << 53)]


class MessageError(ValueError):
    """A message that is not of the protocol; the text of the error says why."""


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all messages: they may have no unknown fields."""


class Touched(_Message, frozen=True, tag="touch"):
    """A touch at a cell. end_a_up: how an hourglass is put down; None: as it stood."""

    touch: Literal["lift", "place", "press", "turn"]
    cell: Cell
    end_a_up: bool | None = None


class Pressed(_Message, frozen=True, tag="key"):
    """A key of the table."""

    key: Literal["CONFIRM", "UNDO", "HINT", "MENU"]


class _OfPly(_Message, frozen=True, kw_only=True):
    """A request that is meant for a single position of the game.

    plies: on a screen, the number of moves that the game had then; the request is refused if the
    game has another number.
    """

    plies: Plies | None = None


class Moved(_OfPly, frozen=True, tag="move"):
    """A legal move that simulated players are to make."""

    move: Annotated[str, Meta(min_length=1, max_length=40)]


class New(_Message, frozen=True, tag="new"):
    """A new game.

    :func:`rules.check_name` says which names are allowed.

    Attributes:
        names: in the order of the seats; empty where the game says which player has which seat.
    """

    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[list[Value], Meta(max_length=6)] = []
    options: Annotated[dict[Name, Value], Meta(max_length=8)] = {}


class Resume(_Message, frozen=True, tag="resume"):
    """The game that is offered goes on."""


class Sit(_Message, frozen=True, tag="sit"):
    """The table plays a seat of a game elsewhere. link: the link of that seat."""

    link: Value


class Adjusted(_Message, frozen=True, tag="adjust"):
    """The brightness of the table's lamps and the volume of its sounds, in percent."""

    lamps: Literal[100, 20]
    sound: Literal[100, 25, 0]


class Computer(_Message, frozen=True, tag="computer"):
    """The computer plays these seats, and no others."""

    seats: Annotated[list[Annotated[str, Meta(max_length=10)]], Meta(max_length=6)]


class Dropped(_OfPly, frozen=True, tag="drop"):
    """On a screen: a piece is dropped on a cell.

    Attributes:
        source: the cell that the piece comes from, or its supply, named by the first characters of
            the moves that bring its pieces.
    """

    source: Cell | Annotated[str, Meta(max_length=10)]
    to: Cell


class Rolled(_OfPly, frozen=True, tag="roll"):
    """On a screen: the die is to be rolled."""


class Proposed(_OfPly, frozen=True, tag="propose"):
    """On a screen: a proposal to all people at the game."""

    what: Literal["take back", "agree", "abandon", "rematch"]


class Answered(_Message, frozen=True, tag="answer"):
    """On a screen: the answer to a proposal, by its number; no withdraws the sender's own."""

    yes: bool
    number: Annotated[int, Meta(ge=0, lt=1 << 53)]


class Resigned(_Message, frozen=True, tag="resign"):
    """On a screen: the side of this seat gives the match up, so that the other wins."""

    seat: Annotated[str, Meta(max_length=10)]


class Aborted(_Message, frozen=True, tag="abort"):
    """On a screen: the match is called off before everybody has moved."""


class Said(_Message, frozen=True, tag="say"):
    """On a screen: a player says a phrase, or shows a face, to all watchers."""

    phrase: Literal["hello", "luck", "well", "thanks", "moment", "bye", "thumb", "clap", "laugh", "wow", "sad", "heart"]


class Echo(_Message, frozen=True, tag="echo"):
    """On a screen: the answer to the host's echo message of this number."""

    number: Annotated[int, Meta(ge=0, lt=1 << 53)]


class Hello(_Message, frozen=True, tag="hello", forbid_unknown_fields=False):
    """To the feed of a match: a client begins to follow it, or has missed messages.

    Another version of the protocol may have more fields, so that unknown fields are allowed here.
    """

    protocol: int
    language: Annotated[str, Meta(max_length=10)] = ""
    epoch: Annotated[str, Meta(max_length=20)] = ""
    seq: Annotated[int, Meta(ge=0, lt=1 << 53)] = 0


class Ping(_Message, frozen=True, tag="ping"):
    """To the feed of a match: a client is still there, and asks for the time."""


Asked: TypeAlias = Moved | Rolled | Proposed | Answered | Resigned | Aborted | Resume


class Do(_Message, frozen=True, tag="do"):
    """To the feed of a match on screens: a browser sends a request for its seats.

    Attributes:
        id: of the request: the same id sent again is answered again, but the request is not done
            again.
        plies: the number of moves that the match had then; the request is refused if the match has
            another number.
        ask: the request.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    plies: Plies
    ask: Asked


Message: TypeAlias = Touched | Pressed | Moved | New | Resume | Computer | Sit | Adjusted
ScreenMessage: TypeAlias = Asked | Dropped | Said | Echo
FeedMessage: TypeAlias = Hello | Ping | Do

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_screen_decoder: msgspec.json.Decoder[ScreenMessage] = msgspec.json.Decoder(ScreenMessage)

_feed_decoder: msgspec.json.Decoder[FeedMessage] = msgspec.json.Decoder(FeedMessage)


def read_message(text: Any) -> Message:
    """Return the message that a client has sent; `text` may be anything. Raise MessageError."""
    return _read(text, _decoder)


def read_screen_message(text: Any) -> ScreenMessage:
    """Return a message to a game on a screen, likewise. Raise MessageError."""
    return _read(text, _screen_decoder)


def read_feed_message(text: Any) -> FeedMessage:
    """Return a message to the feed of a match, likewise. Raise MessageError."""
    return _read(text, _feed_decoder)


def _read(text: Any, decoder: msgspec.json.Decoder[T]) -> T:
    if not isinstance(text, str):
        raise MessageError("a message should be text, not bytes")
    if len(text) > LONGEST:
        raise MessageError(f"a message may have {LONGEST} characters, not {len(text)}")
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise MessageError(f"no message of the protocol: {error}") from None

"""The messages of the protocol, version 2, in both directions.

A message is a JSON object with a ``type``. :mod:`firmware.web.stream` says when each is sent, and
:mod:`firmware.web.schema` makes their JSON schema.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from firmware.match.followed import BatchTold, Message, Welcome
from firmware.web.views import View
from firmware.words import N_
from hal import CELLS

OTHER: Final = N_("this host speaks version {protocol} of the protocol")
LONGEST = 4096  # characters of a message of a client

Cell = Annotated[int, Meta(ge=0, lt=CELLS)]
Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[str, Meta(max_length=10)]
Value = Annotated[str, Meta(max_length=400)]
Phrase: TypeAlias = Literal[
    "hello", "luck", "well", "thanks", "moment", "bye", "thumb", "clap", "laugh", "wow", "sad", "heart"
]


class MessageError(ValueError):
    """A message that is not of the protocol; the text of the error says why."""


class _FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The base of what clients say: it may have no unknown fields."""


# What is asked of a match


class Move(_FromClient, frozen=True):
    """A legal move. At a simulated table its hands make it."""

    move: Name


class Drop(_FromClient, frozen=True):
    """On a screen: a piece is dropped on a cell.

    Attributes:
        source: the cell that the piece comes from, or its supply, by the first characters of the moves that bring its
            pieces.
        to: the cell.
    """

    source: Cell | Seat
    to: Cell


class Roll(_FromClient, frozen=True):
    """On a screen: the die is to be rolled."""


class Propose(_FromClient, frozen=True):
    """On a screen: a proposal to all people at the match."""

    what: Literal["take back", "agree", "abandon", "rematch"]


class Answer(_FromClient, frozen=True):
    """On a screen: the answer to a proposal, by its number; no withdraws the sender's own."""

    yes: bool
    number: Count


class Resign(_FromClient, frozen=True):
    """On a screen: the side of this seat gives the match up, so that the other wins."""

    seat: Seat


class Abort(_FromClient, frozen=True):
    """On a screen: the match is called off before everybody has moved."""


class Say(_FromClient, frozen=True):
    """On a screen: a player says a phrase, or shows a face, to all pages."""

    phrase: Phrase


class Resume(_FromClient, frozen=True):
    """The sand of a match runs on; at a table, the game that is offered goes on."""


# What is asked of a table


class Touch(_FromClient, frozen=True):
    """At a simulated table: a touch at a cell. end_a_up: how an hourglass is put down; null: as it stood."""

    touch: Literal["lift", "place", "press", "turn"]
    cell: Cell
    end_a_up: bool | None = None


class Key(_FromClient, frozen=True):
    """A key of the table."""

    key: Literal["CONFIRM", "UNDO", "HINT", "MENU"]


class New(_FromClient, frozen=True):
    """A new game.

    Attributes:
        game: its name in the registry of rules.
        names: in the order of the seats; empty where the game says which player has which seat.
        options: its house rules.
        computers: the seats that the computer plays.
    """

    game: Name
    names: Annotated[list[Value], Meta(max_length=6)] = []
    options: Annotated[dict[Name, Value], Meta(max_length=8)] = {}
    computers: Annotated[list[Seat], Meta(max_length=6)] = []


class Sit(_FromClient, frozen=True):
    """The table plays a seat of a game elsewhere. link: the link of that seat."""

    link: Value


class Adjust(_FromClient, frozen=True):
    """The brightness of the table's lamps and the volume of its sounds, in percent."""

    lamps: Literal[100, 20]
    sound: Literal[100, 25, 0]


class Computer(_FromClient, frozen=True):
    """The computer plays these seats, and no others."""

    seats: Annotated[list[Seat], Meta(max_length=6)]


Ask: TypeAlias = (
    Move | Drop | Roll | Propose | Answer | Resign | Abort | Say | Resume | Touch | Key | New | Sit | Adjust | Computer
)

# From a client


class Hello(_FromClient, frozen=True, forbid_unknown_fields=False):
    """The first message of a client, and the way to what it has missed.

    Another version of the protocol may have more fields, so that unknown fields are allowed here.

    Attributes:
        protocol: the version that it speaks.
        log: the id of the log of which it has a part, "" for none.
        seq: the number of the last batch that it has, -1 for none.
        view: the language of the view that it wants; "" if it follows batches, as it knows the rules.
    """

    protocol: int
    log: Annotated[str, Meta(max_length=20)] = ""
    seq: Annotated[int, Meta(ge=-1, lt=1 << 53)] = -1
    view: Annotated[str, Meta(max_length=10)] = ""


class Do(_FromClient, frozen=True):
    """A request.

    Attributes:
        id: of the request: the same id sent again is answered again, but the request is not done again.
        ask: the request.
        plies: the number of moves that the match had then; the request is refused if it has another number. null for
            any.
    """

    id: Name
    ask: Ask
    plies: Count | None = None


class Ping(_FromClient, frozen=True):
    """A sign of life, and a question for the time."""


class Echo(_FromClient, frozen=True):
    """The same both ways: sent by the host to measure the way, it is to be sent back at once."""

    number: Count


FromClient: TypeAlias = Hello | Do | Ping | Echo

# From the host


class Kept(Message, frozen=True):
    """All batches up to this number are on the disk of the host now."""

    seq: int


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


class Said(Message, frozen=True):
    """The players of these seats say a phrase."""

    seats: tuple[str, ...]
    phrase: Phrase


class TuneTold(Message, frozen=True, tag="tune"):
    """The table beeps."""

    tune: str


class Warned(Message, frozen=True, tag="warn"):
    """Something is to be known: a part of the table fails, or a player has come."""

    text: str


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
    """A message was malformed or came too often.

    Attributes:
        message: the reason for people.
        code: the reason for programs; "" without a code.
    """

    message: str
    code: str


FromHost: TypeAlias = (
    Welcome | BatchTold | View | Kept | You | Said | TuneTold | Warned | Done | Refused | Pong | Error | Echo
)

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def read_message(text: Any) -> FromClient:
    """Return the message that a client has sent; `text` may be anything. Raise MessageError."""
    if not isinstance(text, str):
        raise MessageError("a message should be text, not bytes")
    if len(text) > LONGEST:
        raise MessageError(f"a message may have {LONGEST} characters, not {len(text)}")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise MessageError(f"no message of the protocol: {error}") from None

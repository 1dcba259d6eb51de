"""What may somebody send to the table? The messages of the protocol, checked before anything else.

Each is a JSON object with a ``type``; see :mod:`firmware.web.routes` for the whole protocol.
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


class _OfPly(_Message, frozen=True, kw_only=True):
    """What is asked for in one position, and means something else in another.

    plies: on a screen, how many moves the game had then; with others it is refused.
    """

    plies: Plies | None = None


class Moved(_OfPly, frozen=True, tag="move"):
    """A legal move that simulated players are to make."""

    move: Annotated[str, Meta(min_length=1, max_length=40)]


class New(_Message, frozen=True, tag="new"):
    """A new game.

    What a name may be is said by :func:`rules.check_name`.

    Attributes:
        names: in the order of the seats; none where the game says who sits there.
    """

    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[list[Value], Meta(max_length=6)] = []
    options: Annotated[dict[Name, Value], Meta(max_length=8)] = {}


class Resume(_Message, frozen=True, tag="resume"):
    """The game that is offered goes on."""


class Sit(_Message, frozen=True, tag="sit"):
    """The table plays a seat of a game elsewhere. link: of that seat."""

    link: Value


class Adjusted(_Message, frozen=True, tag="adjust"):
    """How bright the table's lamps and how loud its sounds are to be, in percent."""

    lamps: Literal[100, 20]
    sound: Literal[100, 25, 0]


class Computer(_Message, frozen=True, tag="computer"):
    """The computer plays these seats, and no others."""

    seats: Annotated[list[Annotated[str, Meta(max_length=10)]], Meta(max_length=6)]


class Dropped(_OfPly, frozen=True, tag="drop"):
    """On a screen: a piece is dropped on a cell.

    Attributes:
        source: the cell that it comes from, or its supply, by how the moves begin that bring one.
    """

    source: Cell | Annotated[str, Meta(max_length=10)]
    to: Cell


class Rolled(_OfPly, frozen=True, tag="roll"):
    """On a screen: the die is to be rolled."""


class Proposed(_OfPly, frozen=True, tag="propose"):
    """On a screen: something that all people at the game should agree to."""

    what: Literal["take back", "agree", "abandon", "rematch"]


class Answered(_Message, frozen=True, tag="answer"):
    """On a screen: the answer to a proposal, by its number; no to one's own takes it back."""

    yes: bool
    number: Annotated[int, Meta(ge=0, lt=1 << 53)]


class Resigned(_Message, frozen=True, tag="resign"):
    """On a screen: the side of this seat gives the match up, so that the other wins."""

    seat: Annotated[str, Meta(max_length=10)]


class Aborted(_Message, frozen=True, tag="abort"):
    """On a screen: the match is called off before everybody has moved."""


class Said(_Message, frozen=True, tag="say"):
    """On a screen: who plays says one of a few phrases, or shows a face, to all who look on."""

    phrase: Literal[
        "hello", "luck", "well", "thanks", "moment", "bye",
        "thumb", "clap", "laugh", "wow", "sad", "heart",
    ]  # fmt: skip


class Echo(_Message, frozen=True, tag="echo"):
    """On a screen: the answer to the host's message of this number, which measures the way."""

    number: Annotated[int, Meta(ge=0, lt=1 << 53)]


class Hello(_Message, frozen=True, tag="hello", forbid_unknown_fields=False):
    """To the feed of a match: somebody begins to follow it, or has missed something.

    Another version of the protocol may have more fields, so that these are allowed here.
    """

    protocol: int
    language: Annotated[str, Meta(max_length=10)] = ""
    epoch: Annotated[str, Meta(max_length=20)] = ""
    seq: Annotated[int, Meta(ge=0, lt=1 << 53)] = 0


class Ping(_Message, frozen=True, tag="ping"):
    """To the feed of a match: somebody is still there, and would like to know the time."""


Asked: TypeAlias = Moved | Rolled | Proposed | Answered | Resigned | Aborted | Resume


class Do(_Message, frozen=True, tag="do"):
    """To the feed of a match on screens: somebody asks for something, for the seats that they hold.

    Attributes:
        id: of what is asked: sent again with the same one, it is answered again and not done again.
        plies: how many moves the match had when it was asked for; with others it is refused.
        ask: what is asked for.
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
    """The message that a client has sent. Raises MessageError; `text` may be anything."""
    return _read(text, _decoder)


def read_screen_message(text: Any) -> ScreenMessage:
    """The same of a message to a game on a screen."""
    return _read(text, _screen_decoder)


def read_feed_message(text: Any) -> FeedMessage:
    """The same of a message to the feed of a match."""
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

"""The ports through which the firmware uses a table, and their contracts.

Every backend keeps these contracts; :mod:`hal.contract` has the tests of all of them. A part that
fails raises only :class:`hal.errors.HalError`, whatever its driver raises. It never blocks for
longer than 50 ms, and may be called again afterwards.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple, Protocol

from hal.contacts import ALL_CONTACTS, NO_CONTACTS, Contacts
from hal.snapshot import Snapshot
from wiring import CELLS

Colour = tuple[int, int, int]
"""Red, green and blue, 0-255 each."""

Frame = tuple[Colour, ...]
"""A colour for each of the 96 cells, in cell order."""


def check_frame(frame: Frame) -> None:
    """Raise ValueError unless a frame has 96 colours of three numbers 0-255."""
    if len(frame) != CELLS:
        raise ValueError(f"a frame has {CELLS} colours, not {len(frame)}")
    for at, colour in enumerate(frame):
        if len(colour) != 3 or not all(isinstance(c, int) and 0 <= c <= 255 for c in colour):
            raise ValueError(f"cell {at}: {colour!r} is not three numbers 0-255")


class Tune(Enum):
    """The tunes that the buzzer can play."""

    ACCEPTED = "accepted"  # a move was understood and kept
    SCORED = "scored"  # and it scored
    REFUSED = "refused"  # the touches are no move
    QUESTION = "question"  # the table asks a question
    WARNING = "warning"  # as before a loss that waiting would cause
    TAKEN_BACK = "taken back"
    PUT_RIGHT = "put right"  # pieces that stood wrong stand right again
    GAME_OVER = "game over"


class Sense(Protocol):
    """Reads the cells' contacts."""

    def scan(self) -> Snapshot:
        """Return the contacts as they are now, unfiltered and with bounces.

        A paced table gives the next scan. The snapshot's `at` never decreases from scan to scan.
        Raise PartError when the scan gave no valid snapshot; the firmware then leaves out this
        scan and tries again.
        """


class Keys(Protocol):
    """Reads the four keys."""

    def held(self) -> int:
        """Return the keys held down now, unfiltered: bit n for ``KEYS[n]``."""


class Lamps(Protocol):
    """Drives a lamp under each cell."""

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Light the cells like `frame` until the next frame.

        brightness: the part of the usual brightness, 0-1; colours keep their hue. Raise ValueError
        for a bad frame, see :func:`check_frame`.
        """


class Sound(Protocol):
    """Drives the buzzer."""

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Start `tune` and return at once; a tune still sounding is cut off.

        volume: the part of the usual amplitude, more than 0 and at most 1.
        """


class Display(Protocol):
    """A small text display, which a table may lack."""

    def write(self, lines: tuple[str, ...]) -> None:
        """Show these lines in place of the text before. An address of the web alone may be shown as a QR code."""


class Importance(IntEnum):
    """The importance of a sentence: it cuts off less important sentences."""

    PROMPT = 0  # the next thing to do
    EVENT = 1  # an event in the game
    ANSWER = 2  # an answer to a person, or a question or correction


class Sentence(NamedTuple):
    """A sentence to speak.

    topic: only the newest of several sentences with the same topic is worth speaking. volume: the
    part of the usual amplitude, more than 0 and at most 1.
    """

    text: str
    importance: Importance
    topic: str = ""
    volume: float = 1.0


class Voice(Protocol):
    """A voice, which a table may lack."""

    def speak(self, sentence: Sentence) -> None:
        """Speak a sentence when its turn comes, and return at once.

        Raise PartError, once, when a sentence before it was not spoken.
        """


class Clock(Protocol):
    """Tells and passes time."""

    def now(self) -> int:
        """Return the microseconds since a moment before the first scan; they never decrease."""

    def sleep_until(self, at: int) -> None:
        """Return when `now()` is at least `at`, at once if it already is."""


def none_unread() -> Contacts:
    """Return no contacts: the default of a backend that can always read all of them."""
    return NO_CONTACTS


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the ports that a backend offers, together.

    Attributes:
        faults: returns a sentence for each fault of contacts and keys without which the table works
            on now; empty when all of them work. Each fault is also raised once, when it begins.
        unread: returns the contacts that could not be read in the last scan, and keep their last
            state in it; see :mod:`hal.contacts`.
        paced: whether a thread takes the scans at their rate, so that `sense.scan` gives the oldest
            scan not yet asked for, or waits for the next; see :mod:`hal.sampling`.
        notes: returns a sentence for each part that is not of the planned type, but works.
        contacts: the contacts of the table, whole layers of them. A table without reeds is a table
            of keys: its fields are pressed, and no piece is seen on it.
        turn: the lock that contacts, keys, sound and display share, to be held by other users of
            them while a thread scans.
    """

    sense: Sense
    keys: Keys
    lamps: Lamps
    sound: Sound
    clock: Clock
    display: Display | None = None
    faults: Callable[[], tuple[str, ...]] = tuple
    unread: Callable[[], Contacts] = none_unread
    voice: Voice | None = None
    paced: bool = False
    notes: Callable[[], tuple[str, ...]] = tuple
    contacts: Contacts = ALL_CONTACTS
    turn: AbstractContextManager[object] = field(default_factory=nullcontext)

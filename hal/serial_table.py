"""A table behind a serial line: a board of any make that speaks lines of text.

The protocol stands in hal/README.md.
"""

import errno
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import reduce
from operator import xor
from textwrap import wrap
from threading import RLock
from typing import NamedTuple, Protocol, TypeAlias

from hal.clock import RealClock
from hal.contacts import (
    ALL_CONTACTS,
    BUTTONS,
    NO_CONTACTS,
    REEDS,
    TILTS,
    Cells,
    Contacts,
    buttons_of,
    contacts_of,
    reeds_of,
    tilts_of,
)
from hal.errors import HalError, OpenError, PartError
from hal.ports import Clock, Frame, Table, Tune, check_frame
from hal.snapshot import KEYS, Snapshot
from hal.tables import Asked
from hal.trace import SECOND
from wiring import CELLS
from wiring.text import label

VERSION = "1"
BAUD = 115_200  # which USB does not heed
SILENT = SECOND // 2  # microseconds without a state after which a board is silent
GREETING = 4 * SECOND  # microseconds for a board to say hello: some start anew when they are opened
RETRY = SECOND  # microseconds from one attempt to open the line to the next
LONGEST = 4096  # bytes of a line
LOOKS = SECOND // 20  # microseconds from one look at the line to the next at most, but for a computer that stands still
MOST_WAITING = 300  # changes that may wait to be scanned: more than the buffer of a kernel holds
SCANS = 3  # for which each change stays, as the debouncer wants
_LAYERS = {"r": REEDS, "b": BUTTONS, "t": TILTS}
_HEX = re.compile("[0-9A-Fa-f]+")
_SILENT = label("the table's board is silent: check its USB cable")


class Line(Protocol):
    """An open line, as pyserial has it. Each method may raise OSError."""

    def read(self, most: int, /) -> bytes:
        """Return the bytes that have come, at most so many, without waiting."""

    def write(self, data: bytes, /) -> object:
        """Send bytes."""

    def close(self) -> None:
        """Close the line."""


Opens: TypeAlias = Callable[[], Line]
"""Opens the line. Raises OSError."""


class Hello(NamedTuple):
    """The description that a board gives of itself.

    Attributes:
        contacts: its contacts.
        features: the names of its other parts.
        size: columns and rows of its text display, None without one.
    """

    contacts: Contacts
    features: frozenset[str]
    size: tuple[int, int] | None


class _State(NamedTuple):
    """The closed contacts and held keys. keys: bit n for KEYS[n]."""

    contacts: Contacts = NO_CONTACTS
    keys: int = 0


def read_hello(words: Sequence[str]) -> Hello:
    """Return the description in the words behind ``hello``. Raises OpenError for another make or version."""
    if words[:1] != ["speeltafel"]:
        raise OpenError(label("what answers there is no table of speeltafel"))
    if words[1:2] != [VERSION]:
        raise OpenError(
            label(
                "the board speaks version {theirs} of the protocol, this program {ours}: update the older one",
                theirs=" ".join(words[1:2]) or "?",
                ours=VERSION,
            )
        )
    features = dict(word.partition("=")[::2] for word in words[3:])
    contacts = NO_CONTACTS
    for letter in features.get("contacts", ""):
        contacts |= _LAYERS.get(letter, NO_CONTACTS)
    columns, _, rows = features.get("text", "").partition("x")
    size = (int(columns), int(rows)) if columns.isdecimal() and rows.isdecimal() else None
    return Hello(contacts, frozenset(features), size if size and min(size) else None)


def read_line(line: bytes) -> list[str]:
    """Return the words of a line; a damaged line has no words."""
    body, star, check = line.strip().rpartition(b"*")
    if not star:
        body = check
    elif check.lower() != b"%02x" % reduce(xor, body, 0):
        return []
    text = body.decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else " " for letter in text).split()


class SerialTable:
    """The table behind a line: hal's Sense, Keys, Lamps, Sound and Display.

    opens: opens the line, first of all and whenever it was lost. Raises OSError where it cannot be
    opened, OpenError where no board of this protocol answers in time.
    """

    def __init__(self, opens: Opens, clock: Clock) -> None:
        self._opens = opens
        self._clock = clock
        self._turn = RLock()
        self._line: Line | None = None
        self._rest = b""  # of a line whose end has not come yet
        self._waiting: dict[str, bytes] = {}  # feature -> the newest line for it
        self._text = ""  # the newest line for the display
        self._states: deque[_State] = deque(maxlen=MOST_WAITING)  # that were not scanned yet
        self._now = _State()
        self._scans = 0  # for which that has been so
        self._hello: Hello | None = None
        self._heard_at: int | None = None  # when the last state came, None before the first
        self._silent = True  # as the last look at the line found
        self._looked_at = self._tried_at = clock.now()
        self._fault: str = ""  # what the board says of itself
        self._refused: str = ""  # why what answers is not this table's board
        self._connect()
        until = clock.now() + GREETING
        while self._hello is None or self._silent:
            if clock.now() >= until:
                self._drop()
                raise OpenError(label("nothing that speaks the protocol answers there: is the board's program on it?"))
            clock.sleep_until(clock.now() + SECOND // 50)
            self._read()

    @property
    def ports(self) -> Table:
        """The table as the firmware knows it."""
        assert self._hello is not None
        return Table(
            self,
            self,
            self,
            self,
            self._clock,
            self if self._hello.size else None,
            self._faults,
            self._unread,
            contacts=self._hello.contacts,
            turn=self._turn,
        )

    # The line

    def _connect(self) -> None:
        self._tried_at = self._clock.now()
        self._line = self._opens()
        self._rest, self._heard_at = b"", None
        self._waiting = {"hello": _encoded(f"hello {VERSION}")}
        self._flush()

    def _drop(self) -> None:
        line, self._line = self._line, None
        self._silent = True
        if line is not None:
            with suppress(OSError):
                line.close()

    def _read(self) -> None:
        """Take in the lines that have come. Raises OSError, OpenError."""
        assert self._line is not None
        *lines, rest = (self._rest + self._line.read(4 * LONGEST)).split(b"\n")
        self._rest = rest[-LONGEST:]
        for line in lines:
            self._hear(read_line(line))

    def _hear(self, words: Sequence[str]) -> None:
        kind, said = "".join(words[:1]), words[1:]
        if kind == "state" and len(said) == 4 and all(map(_HEX.fullmatch, said)):
            self._take_state(*(int(one, 16) for one in said))
        elif kind == "hello":
            self._meet(read_hello(said))
        elif kind == "fault":
            self._fault = " ".join(said)

    def _meet(self, hello: Hello) -> None:
        """Take in the description of the board. Raises OpenError if it is another than before."""
        if self._hello is not None and hello.contacts != self._hello.contacts:
            raise OpenError(label("another board answers than before: start this program anew"))
        self._hello, self._fault, self._refused = hello, "", ""
        if self._text:  # it may have started anew
            self._waiting["text"] = _encoded(self._text)

    def _take_state(self, reeds: int, buttons: int, tilts: int, keys: int) -> None:
        if self._hello is None:
            return
        closed = contacts_of(Cells(reeds), Cells(tilts), Cells(buttons)) & self._hello.contacts
        state = _State(closed, keys & (1 << len(KEYS)) - 1)
        if self._silent:  # until now: nobody knows in which order things changed
            self._states.clear()
            self._now, self._scans = state, 0
        elif state != (self._states[-1] if self._states else self._now):
            self._states.append(state)
        self._heard_at, self._silent = self._clock.now(), False

    # hal's Sense and Keys

    def scan(self) -> Snapshot:
        """Hal's Sense port: each change stays for some scans, so that no change is lost.

        Time in which nobody looked at the line is no silence of the board.
        """
        now = self._clock.now()
        with self._turn:
            if self._heard_at is not None:
                self._heard_at += max(0, now - self._looked_at - LOOKS)
            self._looked_at = now
            try:
                if self._line is not None:
                    self._read()
                    self._flush()
                    self._silent = now - (self._heard_at or 0) >= SILENT
                pause = RETRY if self._line is None else GREETING
                if self._silent and now - max(self._tried_at, self._heard_at or 0) >= pause:
                    self._drop()
                    self._connect()
            except OpenError as error:
                self._refused = error.args[0]
                self._drop()
            except OSError:
                self._drop()
            if self._silent:
                raise PartError(self._lost)
            self._scans += 1
            if self._states and self._scans > SCANS:
                self._now, self._scans = self._states.popleft(), 1
            closed = self._now.contacts
        return Snapshot(now, reeds_of(closed), buttons_of(closed), tilts_of(closed))

    def held(self) -> int:
        """Hal's Keys port: the keys of the last scan."""
        return self._now.keys

    @property
    def _lost(self) -> str:
        """Why the board cannot be used now."""
        return self._refused or _SILENT

    def _faults(self) -> tuple[str, ...]:
        fault = self._lost if self._silent else self._fault
        return (fault,) if fault else ()

    def _unread(self) -> Contacts:
        return ALL_CONTACTS if self._silent else NO_CONTACTS

    # hal's Lamps, Sound and Display

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Hal's Lamps port. Raises PartError."""
        check_frame(frame)
        colours = bytes(round(part * brightness) for colour in frame for part in colour)
        self._send("lamps", f"lamps {colours.hex()}")

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Hal's Sound port. Raises PartError."""
        name = tune.value.replace(" ", "-")
        self._send("tunes", f"tune {name} {round(100 * volume)}")

    def write(self, lines: tuple[str, ...]) -> None:
        """Hal's Display port: long lines are broken. Raises PartError."""
        columns, rows = (self._hello and self._hello.size) or (1, 0)
        broken = [part for line in lines for part in wrap(line, columns) or [""]]
        self._text = "text " + "\t".join(broken[:rows])
        self._send("text", self._text)

    def _send(self, feature: str, line: str) -> None:
        """Send a line if the board has this feature, in place of an older line that still waits."""
        if self._hello is None or feature not in self._hello.features:
            return
        with self._turn:
            if self._silent:
                raise PartError(self._lost)
            self._waiting[feature] = _encoded(line)
            self._flush()

    def _flush(self) -> None:
        """Send the waiting lines, once all bytes before them have left: nobody waits for a slow board.

        Whether the board is gone is told by reading, which every scan does.
        """
        try:
            while self._line and self._waiting and not getattr(self._line, "out_waiting", 0):
                self._line.write(self._waiting.pop(next(iter(self._waiting))))
        except OSError:  # in the midst of a line, perhaps
            self._waiting = {"": b"\n", **self._waiting}

    def close(self) -> None:
        """Switch the lamps off, and close the line."""
        with suppress(HalError):
            self.show(((0, 0, 0),) * CELLS)
        self._drop()


def _encoded(line: str) -> bytes:
    """Return a line as it is sent."""
    return line.encode()[: LONGEST - 1] + b"\n"


def find_port(ports: Sequence[tuple[str, str]]) -> str:
    """Return the only port of a USB device. Raises OpenError where there is not one.

    ports: the device of each, and a few words of what it is.
    """
    if len(ports) == 1:
        return ports[0][0]
    if not ports:
        raise OpenError(
            label("no serial port of a USB device is there: plug the board in, with a cable that carries data")
        )
    choices = ", ".join(f"serial:{device} ({what})" for device, what in ports)
    raise OpenError(label("there are several serial ports; choose one: {choices}", choices=choices))


@contextmanager
def opened(asked: Asked) -> Iterator[Table]:
    """Open the board at ``serial:PORT``, or the only board there is; see :mod:`hal.tables`."""
    try:
        import serial
        from serial.tools import list_ports
    except ImportError as error:
        why = label("install what it needs with `pip install 'speeltafel[serial]'`")
        raise OpenError(label("{error}: {why}", error=str(error), why=why)) from error

    def opens() -> Line:
        usb = [(one.device, one.description) for one in list_ports.comports() if one.vid is not None]
        where = asked.where or find_port(usb)
        more = {} if "://" in where else {"exclusive": True}
        line: Line = serial.serial_for_url(where, BAUD, timeout=0, write_timeout=0.05, **more)
        return line

    try:
        table = SerialTable(opens, RealClock())
    except (OSError, ValueError) as error:  # pyserial raises ValueError for a strange address
        raise OpenError(_why_not(asked.where, error)) from error
    try:
        yield table.ports
    finally:
        table.close()


def _why_not(where: str, error: OSError | ValueError) -> str:
    """Return the reason why the board cannot be used, as a line."""
    why = error.args[0] if isinstance(error, OpenError) else error.args[-1] or type(error).__name__
    if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM):
        why = label("{why}: is this user in the group dialout?", why=str(why))
    elif isinstance(error, OSError) and error.errno == errno.EAGAIN:
        why = label("{why}: end the other program that has it open", why=str(why))
    return label("table serial:{where}: {why}", where=where, why=why) if where else why

"""The small display: a 128x64 OLED, drawn by luma.oled and sent between the scans.

It should be an SSD1306. Many are sold as SSD1306 and are SH1106, which show the bytes for the other
as noise. They can be told apart, as the memory of an SH1106 can be read over I2C, and each is
driven as the type that it is.

Wire its SDA and SCL to the chips'. A whole picture takes the bus for 25 ms, so luma's bytes wait in
a queue here; the table's clock sends them in pieces of less than a millisecond while it waits
(:meth:`Display.step`).
"""

import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from luma.core.legacy import text, textsize
from luma.core.legacy.font import CP437_FONT, proportional
from luma.core.render import canvas
from luma.oled.device import sh1106, ssd1306

from hal.errors import PartError
from hal.pi.expander import I2c
from hal.pi.reopening import Reopenable
from hal.ports import Clock
from hal.trace import SECOND
from wiring import PinMap
from wiring.text import label

WIDTH, HEIGHT = 128, 64
LINE_HEIGHT = 8  # pixels from one line of text to the next
SCALE = 2  # pixels of a module of a QR code
PIECE = 32  # bytes of a picture in one transfer, as in SMBus
PIECE_TIME = 2 * SECOND // 1000  # microseconds that must be left for another piece
_COMMANDS_FOLLOW, _DATA_FOLLOWS = b"\x00", b"\x40"  # the first byte of a transfer
_NOP = b"\xe3"
_ADDRESSES = (0x3C, 0x3D)  # that its jumper chooses from (SSD1306, 8.1.5)
_FIRST_BYTE = b"\xb0\x02\x10"  # of page 0: an SH1106 shows its columns from 2 on
_DATA_IS_READ = b"\xc0"
_PATTERNS = (0xA5, 0x5A)
_FONT = proportional(CP437_FONT)  # it has the letters of all the table's languages
_PLAIN = str.maketrans("\u2019\u2018\u201c\u201d\u2013\u2014", "''\"\"--")  # quotes, dashes


class _Readable(I2c, Protocol):
    """A bus that can be read without a write before."""

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Read bytes from a chip into the buffer. Raise OSError."""


def encode(line: str) -> str:
    """Return a line as the font numbers its characters (code page 437).

    A letter that the font does not have loses its accent, or becomes a question mark.
    """
    plain = []
    for letter in line.translate(_PLAIN):
        for form in (letter, unicodedata.normalize("NFKD", letter)):
            found = form.encode("cp437", "ignore")
            if found:
                break
        plain.append(found or b"?")
    return b"".join(plain).decode("latin-1")


def width(line: str) -> int:
    """Return the width of an encoded line in pixels."""
    pixels: int = textsize(line, _FONT)[0]
    return pixels


def wrap(line: str) -> Iterator[str]:
    """Break an encoded line between words into pieces that are no wider than the display."""
    piece = ""
    for word in line.split():
        longer = f"{piece} {word}" if piece else word
        if piece and width(longer) > WIDTH:
            yield piece
            piece = word
        else:
            piece = longer
    yield piece


def _code(lines: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the light modules of the QR code of a web address, each by its corner; empty for other text.

    Their rim is as wide as there is room for; it should be four modules (ISO/IEC 18004). An address that
    wants more than 29 modules has none.
    """
    if len(lines) != 1 or not lines[0].startswith(("http://", "https://")):
        return []
    import segno  # of the extra that has the page as well

    dark = segno.make(lines[0], error="l", micro=False).matrix
    side, size = HEIGHT // SCALE, len(dark)
    if size + 2 > side:
        return []
    rim, left = (side - size) // 2, (WIDTH - HEIGHT) // 2
    return [
        (left + SCALE * column, SCALE * row)
        for row in range(side)
        for column in range(side)
        if not (rim <= row < rim + size and rim <= column < rim + size and dark[row - rim][column - rim])
    ]


class _Queue:
    """Takes the bytes of luma.oled, as its serial interfaces do."""

    def __init__(self) -> None:
        self.pieces: deque[bytes] = deque()

    def command(self, *commands: int) -> None:
        self.pieces.append(_COMMANDS_FOLLOW + bytes(commands))

    def data(self, data: Sequence[int]) -> None:
        for at in range(0, len(data), PIECE):
            self.pieces.append(_DATA_FOLLOWS + bytes(data[at : at + PIECE]))


class Display:
    """Hal's Display port. A display that was away shows the last text again when it is back.

    i2c: returns the bus, see :class:`hal.pi.PiTable`. is_sh1106: whether it is an SH1106. address:
    the address where it was found; a display at the other address is used as well.
    """

    def __init__(self, pins: PinMap, address: int, i2c: Callable[[], _Readable], clock: Clock) -> None:
        self._i2c = i2c
        self.address = self._meant = address
        self._clock = clock
        self.is_sh1106 = False
        self._queue = _Queue()
        self._wanted: tuple[str, ...] = ()
        self._drawn: tuple[str, ...] = ()
        check = label(
            "check the display's plug, that it is at {address}, and `i2cdetect -y {bus}`",
            address=f"{address:#x}",
            bus=pins.i2c_bus,
        )
        self._device = Reopenable(self._open, check, clock)

    def _open(self) -> ssd1306 | sh1106:
        self._queue.pieces.clear()
        self._drawn = ()
        self._find()
        self.is_sh1106 = all(self._remembered(byte) == byte for byte in _PATTERNS)
        device = sh1106 if self.is_sh1106 else ssd1306
        return device(self._queue, width=WIDTH, height=HEIGHT)

    def _find(self) -> None:
        """Find its address. Raise OSError if no display answers at any."""
        for address in sorted(_ADDRESSES, key=lambda one: one != self._meant):
            self.address = address
            with suppress(OSError):
                self._send(_COMMANDS_FOLLOW + _NOP)
                return
        self.address = self._meant
        self._send(_COMMANDS_FOLLOW + _NOP)

    def _remembered(self, byte: int) -> int:
        """Write a byte into its memory, and return the byte that is read there."""
        self._send(_COMMANDS_FOLLOW + _FIRST_BYTE)
        self._send(_DATA_FOLLOWS + bytes((byte,)))
        self._send(_COMMANDS_FOLLOW + _FIRST_BYTE)
        self._send(_DATA_IS_READ)
        found = bytearray(2)  # the first is a dummy byte
        with self._bus() as i2c:
            i2c.readfrom_into(self.address, found)
        return found[1]

    def notes(self) -> tuple[str, ...]:
        """Return a sentence for each difference from the planned display."""
        notes = []
        if self.is_sh1106:
            notes.append(label("the small display is an SH1106, not an SSD1306, and is driven as what it is"))
        if self.address != self._meant:
            notes.append(
                label(
                    "the small display is at {found}, not at {address}, and is used there: move "
                    "its jumper, or change the map",
                    found=f"{self.address:#x}",
                    address=f"{self._meant:#x}",
                )
            )
        return tuple(notes)

    def write(self, lines: tuple[str, ...]) -> None:
        """Hal's Display port: lines are wrapped; text without room is cut. Raise PartError."""
        self._wanted = lines
        self._device.use()

    def step(self, until: int) -> None:
        """Send waiting pieces, and return shortly before `until` (microseconds).

        At least a piece is sent. A fault is raised by the next `write`.
        """
        pieces = self._queue.pieces
        away = self._device.opened is None and self._wanted
        if self._drawn == self._wanted and not pieces and not away:
            return
        with suppress(PartError), self._device.used() as device:  # a fault is kept for the next text
            self._draw(device)
            while pieces:
                self._send(pieces[0])
                pieces.popleft()
                self._draw(device)
                if self._clock.now() + PIECE_TIME > until:
                    return

    def _draw(self, device: ssd1306 | sh1106) -> None:
        """Draw the last text if the picture before it has been sent."""
        if self._queue.pieces or self._drawn == self._wanted:
            return
        with canvas(device) as drawing:
            code = _code(self._wanted)
            for x, y in code:
                drawing.rectangle((x, y, x + SCALE - 1, y + SCALE - 1), "white")
            for at, line in enumerate(() if code else self._wrapped(self._wanted)):
                text(drawing, (0, LINE_HEIGHT * at), line, fill="white", font=_FONT)
        self._drawn = self._wanted

    def _wrapped(self, lines: tuple[str, ...]) -> list[str]:
        """Return as many lines as there is room for, with an ellipsis at the end if more follow."""
        room = HEIGHT // LINE_HEIGHT
        wrapped = [part for line in lines for part in wrap(encode(line))]
        if len(wrapped) > room:
            wrapped = [*wrapped[: room - 1], f"{wrapped[room - 1]} ..."]
        return wrapped

    def _send(self, piece: bytes) -> None:
        with self._bus() as i2c:
            i2c.writeto(self.address, piece)

    @contextmanager
    def _bus(self) -> Iterator[_Readable]:
        """Take the bus."""
        i2c = self._i2c()
        while not i2c.try_lock():
            pass
        try:
            yield i2c
        finally:
            i2c.unlock()

    def close(self) -> None:
        """Switch the display off."""
        if self._device.opened is not None:
            self._queue.pieces.clear()
            self._device.opened.hide()
            self._wanted = self._drawn
            self.step(self._clock.now() + SECOND // 100)

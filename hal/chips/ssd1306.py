"""An emulated SSD1306: the small display of 128x64 pixels on I2C."""

from collections.abc import Iterator

WIDTH, PAGES = 128, 8  # a byte is eight pixels of a column, the lowest bit on top
_SET_COLUMNS, _SET_PAGES, _SWITCH_OFF, _SWITCH_ON = 0x21, 0x22, 0xAE, 0xAF
_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_COMMANDS_FOLLOW, _DATA_FOLLOWS = b"\x00", b"\x40"  # the first byte of a write


class Ssd1306:
    """A display, in horizontal addressing mode.

    address: on the bus. powered: whether it has power, and so answers. on: whether it is lit.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.reset()
        self.powered = True

    def reset(self) -> None:
        """Set everything as after power-on: dark, its memory empty."""
        self.on = False
        self._memory = bytearray(WIDTH * PAGES)
        self._window = [0, WIDTH - 1, 0, PAGES - 1]
        self._column = self._page = 0
        self._pending: list[int] = []

    def write(self, data: bytes) -> None:
        """Take a write of commands or of data."""
        if data[:1] == _COMMANDS_FOLLOW:
            for byte in data[1:]:
                self._command(byte)
        elif data[:1] == _DATA_FOLLOWS:
            for byte in data[1:]:
                self._fill(byte)

    def read(self, count: int) -> bytes:
        """Return the status: bit 6 is set while it is dark."""
        return bytes((0 if self.on else 0x40,)) * count

    @property
    def picture(self) -> tuple[str, ...]:
        """The shown picture: 64 lines of ``#`` and spaces; empty while it is dark."""
        return tuple(self._lines()) if self.on else ()

    def _lines(self) -> Iterator[str]:
        for line in range(8 * PAGES):
            page, bit = divmod(line, 8)
            row = (self._byte(page, column) for column in range(WIDTH))
            yield "".join("#" if byte >> bit & 1 else " " for byte in row).rstrip()

    def _byte(self, page: int, column: int) -> int:
        """Return the eight pixels of a column in a page."""
        return self._memory[WIDTH * page + column]

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        command, *arguments = self._pending
        if len(arguments) < _ARGUMENTS.get(command, 0):
            return
        self._pending = []
        if command in (_SWITCH_OFF, _SWITCH_ON):
            self.on = command == _SWITCH_ON
        elif command == _SET_COLUMNS:
            self._window[:2] = arguments
            self._column = arguments[0]
        elif command == _SET_PAGES:
            self._window[2:] = arguments
            self._page = arguments[0]

    def _fill(self, byte: int) -> None:
        first, last, top, bottom = self._window
        self._memory[WIDTH * self._page + self._column] = byte
        self._column += 1
        if self._column > last:
            self._column = first
            self._page = self._page + 1 if self._page < bottom else top

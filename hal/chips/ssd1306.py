"""Emulated small displays of 128x64 pixels on I2C: an SSD1306, and an SH1106 sold as such."""

from collections.abc import Mapping
from types import MappingProxyType

WIDTH, PAGES = 128, 8  # a byte is eight pixels of a column, the lowest bit on top
_COMMANDS_FOLLOW, _DATA_FOLLOWS = b"\x00", b"\x40"  # the first byte of a write
_SET_COLUMNS, _SET_PAGES, _SWITCH_OFF, _SWITCH_ON = 0x21, 0x22, 0xAE, 0xAF


class Ssd1306:
    """A display, in horizontal addressing mode.

    address: on the bus. powered: whether it has power, and so answers. on: whether it is lit.
    """

    width, first = WIDTH, 0  # columns of its memory, and the first that is shown
    arguments: Mapping[int, int] = MappingProxyType(
        dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1) | {_SET_COLUMNS: 2, _SET_PAGES: 2}
    )

    def __init__(self, address: int) -> None:
        self.address = address
        self.reset()
        self.powered = True

    def reset(self) -> None:
        """Set everything as after power-on: dark, its memory empty."""
        self.on = False
        self._rows = [bytearray(self.width) for _ in range(PAGES)]
        self._window = [0, WIDTH - 1, 0, PAGES - 1]
        self._column = self._page = 0
        self._pending: list[int] = []

    def write(self, data: bytes) -> None:
        """Take a write of commands or of data."""
        if data[:1] == _COMMANDS_FOLLOW:
            for byte in data[1:]:
                self._pending.append(byte)
                command, *arguments = self._pending
                if len(arguments) == self.arguments.get(command, 0):
                    self._pending = []
                    self._obey(command, arguments)
        elif data[:1] == _DATA_FOLLOWS:
            for byte in data[1:]:
                self._fill(byte)

    def read(self, count: int) -> bytes:
        """Return the status: bit 6 is set while it is dark."""
        return bytes((0 if self.on else 0x40,)) * count

    @property
    def picture(self) -> tuple[str, ...]:
        """The shown picture: 64 lines of ``#`` and spaces; empty while it is dark."""
        shown = [row[self.first : self.first + WIDTH] for row in self._rows] if self.on else []
        lines = ((row, bit) for row in shown for bit in range(8))
        return tuple("".join("#" if byte >> bit & 1 else " " for byte in row).rstrip() for row, bit in lines)

    def _obey(self, command: int, arguments: list[int]) -> None:
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
        self._rows[self._page][self._column] = byte
        self._column += 1
        if self._column > last:
            self._column = first
            self._page = self._page + 1 if self._page < bottom else top


class Sh1106(Ssd1306):
    """A display that is written page by page: it has no window.

    It has 132 columns, of which it shows 128. Its memory can be read over I2C; that of an SSD1306
    cannot.
    """

    width, first = 132, 2
    arguments = MappingProxyType(dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1))

    def write(self, data: bytes) -> None:
        """Take a write of commands or of data."""
        self._asked = bool(data and data[0] & 0x40)  # whether data would be read, not the status
        super().write(data)

    def read(self, count: int) -> bytes:
        """Return the status, or after a dummy byte the bytes of its memory."""
        if not self._asked:
            return super().read(count)
        return b"\x00" + bytes(self._rows[self._page][self._column : self._column + count - 1])

    def _obey(self, command: int, arguments: list[int]) -> None:
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xB0 + PAGES:
            self._page = command & 0x07
        elif command in (_SWITCH_OFF, _SWITCH_ON):
            super()._obey(command, arguments)

    def _fill(self, byte: int) -> None:
        if self._column < self.width:
            self._rows[self._page][self._column] = byte
            self._column += 1

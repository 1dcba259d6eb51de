"""An emulated SH1106: a small display that is often sold as an SSD1306.

It has 132 columns, of which a display shows 128 from column 2 on, and is written page by page: it
has no window. Its memory can be read over I2C; the memory of an SSD1306 cannot.
"""

from hal.chips.ssd1306 import PAGES, Ssd1306

COLUMNS, FIRST = 132, 2
_DATA = 0x40  # in the first byte of a write
_TWO_BYTES = {0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB}


class Sh1106(Ssd1306):
    """A display; see :class:`Ssd1306`."""

    def reset(self) -> None:
        """Set everything as after power-on: dark, its memory empty."""
        super().reset()
        self._rows = [bytearray(COLUMNS) for _ in range(PAGES)]
        self._asked = False  # whether data would be read, not the status

    def write(self, data: bytes) -> None:
        """Take a write of commands or of data."""
        self._asked = bool(data and data[0] & _DATA)
        super().write(data)

    def read(self, count: int) -> bytes:
        """Return the status, or after a dummy byte the bytes of its memory."""
        if not self._asked:
            return super().read(count)
        return b"\x00" + bytes(self._rows[self._page][at] for at in range(self._column, self._column + count - 1))

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        command = self._pending[0]
        if command in _TWO_BYTES and len(self._pending) < 2:
            return
        self._pending = []
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xB0 + PAGES:
            self._page = command & 0x07
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF

    def _fill(self, byte: int) -> None:
        if self._column < COLUMNS:
            self._rows[self._page][self._column] = byte
            self._column += 1

    def _byte(self, page: int, column: int) -> int:
        return self._rows[page][column + FIRST]

"""A port expander of the matrix, an MCP23017: its rows, its columns and its settings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hal.trace import SECOND
from wiring import COLUMNS, LAYERS, Pin, PinMap
from wiring.text import label

if TYPE_CHECKING:
    from adafruit_mcp230xx.mcp23017 import MCP23017

REFERENCE = COLUMNS * len(LAYERS)  # the number of the reference's column; those of contacts come before
FIRST_PAUSE, LONGEST_PAUSE = SECOND // 10, SECOND  # between attempts to find it again, doubling
_DRIVE_ONLY_BITS = 0x8080  # GPA7 and GPB7


def column_pins(pins: PinMap) -> tuple[Pin, ...]:
    """Return the pin of each column: 12 of reeds, 12 of buttons, 12 of tilts, the reference."""
    return (*(pin for layer in LAYERS for pin in pins.columns[layer]), pins.reference)


class I2c(Protocol):
    """The methods of `busio.I2C` that are used here; the drivers use the others."""

    def try_lock(self) -> bool:
        """Take the bus if it is free. Return whether it was."""

    def unlock(self) -> None:
        """Give the bus back."""

    def writeto(self, address: int, buffer: bytes | bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Write bytes to a chip. Raise OSError."""


class Write(NamedTuple):
    """A write to a chip's latches. register: gpio, gpioa or gpiob."""

    chip: "Expander"
    register: str
    value: int


class Expander:
    """A port expander.

    Attributes:
        rows: row that it drives -> the bit of its pin. idle: all these bits.
        columns: the set of the columns that it reads.
        settings: register -> the value that it should hold.
        low: for each port, the columns that are low for each byte that it may read.
        driver: None while the chip does not answer.
        retry_at, pause: when it is looked for next, and how long after the last attempt
            (microseconds).
        refused: how often in a row it did not keep its settings.
    """

    def __init__(self, name: str, pins: PinMap) -> None:
        columns = column_pins(pins)
        self.name = name
        self.address = pins.chips[name]
        self.rows = {row: 1 << pin.number for row, pin in enumerate(pins.rows) if pin.chip == name}
        self.idle = sum(self.rows.values())  # rows rest high
        self.columns = sum(1 << at for at, pin in enumerate(columns) if pin.chip == name)
        inputs = 0xFFFF & ~(self.idle | _DRIVE_ONLY_BITS)
        self.settings = {"iodir": inputs, "gppu": inputs, "ipol": 0}
        self.low = tuple(self._closed(columns, port) for port in (0, 1))
        layers = [layer for layer in LAYERS if any(p.chip == name for p in pins.columns[layer])]
        rows = ", ".join(map(str, self.rows))
        self.named = label(
            "{name} at {address} ({layers}; rows {rows})",
            name=name,
            address=f"{self.address:#x}",
            layers=", ".join(f"{layer}s" for layer in layers),
            rows=rows,
        )
        self.driver: MCP23017 | None = None
        self.retry_at = 0
        self.pause = FIRST_PAUSE
        self.refused = 0

    def _closed(self, columns: Sequence[Pin], port: int) -> tuple[int, ...]:
        """Return the columns that are low, for each byte that a port may read."""
        bits = [
            (1 << pin.number % 8, 1 << at)
            for at, pin in enumerate(columns)
            if pin.chip == self.name and pin.number // 8 == port
        ]
        return tuple(sum(col for bit, col in bits if not byte & bit) for byte in range(256))

    def closed(self, word: int) -> int:
        """Return the columns that are low when the 16 pins read this word."""
        return self.low[0][word & 0xFF] | self.low[1][word >> 8]


def latch(chip: Expander, old: int, new: int) -> Write:
    """Return the shortest write that brings a chip's latches from a state to another."""
    if (old ^ new) & 0xFF00 == 0:
        return Write(chip, "gpioa", new & 0xFF)
    if (old ^ new) & 0x00FF == 0:
        return Write(chip, "gpiob", new >> 8)
    return Write(chip, "gpio", new)

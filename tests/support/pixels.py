"""Emulated WS2812B pixels: the colours of the pulses on their data line."""

import re

from hal import Colour
from hal.chips.emulated import EmulatedPi

_ZERO = (200, 450)  # nanoseconds for which the line is high for a 0 ...
_ONE = (550, 1000)  # ... and for a 1
_RESET = 50_000  # nanoseconds low that end a frame
_BIT = re.compile(r"(1+)(0*)")


def lit(pi: EmulatedPi) -> tuple[Colour, ...]:
    """The colours that the pixels of an emulated table show now, in cell order."""
    shown = decode(pi.spi.sent, pi.spi.frequency)
    cells = dict(zip(pi.pins.chain, shown, strict=True))
    return tuple(cells[cell] for cell in range(len(cells)))


class PulseError(ValueError):
    """A pulse that is neither a 0 nor a 1, or bits that are no whole number of colours."""


def decode(sent: bytes, rate: int) -> tuple[Colour, ...]:
    """Return the colours (red, green, blue) that a chain shows after these bytes at `rate` Hz.

    They begin with the first pixel. Raise PulseError unless the bytes are a single valid frame.
    """
    tick = 1e9 / rate
    levels = "".join(f"{byte:08b}" for byte in sent)
    pulses = list(_BIT.finditer(levels))
    bits = []
    for number, pulse in enumerate(pulses, 1):
        high, low = len(pulse[1]) * tick, len(pulse[2]) * tick
        if _ZERO[0] <= high <= _ZERO[1]:
            bits.append("0")
        elif _ONE[0] <= high <= _ONE[1]:
            bits.append("1")
        else:
            raise PulseError(f"a pulse of {high:.0f} ns is neither a 0 nor a 1")
        if (low > _RESET) != (number == len(pulses)):
            raise PulseError(f"{low:.0f} ns of rest after bit {number} of {len(pulses)}")
    if len(bits) % 24:
        raise PulseError(f"{len(bits)} bits are no whole number of colours")
    values = [int("".join(bits[at : at + 8]), 2) for at in range(0, len(bits), 8)]
    return tuple((red, green, blue) for green, red, blue in zip(values[::3], values[1::3], values[2::3], strict=True))

"""I2C and SPI buses with emulated chips on them, for unmodified drivers.

They have the methods of `busio` that adafruit_bus_device uses, and fail as real buses do.
"""

import errno
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from hal.ports import Clock
from hal.trace import SECOND

TIMEOUT = SECOND // 100  # microseconds until a transfer on a bus held low is given up


class Chip(Protocol):
    """A chip on an I2C bus."""

    address: int
    powered: bool

    def write(self, data: bytes) -> None:
        """Take the bytes of a write."""

    def read(self, count: int) -> bytes:
        """Return so many bytes."""


class _Nobody:
    """A chip that answers while SDA is held low: all its bits are zeros."""

    address = 0
    powered = True

    def write(self, data: bytes) -> None:
        """Drop the bytes: no chip receives them."""

    def read(self, count: int) -> bytes:
        """Return zeros."""
        return bytes(count)


class _Lock:
    """The lock of a bus, with the methods of Blinka's buses."""

    def __init__(self) -> None:
        self._locked = False

    def try_lock(self) -> bool:
        """Take the bus if it is free. Return whether it was."""
        free = not self._locked
        self._locked = True
        return free

    def unlock(self) -> None:
        """Give the bus back."""
        self._check()
        self._locked = False

    def release(self) -> None:
        """Be free, as a newly opened bus is."""
        self._locked = False

    def _check(self) -> None:
        if not self._locked:
            raise RuntimeError("the bus is used without its lock")


class I2cBus(_Lock):
    """An I2C bus on which each bit lets 1/rate seconds of the clock pass.

    Attributes:
        transactions: how many there were.
        unheard: address -> how many of the coming transactions are not acknowledged.
        held_from: the time (microseconds) from which on SCL is held low and transfers fail; None:
            never.
        low_from: the same of SDA, where the controller of a Pi 3, 4 or Zero 2 W notices nothing.
        clocks: how many further clocks on SCL free SDA, as those of a transfer do; None: it stays low.
        missing: whether its device file is missing.
        rate: bits a second.
    """

    def __init__(self, chips: Iterable[Chip], clock: Clock, rate: int) -> None:
        super().__init__()
        self._chips = {chip.address: chip for chip in chips}
        self._clock = clock
        self.rate = rate
        self.transactions = 0
        self.unheard: Counter[int] = Counter()
        self.held_from: int | None = None
        self.low_from: int | None = None
        self.clocks: int | None = None
        self.missing = False

    def connect(self, chip: Chip) -> None:
        """Put a chip on the bus, in place of a chip with the same address."""
        self._chips[chip.address] = chip

    def writeto(self, address: int, buffer: bytes | bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Write bytes to a chip. Raise OSError."""
        data = bytes(buffer[start:end])
        self._reach(address, len(data)).write(data)

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Read bytes from a chip into a part of the buffer. Raise OSError."""
        end = len(buffer) if end is None else end
        buffer[start:end] = self._reach(address, end - start).read(end - start)

    def writeto_then_readfrom(
        self,
        address: int,
        buffer_out: bytes | bytearray,
        buffer_in: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write, start again and read, in a single transaction. Raise OSError."""
        data = bytes(buffer_out[out_start:out_end])
        in_end = len(buffer_in) if in_end is None else in_end
        chip = self._reach(address, len(data), in_end - in_start)
        chip.write(data)
        buffer_in[in_start:in_end] = chip.read(in_end - in_start)

    def _reach(self, address: int, *counts: int) -> Chip:
        """Let the time of so many bytes in each direction pass, and return the chip.

        Raise OSError when it does not answer or SCL is held low.
        """
        self._check()
        self.transactions += 1
        if self.held_from is not None and self._clock.now() >= self.held_from:
            self._clock.sleep_until(self._clock.now() + TIMEOUT)
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")
        if self.low_from is not None and self._clock.now() >= self.low_from:
            clocks = sum(9 * (1 + count) for count in counts)
            self._spend(clocks + len(counts) + 1)
            if self.clocks is not None:
                self.clocks -= clocks
                if self.clocks <= 0:
                    self.low_from = self.clocks = None
            return _Nobody()
        chip = self._chips.get(address)
        unheard = self.unheard[address] > 0
        if chip is None or not chip.powered or unheard:
            self.unheard[address] -= unheard
            self._spend(1 + 9 + 1)
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._spend(sum(1 + 9 * (1 + count) for count in counts) + 1)
        return chip

    def _spend(self, bits: int) -> None:
        """Let the time of so many bits pass: 9 for a byte, one for a start or a stop."""
        self._clock.sleep_until(self._clock.now() + bits * SECOND // self.rate)


class SpiBus(_Lock):
    """An SPI bus with only a data line; it keeps the last transfer.

    frequency: Hz, as configured. sent: the bytes of the last transfer. missing: whether its
    device file is missing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.frequency = 0
        self.sent = b""
        self.missing = False

    def configure(self, *, baudrate: int = 100_000, polarity: int = 0, phase: int = 0, bits: int = 8) -> None:
        """Set rate and mode. Raise ValueError for a mode that pixels cannot read."""
        self._check()
        if (polarity, phase, bits) != (0, 0, 8):
            raise ValueError(f"mode {polarity}{phase}, {bits} bits: pixels want mode 00 and bytes")
        self.frequency = baudrate

    def write(self, buffer: bytes | bytearray, start: int = 0, end: int | None = None) -> None:
        """Send bytes. Raise OSError."""
        self._check()
        if self.missing:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/spidev0.0")
        self.sent = bytes(buffer[start:end])

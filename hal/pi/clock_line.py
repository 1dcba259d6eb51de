"""Nine clocks for a chip that holds SDA, made by hand.

A chip that was cut off in the middle of a byte drives its bit until the clock goes on: nine clocks
are enough, then a STOP (I2C-bus specification UM10204, 3.1.16). Linux does not give a program the
lines of a bus that Linux drives itself, and gpiozero's factories cannot give them back to it. So
this module writes the registers of the Pi's chip that set the function of a pin (BCM2835 ARM
Peripherals, 6.1; the same up to the Pi 4). A Pi 5 has other registers; its bus is left alone.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from hal.ports import Clock

SDA, SCL = 2, 3
GPFSEL0, GPCLR0 = 0x00 >> 2, 0x28 >> 2  # numbers of 32-bit registers
INPUT, OUTPUT, ALT0 = 0b000, 0b001, 0b100  # functions of a pin; ALT0 is the bus
CLOCKS = 9
_HALF = 5  # microseconds for which the clock is low, then high: 100 kHz


class Registers(Protocol):
    """The registers of the pins, by their numbers."""

    def __getitem__(self, number: int) -> int:
        """Return a register."""

    def __setitem__(self, number: int, value: int) -> None:
        """Write a register."""


class ClockLine:
    """The lines of the I2C bus as pins.

    opens: returns their registers. A bus is left alone where they cannot be had, or where the pins
    are not pins of a bus.
    """

    def __init__(self, opens: Callable[[], Registers], clock: Clock) -> None:
        self._opens = opens
        self._clock = clock
        self._registers: Registers | None = None

    def clear(self) -> None:
        """Give nine clocks and a STOP, then the pins back to the bus."""
        with suppress(OSError, ImportError):
            registers = self._registers = self._registers or self._opens()
            before = registers[GPFSEL0]
            if any(before >> 3 * pin & 0b111 != ALT0 for pin in (SDA, SCL)):
                return
            try:
                registers[GPCLR0] = 1 << SDA | 1 << SCL  # as outputs they pull low
                for _ in range(CLOCKS):
                    self._pull(registers, SCL)
                    self._pull(registers)
                self._pull(registers, SCL)
                self._pull(registers, SCL, SDA)
                self._pull(registers, SDA)
                self._pull(registers)
            finally:
                registers[GPFSEL0] = before

    def _pull(self, registers: Registers, *pins: int) -> None:
        """Pull these lines low and let go of the others, for half a clock."""
        functions = registers[GPFSEL0]
        for pin in (SDA, SCL):
            functions &= ~(0b111 << 3 * pin)
            functions |= (OUTPUT if pin in pins else INPUT) << 3 * pin
        registers[GPFSEL0] = functions
        self._clock.sleep_until(self._clock.now() + _HALF)

"""The registers of a Pi's pins, as far as its I2C bus needs them (BCM2835 ARM Peripherals, 6.1)."""

from collections.abc import Callable

from hal.pi.clock_line import ALT0, GPCLR0, GPFSEL0, OUTPUT, SCL, SDA


class Bcm2835:
    """The functions of the pins; output pins pull the lines of the bus low.

    clocked: is called at each rising edge of SCL. stopped: at each STOP, when SDA rises while SCL
    is high.
    """

    def __init__(self, clocked: Callable[[], None], stopped: Callable[[], None]) -> None:
        self._clocked = clocked
        self._stopped = stopped
        self._functions = ALT0 << 3 * SDA | ALT0 << 3 * SCL

    def __getitem__(self, number: int) -> int:
        """Return a register."""
        return self._functions if number == GPFSEL0 else 0

    def __setitem__(self, number: int, value: int) -> None:
        """Write a register. Raise ValueError for registers that the bus does not use."""
        if number == GPCLR0:
            return
        if number != GPFSEL0:
            raise ValueError(f"register {number}")
        (sda, scl), (new_sda, new_scl) = _low(self._functions), _low(value)
        self._functions = value
        if scl and not new_scl:
            self._clocked()
        if sda and not new_sda and not scl and not new_scl:
            self._stopped()


def _low(functions: int) -> tuple[bool, bool]:
    """Return whether SDA and SCL are pulled low."""
    sda, scl = (functions >> 3 * pin & 0b111 == OUTPUT for pin in (SDA, SCL))
    return sda, scl

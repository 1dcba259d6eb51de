"""The port expanders of the matrix on their bus: found, set up, asked, lost and found again.

A chip that has restarted has power-on registers, and answers without any error. Its settings are
then written again. A chip that does not answer, or does not keep its settings, counts as lost and
is looked for later, at growing intervals.

Where all chips read only zeros, or only ones, SDA is held. A Pi notices that only in a read, since
each acknowledgement is a low bit. A chip that was cut off in the middle of a byte is freed by nine
clocks (I2C-bus specification UM10204, 3.1.16): the next transfers are such clocks. RESET frees the
other chips.

A fault is raised once, when it begins, and stays in `faults` while it lasts.
"""

import errno
from collections.abc import Callable, Sequence

from adafruit_mcp230xx.mcp23017 import MCP23017

from hal.errors import PartError
from hal.pi.expander import FIRST_PAUSE, LONGEST_PAUSE, Expander, I2c
from hal.ports import Clock
from hal.trace import SECOND
from wiring import PinMap
from wiring.text import joined, label

BUDGET = 25 * SECOND // 1000  # microseconds after which a scan begins no further retry
REFUSALS = 3  # settings that did not stay, before a chip counts as lost
ATTEMPTS = 3  # of a transaction, before a chip counts as lost
LINGER = SECOND  # microseconds for which a fault stays named after it was last seen
SETTINGS = ("iodir", "gppu", "ipol")


class Expanders:
    """The chips, and their faults.

    Args:
        pins: the map of the table.
        i2c: a bus like `busio.I2C`.
        clock: the clock of the table.
        reset: pulls RESET of all chips low for a moment, None where that cannot be done.

    Attributes:
        all: the chips. live: the chips that answer.
        lost: name of a chip -> its fault.
        unsure: whether latches may differ from the last write.
        blank: whether chips have other settings than they should, until the next scan begins.

    Raises:
        PartError: the bus hangs.
    """

    def __init__(self, pins: PinMap, i2c: I2c, clock: Clock, reset: Callable[[], None] | None) -> None:
        self._bus = pins.i2c_bus
        self._i2c = i2c
        self._clock = clock
        self._reset = reset
        self.all = tuple(Expander(name, pins) for name in pins.chips)
        self.live: tuple[Expander, ...] = ()
        self.lost: dict[str, str] = {}
        self.unsure = True
        self.blank = False
        self._deadline = clock.now() + BUDGET
        self._hung = ""  # why the bus hangs; empty while it does not
        self._hung_until, self._hung_for = 0, FIRST_PAUSE
        self._seen: dict[str, int] = {}  # fault -> when it was last seen
        if reset is not None:
            reset()  # a chip may hang since the program before
        for chip in self.all:
            self._find(chip)

    def faults(self) -> tuple[str, ...]:
        """Return the faults of now; a fault that comes and goes stays for :data:`LINGER`."""
        hung = (self._hung,) if self._hung else ()
        return tuple(sorted({*hung, *self._seen, *self.lost.values()}))

    def name(self, faults: Sequence[str], now: int) -> None:
        """Note the faults of a scan that is valid. Raise PartError for new faults."""
        self._hung, self._hung_for = "", FIRST_PAUSE
        faults = [*faults, *self.lost.values()]
        new = [fault for fault in faults if fault not in self._seen]
        self._seen |= dict.fromkeys(faults, now)
        self._seen = {fault: seen for fault, seen in self._seen.items() if now - seen <= LINGER}
        if new:
            raise PartError(joined(new))

    def begin(self, now: int) -> None:
        """Begin a scan: look for lost chips. Raise PartError where no scan is possible."""
        self._deadline = now + BUDGET
        if now < self._hung_until:
            raise PartError(self._hung)
        self._look_for([chip for chip in self.all if not chip.driver and now >= chip.retry_at])
        if not self.live:
            raise PartError(joined(self.lost.values()))
        if self.unsure:
            for chip in self.live:
                self.write(chip, "gpio", chip.idle)
            self.unsure = False

    # Transfers

    def ask(self, chip: Expander, register: str) -> int:
        """Read a register, trying again when the chip does not answer."""
        for rest in range(ATTEMPTS - 1, -1, -1):
            try:
                word: int = getattr(chip.driver, register)
            except OSError as error:
                self._complain(chip, error, rest)
            else:
                return word
        raise AssertionError("the last try returns or raises")

    def write(self, chip: Expander, register: str, value: int) -> None:
        """Write a register, trying again when the chip does not answer."""
        for rest in range(ATTEMPTS - 1, -1, -1):
            try:
                setattr(chip.driver, register, value)
            except OSError as error:
                self._complain(chip, error, rest)
            else:
                return

    def _complain(self, chip: Expander, error: OSError | ValueError, rest: int) -> None:
        """Note a transaction that failed. Raise PartError unless it may be tried again."""
        if _hangs(error):
            raise self._hangs_with(
                label(
                    "the I2C bus hangs at {chip} ({address}): check SDA and SCL for a short to "
                    "ground, and the chips' supply",
                    chip=chip.name,
                    address=f"{chip.address:#x}",
                )
            ) from error
        if not rest or self._clock.now() >= self._deadline:
            raise self._lose_now(chip) from error

    # The bus

    def _hangs_with(self, fault: str) -> PartError:
        """Leave the bus in peace for a while, and return the error to raise."""
        self._hung = self._hung or fault
        self._hung_until = self._clock.now() + self._hung_for
        self._hung_for = min(2 * self._hung_for, LONGEST_PAUSE)
        self.unsure = True
        return PartError(self._hung)

    def check_bus(self) -> None:
        """Raise PartError if all chips read only zeros or only ones in every register.

        A chip that has restarted has ones in one of these settings and zeros in the other.
        """
        words = {self.ask(chip, name) for chip in self.live for name in ("iodir", "gppu")}
        if words == {0xFFFF}:
            raise self._hangs_with(
                label(
                    "SDA is held high, and every chip reads ones alone: check SDA for a short to 3.3 V and for a break"
                )
            )
        if words == {0}:
            raise self._hangs_with(
                label(
                    "SDA is held low, and every chip reads zeros alone: check SDA for a short to "
                    "ground; then unplug the display, and one chip after the other, until it ends"
                )
            )

    # Lost chips

    def _lose_now(self, chip: Expander) -> PartError:
        """Count a chip as lost, and return the error that says so; no later scan repeats it."""
        self._lose(chip)
        self._seen[self.lost[chip.name]] = self._clock.now()
        return PartError(self.lost[chip.name])

    def _lose(self, chip: Expander) -> None:
        chip.driver = None
        chip.retry_at = self._clock.now() + chip.pause
        chip.pause = min(2 * chip.pause, LONGEST_PAUSE)
        if chip.refused >= REFUSALS:
            self.lost[chip.name] = label(
                "{chip} does not keep what is written to it: check that it is an MCP23017, its "
                "supply, its solder joints and that no other chip has its address; contacts that "
                "it reads or drives are out of play",
                chip=chip.named,
            )
        else:
            self.lost[chip.name] = label(
                "{chip} does not answer: check its plug, its supply and its address pins, and "
                "`i2cdetect -y {bus}`; contacts that it reads or drives are out of play",
                chip=chip.named,
                bus=self._bus,
            )
        self._count_live()

    def _count_live(self) -> None:
        self.live = tuple(chip for chip in self.all if chip.driver is not None)
        self.unsure = True

    def _look_for(self, lost: Sequence[Expander]) -> None:
        """Look for lost chips; while it may help, all chips are reset and set up anew first.

        A chip that stays lost after some resets is dead or unplugged, and the others are not reset
        again for it. Raise PartError when the bus hangs, or when a chip that was not lost does not
        answer.
        """
        hangs = bool(self._hung) and self._hung_for < LONGEST_PAUSE
        if self._reset and (hangs or any(chip.pause < LONGEST_PAUSE for chip in lost)):
            self._reset()
            self.blank = True
        self.blank |= bool(self._hung)  # writes to a bus that hangs are lost
        for chip in self.all if self.blank else lost:
            if chip.driver is None:
                self._find(chip)
            else:
                self._set_up(chip)
        self.unsure |= self.blank
        self.blank = False

    def _find(self, chip: Expander) -> None:
        """Look for a chip and set it up. Raise PartError only when the bus hangs."""
        try:
            chip.driver = MCP23017(self._i2c, chip.address, reset=False)
        except (OSError, ValueError) as error:  # the driver's own, of a chip that is not there
            if _hangs(error) and chip.name not in self.lost:
                self._complain(chip, error, 0)
            self._lose(chip)
            return
        named = dict(self._seen)
        try:
            self._set_up(chip)
            if chip.refused and not self._keeps_settings(chip):
                self._lose(chip)
                return
        except PartError:
            if self._clock.now() < self._hung_until:
                chip.driver = None
                raise
            self._seen = named  # it is lost again, and that was not raised
            return
        self._seen.pop(self.lost.pop(chip.name, ""), None)
        chip.pause = FIRST_PAUSE
        chip.refused = 0
        self._count_live()

    # Settings

    def check_settings(self, chip: Expander, *registers: str) -> None:
        """Set a chip up again where a setting is lost; then raise PartError: the scan is not valid."""
        if all(self._is_set(chip, register) for register in registers):
            return
        for chip.refused in range(REFUSALS + 1):
            if chip.refused == REFUSALS:
                raise self._lose_now(chip)
            self._set_up(chip)
            if self._keeps_settings(chip):
                break
            self.check_bus()
        chip.refused = 0
        raise PartError(
            label(
                "{chip} has restarted and was set up again: check its supply, and that it has 100 nF beside it",
                chip=chip.named,
            )
        )

    def _set_up(self, chip: Expander) -> None:
        """Write a chip's settings.

        Latches come first, so that no row is low for a moment when it begins to drive.
        """
        self.write(chip, "io_control", 0)
        self.write(chip, "gpio", chip.idle)
        for register in reversed(SETTINGS):
            self.write(chip, register, chip.settings[register])

    def _keeps_settings(self, chip: Expander) -> bool:
        return all(self._is_set(chip, register) for register in SETTINGS)

    def _is_set(self, chip: Expander, register: str) -> bool:
        """Return whether a register holds its setting; a single wrong bit is read again."""
        wanted = chip.settings[register]
        found = self.ask(chip, register)
        if (found ^ wanted).bit_count() == 1:
            found = self.ask(chip, register)
        return found == wanted


def _hangs(error: BaseException) -> bool:
    """Return whether a transaction timed out; the driver hides that behind a ValueError."""
    cause = error.__context__ if isinstance(error, ValueError) else error
    return getattr(cause, "errno", None) == errno.ETIMEDOUT

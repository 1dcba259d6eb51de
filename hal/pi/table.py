"""The table on a Raspberry Pi: its opening, its contacts and its clock.

A table without any chip of its matrix is never simulated. A self-test reports that at once. A game
opens it nevertheless: keys, lamps and buzzer work, no contact can be read, and the matrix is looked
for again and again. Every other broken part costs only its function: its port raises its error at
each use, and works again when the part does. Keys and contacts are read together, so they raise
once and are listed by `Table.faults`.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import reduce
from io import FileIO
from operator import or_
from pathlib import Path
from threading import RLock
from typing import Any, Self

from hal.clock import RealClock
from hal.contacts import ALL_CELLS, ALL_CONTACTS, Contacts, Layer, layer_of
from hal.errors import HalError, InUseError, OpenError, PartError
from hal.pi.core_clock import DIMMED, read_core_clock, read_model
from hal.pi.reopening import Reopenable
from hal.ports import Clock, Table
from hal.snapshot import Snapshot
from hal.tables import Asked
from wiring import PinMap, read_pins
from wiring.text import label

_I2C_TIMEOUT = 0x0702  # linux/i2c-dev.h, in units of 10 ms
_INSTALL = label("install the drivers with `pip install 'speeltafel[pi]'`")


class PiTable:
    """The table behind the drivers; close it, or use it in a `with`.

    The bus and the pin factory are opened when they are needed, and again after they failed.

    Args:
        pins: the map of the table.
        i2c: returns a bus like `busio.I2C`.
        spi: returns a bus like `busio.SPI`.
        factory: returns gpiozero's pin factory.
        clock: the clock behind the table's own.
        patient: whether it opens without a bus or a chip of the matrix, and waits for them.
        lasting: faults of the machine that are known already.
        release: is called when the table is closed, and lets other programs have the bus.

    Attributes:
        turn: the lock to hold while the bus or the pins are used, where a thread scans.

    Raises:
        OpenError: no chip of the matrix answers, and it is not patient.
    """

    def __init__(
        self,
        pins: PinMap,
        i2c: Callable[[], Any],
        spi: Callable[[], Any],
        factory: Callable[[], Any],
        clock: Clock,
        *,
        patient: bool = False,
        lasting: tuple[str, ...] = (),
        release: Callable[[], object] = lambda: None,
    ) -> None:
        try:
            from hal.pi.display import Display
            from hal.pi.gpio import Buzzer, ChipReset, Keys
            from hal.pi.lamps import Lamps
            from hal.pi.matrix import MatrixSense
        except ImportError as error:
            raise OpenError(label("{error}: {why}", error=str(error), why=_INSTALL)) from error
        self._pins = pins
        self._reset = None if pins.reset is None else ChipReset(pins.reset, factory, clock)
        pulse = None if self._reset is None else self._reset.pulse
        bus = Reopenable(i2c, "", clock)
        self._matrix = Reopenable(lambda: MatrixSense(pins, bus.use(), clock, pulse), "", clock)
        try:
            self._matrix.use()
        except PartError as error:
            if not patient:
                raise OpenError(*error.args) from None
        self._keys = Keys(pins, factory, clock)
        self._lamps = Lamps(pins, spi, clock)
        self._buzzer = Buzzer(pins, factory, clock)
        self._display = None
        if pins.display is not None:
            self._display = Display(pins, pins.display, bus.use, clock)
        self._lasting = lasting
        self._release = release
        self.turn = RLock()  # of the I2C bus and the pins: a thread may scan
        self._clock = clock

    @property
    def ports(self) -> Table:
        """The table as the firmware knows it."""
        return Table(
            self,
            self._keys,
            self._lamps,
            self._buzzer,
            self,
            self._display,
            self._faults,
            self._unread,
            notes=self._notes,
            contacts=_built(self._pins),
            turn=self.turn,
        )

    def scan(self) -> Snapshot:
        """Hal's Sense port. The matrix is opened by the first scan, or by later scans until that succeeds."""
        return self._matrix.use().scan()

    def _unread(self) -> Contacts:
        return ALL_CONTACTS if self._matrix.opened is None else self._matrix.opened.unread()

    def _faults(self) -> tuple[str, ...]:
        matrix = self._matrix.opened
        contacts = self._matrix.faults() if matrix is None else matrix.faults()
        reset = () if self._reset is None else self._reset.faults()
        return (*contacts, *reset, *self._keys.faults(), *self._lasting)

    def _notes(self) -> tuple[str, ...]:
        return () if self._display is None else self._display.notes()

    def now(self) -> int:
        """Hal's Clock port."""
        return self._clock.now()

    def sleep_until(self, at: int) -> None:
        """Hal's Clock port: changes notes, and sends pieces of a picture, while it waits."""
        self._work(at)
        while (due := self._buzzer.due) is not None and due < at:
            self._clock.sleep_until(due)
            self._work(at)
        self._clock.sleep_until(at)

    def _work(self, until: int) -> None:
        with self.turn:
            self._buzzer.step()
            if self._display is not None:
                self._display.step(until)

    def close(self) -> None:
        """Switch lamps, display and buzzer off, and give the pins back."""
        for part in (self._lamps, self._display, self._buzzer, self._keys, self._reset):
            if part is not None:
                with suppress(HalError):  # a fault of a part has been raised before
                    part.close()
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _built(pins: PinMap) -> Contacts:
    """Return the contacts that a map has: a layer counts as a whole."""
    return reduce(or_, (layer_of(Layer(layer), ALL_CELLS) for layer in pins.layers))


def open_pi_table(pins: PinMap, *, patient: bool = False) -> PiTable:
    """Open the table that this Pi is built into.

    patient: whether it opens without its chips and waits for them, see :class:`PiTable`; on another
    machine it never does. Where the core clock is wrong the lamps are dimmed, and that is a fault.
    Raise OpenError without I2C, with no chip on it, or when another program has it open; the
    message has advice.
    """
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # it would ask on the terminal
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")  # it would fall back on slower factories
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    os.environ.setdefault("LG_WD", runtime or tempfile.gettempdir())  # lgpio makes a FIFO there
    core = read_core_clock()
    wrong = core.fault if core is not None else ""
    if wrong:
        pins = pins._replace(brightness=DIMMED * pins.brightness, limit=int(DIMMED * pins.limit))
    bus = _Bus(pins)
    try:
        bus.lock()
    except InUseError:
        raise  # two programs would also light the same lamps
    except OpenError:
        pass  # raised again when the bus is opened
    try:
        return PiTable(
            pins,
            bus.open,
            _open_spi,
            _open_factory,
            RealClock(),
            patient=patient and bool(read_model()),
            lasting=(wrong,) if wrong else (),
            release=bus.close,
        )
    except OpenError:
        bus.close()
        raise


@contextmanager
def opened(asked: Asked) -> Iterator[Table]:
    """Open the table that this Pi is built into; see :mod:`hal.tables`."""
    if asked.where:
        raise OpenError(label("the map of its pins says where the table of a Pi is: --table pi"))
    with open_pi_table(asked.pins or read_pins(), patient=asked.patient) as table:
        yield table.ports


class _Bus:
    """The I2C bus of the table, locked against other programs once its device exists."""

    def __init__(self, pins: PinMap) -> None:
        self._pins = pins
        self._device: FileIO | None = None

    def lock(self) -> FileIO:
        """Lock it. Raise InUseError if another program has it, OpenError if it does not exist."""
        if self._device is None:
            try:
                from hal.pi.bus_lock import open_alone  # Linux only

                self._device = open_alone(Path(f"/dev/i2c-{self._pins.i2c_bus}"))
            except OpenError:
                raise
            except (ImportError, OSError) as error:
                raise OpenError(_no_bus(self._pins, error)) from error
        return self._device

    def open(self) -> Any:
        """Return the bus, with its time limit set. Raise OpenError."""
        device = self.lock()
        try:
            from fcntl import ioctl  # Linux only

            import board
            import busio

            ioctl(device, _I2C_TIMEOUT, 1)  # 10 ms for all on this bus, where Linux waits a second
            return busio.I2C(board.SCL, board.SDA)
        except ImportError as error:
            raise OpenError(label("{error}: {why}", error=str(error), why=_INSTALL)) from error
        except Exception as error:  # Blinka has many errors for an unknown machine
            raise OpenError(_no_bus(self._pins, error)) from error

    def close(self) -> None:
        """Let other programs have the bus."""
        if self._device is not None:
            self._device.close()


def _no_bus(pins: PinMap, error: Exception) -> str:
    chips = ", ".join(f"{name} at {address:#x}" for name, address in pins.chips.items())
    return label(
        "the matrix ({chips}) has no I2C bus {bus} here ({error}): is this the table's Raspberry "
        "Pi? Then switch the bus on and load its module i2c-dev with `sudo raspi-config nonint "
        "do_i2c 0`, check that this user is in the group i2c, and try `i2cdetect -y {bus}`",
        chips=chips,
        bus=pins.i2c_bus,
        error=str(error),
    )


def _open_spi() -> Any:
    """Return the SPI bus. Raise OpenError."""
    try:
        import board
        import busio

        return busio.SPI(board.SCLK, MOSI=board.MOSI)
    except Exception as error:  # of Blinka, which has many errors for an unknown machine
        raise OpenError(str(error) or type(error).__name__) from error


def _open_factory() -> Any:
    """Return gpiozero's pin factory. Raise OpenError."""
    try:
        from gpiozero import Device

        Device.ensure_pin_factory()
    except Exception as error:  # gpiozero and its factories raise many kinds
        raise OpenError(str(error) or type(error).__name__) from error
    return Device.pin_factory

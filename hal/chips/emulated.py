"""A table of emulated chips: the whole program with its unmodified drivers, without hardware.

Pieces are moved on a :class:`hal.simulated.SimulatedTable`. Its contacts are the contacts of an
emulated matrix. Emulated chips read it, and the drivers of :mod:`hal.pi` talk to them::

    simulated = SimulatedTable()
    emulated = EmulatedPi(simulated, read_pins())
    with emulated.open() as table:
        simulated.place(cell(3, 3))
        firmware_runs(table.ports)
    emulated.chips["U1"].powered = False  # faults are made on the parts

Time is the time of the simulated table's clock, and every bit on the I2C bus takes some of it.
"""

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hal.chips.buses import I2cBus, SpiBus
from hal.chips.matrix import Matrix
from hal.chips.mcp23017 import Mcp23017
from hal.chips.ssd1306 import Ssd1306
from hal.pi import PiTable
from hal.simulated import SimulatedTable
from hal.snapshot import KEYS, Snapshot
from wiring import PinMap


class _Gpio(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins 0-27; pins of keys are read from the simulated table.

    Attributes:
        tones: the tones of the buzzer: when each began (microseconds), and its Hz (None: silence).
        broken: GPIOs that another program has taken.
        resets: when RESET went low (microseconds).
    """

    def __init__(self, simulated: SimulatedTable, pins: PinMap, reset: Callable[[], None]) -> None:
        super().__init__(pin_class=_LivePin)
        self.simulated = simulated
        self.keys = {gpio: KEYS.index(key) for key, gpio in pins.keys.items()}
        self.buzzer = pins.buzzer
        self.tones: list[tuple[int, float | None]] = []
        self.broken: set[int] = set()
        self.reset, self._pull_reset = pins.reset, reset
        self.resets: list[int] = []

    def pin(self, name: Any, pin_class: Any = None, **more: Any) -> Any:
        if name in self.broken:
            raise OSError(f"GPIO busy: {name}")
        return super().pin(name, pin_class, **more)

    def pull_reset(self) -> None:
        """Let RESET of the chips go low."""
        self.resets.append(self.simulated.clock.now())
        self._pull_reset()


class _LivePin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that reads the simulated keys, and logs the tones that it plays."""

    def _get_state(self) -> Any:
        gpio: int = self._number
        factory = self.factory
        if gpio in factory.broken:
            raise OSError(f"GPIO busy: {gpio}")
        if self._function == "input" and gpio in factory.keys:
            pressed = factory.simulated.held() >> factory.keys[gpio] & 1
            self._change_state(not pressed)
        return super()._get_state()

    def _set_state(self, value: Any) -> None:
        super()._set_state(value)
        if not value and self._number == self.factory.reset:
            self.factory.pull_reset()

    def _set_frequency(self, value: float | None) -> None:
        factory = self.factory
        if value is not None and self._number in factory.broken:
            raise OSError(f"GPIO busy: {self._number}")
        super()._set_frequency(value)
        if self._number == factory.buzzer:
            factory.tones.append((factory.simulated.clock.now(), value))


class EmulatedPi:
    """The chips, buses and pins of a table.

    Attributes:
        simulated: the table of the contacts and keys that they read.
        chips: name -> port expander.
        matrix: the lines between them; for floating see its class.
        gpio: the pins of the Pi.
    """

    def __init__(self, simulated: SimulatedTable, pins: PinMap, *, floating: int = 0) -> None:
        self.simulated = simulated
        self.pins = pins
        self.chips = {name: Mcp23017(address) for name, address in pins.chips.items()}
        self.matrix = Matrix(pins, self.chips, self._contacts, floating=floating)
        self.oled = Ssd1306(pins.display or 0x3C)
        self.i2c = I2cBus([*self.chips.values(), self.oled], simulated.clock, pins.i2c_rate)
        self.spi = SpiBus()
        self.gpio = _Gpio(simulated, pins, self._reset)

    def _contacts(self) -> Snapshot:
        return self.simulated.scan()

    def _reset(self) -> None:
        for chip in self.chips.values():
            chip.reset()

    def open(self, pins: PinMap | None = None, *, patient: bool = False) -> PiTable:
        """Open the table through the Pi's drivers. Raise OpenError.

        pins: the map by which it is read, None for its own. patient: see :class:`PiTable`.
        """
        return PiTable(
            pins or self.pins, self._open_i2c, self._open_spi, lambda: self.gpio, self.simulated.clock, patient=patient
        )

    def _open_i2c(self) -> I2cBus:
        if self.i2c.missing:
            raise FileNotFoundError("no /dev/i2c-1")
        self.i2c.release()
        return self.i2c

    def _open_spi(self) -> SpiBus:
        if self.spi.missing:
            raise FileNotFoundError("no /dev/spidev0.0")
        self.spi.release()
        return self.spi

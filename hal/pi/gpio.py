"""The keys, the buzzer and RESET of the chips: all parts on GPIO, through gpiozero.

Wire each key between its GPIO and ground (the Pi's pull-up holds it high), a passive piezo between
its GPIO and ground, with 1k in series, and RESET of all chips to its GPIO, with 10k to 3.3 V.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from math import asin, pi
from typing import Any

from gpiozero import GPIOZeroError, InputDevice, OutputDevice, TonalBuzzer
from gpiozero.tones import Tone

from hal.errors import HalError, PartError
from hal.pi.reopening import Reopenable
from hal.ports import Clock, Tune
from hal.snapshot import KEYS
from hal.trace import SECOND
from wiring import PinMap
from wiring.text import N_, label

_MS = SECOND // 1000

Note = tuple[str, int]
"""A note and its milliseconds; an empty name is a rest."""

TUNES: dict[Tune, tuple[Note, ...]] = {
    Tune.ACCEPTED: (("E6", 60),),
    Tune.SCORED: (("E6", 70), ("G6", 70), ("C7", 120)),
    Tune.REFUSED: (("G4", 250),),
    Tune.QUESTION: (("C6", 90), ("", 40), ("F6", 140)),
    Tune.WARNING: (("A5", 110), ("", 60), ("A5", 110), ("", 60), ("A5", 110)),
    Tune.TAKEN_BACK: (("E6", 80), ("C6", 80), ("A5", 110)),
    Tune.PUT_RIGHT: (("C6", 50), ("E6", 50)),
    Tune.GAME_OVER: (("C6", 130), ("E6", 130), ("G6", 130), ("C7", 350)),
}


def errors_of_pins() -> tuple[type[Exception], ...]:
    """Return the exceptions of pin drivers: gpiozero, the system, and lgpio where it is used."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, *((lgpio.error,) if lgpio else ()))


@contextmanager
def _driving(part: str, gpio: int, **values: str) -> Iterator[None]:
    """Raise PartError, with the name of the part, for an exception of a pin driver."""
    try:
        yield
    except errors_of_pins() as error:
        raise PartError(label(part, gpio=gpio, error=str(error), **values)) from error


class Keys:
    """Hal's Keys port.

    factory: returns gpiozero's pin factory. A fault is raised once; while it lasts no key counts as
    held, so that the game goes on without them.
    """

    def __init__(self, pins: PinMap, factory: Callable[[], Any], clock: Clock) -> None:
        self._gpios = pins.keys
        check = _check(label("the keys"), *pins.keys.values())
        self._buttons = Reopenable(lambda: self._open(factory()), check, clock, closes=_close, errors=errors_of_pins)
        self._named = False
        self.faults, self.close = self._buttons.faults, self._buttons.close

    def _open(self, factory: Any) -> list[InputDevice]:
        opened: list[InputDevice] = []
        try:
            for key in KEYS:
                with self._driving(key):
                    opened.append(InputDevice(self._gpios[key], pull_up=True, pin_factory=factory))
        except PartError:
            _close(opened)
            raise
        return opened

    def _driving(self, key: str) -> AbstractContextManager[None]:
        return _driving(N_("key {key} at GPIO {gpio}: {error}"), self._gpios[key], key=key)

    def held(self) -> int:
        """Hal's Keys port. Raise PartError once when it begins to fail."""
        held = 0
        try:
            with self._buttons.used() as buttons:
                for at, button in enumerate(buttons):
                    with self._driving(KEYS[at]):
                        held |= button.is_active << at
        except PartError:
            if self._named:
                return 0
            self._named = True
            raise
        self._named = False
        return held


class Buzzer:
    """Hal's Sound port. The table's clock calls `step` while it waits.

    factory: returns gpiozero's pin factory. due: when the current note ends (microseconds); None in
    silence.
    """

    def __init__(self, pins: PinMap, factory: Callable[[], Any], clock: Clock) -> None:
        self._clock = clock
        self._gpio = pins.buzzer
        check = _check(label("the buzzer"), pins.buzzer)
        self._buzzer = Reopenable(
            lambda: self._open(factory()), check, clock, closes=self._silence, errors=errors_of_pins
        )
        self._notes: list[Note] = []
        # the part of a period that is high: a square wave's fundamental has sin(pi * duty) of its
        # amplitude at a half
        self._duty = 0.5
        self._unclosed: list[TonalBuzzer] = []  # a buzzer that could not be closed
        self.due: int | None = None
        self.close = self._buzzer.close

    def _open(self, factory: Any) -> TonalBuzzer:
        self._unclosed = _close(self._unclosed)  # it still has the pin
        with _driving(N_("buzzer at GPIO {gpio}: {error}"), self._gpio):
            return TonalBuzzer(self._gpio, mid_tone=Tone("A5"), octaves=2, pin_factory=factory)

    def _silence(self, buzzer: TonalBuzzer) -> None:
        self.due = None
        self._unclosed = _close([buzzer])

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Hal's Sound port. Raise PartError."""
        self._buzzer.use()
        self._duty = asin(volume) / pi
        self._notes = list(TUNES[tune])
        self.due = self._clock.now()
        self.step()
        if self._buzzer.opened is None:
            raise PartError(self._buzzer.fault)

    def step(self) -> None:
        """Play the next note if it is due; a fault is raised by the next tune."""
        if self.due is None or self._clock.now() < self.due:
            return
        with suppress(PartError), self._buzzer.used() as buzzer:
            if self._notes:
                name, milliseconds = self._notes.pop(0)
                buzzer.play(Tone(name) if name else None)
                if name:
                    buzzer.pwm_device.value = self._duty
                self.due += milliseconds * _MS
            else:
                buzzer.stop()
                self.due = None


class ChipReset:
    """RESET of the chips: pulled low for a moment, it puts them in the state after power-on.

    gpio: of its line. factory: returns gpiozero's pin factory. A fault is only listed: the chips
    mostly work without RESET. After `close` the resistor holds the line high.
    """

    def __init__(self, gpio: int, factory: Callable[[], Any], clock: Clock) -> None:
        self._gpio = gpio
        check = _check("RESET of the chips", gpio)
        self._line = Reopenable(
            lambda: self._open(factory()), check, clock, closes=lambda line: _close([line]), errors=errors_of_pins
        )
        self.faults, self.close = self._line.faults, self._line.close

    def _open(self, factory: Any) -> OutputDevice:
        with _driving("RESET at GPIO {gpio}: {error}", self._gpio):
            return OutputDevice(self._gpio, active_high=False, pin_factory=factory)

    def pulse(self) -> None:
        """Reset the chips: they want 1 us (DS20001952), and each of these calls takes more."""
        with suppress(HalError), self._line.used() as line:
            line.on()
            line.off()


def _check(part: str, *gpios: int) -> str:
    """Return the advice for a part that does not work."""
    return label(
        "check {part} at GPIO {gpios}, that no other program uses them, and that this user is in the group gpio",
        part=part,
        gpios=", ".join(map(str, gpios)),
    )


def _close(devices: Iterable[Any]) -> list[Any]:
    """Give the pins of these devices back, and return the devices that failed to."""
    failed = []
    for device in devices:
        try:
            device.close()
        except errors_of_pins():  # the fault of the part has been told
            failed.append(device)
    return failed

"""What a driver raises becomes the error of its port, which works again afterwards.

An error of the program is none of a driver, and goes through.
"""

import errno
import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import GPIOPinInUse
from support.emulation import PINS, Rig

from hal import CELLS, Frame, HalError, OpenError, PartError, Sentence, Tune
from hal.chips.emulated import EmulatedPi
from hal.espeak import Espeak
from hal.pi import open_pi_table
from hal.ports import Importance
from hal.simulated import SimulatedTable

DIM: Frame = ((1, 2, 3),) * CELLS


class LgpioError(Exception):
    """Stands for the error of lgpio, which cannot be imported everywhere."""


OF_BUS: list[Exception] = [
    OSError(errno.EREMOTEIO, "Remote I/O error"),
    OSError(),
    TimeoutError(errno.ETIMEDOUT, "Connection timed out"),
]
OF_SPI: list[Exception] = [
    Exception("ioctl timeout. Please try a different SPI frequency or less data."),  # PureIO
    OSError(errno.EIO, "Input/output error"),
]
OF_PINS: list[Exception] = [
    OSError("GPIO busy"),
    GPIOPinInUse("pin GPIO18 is already in use"),
    LgpioError("GPIO not allocated"),
]
OF_PROGRAM: list[Exception] = [
    KeyError("U3"),
    AttributeError("'NoneType' object has no attribute 'write_bytes'"),
    RuntimeError("the bus is used without its lock"),
    TypeError(),
]


@pytest.fixture(autouse=True)
def lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lgpio be what drives the pins."""
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise type(error)(*error.args)  # a new one, whose traceback keeps nothing alive

    return fail


@contextmanager
def broken(at: object, names: str, error: Exception) -> Iterator[None]:
    """Let these methods of an object raise the error.

    Meanwhile no table of an earlier test is collected, which would close its pins.
    """
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name in names.split():
                patch.setattr(at, name, failing(error))
            yield
    finally:
        gc.enable()


def raised_by(use: Callable[[], object]) -> tuple[type[HalError] | None, str]:
    """The kind and the text of what is raised; its traceback would keep pins in use."""
    try:
        use()
    except HalError as error:
        return type(error), str(error)
    return None, ""


def written(rig: Rig) -> None:
    """Write another text than before, and one more after there was time to send it."""
    display = rig.ports.display
    assert display is not None
    for _ in range(2):
        display.write((str(rig.simulated.clock.now()),))
        rig.after(20)


PARTS: dict[str, tuple[Callable[[Rig], object], str, Callable[[Rig], object], type[HalError]]] = {
    "sense": (
        lambda rig: rig.pi.i2c,
        "writeto readfrom_into writeto_then_readfrom",
        lambda rig: rig.ports.sense.scan(),
        PartError,
    ),
    "sense, reading alone": (
        lambda rig: rig.pi.i2c,
        "readfrom_into writeto_then_readfrom",
        lambda rig: rig.ports.sense.scan(),
        PartError,
    ),
    "keys": (lambda rig: rig.pi.gpio, "pin", lambda rig: rig.ports.keys.held(), PartError),
    "keys, when open": (
        lambda rig: rig.pi.gpio.pin(PINS.keys["UNDO"]),
        "_get_state",
        lambda rig: rig.ports.keys.held(),
        PartError,
    ),
    "lamps": (lambda rig: rig.pi.spi, "write", lambda rig: rig.ports.lamps.show(DIM), PartError),
    "lamps, before a transfer": (lambda rig: rig.pi.spi, "configure", lambda rig: rig.ports.lamps.show(DIM), PartError),
    "sound": (lambda rig: rig.pi.gpio, "pin", lambda rig: rig.ports.sound.play(Tune.REFUSED), PartError),
    "sound, when open": (
        lambda rig: rig.pi.gpio.pin(PINS.buzzer),
        "_set_frequency",
        lambda rig: rig.ports.sound.play(Tune.REFUSED),
        PartError,
    ),
    "display": (lambda rig: rig.pi.i2c, "writeto", written, PartError),
}


def raised_in(part: str) -> list[Exception]:
    """What the driver of a part raises."""
    if part.startswith("lamps"):
        return OF_SPI
    return OF_BUS if part.startswith(("sense", "display")) else OF_PINS


@pytest.mark.parametrize(
    ("part", "error"),
    [pytest.param(part, error, id=f"{part}-{error!r}") for part in PARTS for error in raised_in(part)],
)
@pytest.mark.parametrize("used", [True, False], ids=["used before", "at its first use"])
def test_what_a_driver_raises_becomes_the_error_of_its_port(part: str, error: Exception, used: bool) -> None:
    rig = Rig()
    driver, names, use, raises = PARTS[part]
    if "when open" in part or (used and part not in ("keys", "sound")):
        use(rig)
        rig.after(100)
    with broken(driver(rig), names, error):
        kind, text = raised_by(lambda: use(rig))
    assert kind is raises
    assert text
    rig.after(2000)
    for _ in range(3):
        with suppress(PartError):  # of chips that are found again
            use(rig)
        rig.after(1000)
    use(rig)
    assert rig.ports.faults() == ()


@pytest.mark.parametrize("error", OF_PROGRAM, ids=repr)
@pytest.mark.parametrize("part", PARTS)
def test_an_error_of_the_program_is_told_as_what_it_is(part: str, error: Exception) -> None:
    rig = Rig()
    driver, names, use, _ = PARTS[part]
    if "when open" in part:
        use(rig)
        rig.after(100)
    with broken(driver(rig), names, error), pytest.raises(type(error)):
        use(rig)


@pytest.mark.parametrize("error", OF_PINS, ids=repr)
def test_what_the_driver_of_reset_raises_is_a_fault_and_the_table_plays(error: Exception) -> None:
    rig = Rig()
    rig.scan()
    rig.pi.chips["U3"].powered = False
    with broken(type(rig.pi.gpio.pin(PINS.reset)), "_set_state", error):
        rig.scan(30)
        assert rig.scan() is not None
        assert any("RESET" in fault for fault in rig.ports.faults())


@pytest.mark.parametrize("error", OF_BUS, ids=repr)
def test_what_the_bus_raises_while_a_table_is_opened_says_that_no_chip_answers(error: Exception) -> None:
    pi = EmulatedPi(SimulatedTable(bounce=0), PINS)
    with broken(pi.i2c, "writeto readfrom_into writeto_then_readfrom", error), pytest.raises(OpenError):
        pi.open()


def test_what_the_voice_raises_is_told_with_the_next_sentence() -> None:
    error = OSError(errno.EAGAIN, "Resource temporarily unavailable")
    with Espeak("en", command=("true",)) as voice, broken(subprocess, "Popen", error):
        voice.speak(Sentence("one", Importance.EVENT))
        voice.finish()
        with pytest.raises(PartError, match="espeak-ng: "):
            voice.speak(Sentence("two", Importance.EVENT))


@pytest.mark.parametrize("error", [*OF_BUS, *OF_PROGRAM], ids=repr)
def test_what_a_machine_without_header_raises_is_no_table(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BLINKA_SKIP_DEPENDENCY_CHECK", "GPIOZERO_PIN_FACTORY", "LG_WD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("hal.pi.bus_lock.open_alone", lambda _: FileIO(tmp_path / "i2c", "w"))
    monkeypatch.setattr("fcntl.ioctl", failing(error))
    with pytest.raises(OpenError, match=r"i2cdetect -y 1"):
        open_pi_table(PINS)

"""A Pi whose chips or bus are missing when it is switched on plays as soon as they are there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.at_table import in_memory
from support.emulation import PINS
from support.nightly import nightly_but
from support.pixels import decode, lit
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.output.lamps import UNREAD
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import Lobby
from hal import CELLS, OpenError, reeds_of
from hal.chips.buses import SpiBus
from hal.chips.emulated import EmulatedPi
from hal.pi import core_clock, open_pi_table
from hal.pi.lamps import dim
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import load_nothing, make_header

HEADER = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
ALL_RED = (UNREAD,) * CELLS


def unplug_chips(pi: EmulatedPi) -> None:
    for chip in pi.chips.values():
        chip.powered = False


def plug_chips(pi: EmulatedPi) -> None:
    for chip in pi.chips.values():
        chip.reset()
        chip.powered = True


MISSING: dict[str, tuple[Callable[[EmulatedPi], None], Callable[[EmulatedPi], None], str]] = {
    "the chips": (unplug_chips, plug_chips, "no chip of the matrix answers"),
    "the bus": (
        lambda pi: setattr(pi.i2c, "missing", True),
        lambda pi: setattr(pi.i2c, "missing", False),
        "no /dev/i2c-1",
    ),
}


class AtTheTable:
    """A table of emulated chips at which a game is to begin."""

    def __init__(self, what: str) -> None:
        self.simulated = SimulatedTable(bounce=0)
        self.pi = EmulatedPi(self.simulated, PINS)
        self.effects: list[str] = []
        MISSING[what][0](self.pi)
        self.table = self.pi.open(patient=True)
        self.lobby = Lobby(in_memory, lambda _, __: HEADER, load_nothing, header=HEADER)
        self.loop = Loop(self.table.ports, self.lobby, self._tell)

    def _tell(self, effect: Effect) -> None:
        if isinstance(effect, Warn):
            self.effects.append(effect.text.format(**effect.values))

    def after(self, seconds: float) -> None:
        run_until(self.loop, self.simulated.clock.now() + int(seconds * SECOND))


@pytest.mark.parametrize("what", list(MISSING))
def test_it_opens_without_them_in_red_says_what_is_missing_and_plays_when_they_come(what: str) -> None:
    _, mend, why = MISSING[what]
    table = AtTheTable(what)
    table.after(20)
    assert [why in line for line in table.effects] == [True]
    assert lit(table.pi) == dim(ALL_RED, PINS.brightness, PINS.limit)
    assert any(hertz for _, hertz in table.pi.gpio.tones)
    assert table.lobby.session is None
    start = HEADER.start(load_nothing)
    table.simulated.set_up(reeds_of(find_adapter(start, HEADER.game).start(start)))
    mend(table.pi)
    table.after(4)
    assert table.effects[1:] == ["sensors: working again"]
    assert table.lobby.session is not None
    assert lit(table.pi) != dim(ALL_RED, PINS.brightness, PINS.limit)


@pytest.mark.parametrize("what", nightly_but(MISSING, "the bus"))
def test_whoever_tests_a_table_is_told_at_once(what: str) -> None:
    pi = EmulatedPi(SimulatedTable(), PINS)
    MISSING[what][0](pi)
    with pytest.raises(OpenError, match=MISSING[what][2]):
        pi.open()


# On a machine


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Pi 4 without an I2C bus; the folder in which its model and its programs are."""
    for name in ("BLINKA_SKIP_DEPENDENCY_CHECK", "GPIOZERO_PIN_FACTORY", "LG_WD"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    monkeypatch.setattr(core_clock, "_MODEL", tmp_path / "model")
    monkeypatch.setattr(core_clock, "_config", dict)
    return tmp_path


def test_a_pi_without_the_module_of_its_bus_names_what_loads_it(machine: Path) -> None:
    del machine
    with open_pi_table(PINS._replace(i2c_bus=99), patient=True) as table:
        (fault,) = table.ports.faults()
    assert "/dev/i2c-99" in fault
    assert "sudo raspi-config nonint do_i2c 0" in fault


def test_another_machine_is_no_table_however_patient(machine: Path) -> None:
    (machine / "model").write_text("a desktop")
    with pytest.raises(OpenError, match=r"is this the table's Raspberry Pi\?"):
        open_pi_table(PINS._replace(i2c_bus=99), patient=True)


def test_a_core_clock_that_moves_dims_the_lamps_and_is_a_fault_at_every_start(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del machine
    spi = SpiBus()
    monkeypatch.setattr("hal.pi.table._open_spi", lambda: spi)
    monkeypatch.setattr(core_clock, "_config", lambda: {"core_freq": 500, "core_freq_min": 200})
    with open_pi_table(PINS._replace(i2c_bus=99), patient=True) as table:
        _, fault = table.ports.faults()
        assert "between 200 and 500 MHz" in fault
        assert "core_freq_min=500" in fault
        table.ports.lamps.show(((255, 0, 0),) * CELLS)
        brightest = int(255 * PINS.brightness * core_clock.DIMMED)
        assert decode(spi.sent, spi.frequency) == ((brightest, 0, 0),) * CELLS

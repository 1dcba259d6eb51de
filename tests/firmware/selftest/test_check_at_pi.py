"""The command at a table of emulated chips, from what it asks first to what it tells at the end."""

from pathlib import Path

import pytest

from firmware.cli import main
from hal.chips.emulated import EmulatedPi
from hal.pi import PiTable
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import PinMap, read_pins

PINS = read_pins()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("order", "asked"),
    [("U1 U2 U3", 0), ("U2 U1 U3", 0), ("U1 U3 U2", 1), ("U3 U1 U2", 0)],
)
def test_chips_that_have_each_others_address_are_named_and_the_test_goes_on(
    order: str,
    asked: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    simulated = SimulatedTable(bounce=0)
    chips = {name: PINS.chips[other] for name, other in zip(PINS.chips, order.split(), strict=True)}
    pi = EmulatedPi(simulated, PINS._replace(chips=chips))

    def opened(pins: PinMap, *, patient: bool) -> PiTable:
        return pi.open(pins, patient=patient)

    monkeypatch.setattr("hal.pi.table.open_pi_table", opened)
    if asked:
        simulated.press(0, SECOND // 2, hold=0.2)
    simulated.press_key("MENU", 40 * SECOND)
    command = ["check", "--table", "pi", "--quiet", "1", "--data", str(tmp_path)]
    assert main(command) == 2  # not all cells were tested
    said = capsys.readouterr().out
    assert said.count("Row 0, column 0: press the field.") == asked
    wrong = [name for name, other in zip(PINS.chips, order.split(), strict=True) if name != other]
    assert (f"{', '.join(wrong)} have each other's address" in said) is bool(wrong)
    assert "sensors:" not in said
    assert "switches by itself" not in said

"""The starter build: a row on a breadboard, with its own map, lists, drawings and check."""

import csv
from io import StringIO

import pytest

from firmware.cli import main
from firmware.selftest.learn import Learning
from firmware.selftest.recording import RecordingSense
from hal import Layer
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from wiring import WiringError, read_pins
from wiring.circuit import circuit
from wiring.documents import STARTER, documents
from wiring.netlist import rules
from wiring.pins import parse_pins, read_starter, shipped_text

PINS = read_starter()
TEXT = shipped_text("starter")


def test_its_circuit_is_whole() -> None:
    wired = circuit(PINS)
    assert list(rules(wired)) == []
    assert len(wired.of("button")) == len(wired.of("pixel")) == 12
    assert len(wired.of("reed")) == 24
    assert not wired.of("tilt")
    assert len(wired.of("diode")) == 25
    assert not [leg for part in wired.parts.values() for leg in part.legs if leg.net == "ROW1"]


def test_what_is_kept_is_what_its_map_says() -> None:
    made = documents(PINS)
    kept = {path.name: path.read_text("utf-8") for path in (STARTER / "generated").iterdir()}
    assert kept == made, "is not up to date: python -m wiring.documents"
    parts = list(csv.DictReader(StringIO(made["parts.csv"])))
    assert all(float(line["price"]) > 0 for line in parts)  # each is in parts.toml
    assert not [line for line in parts if "lath" in line["part"] or "tilt" in line["part"]]


def test_the_table_s_program_reads_it_while_the_third_chip_is_missing() -> None:
    """The chips of the whole table, of which U3 has not been bought."""
    simulated = SimulatedTable(bounce=0)
    pi = EmulatedPi(simulated, read_pins()._replace(reference_row=0))
    pi.chips["U3"].powered = False
    pi.pins = PINS
    with pi.open() as table:
        simulated.place(4)
        simulated.press(11)
        found = table.ports.sense.scan()
        assert (found.reeds, found.buttons) == (1 << 4, 1 << 11)
        assert table.ports.faults() == ()


def test_its_own_cells_are_checked_and_learnt(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    learning = Learning(RecordingSense(SimulatedTable()), PINS, (Layer.BUTTON, Layer.REED))
    assert learning.answered == (0, 12 + 12 + 12)  # buttons, reeds, pixels; of rows there is one
    assert main(["check", "--table", "simulated", "--wiring", "starter", "--quiet", "0"]) == 2
    assert "Cells tested: 0 of 12." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("rows = [0]", "rows = [3]", "their pixels are not the first of lamps.chain"),
        ("rows = [0]", "rows = [9]", "built.rows: [9] should be some of 0-7"),
        ("columns = [0, 1,", "columns = [0, 12,", "should be some of 0-11"),
        ('layers = ["reed", "button"]', 'layers = ["light"]', "'light' is none of reed, button"),
        ('layers = ["reed", "button"]', "layers = []", "built.layers: name what is built"),
        ('"U1 GPB6", row = 0', '"U1 GPB6", row = 7', "row 7 is not built; take one of built.rows"),
    ],
)
def test_what_cannot_be_built_so_is_named(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(WiringError) as error:
        parse_pins(TEXT.replace(old, new))
    assert says in str(error.value)

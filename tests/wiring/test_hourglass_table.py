"""The hourglass table: 22 holes of one game, with its own map, lists, drawings and check."""

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest

from firmware.cli import main
from wiring import WiringError, read_overlay
from wiring.bill import bill
from wiring.circuit import circuit
from wiring.documents import SMALL, documents
from wiring.electrical_rules import rules
from wiring.pins import SMALL as SMALL_MAP
from wiring.pins import parse_pins, read_small, shipped_text

PINS = read_small()
TEXT = shipped_text(SMALL_MAP)
HOLES: Mapping[str, int] = read_overlay("hourglass").cells


def test_its_circuit_is_whole() -> None:
    wired = circuit(PINS)
    assert list(rules(wired)) == []
    assert {kind: len(wired.of(kind)) for kind in ("reed", "tilt", "pixel", "button", "row fuse", "expander")} == {
        "reed": 44,
        "tilt": 22,
        "pixel": 22,
        "button": 0,
        "row fuse": 0,
        "expander": 3,
    }


def test_what_is_kept_is_what_its_map_says() -> None:
    made = documents(PINS)
    kept = {path.name: path.read_text("utf-8") for path in (SMALL / "generated").iterdir()}
    assert kept == made, "is not up to date: python -m wiring.documents"
    assert not [item for item in bill(PINS) if "lath" in item.part or "button 6" in item.part]


@pytest.mark.nightly
def test_its_files_are_those_of_its_game(tmp_path: Path) -> None:
    assert main(["wiring", str(tmp_path), "--wiring", "hourglass-table", "--lang", "en"]) == 0
    sheets = {path.name.split("-")[0].split(".")[0] for path in (tmp_path / "sheets").iterdir()}
    assert sheets == {"hourglass"}
    printed = {path.stem for path in (tmp_path / "printed").iterdir()}
    assert printed == {"hourglass-cap-x16", "reed-jig-x1", "display-bezel-x1"}
    assert not (tmp_path / "boards").exists()


def test_its_own_cells_are_checked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    assert main(["check", "--table", "emulated", "--wiring", "hourglass-table", "--quiet", "0"]) == 2
    assert "Cells tested: 0 of 22." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('game = "hourglass"', 'game = "revolution"', "number them from 0 to 49"),
        ('game = "hourglass"', 'game = "chess"', "'chess' is none of forum_romanum"),
        ('layers = ["reed", "tilt"]', 'layers = ["light"]', "'light' is none of reed, button"),
        ('layers = ["reed", "tilt"]', "layers = []", "built.layers: without reed"),
        ('"U1 GPB6", row = 7', '"U1 GPB6", row = 0', "row 0 has no field of built.game"),
    ],
)
def test_what_cannot_be_built_so_is_named(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(WiringError) as error:
        parse_pins(TEXT.replace(old, new))
    assert says in str(error.value)

"""The self-test at a table that is not wired to this machine: a board behind a serial line."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.serial_line import Line

from firmware.cli import main
from hal import Table
from hal.tables import Asked
from hal.trace import SECOND


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    """The line to a board of keys, which --table serial opens."""
    line = Line("b")

    @contextmanager
    def opened(_: Asked) -> Iterator[Table]:
        yield line.board().ports

    monkeypatch.setattr("hal.serial_table.opened", opened)
    return line


def test_check_tests_the_layers_that_a_table_has_and_names_no_wires(
    line: Line, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line.table.press(40, 2 * SECOND)
    for number, key in enumerate(("CONFIRM", "UNDO", "HINT", "MENU", "CONFIRM", "CONFIRM")):
        line.table.press_key(key, (5 + 3 * number) * SECOND)
    check = ("check", "--table", "serial", "--cells", "3,4", "--quiet", "0")
    assert main([*check, "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Row 3, column 4: press the flashing field." in said
    assert "No fault was found." in said
    assert "map" not in said
    assert "times a second" not in said


def test_check_says_of_a_dead_key_and_a_dark_lamp_nothing_of_wires_that_only_the_board_knows(
    line: Line, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, key in enumerate(("HINT", "CONFIRM", "CONFIRM", "UNDO", "HINT", "MENU", "CONFIRM", "CONFIRM")):
        line.table.press_key(key, (5 + 3 * number) * SECOND)
    main(["check", "--table", "serial", "--cells", "3,4", "--quiet", "0", "--data", str(tmp_path)])
    said = capsys.readouterr().out.splitlines()
    assert "button at (3,4): never closed; check its solder joints and its line" in said
    assert "lamp at (3,4): off or wrong colour" in said


def test_hourglasses_are_measured_where_they_are_felt(
    line: Line, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del line
    assert main(["calibrate", "--table", "serial", "--data", str(tmp_path)]) == 2
    assert "by tilt contacts, which this table has not" in capsys.readouterr().err


def test_full_light_names_no_wires_of_a_board_that_has_its_own(
    line: Line, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for at, key in ((1, "CONFIRM"), (63, "MENU")):
        line.table.press_key(key, at * SECOND)
    check = ["check", "--full", "--table", "serial", "--data", str(tmp_path)]
    assert main(check) == 0
    said = capsys.readouterr().out
    assert "Is all of it warm at most?" in said
    assert "supply: something gets hot while all lamps are lit" in said
    assert not any(word in said for word in ("map", "pixel", "power.md", " V ", "0 V"))

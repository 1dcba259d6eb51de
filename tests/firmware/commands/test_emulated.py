"""The Pi's drivers on emulated chips, at a table where people type what hands do."""

from io import StringIO
from pathlib import Path

import pytest

from firmware.cli import main
from hal.chips.breakable import BreakableTable
from hal.clock import VirtualClock
from hal.trace import SECOND
from wiring import read_pins


def typed(lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *command: str) -> list[str]:
    monkeypatch.setattr("sys.stdin", StringIO(lines.replace(";", "\n")))
    main([*command, "--table", "emulated"])
    said = capsys.readouterr()
    return [line.strip() for line in (said.out + said.err).splitlines()]


def test_a_roman_that_a_broken_chip_does_not_see_is_read_when_it_is_mended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = ("run", "forum_romanum", "--players", "3", "--data", str(tmp_path))
    said = typed("y@d4; break U1; +c3; mend u1; wait 3", monkeypatch, capsys, *run)
    assert [line.split()[-1] for line in said if line[:1].isdigit()] == ["y@d4", "b@c3"]
    (broken,) = (at for at, line in enumerate(said) if line.startswith("sensors: U1 at 0x20"))
    assert said.index("sensors: working again") > broken


def test_check_says_of_a_part_that_is_broken_what_it_says_on_a_pi(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check = ("check", "--cells", "3,7", "--quiet", "0", "--break", "row3", "--data", str(tmp_path))
    said = typed("wait 1", monkeypatch, capsys, *check)
    assert any(line.startswith("sensors: row 3 (U2 GPA6) stays low") for line in said), "\n".join(said)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("break foo", "foo: no part of this table that can break; there are: U1 U2 U3 row3 row3:open"),
        ("mend", ": no part of this table that can break; there are: U1 U2 U3 row3 row3:open"),
    ],
)
def test_a_part_that_is_none_is_answered_with_those_there_are(
    line: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = typed(line, monkeypatch, capsys, "run", "forum_romanum", "--data", str(tmp_path))
    assert any(one.startswith(why) for one in said)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("run --table simulated --break U1", "speeltafel run: --break is for --table emulated"),
        ("run --table emulated --break U9", "speeltafel run: --break U9: no part of this table"),
    ],
)
def test_parts_break_at_an_emulated_table_alone(
    command: str, why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*command.split(), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(why)


def test_every_part_that_breaks_can_be_mended() -> None:
    table = BreakableTable(VirtualClock(), read_pins())
    ports = table.ports
    for broken in (True, False):
        for part in table.parts:
            assert table.break_part(part, broken=broken)
    table.clock.sleep_until(2 * SECOND)
    table.place(40)
    for _ in range(200):
        ports.clock.sleep_until(table.clock.now() + SECOND // 100)
        ports.keys.held()
        ports.lamps.show(((9, 0, 0),) * 96)
        try:
            reeds = ports.sense.scan().reeds
        except OSError:
            continue
    assert (reeds, ports.faults()) == (1 << 40, ())
    assert table.log.lamp(5) == (9, 0, 0)

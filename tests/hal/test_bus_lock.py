"""Only one program scans the chips: who has the bus is named to the next one."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.emulation import PINS

from firmware.cli import main
from hal import OpenError
from hal.chips.emulated import EmulatedPi
from hal.pi import PiTable
from hal.simulated import SimulatedTable

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the Pi runs Linux")

SCANS = """\
import sys
from pathlib import Path
from hal.pi.bus_lock import open_alone
with open_alone(Path(sys.argv[1])):
    print("scans", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def device(tmp_path: Path) -> Path:
    """A file in place of the device of the bus; locks are the same for both."""
    (tmp_path / "i2c-1").touch()
    return tmp_path / "i2c-1"


def test_the_second_program_is_told_who_has_the_bus_until_that_has_ended(device: Path) -> None:
    from hal.pi.bus_lock import open_alone  # Linux has it

    with subprocess.Popen(
        [sys.executable, "-c", SCANS, device],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "scans\n"
        with pytest.raises(OpenError) as refused:
            open_alone(device)
        assert f"{device} is in use by process {first.pid} ({sys.executable} -c" in str(refused.value)
        first.kill()
    open_alone(device).close()
    open_alone(device).close()


@pytest.mark.parametrize("command", ["run", "serve", "check", "calibrate"])
def test_a_command_says_in_a_line_that_another_one_has_the_table(
    command: str, device: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from hal.pi.bus_lock import open_alone

    monkeypatch.setattr("hal.pi.table.Path", lambda _: device)
    with open_alone(device):
        port = ["--port", "0"] if command == "serve" else []
        assert main([command, "--table", "pi", "--data", str(tmp_path), *port]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"speeltafel {command}: {device} is in use by process")


def test_a_table_that_is_closed_gives_the_bus_back(device: Path) -> None:
    from hal.pi.bus_lock import open_alone

    pi = EmulatedPi(SimulatedTable(), PINS)
    lock = open_alone(device)
    table = PiTable(PINS, lambda: pi.i2c, lambda: pi.spi, lambda: pi.gpio, pi.simulated.clock, release=lock.close)
    with table, pytest.raises(OpenError):
        open_alone(device)
    open_alone(device).close()

"""Tables by name: those of this project and of other packages, and the errors of bad ones."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.serial_line import Line

from firmware.cli import main
from hal.clock import VirtualClock
from hal.tables import Asked, find_table, table_names

Installs = Callable[..., None]
OPENED = """\
from contextlib import contextmanager
from hal.simulated import SimulatedTable

@contextmanager
def opened(asked):
    yield SimulatedTable().ports
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installs:
    """Puts a package where Python finds it: its name, the name of its table, its module."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(package: str, table: str, text: str = OPENED) -> None:
        module = package.replace("-", "_")
        monkeypatch.delitem(sys.modules, module, raising=False)  # of a test before
        (tmp_path / f"{module}.py").write_text(text)
        folder = tmp_path / f"{module}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        offer = f"[speeltafel.tables]\n{table} = {module}:opened\n"
        (folder / "entry_points.txt").write_text(offer)

    return put


def said(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    assert main(command) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_a_package_offers_a_table(install: Installs) -> None:
    install("table-of-oak", "oak")
    assert "oak" in table_names()
    with find_table("oak")(Asked()) as table:
        assert table.sense.scan().reeds == 0


def test_no_package_replaces_a_table_of_this_project(install: Installs) -> None:
    install("impostor", "pi")
    assert table_names().count("pi") == 1
    assert find_table("pi").__module__ == "hal.pi.table"


@pytest.mark.parametrize("command", ["run", "serve", "check"])
def test_an_unknown_table_is_answered_with_those_there_are(
    command: str, install: Installs, capsys: pytest.CaptureFixture[str]
) -> None:
    install("table-of-oak", "oak")
    why = said(capsys, command, "--table", "foo:1")
    assert "there is no table 'foo:1'; there is: " in why
    assert "simulated, pi, serial, oak" in why.replace("emulated, ", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import oak", "table oak, of table-of-oak, cannot be loaded: ModuleNotFoundError: "),
        ("1 / 0", "table oak, of table-of-oak, cannot be loaded: ZeroDivisionError: "),
        ("", "table oak, of table-of-oak, cannot be loaded: AttributeError: "),
        ("raise SystemExit(1)", "table oak, of table-of-oak, cannot be loaded: SystemExit: 1"),
        ("opened = 1", "table oak:there: TypeError: 'int' object is not callable"),
        ("def opened(asked): 1 / 0", "table oak:there: ZeroDivisionError: division by zero"),
        (
            OPENED.replace("SimulatedTable().ports", "5"),
            "table oak:there: AttributeError: 'int' object has no attribute 'paced'",
        ),
        (
            "def opened(asked): return open('/nowhere/' + asked.where)",
            "table oak:there: [Errno 2] No such file or directory: '/nowhere/there'",
        ),
    ],
)
def test_a_package_that_cannot_be_used_is_named(
    text: str, why: str, tmp_path: Path, install: Installs, capsys: pytest.CaptureFixture[str]
) -> None:
    install("table-of-oak", "oak", text)
    command = ("run", "--table", "oak:there", "--data", str(tmp_path / "data"))
    assert said(capsys, *command).startswith(f"speeltafel run: {why}")


def test_a_table_that_several_packages_offer_is_none(
    tmp_path: Path, install: Installs, capsys: pytest.CaptureFixture[str]
) -> None:
    install("oak-one", "oak")
    install("oak-two", "oak")
    why = said(capsys, "run", "--table", "oak", "--data", str(tmp_path / "data"))
    assert why == "speeltafel run: table oak: several packages offer it: oak-one, oak-two"


def test_a_pi_is_nowhere_but_where_its_pins_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    why = said(capsys, "run", "--table", "pi:1", "--data", str(tmp_path))
    assert why.endswith("the map of its pins says where the table of a Pi is: --table pi")


@pytest.mark.parametrize(
    ("ports", "hello", "why"),
    [
        ("", "", "no serial port of a USB device is there: plug the board in, with a cable"),
        ("ACM0 USB0", "", "there are several serial ports; choose one: serial:ACM0 (Pico), serial"),
        ("ACM0", "", "nothing that speaks the protocol answers there: is the board's program on"),
        ("ACM0", "hello speeltafel 2 x\n", "the board speaks version 2 of the protocol, this prog"),
        ("ACM0", "hello grbl\n", "what answers there is no table of speeltafel"),
    ],
)
def test_a_serial_board_that_cannot_be_used_is_answered_in_a_line(
    ports: str,
    hello: str,
    why: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = Line("b")
    line.hello, line.said, line.silent = hello, b"", not hello
    found = [SimpleNamespace(device=one, description="Pico", vid=1) for one in ports.split()]
    monkeypatch.setattr("hal.serial_table.RealClock", VirtualClock)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    monkeypatch.setattr("serial.serial_for_url", lambda *_, **__: line.open())
    for command in ("run", "check"):
        told = said(capsys, command, "--table", "serial", "--data", str(tmp_path))
        assert told.startswith(f"speeltafel {command}: {why}")

"""Settings and fixtures of all tests."""

import gc
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import settings
from support.at_table import DATA, AtTable

from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from wiring import read_pins

pytest_plugins = ["support.lacking"]

ROOT = Path(__file__).parent.parent


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues that have changed since they were compiled, before workers start."""
    if hasattr(config, "workerinput"):
        return
    for catalogue in ROOT.glob("firmware/words/*/LC_MESSAGES/*.po"):
        compiled = catalogue.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < catalogue.stat().st_mtime:
            with catalogue.open("rb") as texts, compiled.open("wb") as file:
                write_mo(file, read_po(texts))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run one file here: for less than two seconds of tests no worker begins as soon."""
    return 0 if [Path(one.partition("::")[0]).is_file() for one in config.args] == [True] else None


def pytest_collection() -> None:
    """Look for no rubbish while tests are found: what is made then stays until the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)  # tests leave little behind
    gc.enable()


# How long a test takes says nothing of the table. The same code has the same result each time: laws
# try the same few examples, .ci/nightly many more, and only "search" others in every run.
settings.register_profile("quick", deadline=None, max_examples=6, database=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=100, database=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000, derandomize=False)
settings.load_profile("quick")

_KEPT = count()  # the folders of tests


@pytest.fixture(autouse=True)
def speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test depend on the language of whoever runs it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the games of a test are kept; nothing makes it but what keeps them.

    So no test writes where the games of whoever runs it are.
    """
    folder = tmp_path_factory.getbasetemp() / f"kept-{next(_KEPT)}"
    monkeypatch.setenv("SPEELTAFEL_DATA", str(folder))
    return folder


@pytest.fixture
def sit_down() -> Callable[..., AtTable]:
    """Sit down at a table: ``sit_down(players=3)``."""

    return AtTable


@pytest.fixture
def data() -> Path:
    """The folder of records and traces."""
    return DATA


@pytest.fixture
def at_pi(monkeypatch: pytest.MonkeyPatch) -> SimulatedTable:
    """The hands at a table of emulated chips, which commands open as that of a Pi."""
    simulated = SimulatedTable(bounce=0)
    pi = EmulatedPi(simulated, read_pins())
    monkeypatch.setattr("hal.pi.table.open_pi_table", pi.open)
    return simulated

"""The package that others copy for a table of their own: installed, it passes the contract."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.lacking import lacks

FOLDER = Path(__file__).parents[2] / "wiring/examples/table-package"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The folder into which pip has installed it."""
    if find_spec("setuptools") is None:
        pytest.skip(lacks("setuptools"))
    copy = tmp_path / "source"  # as a build leaves files beside the sources
    copy.mkdir()
    for name in ("pyproject.toml", "speeltafel_oak.py"):
        (copy / name).write_text((FOLDER / name).read_text())
    target = tmp_path / "installed"
    pip = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
    done = subprocess.run(
        [sys.executable, "-m", *pip, target, copy], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return target


def ran(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)], cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.nightly
def test_it_keeps_the_contract_and_its_table_has_a_name(installed: Path, tmp_path: Path) -> None:
    contract = ran(installed, "pytest", "-q", "-c", "/dev/null", "-p", "no:cacheprovider", FOLDER)
    assert contract.returncode == 0, contract.stdout
    assert " passed" in contract.stdout
    lost = ran(installed, "firmware", "run", "--table", "oak:/nowhere", "--data", tmp_path / "data")
    assert lost.returncode == 2
    assert lost.stderr.startswith("speeltafel run: table oak:/nowhere: ")

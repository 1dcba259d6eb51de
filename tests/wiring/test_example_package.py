"""The package that others copy for a table of their own: installed, it passes the contract."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "wiring/examples/table-package"


def installed(tmp_path: Path) -> Path:
    """The folder into which pip has installed it."""
    pytest.importorskip("setuptools")
    copy = tmp_path / "source"  # as a build leaves files beside the sources
    copy.mkdir()
    for name in ("pyproject.toml", "speeltafel_oak.py"):
        (copy / name).write_text((FOLDER / name).read_text())
    target = tmp_path / "installed"
    pip = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
    done = subprocess.run([sys.executable, "-m", *pip, target, copy], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return target


def ran(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.nightly
def test_it_keeps_the_contract_and_its_table_has_a_name(tmp_path: Path) -> None:
    package = installed(tmp_path)
    contract = ran(package, "pytest", "-q", "-c", "/dev/null", "-p", "no:cacheprovider", FOLDER)
    assert contract.returncode == 0, contract.stdout
    assert " passed" in contract.stdout
    lost = ran(package, "firmware", "run", "--table", "oak:/nowhere", "--data", tmp_path / "data")
    assert lost.returncode == 2
    assert lost.stderr.startswith("speeltafel run: table oak:/nowhere: ")

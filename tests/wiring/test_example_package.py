"""The package that others copy for a table of their own: installed, it passes the contract."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.example_package import FOLDER, installed


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

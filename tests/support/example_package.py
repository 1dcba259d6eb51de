"""The package that others copy for a table of their own, installed from its folder."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.lacking import lacks

FOLDER = Path(__file__).parents[2] / "wiring/examples/table-package"


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
    done = subprocess.run([sys.executable, "-m", *pip, target, copy], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return target

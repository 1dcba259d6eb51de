"""The page of the rules as a library is made without a warning and names all that is public."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rules

pytest.importorskip("pdoc")

ROOT = Path(__file__).parents[2]


def test_the_command_of_the_readme_makes_a_page_of_every_public_name(tmp_path: Path) -> None:
    readme = (ROOT / "rules" / "README.md").read_text("utf-8")
    (options,) = re.findall(r"python -m pdoc (.+)", readme)
    command = options.replace(" api ", f" {tmp_path} ").split()
    made = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pdoc", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stderr) == (0, "")
    page = (tmp_path / "rules.html").read_text("utf-8")
    assert [name for name in rules.__all__ if f'id="{name}"' not in page] == []

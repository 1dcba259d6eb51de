"""Another project's package that is called like one of ours is told apart, in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAYS = "another package called rules hides its own"


def started(*folders: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    return subprocess.run(
        [sys.executable, "-P", "-m", "firmware"],
        env=environment,
        cwd=folders[-1],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.nightly
def test_another_package_before_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("raise RuntimeError('of somebody else')")
    ran = started(tmp_path, ROOT)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert SAYS in ran.stderr
    assert str(tmp_path) in ran.stderr

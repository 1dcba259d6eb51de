"""What is packed is the project and no more, and the wheel runs where it is installed alone."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.xdist_group("packages"),  # they are built once
]

ROOT = Path(__file__).parent.parent
PACKAGES = {"rules", "hal", "firmware", "wiring"}
BESIDE = {".ci", ".github", "tests", "pyproject.toml", "README.md", "LICENSE", ".gitignore", "PKG-INFO"}


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without what points into this checkout; return what it prints."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    ran = subprocess.run([*command], cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("packages")
    stray = ROOT / ".venv-stray-of-a-test"  # what lies beside the code is not packed
    stray.mkdir(exist_ok=True)
    (stray / "stray.py").touch()
    try:
        run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    finally:
        (stray / "stray.py").unlink()
        stray.rmdir()
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def assert_clean(names: list[PurePosixPath]) -> None:
    assert not [name for name in names if "__pycache__" in name.parts or name.suffix == ".pyc"]


def test_the_sdist_holds_the_project_and_nothing_that_lies_beside_it(packages: tuple[Path, Path]) -> None:
    with tarfile.open(packages[0]) as sdist:
        names = [PurePosixPath(*PurePosixPath(name).parts[1:]) for name in sdist.getnames()]
    assert {name.parts[0] for name in names if name.parts} == PACKAGES | BESIDE
    assert_clean(names)
    packed = {str(name) for name in names}
    assert not [name for name in names if "node_modules" in name.parts]
    assert {"firmware/cli.py", "wiring/table.toml", "tests/conftest.py", ".ci/run", ".github/CHANGELOG.md"} <= packed
    assert not [name for name in names if name.suffix == ".mo"]


def test_the_wheel_holds_every_file_of_the_packages(packages: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(packages[1]) as wheel:
        names = [PurePosixPath(name) for name in wheel.namelist()]
    assert_clean(names)
    packed = {str(name) for name in names if not name.parts[0].endswith(".dist-info")}
    assert packed == {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def test_the_wheel_plays_in_an_environment_of_its_own(packages: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    place.mkdir()
    run(sys.executable, "-m", "venv", tmp_path / "own", cwd=place)
    own = tmp_path / "own" / ("Scripts" if sys.platform == "win32" else "bin")
    run(own / "python", "-m", "pip", "install", "--quiet", packages[1], cwd=place)
    where = run(own / "python", "-c", "import firmware; print(firmware.__file__)", cwd=place)
    assert Path(where.strip()).is_relative_to(tmp_path / "own")
    assert "usage: speeltafel" in run(own / "speeltafel", "--help", cwd=place)
    run(own / "speeltafel", "demo", "revolution", "--seed", "1", cwd=place)
    assert (place / "revolution-1.record").read_text().startswith('[game "revolution"]')

"""What a site has of others: Pyodide from npm, and msgspec built for it from PyPI, pinned."""

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import NamedTuple

from firmware.words import Text, told

NODE = 20  # the version of Node.js at least
RELEASED = f"speeltafel-{metadata.version('speeltafel')}-site.zip"  # a site, ready-made


class SiteError(Exception):
    """A site cannot be written; the text that it is raised with says why, and what to do."""


class Package(NamedTuple):
    """A package as it was when this was written. sha256: of its file."""

    file: str
    sha256: str
    fetch: tuple[str, ...]


PYODIDE = Package(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--silent", "pyodide@314.0.7"),
)
MSGSPEC = Package(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    (
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
        "--implementation", "cp", "--python-version", "3.14", "--abi", "cp314",
        "--platform", "pyemscripten_2026_0_wasm32", "msgspec==0.22.0",
    ),
)  # fmt: skip


def unpacked(package: Package, cache: Path) -> Path:
    """Return the folder of a package, which is fetched once. Raise SiteError.

    cache: the folder in which packages stay.
    """
    folder = cache / package.sha256[:16]
    if folder.exists():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache) as work:
        file = Path(work) / package.file
        if not (given := cache / package.file).exists():
            _run(package.fetch, Path(work))
            given = file
        found = hashlib.sha256(given.read_bytes()).hexdigest()
        if found != package.sha256:
            raise SiteError(
                told("{file} is another file than it should be: {found}",
                     file=package.file, found=found)
            )  # fmt: skip
        inner = Path(work) / "unpacked"
        if package.file.endswith(".whl"):
            with zipfile.ZipFile(given) as wheel:
                wheel.extractall(inner)
        else:
            with tarfile.open(given) as packed:
                packed.extractall(inner, filter="data")
        inner.rename(folder)
    return folder


def _run(command: Sequence[str], folder: Path) -> None:
    """Run a program in a folder. Raise SiteError where it is not there or fails."""
    path = which(command[0])
    why: str | Text = told("it is not installed")
    if path is not None:
        done = subprocess.run(
            [path, *command[1:]], cwd=folder, capture_output=True, text=True, check=False
        )  # fmt: skip
        if not done.returncode:
            return
        why = (done.stderr.strip() or done.stdout.strip())[-300:]
    raise SiteError(
        told("{program} cannot fetch what a site needs: {why}",
             program=Path(command[0]).name, why=why)
    )  # fmt: skip

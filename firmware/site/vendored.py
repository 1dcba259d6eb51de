"""The packages of other projects in a site: Pyodide from npm, and its msgspec from PyPI, pinned."""

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import NamedTuple

from firmware.words import Text, told

NODE = 20  # the version of Node.js at least
RELEASED = f"speeltafel-{metadata.version('speeltafel')}-site.zip"  # a site, ready-made


class SiteError(Exception):
    """A site cannot be written; the text of the error tells the reason and the remedy."""


class Package(NamedTuple):
    """A package as it was when this was written.

    sha256: the hash of its file. fetch: the command that downloads it.
    """

    file: str
    sha256: str
    fetch: tuple[str, ...]


PYODIDE = Package(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--loglevel=error", "pyodide@314.0.7"),
)
MSGSPEC = Package(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    (
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
        *("--implementation", "cp", "--python-version", "3.14", "--abi", "cp314"),
        *("--platform", "pyemscripten_2026_0_wasm32", "msgspec==0.22.0"),
    ),
)


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
            _fetch(package, Path(work), cache)
            given = file
        found = hashlib.sha256(given.read_bytes()).hexdigest()
        if found != package.sha256:
            raise SiteError(told("{file} is another file than it should be: {found}", file=package.file, found=found))
        inner = Path(work) / "unpacked"
        if package.file.endswith(".whl"):
            with zipfile.ZipFile(given) as wheel:
                wheel.extractall(inner)
        else:
            with tarfile.open(given) as packed:
                packed.extractall(inner, filter="data")
        inner.rename(folder)
    return folder


def _fetch(package: Package, folder: Path, cache: Path) -> None:
    """Fetch a package into a folder. Raise SiteError where the command is missing or fails."""
    program, *given = package.fetch
    path = which(program)
    why: str | Text = told("it is not installed")
    if path is not None:
        done = subprocess.run([path, *given], cwd=folder, capture_output=True, text=True, check=False)
        if not done.returncode:
            return
        lines = done.stderr.splitlines()
        why = next((line for line in lines if "error" in line.lower()), "".join(lines[-1:]))
    raise SiteError(
        told(
            "{program} cannot fetch {file}: {why}; try again, or put that file into {folder}",
            program=Path(program).name,
            file=package.file,
            why=why,
            folder=str(cache),
        )
    )

"""The boards as files: KiCad's own, its design rule report, and what a board house takes.

Needs Debian's packages ``kicad`` and ``kicad-footprints``, whose Python interface belongs to the
Python of the system; without them there are no boards, and the table is wired by hand.
"""

import csv
import json
import subprocess
import tempfile
from collections import defaultdict
from io import StringIO
from itertools import pairwise
from pathlib import Path

from wiring.boards.tile import Board, tile
from wiring.pins import PinMap
from wiring.read import WiringError

PYTHON = Path("/usr/bin/python3")
_CHILD = Path(__file__).with_name("kicad.py")


def missing() -> str:
    """Return why there can be no boards here, empty where there can."""
    if not PYTHON.exists():
        return f"there is no {PYTHON}"
    asked = "import pcbnew, pathlib; assert pathlib.Path('/usr/share/kicad/footprints').is_dir()"
    tried = subprocess.run([PYTHON, "-c", asked], capture_output=True, check=False)  # noqa: S603
    return "kicad and kicad-footprints are not installed" if tried.returncode else ""


def fabricate(pins: PinMap) -> dict[str, bytes]:
    """Return the files of every board by their path. Raises WiringError for broken design rules."""
    board = tile(pins)
    files = made("tile", board)
    report = files["tile.drc"].decode()
    if errors := faults(report):
        raise WiringError(f"the tile breaks KiCad's design rules: {'; '.join(errors)}")
    files["tile-bom.csv"] = _bom(board).encode()
    return {f"tile/{name}": content for name, content in files.items()}


def faults(report: str) -> list[str]:
    """Return the errors of a design rule report, without its warnings."""
    found: list[str] = []
    lines = report.splitlines()
    for line, following in pairwise(lines):
        if line.startswith("[") and "Severity: error" in following:
            found.append(line)
    return found


def made(name: str, board: Board) -> dict[str, bytes]:
    """Return what KiCad writes of a board."""
    given = json.dumps({"name": name, **board._asdict()})
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(  # noqa: S603 - KiCad's own Python
            [PYTHON, _CHILD, folder], input=given, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if ended.returncode:
            raise WiringError(f"KiCad failed: {ended.stderr.strip().splitlines()[-1:]}")
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file() and path.suffix != ".kicad_prl"
        }


def _bom(board: Board) -> str:
    """Return the parts of a board as assembly houses take them, alike ones together."""
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for part in board.parts:
        if part.footprint:
            alike[part.value, part.footprint.partition(":")[2]].append(part.ref)
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["Comment", "Designator", "Footprint", "Quantity"])
    writer.writerows(
        (value, " ".join(refs), name, len(refs)) for (value, name), refs in sorted(alike.items())
    )
    return file.getvalue()

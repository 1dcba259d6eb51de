"""The boards as files: KiCad's own, its design rule report, and the files for a board house.

Needs Debian's packages ``kicad`` and ``kicad-footprints``, with a Python interface for the system's
Python. Without them there are no boards, and the table is wired by hand.
"""

import csv
import json
import os
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from importlib.util import find_spec
from io import StringIO
from itertools import pairwise
from pathlib import Path

from wiring.bill import MAKERS
from wiring.boards import controller, tile
from wiring.boards.board import Board, Placed
from wiring.boards.compare import differences, own
from wiring.netlist import netlist
from wiring.pins import PinMap
from wiring.read import WiringError

PYTHON = Path("/usr/bin/python3")
_NUMBERS = {  # by the start of the part's name
    "Molex KK 254, 2": "Molex 22-27-2021",
    "Molex KK 254, 3": "Molex 22-27-2031",
    "Molex KK 254, 8": "Molex 22-27-2081",
    "terminal 2 x": "Phoenix Contact MKDS 1,5/2-5,08",
    "fuse holder 5 x 20 mm": "Schurter 0031.8201",
} | MAKERS
LCSC = {  # by the part's name: LCSC's number and the maker's, as public designs have them
    "WS2812B": ("C2761795", "Worldsemi WS2812B-B/T"),
    "100 nF 0805": ("C49678", "Yageo CC0805KRX7R9BB104"),
    "47 kohm 0805": ("C17713", "UNI-ROYAL 0805W8F4702T5E"),
    "BAT54": ("C124205", "Diodes Incorporated BAT54WS-7-F"),
    "2N7002": ("C8545", "2N7002, any make in SOT-23"),
    "DRV5013AD in SOT-23": ("C114255", "Texas Instruments DRV5013ADQDBZRQ1"),
}
_PAGE = "InteractiveHtmlBom"
_CHILD = Path(__file__).with_name("kicad.py")


def missing() -> str:
    """Return why boards cannot be made here; empty where they can."""
    if not PYTHON.exists():
        return f"there is no {PYTHON}"
    asked = "import pcbnew, pathlib; assert pathlib.Path('/usr/share/kicad/footprints').is_dir()"
    tried = subprocess.run([PYTHON, "-c", asked], capture_output=True, check=False)
    return "kicad and kicad-footprints are not installed" if tried.returncode else ""


def fabricate(pins: PinMap) -> dict[str, bytes]:
    """Return the files of every board by their path.

    Raise WiringError for broken design rules, and for a pad on another net than in the circuit.
    """
    files: dict[str, bytes] = {}
    for name, board, wired, more in (
        ("tile", tile.tile(pins), tile.table(pins), tile.beside(pins)),
        ("controller", controller.controller(pins), controller.table(pins), controller.beside()),
    ):
        written = made(name, board)
        circuit = own(board, wired)
        wrong = faults(written[f"{name}.drc"].decode())
        wrong += differences(circuit, written[f"{name}-pads.csv"].decode(), more)
        if wrong:
            raise WiringError(f"the {name} breaks KiCad's rules or the netlist: {'; '.join(wrong)}")
        written[f"{name}-bom.csv"] = _bom(board).encode()
        if any(map(flat, board.parts)):
            written[f"{name}-house-bom.csv"] = _house(board).encode()
        written[f"{name}.net"] = netlist(circuit).encode()
        written |= interactive(name, written[f"{name}.kicad_pcb"])
        files |= {f"{name}/{path}": content for path, content in written.items()}
    return files


def flat(part: Placed) -> bool:
    """Return whether a part lies flat on the board, so that a board house places it."""
    return "_SMD:" in part.footprint or part.footprint.startswith("Package_TO_SOT_SMD:")


def faults(report: str) -> list[str]:
    """Return the errors of a design rule report, without its warnings."""
    found: list[str] = []
    lines = report.splitlines()
    for line, following in pairwise(lines):
        if line.startswith("[") and "Severity: error" in following:
            found.append(line)
    return found


def made(name: str, board: Board) -> dict[str, bytes]:
    """Return the files that KiCad writes of a board. Raise WiringError."""
    given = json.dumps({"name": name, **board._asdict()})
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run([PYTHON, _CHILD, folder], input=given, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise WiringError(f"KiCad failed: {ended.stderr.strip().splitlines()[-1:]}")
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file() and path.suffix != ".kicad_prl"
        }


def interactive(name: str, file: bytes) -> dict[str, bytes]:
    """Return a page that shows where each part of the bill lies on the board.

    Empty where InteractiveHtmlBom is not installed (``pip install --no-deps InteractiveHtmlBom``:
    its dependencies are KiCad's own). file: the board, as KiCad writes it. Raise WiringError.
    """
    found = find_spec(_PAGE)
    if found is None or found.origin is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / f"{name}.kicad_pcb"
        board.write_bytes(file)
        (Path(folder) / _PAGE).symlink_to(Path(found.origin).parent)  # alone, for KiCad's Python
        ended = subprocess.run(
            [
                PYTHON,
                "-m",
                f"{_PAGE}.generate_interactive_bom",
                "--no-browser",
                "--dest-dir",
                folder,
                "--name-format",
                f"{name}-bom",
                str(board),
            ],
            env={**os.environ, "PYTHONPATH": folder, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
        page = Path(folder) / f"{name}-bom.html"
        if ended.returncode or not page.exists():
            raise WiringError(f"InteractiveHtmlBom failed: {ended.stderr.strip().splitlines()[-1:]}")
        return {page.name: page.read_bytes()}


def listed(board: Board) -> list[tuple[str, str, list[Placed], str]]:
    """Return groups of equal parts of a board: name, footprint, parts, maker's number."""
    alike: dict[tuple[str, str], list[Placed]] = defaultdict(list)
    for part in board.parts:
        if not part.footprint.startswith(("MountingHole:", "TestPoint:")):
            alike[part.value, part.footprint.partition(":")[2]].append(part)
    return [(*named, parts, _number(named[0])) for named, parts in sorted(alike.items())]


def _bom(board: Board) -> str:
    """Return all parts of a board."""
    return _table(
        ["Comment", "Designator", "Footprint", "Quantity", "Manufacturer number", "LCSC"],
        (
            (value, _refs(parts), name, len(parts), number, LCSC.get(value, ("", ""))[0])
            for value, name, parts, number in listed(board)
        ),
    )


def _house(board: Board) -> str:
    """Return the parts that a board house places, with the headings that it expects."""
    return _table(
        ["Comment", "Designator", "Footprint", "JLCPCB Part #"],
        (
            (value, _refs(parts), name, LCSC.get(value, ("", ""))[0])
            for value, name, parts, _ in listed(board)
            if flat(parts[0])
        ),
    )


def _refs(parts: Iterable[Placed]) -> str:
    return ",".join(part.ref for part in parts)


def _table(headings: list[str], rows: Iterable[Iterable[object]]) -> str:
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return file.getvalue()


def _number(value: str) -> str:
    """Return a manufacturer's number for a part; other makes do as well. Empty for any make."""
    if value in LCSC:
        return LCSC[value][1]
    return next((number for start, number in _NUMBERS.items() if value.startswith(start)), "")

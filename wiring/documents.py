"""The files that are made from the pin map, except the sheets: drawings and lists, by name.

They are kept in wiring/generated as well, to be read there; ``python -m wiring.documents`` writes
them, and the figures of the guide, again after table.toml has changed. Needs magpylib:
``pip install 'speeltafel[wiring]'``.
"""

import sys
from itertools import islice
from pathlib import Path

from wiring import cables, harness, power, probes, ways
from wiring.assembly import clashes
from wiring.circuit import circuit
from wiring.design_rules import check_rules
from wiring.drawings import drawings
from wiring.electrical_rules import rules
from wiring.figures import PAGES, with_figures
from wiring.frame import bodies
from wiring.kicad import NAMES, lists
from wiring.pins import PinMap, read_pins, read_small
from wiring.read import WiringError

KEPT = Path(__file__).parent / "generated"
BOARDS = Path(__file__).parent / "boards"
SMALL = Path(__file__).parent / "hourglass_table"


def documents(pins: PinMap) -> dict[str, str]:
    """Return the text of every file by its name. Raise WiringError for a map that cannot work."""
    power.check_power(pins)
    check_rules(pins)
    wired = circuit(pins)
    found = [*rules(wired)]
    if not pins.partial:
        found += map(str, islice(clashes([*bodies(pins)]), 3))  # every cell has the same
    if found:
        raise WiringError("; ".join(found))
    made = drawings(pins) | {
        "parts.md": ways.document(pins, wired),
        "harness.csv": harness.document(pins, wired),
        "power.md": power.document(pins),
        "test-points.md": probes.document(pins),
    }
    return made if pins.partial else made | {"cables.csv": cables.document(pins)}


def write_kept(pins: PinMap, folder: Path = KEPT) -> None:
    """Write every file to `folder`, and delete other files in it."""
    folder.mkdir(exist_ok=True)
    made = documents(pins)
    for old in folder.iterdir():
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    try:
        write_kept(read_pins())
        write_kept(read_small(), SMALL / "generated")
        for board in NAMES:
            for name, text in lists(board).items():
                (BOARDS / board / name).write_text(text, "utf-8", newline="\n")
        for page in PAGES:
            path = KEPT.with_name(page)
            path.write_text(with_figures(page, path.read_text("utf-8"), read_pins()), "utf-8")
    except WiringError as error:
        sys.exit(str(error))

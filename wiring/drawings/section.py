"""The drawing of a cell cut open, with the depth of each part: a picture with fields, not to scale."""

from wiring.frame import LATH_DOWN
from wiring.pins import PinMap
from wiring.places import BEND, PROUD, button_high
from wiring.text import filled


def draw(pins: PinMap) -> str:
    """Return the drawing of a cell cut open, seen from the left, as SVG."""
    return filled(
        "section.svg",
        cell=pins.cell,
        deep=pins.cell.sheet + pins.cell.plate + pins.reed.across / 2,
        button=button_high(pins.cell.plate),
        proud=PROUD,
        block=LATH_DOWN,
        bend=BEND,
        mark=pins.mark,
    )

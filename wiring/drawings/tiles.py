"""The drawing of the cables of a table of tiles, from below: a picture with fields, as the boards are kept.

It shows ribbons, plugs with their pins, and lengths. A board that is drawn anew wants it drawn anew.
"""

from wiring.cables import cables
from wiring.pins import PinMap
from wiring.text import filled


def draw(pins: PinMap) -> str:
    """Return the drawing of all cables of a table of tiles, from below, as SVG."""
    lengths = {f"{one.start} {one.end}": one.length for one in cables(pins)}
    return filled("tiles.svg", mm=lengths, feed=pins.supply.feed, mark=pins.mark)

"""The drawings for the builder of a table, made from the pin map: a file a drawing.

The same pin map gives the same bytes.
"""

from wiring.drawings import fields, perfboard, pictures, places
from wiring.pins import PinMap

_NOT_SMALL = ("tiles.svg", "section.svg", "places.svg")


def drawings(pins: PinMap) -> dict[str, str]:
    """Return every drawing as SVG, by the name of its file."""
    drawn = {
        "cell.svg": pictures.cell,
        "places.svg": places.draw,
        "section.svg": pictures.section,
        "pixels.svg": pictures.pixels,
        "perfboard.svg": perfboard.draw,
        "fields.svg": fields.draw,
        "keys.svg": pictures.keys,
        "hourglass.svg": pictures.hourglass,
        "tiles.svg": pictures.tiles,
    }
    if pins.partial:
        drawn = {name: draw for name, draw in drawn.items() if name not in _NOT_SMALL}
    if not pins.parts.tilts:
        del drawn["hourglass.svg"]
    return {name: draw(pins) for name, draw in drawn.items()}

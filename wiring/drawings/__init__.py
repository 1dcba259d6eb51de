"""The drawings for the builder of a table, made from the pin map: a file a drawing.

The same pin map gives the same bytes.
"""

from wiring.drawings import cell, fields, glass, keys, perfboard, pixels, places, section, tiles
from wiring.pins import PinMap

_NOT_SMALL = ("tiles.svg", "section.svg", "places.svg")


def drawings(pins: PinMap) -> dict[str, str]:
    """Return every drawing as SVG, by the name of its file."""
    drawn = {
        "cell.svg": cell,
        "places.svg": places,
        "section.svg": section,
        "pixels.svg": pixels,
        "perfboard.svg": perfboard,
        "fields.svg": fields,
        "keys.svg": keys,
        "hourglass.svg": glass,
        "tiles.svg": tiles,
    }
    if pins.partial:
        drawn = {name: module for name, module in drawn.items() if name not in _NOT_SMALL}
    if not pins.parts.tilts:
        del drawn["hourglass.svg"]
    return {name: module.draw(pins) for name, module in drawn.items()}

"""The drawings for the builder of a table, made from the pin map: a file a drawing.

Needs schemdraw: ``pip install 'speeltafel[wiring]'``. The same pin map gives the same bytes.
Lengths are schemdraw's units (an inch and a half of a screen), y upwards.
"""

from wiring.drawings import (
    bus,
    cell,
    chain,
    chips,
    column,
    fields,
    glass,
    header,
    keys,
    pixels,
    places,
    section,
    whole,
)
from wiring.pins import PinMap


def drawings(pins: PinMap) -> dict[str, str]:
    """Return every drawing as SVG, by the name of its file."""
    drawn = {
        "header.svg": header,
        "cell.svg": cell,
        "places.svg": places,
        "section.svg": section,
        "column.svg": column,
        "pixels.svg": pixels,
        "chain.svg": chain,
        "fields.svg": fields,
        "keys.svg": keys,
        "bus.svg": bus,
        "hourglass.svg": glass,
        "whole.svg": whole,
    }
    files = {name: module.draw(pins) for name, module in drawn.items()}
    return files | {f"chip-{chip}.svg": chips.draw(pins, chip) for chip in pins.chips}

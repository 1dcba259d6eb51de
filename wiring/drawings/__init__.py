"""The drawings for the builder of a table, made from the pin map: a file a drawing.

Needs schemdraw: ``pip install 'speeltafel[wiring]'``. The same pin map gives the same bytes.
Lengths are schemdraw's units (an inch and a half of a screen), y upwards.
"""

import re

from wiring.drawings import bus, cell, chips, fields, glass, header, keys, perfboard, pixels, places, section, tiles
from wiring.drawings.shapes import GREY
from wiring.pins import PinMap
from wiring.sheets.shapes import TYPEFACES

_NOT_SMALL = ("tiles.svg", "section.svg", "places.svg")
_FRAME = re.compile(r'height="(\S+)pt" width="(\S+)pt" viewBox="(\S+) (\S+) (\S+) (\S+)"')
_FOOT = 12.0  # points below a drawing for the name of its map


def drawings(pins: PinMap) -> dict[str, str]:
    """Return every drawing as SVG, by the name of its file."""
    drawn = {
        "header.svg": header,
        "cell.svg": cell,
        "places.svg": places,
        "section.svg": section,
        "pixels.svg": pixels,
        "perfboard.svg": perfboard,
        "fields.svg": fields,
        "keys.svg": keys,
        "bus.svg": bus,
        "hourglass.svg": glass,
        "tiles.svg": tiles,
    }
    if pins.partial:
        drawn = {name: module for name, module in drawn.items() if name not in _NOT_SMALL}
    files = {name: module.draw(pins) for name, module in drawn.items()}
    files |= {f"chip-{chip}.svg": chips.draw(pins, chip) for chip in pins.chips}
    return {name: _marked(svg, pins.mark) for name, svg in files.items()}


def _marked(svg: str, mark: str) -> str:
    """Return a drawing with a line below it that names its map."""
    found = _FRAME.search(svg)
    assert found
    height, wide, left, top, width, deep = map(float, found.groups())
    frame = f'height="{height + _FOOT:g}pt" width="{wide:g}pt" viewBox="{left:g} {top:g} {width:g} {deep + _FOOT:g}"'
    foot = (
        f'<text x="{left + width - 6:g}" y="{top + deep + 8:g}" fill="{GREY}" font-size="8" '
        f'font-family="{TYPEFACES["sans-serif"]}" text-anchor="end">map {mark}</text>\n'
    )
    return svg.replace(found[0], frame).replace("</svg>", f"{foot}</svg>")

"""The drawing of the chain of pixels with its level shifter and its supply: a picture with fields."""

from wiring.circuit import GND, HEADER, V5, header_pin, shifter
from wiring.pins import PinMap
from wiring.supply import ROW_FUSE
from wiring.text import filled


def draw(pins: PinMap) -> str:
    """Return the drawing of the pixels, their level shifter and their supply, as SVG."""
    legs, fused = shifter(), pins.supply.row_fused
    high, low = (", ".join(leg.number for leg in legs if leg.net == net and leg.name[0] in "234") for net in (V5, GND))
    return filled(
        "pixels.svg",
        supply=pins.supply,
        row_fuse=ROW_FUSE,
        fused="" if fused else None,
        plain=None if fused else "",
        legs={leg.name: leg.number for leg in legs},
        high=high,
        low=low,
        mosi=header_pin(10),
        zero=[at for at, what in enumerate(HEADER, 1) if what == "GND"][3],
        last=len(pins.cells) - 1,
        mark=pins.mark,
    )

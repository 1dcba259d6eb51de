"""The drawings of the port expanders: the net on each of their 28 pins."""

from wiring.circuit import RESET, SCL, SDA, Leg, Use, expander, header_pin
from wiring.drawings.shapes import GREY, Page, case, ink_of, label
from wiring.pins import PinMap


def draw(pins: PinMap, chip: str) -> str:
    """Return the drawing of a port expander with its 28 pins, as SVG."""
    page = Page(f"Port expander {chip}")
    legs = {int(leg.number): leg for leg in expander(pins, chip)}
    sides = [[_row_of(pins, legs[at]) for at in some] for some in (range(1, 15), range(28, 14, -1))]
    case(page, *sides, half=1.35)
    page.text((0, 0.95), f"{chip}: MCP23017, DIP-28, I2C address {pins.chips[chip]:#x}", 13, "center")
    page.text((0, 0.4), "seen from above, notch at the top", 9, "center", GREY)
    page.text(
        (0, -7.6),
        f"C_{chip}: 100 nF between pins 9 and 10, close to the chip.\n"
        "Rows are driven; columns are read, held high by the chip itself.",
        9,
        "center",
        GREY,
    )
    return page.svg(pins)


def _row_of(pins: PinMap, leg: Leg) -> tuple[str, str, str, str]:
    name = "NC" if leg.name.startswith("NC") else leg.name
    labels = {SDA: f"SDA, Pi pin {header_pin(2)}", SCL: f"SCL, Pi pin {header_pin(3)}"}
    if pins.reset is not None:
        labels[RESET] = f"RESET, Pi pin {header_pin(pins.reset)}"
    said = labels.get(leg.net or "") or (
        "free" if leg.use is Use.OPEN and leg.name.startswith("GP") else label(leg.net)
    )
    return leg.number, name, said, ink_of(leg.net)

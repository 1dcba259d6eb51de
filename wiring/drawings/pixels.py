"""The drawing of the chain of pixels with its level shifter and its supply."""

from wiring.circuit import DATA, GND, HEADER, V5, header_pin, shifter
from wiring.drawings.shapes import GREY, Page, ink_of
from wiring.pins import PinMap
from wiring.supply import ROW_FUSE

_FIVE_Y, _ZERO_Y = 4.0, -3.6  # the heights at which the 5 V and the 0 V wire are drawn


def draw(pins: PinMap) -> str:
    """Return the drawing of the pixels, their level shifter and their supply, as SVG."""
    page = Page("The pixels with level shifter and supply")
    page.text((-7.6, 5.9), "The chain of pixels, its level shifter and its supply", 13)
    _fed(page, pins)
    _shifted(page)
    _chained(page, len(pins.cells) - 1)
    return page.svg(pins)


def _fed(page: Page, pins: PinMap) -> None:
    """Draw the supply, its fuse and the two wires that all pixels are on."""
    supply, high, low = pins.supply, _FIVE_Y, _ZERO_Y
    five, zero = ink_of(V5), ink_of(GND)
    page.box(-7.6, high + 0.8, -4.9, low - 0.8)
    page.text((-6.25, 0.7), f"J2\n{supply.volts:g} V, {supply.amps:g} A\nfor pixels alone", 10, "center")
    page.text((-5.0, high), "5 V", 10, "right", five)
    page.text((-5.0, low), "0 V", 10, "right", zero)
    page.part("fuse", (-4.9, high), (-2.5, high), five)
    page.text((-3.7, high + 0.75), f"F1 {supply.fuse:g} A fast", 10, "center")
    page.wire((-2.5, high), (5.6, high), ink=five, width=2.4)
    if supply.row_fused:
        page.part("fuse", (5.6, high), (8.0, high), five)
        page.text((6.8, high + 0.75), f"FROW0 {ROW_FUSE:g} A resettable,\none where each row begins", 9, "center")
    else:
        page.wire((5.6, high), (8.0, high), ink=five, width=2.4)
    page.wire((8.0, high), (19.4, high), ink=five, width=2.4)
    page.wire((-4.9, low), (19.4, low), ink=zero, width=2.4)
    page.text((-4.6, low - 0.4), f"{supply.lead:g} mm² from\nthe supply", 9, "left", GREY)
    page.part("capacitor", (-1.6, high), (-1.6, low))
    page.text((-1.2, 1.3), "C1\n1000 uF", 10)
    page.dot((-1.6, high), five)
    page.dot((-1.6, low), zero)
    page.text(
        (9.6, high + 0.45),
        f"{supply.row:g} mm² along each row, fed from that of {supply.feed:g} mm² at the left edge",
        9,
        "left",
        GREY,
    )


def _shifted(page: Page) -> None:
    """Draw the Pi and the level shifter."""
    high, low = _FIVE_Y, _ZERO_Y
    five, zero, data = ink_of(V5), ink_of(GND), ink_of(DATA)
    page.box(-7.6, -5.4, -4.0, -8.4)
    page.text((-7.4, -5.8), "Raspberry Pi", 10)
    page.text((-4.15, -6.6), f"GPIO 10 MOSI, pin {header_pin(10)}", 9, "right", data)
    ground = [at for at, what in enumerate(HEADER, 1) if what == "GND"][3]
    page.text((-4.15, -7.8), f"0 V, pin {ground}", 9, "right", zero)
    page.wire((-4.0, -7.8), (-2.9, -7.8), (-2.9, low), ink=zero)
    page.dot((-2.9, low), zero)
    page.wire((-4.0, -6.6), (-3.7, -6.6), ink=data)
    page.part("resistor", (-3.7, -6.6), (-1.3, -6.6), data)
    page.text((-2.5, -7.2), "R_DATA 47 ohm,\nat the Pi", 9, "center")
    page.wire((-1.3, -6.6), (1.6, -6.6), ink=data)
    page.text((0.2, -7.0), "3.3 V", 9, "center", GREY)
    page.box(1.6, -5.2, 5.4, -8.4)
    page.text((3.5, -7.9), "LS1 74AHCT125", 10, "center")
    legs = {leg.name: leg for leg in shifter()}
    page.text((1.75, -6.6), f"{legs['1A'].name}, {legs['1A'].number}", 9)
    page.text((5.25, -6.6), f"{legs['1Y'].name}, {legs['1Y'].number}", 9, "right")
    page.text((2.4, -5.5), f"1OE, {legs['1OE'].number}\nGND, {legs['GND'].number}", 8.5, "center")
    page.text((4.5, -5.5), f"VCC, {legs['VCC'].number}", 8.5, "center")
    page.wire((2.4, -5.2), (2.4, low), ink=zero)
    page.dot((2.4, low), zero)
    page.wire((4.5, -5.2), (4.5, high), ink=five)
    page.dot((4.5, high), five)
    pins_of = {
        what: ", ".join(leg.number for leg in legs.values() if leg.net == what and leg.name[0] in "234")
        for what in (V5, GND)
    }
    page.text(
        (3.5, -8.9),
        f"C_LS1: 100 nF between pins {legs['GND'].number} and "
        f"{legs['VCC'].number}; pins {pins_of[V5]} to 5 V; {pins_of[GND]} to 0 V",
        9,
        "center",
        GREY,
    )
    page.part("resistor", (5.4, -6.6), (7.8, -6.6), data)
    page.text((6.6, -7.2), "R1 330 ohm", 10, "center")
    page.wire((7.8, -6.6), (8.2, -6.6), (8.2, 0.2), (8.8, 0.2), ink=data)


def _chained(page: Page, last: int) -> None:
    """Draw the first two pixels and the last."""
    high, low = _FIVE_Y, _ZERO_Y
    five, zero, data = ink_of(V5), ink_of(GND), ink_of(DATA)
    for x, name in zip((8.8, 12.4, 16.6), ("LED0", "LED1", f"LED{last}"), strict=True):
        page.box(x, 1.6, x + 2.4, -1.2)
        page.text((x + 1.2, 0.75), name, 10.5, "center")
        page.text((x + 0.12, 0.2), "DIN", 8.5)
        page.text((x + 2.28, 0.2), "DOUT", 8.5, "right")
        page.text((x + 1.2, 1.3), "VDD", 8.5, "center")
        page.text((x + 1.2, -0.95), "VSS", 8.5, "center")
        page.wire((x + 1.2, 1.6), (x + 1.2, high), ink=five)
        page.wire((x + 1.2, -1.2), (x + 1.2, low), ink=zero)
        page.dot((x + 1.2, high), five)
        page.dot((x + 1.2, low), zero)
    page.wire((11.2, 0.2), (12.4, 0.2), ink=data)
    page.wire((14.8, 0.2), (15.2, 0.2), ink=data)
    page.wire((16.2, 0.2), (16.6, 0.2), ink=data)
    page.text((15.7, 0.2), "...", 12, "center", data)
    page.text((19.15, 0.2), "open", 9, "left", GREY)

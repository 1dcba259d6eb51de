"""The drawing of the keys and the buzzer."""

from wiring.circuit import HEADER, header_pin
from wiring.drawings.shapes import GREY, Page, ink_of
from wiring.pins import PinMap


def draw(pins: PinMap) -> str:
    """Return the drawing of the keys and the buzzer, as SVG."""
    page = Page("Keys and buzzer")
    lines = [(f"key {name}", gpio, ink_of("KEY")) for name, gpio in pins.keys.items()]
    high = 1.7 * (len(lines) + 1)
    page.text((-4.6, 1.6), "Keys and buzzer", 13)
    page.box(-4.6, 0.9, 0, -high - 0.3)
    page.text((-4.4, 0.45), "Raspberry Pi", 11)
    for n, (name, gpio, ink) in enumerate(lines):
        y = -1.7 * n - 0.6
        page.text((-0.15, y), f"GPIO {gpio}, pin {header_pin(gpio)}", 10, "right", ink)
        page.part("resistor", (0, y), (2.6, y), ink)
        page.text((1.3, y - 0.65), f"R_{name.removeprefix('key ')}\n1 kohm", 9, "center")
        page.part("button", (2.6, y), (5.4, y))
        page.text((4.3, y - 0.5), name, 10, "center", ink)
        page.wire((5.4, y), (6.6, y))
        page.dot((6.6, y))
    y = -1.7 * len(lines) - 0.6
    ink = ink_of("BUZZER")
    page.text((-0.15, y), f"GPIO {pins.buzzer}, pin {header_pin(pins.buzzer)}", 10, "right", ink)
    page.part("resistor", (0, y), (2.6, y), ink)
    page.text((1.3, y - 0.5), "R2 1 kohm", 10, "center")
    page.wire((2.6, y), (3.1, y))
    page.box(3.1, y + 0.45, 4.0, y - 0.45)
    page.text((3.55, y), "BZ1", 9.5, "center")
    page.text((3.55, y - 0.75), "piezo, passive", 9.5, "center", ink)
    page.wire((4.0, y), (6.6, y))
    page.dot((6.6, y))
    page.wire((6.6, -0.6), (6.6, y - 0.6))
    page.ground((6.6, y - 0.6))
    grounds = [at for at, what in enumerate(HEADER, 1) if what == "GND"]
    page.text((6.9, y - 0.5), f"0 V, Pi pins {grounds[1]} and {grounds[2]}", 10)
    page.text((6.9, -0.6), "The Pi's own pull-ups\nhold the keys high.", 9.5, "left", GREY)
    return page.svg(pins)

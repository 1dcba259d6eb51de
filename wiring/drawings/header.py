"""The drawing of the Raspberry Pi's header: the net on each of its 40 pins."""

from wiring.circuit import GND, HEADER, MOSI, RESET, SCL, SDA, V33, header_nets
from wiring.drawings.shapes import GREY, Page, case, ink_of, label
from wiring.pins import PinMap


def draw(pins: PinMap) -> str:
    """Return the drawing of the Pi's header, as SVG."""
    page = Page("The Raspberry Pi's header")
    nets = header_nets(pins)
    labels = {
        SDA: "SDA: chips and display",
        SCL: "SCL: chips and display",
        MOSI: "pixel data, by R_DATA to LS1 pin 2",
        RESET: "RESET of the chips",
        "BUZZER": "buzzer, through 1k",
    }
    labels |= {f"KEY_{name}": f"key {name}, 1k" for name in pins.keys}
    sides: tuple[list[tuple[str, str, str, str]], ...] = ([], [])
    grounds = [at for at, what in enumerate(HEADER, 1) if what == "GND"]
    uses = dict(zip(grounds, ("0 V: chips, display", "0 V: keys", "0 V: buzzer", "0 V: pixels' supply"), strict=False))
    for at, what in enumerate(HEADER, 1):
        net = nets.get(at)
        name = f"GPIO {what}" if isinstance(what, int) else what.replace("3V3", "3.3 V").replace("5V", "5 V")
        said = labels.get(net or "", label(net) if net else "")
        if net == V33:
            said = "3.3 V: chips, display" if at == 1 else ""
        if net == GND:
            said = uses.get(at, "0 V: with the others, at the board")
        ink = ink_of(net) if said else GREY
        sides[(at - 1) % 2].append((str(at), name.replace("GND", "0 V"), said, ink))
    case(page, *sides, half=1.5, pitch=0.48, notch=False)
    page.text((0, 0.9), "Raspberry Pi, 40-pin header", 13, "center")
    page.text((0, 0.4), "seen from above, pin 1 at the end away from the USB sockets", 9, "center", GREY)
    page.text((0, -10.1), "Pins in white stay free. Never join 5 V (pins 2, 4) to the pixels' 5 V.", 9, "center", GREY)
    return page.svg(pins)

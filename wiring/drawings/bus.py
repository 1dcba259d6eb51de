"""The drawing of the I2C bus: the Pi, the port expanders and the display."""

from wiring.circuit import GND, RESET, SCL, SDA, V33, expander, header_pin
from wiring.drawings.shapes import BLACK, GREY, Page, ink_of, label
from wiring.pins import PinMap


def draw(pins: PinMap) -> str:
    """Return the drawing of the I2C bus and all devices on it, as SVG."""
    page = Page("The I2C bus")
    heads = {V33: 1, GND: 6, SDA: header_pin(2), SCL: header_pin(3)}
    if pins.reset is not None:
        heads[RESET] = header_pin(pins.reset)
    lines = [(net, -0.9 * n) for n, net in enumerate(heads)]
    width = 5.3
    count = len(pins.chips) + (pins.display is not None)
    end = 1.2 + width * count
    page.text((-4.2, 1.6), "The I2C bus: chips and display", 13)
    page.box(-4.2, 0.9, 0, lines[-1][1] - 0.6)
    page.text((-4.0, 0.5), "Raspberry Pi", 11)
    for net, y in lines:
        page.wire((0, y), (end - 0.6, y), ink=ink_of(net), width=2)
        page.text((-0.15, y), f"{label(net)}, pin {heads[net]}", 10, "right", ink_of(net))
    boxes: list[tuple[str, dict[str, str], str]] = []
    for chip, address in pins.chips.items():
        legs = {leg.name: leg for leg in expander(pins, chip)}
        by_net = {
            V33: f"VDD {legs['VDD'].number}",
            GND: f"VSS {legs['VSS'].number}",
            SDA: f"SDA {legs['SDA'].number}",
            SCL: f"SCL {legs['SCL'].number}",
            RESET: f"RESET {legs['RESET'].number}",
        }
        straps = "\n".join(
            f"{name}, pin {legs[name].number}: {label(legs[name].net)}"
            for name in ("A0", "A1", "A2", "RESET")
            if legs[name].net != RESET
        )
        boxes.append((f"{chip} MCP23017\naddress {address:#x}", by_net, straps))
    if pins.display is not None:
        by_net = {V33: "VCC", GND: "GND", SDA: "SDA", SCL: "SCL"}
        boxes.append(
            (f"DS1 SSD1306\naddress {pins.display:#x}", by_net, "128 x 64 OLED;\ncheck the order of\nits four pins")
        )
    if pins.reset is not None:
        y = lines[-1][1]
        page.dot((0.5, y), ink_of(RESET))
        page.wire((0.5, y), (0.5, y - 0.9))
        page.part("resistor", (0.5, y - 0.9), (0.5, y - 2.6), BLACK)
        page.text((0.1, y - 1.75), "R_RESET\n10 kohm", 9.5, "right")
        page.text((0.5, y - 2.9), label(V33), 9.5, "center", ink_of(V33))
    for n, (title, by_net, straps) in enumerate(boxes):
        left = 1.2 + width * n
        page.box(left, -4.6, left + 4.7, -8.9)
        page.text((left + 2.35, -6.1), title, 10.5, "center")
        page.text((left + 2.35, -7.7), straps, 9.5, "center", GREY)
        for at, (net, y) in enumerate(lines):
            if net not in by_net:
                continue
            x = left + 0.5 + 0.9 * at
            page.wire((x, y), (x, -4.6), ink=ink_of(net))
            page.dot((x, y), ink_of(net))
            page.text((x, -4.95), by_net[net], 8, "center", ink_of(net))
    page.text(
        (-4.2, -9.5),
        "The Pi has pull-ups of 1.8k on SDA and SCL: add none. Keep the bus "
        f"to 1 m of wire:\nit runs at {pins.i2c_rate // 1000} kHz, and bears 197 pF then.",
        9.5,
        "left",
        GREY,
    )
    return page.svg(pins)

"""The power budget of the pixels: their current, and the limits of firmware, fuse and wires."""

from typing import NamedTuple

from wiring.pins import PinMap
from wiring.read import COLUMNS, PITCH, ROWS, WiringError
from wiring.reeds import sensor_current
from wiring.supply import DARK_PIXEL, DENSITY, HOLDS, MARGIN, OPENS, Supply

FULL = 20  # mA of a colour of a pixel at full, as in hal.pi.lamps
COPPER = 0.0175  # ohm mm2 / m

ROW_OHMS = 0.6  # of the fuse of a row, RXEF075, once it has opened
LEAST_VOLTS = 4.5  # V at which a WS2812B still shows white


class Budget(NamedTuple):
    """The power budget, in A, V and W.

    Attributes:
        white: A of every pixel at full white.
        bright: the same at table.toml's brightness.
        limit: A that the firmware allows.
        dark: A that the pixels draw for themselves.
        sensors: A of the tilt sensors.
        load: limit, dark and sensors together: the most that is drawn.
        joints: V lost at that load in fuse, holder and plug.
        lead, feed, row: V lost in both wires of each kind, and in the fuse of a row as bright as it can be.
        farthest: V left at the farthest pixel.
    """

    white: float
    bright: float
    limit: float
    dark: float
    sensors: float
    load: float
    joints: float
    lead: float
    feed: float
    row: float
    farthest: float


def budget(pins: PinMap) -> Budget:
    """Return the currents of pixels and tilt sensors, and the voltages lost on the way to them."""
    supply, pixels = pins.supply, len(pins.chain)
    white = pixels * 3 * FULL / 1000
    bright = white * pins.brightness
    limit = min(pins.limit / 1000, bright)
    dark = pixels * DARK_PIXEL / 1000
    sensors = sensor_current(len(pins.parts.tilts), pins.hall) / 1000
    load = limit + dark + sensors
    in_row = min(load, COLUMNS * (3 * FULL * pins.brightness + DARK_PIXEL) / 1000)
    joints = load * supply.joints
    lead = load * _ohms(supply.lead_length, supply.lead)
    feed = load * _ohms(ROWS * PITCH / 1000, supply.feed)
    row = in_row / 2 * _ohms(COLUMNS * PITCH / 1000, supply.row)  # half of it on average, along the row
    row += in_row * ROW_OHMS * supply.row_fused
    farthest = supply.volts - joints - lead - feed - row
    return Budget(white, bright, limit, dark, sensors, load, joints, lead, feed, row, farthest)


def check_power(pins: PinMap) -> None:
    """Raise WiringError unless the farthest pixel has the voltage that it needs for white."""
    drawn = budget(pins)
    if drawn.farthest < LEAST_VOLTS:
        lost = max(
            ("joints", drawn.joints),
            ("lead", drawn.lead),
            ("feed", drawn.feed),
            ("row", drawn.row),
            key=lambda one: one[1],
        )
        raise WiringError(
            f"supply.{lost[0]}: {lost[1]:.2f} V are lost there, and the farthest pixel has "
            f"{drawn.farthest:.2f} V, below the {LEAST_VOLTS:g} V that it needs for white; take "
            "thicker or shorter wires, or lower lamps.limit"
        )


def _ohms(length: float, area: float) -> float:
    """Return the resistance of a pair of wires. length: m of each. area: mm2 of each."""
    return 2 * length * COPPER / area


def _at_full(drawn: Budget, supply: Supply) -> str:
    full = drawn.white + drawn.dark + drawn.sensors
    if full >= OPENS * supply.fuse:
        return f"{full:.2f} A are drawn and the fuse opens."
    return f"{full:.2f} A are drawn, which every wire bears."


def document(pins: PinMap) -> str:
    """Return the budget as Markdown."""
    supply, drawn = pins.supply, budget(pins)
    pixels = len(pins.cells)
    rows = (
        ("every pixel white at full", f"{drawn.white:.2f} A", f"{pixels} pixels x 3 colours x {FULL} mA"),
        (f"... at brightness {pins.brightness:g}", f"{drawn.bright:.2f} A", "`lamps.brightness`"),
        ("limit in the firmware", f"{drawn.limit:.2f} A", "`lamps.limit`: a brighter frame is dimmed as a whole"),
        ("dark pixels", f"{drawn.dark:.2f} A", f"{pixels} x {DARK_PIXEL} mA, not counted in the limit"),
        (
            "tilt sensors",
            f"{drawn.sensors:.2f} A",
            f"{len(pins.parts.tilts)} x {pins.hall.current:g} mA, and their resistors",
        ),
        ("most that is drawn", f"{drawn.load:.2f} A", f"{drawn.load * supply.volts:.1f} W"),
        (
            "fuse",
            f"{supply.fuse:g} A fast",
            (
                f"at least {MARGIN:g} x {drawn.load:.2f} A = {MARGIN * drawn.load:.2f} A; lets "
                f"{HOLDS * supply.fuse:.3g} A flow for an hour, opens surely at "
                f"{OPENS * supply.fuse:.3g} A"
            ),
        ),
        (
            "supply",
            f"{supply.volts:g} V, {supply.amps:g} A",
            f"at least {OPENS * supply.fuse:.3g} A, so that a short blows the fuse",
        ),
        ("fuse, holder and plug", f"{supply.joints:g} ohm", f"lose {drawn.joints * 1000:.0f} mV"),
        (
            "wires from the supply",
            f"{supply.lead:g} mm², {supply.lead_length:g} m",
            f"bear {supply.lead * DENSITY:g} A; lose {drawn.lead * 1000:.0f} mV",
        ),
        (
            "wires along the left edge",
            f"{supply.feed:g} mm², {ROWS * PITCH / 1000:.2f} m",
            f"bear {supply.feed * DENSITY:g} A; lose {drawn.feed * 1000:.0f} mV at most",
        ),
        (
            "wires along each row",
            f"{supply.row:g} mm², {COLUMNS * PITCH / 1000:.2f} m",
            f"bear {supply.row * DENSITY:g} A; lose {drawn.row * 1000:.0f} mV at most",
        ),
        ("farthest pixel", f"{drawn.farthest:.2f} V", f"shows white down to {LEAST_VOLTS:g} V"),
    )
    lines = [
        "# Power of the pixels",
        "",
        "Made from `wiring/table.toml`: change it there. The Pi, the chips and the display run",
        "from the Pi's own supply; the two supplies share 0 V and nothing else.",
        "",
        "| | | |",
        "| --- | --- | --- |",
        *(f"| {what} | {much} | {why} |" for what, much, why in rows),
        "",
        (f"A fuse carries {HOLDS:g} times its rating for an hour and is sure to open only at {OPENS:g} times"),
        "(IEC 60127-2), so every wire bears that much for good. Should the program fail and light",
        f"everything at full, {_at_full(drawn, supply)}",
        "",
    ]
    return "\n".join(lines)

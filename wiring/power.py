"""The power budget of the pixels: their current, and the limits of firmware, fuse and wires."""

from typing import NamedTuple

from wiring.pins import PinMap
from wiring.read import COLUMNS, PITCH, ROWS, WiringError
from wiring.reeds import sensor_current
from wiring.supply import DARK_PIXEL, DENSITY, HOLDS, MARGIN, OPENS, ROW_FUSE, ROW_OPENS
from wiring.text import filled

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
    supply, pixels = pins.supply, len(pins.cells)
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


def document(pins: PinMap) -> str:
    """Return the budget as Markdown."""
    supply, drawn = pins.supply, budget(pins)
    full, opens = drawn.white + drawn.dark + drawn.sensors, OPENS * supply.fuse
    return filled(
        "power.md",
        full_colour=FULL,
        dark=DARK_PIXEL,
        margin=MARGIN,
        shows=LEAST_VOLTS,
        times=(HOLDS, OPENS),
        pins=pins,
        s=supply,
        d=drawn,
        pixels=len(pins.cells),
        sensors=len(pins.parts.tilts),
        watts=drawn.load * supply.volts,
        least=MARGIN * drawn.load,
        holds=HOLDS * supply.fuse,
        opens=opens,
        mv={name: 1000 * volts for name, volts in drawn._asdict().items()},
        bears={name: DENSITY * area for name, area in supply._asdict().items()},
        deep=ROWS * PITCH / 1000,
        wide=COLUMNS * PITCH / 1000,
        row_fuse=ROW_FUSE if supply.row_fused else None,
        row_opens=ROW_OPENS,
        with_fuse=", with its fuse" if supply.row_fused else "",
        full=full,
        ends=" and the fuse opens" if full >= opens else ", which every wire bears",
    )

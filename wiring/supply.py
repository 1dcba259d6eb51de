"""The supply of pixels and sensors with its fuse and wires, and the checks of their ratings.

A fuse of IEC 60127-2, fast (sheet 2) or time-lag (sheet 3), carries 1.5 times its rating for an
hour and is sure to open only at 2.1 times. So the supply must give that much, or the fuse never
opens. And each wire must bear that much, or it burns before the fuse opens: but for the wires of a
row, which have a resettable fuse of their own where they are thinner.
"""

from wiring.read import Entry, WiringError

DARK_PIXEL = 1  # mA that a pixel draws for itself when it is dark
MARGIN = 1.25  # the least ratio of the fuse's rated current to the current through it
DENSITY = 8  # A for each mm2 of a wire: in free air it then gets barely warm
ROW_FUSE, ROW_OPENS = 0.75, 1.5  # A that the resettable fuse of a row carries, and at which it opens
HOLDS, OPENS = 1.5, 2.1  # times its rating that a fuse carries for an hour, and surely opens at


class Supply(Entry, frozen=True):
    """The supply of the pixels, its fuse and its wires.

    Attributes:
        volts, amps: of the supply.
        fuse: A.
        joints: ohms of the fuse, its holder and the plug together.
        lead, lead_length: the two wires from the supply to the table: mm2 and m of each.
        feed: mm2 of the wires along the left edge.
        row: mm2 of the wires along each row.
    """

    volts: float
    amps: float
    fuse: float
    joints: float
    lead: float
    lead_length: float
    feed: float
    row: float

    @property
    def row_fused(self) -> bool:
        """Whether each row has a fuse of its own: where its wires do not bear what F1 lets through."""
        return self.row * DENSITY < OPENS * self.fuse


def check_supply(supply: Supply, limit: int, sensors: float, pixels: int) -> None:
    """Raise WiringError unless the supply bears the pixels and the fuse guards each wire.

    limit: mA of all pixels together. sensors: mA of all tilt sensors. pixels: their number.
    """
    for name, value in supply._asdict().items():
        if value <= 0:
            raise WiringError(f"supply.{name}: {value:g} is not above 0")
    if not 4.75 <= supply.volts <= 5.3:
        raise WiringError(f"supply.volts: WS2812B want 5 V (4.75 to 5.3), not {supply.volts:g}")
    least = MARGIN * (limit + pixels * DARK_PIXEL + sensors) / 1000
    if supply.fuse < least:
        raise WiringError(
            f"supply.fuse: {supply.fuse:g} A is too little for lamps.limit; take {least:.2g} A or "
            "more, or lower the limit"
        )
    opens = OPENS * supply.fuse
    if supply.amps < opens:
        raise WiringError(
            f"supply.amps: a supply of {supply.amps:g} A cannot blow a fuse of {supply.fuse:g} A, "
            f"which is sure to open only at {OPENS:g} times its rating; take one of {opens:.3g} A "
            "or more, or a smaller fuse"
        )
    if supply.row * DENSITY < ROW_OPENS:
        raise WiringError(
            f"supply.row: {supply.row:g} mm2 bears {supply.row * DENSITY:g} A, but the fuse of a row opens only at "
            f"{ROW_OPENS:g} A; take {ROW_OPENS / DENSITY:.2g} mm2 or more"
        )
    for name, wire in (("lead", supply.lead), ("feed", supply.feed)):
        if wire * DENSITY < opens:
            raise WiringError(
                f"supply.{name}: {wire:g} mm2 bears {wire * DENSITY:g} A, but the fuse of "
                f"{supply.fuse:g} A may let {opens:.3g} A flow without end; take "
                f"{opens / DENSITY:.2g} mm2 or more"
            )

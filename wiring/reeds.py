"""Reed switches, tilt sensors and magnets: their data, each checked by itself.

:mod:`wiring.magnetics` has the figures that judge whether they fit each other.
"""

from wiring.read import PITCH, Entry, WiringError


class Reed(Entry, frozen=True):
    """A reed switch.

    long, across: mm of its glass, at most. pull_in: AT between which it closes, the band that it is
    sold in. drop_out: AT at which it opens again, at least.
    """

    long: float
    across: float
    pull_in: tuple[float, float]
    drop_out: float


class Magnet(Entry, frozen=True):
    """A disc, magnetised along its axis.

    across, high: mm. remanence: T, the least and the most of its grade.
    """

    across: float
    high: float
    remanence: tuple[float, float]


class Hall(Entry, frozen=True):
    """A latch that a magnetic field switches: on by a south pole above it, off by a north pole.

    operate: mT between which it changes over. depth: mm from the sheet's top to its element, at
    most. current: mA that it draws.
    """

    operate: tuple[float, float]
    depth: float
    current: float


class Glass(Entry, frozen=True):
    """A sand timer in two printed caps, with a magnet in each: their north poles towards end B.

    across, high: mm, of the timer as it is sold. weight: g. floor: mm of a cap below its magnet.
    """

    across: float
    high: float
    weight: float
    floor: float
    magnet: Magnet


def check_reed(reed: Reed) -> None:
    """Raise WiringError for data of no possible reed switch."""
    if not (4 <= reed.long <= PITCH / 2 and 1 <= reed.across <= 6):
        raise WiringError(
            f"reed.long, reed.across: {reed.long:g} x {reed.across:g} mm is no glass that fits; "
            "take one of 4 to 20 mm, most have 14 x 2.2"
        )
    least, most = reed.pull_in
    if not 0 < reed.drop_out < least <= most <= 100:
        raise WiringError(
            f"reed.pull_in, reed.drop_out: it cannot close at {least:g} to {most:g} AT and open at "
            f"{reed.drop_out:g}; give the band that it is sold in, and the least of the data sheet"
        )


def check_magnet(magnet: Magnet, name: str = "magnet") -> None:
    """Raise WiringError for data of no possible magnet."""
    if not (2 <= magnet.across <= 20 and 0.5 <= magnet.high <= 10):
        raise WiringError(
            f"{name}.across, {name}.high: {magnet.across:g} x {magnet.high:g} mm does not fit into "
            "a foot; take a disc of 2 to 20 mm, 0.5 to 10 mm high"
        )
    least, most = magnet.remanence
    if not 0.2 <= least <= most <= 1.5:
        raise WiringError(f"{name}.remanence: {least:g} to {most:g} T is no magnet; N42 has 1.28 to 1.32")


def sensor_current(number: int, hall: Hall) -> float:
    """Return the current of some tilt sensors, mA, with their resistors of 47 kohm to 5 V."""
    return number * (hall.current + 5 / 47)


def check_hall(hall: Hall) -> None:
    """Raise WiringError for data of no possible tilt sensor."""
    least, most = hall.operate
    if not 0 < least <= most <= 50:
        raise WiringError(
            f"hall.operate: no latch changes over at {least:g} to {most:g} mT; a DRV5013AD does at 5 mT or less"
        )
    if not (0 < hall.depth <= 20 and 0 < hall.current <= 20):
        raise WiringError(
            f"hall.depth, hall.current: {hall.depth:g} mm, {hall.current:g} mA; a sensor on a tile "
            "is 5.95 mm deep and draws 2.7 mA"
        )


def check_glass(glass: Glass, foot: float) -> None:
    """Raise WiringError unless a timer fits into caps as wide as a foot. foot: its radius, mm."""
    check_magnet(glass.magnet, "glass.magnet")
    if not 10 <= glass.across <= 2 * foot - 2 * 2:
        raise WiringError(
            f"glass.across: caps of {foot:g} mm radius hold a timer of 10 to {2 * foot - 4:g} mm, "
            f"not of {glass.across:g}"
        )
    if not (30 <= glass.high <= 150 and 0 < glass.weight <= 500 and 0.2 <= glass.floor <= 2):
        raise WiringError(
            f"glass.high, glass.weight, glass.floor: {glass.high:g} mm, {glass.weight:g} g and "
            f"{glass.floor:g} mm; take a timer of 30 to 150 mm that weighs 500 g or less, and a "
            "floor of 0.2 to 2 mm"
        )
    if glass.magnet.across >= glass.across:
        raise WiringError(
            f"glass.magnet.across: a disc of {glass.magnet.across:g} mm does not go in through a "
            f"bore for a timer of {glass.across:g} mm; take a smaller one"
        )

"""The reed switch of a cell and the magnet in a foot: their data, checked one by one.

Whether they fit each other is judged by :mod:`wiring.magnetics`.
"""

from typing import NamedTuple

from wiring.read import PITCH, WiringError

WEAKEST, USUAL, STRONGEST = 5.0, 10.0, 20.0  # AT that a reed feels for each mT along its glass


class Reed(NamedTuple):
    """A reed switch.

    long, across: mm of its glass, at most. pull_in: AT between which it closes, the band that it is
    sold in. drop_out: AT at which it opens again, at least.
    """

    long: float
    across: float
    pull_in: tuple[float, float]
    drop_out: float


class Magnet(NamedTuple):
    """A disc, magnetised along its axis.

    across, high: mm. remanence: T, the least and the most of its grade.
    """

    across: float
    high: float
    remanence: tuple[float, float]


def check_reed(reed: Reed) -> None:
    """Raise WiringError for what no reed switch is."""
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


def check_magnet(magnet: Magnet) -> None:
    """Raise WiringError for what no magnet is."""
    if not (2 <= magnet.across <= 20 and 0.5 <= magnet.high <= 10):
        raise WiringError(
            f"magnet.across, magnet.high: {magnet.across:g} x {magnet.high:g} mm does not fit into "
            "a foot; take a disc of 2 to 20 mm, 0.5 to 10 mm high"
        )
    least, most = magnet.remanence
    if not 0.2 <= least <= most <= 1.5:
        raise WiringError(
            f"magnet.remanence: {least:g} to {most:g} T is no magnet; N42 has 1.28 to 1.32"
        )

"""The magnets: a piece closes its own reeds, no neighbour holds them, a glass is read right."""

import magpylib
import numpy as np
import pytest
from support.hands.field import ACROSS, ALONG, KEPT, read_field

from wiring import PinMap, WiringError, read_pins
from wiring.design_rules import check_rules, design_rules
from wiring.magnetics import felt
from wiring.rods import straight

PINS = read_pins()


def with_magnet(across: float, high: float, pins: PinMap = PINS) -> PinMap:
    return pins._replace(magnet=pins.magnet._replace(across=across, high=high))


def outside(pins: PinMap) -> dict[str, float]:
    return {one.text: one.value for one in design_rules(pins) if not one.fine}


def test_the_parts_of_the_table_fit_each_other() -> None:
    assert outside(PINS) == {}


# The reed as a rod


ACTUATION = {  # mm from magnet to reed: magnet's diameter and length, closes at 20 and at 10 AT
    (2.0, 4.0): (3.0, 5.0),
    (3.0, 7.0): (7.5, 11.0),
    (4.0, 10.0): (11.5, 16.0),
    (6.0, 12.0): (18.0, 24.0),
    (8.0, 15.0): (25.0, 33.0),
}


@pytest.mark.parametrize(("magnet", "distances"), ACTUATION.items())
def test_the_model_says_what_a_maker_of_reeds_has_measured(
    magnet: tuple[float, float], distances: tuple[float, float]
) -> None:
    """Reed Relays and Electronics India: actuation distances of SM-1322, cropped, 10 to 20 AT.

    A reed with glass as ours (13.5 x 2.25 mm) and a magnet of neodymium parallel to it. The page
    does not give the length of the cropped wires or the remanence: 20 mm and 1.2 T are supposed.
    The model says 4 to 25 % more than the maker, and allows for an error of 60 %.
    """
    across, long = magnet
    rod = straight(20.0)
    bar = magpylib.magnet.Cylinder(dimension=(across / 1e3, long / 1e3), polarization=(0, 0, 1.2))
    bar.rotate_from_angax(90, "x")
    for distance, ampere_turns in zip(distances, (20.0, 10.0), strict=True):
        down = np.array([0.0, 0.0, distance + across / 2 + PINS.reed.across / 2])
        field = (bar.getH((rod.middles - down) / 1e3) * rod.along).sum(axis=1)
        assert 1.0 < abs(float(field @ rod.weights)) / ampere_turns < 1.28


def table(pins: PinMap) -> str:
    """The field at the far reed for each mm along and across, AT, for a usual magnet, as CSV."""
    (x, y), usual = pins.cell.reed[0], sum(pins.magnet.remanence) / 2
    spots = [(x + across, y + along) for along in range(ALONG + 1) for across in range(ACROSS + 1)]
    found = np.abs(felt(pins, spots, remanence=usual)[:, 0]).reshape(ALONG + 1, ACROSS + 1)
    lines = [",".join(["mm", *map(str, range(ACROSS + 1))])]
    lines += [",".join([str(along), *(f"{value:.2f}" for value in row)]) for along, row in enumerate(found.tolist())]
    return "\n".join(lines) + "\n"


def test_the_figures_that_simulated_hands_go_by_are_those_of_the_model() -> None:
    """Between the points of the table, too: within 3 % of the strongest field."""
    assert KEPT.read_text("utf-8") == table(PINS)
    kept, (x, y) = read_field(), PINS.cell.reed[0]
    usual = sum(PINS.magnet.remanence) / 2
    spots = [(0.3, 0.4), (0, 8.5), (4.5, -8.2), (-7.5, 12.3), (11.1, -19.6), (-20.2, 30.7)]
    true = np.abs(felt(PINS, [(x + right, y + near) for right, near in spots], remanence=usual))
    strongest_ = true.max()
    for (right, near), value in zip(spots, true[:, 0], strict=True):
        assert kept.at(right, near) == pytest.approx(value, abs=0.03 * strongest_)
    assert kept.at(ACROSS, 0) == kept.at(0, -ALONG) == 0


# A map that breaks a rule


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("old", "says"),
    [
        (PINS._replace(cell=PINS.cell._replace(foot=12.0)), "(needed: 25 AT): OUT OF LIMITS; cell.foot = 1"),
        (with_magnet(8, 2), "(opens at 5 AT): OUT OF LIMITS; magnet.high = 1 would do, not 2"),
        (
            PINS._replace(stack=15),
            "neighbour's cell: 6.69 AT (opens at 5 AT): OUT OF LIMITS; pieces.stack = 24 would do",
        ),
        (PINS._replace(cell=PINS.cell._replace(frame=40.0)), "(limit 40 mm): OUT OF LIMITS; cell.frame = 55 would do"),
        (
            PINS._replace(cell=PINS.cell._replace(pixel=(0.0, 7.5))),
            "A piece leaves 0 percent of its lamp uncovered (needed: 30 percent): OUT OF LIMITS; cell.pixel = ",
        ),
        (
            PINS._replace(glass=PINS.glass._replace(weight=200.0)),
            "so that it presses no button): OUT OF LIMITS; glass.weight = ",
        ),
        (
            PINS._replace(glass=PINS.glass._replace(magnet=PINS.glass.magnet._replace(high=2.0))),
            "at a hole: 5.49 AT (opens at 5 AT): OUT OF LIMITS; glass.magnet.high = 1.5 would do",
        ),
        (
            PINS._replace(parts=PINS.parts._replace(diode="1N4148")),
            "read low: 0.905 V (limit 0.66 V): OUT OF LIMITS; parts.diode = BAT85 would do, not 1N4148",
        ),
        (
            PINS._replace(parts=PINS.parts._replace(pull_up=22_000)),
            "(limit 0.66 V): OUT OF LIMITS; parts.pull_up = 112000 would do, not 22000",
        ),
        (
            PINS._replace(parts=PINS.parts._replace(line=400.0)),
            "A column recovers in 105 µs (limit 75 µs): OUT OF LIMITS; parts.line = 260 would do, not 400",
        ),
    ],
)
def test_a_map_that_breaks_a_rule_is_refused_with_the_nearest_value_that_would_do(old: PinMap, says: str) -> None:
    with pytest.raises(WiringError) as error:
        check_rules(old)
    assert says in str(error.value)


# What the guide and the bill say

"""The magnets: a piece closes its own reed, and no neighbour holds it, within all tolerances."""

import re
from pathlib import Path

import pytest

from wiring import PinMap, WiringError, read_pins
from wiring.bill import bill
from wiring.field import ACROSS, ALONG, Field, read_field
from wiring.magnetics import NEIGHBOURS, PLAY, field, judge, lobe, reach, table
from wiring.pins import parse_pins
from wiring.read import PITCH
from wiring.reeds import STRONGEST, USUAL, WEAKEST

PINS = read_pins()
TEXT = (Path(__file__).parents[1] / "data" / "table.toml").read_text("utf-8")


def with_magnet(across: float, high: float, pins: PinMap = PINS) -> PinMap:
    return pins._replace(magnet=pins.magnet._replace(across=across, high=high))


def outside(pins: PinMap) -> list[str]:
    return [one.what for one in judge(pins) if not one.fine]


def test_the_field_far_away_is_that_of_a_dipole() -> None:
    """Over the middle of a short reed it is m / r^3: mu0 M V / (4 pi r^3)."""
    reed = PINS.reed._replace(long=4.0)
    far = PINS._replace(reed=reed, plate=100.0, places=PINS.places._replace(reed=(0.0, 0.0)))
    down = 0.5 + PINS.sheet + 100 + reed.across / 2
    volume = 3.14159265 * 4**2 * 1  # mm3
    for y in (20.0, -35.0):
        r = (down**2 + y**2) ** 0.5
        expected = 1.3e3 / (4 * 3.14159265) * volume * 3 * abs(y) * down / r**5
        assert field(far, [(0, y)], remanence=1.3)[0] == pytest.approx(expected, rel=0.01)


def test_a_model_made_apart_gives_the_same_for_the_old_magnet() -> None:
    """10 x 3 mm, reed 10 mm off: about 270 AT and 6.2 AT for the row one nearer."""
    old = with_magnet(10, 3)._replace(places=PINS.places._replace(reed=(0.0, -10.0)))
    own, other = USUAL * field(old, [(0, 0), (0, -40)], remanence=1.3)
    assert own == pytest.approx(270, rel=0.05)
    assert other == pytest.approx(6.2, rel=0.05)


def test_the_parts_of_the_table_fit_each_other() -> None:
    assert outside(PINS) == []


def test_the_magnet_of_the_first_design_held_its_neighbours_reeds() -> None:
    assert "all eight neighbours at a reed" in outside(with_magnet(10, 3))
    assert "reach of a piece" in outside(with_magnet(8, 3))


def test_the_figures_that_a_simulated_table_goes_by_are_those_of_the_model() -> None:
    """Between the points of the table, too: within 3 % of the strongest field."""
    kept, (x, y) = Field(table(PINS)), PINS.places.reed
    usual = sum(PINS.magnet.remanence) / 2
    spots = [(0.3, 0.4), (0, 8.5), (4.5, -8.2), (-7.5, 12.3), (11.1, -19.6), (-20.2, 30.7)]
    true = field(PINS, [(x + right, y + near) for right, near in spots], remanence=usual)
    strongest = field(PINS, [(0, 0)], remanence=usual)[0]
    for (right, near), value in zip(spots, true, strict=True):
        assert kept.at(right, near) == pytest.approx(value, abs=0.03 * strongest)
    assert read_field().at(3, 8) == kept.at(3, 8)  # as wiring/generated has it
    assert kept.at(ACROSS, 0) == kept.at(0, -ALONG) == 0


def test_too_weak_a_magnet_leaves_its_own_reed_open() -> None:
    assert "piece at its own reed" in outside(with_magnet(3, 1))


def test_the_substitutes_of_the_bill_pass_and_what_it_warns_of_does_not() -> None:
    items = {item.part.partition(" ")[0]: item for item in bill(PINS)}
    (size,) = re.findall(r"^(\d+) x (\d+) mm", items["magnet,"].substitutes)
    across, high = map(float, size)
    assert outside(with_magnet(across, high)) == []
    *good, bad = re.findall(r"(\d+) to (\d+)", items["reed"].substitutes)
    for low, high in good:
        band = float(low), float(high)
        assert outside(PINS._replace(reed=PINS.reed._replace(pull_in=band))) == []
    band = float(bad[0]), float(bad[1])
    assert outside(PINS._replace(reed=PINS.reed._replace(pull_in=band)))


def test_a_reed_opens_when_its_piece_is_lifted_and_the_far_neighbour_stands_off_its_middle() -> (
    None
):
    """The bench test of the guide: a magnet on the far cell, 8 mm near of its middle."""
    near = field(PINS, [(0, -PITCH + 8)], remanence=PINS.magnet.remanence[1])[0]
    assert USUAL * near < PINS.reed.drop_out


def test_a_piece_closes_its_reed_wherever_it_may_stand_even_if_all_is_at_its_weakest() -> None:
    ring = [(PLAY, 0.0), (-PLAY, 0.0), (0.0, PLAY), (0.0, -PLAY)]
    least = field(PINS, ring, remanence=PINS.magnet.remanence[0], lifted=PINS.foot_board)
    assert WEAKEST * least.min() >= PINS.reed.pull_in[1]


def test_the_outline_of_a_zone_is_where_the_field_closes_the_reed() -> None:
    outline = lobe(PINS, coupling=STRONGEST, pull_in=15, remanence=1.32)
    assert outline
    middle, far = PINS.places.reed, reach(PINS) + 0.5
    steps = [(0, 0), (-0.3, 0), (0.3, 0), (0, -0.3), (0, 0.3)]
    around = [(x + right, y + near) for x, y in outline for right, near in steps]
    seen = STRONGEST * field(PINS, around, remanence=1.32).reshape(len(outline), len(steps))
    for (x, y), (here, *others) in zip(outline, seen, strict=True):
        assert here < 15 <= max(others)
        assert ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 <= far
    assert lobe(PINS, coupling=WEAKEST, pull_in=1000, remanence=1.3) == []
    assert len(NEIGHBOURS) == 8


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("across = 8.0", "across = 40.0", "magnet.across, magnet.high: 40 x 1 mm does not fit"),
        ("remanence = [1.28, 1.32]", "remanence = [13, 14]", "magnet.remanence: 13 to 14 T is no"),
        ("long = 14.0", "long = 50.0", "reed.long, reed.across: 50 x 2.2 mm is no glass that fits"),
        ("drop_out = 5.0", "drop_out = 17", "it cannot close at 15 to 20 AT and open at 17"),
        ("sheet = 0.2", "sheet = 9", "cell.sheet: 9 mm; take one of up to 3 mm"),
        ("spring = 75", "spring = 100", "parts.spring: two pins of 100 gf lift a glass of 200 g"),
    ],
)
def test_a_wrong_entry_is_named_with_what_would_do(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(WiringError) as error:
        parse_pins(TEXT.replace(old, new))
    assert says in str(error.value)

"""Figures measured on the bench take the place of the supposed ones, and are judged like them."""

import pytest

from wiring import WiringError, read_pins
from wiring.judge import RULES, check_rules
from wiring.measured import form, with_measured

PINS = read_pins()


def filled_in() -> str:
    """The form with every figure in it."""
    return "\n".join(line.removeprefix("# ") for line in form().splitlines() if " = " in line)


def test_a_form_filled_in_with_what_is_supposed_changes_nothing() -> None:
    assert len(filled_in().splitlines()) == 11
    assert with_measured(PINS, filled_in(), "form") == PINS


def test_what_was_measured_is_taken_and_the_map_keeps_its_mark() -> None:
    found = with_measured(PINS, "pull_in = [12, 18]\nglass_weight = 44\nline = 150", "form")
    assert found.reed.pull_in == (12, 18)
    assert found.glass.weight == 44
    assert found.parts.line == 150
    assert found.mark == PINS.mark


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("plate = 3.4", "piece at its own reed"),
        ("drop_out = 4.0", "all eight neighbours at a reed"),
        ("remanence = [1.235, 1.4]", "all eight neighbours at a reed"),
        ("depth = 7.0", "hourglass at its tilt sensor"),
        ("glass_weight = 90.0", "heaviest piece on a button"),
    ],
)
def test_a_figure_of_the_form_that_is_worse_changes_what_is_judged(text: str, moved: str) -> None:
    """Each rule's room is its figure over its limit, or its limit over its figure."""
    (rule,) = [rule for rule in RULES if rule.what == moved]
    before, after = (rule.measure(pins) for pins in (PINS, with_measured(PINS, text, "form")))
    rooms = [one.value / one.limit for one in (before, after)]
    assert (rooms[1] < rooms[0]) if rule.least else (rooms[1] > rooms[0])


@pytest.mark.nightly
def test_what_was_measured_is_judged() -> None:
    with pytest.raises(WiringError, match=r"OUT OF LIMITS; cell.foot"):
        check_rules(with_measured(PINS, "pull_in = [15, 30]", "form"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plate = 3,1", "write a point in numbers, not a comma"),
        ("plate = '3 mm'", "form: plate: '3 mm' cannot be read; write it like 3.0"),
        ("pull_in = 15", "form: pull_in: 15 cannot be read; write it like [15.0, 20.0]"),
        ("depth = 3.1", "form: depth: 3.1 mm below the sheet's top is still in sheet and plate"),
        ("weight = 3", "form: weight: the form asks for no such figure, but for plate, sheet,"),
        ("plate = ", "form: Invalid value"),
    ],
)
def test_a_figure_that_cannot_be_is_named(text: str, says: str) -> None:
    with pytest.raises(WiringError) as error:
        with_measured(PINS, text, "form")
    assert says in str(error.value)

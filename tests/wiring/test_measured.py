"""Figures measured on the bench take the place of the supposed ones, and are judged like them."""

from pathlib import Path

import pytest

from firmware.cli import main
from wiring import WiringError, read_pins
from wiring.frame import pieces
from wiring.judge import RULES, check_rules
from wiring.measured import examples, form, with_measured
from wiring.spice import deck

PINS = read_pins()


def filled_in() -> str:
    """The form with every figure in it."""
    return "\n".join(line.removeprefix("# ") for line in form().splitlines() if " = " in line)


def test_an_empty_form_changes_nothing() -> None:
    assert with_measured(PINS, form(), "form") == PINS


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
        ("sheet = 0.4", "piece at its own reed"),
        ("pull_in = [14.0, 20.0]", "eight stacks of three at a reed"),
        ("pull_in = [15.0, 22.0]", "piece at its own reed"),
        ("drop_out = 4.0", "all eight neighbours at a reed"),
        ("remanence = [1.1, 1.365]", "piece at its own reed"),
        ("remanence = [1.235, 1.4]", "all eight neighbours at a reed"),
        ("operate = [1.0, 9.0]", "hourglass at its tilt sensor"),
        ("depth = 7.0", "hourglass at its tilt sensor"),
        ("glass_across = 24.0", "heaviest piece on a button"),
        ("glass_weight = 90.0", "heaviest piece on a button"),
    ],
)
def test_a_figure_of_the_form_that_is_worse_changes_what_is_judged(text: str, moved: str) -> None:
    """Each rule's room is its figure over its limit, or its limit over its figure."""
    (rule,) = [rule for rule in RULES if rule.what == moved]
    before, after = (rule.measure(pins) for pins in (PINS, with_measured(PINS, text, "form")))
    rooms = [one.value / one.limit for one in (before, after)]
    assert (rooms[1] < rooms[0]) if rule.least else (rooms[1] > rooms[0])


def test_what_no_rule_asks_for_is_drawn_and_simulated() -> None:
    taller = with_measured(PINS, "glass_high = 80.0", "form")
    assert list(pieces(taller)) != list(pieces(PINS))
    assert deck(with_measured(PINS, "line = 300", "form")) != deck(PINS)
    asked = {"plate", "sheet", "pull_in", "drop_out", "remanence", "operate", "depth",
             "glass_across", "glass_weight", "glass_high", "line"}  # fmt: skip
    assert examples().keys() == asked, "a figure that no test here turns"


@pytest.mark.nightly
def test_what_was_measured_is_judged() -> None:
    with pytest.raises(WiringError, match=r"OUT OF LIMITS; cell.foot"):
        check_rules(with_measured(PINS, "pull_in = [15, 30]", "form"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plate = 0", "form: cell.plate: 0 mm; one of less than 2 bends"),
        ("sheet = nan", "form: sheet: nan is not above 0 and up to 3"),
        ("plate = 3,1", "write a point in numbers, not a comma"),
        ("plate = '3 mm'", "form: plate: '3 mm' cannot be read; write it like 3.0"),
        ("pull_in = 15", "form: pull_in: 15 cannot be read; write it like [15.0, 20.0]"),
        ("drop_out = [5, 6]", "form: drop_out: [5, 6] cannot be read; write it like 5.0"),
        ("line = true", "form: line: True cannot be read; write it like 200"),
        ("depth = 3.1", "form: depth: 3.1 mm below the sheet's top is still in sheet and plate"),
        ("glass_weight = inf", "take a timer of 30 to 150 mm that weighs 500 g or less"),
        ("remanence = [1235, 1365]", "form: magnet.remanence: 1235 to 1365 T is no magnet"),
        ("operate = [9, 5]", "form: hall.operate: no latch changes over at 9 to 5 mT"),
        ("pull_in = [4, 20]", "form: reed.pull_in, reed.drop_out: it cannot close at 4"),
        ("weight = 3", "form: weight: the form asks for no such figure, but for plate, sheet,"),
        ("glass_across = 40", "form: glass.across: caps of 15 mm radius"),
        ("plate = ", "form: Invalid value"),
    ],
)
def test_a_figure_that_cannot_be_is_named(text: str, says: str) -> None:
    with pytest.raises(WiringError) as error:
        with_measured(PINS, text, "form")
    assert says in str(error.value)


def test_the_command_names_the_form_that_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "form.toml").write_text("sheet = -1")
    data = ("--data", str(tmp_path / "data"))
    assert (
        main(["wiring", str(tmp_path / "build"), "--measured", str(tmp_path / "form.toml"), *data])
        == 2
    )
    assert "form.toml: sheet: -1 is not above 0" in capsys.readouterr().err

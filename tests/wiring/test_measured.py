"""Figures measured on the bench take the place of the supposed ones, and are judged like them."""

from pathlib import Path

import pytest

from firmware.cli import main
from wiring import WiringError, read_pins
from wiring.judge import check_rules
from wiring.measured import form, with_measured

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


@pytest.mark.slow
def test_what_was_measured_is_judged() -> None:
    with pytest.raises(WiringError, match=r"OUT OF LIMITS; cell.foot"):
        check_rules(with_measured(PINS, "pull_in = [15, 30]", "form"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plate = 0", "form: plate: 0.0 is not above 0"),
        ("pull_in = [4, 20]", "form: reed.pull_in, reed.drop_out: it cannot close at 4"),
        ("weight = 3", "form: Object contains unknown field `weight`"),
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
    (tmp_path / "form.toml").write_text("plate = -1")
    data = ("--data", str(tmp_path / "data"))
    assert (
        main(["wiring", str(tmp_path / "build"), "--measured", str(tmp_path / "form.toml"), *data])
        == 2
    )
    assert "form.toml: plate: -1.0 is not above 0" in capsys.readouterr().err

"""What the README tells players to do with broken parts, at a table that does not know yet."""

from collections.abc import Callable

import pytest
from support.at_table import AtTable

from firmware.recognition.findings import Question

Sit = Callable[..., AtTable]

BUILDINGS = "-N .300 +a1 .500 -V .300 +d3 .500 -B .300 +d5 .500"


def hold(at_table: AtTable, field: str, seconds: float = 1.2) -> None:
    """Hold a field down, as the README says."""
    at_table.table.press(at_table.cell(field), hold=seconds)
    at_table.advance(1.9)


def warning(field: str) -> str:
    return f"the sensor under {field} does not work: press {field} instead"


def test_a_card_laid_where_the_reed_is_dead_is_told_by_holding_its_field(sit_down: Sit) -> None:
    at_table = sit_down("revolution", players=2)
    at_table.act(f"{BUILDINGS} -light-5 .1200")
    hold(at_table, "a2")
    at_table.assert_moves("N@a1", "V@d3", "B@d5", "5@a2")
    assert at_table.warnings == [warning("a2")]
    at_table.assert_at_rest()


@pytest.mark.parametrize(("pressed", "meant"), [("e5", ["y@e5", "b@d4"]), ("d4", ["y@d4"])])
def test_where_a_held_field_may_be_an_arm_the_next_move_decides_by_a_question(
    sit_down: Sit, pressed: str, meant: list[str]
) -> None:
    at_table = sit_down(players=3)
    hold(at_table, "e5")
    assert at_table.moves == []
    at_table.act("+d4 .1200")
    question = at_table.session.view.trouble
    assert isinstance(question, Question)
    assert set(question.choices) == {at_table.cell("d4"), at_table.cell("e5")}
    at_table.act(f"!{pressed} .600")
    assert at_table.moves == meant
    assert at_table.warnings == ([warning("e5")] if pressed == "e5" else [])


def test_from_then_on_pressing_replaces_the_sensor(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    hold(at_table, "e5")
    at_table.act("+d4 .1200 !e5 .600 UNDO .500 UNDO .500 -d4 .600 !e5 .600 +d4 .600")
    assert at_table.moves == ["y@e5", "b@d4"]


def test_an_arm_on_the_fields_while_hint_is_pressed_tells_of_no_piece(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("a1", 0.5)
    for field in ("c4", "d4", "e4"):
        at_table.table.press(at_table.cell(field), hold=0.9)
    at_table.act(".200 HINT .2000")
    for field in ("c5", "d5", "e5"):
        at_table.table.press(at_table.cell(field), hold=0.9)
    at_table.act(".2000 +g7 .600")
    at_table.assert_moves("y@a1", "b@g7")
    assert at_table.warnings == []
    at_table.assert_at_rest()

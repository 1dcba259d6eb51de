"""The keys of a table switch the machine off: MENU held for five seconds, then CONFIRM."""

from pathlib import Path

import pytest
from support.at_table import ENGLISH
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.app.power import ASKED, HELD, PowerKey
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.play.effects import Effect, Warn
from firmware.play.session import Session
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import make_header

HEADER = make_header("manoeuvre", ("Anna", "Bram"))


def play(wish: Path, held: int, key: str, after: int) -> tuple[Loop, Session, list[str]]:
    """Hold MENU for so many microseconds, wait as long as `after` says, and press a key."""
    table, told = SimulatedTable(seed=1), list[str]()

    def tell(effect: Effect) -> None:
        if isinstance(effect, Warn):
            told.append(ENGLISH(effect.text, **effect.values))

    session = Session(at_table(HEADER, HEADER.start()), find_adapter(HEADER.start(), "manoeuvre"))
    loop = Loop(table.ports, session, tell, power=PowerKey(wish, tell))
    run_until(loop, SECOND)
    table.press_key("MENU", hold=held / SECOND)
    run_until(loop, SECOND + held + after)
    table.press_key(key)
    run_until(loop, 2 * SECOND + held + after)
    return loop, session, told


@pytest.mark.parametrize(
    ("held", "key", "after", "off"),
    [
        (HELD + SECOND, "CONFIRM", SECOND, True),
        (HELD + SECOND, "UNDO", SECOND, False),
        (HELD + SECOND, "CONFIRM", ASKED + SECOND, False),
        (HELD - SECOND, "CONFIRM", SECOND, False),
    ],
)
def test_menu_held_and_then_confirm_switches_the_machine_off(
    tmp_path: Path, held: int, key: str, after: int, off: bool
) -> None:
    _, _, told = play(tmp_path / "wish", held, key, after)
    assert (tmp_path / "wish").exists() == off
    assert ("the plug may go" in " ".join(told)) == off


def test_the_answer_is_none_to_the_question_that_menu_asks_of_the_game(tmp_path: Path) -> None:
    _, session, _ = play(tmp_path / "wish", HELD + SECOND, "CONFIRM", SECOND)
    assert not session.done


def test_a_wish_that_cannot_be_told_is_said(tmp_path: Path) -> None:
    _, _, told = play(tmp_path / "missing" / "wish", HELD + SECOND, "CONFIRM", SECOND)
    assert told[-1].startswith("the table cannot be switched off by its keys: ")

"""HINT explains itself: what is legal, then the best move and why, then field after field."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.running_table import AtRunningTable, Later

from firmware.app.thinker import ThinkerAtOnce, Thinks
from firmware.play.view import Hint

LOOKING = "The computer is looking for the best move."


Sit = Callable[..., AtRunningTable]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    opened: list[AtRunningTable] = []

    def sit(thinker: Thinks, game: str = "forum_romanum", **asked: Any) -> AtRunningTable:
        opened.append(AtRunningTable(tmp_path, thinker, game, **asked))
        return opened[-1]

    yield sit
    for one in opened:
        one.opened.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The best move is y@d4: its Roman counts in more open sectors (5; y@a1: 4)"),
        ("nl", "De beste zet is y@d4: "),
        ("fr", "Le meilleur coup est y@d4\u00a0: "),
        ("de", "Der beste Zug ist y@d4: "),
    ],
)
def test_the_second_press_shows_the_best_move_and_why(sit: Sit, language: str, said: str) -> None:
    thinker = Later()
    at = sit(thinker)
    at.key("HINT")
    assert at.hint == Hint(at.hint.until if at.hint else 0)
    assert thinker.questions == []
    at.key("HINT")
    assert at.prompt() == LOOKING
    thinker.answer("y@d4", "y@a1")
    at.advance(0.1)
    assert at.prompt(language).startswith(said)


@pytest.mark.parametrize("game", ["forum_romanum", "hourglass"])
def test_the_best_move_of_a_computer_is_legal_and_has_a_reason(sit: Sit, game: str) -> None:
    at = sit(ThinkerAtOnce(), game)
    if game == "hourglass":
        for hole in "abcABC":
            at.simulated.turn(at.cell(hole), end_a_up=True)
        at.advance(1)
    at.key("HINT")
    at.key("HINT")
    assert at.hint is not None
    assert at.hint.advice is not None
    assert at.hint.advice.move in at.session.position.legal_moves()
    assert at.prompt().startswith(f"The best move is {at.hint.advice.move}: ")


def test_moves_are_read_while_the_computer_thinks_and_its_answer_is_left_out(sit: Sit) -> None:
    thinker = Later()
    at = sit(thinker)
    at.key("HINT")
    at.key("HINT")
    at.place("a1")
    assert [ply.line for ply in at.session.plies] == ["y@a1"]
    thinker.answer("y@d4")
    at.advance(0.5)
    assert at.hint is None


def test_further_presses_go_from_field_to_field(sit: Sit) -> None:
    at = sit(ThinkerAtOnce())
    for _ in range(2):
        at.key("HINT")
    assert at.hint is not None
    assert at.hint.advice is not None
    chosen: list[int | None] = []
    for _ in range(3):
        at.key("HINT")
        assert at.hint is not None
        assert at.hint.advice is None
        chosen.append(at.hint.cell)
    first, second, third = chosen
    assert third == first != second

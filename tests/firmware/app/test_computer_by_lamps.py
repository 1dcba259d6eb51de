"""Computers at a table whose pieces people move: a lit move, a hand that makes it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.at_table import ENGLISH
from support.running_table import AtRunningTable, Later
from support.views import view_of

from firmware.app.running_table import ComputerByLamps
from firmware.app.thinker import Thinks
from firmware.output.lamps import COMPUTER
from firmware.output.prompts import prompt
from hal import Tune
from rules import find_game


class AtLitTable(AtRunningTable):
    """The same, with computers whose moves are lit."""

    computers: ComputerByLamps | None = None

    def __init__(self, folder: Path, thinker: Thinks, game: str, levels: dict[str, int]) -> None:
        players = 3 if game == "forum_romanum" else 2
        super().__init__(folder, thinker, game, players, computers=levels)
        self.computers = ComputerByLamps(self.table, thinker, random.Random(1))
        self.advance(0.2)

    def step(self) -> None:
        super().step()
        if self.computers is not None:
            self.computers.look()

    def lit(self, *fields: str) -> set[str]:
        """Which of these fields are lit for a computer within the next two seconds."""
        found = set()
        for _ in range(8):
            lamp = self.simulated.log.lamp
            found |= {one for one in fields if lamp(self.cell(one)) == COMPUTER}
            self.advance(0.25)
        return found

    @property
    def moves(self) -> list[str]:
        return [ply.line for ply in self.session.plies]


class Sitting:
    """Opens tables in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[AtLitTable] = []

    def __call__(self, thinker: Thinks, game: str, levels: dict[str, int]) -> AtLitTable:
        self.opened.append(AtLitTable(self.folder, thinker, game, levels))
        return self.opened[-1]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    yield sitting
    for one in sitting.opened:
        one.opened.__exit__(None, None, None)


def test_a_computer_s_move_is_lit_until_a_hand_has_made_it(sit: Sitting) -> None:
    thinker = Later()
    at = sit(thinker, "forum_romanum", {"2": 3})
    assert thinker.questions == []
    at.place("a1")
    assert [one.level for one in thinker.questions] == [3]
    assert at.lit("d4", "e5") == set()
    thinker.answer("b@d4")
    at.advance(0.2)
    assert at.lit("d4", "e5") == {"d4"}
    assert at.prompt() == "Bram plays b@d4: please make this move."
    assert at.simulated.log.tunes[-1][1] is Tune.QUESTION
    at.advance(60)
    assert at.lit("d4") == {"d4"}
    assert len(thinker.questions) == 1
    at.place("d4")
    assert at.moves == ["y@a1", "b@d4"]
    assert at.lit("d4") == set()


def test_another_legal_move_counts_and_undo_lets_the_computer_think_again(sit: Sitting) -> None:
    thinker = Later()
    at = sit(thinker, "forum_romanum", {"1": 2})
    thinker.answer("y@d4")
    at.advance(0.2)
    at.place("a1")
    assert at.moves == ["y@a1"]
    assert at.lit("d4") == set()
    at.key("UNDO")
    at.lift("a1")
    assert at.moves == []
    assert len(thinker.questions) == 2
    thinker.answer("y@e5")
    at.advance(0.2)
    assert at.lit("d4", "e5") == {"e5"}


def test_a_turn_that_a_key_ends_says_so() -> None:
    for seed in range(20):
        rng, position = random.Random(seed), find_game("revolution").start(2)
        while position.outcome is None:
            moves = position.legal_moves()
            if "end" in moves:
                view = view_of("revolution")._replace(position=position, proposed="end")
                assert prompt(view, ENGLISH).endswith(" plays end: please press CONFIRM.")
                return
            position = position.play(rng.choice(moves))
    pytest.fail("no turn of a random game is ended by a key")

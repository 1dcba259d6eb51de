"""A chip is lost at a table without a display: it is heard and seen, and no move is read wrongly.

U1 reads the reeds and drives rows 0-2, U2 the buttons and rows 3-5, U3 the tilt contacts and rows
6-7. At the forum rank 7 lies in row 0, so that rows 3-5 are ranks 4 to 2 and row 6 is rank 1.
"""

from dataclasses import replace

import pytest
from support.at_table import ENGLISH, NAMES
from support.nightly import nightly_but
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.output.lamps import UNREAD
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import Lobby
from firmware.play.session import Session
from firmware.recognition.findings import Mismatch, Question, TakeBack
from hal import KEYS, Tune, one_cell, reeds_of, tilts_of
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import make_header
from wiring import COLUMNS, ROWS, cell, read_pins

PINS = read_pins()


class AtPi:
    """A game at an emulated Pi whose chips can be pulled out and put in again."""

    def __init__(
        self, game: str = "forum_romanum", players: int = 3, away: str = "", activity: Lobby | None = None
    ) -> None:
        header = make_header(game, NAMES[:players])
        self.adapter = find_adapter(header.start(), game)
        self.table = SimulatedTable(bounce=0)
        start = self.adapter.start(header.start())
        self.table.set_up(reeds_of(start), tilts_of(start))
        self.pi = EmulatedPi(self.table, PINS)
        if away:
            self.pi.chips[away].powered = False
        self.effects: list[Effect] = []
        self.session = Session(at_table(header, header.start()), self.adapter)
        log = self.table.log
        ports = replace(self.pi.open().ports, lamps=log, sound=log, display=None)
        self.loop = Loop(ports, activity or self.session, self.effects.append)
        self._turned = tilts_of(start)
        self._heard = 0
        self.run(0.2)

    def run(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    def act(self, script: str) -> None:
        """``+d4`` puts down, ``-d4`` lifts, ``!d4`` presses, ``~d`` turns, ``.600`` waits."""
        for word in script.split():
            if word[0] == ".":
                self.run(int(word[1:]) / 1000)
                continue
            if word in KEYS:
                self.table.press_key(word)
                continue
            place = self.adapter.overlay.cells[word[1:]]
            if word[0] == "~":
                self._turned ^= one_cell(place)
                self.table.turn(place, bool(self._turned >> place & 1))
            else:
                {"+": self.table.place, "-": self.table.lift, "!": self.table.press}[word[0]](place)

    def lose(self, chip: str) -> None:
        self.pi.chips[chip].powered = False
        self.run(0.3)

    def find(self, chip: str, seconds: float = 1.5) -> None:
        self.pi.chips[chip].reset()
        self.pi.chips[chip].powered = True
        self.run(seconds)

    @property
    def moves(self) -> list[str]:
        return [ply.line for ply in self.session.plies]

    @property
    def warnings(self) -> list[str]:
        return [ENGLISH(one.text, **one.values) for one in self.effects if isinstance(one, Warn)]

    def assert_rows(self, *red: int) -> None:
        """All lamps of these rows are red, and no others."""
        lamp = self.table.log.lamp
        lit = [{lamp(cell(row, column)) for column in range(COLUMNS)} for row in range(ROWS)]
        assert {row for row in range(ROWS) if lit[row] == {UNREAD}} == set(red)


@pytest.mark.parametrize(
    ("chip", "rows"), nightly_but([("U1", range(ROWS)), ("U2", (3, 4, 5)), ("U3", (6, 7))], ("U2", (3, 4, 5)))
)
def test_a_lost_chip_is_heard_once_and_its_rows_are_red_until_it_is_back(chip: str, rows: tuple[int, ...]) -> None:
    at = AtPi()
    at.table.log.assert_tunes()
    at.assert_rows()
    at.lose(chip)
    at.run(3)
    at.table.log.assert_tunes(Tune.WARNING)
    at.assert_rows(*rows)
    assert len(at.warnings) == 1
    assert chip in at.warnings[0]
    at.find(chip)
    at.assert_rows()
    at.table.log.assert_tunes()


def test_a_move_to_a_row_that_is_not_read_waits_and_is_read_when_it_is() -> None:
    at = AtPi()
    at.act("+a7 .600")
    at.lose("U2")
    at.act("+d4 .2000")
    assert at.moves == ["y@a7"]
    at.find("U2")
    assert at.moves == ["y@a7", "b@d4"]
    assert at.session.view.trouble is None


def test_a_piece_put_down_unseen_before_a_move_that_was_seen_is_put_back_first() -> None:
    """Who placed on d4? Yellow, whose turn it was; but blue's move was read as yellow's."""
    at = AtPi()
    at.lose("U2")
    at.act("+d4 .800 +a7 .800")
    assert at.moves == ["y@a7"]
    at.table.log.assert_tunes(Tune.WARNING, Tune.ACCEPTED)
    at.find("U2")
    assert at.moves == ["y@a7"]
    assert isinstance(at.session.view.trouble, Mismatch)
    at.table.log.assert_tunes(Tune.REFUSED)
    at.act("-d4 .800 +d4 .800")
    assert at.moves == ["y@a7", "b@d4"]


def test_two_moves_that_nobody_saw_are_asked_about() -> None:
    at = AtPi()
    at.lose("U1")
    at.act("+a7 .800 +b5 .800")
    at.find("U1", 3)
    assert at.moves == []
    assert isinstance(at.session.view.trouble, Question)
    at.act("!b5 .2000")
    assert at.moves == ["y@b5", "b@a7"]


def test_a_colour_that_could_not_be_heard_is_asked_about() -> None:
    """Two players choose a colour with its key: its button is one that nobody reads."""
    at = AtPi(players=2)
    at.lose("U2")
    at.act("!key-r .400 +a7 .3000")
    assert at.moves == []
    assert isinstance(at.session.view.trouble, Question)
    at.find("U2")
    assert at.moves == []
    assert isinstance(at.session.view.trouble, Question)


def test_an_hourglass_whose_turning_nobody_sees_waits_for_its_chip() -> None:
    at = AtPi("hourglass", 2)
    at.act("~a ~b ~c ~A ~B ~C .800")
    assert at.moves == ["start"]
    at.lose("U3")
    at.act("-d .100 +e .50 ~e .4000")
    assert at.moves == ["start"]
    assert (at.session.view.trouble, at.session.corrections) == (None, 0)
    at.find("U3")
    assert [move.split()[-1] for move in at.moves] == ["start", "d-e"]
    assert at.session.corrections == 0


def test_hint_and_a_press_make_a_move_that_nobody_can_read() -> None:
    """A chip that stays away stops no game."""
    at = AtPi()
    at.lose("U1")
    at.act("+d2 .300 HINT .300 !d2 .600")
    assert at.moves == ["y@d2"]
    assert at.session.corrections == 0
    at.find("U1")
    assert at.moves == ["y@d2"]
    assert at.session.view.trouble is None


def test_a_move_undone_while_nobody_saw_is_asked_about_once() -> None:
    at = AtPi()
    at.act("+a4 .600")
    at.lose("U2")
    at.act("-a4 .2000")
    at.find("U2", 4)
    assert at.session.view.trouble == TakeBack(1)
    assert at.session.questions == 1
    at.act("CONFIRM .300")
    assert at.moves == []

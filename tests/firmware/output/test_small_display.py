"""What is read on the table's small display: the prompt, warnings, the standing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.at_table import ENGLISH, NAMES
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.cli import main
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.output.alerts import ALERT_TIME, Alerts
from firmware.output.display import display
from firmware.output.speech import Speech
from firmware.play.effects import SayAgain, Warn
from firmware.play.lobby import Choice
from firmware.play.session import Session
from hal import Snapshot, Table
from hal.pi.display import HEIGHT, LINE_HEIGHT, encode, wrap
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import make_header

LONG = ALERT_TIME // SECOND + 1  # seconds after which a warning has been shown


class Paper:
    """Hal's Display port, to be read."""

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()
        self.read: set[str] = set()  # all that was ever shown

    def write(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self.read |= set(lines)

    @property
    def warning(self) -> str:
        (*found,) = (line.removeprefix("! ") for line in self.lines if line.startswith("! "))
        return found[0] if found else ""


class AtDisplay:
    """Three people at a table with a small display."""

    def __init__(self) -> None:
        header = make_header("forum_romanum", NAMES[:3])
        self.adapter = find_adapter(header.start(), header.game)
        self.table = SimulatedTable()
        self.paper = Paper()
        alerts = Alerts()
        self.tell = alerts.hear
        ports = replace(self.table.ports, display=self.paper)
        session = Session(at_table(header, header.start()), self.adapter)
        self.loop = Loop(ports, session, self.tell, words=ENGLISH, alerts=alerts)
        self.advance(0.1)

    def advance(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    def warnings(self, seconds: float) -> list[str]:
        """The warnings shown one after the other, nothing for none."""
        shown = [self.paper.warning]
        for _ in range(int(seconds * 10)):
            self.advance(0.1)
            if self.paper.warning != shown[-1]:
                shown.append(self.paper.warning)
        return shown


@pytest.fixture
def at() -> AtDisplay:
    return AtDisplay()


PROMPT = "Anna, place a yellow Roman on any free field."
STANDING = (">  0 Anna", "   0 Bram", "   0 Carla")


def test_the_prompt_comes_first_and_whose_turn_it_is_is_marked(at: AtDisplay) -> None:
    assert at.paper.lines == (PROMPT, *STANDING)


def test_a_sensor_found_broken_is_named_for_a_while_under_the_prompt(at: AtDisplay) -> None:
    at.table.press_key("HINT")
    at.advance(0.3)
    at.table.press(at.adapter.overlay.cells["e5"])  # its reed does not show the piece on it
    at.advance(2)
    told = "the sensor under e5 does not work: press e5 instead"
    assert at.paper.lines[0].startswith("Bram, place")
    assert at.paper.lines[1] == f"! {told}"
    assert at.warnings(3 * LONG) == [told, ""]


def test_a_warning_leaves_the_prompt_its_room(at: AtDisplay) -> None:
    at.tell(Warn("moves are not being saved: {error}", {"error": "games.db: " + "no room " * 40}))
    at.advance(0.1)
    drawn = [piece for line in at.paper.lines for piece in wrap(encode(line))]
    prompt = list(wrap(encode(PROMPT)))
    assert drawn[: len(prompt)] == prompt
    assert len(prompt) + 4 <= HEIGHT // LINE_HEIGHT  # of the warning enough is seen to act on it


class _Ending:
    """Hal's Sense port of a table that somebody switches off after ten seconds."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def scan(self) -> Snapshot:
        if self._table.clock.now() > 10 * SECOND:
            raise KeyboardInterrupt
        return self._table.scan()


def test_moves_that_are_not_kept_are_told_at_the_table_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = Paper()
    table = SimulatedTable()
    table.place(0, SECOND)

    @contextmanager
    def opened(*_: object, **__: object) -> Iterator[Table]:
        yield replace(table.ports, sense=_Ending(table), display=paper)

    monkeypatch.setattr("firmware.commands.run.real_table", opened)
    (tmp_path / "kept").write_text("a file where the games' folder should be")
    kept = tmp_path / "kept" / "games.db"
    run = ["run", "forum_romanum", "--table", "pi", "--players", "3", "--data", str(kept)]
    assert main(run) == 0
    assert any(line.startswith("! moves are not being saved: ") for line in paper.read)


def test_the_address_of_the_page_is_read_and_told_while_no_game_is_played() -> None:
    choice, voice = Choice(None, "hourglass", 2, (2,), address="http://oak.local:8008/"), Speech(ENGLISH, on=True)
    assert display(choice, ENGLISH)[-1] == choice.address
    voice.hear(SayAgain())
    assert any(choice.address in sentence.text for sentence in voice.look(choice))

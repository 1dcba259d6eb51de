"""A table with hands, in virtual time: ``lift``, ``place``, ``press``, ``key``, ``advance``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.match.events import Stopped, TakenBack
from firmware.match.line import read_line
from firmware.match.match import evolve
from firmware.match.running import IN_MEMORY, Keeper, Running, at_table
from firmware.match.seats import Seats
from firmware.output.assistance import Assistance
from firmware.output.prompts import prompt
from firmware.play.effects import Effect, Warn
from firmware.play.layout import lay_out
from firmware.play.session import Session
from firmware.words import find_words
from hal import NO_CELLS, Colour, Tune, cell_set, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Header, Load, Move, Position, make_header
from support.scans import run_until

DATA = Path(__file__).parents[1] / "data"
NAMES = ("Anna", "Bram", "Carla", "Daan", "Emma", "Finn")

ENGLISH = find_words("en", {})


def taken_up(  # noqa: PLR0917
    header: Header,
    start: Position,
    lines: Sequence[Move] = (),
    milliseconds: int = 0,
    computers: Mapping[str, int] = MappingProxyType({}),
    keeper: Keeper = IN_MEMORY,
) -> Running:
    """A match at a table, as it is taken up after these moves."""
    match = at_table(header, start).match
    seats = {name: seat._replace(level=computers.get(name, 0)) for name, seat in match.seats.by_name.items()}
    match = match._replace(seats=Seats(seats))
    if lines:
        line = read_line(start, lines)
        match = evolve(match._replace(line=line, now=line.position), Stopped(milliseconds))
    return Running(match, keeper=keeper)


def in_memory(header: Header, computers: Mapping[str, int], _at: int, load: Load) -> Running:
    """Begin a match for a lobby whose games nobody keeps."""
    return taken_up(header, header.start(load), computers=computers)


class AtTable:
    """One game at a simulated table, touched field by field.

    Every touch takes 0.1 s unless it is given another time.
    """

    def __init__(
        self,
        game: str = "forum_romanum",
        players: int = 3,
        moves: Sequence[str] = (),
        *,
        bounce: float = 0.005,
        seed: int = 1,
        options: Mapping[str, str] | None = None,
        assistance: Assistance = Assistance(),  # noqa: B008
        stuck: str = "",
        missing: str = "",
        tilted: str = "",
    ) -> None:
        """What differs from the game's set-up.

        moves: those that were made before, in a game that goes on. stuck, missing: fields whose reed is
        closed, or open. tilted: those whose tilt is closed.
        """
        self.header = make_header(game, NAMES[:players], options)
        start = self.header.start()
        self.adapter = find_adapter(start, game)
        self.table = SimulatedTable(seed=seed, bounce=bounce)
        away = cell_set(self.cell(field) for field in missing.split())
        running = taken_up(self.header, start, moves)
        self.table.set_up(reeds_of(lay_out(self.adapter, running.match.line).closed) & ~away)
        self.table.set_up(cell_set(self.cell(field) for field in stuck.split()))
        self.table.set_up(NO_CELLS, cell_set(self.cell(field) for field in tilted.split()))
        self.effects: list[Effect] = []
        self._turned = 0  # the cells whose tilt contact is closed
        self.session = Session(running, self.adapter, resumed=bool(moves))
        self.loop = Loop(self.table.ports, self.session, self.effects.append, assistance=assistance)
        self.advance(0.1)

    def advance(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    def place(self, field: str, seconds: float = 0.1) -> None:
        self.table.place(self.cell(field))
        self.advance(seconds)

    def lift(self, field: str, seconds: float = 0.1) -> None:
        self.table.lift(self.cell(field))
        self.advance(seconds)

    def press(self, field: str, seconds: float = 0.2) -> None:
        self.table.press(self.cell(field))
        self.advance(seconds)

    def key(self, name: str, seconds: float = 0.3) -> None:
        self.table.press_key(name)
        self.advance(seconds)

    def act(self, script: str) -> None:
        """Do what a script of touches says: ``+d4 -d4 !d4 ~d UNDO .600`` (milliseconds), ``3.``."""
        for word in script.split():
            cell = self.adapter.overlay.cells.get(word[1:], -1)
            if word[0] == ".":
                self.advance(int(word[1:]) / 1000)
            elif word.endswith("."):
                self.advance(int(word[:-1]))
            elif word[0] == "+":
                self.table.place(cell)
            elif word[0] == "-":
                self.table.lift(cell)
            elif word[0] == "!":
                self.table.press(cell)
            elif word[0] == "~":
                self._turned ^= 1 << cell
                self.table.turn(cell, end_a_up=bool(self._turned >> cell & 1))
            else:
                self.table.press_key(word)

    def make(self, move: str, seconds: float = 0.4) -> None:
        """Make a Forum Romanum move plainly, and rest."""
        if "@" in move:
            self.place(move[2:], seconds)
        else:
            self.lift(move[:2])
            self.place(move[3:], seconds)

    def cell(self, field: str) -> int:
        return self.adapter.overlay.cells[field]

    @property
    def moves(self) -> list[str]:
        return [ply.line for ply in self.session.plies]

    @property
    def prompt(self) -> str:
        return prompt(self.session.view, ENGLISH)

    @property
    def warnings(self) -> list[str]:
        return [ENGLISH(effect.text, **effect.values) for effect in self.effects if isinstance(effect, Warn)]

    @property
    def taken_back(self) -> list[str]:
        return [effect.line for effect in self.effects if isinstance(effect, TakenBack)]

    @property
    def scores(self) -> dict[str, int]:
        return self.session.position.scores()

    def assert_moves(self, *moves: str) -> None:
        assert self.moves == list(moves)

    def assert_at_rest(self) -> None:
        assert not self.session.pending

    def assert_lamp(self, field: str, colour: Colour) -> None:
        assert self.table.log.lamp(self.cell(field)) == colour

    def assert_tunes(self, *tunes: Tune) -> None:
        self.table.log.assert_tunes(*tunes)

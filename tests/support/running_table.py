"""A whole running table in virtual time, with a store and with what thinks for the computer."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from firmware.app.running_table import RunningTable, open_table
from firmware.app.settings import Settings
from firmware.app.thinker import Question, Thinks
from firmware.games import find_adapter
from firmware.opponents import Advice, Ranked
from firmware.output.lamps import HINT
from firmware.output.prompts import prompt
from firmware.play.session import Session
from firmware.play.view import Hint
from firmware.storage.place import FILE
from firmware.words import find_words
from hal import reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import find_game
from support.at_table import ENGLISH, NAMES


class Later:
    """Thinks of what a test says, when it says so."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.futures: list[Future[Advice]] = []

    def ask(self, question: Question) -> "Future[Advice]":
        self.questions.append(question)
        self.futures.append(Future())
        return self.futures[-1]

    def answer(self, move: str, *others: str) -> None:
        beside = tuple(Ranked(other, 1.0) for other in others)
        self.futures[-1].set_result(Advice(move, 0, (1.0,), (move,), beside))


class AtRunningTable:
    """A whole table in virtual time, with a thinker, touched field by field."""

    def __init__(self, folder: Path, thinker: Thinks, game: str, players: int = 2, **asked: Any) -> None:
        self.simulated = SimulatedTable(bounce=0)
        settings = Settings(
            table="simulated",
            store=folder / FILE,
            words=ENGLISH,
            game=game,
            names=NAMES[:players],
            offer_unfinished=False,
            **asked,
        )
        start = find_game(game).start(players)
        self.adapter = find_adapter(start, game)
        self.simulated.set_up(reeds_of(self.adapter.start(start)))
        self.opened = open_table(self.simulated.ports, settings, [], thinker)
        self.table: RunningTable = self.opened.__enter__()
        self.advance(0.2)

    def advance(self, seconds: float) -> None:
        until = self.simulated.clock.now() + int(seconds * SECOND)
        while self.simulated.clock.now() < until:
            self.step()

    def step(self) -> None:
        self.table.step()

    def key(self, name: str) -> None:
        self.simulated.press_key(name)
        self.advance(0.3)

    def place(self, field: str) -> None:
        self.simulated.place(self.cell(field))
        self.advance(0.5)

    def lift(self, field: str) -> None:
        self.simulated.lift(self.cell(field))
        self.advance(0.5)

    def cell(self, field: str) -> int:
        return self.adapter.overlay.cells[field]

    @property
    def session(self) -> Session:
        assert self.table.lobby.session is not None
        return self.table.lobby.session

    @property
    def hint(self) -> Hint | None:
        return self.session.view.hint

    def prompt(self, language: str = "en") -> str:
        return prompt(self.session.view, find_words(language, {}))

    def beats(self, *fields: str) -> list[str]:
        """Which of these fields are lit for HINT, from now on half a second after the other."""
        seen = []
        for _ in range(6):
            lit = [one for one in fields if self.simulated.log.lamp(self.cell(one)) == HINT]
            seen.append(" ".join(lit))
            self.advance(0.5)
        return seen

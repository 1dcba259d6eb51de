"""A voice that only collects what it is given, and a whole table that has it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.app.running_table import RunningTable, open_table
from firmware.app.settings import Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.play.session import Session
from firmware.storage.place import FILE
from firmware.words import find_words
from hal import PartError, Sentence
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from support.at_table import NAMES
from wiring import read_overlay


class Speaker:
    """hal's Voice port. said: every sentence; broken: whether it fails."""

    def __init__(self) -> None:
        self.said: list[Sentence] = []
        self.broken = False

    @property
    def volumes(self) -> list[float]:
        return [one.volume for one in self.said]

    def speak(self, sentence: Sentence) -> None:
        self.said.append(sentence)
        if self.broken:
            raise PartError("espeak-ng hung and was ended")


class ForEars:
    """A table in virtual time of which nothing is known but what its voice says."""

    def __init__(self, table: RunningTable, simulated: SimulatedTable, speaker: Speaker) -> None:
        self.table = table
        self.simulated = simulated
        self.speaker = speaker
        self.cells: dict[str, int] = {}
        self.heard: list[str] = []  # all that was said
        self.advance(0.2)

    def advance(self, seconds: float) -> list[str]:
        """Let time pass, and return what is said meanwhile."""
        first = len(self.speaker.said)
        until = self.simulated.clock.now() + int(seconds * SECOND)
        while self.simulated.clock.now() < until:
            self.table.step()
        said = [one.text for one in self.speaker.said[first:]]
        self.heard += said
        return said

    def lie(self, game: str) -> None:
        """Lay the printed sheet of a game on the table; its fields can be felt."""
        self.cells = {name.upper(): cell for name, cell in read_overlay(game).cells.items()}

    def key(self, name: str) -> list[str]:
        self.simulated.press_key(name)
        return self.advance(0.4)

    def press(self, cell: int) -> list[str]:
        self.simulated.press(cell)
        return self.advance(0.4)

    def place(self, field: str) -> list[str]:
        self.simulated.place(self.cells[field])
        return self.advance(0.6)

    def lift(self, field: str) -> list[str]:
        self.simulated.lift(self.cells[field])
        return self.advance(0.4)

    @property
    def session(self) -> Session:
        assert self.table.lobby.session is not None
        return self.table.lobby.session


@contextmanager
def for_ears(folder: Path, language: str = "en", players: int = 2, **asked: Any) -> Iterator[ForEars]:
    """A table that speaks a language, without a game at first."""
    speaker, simulated = Speaker(), SimulatedTable(bounce=0)
    settings = Settings(
        table="simulated", store=folder / FILE, words=find_words(language, {}), names=NAMES[:players], **asked
    )
    ports = replace(simulated.ports, voice=speaker)
    with open_table(ports, settings, [], ThinkerAtOnce()) as table:
        yield ForEars(table, simulated, speaker)

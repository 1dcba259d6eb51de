"""A table of keys in virtual time, and fingers that play at it, with slips."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from firmware.app.running_table import ComputerByLamps, RunningTable, open_table
from firmware.app.settings import Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import AnyAdapter
from firmware.games.ways import Way, way_of
from firmware.output.prompts import prompt
from firmware.play.effects import Effect, Warn
from firmware.play.session import Session
from firmware.play.view import View
from firmware.words import find_words
from hal import BUTTONS, Table
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Move, Position

ENGLISH = find_words("en", {})
Steps = Callable[[float], None]
"""Lets a table play on for so many seconds."""


class Hands(Protocol):
    """What fingers press: a simulated table, or a board."""

    def press(self, cell: int, *, hold: float) -> None: ...
    def press_key(self, key: str, *, hold: float) -> None: ...


class AtKeys:
    """Fingers at a table of keys: each press takes 0.2 s. run: lets the table play on."""

    def __init__(self, table: RunningTable, heard: list[Effect], hands: Hands, run: Steps) -> None:
        self.table, self.heard, self.hands, self.run = table, heard, hands, run

    @property
    def session(self) -> Session:
        session = self.table.lobby.session
        assert session is not None
        return session

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def prompt(self) -> str:
        return prompt(self.view, ENGLISH)

    @property
    def moves(self) -> list[Move]:
        return [ply.move for ply in self.session.plies]

    @property
    def warnings(self) -> list[str]:
        said = [ENGLISH(one.text, **one.values) for one in self.heard if isinstance(one, Warn)]
        self.heard.clear()
        return said

    def cell(self, field: str) -> int:
        return self.session.adapter.overlay.cells[field]

    def press(self, *fields: str | int) -> None:
        for field in fields:
            cell = field if isinstance(field, int) else self.cell(field)
            self.hands.press(cell, hold=0.06)
            self.run(0.2)

    def key(self, *names: str) -> None:
        for name in names:
            self.hands.press_key(name, hold=0.06)
            self.run(0.2)

    def drop(self, move: Move) -> Way | None:
        return way_of(self.session.adapter, self.session.position, move)

    def play(self, move: Move) -> None:
        """Press what makes this move, or rolls the die."""
        for what in presses(self.session.adapter, self.session.position, move):
            self.key(what) if isinstance(what, str) else self.press(what)


def presses(adapter: AnyAdapter, position: Position, move: Move) -> list[int | str]:
    """The cells and the keys that make this move at a table of keys, in their order."""
    if move == "agree":
        return ["MENU", "CONFIRM"]
    drop, cells = way_of(adapter, position, move), adapter.overlay.cells
    if drop is None:
        return ["CONFIRM"]
    if isinstance(drop.source, int):
        return [drop.source, drop.target]
    colour, at, _ = drop.source.partition("@")
    usual = getattr(position, "colours", "")[:1]
    key = cells.get(f"key-{colour}") if at and colour[:1] != usual else None
    return [drop.target] if key is None else [key, drop.target]


@contextmanager
def at_keys(
    folder: Path,
    game: str,
    players: int = 2,
    *,
    seed: int = 1,
    new: bool = True,
    computers: dict[str, int] | None = None,
    table: Table | None = None,
    hands: Any = None,
) -> Iterator[AtKeys]:
    """Sit down at a table of keys: a simulated one, or a board and what presses its keys."""
    simulated = SimulatedTable(VirtualClock(), seed=seed)
    ports = table or replace(simulated.ports, contacts=BUTTONS)
    heard: list[Effect] = []
    settings = Settings(
        "keys",
        folder / "games.db",
        ENGLISH,
        game=game,
        players=players,
        offer_unfinished=not new,
        computers=computers or {},
    )
    rng = random.Random(seed)
    with open_table(ports, settings, [heard.append], ThinkerAtOnce(), rng=rng) as running:
        led = ComputerByLamps(running, ThinkerAtOnce(), rng)

        def run(seconds: float) -> None:
            end = ports.clock.now() + int(seconds * SECOND)
            while ports.clock.now() < end:
                running.step()
                led.look()

        run(0.3)
        yield AtKeys(running, heard, hands or simulated, run)


def play_to_the_end(at: AtKeys, rng: random.Random, most: int) -> int:
    """Play random moves with slips between them; return how many were made, all as meant."""
    made = 0
    while at.session.position.outcome is None and made < most:
        before = at.moves
        if rng.random() < 0.05:  # a press of anything
            at.press(rng.randrange(96))
            if at.session.pending:
                at.key("UNDO")
            if at.moves == before:
                continue
            made += 1  # a field that one piece may be set on
            continue
        if rng.random() < 0.03 and before:
            at.key("UNDO")
            assert at.moves in (before, before[:-1])
            continue
        position = at.session.position
        if position.mover is None or not position.legal_moves():
            at.run(1)
            continue
        move = rng.choice(position.legal_moves())
        at.play(move)
        if at.moves == before and move not in at.session.position.legal_moves():
            at.key("UNDO") if at.session.pending else None  # sand has run out meanwhile
            continue
        assert at.moves[: len(before)] == before
        (played,) = at.moves[len(before) :] or ["nothing"]
        assert played == move or position.chance, (played, move)
        made += 1
    return made

"""Whole games through the command line: a board behind a pseudo-terminal, hands that slip, mishaps.

The hands know of a game what the program prints, and its header from the store::

    figures = whole_game("matrix", "forum_romanum", 3, folder, Mishaps(pulled=10))
"""

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import SimpleNamespace
from typing import IO, NamedTuple, Self

from firmware.games import AnyAdapter, find_adapter
from firmware.match.line import is_timed, read_line, sand_starter
from firmware.opponents.advice import choose
from firmware.simulation.players import SimulatedPlayers
from firmware.storage.errors import NothingKeptError
from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal import KEYS, REEDS, Cells, Contacts, Edge, contacts_of, members, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, Header, Move, Position
from support.example_package import installed
from support.keyed import presses

PICO = Path(__file__).with_name("pico.py")
_PLAYED = re.compile(r" *(\d+)  (.{8,}?)  (\S.*)")
_BACK = re.compile(r" *(\d+)  taken back: .*")


class Output:
    """The lines that a process prints. at: when the last of them came, in seconds."""

    at = 0.0

    def __init__(self, out: IO[str] | None) -> None:
        assert out is not None
        self._lines: SimpleQueue[tuple[float, str]] = SimpleQueue()
        self.said: list[str] = []
        self._out, self._thread = out, Thread(target=self._read, args=(out,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close it, once its process has ended."""
        self._thread.join()
        self._out.close()

    def _read(self, out: IO[str]) -> None:
        for line in out:
            self._lines.put((time.monotonic(), line.rstrip()))

    def next(self, seconds: float) -> str | None:
        """The next line, None if none comes in so many seconds."""
        with suppress(Empty):
            self.at, line = self._lines.get(seconds > 0, max(seconds, 0))
            self.said.append(line)
            return line
        return None

    def rest(self) -> list[str]:
        """All that has come and was not read."""
        before = len(self.said)
        while self.next(0) is not None:
            pass
        return self.said[before:]

    def until(self, end: str, seconds: float = 60) -> None:
        """Read on until a line is about this."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            if end in (self.next(limit - time.monotonic()) or ""):
                return
        raise AssertionError((end, self.said[-20:]))


class Board:
    """A board in a process of its own. kind: matrix, trellis or oak. table: for ``--table``."""

    patience = 3.0  # seconds to wait for a move

    def __init__(self, kind: str, folder: Path) -> None:
        self.done = 0.0  # when the last press was ordered, in seconds
        self.link = folder / f"tty-{kind}"
        self.table = f"{'oak' if kind == 'oak' else 'serial'}:{self.link}"
        self._process = subprocess.Popen(
            [sys.executable, PICO, kind, self.link], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.output = Output(self._process.stdout)
        self.output.until("ready")

    def order(self, *words: object, at: int = 0) -> None:
        """Let the board do something, now or at a time in microseconds."""
        assert self._process.stdin is not None
        print(at or _now(), *words, file=self._process.stdin)
        self._process.stdin.flush()

    def press(self, *what: int | str) -> None:
        """Press cells and keys, one after another."""
        for at, one in enumerate(what):
            time.sleep(0.16 if at else 0)
            self.done = time.monotonic()
            self.order("press_key" if one in KEYS else "press", one)

    def set_up(self, closed: Contacts) -> None:
        """Do nothing: no piece stands on keys."""

    def play(self, adapter: AnyAdapter, now: Position, move: Move) -> None:
        """Press what makes a move."""
        self.press(*presses(adapter, now, move))

    def stray(self, adapter: AnyAdapter, rng: random.Random, look: Callable[[float], bool]) -> None:
        """Press a field and, where that was no move, once more."""
        cell = rng.randrange(96)
        self.press(cell)
        if not look(0.4):
            self.press("UNDO" if adapter.keys >> cell & 1 else cell)

    def put_back(self) -> None:
        """Do nothing, as no piece was moved."""

    def replug(self, seconds: float = 1.5) -> None:
        """Pull the cable, and put it back after so long."""
        self.order("unplug")
        time.sleep(seconds)
        self.order("plug")
        self.output.until("ready")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self.output.close()


class _Pieces(SimulatedTable):
    """The pieces at a board, whose edges are told to it. PACE: how much quicker than people hands are."""

    PACE = 2.5

    def __init__(self, board: Board) -> None:
        super().__init__(SimpleNamespace(now=_now), bounce=0)
        self._board = board

    def press(self, cell: int, at: int | None = None, hold: float = 0.15) -> None:
        super().press(cell, at, hold * self.PACE)

    def press_key(self, key: str, at: int | None = None, hold: float = 0.15) -> None:
        super().press_key(key, at, hold * self.PACE)

    def _schedule(self, edge: Edge) -> None:
        now = _now()
        at = now + int((edge.at - now) / self.PACE)
        self._board.done = at / SECOND
        self._board.order("edge", edge.layer.value if edge.layer else "key", edge.number, int(edge.closed), at=at)


class PieceBoard(Board):
    """A board on which pieces stand: the example package's."""

    patience = 8.0

    def __init__(self, kind: str, folder: Path) -> None:
        super().__init__(kind, folder)
        self._pieces = _Pieces(self)
        self._before: list[Cells] = []  # where pieces stood before each move

    def press(self, *what: int | str) -> None:
        for one in what:
            self._pieces.press_key(one) if isinstance(one, str) else self._pieces.press(one)
            time.sleep(0.16)

    def set_up(self, closed: Contacts) -> None:
        """Put the pieces of a game there."""
        for cell in members(reeds_of(closed)):
            self._pieces.place(cell)

    def play(self, adapter: AnyAdapter, now: Position, move: Move) -> None:
        """Move the pieces of a move."""
        self._before.append(self._pieces.standing)
        closed = adapter.start(now) & ~REEDS | contacts_of(self._pieces.standing)
        loose = adapter.loose(now, closed)
        players = SimulatedPlayers(self._pieces, adapter, random.Random(1))
        if move == AGREE:
            super().play(adapter, now, move)
        elif sand_starter(now) == move:  # which no contact of this board feels
            self.press("CONFIRM")
        else:
            players.clear(closed & loose)
            players.make(now, closed & ~loose, move)

    def stray(self, adapter: AnyAdapter, rng: random.Random, look: Callable[[float], bool]) -> None:
        """Lift a piece, and put it back."""
        cell, now = rng.choice(members(self._pieces.standing)), _now()
        self._pieces.lift(cell, now)
        self._pieces.place(cell, now + SECOND // 3)

    def put_back(self) -> None:
        """Put the pieces of the last move back."""
        before, after = self._before.pop(), self._pieces.standing
        for do, cells in ((self._pieces.lift, after & ~before), (self._pieces.place, before & ~after)):
            for cell in members(cells):
                do(cell)
                time.sleep(0.3)


def _now() -> int:
    """Microseconds of the machine's clock, which the processes share."""
    return time.monotonic_ns() // 1000


class Program:
    """A `speeltafel` that plays at a board, and what it has printed of the game.

    command: what stands behind `speeltafel`. folder: of its store. env: its environment.
    """

    def __init__(self, board: Board, folder: Path, *command: str, env: Mapping[str, str] | None = None) -> None:
        self.board, self.folder, self._command, self._env = board, folder, command, env
        self.moves: dict[int, Move] = {}  # ply -> its line
        self.back = False  # whether the last thing was a take-back
        self.begin()

    def begin(self) -> None:
        """Start it."""
        where = ["--table", self.board.table, "--data", str(self.folder)]
        command = [sys.executable, "-u", "-m", "firmware", *self._command, *where]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self._env)
        self.output = Output(self._process.stdout)

    def cut(self) -> None:
        """Cut its power."""
        self._process.kill()
        self._process.wait()
        self.output.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def hear(self, seconds: float) -> bool:
        """Take what it prints in so many seconds, up to the first move; whether one came."""
        end = time.monotonic() + seconds
        while (line := self.output.next(end - time.monotonic())) is not None:
            back, played = _BACK.fullmatch(line), _PLAYED.fullmatch(line)
            if back:
                self.moves.pop(int(back[1]))
            elif played:
                self.moves[int(played[1])] = played[3]
            if back or played:
                self.back = back is not None
                return True
        return False


class Mishaps(NamedTuple):
    """After how many moves something happens, None for never; and how often hands slip, of 1."""

    pulled: int | None = None
    cut: int | None = None
    agreed: int | None = None
    slips: float = 0.06


MISHAPS = {
    ("revolution", 2): Mishaps(pulled=6, cut=12),
    ("hourglass", 2): Mishaps(pulled=4, cut=8),
    ("forum_romanum", 3): Mishaps(pulled=8, cut=16, agreed=40),
    ("manoeuvre", 2): Mishaps(pulled=20, cut=60),
}


@dataclass
class Figures:
    """What became of a game. wrong: moves kept that nobody meant. lost: those meant and not kept.

    late: seconds from the last press of each move to the line that tells that it was kept.
    """

    moves: int = 0
    wrong: int = 0
    lost: int = 0
    outcome: str = ""
    late: list[float] = field(default_factory=list, repr=False)


class Hands:
    """The hands at the board of one game, and how it stands as far as they know.

    computers: the seats that the computer plays.
    """

    def __init__(self, program: Program, header: Header, rng: random.Random, computers: Container[str]) -> None:
        self._program, self._rng, self._computers = program, rng, computers
        self._game = header.game
        start = header.start()
        self._adapter: AnyAdapter = find_adapter(start, header.game)
        self._line = read_line(start, ())
        self._since = time.monotonic()
        self.figures = Figures()
        program.board.set_up(self._adapter.start(start))

    # What they know

    def look(self, seconds: float) -> bool:
        """Take in what has happened, for so long as nothing has; whether anything did."""
        happened = more = self._program.hear(seconds)
        self._heard_at = self._program.output.at
        while more:
            more = self._program.hear(0.02)
        if happened:
            lines = [self._program.moves[ply] for ply in sorted(self._program.moves)]
            self._line = read_line(self._line.start, lines)
            self._since = time.monotonic()
        return happened

    @property
    def _plies(self) -> int:
        return len(self._line.plies)

    @property
    def _now(self) -> Position:
        """The position, with the time that has passed."""
        line = self._line
        passed = int(1000 * (time.monotonic() - self._since))
        return line.later(line.milliseconds + passed) if is_timed(line.position) else line.position

    # What they do

    def play(self, mishaps: Mishaps, most: int = 400) -> Figures:
        """Play to the end of the game, or so many moves: hands so quick let no sand run out."""
        figures, left, program = self.figures, mishaps, self._program
        while self._now.outcome is None and figures.moves < most and figures.lost < 4:
            now, rng = self._now, self._rng
            if left.pulled is not None and self._plies >= left.pulled:
                program.board.replug()
                program.output.until("working again")
                left = left._replace(pulled=None)
            elif left.cut is not None and self._plies >= left.cut:
                self._begin_again()
                left = left._replace(cut=None)
            elif now.mover is None or now.mover in self._computers or not now.legal_moves():
                assert self.look(30), (now, program.output.said[-5:])
                figures.moves += now.chance or now.mover in self._computers
            elif left.agreed is not None and self._plies >= left.agreed:
                self._make(AGREE)
            elif rng.random() < mishaps.slips and not now.chance:
                self._stray() if rng.random() < 0.6 else self._take_back()
            else:
                self._make(rng.choice(now.legal_moves()) if now.chance else choose(now, self._game, rng, 1))
        outcome = self._now.outcome
        figures.outcome = outcome.reason if outcome else "stopped" if figures.lost else "broken off"
        return figures

    def _make(self, move: Move) -> None:
        """Make a move, and judge what was kept."""
        now, before, board = self._now, self._plies, self._program.board
        board.output.rest()
        board.play(self._adapter, now, move)
        if not self.look(board.patience) or self._plies <= before:
            refused = sum(one.startswith("tune refused") for one in board.output.rest())
            if is_timed(now) and refused:  # the sand of one has run out
                board.press("UNDO")
            else:
                self.figures.lost += 1
                self._report("lost", move)
            return
        self.figures.moves += 1
        self.figures.late.append(self._heard_at - board.done)
        if self._line.plies[before].move != move and not now.chance:  # which the table rolls itself
            self.figures.wrong += 1
            self._report("wrong", move)
        self.look(0.14)

    def _report(self, what: str, move: Move) -> None:
        print(what, move, self._plies, self._program.output.said[-6:], file=sys.stderr)

    def _stray(self) -> None:
        """Do what is no move."""
        before = self._plies
        self._program.board.stray(self._adapter, self._rng, self.look)
        self.look(0.4)
        self.figures.moves += max(self._plies - before, 0)  # a field that makes a move by itself

    def _take_back(self) -> None:
        """Press UNDO."""
        last, plies = self._line.last, self._plies
        once = is_timed(self._now) and self._program.back  # sand cannot be taken back twice in a row
        if last is None or last.final or last.before.chance or plies < 2 or once:
            return
        board = self._program.board
        board.press("UNDO")
        board.put_back()
        self.look(board.patience)
        if self._plies >= plies and not self._computers:  # which move anew
            self.figures.lost += 1
            self._report("not taken back", last.move)

    def _begin_again(self) -> None:
        """Cut the program's power, and go on with the game that it offers."""
        program, board = self._program, self._program.board
        program.cut()
        board.order("dark")
        program.begin()
        board.output.until("lit")
        board.press("CONFIRM")
        self.look(0.5)
        self._since = time.monotonic()


def kept(folder: Path) -> tuple[Header, list[Move]]:
    """The header and the moves of the newest game in a store."""
    with Store(folder / FILE, writes=False) as store:
        game = store.game(max(store.numbers()))
        return game.header, [move.line for move in game.line.moves]


def begun(folder: Path) -> Header:
    """The header of the first game in a store, once it is kept: lamps may be lit before."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(NothingKeptError):
            return kept(folder)[0]
        time.sleep(0.05)
    raise AssertionError(folder)


def whole_game(
    kind: str, game: str, players: int, folder: Path, mishaps: Mishaps, *, computers: Sequence[str] = ()
) -> Figures:
    """Play one game at a board of this kind."""
    oak = kind == "oak"
    env = {**os.environ, "PYTHONPATH": str(installed(folder))} if oak else None
    played = [f"--computer={','.join(f'{seat}:1' for seat in computers)}"] if computers else []
    command = ("run", game, "--players", str(players), *played)
    with (PieceBoard if oak else Board)(kind, folder) as board, Program(board, folder, *command, env=env) as program:
        board.output.until("lit")
        header = begun(folder)
        figures = Hands(program, header, random.Random(1), computers).play(mishaps)
        assert kept(folder)[1] == [program.moves[ply] for ply in sorted(program.moves)]
    return figures

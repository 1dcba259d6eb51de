"""Whole games through the command line: a board behind a pseudo-terminal, hands that slip, mishaps.

The hands know of a game what the program prints, and its header from the store::

    with Board("matrix", folder) as board, Program(board, folder, "forum_romanum") as program:
        figures = play([program], rng, Mishaps(pulled=10))
"""

import random
import re
import subprocess
import sys
import time
from collections.abc import Container, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, NamedTuple, Self

from firmware.games import AnyAdapter, find_adapter
from firmware.match.line import is_timed, read_line, sand_starter
from firmware.opponents.advice import choose
from firmware.play.layout import lay_out
from firmware.simulation.players import SimulatedPlayers
from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal import KEYS, Contacts, cell_set, members, reeds_of
from hal.clock import RealClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, Header, Move, Position
from support.keyed import presses

PICO = Path(__file__).with_name("pico.py")
_PLAYED = re.compile(r" *(\d+)  (.{8,}?)  (\S.*)")
_BACK = re.compile(r" *(\d+)  taken back: .*")


class Output:
    """The lines that a process prints, with when each came (seconds)."""

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

    def next(self, seconds: float) -> tuple[float, str] | None:
        """The next line, None if none comes in so many seconds."""
        with suppress(Empty):
            at, line = self._lines.get(timeout=max(seconds, 0.001))
            self.said.append(line)
            return at, line
        return None

    def rest(self) -> list[str]:
        """All that has come and was not read."""
        before = len(self.said)
        while self.next(0) is not None:
            pass
        return self.said[before:]

    def until(self, end: str, seconds: float = 60) -> str:
        """Read on until a line is about this."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            line = self.next(limit - time.monotonic())
            if line is not None and end in line[1]:
                return line[1]
        raise AssertionError((end, self.said[-20:]))


class Board:
    """A board in a process of its own. kind: matrix, trellis or oak. table: for ``--table``."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.link = kind, folder / f"tty-{kind}"
        self.table = f"{'oak' if kind == 'oak' else 'serial'}:{self.link}"
        self._process = subprocess.Popen(
            [sys.executable, PICO, kind, self.link], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.output = Output(self._process.stdout)
        self.output.until("ready")

    def order(self, *words: object) -> None:
        assert self._process.stdin is not None
        print(time.monotonic_ns() // 1000, *words, file=self._process.stdin)
        self._process.stdin.flush()

    def press(self, *what: int | str) -> None:
        """Press cells and keys, one after another."""
        for at, one in enumerate(what):
            time.sleep(0.16 if at else 0)
            self.order("press_key" if one in KEYS else "press", one)

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


class Pieces:
    """What hands do to pieces, as a simulated table has it, done at a board when it is time."""

    def __init__(self, board: Board, pace: float) -> None:
        self.clock = RealClock()
        self._table = SimulatedTable(bounce=0)  # knows what stands there
        self._board, self._pace = board, pace
        self._orders: list[tuple[int, tuple[object, ...]]] = []

    def set_up(self, closed: Contacts) -> None:
        for cell in members(reeds_of(closed)):
            self._board.order("place", cell)
            self._table.place(cell)

    @property
    def standing(self) -> int:
        return self._table.standing

    def place(self, cell: int, at: int) -> None:
        self._table.place(cell)
        self._orders.append((at, ("place", cell)))

    def lift(self, cell: int, at: int) -> None:
        self._table.lift(cell)
        self._orders.append((at, ("lift", cell)))

    def press(self, cell: int, at: int, hold: float = 0.15) -> None:
        del hold
        self._orders.append((at, ("press", cell)))

    def press_key(self, key: str, at: int) -> None:
        self._orders.append((at, ("press_key", key)))

    def turn(self, cell: int, end_a_up: bool, at: int) -> None:
        """Turn a glass, which this board does not feel."""

    def feed(self, edges: object) -> None:
        """Add no noise."""

    def act(self) -> None:
        """Do all of it, faster than people by the pace."""
        before = self.clock.now()
        for at, words in sorted(self._orders, key=lambda order: order[0]):
            time.sleep(max(at - before, 0) / SECOND * self._pace)
            self._board.order(*words)
            before = max(at, before)
        self._orders.clear()


class Program:
    """A `speeltafel` that plays at a board, and what it has printed of the game.

    command: what stands behind `speeltafel`. folder: of its store.
    """

    def __init__(self, board: Board, folder: Path, *command: str, env: Any = None) -> None:
        self.board, self.folder = board, folder
        self._command, self._env = command, env
        self.moves: dict[int, Move] = {}  # ply -> its line
        self.held_at: Path | None = None  # the folder of the server that holds its game
        self.begin()

    def begin(self, *more: str) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-u",
                "-m",
                "firmware",
                *self._command,
                *more,
                "--table",
                self.board.table,
                "--data",
                self.folder,
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=self._env,
        )
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

    def hear(self, seconds: float) -> float | None:
        """Take what it prints in so many seconds, up to the first move; when that came."""
        end = time.monotonic() + seconds
        while self.held_at is not None:  # its moves are not printed here
            held = dict(enumerate(kept(self.held_at)[1], 1))
            if held != self.moves:
                self.moves = held
                return time.monotonic()
            if self.output.next(min(end - time.monotonic(), 0.02)) is None and time.monotonic() > end:
                return None
        while (line := self.output.next(end - time.monotonic())) is not None:
            at, text = line
            if back := _BACK.fullmatch(text):
                self.moves.pop(int(back[1]))
                return at
            if played := _PLAYED.fullmatch(text):
                self.moves[int(played[1])] = played[3]
                return at
        return None


class Mishaps(NamedTuple):
    """After how many moves something happens, None for never; and how often hands slip, of 1."""

    pulled: int | None = None
    cut: int | None = None
    agreed: int | None = None
    slips: float = 0.06


@dataclass
class Figures:
    """What became of a game.

    wrong: moves kept that nobody meant. lost: those meant and not kept. late: those that time had
    made impossible. latencies: seconds from the last press to the move kept.
    """

    moves: int = 0
    wrong: int = 0
    lost: int = 0
    late: int = 0
    back: int = 0
    stray: int = 0
    mishaps: int = 0
    outcome: str = ""
    latencies: list[float] = field(default_factory=list)


class Hands:
    """The hands at the boards of one game, and how it stands as far as they know.

    programs: those at whose boards it is played, by seat; one under "" for all other seats.
    computers: the seats that the computer plays.
    """

    def __init__(
        self, programs: dict[str, Program], header: Header, rng: random.Random, computers: Container[str] = ()
    ) -> None:
        self._programs, self._rng, self._computers = programs, rng, computers
        self._first = next(iter(programs.values()))
        self._game = header.game
        start = header.start()
        self._adapter: AnyAdapter = find_adapter(start, header.game)
        self._line = read_line(start, ())
        self._layout = lay_out(self._adapter, self._line)
        self._since = time.monotonic()
        self._pieces: Pieces | None = None
        self._wait = 3.0
        if self._first.board.kind == "oak":
            self._pieces, self._wait = Pieces(self._first.board, 0.4), 8.0
            self._pieces.set_up(self._layout.closed)
        self._players = SimulatedPlayers(self._pieces, self._adapter, rng)  # type: ignore[arg-type]
        self.figures = Figures()

    # What they know

    def look(self, seconds: float, program: Program | None = None) -> float | None:
        """Take in what has happened, for so long as nothing has; when the first of it did."""
        program = program or self._first
        first = at = program.hear(seconds)
        while at is not None:
            at = program.hear(0.02)
        if first is not None:
            lines = [program.moves[ply] for ply in sorted(program.moves)]
            self._line = read_line(self._line.start, lines)
            self._layout = lay_out(self._adapter, self._line)
            self._since = time.monotonic()
        return first

    @property
    def _plies(self) -> int:
        return len(self._line.plies)

    @property
    def _now(self) -> Position:
        """The position, with the time that has passed."""
        line = self._line
        passed = int(1000 * (time.monotonic() - self._since))
        return line.later(line.milliseconds + passed) if is_timed(line.position) else line.position

    @property
    def _standing(self) -> Contacts:
        return self._layout.closed & ~self._adapter.loose(self._now, self._layout.closed)

    # What they do

    def play(self, mishaps: Mishaps, most: int = 400) -> Figures:
        """Play to the end of the game, or so many moves: hands so quick let no sand run out."""
        figures, left = self.figures, mishaps
        while self._now.outcome is None and figures.moves < most and figures.lost < 4:
            now, rng = self._now, self._rng
            if left.pulled is not None and self._plies >= left.pulled:
                self._first.board.replug()
                self._first.output.until("working again")
                left, figures.mishaps = left._replace(pulled=None), figures.mishaps + 1
            elif left.cut is not None and self._plies >= left.cut:
                self._begin_again()
                left, figures.mishaps = left._replace(cut=None), figures.mishaps + 1
            elif self._comes_by_itself(now):
                assert self.look(30) is not None, (now, self._first.output.said[-5:])
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

    def _comes_by_itself(self, now: Position) -> bool:
        """Whether the next move is that of time, of a computer, or of the die of another host."""
        rolled = now.chance and len(self._programs) > 1
        unmoved = now.mover is None or not now.legal_moves()
        return rolled or unmoved or now.mover in self._computers

    def _make(self, move: Move) -> None:
        """Make a move, and judge what was kept."""
        now, before, figures = self._now, self._plies, self.figures
        program = self._programs.get(now.mover or "") or self._first
        while program is not self._first and len(program.moves) < before:
            assert program.hear(10) is not None, program.output.said[-5:]
        program.board.output.rest()
        if self._pieces is None or move == AGREE:
            program.board.press(*presses(self._adapter, now, move))
        elif sand_starter(now) == move:  # which no contact of this board feels
            program.board.press("CONFIRM")
        else:
            self._players.clear(self._layout.closed & ~self._standing)
            self._players.make(now, self._standing, move)
            self._pieces.act()
        done = time.monotonic()
        at = self.look(self._wait)
        if at is None or self._plies <= before:
            refused = sum(one.startswith("tune refused") for one in program.board.output.rest())
            if is_timed(now) and refused:  # the sand of one has run out
                figures.late += 1
                program.board.press("UNDO")
            else:
                figures.lost += 1
                self._report("lost", move)
            return
        figures.moves += 1
        figures.latencies.append(at - done)
        played = self._line.plies[before].move
        if played != move and not (now.chance and self._pieces is None):
            figures.wrong += 1
            self._report("wrong", move)
        self.look(0.14)

    def _report(self, what: str, move: Move) -> None:
        print(what, move, self._plies, self._first.output.said[-6:], file=sys.stderr)

    def _stray(self) -> None:
        """Press a field and, where that was no move, once more; or lift a piece and put it back."""
        rng, board, before = self._rng, self._first.board, self._plies
        if len(self._programs) > 1:
            board = rng.choice([*self._programs.values()]).board
        self.figures.stray += 1
        if self._pieces is not None:
            cell = rng.choice(members(cell_set(members(reeds_of(self._standing)))))
            for what in ("lift", "place"):
                board.order(what, cell)
                time.sleep(0.12)
        else:
            cell = rng.randrange(96)
            board.press(cell)
            if self.look(0.4) is None:
                board.press("UNDO" if self._adapter.keys >> cell & 1 else cell)
        self.look(0.4)
        self.figures.moves += max(self._plies - before, 0)  # a field that makes a move by itself

    def _take_back(self) -> None:
        """Press UNDO, and put back what stands on the table."""
        line = self._line
        last = line.last
        far = len(self._programs) > 1
        if last is None or last.final or last.before.chance or far or self._plies < 2:
            return
        before, after = self._layout.closed_after[-2:]
        self._first.board.press("UNDO")
        if self._pieces is not None:
            for cell in members(reeds_of(after & ~before)):
                time.sleep(0.3)
                self._pieces.lift(cell, self._pieces.clock.now())
                self._pieces.act()
            for cell in members(reeds_of(before & ~after)):
                time.sleep(0.3)
                self._pieces.place(cell, self._pieces.clock.now())
                self._pieces.act()
        plies = self._plies
        self.look(self._wait)
        if self._plies < plies:
            self.figures.back += 1
        elif self._computers:
            pass  # it has moved anew
        else:
            self.figures.lost += 1
            self._report("not taken back", last.move)

    def _begin_again(self) -> None:
        """Cut the program's power, and go on with the game that it offers."""
        program, board = self._first, self._first.board
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
        return game.header, [move.line for move in game.moves]


def whole_game(
    kind: str,
    game: str,
    players: int,
    folder: Path,
    mishaps: Mishaps,
    *,
    seed: int = 1,
    computers: Sequence[str] = (),
    env: dict[str, str] | None = None,
) -> Figures:
    """Play one game at a board of this kind."""
    folder.mkdir(parents=True, exist_ok=True)
    played = [f"--computer={','.join(f'{seat}:1' for seat in computers)}"] if computers else []
    command = ("run", game, "--players", str(players), *played)
    with Board(kind, folder) as board, Program(board, folder, *command, env=env) as program:
        board.output.until("lit")
        header, _ = kept(folder)
        figures = Hands({"": program}, header, random.Random(seed), computers).play(mishaps)
        assert kept(folder)[1] == [program.moves[ply] for ply in sorted(program.moves)]
    return figures


def far_game(game: str, folder: Path, seed: int = 1) -> Figures:
    """Play a game of two at two boards of keys, each at a seat of a game on a server."""
    server = [sys.executable, "-u", "-m", "firmware", "serve", "--table", "screen", "--port", "0"]
    with ExitStack() as opened:
        serves = subprocess.Popen([*server, "--data", folder], stdout=subprocess.PIPE, text=True)
        said = Output(serves.stdout)
        for end in (said.close, serves.wait, serves.kill):  # in the other order
            opened.callback(end)
        found = re.search(r":(\d+)/", said.until("http"))
        assert found
        join = ["run", game, "--players", "2", "--meet", f"http://127.0.0.1:{found[1]}/"]
        programs = []
        for kind in ("matrix", "trellis"):
            (folder / kind).mkdir()
            board = opened.enter_context(Board(kind, folder / kind))
            programs.append(opened.enter_context(Program(board, folder / kind, *join)))
            if kind == "matrix":
                join = ["run", "--seat", programs[0].output.until("The link for").split()[-1]]
            board.output.until("lit")
        programs[0].output.until("is at the game")
        for program in programs:
            program.held_at = folder
        header, _ = kept(folder)
        seats = header.start().seats
        hands = Hands(dict(zip(seats, programs, strict=True)), header, random.Random(seed))
        figures = hands.play(Mishaps())
        assert kept(folder)[1] == [programs[0].moves[ply] for ply in sorted(programs[0].moves)]
    return figures

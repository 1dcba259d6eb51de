"""The plug is pulled at any moment: every move that was confirmed is there, and none twice.

A game is played in a process that is killed, again and again: before and after every statement
that the store says to SQLite, in the middle of what SQLite writes, and at random moments. (A kill
leaves what the program wrote to the system; that the disk has it too is what
``test_power_cut.py`` is about.)
"""

import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest
from support.hands.resumed import Interruption, ResumedDemo
from support.kept import back, finish, keep, new, seated

from firmware.match.events import Ended, Played, TakenBack
from firmware.match.running import Batch
from firmware.play.effects import Effect, Warn
from firmware.simulation.slips import mind
from firmware.storage.errors import NothingKeptError
from firmware.storage.recorder import PendingGame, Recorder
from firmware.storage.store import Store
from rules import load_nothing, make_header, read_record

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="nothing can be killed like that here")]

Say = Callable[[str], None]
Program = Callable[[Path, random.Random, Say], None]
"""What is killed. It plays on where the store at a path stopped, and says ``try STEP`` before it
keeps something and ``done`` when that is confirmed. STEP: ``begin``, ``keep PLY LINE``, ``back
PLY`` or ``finish``."""

STEPS = ("BEGIN IMMEDIATE", "INSERT INTO events", "UPDATE games SET", "COMMIT")  # of a move
LONG = 40  # moves after which a game is ended


def play(path: Path, rng: random.Random, say: Say) -> None:
    """Play games straight into a store, with no table between."""
    with Store(path) as store:
        for _ in range(60):
            game = store.unfinished()
            if game is None:
                say("try begin")
                players = ("Anna", "Bram", "Carla")
                new(store, make_header("forum_romanum", players))
                say("done")
                continue
            position = read_record(game.record).position
            last = len(game.lines)
            if last == LONG or position.outcome is not None:
                say("try finish")
                finish(store, game.id, scores=position.scores())
            elif last and rng.random() < 0.2:
                say(f"try back {last}")
                back(store, game.id)
            else:
                moves = position.legal_moves()
                line = moves[rng.randrange(len(moves))]
                say(f"try keep {last + 1} {line}")
                keep(store, game.id, line, first=last + 1)
            say("done")


def play_at_table(path: Path, rng: random.Random, say: Say) -> None:
    """Let simulated people play at the simulated table, their games kept as the program does."""

    def hear(effect: Effect) -> None:
        assert not isinstance(effect, Warn), effect

    class Saying(PendingGame):
        """Says what it keeps, before and after."""

        def write(self, batch: Batch) -> None:
            if steps := [step for event in batch.events if (step := _step(event))]:
                say("try " + "\t".join(steps))
            super().write(batch)
            if steps:
                say("done")

    recorder = Recorder(path, hear, lambda: datetime.now(UTC))
    for _ in range(60):
        kept = recorder.unfinished()
        if kept is None:
            header, interruption = make_header("revolution"), None
            say("try begin")
            game: PendingGame = Saying(recorder, header, datetime.now(UTC), seated(header), {}, load=load_nothing)
            recorder.open(game)
            say("done")
        else:
            at = kept.line.moves[-1].at if kept.line.moves else 0
            header, interruption = kept.header, Interruption(kept.lines, at, kept.clock)
            game = Saying.of(recorder, kept)
            recorder.open(game)
        ResumedDemo(
            header,
            rng.randrange(1000),
            None,
            hear,
            lambda _: None,
            slips=[mind],  # moves are taken back, too
            interruption=interruption,
            keeper=game,
        ).run()
        recorder.leave(game)


def _step(event: object) -> str | None:
    match event:
        case Played():
            return f"keep {event.ply} {event.line}"
        case TakenBack():
            return f"back {event.ply}"
        case Ended():
            return "finish"
    return None


class Games(NamedTuple):
    """What a store should have: the line of each game, and whether the last is unfinished."""

    lines: tuple[tuple[str, ...], ...] = ()
    going: bool = False

    def after(self, steps: str) -> Self:
        """Take the steps of one batch, which have tabs between them."""
        games = self
        for step in steps.split("\t"):
            games = games._after(step)
        return games

    def _after(self, step: str) -> Self:
        match step.split():
            case ["begin"]:
                return self._replace(lines=(*self.lines, ()), going=True)
            case ["finish"]:
                return self._replace(going=False)
            case ["keep", ply, line]:
                *others, last = self.lines
                assert int(ply) == len(last) + 1
                return self._replace(lines=(*others, (*last, line)))
            case ["back", ply]:
                *others, last = self.lines
                assert int(ply) == len(last)
                return self._replace(lines=(*others, last[:-1]))
        raise ValueError(step)

    @classmethod
    def found(cls, path: Path) -> Self:
        try:
            with Store(path, writes=False) as store:
                lines = [store.game(game.id).lines for game in [*store.games()][::-1]]
                return cls(tuple(lines), store.unfinished() is not None)
        except NothingKeptError:
            return cls()


class Mortal(sqlite3.Connection):
    """A connection that counts what can be interrupted, and lets the process die at one of it."""

    left = 0  # points until then
    only = ""  # what the statements that count have in them
    say: Say = staticmethod(lambda _: None)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        name = " ".join(sql.split()[:3])
        self._point(f"before {name}")
        cursor = super().execute(sql, *values)
        self._point(f"after {name}")
        return cursor

    def close(self) -> None:
        self._point("before close")
        super().close()
        self._point("after close")

    def _point(self, where: str) -> None:
        Mortal.left -= Mortal.only in where
        if Mortal.left == 0:
            Mortal.say(f"dies {where}")
            os.kill(os.getpid(), signal.SIGKILL)


def die_at_point(number: int, only: str, say: Say) -> None:
    """Die at the n-th point before or after a statement, or only one of this kind."""
    Mortal.left = number
    Mortal.only = only
    Mortal.say = say
    sqlite3.connect = partial(sqlite3.connect, factory=Mortal)  # type: ignore[assignment]


def die_at_byte(number: int, _: Say) -> None:
    """Die in the middle of a write: where a file would get longer than so many bytes."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (number, number))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)


class Life(NamedTuple):
    """What a process said before it died. dies: where, if it knew."""

    confirmed: tuple[str, ...]
    tried: str | None
    dies: str | None
    killed: bool


def live_until_killed(
    program: Program, path: Path, seed: int, death: Callable[[Say], None], moment: float | None
) -> Life:
    """Run a program in a process of its own until it dies.

    death: prepares that, in the process. moment: the second at which it is killed from outside.
    """
    hears, says = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        status = 1
        try:
            say = _sayer(says)
            death(say)
            program(path, random.Random(seed), say)
            status = 0
        except BaseException as error:  # noqa: BLE001  the parent is told, and fails
            os.write(says, f"error {error!r}\n".encode())
        finally:
            os._exit(status)
    os.close(says)
    if moment is not None:
        time.sleep(moment)  # a moment that no event marks
        os.kill(child, signal.SIGKILL)
    with os.fdopen(hears) as heard:
        said = heard.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert not [line for line in said if line.startswith("error")], said[-1]
    dies = said.pop() if said and said[-1].startswith("dies") else None
    confirmed = []
    tried = None
    for line in said:
        if line == "done":
            assert tried is not None
            confirmed.append(tried)
            tried = None
        else:
            tried = line.removeprefix("try ")
    return Life(tuple(confirmed), tried, dies, os.WIFSIGNALED(status))


def _sayer(pipe: int) -> Say:
    def say(line: str) -> None:
        os.write(pipe, f"{line}\n".encode())

    return say


def check(before: Games, life: Life, path: Path) -> Games:
    """What was confirmed is there, and nothing else but perhaps what was just being kept."""
    expected = before
    for step in life.confirmed:
        expected = expected.after(step)
    found = Games.found(path)
    possible = [expected] if life.tried is None else [expected, expected.after(life.tried)]
    assert found in possible, life
    return found


def nothing(_: Say) -> None:
    """Live on."""


@pytest.mark.nightly
@pytest.mark.parametrize("program", [play])
def test_the_plug_is_pulled_at_each_statement_of_a_new_store(tmp_path: Path, program: Program) -> None:
    deaths = set()
    for number in range(1, 1000):
        path = tmp_path / str(number) / "games.db"
        life = live_until_killed(program, path, 1, partial(die_at_point, number, ""), None)
        games = check(Games(), life, path)
        check(games, live_until_killed(program, path, 2, nothing, None), path)
        if len(games.lines) == 1 and len(games.lines[0]) == 1:
            break
        deaths.add(life.dies)
    assert {
        f"dies {when} CREATE TABLE {table}" for when in ("before", "after") for table in ("games", "players", "events")
    } <= deaths


@pytest.mark.parametrize(
    ("program", "kills", "how"),
    [
        pytest.param(play, 60, "at a statement", marks=pytest.mark.nightly),
        pytest.param(play, 20, "at any moment", marks=pytest.mark.nightly),
        pytest.param(play_at_table, 45, "at a statement", marks=pytest.mark.nightly),
        pytest.param(play, 240, "at a statement", marks=pytest.mark.nightly),
        pytest.param(play, 100, "in a write", marks=pytest.mark.nightly),
        pytest.param(play, 160, "at any moment", marks=pytest.mark.nightly),
        pytest.param(play_at_table, 100, "at a statement", marks=pytest.mark.nightly),
        pytest.param(play_at_table, 90, "in a write", marks=pytest.mark.nightly),
        pytest.param(play_at_table, 70, "at any moment", marks=pytest.mark.nightly),
    ],
)
def test_the_plug_is_pulled_again_and_again(tmp_path: Path, program: Program, kills: int, how: str) -> None:
    path = tmp_path / "games.db"
    rng = random.Random(how)
    games = Games()
    killed = confirmed = 0
    deaths = set()
    while killed < kills:
        moment = None
        death: Callable[[Say], None] = nothing
        if how == "at a statement":
            if rng.random() < 0.5:
                death = partial(die_at_point, rng.randrange(1, 400), "")
            else:
                death = partial(die_at_point, rng.randrange(1, 9), rng.choice(STEPS))
        elif how == "in a write":
            death = partial(die_at_byte, rng.randrange(30_000, 200_000))
        else:
            moment = rng.uniform(0, 0.5 if program is play else 2.5)
        life = live_until_killed(program, path, rng.randrange(1 << 30), death, moment)
        games = check(games, life, path)
        killed += life.killed
        confirmed += len(life.confirmed)
        deaths.add(life.dies)
    assert confirmed > kills
    assert len(games.lines) > 1
    if how == "at a statement" and kills >= 100:
        assert {f"dies {w} {step}" for w in ("before", "after") for step in STEPS} <= deaths
    with suppress(FileNotFoundError):
        sizes = (path.stat().st_size, path.with_name("games.db-wal").stat().st_size)
        print(f"{kills} kills {how}: {confirmed} moves confirmed, none lost; files {sizes}")

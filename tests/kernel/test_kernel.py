"""Whole games of the program at a real kernel's device files, inside User Mode Linux.

`build` makes the kernel and `guest.py` the machine: /dev/i2c-1 and /dev/spidev0.0, which
`emulated_table.py` answers with emulated chips, and /dev/gpiochip0, simulated by the kernel. The
program above them is the one that runs on a Pi, with its drivers from the package index.

The guest has a time of its own: it passes while all its processes sleep, and not while one computes
(time-travel=inf-cpu). So there are 100 scans in its second on any machine, and a game gives the
same record however slow the machine is: a scan takes some 10 ms of a processor.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

import pytest
from support.scans import run_until

from firmware.app.loop import SCAN_RATE, Loop
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.play.session import Session
from firmware.simulation.demo import Demo
from hal import KEYS, Edge, Frame, Trace, read_trace, reeds_of, write_trace
from hal.pi.lamps import dim
from hal.simulated import ALL_DARK, SimulatedTable
from hal.trace import SECOND
from rules import load_nothing, make_header, read_header, write_record
from wiring import read_pins

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("kernel")]  # it is built once

HERE = Path(__file__).parent
PINS = read_pins()
PACKAGES = ("board", "busio", "gpiod", "lgpio", "RPi", "neopixel_spi", "adafruit_mcp230xx")
BUILDING, PLAYING = 21_600, 10_800  # seconds, for the kernel and for a game
MEMORY = 512  # MiB of the guest
AFTERWARDS = 2  # seconds from the last touch to the end

# A game of each kind: the seed of its people, and the longest pause between two touches, in
# seconds. Simulated people take more time, but nobody watches here.
GAMES = {"revolution": (3, 0.35), "hourglass": (1, 0.35), "forum_romanum": (0, 0.35), "manoeuvre": (2, 0.65)}


class Game(NamedTuple):
    """A game as it should be. end: what the lamps show in its last second, in which they blink."""

    trace: Trace
    record: str
    end: frozenset[Frame]


class Played(NamedTuple):
    """A game as it was played in the guest.

    wanted, frames: the frames that the program showed and those that the pixels showed, in order.
    tunes: how many the buzzer played.
    """

    record: str
    warnings: list[str]
    scans: int
    wanted: list[Frame]
    frames: list[Frame]
    tunes: int


@pytest.fixture(scope="session")
def kernel() -> Path:
    """The kernel's file."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        pytest.skip(f"lacks {', '.join(missing)}: pip install --group dev -e '.[pi,test]'")
    built = subprocess.run(HERE / "build", capture_output=True, text=True, timeout=BUILDING, check=False)
    if built.returncode == 77:
        pytest.skip(built.stderr.splitlines()[-1])
    assert built.returncode == 0, built.stderr
    return Path(built.stdout.strip())


def hurried(edges: Iterable[Edge], pause: float) -> Iterator[Edge]:
    """Return the same touches with pauses of at most so many seconds."""
    now = before = 0
    for edge in edges:
        now += min(edge.at - before, int(pause * SECOND))
        before = edge.at
        yield edge._replace(at=now)


def pressed(*keys: str, after: int) -> Iterator[Edge]:
    """Return presses of these keys, half a second from each other. after: microseconds."""
    for number, key in enumerate(keys, 1):
        at = after + number * SECOND // 2
        yield Edge(at, None, KEYS.index(key), closed=True)
        yield Edge(at + SECOND // 10, None, KEYS.index(key), closed=False)


def simulate(game: str, moves: int | None = None, keys: tuple[str, ...] = ()) -> Game:
    """A game of simulated people: what they touch, and what it comes to at the simulated table.

    moves: after so many they end it, with these keys.
    """
    seed, pause = GAMES[game]
    demo = Demo(make_header(game, ("Anna", "Bram")), seed, None, lambda _: None, lambda _: None)
    demo.run(moves)
    trace = read_trace(demo.trace.encode())
    edges = [*hurried(trace.edges, pause)]
    edges += pressed(*keys, after=edges[-1].at)
    trace = trace._replace(edges=tuple(edges))
    header, start = read_header(trace.header, load_nothing)
    adapter = find_adapter(start, game)
    table = SimulatedTable()
    table.set_up(reeds_of(adapter.start(start)))
    table.feed(edges)
    session = Session(at_table(header, start), adapter)
    loop = Loop(table.ports, session, lambda _: None)
    run_until(loop, edges[-1].at + AFTERWARDS * SECOND)
    assert session.position.outcome is not None
    now = table.clock.now()
    shown = pairwise([*table.log.frames, (now, ALL_DARK)])
    end = frozenset(frame for (_, frame), (until, _) in shown if until > now - SECOND)
    return Game(trace, write_record(header, session.match.lines), end)


def play(kernel: Path, folder: Path, game: Game, factory: str = "lgpio") -> Played:
    """Let the guest play a game; its console is printed, for when anything fails.

    factory: gpiozero's pins.
    """
    (folder / "trace").write_text(write_trace(game.trace), "utf-8")
    seconds = game.trace.edges[-1].at // SECOND + AFTERWARDS + 1
    job = {
        "table": [sys.executable, str(HERE / "emulated_table.py"), "{folder}", "{simulated}"],
        "program": [sys.executable, str(HERE / "program.py"), "{folder}", str(seconds)],
        "environment": {"GPIOZERO_PIN_FACTORY": factory},
        "seconds": seconds + 60,
    }
    (folder / "job").write_text(json.dumps(job), "utf-8")
    boot(kernel, folder)
    status = folder / "status"
    assert status.exists(), "the guest failed: see its console"
    assert status.read_text("ascii") == "0"
    said = json.loads((folder / "said").read_text("utf-8"))
    seen = json.loads((folder / "seen").read_text("utf-8"))
    record = (folder / "record").read_text("utf-8")
    wanted, frames = ([*map(as_frame, one["frames"])] for one in (said, seen))
    return Played(record, said["warnings"], said["scans"], wanted, frames, seen["tunes"])


def as_frame(colours: list[list[int]]) -> Frame:
    """A frame as JSON has it."""
    return tuple((red, green, blue) for red, green, blue in colours)


def boot(kernel: Path, folder: Path) -> None:
    """Run the guest until it switches itself off."""
    told = f"mem={MEMORY}M root=/dev/root rootfstype=hostfs rootflags=/ ro con=null con0=null,fd:1 ssl=null loglevel=4"
    command: list[str | Path] = [
        kernel,
        *told.split(),
        f"uml_dir={folder}/",
        "time-travel=inf-cpu",
        f"init={sys.executable}",
    ]
    command += ["--", HERE / "guest.py", folder]
    environment = dict(os.environ)
    if disk_usage("/dev/shm").free < MEMORY << 20:
        environment["TMPDIR"] = str(folder)
    with (
        (folder / "console").open("w+b") as console,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, env=environment, process_group=0
        ) as guest,
    ):
        try:
            guest.wait(PLAYING)
        finally:
            with suppress(ProcessLookupError):  # its processes are the host's
                os.killpg(guest.pid, signal.SIGKILL)
            print((folder / "console").read_text("utf-8", "replace"))


def moves(record: str) -> list[tuple[float, str]]:
    """The moves in a record, each with its second, 0 if it has none.

    A number alone, such as the last line of an hourglass game, is a second with the move "".
    """
    lines = re.findall(r"^(?:([\d.]+)(?: |$))?(.*)$", record.split("\n\n")[1], re.MULTILINE)
    return [(float(second or 0), move) for second, move in lines]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_at_device_files_gives_its_record(name: str, kernel: Path, tmp_path: Path) -> None:
    game = simulate(name)
    played = play(kernel, tmp_path, game)
    assert all("die by waiting" in one for one in played.warnings)  # HG-12
    assert [move for _, move in moves(played.record)] == [move for _, move in moves(game.record)]
    assert [second for second, _ in moves(played.record)] == pytest.approx(
        [second for second, _ in moves(game.record)], abs=0.05
    )
    *frames, dark = played.frames
    assert frames == [dim(frame, PINS.brightness, PINS.limit) for frame in played.wanted]
    assert len(frames) > len(moves(game.record))
    assert played.wanted[-1] in game.end
    assert dark == ALL_DARK
    assert played.scans >= SCAN_RATE * game.trace.edges[-1].at // SECOND
    assert played.tunes > len(moves(game.record)) // 4  # the next tune cuts one off


def test_keys_and_buzzer_work_through_rpi_gpio_too(kernel: Path, tmp_path: Path) -> None:
    game = simulate("forum_romanum", 10, ("MENU", "CONFIRM"))
    played = play(kernel, tmp_path, game, "rpigpio")
    assert moves(played.record) == moves(game.record)
    assert played.warnings == []
    assert played.tunes > 5

"""Files that are almost right, in thousands of ways: each is read or refused in one line, soon."""

import random
import re
import signal
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

import pytest
from support.at_table import DATA
from support.nightly import nightly_but

from firmware.cli import main
from wiring import WiringError
from wiring.pins import parse_pins
from wiring.read import overlay_names, parse_overlay

SECONDS = 10  # of processor time that one file may take
MEGABYTES = 200  # by which the program may grow for one file
LINES = 120  # of a trace, so that it is played quickly

OWN = '[game "hourglass"]\n[option "board" "own.toml"]\n\nstart\n3 d-m\n'

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="time and memory are measured by Linux"),
]


# How a file is changed


def flip(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        changed[rng.randrange(len(data))] ^= rng.choice([1 << rng.randrange(8), 0xFF])
    return bytes(changed)


def truncate(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def insert(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(INSERTED) + data[at:]


def swap_in(rng: random.Random, data: bytes) -> bytes:
    """Put a word of the file in the place of another."""
    words = list(re.finditer(rb"[^\s]+", data))
    if not words:
        return data
    one, other = rng.choice(words), rng.choice(words)
    return data[: one.start()] + other[0] + data[one.end() :]


def repeat_line(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return b"\n".join(lines)


def drop_line(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def grow_number(rng: random.Random, data: bytes) -> bytes:
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data
    one = rng.choice(numbers)
    return data[: one.start()] + rng.choice(NUMBERS) + data[one.end() :]


NUMBERS = (
    b"0",
    b"-1",
    b"1e999",
    b"nan",
    b"inf",
    b"0x10",
    b"9" * 9,
    b"9" * 19,
    b"9" * 400,
    b"9" * 5000,
    b"0." + b"0" * 400 + b"1",
    b"1_000",
    "²".encode(),
    "٣".encode(),
)
INSERTED = (
    *map(str.encode, tomllib.loads((DATA / "inserted.toml").read_text("utf-8"))["texts"]),
    b"\xff",
    b"\xed\xa0\x80",
    b"[" * 5000,
    b"\nx = " + b"[" * 5000 + b"]" * 5000,
    b"\nx = " + b"{a=" * 3000,
    b"(" * 9000,
    b"\n" * 3000,
    b" " * 9000,
    b"a" * 90_000,
)
CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    *(flip, insert, swap_in) * 2,
    *(truncate, repeat_line, drop_line, grow_number),
)


def mutated(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.choice([1, 1, 2, 3])):
        if data:
            data = rng.choice(CHANGES)(rng, data)
    return data


# What reading it may cost


class TooSlow(BaseException):
    """A file took longer than it may; no `except Exception` of the program hides that."""


def memory(peak: str) -> int:
    """Megabytes of this process: VmRSS now, VmHWM at most."""
    found = re.search(rf"{peak}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) // 1024


@contextmanager
def bounded() -> Iterator[None]:
    def give_up(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew: proc(5)
    had = memory("VmRSS")
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert memory("VmHWM") - had < MEGABYTES


# What is read


def records() -> list[bytes]:
    return [path.read_bytes() for path in sorted(DATA.glob("*.record"))] + [OWN.encode()]


def traces() -> list[bytes]:
    return [b"\n".join(path.read_bytes().split(b"\n")[:LINES]) for path in sorted(DATA.glob("*.trace"))]


def boards() -> list[bytes]:
    return [(DATA / "perft" / "small.toml").read_bytes()]


Fuzz = Callable[..., None]


@pytest.fixture
def fuzz(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fuzz:
    """Give a command, the name of its file, files to begin with, and how many to try."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_bytes(boards()[0])

    def run(command: tuple[str, ...], name: str, seeds: list[bytes], number: int) -> None:
        for one in range(number):
            rng = random.Random(zlib.crc32(f"{command} {name} {one}".encode()))
            (tmp_path / name).write_bytes(mutated(rng, rng.choice(seeds)))
            with bounded():
                status = main(command)
            said = capsys.readouterr()
            assert status in (0, 2, 3), one
            if status == 2:
                *taken, error, end = said.err.split("\n")  # what was read kindly, and the error
                assert all(note.startswith(f"{name}:") for note in taken), (one, said.err)
                assert error, (one, said.err)
                assert end == "", (one, said.err)
            for line in (said.out + said.err).split("\n"):
                # Western European text has spaces that do not break
                assert line.translate({9: "", 0xA0: ""}).isprintable(), (one, line)

    return run


@pytest.mark.parametrize("options", nightly_but([[], ["--json"]], []))
def test_score(fuzz: Fuzz, options: list[str]) -> None:
    fuzz(("score", "a.record", *options), "a.record", records(), 700)


def test_import(fuzz: Fuzz) -> None:
    fuzz(("games", "import", "a.record"), "a.record", records(), 300)
    assert main(["games", "check"]) == 0


@pytest.mark.parametrize("options", nightly_but([[], ["--explain"]], ["--explain"]))
def test_replay(fuzz: Fuzz, options: list[str]) -> None:
    fuzz(("replay", "a.trace", *options), "a.trace", traces(), 350)


def test_a_board_named_by_a_record(fuzz: Fuzz, tmp_path: Path) -> None:
    (tmp_path / "own.record").write_text(OWN)
    fuzz(("score", "own.record"), "own.toml", boards(), 500)


def test_the_table_as_data(data: Path) -> None:
    overlays = [(DATA.parents[1] / "wiring" / "overlays" / f"{name}.toml").read_bytes() for name in overlay_names()]
    for parse, seeds in ((parse_pins, [(data / "table.toml").read_bytes()]), (parse_overlay, overlays)):
        for one in range(250):
            rng = random.Random(one)
            text = mutated(rng, rng.choice(seeds)).decode(errors="replace")
            with bounded():
                try:
                    partial(parse, text)()
                except WiringError:
                    continue

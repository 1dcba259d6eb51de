"""A store that a disk has damaged: what can be read of it is, and what cannot is named."""

import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from support.kept import back, begun, keep, new

from firmware.cli import main
from firmware.games.kit import find_measurement
from firmware.match.events import Distrusted, Ran
from firmware.storage.place import FILE
from firmware.storage.settings import BROKEN
from firmware.storage.store import Store
from hal import KEYS
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import load_nothing, make_header, read_record

Said = Callable[..., tuple[int, str, str]]

PAGE = 4096
READING: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("games", "list", "--json", "--player", "anna"),
    ("standings",),
    ("standings", "--csv"),
    *(("games", action, str(number)) for number in range(1, 6) for action in ("show", "export")),
    ("games", "check"),
    ("games", "check", "2"),
    ("run", "--table", "simulated"),
    ("run", "hourglass", "--table", "simulated", "--new"),
    ("games", "delete", "3"),
)


@pytest.fixture(scope="module")
def sound(data: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store of five games, three of them over, with all that is known about a table."""
    path = tmp_path_factory.mktemp("sound") / FILE
    with Store(path) as store:
        for name in ("revolution_0_stones", "manoeuvre_gm14_b3", "forum_fr20_agreed"):
            record = read_record((data / f"{name}.record").read_bytes())
            store.add(record)
        own = make_header("hourglass", ("Anna", "Eef"), {"board": "own.toml"})
        board = (data / "perft" / "small.toml").read_text()
        game = new(store, own, {"mood": "festive"}, lambda _: board)
        keep(store, game, "start", "3 d-m")
        game = begun(store)
        keep(store, game, "y@d4", "b@c3", "r@a1")
        back(store, game)
        store.add_to(game, Distrusted(3), Ran(5000))
        store.set("sand of the hourglasses", "a:118.0 b:121.5")
        store.set(BROKEN, "1f")
    return path.read_bytes()


@pytest.fixture(scope="module")
def data() -> Path:
    return Path(__file__).parents[2] / "data"


@pytest.fixture
def store(tmp_path: Path, kept: Path, sound: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    path = kept / FILE
    path.parent.mkdir()
    path.write_bytes(sound)
    yield path
    shutil.rmtree(path.parent)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        status = main(arguments)
        return status, *capsys.readouterr()

    return run


def test_every_game_of_a_sound_store_can_be_read(store: Path, said: Said) -> None:
    assert said("games", "check") == (0, "Every game can be read.\n", "")
    assert said("games", "check", "4")[0] == 0
    assert said("games", "check", "9")[0] == 2
    store.unlink()
    assert said("games", "check") == (0, "Every game can be read.\n", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"Anna" "Bram" "Carla"', b'"Anna" "Bram" "Car\xff\x61"'),  # the header: no UTF-8
        (b"forum_romanum[game", b"foruM_romanum[game"),  # the name of the game
        (b"2026-11-21T19:15:00", b"2026-11-2\x001T19:15:0"),  # when it began
        (b"2026-11-21T19:15:00", b"2026-13-21T19:15:00"),
    ],
)
def test_a_game_whose_text_is_damaged_is_named_and_the_others_are_read(
    store: Path, said: Said, before: bytes, after: bytes
) -> None:
    content = store.read_bytes()
    at = content.find(before, content.find(b"[game"))
    at = content.find(before) if at < 0 else at
    assert at >= 0
    store.write_bytes(content[:at] + after + content[at + len(after) :])
    status, out, err = said("games", "check")
    assert status == 1
    damaged = re.findall(r"game (\d) cannot be read", out)
    assert len(damaged) == len(out.splitlines()) == 1
    for command in (("games", "show"), ("games", "export")):
        status, _, err = said(*command, damaged[0])
        assert (status, len(err.splitlines())) == (2, 1)
        assert f"game {damaged[0]} cannot be read" in err
    for number in set("12345") - set(damaged):
        assert said("games", "show", number)[0] == 0
        assert said("games", "check", number)[0] == 0


def test_a_list_names_the_game_it_leaves_out(store: Path, said: Said) -> None:
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE players SET name = ? WHERE game = 3 AND place = 1", ("A\x1b[2Ja",))
    status, out, err = said("games")
    assert (status, len(out.splitlines())) == (0, 5)
    assert "game 3 cannot be read: 'A\\x1b[2Ja' cannot be printed" in err
    status, out, err = said("standings")
    assert status == 0
    assert "Carla" in out
    assert "game 3 cannot be read" in err
    assert said("games", "delete", "3", "--yes")[0] == 0
    assert said("games", "check")[0] == 0


def test_an_illegal_move_is_found_and_its_record_can_still_be_taken_out(store: Path, said: Said) -> None:
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE events SET events = replace(events, 'b@c3', 'b@d4') WHERE game = 5")
    assert "game 5 cannot be read: " in said("games", "check")[1]
    status, out, err = said("games", "export", "5")
    assert status == 0
    assert out.endswith("y@d4\nb@d4\n")
    assert "game 5 cannot be read" in err
    status, out, _ = said("run", "--table", "simulated")
    assert status == 0
    assert "game 5 cannot go on" in out


@pytest.mark.nightly
@pytest.mark.parametrize("value", ["x", "-1", "f" * 99, "5 x", "a:b", "a:0", ":", "\x1b"])
def test_a_damaged_setting_is_named_and_the_table_plays(
    store: Path, said: Said, value: str, at_pi: SimulatedTable
) -> None:
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE settings SET value = ?", (value,))
    status, out, _ = said("run", "hourglass", "--table", "simulated", "--new", typed="~a ~b")
    assert status == 0
    assert "stored table data were lost" in out
    for second, key in enumerate(("MENU", *KEYS, "CONFIRM"), 3):
        at_pi.press_key(key, second * SECOND)
    assert said("check", "--table", "pi", "--quiet", "0")[0] == 2
    begun = at_pi.clock.now() + SECOND
    at_pi.turn(find_measurement({}, load_nothing).cells["a"], True, begun)
    at_pi.press(find_measurement({}, load_nothing).cells["a"], begun + 6 * SECOND)
    at_pi.press_key("CONFIRM", begun + 7 * SECOND)
    assert said("calibrate", "--table", "pi")[0] == 0
    assert said("run", "hourglass", "--table", "simulated", "--new")[1].count("lost") == 0


@pytest.mark.nightly
def test_pages_that_are_damaged_leave_the_others_readable(store: Path, said: Said, sound: bytes) -> None:
    for page in range(1, len(sound) // PAGE):
        noise = random.Random(page).randbytes(PAGE)
        store.write_bytes(sound[: PAGE * page] + noise + sound[PAGE * (page + 1) :])
        status, out, _ = said("games", "check")
        assert (status, bool(out)) == (1, True)
        for command in READING:
            assert_bearable(command, *said(*command, typed="confirm\n"))


def flipped(sound: bytes, seed: int) -> bytes:
    """The store with one byte changed; three in four of these are in a text."""
    rng = random.Random(seed)
    texts = [at for at, byte in enumerate(sound) if 31 < byte < 127]
    at = rng.choice(texts) if seed % 4 else rng.randrange(len(sound))
    changed = bytearray(sound)
    changed[at] ^= rng.choice([1 << rng.randrange(8), rng.randrange(1, 256)])
    return bytes(changed)


def assert_bearable(command: tuple[str, ...], status: int, out: str, err: str) -> None:
    assert status in (0, 1, 2), command
    assert "Traceback" not in out + err
    for line in (out + err).split("\n"):
        assert line.replace("\t", "").isprintable(), (command, line)
    if status == 2:
        assert len(err.splitlines()) == 1, (command, err)
    if command[0] == "run":
        assert out, command


@pytest.mark.nightly
def test_no_byte_that_is_flipped_ends_in_a_traceback(store: Path, said: Said, sound: bytes) -> None:
    for seed in range(512):
        for left in store.parent.iterdir():
            left.unlink()
        store.write_bytes(flipped(sound, seed))
        for command in READING:
            assert_bearable(command, *said(*command, typed="confirm\n"))


def test_a_table_that_cannot_read_any_game_begins_none_and_says_why(store: Path, said: Said) -> None:
    for content in (b"SQLite format 3\0" + b"\xff" * 5000, b"x" * 5000):
        store.write_bytes(content)
        status, out, err = said("run", "forum_romanum", "--table", "simulated")
        assert "it is left as it is" in out
        assert "it is not begun" in err
        assert status == 2

"""What a game shows, keeps and publishes, frozen as lines of text; a golden file beside it is read.

A value of more than 100 characters stands as its SHA-256, cut to ten digits. After a wanted change
of what is shown, run ``PYTHONPATH=tests python tests/support/golden.py`` and read the
difference.
"""

import hashlib
import json
import random
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from firmware.app.host import Host, OpenMatch, open_host
from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import find_adapter
from firmware.match.commands import Propose
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, Place
from firmware.play.session import Session, at_table
from firmware.storage.place import FILE
from firmware.web.mqtt import digest
from firmware.web.state import snapshot, snapshot_at
from firmware.web.updates import TableState, state_of
from hal import CELLS
from hal.trace import SECOND
from rules import NAMES as GAMES
from rules import GameError, find_game, make_header
from support.at_table import DATA, ENGLISH, NAMES

FILE_OF_GOLD = DATA / "golden.jsonl"
NOON = datetime.fromisoformat("2026-11-21T12:00:00+01:00")
PLIES = 30  # of each game; snapshots are taken after each third one
ADDED = {"last", "rights", "clocks"}  # keys that snapshots did not have at first


def short(value: Any) -> Any:
    """The value, or its digest where it is long."""
    text = msgspec.json.encode(value)
    return json.loads(text) if len(text) <= 100 else hashlib.sha256(text).hexdigest()[:10]


def shown(told: dict[str, Any]) -> dict[str, Any]:
    """The keys of a snapshot; of the last move on a screen without who made it."""
    found = {key: short(value) for key, value in told.items() if key not in ADDED}
    if told.get("screen"):
        found["screen"] = {key: short(value) for key, value in told["screen"].items()}
        last = told["last"] or {}
        found["last"] = {key: one for key, one in last.items() if key != "seat"}
    return found


def lines_of(game: str, players: int) -> list[str]:
    """A game that somebody plays without thinking, as lines of its record."""
    position, rng = find_game(game).start(players), random.Random(f"{game}/{players}")
    found: list[str] = []
    while len(found) < PLIES and position.outcome is None:
        position = position.later(rng.randrange(3000)) if found else position
        legal = position.legal_moves()
        if not legal or position.outcome is not None:
            break
        found.append(position.written(rng.choice(legal)))
        position = position.play(found[-1])
    return found


def at_a_table(game: str) -> Iterator[tuple[str, Any]]:
    players = find_game(game).players[-1]
    header = make_header(game, NAMES[:players])
    lines = lines_of(game, players)
    for plies in range(0, len(lines) + 1, 3):
        adapter = find_adapter(header.start(), game)
        session = Session(at_table(header, header.start(), lines[:plies]), adapter)
        view = session.view
        moment = TableState(
            1_500_000, view, ((0, 0, 0),) * CELLS, view.contacts.expected, session.match,
            session.layout,
        )  # fmt: skip
        yield f"table {game} {plies}", shown(snapshot(moment, ENGLISH))
        past = snapshot_at(moment, plies // 2, ENGLISH)
        assert past is not None
        yield f"table {game} {plies} before", shown(past)
        yield f"mqtt {game} {plies}", digest(moment, ENGLISH)


def on_screens(game: str, folder: Path) -> Iterator[tuple[str, Any]]:
    """Two browsers and a computer that never moves, as its turn is made by hand, play a game."""
    settings = Settings(table=SCREEN, store=folder / FILE, words=ENGLISH)
    players = find_game(game).players[-1]
    names = find_game(game).seats(players)
    rng = random.Random(game)
    with open_host(
        settings, lambda _: None, ThinkerAtOnce(), now=lambda: NOON, rng=random.Random(1)
    ) as games:
        header = games.new_games.from_message(game, NAMES[:players], {})._replace(identity=None)
        seats = Seats({seat: Seat(0, "ab"[n % 2]) for n, seat in enumerate(names)})
        opened = games.begin(header, seats, 0)
        for plies in range(PLIES):
            if opened.match.over:
                break
            if plies % 3 == 0:
                yield from at_screen(f"screen {game} {plies}", opened, plies * SECOND)
            if plies % 7 == 5:
                with suppress(GameError):  # what a die decided stays
                    games.do(opened, Propose("take back"), Place("a", "screen"), plies * SECOND)
                yield from at_screen(f"screen {game} {plies} proposed", opened, plies * SECOND)
            play(games, opened, rng, plies * SECOND)
        yield from at_screen(f"screen {game} end", opened, PLIES * SECOND)


def at_screen(what: str, opened: OpenMatch, at: int) -> Iterator[tuple[str, Any]]:
    yield what, shown(snapshot(state_of(opened, at), ENGLISH))


def play(games: Host, opened: OpenMatch, rng: random.Random, at: int) -> None:
    """Make any move; sand that is let run has passed by then."""
    games.look(at)
    if opened.match.now.chance:
        games.roll(opened, HOST, at)
    elif legal := opened.match.now.legal_moves():
        games.play(opened, rng.choice(legal), HOST, at)


def in_the_store(game: str, folder: Path) -> Iterator[tuple[str, Any]]:
    """The rows of the game on screens, with what depends on nothing but the games."""
    with closing(sqlite3.connect(folder / FILE)) as store:
        for line in store.iterdump():
            if line.startswith("INSERT"):
                yield f"store {game}", short(re.sub(r"'[0-9a-f]{32}'", "'id'", line))


def gold(game: str) -> Iterator[str]:
    """Every line of the golden file about one game."""
    with tempfile.TemporaryDirectory() as folder:
        shows = (*at_a_table(game), *on_screens(game, Path(folder)))
        for what, told in (*shows, *in_the_store(game, Path(folder))):
            yield json.dumps([what, told], ensure_ascii=False)


if __name__ == "__main__":
    FILE_OF_GOLD.write_text(
        "".join(f"{line}\n" for game in GAMES for line in gold(game)), encoding="utf-8"
    )

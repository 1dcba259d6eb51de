"""Import and export: games into the store and out of it, as records, JSON or a whole copy."""

import sqlite3
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from firmware.match.events import Seated
from firmware.match.line import GameLine, read_line
from firmware.storage.database import copy_whole
from firmware.storage.errors import AlreadyKeptError, NotEmptyError, StoreError
from firmware.storage.files import resolved
from firmware.storage.log import seats_of
from firmware.storage.store import Store
from firmware.storage.values import KeptGame, Summary, known
from firmware.words import told
from rules import Reading, Record, read_record


def export_files(game: KeptGame, folder: Path) -> tuple[Path, dict[Path, str]]:
    """Return the files of an exported game. Nothing is written.

    Returns:
        The path of the record, and the text of each file by path: the record and the files that
        its options name.

    Raises:
        StoreError: The record names a file outside `folder`, or the same file twice.
    """
    record = folder / f"{game.header.game}-{game.id}.record"
    texts = {record: game.record}
    for name, text in game.files.items():
        file = folder / name
        if not resolved(file).is_relative_to(resolved(folder)) or file in texts:
            raise StoreError(
                told(
                    "game {number} names the file {name!r}, which {path} cannot hold; export its record alone",
                    number=game.id,
                    name=name,
                    path=str(folder),
                )
            )
        texts[file] = text
    return record, texts


def copy_store(source: Path, target: Path) -> None:
    """Copy a whole store or nothing, even while games are played.

    Raises:
        NothingKeptError: The store is empty.
        StoreError: The store cannot be read.
        OSError: `target` cannot be written.
    """
    try:
        with (
            Store(source, writes=False) as store,
            closing(sqlite3.connect(f"{store.path.as_uri()}?mode=ro", uri=True)) as old,
        ):
            copy_whole(old, target)
    except sqlite3.Error as error:
        raise StoreError(
            told(
                "{source}: cannot be copied to {target}: {error}",
                source=str(source),
                target=str(target),
                error=str(error),
            )
        ) from error


def restore_store(source: Path, target: Path, *, replaces: bool) -> Path | None:
    """Replace all games and settings of a store by those of a copy.

    Args:
        source: The copy.
        target: The store, made when it is not there.
        replaces: Whether to replace games of the store. A copy beside the store keeps them.

    Returns:
        The path of the copy of the replaced games, None if the store had no game.

    Raises:
        NotEmptyError: The store has games, and `replaces` is false.
        StoreError: The copy is no store, is damaged or of another version, or the store is in use.
    """
    with Store(source, writes=False) as copy:
        copy.check_pages()
        with Store(target) as store:
            before = None
            if store.numbers():
                if not replaces:
                    raise NotEmptyError(told("{path}: has games already", path=str(store.path)))
                before = store.path.with_name(f"{store.path.name}.before-restore")
                copy_store(store.path, before)
            store.take_over(copy)
    return before


class Brought(NamedTuple):
    """A game of another store, with its moves played.

    Attributes:
        kept: The game.
        record: Its record.
        line: Its moves.
    """

    kept: KeptGame
    record: Record
    line: GameLine


def read_store(path: Path) -> list[Brought]:
    """Return the readable games of a store. Raise StoreError, RecordError.

    The time grows with the number of moves, so do not call it in the thread of the matches.
    """
    found = []
    with Store(path, writes=False) as store:
        for one in store.games(damaged=lambda _: None):
            kept = store.game(one.id)
            record = read_record(kept.record.encode(), kept.load, Reading(strict=True))
            line = read_line(record.header.start(kept.load), record.moves)
            found.append(Brought(kept, record, line))
    return found


def bring_back(game: Brought, store: Store, busy: set[int]) -> bool:
    """Keep a game of another store. Raise StoreError.

    Return whether the game is new here, or has more moves than before.

    Args:
        game: The game, as :func:`read_store` returns it.
        store: The store that keeps it.
        busy: The numbers of the open games, which stay as they are.
    """
    kept = game.kept
    try:
        number = store.add(game.record, kept.load, kept, busy, line=game.line)
    except AlreadyKeptError:
        return False
    if kept.how is None:
        store.resume(number, datetime.now().astimezone())
    seats = seats_of(kept.log)
    if seats != seats_of(store.game(number).log):
        store.add_to(number, Seated(seats))
    return True


def as_json(summary: Summary) -> dict[str, Any]:
    """Return the JSON object of a game, as ``games --json`` prints it.

    Times are in UTC, ISO 8601. The beginning of an imported game is a day without a time.
    """
    return {
        "id": summary.id,
        "game": summary.game,
        "players": [player._asdict() for player in summary.players],
        "moves": summary.moves,
        "began": as_iso(summary.began),
        "ended": as_iso(summary.ended),
        "how": summary.how,
        "reason": summary.reason,
    }


def as_iso(time: date | None) -> str | None:
    """Return a day or time as ISO 8601. The result is None if it is unknown."""
    told = known(time)
    if isinstance(told, datetime):
        return told.isoformat(timespec="seconds")
    return None if told is None else told.isoformat()

"""What can be done with the games that were played? What ``games`` does, without its printing."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from firmware.storage.files import beside
from firmware.storage.store import KeptGame, Store, StoreError, Summary
from rules import Header, read_record


def bring_in(store: Store, path: Path) -> int:
    """Keep the game of a record file; give its number.

    A date in its header that reads as one (``2026-11-21``) is the day on which it began. Raises
    OSError when the file cannot be read, RecordError when it is no record, AlreadyKeptError, and
    StoreError.
    """
    load = beside(path)
    record = read_record(path.read_bytes(), load)
    return store.add(record, day_of(record.header), load)


def take_out(game: KeptGame, folder: Path) -> tuple[Path, dict[Path, str]]:
    """The files that hold a game elsewhere: its record, and what the record's options name.

    Gives the path of the record and the text of each file. Raises StoreError when the record names
    a file that would not be in `folder`.
    """
    record = folder / f"{game.header.game}-{game.id}.record"
    texts = {record: game.record}
    for name, text in game.files.items():
        file = folder / name
        if not file.resolve().is_relative_to(folder.resolve()) or file in texts:
            raise StoreError(
                f"game {game.id} names the file {name!r}, which {folder} cannot hold; "
                "take out its record alone"
            )
        texts[file] = text
    return record, texts


def copy_whole(source: Path, target: Path) -> None:
    """Copy a store with all that is in it, while games are played in it; no half of it is left.

    Raises StoreError when it cannot be read, NothingKeptError when there is nothing in it, and
    OSError when `target` cannot be written.
    """
    unfinished = target.with_name(f"{target.name}-copy")
    unfinished.touch()
    try:
        with (
            Store(source, writes=False) as store,
            closing(sqlite3.connect(f"{store.path.as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(unfinished)) as new,
        ):
            old.backup(new)
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise StoreError(f"{source}: cannot be copied to {target}: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def as_json(summary: Summary) -> dict[str, Any]:
    """The object that ``games --json`` prints for one game. Times are in UTC, ISO 8601."""
    return {
        "id": summary.id,
        "game": summary.game,
        "players": [player._asdict() for player in summary.players],
        "moves": summary.moves,
        "began": _iso(summary.began),
        "ended": _iso(summary.ended),
        "how": summary.how,
        "reason": summary.reason,
    }


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat(timespec="seconds")


def day_of(header: Header) -> datetime | None:
    """When a record says that it began, if it says so in a way that can be read."""
    try:
        return datetime.fromisoformat(header.date or "")
    except ValueError:
        return None

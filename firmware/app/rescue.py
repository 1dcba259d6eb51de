"""The rescue of games that could not be kept in the store: their records go to another file.

On a full disk nothing new can be written, and the service has no other place that lasts: systemd
deletes its private /tmp when it stops (PrivateTmp=). So a file that only reserves room is kept
beside the store. A record is written over it, which takes no new room, and then it gets the
record's name.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from firmware.app.errors import TableError
from firmware.storage.files import give_to_owner, sync_folder, unused, write_whole
from firmware.storage.recorder import PendingGame, Recorder
from firmware.words import told
from rules import write_record

RESERVE = ".speeltafel-reserve"
RESERVED = 32 << 10  # bytes; the longest games have records of 10 kB


def reserve(folder: Path) -> None:
    """Reserve room for a record in a folder, if that is possible."""
    path = folder / RESERVE
    with suppress(OSError):
        if not path.exists() or path.stat().st_size < RESERVED:
            path.touch(0o600)
            path.write_bytes(os.urandom(RESERVED))  # random bytes, which no file system compresses
            give_to_owner(path)


def rescue(recorder: Recorder) -> None:
    """Write the record of each game that the recorder could not keep whole.

    recorder: a closed recorder. Raise TableError with the paths of the records, or with the reason
    why they cannot be written; do nothing if all games are kept.
    """
    unsaved = recorder.unsaved
    if not unsaved:
        return
    played = [game for game in unsaved if game.lines]
    if not played:
        raise TableError(told("the game could not be kept; no move of it had been made"))
    records = [str(_write(game, recorder.path.parent)) for game in played]
    if len(records) == 1:
        raise TableError(told("the game could not be kept; its record is in {path}", path=records[0]))
    raise TableError(told("the games could not be kept; their records are in {paths}", paths=", ".join(records)))


def _write(game: PendingGame, store: Path) -> Path:
    """Write the record of a game where it lasts, and return its path. Raise TableError."""
    failed = OSError()
    text = write_record(game.header, game.lines)
    for folder in _lasting_folders(store, os.environ):
        record = unused(folder / f"{game.header.game}.record")
        for write in (partial(write_whole, mode=0o600), _write_over_reserve):
            try:
                write(record, text)
            except OSError as error:
                failed = error
            else:
                return record
    raise TableError(
        told("the game could not be kept, and its record cannot be written anywhere: {why}", why=str(failed.strerror))
    )


def _write_over_reserve(record: Path, text: str) -> None:
    """Write a record over the reserved room in its folder, and name it. Raise OSError."""
    reserved = record.with_name(RESERVE)
    with reserved.open("r+b") as file:
        file.write(text.encode())
        file.truncate()
        file.flush()
        os.fsync(file.fileno())
    reserved.replace(record)
    sync_folder(record.parent)


def _lasting_folders(store: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield folders in which a file lasts, the best first.

    store: the folder of the store, which may be the folder that fails. A service of systemd has no
    other: its RuntimeDirectory, and /tmp if it is private, are deleted when it stops:
    systemd.exec(5).
    """
    runtime = environment.get("RUNTIME_DIRECTORY", "")
    with suppress(OSError):  # the current folder may have been deleted
        if Path.cwd() not in [Path(folder).resolve() for folder in runtime.split(":") if folder]:
            yield Path()
    yield store
    if not runtime:
        yield Path(tempfile.gettempdir())

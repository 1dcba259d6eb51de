"""The records of games that could not be kept in the store are written to some other folder."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from firmware.app.errors import TableError
from firmware.storage.files import unused, write_whole
from firmware.storage.recorder import PendingGame, Recorder
from firmware.words import told
from rules import write_record


def rescue(recorder: Recorder) -> None:
    """Write the record of each game of which the recorder could not keep all.

    recorder: has been closed. Raise TableError, which says where the records are, or that they
    cannot be written anywhere; nothing is raised when nothing is missing.
    """
    unsaved = recorder.unsaved
    if not unsaved:
        return
    played = [game for game in unsaved if game.lines]
    if not played:
        raise TableError(told("the game could not be kept; no move of it had been made"))
    records = [str(_write(game, recorder.folder)) for game in played]
    if len(records) == 1:
        raise TableError(
            told("the game could not be kept; its record is in {path}", path=records[0])
        )
    raise TableError(
        told("the games could not be kept; their records are in {paths}", paths=", ".join(records))
    )


def _write(game: PendingGame, store: Path) -> Path:
    """Write the record of a game where it lasts, and return its path. Raise TableError."""
    failed = OSError()
    for folder in _lasting_folders(store, os.environ):
        try:
            record = unused(folder / f"{game.header.game}.record")
            write_whole(record, write_record(game.header, game.lines))
        except OSError as error:
            failed = error
        else:
            return record
    raise TableError(
        told(
            "the game could not be kept, and its record cannot be written anywhere: {why}",
            why=str(failed.strerror),
        )
    )


def _lasting_folders(store: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield folders in which a file lasts, the best first.

    store: the folder of the store, which may be the one that fails. The current folder is left out
    where it is a RuntimeDirectory of systemd, which goes when its service stops: systemd.exec(5).
    """
    runtime = environment.get("RUNTIME_DIRECTORY", "")
    with suppress(OSError):  # the current folder may have been deleted
        if Path.cwd() not in [Path(folder).resolve() for folder in runtime.split(":") if folder]:
            yield Path()
    yield store
    yield Path(tempfile.gettempdir())

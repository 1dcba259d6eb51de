"""The record of a game that could not be kept in the store is written to some other folder."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from firmware.app.errors import TableError
from firmware.play.session import Session
from firmware.storage.files import unused, write_whole
from firmware.storage.recorder import Recorder
from rules import write_record


def rescue(recorder: Recorder, session: Session | None) -> None:
    """Write the record of the game that is played, if the recorder could not keep all of it.

    recorder: has been closed. Raise TableError, which says where the record is, or that it cannot
    be written anywhere; nothing is raised when nothing is missing.
    """
    if not recorder.missing or session is None or not session.lines:
        return
    failed = OSError()
    for folder in _lasting_folders(recorder.folder, os.environ):
        try:
            record = unused(folder / f"{session.header.game}.record")
            write_whole(record, write_record(session.header, session.lines))
        except OSError as error:
            failed = error
            continue
        raise TableError(f"the game could not be kept; its record is in {record}")
    raise TableError(
        f"the game could not be kept, and its record cannot be written anywhere: {failed.strerror}"
    )


def _lasting_folders(store: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield folders in which a file lasts, the best first.

    store: the folder of the store, which may be the one that fails. The current folder is left out
    where it is a RuntimeDirectory of systemd, which goes when its service stops: systemd.exec(5).
    """
    runtime = environment.get("RUNTIME_DIRECTORY", "")
    if Path.cwd() not in [Path(folder).resolve() for folder in runtime.split(":") if folder]:
        yield Path()
    yield store
    yield Path(tempfile.gettempdir())

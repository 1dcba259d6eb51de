"""The option ``--explain FILE`` of the commands that play: a log of the reasons for each move."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from firmware.app.host import Listener, local_time
from firmware.commands import unwritable
from firmware.storage.files import give_to_owner
from firmware.study.explain import ExplanationLog
from firmware.words import Words


@contextmanager
def explained_in(path: Path | None, words: Words) -> Iterator[Sequence[Listener]]:
    """Open the log and return its listeners: an empty sequence if no file was named.

    words: the language of error messages. Raise UsageError when it cannot be opened.
    """
    if path is None:
        yield ()
        return
    try:
        new = not path.exists()
        file = path.open("a", encoding="utf-8")
        if new:
            give_to_owner(path)
    except OSError as error:
        raise unwritable(path, error) from None
    writer = _Writer(file, words)
    try:
        yield (ExplanationLog(writer.write, lambda: f"{local_time():%Y-%m-%d %H:%M:%S}").tell,)
    finally:
        writer.close()


class _Writer:
    """Appends texts to a file and flushes each; after a failure the game goes on without it."""

    def __init__(self, file: TextIO, words: Words) -> None:
        self._file: TextIO | None = file
        self._words = words

    def write(self, text: str) -> None:
        """Append a text. After a failure, print it once and write no more."""
        if self._file is None:
            return
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            words = self._words
            why = words("{file}: cannot be written any more: {why}", file=self._file.name, why=str(error.strerror))
            print(why, file=sys.stderr)
            self.close()

    def close(self) -> None:
        """Close the file; text that cannot be written any more is lost."""
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:
                return

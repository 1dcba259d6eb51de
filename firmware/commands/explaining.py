"""The option ``--explain FILE`` of the commands that play: a log of the reasons for each move."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.app.host import Listener, local_time
from firmware.commands import unwritable
from firmware.commands.output import complain
from firmware.storage.files import give_to_owner
from firmware.study.explain import ExplanationLog
from firmware.words import Words


@contextmanager
def explained_in(path: Path | None, words: Words) -> Iterator[Sequence[Listener]]:
    """Open the log and return its listeners: an empty sequence if no file was named.

    A failure to write is printed, and the game goes on without the log. words: the language of error
    messages. Raise UsageError when it cannot be opened.
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
    failed = False

    def write(text: str) -> None:
        nonlocal failed
        if failed:
            return
        try:
            file.write(text)
            file.flush()
        except OSError as error:
            failed = True
            complain(words("{file}: cannot be written any more: {why}", file=str(path), why=str(error.strerror)))

    try:
        yield (ExplanationLog(write, lambda: f"{local_time():%Y-%m-%d %H:%M:%S}").tell,)
    finally:
        with suppress(OSError):  # text that could not be written is lost
            file.close()

"""Standard output and standard error: a failure to write there ends no game."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Full, Queue
from threading import Thread
from typing import Any, TextIO, cast

from firmware.words.terminal import one_line

MOST_WAITING = 1000  # texts that wait to be written
LAST_WAIT = 1.0  # longest wait in seconds for the last texts to be written


class OutputError(OSError):
    """Output that cannot be written: its disk is full, or its reader has gone."""


class Output:
    """A text stream that raises OutputError where others raise OSError."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text. Raise OutputError."""
        try:
            return self._stream.write(text)
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from error

    def flush(self) -> None:
        """Write the text in the buffer. Raise OutputError."""
        try:
            self._stream.flush()
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from error

    def finish(self) -> None:
        """Do nothing: it is written already."""


class Aside(Output):
    """A text stream with a thread of its own that writes, so that no caller waits for its reader.

    A text that cannot be written is dropped. So is a new text while :data:`MOST_WAITING` wait.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._texts: Queue[str | None] = Queue(MOST_WAITING)
        self._thread = Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    def write(self, text: str) -> int:
        """Let a text be written."""
        with suppress(Full):
            self._texts.put_nowait(text)
        return len(text)

    def flush(self) -> None:
        """Do nothing: it is written as soon as it can be."""

    def finish(self) -> None:
        """Return when everything is written, or cannot be within :data:`LAST_WAIT`."""
        with suppress(Full):
            self._texts.put_nowait(None)
        self._thread.join(LAST_WAIT)

    def _run(self) -> None:
        while (text := self._texts.get()) is not None:
            data = text.encode(self._stream.encoding, "backslashreplace")
            with suppress(OSError):
                while data:
                    data = data[os.write(self._stream.fileno(), data) :]


def complain(line: str) -> None:
    """Print an error or a warning on standard error, if that is possible."""
    with suppress(OutputError):
        print(one_line(line), file=sys.stderr, flush=True)


@contextmanager
def written(kind: type[Output]) -> Iterator[None]:
    """Send printed text through streams of a kind. A stream without a file is left as it is."""
    before = sys.stdout, sys.stderr
    through = [kind(stream) if _has_file(stream) else stream for stream in before]
    sys.stdout, sys.stderr = (cast("TextIO", stream) for stream in through)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in through:
            if isinstance(stream, Output):
                stream.finish()


def _has_file(stream: TextIO | None) -> bool:
    """Whether a stream is written to a file. It may be missing, or replaced by a test."""
    try:
        return stream is not None and stream.fileno() >= 0
    except (OSError, ValueError):
        return False

"""Writing files whole or not at all, and reading the files that a record names."""

import os
import tempfile
from pathlib import Path

from rules import Load, MalformedError


def check_writable(path: Path) -> None:
    """Raise OSError when `path` cannot be written.

    To be asked before the work of producing its text is done.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder")
    if path.exists() and not path.is_file():
        return  # a device or a pipe
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    os.close(handle)
    Path(name).unlink()


def write_whole(path: Path, text: str, *, mode: int = 0o644) -> None:
    """Write a UTF-8 text file; whatever happens, no half of it is left. Raise OSError.

    A link stays a link: the file that it names is written. A device or a pipe is written to as it
    is. mode: who may read and write a file, as in chmod(2).
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, "utf-8")
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(mode)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink()
        raise


def beside(path: Path) -> Load:
    """Return a loader of the files that a record at `path` names, relative to its folder.

    The loader raises MalformedError when a file cannot be read.
    """

    def load(name: str) -> str:
        file = path.parent / name
        try:
            return file.read_text("utf-8")
        except UnicodeDecodeError:
            raise MalformedError(f"{file} is not UTF-8 text") from None
        except OSError as error:
            raise MalformedError(f"{file} cannot be read: {error.strerror}") from None

    return load


def unused(path: Path) -> Path:
    """Return `path`, or when that exists the first of path-2, path-3, ... that does not."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free

"""Reading files up to a size, those that a record names too; writing them whole and for good."""

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path, PurePath
from typing import IO

from firmware.words import told
from rules import Load, MalformedError

LONGEST = 1 << 20  # bytes of a record or a board
LONGEST_TRACE = 64 << 20


def read_file(path: Path, most: int = LONGEST) -> bytes:
    """Return the bytes of a file or of a pipe.

    Raise OSError when it cannot be read, has more than `most` bytes, or is no file but a folder or
    a device.
    """
    kind = path.stat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind) or stat.S_ISDIR(kind)):
        raise OSError(errno.EINVAL, "it is a device, not a file")
    with path.open("rb") as file:
        return read_stream(file, most)


def read_stream(stream: IO[bytes], most: int = LONGEST) -> bytes:
    """Return the bytes of a stream up to its end. Raise OSError when there are more than `most`."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most >> 20} MB")
    return data


def resolved(path: Path) -> Path:
    """Return a path with its links resolved. Raise OSError for a link that leads to itself.

    (:meth:`Path.resolve` raises RuntimeError for that, up to Python 3.12.)
    """
    real = Path(os.path.realpath(path))
    if any(one.is_symlink() for one in (real, *real.parents)):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return real


def is_root() -> bool:
    """Return whether the program may do everything to files, and own those that it makes."""
    return sys.platform not in ("win32", "emscripten") and os.geteuid() == 0


def give_to_owner(path: Path) -> None:
    """Let whoever owns the folder of a new file, or of a new folder, own that as well.

    Only root can give something away, and root has to: what it makes in the folder of the table's
    service would lock the service out.
    """
    if is_root():
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def check_writable(path: Path) -> None:
    """Raise OSError when `path` cannot be written.

    To be asked before the work of producing its text is done.
    """
    path = resolved(path)
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder")
    if path.exists() and not path.is_file():
        return  # a device or a pipe
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    os.close(handle)
    Path(name).unlink()


def write_whole(path: Path, content: str | bytes, *, mode: int = 0o644) -> None:
    """Write a file, a text in UTF-8; whatever happens, no half of it is left. Raise OSError.

    When this returns, the content and the name of the file survive a power cut.

    A link stays a link: the file that it names is written. A device or a pipe is written to as it
    is. mode: who may read and write a file, as in chmod(2).
    """
    data = content.encode() if isinstance(content, str) else content
    path = resolved(path)
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    unfinished = Path(name)
    try:
        give_to_owner(unfinished)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(mode)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink()
        raise
    sync_folder(path.parent)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those above it, that survives a power cut. Raise OSError.

    mode: who may use it, as in mkdir(2).
    """
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode, exist_ok=True)
    give_to_owner(folder)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk. Raise OSError.

    To synchronise a file does not do that: fsync(2).
    """
    if os.name != "posix":
        return  # no folder can be opened there
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that knows no such thing
            raise
    finally:
        os.close(handle)


def beside(path: Path) -> Load:
    """Return a loader of the files that a record at `path` names, in its folder or below that.

    The loader raises MalformedError when a file cannot be read, or would be somewhere else: who
    wrote the record should not choose what is read of this machine.
    """

    def load(name: str) -> str:
        named = PurePath(name)
        if named.anchor or ".." in named.parts:
            raise MalformedError(
                told("{name!r} should be a file beside {path}", name=name, path=str(path))
            )
        return _text_in(path.parent / named)

    return load


def under(folder: Path) -> Load:
    """Return a loader of the files that somebody at this machine names, relative to a folder.

    The loader raises MalformedError when a file cannot be read.
    """
    return lambda name: _text_in(folder / name)


def _text_in(file: Path) -> str:
    """Return the UTF-8 text in a file. Raise MalformedError."""
    try:
        return read_file(file).decode()
    except UnicodeDecodeError:
        raise MalformedError(told("{path} is not UTF-8 text", path=str(file))) from None
    except OSError as error:
        raise MalformedError(
            told("{path} cannot be read: {why}", path=str(file), why=str(error.strerror))
        ) from None
    except ValueError as error:  # a name that no file of this system can have
        raise MalformedError(
            told("{path!r} cannot be read: {error}", path=str(file), error=str(error))
        ) from None


def unused(path: Path) -> Path:
    """Return `path`, or when that exists the first of path-2, path-3, ... that does not."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free

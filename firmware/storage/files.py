"""Reading files up to a size limit, and writing them whole, so that they survive a power cut."""

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

    Raise OSError when it cannot be read, has more than `most` bytes, or is a folder or a device.
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

    (:meth:`Path.resolve` raises RuntimeError in that case, up to Python 3.12.)
    """
    real = Path(os.path.realpath(path))
    if any(one.is_symlink() for one in (real, *real.parents)):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return real


def is_root() -> bool:
    """Return whether the program runs as root, and so owns the files that it makes."""
    return sys.platform not in ("win32", "emscripten") and os.geteuid() == 0


def give_to_owner(path: Path) -> None:
    """Give a new file or folder to the owner of the folder that it lies in.

    Only root can change an owner. Root must: its own files in the folder of the table's service
    would lock the service out.
    """
    if is_root():
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def check_writable(path: Path) -> None:
    """Raise OSError when `path` cannot be written. Call it before the work of producing the text."""
    path = resolved(path)
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder")
    if path.exists() and not path.is_file():
        return  # a device or a pipe
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    os.close(handle)
    Path(name).unlink()


def write_whole(path: Path, content: str | bytes, *, mode: int = 0o644) -> None:
    """Write a file whole or not at all, a text in UTF-8. Raise OSError.

    When this returns, the content and the name of the file survive a power cut.

    A link stays a link, and its target is written. A device or a pipe is written to directly.
    mode: the permissions of a file, as in chmod(2).
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
    """Make a folder and its parents, so that they survive a power cut. Raise OSError.

    mode: the permissions of the folder, as in mkdir(2).
    """
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode, exist_ok=True)
    give_to_owner(folder)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk. Raise OSError.

    Synchronising a file does not synchronise its name: fsync(2).
    """
    if os.name != "posix":
        return  # no folder can be opened there
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # this file system does not synchronise folders
            raise
    finally:
        os.close(handle)


def beside(path: Path) -> Load:
    """Return a loader of the files that a record at `path` names, in its folder or below.

    The loader raises MalformedError when a file cannot be read or lies elsewhere. The writer of a
    record must not choose which files of this machine are read.
    """

    def load(name: str) -> str:
        named = PurePath(name)
        if named.anchor or ".." in named.parts:
            raise MalformedError(told("{name!r} should be a file beside {path}", name=name, path=str(path)))
        return _text_in(path.parent / named)

    return load


def under(folder: Path) -> Load:
    """Return a loader of files that a user of this machine names, relative to a folder.

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
        raise MalformedError(told("{path} cannot be read: {why}", path=str(file), why=str(error.strerror))) from None
    except ValueError as error:  # the name is not possible on this system
        raise MalformedError(told("{path!r} cannot be read: {error}", path=str(file), error=str(error))) from None


def unused(path: Path) -> Path:
    """Return `path`, or the first free path of path-2, path-3, ... if it exists."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free

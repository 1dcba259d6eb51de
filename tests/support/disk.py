"""A disk that loses power, as fsync(2) allows it: what it holds then is a matter of luck.

The system calls of a program are recorded by strace. What was written to a file is on the disk for
certain once that file was synchronised, and a name (made, changed or removed) once its folder was;
until then each sector may be there or not, in any order, and the names after any of their changes.
"""

import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

SECTOR = 512  # bytes that are written whole or not at all
CALLS = ("openat", "write", "pwrite64", "ftruncate", "fsync", "fdatasync", "mkdir", "rename", "unlink")
STRANGE = (
    "open",
    "creat",
    "writev",
    "pwritev",
    "pwritev2",
    "fallocate",
    "truncate",
    "link",
    "linkat",
    "mkdirat",
    "renameat",
    "renameat2",
    "unlinkat",
)
NUMBERED = ("pwrite64", "ftruncate")  # an offset or a length is their last argument

_CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += \d+.*")  # one that failed changes nothing
_OPEN_FILE = re.compile(r"\d+<(.*?)>")
_TEXT = re.compile(r'"(.*?)"')


class Call(NamedTuple):
    """A system call that changes files, or may.

    path: of the open file, or the first that is named. texts: its strings. arguments: as strace
    writes them.
    """

    name: str
    path: Path
    texts: tuple[bytes, ...]
    arguments: str


def strace(log: Path) -> list[str]:
    """Return the command line that records the calls of the program that follows it."""
    calls = ",".join((*CALLS, *(f"?{name}" for name in STRANGE)))  # not each machine has all
    return ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={calls}", "-o", str(log)]


def record(program: Sequence[str], log: Path) -> list[Call]:
    """Run a program and return its calls in their order."""
    subprocess.run([*strace(log), *program], check=True, stdout=subprocess.PIPE)
    return list(_calls(log.read_text("ascii")))


def _calls(log: str) -> Iterator[Call]:
    for line in log.splitlines():
        found = _CALL.fullmatch(line)
        if found is None:
            continue
        name, arguments = found.groups()
        texts = tuple(map(_decoded, _TEXT.findall(arguments)))
        files = [*map(_decoded, _OPEN_FILE.findall(arguments)), *texts]
        yield Call(name, Path(files[0].decode()), texts, arguments)


def _decoded(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


Write = Callable[[bytearray], None]
"""Changes a file as one write of a sector, or one change of its length, does."""


class File:
    """What a file holds for the program that writes it, and what of that is on the disk."""

    def __init__(self) -> None:
        self._content = bytearray()
        self._safe = b""
        self._waiting: list[Write] = []

    def write(self, data: bytes, at: int | None = None) -> None:
        """Write at an offset, or at the end."""
        begin = len(self._content) if at is None else at
        end = begin + len(data)
        cuts = [begin, *range(begin // SECTOR * SECTOR + SECTOR, end, SECTOR), end]
        for one, next_ in pairwise(cuts):
            self._do(_sector(one, data[one - begin : next_ - begin]))

    def truncate(self, size: int) -> None:
        self._do(_length(size))

    def synchronise(self) -> None:
        self._safe = bytes(self._content)
        self._waiting.clear()

    def after_a_power_cut(self, rng: random.Random, luck: float) -> bytes:
        content = bytearray(self._safe)
        for write in self._waiting:
            if rng.random() < luck:
                write(content)
        return bytes(content)

    def _do(self, write: Write) -> None:
        write(self._content)
        self._waiting.append(write)


def _sector(at: int, data: bytes) -> Write:
    def write(content: bytearray) -> None:
        content.extend(bytes(max(0, at - len(content))))
        content[at : at + len(data)] = data

    return write


def _length(size: int) -> Write:
    def write(content: bytearray) -> None:
        del content[size:]
        content.extend(bytes(size - len(content)))

    return write


class Folder:
    """The names in a folder: those on the disk, and those after each change since."""

    def __init__(self) -> None:
        self._states: list[Names] = [{}]

    @property
    def names(self) -> "Names":
        """What the program finds there."""
        return self._states[-1]

    def change(self, names: "Names") -> None:
        self._states.append(names)

    def synchronise(self) -> None:
        del self._states[:-1]

    def write_after_a_power_cut(self, path: Path, rng: random.Random, luck: float) -> None:
        """Write what the disk may hold then into a new folder."""
        path.mkdir()
        names = self._states[sum(rng.random() < luck for _ in self._states[1:])]
        for name, one in names.items():
            if isinstance(one, Folder):
                one.write_after_a_power_cut(path / name, rng, luck)
            else:
                (path / name).write_bytes(one.after_a_power_cut(rng, luck))


Names = dict[str, File | Folder]


class Disk:
    """All that is in one folder, which is empty at first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.root = Folder()

    def apply(self, call: Call) -> bool:
        """Carry out a call; return whether it is about something here."""
        if not call.path.is_relative_to(self._path):
            return False
        number = int(call.arguments.rpartition(", ")[2], 0) if call.name in NUMBERED else 0
        match call.name, self._at(call.path):
            case "mkdir", None:
                self._change(call.path, Folder())
            case "openat", None:
                self._change(call.path, File())
            case "openat", File() as file if "O_TRUNC" in call.arguments:
                file.truncate(0)
            case "write", File() as file:
                file.write(call.texts[0])
            case "pwrite64", File() as file:
                file.write(call.texts[0], number)
            case "ftruncate", File() as file:
                file.truncate(number)
            case "fsync" | "fdatasync", File() | Folder() as one:
                one.synchronise()
            case "unlink", File():
                self._change(call.path, None)
            case "rename", File() as file:
                target = Path(call.texts[1].decode())
                self._change(target, file, gone=call.path)
            case "openat", _:
                return False
            case strange:
                raise NotImplementedError(f"{strange}: {call}")
        return True

    def _change(self, path: Path, one: File | Folder | None, gone: Path | None = None) -> None:
        """Let a name stand for something, or for nothing; another name in its folder goes."""
        folder = self._at(path.parent)
        assert isinstance(folder, Folder)
        names = {name: there for name, there in folder.names.items() if path.parent / name not in (path, gone)}
        folder.change(names if one is None else names | {path.name: one})

    def _at(self, path: Path) -> File | Folder | None:
        """Return what the program finds at a path."""
        found: File | Folder | None = self.root
        for name in path.relative_to(self._path).parts:
            found = found.names.get(name) if isinstance(found, Folder) else None
        return found

"""How is a file written so that it is there whole or not at all?"""

import os
import tempfile
from pathlib import Path


def check_writable(path: Path) -> None:
    """Raise OSError when `path` could not be written, before the work of filling it is done."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    os.close(handle)
    Path(name).unlink()


def write_whole(path: Path, text: str) -> None:
    """Write a UTF-8 text file; whatever happens, no half of it is left. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".speeltafel-")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(0o644)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink()
        raise


def unused(path: Path) -> Path:
    """`path`, or when that exists the first of path-2, path-3, ... that does not."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free

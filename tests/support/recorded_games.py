"""The program whose system calls the power-cut test records: games are kept, exported and removed.

    recorded_games.py FOLDER

It says each change of a store, and each file that it wrote, as soon as the program counts on it:
as one line of JSON, written to /dev/null.
"""

import json
import os
import sys
from functools import wraps
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from firmware.cli import main
from firmware.storage import files
from firmware.storage.log import Entry
from firmware.storage.place import FILE
from firmware.storage.store import Store
from rules import make_header
from support.kept import back, finish, keep, new

CHANGES = ("begin", "append", "add_to", "delete")  # methods of a store


def plain(value: Any) -> Any:
    """What a change was given: the events of a batch as they are told, everything else as it is."""
    if isinstance(value, Entry):
        return msgspec.to_builtins(value.events)
    return msgspec.to_builtins((value,)) if isinstance(value, msgspec.Struct) else value


def announce(owner: Any, name: str) -> None:
    """Let a function say its name, its arguments and what it returned, once it has returned."""
    function = getattr(owner, name)

    @wraps(function)
    def announced(*given: Any, **named: Any) -> Any:
        result = function(*given, **named)
        where = given[0].path if isinstance(given[0], Store) else given[0]
        told = [name, str(where), *map(plain, given[1:]), result]
        os.write(said, json.dumps(told, default=str).encode())
        return result

    setattr(owner, name, announced)


def play_in_parts(store: Path) -> None:
    """Play two games straight into a store, which is opened again in the middle of the second.

    The last move of each part is taken back.
    """
    header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
    fields = [f"{column}{row}" for row in (1, 2, 3) for column in "abcdefg"]
    for end, finishes in ((5, True), (7, False), (21, True)):
        with Store(store) as kept:
            going = kept.unfinished()
            game = new(kept, header) if going is None else going.id
            begun = 0 if going is None else len(going.lines)
            for ply in range(begun + 1, end + 1):
                keep(kept, game, f"{'ryb'[ply % 3]}@{fields[ply - 1]}", first=ply)
            back(kept, game)
            if finishes:
                finish(kept, game)


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    said = os.open("/dev/null", os.O_WRONLY)
    for change in CHANGES:
        announce(Store, change)
    announce(files, "write_whole")
    data = folder / "data"
    play_in_parts(data / FILE)
    status = 0
    for number in ("1", "2"):
        export = ["export", number, str(folder / "records" / number)]
        for command in (export, ["delete", number, "--yes"]):
            status |= main(["games", *command, "--data", str(data)])
    record = str(folder / "demo.record")
    status |= main(["demo", "revolution", "--seed", "3", "--record", record])
    sys.stdin = StringIO("\n".join(["y@d4", "b@c3", "r@b2", "g@a1", "undo", "g@e5", "y@f6"]))
    status |= main(["run", "forum_romanum", "--table", "simulated", "--data", str(folder / "table")])
    play_in_parts(data / FILE)
    sys.exit(status)

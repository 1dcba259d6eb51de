"""The score sheets that are kept, each beside what it means."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rules import Move, read_record

DATA = Path(__file__).parents[1] / "data"


class Kept(NamedTuple):
    """A sheet. moves: None where it means no game for sure. players: none where nothing says."""

    path: Path
    moves: tuple[Move, ...] | None
    players: tuple[str, ...] = ()


def held_out(folder: Path = DATA / "held_out_sheets") -> Sequence[Kept]:
    """Those of people who had not seen the reader; ``expected.jsonl`` says what each means."""
    found = []
    for line in (folder / "expected.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        names = told.get("players")
        players = tuple(names) if isinstance(names, list) else ()
        moves = None if told["moves"] is None else tuple(told["moves"])
        found.append(Kept(folder / told["sheet"], moves, players))
    return found


def ordinary() -> Sequence[Kept]:
    """Those of ordinary people at home: chats, columns, sentences, with names and remarks."""
    return held_out(DATA / "ordinary_sheets")


def scribbled(folder: Path = DATA / "scribbled_sheets") -> Iterator[Kept]:
    """Yield those of simulated games: each beside its record, and ``_refused`` where it means no game."""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".record":
            continue
        if path.stem.endswith("_refused"):
            yield Kept(path, None)
            continue
        record = read_record(path.with_suffix(".record").read_bytes())
        yield Kept(path, record.moves, record.header.players)

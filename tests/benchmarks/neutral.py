"""Which constants and which readings of the recognition of moves change anything on kept traces.

    PYTHONPATH=tests python tests/benchmarks/neutral.py  # tests/data/held_out_hands
    PYTHONPATH=tests python tests/benchmarks/neutral.py FOLDER FOLDER  # each with expected.jsonl beside the traces
    PYTHONPATH=tests python tests/benchmarks/neutral.py --only nudge,slid  # only constants and readings of these names

Each constant in turn is set to nothing (a cost of 0, a time of 0; the number of hypotheses to 1), and
each reading of a change is left out of its row of the table. A row of the printed table says of how
many traces the reading differs then, and by how much the traces that are read (asked about or not) and
the moves wrong and lost differ. What differs nowhere in two sets of traces should go.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool, cpu_count
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import msgspec
from playing_on import TraceReading, read_trace_file
from recognition import Expected
from rich.console import Console
from rich.table import Table

from firmware.play import hands
from firmware.recognition import transition
from firmware.recognition.costs import COSTS, Costs
from firmware.recognition.decoder import Decoder
from firmware.recognition.transition import CellBelief, ChangeKind

FOLDER = Path(__file__).parents[1] / "data" / "held_out_hands"
NUMBERS = ("room", "few", "span")  # set to 1


class Item(NamedTuple):
    """A constant or a reading that is left out; with neither, all stands as it is.

    row: the row of the table of readings, None for a constant.
    """

    name: str = ""
    row: tuple[ChangeKind, CellBelief | None] | None = None

    @property
    def title(self) -> str:
        """The name, for a reading with its row."""
        there = "" if self.row is None or self.row[1] is None else f", {self.row[1].name.lower()}"
        return self.name if self.row is None else f"{self.name} ({self.row[0].name.lower()}{there})"


class Job(NamedTuple):
    """A trace to be read without an item."""

    item: Item
    folder: Path
    expected: Expected


def items() -> Iterator[Item]:
    """Yield each constant and each reading."""
    yield from map(Item, Costs._fields)
    for row, readings in transition.READINGS.items():
        yield from (Item(one.__name__.strip("_"), row) for one in readings)


def without(item: Item) -> Costs:
    """Return the costs without a constant, and leave a reading out of its table in this process."""
    transition.READINGS.update(ALL_READINGS)
    if item.row is not None:
        kept = (one for one in ALL_READINGS[item.row] if one.__name__.strip("_") != item.name)
        transition.READINGS[item.row] = tuple(kept)
    elif item.name:
        return COSTS._replace(**{item.name: 1 if item.name in NUMBERS else 0})
    return COSTS


ALL_READINGS = dict(transition.READINGS)


def run(job: Job) -> tuple[Job, TraceReading | None]:
    """Read a trace without an item. None for the reading where the decoder ended with an error."""
    changed = partial(Decoder, costs=without(job.item))
    try:
        with patch.object(hands, "Decoder", changed):
            return job, read_trace_file(job.folder / job.expected.file, job.expected.record, job.expected.ends)
    except Exception:  # noqa: BLE001 - what cannot be left out has its place
        return job, None


def row_of(item: Item, before: Sequence[TraceReading], found: Sequence[TraceReading | None]) -> list[str]:
    """Return the row of an item: traces that differ, and the sums of what differs."""
    pairs = list(zip(before, found, strict=True))
    read = sum((b is not None and b.verdict in READ) - (a.verdict in READ) for a, b in pairs)
    kept = [(a, b) for a, b in pairs if b is not None]
    sums = [sum(getattr(b, field) - getattr(a, field) for a, b in kept) for field in ("wrong", "lost", "asked", "led")]
    died = len(pairs) - len(kept)
    differ = sum(a != b for a, b in pairs)
    return [item.title, str(differ), *(f"{one:+d}" if one else "" for one in (read, *sums)), f"{died or ''}"]


READ = ("whole", "asked")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[FOLDER])
    parser.add_argument("--only", help="constants and readings of these names, with a comma between")
    parser.add_argument("--every", type=int, default=1, help="of the traces only every so many")
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="how many processes")
    chosen = parser.parse_args()
    names = chosen.only.split(",") if chosen.only else None
    some = [one for one in items() if names is None or one.name in names]
    traces = [
        (folder, one)
        for folder in chosen.folders
        for one in msgspec.json.Decoder(Expected).decode_lines((folder / "expected.jsonl").read_bytes())
        if one.file.endswith(".trace") and (folder / one.file).exists()
    ][:: chosen.every]
    jobs = [Job(item, *trace) for item in (Item(), *some) for trace in traces]
    table = Table(title=f"Without each constant and reading, {len(traces)} traces")
    for name in ("left out", "differ", "read", "wrong", "lost", "asked", "led", "died"):
        table.add_column(name, justify="left" if name == "left out" else "right", no_wrap=True)
    with Pool(chosen.jobs) as pool:
        found = [reading for _, reading in pool.imap(run, jobs, chunksize=1)]
    before = [one for one in found[: len(traces)] if one is not None]
    for number, item in enumerate(some, 1):
        table.add_row(*row_of(item, before, found[number * len(traces) : (number + 1) * len(traces)]))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()

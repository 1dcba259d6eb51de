"""How many score sheets are read or proposed as they are meant, and in what time?

    python tests/benchmarks/sheets.py                  # tests/data/held_out_sheets
    python tests/benchmarks/sheets.py FOLDER --odd     # the odd ones there; --even: the others

Beside the sheets, ``expected.jsonl`` has an object for each: its file (``sheet``), the ``moves``
that it means, null where there are none for sure, and its ``players`` where it names them. A sheet
is *right* when the game that is read or proposed has these moves, *doubted* when another is
proposed with a doubt, *wrong* without one, and *refused*; *read wrongly* is what nobody is asked
about.

The sheets that are kept here were written by people who had not seen the reader. It has been fitted
to what failed among them since, so what it is worth is shown by other sheets alone: ``FOLDER``.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from firmware.sheets import Proposal, read_sheet
from rules import Record, RecordError

FOLDER = Path(__file__).parents[1] / "data" / "held_out_sheets"


def judge(data: bytes, moves: list[str] | None) -> tuple[str, Record | None]:
    """Return what becomes of a sheet, and its game."""
    try:
        found = read_sheet(data)
    except RecordError:
        return "refused", None
    if not isinstance(found, Proposal):
        return "read" if [*found.moves] == moves else "read wrongly", found
    if [*found.record.moves] == moves:
        return "right" if found.sure else "right, with a doubt", found.record
    return "wrong" if found.sure else "doubted", found.record


def main() -> None:
    """Print what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    halves = parser.add_mutually_exclusive_group()
    halves.add_argument("--odd", action="store_true")
    halves.add_argument("--even", action="store_true")
    chosen = parser.parse_args()
    counts: Counter[str] = Counter()
    names: Counter[bool] = Counter()
    seconds = []
    lines = (chosen.folder / "expected.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if (chosen.odd and number % 2 == 0) or (chosen.even and number % 2):
            continue
        told: dict[str, Any] = json.loads(line)
        data, before = (chosen.folder / told["sheet"]).read_bytes(), time.process_time()
        found, record = judge(data, told["moves"])
        seconds.append(time.process_time() - before)
        found = found if told["moves"] else f"no game: {found}"
        counts[found] += 1
        if record and isinstance(told.get("players"), list) and "right" in found:
            names[[*record.header.players] == told["players"]] += 1
        print(f"{told['sheet']:10} {found:20} {seconds[-1]:5.2f} s", flush=True)
    print(", ".join(f"{count} {found}" for found, count in counts.most_common()))
    print(f"names right: {names[True]} of {names.total()}")
    seconds.sort()
    median, most = seconds[len(seconds) // 2], seconds[int(0.95 * len(seconds))]
    print(f"processor: median {median:.2f} s, 95% {most:.2f} s, longest {seconds[-1]:.2f} s")


if __name__ == "__main__":
    main()

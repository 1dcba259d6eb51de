"""How many score sheets are read, which people wrote whom the reader does not know?

    python tests/benchmarks/sheets.py                  # tests/data/held_out_sheets
    python tests/benchmarks/sheets.py FOLDER --odd     # the odd ones there; --even: the others

Beside the sheets, ``expected.jsonl`` has an object for each: its file (``sheet``), the ``moves``
that it means, null where there are none for sure, and whether the reader ``must`` read it, propose
them, or refuse. A sheet is *right* when it is read so, or not taken where it must not be; *asked*
when the right game is proposed though it means that game alone; *refused* when it is not read
though it does; *wrong* when other moves are taken without a question.

The sheets that are kept here were written by people who had not seen the reader. It has been fitted
to what failed among them since, so what it is worth is shown by other sheets alone: ``FOLDER``.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from firmware.words import spell
from rules import GameError, ProposalError, Reading, read_record

FOLDER = Path(__file__).parents[1] / "data" / "held_out_sheets"


def judge(data: bytes, must: str, moves: list[str] | None) -> str:
    """Return what becomes of a sheet: right, asked, refused or wrong."""
    try:
        found = [*read_record(data, reading=Reading(strict=False, spell=spell)).moves]
    except ProposalError as error:
        if must == "read":
            return "asked" if [*error.record.moves] == moves else "refused"
        return "right"
    except GameError:
        return "refused" if must == "read" else "right"
    return "right" if must == "read" and found == moves else "wrong"


def main() -> None:
    """Print what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    halves = parser.add_mutually_exclusive_group()
    halves.add_argument("--odd", action="store_true")
    halves.add_argument("--even", action="store_true")
    chosen = parser.parse_args()
    counts: Counter[str] = Counter()
    lines = (chosen.folder / "expected.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if (chosen.odd and number % 2 == 0) or (chosen.even and number % 2):
            continue
        told: dict[str, Any] = json.loads(line)
        found = judge((chosen.folder / told["sheet"]).read_bytes(), told["must"], told["moves"])
        counts[found] += 1
        print(f"{told['sheet']:10} {told['must']:8} {found}", flush=True)
    print(", ".join(f"{count} {found}" for found, count in counts.most_common()))


if __name__ == "__main__":
    main()

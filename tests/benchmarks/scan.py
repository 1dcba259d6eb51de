"""How many games are read from photographs of score sheets, in hands never learnt from?

    pip install --group dev -e '.[scan,test]'
    python tests/benchmarks/scan.py                  # 50 games a kind and hand
    python tests/benchmarks/scan.py --games 5 --pencil

Games are made at random and written into our printed sheets in three typefaces that look like
handwriting, none of which ``learn_signs.py`` has learnt; each sign is turned, slanted and
moved somewhat. The sheets are photographed by a program: from aside, turned, in shadow, not quite
in focus, with noise, as JPEG.

*right* games are proposed move for move; *lines* is how many lines of each are marked. *marked* are
wrong in lines that are all marked, *wrong* in one that is not. *refused* says what remains.

What that proves: sheets in print-like hands are found, cut and decoded. What it does not: typefaces
are more even than any hand, and no person has written or photographed any of these sheets.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "firmware" / "paper"))

from support.handwriting import HANDS, filled, hand, photograph, random_game

from firmware.paper.decoding import Proposal, propose
from firmware.paper.picture import read_page
from rules import NAMES, GameError, Record


def outcome(record: Record, proposal: Proposal) -> str:
    """Return how a game was read: ``right``, ``marked`` or ``wrong``."""
    written, read = (
        [move for move in one.moves if move != "end"] for one in (record, proposal.record)
    )
    options = proposal.record.header.options == record.header.options
    if written == read and options:
        return "right"
    marked = {doubt.meant for doubt in proposal.doubts}
    wrong = {b for a, b in zip(written, read, strict=False) if a != b}
    return "marked" if len(written) == len(read) and wrong <= marked and options else "wrong"


def main() -> None:
    """Print a row for each game and hand."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--only", choices=NAMES, nargs="*", default=NAMES)
    parser.add_argument("--pencil", action="store_true", help="lighter than ink")
    parser.add_argument("--hands", type=Path, help="a picture of other hands")
    chosen = parser.parse_args()
    print("game hand right marked wrong refused lines")
    for name in chosen.only:
        for number, typeface in enumerate(HANDS):
            write = hand(number, *([chosen.hands] if chosen.hands else []))
            counts: Counter[str] = Counter()
            for seed in range(chosen.games):
                record = random_game(name, seed)
                rng = np.random.default_rng((seed, number))
                dark = 0.5 if chosen.pencil else 0.85
                pages = filled(record, write, rng, dark=dark)
                try:
                    read = [read_page(photograph(page, rng)) for page in pages]
                    proposal = propose(read, record.header.players)
                except GameError as error:
                    counts["refused"] += 1
                    print(f"  {name} {seed}: {error}", file=sys.stderr)
                    continue
                found = outcome(record, proposal)
                counts[found] += 1
                counts["lines"] += len(proposal.doubts)
                if found != "right":
                    pairs = zip(record.moves, proposal.record.moves, strict=False)
                    parts = next(((n, *p) for n, p in enumerate(pairs, 1) if p[0] != p[1]), "")
                    print(f"  {name} {seed}: {found} {parts}", file=sys.stderr)
            read_games = max(chosen.games - counts["refused"], 1)
            shown = " ".join(str(counts[key]) for key in ("right", "marked", "wrong", "refused"))
            label = f"row{number}" if chosen.hands else typeface.replace(" ", "_")
            print(f"{name} {label} {shown} {counts['lines'] / read_games:.1f}", flush=True)


if __name__ == "__main__":
    main()

"""What plays in the guest? The Pi's table and the firmware around it, as the program has them.

    python program.py FOLDER SECONDS

Plays the game that FOLDER/trace is of for so many seconds after the first scan, and writes the
moves kept to FOLDER/record, and to FOLDER/said what it said: its warnings, the number of its scans
and the frames that it wanted to be seen.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

from firmware.effects import Effect, Warn
from firmware.games import find_sheet
from firmware.loop import Loop
from firmware.words import find_words
from hal import Frame, Lamps, read_trace
from hal.pi import open_pi_table
from hal.trace import SECOND
from rules import load_nothing, read_header, write_record
from wiring import read_pins


class Told:
    """Hal's Lamps port before the table's own; keeps what it is told."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps
        self.frames: list[Frame] = []

    def show(self, frame: Frame) -> None:
        """Hal's Lamps port."""
        self.frames.append(frame)
        self._lamps.show(frame)


def main(folder: Path, seconds: float) -> None:
    """Play one game at the table that is there."""
    header, start = read_header(read_trace((folder / "trace").read_bytes()).header, load_nothing)
    sheet = find_sheet(start, header.game)
    words = find_words("en", {})
    warnings: list[str] = []

    def tell(effect: Effect) -> None:
        if isinstance(effect, Warn):
            warnings.append(words(effect.text, **effect.values))
        print(effect, flush=True)

    with open_pi_table(read_pins()) as table:
        lamps = Told(table.ports.lamps)
        loop = Loop(replace(table.ports, lamps=lamps), header, start, sheet, tell)
        end = table.ports.clock.now() + int(seconds * SECOND)
        scans = 0
        while table.ports.clock.now() < end:
            loop.step()
            scans += 1
    (folder / "record").write_text(write_record(header, loop.session.lines), "utf-8")
    said = {"warnings": warnings, "scans": scans, "frames": lamps.frames}
    (folder / "said").write_text(json.dumps(said), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))

"""The program in the guest: ``speeltafel run --table pi``, as it is shipped.

    python program.py FOLDER SECONDS

Plays the game of FOLDER/trace for so many seconds, until SIGTERM, and writes the record as the
store has it to FOLDER/record, and to FOLDER/said its warnings, the number of its scans and the
frames that it showed. Scans and frames are noted on their way to the drivers; nothing else about
the program is changed.
"""

import json
import os
import signal
import sys
import threading
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware.cli import main as speeltafel
from firmware.storage.place import path_of
from firmware.storage.store import Store
from hal import Frame, Lamps, Sense, Snapshot, Table, read_trace
from hal.pi import PiTable, open_pi_table, table
from rules import load_nothing, read_header, write_record
from wiring import PinMap


class Recording:
    """Hal's Lamps and Sense ports before those of the table; keeps frames and counts scans."""

    def __init__(self, lamps: Lamps, sense: Sense) -> None:
        self._lamps = lamps
        self._sense = sense
        self.frames: list[Frame] = []
        self.scans = 0

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Hal's Lamps port."""
        self.frames.append(frame)
        self._lamps.show(frame, brightness)

    def scan(self) -> Snapshot:
        """Hal's Sense port."""
        self.scans += 1
        return self._sense.scan()


class Watched:
    """The Pi's table with recording ports; it ends the program so many seconds after opening."""

    def __init__(self, table: PiTable, seconds: float) -> None:
        self._table = table
        self.recording = Recording(table.ports.lamps, table.ports.sense)
        end = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGTERM))
        end.daemon = True
        end.start()

    @property
    def ports(self) -> Table:
        """The ports of the table, recorded."""
        return replace(self._table.ports, lamps=self.recording, sense=self.recording)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._table.close()


def main(folder: Path, seconds: float) -> int:
    """Play one game at the table and return the program's exit status."""
    header, _ = read_header(read_trace((folder / "trace").read_bytes()).header, load_nothing)
    watched: list[Watched] = []

    def opened(pins: PinMap, *, patient: bool) -> Watched:
        watched.append(Watched(open_pi_table(pins, patient=patient), seconds))
        return watched[-1]

    vars(table)["open_pi_table"] = opened
    options = {"deaths": "clock"} if header.game == "hourglass" else {}
    command = ["run", header.game, "--table", "pi", "--names", ",".join(header.players)]
    for option in (options | dict(header.options)).items():
        command += ["--option", "=".join(option)]
    with redirect_stdout(StringIO()) as out:
        status = speeltafel([*command, "--new", "--data", str(folder / "data")])
    print(out.getvalue())
    if status or not watched:
        return status or 1
    with Store(path_of(folder / "data", {}), writes=False) as store:
        lines = store.game(next(store.games()).id).lines
    (folder / "record").write_text(write_record(header, lines), "utf-8")
    said = [line.strip() for line in out.getvalue().splitlines() if line.startswith("      ")]
    recording = watched[0].recording
    report = {"warnings": said, "scans": recording.scans, "frames": recording.frames}
    (folder / "said").write_text(json.dumps(report), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2])))

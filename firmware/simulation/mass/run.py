"""The run of a plan: games already played, games still to play, and the files of results."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from firmware.simulation.mass.game import Batch, Played, Wanted, play
from firmware.simulation.mass.plan import Plan, Task
from firmware.simulation.mass.rows import OtherRunError, Row, read_rows, told_of, write_rows
from firmware.storage.files import make_folder, resolved, write_whole

OFTEN = 2.0  # seconds from one writing of the rows to the next, at least
PART = 0.05  # of the time at most that is spent with writing

Workers: TypeAlias = Callable[[Plan, Iterable[Task], Wanted], Generator[Batch, None, None]]
"""Plays tasks, in any order; it is closed when no more tasks are wanted."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The places where results are kept. Each may be None.

    Attributes:
        rows: a file as `rows` describes it.
        records: a folder.
        positions: a file as `positions` describes it.
    """

    rows: Path | None = None
    records: Path | None = None
    positions: Path | None = None


class Run:
    """The games of a plan: games played before, and games played now.

    Args:
        plan: the plan of the games.
        kept: the places where results are kept.
        leads: whether to note how early winners led.

    Attributes:
        rows: the games that are done.
        leads: by variant, of games played now, the part of each after which the winner led.
        plies: the number of moves made now.

    Raises:
        OtherRunError: the existing rows are not of this plan; the message says why.
        OSError: a file or folder cannot be used.
    """

    def __init__(self, plan: Plan, kept: Kept, *, leads: bool = False) -> None:
        self._plan = plan
        self._kept = kept
        self._wanted = Wanted(leads, kept.records is not None, kept.positions is not None)
        self._written = monotonic()
        self._cost = 0.0
        self.leads: dict[int, list[float]] = {n: [] for n in range(len(plan.variants))}
        self.plies = 0
        self.rows: dict[Task, Row] = {}
        if kept.records is not None:
            make_folder(kept.records)
            for name, text in plan.files.items():  # a record finds them beside it
                file = kept.records / name
                if not resolved(file).is_relative_to(resolved(kept.records)):
                    raise OtherRunError(f"{kept.records}: it cannot hold {name!r}, which lies beside it")
                write_whole(file, text)
        if kept.rows is not None:
            with told_of(kept.rows):
                self.rows = read_rows(kept.rows, plan)
                self._check()
        self._positions = None
        if kept.positions is not None:
            from firmware.simulation.mass.positions import PositionFile  # it needs pyarrow

            self._positions = PositionFile(kept.positions, plan, fresh=not self.rows)
        self._todo = [task for task in plan.tasks if not self._done(task)]

    def _check(self) -> None:
        """Raise OtherRunError unless an earlier game, played again, has the same result."""
        if not self.rows:
            return
        old = min(self.rows.values(), key=lambda row: (row.plies, row.task))
        new, _ = play(self._plan, old.task)
        if new.row != old:
            raise OtherRunError(
                f"game {old.task.number} goes otherwise now: with other options, or by another version of the program"
            )

    def _done(self, task: Task) -> bool:
        record = self._record(task)
        return (
            task in self.rows
            and (record is None or record.exists())
            and (self._positions is None or task in self._positions)
        )

    def _record(self, task: Task) -> Path | None:
        """Return the path of a game's record. None if records are not kept."""
        if self._kept.records is None:
            return None
        name = f"{self._plan.game}-{task.number:06}"
        if len(self._plan.variants) > 1:
            name += f"-{task.variant + 1}"
        return self._kept.records / f"{name}.record"

    @property
    def todo(self) -> list[Task]:
        """The games still to play, in order."""
        return self._todo

    @property
    def done(self) -> list[Row]:
        """The games of the plan that are done, in order."""
        games = self._plan.games
        return sorted(row for task, row in self.rows.items() if task.number < games)

    def play(self, workers: Workers) -> Generator[int, None, None]:
        """Play the games still to play, and yield the number of games in each batch.

        Results are also kept when this is closed. Raise OSError.
        """
        batches = workers(self._plan, self._todo, self._wanted)
        try:
            for batch in batches:
                if self._positions is not None:
                    self._positions.add([one.row.task for one in batch.played], batch.positions)
                for played in batch.played:
                    self._keep(played)
                self._write_seldom()
                yield len(batch.played)
            if self._positions is not None:
                self._positions.finish()
        finally:
            batches.close()
            self._write()

    def _keep(self, played: Played) -> None:
        """Add a played game to the results."""
        row = played.row
        self.rows[row.task] = row
        self.plies += row.plies
        if played.lead is not None:
            self.leads[row.task.variant].append(played.lead)
        record = self._record(row.task)
        if record is not None and played.record is not None:
            write_whole(record, played.record)

    def _write_seldom(self) -> None:
        if monotonic() - self._written > max(OFTEN, self._cost / PART):
            self._write()

    def _write(self) -> None:
        if self._kept.rows is not None:
            begun = monotonic()
            write_rows(self._kept.rows, self._plan, self.rows.values())
            self._written = monotonic()
            self._cost = self._written - begun

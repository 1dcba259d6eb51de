"""Every position of the games as a row of a file, to learn from: Parquet alone.

===========  =======  ============================================================================
column       in file  meaning
===========  =======  ============================================================================
number       int64    of the game, from 0
...          string   one column for each option that is varied, by its name
ply          int32    the number of the move that is made here, from 1
seat         string   the seat to move
level        int8     of its player
chance       bool     whether the die decides
legal        int32    the number of legal moves, or of rolls
position     string   the position as text; the engine of the game reads it back
move         string   the move, as in a record; ``agree`` is no legal move but ends a game
PART_SEAT    float32  a column for each part of the evaluation of the game and each seat
result_SEAT  float32  the result of each seat: 1, 0, or a share of a divided game
===========  =======  ============================================================================

The parts are the parts of ``by_hand`` in ``firmware/opponents/NAME.py``, without their weights.
Rows stand in the order of the games and their moves.

While games are played, each batch of them is a file in a folder beside the requested file; when all
are done, the requested file is made of them. So no game is lost by an interruption.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from firmware.opponents import Turn, find_evaluation, result
from firmware.simulation.mass.plan import Plan, Task
from firmware.simulation.mass.rows import IDENTITY, OtherRunError, check_identity, told_of
from firmware.storage.files import make_folder, write_whole

GROUP = 100_000  # rows that are written together, at least


class Place(NamedTuple):
    """The place of a game's positions: the file, its row group, the first row and their number."""

    file: Path
    group: int
    first: int
    number: int


def schema_of(plan: Plan) -> pa.Schema:
    """Return the columns of the file, with the plan in their metadata."""
    evaluation = find_evaluation(plan.game, len(plan.levels))
    fields = [("number", pa.int64()), *((name, pa.string()) for name in plan.compared)]
    fields += [
        ("ply", pa.int32()),
        ("seat", pa.string()),
        ("level", pa.int8()),
        ("chance", pa.bool_()),
        ("legal", pa.int32()),
        ("position", pa.string()),
        ("move", pa.string()),
    ]
    fields += [(f"{part}_{seat}", pa.float32()) for part in evaluation.by_hand for seat in plan.seats]
    fields += [(f"result_{seat}", pa.float32()) for seat in plan.seats]
    return pa.schema(fields, metadata={IDENTITY: plan.identity.encode()})


def _rows(plan: Plan, task: Task, turns: Sequence[Turn]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a game, in the order of the columns."""
    evaluation = find_evaluation(plan.game, len(plan.levels))
    levels = plan.seated(task.number)
    options = tuple(plan.variants[task.variant].values())
    last = turns[-1].after
    over = last.to_move is None
    won = tuple(result(last)) if over else (1 / len(levels),) * len(levels)
    for turn in turns:
        if not turn.move:  # time has ended the game
            continue
        position = turn.before
        seat = evaluation.mover(position)
        parts = evaluation.measure(position)
        yield (
            task.number,
            *options,
            position.plies + 1,
            plan.seats[seat],
            levels[seat],
            position.chance,
            len(position.legal_moves()),
            repr(position),
            turn.line,
            *(own[part] for part in range(len(parts[0])) for own in parts),
            *won,
        )


def table_of(plan: Plan, games: Iterable[tuple[Task, Sequence[Turn]]]) -> pa.Table:
    """Return the rows of games (not empty) as a table."""
    schema = schema_of(plan)
    columns = zip(*(row for game in games for row in _rows(plan, *game)), strict=True)
    return pa.table([pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)], schema=schema)


class PositionFile:
    """The file of the positions of a plan, and the folder beside it while games are played.

    Args:
        path: of the file.
        plan: the plan of its games.
        fresh: whether existing positions are thrown away.

    Raises:
        OtherRunError: the file or folder has positions of another run.
        OSError: a file cannot be used.
    """

    def __init__(self, path: Path, plan: Plan, *, fresh: bool) -> None:
        self._path = path
        self._plan = plan
        self._folder = path.with_name(f"{path.name}.parts")
        self._places: dict[Task, Place] = {}
        for file in (path, *sorted(self._folder.glob("*.parquet"))):
            if file.exists():
                with told_of(file):
                    self._places |= self._found(file)
        if fresh:
            self._places = {}
            rmtree(self._folder, ignore_errors=True)

    def __contains__(self, task: Task) -> bool:
        """Whether the positions of a game are there."""
        return task in self._places

    def add(self, tasks: Sequence[Task], table: pa.Table) -> None:
        """Keep the positions of some games. Raise OSError."""
        make_folder(self._folder)
        sink = io.BytesIO()
        pq.write_table(table, sink, row_group_size=max(1, len(table)))
        first = min(tasks)
        file = self._folder / f"{first.number:09}-{first.variant}.parquet"
        write_whole(file, sink.getvalue())
        self._places |= self._found(file)

    def finish(self) -> None:
        """Make the file of the added positions, if there are any. Raise OSError."""
        if not self._folder.exists():
            return
        unfinished = self._folder / "whole"
        with pq.ParquetWriter(unfinished, schema_of(self._plan)) as writer:
            for group in self._groups():
                writer.write_table(group, row_group_size=len(group))
        unfinished.replace(self._path)
        rmtree(self._folder)

    def _groups(self) -> Iterator[pa.Table]:
        """Yield the positions of all games in order; the positions of a game stay together."""
        read = lru_cache(maxsize=8)(lambda file, group: pq.ParquetFile(file).read_row_group(group))
        games, rows = [], 0
        for _, place in sorted(self._places.items()):
            games.append(read(place.file, place.group).slice(place.first, place.number))
            rows += place.number
            if rows >= GROUP:
                yield pa.concat_tables(games)
                games, rows = [], 0
        if games:
            yield pa.concat_tables(games)

    def _found(self, file: Path) -> dict[Task, Place]:
        """Return the places of the games in a file. Raise OtherRunError."""
        try:
            parquet = pq.ParquetFile(file)
        except pa.ArrowInvalid as error:
            raise OtherRunError(str(error)) from None
        if not parquet.schema_arrow.equals(schema_of(self._plan)):
            raise OtherRunError("its columns are others")
        check_identity(parquet.schema_arrow.metadata, self._plan)
        places: dict[Task, Place] = {}
        variants = {tuple(one.values()): n for n, one in enumerate(self._plan.variants)}
        for group in range(parquet.num_row_groups):
            keys = parquet.read_row_group(group, ["number", *self._plan.compared])
            rows = zip(*(column.to_pylist() for column in keys.columns), strict=True)
            before: Task | None = None
            first = 0
            for row, (number, *options) in enumerate(rows):
                task = Task(number, variants[tuple(options)])
                if task != before:
                    before, first = task, row
                places[task] = Place(file, group, first, row - first + 1)
        return places

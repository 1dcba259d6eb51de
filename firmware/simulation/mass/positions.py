"""Every position of the games as a row of a file, to learn from: Parquet alone.

===========  =======  ============================================================================
column       in file  meaning
===========  =======  ============================================================================
number       int64    of the game, from 0
...          string   one column for each option that is varied, by its name
ply          int32    the number of the move that is made here, from 1
seat         string   whose move it is
level        int8     of its player
chance       bool     whether the die decides
legal        int32    how many moves there are to choose from, or rolls
position     string   the position as text; the engine of the game reads it back
move         string   what is played, as in a record; ``agree`` is no legal move but ends a game
PART_SEAT    float32  a column for each part of the evaluation of the game and each seat
result_SEAT  float32  what each seat won in the end: 1, 0, or a share of a divided game
===========  =======  ============================================================================

The parts are those of ``by_hand`` in ``firmware/opponents/NAME.py``, as they are before they are
weighted. Rows stand in the order of the games and their moves.

While games are played, each batch of them is a file in a folder beside the one that is asked for;
when all are done, that is made of them. So nothing is lost that was played before an interruption.
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
    """Where the positions of a game stand. file, group: of its row groups; the rest: its rows."""

    file: Path
    group: int
    first: int
    number: int


def schema_of(plan: Plan) -> pa.Schema:
    """Return the columns of the file, with the plan in their metadata."""
    evaluation = find_evaluation(plan.game, len(plan.levels))
    fields = [("number", pa.int64()), *((name, pa.string()) for name in plan.compared)]
    fields += [
        ("ply", pa.int32()), ("seat", pa.string()), ("level", pa.int8()), ("chance", pa.bool_()),
        ("legal", pa.int32()), ("position", pa.string()), ("move", pa.string()),
    ]  # fmt: skip
    fields += [
        (f"{part}_{seat}", pa.float32()) for part in evaluation.by_hand for seat in plan.seats
    ]
    fields += [(f"result_{seat}", pa.float32()) for seat in plan.seats]
    return pa.schema(fields, metadata={IDENTITY: plan.identity.encode()})


def _rows(plan: Plan, task: Task, turns: Sequence[Turn]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of one game, in the order of the columns."""
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
            task.number, *options, position.plies + 1, plan.seats[seat], levels[seat],
            position.chance, len(position.legal_moves()), repr(position), turn.line,
            *(own[part] for part in range(len(parts[0])) for own in parts), *won,
        )  # fmt: skip


def table_of(plan: Plan, games: Iterable[tuple[Task, Sequence[Turn]]]) -> pa.Table:
    """Return the rows of games, at least one, as a table."""
    schema = schema_of(plan)
    columns = zip(*(row for game in games for row in _rows(plan, *game)), strict=True)
    return pa.table(
        [pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)],
        schema=schema,
    )


class PositionFile:
    """The file of the positions of a plan, and the folder beside it while games are played.

    Args:
        path: of the file.
        plan: whose games they are.
        fresh: whether nothing of what is there is wanted.

    Raises:
        OtherRunError: there are positions of another run.
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
        """Keep the positions of some games. Raises OSError."""
        make_folder(self._folder)
        sink = io.BytesIO()
        pq.write_table(table, sink, row_group_size=max(1, len(table)))
        first = min(tasks)
        file = self._folder / f"{first.number:09}-{first.variant}.parquet"
        write_whole(file, sink.getvalue())
        self._places |= self._found(file)

    def finish(self) -> None:
        """Make the file of what was added, if there was anything. Raises OSError."""
        if not self._folder.exists():
            return
        unfinished = self._folder / "whole"
        with pq.ParquetWriter(unfinished, schema_of(self._plan)) as writer:
            for group in self._groups():
                writer.write_table(group, row_group_size=len(group))
        unfinished.replace(self._path)
        rmtree(self._folder)

    def _groups(self) -> Iterator[pa.Table]:
        """Yield the positions of all games in order, those of whole games together."""
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
        """Return where the games stand in one file. Raises OtherRunError."""
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

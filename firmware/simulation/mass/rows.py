"""The games as rows of a file, to resume and to analyse: Parquet or CSV.

=========  ======================  ================================================================
column     in Parquet              meaning
=========  ======================  ================================================================
game       string                  its name in the registry of rules
number     int64                   of the game, from 0
seed       int64                   of the whole run
players    struct: seat -> int8    the level of each seat
winners    list of strings         their seats; empty where the game is a draw or unfinished
reason     string                  why it ended, as in ``score --json``; null where it is unfinished
plies      int32                   its moves
scores     struct: seat -> int64   as in ``score --json``
...        string                  one column for each option that is varied, by its name
=========  ======================  ================================================================

In CSV, values other than texts and numbers are JSON, and null is empty. Rows stand in the order of
the games. A file is written as a whole or not at all. Parquet needs pyarrow.
"""

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from firmware.simulation.mass.plan import Plan, Task
from firmware.storage.files import write_whole

PARQUET, CSV = ".parquet", ".csv"
IDENTITY = b"speeltafel"  # the key of a Parquet file's metadata under which the run is described
COLUMNS = ("game", "number", "seed", "players", "winners", "reason", "plies", "scores")
_NUMBERS = ("number", "seed", "plies")
_NESTED = ("players", "winners", "scores")


class Row(NamedTuple):
    """The result of a game.

    Attributes:
        levels: the level of each seat.
        winners: the names of their seats; empty for a draw or an unfinished game.
        reason: why it ended, None for an unfinished game.
        scores: the score of each seat.
    """

    task: Task
    levels: tuple[int, ...]
    winners: tuple[str, ...]
    reason: str | None
    plies: int
    scores: tuple[int, ...]


class OtherRunError(ValueError):
    """A file that does not hold games of this run; the message says why."""


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Add the name of the file to an OtherRunError."""
    try:
        yield
    except OtherRunError as error:
        raise OtherRunError(f"{path}: these are not games of this run: {error}") from None


def read_rows(path: Path, plan: Plan) -> dict[Task, Row]:
    """Return the games of a plan that a file holds. Empty if there is no file.

    Games beyond the last game of the plan are included, if the file has them.

    Raises:
        OtherRunError: its rows are not games of this run.
        OSError: it cannot be read.
    """
    if not path.exists():
        return {}
    found: dict[Task, Row] = {}
    for values in _read_parquet(path, plan) if path.suffix.lower() == PARQUET else _read_csv(path, plan):
        row = _row(values, plan)
        if row.task in found:
            raise OtherRunError(f"game {row.task.number} stands in it twice")
        found[row.task] = row
    return found


def write_rows(path: Path, plan: Plan, rows: Collection[Row]) -> None:
    """Write the games of a plan to a file, in order. Raise OSError."""
    values = [values_of(row, plan) for row in sorted(rows)]
    write_whole(path, _parquet(values, plan) if path.suffix.lower() == PARQUET else _csv(values, plan))


def values_of(row: Row, plan: Plan) -> dict[str, Any]:
    """Return a row by the names of its columns."""
    seats = plan.seats
    return {
        "game": plan.game,
        "number": row.task.number,
        "seed": plan.seed,
        "players": dict(zip(seats, row.levels, strict=True)),
        "winners": list(row.winners),
        "reason": row.reason,
        "plies": row.plies,
        "scores": dict(zip(seats, row.scores, strict=True)),
        **plan.variants[row.task.variant],
    }


def _row(values: Mapping[str, Any], plan: Plan) -> Row:
    """Return the row of these values. Raise OtherRunError."""
    varied = {name: values[name] for name in plan.compared}
    if varied not in plan.variants:
        options = " ".join(f"{name}={value}" for name, value in varied.items())
        raise OtherRunError(f"it was played with {options}")
    for name, own in (("game", plan.game), ("seed", plan.seed)):
        if values[name] != own:
            raise OtherRunError(f"it has {name} {values[name]}, not {own}")
    number, seats = values["number"], plan.seats
    levels = dict(zip(seats, plan.seated(number), strict=True))
    if values["players"] != levels:
        raise OtherRunError(f"game {number} was played by {values['players']}, not {levels}")
    try:
        return Row(
            Task(number, plan.variants.index(varied)),
            tuple(levels.values()),
            tuple(values["winners"]),
            values["reason"],
            values["plies"],
            tuple(values["scores"][seat] for seat in seats),
        )
    except (KeyError, TypeError) as error:
        raise OtherRunError(f"game {number} cannot be read: {error}") from None


def _columns(plan: Plan) -> list[str]:
    return [*COLUMNS, *plan.compared]


def _csv(rows: Collection[dict[str, Any]], plan: Plan) -> str:
    """Return rows as the text of a CSV file."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, _columns(plan), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row | {name: json.dumps(row[name]) for name in _NESTED})
    return text.getvalue()


def _read_csv(path: Path, plan: Plan) -> list[dict[str, Any]]:
    """Return the rows of a CSV file. Raise OtherRunError, OSError."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        try:
            _check_columns(list(reader.fieldnames or ()), plan)
            return [_read_values(row) for row in reader]
        except (csv.Error, TypeError, ValueError) as error:
            raise OtherRunError(f"line {reader.line_num}: {error}") from None


def _read_values(row: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a line of CSV. Raise ValueError, TypeError."""
    return {
        **row,
        **{name: int(row[name]) for name in _NUMBERS},
        **{name: json.loads(row[name]) for name in _NESTED},
        "reason": row["reason"] or None,
    }


def _check_columns(names: list[str], plan: Plan) -> None:
    if names != _columns(plan):
        raise OtherRunError(f"its columns are {' '.join(names)}, not {' '.join(_columns(plan))}")


def _parquet(rows: Collection[Mapping[str, Any]], plan: Plan) -> bytes:
    """Return rows as the bytes of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def by_seat(kind: Any) -> Any:
        return pa.struct([(seat, kind) for seat in plan.seats])

    kinds = {
        "number": pa.int64(),
        "seed": pa.int64(),
        "players": by_seat(pa.int8()),
        "winners": pa.list_(pa.string()),
        "plies": pa.int32(),
        "scores": by_seat(pa.int64()),
    }
    schema = pa.schema(
        [(name, kinds.get(name, pa.string())) for name in _columns(plan)], metadata={IDENTITY: plan.identity.encode()}
    )
    columns = {name: [row[name] for row in rows] for name in schema.names}
    sink = io.BytesIO()
    pq.write_table(pa.table(columns, schema=schema), sink)
    return sink.getvalue()


def _read_parquet(path: Path, plan: Plan) -> list[dict[str, Any]]:
    """Return the rows of a Parquet file. Raise OtherRunError, OSError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(path).read()
    except pa.ArrowInvalid as error:
        raise OtherRunError(str(error)) from None
    _check_columns(table.schema.names, plan)
    check_identity(table.schema.metadata, plan)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def check_identity(metadata: Mapping[bytes, bytes] | None, plan: Plan) -> None:
    """Raise OtherRunError unless the metadata of a Parquet file are of this run."""
    given = json.loads((metadata or {}).get(IDENTITY, b"{}"))
    own = json.loads(plan.identity)
    for name, value in own.items():
        if given.get(name) != value:
            raise OtherRunError(f"it has {name} {given.get(name)}, not {value}")

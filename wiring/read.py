"""The numbering of the cells, and the overlays: the field of a game over each cell.

A cell is numbered ``12 * row + column``: row 0 at the far edge, column 0 at the left.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, Self

import msgspec

ROWS = 8
COLUMNS = 12
CELLS = ROWS * COLUMNS
PITCH = 40.0  # mm from cell to cell


class WiringError(ValueError):
    """Wrong data about the table; the message names the file, the place and the fault."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a TOML file that is a value of the program, too."""

    def _replace(self, **changes: Any) -> Self:
        return msgspec.structs.replace(self, **changes)

    def _asdict(self) -> dict[str, Any]:
        return msgspec.structs.asdict(self)


class Overlay(NamedTuple):
    """The printed sheet of a game: the field over each cell.

    cells: field name -> cell, each cell at most once. names: cell -> field name. tilts: whether its
    pieces are hourglasses, which stand on the tilt contacts. ink: its colour in the drawings for
    builders, ``#rrggbb``.
    """

    game: str
    cells: Mapping[str, int]
    names: Mapping[int, str]
    tilts: bool = False
    ink: str = "#000000"


class _OverlayFile(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    grid: str
    tilts: bool = False
    ink: str = "#000000"


def cell(row: int, column: int) -> int:
    """Return the number of the cell in this row and column. Raise WiringError off the table."""
    if not (0 <= row < ROWS and 0 <= column < COLUMNS):
        raise WiringError(f"({row}, {column}) is off the table: rows are 0-{ROWS - 1}, columns 0-{COLUMNS - 1}")
    return COLUMNS * row + column


def overlay_names() -> tuple[str, ...]:
    """Return the names of the games that an overlay ships for, in alphabetical order."""
    overlays = (files("wiring") / "overlays").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in overlays))


@cache
def read_overlay(game: str) -> Overlay:
    """Return the overlay of `game` that ships with the program; read once. Raise WiringError."""
    name = f"{game}.toml"
    try:
        text = (files("wiring") / "overlays" / name).read_text("utf-8")
    except FileNotFoundError:
        raise WiringError(f"wiring/overlays has no {name}") from None
    return parse_overlay(text, f"wiring/overlays/{name}")


def read_toml(text: str) -> dict[str, Any]:
    """Return the values of a TOML text. Raise WiringError."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise WiringError("values are nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, or a number of too many digits
        raise WiringError(str(error)) from None


@cache
def read_data(name: str) -> dict[str, Any]:
    """Return the values of a TOML file of this folder; read once."""
    return read_toml((files("wiring") / name).read_text("utf-8"))


def parse_overlay(text: str, source: str = "overlay") -> Overlay:
    """Return the overlay that a TOML text describes.

    Its ``grid`` draws the table: 8 lines of 12 field names, a dot for a cell without a field. Raise
    WiringError, which names `source`.
    """
    try:
        data = msgspec.convert(read_toml(text), _OverlayFile)
    except (msgspec.ValidationError, WiringError) as error:
        raise WiringError(f"{source}: {error}") from None
    rows = [line.split() for line in data.grid.strip().splitlines()]
    if len(rows) != ROWS:
        raise WiringError(f"{source}: the grid has {len(rows)} rows; the table has {ROWS}")
    cells: dict[str, int] = {}
    for row, names in enumerate(rows):
        if len(names) != COLUMNS:
            raise WiringError(f"{source}: row {row} of the grid has {len(names)} cells; it should have {COLUMNS}")
        for column, name in enumerate(names):
            if name in cells:
                raise WiringError(f"{source}: {name!r} stands in the grid twice, again at row {row}")
            if name != ".":
                cells[name] = cell(row, column)
    fields = {at: name for name, at in cells.items()}
    return Overlay(data.game, cells, fields, data.tilts, data.ink)

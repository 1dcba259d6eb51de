"""The cells of the lines of the table."""

from hal import CELLS, Cells, cell_set
from wiring import COLUMNS


def cells_of_row(row: int) -> Cells:
    """Return the cells of a row."""
    return cell_set(range(COLUMNS * row, COLUMNS * (row + 1)))


def cells_of_column(column: int) -> Cells:
    """Return the cells of a column."""
    return cell_set(range(column, CELLS, COLUMNS))

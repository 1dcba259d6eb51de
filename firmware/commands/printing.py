"""The printing of tables by commands."""

import sys

from rich.cells import cell_len

from firmware.words.terminal import Grid


def print_grid(grid: Grid) -> None:
    """Print a table. Outside a terminal no line is broken, and nothing has a style.

    Its cells are printed literally: a name is text, even if it looks like markup.
    """
    if sys.stdout.isatty():
        _print_styled(grid)
        return
    lines = [[str(cell) for cell in line] for line in (*([grid.headings] if any(grid.headings) else []), *grid.rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = []
        for number, (cell, width) in enumerate(zip(line, widths, strict=True)):
            room = " " * (width - cell_len(cell))
            cells.append(room + cell if number in grid.right else cell + room)
        print("  ".join(cells).rstrip())


def _print_styled(grid: Grid) -> None:
    """Print a table in a terminal; a narrow terminal breaks lines within the columns."""
    from rich.console import Console  # slow to import
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=any(grid.headings))
    for number, heading in enumerate(grid.headings):
        table.add_column(heading, justify="right" if number in grid.right else "left")
    for row in grid.rows:
        table.add_row(*row)
    Console(highlight=False, markup=False, emoji=False).print(table)

"""The printing of tables by commands."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDEST = 10_000  # columns
_APART = "  "


def print_table(table: "Table") -> None:
    """Print a table; outside a terminal at full width, so that no text is cut off.

    Its cells are printed literally: a name is text, even if it looks like markup.
    """
    _console().print(table)


def print_columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table of texts under headings, like :func:`print_table`, but fast if it is long.

    A terminal that is too narrow for it breaks lines within the columns.
    """
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    first, *others = (_APART.join(map(set_cell_size, row, widths)).rstrip() for row in (headings, *rows))
    if not sys.stdout.isatty():  # a file or pipe wants no Console, which is slow to import
        print(first, *others, sep="\n")
        return
    from rich.table import Table
    from rich.text import Text

    console = _console()
    if sum(widths) + len(_APART) * (len(widths) - 1) > console.width:
        table = Table(*headings, box=None, pad_edge=False)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    else:
        console.print(Text(first, "bold"), Text("\n".join(others)), sep="\n", soft_wrap=True)


def _console() -> "Console":
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _WIDEST
    return console

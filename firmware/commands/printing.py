"""How commands print tables."""

from rich.console import Console
from rich.table import Table

_WIDEST = 10_000  # columns


def print_table(table: Table) -> None:
    """Print a table; outside a terminal as wide as it is, so that nothing is cut off.

    What stands in it is printed as it is: a name is text, whatever it looks like.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _WIDEST
    console.print(table)

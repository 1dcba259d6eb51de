"""Touches in virtual time, and the moves that they make."""

from support.at_table import AtTable

# Three players: a24 places all Romans, yellow on a b, blue on c d, red on e f, rows 7-4.
PLACED = " ".join(f"+{column}{row} .300" for row in "7654" for column in ("a", "c", "e", "b", "d", "f"))


def act(at_table: AtTable, script: str) -> AtTable:
    """Do what a script says, then let the table rest."""
    at_table.act(script)
    at_table.advance(1.5)
    return at_table

"""Touches in virtual time, and the moves that they make."""

from support.at_table import AtTable


def act(at_table: AtTable, script: str) -> AtTable:
    """Do what a script says, then let the table rest."""
    at_table.act(script)
    at_table.advance(1.5)
    return at_table

"""What can go wrong with a whole table."""


class TableError(Exception):
    """What was asked for cannot be begun, or a game could not be kept; the message says why."""

"""The error of a table as a whole."""


class TableError(Exception):
    """A table or seat cannot be taken up, or a game not be kept; the message says why."""

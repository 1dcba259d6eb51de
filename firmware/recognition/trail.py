"""The way back of misplaced pieces, from the touches that brought them."""

from functools import cache

from firmware.sensing.events import Kind, Touch
from hal import Cells, members
from wiring import COLUMNS, ROWS

REST = 250_000  # microseconds within which a piece slides from one cell to the next


@cache
def neighbours(cell: int) -> tuple[int, ...]:
    """The up to eight cells around a cell."""
    row, column = divmod(cell, COLUMNS)
    return tuple(
        COLUMNS * r + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(column - 1, 0), min(column + 2, COLUMNS))
        if (r, c) != (row, column)
    )


class Trail:
    """The origins of the pieces that stand where they should not, from the touches.

    Of two pieces in the hands either may be put down first. So each cell has the set of cells that
    its piece may have come from; an empty set is a thing that came from elsewhere.
    """

    def __init__(self) -> None:
        self._origins: dict[int, frozenset[int]] = {}
        self._held: list[frozenset[int]] = []  # a set for each piece in a hand
        self._closed: dict[int, int] = {}  # cell whose piece came from elsewhere -> when it closed

    def note(self, touch: Touch) -> None:
        """Follow a piece that is taken up or put down."""
        cell = touch.cell
        if touch.kind is Kind.LIFT:
            origins = self._origins.pop(cell, frozenset((cell,)))
            for near in neighbours(cell):
                if touch.at - self._closed.pop(near, touch.at - REST) < REST:
                    self._origins[near] = origins  # it was slid there
                    return
            if origins:
                self._held.append(origins)
        elif touch.kind is Kind.PLACE:
            held: frozenset[int] = frozenset().union(*self._held)
            if not held:
                self._closed[cell] = touch.at
            self._origins[cell] = held
            self._held = [held] * (len(self._held) - 1)

    def undo(self, here: Cells, there: Cells) -> None:
        """Remember that a move was taken back, but its piece not yet.

        here, there: the reeds that should be closed now, and that should be after the move.
        """
        starts, ends = members(here & ~there), members(there & ~here)
        if not len(starts) == len(ends) == 1:
            return
        start, end = starts[0], ends[0]
        for cell, origins in self._origins.items():
            if end in origins:
                self._origins[cell] = origins - {end} | {start}
                return
        self._origins[end] = frozenset((start,))

    def forget(self) -> None:
        """Forget all pieces: each is where it should be."""
        self._origins.clear()
        self._held.clear()
        self._closed.clear()

    def pairs(self, missing: Cells, extra: Cells) -> tuple[tuple[int, int], ...]:
        """Return the undoubted ways back of pieces, as pairs of cells: from, to.

        A single extra piece belongs on a single empty cell, unless it came from elsewhere.
        """
        ways = [(cell, *origins) for cell, origins in self._origins.items() if extra >> cell & 1 and len(origins) == 1]
        found = [
            (cell, start) for cell, start in ways if missing >> start & 1 and [to for _, to in ways].count(start) == 1
        ]
        alone = [members(missing), members(extra)]
        if not found and [len(cells) for cells in alone] == [1, 1]:
            (start,), (cell,) = alone
            if start in self._origins.get(cell, frozenset((start,))):
                return ((cell, start),)
        return tuple(found)

"""Which columns of the matrix are shorted together? They agree in all rows, and change as one.

Two columns that merely have the same rows closed are nothing special: so do cards laid out in rows.
But where a short is, a contact that closes in one column is seen in both in the same scan.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import combinations
from operator import and_, or_

from hal.snapshot import members
from hal.trace import SECOND

AGREES = 2 * SECOND  # microseconds for which shorted columns have agreed before they are named
SAME_CHANGES = 2  # scans in which they changed as one until then: two hands may do that once


class JoinedColumns:
    """Watches pairs of columns from scan to scan. columns: the set of those to watch."""

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._before: dict[int, int] = {}  # the columns closed in each row
        self._alike: dict[tuple[int, int], tuple[int, int]] = {}  # pair -> since when, same changes

    def see(self, closed: Mapping[int, int], now: int) -> None:
        """Take in the columns closed in each row that was read, at `now` (microseconds)."""
        before, self._before = self._before, dict(closed)
        if before == closed:
            return
        if before.keys() != closed.keys():
            self._alike.clear()  # what changes now could not be read before
            return
        changed = {row: before[row] ^ now_ for row, now_ in closed.items() if before[row] != now_}
        self._alike = {pair: one for pair, one in self._alike.items() if _agree(closed, *pair)}
        for pair in self._changed_as_one(changed, closed):
            since, changes = self._alike.get(pair, (now, 0))
            self._alike[pair] = since, changes + 1

    def found(self, now: int) -> list[tuple[int, int]]:
        """Return the pairs of columns that are shorted together."""
        return [pair for pair, since in self._suspected() if now - since >= AGREES]

    def due(self, now: int) -> int | None:
        """Return when the next pair will be found if nothing changes (microseconds), or None."""
        times = (since + AGREES for _, since in self._suspected())
        return min((at for at in times if at > now), default=None)

    def _suspected(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield the pairs that have changed as one often enough, and since when they agree."""
        return (
            (pair, since)
            for pair, (since, changes) in self._alike.items()
            if changes >= SAME_CHANGES
        )

    def _changed_as_one(
        self, changed: Mapping[int, int], closed: Mapping[int, int]
    ) -> Iterator[tuple[int, int]]:
        """Yield the pairs that agree now, and changed in one row or came to agree in several."""
        moved = reduce(or_, changed.values()) & self._columns
        used = reduce(or_, closed.values()) & self._columns & ~reduce(and_, closed.values())
        for one, other in combinations(members(moved | used), 2):
            both = 1 << one | 1 << other
            rows = [columns & both for columns in changed.values() if columns & both]
            if len(rows) < 2 and both not in rows:
                continue
            if (used & both or (one, other) in self._alike) and _agree(closed, one, other):
                yield one, other


def _agree(closed: Mapping[int, int], one: int, other: int) -> bool:
    """Return whether two columns are closed in the same rows."""
    return all(columns >> one & 1 == columns >> other & 1 for columns in closed.values())

"""A simulated table whose electronics fail for a while: a chip is away, two columns are shorted.

The edges of the table stay the actions of people, so that its trace holds no such fault.
"""

import heapq
from typing import NamedTuple

from hal import ALL_CELLS, NO_CELLS, Cells, Contacts, Layer, PartError, Snapshot, Table, contacts_of, layer_of, shifted
from hal.ports import Clock
from hal.simulated import SimulatedTable
from support.lines import cells_of_column
from wiring.text import label


class Outage(NamedTuple):
    """The chip that reads a layer (a third of the columns) does not answer.

    Attributes:
        begin, end: microseconds.
    """

    begin: int
    end: int
    layer: Layer


class Short(NamedTuple):
    """Two columns of reeds touch each other: a contact closed in either is seen in both.

    Attributes:
        begin, end: microseconds.
        one, other: columns.
    """

    begin: int
    end: int
    one: int
    other: int


class FaultyTable(SimulatedTable):
    """A simulated table with `failures`: the outages and shorts of its electronics, with times.

    As on a real table, contacts that cannot be read keep their last state, and a chip that is away
    is raised once and named in ``faults``. Shorted columns are named there, too, from the first
    contact on that closes in either: a short is believed when it is proven.
    """

    def __init__(self, clock: Clock | None = None, *, seed: int = 0, bounce: float = 0.005) -> None:
        super().__init__(clock, seed=seed, bounce=bounce)
        self.failures: tuple[Outage | Short, ...] = ()
        self._seen = Snapshot(0)
        self._raised: Outage | None = None
        self._shared: list[Short] = []  # shorts that were found

    @property
    def ports(self) -> Table:
        """The table as the firmware knows it."""
        return Table(self, self, self.log, self.log, self.clock, faults=self.faults, unread=self.unread)

    @property
    def coming(self) -> int | None:
        """The time of the next edge, or when a failure begins, ends or is found."""
        now = self.clock.now()
        times = [at for one in self.failures for at in (one.begin, one.end) if at > now]
        edge = super().coming
        return min(times if edge is None else [*times, edge], default=None)

    def _change(self, layer: Layer | None, number: int, closed: bool, at: int | None) -> None:
        """Move a magnet, and drop the pending changes of the reed."""
        begin = self.clock.now() if at is None else at
        if layer is Layer.REED and bool(self._target[layer] >> number & 1) != closed:
            self._coming = [
                one
                for one in self._coming
                if one[2].layer is not Layer.REED or one[2].number != number or one[2].at < begin
            ]
            heapq.heapify(self._coming)
        super()._change(layer, number, closed, at)

    def faults(self) -> tuple[str, ...]:
        """Name the chips that are away, and the columns that are shorted together."""
        away = (one for one in self._present() if isinstance(one, Outage))
        return (
            *(label("the chip of the {layer} columns does not answer", layer=one.layer.value) for one in away),
            *(
                label("reed columns {one} and {other} are shorted to each other", one=one.one, other=one.other)
                for one in self._shared
            ),
        )

    def unread(self) -> Contacts:
        """Return the contacts of chips that are away and of joined columns: :class:`hal.Table`."""
        away = {one.layer for one in self._present() if isinstance(one, Outage)}
        unread = contacts_of(self._shared_reeds)
        for layer in away:
            unread |= layer_of(layer, ALL_CELLS)
        return unread

    @property
    def _shared_reeds(self) -> Cells:
        shared = NO_CELLS
        for one in self._shared:
            shared |= _columns(one)
        return shared

    def scan(self) -> Snapshot:
        """Hal's Sense port. Raise PartError when a chip begins to be away."""
        found = super().scan()
        for one in self._present():
            if isinstance(one, Short):
                found = found._replace(reeds=_joined(found.reeds, one))
            else:
                field = f"{one.layer.value}s"
                found = found._replace(**{field: getattr(self._seen, field)})
                if one is not self._raised:
                    self._raised = one
                    raise PartError(self.faults()[0])
        closing = found.reeds & ~self._seen.reeds
        self._shared = [
            one
            for one in self._present()
            if isinstance(one, Short) and (one in self._shared or closing & _columns(one))
        ]
        held = self._shared_reeds
        found = found._replace(reeds=found.reeds & ~held | self._seen.reeds & held)
        self._seen = found
        return found

    def _present(self) -> list[Outage | Short]:
        now = self.clock.now()
        return [one for one in self.failures if one.begin <= now < one.end]


def _columns(short: Short) -> Cells:
    """Return the cells of the two columns of a short."""
    return cells_of_column(short.one) | cells_of_column(short.other)


def _joined(reeds: Cells, short: Short) -> Cells:
    """Return the closed reeds as they are seen while two columns touch each other."""
    one, other = reeds & cells_of_column(short.one), reeds & cells_of_column(short.other)
    apart = short.other - short.one
    return reeds | shifted(one, apart) | shifted(other, -apart)

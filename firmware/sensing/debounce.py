"""Which changes of the contacts are real?

All contacts of a scan are one integer, so that 300 of them are debounced by a handful of
operations: a change counts after three equal samples. The time kept is that of the first sample
that differed. A contact that toggles without rest is put in quarantine: it goes back to the
state in which it last rested, with one warning, and stays out until it rests again.
"""

from collections import deque

from firmware.sensing.events import Chatter, Event, Key, Kind, Touch
from hal import CELLS, KEYS, Snapshot, members
from wiring import COLUMNS

_MASK = (1 << CELLS) - 1
_LAYERS = ("reed", "button", "tilt")
_CLOSED = (Kind.PLACE, Kind.PRESS, Kind.A_UP)  # what a closing contact of each layer means
_OPENED = (Kind.LIFT, Kind.RELEASE, Kind.B_UP)
_KEYS_FROM = CELLS * len(_LAYERS)

WINDOW = 4_000_000  # microseconds in which ...
TOGGLES = 48  # ... so many changes are more than any hand makes,
BOUNCE = 25_000  # counting changes at least so far apart (nearer ones are one bounce)
STEADY = 1_000_000  # microseconds without a change that make a state one to go back to
QUIET = 3_000_000  # microseconds without a change that end a quarantine


class Debouncer:
    """Turns scans into settled events, in the order in which the contacts moved.

    standing: the cells whose reed was closed, and alone, before the first scan; None takes the
    first scan as it is.
    """

    def __init__(self, standing: int | None = None) -> None:
        self._settled = standing
        self._last = self._last_but_one = standing or 0
        self._moved_at: dict[int, int] = {}  # contact -> first sample that differed
        self._toggles: dict[int, deque[int]] = {}
        self._rested = 0  # the state of each contact before it began to toggle
        self._quarantine: dict[int, int] = {}  # contact -> last change
        self._barred = 0

    @property
    def _state(self) -> int:
        return self._settled or 0

    @property
    def still(self) -> bool:
        """Whether the last samples were all the same and settled."""
        return (
            self._settled == self._last == self._last_but_one
            and not self._moved_at
            and not self._quarantine
        )

    @property
    def picture(self) -> int:
        """The settled contacts that stay: the cells' reeds, and above them their tilts."""
        return self._state & _MASK | (self._state >> 2 * CELLS & _MASK) << CELLS

    @property
    def quarantined(self) -> int:
        """The cells with a reed in quarantine."""
        return self._barred & _MASK

    def feed(self, scan: Snapshot, keys: int) -> list[Event]:
        """The events that this scan settles."""
        sample = scan.reeds | scan.buttons << CELLS | scan.tilts << 2 * CELLS | keys << _KEYS_FROM
        if self._settled is None:
            self._settled = self._last = self._last_but_one = sample
            return []
        events: list[Event] = []
        if sample != self._last:
            events += self._count(sample ^ self._last, scan.at)
        if self._quarantine:
            events += self._release(scan.at)
        unsettled = sample ^ self._settled
        if unsettled | self._last ^ self._settled:
            for contact in members(unsettled & ~self._barred):
                self._moved_at.setdefault(contact, scan.at)
            still = ~(sample ^ self._last | self._last ^ self._last_but_one)
            changed = unsettled & still & ~self._barred
            if changed:
                self._settled ^= changed
                events += self._events(changed)
        if self._moved_at:
            resting = ~(unsettled | self._last ^ self._settled | self._last_but_one ^ self._settled)
            for contact in [c for c in self._moved_at if resting >> c & 1]:
                del self._moved_at[contact]
        self._last_but_one, self._last = self._last, sample
        return events

    def _events(self, changed: int) -> list[Event]:
        """What these contacts have just settled to, the first to move first."""
        events: list[Event] = []
        moved = sorted(
            (self._moved_at.pop(contact), _rank(contact, self._state >> contact & 1), contact)
            for contact in members(changed)
        )
        for at, rank, contact in moved:
            closed = rank > 0
            layer, cell = divmod(contact, CELLS)
            if contact < _KEYS_FROM:
                events.append(Touch(at, (_CLOSED if closed else _OPENED)[layer], cell))
            elif closed:  # a key let go means nothing
                events.append(Key(at, KEYS[contact - _KEYS_FROM]))
        return events

    def _count(self, toggled: int, at: int) -> list[Event]:
        """Note these changes; the contacts that now changed too often go into quarantine."""
        found: list[Event] = []
        for contact in members(toggled):
            if contact in self._quarantine:
                self._quarantine[contact] = at
                continue
            times = self._toggles.setdefault(contact, deque(maxlen=TOGGLES))
            if times and at - times[-1] < BOUNCE:
                continue
            if not times or at - times[-1] >= STEADY:
                self._rested = _with(self._rested, contact, self._state >> contact & 1)
            times.append(at)
            if len(times) == TOGGLES and at - times[0] <= WINDOW:
                self._quarantine[contact] = at
                self._barred |= 1 << contact
                self._moved_at.pop(contact, None)
                found.append(Chatter(at, *_named(contact), resting=False, reed=_reed(contact)))
                if (self._state ^ self._rested) >> contact & 1:
                    self._moved_at[contact] = at
                    self._settled = self._state ^ 1 << contact
                    found += self._events(1 << contact)
        return found

    def _release(self, at: int) -> list[Event]:
        """End the quarantine of contacts that have rested."""
        found: list[Event] = []
        for contact in [c for c, last in self._quarantine.items() if at - last >= QUIET]:
            del self._quarantine[contact]
            del self._toggles[contact]
            self._barred ^= 1 << contact
            found.append(Chatter(at, *_named(contact), resting=True, reed=_reed(contact)))
        return found


def _rank(contact: int, closed: int) -> int:
    """Which of the contacts that move in the same scan comes first; those that opened have 0.

    A piece leaves before it arrives, and what a press says of a move is said before the move.
    """
    return closed and (1 if contact // CELLS == _LAYERS.index("button") else 2)


def _with(contacts: int, contact: int, closed: int) -> int:
    """`contacts` with one of them set to a state."""
    return contacts & ~(1 << contact) | closed << contact


def _reed(contact: int) -> int | None:
    """The cell of a reed, None for another contact."""
    return contact if contact < CELLS else None


def _named(contact: int) -> tuple[str, dict[str, str | int]]:
    """The layer of a contact and where it is there."""
    if contact >= _KEYS_FROM:
        return "key", {"key": KEYS[contact - _KEYS_FROM]}
    layer, cell = divmod(contact, CELLS)
    return _LAYERS[layer], {"row": cell // COLUMNS, "column": cell % COLUMNS}

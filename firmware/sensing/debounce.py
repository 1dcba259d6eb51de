"""The real changes of the contacts, without their bounces.

All contacts of a scan are one integer, so that 300 of them are debounced by a handful of
operations: a change counts after three equal samples. The time kept is that of the first sample
that differed. A contact that toggles without rest is put in quarantine: it goes back to the state
in which it last rested, with one warning, and stays out until it rests again.

A contact that cannot be read stays as it was. When it can be read again it is taken as it is: the
changes meanwhile have no known order, so they are not told as touches. A button that is pressed then
is told.
"""

from collections import deque

from firmware.sensing.events import Chatter, Event, Key, Kind, Touch, Unread
from hal import (
    ALL_CONTACTS,
    BUTTONS,
    KEYS,
    NO_CONTACTS,
    REEDS,
    TILTS,
    Contacts,
    Layer,
    Snapshot,
    contacts_of,
    find_contact,
    members,
    one_contact,
)
from wiring import COLUMNS

_MEANINGS = {  # of a contact that opens, and of one that closes
    Layer.REED: (Kind.LIFT, Kind.PLACE),
    Layer.BUTTON: (Kind.RELEASE, Kind.PRESS),
    Layer.TILT: (Kind.B_UP, Kind.A_UP),
}
_KEYS_FROM = ALL_CONTACTS.bit_length()

WINDOW = 4_000_000  # microseconds
TOGGLES = 48  # so many changes within WINDOW are more than people make
ONE_BOUNCE = 25_000  # microseconds; changes nearer to each other count as one
RESTED = 1_000_000  # microseconds without a change after which a state can be gone back to
QUARANTINE_REST = 3_000_000  # microseconds without a change after which a quarantine ends


class Debouncer:
    """Turns scans into settled events, in the order in which the contacts moved.

    standing: the state before the first scan: the cells whose reed was closed, all other contacts
    being open. None takes the first scan as that state.
    """

    def __init__(self, standing: Contacts | None = None) -> None:
        self._settled = standing
        self._last = self._last_but_one = standing or NO_CONTACTS
        self._moved_at: dict[int, int] = {}  # contact -> first sample that differed
        self._toggles: dict[int, deque[int]] = {}
        self._rested = NO_CONTACTS  # the state of each contact before it began to toggle
        self._quarantine: dict[int, int] = {}  # contact -> last change
        self._barred = NO_CONTACTS
        self._unread = self._unread_last = self._unread_last_but_one = NO_CONTACTS

    @property
    def _state(self) -> Contacts:
        return self._settled or NO_CONTACTS

    @property
    def still(self) -> bool:
        """Whether the last two samples are the settled state and no contact is in quarantine."""
        return (
            self._settled == self._last == self._last_but_one
            and not self._moved_at
            and not self._quarantine
            and self._unread == self._unread_last == self._unread_last_but_one
        )

    @property
    def closed(self) -> Contacts:
        """The settled reeds and tilt contacts."""
        return self._state & (REEDS | TILTS)

    @property
    def keys(self) -> int:
        """The settled keys that are held: bit n for ``KEYS[n]``."""
        return self._state >> _KEYS_FROM

    @property
    def unread(self) -> Contacts:
        """The contacts that cannot be read, as in :class:`Unread`."""
        return self._unread

    def feed(self, scan: Snapshot, keys: int, unread: Contacts = NO_CONTACTS) -> list[Event]:
        """Take a scan and return the events that it settles.

        keys: bit n for ``KEYS[n]``. unread: the contacts that could not be read in this scan.
        """
        sample = contacts_of(scan.reeds, scan.tilts, scan.buttons, keys)
        if self._settled is None:
            self._settled = self._last = self._last_but_one = sample
            return self._see(unread, sample, scan.at)
        events = self._see(unread, sample, scan.at)
        held = self._unread & ~BUTTONS | unread  # a button that is read again counts from that scan on
        sample = sample & ~held | self._settled & held
        return events + self._take(sample, scan.at, ~NO_CONTACTS)

    def feed_keys(self, keys: int, at: int) -> list[Event]:
        """Take the keys held at `at` in a scan without contacts, and return the events."""
        return self._take(self._last & ALL_CONTACTS | contacts_of(keys=keys), at, ~ALL_CONTACTS)

    def _take(self, sample: Contacts, at: int, sampled: Contacts) -> list[Event]:
        """Return the events that a sample settles. sampled: the contacts that it is of."""
        events: list[Event] = []
        if sample != self._last:
            events += self._count(sample ^ self._last, at)
        if self._quarantine:
            events += self._release(at)
        unsettled = sample ^ self._state
        if unsettled | self._last ^ self._state:
            for contact in members(unsettled & ~self._barred):
                self._moved_at.setdefault(contact, at)
            still = ~(sample ^ self._last | self._last ^ self._last_but_one)
            changed = unsettled & still & ~self._barred & sampled
            if changed:
                self._settled = self._state ^ changed
                events += self._events(changed)
        if self._moved_at:
            resting = ~(unsettled | self._last ^ self._state | self._last_but_one ^ self._state)
            for contact in [c for c in self._moved_at if resting >> c & 1]:
                del self._moved_at[contact]
        self._last_but_one = self._last_but_one & ~sampled | self._last & sampled
        self._last = sample
        return events

    def lose_sight(self, at: int) -> list[Event]:
        """Note that no contact can be read now, and return the events."""
        return self._see(ALL_CONTACTS, self._state, at)

    def _see(self, unread: Contacts, sample: Contacts, at: int) -> list[Event]:
        """Note the unread contacts; a contact that was read in three scans counts as readable."""
        unread, self._unread_last, self._unread_last_but_one = (
            unread | self._unread_last | self._unread_last_but_one,
            unread,
            self._unread_last,
        )
        if unread == self._unread:
            return []
        again, lost = self._unread & ~unread & ~BUTTONS, unread & ~self._unread
        self._unread = unread
        self._settled = self._state & ~again | sample & again
        for contact in [one for one in self._moved_at if lost >> one & 1]:
            del self._moved_at[contact]
        self._last = self._last & ~(again | lost) | self._settled & (again | lost)
        self._last_but_one = self._last_but_one & ~(again | lost) | self._settled & (again | lost)
        return [Unread(at, unread, self.closed)]

    def _events(self, changed: Contacts) -> list[Event]:
        """Return the events of contacts that have just settled, the first to move first."""
        events: list[Event] = []
        moved = sorted(
            (self._moved_at.pop(contact), _rank(contact, self._state >> contact & 1), contact)
            for contact in members(changed)
        )
        for at, rank, contact in moved:
            closed = rank > 0
            if contact < _KEYS_FROM:
                layer, cell = find_contact(contact)
                events.append(Touch(at, _MEANINGS[layer][closed], cell))
            elif closed:  # a key let go means nothing
                events.append(Key(at, KEYS[contact - _KEYS_FROM]))
        return events

    def _count(self, toggled: Contacts, at: int) -> list[Event]:
        """Count these changes and quarantine the contacts that changed too often."""
        found: list[Event] = []
        for contact in members(toggled):
            if contact in self._quarantine:
                self._quarantine[contact] = at
                continue
            times = self._toggles.setdefault(contact, deque(maxlen=TOGGLES))
            if times and at - times[-1] < ONE_BOUNCE:
                continue
            if not times or at - times[-1] >= RESTED:
                self._rested = self._rested & ~one_contact(contact) | self._state & one_contact(contact)
            times.append(at)
            if len(times) == TOGGLES and at - times[0] <= WINDOW:
                self._quarantine[contact] = at
                self._barred |= one_contact(contact)
                self._moved_at.pop(contact, None)
                found.append(Chatter(at, *_named(contact), resting=False, reed=_reed(contact)))
                if (self._state ^ self._rested) >> contact & 1:
                    self._moved_at[contact] = at
                    self._settled = self._state ^ one_contact(contact)
                    found += self._events(one_contact(contact))
        return found

    def _release(self, at: int) -> list[Event]:
        """End the quarantine of contacts that have rested; return an event for each."""
        found: list[Event] = []
        for contact in [c for c, last in self._quarantine.items() if at - last >= QUARANTINE_REST]:
            del self._quarantine[contact]
            del self._toggles[contact]
            self._barred ^= one_contact(contact)
            found.append(Chatter(at, *_named(contact), resting=True, reed=_reed(contact)))
        return found


def _rank(contact: int, closed: int) -> int:
    """Return the order of a contact among those that move in the same scan; 0 if it opened.

    A piece is lifted before it is put down, and a press that belongs to a move comes before the
    move.
    """
    return closed and (1 if BUTTONS >> contact & 1 else 2)


def _reed(contact: int) -> int | None:
    """Return the cell of a reed. None for another contact."""
    return contact if REEDS >> contact & 1 else None


def _named(contact: int) -> tuple[str, dict[str, str | int]]:
    """Return the layer of a contact, and its row and column or the name of the key."""
    if contact >= _KEYS_FROM:
        return "key", {"key": KEYS[contact - _KEYS_FROM]}
    layer, cell = find_contact(contact)
    return layer.value, {"row": cell // COLUMNS, "column": cell % COLUMNS}

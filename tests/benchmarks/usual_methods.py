"""The three usual methods by which other tables recognise a move, to compare with.

They get the same debounced events as our recogniser, know the same legal moves, and are told the
true position before every move, so that no mistake follows from another. None asks or takes back.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from firmware.games import AnyAdapter, Gesture
from firmware.sensing.events import Event, Key, Kind, Touch
from hal import NO_CELLS, NO_CONTACTS, REEDS, Contacts, one_cell, reed, tilt
from rules import Move, Position

DELAY = 500_000  # microseconds of rest before the contacts count


class Commit(NamedTuple):
    """A move and when it was decided, in microseconds."""

    move: Move
    at: int


class Method(Protocol):
    """Reads moves out of events."""

    def follow(self, position: Position, expected: Contacts, closed: Contacts) -> None:
        """Begin again at this position. closed: the contacts that are closed."""

    def feed(self, event: Event) -> list[Commit]:
        """Return the moves that an event completes."""

    def wait(self, at: int) -> list[Commit]:
        """Return the moves that are complete when nothing happens until `at` (microseconds)."""


class _Usual:
    """What the three share: the legal moves, the closed contacts, and the cells pressed."""

    def __init__(self, adapter: AnyAdapter) -> None:
        self._adapter = adapter
        self._gestures: list[Gesture] = []
        self._closed = self._expected = NO_CONTACTS
        self._pressed = NO_CELLS

    def follow(self, position: Position, expected: Contacts, closed: Contacts) -> None:
        self._closed = closed & self._adapter.places
        self._take_up(position, expected)

    def _take_up(self, position: Position, expected: Contacts) -> None:
        self._position, self._expected, self._pressed = position, expected, NO_CELLS
        over = position.outcome is not None
        self._gestures = [] if over else list(self._adapter.gestures(position, expected))

    def _notice(self, event: Event) -> bool:
        """Note the event in the closed contacts. Return whether it matters to the game."""
        if not isinstance(event, Touch) or event.kind is Kind.RELEASE:
            return False
        if event.kind is Kind.PRESS:
            self._pressed |= one_cell(event.cell)
            return True
        moves = event.kind in (Kind.PLACE, Kind.LIFT)
        contact = reed(event.cell) if moves else tilt(event.cell)
        closed = event.kind in (Kind.PLACE, Kind.A_UP)
        self._closed = self._closed | contact if closed else self._closed & ~contact
        return bool(contact & self._adapter.places)

    def _key(self, event: Event) -> list[Commit]:
        """Return the move that a key completes."""
        if isinstance(event, Key):
            changed = self._closed ^ self._expected
            for one in self._gestures:
                if one.key == event.name and one.flips ^ one.held == changed:
                    return self._commit([one], event.at)
        return []

    def _now(self) -> list[Gesture]:
        """Return the moves that lead to the contacts as they are."""
        changed = self._closed ^ self._expected
        return [one for one in self._gestures if one.key is None and one.flips == changed]

    def _commit(self, found: Iterable[Gesture], at: int) -> list[Commit]:
        """Play the one of these moves that uses most of the presses."""
        ways = [one for one in found if not one.presses & ~self._pressed]
        if not ways:
            return []
        best = max(ways, key=lambda one: one.presses.bit_count())
        self._take_up(self._position.play(best.move), self._expected ^ best.flips)
        return [Commit(best.move, at)]

    def wait(self, at: int) -> list[Commit]:  # noqa: ARG002
        return []


class FirstTwoEvents(_Usual):
    """The first piece lifted and the first cell filled are the move."""

    def __init__(self, adapter: AnyAdapter) -> None:
        super().__init__(adapter)
        self._cells = 0
        self._events = 0

    def _take_up(self, position: Position, expected: Contacts) -> None:
        super()._take_up(position, expected)
        self._cells = self._events = 0

    def feed(self, event: Event) -> list[Commit]:
        if not self._notice(event) or not isinstance(event, Touch):
            return self._key(event)
        if event.kind in (Kind.LIFT, Kind.PLACE):
            self._cells ^= 1 << event.cell
            self._events += 1
        found = [one for one in self._gestures if one.key is None and one.flips & REEDS]
        found = [one for one in found if one.flips & REEDS == self._cells]
        if not found and not self._cells:
            found = self._now()  # presses alone, or glasses turned where they stand
        committed = self._commit(found, event.at)
        if self._events >= 2 and not committed and not found:
            self._cells = self._events = 0
        return committed


class ContactsAfterDelay(_Usual):
    """Contacts that rest for half a second and that a legal move leads to are that move."""

    def __init__(self, adapter: AnyAdapter) -> None:
        super().__init__(adapter)
        self._due: int | None = None

    def feed(self, event: Event) -> list[Commit]:
        if not self._notice(event):
            return self._key(event)
        self._due = event.at + DELAY
        return []

    def wait(self, at: int) -> list[Commit]:
        if self._due is None or at < self._due:
            return []
        due, self._due = self._due, None
        return self._commit(self._now(), due)


class EventsAndContacts(_Usual):
    """The moment a touch makes the contacts those that a legal move leads to, it is that move."""

    def feed(self, event: Event) -> list[Commit]:
        if not self._notice(event):
            return self._key(event)
        return self._commit(self._now(), event.at)


METHODS: dict[str, type[FirstTwoEvents | ContactsAfterDelay | EventsAndContacts]] = {
    "first two events": FirstTwoEvents,
    "contacts after 500 ms": ContactsAfterDelay,
    "events and contacts": EventsAndContacts,
}

"""The record of the contacts and keys of a table during a test, before any debouncing."""

from collections.abc import Callable

from firmware.words import Value, message_of
from hal import NO_CONTACTS, Contacts, HalError, Keys, Sense, Snapshot, contacts_of
from hal.ports import none_unread


class RecordingSense:
    """A Sense port that records the contacts, and a Keys port if it is given keys.

    Attributes:
        closed: the contacts that were closed in the last scan.
        moved: the contacts that changed since the last :meth:`clear`.
        was_unread: the contacts that could not be read at any time.
        errors: the errors of scans and keys, each once.
        keyless: whether the keys could not be read at any time.
        failing: whether the last scan failed.
        missed: whether a scan failed since this was set to False.
        held_keys: the keys held at the last reading, bit n for ``KEYS[n]``.
    """

    def __init__(self, sense: Sense, unread: Callable[[], Contacts] = none_unread, keys: Keys | None = None) -> None:
        """Record.

        Args:
            sense: the contacts.
            unread: returns the contacts that cannot be read now.
            keys: the keys, None where they are not recorded.
        """
        self._sense = sense
        self._keys = keys
        self._unread = unread
        self._began = False
        self.closed = self.moved = self.was_unread = NO_CONTACTS
        self.errors: list[Value] = []
        self.failing = self.missed = self.keyless = False
        self.held_keys = 0

    def clear(self) -> None:
        """Forget the changes so far."""
        self.moved = NO_CONTACTS

    def scan(self) -> Snapshot:
        """Hal's Sense port."""
        try:
            snapshot = self._sense.scan()
        except HalError as error:
            self.failing = self.missed = True
            self._note(error)
            raise
        self.failing = False
        self.was_unread |= self._unread()
        closed = contacts_of(snapshot.reeds, snapshot.tilts, snapshot.buttons)
        if self._began:
            self.moved |= closed ^ self.closed
        self._began, self.closed = True, closed
        return snapshot

    def held(self) -> int:
        """Hal's Keys port."""
        try:
            self.held_keys = 0 if self._keys is None else self._keys.held()
        except HalError as error:
            self.keyless = True
            self._note(error)
            raise
        return self.held_keys

    def _note(self, error: HalError) -> None:
        if message_of(error) not in self.errors:
            self.errors.append(message_of(error))

"""The trust in contacts, with the reasons for distrusting each.

==========  ===============================================================================
trusted     as all contacts are at first
known       found broken before this game, by the self-test
found       found broken in this game, as its players say or play; trusted again as it agrees
restless    it chatters now; trusted again when it rests
unread      its chip is lost, or its row or column has a short: as it was read last until it is
            read again, and not trusted at all if it has not been read in this game
==========  ===============================================================================
"""

from hal import NO_CELLS, NO_CONTACTS, Contacts, buttons_of


class Trust:
    """The state of knowledge about the contacts of a game.

    places: the contacts that the game looks at. known: the contacts found broken before it. found:
    the contacts found broken in it, by now or when it was played before.

    Attributes:
        unread: the contacts that cannot be read: their changes are seen later.
        unheard: the cells whose button cannot be read.
    """

    def __init__(self, places: Contacts, known: Contacts = NO_CONTACTS, found: Contacts = NO_CONTACTS) -> None:
        self._places = places
        self._known = known & places
        self.found = found & places
        self._restless = NO_CONTACTS
        self.unread = NO_CONTACTS
        self.unheard = NO_CELLS
        self._never_read = NO_CONTACTS

    @property
    def distrusted(self) -> Contacts:
        """The unreliable contacts."""
        return self._known | self.found | self._restless | self._never_read

    @property
    def stands_in(self) -> Contacts:
        """The unreliable reeds and glasses for which a press on their cell speaks."""
        return self.distrusted & ~self.unread

    def find(self, contacts: Contacts) -> None:
        """Distrust contacts until they agree with the game."""
        self.found |= contacts & self._places

    def agree(self, contact: Contacts) -> bool:
        """Trust a contact again; return whether it had been found broken."""
        found = contact & self.found
        self.found &= ~contact
        return found != NO_CONTACTS

    def chatter(self, contact: Contacts, *, rests: bool) -> None:
        """Leave out a contact that chatters, or take it in again when it rests."""
        self._restless = self._restless & ~contact | (NO_CONTACTS if rests else contact & self._places)

    def lose_sight(self, contacts: Contacts, *, begins: bool = False) -> None:
        """Note that these contacts cannot be read now, and that all others can.

        begins: whether the game begins with them unread.
        """
        self.unread, self.unheard = contacts & self._places, buttons_of(contacts)
        self._never_read = self.unread if begins else self.unread & self._never_read

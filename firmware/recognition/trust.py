"""Which contacts can be believed? Trust in contacts, with the reasons for distrusting each.

==========  ===============================================================================
trusted     as all contacts are at first
known       found broken before this game, by the self-test
found       found broken in this game: its players say so
restless    it chatters now; trusted again when it rests
suspected   at odds with the start of the game, or found: trusted again as soon as it agrees
unnamed     suspected, and the players do not know yet, as they may still put it right
unread      its chip is lost, or its row or column has a short: as it was read last until it is
            read again, and not trusted at all if it has not been read in this game
==========  ===============================================================================
"""

from hal import NO_CONTACTS, Contacts


class Trust:
    """What is known about the contacts of one game.

    places: the contacts that the game looks at. known: those found broken before it. found: those
    found broken when it was played before.
    """

    def __init__(
        self, places: Contacts, known: Contacts = NO_CONTACTS, found: Contacts = NO_CONTACTS
    ) -> None:
        self._places = places
        self._known = known & places
        self._found = found & places
        self._restless = NO_CONTACTS
        self._suspected = self._found
        self.unnamed = NO_CONTACTS
        self.unread = NO_CONTACTS
        self._never_read = NO_CONTACTS

    @property
    def distrusted(self) -> Contacts:
        """The contacts that say nothing reliable."""
        return self._known | self._found | self._restless | self._never_read

    @property
    def found(self) -> Contacts:
        """The contacts that were found broken in this game and named to its players."""
        return self._found & ~self.unnamed

    def find(self, contacts: Contacts) -> None:
        """Distrust contacts from now on."""
        self._found |= contacts & self._places

    def suspect(self, contacts: Contacts) -> None:
        """Distrust contacts until they agree with the game."""
        self._suspected |= contacts
        self.find(contacts)

    def suspect_unnamed(self, contacts: Contacts) -> None:
        """Distrust contacts until they agree, and name them when somebody plays all the same."""
        self.suspect(contacts)
        self.unnamed = contacts & self._places

    def name(self, contacts: Contacts) -> Contacts:
        """Count contacts as named; return those that were not before."""
        named = self.unnamed & contacts
        self.unnamed &= ~named
        return named

    def agree(self, contact: Contacts) -> bool:
        """Trust a suspected contact again; return whether it was one."""
        if not contact & self._suspected:
            return False
        self._suspected &= ~contact
        self._found &= ~contact
        self.unnamed &= ~contact
        return True

    def chatter(self, contact: Contacts, *, rests: bool) -> None:
        """Leave out a contact that chatters, or take it in again when it rests."""
        self._restless = self._restless & ~contact | (
            NO_CONTACTS if rests else contact & self._places
        )

    def lose_sight(self, contacts: Contacts, *, begins: bool = False) -> None:
        """Note that these contacts cannot be read now, and that all others can.

        begins: whether the game begins so.
        """
        self.unread = contacts & self._places
        self._never_read = self.unread if begins else self.unread & self._never_read

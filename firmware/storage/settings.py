"""What is known about the table itself: the names of settings, and how their texts read.

A store keeps settings as texts by name (:meth:`firmware.storage.store.Store.setting`). A set of
contacts is written as a hexadecimal number whose bits are those of a snapshot's picture. What is
measured of the pieces of a game has a name in the file of that game.
"""

BROKEN = "broken reeds"  # the contacts that the self-test found broken
FOUND = "found in game"  # the number of a game, and the contacts found broken while it was played


def read_contacts(text: str | None) -> int:
    """Return the contacts that :data:`BROKEN` names, 0 for none."""
    return int(text or "0", 16)


def write_contacts(contacts: int) -> str | None:
    """Return the text of :data:`BROKEN` for these contacts, None when there are none."""
    return f"{contacts:x}" if contacts else None


def read_found(text: str | None) -> tuple[int, int]:
    """Return the game that :data:`FOUND` is about and the contacts found broken; 0 for none."""
    game, _, contacts = (text or "0 0").partition(" ")
    return int(game), int(contacts, 16)


def write_found(game: int, contacts: int) -> str | None:
    """Return the text of :data:`FOUND` for these contacts, None when there are none."""
    return f"{game} {contacts:x}" if contacts else None

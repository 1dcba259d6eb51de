"""What is known about the table itself: the names of settings, and how their texts read.

A store keeps settings as texts by name (:meth:`firmware.storage.store.Store.setting`). A set of
contacts is written as a hexadecimal number whose bits are those of :mod:`hal.contacts`. What is
measured of the pieces of a game has a name in the file of that game, and reads as
:func:`firmware.games.capabilities.read_measured` says. Every function here that reads raises
ValueError for a text that none of those here has written.
"""

from firmware.games.capabilities import read_measured
from firmware.play.intensity import Intensity
from firmware.play.intensity import checked as check_intensity
from hal import REEDS, TILTS, Contacts

BROKEN = "broken reeds"  # the contacts that the self-test found broken
VOICE = "voice"  # what those at a table that can speak want of it, which without this speaks
SILENT = "silent"
INTENSITY = "intensity"  # the percents of lamps and sounds, where they are not the usual ones
RESUMED = "resumed"  # the number of the unfinished game that is offered before others


def read_contacts(text: str | None) -> Contacts:
    """Return the contacts that :data:`BROKEN` names."""
    contacts = Contacts(text or "0", 16)
    if contacts & ~(REEDS | TILTS):
        raise ValueError(f"{text!r} is no set of contacts")
    return contacts


def write_contacts(contacts: int) -> str | None:
    """Return the text of :data:`BROKEN` for these contacts, None when there are none."""
    return f"{contacts:x}" if contacts else None


def read_intensity(text: str | None) -> Intensity:
    """Return what :data:`INTENSITY` says."""
    if text is None:
        return Intensity()
    lamps, sound = map(int, text.split())
    return check_intensity(Intensity(lamps, sound))


def write_intensity(intensity: Intensity) -> str | None:
    """Return the text of :data:`INTENSITY`, None for the usual one."""
    return None if intensity == Intensity() else f"{intensity.lamps} {intensity.sound}"


def checked(name: str, text: str) -> str:
    """Return the text of a setting. Raise ValueError for one that it cannot have."""
    if name == BROKEN:
        read_contacts(text)
    elif name == VOICE:
        if text != SILENT:
            raise ValueError(f"{text!r} should be {SILENT}")
    elif name == INTENSITY:
        read_intensity(text)
    elif name == RESUMED:
        int(text)
    else:
        read_measured(text)
    return text

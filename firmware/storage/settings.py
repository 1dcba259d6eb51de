"""The settings of the table: their names, and their texts.

A store keeps settings as texts by name (:meth:`firmware.storage.store.Store.setting`). A set of
contacts is a hexadecimal number with the bits of :mod:`hal.contacts`. Measured values of the pieces
of a game are named in the module of that game, and are read by
:func:`firmware.games.capabilities.read_measured`. Every reading function raises ValueError for a
text that no writing function of this module returns.
"""

from firmware.games.capabilities import read_measured
from firmware.play.intensity import Intensity
from firmware.play.intensity import checked as check_intensity
from hal import REEDS, TILTS, Contacts

BROKEN = "broken reeds"  # the contacts that the self-test found broken
VOICE = "voice"  # SILENT if the table should not speak; without it the table speaks if it can
SILENT = "silent"
INTENSITY = "intensity"  # the percentages of lamps and sounds, if they are not the defaults
RESUMED = "resumed"  # the number of the unfinished game that is offered before others


def read_contacts(text: str | None) -> Contacts:
    """Return the set of contacts of the setting :data:`BROKEN`."""
    contacts = Contacts(text or "0", 16)
    if contacts & ~(REEDS | TILTS):
        raise ValueError(f"{text!r} is no set of contacts")
    return contacts


def write_contacts(contacts: int) -> str | None:
    """Return the text of :data:`BROKEN` for these contacts. An empty set gives None."""
    return f"{contacts:x}" if contacts else None


def read_intensity(text: str | None) -> Intensity:
    """Return the intensity of the setting :data:`INTENSITY`."""
    if text is None:
        return Intensity()
    lamps, sound = map(int, text.split())
    return check_intensity(Intensity(lamps, sound))


def write_intensity(intensity: Intensity) -> str | None:
    """Return the text of :data:`INTENSITY`. The default intensity gives None."""
    return None if intensity == Intensity() else f"{intensity.lamps} {intensity.sound}"


def checked(name: str, text: str) -> str:
    """Return the text of a setting. Raise ValueError for an invalid text."""
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

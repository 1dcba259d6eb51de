"""The faults that a self-test has found, and the report to the builder.

The fault of a contact shows in its states before, during and after its test:

=========  ====================  ===========  ================
fault      before any touch      it answered  after its test
=========  ====================  ===========  ================
dead       open                  no           open
stuck      closed                no           closed
jammed     open                  yes          closed
inverted   closed                yes          closed
restless   moved
=========  ====================  ===========  ================
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import NamedTuple

from firmware.selftest.lines import FOLLOW, Answers, Contact, advised, by_layer, explain, places
from firmware.words import N_, Text, Value
from hal import CELLS, NO_CONTACTS, REEDS, TILTS, Cells, Contacts, Layer, cell_set, one_cell, reeds_of

_DEAD, _DEAD_ADVICE = N_("{layer} at {cells}: never closed"), N_("check its diode, its solder joints and its line")
_UNMAPPED_ADVICE = N_("check its solder joints and its line")
_STUCK = N_("{layer} at {cells}: always closed"), N_("look for a solder bridge or something lying on the cell")
_INVERTED = (
    N_("{layer} at {cells}: inverted, closed while it should be open"),
    N_("is it of the right type, and wired to the right contact?"),
)
_RESTLESS = N_("{layer} at {cells}: switches by itself"), N_("look for a bad solder joint")
_JAMMED = N_("{layer} at {cells}: stays closed after it was tested"), N_("does it jam?")


_UNHEARD = {
    ("tunes", False): N_("buzzer: silent"),
    ("tunes", None): N_("buzzer: nobody confirmed hearing it"),
    ("voice", False): N_("voice: silent; is the sound card the default one, and its volume up?"),
    ("voice", None): N_("voice: nobody confirmed hearing it"),
}


class Faults(NamedTuple):
    """The faults of a table.

    Attributes:
        answers: for each tested contact that is not stuck, the contacts that answered.
        stuck: contacts that are always closed, see above; jammed, inverted, restless likewise.
        dark: cells whose lamp is dark or has a wrong colour.
        tested: cells that were tested.
        keys: for each key that was asked for, the keys that answered.
        held: the keys that are held down at the end.
        unheard: the parts that were not heard, ``tunes`` or ``voice``: False where the answer was no,
            None without an answer.
        sensors: errors of the contacts and keys during the test.
        parts: why lamps, buzzer or display do not work.
    """

    answers: Answers
    stuck: Contacts
    jammed: Contacts
    inverted: Contacts
    restless: Contacts
    dark: Cells
    tested: Cells
    keys: Mapping[str, frozenset[str]] = MappingProxyType({})
    held: frozenset[str] = frozenset()
    unheard: Mapping[str, bool | None] = MappingProxyType({})
    sensors: tuple[Value, ...] = ()
    parts: tuple[Text, ...] = ()

    @property
    def unsound(self) -> Contacts:
        """The contacts that are not reliable."""
        dead = (one.bit for one, others in self.answers.items() if one not in others)
        return reduce(or_, dead, self.stuck | self.jammed | self.inverted | self.restless)

    @property
    def contacts(self) -> Contacts:
        """The reeds and tilt contacts that are not reliable."""
        return self.unsound & (REEDS | TILTS)

    @property
    def reeds(self) -> Cells:
        """The cells with an unreliable reed."""
        return reeds_of(self.unsound)


def report(faults: Faults, chain: Sequence[int] | None = range(CELLS), *, soldered: bool = True) -> list[Text]:
    """Return the report to the builder, a line for each fault.

    chain: the cell lit by each pixel, from the first pixel on; None for a table without a map of
    its wires. soldered: whether the table has wires and joints at all, about which to give advice.
    """
    lines = [Text(N_("sensors: {error}"), {"error": fault}) for fault in faults.sensors]
    lines += faults.parts
    wires, dead = explain(faults.answers, mapped=chain is not None, soldered=soldered)
    lines += wires
    never = reduce(or_, (one.bit for one in dead), NO_CONTACTS)
    for (text, advice), contacts in (
        ((_DEAD, _UNMAPPED_ADVICE if chain is None else _DEAD_ADVICE), never),
        (_STUCK, faults.stuck),
        (_JAMMED, faults.jammed),
        (_INVERTED, faults.inverted),
        (_RESTLESS, faults.restless),
    ):
        lines += by_layer(text, contacts, advice if soldered else "")
    lines += _dark_lamps(faults, chain)
    lines += _too_strong(faults.answers)
    lines += _of_keys(faults, soldered=soldered)
    return lines + [Text(_UNHEARD[part, heard], {}) for part, heard in faults.unheard.items()]


def _dark_lamps(faults: Faults, chain: Sequence[int] | None) -> list[Text]:
    """Return at most a line about dark lamps: all of them, the end of the chain, or some."""
    if not faults.dark:
        return []
    cells: dict[str, Value] = {"cells": places(faults.dark)}
    if chain is None:
        return [Text(N_("lamp at {cells}: off or wrong colour"), cells)]
    tested = [pixel for pixel, cell in enumerate(chain) if faults.tested >> cell & 1]
    dark = [pixel for pixel in tested if faults.dark >> chain[pixel] & 1]
    if len(dark) > 1 and dark == tested:
        text = N_("lamps: none shines; check the 5 V of the pixels, and that the data wire enters the first one at DIN")
        return [Text(text, {})]
    if len(dark) > 1 and dark == tested[-len(dark) :]:
        text = N_("lamps: dark from {cell} on; check the data line from pixel {before} to pixel {pixel}")
        first, before = dark[0], tested[-len(dark) - 1]
        return [Text(text, {"cell": places(one_cell(chain[first])), "before": before, "pixel": first})]
    return [Text(N_("lamp at {cells}: off or wrong colour; check the data line from the pixel before"), cells)]


def _too_strong(answers: Answers) -> list[Text]:
    """Return at most a line about reeds that close beside the tested reed."""
    near: dict[Contact, Cells] = {}
    for one, others in answers.items():
        beside = cell_set(other.cell for other in others if other.layer is Layer.REED and other.cell != one.cell)
        if one.layer is Layer.REED and one in others and beside:
            near[one] = beside
    if not near:
        return []
    text = N_(
        "a magnet at {one} also closed the reed at {others}: it is too strong or too low, or that "
        "reed is too sensitive; take a weaker magnet or a thicker sheet"
    )
    ones = cell_set(one.cell for one in near)
    return [Text(text, {"one": places(ones), "others": places(reduce(or_, near.values()))})]


def _of_keys(faults: Faults, *, soldered: bool) -> list[Text]:
    """Return a line for each key that does not work."""
    lines = []
    keys = faults.keys
    for key in sorted(keys):
        others = sorted(keys[key] - {key})
        if key in faults.held:
            text = N_("key {key}: stays pressed; does it jam, or is its wire on 0 V?")
            lines.append(Text(text, {"key": key}))
        elif not keys[key]:
            lines.append(Text(N_("key {key}: no answer"), {"key": key}))
        for other in others:
            values = {"key": key, "other": other}
            if key not in keys.get(other, ()):
                if key not in keys[key]:
                    text = N_("key {key}: the key {other} answered instead")
                    lines.append(advised(Text(text, values), FOLLOW if soldered else ""))
            elif key < other:
                if key in keys[key]:
                    text = N_("the keys {key} and {other} answer together: their wires touch")
                else:
                    text = N_("the keys {key} and {other} are exchanged")
                lines.append(Text(text, values))
    return lines

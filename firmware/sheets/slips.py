"""Slips of the pen: the texts that may have been meant by another, and how unlikely that is."""

from collections.abc import Mapping, Sequence
from functools import cache

from firmware.sheets.fields import LETTERS
from firmware.sheets.lexicon import words_in

# The costs: a sign that looks like another, two in the wrong order, one too many, any other one.
TWIN, ALIKE, _TURNED, _SWAPPED, _ADDED, CHANGED = 1.0, 2.5, 1.5, 3.5, 4.0, 5.0


@cache
def _alike(sign: str) -> Mapping[str, float]:
    """Return the signs that look like a sign, with the cost of each."""
    marks = words_in("marks")["alike"]
    costs = (("others", ALIKE), ("twins", TWIN))
    found = {one: cost for kind, cost in costs for some in marks[kind] if sign in some for one in some}
    return {one: found[one] for one in sorted(found) if one != sign}


@cache
def slips(text: str) -> Sequence[tuple[float, str]]:
    """Return the texts that may have been meant, each behind its cost."""
    found: dict[str, float] = {}

    def keep(form: str, cost: float) -> None:
        found[form] = min(cost, found.get(form, cost))

    for at, sign in enumerate(text):
        before, behind = text[:at], text[at + 1 :]
        for other, cost in _alike(sign).items():
            keep(before + other + behind, cost)
        if before:
            turned = before[-1].isdecimal() and sign.isalpha()
            keep(before[:-1] + sign + before[-1] + behind, _TURNED if turned else _SWAPPED)
        keep(before + behind, _ADDED)
        for other in LETTERS + "0123456789" if len(text) > 1 else "":
            keep(before + other + behind, CHANGED)
    return [(cost, form) for form, cost in found.items() if form and form != text]

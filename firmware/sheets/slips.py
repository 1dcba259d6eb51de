"""Slips of the pen: the texts that may have been meant by another, and how unlikely that is."""

from collections.abc import Sequence
from functools import cache

from firmware.sheets.fields import LETTERS

# The costs: a sign that looks like another, two in the wrong order, one too many, any other one.
TWIN, ALIKE, _TURNED, _SWAPPED, _ADDED, CHANGED = 1.0, 2.5, 1.5, 3.5, 4.0, 5.0
_TWINS = {
    frozenset(one) for one in ("1l", "1i", "li", "0o", "6b", "5s", "2z", "8b", "9q", "9g", "aq")
}
_LOOKS = (
    "1li7", "0oqd", "b68h", "5s", "a4qd9", "g9q", "8b3", "2z7", "ce", "yvu4", "rvn", "kh", "wvu",
    "fe", "f7t",
)  # fmt: skip


@cache
def slips(text: str) -> Sequence[tuple[float, str]]:
    """Return the texts that may have been meant, each behind its cost."""
    found: dict[str, float] = {}

    def keep(form: str, cost: float) -> None:
        found[form] = min(cost, found.get(form, cost))

    for at, sign in enumerate(text):
        before, behind = text[:at], text[at + 1 :]
        for other in sorted({one for looks in _LOOKS if sign in looks for one in looks} - {sign}):
            keep(before + other + behind, TWIN if frozenset((sign, other)) in _TWINS else ALIKE)
        if before:
            turned = before[-1].isdecimal() and sign.isalpha()
            keep(before[:-1] + sign + before[-1] + behind, _TURNED if turned else _SWAPPED)
        keep(before + behind, _ADDED)
        for other in LETTERS + "0123456789" if len(text) > 1 else "":
            keep(before + other + behind, CHANGED)
    return [(cost, form) for form, cost in found.items() if form and form != text]

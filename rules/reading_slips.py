"""Signs that look alike in many hands, and what else a short text may have been meant to be.

Costs are in the same spirit as those by which a table reads hands: minus the logarithm of how often
a slip of the pen happens, roughly.
"""

from collections.abc import Mapping, Sequence
from functools import cache

TWINS = 1.0  # two signs that are the same in many hands
CONFUSED = 2.5  # two signs that look alike in some
TURNED = 1.5  # a figure in front of its letter: 5f
SWAPPED = 3.5  # two other signs beside each other, the other way round
ADDED = 4.0  # a sign too many
CHANGED = 5.0  # any other sign, or one that is missing
MISSPELT = 2.0  # a word with one letter wrong
_MOST_COST = 6.0  # of one text

_ALIKE = (
    "1li7|!",
    "0oqd",
    "b68h",
    "5s",
    "a4qd9",
    "g9q",
    "8b3",
    "2z7",
    "ce",
    "yvu4",
    "rvn",
    "kh",
    "wvu",
    "fe",
    "f7t",
)
_LOOKS_LIKE: Mapping[str, str] = {
    sign: "".join(
        dict.fromkeys("".join(alike for alike in _ALIKE if sign in alike).replace(sign, ""))
    )
    for sign in set("".join(_ALIKE))
}
_TWINS = {
    frozenset(pair)
    for pair in ("1l", "1i", "1|", "li", "0o", "6b", "5s", "2z", "8b", "9q", "9g", "aq")
}
_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789*-"


@cache
def slips(text: str) -> Sequence[tuple[float, str]]:
    """Return what a text may have been meant to be, each with what the slip costs."""
    found: dict[str, float] = {text: 0.0}
    for at, sign in enumerate(text):
        for form, cost in list(found.items()):
            for other in _LOOKS_LIKE.get(sign, ""):
                _keep(found, form[:at] + other + form[at + 1 :], cost + _confusion(sign, other))
    for form, cost in list(found.items()):
        if cost > CONFUSED:
            continue
        for at in range(len(form)):
            if at:
                swapped = form[: at - 1] + form[at] + form[at - 1] + form[at + 1 :]
                turned = form[at - 1].isdecimal() and form[at].isalpha()
                _keep(found, swapped, cost + (TURNED if turned else SWAPPED))
            _keep(found, form[:at] + form[at + 1 :], cost + ADDED)
    if len(text) > 2:
        for at in range(len(text)):
            for other in _SIGNS:
                _keep(found, text[:at] + other + text[at + 1 :], CHANGED)
    return [(cost, form) for form, cost in found.items() if cost]


def _confusion(one: str, other: str) -> float:
    """Return what it costs to take a sign for another that looks like it."""
    return TWINS if frozenset((one, other)) in _TWINS else CONFUSED


def _keep(found: dict[str, float], form: str, cost: float) -> None:
    if cost <= _MOST_COST and cost < found.get(form, _MOST_COST + 1):
        found[form] = cost

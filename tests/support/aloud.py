"""What a voice says where eyes would read: fields, moves, prompts and where to press."""

import re

# What no voice can say: notation, marks of sides and diagonals, a small letter with a number.
NOTATION = re.compile(r"[@*\\/_{}|<>=#]|\b[a-gA-G][1-7]-|\b[a-z]\d|\d-\w|[+\u2212-]\d", re.ASCII)
LAMPS = {
    "en": ("lamp", "blink", "flash", "lit", "light up"),
    "nl": ("lamp", "knipper", "branden"),
    "fr": ("lampe", "clignot", "allum"),
    "de": ("lämpchen", "lampe", "blink", "leucht"),
}


def assert_for_ears(told: str, language: str) -> None:
    """A sentence makes sense to somebody who sees neither lamps nor a screen."""
    assert not NOTATION.search(told), told
    assert not [one for one in LAMPS[language] if one in told.lower()], told

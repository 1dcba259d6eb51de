"""What people may say and write for the signs of a game's moves."""

from collections.abc import Sequence

from firmware.words import Words
from rules import find_game
from rules.reading_words import BETWEEN, PASSED, SEAT


def spoken(game: str, words: Words) -> Sequence[tuple[str, str]]:
    """Return the signs of a game's moves, each with the most usual word for it in a language.

    Those whose word is the sign itself are left out.
    """
    said = []
    for sign, entry in find_game(game).vocabulary.items():
        word = words.catalogue.pgettext(entry.context, entry.text).partition(BETWEEN)[0].strip()
        if sign != PASSED and not sign.startswith(SEAT) and word.casefold() != sign:
            said.append((sign, word))
    return said

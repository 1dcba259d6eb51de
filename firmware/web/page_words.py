"""The texts of the page in each language, from the catalogues."""

from functools import lru_cache

from firmware.web.packed import Packed, pack
from firmware.web.page_texts import PAGE_TEXTS
from firmware.web.stream import text_of
from firmware.words import LANGUAGES, Counted, InContext, Words, find_words

_NUMBERS = {"one": 1, "other": 2}  # a number of each kind, as Intl.PluralRules calls them


def page_words(words: Words) -> dict[str, str | dict[str, str]]:
    """Return the texts of the page by key, with fields in braces.

    A text that depends on its field ``number`` has a form for each kind of number that
    ``Intl.PluralRules`` tells apart in the languages of the table: ``one`` and ``other``.
    """
    return {key: _told(text, words) for key, text in PAGE_TEXTS.items()}


def _told(text: str | Counted | InContext, words: Words) -> str | dict[str, str]:
    catalogue = words.catalogue
    if isinstance(text, Counted):
        return {kind: catalogue.ngettext(*text, number) for kind, number in _NUMBERS.items()}
    if isinstance(text, InContext):
        return catalogue.pgettext(*text)
    return catalogue.gettext(text)


@lru_cache(maxsize=len(LANGUAGES))
def packed_words(language: str) -> Packed:
    """Return the texts of the page in a language, ready to be sent."""
    return pack(text_of(page_words(find_words(language, {}))), "application/json")

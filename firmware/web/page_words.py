"""The texts of the page in each language: those of ``page_texts.toml``, told by the catalogues."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import BinaryIO, TypeAlias

from firmware.web.packed import Packed, pack
from firmware.web.stream import text_of
from firmware.words import LANGUAGES, Words, find_words

_NUMBERS = {"one": 1, "other": 2}  # a number of each kind, as Intl.PluralRules calls them

PageText: TypeAlias = str | Mapping[str, str]
"""A text; or its forms ``one`` and ``many``; or the ``text`` with its ``context``."""


@cache
def page_texts() -> Mapping[str, PageText]:
    """Return the English texts of the page by their keys."""
    return tomllib.loads(Path(__file__).with_name("page_texts.toml").read_text("utf-8"))


def page_words(words: Words) -> dict[str, str | dict[str, str]]:
    """Return the texts of the page by key, with fields in braces.

    A text that depends on its field ``number`` has a form for each kind of number that
    ``Intl.PluralRules`` tells apart in the languages of the table: ``one`` and ``other``.
    """
    return {key: _told(text, words) for key, text in page_texts().items()}


def _told(text: PageText, words: Words) -> str | dict[str, str]:
    catalogue = words.catalogue
    if isinstance(text, str):
        return catalogue.gettext(text)
    if "context" in text:
        return catalogue.pgettext(text["context"], text["text"])
    return {kind: catalogue.ngettext(text["one"], text["many"], number) for kind, number in _NUMBERS.items()}


def find_texts(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Yield the texts of a file of page texts to Babel, which calls this as ``pyproject.toml`` says."""
    for text in tomllib.load(file).values():
        if isinstance(text, str):
            yield 1, "gettext", text, []
        elif "context" in text:
            yield 1, "pgettext", (text["context"], text["text"]), []
        else:
            yield 1, "ngettext", (text["one"], text["many"]), []


@lru_cache(maxsize=len(LANGUAGES))
def packed_words(language: str) -> Packed:
    """Return the texts of the page in a language, ready to be sent."""
    return pack(text_of(page_words(find_words(language, {}))), "application/json")

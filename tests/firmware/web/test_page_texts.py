"""Every text of the page is in the catalogues, and every text that the catalogues have is used."""

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from firmware.games.kit import find_kit
from firmware.opponents.levels import LEVELS
from firmware.web import wire
from firmware.web.packed import PAGE
from firmware.web.page_words import page_texts, page_words
from firmware.words import LANGUAGES, find_words
from rules import NAMES, find_game

SAID = ("data-say", "data-name")  # the attributes of HTML that name a text


def script(path: Path) -> str:
    """A script without its comments, and without what it says to those who write it only."""
    code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    code = re.sub(r"(^|\s)//[^\n]*", "", code)
    return re.sub(r"(new \w*Error|console\.error)\([\"`][^\"`]*[\"`]", "", code)


SHELL = PAGE.parents[1] / "site" / "static" / "shell.js"  # what a site says beside
SCRIPTS = {path.name: script(path) for path in (*PAGE.glob("*.js"), SHELL)}
PAGES = {path.name: path.read_text() for path in PAGE.glob("*.html")}


def literals(code: str) -> Iterator[str]:
    """The texts in a script, without markup; where it fills something in, ``{}`` stands."""
    for quoted, filled in re.findall(r'"([^"\n]*)"|`((?:[\w .]|\$\{[^}`]*\})*)`', code):
        yield quoted or re.sub(r"\$\{[^}]*\}", "{}", filled)


def keys_in_html() -> set[str]:
    pattern = rf'(?:{"|".join(SAID)})="([^"]*)"'
    return {key for page in PAGES.values() for key in re.findall(pattern, page)}


def shapes_in_scripts() -> set[str]:
    """What scripts hand to `say`, or what looks like a key."""
    found = set()
    for code in SCRIPTS.values():
        for call in re.findall(r"(?<![#\w])say\(([^;]*?)\)[;,)\]}\s:]", code):
            found |= {one for one in literals(call) if re.fullmatch(r"[a-z][\w .{}]*", one)}
        found |= {one for one in literals(code) if re.fullmatch(r"[a-z]+(\.[a-z ]+|\.\{\})+", one)}
    return found


def filled_in() -> dict[str, set[str]]:
    """The keys of each shape, by what the rules and the protocol have to fill in."""
    games = {name: find_game(name) for name in NAMES}
    modules = {name: find_kit(name).page for name in NAMES}
    asked = {
        f"{name}.{option}"
        for name, module in modules.items()
        for option in (*module.new_game_options, *module.more_on_screens)
    }
    chosen = {
        f"{name}.{option}.{choice}"
        for name, module in modules.items()
        for option, choices in module.new_game_options.items()
        for choice in choices
    }
    seats = {seat for game in games.values() for seat in game.seats(game.players[-1])}
    reasons = {reason for name in NAMES for reason in find_kit(name).about.reasons}
    return {
        **{f"{kind}.{{}}": keys(kind, NAMES) for kind in ("game", "about", "begins")},
        "option.{}.{}": keys("option", asked),
        "option.{}.{}.{}": keys("option", chosen),
        "meaning.{}.{}": keys("meaning", asked),
        "seat.{}": keys("seat", seats),
        "reason.{}": keys("reason", reasons),
        "level.{}": keys("level", map(str, LEVELS)),
        "do.{}": keys("do", ("start", "end", "agree")),
        "against.{}": keys("against", ("computer", "here", "phones")),
        "history.{}": keys("history", ("first", "back", "on", "last")),
        "clock.{}": keys("clock", ("minutes", "added")),
        "key.{}": keys("key", ("confirm", "undo", "hint", "menu")),
        "link.{}": keys("link", ("live", "connecting", "lost")),
        "way.{}": keys("way", ("away", "strange", "dead")),
        "settings.{}": keys(
            "settings", ("theme", "board", "notes", "shapes", "motion", "confirm", "turned", "sound", "voice", "notify")
        ),
        "phrase.{}": keys("phrase", get_args(get_type_hints(wire.Say)["phrase"])),
    }


def keys(kind: str, names: Iterable[str]) -> set[str]:
    return {f"{kind}.{name}" for name in names}


NO_KEYS = {  # a selector, files, and what a browser remembers
    "button.primary",
    "game.record",
    "games.db",
    "speeltafel.{}",
}


def wanted() -> set[str]:
    """The keys of all texts that scripts and HTML ask for."""
    shapes, fillings = shapes_in_scripts() - NO_KEYS, filled_in()
    computed = {shape for shape in shapes if "{}" in shape}
    assert computed == fillings.keys(), "what can each of these be filled in with?"
    return keys_in_html() | shapes - computed | set().union(*fillings.values())


def test_every_text_that_the_page_asks_for_is_there_and_no_other() -> None:
    texts = {one for code in SCRIPTS.values() for one in literals(code)}
    assert wanted() - page_texts().keys() == set()
    assert page_texts().keys() - wanted() - texts == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_told_every_text_in_its_language_with_the_same_fields(language: str) -> None:
    told = page_words(find_words(language, {}))
    assert list(told) == list(page_texts())
    for key, text in page_texts().items():
        forms = told[key]
        if isinstance(text, Mapping) and "one" in text:
            assert isinstance(forms, dict), key
            assert forms.keys() == {"one", "other"}
            assert "{number}" in text["one"], key
            pairs = [(forms["one"], text["one"]), (forms["other"], text["many"])]
        else:
            assert isinstance(forms, str), key
            pairs = [(forms, text if isinstance(text, str) else text["text"])]
        for given, english in pairs:
            assert given.strip(), key
            assert fields(given) == fields(english), key


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_a_text_of_the_page_that_counts_has_the_plural_of_its_language() -> None:
    assert page_words(find_words("nl", {}))["home.moves"] == {
        "one": "{number} zet tot nu toe",
        "other": "{number} zetten tot nu toe",
    }


def test_a_text_with_two_meanings_is_told_in_both() -> None:
    words = find_words("fr", {})
    assert page_words(words)["players.won"] == "a gagné"
    assert words("won") == "gagnées"

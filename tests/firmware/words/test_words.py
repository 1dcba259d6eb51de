"""The table says everything in each of its languages, and in the one that was asked for."""

import re
import string
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po
from support.at_table import NAMES, AtTable

from firmware.cli import main
from firmware.output.prompts import prompt
from firmware.study.report import as_text
from firmware.words import LANGUAGES, Text, Words, find_words
from rules import make_header

ROOT = Path(__file__).parents[3]
WORDS = ROOT / "firmware" / "words"
OTHERS = LANGUAGES[1:]

Id = str | tuple[str, ...]


@pytest.fixture(params=OTHERS)
def words(request: pytest.FixtureRequest) -> Words:
    """The words of each language but English."""
    return find_words(request.param, {})


# Catalogues


def texts_in_the_code() -> set[Id]:
    """Each text that Babel finds."""
    found = set()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for mapping in project["tool"]["babel"]["mappings"]:
        keywords = parse_keywords(mapping["keywords"])
        for pattern in mapping["pattern"]:
            folder, _, inner = pattern.partition("/")
            method = [(inner, mapping["method"])]
            for _, _, text, _, context in extract_from_dir(ROOT / folder, method, keywords=keywords):
                found.add(in_context(text, context))
    return found


def in_context(text: str | Sequence[str], context: str | None) -> Id:
    """What tells a message apart, as in compiled catalogues."""
    if isinstance(text, str):
        return text if context is None else f"{context}\4{text}"
    return tuple(text)


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def po_of(language: str) -> Catalog:
    return read(WORDS / language / "LC_MESSAGES" / "speeltafel.po")


def messages(catalogue: Catalog) -> dict[Id, Message]:
    """The messages of a catalogue by their text, or texts, without the header."""
    return {in_context(message.id, message.context): message for message in catalogue if message.id}


def forms(told: str | Sequence[str] | None) -> tuple[str, ...]:
    """One text, or one for each number that is told apart."""
    return (told,) if isinstance(told, str) else tuple(told or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_template_has_every_text_of_the_code_and_no_other() -> None:
    code, template = texts_in_the_code(), messages(read(WORDS / "speeltafel.pot")).keys()
    assert template == code, f"run .ci/words: {template ^ code}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_of_the_template_translated_and_no_other(language: str) -> None:
    catalogue = po_of(language)
    assert messages(catalogue).keys() == messages(read(WORDS / "speeltafel.pot")).keys()
    assert not catalogue.obsolete
    assert str(catalogue.locale) == language
    for message in messages(catalogue).values():
        assert not message.fuzzy, message.id
        told = forms(message.string)
        assert all(told), message.id
        assert len(told) == (catalogue.num_plurals if message.pluralizable else 1), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_text(language: str) -> None:
    for text, message in messages(po_of(language)).items():
        for told, form in zip(forms(message.string), forms(text), strict=True):
            assert fields(told) == fields(form), text


# What is said


def test_a_game_at_the_table_is_prompted_in_the_language(sit_down: Callable[..., AtTable], words: Words) -> None:
    at_table = sit_down("revolution", players=2)
    at_table.act("-N +a1 2. -dark-5 +c3 2.")
    told = prompt(at_table.session.view, words)
    assert at_table.prompt == "Please put the piece from c3 back to dark-5."
    assert (
        told
        == {
            "nl": "Zet het stuk van c3 terug op plaats 5 van donker.",
            "fr": "Remettez la pièce de c3 sur la place 5 des Royalistes, s\u2019il vous plaît.",
            "de": "Bitte stellt die Figur von c3 zurück auf Platz 5 der Royalisten.",
        }[words.language]
    )


def test_numbers_decline_what_they_count() -> None:
    header = make_header("forum_romanum", NAMES[:3])
    one = header.start().play("y@d4")
    for language, first, second in (
        ("en", "1 move", "2 moves"),
        ("nl", "1 zet", "2 zetten"),
        ("fr", "1 coup", "2 coups"),
        ("de", "1 Zug", "2 Züge"),
    ):
        words = find_words(language, {})
        assert as_text(header, one, words).split("\n")[0].endswith(f", {first}")
        assert as_text(header, one.play("b@d5"), words).split("\n")[0].endswith(f", {second}")


def test_a_value_that_is_a_text_is_translated_and_one_with_braces_left_alone() -> None:
    words = find_words("nl", {})
    field = Text("dark-{number}", {"number": "5"})
    assert words("Which was it? Press {choices}.", choices=field) == ("Welke zet was het? Druk op plaats 5 van donker.")
    assert words("To move: {name}", name="{Anna}") == "Aan zet: {Anna}"
    assert words.one_of([field, "a1", "b1"]) == "plaats 5 van donker, a1 of b1"


# Which language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "nl_NL", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_FR", "LC_ALL": "de_AT"}, "de"),
        ({"LC_ALL": "de_AT", "LANGUAGE": "nl"}, "nl"),
        ({"LANGUAGE": "it:fr:de"}, "fr"),
        ({"LANGUAGE": "", "LC_ALL": "", "LANG": "de"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str) -> None:
    assert find_words(None, environment).language == language
    assert find_words("fr", environment).language == "fr"


def score(data: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", str(data / "forum_fr18.record"), *arguments]) == 0
    return capsys.readouterr().out


def test_the_command_speaks_as_the_environment_says_and_lang_beats_it(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "To move: Bram" in score(data, capsys)
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    assert "Aan zet: Bram" in score(data, capsys)
    assert "Am Zug: Bram" in score(data, capsys, "--lang", "de")
    assert "To move: Bram" in score(data, capsys, "--lang", "en")


def test_french_breaks_no_line_before_its_signs_and_has_one_apostrophe() -> None:
    for message in messages(po_of("fr")).values():
        for text in forms(message.string):
            assert not re.search(r"[^\W\d_] [:;?!](?:\s|$)", text), text
            if not message.context:  # words that people write are taken with either
                assert not re.search(r"[^\W\d_]'[^\W\d_]", text), text


def test_a_wrong_lang_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "forum_romanum", "--lang", "xx"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("speeltafel demo: argument --lang: invalid choice: 'xx'")
    assert said.count("\n") == 1

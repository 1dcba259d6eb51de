"""Typefaces of a PDF: names in any letters, as far as this machine can set them."""

import pytest

from wiring import fonts
from wiring.fonts import lacking, typeset

KNOWS_POLISH = ("Polish", frozenset("Łukasz"))
KNOWS_RUSSIAN = ("Russian", frozenset("Зоя"))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, frozenset[str]]]:
    """The typefaces that this machine has, beside the standard ones."""
    faces: list[tuple[str, frozenset[str]]] = []
    monkeypatch.setattr(fonts, "_installed", lambda *, bold: tuple(faces))  # noqa: ARG005
    return faces


def test_western_names_are_set_in_the_standard_typefaces() -> None:
    assert typeset("Zoë Müßig", "serif", bold=True, italic=False) == ("Times-Bold", "Zoë Müßig")


def test_other_names_are_set_in_the_typeface_that_has_most_of_them(
    installed: list[tuple[str, frozenset[str]]],
) -> None:
    installed += [KNOWS_POLISH, KNOWS_RUSSIAN]
    assert typeset("Łukasz", "serif", bold=False, italic=True) == ("Polish", "Łukasz")
    assert typeset("Зоя", "sans-serif", bold=False, italic=False) == ("Russian", "Зоя")
    assert typeset("Зоя!", "serif", bold=False, italic=False) == ("Russian", "Зоя?")


@pytest.mark.usefixtures("installed")
def test_letters_that_no_typeface_has_are_named_once_each() -> None:
    assert typeset("Łukász Ł", "serif", bold=False, italic=False) == ("Times-Roman", "?ukász ?")
    assert lacking(["Łukász", "Anna", "Зоя Ł"]) == "ŁЗоя"
    assert lacking(["Anna", "–", "·"]) == ""  # noqa: RUF001

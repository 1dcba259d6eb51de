"""Typefaces of a PDF: names in any letters, as far as this machine can set them."""

import pytest

from wiring import fonts
from wiring.fonts import typeset

KNOWS_GEORGIAN = ("Georgian", frozenset("ნინო"))
KNOWS_HEBREW = ("Hebrew", frozenset("נועה"))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, frozenset[str]]]:
    """The typefaces that this machine has, beside our own."""
    faces: list[tuple[str, frozenset[str]]] = []
    monkeypatch.setattr(fonts, "_installed", lambda *, bold: tuple(faces))
    return faces


def test_other_names_are_set_in_the_typeface_that_has_most_of_them(installed: list[tuple[str, frozenset[str]]]) -> None:
    installed += [KNOWS_GEORGIAN, KNOWS_HEBREW]
    assert typeset("ნინო", "serif", bold=False, italic=True) == ("Georgian", "ნინო")
    assert typeset("נועה", "sans-serif", bold=False, italic=False) == ("Hebrew", "נועה")
    assert typeset("נועה!", "serif", bold=False, italic=False) == ("Hebrew", "נועה?")


@pytest.mark.usefixtures("installed")
def test_letters_that_no_typeface_has_are_question_marks() -> None:
    own = "SourceSerifPro-Regular"
    assert typeset("ნukász ნ", "serif", bold=False, italic=False) == (own, "?ukász ?")

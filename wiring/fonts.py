"""The typefaces of a PDF: the standard ones, and where these lack a letter, one of this machine's.

Every reader of PDF has Times and Helvetica, in the letters of western Europe. A name in others is
set in the first of some usual typefaces that is installed here and has them, which goes into the
file. Needs reportlab.
"""

from collections.abc import Iterable
from functools import cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

_STANDARD = {  # family, bold, italic
    ("serif", False, False): "Times-Roman",
    ("serif", True, False): "Times-Bold",
    ("serif", False, True): "Times-Italic",
    ("serif", True, True): "Times-BoldItalic",
    ("sans-serif", False, False): "Helvetica",
    ("sans-serif", True, False): "Helvetica-Bold",
    ("sans-serif", False, True): "Helvetica-Oblique",
    ("sans-serif", True, True): "Helvetica-BoldOblique",
}
_INSTALLED = (  # files of Debian, Windows and macOS, plain and bold; in the order of trying
    ("DejaVuSans", "DejaVuSans-Bold"),
    ("arial", "arialbd"),
    ("Arial Unicode", "Arial Unicode"),
    ("DroidSansFallbackFull", "DroidSansFallbackFull"),
    ("wqy-microhei", "wqy-microhei"),
)
_LACKING = "?"  # stands for a letter that no typeface has

_Face = tuple[str, frozenset[str]]  # the name of a typeface, and its letters


def typeset(text: str, family: str, *, bold: bool, italic: bool) -> tuple[str, str]:
    """Return the typeface for a text, and the text with what can be set of it.

    A typeface that is not standard is upright and without serifs.
    """
    if _is_western(text):
        return _STANDARD[family, bold, italic], text
    faces = _installed(bold=bold)
    if not faces:
        told = "".join(letter if _is_western(letter) else _LACKING for letter in text)
        return _STANDARD[family, bold, italic], told
    face, has = max(faces, key=lambda face: len(face[1].intersection(text)))
    return face, "".join(letter if letter in has else _LACKING for letter in text)


def lacking(texts: Iterable[str]) -> str:
    """Return the letters of texts that cannot be set on this machine, each once, in order."""
    letters: dict[str, None] = {}
    for text in texts:
        _, told = typeset(text, "serif", bold=False, italic=False)
        letters |= dict.fromkeys(a for a, b in zip(text, told, strict=True) if a != b)
    return "".join(letters)


def _is_western(text: str) -> bool:
    """Whether the standard typefaces have every letter of a text."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


@cache
def _installed(*, bold: bool) -> tuple[_Face, ...]:
    """Return the usual typefaces that this machine has."""
    return tuple(filter(None, (_find(names[bold]) for names in _INSTALLED)))


def _find(name: str) -> _Face | None:
    try:
        font = TTFont(name, f"{name}.ttf")
    except TTFError:
        return None
    pdfmetrics.registerFont(font)
    return name, frozenset(map(chr, font.face.charToGlyph))

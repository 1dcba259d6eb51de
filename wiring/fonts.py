"""The typefaces of a PDF: Source Serif and Source Sans, and others for letters that they lack.

They go into the file, as print shops want it. Their letters are European. A name in other letters
is set in the first of some usual typefaces that is installed here and has them. Needs reportlab and
the typefaces: ``pip install 'speeltafel[wiring]'``.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

PACKAGES = {"serif": "font_source_serif_pro", "sans-serif": "font_source_sans_pro"}
_STYLES = {  # bold, italic
    (False, False): "Regular",
    (True, False): "Bold",
    (False, True): "It",
    (True, True): "BoldIt",
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
    """Return the typeface for a text, and the text with letters that it lacks replaced.

    A substitute with more of the letters than our typefaces is upright and without serifs.
    """
    faces = [_own(family, bold=bold, italic=italic)]
    if not faces[0][1].issuperset(text):
        faces += _installed(bold=bold)
    face, has = max(faces, key=lambda face: len(face[1].intersection(text)))
    return face, "".join(letter if letter in has else _LACKING for letter in text)


@cache
def _own(family: str, *, bold: bool, italic: bool) -> _Face:
    """Return a typeface of this project."""
    spec = find_spec(PACKAGES[family])
    assert spec is not None
    assert spec.origin is not None
    name = f"Source{'Serif' if family == 'serif' else 'Sans'}Pro-{_STYLES[bold, italic]}"
    found = _find(name, str(Path(spec.origin).with_name("files") / f"{name}.ttf"))
    assert found is not None
    return found


@cache
def _installed(*, bold: bool) -> tuple[_Face, ...]:
    """Return the usual typefaces that this machine has."""
    return tuple(filter(None, (_find(names[bold], f"{names[bold]}.ttf") for names in _INSTALLED)))


def _find(name: str, file: str) -> _Face | None:
    try:
        font = TTFont(name, file)
    except TTFError:
        return None
    pdfmetrics.registerFont(font)
    return name, frozenset(map(chr, font.face.charToGlyph))

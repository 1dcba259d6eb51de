"""The typefaces of a PDF: Source Serif and Source Sans.

They go into the file, as print shops want it. All printed texts are in the letters that they have.
Needs reportlab and the typefaces: ``pip install 'speeltafel[wiring]'``.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PACKAGES = {"serif": "font_source_serif_pro", "sans-serif": "font_source_sans_pro"}
_STYLES = {  # bold, italic
    (False, False): "Regular",
    (True, False): "Bold",
    (False, True): "It",
    (True, True): "BoldIt",
}


@cache
def typeface(family: str, *, bold: bool = False, italic: bool = False) -> str:
    """Return the name of a typeface for reportlab, where it is registered now."""
    spec = find_spec(PACKAGES[family])
    assert spec is not None
    assert spec.origin is not None
    name = f"Source{'Serif' if family == 'serif' else 'Sans'}Pro-{_STYLES[bold, italic]}"
    pdfmetrics.registerFont(TTFont(name, str(Path(spec.origin).with_name("files") / f"{name}.ttf")))
    return name

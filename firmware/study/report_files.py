"""The files that a report of a game becomes: HTML, PDF and CSV."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from firmware.study.game_report import Report

_PDF_NEEDS = ("reportlab", "font_source_sans_pro", "font_source_serif_pro")


def missing_package(kind: str) -> str | None:
    """Return the name of a package that this kind of file needs and that is not installed."""
    needs = _PDF_NEEDS if kind == "pdf" else ()
    return next((name for name in needs if find_spec(name) is None), None)


def letters_lacking(report: Report) -> str:
    """Return the letters of a report that no font has: in a PDF they are printed as ``?``."""
    from firmware.study.report_pages import as_pages
    from wiring.fonts import lacking
    from wiring.sheets.shapes import Text

    return lacking(one.text for page in as_pages(report) for one in page.shapes if isinstance(one, Text))


def _html(report: Report) -> str:
    from firmware.study.report_html import as_html

    return as_html(report)


def _csv(report: Report) -> str:
    from firmware.study.report_csv import as_csv

    return as_csv(report)


def _pdf(report: Report) -> bytes:
    from firmware.study.report_pages import as_pages
    from wiring.printing import pages_pdf

    return pages_pdf(as_pages(report))


def one_page(report: Report, number: int) -> bytes | None:
    """Return a page as PDF. None where there are fewer pages. number: 1 for the page to hang up."""
    from firmware.study.report_pages import as_pages
    from wiring.printing import pages_pdf

    page = as_pages(report)[number - 1 : number]
    return pages_pdf(page) if page else None


REPORT_FILES: Mapping[str, Callable[[Report], str | bytes]] = {"html": _html, "pdf": _pdf, "csv": _csv}
"""Makes a report a file, by the kind of file: the end of its name."""

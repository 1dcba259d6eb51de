"""The command ``report``: a game from its record, as one file to keep, hang up or send."""

import argparse
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from firmware.commands import (
    UsageError,
    check_writable,
    record_of,
    words_of,
    write_file,
)
from firmware.storage.files import beside
from firmware.study.game_report import Report, report_of


def write(chosen: argparse.Namespace) -> None:
    """Carry out ``report``."""
    words = words_of("report", chosen)
    out = _path_of(chosen)
    make = _MADE.get(out.suffix.lower())
    if make is None:
        raise UsageError(
            "speeltafel report: --out {out} should end in one of {can}",
            out=str(out),
            can=", ".join(_MADE),
        )
    for name in _PDF_NEEDS if make is _pdf else ():
        if find_spec(name) is None:
            raise UsageError(
                "speeltafel report: {name} is not installed; "
                "pip install 'speeltafel[wiring]', or write .html",
                name=name,
            )
    check_writable(out, read=[chosen.record])
    record, _ = record_of(chosen.record, words)
    report = report_of(record, beside(Path(chosen.record)), words)
    write_file(out, make(report, out))
    print(words("Written: {file}", file=str(out)))


def _path_of(chosen: argparse.Namespace) -> Path:
    """Return where to write. Raises UsageError where nothing says that."""
    if chosen.out is not None:
        out: Path = chosen.out
        return out
    if chosen.record == "-":
        raise UsageError(
            "speeltafel report: when the record comes from standard input, name the output "
            "file, for example --out game.html"
        )
    return Path(f"{chosen.record}.html")


def _html(report: Report, _out: Path) -> str:
    from firmware.study.report_html import as_html

    return as_html(report)


def _csv(report: Report, _out: Path) -> str:
    from firmware.study.report_csv import as_csv

    return as_csv(report)


def _pdf(report: Report, out: Path) -> bytes:
    """Return the report as PDF; letters that no typeface has are named on standard error."""
    from firmware.study.report_pages import as_pages
    from wiring.fonts import lacking
    from wiring.printing import pages_pdf
    from wiring.sheets.shapes import Text

    pages = as_pages(report)
    texts = (one.text for page in pages for one in page.shapes if isinstance(one, Text))
    if letters := lacking(texts):
        said = report.words(
            "{file}: no font on this computer has {letters}; they are printed as ?. The HTML "
"report shows them.",
            file=str(out), letters=" ".join(letters),
        )  # fmt: skip
        print(said, file=sys.stderr)
    return pages_pdf(pages)


_PDF_NEEDS = ("reportlab", "font_source_sans_pro", "font_source_serif_pro")
_MADE: Mapping[str, Callable[[Report, Path], str | bytes]] = {  # by the end of the file's name
    ".html": _html,
    ".pdf": _pdf,
    ".csv": _csv,
}

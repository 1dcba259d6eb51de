"""Texts for people about the table: English, with the data that a translation needs."""

import csv
from collections.abc import Iterable, Mapping
from functools import reduce
from importlib.resources import files
from io import StringIO
from string import Formatter
from typing import Self


class Told(str):  # noqa: SLOT000  # a text cannot have slots
    """An English text that knows the text with fields, and the values, that it was made from.

    It is the English sentence itself wherever a text will do. A translator finds `text` in a
    catalogue and fills in `values`, some of which may be such texts themselves.
    """

    text: str
    values: Mapping[str, str | int]

    def __new__(cls, text: str, values: Mapping[str, str | int]) -> Self:
        """Return the English text, its fields filled in."""
        self = super().__new__(cls, text.format(**values) if values else text)
        self.text = text
        self.values = values
        return self


def label(text: str, /, **values: str | int) -> Told:
    """Return a text with these values. Babel finds the English here."""
    return Told(text, values)


def N_(text: str) -> str:  # noqa: N802  # as in the manual of gettext
    """Mark a text for Babel and return it as it is."""
    return text


def joined(texts: Iterable[str]) -> str:
    """Return texts (not empty) as a single line."""
    return reduce(lambda one, other: label("{one}; {other}", one=one, other=other), texts)


def table_csv(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as CSV, with a line of headings."""
    file = StringIO()
    csv.writer(file, lineterminator="\n").writerows([headings, *rows])
    return file.getvalue()


def filled(template: str, **fields: object) -> str:
    """Return a page from wiring/templates with its fields filled in, without lines whose field is absent (None)."""
    text = (files("wiring") / "templates" / template).read_text("utf-8")
    absent = {name for name, value in fields.items() if value is None}
    lines = text.splitlines(keepends=True)
    return "".join(
        line.format(**fields)
        for line in lines
        if absent.isdisjoint(field for _, field, _, _ in Formatter().parse(line))
    )

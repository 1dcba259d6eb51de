"""Numbers, times and lists as each language writes them: Unicode's CLDR, by way of Babel.

Babel and its data are slow to load, so :class:`firmware.words.Words` imports this when it is first
asked for such a text.
"""

import os
from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.numbers import NumberPattern, format_decimal, format_percent, parse_pattern


def _import_dates() -> ModuleType:
    """Return Babel's module that writes dates, which the data of every language needs.

    It reads the local time zone when it is imported, and fails for an invalid zone file (``TZ`` is
    ``:/etc/timezone``). The times that are written here bear their own zones.
    """
    try:
        return import_module("babel.dates")
    except (ValueError, OSError):
        zone, os.environ["TZ"] = os.environ.get("TZ", ""), "UTC"
        try:
            return import_module("babel.dates")
        finally:
            os.environ["TZ"] = zone


_DATES = _import_dates()
_LOCALES = {"en": "en_GB"}  # the day before the month, and no comma before "and"
_MOST = "######"  # digits after the decimal point
_WRITTEN = str.maketrans({"\u202f": "\u00a0", "-": "\u2212"})
"""Not every display has the narrow space; the minus of CLDR is the one of keyboards."""


def number(value: float, language: str, *, digits: int | None = None, signed: bool = False) -> str:
    """Return a number. digits: after the decimal point, None for as many as needed."""
    pattern = _pattern(digits, "", signed=signed)
    return format_decimal(value, pattern, _locale(language)).translate(_WRITTEN)


def percent(fraction: float, language: str, *, digits: int = 0, signed: bool = False) -> str:
    """Return a fraction, of which all is 1, as a percentage."""
    locale = _locale(language)
    sign = locale.percent_formats[None].suffix[0]  # some have a space before it
    return format_percent(fraction, _pattern(digits, sign, signed=signed), locale).translate(_WRITTEN)


def moment(at: date, language: str) -> str:
    """Return a day, and the time of day where that is known: not at midnight to the microsecond."""
    locale = _locale(language)
    day = str(_DATES.format_date(at, "medium", locale))
    if not isinstance(at, datetime) or at.time() == time():
        return day
    both = locale.datetime_formats["medium"].replace("'", "")
    return str(both.format(_DATES.format_time(at, "short", locale=locale), day))


def listed(names: Sequence[str], style: Literal["standard", "or"], language: str) -> str:
    """Return names joined as in a sentence. style: by "and" or by "or"."""
    return format_list(names, style, _locale(language))


@cache
def _pattern(digits: int | None, sign: str, *, signed: bool) -> NumberPattern:
    fraction = _MOST if digits is None else "0" * digits
    pattern = f"#,##0.{fraction}{sign}" if fraction else f"#,##0{sign}"
    return parse_pattern(f"+{pattern};-{pattern}" if signed else pattern)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(_LOCALES.get(language, language))

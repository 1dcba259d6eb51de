"""Times as they are written: 65, 1:05, 1'05", 1 min 5 s, 0:01:05."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_CLOCK = re.compile(
    r"(?P<h>\d+)\s?(?::|h|u(?:ur)?|Uhr)\s?(?P<m>\d\d)\s?(?::|['\u2019\u2032]|m(?:in\w*)?\b\.?)\s?"
    r"(?P<s>\d\d(?:[.,]\d+)?)"  # 0:01:05, 0 h 01 m 05
    r"|(?P<m2>\d+)(?::|['\u2019\u2032h]|\s?m(?:in(?:u?ut\w*)?)?(?![^\W\d])\.?)(?:,|\s(?:and|en|und|et))?\s?"
    r"(?P<s2>\d\d?(?:[.,]\d+)?)"
    r"(?:(?:\"|''|″|”|\s?s(?:e[ck]\w*)?\b\.?\s?)[,.]?(?P<p>\d{1,2})?(?!\s?[\w:.,]))?"  # 1:05, 1 min 5 s, 1'05"5
    r"|(?P<m3>\d+(?:[.,]\d+)?)(?:['\u2019\u2032]|\s?min(?:u?ut\w*)?\b)"  # 1.5 min
    r"|(?P<s3>\d+(?:[.,]\d{1,3}(?!\d))?)",  # 65, 65.5
    re.IGNORECASE,
)
_PARTS = ("h", "m", "s", "m2", "s2", "m3", "s3")
_MISREAD = re.compile(r"(?<!\w)[OoIl]*\d[\dOoIl]*(?:[.,:][OoIlS]*\d[\dOoIlS]*)*")  # 1:O5
_AS_FIGURES = str.maketrans("OoIlS", "00115")


class Time(NamedTuple):
    """A time in a row: its text, where that ends, and the second that it tells."""

    text: str
    end: int
    second: float


def times_in(row: str) -> Mapping[int, Time]:
    """Return the times in a row, by where each begins."""
    row = _MISREAD.sub(lambda one: one[0].translate(_AS_FIGURES), row)
    return {one.start(): Time(one[0], one.end(), _second(one)) for one in _CLOCK.finditer(row)}


def _second(clock: re.Match[str]) -> float:
    h, m, s, m2, s2, m3, s3 = (float((clock[name] or "0").replace(",", ".")) for name in _PARTS)
    return 3600 * h + 60 * (m + m2 + m3) + s + s2 + s3 + float(f"0.{clock['p'] or 0}")

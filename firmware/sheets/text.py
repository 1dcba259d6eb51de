"""A file as rows of text: what HTML, JSON, Markdown and chats put around what was written."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from typing import NamedTuple

_DAY = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}"
_TIME = r"\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[ap]\.?m\.?)?"
_AT = r"(?:\w{1,3}\s+)?"  # um, om
_STAMP = re.compile(  # of a chat: [14-11-2026, 20:01:07] or 14/11/2026, 20:01 -
    rf"^\s*(?:\[{_DAY},?\s+{_AT}{_TIME}\]|\[{_TIME}, ?{_DAY}\]|{_DAY},?\s+{_AT}{_TIME}\s+[-\u2013])"
    r"\s*",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~.*?~~|(?:[^\n\u0336]\u0336)+")
_FAINT = re.compile(
    r"[\u200b\u200e\u200f\u202a\u202c\u2066\u2069\ufeff\ufe0f\u20e3]|\*\*(?=\w)|(?<=\w)\*\*|`"
)
_MARKUP = re.compile(r"<(?:table|tr|td|html|body|div|p)\b", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BOXES = {
    **dict.fromkeys(map(ord, "\u2502\u2503\u2551"), "|"),
    **dict.fromkeys((*range(0x250C, 0x254C), *range(0x2552, 0x2570)), "+"),
    **dict.fromkeys(map(ord, "\u2500\u2501\u2550"), "-"),
}
_SLASHED = 5  # moves in a line with slashes between, more than in a round
_FULL = 60  # characters of a row of prose, at least
_PROSE = 5  # words in one, more than in a line of moves
_ENDS = ".!?:)"  # of a sentence
_LED = re.compile(r"\s*[^\s:=]{1,20} ?(?:\([^)]*\))? ?[:=]|[^,\s]+,[^,\s]+")  # Anna: d4, or cells
_NARROW = 0.8  # of the width of a text, which a full row has at least


class Row(NamedTuple):
    """A row of a sheet. number: of its line in the file, or from 1 where rows share a line."""

    number: int
    text: str


def rows_of(text: str) -> list[Row]:
    """Return the rows of a sheet, without what is crossed out; empty ones are left out."""
    pairs: Iterable[tuple[int, str]]
    if _MARKUP.search(text):
        pairs = ((n, "".join(parts)) for n, parts in _Page(text).rows)
    elif text.strip()[:1] in ("{", "[") and (value := _json(text)) is not None:
        pairs = ((1, row) for row in _told_in(value))
    else:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        pairs = ((n, part) for n, line in enumerate(lines, 1) for part in _parts(line))
    rows = _joined([Row(n, bare) for n, line in pairs if (bare := _bared(line)).strip()])
    numbers = [row.number for row in rows]
    if len({*numbers}) < len(numbers):
        return [Row(n, row.text) for n, row in enumerate(rows, 1)]
    return rows


def is_chat(text: str) -> bool:
    """Whether a line has the day and the time of a chat in front."""
    return _STAMP.match(text) is not None


def _parts(line: str) -> Sequence[str]:
    """Return the rows that a line is."""
    if line.count("|") > 1:
        return [_BREAK.sub("; ", line)]
    parts = _BREAK.split(line)
    if len(parts) == 1 and line.count(" / ") > _SLASHED:
        return line.split(" / ")
    return parts


def _bared(line: str) -> str:
    """Return a line without what surrounds its text; a notice of a chat is empty."""
    line = _FAINT.sub("", unicodedata.normalize("NFC", line).translate(_BOXES))
    if stamp := _STAMP.match(line):
        line = line[stamp.end() :]
        if ":" not in line:
            return ""  # a notice: nobody says it
    return _STRUCK.sub(lambda found: " " * len(found[0]), line)


def _joined(rows: Sequence[Row]) -> list[Row]:
    """Return rows with those of prose joined, which goes on in the next where a row is full."""
    widths = sorted(len(row.text) for row in rows if len(row.text) >= _FULL)
    joined: list[Row] = []
    before = Row(0, "")
    for row in rows:
        words = re.findall(r"[^\W\d_]{2,}", before.text)
        prose = len(words) > _PROSE and not re.search(r"[\t|;]|  ", before.text.strip())
        follows = row.number == before.number + 1 and before.text.rstrip()[-1:] not in _ENDS
        if (
            prose
            and follows
            and not _LED.match(row.text)
            and len(before.text) >= _NARROW * widths[len(widths) // 2]
        ):
            joined[-1] = Row(joined[-1].number, f"{joined[-1].text} {row.text.strip()}")
        else:
            joined.append(row)
        before = row if len(row.text) >= _FULL else Row(0, "")
    return joined


def _json(text: str) -> object:
    """Return what JSON tells, as one value or with an object on each line; None for none."""
    for one in (text, "[" + re.sub(r"\}(?=\s*\{)", "},", text) + "]"):
        try:
            value: object = json.loads(one)
        except (ValueError, RecursionError):
            continue
        return value
    return None


def _told_in(value: object, name: str = "") -> Iterator[str]:
    """Yield rows: plain objects and lists are one each, other values stand behind their names."""
    some = [*value.values()] if isinstance(value, dict) else value
    some = some if isinstance(some, list) else [some]
    if name and not any(isinstance(one, dict | list) for one in some):
        head = "" if isinstance(value, dict) else f"{name}: "
        yield head + " ".join(map(str, some))
        return
    if name and all(not isinstance(one, dict) or _is_nested(one) for one in some):
        yield f"{name}:"
    for key, one in value.items() if isinstance(value, dict) else ((" ", one) for one in some):
        if isinstance(one, dict) and not _is_nested(one):
            flat = (" ".join(map(str, x)) if isinstance(x, list) else str(x) for x in one.values())
            yield " ".join(flat)
        else:
            yield from _told_in(one, key)


def _is_nested(value: dict[str, object]) -> bool:
    return any(isinstance(one, dict) for one in value.values())


class _Page(HTMLParser):
    """Takes the rows out of HTML: cells with tabs between, each with its line."""

    _HIDDEN = ("s", "del", "strike", "style", "script", "title")
    _ROWS = ("tr", "p", "div", "li", "table", "h1", "h2", "h3")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[tuple[int, list[str]]] = [(1, [])]
        self._hidden = 0
        self.feed(text)
        self.close()

    def _add(self, text: str) -> None:
        self.rows[-1][1].append(text)

    def _begin(self, below: int = 0) -> None:
        self.rows.append((self.getpos()[0] + below, []))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Begin a row or a cell."""
        if tag in self._ROWS or (tag == "br" and "\t" not in self.rows[-1][1]):
            self._begin()
        elif tag in ("td", "th"):
            self._add("\t")
        elif tag == "br":
            self._add("; ")
        self._hidden += tag in self._HIDDEN

    def handle_endtag(self, tag: str) -> None:
        """End a row."""
        self._hidden -= tag in self._HIDDEN
        if tag in self._ROWS:
            self._begin()

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if self._hidden or not data.strip():
            return
        if "\t" in self.rows[-1][1]:
            self._add(" ".join(data.split()) + " " * data[-1:].isspace())
            return
        for n, line in enumerate(data.split("\n")):
            if n and line.strip():
                self._begin(n)
            self._add(line)

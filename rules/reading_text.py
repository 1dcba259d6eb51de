"""A score sheet as text, before it means anything: its characters, its rows and their cells.

What programs and people put around moves is taken off here: encodings, tables of HTML and of
Markdown, the date in front of what somebody said in a chat, what is crossed out.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

from rules.text import Text, told

LONGEST_LINE = 2000  # characters of a line that is not exact; a round has fewer
_CELLS = frozenset({"td", "th"})
_BREAKS = frozenset({"tr", "br", "p", "div", "li", "table", "h1", "h2", "h3"})
_CROSSED = frozenset({"s", "del", "strike"})
_MARKUP = re.compile(r"<(?:table|tr|td|html|body|div|p)\b", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_STRUCK = re.compile(r"~~.*?~~|(?:[^\n\u0336]\u0336)+")
_TIME = r"\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[ap]\.?m\.?)?"
_DAY = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}"
_AT = r"(?:[^\W\d_]{1,3}\s+)?"  # à, um, at
_SAID = re.compile(
    rf"(?:\[{_DAY},?\s+{_AT}{_TIME}\]|\[{_TIME}, ?{_DAY}\]"
    rf"|{_DAY},?\s+{_AT}{_TIME}\s+[-\u2013])\s*",
    re.IGNORECASE,
)
_SAID_BY = re.compile(
    rf"(?P<name>[^\W\d_][\w .'-]{{0,38}}?) ?(?P<when>[(\[](?:{_DAY},? )?{_TIME}[)\]]):",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"<[^<>]{3,40}>")  # in the place of what is no text
_ADDRESS = re.compile(r"<[^<>\s]+@[^<>\s]+>")  # of a letter
_CODE = re.compile(r"`+([^`]*)`+")
_SHORTENED = re.compile(r"(?<!\w)([^\W\d_])\(([^\W\d_]{2,})\)")  # G(elb)
_SMILE = re.compile(r"(?<!\S)[:;=]-?[()DPp/](?!\S)")
_SAID_BELOW = re.compile(
    rf"(?P<name>[^,\u2014]{{1,40}}?)(?:, | \u2014 | {{2,}}(?=\d{{1,2}}:\d\d [AP]M))"
    rf"(?P<when>\[{_DAY}(?:,? {_TIME})?\]"
    rf"|\[?(?:{_DAY},? |\d{{1,2}} [^\W\d_]{{3,10}} \d{{4}},? |[^\W\d_][^\d:;|]{{1,20}} )?"
    rf"{_AT}{_TIME}\]?)",
    re.IGNORECASE,
)
# Of chats, which say where to write from right to left.
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u202a\u202c\u2066\u2069\ufeff"))
QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))
_BOXES = str.maketrans(  # of tables drawn with lines
    dict.fromkeys("\u2502\u2503\u2551", "|")
    | dict.fromkeys("\u2500\u2501\u2550", "-")
    | dict.fromkeys(map(chr, (*range(0x250C, 0x254C), *range(0x2552, 0x2570))), "+")
)
_TAG = re.compile(r'^\[\w+ ".*"\]\s*$', re.MULTILINE)  # as programs write it: read as it stands
_BOLD = re.compile(r"\*\*(\w[^*]*)\*\*|(?<![\w*])\*(\w[^*@]*[^*\s])\*(?![\w*])")
_DONE = re.compile(r"^\s*[-*+]\s+\[[xX]\]")  # in a list of Markdown
_QUOTED = re.compile(r"^(?:> ?)+")  # what a letter answers
_RULE = re.compile(r"[\s|:+=_*-]*[|_=-][\s|:+=_*-]*")  # under the head of a table


class EncodingError(ValueError):
    """Bytes that are no text. line: the first line at fault. args: what is wrong, what to do."""

    def __init__(self, line: int, why: Text) -> None:
        super().__init__(why)
        self.line = line


@dataclass(slots=True)
class Row:
    """A line of a sheet. number: from 1. text: without what is left out. left: what that is.

    said: whether it was said in a chat. seat: whose move it is for sure, None where that is open.
    marked: whether a number that counts stood in front of it.
    """

    number: int
    text: str
    left: list[str] = field(default_factory=list)
    said: bool = False
    seat: str | None = None
    marked: bool = False


class Cell(NamedTuple):
    """A cell of a table: where it stands in its row."""

    start: int
    end: int


def decode(data: bytes | str, *, strict: bool) -> tuple[str, Text | None]:
    """Return the text, and what it was read as when that is not UTF-8. Raises EncodingError.

    strict: whether it has to be UTF-8.
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), None
    marked = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if marked and not strict:
        try:
            return data.decode("utf-16"), told("read as UTF-16 text")
        except UnicodeDecodeError:
            pass
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if not strict and not marked and b"\0" not in data:
            try:
                return data.decode("cp1252"), told(
                    "this is not UTF-8 text; read as Western European text (cp1252)"
                )
            except UnicodeDecodeError:
                pass
        raise EncodingError(
            line,
            told("this is not UTF-8 text; save it as plain text in the encoding UTF-8"),
        ) from None
    if "\0" in text[:200] and not strict:
        raise EncodingError(
            1, told("this is not UTF-8 text; save it as plain text in the encoding UTF-8")
        )
    return text.removeprefix("\ufeff"), None


def is_tagged(text: str) -> bool:
    """Whether a header of a record stands in a text, as programs write it."""
    return _TAG.search(text) is not None


def rows_of(text: str) -> list[Row]:
    """Return the rows of a sheet as people and programs write it; empty ones are left out."""
    if _MARKUP.search(_TAG.sub("", text)):
        rows = _Unmarked(text).rows
    else:
        if "\n" not in text:
            text = text.replace("\r", "\n")
        rows = _of_json(text) or [
            Row(n, part.rstrip("\r"))
            for n, line in enumerate(text.split("\n"), 1)
            for part in _parts(line)
        ]
        quoted = [row for row in rows if _QUOTED.match(row.text)]
        for row in quoted if len(quoted) > 2 else ():
            row.text = _QUOTED.sub("", row.text)
    for row in rows:
        if len(row.text) <= LONGEST_LINE and not _TAG.match(row.text):
            row.text = _CODE.sub(r"\1", row.text.translate(_BOXES | _INVISIBLE))
            row.text = _SHORTENED.sub(r"\1\2", row.text)
            row.left += _ADDRESS.findall(row.text)
            row.text = _ADDRESS.sub("", row.text)
            row.text = _BOLD.sub(r"\1\2", _DONE.sub("-", row.text))
            _uncross(row)
            _unsay(row)
    _speak(rows)
    return [row for row in rows if row.text.strip() or row.left]


def _of_json(text: str) -> list[Row]:
    """Return the rows of a text in JSON, none where it is none.

    An object of plain values in a list is a row, and so is a list of numbers; other values stand
    behind their names.
    """
    if text.strip()[:1] not in ("{", "["):
        return []
    listed = "[" + re.sub(r"\}(?=\s*\{)", "},", text) + "]"  # an object on each line
    text = next((one for one in (text, listed) if _is_json(one)), "")
    rows = list[Row]()
    name = ""
    for found in _JSON.finditer(text):
        token = found[0].lstrip()
        number = text.count("\n", 0, found.end() - len(token)) + 1
        if found["numbers"]:
            rows.append(Row(number, f"{name} {' '.join(re.findall(_FIGURES, token))}".strip()))
            name = ""
        elif found["objects"]:
            values = [json.loads(value) for value in _JSON_VALUE.findall(token)]
            rows.append(Row(number, " ".join(map(str, values))))
        elif token in ("[", "{"):
            if name:
                rows.append(Row(number, name))
            name = ""
        elif found["name"]:
            name = f"{json.loads(found['name'])}:"
        elif token not in ("]", "}"):
            rows.append(Row(number, f"{name} {json.loads(token)}".strip()))
            name = ""
    return rows


def _is_json(text: str) -> bool:
    try:
        return bool(json.loads(text))
    except (ValueError, RecursionError):
        return False


_JSON_VALUE = re.compile(r'(?<=[:\s])("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)(?=\s*[,}])')
_FIGURES = r"-?\d[\d.]*"
_JSON = re.compile(
    r"(?P<objects>(?<=[\[,])\s*\{[^{}\[\]]*\})"
    rf"|(?P<numbers>\[\s*{_FIGURES}(?:\s*,\s*{_FIGURES})*\s*\])"
    r'|(?P<name>"(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s\[\]{},:"]+'
)


def _parts(line: str) -> list[str]:
    """Return the rows that a line holds: breaks part them, but not the cells of Markdown."""
    if _TAG.match(line):
        return [line]
    return [_BREAK.sub("; ", line)] if line.count("|") > 1 else _BREAK.split(line)


def _speak(rows: Sequence[Row]) -> None:
    """Put in front of what was said who said it, where that stands on a line above."""
    name = ""
    for row in rows:
        if row.said:
            name = row.text if row.text.endswith(":") and row.text.count(":") == 1 else ""
            row.text = row.text.removesuffix(name) if name else row.text
        elif name and row.text.strip():
            row.text, row.said = f"{name} {row.text.strip()}", True


def _uncross(row: Row) -> None:
    """Leave out what is crossed out."""
    for found in _STRUCK.finditer(row.text):
        row.left.append(found[0])
    row.text = _STRUCK.sub(lambda found: " " * len(found[0]), row.text)


def _unsay(row: Row) -> None:
    """Leave out when something was said in a chat."""
    if found := _SAID.match(row.text):
        row.said = True
        row.left.append(found[0].strip())
        row.text = row.text[found.end() :]
        for sign in (_PICTURE, _SMILE):
            row.left += sign.findall(row.text)
            row.text = sign.sub("", row.text)
    elif found := _SAID_BY.match(row.text):
        row.said = True
        row.left.append(found["when"])
        row.text = f"{found['name']}:{row.text[found.end() :]}"
    elif found := _SAID_BELOW.fullmatch(row.text.strip()):
        row.said = True
        row.left.append(found["when"])
        row.text = f"{found['name']}:"


class _Unmarked(HTMLParser):
    """Takes the rows out of HTML: cells with tabs between, the lines they begin on."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[Row] = []
        self._cells = self._crossed = self._hidden = 0
        self._begin()
        self.feed(text)
        self.close()

    def _begin(self) -> None:
        self.rows.append(Row(self.getpos()[0], ""))
        self._cells = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag == "br" and self._cells:
            self.rows[-1].text += "; "
        elif tag in _BREAKS:
            self._begin()
        elif tag in _CELLS:
            self.rows[-1].text += "\t" * bool(self._cells)
            self._cells += 1
        elif tag in _CROSSED:
            self._crossed += 1
        elif tag in ("style", "script", "title"):
            self._hidden += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _CROSSED:
            self._crossed -= 1
        elif tag in ("style", "script", "title"):
            self._hidden -= 1
        elif tag in ("tr", "table", "p", "div", "li"):
            self._begin()

    def handle_data(self, data: str) -> None:
        said = " ".join(data.split())
        if self._hidden:
            return
        if self._crossed:
            self.rows[-1].left.append(said)
        elif said and self._cells == 0:
            for line in data.split("\n"):  # text beside a table
                self.rows[-1].text += f" {line.strip()}" if line.strip() else ""
                if line != data.rpartition("\n")[2]:
                    self._begin()
        elif said:
            apart = data[0].isspace() and self.rows[-1].text[-1:].isalnum()  # <b>one</b> two
            self.rows[-1].text += f" {said}" if apart else said


_NUMBER_CELL = re.compile(r"(?<=[|;,\t])( *)#(?= *[|;,\t])|^#(?= *[;,\t])")


def without_number_sign(text: str) -> str:
    """Return a row in which # over a column of numbers begins no comment."""
    return _NUMBER_CELL.sub(lambda found: found[0].replace("#", "\u2116"), text)


def is_rule(text: str) -> bool:
    """Whether a row is a line drawn between others."""
    return _RULE.fullmatch(text) is not None and len(text.strip()) > 2


def parting(text: str) -> str | None:
    """Return what parts the cells of a row, None when nothing does; spaces for two and more."""
    for sign in ("\t", "|", ";", ","):
        if sign in text.strip(" "):  # an empty cell may be the first
            return sign
    return "  " if re.search(r"\S {2,}\S", text) else None


def is_framed(text: str) -> bool:
    """Whether bars stand on both sides of a row, as in Markdown."""
    return text.strip().startswith("|") and text.strip().endswith("|")


def cells_of(text: str, sign: str, *, framed: bool = True) -> list[Cell]:
    """Return the cells of a row, spaces and quotation marks around them left off.

    framed: whether bars at its sides, if there are, part no cells.
    """
    if sign == "  ":
        return [Cell(*found.span()) for found in re.finditer(r"\S+(?: \S+)*", text)]
    cells, start, quoted = list[Cell](), 0, False
    for at, character in enumerate([*text, sign]):
        if character == '"' and sign != "|":
            quoted = not quoted
        if at == len(text) or (character == sign and not quoted):
            cells.append(_trimmed(text, start, at))
            start = at + 1
    if sign == "|" and framed:
        if text.lstrip().startswith("|"):
            cells = cells[1:]
        if text.rstrip().endswith("|"):
            cells = cells[:-1]
    return cells


def _trimmed(text: str, start: int, end: int) -> Cell:
    while start < end and text[start] in ' \t"*':
        if text[start] == "*" and text[start : start + 2] != "**":
            break  # a stone
        start += 1 + (text[start] == "*")
    while end > start and text[end - 1] in ' \t"':
        end -= 1
    return Cell(start, end)


def without_marks(text: str) -> str:
    """Return a line without the marks of a heading, of a list or of bold type around it."""
    return text.replace("**", "").strip().strip("#*_=|~\t ").strip()


def parted(line: str) -> tuple[str, str]:
    """Return a line up to the first # that is not within quotation marks, and the rest.

    The space between belongs to the rest.
    """
    quoted = False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            content = line[:at].rstrip()
            return content, line[len(content) :]
    return line, ""


_PAIRS = re.compile(r"\{(\w+ ?: ?[^{}]*,[^{}]*)\}")  # of YAML


def braces(line: str) -> tuple[str, list[str]]:
    """Return a line without what is commented within {} outside quotation marks, and that."""
    line = _PAIRS.sub(r"\1", line)
    said: list[str] = []
    content, at, quoted = "", 0, False
    while at < len(line):
        end = line.find("}", at)
        if line[at] == '"':
            quoted = not quoted
        if not quoted and line[at] == "{" and end > 0:
            said.append(line[at + 1 : end].strip())
            at = end
        else:
            content += line[at]
        at += 1
    return content.strip(), said

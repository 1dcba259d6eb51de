"""A file as rows of text: the marks of HTML, JSON, Markdown and chats around them are taken off."""

import csv
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import pairwise
from typing import NamedTuple

_DAY = r"\d{1,4}[-./]\d{1,2}(?:[-./](?:\d{1,4})?)?"  # 14-11-2026
_TIME = r"\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[ap]\.?m\.?)?"  # 20:01, 8.01 pm
_AT = r"(?:\w{1,3}\s+)?"  # um, om
_STAMPS = (  # in front of what is said in a chat
    rf"\[{_DAY},?\s+{_AT}{_TIME}\]",  # [14-11-2026, 20:01:07]
    rf"\[{_TIME}, ?{_DAY}\]",  # [20:01, 14-11-2026]
    rf"{_DAY},?\s+{_AT}{_TIME}\s+[-\u2013]",  # 14/11/2026, 20:01 -
    rf"\[[^\W\d]{{2,9}}\.?,? {_TIME}\]",  # [Monday 20:01]
    rf"\[{_TIME}\](?=\s*(?:<|[^\W\d][^:]*:))",  # [20:01] in front of a speaker
)
_STAMP = re.compile(rf"^\s*(?:{'|'.join(_STAMPS)})\s*", re.IGNORECASE)
_TODAY = "today|yesterday|heute|gestern|vandaag|gisteren|aujourd.hui|hier"
_SPEAKER = re.compile(  # Anna, [14-11-2026 20:01] or Anna — Today at 20:01 above what she says
    rf"^\s{{0,9}}([^\W\d][^:\[\]|\t]{{0,40}}?)\s?[,\u2014\u2013-]?\s?(?:\[?\d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}},?\s{_TIME}\]?"
    rf"|(?:{_TODAY})\s\w{{1,2}}\s{_TIME})\s?$",
    re.IGNORECASE,
)
_NICK = re.compile(r"^<([^<>]+)>")  # <anna>
_STRUCK = re.compile(r"~~.*?~~|(?:[^\n\u0336]\u0336)+")  # ~~d4~~
_STYLING = re.compile(
    "|".join(
        (
            r"[\u200b\u200e\u200f\u202a\u202c\u2066\u2069\ufeff\ufe0f\u20e3]",  # what is not seen
            r"\*\*(?=\w)|(?<=\w)\*\*|`",  # **d4**, `d4`
            r"\*+ ?(?=[^\W\d_]{2})|(?<=[^\W\d_]{2})\*",  # *Anna*: no asterisk beside a word is a stone
            r"^\s*[-*] \[[ xX]\]",  # - [x] d4
            r"\[/?(?:b|i|u|s|\*|list|code|quote|color|size|table|t[rd]|url|spoiler)(?:=[^\]]{0,99})?\](?!\])",  # [b]
        )
    )
)
_FRACTION = re.compile(r"(\d{0,4}) ?([\u00bc-\u00be\u2150-\u215e])")  # 12½
_MARKUP = re.compile(r"<(?:table|tr|td|html|body|div|p)\b", re.IGNORECASE)
_PARTS = re.compile(r"<!--.*?(?:-->|\Z)|<(?P<closing>/?)(?P<tag>\w*)[^<>]*>|\n|(?P<text>[^<\n]+|<)", re.DOTALL)
_ROWS = ("tr", "p", "div", "li", "table", "h1", "h2", "h3")  # tags at which rows begin and end
_HIDDEN = ("s", "del", "strike", "style", "script", "title")  # tags around text that is no part of the sheet
_OBJECT = re.compile(r"\{[^{}]*\}")  # of JSON
_KEY = re.compile(r'"[^"]*"\s*:|"')
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_COLUMNS = re.compile(r"\S {2,}\S")  # between which commas are decimal points
_WORDS, _FIGURES = re.compile(r"[^\W\d_]{2,}"), re.compile(r"\d+")
_LEAST_WIDTH = 60  # characters of the longest line of a text that is broken into lines
_FULL = 0.7  # how much of that width a line has that goes on in the next
_SENTENCE_MARKS = ".!?:"
_PARAGRAPH = 120  # characters of a text that is not broken into lines
_SENTENCE_END = re.compile(r"\n|(?<=[.!?])(?<!\b\d\.)(?<!\b\d\d\.) +(?=[^\W\d_])|(?<=[^\W\d_]{3}[.!?]) +")
_TWO_LINES = re.compile(  # 1. a4    21. b6
    r"(\s{0,9}(\d{1,3})[.):]? .{1,60}?\S)(?:\s{2,99}|\s?[|\t]\s?)((\d{1,3})[.):]? .*)"
)
_FEWEST_PAIRS = 4  # lines of which two stand side by side
_LONGEST_LINE = 1_000  # characters of a line of a table


class Row(NamedTuple):
    """A row of a sheet. number: of its line in the file, or from 1 where rows share a line."""

    number: int
    text: str


def rows_of(text: str) -> list[Row]:
    """Return the rows of a sheet without its crossed out text; empty rows are left out."""
    if _MARKUP.search(text):
        pairs = _page_rows(text)
    else:
        if text.lstrip().startswith(("{", "[")):  # JSON: an object a row, without its keys
            text = _OBJECT.sub(lambda found: "<br>" + " ".join(_KEY.sub("", found[0]).split()), text)
        lines = _replies(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        pairs = ((n, part) for n, line in _in_turn([*_unwrapped(_celled(lines))]) for part in _BREAK.split(line))
    rows = [Row(n, bare) for n, line in pairs if (bare := _bared(line)).strip()]
    if len({row.number for row in rows}) < len(rows):
        return [Row(n, row.text) for n, row in enumerate(rows, 1)]
    return rows


def _replies(lines: list[str]) -> list[str]:
    """Return the lines of a mail that quotes mails, the first that was written first."""
    depths = [line[: len(line) - len(line.lstrip("> "))].count(">") for line in lines]
    if max(depths) < 2:
        return lines
    mails: defaultdict[int, list[str]] = defaultdict(list)
    for line, depth, after in zip(lines, depths, [*depths[1:], 0], strict=True):
        heads = after > depth and line.rstrip().endswith(":")  # Anna wrote:
        mails[depth].append("" if heads else line.lstrip("> "))
    return [line for depth in sorted(mails, reverse=True) for line in (*mails[depth], "")]


def _unwrapped(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines, each with its number; of a text that is broken into lines, its sentences."""
    block: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line)
            continue
        first, width = number - len(block), max(map(len, block), default=0)
        wraps = [len(one) > _FULL * width and one.rstrip()[-1] not in _SENTENCE_MARKS for one in block[:-1]]
        flows = width > _PARAGRAPH or any(
            wrap and two.lstrip()[0].islower() for wrap, two in zip(wraps, block[1:], strict=True)
        )
        words, figures = (sum(len(one.findall(line)) for line in block) for one in (_WORDS, _FIGURES))
        if width < _LEAST_WIDTH or not flows or words < figures or any(map(_COLUMNS.search, block)):
            yield from enumerate(block, first)
        else:
            broken = (("\n", " ")[wrap] + two for wrap, two in zip(wraps, block[1:], strict=True))
            for sentence in _SENTENCE_END.split("".join((block[0], *broken))):
                yield first, sentence
        block = []


def _in_turn(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return numbered lines of which two stand side by side, 1. a4    21. b6, in the order of their numbers."""
    halves = [(n, found) for n, (_, line) in enumerate(lines) if (found := _TWO_LINES.match(line))]
    left, right = ([int(found[k]) for _, found in halves] for k in (2, 4))
    if len(halves) < _FEWEST_PAIRS or any(two != one + 1 for some in (left, right) for one, two in pairwise(some)):
        return lines
    end = halves[-1][0] + right[0] - left[-1]
    if end not in (halves[-1][0] + 1, halves[-1][0] + 2):
        return lines
    firsts = {n: (lines[n][0], found[1]) for n, found in halves}
    behind = [(lines[n][0], found[3]) for n, found in halves]
    return [firsts.get(n, line) for n, line in enumerate(lines[:end])] + behind + lines[end:]


def _celled(lines: list[str]) -> list[str]:
    """Return the lines of a table with commas or semicolons between its cells with tabs there."""
    for mark in ",;":
        parted = re.compile(rf"{mark}(?!\s)")
        counts = Counter(0 if _COLUMNS.search(line) else len(parted.findall(line)) for line in lines if line.strip())
        usual, often = max(counts.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        if usual > 1 and 3 * often > 2 * counts.total() and max(map(len, lines)) < _LONGEST_LINE:
            return ["\t".join(next(csv.reader([line], delimiter=mark), ())) for line in lines]
    return lines


def _bared(line: str) -> str:
    """Return a line without the marks around its text; a notice of a chat is empty."""
    line = _STYLING.sub("", unicodedata.normalize("NFC", line))
    line = _FRACTION.sub(lambda found: (found[1] or "0") + f"{unicodedata.numeric(found[2]):.3g}"[1:], line)
    line = _SPEAKER.sub(r"\1:", line)
    if stamp := _STAMP.match(line):
        line = _NICK.sub(r"\1:", line[stamp.end() :])
        if ":" not in line:
            return ""  # a notice: nobody says it
    return _STRUCK.sub(lambda found: " " * len(found[0]), line)


def _page_rows(text: str) -> Iterator[tuple[int, str]]:
    """Yield the rows of HTML, each with its line; each cell stands behind a tab."""
    row, number, line, hidden = "", 1, 1, 0
    for part in _PARTS.finditer(text):
        tag, closing = (part["tag"] or "").lower(), bool(part["closing"])
        breaks = tag == "br" or part[0] == "\n"
        line += part[0].count("\n")
        if tag in _HIDDEN:
            hidden += -1 if closing else 1
        elif tag in _ROWS or (breaks and "\t" not in row):
            yield number, row
            row, number = "", line
        elif tag in ("td", "th"):
            row += "" if closing else "\t"
        elif breaks:
            row += "; " if tag else " "
        elif part["text"] and not hidden:
            row += unescape(part["text"]).replace("\u00a0", " ")
    yield number, row

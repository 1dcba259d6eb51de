"""Tables of moves: what their columns hold, as their head says."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from rules.reading_text import Cell, cells_of, is_framed, parting
from rules.reading_words import IGNORED, PASSED, ROUND, SEAT, Lexicon, Part

_TALLY = re.compile(r"\d+ ?: ?\d+")  # how it stands
_SHARED = 2  # colours of one player


class Column(NamedTuple):
    """A column. start: where its heading stands. seat: whose moves it holds. sign: what stands in
    front of a field there, the letter of a colour perhaps. ignored: whether it holds no moves.
    time: whether it holds seconds. counts: whether it holds the numbers of rounds, as one without a
    heading does.
    """

    start: int
    seat: str | None
    sign: str
    ignored: bool
    time: bool
    counts: bool


_BLANK = Column(0, None, "", ignored=False, time=False, counts=True)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table, what parts its cells, and whether bars stand at its sides."""

    parting: str
    columns: Sequence[Column]
    framed: bool

    @property
    def seated(self) -> bool:
        """Whether columns hold the moves of one seat, or of one colour, each."""
        return any(column.seat is not None or column.sign.isalpha() for column in self.columns)

    def coloured(self, other: "Columns") -> "Columns | None":
        """Return these columns with the colours of another row, None when it has anything else."""
        if self.parting != other.parting or any(
            one.seat or one.time or not (one.sign.isalpha() or one.start == other.columns[0].start)
            for one in other.columns
        ):
            return None
        both = zip(self.columns, other.columns, strict=False)
        return replace(self, columns=[one._replace(sign=more.sign) for one, more in both])

    def parts(self, text: str, lexicon: Lexicon, *, joined: bool = False) -> list[Part] | None:
        """Return the parts of a row with what its columns say, None when it is no such row.

        joined: whether the cells of the row are one move.
        """
        placed = self._placed(text)
        first = text[placed[0][1].start : placed[0][1].end] if placed else ""
        if placed is None or (
            self.seated and any(c.startswith(SEAT) for c in lexicon.codes(first))
        ):
            return None
        parts: list[Part] = []
        led = False  # whether a cell stands in front
        for column, cell in placed:
            beside = not (column.seat or column.sign or column.time) and self.seated
            said = text[cell.start : cell.end]
            if column.counts and said.strip("-+.)").isdecimal():
                parts.append(Part(cell.start, cell.end, "", (PASSED,), glued=False))
                continue
            if not lexicon.timed and _TALLY.fullmatch(said):
                parts.append(Part(cell.start, cell.end, "", (IGNORED,), glued=False))
                continue
            if beside and "roll" in lexicon.codes(said.rstrip(" .0123456789")):
                parts.append(Part(cell.start, cell.end, "", (IGNORED,), glued=False))
                continue  # what stands in the row
            if column.seat is not None and cell.end > cell.start:
                parts.append(Part(cell.start, cell.start, "", (SEAT + column.seat,), glued=False))
            if column.sign == "-" and said and led:
                parts.append(Part(cell.start, cell.start, "-", (), glued=False))
            elif column.sign.isalpha() and said and said[1:2] != "@":
                parts.append(Part(cell.start, cell.start, "", (column.sign,), glued=False))
            led = bool(said) and lexicon.codes(said) != ("roll",)
            signed = _signed(lexicon.parts(said), cell.start, column)
            if joined and all(
                code.startswith(SEAT) for part in signed for code in part.codes or "-"
            ):
                parts[:0] = signed  # who moves stands in front of the move
                continue
            parts += signed
            if not joined:
                parts.append(Part(cell.end, cell.end, ";", (), glued=False))
        return parts

    def seat_of(self, text: str) -> str | None:
        """Return the seat in whose column the only cell of a row stands, None where none does."""
        placed = [
            (column, cell) for column, cell in self._placed(text) or () if cell.end > cell.start
        ]
        return placed[0][0].seat if len(placed) == 1 and not placed[0][0].sign else None

    def _placed(self, text: str) -> list[tuple[Column, Cell]] | None:
        """Return the cells of a row with their columns, None when it is no such row."""
        if self.parting not in text and not (self.seated and self.parting.isspace()):
            return None  # what is empty behind the first cell may be lost
        cells, columns = cells_of(text, self.parting, framed=self.framed), list(self.columns)
        if self.parting == "  ":
            above = [self._nearest(cell) for cell in cells]
            if len(cells) != len(columns) or _BLANK in above or len(set(above)) == len(above):
                return list(zip(above, cells, strict=True))
        while len(cells) > len(columns) and cells[-1].end == cells[-1].start:
            cells.pop()
        if len(cells) > len(columns):  # without a heading: numbers in front, remarks behind
            if not self.seated:
                return None
            numbered = text[cells[0].start : cells[0].end].rstrip(".)").isdecimal()
            columns.insert(0 if numbered and not columns[0].counts else len(columns), _BLANK)
            columns += [_BLANK] * (len(cells) - len(columns))
        return list(zip(columns, cells, strict=False))

    def _nearest(self, cell: Cell) -> Column:
        """Return the column that stands nearest above a cell, none in front of all headings."""
        if cell.end < self.columns[0].start:
            return _BLANK
        return min(self.columns, key=lambda column: abs(column.start - cell.start))


def _signed(parts: Sequence[Part], start: int, column: Column) -> list[Part]:
    """Return the parts of a cell where they stand in the row, with the sign of its column."""
    if column.ignored and parts:
        return [Part(start + parts[0].start, start + parts[-1].end, "", (IGNORED,), glued=False)]
    moved = [part._replace(start=part.start + start, end=part.end + start) for part in parts]
    if not moved or column.sign != "*" or any(part.text == column.sign for part in parts):
        return moved
    signed = list[Part]()
    for part, following in zip(moved, [*moved[1:], None], strict=True):
        field = part.word and len(part.text) == 1 and following and following.glued
        if field and not part.codes and following and following.number:
            signed.append(Part(part.start, part.start, column.sign, (), glued=False))
            part = part._replace(glued=True)  # noqa: PLW2901
        signed.append(part)
    return signed


def completed(parts: Sequence[Part]) -> list[Part]:
    """Return parts in which a sign that several fields share, or no field follows, is written out.

    ``5 b4 + stone`` has its stone on b4, ``stones on b4 and c4`` have one on each.
    """
    found, field = list[Part](), list[Part]()
    state = ""
    for n, (part, following) in enumerate(zip(parts, [*parts[1:], None], strict=True)):
        if "*" in (part.text, *part.codes):
            found.append(part)
            if field and all(map(_says_nothing, parts[n + 1 :])):
                found += [one._replace(start=part.end, end=part.end) for one in field]
            state = "set"
        elif following and following.glued and following.number and part.word and not part.codes:
            if state == "shared":
                found.append(Part(part.start, part.start, "*", (), glued=False))
            state = "shared" if state else ""
            field = [part, following]
            found.append(part)
        else:
            if part not in field and not _says_nothing(part):
                state, field = "", []
            found.append(part)
    return found


def _says_nothing(part: Part) -> bool:
    """Whether a part changes nothing of what stands beside it; "no" and "forgotten" do."""
    return bool({PASSED, "@"} & set(part.codes)) or not (part.codes or part.text[0].isalnum())


def colour_of(codes: Iterable[str]) -> str | None:
    """Return the letter of the colour among what words may mean, None when there is none."""
    return next(
        (code for code in codes if len(code) == 1 and code.isalpha() and code.islower()), None
    )


def heads(text: str, rows: Iterable[str]) -> bool:
    """Whether names in a row stand over columns, as the rows below are laid out, and in no list."""
    sign = parting(text)
    if "=" in text:
        return False
    if sign == "  ":  # but not white: Anna  pink: Bram
        named = re.search(r"\w ?: ?\w", text)
        return not named and any(re.search(r"(?:^|\S) {2,}\S", row) for row in rows)
    if sign == "," and ", " in text:
        return any(re.search(r"^\s*,|,\s*,|,\s*$", row) for row in chain([text], rows))
    return sign is not None and any(sign in row for row in rows)


def head_of_table(text: str, lexicon: Lexicon) -> Columns | None:
    """Return the columns that a row heads, None when it is no head of a table.

    Every cell of a head is a name, or words that say what stands below; one seat at least, or a
    sign, or two words for cells.
    """
    text = re.sub(r"(?<=[^\W\d_]{3})\d\b", " ", text)  # stone1;stone2
    sign = parting(text)
    if sign is None or re.search(r"[a-zA-Z]\d|\d[.,:]?\d", text):
        return None
    columns, known = list[Column](), 0
    framed = is_framed(text)
    cells = cells_of(text, sign, framed=framed)
    first = re.match(r"\S+", text[cells[0].start : cells[0].end])
    if sign == "  " and first and ROUND in lexicon.codes(first[0]) and first.end() < cells[0].end:
        edge = cells[0].start + first.end()  # Turn Anna
        cells[:1] = [Cell(cells[0].start, edge), Cell(edge + 1, cells[0].end)]
        cells = [cell for cell in cells if cell.end > cell.start]
    if len(cells) > 1 and len({text[cell.start : cell.end] for cell in cells}) == 1:
        return None  # what both do: start | start
    for cell in cells:
        said = text[cell.start : cell.end]
        codes = [code for part in lexicon.parts(said) for code in part.codes]
        alone = lexicon.codes(said)
        short = len(said) == 1 and not (codes or alone) and said != "\u2116"
        if short or re.search(r"\d|[@*]", said):
            return None
        seat = next((code for code in codes if code.startswith(SEAT)), None)
        shown = len({code for code in codes if colour_of((code,))})
        columns.append(
            Column(
                cell.start,
                None if seat is None else seat.removeprefix(SEAT),
                "*"
                if "*" in codes
                else "-"
                if "-" in alone
                else ""
                if lexicon.timed
                else colour_of(codes if seat and shown < _SHARED else alone) or "",
                IGNORED in alone,
                "s" in codes or "s" in alone,
                ROUND in alone or said in ("", "\u2116"),
            )
        )
        known += bool(codes)
    if len(cells) < 2 or known < max(1, len([c for c in cells if c.end > c.start]) - 1):
        return None
    if known < 2 and not any(one.seat or one.sign or one.time or one.ignored for one in columns):
        return None
    for n, column in enumerate(columns[:-1]):  # the second stands in front of its move
        behind = columns[n + 1]
        if column.time and not column.seat and behind.seat and not behind.time:
            columns[n] = column._replace(seat=behind.seat)
            columns[n + 1] = behind._replace(seat=None)
    return Columns(sign, columns, framed=framed)

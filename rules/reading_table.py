"""Tables of moves: what their columns hold, as their head says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.reading_text import Cell, cells_of, parting
from rules.reading_words import IGNORED, PASSED, ROUND, SEAT, Lexicon, Part


class Column(NamedTuple):
    """A column. start: where its heading stands. seat: whose moves it holds. sign: what stands in
    front of a field there. ignored: whether it holds no moves. time: whether it holds seconds.
    counts: whether it holds the numbers of rounds.
    """

    start: int
    seat: str | None
    sign: str
    ignored: bool
    time: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table, and what parts its cells."""

    parting: str
    columns: Sequence[Column]

    @property
    def seated(self) -> bool:
        """Whether columns hold the moves of one seat each."""
        return any(column.seat is not None for column in self.columns)

    def parts(self, text: str, lexicon: Lexicon, *, joined: bool = False) -> list[Part] | None:
        """Return the parts of a row with what its columns say, None when it is no such row.

        joined: whether the cells of the row are one move.
        """
        if self.parting != "  " and self.parting not in text:
            return None
        cells = cells_of(text, self.parting)
        if self.parting == "  ":
            placed = [(self._nearest(cell), cell) for cell in cells]
        else:
            placed = list(enumerate(cells))
        if len(cells) > len(self.columns) and any(
            cell.end > cell.start for cell in cells[len(self.columns) :]
        ):
            return None
        parts: list[Part] = []
        for n, cell in placed[: len(self.columns)]:
            column = self.columns[n]
            beside = not (column.seat or column.sign or column.time) and self.seated
            said = text[cell.start : cell.end]
            if (beside or column.counts) and said.rstrip(".)").isdecimal():
                parts.append(Part(cell.start, cell.end, "", (PASSED,), glued=False))
                continue
            if beside and lexicon.codes(said.rstrip(" .0123456789")) == (
                "roll",
            ):  # what stands in the row
                parts.append(Part(cell.start, cell.end, "", (PASSED,), glued=False))
                continue
            if column.seat is not None and cell.end > cell.start:
                parts.append(Part(cell.start, cell.start, "", (SEAT + column.seat,), glued=False))
            if column.sign == "-" and said and n and placed[n - 1][1].end > placed[n - 1][1].start:
                parts.append(Part(cell.start, cell.start, "-", (), glued=False))
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

    def _nearest(self, cell: Cell) -> int:
        """Return the column that stands nearest above a cell."""
        starts = [column.start for column in self.columns]
        return min(range(len(starts)), key=lambda n: abs(starts[n] - cell.start))


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


def head_of_table(text: str, lexicon: Lexicon) -> Columns | None:
    """Return the columns that a row heads, None when it is no head of a table.

    Every cell of a head is a name, or words that say what stands below; one seat at least, or a
    sign, or two words for cells.
    """
    sign = parting(text)
    if sign is None or re.search(r"[a-zA-Z]\d|\d[.,:]?\d", text):
        return None
    columns, known = list[Column](), 0
    cells = cells_of(text, sign)
    for cell in cells:
        said = text[cell.start : cell.end]
        codes = [code for part in lexicon.parts(said) for code in part.codes]
        alone = lexicon.codes(said)
        short = len(said) == 1 and not (codes or alone) and said != "\u2116"
        if short or re.search(r"\d|[@*]", said):
            return None
        seat = next((code for code in codes if code.startswith(SEAT)), None)
        columns.append(
            Column(
                cell.start,
                None if seat is None else seat.removeprefix(SEAT),
                "*" if "*" in codes else "-" if "-" in alone else "",
                IGNORED in alone,
                "s" in codes or "s" in alone,
                ROUND in alone,
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
    return Columns(sign, columns)

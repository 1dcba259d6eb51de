"""A sheet as signs, each with what it may be in a move: for a game that is told in any way.

Nothing is asked of the layout but what shows who moves: names in front of rows, the heads of
columns, and the numbers that count the rows.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rules.colours import WORDS as COLOURS
from rules.game import AGREE, Game, Move
from rules.reading_slips import CHANGED, CONFUSED, MISSPELT, TWINS, slips
from rules.reading_table import colour_of
from rules.reading_text import cells_of, is_rule, parting
from rules.reading_words import (
    ASIDE,
    DENIED,
    INSTEAD,
    PASSED,
    ROUND,
    SEAT,
    UNSURE,
    Lexicon,
    Part,
)

_PER_WORD = 0.02  # what it costs to pass over a word that no vocabulary knows,
_PER_CODE = 0.5  # a word of the game,
_PER_SLIP = 0.6  # one that may be a field in bad writing,
_PER_NUMBER = 1.0  # a number,
_PER_FIELD = 3.0  # a field
_PER_HOLE = 1.5  # a hole, or a field of a track, of which a move has two
_APART = 0.3  # a field whose letter and figure stand apart, or the other way round
_SPELLED = 1.0  # a field with a word for its letter: Berta 7
_KNOWN = 2.0  # and more where that word means something else
_AS_LABEL = 1.0  # a number that counts the rows, taken for a part of a move
_AS_ARTICLE = 1.0  # a word in front of a number, taken for one itself: ein, een, un
_SHORTENED = 0.5  # a word of which the first letters are written: ro
_SHORT = 3  # letters of such a word, at most
_SHORTEST_FULL = 60  # characters of a row of prose
_FULL = 0.8  # of how long such rows mostly are
_FEWEST_WORDS = 6  # of it
_EXACT = 50.0  # a row that is a move as it stands
_LONGEST = 3  # signs of a part of a move
_OTHER_CASE = 1.5  # the hourglass of the other player
_FEWEST_LABELS = 3
_FEWEST_TURNED = 4  # fields or moves that are written in another way, for one as usual
_FEWEST_PAIRS = 4  # holes that are written together: df
_FEWEST_COUNTED = 5
_MOST_ROWS_APART = 7  # from a number that counts the rows to the next
_MOST_APART = 3  # characters from the letter of a field to its figure
_FEWEST_CELLS = 4  # of a row with a name in the first
_FIRST = 2  # the highest number with which rows are counted from
_LEAD = 8  # parts of a row among which the first name is
_OFTEN = 0.7  # of the times that a word is written, for a letter in front of its figure
_FEWEST_MOVES = 6  # one of those who move makes a move for so many of another's

_HOUR = re.compile(r"^[\s|\[(]*\d{1,2}[:.h]\d\d(?::\d\d)?(?!\w)[\])]?")
_DATE = re.compile(r"\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|\b(?:19|20)\d\d\b")
_COUNTER = re.compile(r"^\s*([^\W\d_])(\d{1,2})[.:)]?(?=\s+\S)")
_UNKNOWN = re.compile(  # Bill ?, Cath d3 | ? | -- ?? (forgotten)
    r"(?:(?<=[,;|\t])|^(?=\s*\?+\s*[,;|\t])|(?<=\w)\s)\s*\?+(?=\s*[,;|\t(])"
)
_STANDINGS = re.compile(  # [Y0 B-2 G6]
    r"[\[(](?=[^\])]*(?:-\d|\b[^\W\d_]{0,2}0|\d\d))(?:\s*[^\W\d_]{1,2}[\s:=]?-?\d+[,;]?){3,}\s*[\])]"
)
_STARS = re.compile(r"\*(?:\s?\*)+")  # which mark a page
_ORDINAL = re.compile(r"^\s*\d{1,2}(?:e|er|\u00e8re|\u00e8me|de|ste|st|nd|rd|th|te|o)\b")
_CLOCK = re.compile(
    r"(?P<hours>\d+)\s?(?::|h|u(?:ur)?|Uhr)\s?(?P<minutes>\d\d)\s?(?::|['\u2019\u2032]|m(?:in\w*)?\b\.?)\s?"
    r"(?P<last>\d\d(?:[.,]\d+)?)"
    r"|(?P<m>\d+)(?::|['\u2019\u2032h]|\s?m(?:in(?:ut\w*)?)?\b\.?)(?:\s(?:and|en|und|et))?\s?"
    r"(?P<s>\d\d?(?:[.,]\d+)?)"
    r"(?:(?:\"|''|\u2033|\u201d|\s?s(?:e[ck]\w*)?\b\.?\s?)[,.]?(?P<part>\d{1,2})?(?!\s?[\w:.,]))?"
    r"|(?P<plain>\d+(?:[.,]\d+)?)",
    re.IGNORECASE,
)
_MINUTE = re.compile(r"(?<![\w:.,])\d{1,2}:\d\d(?![\w:.,])")
_POINTED = re.compile(r"(?<![\w:.,])(\d{1,2})\.(\d\d)(?![\w:.,])")  # 4.37 among 4:41
_PRIMED = re.compile(r"(?<![\w'\u2019])([a-i])['\u2019\u2032](?!\w)")  # a hole of the other side
_CELL = re.compile(r"(?<=\d),(?=\d{4})")  # between two numbers
_SECOND = re.compile(r"(?<!\w)[OoIl]*\d[\dOoIl]*(?:[SB](?=\s)|(?:[.,:][OoIlS]*\d[\dOoIlS]*)*)")
_FIGURES = str.maketrans("OoIlSB", "001158")
_MARKS = frozenset("-.:(_\u2013")  # between the letter of a field and its figure
_BETWEEN = frozenset((*ASIDE, "@", "-"))  # what words mean that stand between the parts of a move
_PARTS = frozenset(",;.|/")  # which mostly stand between moves
_LETTERS = "abcdefg"
_TURNED = re.compile(rf"(?<!\w)(\d)( ?)([{_LETTERS}{_LETTERS.upper()}])(?!\w)")  # 3b
_UPRIGHT = re.compile(rf"(?<!\w)[{_LETTERS}{_LETTERS.upper()}]\d(?!\w)")
_BACK = re.compile(
    r"(?<![\w<])(\w?\d{1,2}|[a-mA-M]) ?(?:<-*|[\u2190\u21d0]) ?(\w?\d{1,2}|[a-mA-M])(?!\w)"
)
_STEPS = re.compile(r"(?<![\w+-])(\d{1,2}) ?\+ ?(\d{1,2})(?! ?[\w+-])")  # from, and how many fields
_WAY = re.compile(r"(?<![\w-])\d{1,2} ?- ?\d{1,2}(?![\w-])")
_FIELD = re.compile(rf"[{_LETTERS}]\d")
_NAME = "name "  # before what no vocabulary knows


class Sign(NamedTuple):
    """A word, a number or a mark of a sheet.

    row: where it stands, from 0. line: the row with which its line begins, which may go on over
    several. ways: what it may be in a move, the cost, and how many signs it
    then is. skipped: the cost of passing over it. owner: who is said to move. undoes: whether it
    says that what stands before it is wrong. second: that it names. parts: whether it mostly stands
    between moves. starts: whether the game began at its second. exact: the move that the whole row
    is as it stands.
    """

    row: int
    ways: tuple[tuple[str, float, int], ...]
    skipped: float
    owner: str | None = None
    undoes: bool = False
    second: float | None = None
    parts: bool = False
    starts: bool = False
    exact: Move = ""
    line: int = 0


class SignedSheet:
    """A sheet as signs.

    signs: all of them, in order. owners: those whose moves the sheet tells, in the order in which
    they first make one. called: how each is written. led: the rows in front of which one stands.
    unknown: how many moves are written as a question mark.
    """

    def __init__(self, game: Game, lexicon: Lexicon, rows: Sequence[str]) -> None:
        """Make one of the rows of a sheet, with the words of a game."""
        self.game = game
        self._lexicon = lexicon
        self.owners: list[str] = []
        self.called: dict[str, str] = {}
        texts = [_BACK.sub(r"\2-\1", _STARS.sub(_blank, _DATE.sub(_blank, row))) for row in rows]
        if game.timed:
            texts = [_SECOND.sub(_in_figures, _CELL.sub(" ", text)) for text in texts]
            if sum(map(len, map(_PRIMED.findall, texts))) >= _FEWEST_LABELS:
                texts = [_PRIMED.sub(_in_capitals, text) for text in texts]
        else:
            hours = sum(_HOUR.match(text) is not None for text in texts) >= _FEWEST_LABELS
            texts = [_HOUR.sub(_blank, text) for text in texts] if hours else texts
            texts = [_STANDINGS.sub(_blank, text) for text in texts]
            texts = _uncounted([_ORDINAL.sub(_blank, text) for text in texts])
            for habit, usual, meant in (
                (_TURNED, _UPRIGHT, r"\3\1\2"),
                (_STEPS, _WAY, lambda found: f"{found[1]}-{int(found[1]) + int(found[2])}"),
            ):
                others = sum(len(usual.findall(text)) for text in texts)
                if sum(len(habit.findall(text)) for text in texts) > _FEWEST_TURNED * (1 + others):
                    texts = [habit.sub(meant, text) for text in texts]
        self._texts = texts
        self._moves, self._atoms = _moves_of(game)
        self._lettered = any(map(_FIELD.fullmatch, self._atoms))
        self._figures = any(map(str.isdecimal, self._atoms))
        if self._lettered:
            pieces = "".join(atom for atom in self._atoms if len(atom) == 1 and atom.isalpha())
            piece = re.compile(rf"(?<!\w)([{pieces}])(?=[{_LETTERS}]\d)", re.IGNORECASE)
            texts = [piece.sub(r"\1@", text) for text in texts]  # Nb2
        self._parted = [lexicon.initialled(lexicon.parts(text)) for text in texts]
        self._spelled = self._alphabet() if self._lettered else frozenset()
        self._in_columns: set[int] = set()  # rows of which each cell is somebody's
        self.led: set[int] = set()
        self.unknown = sum(len(_UNKNOWN.findall(row)) for row in rows)
        lines = lines_of(rows)
        signs = self._timed() if game.timed else self._placed()
        self.signs = [sign._replace(line=lines[sign.row]) for sign in signs]

    def _alphabet(self) -> frozenset[str]:
        """Return the words that stand for letters of fields alone: alpha, bravo, charlie."""
        counts, before = Counter[str](), Counter[str]()
        leads = {_lead(parts) for parts in self._parted}
        for parts in self._parted:
            words = [part.text.casefold() * (part.word and not part.codes) for part in parts]
            counts.update(words)
            before.update(word for word, two in zip(words, parts[1:], strict=False) if _tells(two))
        found = {
            word
            for word, count in before.items()
            if len(word) > _SHORT and word[0] in _LETTERS and count > 1
            if _OFTEN * counts[word] <= count and _NAME + word not in leads
        }
        apart = len({word[0] for word in found}) == len(found) >= _FEWEST_LABELS
        return frozenset(found) if apart else frozenset()

    def _placed(self) -> Iterator[Sign]:
        """Yield the signs of a game whose moves name fields."""
        labels, owned = self._labels(), self._owned()
        for n, parts in enumerate(self._parted):
            if (move := self._texts[n].strip()) in self._moves:
                yield Sign(n, (), _EXACT, exact=move)
                continue
            if any(INSTEAD in part.codes or DENIED in part.codes for part in parts):
                yield Sign(n, (), 0.0, owned[n][0], undoes=True)
            fields = (
                cost < _SPELLED for k in range(len(parts)) for _, cost, _ in _fields(parts, k)
            )
            told = any(fields) if self._lettered else any(map(_tells, parts))
            for at, part in enumerate(parts):
                label = (n, at) in labels
                added = _AS_LABEL * label
                ways = tuple(
                    (atom, cost + added, size) for atom, cost, size in self._ways(parts, at)
                )
                skipped = 0.0 if label else self._cost_of_skipping(parts, at, told=told)
                stone = "*" in (part.text, *part.codes)
                if any(cost == _SHORTENED for _, cost, _ in ways):
                    skipped = max(skipped, _PER_CODE)
                if len(part.text) > 1 and not label and any(cost == TWINS for _, cost, _ in ways):
                    skipped = max(skipped, _PER_SLIP * (not part.codes))
                owner = owned[n][at]
                first = at == 0 or owned[n][at - 1] != owner
                if owner is not None and first and n in self._in_columns and owner in COLOURS:
                    yield Sign(n, ((owner, 0.0, 1),), 0.0, owner)  # the colour of its column
                apart = n not in self._in_columns and _is_between_moves(parts, at)
                yield Sign(n, ways, skipped, owner, _undoes(part), parts=apart)
                if stone and (field := self._field_above(parts, at)):
                    yield Sign(n, ((field, 0.0, 1),), 0.0, owner)  # a stone on top of the card

    def _cost_of_skipping(self, parts: Sequence[Part], at: int, *, told: bool) -> float:
        """Return what it costs to pass over a part. told: whether its row may hold a move."""
        part, behind = parts[at], parts[at + 1] if at + 1 < len(parts) else None
        if part.word and len(part.text) == 1 and behind is not None and _tells(behind):
            if not self._lettered or part.text.casefold() not in _LETTERS:
                return _PER_WORD
            if not behind.number:  # in words
                return _PER_WORD if part.codes else _PER_FIELD - _PER_NUMBER
            return _PER_FIELD if behind.glued else _PER_NUMBER
        if "*" in (part.text, *part.codes):
            return _PER_FIELD * told * ("*" in self._atoms)
        if part.word and "1" in part.codes:
            return _PER_WORD  # an article
        if part.number and (_is_tally(parts, at) or not (self._figures or _is_in_field(parts, at))):
            return _PER_WORD
        if not self._lettered and part.number and _is_on_way(parts, at):
            return _PER_HOLE
        if _tells(part):
            counts = behind is not None and behind.text in {".", ")"} and at < _FIRST
            return _PER_WORD if counts else _PER_NUMBER
        if any(map(_is_part_of_move, part.codes)) and not _BETWEEN.issuperset(part.codes):
            return _PER_CODE if told else _PER_WORD
        return _PER_WORD if part.word else 0.0

    def _field_above(self, parts: Sequence[Part], at: int) -> str:
        """Return the last field in front of a stone behind which none stands, "" without one."""
        fields = [
            [one for one, cost, _ in _fields(parts, n) if cost < _SPELLED and one in self._atoms]
            for n in range(len(parts))
        ]
        rest = range(at + 1, len(parts))
        behind = next((n for n in rest if fields[n] or _tells(parts[n])), None)
        if not self._lettered or (behind is not None and fields[behind]):
            return ""
        return next((some[0] for some in reversed(fields[:at]) if some), "")

    def _ways(self, parts: Sequence[Part], at: int) -> Iterator[tuple[str, float, int]]:
        """Yield what the signs from one on may be in a move, the cost, and how many signs it is."""
        part, behind = parts[at], parts[at + 1 : at + 2]
        article = part.word and any(one.number for one in behind)
        for code in filter(_is_part_of_move, part.codes):
            yield code, _AS_ARTICLE * (article and code.isdecimal()), 1
        if not part.codes or (len(part.text) == 1 and part.text.isupper()):
            for form in dict.fromkeys((_atom(part.text), part.text)):
                yield form, 0.0, 1
        if part.word and len(part.text) <= _SHORT and set(part.codes) <= {*COLOURS}:
            for code in self._lexicon.short_for(part.text):
                if len(code) == 1 and not code.isdecimal() and code not in part.codes:
                    yield code, _SHORTENED, 1
        if self._lettered:
            yield from _fields(parts, at)
        if part.text.casefold() in self._spelled and behind and _tells(behind[0]):
            (last,) = behind
            figure = last.text if last.number else next(filter(str.isdecimal, last.codes))
            yield part.text[0].casefold() + figure, _APART, 2
        yield from self._slipped(parts, at)

    def _slipped(self, parts: Sequence[Part], at: int) -> Iterator[tuple[str, float, int]]:
        """Yield what may have been meant with a slip of the pen: a field, a word of the game."""
        part = parts[at]
        if part.word and not part.codes and len(part.text) > 3:
            for code in self._lexicon.nearest(part.text):
                if _is_part_of_move(code):
                    yield code, MISSPELT, 1
        if {*part.codes} - {PASSED} or (at and part.glued and parts[at - 1].text[-1].isalnum()):
            return
        behind = (parts[at + n : at + n + 1] for n in range(1, 4))
        size = next((n for n, some in enumerate(behind, 1) if not _goes_on(some)), 0)
        text = "".join(one.text for one in parts[at : at + size]).casefold()
        if not (1 <= len(text) <= _LONGEST and text.isalnum()):
            return
        field = self._lettered and text in self._atoms
        most = CONFUSED if field else CHANGED
        most = TWINS if part.codes or len(text) == 1 else most
        for cost, form in slips(text) if field or text not in self._atoms else ():
            if cost <= most and form in self._atoms:
                yield self._atoms[form], cost, size

    def _timed(self) -> Iterator[Sign]:
        """Yield the signs of a game whose moves have their second and name two letters."""
        (start,) = map(self.game.start, self.game.players)
        steps = {*self.game.every_move(start)}
        holes = {hole for move in steps for hole in move.split("-")}
        joined = {f"{one}{other}" for one, _, other in (move.partition("-") for move in steps)}
        pairs = {part.text for parts in self._parted for part in parts} & joined
        pointed = sum(len(_MINUTE.findall(text)) for text in self._texts) >= _FEWEST_LABELS
        labels = self._labels()
        before: Sign | None = None  # a second, of which it is open what happened then
        for n, (text, parts) in enumerate(zip(self._texts, self._parted, strict=True)):
            clocks = list(_CLOCK.finditer(_POINTED.sub(r"\1:\2", text) if pointed else text))
            alone = len(clocks) == 1 and sum(part.text in holes for part in parts) <= 1
            starts = alone and any("start" in part.codes for part in parts)
            end = 0
            for at, part in enumerate(parts):
                if part.start < end:
                    continue
                if before is not None:
                    yield before._replace(starts=before.starts or "start" in part.codes)
                before = None
                ways = tuple(_holes_like(part.text, holes))
                clock = next((one for one in clocks if one.start() == part.start), None)
                if part.number and ways and _is_beside_dash(parts, at):
                    yield Sign(n, ways, _PER_NUMBER)
                    continue
                if clock is not None:
                    end = clock.end()
                    if (n, at) in labels and not clock[0].strip(part.text):
                        continue
                    before = Sign(n, (), 0.0, second=_seconds(clock), starts=starts)
                    continue
                if not part.word:
                    yield Sign(n, (), 0.0)
                    continue
                if part.text in pairs and len(pairs) >= _FEWEST_PAIRS:
                    for hole in part.text:
                        yield Sign(n, ((hole, 0.0, 1),), 0.0 if part.codes else _PER_HOLE)
                    continue
                holed = part.text in holes and not _is_said(parts, at)
                skipped = _PER_HOLE if holed else _PER_WORD
                yield Sign(n, ways, skipped, undoes=_undoes(part))
            if before is not None:
                yield before
            before = None

    def _labels(self) -> set[tuple[int, int]]:
        """Return the row and the part of each number that counts the rows."""
        firsts: list[tuple[int, int, int]] = []
        counted = [
            parts[1].text
            for parts in self._parted
            if len(parts) > 2 and "roll" in parts[0].codes and parts[1].number
        ]
        counts = len(counted) > 1 and counted == [str(n + 1) for n in range(len(counted))]
        beside = {"roll"} if counts else set[str]()
        for n, parts in enumerate(self._parted):
            at = next((at for at, part in enumerate(parts[:_LEAD]) if part.number), None)
            before = [part for part in parts[: at or 0] if part.word]
            told = any(not {*ASIDE, *beside}.issuperset(part.codes) for part in before)
            counts = at is not None and parts[at].text.isdecimal()
            if at is not None and counts and not told and not _is_in_field(parts, at):
                firsts.append((n, at, int(parts[at].text[:6])))
        runs: list[list[int]] = []
        for k, (_, _, value) in enumerate(firsts):
            for run in sorted(runs, key=lambda run: -run[-1]):
                last = firsts[run[-1]][2]
                if last in (value, value - 1) and k - run[-1] <= _MOST_ROWS_APART:
                    run.append(k)
                    break
            else:
                n, at, _ = firsts[k]
                if value <= _FIRST or _is_pointed(self._parted[n], at):
                    runs.append([k])
        found: list[list[int]] = []  # one in each list
        for run in sorted(runs, key=len, reverse=True):
            values = {firsts[k][2] for k in run}
            few = len(values) < _FEWEST_LABELS or 3 * len(values) < len(run)
            apart = all(run[-1] < one[0] or one[-1] < run[0] for one in found)
            if apart and not few and 2 * len(run) >= run[-1] - run[0]:
                found.append(run)
        return {firsts[k][:2] for run in found for k in run} | self._counted()

    def _counted(self) -> set[tuple[int, int]]:
        """Return the row and the part of each number with a point that counts on: 1. 2. 3."""
        found: list[tuple[int, int]] = []
        for n, parts in enumerate(self._parted):
            for at, part in enumerate(parts):
                if (
                    _is_pointed(parts, at)
                    and part.text == str(len(found) + 1)
                    and not _is_in_field(parts, at)
                ):
                    found.append((n, at))
        return set(found) if len(found) >= _FEWEST_COUNTED else set()

    def _owned(self) -> list[list[str | None]]:
        """Return by row and part who is said to move, and note who is named."""
        known = self._named()
        owned: list[list[str | None]] = []
        owner: str | None = None
        columns: Sequence[str | None] = ()
        sign, led = "", False
        for text, parts in zip(self._texts, self._parted, strict=True):
            if head := self._head(text, parts):
                sign, columns = head
                leads = {
                    _lead(some)
                    for row, some in zip(self._texts, self._parted, strict=True)
                    if len(cells_of(row, sign)) > 1
                }
                led = len(leads & known) > 1  # by who moves
                owned.append([None] * len(parts))
                continue
            cells = cells_of(text, sign) if sign else []
            if len(cells) > 1 and not (led and _lead(parts) in known):
                self._in_columns.add(len(owned))
                if sign == "  " and len(cells) == len(columns) + 1:
                    del cells[0]  # what the row is
                ends = [cell.end for cell in cells]
                within = (bisect_right(ends, one.start) for one in parts)
                told = sign == "  " and len(cells) == len(columns) + 1  # what the row is
                heads = [None, *columns] if told else columns
                owned.append([heads[k] if k < len(heads) else None for k in within])
                continue
            row: list[str | None] = []
            for part in parts:
                key = _key(part)
                owner = key if _says(part) and key in known else owner
                row.append(owner)
            owned.append(row)
        moving = Counter[str]()
        for row, parts in zip(owned, self._parted, strict=True):
            moving.update(o for o, part in zip(row, parts, strict=True) if o and _tells(part))
        most = max(moving.values(), default=0)
        self.owners = [
            o for o, count in moving.items() if count > 1 and _FEWEST_MOVES * count > most
        ]
        seated = [owner for owner in self.owners if owner.startswith(SEAT)]
        self.owners = seated if len(seated) > 1 else self.owners
        self.led = {n for n, parts in enumerate(self._parted) if _lead(parts) in self.owners}
        for part in (part for parts in self._parted for part in parts):
            self.called.setdefault(_key(part), part.text)
        return owned

    def _named(self) -> set[str]:
        """Return who is named at the beginning of rows."""
        leads = [(_lead(parts), parts) for parts in self._parted]
        counts = Counter(lead for lead, _ in leads if lead)
        seats = {key for key in counts if key.startswith(SEAT)}
        if len(seats) > 1:
            return seats
        sides = {key for key in counts if _is_side(key)}
        headed = {lead for lead, parts in leads if lead in sides and not any(map(_tells, parts))}
        mostly = 2 * sum(counts[key] for key in sides) > sum(counts.values())
        if len(sides) > 1 and (mostly or headed == sides):
            return sides
        rows = zip(leads, self._texts, strict=True)
        apart = {lead for (lead, parts), text in rows if lead and _stands_apart(parts, text)}
        return {key for key, count in counts.items() if count > 1 or key in apart}

    def _head(self, text: str, parts: Sequence[Part]) -> tuple[str, list[str | None]] | None:
        """Return what parts the cells of the head of a table, and who is named in each."""
        sign = parting(text)
        if sign is None or is_rule(text) or any(map(_tells, parts)):
            return None
        heads: list[str | None] = []
        for cell in cells_of(text, sign):
            within = [one for one in parts if cell.start <= one.start < cell.end and _says(one)]
            heads.append(_key(within[0]) if within else None)
        said = [head for head in heads if head]
        sides = [one for one in said if _is_side(one)]
        seated = sides if len({*sides}) > 1 else [one for one in said if not _is_side(one)]
        if len({*seated}) < 2 or len(said) > len(seated) + 2:
            return None
        return sign, [head if head in seated else None for head in heads]


@cache
def _moves_of(game: Game) -> tuple[frozenset[Move], Mapping[str, str]]:
    """Return all moves of a game, and by how each is written in small letters, their parts."""
    moves = {*game.every_move(game.start(game.players[0])), *game.rolls, AGREE}
    return frozenset(moves), {atom.casefold(): atom for move in moves for atom in atoms_of(move)}


def atoms_of(move: Move) -> tuple[str, ...]:
    """Return the parts of a move: its fields, numbers, words and the sign of a stone."""
    return tuple(re.findall(r"[a-z]\d+|\d+|[A-Za-z]+|\*", move))


def lines_of(rows: Sequence[str]) -> list[int]:
    """Return by row the first row of its line: prose goes on in the next where a row is full."""
    lengths = sorted(len(row) for row in rows if len(row) >= _SHORTEST_FULL)
    full = _FULL * lengths[len(lengths) // 2] if lengths else 0.0
    lines: list[int] = []
    for n, row in enumerate(rows):
        before = rows[n - 1].rstrip() if n else ""
        worded = len(re.findall(r"[^\W\d_]{2,}", before)) >= _FEWEST_WORDS
        prose = worded and parting(before) in (None, ",") and before[-1:] not in ".!?:"
        lines.append(lines[-1] if prose and row.strip() and len(before) >= full else n)
    return lines


def _uncounted(texts: Sequence[str]) -> list[str]:
    """Return rows without a letter that counts them in front: A1, A2, and B1, B2 of another."""
    counts: dict[str, list[str]] = {}
    for found in filter(None, map(_COUNTER.match, texts)):
        counts.setdefault(found[1], []).append(found[2])
    counting = {
        letter
        for letter, some in counts.items()
        if some == [str(n + 1) for n in range(len(some))] and len(some) >= _FEWEST_COUNTED
    }
    return [
        _COUNTER.sub(lambda found: _blank(found) if found[1] in counting else found[0], text)
        for text in texts
    ]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _in_figures(found: re.Match[str]) -> str:
    """Return a second with figures for the letters that look like them."""
    return found[0].translate(_FIGURES)


def _in_capitals(found: re.Match[str]) -> str:
    return f"{found[1].upper()} "


def _seconds(found: re.Match[str]) -> float:
    """Return the seconds that a clock shows."""
    plain, hours, minutes, last, m, s, part = (
        float((found[name] or "0").replace(",", "."))
        for name in ("plain", "hours", "minutes", "last", "m", "s", "part")
    )
    part *= 0.1 ** len(found["part"] or "")
    return plain + 3600 * hours + 60 * (minutes + m) + last + s + part


def _holes_like(text: str, holes: Collection[str]) -> Iterator[tuple[str, float, int]]:
    """Yield the holes that a sign may name, the cost, and how many signs it is."""
    if text in holes:
        yield text, 0.0, 1
        yield text.swapcase(), _OTHER_CASE, 1
    for cost, form in slips(text.casefold()) if len(text) == 1 else ():
        if cost <= (TWINS if text in holes else CONFUSED):
            yield from ((hole, cost, 1) for hole in (form, form.swapcase()) if hole in holes)


def _is_beside_dash(parts: Sequence[Part], at: int) -> bool:
    """Whether a part stands right beside a dash, and not in front of all others."""
    before, behind = parts[max(at - 1, 0)], parts[at + 1 : at + 2]
    led = parts[at].glued and before.text == "-"
    return led or (at > 0 and any(one.glued and one.text == "-" for one in behind))


def _is_said(parts: Sequence[Part], at: int) -> bool:
    """Whether a letter is who moves, or a word of its own: a quarter, I turned."""
    before, behind = parts[at - 1 : at], parts[at + 1 : at + 2]
    led = any(one.text == "-" or "-" in one.codes for one in before)
    worded = any(one.word and len(one.text) > 1 and "-" not in one.codes for one in behind)
    if any(code.startswith(SEAT) for code in parts[at].codes):
        return True
    return not led and (worded or (bool(parts[at].codes or parts[at].text == "I") and not behind))


def _is_between_moves(parts: Sequence[Part], at: int) -> bool:
    """Whether a mark mostly stands between moves: no dotted line, nor the only sign in a move."""
    text, behind = parts[at].text, parts[at + 1 : at + 2]
    if text == ".":
        return not parts[at].glued and all(one.text != "." for one in behind)
    return text in _PARTS and (text != "/" or any("-" in (p.text, *p.codes) for p in parts))


def _is_part_of_move(code: str) -> bool:
    return code not in ASIDE and not code.startswith(SEAT)


def _undoes(part: Part) -> bool:
    return not {DENIED, INSTEAD, UNSURE}.isdisjoint(part.codes)


def _is_in_field(parts: Sequence[Part], at: int) -> bool:
    """Whether a number stands right beside a letter."""
    before, behind = parts[max(at - 1, 0)], parts[at + 1 : at + 2]
    led = at > 0 and parts[at].glued and before.word and len(before.text) == 1
    return led or any(part.glued and part.word for part in behind)


def _tells(part: Part) -> bool:
    """Whether a part is one of a move by itself."""
    return part.number or part.text == "*" or any(code.isdecimal() for code in part.codes)


def _says(part: Part) -> bool:
    """Whether a part may name somebody."""
    return (part.word or bool(part.codes)) and {ROUND, PASSED}.isdisjoint(part.codes)


def _key(part: Part) -> str:
    """Return who a part names: a seat, a colour, or a name in small letters."""
    seat = next((code for code in part.codes if code.startswith(SEAT)), None)
    return seat or colour_of(part.codes) or _NAME + part.text.casefold()


def _is_side(key: str) -> bool:
    return not key.startswith(_NAME)


def _lead(parts: Sequence[Part]) -> str | None:
    """Return who is named at the beginning of a row."""
    at = next((at for at, part in enumerate(parts[:_LEAD]) if _says(part)), None)
    if at is None or _tells(parts[at]):
        return None
    behind = parts[at + 1 : at + 2]
    field = len(parts[at].text) == 1 and any(one.glued and one.number for one in behind)
    key = _key(parts[at])
    return None if field or (parts[at].codes and not _is_side(key)) else key


def _stands_apart(parts: Sequence[Part], text: str) -> bool:
    """Whether a name stands alone in a row, in front of a colon, or in the first of many cells."""
    alone = sum(part.word or part.number for part in parts) == 1
    if alone or any(one.word and two.text == ":" for one, two in pairwise(parts)):
        return True
    cells = cells_of(text, parting(text) or "|")
    return len(cells) >= _FEWEST_CELLS and any(cell.end == parts[0].end for cell in cells[:1])


def _atom(text: str) -> str:
    return (text.lstrip("0") or "0") if text.isdecimal() else text.casefold()


def _fields(parts: Sequence[Part], at: int) -> Iterator[tuple[str, float, int]]:
    """Yield the fields that begin here: b7, b-7, B 7, 7b, Berta 7."""
    part = parts[at]
    for size in (2, 3):
        ends = parts[at + size - 1 : at + size]
        if not ends or (size == 3 and parts[at + 1].text not in _MARKS):
            return
        (last,) = ends
        apart = last.start - part.end
        if apart > _MOST_APART:
            return
        figure = last.text if last.number else next(filter(str.isdecimal, last.codes), "")
        if part.word and len(figure) == 1 and (last.number or len(part.text) == 1):
            letter = part.text[0].casefold()
            cost = 0.0 if size == 2 and last.glued else _APART
            if len(part.text) > 1:
                cost = _SPELLED + _KNOWN * bool(part.codes)
        elif part.number and last.word and len(last.text) == len(part.text) == 1:
            letter, figure, cost = last.text.casefold(), part.text, _APART
            if apart and size == 2:
                continue
        else:
            continue
        if letter in _LETTERS:
            yield letter + figure, cost, size


def _is_pointed(parts: Sequence[Part], at: int) -> bool:
    """Whether a point stands right behind a part, as behind a number that counts."""
    return any(one.glued and one.text in {".", ")"} for one in parts[at + 1 : at + 2])


def _goes_on(parts: Sequence[Part]) -> bool:
    return any(one.glued and one.text.isalnum() for one in parts)


def _is_on_way(parts: Sequence[Part], at: int) -> bool:
    """Whether a number is one of two with a dash between, or a word for it: 3 to 8."""
    beside = (*parts[max(at - 1, 0) : at], *parts[at + 1 : at + 2])
    return any(not {"-", "/"}.isdisjoint((one.text, *one.codes)) for one in beside)


def _is_tally(parts: Sequence[Part], at: int) -> bool:
    """Whether a number is one of two with a colon between: 3:1."""
    for first in (at, at - 2):
        some = parts[max(first, 0) : first + 3]
        if [part.text == ":" or part.number for part in some] == [True] * 3 and some[1].text == ":":
            return some[1].glued and some[2].glued
    return False

"""The signs of a sheet: the meaning that each may have in a move, and the cost of passing over it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.sheets.clocks import times_in
from firmware.sheets.costs import Cost
from firmware.sheets.fields import fields_at, is_field, is_in_field, slips
from firmware.sheets.lexicon import ASIDE, COLOURS, CORRECTING, SEAT, SKIPPED, Tokens
from firmware.sheets.sheet import Sheet

_LONGEST_SLIP = 3  # letters and figures of what may have a slip of the pen
_LONGEST_SHORT = 3  # letters of a word that is shortened
_FIELD_WITHIN = 4  # tokens behind a piece among which its field is
COLUMNED = ("*", *COLOURS)  # heads of columns that are a part of the moves below
_PRIMES = "'\u2019\u2032"

Meaning = tuple[str, float, int]
"""A part of a move that signs may be, or a whole one; its cost; and how many signs it takes."""


class Sign(NamedTuple):
    """A word, number or mark.

    Attributes:
        row: In which it stands.
        ways: What it may be in a move.
        skipped: The cost of passing over it.
        owner: Who is said to move.
        undoes: Whether it says that what stands before is wrong.
        apart: Whether it parts moves.
        second: That it names, in a game with a clock.
        starts: Whether the game began at it.
        whole: Whether its ways are whole moves, as those of photographed signs are.
        token: The index of the token that it is in its row.
    """

    row: int
    ways: tuple[Meaning, ...]
    skipped: float
    owner: str | None = None
    undoes: bool = False
    apart: bool = False
    second: float | None = None
    starts: bool = False
    whole: bool = False
    token: int = 0


class Signs:
    """The signs of a sheet.

    Attributes:
        sheet: The sheet, as one of a game.
        signs: In the order of the sheet.
        colours: The colours that are written, in the order of the first.
    """

    def __init__(self, sheet: Sheet, *, wide: bool = False) -> None:
        """Find the signs of a sheet. wide: with slips of the pen among the meanings of texts that are in order."""
        self.sheet, self._wide = sheet, wide
        signs = self._timed() if sheet.game.timed else self._placed()
        read = (one for one in signs if sheet.lost is None or one.row < sheet.lost)
        self.signs = [
            one._replace(skipped=Cost.ABOVE_MOVES * one.skipped) if one.row < sheet.top else one for one in read
        ]
        some = (one for one in self.signs if one.skipped < Cost.FIELD)
        pieces = [a for one in some for a, cost, _ in one.ways if not cost and a in COLOURS]
        self.colours = [one for one in dict.fromkeys(pieces) if pieces.count(one) > 1]

    def widened(self) -> "Signs":
        """Return the signs of the same sheet with slips of the pen."""
        return Signs(self.sheet, wide=True)

    def _placed(self) -> Iterator[Sign]:
        """Yield the signs of a game in which moves name fields."""
        for n, tokens in enumerate(self.sheet.parsed):
            told = self.sheet.tells(tokens)
            owned, columned = self.sheet.owners.owned[n], n in self.sheet.owners.columned
            remarks, supposed = self.sheet.asides(n)
            for at, token in enumerate(tokens):
                label, owner = (n, at) in self.sheet.labels, owned[at]
                more = Cost.LABEL * label + Cost.REMARK * (at in remarks) + Cost.SUPPOSED * (at in supposed)
                meanings = self._meanings(tokens, at)
                ways = tuple((atom, cost + more, size) for atom, cost, size in meanings)
                first = at == 0 or owned[at - 1] != owner
                if owner in COLUMNED and columned and first and owner:
                    yield Sign(n, ((owner, 0.0, 1),), 0.0, owner, token=at)  # the colour of its column
                skipped = 0.0 if label else self._cost(tokens, at, ways, told=told)
                skipped = min(skipped, Cost.WORD if at in remarks else Cost.NUMBER if at in supposed else skipped)
                undoes = not CORRECTING.isdisjoint(token.codes)
                apart = not columned and token.text in ",;|/."
                yield Sign(n, ways, skipped, owner, undoes, apart, token=at)
                stone = self.sheet.lettered and "*" in (token.text, *token.codes)
                if stone and (field := self._field_below(n, at)):
                    yield Sign(n, ((field, 0.0, 1),), 0.0, owner, token=at)  # a stone on top of a card or a building

    def _meanings(self, tokens: Tokens, at: int) -> Iterator[Meaning]:
        """Yield the meanings of the signs from a token on."""
        token, text = tokens[at], tokens[at].text.casefold()
        yield from ((code, 0.0, 1) for code in token.codes if code not in ASIDE and not code.startswith(SEAT))
        plain = (text.lstrip("0") or "0") if token.number else text
        if plain in self.sheet.atoms and (not token.codes or len(text) == 1):
            led = token.word and any(one.glued and one.number for one in tokens[at + 1 : at + 2])
            yield self.sheet.atoms[plain], Cost.FIELD_LETTER * (led and self.sheet.lettered), 1
        if "home" in self.sheet.atoms and token.word and "-" not in token.codes and self._is_target(tokens, at):
            yield "home", Cost.SHORTENED, 1
        if token.word and len(text) <= _LONGEST_SHORT and set(COLOURS).issuperset(token.codes):
            yield from ((code, Cost.SHORTENED, 1) for code in sorted(self.sheet.lexicon.begun(text) - {*token.codes}))
        if self.sheet.lettered and not (len(text) > 1 and self.sheet.is_owner(token)):  # Anna 7: her points
            yield from fields_at(tokens, at)
        yield from self._slipped(tokens, at)

    def _is_target(self, tokens: Tokens, at: int) -> bool:
        """Whether a word stands where a piece goes to, behind a number: 12 > K."""
        dashed = at > 1 and not {"-", "+"}.isdisjoint((tokens[at - 1].text, *tokens[at - 1].codes))
        alone = len(tokens[at].text) == 1 and not tokens[at].codes
        return at > dashed and tokens[at - 1 - dashed].number and (dashed or alone or "@" in tokens[at].codes)

    def _slipped(self, tokens: Tokens, at: int) -> Iterator[Meaning]:
        """Yield the meanings with a slip of the pen."""
        token = tokens[at]
        behind = at and token.glued and (tokens[at - 1].text[-1].isalnum() or tokens[at - 1].text[-1] in _PRIMES)
        if {*token.codes} - {SKIPPED} or behind:
            return
        size = 1
        while any(one.glued and one.text.isalnum() for one in tokens[at + size : at + size + 1]):
            size += 1
        text = "".join(one.text for one in tokens[at : at + size]).casefold()
        if max(size, len(text)) > _LONGEST_SLIP or not text.isalnum():
            return
        exact = text in self.sheet.atoms
        if exact and not (self._wide or self.sheet.lettered):
            return
        most = Cost.CHANGED if self._wide or not exact else Cost.ALIKE
        most = Cost.TWIN if token.codes or len(text) == 1 else most
        for cost, form in slips(text):
            if cost <= most and form in self.sheet.atoms:
                yield self.sheet.atoms[form], cost, size

    def _cost(self, tokens: Tokens, at: int, ways: Sequence[Meaning], *, told: bool) -> float:
        """Return the cost of passing over a token. told: whether its row may tell a move."""
        token, after = tokens[at], tokens[at + 1 : at + 2]
        if token.figures and self.sheet.counts(tokens, at):
            return Cost.WORD  # round 6, six recruits
        if "*" in (token.text, *token.codes):
            return Cost.FIELD * (told and "*" in self.sheet.atoms)
        if token.word and any(size > 1 and cost < Cost.TWIN for _, cost, size in ways):
            if any(one.glued for one in after):
                return Cost.FIELD  # d4
            return Cost.WORD if self.sheet.is_owner(token) else Cost.NUMBER  # D 4, of Dora or a field
        if token.number:
            return self._cost_of_number(tokens, at)
        if token.figures:
            return Cost.WORD if "1" in token.codes else Cost.NUMBER  # one; four
        part = SKIPPED not in token.codes and any(c not in ASIDE and not c.startswith(SEAT) for c in token.codes)
        part = part and (self.sheet.coloured or not self.sheet.is_owner(token))
        if part or any(cost == Cost.SHORTENED for _, cost, _ in ways):
            return Cost.CODE if told else Cost.WORD  # yellow, ye
        if len(token.text) > 1 and token.text.isalnum() and any(cost == Cost.TWIN for _, cost, _ in ways):
            return Cost.SLIP  # al
        return Cost.WORD if token.word else 0.0

    def _cost_of_number(self, tokens: Tokens, at: int) -> float:
        """Return the cost of passing over a number in figures."""
        if not (self.sheet.has_numbers or is_in_field(tokens, at)):
            return Cost.WORD  # 12, where moves have no numbers but those of fields
        before, after = tokens[max(at - 1, 0) : at], tokens[at + 1 : at + 2]
        if not self.sheet.lettered and any({"-", "/"} & {one.text, *one.codes} for one in (*before, *after)):
            return Cost.JOINED  # 5-18
        return Cost.WORD if at < 2 and any(one.text in ".)" for one in after) else Cost.NUMBER  # 12. and 12

    def _field_below(self, n: int, at: int) -> str:
        """Return the field of a stone beside which no field stands: of the piece behind it, else the last before it."""
        tokens = self.sheet.parsed[n]
        for k in range(at + 1, len(tokens)):
            if is_field(tokens, k):
                return ""
            if tokens[k].figures:
                break
            if (piece := next(iter(tokens[k].codes), "")).isupper():
                return next(self._fields_of(piece, n), "")
        return next((field for k in reversed(range(at)) for field, *_ in fields_at(tokens, k)), "")

    def _fields_of(self, piece: str, n: int) -> Iterator[str]:
        """Yield the fields behind a piece up to a row, the last first."""
        for tokens in reversed(self.sheet.parsed[: n + 1]):
            for at in (at for at, one in enumerate(tokens) if piece in one.codes):
                behind = range(at + 1, min(at + _FIELD_WITHIN, len(tokens)))
                yield from (field for k in behind for field, *_ in fields_at(tokens, k))

    def _timed(self) -> Iterator[Sign]:
        """Yield the signs of a game in which a move is a second and two holes."""
        written = {one.text for tokens in self.sheet.parsed for one in tokens} & {*self.sheet.atoms}
        self._one_case = all(map(str.islower, written)) or all(map(str.isupper, written))
        for n, (text, tokens) in enumerate(zip(self.sheet.texts, self.sheet.parsed, strict=True)):
            times = times_in(text)
            alone = len(times) == 1 and sum(one.text in self.sheet.atoms for one in tokens) < 2
            starts, end = alone and any("start" in one.codes for one in tokens), 0
            remarks, _ = self.sheet.asides(n)
            for at, token in enumerate(tokens):
                if token.start < end:
                    continue
                if time := times.get(token.start):
                    end = time.end
                    label = (n, at) in self.sheet.labels and time.text == token.text
                    if not label and at not in remarks:
                        yield Sign(n, (), 0.0, second=time.second, starts=starts, token=at)
                else:
                    ways = tuple(self._holes(token.text)) if at not in remarks else ()
                    known = token.text in self.sheet.atoms and self._is_hole(tokens, at) and at not in remarks
                    yield Sign(n, ways, Cost.HOLE if known else Cost.WORD * token.word, token=at)

    def _is_hole(self, tokens: Tokens, at: int) -> bool:
        """Whether a letter is a hole, and no word or player: a quarter, I turned."""
        before, after = tokens[max(at - 1, 0) : at], tokens[at + 1 : at + 2]
        if any("-" in (one.text, *one.codes) for one in (*before, *after)):
            return True
        worded = any(one.word and len(one.text) > 1 for one in after)
        bracketed = [one.text for one in (*before, *after)] == ["(", ")"]  # E-G (D)
        return not (worded or bracketed or self.sheet.is_owner(tokens[at]))

    def _holes(self, text: str) -> Iterator[Meaning]:
        """Yield the holes that a letter may be."""
        if len(text) != 1:
            return
        alike = (one for one in slips(text.casefold()) if one[0] <= Cost.ALIKE)
        for cost, form in ((0.0, text), *alike):
            for hole in sorted({form, form.swapcase()}):
                if hole in self.sheet.atoms:
                    other = Cost.OTHER_CASE * (not cost and hole != text and not self._one_case)
                    yield hole, cost + other, 1

"""A sheet as signs: the meaning that each may have in a move, and the cost of passing over it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from firmware.sheets.clocks import times_in
from firmware.sheets.costs import Cost
from firmware.sheets.fields import LETTERS, fields_at, is_field, is_in_field, slips, with_letters, with_targets
from firmware.sheets.labels import ignored_in, labels_of, without_dates
from firmware.sheets.lexicon import ASIDE, COLOURS, CORRECTING, SEAT, SKIPPED, Token, Tokens, lexicon_of, speaks_of
from firmware.sheets.owners import key_of, owners_of
from rules import AGREE, Game, Move

_LONGEST_SLIP = 3  # letters and figures of what may have a slip of the pen
_LONGEST_PIECE = 4  # letters of a piece right in front of its field
_LONGEST_SHORT = 3  # letters of a word that is shortened
_FIELD_WITHIN = 4  # tokens behind a piece among which its field is
_HOLES = 2  # of a move
_GAP_WITHIN = 2  # tokens of a row among which a question mark stands for its move
COLUMNED = ("*", *COLOURS)  # heads of columns that are a part of the moves below
_REMARKS = (re.compile(r"\([^()]*\)|\[[^][]*\]"), re.compile(r"(?:;|--|//|\u2014)[^;|\t]*"))
_PRIMED = re.compile("(?<!\\w)([a-i])['\u2019\u2032](?!\\w)")  # a' is A
_PRIMES = "'\u2019\u2032"
_CLAUSE_ENDS = ",.;:!?|()/\t"
_SELDOM = 2  # times at most that a word stands in a sheet which makes a remark,
_FEWEST_WORDS = 2  # or so many unknown words do

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
        whole: Whether its ways are whole moves.
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


@cache
def atoms_of(move: Move) -> tuple[str, ...]:
    """Return the parts of a move: its fields, numbers, words and the sign of a stone."""
    return tuple(re.findall(r"[a-z]\d+|\d+|[A-Za-z]+|\*", move))


@cache
def _atoms(game: Game) -> Mapping[str, str]:
    """Return the parts of all moves, by how they are written in small letters."""
    moves = {*game.every_move(game.start(game.players[0])), *game.rolls, AGREE}
    atoms = {atom for move in moves for atom in atoms_of(move)}
    return {atom if game.timed else atom.casefold(): atom for atom in atoms}


class Signs:
    """The signs of a sheet of a game.

    Attributes:
        game: Of which it is taken to be a sheet.
        lexicon: Of the game, with signs that the sheet explains.
        owners: Who is said to move.
        texts: The rows, without what is no part of a move: dates, hours, tallies.
        parsed: The tokens of each row, a piece apart from its field.
        signs: In the order of the sheet.
        above: The tokens of the rows in front of the first that may tell a move.
        coloured: Whether moves name colours.
        lettered: Whether they name fields.
        columns_were_figures: Whether the sheet writes 4/2 for d2.
        lost: The first row in which a move cannot be read: nothing from there on is read, so that
            no move becomes that of another player. None where all can be.
        colours: Those that are written, in the order of the first.
    """

    def __init__(self, game: Game, rows: Sequence[str], top: int = 0, *, wide: bool = False) -> None:
        """Find the signs in rows. top: how many of these stand above the moves. wide: with slips of the pen."""
        self.game, self._rows, self._top, self._wide = game, rows, top, wide
        self.lexicon = lexicon_of(game).with_legend(rows)
        self._atoms = _atoms(game)
        self.lettered = "a1" in self._atoms
        written: Sequence[str]
        if game.timed:
            written = [_PRIMED.sub(lambda one: one[1].upper(), row) for row in rows]
        elif self.lettered:
            written = with_letters(rows)
        else:
            written = [*map(with_targets, rows)]
        self.columns_were_figures = self.lettered and written != rows
        self.texts = without_dates(written, timed=game.timed)
        self.coloured = {*COLOURS} <= {*self._atoms}
        self._has_numbers = any(map(str.isdecimal, self._atoms))
        self.parsed = [self._split(self.lexicon.tokens(row)) for row in self.texts]
        self.owners = owners_of(game, self.texts, self.parsed)
        self._words = Counter(one.text for tokens in self.parsed for one in tokens)
        self._labels = labels_of(self.parsed, self.owners).union(ignored_in(self.texts, self.parsed))
        self.lost = next((n for n in range(top, len(rows)) if self._is_lost(n)), None)
        signs = self._timed() if game.timed else self._placed()
        read = (one for one in signs if self.lost is None or one.row < self.lost)
        self.signs = [one._replace(skipped=Cost.ABOVE_MOVES * one.skipped) if one.row < top else one for one in read]
        first = (n for n in range(top, len(rows)) if self._tells(self.parsed[n]))
        self.above = self.parsed[: next(first, None)]
        some = (one for one in self.signs if one.skipped < Cost.FIELD)
        pieces = [a for one in some for a, cost, _ in one.ways if not cost and a in COLOURS]
        self.colours = [one for one in dict.fromkeys(pieces) if pieces.count(one) > 1]

    def widened(self) -> "Signs":
        """Return the signs with slips of the pen among the meanings of texts that are in order."""
        return Signs(self.game, self._rows, self._top, wide=True)

    def _split(self, tokens: Tokens) -> list[Token]:
        """Return tokens with a piece apart from its field, Nb2, and two holes apart: 20 df."""
        found: list[Token] = []
        for at, token in enumerate(tokens):
            rest, letter, edge = token.text[:-1], token.text[-1], token.end - 1
            numbered = self.lettered and any(one.glued and one.number for one in tokens[at + 1 : at + 2])
            parts = [token]
            if numbered and letter.casefold() in LETTERS and self._is_piece(rest):
                parts = [token._replace(text=rest, end=edge, codes=self.lexicon.codes(rest))]
                parts.append(Token(letter, edge, token.end, (), glued=True))
            elif self._are_holes(token.text) and self._is_timed(tokens, at):
                parts = [token._replace(text=rest, end=edge, codes=()), Token(letter, edge, token.end, (), glued=True)]
            found += parts
        return found

    def _is_timed(self, tokens: Tokens, at: int) -> bool:
        """Whether a number stands right in front of a token, or a plus behind it."""
        return (at > 0 and tokens[at - 1].number) or any(one.text == "+" for one in tokens[at + 1 : at + 2])

    def _are_holes(self, text: str) -> bool:
        return self.game.timed and len(text) == _HOLES and {*text} <= self._atoms.keys()

    def _is_piece(self, text: str) -> bool:
        """Whether a text is a piece, or the beginning of a word for a piece."""
        key = text.casefold()
        letters = 0 < len(text) <= _LONGEST_PIECE and text[0].isalpha()
        return letters and (key in self._atoms or bool(self.lexicon.codes(text) or self.lexicon.begun(key)))

    def _placed(self) -> Iterator[Sign]:
        """Yield the signs of a game in which moves name fields."""
        for n, tokens in enumerate(self.parsed):
            told = self._tells(tokens)
            owned, columned = self.owners.owned[n], n in self.owners.columned
            remarks, supposed = self._asides(n)
            for at, token in enumerate(tokens):
                label, owner = (n, at) in self._labels, owned[at]
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
                stone = self.lettered and "*" in (token.text, *token.codes)
                if stone and (field := self._field_below(n, at)):
                    yield Sign(n, ((field, 0.0, 1),), 0.0, owner, token=at)  # a stone on top of a card or a building

    def _asides(self, n: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return the tokens of a row that name no move, and the tokens that may name no move.

        A remark on a move before it names none: in brackets or behind a mark, with words that are no part
        of a move and nobody's name: several, or one that is seldom in this sheet. Nor does a clause beside
        a move that tells a move which is not made; where it stands alone, it may tell one after all.
        """
        tokens = self.parsed[n]
        unmeant = self._unmeant(tokens)
        alone = not self._tells([one for at, one in enumerate(tokens) if at not in unmeant])
        found: set[int] = set()
        spans = [one.span() for kind in _REMARKS for one in kind.finditer(self.texts[n])]
        for start, end in spans:
            said = [at for at, one in enumerate(tokens) if start <= one.start < end and at not in found]
            unknown = [tokens[at].text for at in said if self.is_unknown(tokens[at])]
            seldom = any(self._words[text] <= _SELDOM for text in unknown)
            if (seldom or len(unknown) >= _FEWEST_WORDS) and self._tells(tokens[: said[0]]):
                found.update(said)
        return (frozenset(found), unmeant) if alone else (frozenset(found | unmeant), frozenset())

    def _unmeant(self, tokens: Tokens) -> frozenset[int]:
        """Return the tokens of clauses that tell a move which is not made: not c4, c4 was better."""
        ends = [at for at, one in enumerate(tokens) if one.text in _CLAUSE_ENDS or "instead" in one.codes]
        found: set[int] = set()
        for clause in (range(one + 1, two) for one, two in pairwise((-1, *ends, len(tokens)))):
            said = next((at for at in clause if {"unmeant", "supposed"} & {*tokens[at].codes}), None)
            if said is None:
                continue
            if self._tells(tokens[said : clause.stop]):
                found |= {*range(said, clause.stop)}
            elif "supposed" in tokens[said].codes:
                before = (at for at in range(said, clause.start - 1, -1) if self._tells(tokens[at:said]))
                found |= {*range(next(before, said), clause.stop)}
        return frozenset(found)

    def _tells(self, tokens: Tokens) -> bool:
        """Whether a whole move may stand in tokens."""
        if self.game.timed:
            holes = sum(one.text in self._atoms for one in tokens)
            return holes >= _HOLES or any("start" in one.codes for one in tokens)
        if self.lettered:
            return any(is_field(tokens, at) for at in range(len(tokens)))
        return any(one.figures for one in tokens)

    def is_unknown(self, token: Token) -> bool:
        """Whether a token is a word that is no part of a move and nobody's name."""
        return len(token.text) > 1 and token.text.islower() and not (token.codes or self._is_owner(token))

    def _is_counted(self, token: Token) -> bool:
        """Whether a number in front of a word counts: six recruits."""
        counted = len(token.text) > 1 and {SKIPPED, "player", "round"}.issuperset(token.codes)
        return counted and not self._is_owner(token)

    def _is_owner(self, token: Token) -> bool:
        return key_of(token) in self.owners.names

    def _is_lost(self, n: int) -> bool:
        """Whether a row has a move that cannot be read."""
        tokens = self.parsed[n]
        marked = any(one.text == "?" and self._is_gap(tokens, at) for at, one in enumerate(tokens))
        return marked or (speaks_of("lost", self.texts[n]) and not self._tells(tokens))

    def _is_gap(self, tokens: Tokens, at: int) -> bool:
        """Whether a question mark stands in the place of a move, or of a part of a move."""
        before, after = tokens[at - 1] if at else None, tokens[at + 1 : at + 2]
        if any(one.glued and one.number for one in after):
            return True  # ?3
        if before is None or before.text == "?":
            return False
        if tokens[at].glued:
            alone = at < 2 or not tokens[at - 1].glued  # a?
            letter = before.word and len(before.text) == 1 and alone and self.lettered
            return letter and before.text.casefold() in LETTERS
        parted = before.text in "|;:-" or "-" in before.codes
        return parted or (at < _GAP_WITHIN and self._is_owner(before))

    def _meanings(self, tokens: Tokens, at: int) -> Iterator[Meaning]:
        """Yield the meanings of the signs from a token on."""
        token, text = tokens[at], tokens[at].text.casefold()
        yield from ((code, 0.0, 1) for code in token.codes if code not in ASIDE and not code.startswith(SEAT))
        plain = (text.lstrip("0") or "0") if token.number else text
        if plain in self._atoms and (not token.codes or len(text) == 1):
            led = token.word and any(one.glued and one.number for one in tokens[at + 1 : at + 2])
            yield self._atoms[plain], Cost.FIELD_LETTER * (led and self.lettered), 1
        if "home" in self._atoms and token.word and "-" not in token.codes and self._is_target(tokens, at):
            yield "home", Cost.SHORTENED, 1
        if token.word and len(text) <= _LONGEST_SHORT and set(COLOURS).issuperset(token.codes):
            yield from ((code, Cost.SHORTENED, 1) for code in sorted(self.lexicon.begun(text) - {*token.codes}))
        if self.lettered and not (len(text) > 1 and self._is_owner(token)):  # Anna 7: her points
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
        exact = text in self._atoms
        if exact and not (self._wide or self.lettered):
            return
        most = Cost.CHANGED if self._wide or not exact else Cost.ALIKE
        most = Cost.TWIN if token.codes or len(text) == 1 else most
        for cost, form in slips(text):
            if cost <= most and form in self._atoms:
                yield self._atoms[form], cost, size

    def _cost(self, tokens: Tokens, at: int, ways: Sequence[Meaning], *, told: bool) -> float:
        """Return the cost of passing over a token. told: whether its row may tell a move."""
        token, after = tokens[at], tokens[at + 1 : at + 2]
        if token.figures and self._counts(tokens, at):
            return Cost.WORD  # round 6, six recruits
        if "*" in (token.text, *token.codes):
            return Cost.FIELD * (told and "*" in self._atoms)
        if token.word and any(size > 1 and cost < Cost.TWIN for _, cost, size in ways):
            if any(one.glued for one in after):
                return Cost.FIELD  # d4
            return Cost.WORD if self._is_owner(token) else Cost.NUMBER  # D 4, of Dora or a field
        if token.number:
            return self._cost_of_number(tokens, at)
        if token.figures:
            return Cost.WORD if "1" in token.codes else Cost.NUMBER  # one; four
        part = SKIPPED not in token.codes and any(c not in ASIDE and not c.startswith(SEAT) for c in token.codes)
        part = part and (self.coloured or not self._is_owner(token))
        if part or any(cost == Cost.SHORTENED for _, cost, _ in ways):
            return Cost.CODE if told else Cost.WORD  # yellow, ye
        if len(token.text) > 1 and token.text.isalnum() and any(cost == Cost.TWIN for _, cost, _ in ways):
            return Cost.SLIP  # al
        return Cost.WORD if token.word else 0.0

    def _cost_of_number(self, tokens: Tokens, at: int) -> float:
        """Return the cost of passing over a number in figures."""
        if not (self._has_numbers or is_in_field(tokens, at)):
            return Cost.WORD  # 12, where moves have no numbers but those of fields
        before, after = tokens[max(at - 1, 0) : at], tokens[at + 1 : at + 2]
        if not self.lettered and any({"-", "/"} & {one.text, *one.codes} for one in (*before, *after)):
            return Cost.JOINED  # 5-18
        return Cost.WORD if at < 2 and any(one.text in ".)" for one in after) else Cost.NUMBER  # 12. and 12

    def _counts(self, tokens: Tokens, at: int) -> bool:
        """Whether a number counts a round or things: round 6, six recruits."""
        counted = (one for one in tokens[at + 1 : at + 2] if one.word and not one.glued)
        return (at > 0 and "round" in tokens[at - 1].codes) or any(map(self._is_counted, counted))

    def _field_below(self, n: int, at: int) -> str:
        """Return the field of a stone beside which no field stands: of the piece behind it, else the last before it."""
        tokens = self.parsed[n]
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
        for tokens in reversed(self.parsed[: n + 1]):
            for at in (at for at, one in enumerate(tokens) if piece in one.codes):
                behind = range(at + 1, min(at + _FIELD_WITHIN, len(tokens)))
                yield from (field for k in behind for field, *_ in fields_at(tokens, k))

    def _timed(self) -> Iterator[Sign]:
        """Yield the signs of a game in which a move is a second and two holes."""
        written = {one.text for tokens in self.parsed for one in tokens} & {*self._atoms}
        self._one_case = all(map(str.islower, written)) or all(map(str.isupper, written))
        for n, (text, tokens) in enumerate(zip(self.texts, self.parsed, strict=True)):
            times = times_in(text)
            alone = len(times) == 1 and sum(one.text in self._atoms for one in tokens) < 2
            starts, end = alone and any("start" in one.codes for one in tokens), 0
            remarks, _ = self._asides(n)
            for at, token in enumerate(tokens):
                if token.start < end:
                    continue
                if time := times.get(token.start):
                    end = time.end
                    label = (n, at) in self._labels and time.text == token.text
                    if not label and at not in remarks:
                        yield Sign(n, (), 0.0, second=time.second, starts=starts, token=at)
                else:
                    ways = tuple(self._holes(token.text)) if at not in remarks else ()
                    known = token.text in self._atoms and self._is_hole(tokens, at) and at not in remarks
                    yield Sign(n, ways, Cost.HOLE if known else Cost.WORD * token.word, token=at)

    def _is_hole(self, tokens: Tokens, at: int) -> bool:
        """Whether a letter is a hole, and no word or player: a quarter, I turned."""
        before, after = tokens[max(at - 1, 0) : at], tokens[at + 1 : at + 2]
        if any("-" in (one.text, *one.codes) for one in (*before, *after)):
            return True
        worded = any(one.word and len(one.text) > 1 for one in after)
        bracketed = [one.text for one in (*before, *after)] == ["(", ")"]  # E-G (D)
        return not (worded or bracketed or self._is_owner(tokens[at]))

    def _holes(self, text: str) -> Iterator[Meaning]:
        """Yield the holes that a letter may be."""
        if len(text) != 1:
            return
        alike = (one for one in slips(text.casefold()) if one[0] <= Cost.ALIKE)
        for cost, form in ((0.0, text), *alike):
            for hole in sorted({form, form.swapcase()}):
                if hole in self._atoms:
                    other = Cost.OTHER_CASE * (not cost and hole != text and not self._one_case)
                    yield hole, cost + other, 1

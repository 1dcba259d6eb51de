"""A sheet as one of a game: its rows in tokens, the owners of moves, and all that stands beside moves."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from firmware.sheets.fields import LETTERS, is_field, with_letters, with_targets
from firmware.sheets.labels import ignored_in, labels_of, without_dates
from firmware.sheets.lexicon import COLOURS, SKIPPED, Token, Tokens, lexicon_of, speaks_of
from firmware.sheets.owners import key_of, owners_of
from rules import AGREE, Game, Move

_LONGEST_PIECE = 4  # letters of a piece right in front of its field
_HOLES = 2  # of a move
_GAP_WITHIN = 2  # tokens of a row among which a question mark stands for its move
_REMARKS = (re.compile(r"\([^()]*\)|\[[^][]*\]"), re.compile(r"(?:;|--|//|\u2014)[^;|\t]*"))
_PRIMED = re.compile("(?<!\\w)([a-i])['\u2019\u2032](?!\\w)")  # a' is A
_CLAUSE_ENDS = ",.;:!?|()/\t"
_SELDOM = 2  # times at most that a word stands in a sheet which makes a remark,
_FEWEST_WORDS = 2  # or so many unknown words do


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


class Sheet:
    """The rows of a sheet.

    Attributes:
        game: The game of which it is taken to be a sheet.
        top: The number of rows that stand above the moves.
        atoms: The parts of all moves, by how they are written in small letters.
        coloured: Whether moves name colours.
        lettered: Whether moves name fields.
        has_numbers: Whether moves have numbers beside those of fields.
        lexicon: The words of the game, with signs that the sheet explains.
        columns_were_figures: Whether the sheet writes 4/2 for d2.
        texts: The rows, without what is no part of a move: dates, hours, tallies.
        parsed: The tokens of each row, a piece apart from its field.
        owners: Who is said to move.
        labels: The row and the token of each number that counts, and of all that stands in columns of points.
        lost: The first row in which a move cannot be read: nothing from there on is read, so that
            no move becomes that of another player. None where all can be.
        above: The tokens of the rows in front of the first that may tell a move.
    """

    def __init__(self, game: Game, rows: Sequence[str], top: int = 0) -> None:
        """Parse the rows of a sheet. top: how many of these stand above the moves."""
        self.game, self.top = game, top
        self.atoms = _atoms(game)
        self.coloured = {*COLOURS} <= {*self.atoms}
        self.lettered = "a1" in self.atoms
        self.has_numbers = any(map(str.isdecimal, self.atoms))
        self.lexicon = lexicon_of(game).with_legend(rows)
        written: Sequence[str]
        if game.timed:
            written = [_PRIMED.sub(lambda one: one[1].upper(), row) for row in rows]
        elif self.lettered:
            written = with_letters(rows)
        else:
            written = [*map(with_targets, rows)]
        self.columns_were_figures = self.lettered and written != rows
        self.texts = without_dates(written, timed=game.timed)
        self.parsed = [self._split(self.lexicon.tokens(row)) for row in self.texts]
        self.owners = owners_of(game, self.texts, self.parsed)
        self.labels = labels_of(self.parsed, self.owners).union(ignored_in(self.texts, self.parsed))
        self._words = Counter(one.text for tokens in self.parsed for one in tokens)
        self.lost = next((n for n in range(top, len(rows)) if self._is_lost(n)), None)
        self.above = self.parsed[: next((n for n in range(top, len(rows)) if self.tells(self.parsed[n])), None)]

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
        return self.game.timed and len(text) == _HOLES and {*text} <= self.atoms.keys()

    def _is_piece(self, text: str) -> bool:
        """Whether a text is a piece, or the beginning of a word for a piece."""
        key = text.casefold()
        letters = 0 < len(text) <= _LONGEST_PIECE and text[0].isalpha()
        return letters and (key in self.atoms or bool(self.lexicon.codes(text) or self.lexicon.begun(key)))

    def counts(self, tokens: Tokens, at: int) -> bool:
        """Whether a number counts a round or things: round 6, six recruits."""
        counted = (one for one in tokens[at + 1 : at + 2] if one.word and not one.glued)
        return (at > 0 and "round" in tokens[at - 1].codes) or any(map(self._is_counted, counted))

    def asides(self, n: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return the tokens of a row that name no move, and the tokens that may name no move.

        A remark on a move before it names none: in brackets or behind a mark, with words that are no part
        of a move and nobody's name: several, or one that is seldom in this sheet. Nor does a clause beside
        a move that tells a move which is not made; where it stands alone, it may tell one after all.
        """
        tokens = self.parsed[n]
        unmeant = self._unmeant(tokens)
        alone = not self.tells([one for at, one in enumerate(tokens) if at not in unmeant])
        found: set[int] = set()
        spans = [one.span() for kind in _REMARKS for one in kind.finditer(self.texts[n])]
        for start, end in spans:
            said = [at for at, one in enumerate(tokens) if start <= one.start < end and at not in found]
            unknown = [tokens[at].text for at in said if self.is_unknown(tokens[at])]
            seldom = any(self._words[text] <= _SELDOM for text in unknown)
            if (seldom or len(unknown) >= _FEWEST_WORDS) and self.tells(tokens[: said[0]]):
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
            if self.tells(tokens[said : clause.stop]):
                found |= {*range(said, clause.stop)}
            elif "supposed" in tokens[said].codes:
                before = (at for at in range(said, clause.start - 1, -1) if self.tells(tokens[at:said]))
                found |= {*range(next(before, said), clause.stop)}
        return frozenset(found)

    def tells(self, tokens: Tokens) -> bool:
        """Whether a whole move may stand in tokens."""
        if self.game.timed:
            holes = sum(one.text in self.atoms for one in tokens)
            return holes >= _HOLES or any("start" in one.codes for one in tokens)
        if self.lettered:
            return any(is_field(tokens, at) for at in range(len(tokens)))
        return any(one.figures for one in tokens)

    def is_unknown(self, token: Token) -> bool:
        """Whether a token is a word that is no part of a move and nobody's name."""
        return len(token.text) > 1 and token.text.islower() and not (token.codes or self.is_owner(token))

    def _is_counted(self, token: Token) -> bool:
        """Whether a number in front of a word counts: six recruits."""
        counted = len(token.text) > 1 and {SKIPPED, "player", "round"}.issuperset(token.codes)
        return counted and not self.is_owner(token)

    def is_owner(self, token: Token) -> bool:
        """Whether a token names an owner of moves."""
        return key_of(token) in self.owners.names

    def _is_lost(self, n: int) -> bool:
        """Whether a row has a move that cannot be read."""
        tokens = self.parsed[n]
        marked = any(one.text == "?" and self._is_gap(tokens, at) for at, one in enumerate(tokens))
        return marked or (speaks_of("lost", self.texts[n]) and not self.tells(tokens))

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
        return parted or (at < _GAP_WITHIN and self.is_owner(before))

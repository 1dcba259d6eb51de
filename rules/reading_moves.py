"""One line of a score sheet read as moves: every way in which it can be read at a position.

A line is parted into words, numbers and marks (:mod:`rules.reading_words`). Some of them side by
side are a move, others say who moves or which round it is; what says nothing is left out, and told.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from rules.game import AGREE, Game, GameError, IllegalError, MalformedError, Move, Position
from rules.reading_table import colour_of
from rules.reading_words import (
    ASIDE,
    DENIED,
    IGNORED,
    INSTEAD,
    PASSED,
    PLAYER,
    ROUND,
    SEAT,
    SEPARATORS,
    SILENT,
    UNSURE,
    Lexicon,
    Part,
    spellings,
)
from rules.text import told

_FIELD = 2  # signs of a field
_FIGURES = dict(zip("lLiIsSzZ", "11115522", strict=True))  # letters taken for those of fields
_PROSE = 2  # words that are not known
_SENTENCE = 6  # words
_MOST_PARTS = 12  # of one move
_MOST_STATES = 16  # ways to read a line up to some part
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192\u21d2\u279c\u27a1\u21e8"  # and arrows
_RULING = frozenset("-*=>" + _DASHES)  # marks that may stand between words
_LISTING = frozenset(".)")  # behind the number of a move
_EQUALS = frozenset(":=")
_PLAIN = str.maketrans(dict.fromkeys(_DASHES, "-"))


class Read(NamedTuple):
    """One way to read a line.

    moves: in order. after: the position after each. left: the spans of the line that say nothing.
    seat: of whom it speaks at its end. pending: whether their move is still to come. undoes:
    whether it is written in the place of the line before it.
    """

    moves: tuple[Move, ...] = ()
    after: tuple[Position, ...] = ()
    left: tuple[tuple[int, int], ...] = ()
    seat: str | None = None
    pending: bool = False
    undoes: bool = False


class _State(NamedTuple):
    """A way to read a line up to some part. begun: whether anything but numbers was read."""

    read: Read
    position: Position
    begun: bool = False


@dataclass(slots=True)
class LineReader:
    """Reads lines of one game."""

    game: Game
    lexicon: Lexicon
    _legal: dict[int, tuple[Position, Sequence[Move]]] = field(default_factory=dict)
    _whole: frozenset[str] = field(init=False)  # words that are moves by themselves
    _figures: bool = field(init=False)  # whether numbers mean something without a letter
    _fields: frozenset[str] = field(init=False)  # those with a letter

    def __post_init__(self) -> None:
        start = self.game.start(self.game.players[0])
        words = {AGREE, *filter(str.isalpha, self.game.vocabulary)}
        self._whole = frozenset(word for word in words if is_move(start, word)) | {AGREE}
        self._figures = self.lexicon.timed or bool(self.game.rolls)
        every = "" if self.lexicon.timed else " ".join(self.game.every_move(start))
        self._fields = frozenset(re.findall(r"[a-z]\d+", every))

    def may_hold_move(self, parts: Sequence[Part]) -> bool:
        """Whether something in a line has the form of a move, or of a part of one.

        Every move but a word of its own has a field, which is a letter and a number, or where the
        game has such, a number alone. What has none can be left out, whatever it says.
        """
        letters = any(len(part.text) == 1 and part.word and not part.codes for part in parts)
        if letters and any(part.number for part in parts):
            return True
        for part, following in zip(parts, [*parts[1:], None], strict=False):
            codes = set(part.codes or (self.lexicon.nearest(part.text) if part.word else ()))
            if part.text in ("@", "*") or "*" in codes or not self._whole.isdisjoint(codes):
                return True
            if INSTEAD in codes:
                return True
            letter = len(part.text) == 1 and part.word and part.text.isascii()
            numbers = [part, following] if letter and following else [part]
            if (self._figures or letter) and any(map(_says_number, numbers)):
                return True
            if self._figures and any(map(str.isdecimal, codes)):
                return True
            if part.number and following and following.glued and following.word:
                return True  # 4b
            if part.word and not codes and following and following.glued and following.number:
                return True  # rf4
            if (letter and self.lexicon.timed) or self._is_slip_of_field(part):
                return True
        return False

    def holds_word_move(self, parts: Sequence[Part]) -> bool:
        """Whether a word in a line is a move by itself, and nothing else: end, agree."""
        return any(part.codes and self._whole.issuperset(part.codes) for part in parts)

    def _is_slip_of_field(self, part: Part) -> bool:
        """Whether a short word may be a field with a letter for its figure, dl for d1, or l for 1
        where figures stand alone.
        """
        if part.codes or not part.word or part.text[-1] not in _FIGURES:
            return False
        meant = part.text[:-1].lower() + _FIGURES[part.text[-1]]
        return meant.isdecimal() if self._figures else meant in self._fields

    def is_prose(self, parts: Sequence[Part]) -> bool:
        """Whether a line says much beside a game, and shows no move, whatever numbers it has."""
        following = [*parts[1:], None]
        said = sum(part.word and not part.codes and len(part.text) > 1 for part in parts)
        figures = sum(map(_says_number, parts))
        fields = any(
            (part.word and not part.codes and then.number)
            or then.text.lower() + part.text in self._fields  # 5f
            for part, then in zip(parts, following, strict=False)
            if then and then.glued
        )
        signs = any(part.text in ("@", "*") or "*" in part.codes for part in parts)
        slips = any(map(self._is_slip_of_field, parts))
        holes = sum(len(part.text) == 1 and part.word and not part.codes for part in parts)
        sentence = self.lexicon.timed and sum(part.word for part in parts) >= _SENTENCE
        words = self._whole - {"start"} if sentence else self._whole  # which goes without saying
        shown = fields or signs or any(not words.isdisjoint(p.codes) for p in parts)
        if self.lexicon.timed:
            shown |= bool(figures or slips) and holes > 1
        elif slips:
            return False
        elif self._figures:
            shown |= figures > 1 or any("roll" in part.codes for part in parts)
        return said >= _PROSE and not shown

    def readings(
        self,
        parts: Sequence[Part],
        position: Position,
        seat: str | None = None,
        before: Position | None = None,
    ) -> list[Read]:
        """Return each way to read a whole line, that which leaves least of it out first.

        seat: who is said to move. before: the position before the last line of moves.
        """
        if _is_tally(parts) and not (self.game.rolls and any(part.text == "-" for part in parts)):
            return [Read(left=((parts[0].start, parts[-1].end),), seat=seat)]
        if before is not None and (corrected := self._corrected(parts, position, seat, before)):
            return corrected
        if self.lexicon.timed:
            parts = _timed_again(parts)
        reads = [state.read for state in self._states(parts, position, seat, before)[-1]]
        if _is_labelled(parts) and not (parts[2:] and _seat_of(parts[2])):  # but who dictates
            reads = [read for read in reads if not read.moves and read.left[1:]]
        if any(part.number for part in parts) and not any(ROUND in part.codes for part in parts):
            return [read for read in reads if read.moves or read.left]  # a number alone is no line
        return reads

    def _corrected(
        self, parts: Sequence[Part], position: Position, seat: str | None, before: Position
    ) -> list[Read]:
        """Return each way to read a line that takes the moves before it back: c2, not c3."""
        at = next((n for n, part in enumerate(parts) if UNSURE in part.codes), len(parts))
        ways = [(parts[:at], parts[at + 1 :])]
        ways += [(parts[n:], parts[at + 1 : n]) for n in range(at + 2, len(parts))]
        for meant, denied in ways:
            if not meant or not denied:
                continue
            taken_back = [read.after[-1:] for read in self.readings(denied, before)]
            if (position,) in taken_back:
                reads = self.readings(meant, before, seat)
                left = _spans(part for part in parts if part not in meant)
                found = [r._replace(left=r.left + left, undoes=True) for r in reads if r.moves]
                if found:
                    return found
        return []

    def played(self, position: Position, text: str, seat: str) -> list[Read]:
        """Return each way in which a seat can play what a text may mean."""
        found = (self._played(position, moves, seat) for moves in self.game.meant(text, position))
        return [Read(*one) for one in dict.fromkeys(found) if one is not None]

    def first(
        self, parts: Sequence[Part], position: Position, seat: str
    ) -> tuple[Read, int] | None:
        """Return the first move of a line, and how many parts it takes with those before it.

        No move at all when none is left in it; None when it can mean several things, or nothing.
        """
        state = _State(Read(seat=seat), position, begun=True)
        at = 0
        while at < len(parts):
            played = {
                then.read.moves: (then.read, at + length)
                for length, sub in self._groups(parts, at)
                for then in self._playing(state, sub, whole=False)
            }
            if played:
                return next(iter(played.values())) if len(played) == 1 else None
            passed = list(self._passing(parts, at, state, position, None))
            if not passed:
                return None
            more, state = passed[0]
            at += more
        return state.read._replace(seat=None), at

    def why_not(
        self, parts: Sequence[Part], position: Position, seat: str | None
    ) -> GameError | None:
        """Return why a line cannot be read, as far as its moves show it."""
        states = self._states(parts, position, seat, None)
        reached = max(at for at, some in enumerate(states) if some)
        found: GameError | None = None
        for state in states[reached]:
            for _, sub in self._groups(parts, reached) if reached < len(parts) else ():
                for text in spellings(sub):
                    for moves in self.game.meant(plain(text), state.position):
                        try:
                            play_all(self.game, state.position, moves)
                        except IllegalError as error:
                            return error
                        except GameError:
                            continue
                        found = found or self._not_of(state, moves)
        return found

    def _not_of(self, state: _State, moves: Sequence[Move]) -> GameError | None:
        """Return that somebody else is to move."""
        turn = self.game.mover(state.position, moves[0]) if moves else None
        if state.read.seat is None or turn in (None, state.read.seat):
            return None
        return IllegalError(
            told(
                "{move} is written as a move of {seat}, but the turn is {turn}'s",
                move=moves[0],
                seat=state.read.seat,
                turn=turn or "-",
            )
        )

    def _states(
        self,
        parts: Sequence[Part],
        position: Position,
        seat: str | None,
        before: Position | None,
    ) -> list[list[_State]]:
        """Return, for each part and the end, the ways to read all that is in front of it."""
        self._legal.clear()
        found: list[dict[object, _State]] = [{} for _ in range(len(parts) + 1)]

        def keep(at: int, state: _State) -> None:
            read = state.read
            key = (read.moves, read.seat, read.undoes, state.begun)
            known = found[at].get(key)
            if known is None or len(read.left) < len(known.read.left):
                found[at][key] = state

        keep(0, _State(Read(seat=seat), position))
        for at, part in enumerate(parts):  # what is said to be wrong need not be legal
            if INSTEAD in part.codes and any(map(_is_field, parts[:at], parts[1:at])):
                said = [one for one in map(_seat_of, parts[:at]) if one is not None]
                read = Read(left=_spans(parts[:at]), seat=said[-1] if said else seat)
                keep(at + 1, _State(read, position, begun=True))
                break
        for at in range(len(parts)):
            some = sorted(found[at].values(), key=_left_out)[:_MOST_STATES]
            groups = list(self._groups(parts, at)) if some else []
            for state in some:
                playable = groups
                if not self.lexicon.timed and (
                    _is_marked(parts, at, begun=state.begun) or _is_titled_roll(parts, at)
                ):
                    playable = []  # the number of a move
                for more, then in self._passing(parts, at, state, position, before):
                    keep(at + more, then)
                for length, sub in playable:
                    if self._is_end_of_more(parts, at, at + length):
                        continue
                    whole = length == len(parts)
                    for then in self._playing(state, sub, whole=whole):
                        keep(at + length, then)
        return [sorted(some.values(), key=_left_out) for some in found]

    def _is_end_of_more(self, parts: Sequence[Part], start: int, end: int) -> bool:
        """Whether a word that ends a turn says what else has ended: end of the evening."""
        if self.lexicon.timed or self._whole.isdisjoint(parts[start].codes):
            return False
        behind = next((n for n in range(end, len(parts)) if PASSED not in parts[n].codes), None)
        if AGREE in parts[start].codes or behind is None:
            return False
        following = next(iter(parts[behind + 1 : behind + 2]), None)
        return parts[behind].word and self.is_harmless(parts[behind], following)

    def _passing(
        self,
        parts: Sequence[Part],
        at: int,
        state: _State,
        start: Position,
        before: Position | None,
    ) -> Iterator[tuple[int, _State]]:
        """Yield the ways to go on past a part that is no move: how many parts, and the state."""
        part = parts[at]
        following = parts[at + 1] if at + 1 < len(parts) else None
        if aside := self._is_aside(parts, at):
            yield aside, self._left(state, parts[at : at + aside])
            return
        if denied := _denied(parts, at):
            yield denied, self._left(state, parts[at : at + denied])
        yield from self._numbering(parts, at, state)
        for code in part.codes:
            if code == DENIED:
                yield from self._denying(parts, at, state, start, before)
            elif code == INSTEAD:
                yield 1, self._instead(state, parts[:at], start, before)
            else:
                yield from self._saying(code, part, following, state)
            if code == ROUND and [one.text for one in parts[at + 2 : at + 3]] == ["-"]:
                yield 1, state  # and the number is where a move begins
        if self.is_harmless(part, following) or self._is_number_aside(parts, at):
            yield 1, self._left(state, [part])
        elif _is_aim(parts, at) or self._is_article(part, following):
            yield 1, state

    def _denying(
        self,
        parts: Sequence[Part],
        at: int,
        state: _State,
        start: Position,
        before: Position | None,
    ) -> Iterator[tuple[int, _State]]:
        """Yield the ways to go on past a word that may deny a move: no, sorry.

        The one in front of it is left out by `_denied`; it may be that of the line before.
        """
        more = at + 1 < len(parts) and self.may_hold_move(parts[at + 1 :])
        if not (state.read.moves and more):
            yield 1, self._left(state, [parts[at]])
        if not state.read.moves and more:
            yield 1, self._instead(state, parts[:at], start, before)

    def _numbering(
        self, parts: Sequence[Part], at: int, state: _State
    ) -> Iterator[tuple[int, _State]]:
        """Yield the ways to go on past a mark, or a number that counts lines, rounds or rolls."""
        part = parts[at]
        following = parts[at + 1] if at + 1 < len(parts) else None
        if part.text in SEPARATORS or part.text in SILENT or _is_dash(parts, at):
            yield 1, state
        elif not at and following and _is_turn(part, following):
            yield 2, state
        elif part.number and not self.lexicon.timed:
            numbers = _is_listed(parts, at) or _is_marked(parts, at, begun=state.begun)
            numbers |= not self.game.rolls and following is parts[-1] and following.text == "."
            if not at and _is_clock(parts):
                yield 3, self._left(state, parts[:3])
            if numbers or (not state.begun and following and _is_apart(following)):
                yield 1, state._replace(begun=True)
        elif "roll" in part.codes and (
            _is_over_seat(parts, at) or not any(_says_number(one) for one in parts)
        ):
            yield 1, state._replace(begun=True)  # throws: Anna 5, Bram 3
        elif numbered := _numbered_roll(parts, at):
            yield numbered, state._replace(begun=True)

    def _is_aside(self, parts: Sequence[Part], at: int) -> int:
        """Return how many parts stand in the brackets that open here, if they say nothing of a
        move, and more than who makes it; otherwise 0.
        """
        if parts[at].text != "(":
            return 0
        inside = list(takewhile(lambda part: part.text != ")", parts[at + 1 :]))
        said = any(map(self.is_harmless, inside, [*inside[1:], None]))
        aside = said and not self.may_hold_move(inside)
        return min(len(inside) + 2, len(parts) - at) if aside else 0

    def _is_number_aside(self, parts: Sequence[Part], at: int) -> bool:
        """Whether a number in words is that of no field: one of us, d'un commun accord."""
        part = parts[at]
        said = part.word and bool(part.codes) and all(map(str.isdecimal, part.codes))
        behind = at > 0 and (len(parts[at - 1].text) == 1 and parts[at - 1].text.isalpha())
        return said and not behind and not self._figures and "*" not in self.game.vocabulary

    def _saying(
        self, code: str, part: Part, following: Part | None, state: _State
    ) -> Iterator[tuple[int, _State]]:
        """Yield the ways to go on past a word that says something beside moves."""
        if code in (PASSED, "@", PLAYER):
            yield 1, state._replace(begun=True)
        elif code == ROUND:
            yield 2 if following is not None and following.number else 1, state
        elif code.startswith(SEAT):
            read = state.read._replace(seat=code.removeprefix(SEAT), pending=True)
            yield 1, state._replace(read=read, begun=True)
        elif code == IGNORED:  # what stands behind it has to be read all the same
            yield 1, self._left(state, [part])

    def _instead(
        self, state: _State, parts: Sequence[Part], start: Position, before: Position | None
    ) -> _State:
        """Return the state behind words that what was read until then is wrong.

        parts: those before. start: the position before the line.
        """
        read = state.read
        if read.moves:
            return _State(
                Read(left=_spans(parts), seat=read.seat, undoes=read.undoes), start, begun=True
            )
        if before is not None and not read.undoes and not read.left:
            return _State(read._replace(undoes=True), before, begun=True)
        return state

    def _left(self, state: _State, parts: Iterable[Part]) -> _State:
        read = state.read
        return state._replace(read=read._replace(left=read.left + _spans(parts)))

    def is_harmless(self, part: Part, following: Part | None) -> bool:
        """Whether a part can be nothing of a move, so that it may be left out."""
        if part.text and not part.text[0].isalnum():
            return ord(part.text[0]) > 0x2000 and not part.codes and part.text not in _DASHES  # 😂
        return (
            part.word
            and not part.codes
            and len(part.text) > 1
            and not part.glued_to(following)
            and not self._is_slip_of_field(part)
            and all(code.isdecimal() and not self._figures for code in self._nearest(part.text))
        )

    def _is_article(self, part: Part, following: Part | None) -> bool:
        """Whether an English article may stand in front of a word: put a Roman on d2."""
        if (
            following is None
            or following.glued
            or not following.word
            or len(following.text) < _FIELD
        ):
            return False
        return part.text == "a" and bool(following.codes) and not self.lexicon.timed

    def _nearest(self, word: str) -> tuple[str, ...]:
        return self.lexicon.nearest(word) if self.lexicon.is_near(word) else ()

    def _groups(self, parts: Sequence[Part], at: int) -> Iterator[tuple[int, Sequence[Part]]]:
        """Yield the parts from here on that may be one move: how many, and those that count.

        What is left out between is among them, with nothing as its code and no text.
        """
        if not _is_edge(parts[at]):
            return
        counted: list[Part] = []
        apart = False
        for end in range(at, min(at + _MOST_PARTS, len(parts))):
            part = parts[end]
            if _seat_of(part) is not None and not self.lexicon.timed:
                if end != at + 1 or not counted or colour_of(counted[0].codes) is None:
                    return
                counted.append(part)  # who moves, behind their colour
                continue
            if part.text in SEPARATORS:
                if self.lexicon.timed and part.text in ";|,":
                    apart = True
                    continue  # a cell for the second, one for the hole
                return
            following = parts[end + 1] if end + 1 < len(parts) else None
            if _is_dash(parts, end) and any(map(_seat_of, parts[max(end - 1, 0) : end + 2])):
                continue  # around a name
            if self.lexicon.timed and counted and counted[-1].number and _is_dash(parts, end):
                continue  # behind the second
            if self.is_harmless(part, following):
                counted.append(part._replace(text="", codes=(PASSED,)))
                continue
            counted.append(part._replace(glued=False) if apart else part)
            apart = False
            if _is_edge(part) and not _goes_on(part, following):
                by = _seat_behind(parts, end + 1)
                yield end + 1 - at + len(by), (*counted, *by[1:2])

    def _playing(self, state: _State, sub: Sequence[Part], *, whole: bool) -> Iterator[_State]:
        """Yield the ways to play these parts as one move. whole: whether they are the line."""
        read = state.read
        seats = [seat for seat in map(_seat_of, sub) if seat is not None]
        seat = seats[0] if len(set(seats)) == 1 else None if seats else read.seat
        tried = set()
        said = [part for part in sub if _seat_of(part) is None]
        left = tuple((part.start, part.end) for part in sub if not part.text)
        texts = list(spellings(said))
        if not self.lexicon.timed:
            turned = _turned(said)
            texts += spellings(turned) if turned else ()
        for text in texts:
            for moves in self.game.meant(plain(text), state.position):
                if moves in tried or not (whole or all(map(self.game.stands_in_line, moves))):
                    continue
                tried.add(moves)
                played = self._played(state.position, moves, seat)
                both = (
                    played
                    and len(set(seats)) > 1
                    and any(self.game.mover(state.position, move) for move in moves)
                )  # what only one can do is not done by two
                if played is not None and not both:
                    then = Read(
                        read.moves + played[0],
                        read.after + played[1],
                        read.left + left,
                        seat,
                        pending=False,
                        undoes=read.undoes,
                    )
                    yield _State(then, (state.position, *played[1])[-1], begun=True)

    def _played(
        self, position: Position, moves: tuple[Move, ...], seat: str | None
    ) -> tuple[tuple[Move, ...], tuple[Position, ...]] | None:
        """Return moves that are made by a seat, and the positions after them; None if they are not.

        The turn of another seat ends before, where it does not end by itself.
        """
        after = self.after(position, moves)
        if seat is None or not moves or moves[-1] == AGREE:
            return None if after is None else (moves, after)
        if after is not None:
            turn = self.game.mover((position, *after)[-2], moves[-1])
            return (moves, after) if turn in (seat, None) else None
        ends = self.game.turn_ends(position)
        after = self.after(position, ends + moves) if ends else None
        if after is not None and self.game.mover(after[-2], moves[-1]) == seat:
            return ends + moves, after
        return None

    def after(self, position: Position, moves: Sequence[Move]) -> tuple[Position, ...] | None:
        """Return the positions after these moves, None when they cannot be made."""
        after: list[Position] = []
        for move in moves:
            if not self.lexicon.timed and move != AGREE and move not in self._legal_in(position):
                return None
            try:
                after += play_all(self.game, position, (move,))
            except GameError:
                return None
            position = after[-1]
        return tuple(after)

    def _legal_in(self, position: Position) -> Sequence[Move]:
        known = self._legal.get(id(position))
        if known is None:
            known = self._legal[id(position)] = position, position.legal_moves()
        return known[1]


def is_move(position: Position, text: str) -> bool:
    """Return whether a text has the form of a move, legal there or not."""
    try:
        position.play(text)
    except IllegalError:
        return True
    except GameError:
        return False
    return True


def _spans(parts: Iterable[Part]) -> tuple[tuple[int, int], ...]:
    return tuple((part.start, part.end) for part in parts)


def _is_field(part: Part, following: Part) -> bool:
    """Whether these two are a field: a letter and a number."""
    return part.word and not part.codes and following.glued and following.number


def _left_out(state: _State) -> int:
    return len(state.read.left)


def _goes_on(part: Part, following: Part | None) -> bool:
    """Whether what stands behind a part belongs to the same move for sure: 7b2*b3 has two."""
    if following is None or not following.glued or following.text in SILENT | SEPARATORS:
        return False
    return not (part.number and (following.word or following.text == "*"))


def _is_tally(parts: Sequence[Part]) -> bool:
    """Whether this is how somebody stands: ``points: Anna 7, Bram -4``; there are no fields."""
    words = [part for part in parts if part.text.isalnum()]
    return (
        len(words) > 1
        and IGNORED in words[0].codes
        and not any(set(part.codes) - _OF_A_TALLY for part in words[1:] if _seat_of(part) is None)
        and not any(
            part.number and (part.codes or (parts[n - 1].word and part.glued))
            for n, part in enumerate(parts)
        )
        and not any(part.text in ("@", "*") for part in parts)
    )


_OF_A_TALLY = frozenset((PASSED, ROUND, IGNORED, "@", "-"))  # points after round 5: Anna 7


def _is_labelled(parts: Sequence[Part]) -> bool:
    """Whether somebody, or something, that is not known is said to have moved: Dora: d4."""
    if len(parts) < 2 or not parts[0].word or parts[0].codes:
        return False
    return parts[1].text == ":" and len(parts[0].text) > 1


def _is_dash(parts: Sequence[Part], at: int) -> bool:
    """Whether a part is a dash between words, the mark of a list, or part of a ruled line."""
    if parts[at].text not in _RULING:
        return False
    behind = parts[at + 1] if at + 1 < len(parts) else None
    begins = not at or not parts[at].glued or parts[at - 1].text in _RULING
    return begins and (behind is None or not behind.glued or behind.text in _RULING)


def _is_aim(parts: Sequence[Part], at: int) -> bool:
    """Whether a word for a dash stands behind another word: Anna went to d2."""
    word = parts[at].word and parts[at].codes == ("-",)
    return word and at > 0 and parts[at - 1].word and len(parts[at - 1].text) > 1


def _is_listed(parts: Sequence[Part], at: int) -> bool:
    """Whether a number stands here with the mark of a list, in front of something else."""
    return (
        parts[at].number
        and len(parts) > at + 2
        and parts[at + 1].glued
        and parts[at + 1].text in _LISTING
    )


def _is_turn(part: Part, following: Part) -> bool:
    """Whether the number of a turn stands here, as T1 or R12: boards have no such column."""
    return len(part.text) == 1 and part.text in "RTZ" and following.number and following.glued


def _is_clock(parts: Sequence[Part]) -> bool:
    """Whether a line begins with a time of day."""
    clock = "".join(part.text for part in parts[:3])
    return len(parts) > 3 and not parts[3].glued and re.fullmatch(r"\d?\d:\d\d", clock) is not None


def _is_marked(parts: Sequence[Part], at: int, *, begun: bool) -> bool:
    """Whether the number of a line stands here, and nothing else: in a list, or before a name."""
    if begun or not parts[at].number or len(parts) < at + 2:
        return False
    if _is_listed(parts, at):
        return True
    following = next((part for part in parts[at + 1 :] if part.text not in SEPARATORS), None)
    return following is not None and _is_apart(parts[at + 1]) and _seat_of(following) is not None


def _is_apart(part: Part) -> bool:
    """Whether a part does not belong to the one in front of it."""
    return not part.glued or part.text in SEPARATORS


def _numbered_roll(parts: Sequence[Part], at: int) -> int:
    """Return how many parts say which roll of the die it is (``roll 3: 5``), 0 if they do not."""
    if "roll" not in parts[at].codes or len(parts) < at + 3 or not parts[at + 1].number:
        return 0
    behind = parts[at + 2 :]
    if behind[0].text in ("|", ";") and behind[1:] and behind[1].number:
        return 2  # Wurf 1 | 4 | 5: a cell that may say what stands in the row
    marks = [part for part in behind if part.text not in SILENT]
    alone = len(marks) == 1 or behind[0].text in _EQUALS
    return 2 if alone and any(part.number for part in marks) else 0


def _says_number(part: Part) -> bool:
    return part.number or any(code.isdecimal() for code in part.codes)


def _is_over_seat(parts: Sequence[Part], at: int) -> bool:
    """Whether who is spoken of stands behind a part, with nothing but marks between."""
    behind = next((part for part in parts[at + 1 :] if part.text not in SILENT), None)
    return behind is not None and _seat_of(behind) is not None


def _is_titled_roll(parts: Sequence[Part], at: int) -> bool:
    """Whether it is said which roll of the die this is, with a colon behind."""
    return _numbered_roll(parts, at) > 0 and parts[at + 2].text in _EQUALS


def _seat_of(part: Part) -> str | None:
    """Return the seat that a part names, None when it names none."""
    for code in part.codes:
        if code.startswith(SEAT):
            return code.removeprefix(SEAT)
    return None


def _seat_behind(parts: Sequence[Part], at: int) -> Sequence[Part]:
    """Return the parts that say in brackets who has made the move before them, none if none do."""
    by = parts[at : at + 3]
    said = [one.text for one in by[::2]] == ["(", ")"] and _seat_of(by[1]) is not None
    return by if said else ()


def _turned(parts: Sequence[Part]) -> Sequence[Part]:
    """Return a field or a roll with what is said behind it in front: d4 (red), c3 Bastille, a 6
    thrown.
    """
    if "roll" in parts[-1].codes and _says_number(parts[0]):
        between = [part for part in parts[1:-1] if not {PASSED, "@"} & set(part.codes)]
        return () if between else (parts[-1], parts[0]._replace(glued=False))
    if len(parts) < 3 or not _is_field(*parts[:2]):
        return ()
    bracketed = [part.text for part in parts[2:3]] == ["("]
    piece = parts[3 if bracketed else 2 :]
    if len(piece) != 1 or not (bracketed or (piece[0].codes and len(piece[0].text) > 1)):
        return ()
    return *piece, parts[0]._replace(glued=False), parts[1]


def _denied(parts: Sequence[Part], at: int) -> int:
    """Return how many parts are a move that begins here and the word that denies it, 0 for none."""
    if not _is_edge(parts[at]):
        return 0
    here = parts[at : at + _MOST_PARTS]
    end = next((n for n, part in enumerate(here) if {DENIED, INSTEAD} & set(part.codes)), 0)
    said = [part for n, part in enumerate(here[:end]) if n < end - 1 or part.text not in SEPARATORS]
    if not any(part.number for part in said) or any(part.text in SEPARATORS for part in said):
        return 0
    again = any(part.number for part in parts[at + end + 1 :])
    return end + 1 if again and not any(map(_seat_of, said)) else 0


def _timed_again(parts: Sequence[Part]) -> Sequence[Part]:
    """Return parts in which a correction without its second has that of what is wrong."""
    wrong = [n for n, part in enumerate(parts) if {DENIED, INSTEAD} & set(part.codes)]
    behind = wrong[-1] + 1 if wrong else len(parts)
    second = next((part for part in parts[:behind] if part.number), None)
    if second is None or not parts[behind:] or any(part.number for part in parts[behind:]):
        return parts
    return *parts[:behind], second._replace(glued=False), *parts[behind:]


def _is_edge(part: Part) -> bool:
    """Whether a move may begin or end with a part."""
    if part.codes:
        return any(code not in ASIDE and not code.startswith(SEAT) for code in part.codes)
    return part.text not in SILENT and part.text not in SEPARATORS


def plain(text: str) -> str:
    """Return a text with hyphens for all dashes and arrows, single spaces for all white space."""
    return " ".join(re.sub("[-=]*>|--+", "-", text.translate(_PLAIN)).split())


def play_all(game: Game, position: Position, moves: Sequence[Move]) -> list[Position]:
    """Return the positions after each of these moves. Raises GameError if a record has no such."""
    after: list[Position] = []
    for move in moves:
        after.append(position.play(move))
        game.check_line(move, position)
        position = after[-1]
    return after


def only(text: str, reads: Sequence[Read]) -> Read | None:
    """Return the one way to read a line, None when there is none.

    Raises MalformedError when it can mean several things.
    """
    ways: dict[tuple[Move, ...], Read] = {}
    for read in reads:
        ways.setdefault(read.moves, read)
    if len(ways) > 1:
        can = " / ".join(", ".join(moves) for moves in ways)
        raise MalformedError(told("{text!r} can mean {can}", text=text, can=can))
    return next(iter(ways.values()), None)

"""Which move did the hands make?

The recogniser keeps the settled picture of the table and the touches since the last move, and
compares them with the legal moves: each move flips certain cells, and one look-up of the cells
that differ from the expected picture finds the moves that explain them. It decides nothing about
the game itself: it reports findings, and is told the position that follows.

From a difference to a finding:

====================================  ========================================================
the picture is                        it
====================================  ========================================================
as expected                           is at peace (a nudge, an end of a correction)
one legal move away, which cannot     reports Made at once
become another by a further touch
one legal move away, which can        reports Made after REST without a touch, or at once when
                                      a touch begins the next player's move
another move in place of the last     reports Remade after LONG_REST, unless the touches go on
as after a move taken back            shows the way back, as for Astray, without a report
several legal moves away              reports Unclear after REST; a press on a candidate decides
the beginning of a move               waits, for as long as a hand holds the piece
an earlier one                        reports Back after PATIENCE
none of these                         reports Astray after PATIENCE
====================================  ========================================================
"""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.events import Kind, Touch
from firmware.games import AnySheet, Gesture
from rules import Position
from wiring import COLUMNS, ROWS

REST = 250_000  # microseconds without a touch after which a move that could go on is complete
LONG_REST = 600_000  # the same for a change of mind, which a bumped piece can look like
PATIENCE = 1_000_000  # microseconds without sense after which the table speaks up


class Made(NamedTuple):
    """A legal move was made."""

    gesture: Gesture


class Remade(NamedTuple):
    """The last move was changed to another before the next player acted."""

    gesture: Gesture


class Unclear(NamedTuple):
    """Several moves would explain the picture; a press on one of `choices` (cells) decides."""

    choices: tuple[int, ...]


class Back(NamedTuple):
    """The picture is that after `plies` moves of the game line: is that a take-back?"""

    plies: int


class Astray(NamedTuple):
    """The picture makes no sense. missing, extra: cells that should hold a piece, or not."""

    missing: int
    extra: int


class Peace(NamedTuple):
    """What was asked or guided is settled: the picture is as expected, or may become so."""


Finding = Made | Remade | Unclear | Back | Astray | Peace


class Moment(NamedTuple):
    """A position in the game line and the picture that belongs to it."""

    position: Position
    picture: int


class _Index:
    """The legal moves of a position by the cells that they flip."""

    def __init__(self, moment: Moment, sheet: AnySheet) -> None:
        self.moment = moment
        self.expected = moment.picture
        self.gestures = tuple(sheet.gestures(moment.position))
        self.by_flips: dict[int, list[Gesture]] = {}
        self.begun: set[int] = set()  # differences that some move may begin with
        self.choosers = 0  # the cells that a press may choose with
        for gesture in self.gestures:
            flips = gesture.flips
            self.by_flips.setdefault(flips, []).append(gesture)
            self.choosers |= gesture.chosen_by
            part = flips
            while part:
                self.begun.add(part)
                part = (part - 1) & flips

    def matching(self, flips: int, pressed: Sequence[int]) -> list[Gesture]:
        """The gestures that these flips and the presses before, oldest first, can mean."""
        found = self.by_flips.get(flips, [])
        for cell in reversed(pressed):
            chosen = [gesture for gesture in found if gesture.chosen_by >> cell & 1]
            if chosen:
                return chosen
        return [gesture for gesture in found if gesture.default]

    def extendable(self, gesture: Gesture, picture: int) -> bool:
        """Whether another touch could make a different move of this one.

        A piece just set down may be on its way to a neighbouring cell, or be one of several that
        a longer move sets down.
        """
        if any(
            gesture.flips & other == gesture.flips and gesture.flips != other
            for other in self.by_flips
        ):
            return True
        placed = gesture.flips & picture
        while placed:
            cell = placed & -placed
            placed ^= cell
            if any(gesture.flips ^ cell | near in self.by_flips for near in _neighbours(cell)):
                return True
        return False


def _neighbours(cell: int) -> list[int]:
    """The up to eight cells around a cell, each as a set of one."""
    row, column = divmod(cell.bit_length() - 1, COLUMNS)
    return [
        1 << COLUMNS * r + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(column - 1, 0), min(column + 2, COLUMNS))
        if (r, c) != (row, column)
    ]


class _Candidate(NamedTuple):
    """A finding that becomes true when nothing is touched until `due`."""

    finding: Finding
    due: int


class Recogniser:
    """Follows one game on one sheet.

    It is told where the game stands with :meth:`follow`, gets every touch through
    :meth:`completed_by` and :meth:`feed` and the passing of time through :meth:`wait`, and
    returns findings. A finding of a move changes nothing here: the caller plays it and calls
    :meth:`follow` again.
    """

    def __init__(self, sheet: AnySheet, picture: int) -> None:
        self.sheet = sheet
        self.picture = picture & sheet.places
        self._line: Sequence[Moment] = ()
        self._now: _Index | None = None
        self._before: _Index | None = None
        self._pressed: list[int] = []
        self._choices: dict[int, Gesture] = {}
        self._candidate: _Candidate | None = None
        self._trouble: Unclear | Back | Astray | None = None
        self._over = False
        self._undone = 0  # moves taken back while the pieces are still as after them
        self._undone_picture = 0

    @property
    def trouble(self) -> Unclear | Back | Astray | None:
        """What the players have been asked or shown and not settled yet."""
        return self._trouble

    @property
    def difference(self) -> int:
        """The cells that are not as the position has them."""
        return 0 if self._now is None else self.picture ^ self._now.expected

    @property
    def waiting(self) -> bool:
        """Whether hands have begun something that is not finished."""
        return not self._over and (
            self._candidate is not None or self._trouble is not None or self.difference != 0
        )

    def follow(
        self,
        line: Sequence[Moment],
        *,
        at: int,
        replaceable: bool = False,
        taken_back: bool = False,
        over: bool = False,
    ) -> None:
        """Take up the game at the last moment of `line`.

        line: the game so far, the start first. replaceable: whether a change of mind may still
        replace the last move. taken_back: a move was just taken back, so its picture is not to
        be read as the same move again. over: the game has ended: nothing hands do is a move.
        """
        self._line = line
        self._before = self._index(line[-2]) if replaceable and len(line) > 1 else None
        self._now = self._index(line[-1])
        self._over = over
        self._pressed = []
        self._choices = {}
        self._candidate = None
        self._trouble = None
        if taken_back:
            self._undone += 1
            self._undone_picture = self.picture
        else:
            self._undone = 0
        if not over:
            self._look(at)

    def completed_by(self, touch: Touch) -> Finding | None:
        """The waiting move, when `touch` begins the move after it.

        To be asked before the touch is fed: the next player acts, so what was waiting is
        complete, and the touch belongs to the position that follows.
        """
        if self._candidate is None or touch.kind not in (Kind.PLACE, Kind.LIFT, Kind.PRESS):
            return None
        finding = self._candidate.finding
        if isinstance(finding, Made):
            index = self._now
        elif isinstance(finding, Remade):
            index = self._before
        else:
            return None
        assert index is not None
        after = self._after(index, finding.gesture)
        if after is None:
            return None
        cell = 1 << touch.cell
        if touch.kind is Kind.PRESS:
            begins = bool(cell & after.choosers)
        else:
            begins = (self.picture ^ cell ^ after.expected) in after.begun
        return finding if begins else None

    def feed(self, touch: Touch) -> list[Finding]:
        """Take in one touch."""
        cell = 1 << touch.cell
        if touch.kind is Kind.PRESS and not self._over:
            return self._press(touch)
        if touch.kind not in (Kind.PLACE, Kind.LIFT) or not cell & self.sheet.places:
            return []
        if touch.kind is Kind.PLACE:
            self.picture |= cell
        else:
            self.picture &= ~cell
        if self._over:
            return []
        return self._look(touch.at) + self.wait(touch.at)

    def wait(self, at: int) -> list[Finding]:
        """Let time pass to `at`: whatever has rested long enough is reported."""
        if self._candidate is None or at < self._candidate.due:
            return []
        finding = self._candidate.finding
        self._candidate = None
        if isinstance(finding, Unclear | Back | Astray):
            if finding == self._trouble:
                return []
            self._trouble = finding
        return [finding]

    def hurry(self) -> list[Finding]:
        """Report a waiting move at once, because a key was pressed that comes after it."""
        if self._candidate is None or not isinstance(self._candidate.finding, Made | Remade):
            return []
        finding = self._candidate.finding
        self._candidate = None
        return [finding]

    def _index(self, moment: Moment) -> _Index:
        """The index of a moment, made anew only when it is not at hand."""
        for index in (self._now, self._before):
            if index is not None and index.moment is moment:
                return index
        return _Index(moment, self.sheet)

    def _after(self, index: _Index, gesture: Gesture) -> _Index | None:
        """The index of the position that a move leads to, None when that ends the game."""
        position = index.moment.position.play(gesture.move)
        if position.outcome is not None:
            return None
        return _Index(Moment(position, index.expected ^ gesture.flips), self.sheet)

    def _press(self, touch: Touch) -> list[Finding]:
        """A press answers a question, or chooses between moves to come."""
        if isinstance(self._trouble, Unclear) and touch.cell in self._choices:
            return [Made(self._choices[touch.cell])]
        if self._now is not None and self._now.choosers >> touch.cell & 1:
            self._pressed.append(touch.cell)
        return []

    def _look(self, at: int) -> list[Finding]:
        """Compare the picture with what is possible, and plan what to report when."""
        index = self._now
        assert index is not None
        self._candidate = None
        self._choices = {}
        flips = self.picture ^ index.expected
        missing, extra = index.expected & ~self.picture, self.picture & ~index.expected
        if not flips:
            self._undone = 0
            return self._peace()
        if self._undone > 1 or (self._undone and self.picture == self._undone_picture):
            self._trouble = Astray(missing, extra)  # on the way back, whatever it looks like
            return []
        found = index.matching(flips, self._pressed) or self._interleaved(index, flips)
        if len(found) == 1:
            complete = found[0].flips == flips and not index.extendable(found[0], self.picture)
            self._candidate = _Candidate(Made(found[0]), at if complete else at + REST)
            return self._peace()
        if found:
            self._candidate = _Candidate(self._question(found), at + REST)
            return []
        if not extra and flips in index.begun:
            return self._peace()  # a hand holds the piece with which a move begins
        return self._look_back(missing, extra, at)

    def _look_back(self, missing: int, extra: int, at: int) -> list[Finding]:
        """Compare a picture that leads on to no move with what was before the last move."""
        before = self._before
        changed = 0 if before is None else self.picture ^ before.expected
        if before is not None:
            found = before.matching(changed, self._pressed)
            if len(found) == 1:
                self._candidate = _Candidate(Remade(found[0]), at + LONG_REST)
                return self._peace()
        plies = self._earlier()
        if plies is not None:
            self._candidate = _Candidate(Back(plies), at + PATIENCE)
            return []
        if before is not None and not extra and changed in before.begun:
            return self._peace()  # a hand has taken up the last move's piece again
        astray = Astray(missing, extra)
        if isinstance(self._trouble, Astray):
            self._trouble = astray  # the guidance follows the hands without delay
        else:
            self._candidate = _Candidate(astray, at + PATIENCE)
        return []

    def _peace(self) -> list[Finding]:
        if self._trouble is None:
            return []
        self._trouble = None
        return [Peace()]

    def _interleaved(self, index: _Index, flips: int) -> list[Gesture]:
        """Moves that are complete while the next player's hand has already begun another."""
        found = []
        for part in [part for part in index.by_flips if part & flips == part]:
            for gesture in index.matching(part, self._pressed):
                after = self._after(index, gesture)
                if after is not None and flips ^ part in after.begun:
                    found.append(gesture)
        return found

    def _question(self, found: list[Gesture]) -> Unclear:
        """The question which of these it was: a press on a cell of one alone says so."""
        for gesture in found:
            others = 0
            for other in found:
                others |= 0 if other is gesture else other.flips
            own = (gesture.flips & ~others) or gesture.chosen_by
            if own:
                self._choices[own.bit_length() - 1] = gesture
        return Unclear(tuple(sorted(self._choices)))

    def _earlier(self) -> int | None:
        """How many moves of the line lead to this picture, the latest such number."""
        for plies in range(len(self._line) - 2, -1, -1):
            if self._line[plies].picture == self.picture:
                return plies
        return None

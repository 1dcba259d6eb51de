"""Which move did the hands make?

The recogniser keeps the settled picture of the table and the touches since the last move, and
compares them with the legal moves: each move flips certain cells, and one look-up of the cells
that differ from the expected picture finds the moves that explain them. It decides nothing about
the game itself: it reports findings, and is told the position that follows.

From a picture to a finding, the first row that fits:

======================================  =======================================================
the picture is                          it
======================================  =======================================================
as expected                             is at peace (a nudge, an end of a correction)
as after a move just taken back         shows the way back, as for Astray, without a report
another move in place of the last,      reports Remade after LONG_REST without a touch
whose pieces were put back first
one legal move away                     reports Made after REST without a touch, at once when
                                        the next player acts or nothing can be added to it
several legal moves away                reports Unclear after REST; a press on a cell decides
the beginning of a move                 waits, for as long as a hand holds the piece
another move in place of the last       reports Remade after LONG_REST, if one piece can have
                                        made these touches
an earlier one                          reports Back after PATIENCE
none of these                           reports Astray after PATIENCE
======================================  =======================================================

A piece on its way closes and opens cells, sometimes two at a time, so a cell that closes beside
the one just closed says nothing until the hand has come to rest. A piece that is lifted, and the
next that is put down, may be one piece that moved on or two of which one was only bumped: what was
lifted before it was put down elsewhere may be one; where both readings stay open, the table asks.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from firmware.events import Kind, Touch
from firmware.games import REEDS, AnySheet, Gesture, tilt
from hal import CELLS, members
from rules import Move, Position
from wiring import COLUMNS, ROWS

REST = 250_000  # microseconds without a touch after which a move that could go on is complete
LONG_REST = 600_000  # the same for a change of mind, which a bumped piece can look like
DOUBT = 3_000_000  # microseconds within which a bumped piece is put right
HASTE = 120_000  # microseconds between a lift and a press that one hand cannot make both
LONG_PRESS = 1_000_000  # microseconds after which a press insists
FEW = 2  # contacts at odds with the start of a game that may be broken ones
PATIENCE = 1_000_000  # microseconds without sense after which the table speaks up


class Made(NamedTuple):
    """A legal move was made. at: when its last piece was put down or turned, microseconds."""

    gesture: Gesture
    at: int


class Remade(NamedTuple):
    """The last move was changed to another before the next player acted."""

    gesture: Gesture
    at: int


class Meaning(NamedTuple):
    """What a choice says: that this is the last move, or the one to come."""

    move: Move
    last: bool


class Unclear(NamedTuple):
    """Several moves would explain the picture; a press on one of `choices` (cells) decides.

    meanings: what a press on each says.
    """

    choices: tuple[int, ...]
    meanings: tuple[Meaning, ...] = ()


class Back(NamedTuple):
    """The picture is that after `plies` moves of the game line: is that a take-back?"""

    plies: int


class Astray(NamedTuple):
    """The picture makes no sense.

    missing, extra: contacts that should be closed, or not. turn: the cells on which a piece would
    make a legal move if it were turned over.
    """

    missing: int
    extra: int
    turn: int = 0


class Broken(NamedTuple):
    """The players say that the reed of a cell does not work."""

    cell: int


class Peace(NamedTuple):
    """What was asked or guided is settled: the picture is as expected, or may become so."""


Finding = Made | Remade | Unclear | Back | Astray | Broken | Peace


class Moment(NamedTuple):
    """A position in the game line and the picture that belongs to it."""

    position: Position
    picture: int


class _Index:
    """The legal moves of a position by the contacts that they flip."""

    def __init__(self, moment: Moment, sheet: AnySheet, distrusted: int) -> None:
        self.moment = moment
        self.expected = moment.picture
        self.by_flips: dict[int, list[Gesture]] = {}
        self.with_keys: list[Gesture] = []
        self.pressable = 0  # the cells whose press may belong to a move
        self._all: list[Gesture] = []
        self._reach: set[int] = set()  # what the moves flip and pass, each as one set
        for gesture in sheet.gestures(moment.position, moment.picture):
            hidden = gesture.flips & distrusted
            if hidden:  # what a broken reed cannot say is said by a press
                gesture = _unseen(gesture, hidden)  # noqa: PLW2901
            if gesture.key is None:
                self.by_flips.setdefault(gesture.flips, []).append(gesture)
            else:
                self.with_keys.append(gesture)
            self.pressable |= gesture.presses
            self._all.append(gesture)
            self._reach.add(gesture.flips | gesture.passing | gesture.held)

    def begins(self, flips: int) -> bool:
        """Whether some move may begin with this difference."""
        return any(not flips & ~reach for reach in self._reach)

    def goes_on(self, flips: int, pressed: Sequence[int]) -> bool:
        """Whether hands have begun just so: what is put down was lifted, or pressed, before."""
        if not flips & ~self.expected & REEDS:
            return self.begins(flips)
        done = sum(1 << cell for cell in set(pressed))
        return any(
            not flips & ~(gesture.flips | gesture.passing)
            and not gesture.flips & self.expected & REEDS & ~flips
            and (not gesture.presses or bool(gesture.presses & done))
            for gesture in self._all
        )

    def possible(self, flips: int, pressed: Sequence[int]) -> list[Gesture]:
        """The gestures with these flips whose presses are all among these."""
        done = sum(1 << cell for cell in set(pressed))
        return [
            gesture
            for gesture in self.by_flips.get(flips, ())
            if not gesture.presses & ~done and (flips or gesture.presses)
        ]

    def matching(self, flips: int, pressed: Sequence[int]) -> list[Gesture]:
        """The gestures that these flips and the presses before, oldest first, can mean.

        Among gestures with the same flips those meant by the latest press come first.
        """
        latest = -2
        found: list[Gesture] = []
        for gesture in self.by_flips.get(flips, ()):
            needed = gesture.presses
            last = -1
            for at, cell in enumerate(pressed):
                if gesture.presses >> cell & 1:
                    needed &= ~(1 << cell)
                    last = at
            if not needed and (flips or gesture.presses) and last >= latest:
                found = [*found, gesture] if last == latest else [gesture]
                latest = last
        return found if len({gesture.move for gesture in found}) > 1 else found[:1]

    def extendable(self, gesture: Gesture, picture: int) -> bool:
        """Whether another touch could make a different move of this one.

        A piece just set down may be on its way to a neighbouring cell, or be one of several that
        a longer move sets down.
        """
        if any(gesture.flips & ~other == 0 != other & ~gesture.flips for other in self.by_flips):
            return True
        return any(
            gesture.flips ^ 1 << cell ^ 1 << near in self.by_flips
            for cell in members(gesture.flips & picture & REEDS)
            for near in _neighbours(cell)
        )


def _unseen(gesture: Gesture, hidden: int) -> Gesture:
    """A gesture of which some contacts cannot be seen: their cells are pressed instead."""
    return gesture._replace(
        flips=gesture.flips & ~hidden,
        hidden=gesture.hidden | hidden,
        presses=gesture.presses | hidden & REEDS,
    )


@cache
def _neighbours(cell: int) -> tuple[int, ...]:
    """The up to eight cells around a cell."""
    row, column = divmod(cell, COLUMNS)
    return tuple(
        COLUMNS * r + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(column - 1, 0), min(column + 2, COLUMNS))
        if (r, c) != (row, column)
    )


def _contact(touch: Touch) -> int:
    """The contact of the picture that a touch moves, none for a button."""
    if touch.kind in (Kind.PLACE, Kind.LIFT):
        return 1 << touch.cell
    return tilt(touch.cell) if touch.kind in (Kind.A_UP, Kind.B_UP) else 0


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
        self._plies = 0  # the length of the line when it was taken up
        self._now: _Index | None = None
        self._before: _Index | None = None
        self._over = False
        self._ended = 0  # when the game was over
        self._candidate: _Candidate | None = None
        self._trouble: Unclear | Back | Astray | None = None
        self._choices: dict[int, Made | Remade] = {}
        # The touches since the last move:
        self._lifted: dict[int, int] = {}  # cell -> when it last opened
        self._placed: dict[int, int] = {}  # cell -> when it last closed
        self._turned: dict[int, int] = {}  # cell -> when its tilt contact first moved
        self.touched = 0  # when anything was last touched, microseconds
        self._pressed: list[int] = []  # cells, the latest last
        self._pressed_at: dict[int, int] = {}  # cell -> when it was last pressed
        self._put_back = False  # the picture was as before the last move in the meantime
        # About the last move and what it replaced or was taken back for:
        self._pressed_before: list[int] = []  # the presses that led to the last move
        self._last: Gesture | None = None
        self._replaced: Gesture | None = None  # what the last move was before it was remade
        self._suspected = 0  # contacts not trusted because they were at odds with the start
        self._distrusted = 0  # contacts that say nothing reliable
        self._undone: list[int] = []  # flips of moves taken back while the pieces are not back

    @property
    def trouble(self) -> Unclear | Back | Astray | None:
        """What the players have been asked or shown and not settled yet."""
        return self._trouble

    @property
    def pressed(self) -> int:
        """The cells pressed since the last move that may belong to the next."""
        pressable = 0 if self._now is None else self._now.pressable
        return sum(1 << cell for cell in set(self._pressed) if pressable >> cell & 1)

    @property
    def expected(self) -> int:
        """The contacts that should be closed now."""
        return 0 if self._now is None else self._now.expected

    def expected_before(self, made: Made | Remade | None) -> int:
        """The contacts that should have been closed before a move was made."""
        index = self._before if isinstance(made, Remade) else self._now
        return 0 if index is None else index.expected

    @property
    def difference(self) -> int:
        """The cells that are not as the position has them."""
        return 0 if self._now is None else self._differ(self._now.expected)

    @property
    def waiting(self) -> bool:
        """Whether hands have begun something that is not finished."""
        if self._over:
            return self._candidate is not None
        return self._candidate is not None or self._trouble is not None or self.difference != 0

    @property
    def due(self) -> int | None:
        """When time alone will bring a finding, None when it will not."""
        return None if self._candidate is None else self._candidate.due

    def follow(self, line: Sequence[Moment], *, at: int, made: Made | Remade | None = None) -> None:
        """Take up the game at the last moment of `line`.

        line: the game so far, the start first. made: the finding that led to it, if one did; a
        change of mind may still replace such a move. A moment whose game is over ends it all:
        nothing that hands do afterwards is a move.
        """
        remade = isinstance(made, Remade)
        answered = isinstance(self._trouble, Unclear)
        self._replaced = self._last if remade and not answered else None
        if made is not None and not remade:
            self._pressed_before = self._pressed
            self._pressed = self._pressed_early(made.gesture, at)
        elif made is None:
            self._pressed, self._pressed_before = [], []
        self._last = made.gesture if made is not None else None
        self._line = line
        self._plies = len(line)
        self._before = self._index(line[-2]) if made is not None else None
        self._now = self._index(line[-1])
        if not remade:  # what is different already belongs to what follows
            odd = self.difference | self.difference >> CELLS
            for touched in (self._lifted, self._placed, self._turned):
                for cell in [cell for cell in touched if not odd >> cell & 1]:
                    del touched[cell]
        self._over = line[-1].position.outcome is not None
        self._ended = at
        self._put_back = False
        self._choices = {}
        self._candidate = None
        self._trouble = None
        self._undone = []
        if not self._over:
            self._look(at)

    def _pressed_early(self, made: Gesture, at: int) -> list[int]:
        """What was pressed for the move after this one: a key any time, a field since it."""
        unused = [cell for cell in self._pressed if not made.presses >> cell & 1]
        when = {cell: self._pressed_at.get(cell, 0) for cell in unused}
        keys = [cell for cell in unused if not self.sheet.places >> cell & 1]
        complete = self._completed(made) or at
        return [cell for cell in keys if at - when[cell] < DOUBT][-1:] + [
            cell for cell in unused if cell not in keys and when[cell] > complete
        ]

    def refresh(self, line: Sequence[Moment]) -> None:
        """Take up what has changed about the last moment of `line` by time alone.

        The move that was to be replaced may be gone, and what replaced it impossible after all.
        """
        if len(line) < self._plies:
            self.follow(line, at=self.touched)
            return
        self._line = line
        self._now = _Index(line[-1], self.sheet, self._distrusted)
        if not self._over:
            self._look(self.touched)

    def take_back(self, line: Sequence[Moment], dropped: Moment, *, at: int) -> None:
        """Take up the game after its last move, which led to `dropped`, was taken back.

        The pieces still stand as after that move: this is not to be read as the move again.
        """
        undone = [*self._undone, dropped.picture ^ line[-1].picture]
        self.follow(line, at=at)
        if self.difference:
            self._undone = undone
            self._look(at)

    def completed_by(self, touch: Touch) -> Made | Remade | None:
        """The waiting move, when `touch` begins the move after it.

        To be asked before the touch is fed: the next player acts, so what was waiting is
        complete, and the touch belongs to the position that follows.
        """
        if self._candidate is None:
            return None
        finding = self._candidate.finding
        if not isinstance(finding, Made | Remade):
            return None
        hasty = touch.kind is Kind.PRESS and touch.at - self.touched < HASTE
        if self._only_lifted(finding.gesture) and not hasty:
            return None  # a hand that takes up the next piece may have knocked this one
        index = self._now if isinstance(finding, Made) else self._before
        assert index is not None
        if self._may_be_on_its_way(finding, touch):
            return None
        if touch.at < self._completed(finding.gesture):
            return None  # it is told late, as its contact came to rest late
        if touch.kind is Kind.PRESS:
            after = self._after(index, finding.gesture)
            begins = after is not None and bool(1 << touch.cell & after.pressable)
        elif not _contact(touch) & self.sheet.places & ~self._distrusted:
            begins = False
        else:
            self._note(touch)
            rest = self._differ(index.expected) ^ _contact(touch) ^ finding.gesture.flips
            pressed = self._pressed
            if isinstance(finding, Remade):
                pressed = self._pressed_before + pressed
            begins = rest != 0 and self._goes_on(index, finding.gesture, rest, pressed, 3)
        return finding if begins else None

    def feed(self, touch: Touch) -> list[Finding]:
        """Take in one touch."""
        if touch.kind is Kind.PRESS and not self._over:
            return self._press(touch)
        if touch.kind is Kind.RELEASE and not self._over:
            return self._insist(touch)
        contact = _contact(touch)
        if not contact & self.sheet.places:
            return []
        self._note(touch)
        if touch.kind in (Kind.PLACE, Kind.A_UP):
            self.picture |= contact
        else:
            self.picture &= ~contact
        if contact & self._suspected and not (self.picture ^ self.expected) & contact:
            self._suspected &= ~contact  # it agrees: it works after all
            self._distrusted &= ~contact
            self.refresh(self._line)
        if contact & self._distrusted:
            return []
        if self._over:
            self._look_after_the_end(touch.at)
            return []
        return self._look(touch.at) + self.wait(touch.at)

    def complete(self, key: str) -> Made | None:
        """The move that a key completes as the pieces stand now, None if there is none."""
        if self._now is None or self._over:
            return None
        for gesture in self._now.with_keys:
            if gesture.key == key and gesture.flips ^ gesture.held == self.difference:
                return Made(gesture, self._when(gesture))
        return None

    def _note(self, touch: Touch) -> None:
        """Remember when this cell was touched."""
        self.touched = touch.at
        if touch.kind not in (Kind.PLACE, Kind.LIFT):
            self._turned.setdefault(touch.cell, touch.at)
        else:
            (self._placed if touch.kind is Kind.PLACE else self._lifted)[touch.cell] = touch.at

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

    def hurry(self, kinds: tuple[type[Finding], ...]) -> list[Finding]:
        """Report what is waiting at once if it is of these kinds, because a key was pressed."""
        if self._candidate is None or not isinstance(self._candidate.finding, kinds):
            return []
        return self.wait(self._candidate.due)

    def _index(self, moment: Moment) -> _Index:
        """The index of a moment, made anew only when it is not at hand."""
        for index in (self._now, self._before):
            if index is not None and index.moment is moment:
                return index
        return _Index(moment, self.sheet, self._distrusted)

    def _after(self, index: _Index, gesture: Gesture) -> _Index | None:
        """The index of the position that a move leads to, None when that ends the game."""
        position = index.moment.position.play(gesture.move)
        if position.outcome is not None:
            return None
        picture = index.expected ^ gesture.flips ^ gesture.hidden
        return _Index(Moment(position, picture), self.sheet, self._distrusted)

    def _may_be_on_its_way(self, finding: Made | Remade, touch: Touch) -> bool:
        """Whether a cell that closes may be the waiting move's own piece, moving on."""
        if touch.kind is not Kind.PLACE:
            return False
        recent = {cell for cell, at in self._placed.items() if touch.at - at < REST}
        trail = [cell for cell in recent if finding.gesture.flips >> cell & 1]
        for cell in trail:  # it grows: one cell after another closes before the piece
            if touch.cell in _neighbours(cell):
                return True
            trail += recent.intersection(_neighbours(cell)).difference(trail)
        if isinstance(finding, Remade) and self._last is not None:
            return bool(self._last.flips >> touch.cell & 1)  # it may have been bumped, no more
        return False

    def _press(self, touch: Touch) -> list[Finding]:
        """A press answers a question, or chooses between moves to come."""
        self._pressed_at[touch.cell] = touch.at
        if isinstance(self._trouble, Unclear) and touch.cell in self._choices:
            return [self._choices[touch.cell]]
        self._pressed.append(touch.cell)
        if self._now is not None and self._now.pressable >> touch.cell & 1:
            return self._look(touch.at) + self.wait(touch.at)
        return []

    def _insist(self, touch: Touch) -> list[Finding]:
        """A long press says that a piece came or went where the reed says nothing."""
        cell = 1 << touch.cell & self.sheet.places & ~self._distrusted
        pressed_at = self._pressed_at.get(touch.cell, touch.at)
        if not cell or self._now is None or touch.at - pressed_at < LONG_PRESS:
            return []
        presses = [pressed for pressed in self._pressed if pressed != touch.cell]
        if self.difference == cell:  # nothing but this reed is at odds with the game
            self._distrusted |= cell
            self.refresh(self._line)
            return [Broken(touch.cell), *self._look(touch.at)]
        found = self._now.matching(self.difference ^ cell, presses)
        if len(found) != 1:
            return []
        self._distrusted |= cell
        return [Broken(touch.cell), Made(_unseen(found[0], cell), touch.at)]

    def begin(self, at: int, *, broken: bool) -> list[Finding]:
        """Compare the table with where the game stands, once.

        broken: whether a contact or two at odds are taken for broken, until they agree. If more
        are, or those are not, the pieces have still to be set up, and the way there is shown.
        """
        odd = members(self.difference)
        if odd and (len(odd) > FEW or not broken):
            self._undone = [0, 0]  # nothing is a move before all stand as they should
            self._look(at)
            return []
        self._suspected = self._distrusted = self.difference
        self.refresh(self._line)
        self._look(at)
        return [Broken(contact % CELLS) for contact in odd]

    def distrust(self, cell: int, *, at: int, trust: bool) -> None:
        """Leave a cell's reed out of the picture from now on, or take it in again.

        What it would say is said by a press on the cell.
        """
        self._distrusted = self._distrusted & ~(1 << cell) | (0 if trust else 1 << cell)
        self.refresh(self._line)
        if not self._over:
            self._look(at)

    def _differ(self, expected: int) -> int:
        """The contacts that are not as in a picture, those to be trusted alone."""
        return (self.picture ^ expected) & ~self._distrusted

    def _look(self, at: int) -> list[Finding]:
        """Compare the picture with what is possible, and plan what to report when."""
        index, before = self._now, self._before
        assert index is not None
        self._candidate = None
        self._choices = {}
        index.expected &= self.picture | ~self.sheet.loose(index.moment.position, index.expected)
        flips = self._differ(index.expected)
        missing, extra = index.expected & flips, self.picture & flips
        if not flips:
            self._undone = []
            for gesture in index.matching(0, self._pressed)[:1]:
                self._plan(gesture, 0, at)
            return self._peace()
        if len(self._undone) > 1 or flips in self._undone:
            self._trouble = Astray(missing, extra)  # on the way back, whatever it looks like
            return []
        if before is not None and not self._differ(before.expected):
            self._put_back = True
        if self._put_back and before is not None:
            again = before.matching(self._differ(before.expected), self._pressed_before)
            if len(again) == 1 and not self._unexplained(again[0], before):
                self._candidate = _Candidate(Remade(again[0], self._when(again[0])), at + LONG_REST)
                return self._peace()
        found = index.matching(flips, self._pressed)
        if not found or self._unexplained(found[0], index):
            found += self._first_of_several(index, flips, self._pressed)
        if len(found) == 1:
            found += self._pressed_apart(index, found[0])
        if len(found) == 1:
            self._plan(found[0], flips, at)
            return self._peace()
        if found:
            self._ask({gesture: Made(gesture, self._when(gesture)) for gesture in found}, at)
            return []
        if not extra & REEDS and index.begins(flips):
            return self._peace()  # a hand holds the piece with which a move begins
        return self._look_back(missing, extra, at)

    def _plan(self, gesture: Gesture, flips: int, at: int) -> None:
        """Report this move when it can be no other any more."""
        index, replaced = self._now, self._replaced
        assert index is not None
        if replaced is not None and self._last is not None:
            # The last move went elsewhere, and now its first cell is filled: by a new piece, or
            # was the last move's only bumped, and the new one is where it seemed to have gone?
            lifted = max(self._lifted.values(), default=at)
            if gesture.flips == replaced.flips & ~self._last.flips and at - lifted < DOUBT:
                self._ask(
                    {
                        replaced: Remade(replaced, at),
                        self._last: Made(gesture, self._when(gesture)),
                    },
                    at,
                )
                return
        meant: dict[Gesture, Made | Remade] = {
            one: Made(one, self._when(one)) for one in self._rivals(index, gesture, flips)
        }
        for one in self._replacing(index, gesture):
            meant.setdefault(one, Remade(one, self._when(one)))
        if meant:  # which of them is clear once a bumped piece is put right
            meant = {gesture: Made(gesture, self._when(gesture)), **meant}
            self._ask(meant, at + PATIENCE - REST)
            return
        complete = gesture.flips == flips and not index.extendable(gesture, self.picture)
        recent = [cell for cell, when in self._placed.items() if at - when < REST]
        if self._only_lifted(gesture):
            self._candidate = _Candidate(Made(gesture, self._when(gesture)), at + PATIENCE)
        elif complete and not any(
            gesture.flips >> near & 1 for c in recent for near in _neighbours(c)
        ):
            self._candidate = _Candidate(Made(gesture, self._when(gesture)), at)
        else:
            self._candidate = _Candidate(Made(gesture, self._when(gesture)), at + REST)

    def _rivals(self, index: _Index, gesture: Gesture, flips: int) -> list[Gesture]:
        """Other moves that explain as much, if a piece that is up was only bumped.

        They make use of a press that `gesture` leaves unexplained, or of its press for another
        piece that is up as well.
        """
        up = flips & index.expected & REEDS
        if (
            not up
            or not self._pressed
            or not (self._unexplained(gesture) or self._only_lifted(gesture))
        ):
            return []
        return [
            other
            for part in index.by_flips
            if part & flips == part and not (flips ^ part) & ~up and part != gesture.flips
            for other in index.matching(part, self._pressed)
            if other.presses and other.move != gesture.move
        ]

    def _replacing(self, index: _Index, gesture: Gesture) -> list[Gesture]:
        """What the last move may have become, when its piece is up.

        Either `gesture` is made with this very piece, which may just as well have moved on, or
        with another, which may have been bumped while this one moved on.
        """
        before, last = self._before, self._last
        up = index.expected & ~self.picture & REEDS
        if before is None or last is None or not last.flips & up:
            return []
        bumped = 0 if last.flips & up & gesture.flips else gesture.flips & index.expected
        changed = self._differ(before.expected) ^ bumped
        found = before.matching(changed, self._pressed_before)
        return [
            one
            for one in found
            if self._one_piece(one, bumped) and not self._unexplained(one, before)
        ]

    def _only_lifted(self, gesture: Gesture) -> bool:
        """Whether a piece went up last and none came down: it may only have been bumped."""
        if not gesture.flips & REEDS or gesture.flips & self.picture & REEDS:
            return False
        lifted = max(self._lifted.get(cell, 0) for cell in members(gesture.flips & REEDS))
        return all(self._pressed_at.get(cell, 0) < lifted for cell in members(gesture.presses))

    def _look_back(self, missing: int, extra: int, at: int) -> list[Finding]:
        """Compare a picture that leads on to no move with what was before the last move."""
        before = self._before
        changed = 0 if before is None else self._differ(before.expected)
        if before is not None:
            found = before.matching(changed, self._pressed_before)
            found = [
                one for one in found if self._one_piece(one) and not self._unexplained(one, before)
            ] or self._first_of_several(
                before,
                changed,
                self._pressed_before,
                later=self._pressed,
                allowed=self._one_piece,
            )
            if len(found) == 1:
                remade = Remade(found[0], self._when(found[0]))
                moved = self._into_each_other()
                if moved:
                    made = {one: Made(one, self._when(one)) for one in moved}
                    self._ask({**made, found[0]: remade}, at)
                    return []
                self._candidate = _Candidate(remade, at + LONG_REST)
                return self._peace()
        plies = self._earlier()
        if plies is not None:
            self._candidate = _Candidate(Back(plies), at + PATIENCE)
            return []
        if before is not None and not extra & REEDS and before.begins(changed):
            return self._peace()  # a hand has taken up the last move's piece again
        astray = Astray(missing, extra, self._unturned(missing ^ extra))
        if isinstance(self._trouble, Astray):
            self._trouble = astray  # the guidance follows the hands without delay
        else:
            self._candidate = _Candidate(astray, at + PATIENCE)
        return []

    def _look_after_the_end(self, at: int) -> None:
        """The last piece may still be on its way; anything else is clearing the table."""
        before = self._before
        self._candidate = None
        if before is None or self._last is None or at - self._ended > DOUBT:
            return
        found = before.matching(self._differ(before.expected), self._pressed_before)
        if len(found) == 1 and found[0].move != self._last.move and self._one_piece(found[0]):
            self._candidate = _Candidate(Remade(found[0], self._when(found[0])), at + LONG_REST)

    def _into_each_other(self) -> list[Gesture]:
        """Moves after which another piece has come to where theirs was taken from.

        The cell is closed again, so that its piece may as well only have been bumped.
        """
        index = self._now
        assert index is not None
        flips = self._differ(index.expected)
        found = []
        for cell, at in self._lifted.items():
            if index.expected >> cell & 1 and at < self._placed.get(cell, 0):
                own = 1 << cell | tilt(cell)
                for part in index.by_flips:
                    if part >> cell & 1 and not part & ~(flips | own):
                        found += [
                            gesture
                            for gesture in index.possible(part, self._pressed)
                            if (after := self._after(index, gesture)) is not None
                            and after.matching(flips ^ part, self._pressed)
                        ]
        return found

    def _one_piece(self, gesture: Gesture, bumped: int = 0) -> bool:
        """Whether the piece of the last move can have gone on to where `gesture` ends.

        It can when it came from where `gesture` begins, and left its cell before another closed,
        or when that one lies beside it. bumped: pieces that are up and have no part in it.
        """
        assert self._last is not None
        assert self._now is not None
        assert self._before is not None
        began_here = self._before.expected & REEDS
        if (self._last.flips ^ gesture.flips) & began_here:
            return False
        vacated = members(self._last.flips & self._now.expected & ~self.picture & REEDS)
        up = self.difference & self._now.expected & ~(self._last.flips | gesture.flips | bumped)
        began = [self._lifted.get(cell, 0) for cell in members(up & REEDS)]
        if began and any(self._lifted.get(left, 0) > min(began) for left in vacated):
            return False  # the next player had taken up a piece before
        for left in vacated:
            for taken in members(gesture.flips & self.picture & ~self._last.flips & REEDS):
                first = self._lifted.get(left, 0) <= self._placed.get(taken, 0)
                if not first and taken not in _neighbours(left):
                    return False
        return bool(vacated)

    def _unexplained(self, gesture: Gesture, index: _Index | None = None) -> bool:
        """Whether a field was pressed since the last move that has no part in `gesture`.

        index: of the position in which it is a move; what was pressed when it was complete and
        may belong to the move after it is explained then.
        """
        assert self._now is not None
        fields = self.sheet.places & self._now.pressable & ~gesture.presses
        left = {cell for cell in self._pressed if fields >> cell & 1}
        if not left or index is None:
            return bool(left)
        after = self._after(index, gesture)
        complete = self._completed(gesture)
        return after is None or any(
            not after.pressable >> cell & 1 or self._pressed_at.get(cell, 0) < complete
            for cell in left
        )

    def _pressed_apart(self, index: _Index, gesture: Gesture) -> list[Gesture]:
        """Other moves that the presses could mean, when a piece was moved between these presses.

        Without that the latest press corrects those before.
        """
        cells = members(gesture.flips & REEDS)
        moved = [self._lifted.get(cell, 0) for cell in cells]
        moved += [self._placed.get(cell, 0) for cell in cells]
        apart = []
        for other in index.possible(gesture.flips, self._pressed):
            pressed = [
                max((self._pressed_at.get(cell, 0) for cell in members(own)), default=0)
                for own in (other.presses & ~gesture.presses, gesture.presses & ~other.presses)
            ]
            if all(pressed) and any(min(pressed) < at < max(pressed) for at in moved):
                apart.append(other)
        return apart

    def _peace(self) -> list[Finding]:
        if self._trouble is None:
            return []
        self._trouble = None
        return [Peace()]

    def _first_of_several(
        self,
        index: _Index,
        flips: int,
        pressed: Sequence[int],
        *,
        later: Sequence[int] = (),
        allowed: Callable[[Gesture], bool] = lambda _: True,
        most: int = 3,
    ) -> list[Gesture]:
        """Moves that are complete while the next players have already gone on.

        Of several the one that was complete first, as players move in turn. later: what was
        pressed for the next players' moves alone. allowed: which first moves come into question.
        most: how many moves deep to look.
        """
        parts = [part for part in index.by_flips if part & flips == part != flips]
        possible: dict[int, list[Gesture]] = {}
        for part in parts:
            for gesture in index.possible(part, pressed):
                if part not in self._undone:
                    possible.setdefault(self._completed(gesture), []).append(gesture)
        for _, gestures in sorted(possible.items()):
            found = [
                gesture
                for gesture in gestures
                if allowed(gesture)
                and self._goes_on(index, gesture, flips ^ gesture.flips, [*pressed, *later], most)
            ]
            if found:
                return found if len({one.move for one in found}) > 1 else found[:1]
        return []

    def _goes_on(
        self, index: _Index, gesture: Gesture, rest: int, pressed: Sequence[int], most: int
    ) -> bool:
        """Whether `rest` is the beginning of what follows this move."""
        after = self._after(index, gesture)
        if after is None:
            return False
        unused = [cell for cell in pressed if not gesture.presses >> cell & 1]
        if after.goes_on(rest, unused):
            return True
        return most > 1 and self._first_of_several(after, rest, unused, most=most - 1) != []

    def _when(self, gesture: Gesture) -> int:
        """When the last piece of a gesture was put down, or turned where it stood."""
        cells = members((gesture.flips & REEDS | gesture.flips >> CELLS) & self.picture)
        times = [self._placed.get(cell, self._turned.get(cell, 0)) for cell in cells]
        return max(times, default=0) or self.touched

    def _completed(self, gesture: Gesture) -> int:
        """When the last of a gesture's cells was touched or pressed, 0 if none was."""
        cells = members(gesture.flips & REEDS)
        times = [*(self._lifted.get(cell, 0) for cell in cells)]
        times += [self._placed.get(cell, 0) for cell in cells]
        times += [self._pressed_at.get(cell, 0) for cell in members(gesture.presses)]
        return max(times, default=0)

    def _ask(self, meant: Mapping[Gesture, Made | Remade], at: int) -> None:
        """Plan the question which of these it was: a press on a cell of one alone says so."""
        meanings: dict[int, Meaning] = {}
        for gesture, finding in meant.items():
            others = sum(1 << cell for cell in meanings)
            for other in meant:
                others |= 0 if other is gesture else other.flips | other.presses
            flips, presses = gesture.flips & REEDS, gesture.presses
            for own in (flips & ~others, presses & ~others, flips, presses):
                free = [cell for cell in members(own) if cell not in meanings]
                if free:
                    last = isinstance(finding, Remade) or gesture is self._last
                    meanings[free[-1]] = Meaning(gesture.move, last)
                    self._choices[free[-1]] = finding
                    break
        question = Unclear(
            tuple(sorted(meanings)), tuple(meanings[one] for one in sorted(meanings))
        )
        self._candidate = _Candidate(question, at + REST)

    def _unturned(self, flips: int) -> int:
        """The cells where a piece that was put down would only have to be turned over."""
        assert self._now is not None
        for other in self._now.by_flips:
            if flips & REEDS == other & REEDS and flips != other:
                return flips & REEDS & self.picture
        return 0

    def _earlier(self) -> int | None:
        """How many moves of the line lead to this picture, the latest such number."""
        for plies in range(len(self._line) - 2, -1, -1):
            if not self._differ(self._line[plies].picture):
                return plies
        return None

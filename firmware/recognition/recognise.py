"""Which move did the hands make?

The recogniser keeps the settled picture of the table and the touches since the last move, and
compares them with the legal moves: each move flips certain cells, and one look-up of the cells
that differ from the expected picture (index.py) finds the moves that explain them. It decides
nothing about the game itself: it reports findings, and is told the position that follows.

A touch goes to `completed_by`, which says whether it begins the next move and so completes the one
that waits, and to `feed`, which changes the picture and looks at it. What a look finds is a
candidate with a time at which it becomes true, and `wait` reports it then, unless another touch
has come. From a picture to a finding, the first row that fits:

======================================  =======================================================
the picture is                          it
======================================  =======================================================
as expected                             is at peace (a nudge, an end of a correction); a move
                                        that is only pressed is one legal move away
as after a move just taken back         shows the way back, as for Astray, without a report
another move in place of the last,      reports Remade after LONG_REST without a touch
whose pieces were put back first
one legal move away, or that and the    reports Made after REST without a touch; at once when
beginning of what follows it            the next player acts or nothing can be added to it;
                                        after PATIENCE when the last touch was a lift
the same, but for another reading       reports Unclear after PATIENCE; a bumped piece is put
(readings.py)                           right before, or a press on a cell decides
several legal moves away                reports Unclear after REST; a press decides
a piece put down beside the table's,    waits for the next to be put down; reports Unclear
after one was lifted that may be it     after REST then, or after DOUBT alone
as expected, or after a move, but for   reports Broken after PATIENCE, then the move
tilts closed where nothing stands
as expected but for other tilts, or a   reports Astray after HELD
turn of several not yet complete
the beginning of a move                 waits, for as long as a hand holds the piece; reports
                                        Unpressed after HELD if a press alone may be missing
another move in place of the last       reports Remade after LONG_REST, if one piece can have
                                        made these touches; Unclear, if two could as well
an earlier one                          reports Back after PATIENCE
none of these                           reports Astray PATIENCE after its first piece went
                                        astray, once nothing is touched for REST
======================================  =======================================================

A piece on its way closes and opens cells, sometimes two at a time, so a cell that closes beside
those just closed says nothing until the hand has come to rest. A piece leaves before it arrives:
what closed a cell before another was taken up was not that one. A piece that is lifted, and the
next that is put down, may be one piece that moved on or two of which one was only bumped: what was
lifted before it was put down elsewhere may be one; where both readings stay open, the table asks.
When the game is over, only its last piece may move on, for as long as DOUBT.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firmware.games import REEDS, AnyAdapter, Gesture, contact, tilt
from firmware.recognition.index import Index, Moment, neighbours, unseen
from firmware.recognition.readings import DOUBT, REST, Evidence
from firmware.sensing.events import Kind, Touch
from hal import CELLS, members
from rules import Move

__all__ = [
    "Astray", "Back", "Broken", "Finding", "Made", "Meaning", "Moment", "Peace", "Recogniser",
    "Remade", "Trouble", "Unclear", "Unpressed",
]  # fmt: skip

LONG_REST = 600_000  # the same for a change of mind, which a bumped piece can look like
HASTE = 120_000  # microseconds between a lift and a press that one hand cannot make both
LONG_PRESS = 1_000_000  # microseconds after which a press insists
FEW = 2  # contacts at odds with the start of a game that may be broken ones
STUBBORN = 6_000_000  # microseconds of rest after which one shown as wrong may be broken
HELD = 4_000_000  # microseconds after which a piece that is up may stand on a stack, not pressed
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


class Unpressed(NamedTuple):
    """The pieces stand as after a move that wants a press beside: one of `choices` (cells)."""

    choices: tuple[int, ...]


class Broken(NamedTuple):
    """A contact does not work, as the players say, or as it is closed where nothing stands.

    contact: its number in a picture: the cell of a reed, and CELLS more for a tilt contact.
    """

    contact: int


class Peace(NamedTuple):
    """What was asked or guided is settled: the picture is as expected, or may become so.

    put_right: pieces that were astray stand as they should again.
    """

    put_right: bool = False


Trouble = Unclear | Back | Astray | Unpressed
Finding = Made | Remade | Trouble | Broken | Peace


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

    broken: the contacts known to say nothing reliable. found: those that were found broken when
    this game was played before; one of them that agrees when it moves works after all.
    """

    def __init__(
        self, adapter: AnyAdapter, picture: int, *, broken: int = 0, found: int = 0
    ) -> None:
        self.adapter = adapter
        self._seen = Evidence(adapter, picture)
        self._broken = broken & adapter.places  # contacts known to say nothing reliable
        self._found = found & adapter.places  # those that were found in this game
        self._restless = 0  # those that chatter now
        self._seen.distrusted = self._broken | self._found
        self._line: Sequence[Moment] = ()
        self._plies = 0  # the length of the line when it was taken up
        self._over = False
        self._ended = 0  # when the game was over
        self._candidate: _Candidate | None = None
        self._trouble: Trouble | None = None
        self._choices: dict[int, Made | Remade] = {}
        self._put_back = False  # the picture was as before the last move in the meantime
        self._replaced: Gesture | None = None  # what the last move was before it was remade
        self._suspected = self._found  # those that are trusted again as soon as they agree
        self._unnamed = 0  # those of them that may still be put right: nobody has played yet
        self._setting_up = False  # the pieces have still to be set up
        self._taken_up = 0  # when the game came to where it stands
        self._stubborn = False  # what is shown as wrong has long stayed so
        self._led = False  # a way has been shown that is not gone to its end yet
        self._odd_since: dict[int, int] = {}  # when each cell began to make no sense

    @property
    def picture(self) -> int:
        """The contacts that are closed."""
        return self._seen.picture

    @property
    def found(self) -> int:
        """The contacts that were found broken in this game and named to its players."""
        return self._found & ~self._unnamed

    @property
    def touched(self) -> int:
        """When anything was last lifted, placed or turned, microseconds."""
        return self._seen.touches.at

    @property
    def trouble(self) -> Trouble | None:
        """What the players have been asked or shown and not settled yet."""
        return self._trouble

    @property
    def stubborn(self) -> bool:
        """Whether what is shown as wrong has stayed so for long: its contact may be broken."""
        return self._stubborn

    @property
    def pressed(self) -> int:
        """The cells pressed since the last move that may belong to the next."""
        pressable = 0 if self._seen.now is None else self._seen.now.pressable
        return sum(1 << cell for cell in set(self._seen.pressed) if pressable >> cell & 1)

    @property
    def pressable(self) -> tuple[int, ...]:
        """The cells whose press would say something now, those that are asked for alone if any."""
        if isinstance(self._trouble, Unclear | Unpressed):
            return self._trouble.choices
        pressable = 0 if self._over or self._seen.now is None else self._seen.now.pressable
        return tuple(members(pressable))

    @property
    def expected(self) -> int:
        """The contacts that should be closed now."""
        return 0 if self._seen.now is None else self._seen.now.expected

    def expected_before(self, made: Made | Remade | None) -> int:
        """The contacts that should have been closed before a move was made."""
        index = self._seen.before if isinstance(made, Remade) else self._seen.now
        return 0 if index is None else index.expected

    @property
    def difference(self) -> int:
        """The cells that are not as the position has them."""
        return self._seen.difference

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """From which cell to which pieces have to go back, as far as that is known."""
        odd, picture = self.odd & REEDS, self.picture
        return self._seen.trail.pairs(odd & ~picture, odd & picture)

    @property
    def odd(self) -> int:
        """The contacts to be put right: those at odds that are trusted, or that might be yet."""
        return self.difference | self._unnamed

    @property
    def waiting(self) -> bool:
        """Whether hands have begun something that is not finished."""
        if self._over:
            return self._candidate is not None
        return self._candidate is not None or self._trouble is not None or self.difference != 0

    @property
    def due(self) -> int | None:
        """When time alone will bring a finding or change what is shown, None when it will not."""
        candidate = None if self._candidate is None else self._candidate.due
        times = [one for one in (candidate, self._stubborn_from) if one is not None]
        return min(times, default=None)

    @property
    def _stubborn_from(self) -> int | None:
        """When what is shown as wrong will have stayed so for long, None if it cannot be broken."""
        if self._stubborn or not isinstance(self._trouble, Astray):
            return None
        odd = self.odd & REEDS or self.odd
        most = FEW if self._setting_up or self._unnamed else 1
        if not self._trouble.turn and not 0 < odd.bit_count() <= most:
            return None
        return max(self.touched, self._taken_up) + STUBBORN

    def follow(self, line: Sequence[Moment], *, at: int, made: Made | Remade | None = None) -> None:
        """Take up the game at the last moment of `line`.

        line: the game so far, the start first. made: the finding that led to it, if one did; a
        change of mind may still replace such a move. When the game is over, nothing that hands do
        afterwards is a move but that.
        """
        seen = self._seen
        remade = isinstance(made, Remade)
        answered = isinstance(self._trouble, Unclear)
        self._replaced = seen.last if remade and not answered else None
        gesture, put_down = (made.gesture, made.at) if made is not None else (None, at)
        seen.take_up(line, gesture, put_down, at=at, instead=remade)
        self._line = line
        self._plies = len(line)
        self._over = line[-1].position.outcome is not None
        self._ended = self._taken_up = at
        self._stubborn = False
        self._put_back = False
        self._choices = {}
        self._candidate = None
        self._trouble = None
        self._led = False
        seen.undone = []
        if not self._over:
            self._look(at)
        if remade and self._candidate is not None and isinstance(self._candidate.finding, Remade):
            self._candidate = None  # it takes a hand to change a mind again

    def refresh(self, line: Sequence[Moment]) -> None:
        """Take up what has changed about the last moment of `line` by time alone.

        The move that was to be replaced may be gone, and what replaced it impossible after all.
        """
        if len(line) < self._plies:
            self.follow(line, at=self.touched)
            return
        self._line = line
        self._seen.now = Index(line[-1], self.adapter, self._seen.distrusted)
        if not self._over:
            self._look(self.touched)

    def take_back(self, line: Sequence[Moment], dropped: Moment, *, at: int) -> None:
        """Take up the game after its last move, which led to `dropped`, was taken back.

        The pieces still stand as after that move: this is not to be read as the move again.
        """
        undone = [*self._seen.undone, dropped.picture ^ line[-1].picture]
        here, there = (one.picture & REEDS for one in (line[-1], dropped))
        starts, ends = members(here & ~there), members(there & ~here)
        self.follow(line, at=at)
        if len(starts) == len(ends) == 1:
            self._seen.trail.undo(starts[0], ends[0])
        if self.difference:
            self._seen.undone = undone
            self._look(at)

    def completed_by(self, touch: Touch) -> Made | Remade | None:
        """The waiting move, when `touch` begins the move after it.

        To be asked before the touch is fed: the next player acts, so what was waiting is
        complete, and the touch belongs to the position that follows.
        """
        if self._candidate is None or not isinstance(self._candidate.finding, Made | Remade):
            return None
        seen, finding = self._seen, self._candidate.finding
        gesture = finding.gesture
        hasty = touch.kind is Kind.PRESS and touch.at - self.touched < HASTE
        long_ago = touch.at - self.touched >= LONG_REST
        if seen.touches.may_be_bumped(gesture, seen.picture) and not (hasty or long_ago):
            return None  # a hand that takes up the next piece may have knocked this one
        if touch.kind is Kind.PLACE and self._may_be_on_its_way(finding, touch):
            return None
        if touch.at < seen.touches.completed(gesture):
            return None  # it is told late, as its contact came to rest late
        index = seen.now if isinstance(finding, Made) else seen.before
        assert index is not None
        if touch.kind is Kind.PRESS:
            after = index.after(gesture)
            begins = after is not None and bool(1 << touch.cell & after.pressable)
            if hasty and index.possible(0, [*seen.pressed, touch.cell]):
                begins = False  # the press may be of this move, and the lift a bump
        elif not contact(touch) & self.adapter.places & ~seen.distrusted:
            begins = False
        else:
            seen.touches.note(touch)
            rest = seen.differ(index.expected) ^ contact(touch) ^ gesture.flips
            pressed = seen.pressed
            if isinstance(finding, Remade):
                pressed = seen.pressed_before + pressed
            begins = rest != 0 and seen.goes_on(index, gesture, rest, pressed, 3)
        return finding if begins else None

    def _may_be_on_its_way(self, finding: Made | Remade, touch: Touch) -> bool:
        """Whether a cell that closes may be the waiting move's own piece, moving on."""
        last = self._seen.last
        if isinstance(finding, Remade) and last is not None and last.flips >> touch.cell & 1:
            return True  # the last move's piece may have been bumped, no more
        return self._seen.touches.may_move_on(finding.gesture, touch.cell, touch.at)

    def feed(self, touch: Touch) -> list[Finding]:
        """Take in one touch."""
        if touch.kind is Kind.PRESS and not self._over:
            return self._press(touch)
        if touch.kind is Kind.RELEASE and not self._over:
            return self._insist(touch)
        moved = contact(touch)
        if not moved & self.adapter.places:
            return []
        self._seen.touches.note(touch)
        self._seen.trail.note(touch)
        if touch.kind in (Kind.PLACE, Kind.A_UP):
            self._seen.picture |= moved
        else:
            self._seen.picture &= ~moved
            self._seen.strange &= ~moved
        if moved & self._suspected and not (self.picture ^ self.expected) & moved:
            self._suspected &= ~moved  # it agrees: it works after all
            self._found &= ~moved
            self._trust_all_others()
            self._unnamed &= ~moved
        if moved & self._seen.distrusted:
            return []
        if self._over:
            self._look_after_the_end(touch.at)
            return []
        return self._look(touch.at) + self.wait(touch.at)

    def _lacking_a_press(self) -> list[Gesture]:
        """The moves after which the pieces stand so, but for a press."""
        index = self._seen.now
        return [] if index is None else index.by_flips.get(self.difference, [])

    def _wait_for_a_press(self, at: int) -> None:
        """Ask in a while where the piece stands that is up, if it may stand on others."""
        wanted = {cell for one in self._lacking_a_press() for cell in members(one.presses)}
        choices = tuple(sorted(wanted.difference(self._seen.pressed)))
        if choices:
            self._candidate = _Candidate(Unpressed(choices), at + HELD)

    def complete_unpressed(self) -> Made | None:
        """The one move that lacks nothing but the press asked for; None if there are several."""
        if not isinstance(self._trouble, Unpressed):
            return None
        gestures = self._lacking_a_press()
        return self._made(gestures[0]) if len({one.move for one in gestures}) == 1 else None

    def complete(self, key: str) -> Made | None:
        """The move that a key completes as the pieces stand now, None if there is none."""
        if self._seen.now is None or self._over:
            return None
        for gesture in self._seen.now.with_keys:
            told = not gesture.presses & ~sum(1 << cell for cell in set(self._seen.pressed))
            if gesture.key == key and told and gesture.flips ^ gesture.held == self.difference:
                return self._made(gesture)
        return None

    def wait(self, at: int) -> list[Finding]:
        """Let time pass to `at`: whatever has rested long enough is reported."""
        self._stubborn |= self._stubborn_from is not None and at >= self._stubborn_from
        if self._candidate is None or at < self._candidate.due:
            return []
        finding = self._candidate.finding
        self._candidate = None
        if isinstance(finding, Trouble):
            if finding == self._trouble:
                return []
            self._trouble = finding
        if isinstance(finding, Astray):
            self._seen.strange |= finding.extra & REEDS
            self._led = True
        if isinstance(finding, Broken):
            self._found |= 1 << finding.contact
            self._trust_all_others()
            return [finding, *self._look(at), *self.wait(at)]
        return [finding]

    def hurry(self, kinds: tuple[type[Finding], ...]) -> list[Finding]:
        """Report what is waiting at once if it is of these kinds, because a key was pressed."""
        if self._candidate is None or not isinstance(self._candidate.finding, kinds):
            return []
        return self.wait(self._candidate.due)

    def _press(self, touch: Touch) -> list[Finding]:
        """A press answers a question, or chooses between moves to come."""
        seen = self._seen
        seen.touches.pressed_at[touch.cell] = touch.at
        if isinstance(self._trouble, Unclear) and touch.cell in self._choices:
            return [self._choices[touch.cell]]
        if self._unnamed >> touch.cell & 1:
            return []  # perhaps the beginning of a long one: no press is asked for yet
        seen.pressed.append(touch.cell)
        if seen.now is not None and seen.now.pressable >> touch.cell & 1:
            return self._look(touch.at) + self.wait(touch.at)
        return []

    def _insist(self, touch: Touch) -> list[Finding]:
        """A long press says that a piece came or went where the reed says nothing."""
        seen = self._seen
        cell = 1 << touch.cell & self.adapter.places
        pressed_at = seen.touches.pressed_at.get(touch.cell, touch.at)
        if not cell or seen.now is None or touch.at - pressed_at < LONG_PRESS:
            return []
        named = (cell | tilt(touch.cell)) & self._unnamed
        if named:
            self._unnamed &= ~named
            if self.difference:  # its piece has gone on already
                seen.pressed.append(touch.cell)
                return [*map(Broken, members(named)), *self._look(touch.at)]
            return [*map(Broken, members(named)), *self._peace()]
        if cell & seen.distrusted:
            return self._insist_on_a_turn(touch)
        presses = [pressed for pressed in seen.pressed if pressed != touch.cell]
        if self.difference == cell or (self._setting_up and self.difference & cell):
            # nothing but this reed is at odds with the game, or nothing is a move yet
            self._found |= cell
            seen.pressed[:] = presses
            self._trust_all_others()
            return [Broken(touch.cell), *self._look(touch.at)]
        found = seen.now.matching(self.difference ^ cell, presses)
        if len(found) != 1:
            return self._insist_on_a_turn(touch)
        self._found |= cell
        seen.distrusted |= cell
        return [Broken(touch.cell), Made(unseen(found[0], cell), touch.at)]

    def _insist_on_a_turn(self, touch: Touch) -> list[Finding]:
        """A long press says that a piece stands as it should where its tilt contact does not."""
        seen, difference = self._seen, self.difference
        if seen.now is None or not difference:
            return []
        own = tilt(touch.cell) & self.adapter.places & ~seen.distrusted
        ways = [
            gesture
            for flips, gestures in seen.now.by_flips.items()
            if flips & REEDS == difference & REEDS and flips & (own | 1 << touch.cell)
            for gesture in gestures
            if not gesture.presses
        ]
        made = [one for one in ways if difference & REEDS or one.flips == difference ^ own]
        if len(made) == 1:
            odd = made[0].flips ^ difference
            self._found |= odd
            seen.distrusted |= odd
            return [*map(Broken, members(odd)), self._made(unseen(made[0], odd))]
        begun = any(one.flips & own and not difference & ~one.flips for one in ways)
        alone = difference & own and (self._setting_up or not difference & REEDS)
        if not begun and not alone:
            return []
        self._found |= own
        self._trust_all_others()
        return [Broken(CELLS + touch.cell), *self._look(touch.at)]

    def _without_a_glass(self, index: Index) -> int:
        """The tilt contacts that are closed where no piece stands nor should stand."""
        empty = REEDS & ~(self.picture | index.expected)
        return (self.difference & self.picture) & empty << CELLS

    def begin(self, at: int, *, broken: bool) -> list[Broken]:
        """Compare the table with where the game stands, once.

        A tilt contact that is closed where nothing stands is broken, and is named.

        broken: whether a contact or two at odds are taken for broken if somebody plays without
        putting them right, until they agree. If more are, or those are not, the pieces have still
        to be set up. In any case the way there is shown.
        """
        assert self._seen.now is not None
        empty = self._without_a_glass(self._seen.now)
        self._found |= empty
        self._suspected |= empty
        self._trust_all_others()
        named = [*map(Broken, members(empty))]
        odd = self.difference
        if odd.bit_count() > FEW or (odd and not broken):
            self._setting_up = True
            self._seen.undone = [0, 0]  # nothing is a move before all stand as they should
            self._look(at)
            return named
        self._suspected |= odd
        self._found |= odd
        self._trust_all_others()
        self._unnamed = odd
        if odd:
            self._trouble = Astray(odd & ~self.picture, odd & self.picture)
            self._led = True
        return named

    def blame(self) -> list[Broken]:
        """Call broken what was at odds with the start: somebody plays all the same."""
        named, self._unnamed = self._unnamed, 0
        return [*map(Broken, members(named))]

    def distrust(self, contact: int, *, at: int, trust: bool) -> None:
        """Leave a contact that chatters out of the picture, or take it in again when it rests.

        What a reed would say is said by a press on its cell.
        """
        self._restless = self._restless & ~contact | (0 if trust else contact)
        self._trust_all_others()
        if not self._over:
            self._look(at)

    def _trust_all_others(self) -> None:
        """Trust all contacts but those that are known, found or heard to be broken."""
        self._seen.distrusted = self._broken | self._found | self._restless
        self.refresh(self._line)

    def _look(self, at: int) -> list[Finding]:
        """Compare the picture with what is possible, and plan what to report when."""
        seen = self._seen
        index, before = seen.now, seen.before
        assert index is not None
        self._candidate = None
        self._choices = {}
        self._stubborn = False
        seen.let_go(self.adapter.loose(self._line[-1].position, index.expected))
        flips = seen.difference
        missing, extra = index.expected & flips, seen.picture & flips
        self._odd_since = {c: since for c, since in self._odd_since.items() if flips >> c & 1}
        if not flips:
            seen.undone = []
            seen.trail.keep(0, 0)  # all stands where it belongs
            self._setting_up = False
            for gesture in index.matching(0, seen.pressed)[:1]:
                self._plan(gesture, 0, at)
            led, self._led = self._led and not self._unnamed, self._led and bool(self._unnamed)
            peace = self._peace()
            return [Peace(put_right=True)] if led else peace
        if len(seen.undone) > 1 or flips in seen.undone:
            self._trouble = Astray(missing, extra)  # on the way back, whatever it looks like
            self._led = True
            return []
        if before is not None and not seen.differ(before.expected):
            self._put_back = True
        if self._put_back and before is not None:
            again = seen.matching(before, seen.differ(before.expected), seen.pressed_before)
            pressed = any(self.adapter.places >> cell & 1 for cell in seen.pressed)
            if len(again) == 1 and not pressed and not seen.unexplained(again[0], before):
                self._candidate = _Candidate(self._remade(again[0]), at + LONG_REST)
                return self._peace()
        found = seen.matching(index, flips, seen.pressed)
        if not found or seen.unexplained(found[0], index):
            found += seen.first_of_several(index, flips, seen.pressed)
        if len(found) == 1:
            found += seen.pressed_apart(index, found[0])
        if len(found) == 1:
            self._plan(found[0], flips, at)
            return self._peace()
        if found:
            self._ask({gesture: self._made(gesture) for gesture in found}, at + REST)
            return []
        begun = self._begun(index, flips, at)
        return self._look_back(missing, extra, at) if begun is None else begun

    def _begun(self, index: Index, flips: int, at: int) -> list[Finding] | None:
        """What follows if hands have only begun, or a tilt contact alone is wrong; None if not."""
        seen = self._seen
        empty = self._without_a_glass(index)
        rest = flips & ~empty
        if empty and (
            not rest
            or seen.matching(index, rest, seen.pressed)
            or seen.first_of_several(index, rest, seen.pressed)
        ):
            self._candidate = _Candidate(Broken(members(empty)[0]), at + PATIENCE)
            return self._peace()
        if seen.picture & flips & REEDS or not index.begins(flips):
            return None
        if flips & REEDS:
            self._wait_for_a_press(at)
            return self._peace()  # a hand holds the piece with which a move begins
        left = [way ^ flips for way in index.by_flips if not (way & REEDS or flips & ~way)]
        turn = left[0] >> CELLS if left else 0
        astray = Astray(index.expected & flips, seen.picture & flips, turn)
        if astray == self._trouble:
            return []
        self._candidate = _Candidate(astray, at + HELD)
        return self._peace()

    def _plan(self, gesture: Gesture, flips: int, at: int) -> None:
        """Report this move when it can be no other any more."""
        seen, index = self._seen, self._seen.now
        assert index is not None
        made = self._made(gesture)
        crossed = seen.crossed(index, gesture, flips)
        if crossed is not None:
            pause = REST if len(crossed) > 1 else DOUBT
            self._ask({one: self._made(one) for one in crossed}, at + pause)
            return
        if self._replaced is not None and seen.last is not None:
            # The last move went elsewhere, and now its first cell is filled: by a new piece, or
            # was the last move's only bumped, and the new one is where it seemed to have gone?
            lifted = max(seen.touches.lifted.values(), default=at)
            filled = gesture.flips == self._replaced.flips & ~seen.last.flips
            if filled and at - lifted < DOUBT:
                first = Remade(self._replaced, at)
                self._ask({self._replaced: first, seen.last: made}, at + REST)
                return
        meant: dict[Gesture, Made | Remade] = {
            **{one: self._remade(one) for one in seen.replacing(index, gesture)},
            **{one: self._made(one) for one in seen.rivals(index, gesture, flips)},
        }
        if meant:  # which of them is clear once a bumped piece is put right
            self._ask({gesture: made, **meant}, at + PATIENCE)
            return
        recent = [cell for cell, when in seen.touches.placed.items() if at - when < REST]
        placed = gesture.flips & seen.picture & REEDS
        moving = any(placed >> near & 1 for cell in recent for near in neighbours(cell))
        if seen.touches.may_be_bumped(gesture, seen.picture):
            due = at + PATIENCE
        elif seen.last is not None and 0 < seen.touches.completed(gesture) < seen.put_down - REST:
            due = at + PATIENCE + REST  # played too early: the move before may still change
        elif seen.touches.pressed_late(gesture, placed):
            due = at + LONG_REST  # what stood there may have nothing to do with the press
        elif gesture.flips != flips or moving or index.extendable(gesture, seen.picture):
            due = at + REST
        else:
            due = at
        self._candidate = _Candidate(made, due)

    def _look_back(self, missing: int, extra: int, at: int) -> list[Finding]:
        """Compare a picture that leads on to no move with what was before the last move."""
        seen, before = self._seen, self._seen.before
        changed = 0 if before is None else seen.differ(before.expected)
        if before is not None:
            found = [
                one
                for one in seen.matching(before, changed, seen.pressed_before)
                if seen.one_piece(one) and not seen.unexplained(one, before)
            ]
            found = found or seen.first_of_several(
                before,
                changed,
                seen.pressed_before,
                later=seen.pressed,
                allowed=seen.one_piece,
            )
            moved = seen.into_each_other() if found else []
            if len(found) == 1 and not moved:
                self._candidate = _Candidate(self._remade(found[0]), at + LONG_REST)
                return self._peace()
            if found:
                meant: dict[Gesture, Made | Remade] = {one: self._made(one) for one in moved}
                self._ask({**meant, **{one: self._remade(one) for one in found}}, at + REST)
                return []
        plies = self._earlier()
        if plies is not None:
            self._candidate = _Candidate(Back(plies), at + PATIENCE)
            return []
        up = missing & REEDS and not extra & REEDS
        if before is not None and up and before.begins(changed):
            return self._peace()  # a hand has taken up the last move's piece again
        astray = Astray(missing, extra, self._seen.unturned(missing ^ extra))
        if isinstance(self._trouble, Astray):
            self._trouble = astray  # the guidance follows the hands without delay
        else:
            self._candidate = _Candidate(astray, self._patient_until(missing, extra, at))
        return []

    def _patient_until(self, missing: int, extra: int, at: int) -> int:
        """When nonsense is to be told: PATIENCE after it began, whatever others do meanwhile.

        A piece that is up and may begin a move is none yet.
        """
        index = self._seen.now
        assert index is not None
        for cell in members((missing | extra) & REEDS):
            if extra >> cell & 1 or not index.begins(1 << cell):
                self._odd_since.setdefault(cell, at)
        return max(min(self._odd_since.values(), default=at) + PATIENCE, at + REST)

    def _look_after_the_end(self, at: int) -> None:
        """The last piece may still be on its way; anything else is clearing the table."""
        seen, before = self._seen, self._seen.before
        self._candidate = None
        if before is None or seen.last is None or at - self._ended > DOUBT:
            return
        found = seen.matching(before, seen.differ(before.expected), seen.pressed_before)
        if len(found) == 1 and found[0].move != seen.last.move and seen.one_piece(found[0]):
            self._candidate = _Candidate(self._remade(found[0]), at + LONG_REST)

    def _made(self, gesture: Gesture) -> Made:
        return Made(gesture, self._seen.touches.ended(gesture, self.expected))

    def _remade(self, gesture: Gesture) -> Remade:
        before = self._seen.before
        expected = 0 if before is None else before.expected
        return Remade(gesture, self._seen.touches.ended(gesture, expected))

    def _peace(self) -> list[Finding]:
        left = self._unnamed
        to_show = Astray(left & ~self.picture, left & self.picture) if left else None
        if self._trouble is None or isinstance(to_show, type(self._trouble)):
            return []
        self._trouble = to_show
        return [Peace()]

    def _ask(self, meant: Mapping[Gesture, Made | Remade], at: int) -> None:
        """Ask at `at` which of these it was: a press on a cell of one alone says so."""
        meanings: dict[int, Meaning] = {}
        for gesture, finding in meant.items():
            others = sum(1 << cell for cell in meanings)
            for other in meant:
                others |= 0 if other is gesture else other.flips | other.presses
            flips, presses = gesture.flips & REEDS, gesture.presses
            for own in (flips & ~others, presses & ~others, flips, presses):
                free = [cell for cell in members(own) if cell not in meanings]
                if free:
                    last = isinstance(finding, Remade) or gesture is self._seen.last
                    meanings[free[-1]] = Meaning(gesture.move, last)
                    self._choices[free[-1]] = finding
                    break
        question = Unclear(
            tuple(sorted(meanings)), tuple(meanings[one] for one in sorted(meanings))
        )
        self._candidate = _Candidate(question, at)

    def _earlier(self) -> int | None:
        """How many moves of the line lead to this picture, the latest such number.

        None when there is none, or when what came after it cannot be taken back.
        """
        for plies in range(len(self._line) - 2, -1, -1):
            if self._line[plies + 1].final:
                return None
            if not self._seen.differ(self._line[plies].picture):
                return plies
        return None

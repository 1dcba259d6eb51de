"""The decoder of hand movements: reading contacts as decoding a noisy signal.

The decoder keeps a *beam* of hypotheses, each a possible explanation of all changes of contacts since
the last certain point, ordered by their costs. Every settled change of a contact, and time, extends each of
them (the table ``READINGS`` in :mod:`firmware.recognition.transition`); of many changes at once only the
result counts. A move that all hypotheses within a margin agree on is shown; a move that lies an agreed
move further back is certain. At rest, the decoder asks where near hypotheses disagree, and shows a
mismatch, to be put right, where none of them explains the contacts.

There are two doors: :meth:`Decoder.feed` takes a settled touch, :meth:`Decoder.wait` lets time pass. Both
return findings (:mod:`firmware.recognition.findings`) and keep them in mind: the caller that plays the moves
need not answer, except for moves made or undone without hands (:meth:`Decoder.follow`).
"""

from functools import reduce
from operator import or_
from typing import Any

from firmware.games import AnyAdapter, contact
from firmware.recognition.beam import Beam
from firmware.recognition.committed import Committed
from firmware.recognition.costs import COSTS, Costs
from firmware.recognition.explain import Did, Explainer, Explanation, between
from firmware.recognition.findings import (
    Astray,
    Broken,
    Finding,
    Mismatch,
    Question,
    Silence,
    TakeBack,
    Trouble,
    Unpressed,
)
from firmware.recognition.guidance import Event, Guidance
from firmware.recognition.hypothesis import NEVER, Hypothesis, Open
from firmware.recognition.trail import Trail
from firmware.recognition.transition import cleared
from firmware.recognition.trouble import TableAtRest, confirmed, is_it_made, question, trouble_of, undone
from firmware.recognition.trust import Trust
from firmware.recognition.unread import UnreadContacts
from firmware.sensing.events import Kind, Touch, Unread
from hal import NO_CELLS, NO_CONTACTS, REEDS, Cells, Contacts, cell_set, cells_of, members, reed, reeds_of, tilt
from rules import Move

FEW = 2  # contacts at odds with the start of a game that may be broken ones
_WAITS = tuple(  # microseconds after the last touch, at which waiting may decide
    wait * 1_000
    for wait in (50, 100, 150, 250, 300, 400, 500, 600, 800, 1000, 1200, 1600, 2000, 3000, 4000, 6000, 8000, 12000)
)


class Decoder:
    """Follows the hands at a game. Begin with :meth:`follow`, then :meth:`begin`.

    adapter: how the game lies on the table. closed: the contacts that are closed. broken: the
    contacts known to be unreliable. found: the contacts found broken when this game was played
    before.
    """

    def __init__(
        self,
        adapter: AnyAdapter,
        closed: Contacts,
        *,
        broken: Contacts = NO_CONTACTS,
        found: Contacts = NO_CONTACTS,
        costs: Costs = COSTS,
    ) -> None:
        self.adapter = adapter
        self.costs = costs
        self.trust = Trust(adapter.places, broken, found)
        self._beam = Beam(adapter, self.trust, costs)
        self._beam.seen.closed = closed
        self._unread = UnreadContacts(self._beam)
        self._explainer = Explainer(self._beam)
        self._committed = Committed(self._beam, self._explainer)
        self._guidance = Guidance()
        self._trail = Trail()
        self._over_at: int | None = None  # when the game was over
        self._waits = 0  # how many of _WAITS have passed
        self._confirmed_at: int | None = None  # when CONFIRM was pressed, and completed nothing yet
        self._entering = -1  # the cell that is pressed since a key said so

    # State

    @property
    def touched(self) -> int:
        """The time of the last touch in microseconds."""
        return self._beam.seen.touched

    @property
    def best(self) -> Hypothesis:
        """The cheapest hypothesis."""
        return self._beam.hypotheses[0]

    @property
    def trouble(self) -> Trouble | None:
        """The question, mismatch or offer that stands now. None for nothing."""
        return self._guidance.trouble

    @property
    def stubborn(self) -> bool:
        """Whether a mismatch has stayed for so long that a contact may be broken."""
        return self._guidance.stubborn

    @property
    def expected(self) -> Contacts:
        """The contacts that should be closed now, after the moves that were committed."""
        return self._committed.expected

    @property
    def difference(self) -> Contacts:
        """The trusted contacts that are not as expected."""
        return (self._beam.seen.closed ^ self.expected) & self._beam.seen.trusted

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The known ways back of misplaced pieces, as pairs of cells: from, to."""
        missing, extra = self.difference & self.expected, self.difference & ~self.expected
        return self._trail.pairs(reeds_of(missing), reeds_of(extra))

    @property
    def pressed(self) -> Cells:
        """The cells pressed since the last move that may belong to the next."""
        pressable = self.adapter.pressable(self.best.position)
        there = cell_set(one.cell for one in self.best.open if one.kind is Open.PRESS)
        return there & pressable

    @property
    def pressable(self) -> tuple[int, ...]:
        """The cells whose press would mean something now, or the choices of a question."""
        if isinstance(self.trouble, Question | Unpressed):
            return self.trouble.choices
        if self._over_at is not None:
            return ()
        silent = reeds_of(self.trust.distrusted)
        return tuple(members(self.adapter.pressable(self.best.position) | silent))

    @property
    def over(self) -> bool:
        """Whether the game has ended: only the last piece on its way is still followed."""
        return self._over_at is not None

    @property
    def waiting(self) -> bool:
        """Whether hands have begun a move that is not finished."""
        if self._over_at is not None:
            return self.best.moves != self._committed.moves  # the last piece may move on
        unshown = len(self.best.steps) > len(self._committed.steps)
        begun = self.trouble is not None or bool(self.best.moved)
        return begun or unshown or self.difference != 0

    @property
    def due(self) -> int | None:
        """The time (microseconds) when waiting may change a finding. None when it cannot."""
        if self._beam.seen.fresh:
            return self._beam.seen.counts_at
        if self._waits == len(_WAITS):
            return None
        if not self.waiting and not self.best.open and len(self._beam.hypotheses) == 1:
            return None
        return self._beam.seen.touched + _WAITS[self._waits]

    # Commands from outside

    def follow(
        self,
        position: Any,
        closed: Contacts,
        *,
        at: int,
        clock: int | None = None,
        millisecond: int = 0,
        undone: Contacts | None = None,
    ) -> None:
        """Take this position for certain, as a move was made or undone without hands.

        closed: the contacts that should be closed in it. clock, millisecond: see Hypothesis.
        undone: the contacts that were closed after the move that was undone. While pieces are being
        put back, their way is not read as that move repeated.
        """
        beam = self._beam
        closed &= ~(self.adapter.loose(position, closed) & ~beam.seen.closed)
        open_ = beam.hypotheses[0].open if beam.hypotheses else ()
        here, there = reeds_of(closed), reeds_of(closed if undone is None else undone)
        beam.seen.barred = () if undone is None else (*beam.seen.barred, (here ^ there))
        beam.seen.zero = clock
        beam.restart(Hypothesis(0.0, (), position, closed, open_, clock=clock, millisecond=millisecond), at)
        self._committed.begin()
        self._guidance.withdrawn = None
        self._over_at = at if position.outcome is not None else None
        self._waits = 0
        beam.seen.touched = max(at, beam.seen.touched)
        self._guidance.trouble, self._guidance.stubborn = None, False
        self._trail.undo(here, there)
        if undone is not None and self.difference:
            self._guidance.say(Mismatch(), self.touched)
        else:
            beam.seen.barred = () if not self.difference else beam.seen.barred

    def end(self, at: int) -> None:
        """Follow only the last piece on its way from now on: time has ended the game."""
        self._over_at = at

    def offer_take_back(self, moves: int) -> Finding:
        """Ask whether to take back this number of moves, instead of showing a mismatch."""
        return self._guidance.say(TakeBack(moves), self.touched)

    def differs(self, closed: Contacts) -> bool:
        """Return whether the trusted contacts differ from these."""
        return self._beam.seen.differs(closed)

    def run_clock(self, clock: int) -> None:
        """Let the sand of all hypotheses run since `clock` (microseconds)."""
        self._beam.run_clock(clock)

    def begin(self, at: int, *, broken: bool, unread: Unread | None = None) -> None:
        """Compare the table with the position of the game, once.

        broken: whether one or two contacts at odds are taken for broken, until they agree, if
        players go on without putting them right. If more contacts are at odds, or `broken` is
        false, the pieces have to be set up first. In any case the way there is shown. unread: the
        contacts that cannot be read.
        """
        if unread is not None:
            self._unread.change(unread, begins=True)
        odd = self.difference
        if odd.bit_count() > FEW or (odd and not broken):
            self._bar()
        elif odd:
            for cell in members(cells_of(odd)):  # as if a player had held its field
                self._beam.say(cell, at, "deaf")
            self._guidance.say(Mismatch(), self.touched)

    def _bar(self) -> Finding:
        """Show the mismatch; nothing is a move before all pieces stand as they should."""
        self._guidance.setting_up = True
        self._beam.seen.barred = (NO_CELLS, NO_CELLS)
        return self._guidance.say(Mismatch(), self.touched)

    def distrust(self, contacts: Contacts, *, at: int, rests: bool) -> None:
        """Leave a contact that chatters out, or take it in again when it rests."""
        self.trust.chatter(contacts, rests=rests)
        if not rests:
            self._beam.doubt(contacts, self._committed.moves, at)
        self._fit(at)

    def lose_sight(self, event: Unread) -> list[Finding]:
        """Leave out the unread contacts; read changes missed elsewhere as a single change.

        If a move was committed meanwhile, the order is unknown: all pieces are put back.
        """
        at, moved = event.at, self._unread.change(event)
        if not moved:
            return []
        stands = self._committed.stands
        if not moved & self.difference & REEDS:
            self._fit(at)
            return self._settle(at, [])
        if self._unread.moved_since:
            self._beam.restart(stands, at)
            return [*self._touched_again(), self._bar()]
        self._unread.read(stands, self.difference, at)
        return self._settle(at, self._touched_again())

    # The two doors

    def feed(self, touch: Touch, *, entered: bool = False) -> list[Finding]:
        """Take in a settled change of a contact, and return the findings.

        entered: whether it is a press after a key that announces a piece which no contact shows.
        """
        moved, places = contact(touch), self.adapter.places
        seen, stands = self._beam.seen, self._committed.stands
        self._beam.catch_up(touch.at)
        silent = reed(touch.cell) & self.trust.distrusted
        if entered and (silent or not seen.pressable(self.best.position) >> touch.cell & 1):
            self._entering = touch.cell
        if touch.kind in (Kind.PRESS, Kind.RELEASE):
            if self._over_at is not None:
                return []
            return self._press(touch)
        if not moved & places:
            return []
        self._trail.note(touch)
        closes = touch.kind in (Kind.PLACE, Kind.A_UP)
        seen.closed = seen.closed | moved if closes else seen.closed & ~moved
        if moved & seen.mute:
            seen.note(touch)
            return []
        agrees = not (seen.closed ^ self.expected) & moved
        if agrees and self.trust.agree(moved):
            self._fit(touch.at)
            return self._settle(touch.at, self._touched_again())
        if moved & self.trust.distrusted:
            return []
        if self._over_at is not None and touch.at - self._over_at > self.costs.certain:
            return []
        found = self._touched_again()
        self._beam.touch(touch)
        if touch.kind is Kind.LIFT:
            self._committed.stands = cleared(seen, stands, touch.cell, touch.at) or stands
        return self._settle(touch.at, found) + self._confirm_late(touch.at)

    def wait(self, at: int) -> list[Finding]:
        """Let time pass to `at` (microseconds): commit, ask or show changes that have rested."""
        due = self.due
        if due is None or at < due:
            return []
        while self._waits < len(_WAITS) and at >= self.touched + _WAITS[self._waits]:
            self._waits += 1
        self._beam.catch_up(at)
        self._beam.pass_time(at)
        if isinstance(self.trouble, Mismatch) and at - self.touched >= self.costs.forget_time:
            odd = self.difference & REEDS or self.difference
            most = 1 if self._committed.steps else FEW
            self._guidance.stubborn = bool(self.trouble.turn) or 0 < odd.bit_count() <= most
        found = self._settle(at, [])
        found += self._confirm_late(at)
        silent = not found and self.trouble is None and at - self.touched >= self.costs.ask
        return [Silence()] if silent and self._explainer.unexplained else found

    # Keys

    def commit_now(self, at: int, *, confirms: bool = False) -> list[Finding]:
        """Commit at once the moves that the nearest hypotheses agree on, because a key was pressed.

        confirms: whether the key may answer a question about moves undone by hand. While a question
        stands nothing is committed: a player who presses HINT looks for its answer.
        """
        if isinstance(self.trouble, Question):
            return []
        found = self._settle(at, [], hurried=True)
        if confirms and self.trouble is None:
            trouble = undone(self.best, self._committed.steps)
            if isinstance(trouble, TakeBack):
                found.append(self._guidance.say(trouble, self.touched))
        return found

    def confirm(self, at: int) -> list[Finding]:
        """Make the move that the key CONFIRM completes as the pieces stand."""
        if self._over_at is not None or isinstance(self.trouble, Question):
            return []
        rest, unpressed = self._rest(at), isinstance(self.trouble, Unpressed)
        found = None if self._beam.seen.is_pressing(at) else confirmed(rest, unpressed)
        if found is None:
            self._confirmed_at = at
            return []
        self._beam.condition_on(found, at)
        return self._settle(at, [], hurried=True)

    def _confirm_late(self, at: int) -> list[Finding]:
        """Make the move that CONFIRM completes, pressed while a piece or a button moved."""
        since = self._confirmed_at
        if since is None or self.difference or self._beam.seen.is_pressing(at):
            return []
        self._confirmed_at = None
        found = self.confirm(at) if at - since < self.costs.ask else []
        if self._confirmed_at is not None:
            self._confirmed_at = since
        return found

    # Presses

    def _press(self, touch: Touch) -> list[Finding]:
        """A press answers a question, is part of a move, or insists when it is long."""
        cell, at = touch.cell, touch.at
        answer, asked = None, self._guidance.asked(at - self.costs.ask)
        if touch.kind is Kind.PRESS and asked is not None and cell in asked.choices:
            move, line = asked.meanings[asked.choices.index(cell)].move, self.best.moves
            late = self.trouble is not asked and move in line
            answer = line.index(move) if late else asked.ply, move
            self._guidance.led = NEVER  # players say how it was
        seen = self._beam.seen
        since = seen.held.get(cell, at)
        quiet = seen.touched == since  # nothing else was touched meanwhile
        self._waits = 0
        entered = cell == self._entering and not self.trust.stands_in & reed(cell)
        doubtful = seen.touched > self._guidance.asked_after  # hands have gone on since
        self._beam.touch(touch, answer, doubtful=doubtful, entered=entered)
        said = False
        if touch.kind is Kind.RELEASE:
            held = at - since >= self.costs.ask
            insists = held and (quiet or isinstance(self.trouble, Mismatch))
            self._entering = -1
            own = (reed(cell) | tilt(cell)) & self.adapter.places
            believed = reduce(or_, (one.dead for one in self._beam.near()))
            blamed = own & (self.difference | believed)
            there = blamed or (own and not self._guidance.setting_up)
            if there and (entered or insists) and seen.is_alone(cell, since):
                key = "waiting_press" if entered else "deaf"
                self._beam.say(cell, at, key, blamed)
                said = entered or self.best.dead & own != NO_CONTACTS
        return self._settle(at, [], hurried=said)

    def explain(self, at: int, gone: tuple[Move, ...] = ()) -> Explanation:
        """Return why the table has just asked, led or kept silent. gone: the moves undone."""
        if isinstance(self.trouble, Question):
            moves = between(self._beam.near(), self.trouble.ply)
            return self._explainer.rests(Did.ASKED, moves, self.trouble.ply, at)
        did = Did.ASKED if isinstance(self.trouble, TakeBack) else Did.LED
        did = Did.NOTHING if self.trouble is None else did
        return self._explainer.rests(did, gone, len(self._committed.steps), at)

    # Consequences

    def _touched_again(self) -> list[Finding]:
        """Withdraw an offer, since hands go on."""
        self._waits = 0
        return self._guidance.hear(Event.TOUCHED)

    def _ask_on(self, at: int) -> list[Finding]:
        """Let a question stand while it is undecided, even as hands go on."""
        asked = self.trouble
        if not isinstance(asked, Question):
            return []
        rest = self._rest(at)
        if len(asked.choices) == 1:
            again = is_it_made(rest)
        else:
            again = None if self._beam.lost else question(rest.near, rest.committed)
        if again is not None and {*again.moves} == {*asked.moves}:
            self._guidance.say(again, self.touched)
            return []
        return self._guidance.withdraw(asked, at)

    def _fit(self, at: int) -> None:
        """Fit the tokens of the hypotheses to the contacts trusted now, and look for moves in them again."""
        if self._beam.hypotheses:
            self._beam.fit(at)
            self._beam.retry(at)
            self._waits = 0

    def _settle(self, at: int, found: list[Finding], *, hurried: bool = False) -> list[Finding]:
        """Commit the moves that near hypotheses agree on; at rest, ask or show the rest."""
        self._unread.weigh(len(self._committed.steps))
        found += self._ask_on(at)
        moves = self._committed.commit(at, hurried=hurried, guidance=self._guidance)
        if (hurried or self._committed.steps) and not self._beam.lost:
            broken = self._beam.distrust_dead(at, hurried=hurried)
            found += [Broken(one) for one in members(broken)]
            self._waits = 0 if broken else self._waits
        if moves:  # a committed move settles questions and mismatches
            self._unread.moved_since = True
            self._guidance.hear(Event.COMMITTED)
            if len(self.best.steps) == len(self._committed.steps):
                self._over_at = at if self.best.position.outcome is not None else None
            found += moves
        if self._over_at is None:
            found += self._at_rest(at)
        return found

    # At rest

    def _at_rest(self, at: int) -> list[Finding]:
        """Return the findings at rest: a question or a mismatch, if there is any."""
        settled = [] if self.difference else self._stands_right(at)
        waiting = len(self.best.steps) - len(self._committed.steps)
        rest = min(self.costs.rest, self.costs.ask // max(waiting, 1))  # undecided for many moves, it asks quick hands
        if at - self.touched < rest or isinstance(self.trouble, Question):
            return settled
        trouble = trouble_of(self._rest(at))
        again = isinstance(trouble, Mismatch) and isinstance(self.trouble, Mismatch)
        moved = again and self._guidance.astray not in (NEVER, self.touched)
        if trouble is None or (trouble == self.trouble and not moved):
            return settled
        if isinstance(trouble, Mismatch) and isinstance(self.trouble, TakeBack):
            return settled  # that was offered instead, and stays so until hands go on
        if isinstance(trouble, Mismatch | Unpressed) and self._unread.awaits(self._rest(at)):
            return settled
        self._guidance.say(trouble, self.touched)
        return [*settled, Astray() if again else trouble]

    def _rest(self, at: int) -> TableAtRest:
        """Return the table at rest, for the functions of ``trouble``."""
        return TableAtRest(self._beam, self._beam.near(), self._committed.steps, self.difference, at)

    def _stands_right(self, at: int) -> list[Finding]:
        """Settle the trouble, as all pieces stand as they should: that hypothesis is possible."""
        self._beam.seen.barred = ()
        self._trail.forget()
        if self._guidance.led != NEVER or self._beam.lost:
            self._committed.put_right(at)
        return self._guidance.hear(Event.RIGHT)

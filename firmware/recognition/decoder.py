"""Which moves did the hands make? Reading contacts as decoding a noisy signal.

The decoder keeps a *beam* of hypotheses (:mod:`firmware.recognition.inference`), each a possible
explanation of all that the contacts did since the last certain point, ordered by what they cost
(:mod:`firmware.recognition.costs`). Every settled change of a contact extends each of them
(:mod:`firmware.recognition.transition`):

======================  =======================================================================
a contact opens         a move begins; a bump; the end of something passing, or standing between
                        two cells; a correction; the last move is taken up again
a contact closes        a move is completed; the piece comes back; a piece passes; it stands
                        between two cells; a wrong move
a press                 part of a move; another end of the last move; an answer; leaning
a tilt contact moves    an hourglass was turned: a move may be complete
time                    a piece still in a hand; a bumped piece that should have come back; a
                        move that nobody changes any more
======================  =======================================================================

What all hypotheses within a margin agree on is shown; what lies one agreed move further back is
certain. At rest, what near hypotheses disagree on is asked, and what none of them explains is shown
as a mismatch, to be put right.

There are two doors: :meth:`Decoder.feed` takes a settled touch, :meth:`Decoder.wait` lets time
pass. Both return findings (:mod:`firmware.recognition.findings`) and keep in mind what they found:
whoever plays the moves need not answer, but for moves made or undone without hands
(:meth:`Decoder.follow`).
"""

from typing import Any

from firmware.games import AnyAdapter, Gesture, contact
from firmware.recognition.costs import COSTS, Costs
from firmware.recognition.explain import Did, Explainer, Explanation, between
from firmware.recognition.findings import (
    Broken,
    Finding,
    Mismatch,
    MovePlayed,
    MoveReplaced,
    Question,
    Resolved,
    Silence,
    TakeBack,
    Trouble,
    Unpressed,
)
from firmware.recognition.hypothesis import Hypothesis, Open, Step, common
from firmware.recognition.inference import Inference
from firmware.recognition.moves import after, step_of
from firmware.recognition.sight import Sight
from firmware.recognition.telling import certain, is_ripe
from firmware.recognition.trail import Trail
from firmware.recognition.transition import Change, What, cleared
from firmware.recognition.trouble import (
    Rest,
    blamed_by,
    completed_by,
    lacking_a_press,
    question,
    trouble_of,
    undone,
    without_a_glass,
)
from firmware.recognition.trust import Trust
from firmware.sensing.events import Kind, Touch, Unread
from hal import REEDS, members, tilt
from rules import Move

FEW = 2  # contacts at odds with the start of a game that may be broken ones
STUBBORN = 6_000_000  # microseconds of rest after which what is shown as wrong may be broken
AFTER_THE_END = 2_000_000  # microseconds for which the last piece of a game may move on
_WAITS = (  # microseconds after the last touch at which time may have decided something
    50_000, 100_000, 150_000, 250_000, 300_000, 400_000, 500_000, 600_000, 800_000, 1_000_000,
    1_200_000, 1_600_000, 2_000_000, 3_000_000, 4_000_000, 6_000_000, 8_000_000, 12_000_000,
)  # fmt: skip


class Decoder:
    """Follows the hands at one game. Begin with :meth:`follow`, then :meth:`begin`.

    adapter: how the game lies on the table. picture: the contacts that are closed. broken: those
    known to say nothing reliable. found: those found broken when this game was played before.
    """

    def __init__(
        self,
        adapter: AnyAdapter,
        picture: int,
        *,
        broken: int = 0,
        found: int = 0,
        costs: Costs = COSTS,
    ) -> None:
        self.adapter = adapter
        self.costs = costs
        self.trust = Trust(adapter.places, broken, found)
        self.trouble: Trouble | None = None
        self._inference = Inference(adapter, costs)
        self._inference.seen.closed = picture
        self._inference.seen.distrusted = self.trust.distrusted
        self._sight = Sight(self._inference, self.trust)
        self._trail = Trail()
        self._shown: list[Step] = []  # moves that have been told and are not certain
        self._told: Hypothesis | None = None  # what was told, without anything open
        self._over_at: int | None = None  # when the game was over
        self._setting_up = False
        self._led = False  # a way was shown that is not gone to its end
        self.stubborn = False  # what is shown as wrong has stayed so for long: is it broken?
        self._waits = 0  # how many of _WAITS have passed
        self._pressed_at: dict[int, int] = {}
        self._key: tuple[str, int] | None = None  # one that completed nothing, and when
        self._entering = -1  # the cell that is pressed since a key said so
        self._explainer = Explainer(self._inference)

    # What is known

    @property
    def picture(self) -> int:
        """The contacts that are closed."""
        return self._inference.seen.closed

    @property
    def touched(self) -> int:
        """When anything was last touched, microseconds."""
        return self._inference.seen.touched

    @property
    def best(self) -> Hypothesis:
        """The cheapest hypothesis."""
        return self._inference.hypotheses[0]

    @property
    def expected(self) -> int:
        """The contacts that should be closed now, after the moves that were told."""
        told = tuple(step.move for step in self._shown)
        for hypothesis in self._inference.hypotheses[:1]:
            if hypothesis.moves == told:
                return hypothesis.picture
        return self._told.picture if self._told is not None else 0

    @property
    def difference(self) -> int:
        """The trusted contacts that are not as expected."""
        odd = (self.picture ^ self.expected) & self.adapter.places
        return odd & ~self.trust.distrusted

    @property
    def odd(self) -> int:
        """The contacts to be put right: those at odds that are trusted, or that might be yet."""
        return self.difference | self.trust.unnamed

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """From which cell to which pieces have to go back, as far as that is known."""
        odd, picture = self.odd & REEDS, self.picture
        return self._trail.pairs(odd & ~picture, odd & picture)

    @property
    def pressed(self) -> int:
        """The cells pressed since the last move that may belong to the next."""
        pressable = self.adapter.pressable(self.best.position)
        there = {one.cell for one in self.best.open if one.kind is Open.PRESS}
        return sum(1 << cell for cell in there) & pressable

    @property
    def pressable(self) -> tuple[int, ...]:
        """The cells whose press would say something now, those that are asked for alone if any."""
        if isinstance(self.trouble, Question | Unpressed):
            return self.trouble.choices
        if self._over_at is not None:
            return ()
        best = self.best
        told = self.trust.distrusted & self.adapter.places & REEDS
        return tuple(members(self.adapter.pressable(best.position) | told))

    @property
    def waiting(self) -> bool:
        """Whether hands have begun something that is not finished."""
        unshown = len(self.best.steps) > len(self._shown)
        if self._over_at is not None:
            return unshown
        begun = self.trouble is not None or bool(self.best.moved)
        return begun or unshown or self.difference != 0

    @property
    def due(self) -> int | None:
        """When time alone may bring a finding or change what is shown, None when it will not."""
        if self._waits == len(_WAITS):
            return None
        if not self.waiting and not self.best.open and len(self._inference.hypotheses) == 1:
            return None
        return self._inference.seen.touched + _WAITS[self._waits]

    # What is told from outside

    def follow(
        self,
        position: Any,
        picture: int,
        *,
        at: int,
        clock: int | None = None,
        millisecond: int = 0,
        undone: int | None = None,
    ) -> None:
        """Take this position and picture for certain, as a move was made or undone without hands.

        clock, millisecond: see Hypothesis. undone: the picture after the move that was undone:
        until all stands as it should, the way back from there is not that move made again.
        """
        inference = self._inference
        picture &= ~(self.adapter.loose(position, picture) & ~inference.seen.closed)
        open_ = inference.hypotheses[0].open if inference.hypotheses else ()
        here, there = picture & REEDS, (picture if undone is None else undone) & REEDS
        inference.seen.barred = () if undone is None else (*inference.seen.barred, (here ^ there))
        inference.restart(
            Hypothesis(0.0, (), position, picture, open_, clock=clock, millisecond=millisecond), at
        )
        self._shown = []
        self._told = inference.hypotheses[0]._replace(open=())
        self._over_at = at if position.outcome is not None else None
        self._waits, self.stubborn = 0, False
        self._inference.seen.touched = max(at, self._inference.seen.touched)
        self.trouble = None
        starts, ends = members(here & ~there), members(there & ~here)
        if len(starts) == len(ends) == 1:
            self._trail.undo(starts[0], ends[0])
        if undone is not None and self.difference:
            self.trouble, self._led = Mismatch(), True
        else:
            inference.seen.barred = () if not self.difference else inference.seen.barred

    def end(self, at: int) -> None:
        """Look at nothing any more but the last piece on its way: time has ended the game."""
        self._over_at = at

    def offer_take_back(self, moves: int) -> Finding:
        """Ask whether so many moves are taken back, instead of showing what is wrong."""
        self.trouble = TakeBack(moves)
        return self.trouble

    def differs(self, picture: int) -> bool:
        """Return whether the trusted contacts differ from a picture."""
        return self._inference.seen.differs(picture)

    def run_clock(self, clock: int) -> None:
        """Let the sand of all hypotheses run since `clock` (microseconds)."""
        self._inference.beam.rewrite(lambda hypothesis: hypothesis._replace(clock=clock))

    def begin(self, at: int, *, broken: bool, unread: Unread | None = None) -> list[Finding]:
        """Compare the table with where the game stands, once.

        A tilt contact that is closed where nothing stands is broken, and is named.

        broken: whether a contact or two at odds are taken for broken if somebody plays without
        putting them right, until they agree. If more are, or those are not, the pieces have still
        to be set up. In any case the way there is shown. unread: the contacts that cannot be read.
        """
        if unread is not None:
            self._sight.change(unread, begins=True)
        empty = without_a_glass(self._rest(at))
        self.trust.suspect(empty)
        self._fit(at, looks=False)
        named: list[Finding] = [Broken(one) for one in members(empty)]
        odd = self.difference
        if odd.bit_count() > FEW or (odd and not broken):
            self._bar()
        elif odd:
            self.trust.suspect_unnamed(odd)
            self._fit(at, looks=False)
            self.trouble, self._led = Mismatch(), True
        return named

    def _bar(self) -> Mismatch:
        """Show what is to be put right; nothing is a move before all stand as they should."""
        self._setting_up = True
        self._inference.seen.barred = (0, 0)
        self.trouble, self._led = Mismatch(), True
        return self.trouble

    def distrust(self, contacts: int, *, at: int, rests: bool) -> None:
        """Leave a contact that chatters out of the picture, or take it in again when it rests."""
        self.trust.chatter(contacts, rests=rests)
        if not rests:
            self._inference.doubt(contacts, {step.move for step in self._shown}, at)
        self._fit(at)

    def lose_sight(self, event: Unread) -> list[Finding]:
        """Leave out what cannot be read; read what moved unseen elsewhere as one picture.

        If a move was told meanwhile nobody knows which came first: then the pieces are put back.
        """
        at, moved = event.at, self._sight.change(event)
        if not moved:
            return []
        if not moved & self.difference & REEDS or self._told is None:
            self._fit(at)
            return self._settle(at, [])
        if self._sight.told:
            self._inference.restart(self._told, at)
            return [*self._touched_again(), self._bar()]
        self._sight.read(self._told, self.difference, at)
        return self._settle(at, self._touched_again())

    # The two doors

    def feed(self, touch: Touch, *, entered: bool = False) -> list[Finding]:
        """Take in one settled change of a contact.

        entered: whether it is a press after a key that says what no contact shows.
        """
        moved, places = contact(touch), self.adapter.places
        if touch.kind is Kind.PRESS:
            self._pressed_at[touch.cell] = touch.at
            self._entering = touch.cell if entered else self._entering
        if touch.kind in (Kind.PRESS, Kind.RELEASE):
            if self._over_at is not None:
                return []
            return self._press(touch)
        if not moved & places:
            return []
        self._trail.note(touch)
        closes = touch.kind in (Kind.PLACE, Kind.A_UP)
        self._inference.seen.closed = self._inference.seen.closed & ~moved | (
            moved if closes else 0
        )
        agrees = not (self.picture ^ self.expected) & moved
        if agrees and self.trust.agree(moved):
            self._fit(touch.at)
            return self._settle(touch.at, self._touched_again())
        if moved & self.trust.distrusted:
            return []
        if self._over_at is not None and touch.at - self._over_at > AFTER_THE_END:
            return []
        found = self._touched_again()
        self._inference.touch(touch)
        if touch.kind is Kind.LIFT and self._told is not None:
            change = Change(What.OPENS, touch.cell, touch.at)
            self._told = cleared(self._inference.seen, self._told, change) or self._told
        found = self._settle(touch.at, found)
        return found + self._complete_late(touch.at)

    def wait(self, at: int) -> list[Finding]:
        """Let time pass to `at`: what has rested long enough is told, asked or shown."""
        due = self.due
        if due is None or at < due:
            return []
        while self._waits < len(_WAITS) and at >= self.touched + _WAITS[self._waits]:
            self._waits += 1
        self._inference.pass_time(at)
        if isinstance(self.trouble, Mismatch) and at - self.touched >= STUBBORN:
            odd = self.odd & REEDS or self.odd
            most = FEW if self._setting_up or self.trust.unnamed else 1
            self.stubborn = bool(self.trouble.turn) or 0 < odd.bit_count() <= most
        found = self._settle(at, [])
        silent = not found and self.trouble is None and at - self.touched >= self.costs.ask
        return [Silence()] if silent and self._explainer.news else found

    # Keys

    def hurry(self, at: int, *, confirms: bool = False) -> list[Finding]:
        """Tell at once what the nearest hypotheses agree on, because a key was pressed.

        confirms: whether the key may answer what would be asked about moves undone by hand.
        """
        found = self._settle(at, [], hurried=True)
        if confirms and self.trouble is None:
            trouble = undone(self._inference.beam.near(hurried=True)[0], self._shown)
            if isinstance(trouble, TakeBack):
                self.trouble = trouble
                found.append(trouble)
        return found

    def complete(self, key: str, at: int) -> list[Finding]:
        """Make the move that a key completes as the pieces stand now, if there is one."""
        if self._over_at is not None or isinstance(self.trouble, Question):
            return []
        rest = self._rest(at)
        for hypothesis in rest.near:
            gesture = completed_by(rest, hypothesis, key)
            if gesture is not None:
                return self._make(gesture, hypothesis, at)
        self._key = key, at
        return []

    def _complete_late(self, at: int) -> list[Finding]:
        """Make the move of a key that was pressed while a piece was up for a moment."""
        if self._key is None or self.difference:
            return []
        (key, since), self._key = self._key, None
        return self.complete(key, at) if at - since < self.costs.ask else []

    def complete_unpressed(self, at: int) -> list[Finding]:
        """Make the one move that lacks nothing but the press asked for; none if there are more."""
        if not isinstance(self.trouble, Unpressed):
            return []
        gestures = lacking_a_press(self._rest(at))
        alone = len({one.move for one in gestures}) == 1
        return self._make(gestures[0], self.best, at) if alone else []

    def _make(self, gesture: Gesture, best: Hypothesis, at: int) -> list[Finding]:
        """Make a move that no contact completes, in a hypothesis."""
        used = tuple(one for one in best.open if 1 << one.cell & (gesture.flips | gesture.held))
        put = max((one.at for one in used if one.kind is Open.DOWN), default=at)
        step = step_of(best, gesture, used, -1, put)._replace(ended=at)
        self._inference.restart(after(self._inference.seen, best, step, best.open, 0), at)
        return self._settle(at, [], hurried=True)

    # Presses

    def _press(self, touch: Touch) -> list[Finding]:
        """A press answers a question, is part of a move, or insists when it is long."""
        cell, at = touch.cell, touch.at
        answer = None
        if touch.kind is Kind.PRESS:
            if isinstance(self.trouble, Question) and cell in self.trouble.choices:
                meaning = self.trouble.meanings[self.trouble.choices.index(cell)]
                answer = self.trouble.ply, meaning.move
            if self.trust.unnamed >> cell & 1:
                return []  # perhaps the beginning of a long one: no press is asked for yet
        alone = touch.kind is Kind.RELEASE and not self._inference.seen.is_in_company(cell)
        since = self._pressed_at.get(cell, at)
        quiet = self._inference.seen.touched == since  # nothing else was touched meanwhile
        self._waits = 0
        self._inference.touch(touch, answer)
        found = self._settle(at, [])
        if touch.kind is Kind.RELEASE:
            asked, self._entering = cell == self._entering, -1
            pressed = self.trust.distrusted & ~self.trust.unread  # where each press says so
            if asked and alone and not pressed >> cell & 1:
                return found + self._tell_unseen(cell, at, asked=True)
            if alone and at - since >= self.costs.insist_time:
                found += self._insist(cell, at, quiet=quiet)
        return found

    def explain(self, at: int, gone: tuple[Move, ...] = ()) -> Explanation:
        """Return why the table has just asked, led or kept silent. gone: what is undone."""
        if isinstance(self.trouble, Question):
            moves = between(self._inference.beam.near(), self.trouble.ply)
            return self._explainer.rests(Did.ASKED, moves, self.trouble.ply, at)
        did = Did.ASKED if isinstance(self.trouble, TakeBack) else Did.LED
        did = Did.NOTHING if self.trouble is None else did
        return self._explainer.rests(did, gone, len(self._shown), at)

    def _insist(self, cell: int, at: int, *, quiet: bool) -> list[Finding]:
        """A long press says that a contact is wrong about what stands on its cell.

        quiet: whether nothing else was touched meanwhile.
        """
        reed, own = 1 << cell & self.adapter.places, tilt(cell) & self.adapter.places
        named = self.trust.name(reed | own)
        if named:
            found: list[Finding] = [Broken(one) for one in members(named)]
            if not self.trust.unnamed:
                self.trouble = None
            told = self._tell_unseen(cell, at, asked=True) if self.difference else []
            self._inference.drop_press(cell)
            return found + (told or self._settle(at, []))
        blamed = blamed_by(self._rest(at), cell, shown=isinstance(self.trouble, Mismatch))
        if blamed:
            return self._break(blamed, cell, at)
        if quiet or isinstance(self.trouble, Mismatch):
            return self._tell_unseen(cell, at, asked=False)
        return []

    def _tell_unseen(self, cell: int, at: int, *, asked: bool) -> list[Finding]:
        """A press may say that a piece came or went on a cell whose contact does not show it.

        asked: whether a key was pressed before it, to say so.
        """
        if not 1 << cell & self.adapter.places or self._setting_up:
            return []
        inference = self._inference
        inference.tell(cell, at, "entered" if asked else "insisted")
        return self._settle(at, [], hurried=asked or inference.hypotheses[0].dead >> cell & 1 == 1)

    def _believe_dead(self, contacts: int, at: int) -> list[Finding]:
        """Distrust the reeds that the hypothesis believes to be dead whose moves are told."""
        inference, unread = self._inference, contacts & self.trust.unread
        inference.seen.closed ^= unread  # until they are read again
        broken = contacts & ~unread & ~self.trust.distrusted
        self.trust.find(broken)
        self._fit(at, looks=False)
        return [Broken(one) for one in members(broken)]

    def _break(self, contacts: int, cell: int, at: int) -> list[Finding]:
        """Distrust contacts, as the players say, and look again what the others say."""
        self.trust.find(contacts)
        self._inference.drop_press(cell)
        self.trouble = None
        self._fit(at)
        found: list[Finding] = [Broken(one) for one in members(contacts)]
        return self._settle(at, [*found, Resolved()] if self._led else found)

    # What follows from it

    def _touched_again(self) -> list[Finding]:
        """What was offered is withdrawn as soon as hands go on."""
        self._waits, self.stubborn = 0, False
        if isinstance(self.trouble, TakeBack | Unpressed):
            self.trouble = None
            return [Resolved()]
        return []

    def _ask_on(self, at: int) -> list[Finding]:
        """Let a question stand as long as it is undecided, whatever else hands do."""
        asked = self.trouble
        if not isinstance(asked, Question):
            return []
        lost = self._inference.is_lost(at)
        again = None if lost else question(self._inference.beam.near(), self._shown)
        if again is not None and {*again.moves} == {*asked.moves}:
            self.trouble = again
            return []
        self.trouble = None
        return [Resolved()]

    def _fit(self, at: int, *, looks: bool = True) -> None:
        """Let the hypotheses know which contacts are trusted now."""
        self._inference.seen.distrusted = self.trust.distrusted
        if self._inference.hypotheses:
            self._inference.fit(at)
            if looks:
                self._inference.retry(at)
            self._waits = 0

    def _settle(self, at: int, found: list[Finding], *, hurried: bool = False) -> list[Finding]:
        """Tell what the near hypotheses agree on; at rest, ask or show what they do not."""
        inference = self._inference
        self._sight.weigh(len(self._shown))
        found += self._ask_on(at)
        if hurried or not inference.is_lost(at):
            found += self._tell_agreed(at, hurried=hurried)
        if self._over_at is None:
            found += self._at_rest(at)
        return found

    def _tell_agreed(self, at: int, *, hurried: bool) -> list[Finding]:
        """Tell the moves that all near hypotheses agree on and that have rested long enough."""
        near = self._inference.beam.near(hurried=hurried)
        first = near[0]
        count = common([hypothesis.moves for hypothesis in near])
        agreed = first.steps[:count]
        ripe = count
        while ripe and not (
            hurried or is_ripe(self._inference, agreed[ripe - 1], at, last=ripe == count)
        ):
            ripe -= 1
        told = [step.move for step in self._shown]
        same = common([told, [step.move for step in agreed[:ripe]]])
        if same < len(told):
            rests = at - self.touched >= self.costs.rest
            if not (rests or hurried) or not same < ripe == count == len(first.steps):
                return []
        why = self._explainer.moved(agreed[same:ripe], at)
        found: list[Finding] = []
        if same < len(told):
            found.append(MoveReplaced(len(told) - same, agreed[same], why[0]))
            found += map(MovePlayed, agreed[same + 1 : ripe], why[1:])
        else:
            found += map(MovePlayed, agreed[same:ripe], why)
        if found:
            self._shown = list(agreed[:ripe])
            self._told = first.until(ripe)
            used = sum({1 << one.cell for step in agreed[same:ripe] for one in step.used})
            found[:0] = self._believe_dead(first.dead & used, at) if first.dead & used else []
            self._made_moves(at, first, found)
        self._forget_certain(count, at)
        return found

    def _made_moves(self, at: int, first: Hypothesis, found: list[Finding]) -> None:
        """Note that moves are told, which settles whatever was asked or shown."""
        inference = self._inference
        self._sight.told = True
        inference.contradict([step.move for step in self._shown[: -len(found)]], at)
        inference.beam.forgive(self.costs.told_forgive * len(found))
        named = self.trust.name(self.trust.unnamed)
        found[:0] = [Broken(one) for one in members(named)]
        self.trouble, self.stubborn, self._setting_up, self._led = None, False, False, False
        if len(first.steps) == len(self._shown):
            self._over_at = at if first.position.outcome is not None else None

    def _forget_certain(self, agreed: int, at: int) -> None:
        """Forget what cannot change any more: all that was told but the last move."""
        sure = certain(self._shown, agreed, at, self.costs)
        if sure <= 0:
            return
        inference, prefix = self._inference, tuple(step.move for step in self._shown[:sure])
        inference.beam.drop(lambda hypothesis: hypothesis.moves[:sure] != prefix)
        inference.beam.rewrite(lambda hypothesis: hypothesis.without(sure))
        self._explainer.forget(self._shown[sure - 1].ended)
        del self._shown[:sure]
        if self._told is not None:
            self._told = self._told.without(sure)

    # At rest

    def _at_rest(self, at: int) -> list[Finding]:
        """What is to be asked or shown now."""
        peace = [] if self.difference else self._peace(at)
        rests = at - self.touched
        if rests < self.costs.rest or isinstance(self.trouble, Question):
            return peace
        trouble = trouble_of(self._rest(at), self.touched)
        if trouble is None or trouble == self.trouble:
            return peace
        if isinstance(trouble, Mismatch | Unpressed) and self._sight.awaits(self._rest(at)):
            return peace
        if isinstance(trouble, Broken):
            self.trust.find(1 << trouble.contact)
            self._fit(at)
            return [*peace, trouble, *self._settle(at, [])]
        again = isinstance(trouble, Mismatch) and isinstance(self.trouble, Mismatch)
        self.trouble = trouble
        self._led |= isinstance(trouble, Mismatch)
        return peace if again else [*peace, trouble]

    def _rest(self, at: int) -> Rest:
        """What there is to look at when nothing is touched."""
        return Rest(
            self._inference, self._inference.beam.near(), self._shown, self.expected,
            self.difference, self.trust.distrusted, at,
        )  # fmt: skip

    def _peace(self, at: int) -> list[Finding]:
        """All stands as it should: what was shown is settled, and this hypothesis is possible."""
        inference = self._inference
        inference.seen.barred = ()
        self._trail.forget()
        unnamed = bool(self.trust.unnamed)
        self._setting_up = False
        settled = isinstance(self.trouble, Mismatch | TakeBack) and not unnamed
        led, self._led = self._led and not unnamed, self._led and unnamed
        if (led or inference.is_lost(at)) and self._told is not None:
            inference.put_right(self._told, at)
        if not settled and not led:
            return []
        self.trouble = None
        return [Resolved(put_right=led)]

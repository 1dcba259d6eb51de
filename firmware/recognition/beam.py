"""The beam: the stories kept, how one touch extends each, and which of them go on."""

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from firmware.games import AnyAdapter, Gesture, Touched
from firmware.recognition import judge
from firmware.recognition.costs import COSTS, Costs
from firmware.recognition.crowd import Crowd
from firmware.recognition.hypotheses import Hypotheses
from firmware.recognition.story import (
    NEVER,
    Left,
    Open,
    Step,
    Story,
    Token,
    beside_end,
    closed_cost,
    find,
    foreign,
    is_leaning,
    price,
    unused_cost,
    used_by,
    without,
)
from firmware.recognition.trail import neighbours
from firmware.sensing.events import Kind, Touch
from hal import REEDS, TILTS, cells_of, contacts_of, members, tilt, tilts_of
from rules import Move


class Beam:
    """The stories that may explain what the contacts did, the cheapest first.

    adapter: how the game lies on the table. distrusted: the contacts that say nothing reliable;
    a press on the cell of such a reed says that its piece came or went. actual: the contacts that
    are closed, as in a picture.
    """

    def __init__(self, adapter: AnyAdapter, costs: Costs = COSTS) -> None:
        self.adapter = adapter
        self.costs = costs
        self.distrusted = 0
        self.unread = 0  # those of them that cannot be read: what they change is seen later
        self.actual = 0
        self.barred: tuple[int, ...] = ()  # differences that are the way back from a move undone
        self.hypotheses = Hypotheses(costs)
        self.touched = 0  # when anything was touched last, microseconds
        self._turned: dict[int, int] = {}  # when the hourglass of each cell was turned last
        self._vacated: dict[int, int] = {}  # when a piece left each cell last
        self._closed: dict[int, int] = {}  # when each reed closed last
        self._restless: dict[int, int] = {}  # how often each cell opened for less than `pass_time`
        self._held: dict[int, int] = {}  # the buttons that are down, and since when
        self._company: set[int] = set()  # those that have been held at the same time as others
        self._crowd = Crowd(costs)
        self._crowded = False  # whether more of them moved than hands can move
        self._liftable = lru_cache(maxsize=256)(adapter.liftable)
        self._pressable = lru_cache(maxsize=256)(adapter.pressable)

    @property
    def stories(self) -> list[Story]:
        """The stories kept, the cheapest first."""
        return self.hypotheses.stories

    # Where it begins

    def restart(self, story: Story, at: int) -> None:
        """Take this story for certain; contacts that differ from its picture are its tokens."""
        known = {one.cell: one for one in story.moved}
        tokens = [
            known.get(cell) or self._moved_unseen(cell, at) for cell in members(self._odd(story))
        ]
        presses = [one for one in story.open if one.kind is Open.PRESS]
        ordered = tuple(sorted((*tokens, *presses), key=lambda one: one.at))
        self.hypotheses.take(story._replace(open=ordered), at)
        self._vacated.clear()

    def put_right(self, told: Story, at: int) -> None:
        """Believe that all stands as after what was told; other stories have to be likelier."""
        stands = [one for one in self.stories if one.moves == told.moves and not one.moved]
        if not stands and self.differs(told.picture):
            self.restart(told, at)
            return
        best = (stands or self.stories)[0]
        presses = tuple(one for one in best.open if one.kind is Open.PRESS)
        right = best.until(len(best.steps)) if self.differs(told.picture) else told
        right = right._replace(open=presses, slid=best.slid)
        others = [
            one._replace(cost=one.cost + self.costs.overruled)
            for one in self.stories
            if one not in stands
        ]
        self.hypotheses.take(right, at)
        self._cut([right._replace(cost=0.0), *others], at)

    def agree_on_tokens(self, at: int) -> None:
        """Make all stories' tokens fit the contacts after a contact was trusted, or no more."""
        fitted = []
        for story in self.stories:
            odd = self._odd(story)
            kept = tuple(one for one in story.open if one.kind is Open.PRESS or odd >> one.cell & 1)
            there = sum({1 << one.cell for one in story.moved})
            fresh = (self._moved_unseen(cell, at) for cell in members(odd & ~there))
            fitted.append(story._replace(open=(*kept, *fresh)))
        self._cut(fitted, at)

    def _odd(self, story: Story) -> int:
        """The trusted reeds that are not as in a story's picture."""
        trusted = self.adapter.places & ~self.distrusted & ~story.dead
        return (self.actual ^ story.picture) & REEDS & trusted

    def differs(self, picture: int) -> bool:
        """Return whether the trusted contacts differ from a picture."""
        return bool((self.actual ^ picture) & self.adapter.places & ~self.distrusted)

    def _moved_unseen(self, cell: int, at: int) -> Token:
        """The token of a reed that is as it is, and nobody saw it move."""
        return Token(Open.DOWN if self.actual >> cell & 1 else Open.UP, cell, at)

    def doubt(self, contacts: int, told: Container[str]) -> None:
        """Believe no more in moves that rest on contacts which turned out to say nothing.

        told: the moves that were told already, which stay.
        """
        self.hypotheses.charge(
            lambda story: (
                self.costs.worst
                * any(
                    step.move not in told and any(contacts >> one.cell & 1 for one in step.used)
                    for step in story.steps
                )
            )
        )

    def contradict(self, told: Sequence[Move]) -> None:
        """Believe less in stories with other moves than were told: the players have seen them."""
        said = (*told,)
        self.hypotheses.charge(
            lambda story: self.costs.contradicts * (story.moves[: len(said)] != said)
        )

    def drop_press(self, cell: int) -> None:
        """Forget the presses of a cell that were not used."""
        self.hypotheses.rewrite(
            lambda story: story._replace(
                open=tuple(
                    one for one in story.open if one.kind is not Open.PRESS or one.cell != cell
                )
            )
        )

    # What is seen

    def touch(self, touch: Touch, answer: tuple[int, Move] | None = None) -> None:
        """Extend all stories by one settled change of a contact.

        answer: the number of a step and the move that it is if the touch answers a question.
        """
        at, cell, kind, stories = touch.at, touch.cell, touch.kind, self.stories
        grown: list[Story] = []
        if kind is Kind.RELEASE:
            since = self._held.pop(cell, at)
            short = at - since < self.costs.pass_time
            alone = short and bool(self._held) and since < min(self._held.values())
            for story in stories:
                grown += self._let_go(self._released(story, cell, since, at), cell, at, alone=alone)
        elif kind is Kind.PRESS:
            grown = self._press(cell, at, answer)
        elif kind in (Kind.A_UP, Kind.B_UP):
            self._turned[cell] = at
            grown = stories
            for story in self.stories:
                grown += self._play(story, story.open, None, cell, at)
        else:
            self._crowded = self._crowd.moved(kind, at)
            self._health(cell, kind, at)
            prices = self.hypotheses.prices
            for number, story in enumerate(stories[:1] if self._crowded else stories):
                grown += self._moved(story, kind, cell, at)
                if number < self.costs.few and prices[number] < self.costs.unseen:
                    for unseen in self._unseen(story, cell, at):
                        grown += self._moved(unseen, kind, cell, at)
        if kind is Kind.LIFT:
            self._vacated[cell] = at
        self.touched = at
        self._cut(grown, at)

    def _health(self, cell: int, kind: Kind, at: int) -> None:
        """Count how often a contact opens for a moment, shorter than it was closed before."""
        if kind is Kind.PLACE:
            left = self._vacated.get(cell, NEVER)
            closed = left - self._closed.get(cell, NEVER)
            if at - left < min(self.costs.pass_time, closed):
                self._restless[cell] = self._restless.get(cell, 0) + 1
            self._closed[cell] = at

    def _press(self, cell: int, at: int, answer: tuple[int, Move] | None) -> list[Story]:
        """What a press makes of all stories, as a part of a move and as an answer."""
        costs, stories = self.costs, self.stories
        # a button that is held for very long is stuck, and says nothing about others
        held = {one: since for one, since in self._held.items() if at - since < costs.stuck}
        self._company = self._company & {*self._held} | {*held} | ({cell} if held else set())
        arm = {one for one, since in held.items() if at - since < costs.arm_time}
        self._held[cell] = at
        grown: list[Story] = []
        for story in stories:
            before = self._in_company(story, arm) if arm else story
            grown += self._pressed(before, cell, at, together=bool(arm))
        if answer is None:
            return grown
        ignored = [one._replace(cost=one.cost + costs.overruled) for one in grown]
        return [*ignored, *self._answered(*answer)]

    def _answered(self, ply: int, move: Move) -> Iterator[Story]:
        """The stories when a press says which move a step was."""
        for story in self.stories:
            agrees = story.moves[ply : ply + 1] == (move,)
            yield story._replace(cost=story.cost + (0.0 if agrees else self.costs.denied))

    def retry(self, at: int) -> None:
        """Look again for moves in what is open, as what is trusted has changed."""
        grown = list(self.stories)
        for story in self.stories:
            grown += self._play(story, story.open, None, None, at)
        self._cut(grown, at)

    def tell(self, cell: int, at: int, cost: float) -> None:
        """Take a press that is over as telling of a piece that no contact shows, at this cost."""
        found = list(self.stories)
        for story in self.stories:
            pressed = [one for one in story.open if one.kind is Open.PRESS and one.cell == cell]
            kept = tuple(one for one in story.open if one not in pressed[-1:])
            put = [one.at for one in kept if one.kind is Open.DOWN]
            lifted = bool(story.picture >> cell & 1)
            since = pressed[-1].at if pressed else at
            since = min(put) - self.costs.quick_time if put and lifted else since
            for one in self.told(story._replace(open=kept), cell, since):
                made = one.steps[len(story.steps) :]
                if not lifted and not made:
                    continue
                in_hand = any(used in story.open for step in made for used in step.used)
                paid = 0.0 if in_hand else cost  # the piece that was up is there
                found.append(one._replace(cost=one.cost + paid, dead=one.dead | 1 << cell))
        self._cut(found, at)

    def pass_time(self, at: int) -> None:
        """Let time pass: what is open costs more, and presses that meant nothing are forgotten."""
        self._cut([self._forget(story, at) for story in self.stories], at)

    def _moved(self, story: Story, kind: Kind, cell: int, at: int) -> list[Story]:
        if story.dead >> cell & 1:  # it is not dead at all
            story = story._replace(dead=story.dead & ~(1 << cell))
            if find(story.open, Open.UP if kind is Kind.LIFT else Open.DOWN, cell):
                return [story]
        return (self._lifted if kind is Kind.LIFT else self._placed)(story, cell, at)

    def _lifted(self, story: Story, cell: int, at: int) -> list[Story]:
        costs, bit = self.costs, 1 << cell
        lying = find(story.open, Open.DOWN, cell)
        if lying is not None:
            return self._opened(story, lying, at)
        if not story.picture & bit:
            return [story._replace(cost=story.cost + costs.wrong)]
        cleared = self.cleared(story, cell, at)
        if cleared is not story:
            return [cleared]
        new = Token(Open.UP, cell, at)
        tokens = (*story.open, new)
        moves = list(self._play(story, tokens, new, cell, at))
        declined = new._replace(legal=self._is_likely(story, moves, at))
        found = [story._replace(open=(*story.open, declined)), *moves]
        if story.steps and find(story.steps[-1].used, Open.DOWN, cell):
            short = at - story.ended < costs.pass_time
            cost = story.cost + (costs.passing if short else costs.mind)
            found.append(story.reopened(cell)._replace(cost=cost))
        for down in story.open:
            if down.kind is Open.DOWN:
                found += self._slid(story, new, down)
        return found

    def _opened(self, story: Story, lying: Token, at: int) -> list[Story]:
        """A contact that was closed without a meaning opens: its piece may slide on from there."""
        costs, rest = self.costs, without(story.open, lying)
        dear = closed_cost(story, lying, at, self._liftable(story.position), costs)
        slid = min(dear, costs.slid)  # and more for the time that it took
        near = neighbours(lying.cell)
        ends = [step for step in story.steps[-2:] if step.end in near]
        if any(at - one.at <= costs.pass_time for step in ends for one in step.used):
            dear = slid  # it made that step
        stood = at - lying.came >= costs.pass_time
        left = Left(lying.cell, at, lying.came if stood else None, dear - slid)
        gone = story._replace(open=rest, cost=story.cost + dear, slid=left)
        found = [gone]
        for one in rest:
            if one.kind is Open.DOWN and one.cell in near and at - one.at <= costs.pass_time:
                there = one._replace(put=lying.came if stood else None, legal=False)
                tokens = tuple(there if other is one else other for other in rest)
                cost = min(dear, judge.slid_cost(one.at, at, costs))
                moved = story._replace(open=tokens, cost=story.cost + cost)
                found += [moved, *self._play(moved, tokens, there, there.cell, at)]
        return found

    def cleared(self, story: Story, cell: int, at: int) -> Story:
        """Return the story without the piece of a cell if it is out of the game."""
        loose = self.adapter.loose(story.at(at), story.picture) & 1 << cell
        if not loose:
            return story
        return story._replace(picture=story.picture & ~contacts_of(loose, loose))

    def _placed(self, story: Story, cell: int, at: int) -> list[Story]:
        costs, bit = self.costs, 1 << cell
        new = Token(Open.DOWN, cell, at)
        if story.slid is not None and cell in neighbours(story.slid.cell):
            slid = story.slid
            if at - slid.until <= costs.pass_time:
                new = new._replace(put=slid.put)
                refund = slid.refund + costs.slid - judge.slid_cost(slid.until, at, costs)
                story = story._replace(cost=story.cost - max(refund, 0.0), slid=None)
        up = find(story.open, Open.UP, cell)
        if up is not None:
            tokens = without(story.open, up)
            found = [story._replace(open=(*story.open, new))]  # between here and the next cell
            freed = story.freed | (1 << up.again if up.again >= 0 else 0)
            cost = story.cost + self._back_cost(story, up, at)
            back = story._replace(open=tokens, cost=cost, freed=freed)
            return [*found, back, *self._play(back, tokens, None, cell, at)]
        if story.picture & bit:
            return [story._replace(cost=story.cost + costs.wrong)]
        if story.blind & bit:  # it shows after all
            return [story._replace(picture=story.picture | bit, blind=story.blind & ~bit)]
        tokens = (*story.open, new)
        moves = list(self._play(story, tokens, new, cell, at))
        legal = new._replace(legal=self._is_likely(story, moves, at))
        for one in story.open:
            if one.kind is Open.UP:
                moves += self._slid(story, one, new)
        for step in story.steps[-2:]:
            legal = beside_end(legal, step, costs)
        return [story._replace(open=(*story.open, legal)), *moves]

    def _slid(self, story: Story, up: Token, down: Token) -> Iterator[Story]:
        """The piece that ended one of the last moves has slid on to a neighbouring cell.

        The contact there may have closed before the one that it left has opened.
        """
        near = down.cell in neighbours(up.cell) and abs(down.at - up.at) <= self.costs.pass_time
        for number, step in enumerate(story.steps if near else ()):
            put = find(step.used, Open.DOWN, up.cell) if step.end == up.cell else None
            if put is None:
                continue
            cost = judge.slid_cost(up.at, down.at, self.costs)
            if any(one.kind is Open.UP and one.at < up.at for one in story.open):
                cost += (
                    self.costs.two_hands
                )  # who holds the other one is more likely to put it down
            base = Story(
                story.cost + cost, story.steps[:number], step.position, step.picture,
                (), step.blind, step.clock, step.millisecond, certain=story.certain,
            )  # fmt: skip
            there = down._replace(legal=False, put=put.came)
            tokens = [there if one is put else one for one in step.used if not one.blind]
            for moved in self._play(base, tokens, there, down.cell, put.at):
                whole: Story | None = None if moved.open else moved
                for later in story.steps[number + 1 :]:
                    whole = whole and self._again(whole, later)
                if whole is not None:
                    rest = tuple(one for one in story.open if one not in (up, down))
                    yield whole._replace(open=rest, freed=story.freed, left=story.left)

    def _again(self, story: Story, step: Step) -> Story | None:
        """Make a step again after another one has changed before it, if it is still legal."""
        if step.move not in story.at(step.at).legal_moves():
            return None
        flips = step.after ^ step.picture
        again = step._replace(
            position=story.position, picture=story.picture, blind=story.blind, clock=story.clock,
            millisecond=story.millisecond, after=story.picture ^ flips,
        )  # fmt: skip
        return self.after(story, again, 0.0, (), 0)

    def _back_cost(self, story: Story, up: Token, at: int) -> float:
        """Return what it costs that a piece is put back where it was lifted."""
        costs = self.costs
        if up.again >= 0 or self.adapter.passing(story.position) >> up.cell & 1:
            return 0.0
        away = at - up.at
        often = self._restless.get(up.cell, 0) if away < costs.pass_time else 0
        rate = min(costs.forgotten, costs.up_again_rate * away / 1_000_000)
        return costs.nudge / max(often, 1) + rate

    def _pressed(self, story: Story, cell: int, at: int, *, together: bool) -> list[Story]:
        found: list[Story] = []
        costs, fits = self.costs, bool(self._pressable(story.position) >> cell & 1)
        new = Token(Open.PRESS, cell, at, together=together, fits=fits)
        used = [one for step in story.steps[-1:] for one in step.used if one.kind is Open.PRESS]
        same = [one for one in (*used, *story.open) if one.kind is Open.PRESS and one.cell == cell]
        before = max(same, key=lambda one: one.at, default=None)
        if before is not None:
            soon = at - before.at < costs.again_time
            if before in used:
                if soon:  # pressed once more, to be sure
                    new = new._replace(again=cell)
                    found.append(story._replace(cost=story.cost + costs.again))
            else:
                cost = costs.again if soon else unused_cost(story, before, at, costs)
                fewer = without(story.open, before)
                merged = story._replace(open=fewer, cost=story.cost + cost)
                found += self._pressed(merged, cell, at, together=together)
        tokens = (*story.open, new)
        moves = list(self._play(story, tokens, new, cell, at))
        first = [(made, made.steps[len(story.steps)]) for made in moves]
        plain = [made for made, step in first if all(one.beside < 0 for one in step.used)]
        legal = self._is_likely(story, plain, at)
        found += [story._replace(open=(*story.open, new._replace(legal=legal))), *moves]
        end = story.steps[-1].end if story.steps else -1
        if end not in (cell, -1) and find(story.steps[-1].used, Open.PRESS, end):
            late = min((at - story.ended) / 1_000_000, costs.margin)
            again = story.reopened(end)._replace(cost=story.cost + costs.mind_press + late)
            found += self._play(again, (*again.open, new), new, cell, at)
        if self.distrusted & ~self.unread & self.adapter.places & 1 << cell:
            found += self.told(story, cell, at)
        return found

    def told(self, story: Story, cell: int, at: int) -> list[Story]:
        """The stories in which a press says that a piece came or went, which no contact shows."""
        story = self.cleared(story, cell, at)
        lying = find(story.open, Open.DOWN, cell) or find(story.open, Open.UP, cell)
        if lying is not None:
            return [story._replace(open=without(story.open, lying))]
        kind = Open.UP if story.picture >> cell & 1 else Open.DOWN
        new = Token(kind, cell, at)
        tokens = (*story.open, new)
        return [story._replace(open=tokens), *self._play(story, tokens, new, cell, at)]

    def _unseen(self, story: Story, cell: int, at: int) -> Iterator[Story]:
        """The piece in the hand was put down, and its contact has not closed: where?"""
        costs = self.costs
        ups = [one for one in story.open if one.kind is Open.UP and one.at > story.ended]
        if (
            len(ups) != 1
            or ups[0].cell == cell
            or at - ups[0].at < costs.unseen_time
            or any(one.kind is Open.DOWN for one in story.open)
        ):
            return
        position = story.at(at)
        legal = position.legal_moves()
        for gesture in self.adapter.endings(position, story.picture, ups[0].cell):
            end = gesture.flips & ~(1 << ups[0].cell)
            if gesture.move in legal and not end & (story.picture | story.blind):
                shown = gesture._replace(flips=gesture.flips ^ end)
                step = self.step(story, shown, tuple(ups), end.bit_length() - 1, at - 100_000)
                yield self.after(story, step, costs.unseen, story.open, end)

    # What moves it may be

    def _play(
        self,
        story: Story,
        tokens: Sequence[Token],
        new: Token | None,
        cell: int | None,
        at: int,
        *,
        depth: int = 1,
    ) -> Iterator[Story]:
        """The stories in which these tokens, the newest among them, make a legal move."""
        position = story.at(at)
        if position.outcome is not None or self._crowded or self._is_barred(tokens):
            return
        lifted = placed = pressed = 0
        by_hand = [one for one in tokens if one.fits or not one.together]  # not by an arm
        recent = by_hand[-self.costs.most_recent :]
        for one in recent:
            if one.kind is Open.UP:
                lifted |= 1 << one.cell
            elif one.kind is Open.DOWN:
                placed |= 1 << one.cell
            elif not self._is_insisting(one, at):
                pressed |= 1 << one.cell
        blind = story.blind & ~(lifted | placed)
        places = self.adapter.places
        touched = Touched((lifted | blind) & places, placed & places, pressed)
        legal = position.legal_moves()
        contacts = None if cell is None else 1 << cell | tilt(cell)
        for gesture in self.adapter.candidates(position, story.picture, touched):
            all_of_it = gesture.flips | gesture.presses
            if contacts is not None and not all_of_it & contacts:
                continue
            possible = gesture.move in legal and not gesture.passing & lifted
            if not possible or not self.is_turned(story, gesture):
                continue
            used = used_by(tokens, gesture, story.picture, blind, at)
            if new is not None and new not in used:
                continue
            unseen = sum({1 << one.cell for one in used if one.blind})
            shown = gesture._replace(flips=gesture.flips & ~unseen)
            made = self._made(story, tokens, shown, used, at)
            if made is None:
                continue
            further: list[Story] = []
            if depth and made.moved and len(recent) == len(by_hand):
                further += self._play(made, made.open, None, None, at, depth=depth - 1)
            yield self._declines(made, further)
            yield from further

    def is_turned(self, story: Story, gesture: Gesture) -> bool:
        """Return whether the hourglasses of a gesture stand as they do after it."""
        tilts = contacts_of(tilts=cells_of(gesture.flips))
        wrong = (self.actual ^ story.picture ^ gesture.flips) & tilts
        unseen = gesture.flips & self.unread & TILTS
        return not (unseen or wrong & self.adapter.places & ~self.distrusted)

    def _is_barred(self, tokens: Sequence[Token]) -> bool:
        """Return whether these tokens are the way back from moves undone, and so make none."""
        if not self.barred:
            return False
        odd = sum({1 << one.cell for one in tokens if one.kind is not Open.PRESS})
        return len(self.barred) > 1 or odd in self.barred

    def _is_insisting(self, press: Token, at: int) -> bool:
        until = at if press.until is None else press.until
        return until - press.at >= self.costs.insist_time

    def _made(
        self,
        story: Story,
        tokens: Sequence[Token],
        gesture: Gesture,
        used: tuple[Token, ...],
        at: int,
    ) -> Story | None:
        """The story in which these tokens were this gesture, None if it was not legal yet then."""
        came = tuple(one._replace(at=one.came) for one in used)
        cost = judge.order_cost(came, self.adapter.places, self.costs)
        if any(one.kind is Open.PRESS for one in used):
            pressable = self._pressable(story.position)
            cost += judge.press_cost(tokens, used, at, pressable, self.costs)
            cost += judge.sequence_cost(used, self.adapter.fields(gesture.move), self.costs)
        if not tilts_of(gesture.flips):  # a glass is turned again within the same hand
            cost += judge.succession_cost(story, came, at, self.costs)
        downs = [one for one in came if one.kind is Open.DOWN]
        ends = downs or [one for one in used if one.kind is Open.PRESS]
        end = max(ends, key=lambda one: one.at).cell if ends else -1
        ended = max((one.at for one in came), default=at)
        if downs and ended - self._vacated.get(end, NEVER) < self.costs.vacated_time:
            cost += judge.place_cost(story, end, self.costs)
        put_down = max((one.at for one in downs), default=ended)
        if not used:
            tilts = members(tilts_of(gesture.flips))
            turned = [self._turned[one] for one in tilts if one in self._turned]
            put_down = ended = max(turned, default=at)
        step = self.step(story, gesture, used, end, put_down)._replace(ended=max(ended, put_down))
        if story.clock is not None and step.move not in story.at(step.at).legal_moves():
            return None
        rest = tuple(one for one in tokens if one not in used)
        return self.after(story, step, cost, rest, 0)

    def _declines(self, story: Story, moves: Sequence[Story]) -> Story:
        """Return the story in which what these moves explain has no meaning."""
        done = {one for made in moves for one in made.steps[-1].used if one.kind is Open.DOWN}
        if not done:
            return story
        return story._replace(
            open=tuple(one._replace(legal=True) if one in done else one for one in story.open)
        )

    def _is_likely(self, story: Story, moves: Sequence[Story], at: int) -> bool:
        """Return whether one of these moves may be meant, with no piece that came from nowhere."""
        return any(
            made.cost - story.cost < self.costs.worst
            and self._foreign(made, at) <= self._foreign(story, at)
            for made in moves
        )

    def _foreign(self, story: Story, at: int) -> int:
        """Return how many open contacts nothing closed that was lifted, where all pieces stand."""
        if self.distrusted or len(story.open) > self.costs.most_recent:
            return 0
        if not any(one.kind is Open.DOWN for one in story.open):
            return 0
        liftable, position = self._liftable(story.position), story.position
        if not liftable:
            return 0
        if self._pressable(position) and not position.chance:
            return 0  # a stack's
        return foreign(story, at, self.costs)

    def step(
        self, story: Story, gesture: Gesture, used: tuple[Token, ...], end: int, at: int
    ) -> Step:
        """Return the step that a gesture is in a story; end, at: where and when it ended."""
        return Step(
            gesture.move, at, at, end, used, story.position, story.picture, story.blind,
            story.clock, story.millisecond, story.picture ^ gesture.flips, story.position.chance,
        )  # fmt: skip

    def after(
        self, story: Story, step: Step, cost: float, rest: Sequence[Token], blind: int
    ) -> Story:
        """Return the story with one step more. blind: the cell on which a piece stands unseen."""
        passed = story.passed(step.at)
        position = story.position.later(passed).play(step.move)
        clock, millisecond = story.clock, story.millisecond + passed
        if clock is None and position.later(1) is not position:
            clock = step.at
        gone = sum({1 << one.cell for one in step.used if one.blind})
        kept = tuple(
            beside_end(one, step, self.costs) if one.kind is Open.DOWN else one
            for one in rest
            if one not in step.used
        )
        return Story(
            story.cost + cost, (*story.steps, step), position, step.after, kept,
            story.blind & ~gone | blind, clock, millisecond, story.freed, story.certain,
            story.left, dead=story.dead,
        )  # fmt: skip

    # Presses

    def _released(self, story: Story, cell: int, since: int, at: int) -> Story:
        """The story knows now how long a press was."""
        costs, cost = self.costs, story.cost
        if at - since > costs.press_time and any(
            _is_press(one, cell, since) for step in story.steps[-1:] for one in step.used
        ):
            cost += costs.worst if at - since >= costs.insist_time else costs.long_press
        return story._replace(
            cost=cost,
            open=tuple(
                one._replace(until=at) if _is_press(one, cell, since) else one for one in story.open
            ),
        )

    def _let_go(self, story: Story, cell: int, at: int, *, alone: bool) -> Iterator[Story]:
        """A short press was a finger's, if an arm has come down since that still lies there."""
        press = next((o for o in story.open if o.cell == cell and o.until == at), None)
        if press is None or not (alone and press.together):
            yield story
            return
        own = press._replace(together=False, legal=False)
        others = without(story.open, press)
        yield from self._play(story, (*others, own), own, cell, press.at)
        yield story._replace(open=(*others, press._replace(together=False)))

    def _in_company(self, story: Story, arm: set[int]) -> Story:
        """These buttons are pressed by one arm."""
        late = sum(
            self.costs.long_press
            for step in story.steps[-1:]
            for one in step.used
            if self._is_of(one, arm) and not one.together
        )
        return story._replace(
            cost=story.cost + late,
            open=tuple(
                one._replace(together=True) if self._is_of(one, arm) else one for one in story.open
            ),
        )

    def _is_of(self, token: Token, arm: set[int]) -> bool:
        return token.kind is Open.PRESS and token.cell in arm and self.is_held(token)

    def _forget(self, story: Story, at: int) -> Story:
        """Let a story pay for the presses that mean nothing any more, and forget them."""
        costs, cost = self.costs, story.cost
        kept: list[Token] = []
        pressable = self._pressable(story.position) if story.open else 0
        for one in story.open:
            aged = at - one.at > costs.forget_time
            waits = not is_leaning(one, at, costs) and pressable >> one.cell & 1 == 1
            waits = waits and (one.at >= story.ended or not aged)
            waits = waits and at - one.at < costs.long_ago
            old = aged or at - 1_000_000 > story.ended > one.at
            ends = one.until is not None or at - one.at > costs.stuck
            if one.kind is Open.PRESS and old and ends and not waits:
                cost += unused_cost(story, one, at, costs)
            else:
                kept.append(one)
        if len(kept) == len(story.open):
            return story
        return story._replace(cost=cost, open=tuple(kept))

    # What is kept

    def price_of(self, story: Story, at: int) -> float:
        """Return what a story costs at a time (microseconds)."""
        if not story.open:
            return story.cost
        cost = price(story, at, self._liftable(story.position), self.costs)
        return cost + self.costs.foreign * self._foreign(story, at)

    def _cut(self, stories: Sequence[Story], at: int) -> None:
        """Keep the cheapest stories, of those that agree on everything one."""
        costs = self.costs
        trusted = self.adapter.places & ~self.distrusted
        tilts = tilts_of(trusted) & self.actual  # of glasses that stand
        priced = []
        for story in stories:
            cost = self.price_of(story, at)
            wrong = tilts_of(self.actual ^ story.picture) & tilts
            if wrong:
                cost += min(costs.most_unturned, costs.unturned * wrong.bit_count())
            tokens = tuple(sorted((one.kind, one.cell) for one in story.open))
            if len(tokens) <= costs.most_open:
                key = story.position, story.picture, story.blind, tokens
                priced.append((key, cost, story))
        self.hypotheses.cut(priced, at)

    def is_held(self, press: Token) -> bool:
        """Return whether this press has not been let go yet."""
        return self._held.get(press.cell) == press.at

    def is_in_company(self, cell: int) -> bool:
        """Return whether the button of this cell was held together with others."""
        return cell in self._company

    def is_lost(self, at: int) -> bool:
        """Return whether no story explains the contacts well enough for anything to be shown.

        None does while several pieces stand unexplained. What was paid is forgiven faster while
        all that stands is explained and nothing is touched.
        """
        best = self.stories[0]
        unexplained = [one for one in best.moved if one.beside < 0]
        cost = self.hypotheses.owes
        if not best.moved:
            cost -= self.costs.rest_forgive * (at - self.touched) / 1_000_000
        return cost > self.costs.lost or len(unexplained) > 1


def _is_press(token: Token, cell: int, since: int) -> bool:
    return token.kind is Open.PRESS and token.cell == cell and token.at == since

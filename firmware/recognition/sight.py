"""What is made of contacts that cannot be read, and of what happened meanwhile?

While a contact cannot be read, a move that changes it waits: the piece may have come or gone. A
move that only such a contact tells from another is asked about. When it can be read again, what
nobody saw has no order any more, and is read as one picture.
"""

from firmware.games import Gesture
from firmware.recognition.beam import Beam
from firmware.recognition.story import Open, Step, Story, Token
from firmware.recognition.trouble import Rest
from firmware.recognition.trust import Trust
from firmware.sensing.events import Unread
from hal import REEDS, buttons_of, members


class Sight:
    """The contacts that cannot be read at one game.

    told: whether a move has been told while some could not.
    """

    def __init__(self, beam: Beam, trust: Trust) -> None:
        self._beam = beam
        self._trust = trust
        self._unheard = 0  # the cells whose button cannot be read
        self.told = False

    def change(self, event: Unread, *, begins: bool = False) -> int:
        """Take in which contacts cannot be read; return those that moved unseen.

        begins: whether the game begins so.
        """
        beam, trust = self._beam, self._trust
        moved = (beam.actual ^ event.picture) & beam.adapter.places
        before = trust.distrusted
        self.told &= bool(trust.unread)
        self._unheard = buttons_of(event.contacts)
        trust.lose_sight(event.contacts, begins=begins)
        beam.actual, beam.unread, beam.distrusted = event.picture, trust.unread, trust.distrusted
        return moved & ~trust.distrusted | before & ~trust.distrusted

    def read(self, told: Story, odd: int, at: int) -> None:
        """Read the reeds at odds with what was told as one picture: what nobody saw has no order.

        A piece is lifted before it is put down. If all stands as before the last moves that were
        told, these have been undone.
        """
        beam = self._beam
        for count in reversed(range(len(told.steps))):
            if not beam.differs(told.steps[count].picture):
                beam.restart(told.until(count), at)
                beam.touched = at
                return
        lifted = at - beam.costs.quick_time
        unseen = [
            Token(Open.DOWN, cell, at) if beam.actual >> cell & 1 else Token(Open.UP, cell, lifted)
            for cell in members(odd & REEDS)
        ]
        pressed = [one for one in beam.stories[0].open if one.kind is Open.PRESS]
        beam.restart(told._replace(open=(*unseen, *pressed)), at)
        beam.retry(at)
        beam.touched = at

    def weigh(self, told: int) -> None:
        """Believe as much in the moves that only unread contacts tell from the one to be told next.

        told: how many moves of the stories have been told.
        """
        if not self._trust.unread and not self._unheard:
            return
        beam = self._beam
        known = {story.moves for story in beam.stories}
        for story, price in zip(beam.stories, beam.hypotheses.prices, strict=True):
            if len(story.steps) != told + 1:
                continue
            step = story.steps[told]
            before = story.until(told)._replace(cost=story.cost, certain=story.certain)
            for gesture in self._rivals(step):
                other = beam.step(before, gesture, step.used, step.end, step.at)
                rival = beam.after(before, other._replace(ended=step.ended), 0.0, story.open, 0)
                if rival.moves not in known:
                    known.add(rival.moves)
                    beam.hypotheses.add(rival, price)

    def _rivals(self, step: Step) -> list[Gesture]:
        """Return the gestures of other moves that change more, but nothing that can be read."""
        flips = step.picture ^ step.after
        presses = sum({1 << one.cell for one in step.used if one.kind is Open.PRESS})
        unread, unheard = self._trust.unread & ~flips, self._unheard & ~presses
        return [
            gesture
            for gesture in self._beam.adapter.gestures(step.position, step.picture)
            if gesture.move != step.move
            and not (gesture.flips ^ flips) & ~unread
            and not (gesture.presses ^ presses) & ~unheard
            and gesture.key is None
        ]

    def awaits(self, rest: Rest) -> bool:
        """Return whether the contacts stand as after a move, as far as they can be read."""
        unread = self._trust.unread
        if not unread:
            return False
        return any(
            gesture.flips & unread and not (gesture.flips ^ rest.difference) & ~unread
            for gesture in rest.beam.adapter.gestures(rest.best.at(rest.at), rest.best.picture)
        )

"""The reading of contacts that cannot be read, and of changes that were missed meanwhile.

While a contact cannot be read, a move that changes it waits: the piece may have come or gone. Moves
that only such a contact distinguishes are asked about. When it can be read again, the missed
changes have no order any more, and are read as a single change.
"""

from firmware.games import Gesture
from firmware.recognition.beam import Beam
from firmware.recognition.hypothesis import Hypothesis, Open, Step, Token
from firmware.recognition.moves import after, step_of
from firmware.recognition.trouble import TableAtRest
from firmware.sensing.events import Unread
from hal import NO_CELLS, Contacts, cell_set, members, reeds_of


class UnreadContacts:
    """The contacts that cannot be read at a game.

    moved_since: whether a move has been committed while a contact could not be read.
    """

    def __init__(self, beam: Beam) -> None:
        self._beam = beam
        self._trust = beam.seen.trust
        self.moved_since = False

    def change(self, event: Unread, *, begins: bool = False) -> Contacts:
        """Take in the unread contacts; return the contacts that moved unseen.

        begins: whether the game begins with them unread.
        """
        seen, trust = self._beam.seen, self._trust
        moved = (seen.closed ^ event.closed) & seen.adapter.places
        before = trust.distrusted
        self.moved_since &= bool(trust.unread)
        trust.lose_sight(event.contacts, begins=begins)
        seen.closed = event.closed
        return moved & ~trust.distrusted | before & ~trust.distrusted

    def read(self, stands: Hypothesis, odd: Contacts, at: int) -> None:
        """Read the reeds at odds with committed moves as a single change: it has no known order.

        A piece is lifted before it is put down. If all stands as before the last moves that were
        committed, these have been undone.
        """
        beam = self._beam
        for count in reversed(range(len(stands.steps))):
            if not beam.seen.differs(stands.steps[count].closed):
                beam.restart(stands.until(count), at)
                beam.seen.touched = at
                return
        lifted = at - beam.costs.rest
        unseen = [
            Token(Open.DOWN, cell, at) if beam.seen.closed >> cell & 1 else Token(Open.UP, cell, lifted)
            for cell in members(reeds_of(odd))
        ]
        pressed = [one for one in beam.hypotheses[0].open if one.kind is Open.PRESS]
        beam.restart(stands._replace(open=(*unseen, *pressed)), at)
        beam.retry(at)
        beam.seen.touched = at

    def weigh(self, count: int) -> None:
        """Add the moves that only unread contacts distinguish from the next move, at its price.

        count: how many moves of the hypotheses have been committed.
        """
        if not self._trust.unread and not self._trust.unheard:
            return
        beam = self._beam
        known = {hypothesis.moves for hypothesis in beam.hypotheses}
        for hypothesis in beam.hypotheses:
            if len(hypothesis.steps) != count + 1:
                continue
            step = hypothesis.steps[count]
            before = hypothesis.before(count)._replace(open=(), paid=())
            for gesture in self._rivals(step):
                other = step_of(before, gesture, step.used, step.end, step.at)
                rival = after(beam.seen, before, other._replace(ended=step.ended), hypothesis.open, NO_CELLS)
                if rival.moves not in known:
                    known.add(rival.moves)
                    beam.add(rival)

    def _rivals(self, step: Step) -> list[Gesture]:
        """Return the gestures of other moves that change more, but nothing that can be read."""
        flips = step.closed ^ step.after
        presses = cell_set(one.cell for one in step.used if one.kind is Open.PRESS)
        unread = self._trust.unread & ~flips
        unheard = self._trust.unheard & ~presses
        return [
            gesture
            for gesture in self._beam.adapter.gestures(step.position, step.closed)
            if gesture.move != step.move
            and not (gesture.flips ^ flips) & ~unread
            and not (gesture.presses ^ presses) & ~unheard
            and gesture.key is None
        ]

    def awaits(self, rest: TableAtRest) -> bool:
        """Return whether the contacts stand as after a move, as far as they can be read."""
        unread = self._trust.unread
        if not unread:
            return False
        silent = self._beam.seen.mute
        return any(
            gesture.flips & unread and not (gesture.flips ^ rest.difference) & ~(unread | silent)
            for gesture in rest.beam.adapter.gestures(rest.best.at(rest.at), rest.best.closed)
        )

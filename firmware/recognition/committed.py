"""The committed moves: the only place where a move is believed."""

from collections.abc import Sequence
from itertools import pairwise

from firmware.recognition.beam import Beam
from firmware.recognition.charges import PRESSES_OF_A_MOVE
from firmware.recognition.explain import Explainer
from firmware.recognition.findings import MovePlayed, MoveReplaced
from firmware.recognition.guidance import Guidance
from firmware.recognition.hypothesis import NEVER, Hypothesis, Open, Step, common, find
from firmware.recognition.moves import is_extendable
from hal import NO_CONTACTS, Contacts
from rules import Move


class Committed:
    """The moves that were committed and are not certain yet.

    A move is committed when all hypotheses within the margin agree on it, and these are likelier
    than ignorance (:attr:`Beam.lost`), unless its piece is gone again. It is certain an agreed
    move later.

    Attributes:
        steps: these moves, the first first.
        stands: the hypothesis that believes in them alone, without open tokens.
    """

    def __init__(self, beam: Beam, explainer: Explainer) -> None:
        self._beam = beam
        self._explainer = explainer
        self.steps: list[Step] = []
        self.stands = Hypothesis(0.0, (), None, NO_CONTACTS)
        self._agreed: list[tuple[Move, int]] = []  # agreed moves, and the touch since when

    def begin(self) -> None:
        """Begin anew with the cheapest hypothesis as certain."""
        self.steps, self._agreed = [], []
        self.stands = self._beam.hypotheses[0]._replace(open=())

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the steps."""
        return tuple(step.move for step in self.steps)

    @property
    def expected(self) -> Contacts:
        """The contacts that should be closed after the committed moves."""
        for best in self._beam.hypotheses[:1]:
            if best.moves == self.moves:
                return best.closed
        return self.stands.closed

    def commit(self, at: int, *, hurried: bool, guidance: Guidance) -> list[MovePlayed | MoveReplaced]:
        """Commit the agreed moves that have rested long enough, and forget certain moves.

        hurried: whether they need not rest, because a key was pressed. guidance: the mismatches shown:
        on the way back their pieces may stand as after a move.
        """
        beam = self._beam
        if beam.lost:
            return []
        near = beam.near(hurried=hurried)
        count = common([one.moves for one in near])
        agreed, ripe = near[0].steps[:count], count
        self._note(agreed, at)
        if not hurried and self._is_out_of_turn(agreed, guidance.led):
            return []
        hurried = hurried and not beam.seen.is_pressing(at)
        while ripe and not (hurried or self._is_ripe(agreed, ripe - 1, at, guidance.astray)):
            ripe -= 1
        same = common([self.moves, [step.move for step in agreed[:ripe]]])
        back = len(self.steps) - same
        if back:
            rests = at - beam.seen.touched >= beam.costs.rest
            if not rests or not same < ripe == count == len(near[0].steps):
                return []
        found: list[MovePlayed | MoveReplaced] = []
        steps = agreed[same:ripe]
        for step, why in zip(steps, self._explainer.moved(steps, at), strict=True):
            first = back and not found
            found.append(MoveReplaced(back, step, why) if first else MovePlayed(step, why))
            beam.seen.deaf |= step.silent
            beam.seen.sticks |= step.stuck > beam.costs.pass_time
        if found:
            beam.contradict([step.move for step in agreed[:same]], at)
            if not near[0].moved:
                beam.settle()
            self.steps, self.stands = list(agreed[:ripe]), near[0].until(ripe)
            if beam.seen.zero is None and self.stands.clock is not None:
                beam.run_clock(self.stands.clock)
        self._forget_certain(count, at)
        return found

    def _is_out_of_turn(self, agreed: Sequence[Step], led: int) -> bool:
        """Return whether a move began after a lead, and ended after a move that follows it.

        The lead was about that other move, which was early, or none. led: see Guidance.
        """
        new = agreed[max(len(self.steps) - 1, 0) :]
        late = (one for one, other in pairwise(new) if other.ended < one.ended)
        return any(NEVER < led < min((used.at for used in one.used), default=NEVER) for one in late)

    def _note(self, agreed: Sequence[Step], at: int) -> None:
        """Note since when these steps are agreed on: since a touch, or because time has passed."""
        moves = [step.move for step in agreed]
        same = common([moves, [move for move, _ in self._agreed]])
        since = at if at == self._beam.seen.touched else NEVER
        self._agreed[same:] = [(move, since) for move in moves[same:]]

    def _is_ripe(self, agreed: Sequence[Step], number: int, at: int, astray: int) -> bool:
        """Return whether the step of this number has rested; at once if nothing can extend it."""
        beam, step = self._beam, agreed[number]
        if any(beam.seen.is_held(one) for one in step.used if one.kind is Open.PRESS):
            return False
        if find(beam.hypotheses[0].open, Open.UP, step.end):
            return False  # its piece is gone
        touched = max((one.at for one in step.used), default=step.ended)
        if touched <= astray and at - beam.seen.touched < beam.costs.ask:
            return False
        agreed_since = self._agreed[number][1]
        if at - max(step.ended, touched, agreed_since) >= beam.costs.rest:
            return True
        plain = beam.owes <= beam.costs.margin
        return plain and not (number == len(agreed) - 1 and is_extendable(step, beam.adapter))

    def _forget_certain(self, agreed: int, at: int) -> None:
        """Forget the committed moves that cannot change any more: all but the last and new ones.

        agreed: how many moves the near hypotheses agree on.
        """
        costs, committed = self._beam.costs, self.steps
        sure = min(agreed, len(committed)) - 1
        while sure > max(len(committed) - costs.span, 0):
            if committed[sure - 1].ended <= at - costs.certain:
                break
            sure -= 1
        if sure <= 0:
            return
        self._beam.make_certain(self.moves[:sure])
        self._explainer.forget(committed[sure - 1].ended)
        self.steps = committed[sure:]
        del self._agreed[:sure]
        self.stands = self.stands.without(sure)

    def put_right(self, at: int) -> None:
        """Prefer the hypothesis of the committed moves, as all pieces stand as they should.

        Pieces put right do not undo moves that only presses have made since.
        """
        beam, stands, near = self._beam, self.stands, self._beam.near()
        since = [one for step in near[0].steps[len(stands.steps) :] for one in step.used]
        pressed = bool(since) and all(one.kind is Open.PRESS for one in since) and not near[0].moved
        follows = near[0].moves[: len(stands.steps)] == stands.moves
        if pressed and follows and all(one.moves == near[0].moves for one in near):
            stands = near[0]
        known = (one for one in beam.hypotheses if one.moves == stands.moves and not one.moved)
        best = next(known, beam.hypotheses[0])
        presses = tuple(one for one in best.open if one.kind is Open.PRESS)[-PRESSES_OF_A_MOVE:]
        beam.condition_on(stands._replace(open=presses, paid=()), at)

"""The beam keeps the cheapest hypotheses, and of those that agree the one that may become so."""

from support.touching import AtDecoder

from firmware.recognition.beam import Beam
from firmware.recognition.costs import COSTS
from firmware.recognition.hypothesis import Hypothesis
from firmware.recognition.inference import Inference
from hal import NO_CONTACTS


def test_of_hypotheses_that_agree_the_cheapest_is_kept_and_one_that_has_paid_less() -> None:
    """What one has paid stays; what stands open may be explained by the next touch."""
    beam = Beam(COSTS)
    cheapest, thrifty, dearer = (Hypothesis(paid, (), None, NO_CONTACTS) for paid in (8.0, 2.0, 9.0))
    beam.cut([("same", 10.0, cheapest), ("same", 14.0, thrifty), ("same", 12.0, dearer)], 0)
    assert [one.cost for one in beam.hypotheses] == [6.0, 0.0]
    assert beam.prices == [8.0, 12.0]


def test_hypotheses_that_differ_in_their_last_two_moves_are_not_merged() -> None:
    at = AtDecoder()
    at.act("+d4 .100 +e1 .100")
    inference = Inference(at.adapter)
    inference.seen.closed = at.closed
    one = at.hypotheses[0]
    inference.restart(one, at.at)
    inference.condition_on(one._replace(steps=one.steps[::-1]), at.at)
    assert [found.moves for found in inference.hypotheses] == [one.moves[::-1], one.moves]


def test_an_answer_settles_what_there_was_no_room_for_too() -> None:
    beam = Beam(COSTS)
    alike = [Hypothesis(0.0, (), n, NO_CONTACTS, certain=n) for n in range(COSTS.beam + 1)]
    beam.cut([(n, 1.0 + n / 100, one) for n, one in enumerate(alike)], 0)
    assert beam.crowded
    beam.overrule(2 * COSTS.overruled)
    assert not beam.crowded

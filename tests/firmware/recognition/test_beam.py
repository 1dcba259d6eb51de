"""The beam keeps the cheapest hypotheses, and of those that agree the one that may become so."""

from support.touching import AtDecoder

from firmware.recognition.beam import Beam, rank
from firmware.recognition.costs import COSTS
from firmware.recognition.hypothesis import Hypothesis
from firmware.recognition.trust import Trust
from hal import NO_CONTACTS


def test_of_hypotheses_that_agree_the_cheapest_is_kept_and_one_that_has_paid_less() -> None:
    """What one has paid stays; what stands open may be explained by the next touch."""
    cheapest, thrifty, dearer = (
        Hypothesis(paid, (), None, NO_CONTACTS, price=price) for paid, price in [(8.0, 10.0), (2.0, 14.0), (9.0, 12.0)]
    )
    assert rank([cheapest, thrifty, dearer], COSTS) == [cheapest, thrifty]


def test_hypotheses_that_differ_in_their_last_two_moves_are_not_merged() -> None:
    at = AtDecoder()
    at.act("+d4 .100 +e1 .100")
    beam = Beam(at.adapter, Trust(at.adapter.places))
    beam.seen.closed = at.closed
    one = at.hypotheses[0]
    beam.restart(one, at.at)
    beam.condition_on(one._replace(steps=one.steps[::-1]), at.at)
    assert [found.moves for found in beam.hypotheses] == [one.moves[::-1], one.moves]

"""Why the table did what it did: what was charged, and what the runner-up was charged besides."""

from collections.abc import Callable

from support.at_table import AtTable

from firmware.games import find_adapter
from firmware.recognition.beam import Beam
from firmware.recognition.costs import COSTS
from firmware.recognition.explain import Explainer
from firmware.recognition.hypothesis import Hypothesis
from firmware.recognition.trust import Trust
from firmware.sensing.events import Kind, Touch
from firmware.study.explain import Explanations, as_text
from hal import reed
from rules import find_game

Sit = Callable[..., AtTable]

START = find_game("forum_romanum").start(3)
FORUM = find_adapter(START, "forum_romanum")
CELL = FORUM.overlay.cells


def touch(seconds: float, kind: Kind, field: str) -> Touch:
    return Touch(round(seconds * 1_000_000), kind, CELL[field])


def after(*touches: Touch) -> Beam:
    """What is believed in a new game after these touches, which move no other contacts."""
    beam = Beam(FORUM, Trust(FORUM.places))
    beam.restart(Hypothesis(0.0, (), START, FORUM.start(START)), 0)
    for one in touches:
        if one.kind in (Kind.LIFT, Kind.PLACE):
            beam.seen.closed ^= reed(one.cell)
        beam.touch(one)
    return beam


def explained(at_table: AtTable, script: str) -> Explanations:
    """What is explained of a script of touches, after which the table rests."""
    at_table.act(script)
    at_table.advance(2.5)
    explanations = Explanations()
    for effect in at_table.effects:
        explanations.tell(effect)
    return explanations


# From a beam


def test_the_runner_up_is_the_cheapest_hypothesis_that_differs_here() -> None:
    """Two contacts close at once: either may be the move."""
    beam = after(touch(1, Kind.PLACE, "d4"), touch(1.01, Kind.PLACE, "d5"))
    best = next(one for one in beam.hypotheses if one.moves[:1] == ("y@d4",))
    (told,) = Explainer(beam).moved(best.steps[:1], 1_100_000)
    assert told.next == "y@d5"
    assert told.margin is not None
    assert told.margin >= 0
    assert told.rival


def test_explaining_changes_nothing() -> None:
    beam = after(touch(1, Kind.PLACE, "d4"))
    kept = [*beam.hypotheses], beam.owes
    Explainer(beam).moved(beam.hypotheses[0].steps, 1_250_000)
    assert (beam.hypotheses, beam.owes) == kept


def test_what_is_charged_names_a_cost_of_the_table() -> None:
    beam = after(
        touch(1, Kind.PLACE, "d4"),
        touch(1.5, Kind.PRESS, "a1"),
        touch(2, Kind.LIFT, "d4"),
        touch(2.1, Kind.PLACE, "d5"),
        touch(4, Kind.LIFT, "d5"),
        touch(5, Kind.PLACE, "d5"),
    )
    charged = {one.key for found in beam.hypotheses for one in found.paid}
    assert charged
    assert charged <= {*COSTS._fields}


# At a table


def test_a_question_and_its_answer_are_told(sit_down: Sit) -> None:
    at_table = sit_down()
    got = explained(at_table, "+c3 .600 +d4 .001 +d5 2. !d5 1.")
    (asked,) = got.asked
    assert at_table.session.questions == 1
    assert set(asked.moves) == {"b@d4", "b@d5"}
    assert asked.margin is not None
    assert asked.margin <= COSTS.margin
    assert got.moves[-1].moves == ("b@d5",)
    assert "overruled" in {item.key for item in got.moves[-1].rival}


def test_whatever_is_done_can_be_explained_as_text(sit_down: Sit) -> None:
    got = explained(sit_down(), "+d4 .001 +d5 2. !d5 .500 +a1 +b1 +c1 .100 -b1 !e1 !e2 +d7 -d4 3.")
    assert all(as_text(one).strip() for one in (*got.moves, *got.rests))

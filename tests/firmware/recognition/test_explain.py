"""Why the table thought so: the story, the cost and the runner-up of each move that is told."""

from collections.abc import Callable

import pytest
from conftest import AtTable

from firmware.games import find_adapter
from firmware.recognition.beam import Beam
from firmware.recognition.explain import Explainer, between, explain, explain_key, needed
from firmware.recognition.story import Story
from firmware.sensing.events import Kind, Touch
from firmware.study.explain import Explanations, as_text
from rules import find_game

Sit = Callable[..., AtTable]

START = find_game("forum_romanum").start(3)
FORUM = find_adapter(START, "forum_romanum")
CELL = FORUM.overlay.cells


def touch(seconds: float, kind: Kind, field: str) -> Touch:
    return Touch(round(seconds * 1_000_000), kind, CELL[field])


def beam_after(*touches: Touch) -> Beam:
    """The beam of a new game after these touches, which move no other contacts."""
    beam = Beam(FORUM)
    beam.restart(Story(0.0, (), START, FORUM.start(START)), 0)
    for one in touches:
        if one.kind in (Kind.LIFT, Kind.PLACE):
            beam.actual ^= 1 << one.cell
        beam.touch(one)
    return beam


def explained(at_table: AtTable, script: str) -> Explanations:
    """What is explained of a script of touches, after which the table rests."""
    at_table.act(script)
    at_table.advance(2.5)
    explanations = Explanations()
    for effect in at_table.told:
        explanations.tell(effect)
    return explanations


# From a beam


def test_a_placed_piece_is_a_story_of_one_line() -> None:
    placed = touch(1, Kind.PLACE, "d4")
    beam = beam_after(placed)
    (step,) = beam.stories[0].steps
    told = explain(beam, step, 1_250_000, [placed])
    assert told.move == "y@d4"
    assert told.at == 1_250_000
    assert told.cost == 0
    assert told.story == ("placed on d4 at 1.000 s",)


def test_the_runner_up_is_the_cheapest_story_that_differs_here() -> None:
    """Two contacts close at once: either may be the move."""
    touches = [touch(1, Kind.PLACE, "d4"), touch(1.01, Kind.PLACE, "d5")]
    beam = beam_after(*touches)
    best = next(story for story in beam.stories if story.moves[:1] == ("y@d4",))
    told = explain(beam, best.steps[0], 1_100_000, touches)
    assert told.next == "y@d5"
    assert told.margin is not None
    assert told.margin >= 0


def test_without_a_rival_there_is_no_margin() -> None:
    beam = beam_after(touch(1, Kind.PLACE, "d4"))
    best = beam.stories[0]
    beam.hypotheses.drop(lambda story: story is not best)
    told = explain(beam, beam.stories[0].steps[0], 1_250_000)
    assert (told.next, told.margin) == (None, None)


def test_a_step_of_no_story_cannot_be_explained() -> None:
    step = beam_after(touch(1, Kind.PLACE, "d4")).stories[0].steps[0]
    with pytest.raises(LookupError, match="y@d4"):
        explain(beam_after(), step, 1_250_000)


def test_explaining_changes_nothing() -> None:
    placed = touch(1, Kind.PLACE, "d4")
    beam = beam_after(placed)
    kept = beam.hypotheses
    stories, prices, debt = kept.stories, kept.prices, kept.debt
    explain(beam, beam.stories[0].steps[0], 1_250_000, [placed])
    assert (kept.stories, kept.prices, kept.debt) == (stories, prices, debt)


def test_a_question_lies_between_the_moves_of_the_stories_each_once() -> None:
    beam = beam_after(touch(1, Kind.PLACE, "d4"), touch(1.01, Kind.PLACE, "d5"))
    assert set(between(beam.stories, 0)) == {"y@d4", "y@d5"}
    assert len(between(beam.stories, 0)) == 2
    assert between(beam.stories, 9) == ()


def test_a_move_of_a_key_has_no_runner_up() -> None:
    told = explain_key("agree", 3_000_000)
    assert told == ("agree", 3_000_000, 0.0, None, None, ("a key made it",))


# What is remembered


def test_what_is_certain_is_forgotten_but_for_what_has_not_moved_back() -> None:
    knocked, placed = touch(0.5, Kind.LIFT, "a1"), touch(1, Kind.PLACE, "d4")
    passed = [touch(0.8, Kind.PLACE, "e4"), touch(0.9, Kind.LIFT, "e4")]
    later = touch(2, Kind.PLACE, "d6")
    steps = beam_after(placed).stories[0].steps
    assert needed([knocked, *passed, placed, later], steps) == [knocked, later]
    assert needed([placed], ()) == [placed]


def test_touches_without_end_are_not_remembered_for_ever() -> None:
    explainer = Explainer()
    for number in range(1000):
        explainer.note(touch(number, Kind.PRESS, "a1"))
    beam = beam_after(touch(2000, Kind.PLACE, "d4"))
    (told,) = explainer.explain(beam, beam.stories[0].steps, 2_000_250_000)
    assert len(told.story) == 1 + 128


# At a table


def lines(explanations: Explanations, number: int) -> tuple[str, ...]:
    return explanations.moves[number].story


def test_a_table_explains_each_move_that_stays(sit_down: Sit) -> None:
    at_table = sit_down()
    got = explained(at_table, "+d4 .600 +e1 .600 UNDO .300 -e1 .600 +a1")
    assert [one.move for one in got.moves] == at_table.moves == ["y@d4", "b@a1"]
    assert [one.at for one in got.moves] == [ply.at for ply in at_table.session.plies]


def test_a_piece_that_was_knocked_comes_back_in_the_story(sit_down: Sit) -> None:
    got = explained(sit_down(), "+d4 .600 +e1 .150 -d4 .080 +d4 .600 +a1")
    told = [line for one in got.moves for line in one.story]
    assert sum("d4 was knocked and came back: open from" in line for line in told) == 1


def test_a_slide_passes_cells(sit_down: Sit) -> None:
    got = explained(sit_down(), "+c3 .060 +d3 .040 -c3")
    assert [one.move for one in got.moves] == ["y@d3"]
    assert lines(got, 0)[0].startswith("a piece passed c3: closed from ")
    assert lines(got, 0)[1].startswith("placed on d3 at ")


def test_a_change_of_mind_is_told(sit_down: Sit) -> None:
    got = explained(sit_down(), "+c3 .900 -c3 .300 +c5")
    assert [one.move for one in got.moves] == ["y@c5"]
    assert lines(got, 0)[0].startswith("put down on c3 and taken up again: closed from ")


def test_a_press_that_means_nothing_is_told_as_leaning_when_it_is_long(sit_down: Sit) -> None:
    at_table = sit_down()
    at_table.press("a1", 0.7)
    got = explained(at_table, "7. +d4")
    assert "not explained yet" not in " ".join(lines(got, 0))
    assert lines(got, 0)[0].startswith("pressed a1 at ")
    assert lines(got, 0)[1].startswith("placed on d4 at ")


def test_a_question_and_its_answer_are_told(sit_down: Sit) -> None:
    at_table = sit_down()
    got = explained(at_table, "+c3 .600 +d4 .001 +d5 2. !d5 1.")
    assert len(got.asked) == at_table.session.questions == 1
    assert set(got.asked[0].between) == {"b@d4", "b@d5"}
    assert got.moves[-1].move == "b@d5"
    assert lines(got, 1)[-1].startswith("pressed d5 at ")
    assert lines(got, 1)[-1].endswith(" as an answer")


def test_a_turn_of_hourglasses_is_told(sit_down: Sit) -> None:
    got = explained(sit_down("hourglass", 2), "~A .300 ~B .300 ~C .300 ~a .300 ~b .300 ~c .600")
    assert [one.move for one in got.moves] == ["start"]
    assert [line[:8] for line in lines(got, 0)] == [f"turned {name}" for name in "ABCabc"]


def test_whatever_is_done_can_be_explained_as_text(sit_down: Sit) -> None:
    got = explained(sit_down(), "+d4 .001 +d5 2. !d5 .500 +a1 +b1 +c1 .100 -b1 !e1 !e2 +d7 -d4 3.")
    assert all(as_text(one).strip() for one in got.moves)
    assert all(as_text(one).strip() for one in got.asked)
    assert got.as_text().count("asked:") == len(got.asked)

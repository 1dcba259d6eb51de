"""The guided first games: each is legal in the engine, and ends with a result that is scored."""

import re
from itertools import pairwise

import msgspec
import pytest

from firmware.teaching.course import Lesson, read_course
from firmware.teaching.lesson import PlayableStep, steps_of
from firmware.teaching.texts import read_steps
from firmware.web.lessons import lesson
from firmware.words import LANGUAGES, find_words
from rules import NAMES, GameError

RESULTS = {
    "revolution": ("flag", 9),  # RV-23: the loser has no points
    "hourglass": ("finished", 4, 2),  # HG-15
    "forum_romanum": ("scored", 17, 10),  # FR-15
    "manoeuvre": ("home", 46, 38),  # GM-19
}


def lesson_of(game: str) -> Lesson:
    return read_course(game).lesson


def scores(shown: PlayableStep, you: str) -> list[int]:
    """The scores before a step, the learner's first, then the others from the best."""
    by_seat = shown.lines[0].position.scores()
    return [by_seat.pop(you), *sorted(by_seat.values(), reverse=True)]


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_ends_with_a_result_that_the_engine_scores(game: str) -> None:
    you, last = lesson_of(game).you, list(steps_of(game))[-1]
    reason, *told = RESULTS[game]
    outcome = last.lines[-1].position.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, (you,))
    assert scores(last, you)[: len(told)] == told
    for language in LANGUAGES:
        assert {str(one) for one in told} <= {*re.findall(r"\d+", read_steps(game, language)[-1].text)}


@pytest.mark.parametrize(("step", "told"), [(5, 1), (6, 2)])
def test_forum_romanum_tells_the_steps_that_the_engine_has_counted(step: int, told: int) -> None:
    shown = scores(list(steps_of("forum_romanum"))[step], "1")[:told]
    for language in LANGUAGES:
        text = read_steps("forum_romanum", language)[step].text
        assert {str(one) for one in shown} <= {*re.findall(r"\d+", text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_each_step_has_its_text_its_button_and_the_numbers_of_the_english_one(game: str, language: str) -> None:
    shown = list(steps_of(game))
    texts, english = read_steps(game, language), read_steps(game, "en")
    assert [bool(text.button) for text in texts] == [one.step.button for one in shown]
    for text, other in zip(texts, english, strict=True):
        assert sorted(re.findall(r"\d+", text.text)) == sorted(re.findall(r"\d+", other.text)), text
    assert "*" not in str([step.text for step in lesson(game, find_words(language, {})).steps])


@pytest.mark.parametrize("game", NAMES)
def test_the_learner_moves_only_in_the_learners_turn(game: str) -> None:
    for shown in steps_of(game):
        before, step = shown.lines[0].position, shown.step
        if step.move and step.move != "start":  # both begin: HG-8
            assert before.to_move == lesson_of(game).you
            assert before.outcome is None
        for line in shown.lines[1 if step.move else 0 : -1]:
            assert step.then, f"{step.move}: nothing follows, but the game has gone on"
            assert line.position.outcome is None


@pytest.mark.parametrize("game", NAMES)
def test_every_move_can_be_made_by_hand_or_has_a_button(game: str) -> None:
    for shown in steps_of(game):
        assert (shown.hand is not None) + shown.step.button == bool(shown.step.move)
        if shown.hand is not None:
            things = {
                one.cell: one.seat
                for one in shown.adapter.things(shown.lines[0].position)
                if one.kind not in ("reward", "bonus")
            }
            assert shown.hand.target in shown.adapter.overlay.names
            if isinstance(shown.hand.source, int):
                assert shown.hand.source in things
                assert things[shown.hand.source] in (lesson_of(game).you, None)


@pytest.mark.parametrize("game", NAMES)
def test_a_step_leads_to_where_the_next_one_begins(game: str) -> None:
    shown = iter(steps_of(game))
    for scene in lesson_of(game).scenes:
        of_scene = [next(shown) for _ in scene.steps]
        for before, after in pairwise(of_scene):
            assert after.lines[0].position == before.lines[-1].position


def test_a_step_that_breaks_a_rule_is_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    course = read_course("forum_romanum")
    first = course.lesson.scenes[0]
    wrong = msgspec.structs.replace(first, steps=(*first.steps, first.steps[1]))  # e7 is taken by then
    broken = msgspec.structs.replace(course, lesson=Lesson("1", (wrong,)))
    monkeypatch.setattr("firmware.teaching.lesson.read_course", lambda _: broken)
    with pytest.raises(GameError):
        list(steps_of("forum_romanum"))

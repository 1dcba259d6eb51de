"""The guided first games: each is legal in the engine, and ends with a result that is scored."""

import pytest

from firmware.teaching.lesson import Shown, find_lesson, steps_of
from firmware.web.lessons import lesson
from firmware.words import LANGUAGES, find_words
from rules import NAMES, GameError

ENGLISH = find_words("en", {})
RESULTS = {
    "revolution": ("flag", 9, 0),  # RV-23
    "hourglass": ("finished", 4, 2),  # HG-15
    "forum_romanum": ("scored", 17, 10),  # FR-15
    "manoeuvre": ("home", 46, 38),  # GM-19
}


def steps(game: str) -> list[Shown]:
    return list(steps_of(game))


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_ends_with_a_result_that_the_engine_scores(game: str) -> None:
    you, last = find_lesson(game).you, steps(game)[-1]
    reason, mine, others = RESULTS[game]
    outcome = last.lines[-1].position.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, (you,))
    assert last.values(you) == {"you": mine, "other": others}
    assert "{you}" in last.step.text


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_takes_about_three_minutes(game: str) -> None:
    words = sum(len(shown.step.text.split()) for shown in steps(game))
    made = sum(1 for shown in steps(game) if shown.step.move)
    followed = sum(len(shown.lines) - 1 for shown in steps(game))
    seconds = words / 3 + 4 * made + 0.9 * followed  # three words are read in a second
    assert 60 < seconds < 200


@pytest.mark.parametrize("game", NAMES)
def test_the_learner_moves_only_in_the_learners_turn(game: str) -> None:
    for shown in steps(game):
        before, step = shown.lines[0].position, shown.step
        if step.move and step.move != "start":  # both begin: HG-8
            assert before.to_move == find_lesson(game).you
            assert before.outcome is None
        for line in shown.lines[1 if step.move else 0 : -1]:
            assert step.then, f"{step.text}: nothing follows, but the game has gone on"
            assert line.position.outcome is None


@pytest.mark.parametrize("game", NAMES)
def test_every_move_can_be_made_by_hand_or_has_a_button(game: str) -> None:
    for shown in steps(game):
        by_hand, button = shown.hand is not None, bool(shown.step.button)
        assert by_hand + button == bool(shown.step.move)
        if shown.hand is not None:
            things = {
                one.cell: one.seat
                for one in shown.lines[0].adapter.things(
                    shown.lines[0].position, shown.lines[0].closed
                )
                if one.kind not in ("reward", "bonus")
            }
            assert shown.hand.target in shown.lines[0].adapter.overlay.names
            if isinstance(shown.hand.source, int):
                assert shown.hand.source in things
                assert things[shown.hand.source] in (find_lesson(game).you, None)


@pytest.mark.parametrize("game", NAMES)
def test_a_step_leads_to_where_the_next_one_begins(game: str) -> None:
    scenes = iter(find_lesson(game).scenes)
    ends = [len(scene.steps) for scene in scenes]
    starts = {sum(ends[:n]) for n in range(1, len(ends))}  # where a new scene begins
    shown = steps(game)
    for at in range(1, len(shown)):
        if at not in starts:
            assert shown[at].lines[0].position == shown[at - 1].lines[-1].position


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_a_page_is_told_the_same_lesson_in_every_language(game: str, language: str) -> None:
    told, english = lesson(game, find_words(language, {})), lesson(game, ENGLISH)
    for one, other in zip(told["steps"], english["steps"], strict=True):
        assert one["hand"] == other["hand"]
        assert "{" not in one["text"]
        assert (one["text"] != other["text"]) == (language != "en")
        assert len(one["states"]) == len(other["states"]) >= 1
        assert one["states"][0]["sheet"].startswith(f"/sheet/{game}.svg?lang={language}")


def test_a_step_that_breaks_a_rule_is_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = find_lesson("forum_romanum")
    first = whole.scenes[0]
    wrong = first._replace(steps=(*first.steps, first.steps[1]))  # e7 is taken by then
    monkeypatch.setattr(
        "firmware.teaching.lesson.find_lesson", lambda _: whole._replace(scenes=(wrong,))
    )
    with pytest.raises(GameError):
        list(steps_of("forum_romanum"))

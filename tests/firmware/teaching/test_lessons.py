"""The guided first games: each is legal in the engine, and ends with a result that is scored."""

import pytest

from firmware.teaching.lesson import Shown, find_lesson, steps_of
from rules import NAMES, GameError

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
                for one in shown.adapter.things(shown.lines[0].position)
                if one.kind not in ("reward", "bonus")
            }
            assert shown.hand.target in shown.adapter.overlay.names
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


def test_a_step_that_breaks_a_rule_is_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = find_lesson("forum_romanum")
    first = whole.scenes[0]
    wrong = first._replace(steps=(*first.steps, first.steps[1]))  # e7 is taken by then
    monkeypatch.setattr("firmware.teaching.lesson.find_lesson", lambda _: whole._replace(scenes=(wrong,)))
    with pytest.raises(GameError):
        list(steps_of("forum_romanum"))

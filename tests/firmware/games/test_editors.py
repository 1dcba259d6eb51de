"""The board editor: a position laid apart and put together again is the same one."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.set_up import played_on

from firmware.games.editors import edited, find_editor
from firmware.words import find_words
from rules import NAMES, MalformedError, Position, find_game

TOLD_BY_TEXT_ALONE = {  # which pieces and answers leave out
    "forum_romanum": ["plies"],
    "manoeuvre": ["plies"],
    "revolution": ["plies", "claim"],
    "hourglass": ["plies", "stalled", "since"],
}


def some_position(game: str, seed: int, plies: int) -> Position:
    rules, rng = find_game(game), random.Random(seed)
    start = rules.start(rng.choice(rules.players), rules.draw_options({}, rng))
    return played_on(start, plies, rng)[1]


def as_told(game: str, position: Position) -> list[str]:
    left_out = tuple(f"{word}:" for word in TOLD_BY_TEXT_ALONE[game])
    words = repr(position).split(" ")
    if game in ("manoeuvre", "revolution"):  # a turn that has begun may begin again
        words[1] = words[1].partition(":")[0]
    return [word for word in words if not word.startswith(left_out)]


@given(st.sampled_from(NAMES), st.integers(0, 9999), st.integers(0, 60))
def test_a_position_laid_apart_is_put_together_again(game: str, seed: int, plies: int) -> None:
    position, editor = some_position(game, seed, plies), find_editor(game)
    if position.outcome is not None:
        return
    answers = {one.name: one.answer for one in editor.questions(position, {})}
    again = edited(game, position, editor.laid(position), answers)
    assert as_told(game, again) == as_told(game, position)


@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 60))
def test_there_are_as_many_pieces_as_a_position_can_have(game: str, seed: int, plies: int) -> None:
    position, editor = some_position(game, seed, plies), find_editor(game)
    numbers = {kind.code: kind.number for kind in editor.kinds(position)}
    laid = [code for codes in editor.laid(position).values() for code in codes]
    assert all(laid.count(code) <= number for code, number in numbers.items())
    assert set(laid) <= numbers.keys()
    assert editor.laid(position).keys() <= set(editor.fields(position))


@pytest.mark.parametrize(
    ("game", "laid", "said"),
    [
        ("revolution", {"c3": ["N"], "a1": ["l7"]}, "cards and stones come after"),
        ("revolution", {"c3": ["o"]}, "a stone lies on a card or on Notre Dame"),
        ("revolution", {"c3": ["N"], "c4": ["N"]}, "not so many pieces"),
        ("manoeuvre", {"3": ["1", "1"]}, "as they come out in turn"),
        ("manoeuvre", {"9": ["1"]}, "nobody is beyond field 6"),
        ("manoeuvre", {"court-3": ["1", "2"]}, "one recruit at most"),
        ("forum_romanum", {"a9": ["y"]}, "no pieces can be laid on a9"),
        ("hourglass", {"e": ["a"]}, "a glass that was never turned is where it started"),
    ],
)
def test_what_cannot_be_is_said_in_plain_words(game: str, laid: dict[str, list[str]], said: str) -> None:
    start = find_game(game).start(2)
    with pytest.raises(MalformedError) as refused:
        edited(game, start, laid, {})
    assert said in str(refused.value.plain)
    assert "position" not in find_words("en", {}).tell(refused.value.plain)

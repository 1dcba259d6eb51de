"""Blank score sheets: each game and each number of players, on A4, in each language."""

from contextlib import suppress
from itertools import combinations

import pytest
from support.nightly import nightly_but

from firmware.words import LANGUAGES, find_words
from rules import NAMES, IllegalError, find_game
from wiring.score_sheet import score_sheets
from wiring.score_sheets import forum_romanum, hourglass, manoeuvre, revolution
from wiring.score_sheets.form import Form
from wiring.sheets.shapes import A4, Text, box, meet, reach

EVERY = [(game, players) for game in NAMES for players in find_game(game).players]
FORMS = {
    "revolution": revolution.form,
    "hourglass": hourglass.form,
    "forum_romanum": forum_romanum.form,
    "manoeuvre": manoeuvre.form,
}


def forms() -> list[tuple[str, Form]]:
    return [(game, FORMS[game](players)) for game, players in EVERY]


@pytest.mark.parametrize("language", nightly_but(LANGUAGES, "de"))  # whose words are the longest
@pytest.mark.parametrize(
    ("game", "players"), nightly_but(EVERY, ("hourglass", 2), ("revolution", 2), ("forum_romanum", 6), ("manoeuvre", 4))
)
def test_everything_lies_on_the_paper_no_label_is_cut_and_no_two_texts_overlap(
    game: str, players: int, language: str
) -> None:
    words = find_words(language, {}).catalogue.gettext
    for page in score_sheets(game, players, words):
        assert (page.width, page.height) == A4
        for shape in page.shapes:
            left, top, right, bottom = reach(shape)
            assert 0 <= left <= right <= A4[0], shape
            assert 0 <= top <= bottom <= A4[1], shape
        texts = [one for one in page.shapes if isinstance(one, Text)]
        assert not [one for one in texts if one.text.endswith("…")]
        for one, other in combinations((text for text in texts if text.size > 2.7), 2):
            assert not meet(box(one), box(other)), (one.text, other.text)


def test_there_is_a_line_for_each_player_and_a_row_to_write_in() -> None:
    for (game, players), (_, form) in zip(EVERY, forms(), strict=True):
        assert len(form.seats) == players
        first, *_ = score_sheets(game, players)
        scores = [one for one in first.shapes if isinstance(one, Text) and one.text == "Score"]
        assert len(scores) == players


def test_the_notation_that_is_explained_is_that_of_the_rules() -> None:
    for (game, players), (_, form) in zip(EVERY, forms(), strict=True):
        start = find_game(game).start(players)
        for example, _ in form.notation:
            with suppress(IllegalError):  # it is none now, but never malformed
                start.play(example)

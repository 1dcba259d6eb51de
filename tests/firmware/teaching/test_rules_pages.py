"""The pages of rules: every board is one that the engine allows, every number its own."""

import re
from html import escape
from html.parser import HTMLParser

import pytest
from support.nightly import nightly_but

from firmware.teaching.figure import Figure, draw, position_after
from firmware.teaching.rules_page import Chapter, Question, Rule, Steps, as_card, as_html, find_rules
from firmware.words import LANGUAGES, find_words
from rules import NAMES, GameError

ENGLISH = find_words("en", {})


def chapters(game: str) -> tuple[Chapter, ...]:
    return find_rules(game).PAGE.chapters


def parts(game: str) -> list[Rule | Figure]:
    """All rules and figures, those of steps and the answers too."""
    found: list[Rule | Figure] = []
    for part in (part for one in chapters(game) for part in one.parts):
        match part:
            case Steps(shown):
                found += shown
            case Question(_, answer):
                found.append(answer)
            case _:
                found.append(part)
    return found


def figures(game: str) -> list[Figure]:
    return [part for part in parts(game) if isinstance(part, Figure)]


def rules(game: str) -> list[Rule]:
    return [part for part in parts(game) if isinstance(part, Rule)]


class Outline(HTMLParser):
    """What a page consists of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.unclosed: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "link"):
            self.unclosed.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.unclosed.pop() == tag


@pytest.mark.parametrize("game", NAMES)
def test_every_figure_is_a_position_that_can_be_played_to(game: str) -> None:
    assert len(figures(game)) >= 4
    for figure in figures(game):
        assert draw(game, figure, ENGLISH).shapes


def test_a_figure_that_breaks_a_rule_cannot_be_drawn() -> None:
    with pytest.raises(GameError):
        draw("forum_romanum", Figure("", "y@a1, b@a1", 4), ENGLISH)


@pytest.mark.parametrize("language", nightly_but(LANGUAGES, "de"))
@pytest.mark.parametrize("game", nightly_but(NAMES, "manoeuvre"))
def test_a_page_is_complete_in_every_language_and_needs_no_script(game: str, language: str) -> None:
    page = as_html(game, find_words(language, {}), style="rules.css")
    outline = Outline(page)
    assert outline.unclosed == []
    assert "script" not in outline.tags
    assert outline.tags.count("h1") == 1
    assert outline.tags.count("h2") == len(chapters(game))
    assert outline.tags.count("figure") == len(figures(game))
    assert not re.search(r"[{}]", page)  # every number is filled in
    assert f'lang="{language}"' in page
    if language != "en":
        assert page != as_html(game, ENGLISH, style="rules.css").replace('lang="en"', "")


@pytest.mark.parametrize("language", nightly_but(LANGUAGES, "fr"))
@pytest.mark.parametrize("game", nightly_but(NAMES, "hourglass"))
def test_a_card_has_the_steps_of_a_turn_and_what_to_keep_in_mind(game: str, language: str) -> None:
    words, page = find_words(language, {}), find_rules(game).PAGE
    card = as_card(game, words, style="")
    outline = Outline(card)
    assert outline.unclosed == []
    assert outline.tags.count("figure") == len(page.turn.figures) == 3
    assert all(rule.clauses and escape(words(rule.text)) in card for rule in page.card)
    assert 'href="/rules/' in card
    assert 'href="/' not in as_card(game, words, style="", links=False).partition("<body>")[2]


UNSAID = {"GM-20"}
"""Clauses that say nothing to players: what the rulebook itself does not describe."""


@pytest.mark.parametrize(
    ("game", "prefix", "last"),
    [("revolution", "RV", 23), ("hourglass", "HG", 16), ("forum_romanum", "FR", 20), ("manoeuvre", "GM", 20)],
)
def test_each_clause_is_covered_by_a_sentence_of_the_page(game: str, prefix: str, last: int) -> None:
    cited = {clause for rule in rules(game) for clause in rule.clauses.split(", ")}
    assert {f"{prefix}-{number}" for number in range(1, last + 1)} - cited <= UNSAID


def test_revolution_is_scored_by_the_stones_that_the_loser_has_not_set() -> None:
    """RV-23, RV-19."""
    worked = find_rules("revolution").worked()
    figure = next(one for one in figures("revolution") if "e1 e2" in one.lit)
    won = position_after("revolution", 2, figure.moves)
    assert won.outcome is not None
    assert (won.outcome.reason, won.outcome.winners) == ("flag", ("light",))
    assert (worked["dark"], worked["points"]) == (2, 9)
    assert (worked["flag"], worked["own"]) == (7, 0)
    before = position_after("revolution", 2, "N@c3, V@b5, B@d1, 9@a1")
    assert "*a1" in before.legal_moves()  # RV-13: a draw will do on a card of one's own


def test_hourglass_runs_back_what_had_run_through() -> None:
    """HG-5, HG-15."""
    worked = find_rules("hourglass").worked()
    assert (worked["full"], worked["waited"], worked["left"]) == (120, 30, 30)
    assert (worked["white"], worked["pink"]) == (4, 2)


def test_forum_romanum_is_scored_as_in_the_examples_of_the_rulebook() -> None:
    """FR-18, FR-19, FR-20."""
    assert find_rules("forum_romanum").worked() == {
        "row_most": 7,
        "row_fewest": 4,
        "house_most": 6,
        "house_fewest": 2,
        "tie_most": 4,
        "tie_fewest": 4,
    }


def test_manoeuvre_multiplies_rank_and_passengers_and_sums_places_and_stones() -> None:
    """GM-12, GM-13, GM-19."""
    worked = find_rules("manoeuvre").worked()
    assert (worked["rank"], worked["far"], worked["end"]) == (4, 12, 15)
    assert worked["red"] == 12 + 10 + 8 + 6 + 4 + 1 + 1 + 3
    assert worked["yellow"] == 11 + 9 + 7 + 5 + 3 + 2 + 2

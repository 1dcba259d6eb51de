"""The pages of rules: every board is one that the engine allows, every number its own."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from markdown_it.token import Token
from support.nightly import nightly_but

from firmware.teaching.course import Board, read_course
from firmware.teaching.figure import draw, line_of
from firmware.teaching.rules_page import as_card, as_html
from firmware.teaching.texts import read_rules
from firmware.words import LANGUAGES, find_words
from rules import NAMES, GameError

ENGLISH = find_words("en", {})
OTHERS = [language for language in LANGUAGES if language != "en"]


def blocks(game: str, language: str) -> list[Token]:
    """The paragraphs, headings and pictures of a text, the card's too."""
    page = read_rules(game, language)
    tokens = [token for part in (*page.chapters, page.card) for token in part]
    return [token for token in tokens if token.type == "inline"]


def pictures(tokens: Sequence[Token]) -> list[str]:
    """The boards that are shown, by name."""
    inner = [child for token in tokens for child in token.children or ()]
    return [str(child.attrs["src"]) for child in inner if child.type == "image"]


def numbers(text: str) -> list[int]:
    """The numbers of a sentence, without those of fields and clauses."""
    return sorted(int(one) for one in re.findall(r"(?<![\w-])\d+(?!\w)", text.partition("<!--")[0]))


def after(game: str, board: str, then: str = "") -> Any:
    """The position at a board of its rules, and after more moves, of the game's own class."""
    found = read_course(game).boards[board]
    return line_of(game, msgspec.structs.replace(found, moves=f"{found.moves}, {then}")).position


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
def test_every_board_is_shown_and_can_be_played_to(game: str) -> None:
    boards = read_course(game).boards
    assert set(pictures(blocks(game, "en"))) == set(boards)
    for board in boards.values():
        assert draw(game, board, ENGLISH, "").shapes


def test_a_board_that_breaks_a_rule_cannot_be_drawn() -> None:
    with pytest.raises(GameError):
        draw("forum_romanum", Board(moves="y@a1, b@a1", players=4), ENGLISH, "")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", NAMES)
def test_every_language_says_the_same_with_the_same_boards_and_numbers(game: str, language: str) -> None:
    ours, theirs = blocks(game, "en"), blocks(game, language)
    assert pictures(theirs) == pictures(ours)
    assert [token.level for token in theirs] == [token.level for token in ours]
    for one, other in zip(ours, theirs, strict=True):
        assert numbers(other.content) == numbers(one.content), other.content


@pytest.mark.parametrize("language", nightly_but(LANGUAGES, "de"))
@pytest.mark.parametrize("game", nightly_but(NAMES, "manoeuvre"))
def test_a_page_is_complete_in_every_language_and_needs_no_script(game: str, language: str) -> None:
    page = as_html(game, find_words(language, {}), style="rules.css")
    outline, text = Outline(page), read_rules(game, language)
    assert outline.unclosed == []
    assert "script" not in outline.tags
    assert outline.tags.count("h1") == 1
    assert outline.tags.count("h2") == len(text.chapters)
    assert outline.tags.count("figure") == len(pictures(blocks(game, language)))
    assert not re.search(r"[{}*]|<!--|!\[", page)  # nothing of Markdown is left
    assert f'lang="{language}"' in page


@pytest.mark.parametrize("language", nightly_but(LANGUAGES, "fr"))
@pytest.mark.parametrize("game", nightly_but(NAMES, "hourglass"))
def test_a_card_has_the_steps_of_a_turn_and_what_to_keep_in_mind(game: str, language: str) -> None:
    words, text = find_words(language, {}), read_rules(game, language)
    card = as_card(game, words, style="")
    outline = Outline(card)
    assert outline.unclosed == []
    assert outline.tags.count("figure") == len(pictures(text.turn)) == 3
    assert outline.tags.count("li") == 3 + sum(token.type == "inline" for token in text.card) > 8
    assert 'href="/rules/' in card
    assert 'href="/' not in as_card(game, words, style="", links=False).partition("<body>")[2]


UNSAID = {"GM-20"}
"""Clauses that say nothing to players: what the rulebook itself does not describe."""


@pytest.mark.parametrize(
    ("game", "prefix", "last"),
    [("revolution", "RV", 23), ("hourglass", "HG", 16), ("forum_romanum", "FR", 20), ("manoeuvre", "GM", 20)],
)
def test_each_clause_is_covered_by_a_sentence_of_the_page(game: str, prefix: str, last: int) -> None:
    text = (files("firmware.teaching") / "texts" / "en" / f"{game}.md").read_text("utf-8")
    cited = {clause for comment in re.findall("<!-- (.*?) -->", text) for clause in comment.split(", ")}
    assert {f"{prefix}-{number}" for number in range(1, last + 1)} - cited <= UNSAID


def revolution() -> dict[str, list[int]]:
    """RV-13, RV-19, RV-23."""
    lain, middle, won = (after("revolution", one) for one in ("lay", "middle", "won"))
    influence, stones = lain.influence("a1"), won.detail()["stones"]
    assert "*a1" in lain.legal_moves()  # a draw will do on a card of one's own
    assert (won.outcome.reason, won.outcome.winners) == ("flag", ("light",))
    return {
        "<!-- RV-13 -->": [influence["light"], influence["dark"] + 9, 9, 9],
        "](middle)": [*middle.detail()["stones"].values(), 8],
        "](won)": [*won.influence("e1").values(), 7],
        "<!-- RV-19, RV-23 -->": [stones["dark"], 11, won.scores()["light"]],
    }


def hourglass() -> dict[str, list[int]]:
    """HG-5, HG-15."""
    full, left = (
        next(glass.remaining // 1000 for glass in after("hourglass", board).glasses if glass.name == "d")
        for board in ("opened", "again")
    )
    end = after("hourglass", "goal").scores()
    return {
        "](opened)": [full],
        "](again)": [left],
        "only": [left, full, left],
        "<!-- HG-14, HG-15 -->": [end["white"], end["pink"], end["white"], end["pink"]],
    }


def forum_romanum() -> dict[str, list[int]]:
    """FR-18, FR-19, FR-20."""
    row, house, tie = (
        after("forum_romanum", *board).scores() for board in (("full_row",), ("house",), ("tied", "agree"))
    )
    return {
        "<!-- FR-18 -->": [row["1"], -row["4"]],
        "<!-- FR-19 -->": [house["4"], -house["1"]],
        "<!-- FR-14, FR-20 -->": [tie["2"], -tie["1"], 4, 4, 2],
    }


def manoeuvre() -> dict[str, list[int]]:
    """GM-12, GM-13, GM-19."""
    ready, over = after("manoeuvre", "free"), after("manoeuvre", "home")
    end = max(int(move[2:]) for move in ready.legal_moves() if move.startswith("3-"))
    detail, scores = over.detail(), over.scores()
    assert over.outcome.winners == ("1",)
    reach = end - 3
    return {
        "<!-- GM-1, GM-3, GM-4 -->": [ready.setup.length, 1, 2, 3, 2, 3],
        "rank": [6, 5, 4, 3, 3, reach // 3, reach // 3, 3, reach, reach, end],
        "Red stands": [
            number for seat in ("1", "2") for number in (*detail["home"][seat], *detail["rewards"][seat], scores[seat])
        ],
    }


EXAMPLES = {"revolution": revolution, "hourglass": hourglass, "forum_romanum": forum_romanum, "manoeuvre": manoeuvre}


@pytest.mark.parametrize("game", NAMES)
def test_the_numbers_of_the_examples_are_those_of_the_engine(game: str) -> None:
    texts = [token.content for token in blocks(game, "en")]
    for mark, expected in EXAMPLES[game]().items():
        assert sorted(expected) in [numbers(text) for text in texts if mark in text], mark

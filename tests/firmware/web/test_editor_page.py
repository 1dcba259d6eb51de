"""Positions are set up by hand, judged in words, analysed and played on from."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from support.finished_games import random_game
from support.page_server import serving
from support.replay_links import link
from support.table_page import Join, axe, browser, examiner, in_browser, join, middle, served

from rules import NAMES

__all__ = ["axe", "browser", "examiner", "join", "served"]  # fixtures

# What is laid first on an empty board: a piece of the tray, a field, and what that is called then.
FIRST = {
    "forum_romanum": ("yellow Roman", "d4", "d4: yellow Roman"),
    "hourglass": ("white hourglass a", "a", "a: white hourglass"),
    "manoeuvre": ("red recruit", "3", "3: red recruit"),
    "revolution": ("Notre Dame", "c3", "c3: Notre Dame"),
}


def editing(join: Join, record: str, *, at: int = 0, **context: Any) -> Page:
    person = join(**context)
    page = person.page
    page.goto(f"{person.served.url}replay?lang=en&setup&at={at}#{link(record)}")
    expect(page.locator("#edit-said")).to_contain_text("This position is possible")
    return page


def field(page: Page, name: str) -> Locator:
    """A field, by its name for who cannot see it."""
    return page.locator(f"#table [aria-label^='{name}: ']")


def drag(page: Page, source: Locator, target: Locator) -> None:
    source.scroll_into_view_if_needed()
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(*middle(target), steps=4)
    page.mouse.up()


def says(page: Page, text: str) -> None:
    expect(page.locator("#edit-said")).to_contain_text(text)


@in_browser
@pytest.mark.parametrize("hand", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("game", NAMES)
def test_a_piece_is_laid_and_taken(join: Join, game: str, hand: str) -> None:
    touch: dict[str, Any] = {"size": "phone", "has_touch": True} if hand == "touch" else {}
    page = editing(join, random_game(game, 0), **touch)
    page.get_by_role("button", name="Clear the board").click()
    piece, name, told = FIRST[game]
    supply = page.get_by_role("button", name=re.compile(rf"{piece}(:|,| \()"))
    target = field(page, name)
    if hand == "mouse":
        drag(page, supply, target)
    elif hand == "touch":
        supply.tap()
        target.tap()
    else:
        supply.focus()
        page.keyboard.press("Enter")
        target.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
    expect(page.get_by_role("gridcell", name=told, exact=True)).to_be_visible()
    if hand == "mouse":
        drag(page, field(page, name), page.locator("#edit-title"))
    elif hand == "keyboard":
        target.focus()
        page.keyboard.press("Delete")
    else:
        page.keyboard.press("Escape")
        target.tap()
        page.get_by_role("button", name="Lay it beside the table").tap()
    expect(page.get_by_role("gridcell", name=f"{name}: empty", exact=True)).to_be_visible()


@in_browser
def test_a_position_that_cannot_be_is_refused_in_words_and_no_game_goes_on_there(
    join: Join,
) -> None:
    page = editing(join, random_game("revolution", 20), at=20)
    expect(page.locator("#edit-done")).to_be_enabled()
    building = page.get_by_role("gridcell", name=": Notre Dame")
    name = str(building.get_attribute("aria-label")).partition(":")[0]
    drag(page, field(page, name), page.locator("#edit-title"))
    says(page, "This position is not possible: cards and stones come after the three buildings.")
    expect(page.locator("#edit-done")).to_be_disabled()
    page.get_by_role("button", name="As it was").click()
    says(page, "This position is possible")


@in_browser
def test_a_position_is_set_up_analysed_and_played_on(join: Join, tmp_path: Path) -> None:
    with serving(tmp_path, table="screen") as here:
        page = join().page
        page.goto(f"{here.url}replay?lang=en&setup#game=forum_romanum")
        says(page, "Player 1 is to move")
        for colour, name in (("yellow", "a1"), ("blue", "b1"), ("red", "c1")):
            page.get_by_role("button", name=re.compile(f"{colour} Roman")).click()
            field(page, name).click()
            page.keyboard.press("Escape")
        page.get_by_label("Steps of the senator: blue Roman").fill("7")
        page.get_by_label("To move").select_option("2:bg")
        says(page, "Player 2 is to move")
        page.get_by_role("button", name="Go on from here").click()
        expect(page.locator("#try-text")).to_have_value(
            "7/7/7/7/7/7/ybr4 2:bg scored:- y0,b7,r0,g0 players:2 plies:3"
        )
        expect(page.locator("#try-expected meter")).to_have_count(2, timeout=30_000)
        page.get_by_role("button", name="Play on from here together").click()
        page.wait_for_url("**/game/*")
        expect(page.get_by_role("gridcell", name="b1: blue Roman")).to_be_visible()
        expect(page.locator("#prompt")).to_contain_text("place a blue or green Roman")


@in_browser
@pytest.mark.parametrize("game", NAMES)
def test_axe_finds_nothing_and_nothing_is_too_wide_where_positions_are_set_up(
    join: Join, game: str, axe: str
) -> None:
    page = editing(join, random_game(game, 20), at=20)
    for width in (320, 640, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    examiner(page, axe)()


@in_browser
def test_there_is_no_way_back_where_no_game_is_shown(join: Join) -> None:
    page = join().page
    page.goto(f"{join().served.url}replay?lang=en&setup#game=forum_romanum")
    says(page, "This position is possible")
    expect(page.get_by_role("button", name="Back to the game")).to_have_count(0)
    turn = page.locator("#edit-turn")
    cut = turn.evaluate("""(one) => {
      const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      return pen.measureText(one.selectedOptions[0].text).width - one.clientWidth + 40;
    }""")
    assert cut < 0

"""The guided first game in a browser: learned to its end by mouse, by touch and by keyboard."""

import json

import pytest
from playwright.sync_api import Page, expect
from support.page_server import Served
from support.table_page import (
    Join,
    axe,
    browser,
    examiner,
    in_browser,
    join,
    middle,
    served,
)

from firmware.teaching.lesson import Shown, steps_of
from rules import NAMES

LONG = 20_000  # milliseconds in which all that follows on a move has been shown


KEYS = {"ArrowLeft": (0, -1), "ArrowRight": (0, 1), "ArrowUp": (-1, 0), "ArrowDown": (1, 0)}


def way(fields: set[int], start: int, end: int) -> list[str]:
    """The arrow keys that lead from one field to another; they jump over cells without a field."""
    ways, found = {start: list[str]()}, [start]
    for at in found:
        for key, (down, right) in KEYS.items():
            row, column = at // 12 + down, at % 12 + right
            while 0 <= row < 8 and 0 <= column < 12 and 12 * row + column not in fields:
                row, column = row + down, column + right
            cell = 12 * row + column
            if 0 <= row < 8 and 0 <= column < 12 and cell not in ways:
                ways[cell] = [*ways[at], key]
                found.append(cell)
    return ways[end]


class Learner:
    """Somebody who learns a game, with a hand of one kind."""

    def __init__(self, page: Page, served: Served, game: str, lang: str = "en") -> None:
        self.page = page
        self.steps = list(steps_of(game))
        page.clock.install()
        page.goto(f"{served.url}learn/{game}?lang={lang}")
        self.see_step(1)

    def see_step(self, number: int) -> None:
        expect(self.page.locator("#progress")).to_have_attribute("value", str(number))

    def learn(self, hand: str) -> None:
        for number, shown in enumerate(self.steps, 1):
            self.see_step(number)
            if shown.hand is not None:
                getattr(self, hand)(shown)
                self.page.clock.run_for(LONG)
            elif shown.step.button:
                self.press("#act")
                self.page.clock.run_for(LONG)
            elif number < len(self.steps):
                self.press("#next")
        expect(self.page.locator("#play")).to_be_visible()
        expect(self.page.locator("#next, #act").locator("visible=true")).to_have_count(0)

    def press(self, button: str) -> None:
        self.page.locator(button).click()

    def cells(self, shown: Shown) -> list[int]:
        assert shown.hand is not None
        return [cell for cell in (shown.hand.source, shown.hand.target) if isinstance(cell, int)]

    def where(self, cell: int) -> tuple[float, float]:
        box = self.page.locator(f"[data-cell='{cell}']").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # The hands

    def click(self, shown: Shown) -> None:
        for cell in self.cells(shown):
            self.page.mouse.click(*self.where(cell))

    def tap(self, shown: Shown) -> None:
        for cell in self.cells(shown):
            self.page.touchscreen.tap(*self.where(cell))

    def drag(self, shown: Shown) -> None:
        cells = self.cells(shown)
        self.page.mouse.move(*self.where(cells[0]))
        self.page.mouse.down()
        self.page.mouse.move(*self.where(cells[-1]), steps=5)
        expect(self.page.locator("#hand")).to_be_visible(visible=len(cells) > 1)
        self.page.mouse.up()

    def type(self, shown: Shown) -> None:
        keyboard = self.page.keyboard
        for cell in self.cells(shown):
            for _ in range(30):  # with Tab to the board, unless the focus is there
                if self.page.evaluate("document.activeElement.dataset?.cell"):
                    break
                keyboard.press("Tab")
            at = int(self.page.evaluate("document.activeElement.dataset.cell"))
            for key in way(set(shown.lines[0].adapter.overlay.names), at, cell):
                keyboard.press(key)
            keyboard.press("Enter")


def one_of(chosen: str, *games: str) -> pytest.MarkDecorator:
    """Let one of the games be played each time, and the others by the full tests."""
    return pytest.mark.parametrize(
        "game",
        [pytest.param(name, marks=() if name == chosen else pytest.mark.nightly) for name in games],
    )


@in_browser
@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_learned_by_clicking(join: Join, served: Served, game: str) -> None:
    Learner(join().page, served, game).learn("click")


@in_browser
@one_of("revolution", *NAMES)
def test_a_game_is_learned_by_dragging(join: Join, served: Served, game: str) -> None:
    Learner(join().page, served, game).learn("drag")


@in_browser
@one_of("forum_romanum", *NAMES)
def test_a_game_is_learned_by_touch_on_a_phone(join: Join, served: Served, game: str) -> None:
    phone = join("phone", has_touch=True, is_mobile=True)
    Learner(phone.page, served, game, "fr").learn("tap")


@in_browser
@one_of("manoeuvre", "revolution", "forum_romanum", "manoeuvre")
def test_a_game_is_learned_by_keyboard(join: Join, served: Served, game: str) -> None:
    Learner(join().page, served, game, "de").learn("type")


@in_browser
def test_a_wrong_touch_changes_nothing_and_says_what_is_wanted(join: Join, served: Served) -> None:
    learner = Learner(join().page, served, "forum_romanum")
    learner.press("#next")
    learner.page.mouse.click(*learner.where(50))
    expect(learner.page.locator("#said")).to_contain_text("tap the field that lights up")
    expect(learner.page.locator("#table .piece")).to_have_count(0)
    learner.see_step(2)


@in_browser
def test_one_can_go_back_and_begin_again(join: Join, served: Served) -> None:
    learner = Learner(join().page, served, "revolution")
    learner.click(learner.steps[0])
    learner.page.clock.run_for(LONG)
    learner.see_step(2)
    learner.press("#back")
    learner.see_step(1)
    expect(learner.page.locator("#back")).to_be_disabled()
    learner.learn("click")
    learner.press("#again")
    learner.see_step(1)


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_lesson(
    join: Join, served: Served, theme: str, axe: str
) -> None:
    page = join(color_scheme=theme, reduced_motion="reduce").page
    for game in json.loads(served.text("api/playable")):
        page.goto(f"{served.url}learn/{game['name']}?lang=nl")
        expect(page.locator("#step")).not_to_be_empty()
        examiner(page, axe)()


@in_browser
@pytest.mark.parametrize(
    "size", [(360, 640), (390, 844), (640, 360), (812, 375), (768, 1024), (1280, 800), (2560, 1440)]
)
def test_what_is_said_and_the_board_are_seen_together_in_every_window(
    join: Join, served: Served, size: tuple[int, int]
) -> None:
    width, height = size
    page = join(viewport={"width": width, "height": height}).page
    learner = Learner(page, served, "manoeuvre", "fr")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tops = set()
    for _ in learner.steps[:4]:
        frame, text = page.locator("#frame").bounding_box(), page.locator("#text").bounding_box()
        assert frame is not None
        assert text is not None
        assert text["y"] >= 0
        assert frame["y"] + frame["height"] <= height + 1
        if (width, height) == (390, 844):
            assert frame["width"] > 0.9 * width, "as large as in a game"
        tops.add(round(frame["y"]))
        shown = page.locator("#act, #next").locator("visible=true")
        if shown.count():
            shown.click()
            page.clock.run_for(LONG)
    assert len(tops) == 1  # the board never jumps
    assert middle(page.locator("#frame"))[0] <= width

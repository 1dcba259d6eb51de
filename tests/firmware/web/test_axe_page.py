"""axe-core finds nothing on any page of games on screens, in the light and in the dark."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.axe_examiner import Examiner
from support.finished_games import FINISHED
from support.page_server import serving
from support.replay_links import link
from support.table_page import Join, axe, browser, in_browser, join, served

__all__ = ["axe", "browser", "join", "served"]  # fixtures

DIALOGS = ("kept", "standings", "settings", "help")


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_games_are_played_on_screens(
    join: Join, tmp_path: Path, theme: str, axe: str
) -> None:
    with serving(tmp_path, table="screen") as here:
        page = join(color_scheme=theme, reduced_motion="reduce").page
        examiner = Examiner(page, axe)
        page.goto(here.url)
        expect(page.locator("[data-game]")).to_have_count(4)
        examiner.look("first page")
        for dialog in DIALOGS:
            page.locator(f".top [data-opens={dialog}]").click()
            examiner.look(f"{dialog} on the first page")
            page.locator(f"#{dialog} .close").click()
        page.locator("[data-game=hourglass]").click()
        for against in ("phones", "here", "computer"):
            page.locator(f"#begin [name=against][value={against}]").check()
            examiner.look(f"a new game against {against}")
        page.locator("#begin .close").click()
        page.locator("[data-game=revolution]").click()
        page.locator("#begin [name=against][value=phones]").check()
        page.locator("#begin [type=submit]").click()
        page.wait_for_url("**/game/*")
        expect(page.locator("#people .link img")).to_have_count(1)
        examiner.look("people of a game")
        friend = join("phone").page
        friend.goto(page.locator("#people .link a").get_attribute("href") or "")
        expect(friend.locator("#sit-name")).to_be_focused()
        examiner.page = friend
        examiner.look("invited")
        examiner.page = page
        friend.locator("#sit [type=submit]").click()
        page.locator("#people .close").click()
        examiner.look("game")
        friend.locator("#legal-box summary").click()
        friend.locator("#legal button").first.click()
        expect(page.locator("#moves button")).to_have_count(1)
        friend.locator("[data-tool=back]").click()
        expect(page.locator("#question [data-tool=yes]")).to_be_visible()
        examiner.look("question")
        page.goto(here.url)
        expect(page.locator("#home-on a")).to_have_count(1)
        examiner.look("games that go on")
        assert examiner.found == {}


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["rules/hourglass", "learn/revolution", "replay#{link}", "read"])
def test_axe_finds_nothing_where_games_are_learnt_and_replayed(
    join: Join, tmp_path: Path, theme: str, axe: str, path: str
) -> None:
    with serving(tmp_path, table="screen") as here:
        page = join(color_scheme=theme, reduced_motion="reduce").page
        examiner = Examiner(page, axe)
        page.goto(here.url + path.format(link=link(FINISHED)))
        page.wait_for_load_state("networkidle")
        examiner.look(path)
        assert examiner.found == {}

"""How much goes over the network before somebody sees a board? Measured by the browser itself."""

from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from support.page_server import Served, serving
from support.replay_links import LONG, link
from support.scales import Scales, sees_board
from support.table_page import Join, browser, in_browser, join, served

from rules import NAMES

MOST = 110_000  # bytes on the wire before the first board is seen
AGAIN = 15_000  # the same for who was here before: the document, and how the game stands


@in_browser
@pytest.mark.parametrize("game", list(NAMES))
def test_a_game_is_seen_before_110_kilobytes_have_come(
    join: Join, served: Served, game: str
) -> None:
    anna = join().open().begin(game, ["Anna", "Bram"])
    anna.choose(served.state["position"]["legal"][0])
    anna.see_moves(1)
    page = join().page
    scales = Scales(page)
    page.goto(f"{served.url}?lang=de")
    sees_board(page)
    assert 20_000 < scales.bytes < MOST, scales.by_path.most_common(8)
    scales.by_path.clear()
    page.reload()
    sees_board(page)
    assert scales.bytes < AGAIN, scales.by_path.most_common(8)


@in_browser
def test_the_first_page_and_a_game_on_screens_are_seen_before_110_kilobytes_have_come(
    join: Join, tmp_path: Path
) -> None:
    with serving(tmp_path, table="screen") as here:
        page = join().page
        scales = Scales(page)
        page.goto(f"{here.url}?lang=fr")
        for picture in page.locator("#home-games img").all():
            expect(picture).to_have_js_property("complete", value=True)
        page.wait_for_load_state("networkidle")
        boards = sorted(path for path in scales.by_path if path.startswith("/picture/"))
        assert len(boards) == 4
        assert 20_000 < scales.bytes < MOST, (scales.bytes, scales.by_path.most_common(8))
        page.locator("[data-game]").first.click()
        page.locator("#begin [type=submit]").click()
        page.wait_for_url("**/game/*")
        expect(page.locator("#legal button").first).to_be_enabled()  # the computer has moved
        other = join().page
        scales = Scales(other)
        other.goto(page.url)
        sees_board(other)
        assert 20_000 < scales.bytes < MOST, scales.by_path.most_common(8)


@in_browser
@pytest.mark.parametrize("path", ["rules/{game}", "learn/{game}", "replay#{link}"])
def test_what_teaches_is_seen_before_110_kilobytes_have_come(
    join: Join, served: Served, path: str
) -> None:
    for game in NAMES:
        page = join().page
        scales = Scales(page)
        page.goto(served.url + path.format(game=game, link=link(LONG)))
        if path.startswith("rules"):
            expect(page.locator("figure svg").first).to_be_visible()
        else:
            sees_board(page, "#table .field.used")
        page.wait_for_load_state("networkidle")
        assert 5_000 < scales.bytes < MOST, scales.by_path.most_common(8)

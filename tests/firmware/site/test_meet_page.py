"""People far away meet from a site of static files, at a server that the site was built for."""

import re
import threading
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from support.page_server import serving

from firmware.commands.site import Server
from firmware.site.build import write_site
from firmware.site.vendored import SiteError

playwright_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = Path("/usr/bin/chromium")
SOON = 360_000  # milliseconds

MOVES = 4  # two of each: the first player of Forum Romanum makes two, then the second, and so on


def press(page: Any, selector: str) -> None:
    """Press a button, wherever it is on the page."""
    page.locator(f"{selector}:not(:disabled)").first.evaluate("button => button.click()")


def see_moves(page: Any, number: int) -> list[str]:
    playwright_api.expect(page.locator("#moves button")).to_have_count(number, timeout=SOON)
    lines: list[str] = page.locator("#moves button").evaluate_all("all => all.map((one) => one.dataset.line)")
    return lines


@pytest.mark.nightly
@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium")
def test_who_has_nothing_but_a_link_plays_with_somebody_at_a_static_page(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    files = Server(folder)
    site = files.url.removesuffix("/")
    threading.Thread(target=files.serve_forever, daemon=True).start()
    # the names of both are not of one site, so that no cookie of the server is sent from the page
    with (
        serving(tmp_path / "games", 0, "--site", site, table="screen") as served,
        playwright_api.sync_playwright() as playwright,
    ):
        server = f"http://localhost:{served.port}"
        try:
            write_site(folder, platformdirs.user_cache_path("speeltafel", appauthor=False), meet=server)
        except SiteError as error:
            pytest.skip(f"the site cannot be built: {error}")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        anna, bram = (browser.new_context(locale="en").new_page() for _ in "ab")
        complaints: list[str] = []
        for page in (anna, bram):
            page.set_default_timeout(SOON)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text))
        anna.goto(f"{site}/#/")
        here = anna.frame_locator("#page")
        here.locator("#home-games [data-game=forum_romanum]").click()
        here.locator("#begin input[value=phones]").check(force=True)
        here.locator("#begin-form button[type=submit]").click()
        link = here.locator("#people-list .link a").inner_text()
        assert link.startswith(f"{server}/game/")
        here.locator("#people .close").first.click()
        bram.goto(link)
        made: list[str] = []
        while len(made) < MOVES:
            whose = (here, bram) if len(made) % 4 < 2 else (bram, here)
            playwright_api.expect(whose[0].locator("#whose")).to_have_text("Your turn")
            press(whose[0], "#legal button")
            made = see_moves(here, len(made) + 1)
            assert see_moves(bram, len(made)) == made
        assert re.fullmatch(rf"{site}/#/meet/game/\d+.*", anna.url)
        anna.reload()
        assert see_moves(here, MOVES) == made
        press(here, "#legal button")
        see_moves(bram, MOVES + 1)
        anna.goto(f"{site}/#/?")  # she finds the game again
        here.locator("#home-on a").click()
        see_moves(here, MOVES + 1)
        assert complaints == []
        browser.close()
    files.shutdown()
    files.server_close()

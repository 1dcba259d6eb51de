"""A table takes a seat by a photograph of the QR code that another screen shows for it."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.page_server import Served, serving
from support.table_page import Join, browser, in_browser, join, served

from firmware.web.scanning import code_in
from firmware.words import find_words
from rules import MalformedError

# as a hand holds a telephone before a screen: turned, from the side, blurred, and darker than white
HELD = {
    "transform": "perspective(500px) rotateY(28deg) rotateX(15deg) rotate(17deg) scale(.8)",
    "filter": "blur(.7px) brightness(.6) contrast(.7)",
}


def photograph_of_a_seat(page: Page, host: str) -> bytes:
    """What a telephone sees of another screen, at which a game for two telephones was begun."""
    page.set_viewport_size({"width": 1000, "height": 1400})
    page.goto(host)
    page.locator("#home-games [data-game=forum_romanum]").click()
    page.locator("#begin input[value=phones]").check(force=True)
    page.locator("#begin-form button[type=submit]").click()
    code = page.locator("#people-list img").first
    code.evaluate("(code, held) => Object.assign(code.style, held)", HELD)
    return page.screenshot()


def test_a_picture_without_a_code_is_refused_in_a_sentence() -> None:
    noise = random.Random(1).randbytes(300 * 200)
    with pytest.raises(MalformedError, match="there is no QR code to be read"):
        code_in(noise, 300, find_words("en", {}))
    for pixels, width in ((noise, 299), (noise, 0), (b"", 300)):
        with pytest.raises(MalformedError, match="no rows of"):
            code_in(pixels, width, find_words("en", {}))


@in_browser
def test_a_seat_is_taken_by_a_photograph_of_its_code_over_plain_http(
    join: Join, tmp_path: Path
) -> None:
    with serving(tmp_path / "meeting", table="screen") as host:
        photograph = photograph_of_a_seat(join().page, host.url)
        page = join().open().page
        page.locator(".top [data-opens=new-game]").click()
        page.locator("#new-game details summary").first.click()
        chosen = page.locator("#new-photograph")
        chosen.set_input_files(
            {"name": "a.png", "mimeType": "image/png", "buffer": page.screenshot()}
        )
        expect(page.locator("#new-said")).to_contain_text("there is no QR code")
        chosen.set_input_files({"name": "b.png", "mimeType": "image/png", "buffer": b"no picture"})
        expect(page.locator("#new-said")).to_contain_text("This picture cannot be read")
        chosen.set_input_files({"name": "c.png", "mimeType": "image/png", "buffer": photograph})
        expect(page.locator("#new-link")).to_have_value(re.compile(rf"{host.url}game/1#.+"))
        page.locator("#new-sit").click()
        expect(page.locator("#new-game")).to_be_hidden()

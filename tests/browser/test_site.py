"""The site without a server: a game is begun in the browser itself and goes on offline."""

import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.page_server import Served
from support.people import Person, Sit


class Quiet(SimpleHTTPRequestHandler):
    """A plain host of files."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """The folder that ``speeltafel site`` has written, on a plain host."""
    folder = os.environ.get("SPEELTAFEL_SITE")
    if folder is None:
        pytest.skip("SPEELTAFEL_SITE names no folder")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield Served(host.server_port, Path(folder))
        host.shutdown()


def visit(sit: Sit) -> Person:
    anna = sit().open()
    anna.inside = anna.page.frame_locator("iframe")
    return anna


def test_a_game_goes_on_after_a_reload_without_a_network(sit: Sit) -> None:
    anna = visit(sit)
    anna.push(anna.button(re.compile("^Forum Romanum")).first)
    dialog = anna.inside.get_by_role("dialog")
    dialog.get_by_role("button", name="Begin", exact=True).click()
    for colour, field in (("yellow", "d4"), ("red", "c3")):
        anna.move(anna.button(re.compile(f"^Take: {colour}")), anna.field(field))
        expect(anna.field(field)).to_have_accessible_name(f"{field}: {colour} Roman")
    expect(anna.moves).to_have_count(4)  # the computer has answered
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    anna.page.context.set_offline(True)
    anna.page.reload()
    expect(anna.moves).to_have_count(4)
    expect(anna.field("c3")).to_have_accessible_name("c3: red Roman")


def test_a_lesson_and_the_rules_are_there_too(sit: Sit) -> None:
    anna = visit(sit)
    anna.inside.get_by_role("link", name="Revolution: First game").click()
    expect(anna.inside.get_by_text("Step 1 of")).to_be_visible()

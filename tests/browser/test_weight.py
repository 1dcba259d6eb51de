"""The first page and a game are drawn before many bytes have come, as the browser counts them."""

import re
from typing import Any

from playwright.sync_api import expect
from support.people import Sit

FIRST, GAME = 85_000, 110_000  # bytes on the wire, headers and messages of the socket included


def test_a_first_visit_takes_few_kilobytes_for_each_page(sit: Sit) -> None:
    anna, received = sit(), [0]

    def add(number: int) -> None:
        received[0] += number

    session: Any = anna.page.context.new_cdp_session(anna.page)
    session.on("Network.loadingFinished", lambda told: add(int(told["encodedDataLength"])))
    session.on("Network.webSocketFrameReceived", lambda told: add(len(told["response"]["payloadData"])))
    session.send("Network.enable")
    anna.open()
    expect(anna.button(re.compile("^Revolution")).first).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    assert 20_000 < received[0] < FIRST
    received[0] = 0
    anna.begin("Forum Romanum", "together here")
    anna.page.wait_for_load_state("networkidle")
    assert 20_000 < received[0] < GAME


def test_a_page_asks_for_few_files_and_at_once_for_all_scripts_that_it_runs(sit: Sit) -> None:
    anna, asked = sit(), list[str]()
    anna.page.on("request", lambda request: asked.append(request.url))
    for path in ("", "learn/revolution", "read"):
        asked.clear()
        anna.open(path)
        assert len([url for url in asked if not re.search("svg|data:", url)]) <= 8
        run = {url for url in asked if url.endswith(".js")}
        named = anna.page.locator("link[rel=modulepreload], script").evaluate_all(
            "(all) => all.map((one) => one.href || one.src)"
        )
        assert run == set(named)

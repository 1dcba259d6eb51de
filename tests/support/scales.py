"""The bytes that a page is sent."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect


class Scales:
    """Weighs what a page is sent: headers, bodies as they are packed, and WebSocket messages."""

    def __init__(self, page: Page) -> None:
        self.by_path: Counter[str] = Counter()
        self._path: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.loadingFinished", self._finish)
        session.on("Network.webSocketFrameReceived", self._hear)
        session.send("Network.enable")

    @property
    def bytes(self) -> int:
        return self.by_path.total()

    def _ask(self, told: dict[str, Any]) -> None:
        self._path[told["requestId"]] = urlsplit(told["request"]["url"]).path

    def _finish(self, told: dict[str, Any]) -> None:
        self.by_path[self._path[told["requestId"]]] += int(told["encodedDataLength"])

    def _hear(self, told: dict[str, Any]) -> None:
        self.by_path["/ws"] += len(told["response"]["payloadData"])


def sees_board(page: Page, pieces: str = "#table .piece") -> None:
    expect(page.locator(pieces).first).to_be_visible()
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator("#sheet")).to_have_js_property("complete", value=True)
    page.wait_for_load_state("networkidle")

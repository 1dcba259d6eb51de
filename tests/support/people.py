"""People at browsers.

Elements are found by role, label or text, as people find them, and every look retries for up to a
minute: nothing here measures time.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from rules import Record, read_record
from support.page_server import SOON, Served


class Person:
    """A person at a browser of their own.

    Attributes:
        page: the browser's page.
        inside: where the elements are: the page, or its frame that holds the game.
        hand: how they act: "mouse", "touch" or "keyboard".
        mistakes: the errors and warnings of the browser's console.
    """

    def __init__(self, page: Any, served: Served, hand: str) -> None:
        self.page, self.served, self.hand = page, served, hand
        self.inside = page
        self.mistakes: list[str] = []
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: Any) -> None:
        wanted = re.search(
            r"ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|WebSocket connection|status of 4"
            r"|Cross-Origin-Opener-Policy",
            message.text,
        )
        if message.type in ("error", "warning") and not wanted:
            self.mistakes.append(message.text)

    # Elements

    def button(self, name: str | re.Pattern[str]) -> Any:
        return self.inside.get_by_role("button", name=name, exact=isinstance(name, str))

    def field(self, name: str) -> Any:
        return self.inside.get_by_role("gridcell", name=re.compile(f"^{re.escape(name)}: "))

    @property
    def moves(self) -> Any:
        """The buttons of the log, one for each move."""
        return self.inside.get_by_role("list", name="Moves").get_by_role("button")

    @property
    def number(self) -> int:
        """The number of the game in the address."""
        return int(re.findall(r"/game/(\d+)", self.page.url)[0])

    @property
    def record(self) -> Record:
        """The game as the server would save it."""
        return read_record(self.served.text(f"api/record?game={self.number}").encode())

    # Deeds

    def open(self, path: str = "") -> "Person":
        """Go to a page and wait for its scripts: before them its buttons do nothing."""
        self.page.goto(self.served.url + path, wait_until="networkidle")
        return self

    def push(self, element: Any) -> None:
        """Push a button by this person's kind of hand."""
        if self.hand == "keyboard":
            element.focus()
            self.page.keyboard.press("Enter")
        elif self.hand == "touch":
            element.tap()
        else:
            element.click()

    def move(self, source: Any, target: Any) -> None:
        """Bring a piece from one place to another."""
        if self.hand == "mouse":
            source.drag_to(target, force=True)
        else:
            self.push(source)
            self.push(target)

    def begin(self, title: str, against: str = "against the computer", level: int = 1) -> "Person":
        """Begin a game from the first page."""
        self.open()
        self.push(self.button(re.compile(f"^{title}")).first)
        dialog = self.inside.get_by_role("dialog")
        dialog.get_by_role("radio", name=against).check()
        if "computer" in against:
            dialog.get_by_role("radio", name=re.compile(f"^{level}, ")).check()
        self.push(dialog.get_by_role("button", name="Begin", exact=True))
        self.page.wait_for_url("**/game/*")
        self.see_board()
        return self

    def see_board(self) -> None:
        """Wait until the board is drawn and the page is connected, which a phone does not show."""
        expect(self.inside.get_by_role("grid")).to_be_visible()
        expect(self.inside.get_by_text("Connected", exact=True)).to_be_attached()

    def close_dialog(self) -> None:
        self.inside.get_by_role("dialog").get_by_role("button", name="Close").first.click()
        expect(self.inside.get_by_role("dialog")).to_be_hidden()


Sit = Callable[..., Person]
"""Lets a person sit down: ``sit("touch", "phone")``, and further options of a context."""

"""A robot that knows a page by its accessibility tree alone: roles, names and states."""

import random
import re
import time

from playwright.sync_api import Locator, Page, TimeoutError, expect  # noqa: A004

ROOM = 2.0  # pixels by which the board may shift
NAME = "W" * 40  # the longest that a player may have
WIDTHS = (320, 390, 640, 820, 1024, 1280, 1600, 1920)
LONG = 40  # own moves after which it proposes to stop, where the rules let players agree on that
PATIENCE = 120_000  # milliseconds for what the page is to do
PAIR = re.compile(r"([a-zA-Z]?\d*)-([a-zA-Z]?\d*)")  # a move from one field to another


class Robot:
    """Plays by mouse, touch or keyboard. hand: which of them."""

    def __init__(self, page: Page, hand: str, seed: int = 1) -> None:
        self.page = page
        self.hand = hand
        self._random = random.Random(seed)
        page.set_default_timeout(PATIENCE)
        self._board: list[float] | None = None
        self.moves = 0

    # What it finds

    def button(self, name: str) -> Locator:
        """A button that can be pushed now, by its name."""
        return self.page.get_by_role("button", name=name, exact=True, disabled=False)

    def field(self, name: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(f"^{re.escape(name)}: "))

    @property
    def prompt(self) -> str:
        """What the page says that is to be done."""
        return " ".join(self.page.get_by_role("status").all_inner_texts())

    @property
    def over(self) -> bool:
        return "game is over" in self.prompt

    @property
    def mine(self) -> bool:
        """Whether it is the turn of whoever sits here, as the title says."""
        return self.page.title().startswith("●")

    @property
    def legal(self) -> list[str]:
        moves = self.page.get_by_role("group", name="Legal moves").get_by_role("button")
        return moves.all_inner_texts()

    # What it does

    def push(self, what: Locator) -> None:
        if self.hand == "keyboard":
            what.focus()
            self.page.keyboard.press("Enter")
        elif self.hand == "touch":
            what.tap()
        else:
            what.click()

    def drop(self, source: Locator, target: Locator) -> None:
        """Bring a piece from one field to another."""
        if self.hand == "mouse":
            source.drag_to(target, force=True)
        else:
            self.push(source)
            self.push(target)

    def begin(self, url: str, title: str, options: dict[str, str]) -> None:
        """Begin a game against the computer, under the longest name there is."""
        page = self.page
        page.goto(url)
        self.push(page.get_by_role("button", name=re.compile(f"^{title}")).first)
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").first.fill(NAME)
        if options:
            self.push(dialog.get_by_text("House rules"))
        for label, value in options.items():
            dialog.get_by_role("textbox", name=re.compile(label)).fill(value)
        self.push(dialog.get_by_role("button", name="Begin", exact=True))
        expect(page.get_by_role("grid")).to_be_visible()

    def play(self, most: int, seconds: float) -> None:
        """Play until the game is over, or so many moves were made here."""
        end = time.monotonic() + seconds
        while self.moves < most and not self.over:
            assert time.monotonic() < end, (self.moves, self.prompt)
            try:
                made = self._move()
            except (TimeoutError, AssertionError):
                if self.mine and not self.over:  # else its time has run out meanwhile
                    raise
                made = False
            if made:
                self.moves += 1
                self.look_at_the_board()
            self.page.wait_for_timeout(50)

    def _move(self) -> bool:
        """Make a move if it is our turn; whether one was made."""
        for name in ("Turn the hourglasses over", "Roll the die"):
            if self.button(name).count():
                self.push(self.button(name))
                return True
        if not self.mine:
            return False
        stop = self.button("Propose to stop here")
        if self.moves >= LONG and stop.count():
            self.push(stop)
            return True
        if not (moves := self.legal):
            opened = self.page.get_by_role("group", name="Legal moves").count()
            legal = self.page.get_by_role("heading", name="Legal moves")
            if not opened and legal.count():
                self.push(legal.locator(".."))  # what opens and closes has no role of its own
            return False
        move = self._random.choice(moves)
        before = self.page.get_by_role("list", name="Moves").get_by_role("button").count()
        pair = PAIR.fullmatch(move)
        if pair and all(self.field(name).count() for name in pair.groups()):
            self.drop(self.field(pair[1]), self.field(pair[2]))
        else:
            self.push(self.page.get_by_role("group", name="Legal moves").get_by_role(
                "button", name=move, exact=True))  # fmt: skip
        made = self.page.get_by_role("list", name="Moves").get_by_role("button").nth(before)
        expect(made).to_be_attached()
        return True

    def look_at_the_board(self) -> None:
        """Raise AssertionError where it has shifted since it was looked at first."""
        now = self.page.get_by_role("grid").evaluate(
            "one => { scrollTo({ top: 0, behavior: 'instant' });"
            " const { x, y, width, height } = one.getBoundingClientRect();"
            " return [x, y, width, height]; }"
        )
        before = self._board = self._board or now
        assert all(abs(a - b) <= ROOM for a, b in zip(before, now, strict=True)), (before, now)

    def look_at_the_widths(self) -> None:
        """Raise AssertionError where the page is wider than a window that is so wide."""
        size = self.page.viewport_size
        assert size is not None
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": size["height"]})
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (width, wide)
        self.page.set_viewport_size(size)

"""The opening of each game in Firefox and WebKit, by mouse, by who knows roles and names alone."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from support.firefox import firefox
from support.firefox import missing as no_firefox
from support.page_server import available, serving
from support.robot import PAIR
from support.webkit import missing as no_webkit
from support.webkit import webkit

from firmware.games.kit import find_kit
from rules import NAMES

OPENING = 4  # own moves
SOON = 180  # seconds for what the page is to do
STEPS = (0.2, 0.6, 1.0)  # of a way that the mouse goes

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not available(), reason="needs speeltafel[web]"),
]

FIND = """
const [role, begin] = arguments;
const tags = { button: "button, [role=button], summary", gridcell: "[role=gridcell]" };
const text = (one) => {
  const copy = one.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return copy.textContent;
};
const name = (one) => (one.getAttribute("aria-label") ?? text(one)).trim();
const found = [...document.querySelectorAll(tags[role])].filter((one) => !one.disabled
  && one.ariaHidden !== "true" && one.checkVisibility({ visibilityProperty: true })
  && name(one).startsWith(begin));
"""
NAMED = FIND + "return found.map(name);"
MIDDLE = (
    FIND
    + """
if (!found.length) return null;
found[0].scrollIntoView({ block: "nearest", behavior: "instant" });
const { x, y, width, height } = found[0].getBoundingClientRect();
return [Math.round(x + width / 2), Math.round(y + height / 2)];
"""
)
LEGAL = """
const group = document.querySelector("[role=group][aria-label='Legal moves']");
const moves = group?.querySelectorAll("button:not(:disabled)") ?? [];
return [...moves].filter((one) => one.checkVisibility()).map((one) => one.textContent);
"""


class Window(Protocol):
    """What the robot needs of a browser."""

    def open(self, url: str) -> None:
        """Open a page."""

    def ask(self, script: str, *values: Any) -> Any:
        """Return what a script returns in the page."""

    def mouse(self, at: tuple[int, int], way: list[tuple[int, int]]) -> None:
        """Press the mouse at a point of the window, and let it go at the end of a way."""


class Robot:
    """Plays in one window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self._random = random.Random(1)

    def until(self, ask: Callable[[], Any]) -> Any:
        """Return an answer, once it is something."""
        end = time.monotonic() + SOON
        while time.monotonic() < end:
            if found := ask():
                return found
            time.sleep(0.1)
        raise AssertionError(self.window.ask("return document.body.innerText"))

    def has(self, role: str, begin: str) -> bool:
        return bool(self.window.ask(NAMED, role, begin))

    def middle(self, role: str, begin: str) -> tuple[int, int]:
        """Return where something is that has this role, and whose name begins so."""
        x, y = self.until(lambda: self.window.ask(MIDDLE, role, begin))
        return x, y

    def click(self, begin: str, role: str = "button") -> None:
        self.window.mouse(self.middle(role, begin), [])

    def drag(self, start: str, end: str) -> None:
        """Drag what stands on a field to another one."""
        (x, y), (u, v) = self.middle("gridcell", f"{start}: "), self.middle("gridcell", f"{end}: ")
        way = [(round(x + (u - x) * part), round(y + (v - y) * part)) for part in STEPS]
        self.window.mouse((x, y), way)

    @property
    def moves(self) -> int:
        return int(self.window.ask("return document.querySelectorAll('#moves button').length"))

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return bool(self.window.ask("return document.getElementById('end')?.hidden === false"))

    def begin(self, url: str, title: str) -> None:
        """Begin a game against the computer."""
        self.window.open(f"{url}?lang=en")
        self.click(title)
        self.click("Begin")
        self.until(lambda: self.has("gridcell", ""))

    def move(self) -> bool:
        """Make a move if it is our turn; whether one was made."""
        before = self.moves
        for name in ("Turn the hourglasses over", "Roll the die"):
            if self.has("button", name):
                self.click(name)
                self.until(lambda: self.moves > before)
                return True
        if not self.window.ask("return document.title").startswith("●"):
            return False
        if not (moves := self.window.ask(LEGAL)):
            if not self.has("button", "Legal moves"):
                return False  # the die is not there yet
            self.click("Legal moves")
            moves = self.until(lambda: self.window.ask(LEGAL))
        move = self._random.choice(moves)
        pair = PAIR.fullmatch(move)
        if pair and all(self.has("gridcell", f"{name}: ") for name in pair.groups()):
            self.drag(pair[1], pair[2])
        else:
            self.click(move)
        self.until(lambda: self.moves > before)
        return True


@pytest.fixture(params=["firefox", "webkit"])
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Window]:
    lacks = no_firefox() if request.param == "firefox" else no_webkit()
    if lacks:
        pytest.skip(f"needs {lacks}")
    with firefox(tmp_path / "profile") if request.param == "firefox" else webkit() as begun:
        yield begun


@pytest.mark.parametrize("game", NAMES)
def test_the_opening_is_played_by_roles_and_names(
    window: Window, tmp_path: Path, game: str
) -> None:
    with serving(tmp_path / "games", table="screen") as here:
        robot, made = Robot(window), 0
        robot.begin(here.url, find_kit(game).about.title)
        end = time.monotonic() + 4 * SOON
        while made < OPENING and not robot.over:  # level 1 may lay its flag to be captured
            assert time.monotonic() < end, window.ask("return document.body.innerText")
            made += robot.move()
            time.sleep(0.05)
        assert robot.moves >= OPENING or robot.over

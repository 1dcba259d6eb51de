"""A browser at the page of a table, and fixtures for tests of pages."""

import re
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from rules import find_game
from support.page_server import SOON, Served, available, serving

CHROMIUM = Path("/usr/bin/chromium")


SIZES = {"phone": (360, 740), "tablet": (1024, 768), "large": (2560, 1440)}


def in_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that plays in a browser."""
    ready = CHROMIUM.exists() and available()
    marked = pytest.mark.skipif(not ready, reason="needs Debian's chromium and speeltafel[web]")
    nightly: Callable[..., None] = pytest.mark.nightly(marked(test))
    return nightly


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "games") as table:
        yield table


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        name = socket.gethostname().lower()
        yield playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                f"--host-resolver-rules=MAP {name} 127.0.0.1",
            ],
        )  # fmt: skip


class Person:
    """Somebody at a browser: looks at the page and touches its table."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page = page
        self.served = served
        self.mistakes: list[str] = []
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        lost = "ERR_CONNECTION_REFUSED" in message.text or "WebSocket connection" in message.text
        refused = "status of 4" in message.text  # a PIN or a record that was wrong
        plain = "Cross-Origin-Opener-Policy" in message.text  # means nothing without TLS
        if message.type in ("error", "warning") and not (lost or refused or plain):
            self.mistakes.append(message.text)

    def open(self, url: str | None = None) -> "Person":
        self.page.goto(url or self.served.url)
        self.see_link("live")
        return self

    # What is seen

    def see_link(self, state: str) -> None:
        expect(self.page.locator("#link")).to_have_attribute("data-link", state, timeout=40_000)

    def see_prompt(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#prompt")).to_contain_text(text)

    def see_moves(self, number: int, timeout: float = SOON) -> None:
        try:
            expect(self.page.locator("#moves button")).to_have_count(number, timeout=timeout)
        except AssertionError as error:
            known = {key: self.served.state[key] for key in ("moves", "prompt", "trouble", "reeds")}
            error.add_note(f"The table knows: {known}")
            raise

    @property
    def moves(self) -> list[str]:
        buttons = self.page.locator("#moves button").all()
        return [button.get_attribute("data-line") or "" for button in buttons]

    @property
    def picture(self) -> list[tuple[str, str]]:
        """What is drawn on the table and where, in an order of its own."""
        return sorted(
            self.page.locator("#table .pieces > g").evaluate_all(
                "all => all.map(one => [one.getAttribute('class'), one.style.transform])"
            )
        )

    def label(self, field: str) -> str:
        return str(self.field(field).get_attribute("aria-label"))

    # What is done

    def begin(
        self, game: str, names: Sequence[str], options: dict[str, str] | None = None
    ) -> "Person":
        page = self.page
        page.locator("[data-opens=new-game]").locator("visible=true").first.click()
        page.locator(f"#new-form input[value={game}]").check()
        if len(find_game(game).players) > 1:
            page.locator(f"#new-form input[name=players][value='{len(names)}']").check()
        for at, name in enumerate(names):
            page.locator("#new-seats input[name=name]").nth(at).fill(name)
        for option, value in (options or {}).items():
            page.locator("#new-options-box").evaluate("box => { box.open = true }")
            control = page.locator(f"#option-{option}")
            if control.evaluate("one => one.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        page.locator("#new-form button[type=submit]").click()
        expect(page.locator("#new-game")).not_to_be_visible()
        expect(page.locator("#players")).to_contain_text(names[0])
        self.see_moves(0)
        return self

    def field(self, name: str) -> Locator:
        return self.page.locator(f"[data-cell='{self.served.state['game']['fields'][name]}']")

    def where(self, name: str) -> tuple[float, float]:
        return middle(self.field(name))

    def drag(self, source: Locator | str, target: str) -> None:
        mouse = self.page.mouse
        begin = self.where(source) if isinstance(source, str) else middle(source)
        end = self.where(target)
        mouse.move(*begin)
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()

    def supply(self, tool: str) -> Locator:
        return self.page.locator(f"#tray [data-tool='{tool}']")

    def key(self, name: str) -> None:
        self.page.locator(f"#keys [data-key={name}]").click()

    def tab_to(self, selector: str, *, back: bool = False) -> None:
        """Press Tab until something is reached, as who has no mouse does."""
        focused = "selector => document.activeElement.matches(selector)"
        for _ in range(40):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            if self.page.evaluate(focused, selector):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    def walk_to(self, field: str) -> None:
        """Go with the arrows from the field that has the focus to another one."""
        cell = int(self.page.evaluate("document.activeElement.dataset.cell"))
        target = self.served.state["game"]["fields"][field]
        across, down = target % 12 - cell % 12, target // 12 - cell // 12
        for steps, keys in (
            (across, ("ArrowRight", "ArrowLeft")),
            (down, ("ArrowDown", "ArrowUp")),
        ):
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[steps < 0])
        expect(self.field(field)).to_be_focused()

    def choose(self, move: str) -> None:
        """Choose a move from the list of legal ones."""
        self.page.locator("#legal-box").evaluate("box => { box.open = true }")
        self.page.locator("#legal-find").fill(move)
        self.page.locator("#legal button", has_text=re.compile(f"^{re.escape(move)}$")).click()


MIDDLE = """async one => {
    const frame = () => new Promise(requestAnimationFrame);
    let before;
    let box = one.getBoundingClientRect();
    do {
        before = box;
        await frame();
        await frame();
        box = one.getBoundingClientRect();
    } while (box.x !== before.x || box.y !== before.y);
    return one.isConnected ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def middle(locator: Locator) -> tuple[float, float]:
    """Where its middle is when the page has come to rest; what is drawn anew is looked up again."""
    found = None
    while found is None:
        found = locator.evaluate(MIDDLE)
    x, y = found
    return x, y


Join = Callable[..., Person]


@pytest.fixture
def join(browser: Browser, served: Served) -> Iterator[Join]:
    """Lets people come to the table; in the end none has met a mistake of the page."""
    people: list[Person] = []

    def come(size: str = "tablet", **context: Any) -> Person:
        width, height = SIZES[size]
        context.setdefault("viewport", {"width": width, "height": height})
        person = Person(browser.new_context(**context).new_page(), served)
        people.append(person)
        return person

    yield come
    for person in people:
        person.page.context.close()
    assert [mistake for person in people for mistake in person.mistakes] == []


def examiner(page: Page, axe: str) -> Callable[[], None]:
    """What lets axe-core look at a page that is open."""
    session = page.context.new_cdp_session(page)  # the page's policy lets no other script in
    session.send("Runtime.evaluate", {"expression": axe})

    def look() -> None:
        found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in serious] == []

    return look


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core: from a node_modules above this, or fetched with npm."""
    for folder in Path(__file__).parents:
        found = folder / "node_modules" / "axe-core" / "axe.min.js"
        if found.exists():
            return found.read_text()
    folder = tmp_path_factory.mktemp("axe")
    try:
        packed = subprocess.run(
            ["npm", "pack", "axe-core@4", "--silent"],
            cwd=folder, check=True, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"npm cannot fetch axe-core: {error}")
    subprocess.run(
        ["tar", "xzf", packed.stdout.strip(), "package/axe.min.js"],
        cwd=folder,
        check=True,
    )
    return (folder / "package" / "axe.min.js").read_text()

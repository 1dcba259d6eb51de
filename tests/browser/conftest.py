"""One Chromium for all journeys, one server for each module of them."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")

from support.page_server import Served, serving  # noqa: E402
from support.people import Person, Sit  # noqa: E402  # wants playwright

CHROMIUM = Path("/usr/bin/chromium")
SIZES = {"desk": (1280, 800), "phone": (390, 844), "small": (360, 640), "sideways": (740, 360)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip all journeys where there is no browser; one worker has them all."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group("browser"))
        if not CHROMIUM.exists():
            item.add_marker(pytest.mark.skip(reason="needs Debian's chromium"))


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The server of a module; its constant TABLE names the table, a screen where there is none."""
    table = getattr(request.module, "TABLE", "screen")
    with serving(tmp_path_factory.mktemp("games"), table=table) as one:
        yield one


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        name = socket.gethostname().lower()
        yield driver.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                f"--host-resolver-rules=MAP {name} 127.0.0.1",
            ],
        )


@pytest.fixture
def sit(chromium: Any, served: Served) -> Iterator[Sit]:
    """Let people sit down, each at a browser of their own; none may meet an error of the page."""
    people: list[Person] = []

    def come(hand: str = "mouse", size: str = "desk", **more: Any) -> Person:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale="en",
            has_touch=hand == "touch",
            **{"reduced_motion": "reduce", **more},
        )
        people.append(Person(context.new_page(), served, hand))
        return people[-1]

    yield come
    for person in people:
        person.page.context.close()
    assert [mistake for person in people for mistake in person.mistakes] == []

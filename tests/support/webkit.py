"""WebKit as people see it: Debian's MiniBrowser, driven over WebDriver on a display of its own."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

NEEDED = ("WebKitWebDriver", "Xvfb")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
PATIENCE = 360  # seconds for an answer of the driver


def missing() -> str:
    """Return what is missing to run WebKit, empty for nothing."""
    found = [name for name in NEEDED if shutil.which(name) is None]
    return ", ".join(found if BROWSERS else [*found, "MiniBrowser"])


class WebKit:
    """One window of WebKit. session: the address of its session at the driver."""

    def __init__(self, session: str) -> None:
        self._session = session

    def _post(self, path: str, **told: Any) -> Any:
        answer = httpx.post(f"{self._session}/{path}", json=told, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def open(self, url: str) -> None:
        """Open a page."""
        self._post("url", url=url)

    def ask(self, script: str, *values: Any) -> Any:
        """Return what a script returns in the page. values: its `arguments`."""
        return self._post("execute/sync", script=script, args=list(values))


@contextmanager
def webkit(width: int = 1280, height: int = 900) -> Iterator[WebKit]:
    """Run WebKit in a window of this size, in pixels, until the end of this."""
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with screen:
        try:
            os.close(writing)
            with os.fdopen(reading) as said:
                display = said.readline().strip()
            yield from _driven(port, display, width, height)
        finally:
            screen.terminate()


def _driven(port: int, display: str, width: int, height: int) -> Iterator[WebKit]:
    driver = subprocess.Popen(
        ["WebKitWebDriver", f"--port={port}"],
        env={**os.environ, "DISPLAY": f":{display}", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"},
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    transport = httpx.HTTPTransport(retries=8)  # until the driver listens
    options = {"binary": str(BROWSERS[-1]), "args": ["--automation"]}
    wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
    with driver:
        try:
            with httpx.Client(transport=transport, timeout=PATIENCE) as client:
                begun = client.post(f"{address}/session", json=wanted).json()["value"]
                session = f"{address}/session/{begun['sessionId']}"
                size = {"x": 0, "y": 0, "width": width, "height": height}
                client.post(f"{session}/window/rect", json=size)
                yield WebKit(session)
                client.delete(session)
        finally:
            driver.terminate()

"""Where do the tests find a page? ``speeltafel serve`` in a process of its own, and people at it.

To look at the page while working on it::

    PYTHONPATH=tests python tests/support/page_server.py
"""

import json
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from playwright.sync_api import expect

PIN = "246810121416"  # as long as one can be
STARTING = 120  # seconds
STOPPING = 120
SOON = 120_000  # milliseconds for something that should happen at once

expect.set_options(timeout=SOON)


class Served(NamedTuple):
    """A table on a network. port: where it answers. data: where its games are kept."""

    port: int
    data: Path

    @property
    def url(self) -> str:
        """The page for who sits at the machine itself and may touch the table."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def elsewhere(self) -> str:
        """The page by the machine's own name, as who is elsewhere sees it: touching needs the PIN.

        The browser has to be told that this name is the loopback address.
        """
        return f"http://{socket.gethostname().lower()}:{self.port}/"

    @property
    def view(self) -> dict[str, Any]:
        """The view, with all its parts."""
        view: dict[str, Any] = json.loads(self.text("api/view"))
        return view

    def text(self, path: str) -> str:
        """What a GET answers."""
        with urlopen(self.url + path, timeout=STARTING) as answer:
            text: str = answer.read().decode()
            return text


@contextmanager
def serving(data: Path, port: int = 0, *more: str, table: str = "simulated") -> Iterator[Served]:
    """A served table, until the end of this. port: 0 for any that is free. table: "screen" too."""
    told = f"-m firmware serve --table {table} --port {port} --pin {PIN} --lang en --data".split()
    command = [sys.executable, *told, str(data), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r":(\d+)/", said)
            assert found is not None, f"the server said {said!r}"
            yield Served(int(found[1]), data)
        finally:
            process.terminate()
            process.wait(STOPPING)


def main() -> None:
    """Serve a table with nothing kept, until somebody interrupts."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), 8008) as served:
        print(f"{served.url} (elsewhere {served.elsewhere} with the PIN {PIN})")
        try:
            input("Enter ends it.\n")
        except (EOFError, KeyboardInterrupt):
            print()


if __name__ == "__main__":
    main()

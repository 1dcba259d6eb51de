"""A site that is built once, and plain hosts of copies of it on this machine."""

import shutil
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from firmware.site.build import write_site
from firmware.site.vendored import SiteError

BELOW = "a/b"  # the folder below the root of its host


class Files(SimpleHTTPRequestHandler):
    """Answers with the files of a folder, and prints nothing."""

    protocol_version = "HTTP/1.1"  # a connection serves many files
    extensions_map = {  # noqa: RUF012  # as its base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".webmanifest": "application/json",
        ".gz": "application/octet-stream",
    }

    def log_message(self, *_: object) -> None:
        """Write no line for a request."""


class Server(ThreadingHTTPServer):
    """Serves the files of a folder to this computer, and ignores pages that are closed.

    Args:
        folder: the folder.
        port: the TCP port; 0 for any free port.
        answers: the handler of requests.
    """

    request_queue_size = 128  # a browser opens more than five at once, and waits for lost ones

    def __init__(self, folder: Path, port: int = 0, answers: type[Files] = Files) -> None:
        super().__init__(("127.0.0.1", port), partial(answers, directory=str(folder)))

    @property
    def url(self) -> str:
        """The address of the folder."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error, unless the browser has gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _AtTimes(Files):
    """Answers with files, and not at all while its server is away."""

    def do_GET(self) -> None:  # as its base class names it
        """Answer, if anything can be reached."""
        if self.server.away:  # type: ignore[attr-defined]
            self.close_connection = True
        else:
            super().do_GET()


class Hosted(Server):
    """The host of a site.

    Attributes:
        folder: of the site.
        away: whether it can be reached no more, as when a train enters a tunnel.

    """

    def __init__(self, root: Path) -> None:
        super().__init__(root, answers=_AtTimes)
        self.folder = root / BELOW
        self.away = False

    @property
    def url(self) -> str:
        """The address of the site."""
        return f"{self.elsewhere}{BELOW}/"

    @property
    def elsewhere(self) -> str:
        """The address of a page of this host that is none of the site."""
        return super().url


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site."""
    site = tmp_path_factory.mktemp("host") / BELOW
    try:
        write_site(site, platformdirs.user_cache_path("speeltafel", appauthor=False))
    except SiteError as error:
        if "pack.mjs" in str(error):
            raise  # what is missing is not elsewhere
        pytest.skip(f"the site cannot be built: {error}")
    return site


@pytest.fixture
def hosted(folder: Path, tmp_path: Path) -> Iterator[Hosted]:
    """The host of a copy of the site, which a test may change."""
    shutil.copytree(folder, tmp_path / "host" / BELOW)
    server = Hosted(tmp_path / "host")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()

"""A site that is built once, and plain hosts of copies of it on this machine."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from firmware.commands.site import Files, Server
from firmware.site.build import write_site
from firmware.site.vendored import SiteError

BELOW = "a/b"  # the folder below the root of its host


class _AtTimes(Files):
    """Answers with files, and not at all while its server is away."""

    def do_GET(self) -> None:  # noqa: N802  # as its base class names it
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

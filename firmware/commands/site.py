"""The command ``site``: write a site on which the games are played in the browser alone."""

import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import platformdirs

from firmware.commands import ArgumentsError, needs_extra, unwritable
from firmware.commands import argument_types as types
from firmware.commands.parser import Parser
from firmware.words import N_, Words


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``site``."""
    command.add_file("folder", "FOLDER", "where to write it")
    command.add_flag("--force", "write it over what is in the folder")
    command.add_flag("--serve", "look at it on this computer at once")
    text = N_("port at which to look at it (default: 8009; 0: any free port)")
    command.add_value("--port", "PORT", text, type=types.port, default=8009)
    command.add_file("--packages", "FOLDER", "where the files of Pyodide and msgspec are, instead of fetching them")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``site``."""
    with needs_extra("web"):
        from firmware.site.build import write_site
        from firmware.site.vendored import SiteError
    packages = chosen.packages or platformdirs.user_cache_path("speeltafel", appauthor=False)
    try:
        write_site(chosen.folder, packages, force=chosen.force)
    except SiteError as error:
        raise ArgumentsError(error) from None
    except OSError as error:
        raise unwritable(Path(error.filename or chosen.folder), error) from None
    print(words("Any static host can serve {path} now.", path=str(chosen.folder)))
    if chosen.serve:
        _serve(chosen.folder, chosen.port, words)


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


def _serve(folder: Path, port: int, words: Words) -> None:
    """Serve the files of a folder to this computer until Ctrl-C. Raise UsageError."""
    try:
        server = Server(folder, port)
    except OSError as error:
        raise ArgumentsError(
            "port {port} cannot be used: {why}; choose another --port", port=port, why=str(error.strerror)
        ) from None
    with server:
        print(words("Play at {address}", address=server.url), flush=True)
        server.serve_forever()

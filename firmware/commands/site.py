"""The command ``site``: write a site on which the games are played in the browser alone."""

import argparse
from pathlib import Path

import platformdirs

from firmware.commands import ArgumentsError, needs_extra, unwritable
from firmware.commands.parser import Parser
from firmware.words import N_, Words


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``site``."""
    command.add_file("folder", "FOLDER", "where to write it")
    command.add_flag("--force", "write it over what is in the folder")
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
    text = N_("Any static host can serve {path} now; this computer does by python3 -m http.server --directory {path}")
    print(words(text, path=str(chosen.folder)))

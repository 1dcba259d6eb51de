"""A game that a table begins at a server, for its own people and for others far away."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlsplit

from firmware.app.errors import TableError
from firmware.app.far_link import SILENT, check_site, refusal_of
from firmware.words import told


def begin_elsewhere(
    site: str, game: str, seats: Mapping[str, int], names: Sequence[str], options: Mapping[str, str], *, pin: str | None
) -> Mapping[str, str]:
    """Begin a game at a server, and return the link of each person's seat.

    Args:
        site: the address of the server.
        game: the name of the game.
        seats: the level of each seat, in the game's order; 0 for a person.
        names: the names of the players, in the same order.
        options: of the game.
        pin: the PIN of the server, None if it needs no PIN.

    Raises:
        TableError: the server refuses, or cannot be reached.
    """
    site = site.rstrip("/")
    check_site(site)
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(path: str, sent: Mapping[str, object]) -> Any:
        request = urllib.request.Request(  # the address says http or https
            site + path, json.dumps(sent).encode(), {"Content-Type": "application/json"}
        )
        host = urlsplit(site).hostname or ""
        try:
            with opener.open(request, timeout=SILENT) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            why = refusal_of(error).error
        except (OSError, ValueError) as error:
            why = str(error)
        raise TableError(told("no game can be begun at {host}: {error}", host=host, error=why))

    if pin is not None:
        ask("/api/pin", {"pin": pin})
    begun = {"game": game, "names": [*names], "seats": [*seats.values()], "options": {**options}, "here": False}
    number = ask("/api/screen", begun)["id"]
    path, first = f"/api/screen/{number}/links", next(name for name in seats if not seats[name])
    ask(path, {})
    told_links = ask(path, {"new": first})  # the client that begins a game sits at its first seat
    links = {one["seat"]: str(one["link"]) for one in told_links["links"]}
    if not told_links["reachable"]:  # the server knows no address of its own
        links = {seat: _at(site, link) for seat, link in links.items()}
    return {**links, first: _at(site, links[first])}


def _at(site: str, link: str) -> str:
    """Return a link with the address of the server as seen from here."""
    return site + link[link.rindex("/game/") :]

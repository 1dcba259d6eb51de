"""The routes of a host of games on screens, beside the routes of a table.

==================================  ================================================================
GET ``/game/N``                     the page, which shows game N
GET ``/picture/GAME.svg``           a game as it may stand, for the choice of a game
GET ``/picture/of/N.svg``           game N as it stands
GET ``/api/screen``                 the games that go on in which this browser sits; all of them for
                                    clients that may touch
POST ``/api/screen``                begins a game: ``{"game", "names", "options", "seats",
                                    "here", "own", "files", "clock", "moves",
                                    "position"}``; 201 and ``id``, or 400, 403
POST ``/api/screen/N/sit``          ``{"secret", "name"}`` of a link, and of the player, unless the
                                    seat keeps its name: ``seats``, or 400, 403; 409 when another
                                    player has the seat, or the game has ended
POST ``/api/screen/N/take``         ``{"seat", "level"}``: this browser, or with a level from 1 to 5
                                    the computer, plays a seat whose holder has been away for a
                                    minute; 204, 403 or 409
POST ``/api/screen/N/hint``         the best move for the seats of this browser: ``said`` with its
                                    reason, the cells ``from`` and ``to``, null for none; or 409
POST ``/api/screen/N/links``        ``{"new"}``: the links of the free seats of others, ``seat``,
                                    ``link`` and ``code``, a QR code; 403 or 409
==================================  ================================================================

To begin a game needs the PIN, as touching a table does.
To sit down needs the link of the seat, or the PIN for a free seat; to have links made or seats
taken needs a seat of that game, or the PIN. A cookie (:mod:`firmware.web.seating`) identifies the
holder of a seat. ``seats`` of a new game are levels, 0 for a person; ``files`` the texts of files
that options name; ``clock`` the time of each of two players (:mod:`firmware.match.time_control`);
``moves`` the moves played already. Only ``game``, ``names`` and ``seats`` are required;
:class:`firmware.web.new_match.NewMatch` has the rest.
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.app.host import Hosted
from firmware.web.answers import (
    DRAWN,
    AnswerError,
    Site,
    address_of,
    as_answer,
    check_touch,
    game_of,
    number_of,
    read_body,
    site_of,
)
from firmware.web.hint import hint
from firmware.web.match_thread import OnScreens
from firmware.web.new_match import Level, NewMatch
from firmware.web.packed import pack
from firmware.web.page_files import page
from firmware.web.screens import Screens
from firmware.web.seating import fingerprint, holder_of, remember, secret_of
from firmware.web.sheets import picture, sample
from firmware.words import told
from rules import Position

_Seat = Annotated[str, Meta(max_length=10)]


class _Sit(msgspec.Struct, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=100)]
    name: Annotated[str, Meta(max_length=400)] = ""


class _Take(msgspec.Struct, forbid_unknown_fields=True):
    seat: _Seat
    level: Level = 0


class _Links(msgspec.Struct, forbid_unknown_fields=True):
    new: _Seat = ""


def _screens(site: Site) -> Screens:
    assert site.screens is not None
    return site.screens


_pictures: dict[tuple[str, str], str] = {}  # of games that may be chosen, by language


async def _picture(request: Request) -> Response:
    game, words = game_of(request), site_of(request).words(request)
    key = game, words.language
    if key not in _pictures:
        _pictures[key] = await run_in_threadpool(sample, game, words)
    return _drawn(request, _pictures[key])


async def _picture_of(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    words = site.words(request)

    def draw(_: OnScreens, opened: Hosted) -> tuple[str, Position]:
        return opened.match.header.game, opened.match.now

    game, position = await _screens(site).ask_of(number, draw)
    return _drawn(request, await run_in_threadpool(picture, game, position, words))


def _drawn(request: Request, svg: str) -> Response:
    return pack(svg, "image/svg+xml").answer(request.headers, DRAWN)


async def _unfinished(request: Request) -> Response:
    site = site_of(request)
    every = site.access.may_touch(request)
    return as_answer(await _screens(site).unfinished(holder_of(request), site.words(request), every=every))


async def _begin(request: Request) -> Response:
    site = check_touch(request)
    new = await read_body(request, NewMatch)
    if wait := site.access.begin(request, address_of(request)):
        again = {"Retry-After": str(int(wait) + 1)}
        text = told("too many games were begun from here; try again in {minutes} min", minutes=int(wait // 60) + 1)
        raise AnswerError(429, text, again)
    secret = secret_of(request)
    number = await _screens(site).begin(new, fingerprint(secret))
    return remember(as_answer({"id": number}, 201), request, secret)


async def _sit(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    asked = await read_body(request, _Sit)
    secret = secret_of(request)
    seats = await _screens(site).sit(number, fingerprint(secret), asked.secret, asked.name)
    if not seats:
        raise AnswerError(403, told("this link leads to no seat any more; ask for a new one"))
    return remember(as_answer({"seats": seats}), request, secret)


async def _take(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    take = await read_body(request, _Take)
    await _check_right(request, number)
    secret = secret_of(request)
    await _screens(site).take(number, fingerprint(secret), take.seat, take.level)
    return remember(Response(status_code=204), request, secret)


async def _links(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    asked = await read_body(request, _Links)
    await _check_right(request, number)
    used = str(request.base_url)
    address = site.settings.address(used)
    links = await _screens(site).links(number, address or used, holder_of(request), new=asked.new)
    return as_answer({"links": links, "reachable": bool(address)})


async def _hint(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    words = site.words(request)
    return as_answer(await hint(_screens(site), number, holder_of(request), words))


async def _check_right(request: Request, number: int) -> None:
    """Raise HTTPException (403) without a seat or the right to touch, NoGameError without the game."""
    if not await _screens(site_of(request)).holds(number, holder_of(request)):
        check_touch(request)


SCREEN_ROUTES = [
    Route("/game/{number}", page),
    Route("/picture/{game}.svg", _picture),
    Route("/picture/of/{number}.svg", _picture_of),
    Route("/api/screen", _unfinished, methods=["GET"]),
    Route("/api/screen", _begin, methods=["POST"]),
    Route("/api/screen/{number}/sit", _sit, methods=["POST"]),
    Route("/api/screen/{number}/take", _take, methods=["POST"]),
    Route("/api/screen/{number}/hint", _hint, methods=["POST"]),
    Route("/api/screen/{number}/links", _links, methods=["POST"]),
]

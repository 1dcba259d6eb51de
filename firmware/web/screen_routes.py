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

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.app.hosted import Hosted
from firmware.storage.errors import NoGameError, StoreError
from firmware.web.answers import (
    DRAWN,
    AnswerError,
    Site,
    address_of,
    as_answer,
    check_touch,
    game_of,
    no_game,
    number_of,
    read_body,
    site_of,
)
from firmware.web.match_thread import OnScreens
from firmware.web.new_match import Level, NewMatch
from firmware.web.packed import pack
from firmware.web.page_files import page
from firmware.web.refusal import RefusedError
from firmware.web.screens import Screens
from firmware.web.seating import holder_of, remember
from firmware.web.sheets import picture, sample
from firmware.words import message_of, told, without_folders
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

    with _answered(number):
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
    cookie = Response()
    holder = remember(cookie, request)
    try:
        number = await _screens(site).begin(new, holder)
    except (RefusedError, StoreError) as error:
        raise AnswerError(503, without_folders(message_of(error))) from None
    return _with_cookie(as_answer({"id": number}, 201), cookie)


def _with_cookie(answer: Response, cookie: Response) -> Response:
    answer.raw_headers += [one for one in cookie.raw_headers if one[0] == b"set-cookie"]
    return answer


@contextmanager
def _answered(number: int) -> Iterator[None]:
    """Raise HTTPException (404, 409) where there is no match of this number, or it refuses."""
    try:
        yield
    except NoGameError:
        raise no_game(number) from None
    except RefusedError as error:
        raise AnswerError(409, message_of(error)) from None


async def _sit(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    asked = await read_body(request, _Sit)
    cookie = Response()
    holder = remember(cookie, request)
    with _answered(number):
        seats = await _screens(site).sit(number, holder, asked.secret, asked.name)
    if not seats:
        raise AnswerError(403, told("this link leads to no seat any more; ask for a new one"))
    return _with_cookie(as_answer({"seats": seats}), cookie)


async def _take(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    take = await read_body(request, _Take)
    await _check_right(request, number)
    cookie = Response()
    holder = remember(cookie, request)
    with _answered(number):
        await _screens(site).take(number, holder, take.seat, take.level)
    return _with_cookie(Response(status_code=204), cookie)


async def _links(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    asked = await read_body(request, _Links)
    await _check_right(request, number)
    used = str(request.base_url)
    address = site.address(used)
    with _answered(number):
        links = await _screens(site).links(number, address or used, holder_of(request), new=asked.new)
    return as_answer({"links": links, "reachable": bool(address)})


async def _hint(request: Request) -> Response:
    site, number = site_of(request), number_of(request.path_params["number"])
    words = site.words(request)
    with _answered(number):
        return as_answer(await _screens(site).hint(number, holder_of(request), words))


async def _check_right(request: Request, number: int) -> None:
    """Raise HTTPException (403) without a seat or the right to touch, (404) without the game."""
    with _answered(number):
        holds = await _screens(site_of(request)).holds(number, holder_of(request))
    if not holds:
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

"""The routes of the table on a network: the page, and the protocol for it and other programs.

Cells are 0-95, 12 * row + column, row 0 at the far edge. Colours are ``#rrggbb``. Times are seconds
of the table's clock. Everything is JSON in UTF-8 unless said otherwise; an error is an object with
the key ``error``. ``?lang=`` is a language of :data:`firmware.words.LANGUAGES`.

==================================  ================================================================
GET ``/``                           the page, with its files below ``/static/``; of a game on
                                    screens ``/game/N``
GET ``/sheet/GAME.svg``             the printed sheet of a game, ``/sheet/current.svg`` of this one;
                                    ``?option=NAME:VALUE`` for options that change it
GET ``/score-sheet/GAME/PLAYERS``   its blank score sheets for so many players, to print from HTML
GET ``/api/view``                   the view, with all its parts
GET ``/api/schema``                 the JSON schema of the protocol
GET ``/api/record``                 the record of this game, as text
GET ``/api/playable``               the games that can be begun, their seats and options
GET ``/api/games``                  the games that were kept, last 100 first; ``?game=``
                                    ``?player=`` ``?limit=``; ``?before=N``: older ones than N;
                                    the header ``Link`` names the next page (RFC 8288);
                                    this, the next and the standings are for players of any kept
                                    game and clients that may touch, 403 for others
GET ``/api/games/N/record``         the record of one of them, as text
POST ``/api/games/N/name``          ``{"seat", "name"}``: corrects the name of a player of a game
                                    that has ended, and its record says so: 204, or 403 for
                                    clients that may not touch, 409
POST ``/api/games``                 keeps a game from its record, read strictly: 201 and ``id``, or
                                    400, 409
GET ``/api/store``                  the whole store, as a file, for clients that may touch, or 403
POST ``/api/store``                 keeps the games of such a file that are not there: ``games``,
                                    how many; or 400
GET ``/api/standings``              the standings of the players; ``?game=``
GET ``/api/me``                     ``may_touch``, ``pin_needed``, ``lang``, ``languages``,
                                    ``table``
POST ``/api/pin``                   ``{"pin": "123456"}``: 204 and a cookie, or 403, 429
WebSocket ``/ws``                   the stream of the game
==================================  ================================================================

A host of games on screens has many games, so ``?game=N`` names the game of a request: with ``/ws``,
``/api/view``, ``/api/line``, ``/api/record`` and ``/sheet/current.svg``.
:mod:`firmware.web.screen_routes` has its other routes.

The pages for newcomers have their addresses in :mod:`firmware.web.teaching`, games that are over in
:mod:`firmware.web.replaying`, sheets as people write them in :mod:`firmware.web.written_sheets`,
the files of the page in :mod:`firmware.web.page_files`.

The WebSocket speaks version 2 of the protocol: :mod:`firmware.web.wire` has its messages,
:mod:`firmware.web.stream` says when each is sent. A refused request has a code, a stable word, in its JSON, too, where
the rules or the store refused it.

The games that can be begun are described in :func:`firmware.web.page.playable_games`.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from firmware.app.thinker import Answers, Thinker
from firmware.match.line import read_line
from firmware.match.refusals import CommandError
from firmware.play.lobby import Choice
from firmware.storage.errors import (
    AlreadyKeptError,
    ConflictError,
    DamagedGameError,
    NoGameError,
    NothingKeptError,
    StoreError,
)
from firmware.storage.import_export import as_json, bring_back, copy_store, read_store
from firmware.storage.standings import standings
from firmware.storage.store import A_PAGE, Store
from firmware.storage.values import clock_comments, given_up
from firmware.web.access import REMEMBERED, Guard, TooManyTriesError, cookie_name, cookie_of
from firmware.web.answers import (
    DRAWN,
    LONGEST_RECORD,
    AnswerError,
    Site,
    address_of,
    as_answer,
    body_of,
    check_touch,
    game_of,
    number_of,
    read_body,
    reason_of,
    refuse,
    site_of,
    stream_of,
)
from firmware.web.follow import follow
from firmware.web.lines import ROUTES as LINES
from firmware.web.packed import pack
from firmware.web.page import playable_games
from firmware.web.page_files import ROUTES as PAGE_FILES
from firmware.web.page_files import page
from firmware.web.reading import Readers, make_of
from firmware.web.refusal import RefusedError
from firmware.web.replaying import ROUTES as REPLAYING
from firmware.web.schema import schema
from firmware.web.screen_routes import SCREEN_ROUTES
from firmware.web.seating import holder_of
from firmware.web.sheets import score_sheets_page, svg
from firmware.web.teaching import ROUTES as TEACHING
from firmware.web.written_sheets import ROUTES as WRITTEN
from firmware.words import LANGUAGES, N_, Words, message_of, told
from firmware.words.codes import code_of
from firmware.words.terminal import one_line
from rules import GameError, Reading, Record, find_game, read_record, write_record

_LOG = logging.getLogger("speeltafel")

LONGEST_STORE = 64 << 20  # bytes


class _Pin(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``/api/pin``."""

    pin: str


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``/api/games/N/name``."""

    seat: str
    name: str


def application(
    site: Site,
    beside: Callable[[Site], AbstractAsyncContextManager[None]] | None = None,
    thinker: Callable[[], Answers] = Thinker,
    reader: Callable[[], Answers] | None = None,
) -> ASGIApp:
    """Return the ASGI application that answers; when it has ended, the table has stopped.

    Args:
        site: the sources of the answers.
        beside: returns a context that is entered while the application runs, for other work.
        thinker: returns the process that judges the moves of games, and the process that reads
            records.
        reader: returns the process that reads records in its place.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            async with beside(site) if beside is not None else nullcontext():
                # Their processes begin with the first question.
                with closing(thinker()) as judge, closing((reader or thinker)()) as reads:
                    app.state.analyser, app.state.readers = judge, Readers(reads)
                    yield
        finally:
            await asyncio.to_thread(site.thread.stop)

    app = Starlette(
        routes=[*([] if site.screens is None else SCREEN_ROUTES), *ROUTES],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: _say_error,
            RefusedError: _say_refusal,
            StoreError: _say_refusal,
            GameError: _say_refusal,
            Exception: _say_internal_error,
        },
    )
    app.state.site = site
    return Guard(app, site.access)


_PHRASES = (N_("Not Found"), N_("Method Not Allowed"))  # Starlette's own texts of errors


def _say_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = site_of(request).words(request)
    if not isinstance(error, AnswerError):  # an error of Starlette itself
        return refuse(error.status_code, words(error.detail), error.headers)
    code = code_of(error) if error.__context__ is not None else ""
    return refuse(error.status_code, words.tell(error.message), error.headers, code)


_STATUS = {NoGameError: 404, NothingKeptError: 404, AlreadyKeptError: 409, ConflictError: 409, CommandError: 409}


def _say_refusal(request: Request, error: Exception) -> Response:
    """Answer that a thing was not found, that the body of the request is wrong, or that it cannot be done now."""
    usual = 503 if isinstance(error, StoreError) else 400 if request.method == "POST" else 404
    status = error.status if isinstance(error, RefusedError) else _STATUS.get(type(error), usual)
    return refuse(status, site_of(request).words(request).tell(reason_of(error)), code=code_of(error))


def _say_internal_error(request: Request, _error: Exception) -> Response:
    words = site_of(request).words(request)
    return refuse(500, words("internal error; see the log"))


# The page and the printed sheets


_TURNED = {"90": 90, "-90": -90}  # degrees by which a page turns a sheet


async def _sheet(request: Request) -> Response:
    site = site_of(request)
    game, words = request.path_params["game"], site.words(request)
    if game == "current":
        moment = (await stream_of(request)).moment
        if moment is None or isinstance(moment.view, Choice):
            raise AnswerError(404, told("no game is being played"))
        game, position = moment.view.header.game, moment.view.position
    else:
        game = game_of(request)
        given = (one.partition(":") for one in request.query_params.getlist("option"))
        options = {name: value for name, _, value in given}
        position = find_game(game).start(find_game(game).players[0], options)
    screen = request.query_params.get("screen") == "1"
    turned = _TURNED.get(request.query_params.get("turned", ""), 0)
    drawn = svg(game, position, words, screen=screen, turned=turned)
    return pack(drawn, "image/svg+xml").answer(request.headers, DRAWN)


async def _score_sheet(request: Request) -> Response:
    site, game = site_of(request), request.path_params["game"]
    words = site.words(request)
    players = find_game(game).count(number_of(request.path_params["players"]))
    return HTMLResponse(score_sheets_page(game, players, words), headers=DRAWN)


# The game that is played


async def _view(request: Request) -> Response:
    stream = await stream_of(request)
    text = stream.view(site_of(request).language(request)).since(0)
    return Response(text, media_type="application/json")


async def _schema(_: Request) -> Response:
    return as_answer(schema())


async def _record(request: Request) -> Response:
    moment = (await stream_of(request)).moment
    if moment is None or isinstance(moment.view, Choice):
        raise AnswerError(404, told("no game is being played"))
    header, ended = moment.view.header, moment.match and moment.match.ended
    if ended and moment.number is not None and moment.view.kept:
        return await run_in_threadpool(_stored_record, site_of(request), moment.number)
    if ended and ended.how != "over":
        header = given_up(header, ended.will)
    plies = () if moment.match is None else moment.match.line.plies
    comments = clock_comments(ply.left for ply in plies)
    return _as_file(write_record(header, moment.lines, comments), f"{header.game}.record")


async def _playable(request: Request) -> Response:
    site = site_of(request)
    by_hand = site.settings.by_hand and await site.thread.answer(lambda remote: remote.by_hand)
    return as_answer(playable_games(by_hand=by_hand, on_screen=site.screens is not None))


# The games kept in the store. These functions are no coroutines: Starlette calls them in a thread


@contextmanager
def _store(request: Request) -> Iterator[Store]:
    """Open the store to read it. Raise StoreError.

    Raise HTTPException (403) for clients elsewhere that have not given the PIN and play none of its
    games: saved games are private.
    """
    site, holder = site_of(request), holder_of(request)
    with Store(site.settings.store, writes=False) as store:
        if not site.access.may_touch(request) and not (holder and store.sits(holder)):
            raise AnswerError(403, told("saved games are shown to who plays here or gave the PIN"))
        yield store


def _games(request: Request) -> Response:
    """Answer with the games that have a move; games without moves are not worth keeping."""
    asked = request.query_params
    before = asked.get("before")
    limit = min(number_of(asked.get("limit", str(A_PAGE))), A_PAGE)
    try:
        with _store(request) as store:
            found = list(
                store.games(
                    game=asked.get("game"),
                    player=asked.get("player"),
                    limit=limit,
                    before=None if before is None else number_of(before),
                    damaged=_log_damage,
                )
            )
    except NothingKeptError:
        found = []
    answer = as_answer([as_json(one) for one in found if one.moves])
    if found and len(found) == limit:
        url = request.url.include_query_params(before=found[-1].id)
        answer.headers["Link"] = f'<{url.path}?{url.query}>; rel="next"'
    return answer


def _kept_record(request: Request) -> Response:
    number = number_of(request.path_params["number"])
    with _store(request) as store:
        game = store.game(number)
    return _as_file(game.record, f"{game.header.game}-{number}.record")


def _stored_record(site: Site, number: int) -> Response:
    """Answer with the record of a game that has ended, with its later notes."""
    with Store(site.settings.store, writes=False) as store:
        game = store.game(number)
    return _as_file(game.record, f"{game.header.game}.record")


async def _correct_name(request: Request) -> Response:
    site, number = check_touch(request), number_of(request.path_params["number"])
    asked = await read_body(request, _Named)
    await site.thread.answer(lambda use: use.games.rename(number, asked.seat, asked.name.strip(), use.at))
    return Response(status_code=204)


def _standings(request: Request) -> Response:
    try:
        with _store(request) as store:
            found = standings(store, game=request.query_params.get("game"), damaged=_log_damage)
    except NothingKeptError:
        found = []
    return as_answer([one._asdict() for one in found])


def _log_damage(error: DamagedGameError) -> None:
    """Log the game that is left out because it cannot be read."""
    _LOG.warning("%s", one_line(str(error)))


def _strictly_read(data: bytes, _: Words) -> Record:
    """Return a record as programs write it. Raise RecordError."""
    return read_record(data, reading=Reading(strict=True))


async def _import_game(request: Request) -> Response:
    site = check_touch(request)
    record = await make_of(request, _strictly_read, await body_of(request, LONGEST_RECORD))
    line = await run_in_threadpool(lambda: read_line(record.header.start(), record.moves))
    number = await _changed(site, lambda store, busy: store.add(record, busy=busy, line=line))
    return as_answer({"id": number}, 201)


async def _changed(site: Site, do: Callable[[Store, set[int]], int]) -> int:
    """Return the result of a change of games that are not open, in the thread of the matches."""
    made: int = await site.thread.answer(lambda use: use.games.recorder.change(do))
    return made


def _whole_store(request: Request) -> Response:
    site = check_touch(request)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / site.settings.store.name
        copy_store(site.settings.store, copy)
        headers = {"Content-Disposition": f'attachment; filename="{copy.name}"'}
        return Response(copy.read_bytes(), headers=headers, media_type="application/vnd.sqlite3")


async def _bring_back(request: Request) -> Response:
    site = check_touch(request)
    data = await body_of(request, LONGEST_STORE)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / site.settings.store.name
        copy.write_bytes(data)
        try:
            games = await run_in_threadpool(read_store, copy)
            number = 0
            for game in games:
                number += await _changed(site, partial(bring_back, game))
        except StoreError as error:
            raise AnswerError(400, reason_of(error)) from None
    return as_answer({"games": number}, 201)


def _as_file(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# Access: which clients may touch


async def _me(request: Request) -> Response:
    site = site_of(request)
    return as_answer(
        {
            "may_touch": site.access.may_touch(request),
            "pin_needed": not site.access.at_the_machine(request),
            "lang": site.language(request),
            "languages": LANGUAGES,
            "table": site.settings.kind,
        }
    )


async def _pin(request: Request) -> Response:
    access = site_of(request).access
    who = address_of(request), cookie_of(request)
    pin = (await read_body(request, _Pin)).pin
    await asyncio.sleep(access.delay(*who))
    try:
        cookie = access.give(pin, *who)
    except TooManyTriesError as error:
        raise AnswerError(429, message_of(error), {"Retry-After": str(int(error.wait) + 1)}) from None
    if cookie is None:
        raise AnswerError(403, told("this is not the table's PIN"))
    answer = Response(status_code=204)
    answer.set_cookie(
        cookie_name(request),
        cookie,
        max_age=REMEMBERED,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


ROUTES = [
    Route("/", page),
    Route("/sheet/{game}.svg", _sheet),
    Route("/score-sheet/{game}/{players}", _score_sheet),
    Route("/api/view", _view),
    Route("/api/schema", _schema),
    Route("/api/record", _record),
    Route("/api/playable", _playable),
    Route("/api/games", _games, methods=["GET"]),
    Route("/api/games", _import_game, methods=["POST"]),
    Route("/api/games/{number}/record", _kept_record),
    Route("/api/games/{number}/name", _correct_name, methods=["POST"]),
    Route("/api/store", _whole_store, methods=["GET"]),
    Route("/api/store", _bring_back, methods=["POST"]),
    Route("/api/standings", _standings),
    Route("/api/me", _me),
    Route("/api/pin", _pin, methods=["POST"]),
    WebSocketRoute("/ws", follow),
    *TEACHING,
    *LINES,
    *REPLAYING,
    *WRITTEN,
    *PAGE_FILES,
]

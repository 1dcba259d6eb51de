"""What the table answers on a network: the page, and the protocol for it and other programs.

Cells are 0-95, 12 * row + column, row 0 at the far edge. Colours are ``#rrggbb``. Times are seconds
of the table's clock. Everything is JSON in UTF-8 unless said otherwise; an error is an object with
the key ``error``. ``?lang=`` is a language of :data:`firmware.words.LANGUAGES`.

==================================  ================================================================
GET ``/``                           the page, with what it needs below ``/static/``
GET ``/sheet/GAME.svg``             the printed sheet of a game, ``/sheet/current.svg`` of this one
GET ``/score-sheet/GAME/PLAYERS``   its blank score sheets for so many players, to print from HTML
GET ``/api/state``                  the snapshot
GET ``/api/at/PLY``                 how this game stood after so many moves, with ``at``
GET ``/api/record``                 the record of this game, as text
GET ``/api/playable``               the games that can be begun, their seats and options
GET ``/api/games``                  the games that were kept, newest first; ``?game=`` ``?player=``
GET ``/api/games/N/record``         the record of one of them, as text
POST ``/api/games``                 keeps a game from its record: 201 and ``id``, or 400, 409; and
                                    ``notes``, ``[{"line", "note"}, ...]``, what was read otherwise
GET ``/api/standings``              the standings of the players; ``?game=``
GET ``/api/me``                     ``may_touch``, ``pin_needed``, ``lang``, ``languages``
POST ``/api/pin``                   ``{"pin": "123456"}``: 204 and a cookie, or 403, 429
WebSocket ``/ws``                   the snapshot, then its changes; takes messages
==================================  ================================================================

The WebSocket sends ``{"type": "state", "seq": n, ...}``, the snapshot, and then
``{"type": "change", "seq": n + 1, ...}`` with those of its keys that have another value, each with
its whole value. A client that cannot keep up is sent a ``state`` again. Beside these come
``{"type": "tune", "tune": "accepted"}`` when the table beeps, ``{"type": "warn", "text": "..."}``
when a part of it fails, and ``{"type": "error", "message": "..."}`` for a message that was refused.

The keys of the snapshot are written down in :mod:`firmware.web.state`, those of the games that can
be begun in :func:`firmware.web.page.playable_games`, and the messages that the table takes from
those who may touch in :mod:`firmware.web.messages`.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.play.lobby import Choice
from firmware.storage.errors import (
    AlreadyKeptError,
    DamagedGameError,
    NoGameError,
    NothingKeptError,
    StoreError,
)
from firmware.storage.import_export import as_json
from firmware.storage.standings import standings
from firmware.storage.store import Store
from firmware.web.access import COOKIE, LASTS, Access, Guard, TooManyTriesError, household
from firmware.web.broadcast import Broadcaster, Watcher, text_of
from firmware.web.messages import Message, MessageError, read_message
from firmware.web.page import playable_games
from firmware.web.remote import RefusedError, RemoteControl
from firmware.web.sheets import score_sheets_page, svg
from firmware.web.simulated_remote import BusyError
from firmware.web.state import snapshot_at
from firmware.web.table_thread import TableThread
from firmware.words import LANGUAGES
from firmware.words.terminal import one_line
from rules import (
    NAMES,
    GameError,
    Reading,
    Record,
    RecordError,
    find_game,
    read_record,
    write_record,
)

_LOG = logging.getLogger("speeltafel")

PAGE = Path(__file__).parent / "static"
LONGEST_RECORD = 32 * 1024  # bytes
LONGEST_PIN = 1024  # bytes
RATE = 20.0  # messages a second from one watcher
BURST = 40.0  # messages at once
MOST_EXCESS = 200  # messages too many, after which the connection is closed
BUSY_WAIT = 5.0  # seconds to wait for simulated players who are making a move
RETRY = 0.02  # seconds between two tries
TOO_MANY = "too many messages; slow down"
NO_TOUCH = "only who gave the table's PIN can touch it"


class Site(NamedTuple):
    """What the answers are made from.

    path: the file of the store. lang: the language for requests that ask for none. by_hand: whether
    people move real pieces.
    """

    table_thread: TableThread
    broadcaster: Broadcaster
    access: Access
    path: Path
    lang: str
    by_hand: bool

    def language(self, connection: HTTPConnection) -> str:
        """Return the language that a request asks for if the table speaks it, else its own."""
        asked = connection.query_params.get("lang", self.lang)
        return asked if asked in LANGUAGES else self.lang


class _Pin(msgspec.Struct, forbid_unknown_fields=True):
    """What is posted to ``/api/pin``."""

    pin: str


def application(
    site: Site, beside: Callable[[Site], AbstractAsyncContextManager[None]] | None = None
) -> ASGIApp:
    """Return the ASGI application that answers; when it has ended, the table has stopped.

    beside: gives a context that is entered while it runs, for what is to be done meanwhile.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            async with beside(site) if beside is not None else nullcontext():
                yield
        finally:
            await asyncio.to_thread(site.table_thread.stop)

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/sheet/{game}.svg", _sheet),
            Route("/score-sheet/{game}/{players}", _score_sheet),
            Route("/api/state", _state),
            Route("/api/at/{ply}", _at),
            Route("/api/record", _record),
            Route("/api/playable", _playable),
            Route("/api/games", _games, methods=["GET"]),
            Route("/api/games", _import_game, methods=["POST"]),
            Route("/api/games/{number}/record", _kept_record),
            Route("/api/standings", _standings),
            Route("/api/me", _me),
            Route("/api/pin", _pin, methods=["POST"]),
            WebSocketRoute("/ws", _follow),
            Mount("/static", StaticFiles(directory=PAGE, check_dir=False)),
        ],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: _say_error,
            StoreError: _say_store_error,
            Exception: _say_internal_error,
        },
    )
    app.state.site = site
    return Guard(app, site.access)


def _site(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


def _say_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _refuse(error.status_code, error.detail, error.headers)


def _say_store_error(request: Request, error: Exception) -> Response:
    return _refuse(503, _without_folder(_site(request), error))


def _say_internal_error(_request: Request, _error: Exception) -> Response:
    return _refuse(500, "the table has made a mistake; its log says which")


def _refuse(status: int, why: str, headers: Any = None) -> Response:
    return JSONResponse({"error": why}, status, headers)


def _without_folder(site: Site, error: Exception) -> str:
    """Return what an error of the store says, but not where on this machine the store is."""
    return str(error).replace(f"{site.path.parent}{os.sep}", "")


def _json(value: Any, status: int = 200) -> Response:
    return Response(text_of(value), status, media_type="application/json")


def _number(text: str) -> int:
    """Return the number of a path. Raise HTTPException (404) when it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise HTTPException(404, f"{text[:20]!r} should be a number")
    return int(text)


# The page and the printed sheets


_DRAWN = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


async def _page(_request: Request) -> Response:
    page = PAGE / "index.html"
    if not page.exists():
        raise HTTPException(404, "the page is not installed; programs find the table at /api/state")
    return FileResponse(page)


async def _sheet(request: Request) -> Response:
    site = _site(request)
    game, moment = request.path_params["game"], site.broadcaster.moment
    words = site.broadcaster.channels[site.language(request)].words
    if game == "current":
        if moment is None or isinstance(moment.view, Choice):
            raise HTTPException(404, "no game is being played")
        game, position = moment.view.header.game, moment.view.position
    elif game in NAMES:
        position = find_game(game).start(find_game(game).players[0])
    else:
        raise HTTPException(404, f"there is no game {game!r}; there is: {', '.join(NAMES)}")
    return Response(svg(game, position, words), media_type="image/svg+xml", headers=_DRAWN)


async def _score_sheet(request: Request) -> Response:
    site, game = _site(request), request.path_params["game"]
    words = site.broadcaster.channels[site.language(request)].words
    try:
        players = find_game(game).count(_number(request.path_params["players"]))
    except GameError as error:
        raise HTTPException(404, str(error)) from None
    return HTMLResponse(score_sheets_page(game, players, words), headers=_DRAWN)


# The game that is played


async def _state(request: Request) -> Response:
    site = _site(request)
    text = site.broadcaster.channel(site.language(request)).state()
    return Response(text, media_type="application/json")


async def _at(request: Request) -> Response:
    site = _site(request)
    moment, words = site.broadcaster.moment, site.broadcaster.channels[site.language(request)].words
    ply = _number(request.path_params["ply"])
    told = None if moment is None else snapshot_at(moment, ply, words)
    if told is None:
        raise HTTPException(404, f"no game is being played that has {ply} moves")
    return _json(told)


async def _record(request: Request) -> Response:
    moment = _site(request).broadcaster.moment
    if moment is None or isinstance(moment.view, Choice):
        raise HTTPException(404, "no game is being played")
    header = moment.view.header
    return _as_file(write_record(header, moment.lines), f"{header.game}.record")


async def _playable(request: Request) -> Response:
    return _json(playable_games(by_hand=_site(request).by_hand))


# The games kept in the store. These functions are no coroutines: Starlette calls them in a thread


def _games(request: Request) -> Response:
    asked = request.query_params
    try:
        with Store(_site(request).path, writes=False) as store:
            found = store.games(
                game=asked.get("game"), player=asked.get("player"), damaged=_log_damage
            )
    except NothingKeptError:
        found = []
    return _json([as_json(one) for one in found])


def _kept_record(request: Request) -> Response:
    number = _number(request.path_params["number"])
    try:
        with Store(_site(request).path, writes=False) as store:
            game = store.game(number)
    except (NoGameError, NothingKeptError):
        raise HTTPException(404, f"there is no game {number}") from None
    return _as_file(game.record, f"{game.header.game}-{number}.record")


def _standings(request: Request) -> Response:
    try:
        with Store(_site(request).path, writes=False) as store:
            found = standings(store, game=request.query_params.get("game"), damaged=_log_damage)
    except NothingKeptError:
        found = []
    return _json([one._asdict() for one in found])


def _log_damage(error: DamagedGameError) -> None:
    """Say in the log which game is left out because it cannot be read."""
    _LOG.warning("%s", one_line(str(error)))


async def _import_game(request: Request) -> Response:
    site = _site(request)
    if not site.access.may_touch(request):
        raise HTTPException(403, NO_TOUCH)
    data = await _body(request, LONGEST_RECORD)
    words = site.broadcaster.channels[site.language(request)].words
    reading = Reading(strict=False)
    try:
        record: Record = await run_in_threadpool(read_record, data, reading=reading)
        number = await _ask(site, lambda remote: remote.bring_in(record))
    except RecordError as error:
        why = words("line {line}: {error}", line=error.line, error=error.plain)
        raise HTTPException(400, why) from None
    except GameError as error:
        raise HTTPException(400, words.tell(error.plain)) from None
    except AlreadyKeptError as error:
        return _json({"error": _without_folder(site, error), "id": error.game}, 409)
    except RefusedError as error:
        raise HTTPException(503, str(error)) from None
    notes = [{"line": line, "note": words.tell(note)} for line, note in reading.notes.items()]
    return _json({"id": number} | ({"notes": notes} if notes else {}), 201)


def _as_file(text: str, name: str) -> Response:
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )  # fmt: skip


# Who may touch


async def _me(request: Request) -> Response:
    site = _site(request)
    return _json(
        {
            "may_touch": site.access.may_touch(request),
            "pin_needed": not site.access.at_the_machine(request),
            "lang": site.language(request),
            "languages": LANGUAGES,
        }
    )


async def _pin(request: Request) -> Response:
    access, address = _site(request).access, _address(request)
    data = await _body(request, LONGEST_PIN)
    try:
        pin = msgspec.json.decode(data, type=_Pin).pin
    except (msgspec.DecodeError, UnicodeError):
        raise HTTPException(400, 'expected {"pin": "123456"}') from None
    await asyncio.sleep(access.delay(address))
    try:
        cookie = access.give(pin, address)
    except TooManyTriesError as error:
        raise HTTPException(
            429, str(error), {"Retry-After": str(int(error.wait) + 1)}
        ) from None  # fmt: skip
    if cookie is None:
        raise HTTPException(403, "this is not the table's PIN")
    answer = Response(status_code=204)
    answer.set_cookie(
        COOKIE, cookie, max_age=LASTS, httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return answer


async def _body(request: Request, most: int) -> bytes:
    """Return what was posted.

    Raise HTTPException: 413 for more than `most` bytes, 400 when it was cut off.
    """
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise HTTPException(413, f"this may have {most} bytes")
    except ClientDisconnect:
        raise HTTPException(400, "this was cut off") from None
    return data


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client is not None else ""


async def _ask(site: Site, do: Callable[[RemoteControl], Any]) -> Any:
    """Return what `do` returns in the table's thread. Raise RefusedError, or what `do` raises."""
    try:
        return await asyncio.wrap_future(site.table_thread.ask(do))
    except asyncio.CancelledError:
        if site.table_thread.stopped:
            raise RefusedError("the table has stopped") from None
        raise


# Watchers


async def _follow(socket: WebSocket) -> None:
    """Serve one watcher until its connection closes."""
    site = _site(socket)
    language = site.language(socket)
    # strangers, however many, cannot take the places of those who may touch
    counted = None if site.access.may_touch(socket) else household(_address(socket))
    watcher = site.broadcaster.join(language, counted)
    if watcher is None:
        await socket.close(1013, "too many watch this table; try again later")
        return
    sender: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        sender = asyncio.create_task(_send(socket, watcher))
        await _listen(socket, site, watcher)
    except WebSocketDisconnect:
        pass
    finally:
        site.broadcaster.leave(language, watcher, counted)
        if sender is not None:
            sender.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    """Send a watcher its messages, as fast as it takes them."""
    try:
        while True:
            await socket.send({"type": "websocket.send", "text": await watcher.next()})
            await asyncio.sleep(0)  # every watcher's first message goes before anybody's second
    except (WebSocketDisconnect, RuntimeError):
        return  # the connection is closed, which _listen finds out by itself


async def _listen(socket: WebSocket, site: Site, watcher: Watcher) -> None:
    """Carry out a watcher's messages until its connection closes, or far too many have come."""
    allowance, excess, before = BURST, 0, asyncio.get_running_loop().time()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        now = asyncio.get_running_loop().time()
        allowance, before = min(BURST, allowance + (now - before) * RATE), now
        if allowance < 1:
            excess += 1
            watcher.tell(text_of({"type": "error", "message": TOO_MANY}))
            if excess > MOST_EXCESS:
                await socket.close(1008, TOO_MANY)
                return
            continue
        allowance -= 1
        try:
            await _obey(socket, site, message.get("text"))
        except (MessageError, RefusedError) as error:
            watcher.tell(text_of({"type": "error", "message": str(error)}))


async def _obey(socket: WebSocket, site: Site, text: str | None) -> None:
    """Carry out one message. Raise MessageError or RefusedError."""
    message: Message = read_message(text)
    if not site.access.may_touch(socket):
        raise RefusedError(NO_TOUCH)
    until = asyncio.get_running_loop().time() + BUSY_WAIT
    while True:
        try:
            await _ask(site, lambda remote: remote.obey(message))
        except BusyError:
            if asyncio.get_running_loop().time() > until:
                raise
            await asyncio.sleep(RETRY)
        else:
            return

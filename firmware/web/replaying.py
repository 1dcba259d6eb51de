"""What a page asks for to replay a game from its record, whoever has kept it.

==============================  ====================================================================
GET ``/replay``                 the page; what it replays stands behind the # of its address, which
                                is never sent here
POST ``/api/replay``            a record as text: what the game came to, or 400, 413; see
                                :func:`firmware.web.replayed.summary`
POST ``/api/replay/states``     the same: how it stood after ``?from=`` lines and those that follow,
                                see :func:`firmware.web.replayed.states`
POST ``/api/report?as=KIND``    the same: its report as a file, ``html`` or ``pdf``; or 404 where
                                the program cannot make such a file
POST ``/api/analyse``           the same: some of its moves from line ``?from=`` on, judged, as
                                ``moves``, and the line to go on with as ``next``, null at the end;
                                for those who may touch, 403 for others, 503 when it cannot be done
==============================  ====================================================================

Records are read strictly. Those that name files (a board of one's own) cannot be read here.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.app.analyser import Part
from firmware.study.report_files import missing_package
from firmware.web.access import client_of
from firmware.web.answers import LONGEST_RECORD, AnswerError, address_of, body_of, site_of
from firmware.web.packed import PAGE, PackedFiles, pack
from firmware.web.replayed import replayed, report_file, states, summary
from firmware.web.watcher import text_of
from firmware.words import told

_MEDIA = {"html": "text/html", "pdf": "application/pdf"}
LEVEL = 3  # of the computer that judges
MOST_WAITING = 3  # records of one household that are read or wait for it

T = TypeVar("T")


class Readers:
    """Who has records read, which happens one at a time. Made in the loop that uses it."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(1)
        self.waiting = Counter[str]()  # household -> records


async def _page(request: Request) -> Response:
    return PackedFiles(PAGE).find("replay.html").answer(request.headers)


async def _replay(request: Request) -> Response:
    text, words = await _text(request), site_of(request).words(request)
    return _json(await _read(request, lambda: summary(text, words)), request)


async def _states(request: Request) -> Response:
    text, first, words = await _text(request), _from(request), site_of(request).words(request)
    return _json(await _read(request, lambda: states(text, first, words)), request)


async def _report(request: Request) -> Response:
    kind = request.query_params.get("as", "html")
    if kind not in _MEDIA or missing_package(kind):
        raise AnswerError(404, told("reports are not written as {kind!r}", kind=kind[:10]))
    text, words = await _text(request), site_of(request).words(request)
    content = await _read(request, lambda: report_file(text, kind, words))
    return Response(content, media_type=_MEDIA[kind])


async def _analyse(request: Request) -> Response:
    if not site_of(request).access.may_touch(request):
        raise AnswerError(
            403, told("only who gave the table's PIN can let the computer look at a game")
        )
    text, first = await _text(request), _from(request)
    await _read(request, lambda: replayed(text))
    try:
        asked = request.app.state.analyser.ask(Part(text, first, LEVEL))
        return _json((await asyncio.wrap_future(asked))._asdict(), request)
    except (BrokenProcessPool, RuntimeError):
        raise AnswerError(503, told("the computer cannot look at this game now")) from None


async def _text(request: Request) -> str:
    """Return the record that was posted. Raise HTTPException."""
    try:
        return (await body_of(request, LONGEST_RECORD)).decode()
    except UnicodeDecodeError:
        raise AnswerError(400, told("this is not UTF-8 text")) from None


def _from(request: Request) -> int:
    """Return the line to begin with. Raise HTTPException (400) where it is no number."""
    text = request.query_params.get("from", "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise AnswerError(400, told("from={text!r} should be a number", text=text[:20]))
    return int(text)


async def _read(request: Request, do: Callable[[], T]) -> T:
    """Return what `do` makes of a record, one at a time, so that tables go on meanwhile.

    Raise GameError where the text is no record, HTTPException (429) where the same household waits
    for :data:`MOST_WAITING` already: so nobody can keep the others waiting for long.
    """
    readers: Readers = request.app.state.readers
    who = client_of(address_of(request))
    if readers.waiting[who] >= MOST_WAITING:
        raise AnswerError(429, told("too much at once; wait a moment"), {"Retry-After": "2"})
    readers.waiting[who] += 1
    try:
        async with readers.turn:
            return await run_in_threadpool(do)
    finally:
        readers.waiting[who] -= 1
        readers.waiting += Counter()  # forgets who waits for nothing


def _json(value: Any, request: Request) -> Response:
    return pack(text_of(value), "application/json").answer(request.headers)


ROUTES = [
    Route("/replay", _page),
    Route("/api/replay", _replay, methods=["POST"]),
    Route("/api/replay/states", _states, methods=["POST"]),
    Route("/api/report", _report, methods=["POST"]),
    Route("/api/analyse", _analyse, methods=["POST"]),
]

"""The requests of the page that replays a game from its record, wherever the game was kept.

==============================  ====================================================================
GET ``/replay``                 the page; the record stands behind the # of its address, which
                                browsers never send here
POST ``/api/expect``            a record as text: the win probability of each seat after its last
                                line (``seats``, from 0 to 1), and the ``best`` move; for clients
                                that may touch
POST ``/api/report``            the same: its report, a page without other files
POST ``/api/analyse``           the same: some of its moves from line ``?from=`` on, judged, as
                                ``moves``, and the line to go on with as ``next``, null at the end;
                                for clients that may touch, 403 for others, 503 where it fails
==============================  ====================================================================

Records are read strictly. Records that name files (a board of one's own) cannot be read here. The
answer is 429 where a client asks for too much, and 413 where a record takes too long.
"""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from firmware.app.analyser import Expectation, Part
from firmware.app.thinker import Answerable
from firmware.study.game_report import report_of
from firmware.study.report_html import as_html
from firmware.web.answers import LONGEST_RECORD, AnswerError, body_of, number_of, packed_json, site_of
from firmware.web.lines import replayed
from firmware.web.page_files import page
from firmware.web.reading import make_of
from firmware.words import Words, told
from rules import load_nothing

LEVEL = 3  # the level of the computer that judges
T = TypeVar("T")


def checked(text: str, words: Words) -> None:  # as all that is made of one
    """Raise RecordError where the text is no record."""
    replayed(text)


def report_page(text: str, words: Words) -> str:
    """Return the report of a game as a page. Raise RecordError."""
    return as_html(report_of(replayed(text).record, load_nothing, words))


async def _expect(request: Request) -> Response:
    text = await _readable(request)
    return packed_json((await _judged(request, Expectation(text, LEVEL)))._asdict(), request)


async def _report(request: Request) -> Response:
    return HTMLResponse(await make_of(request, report_page, await _text(request)))


async def _analyse(request: Request) -> Response:
    text = await _readable(request)
    part = Part(text, number_of(request.query_params.get("from", "0")), LEVEL)
    return packed_json((await _judged(request, part))._asdict(), request)


async def _readable(request: Request) -> str:
    """Return the posted record for the computer. Raise HTTPException (403, 400, 413)."""
    if not site_of(request).access.may_touch(request):
        raise AnswerError(403, told("only who gave the table's PIN can let the computer look at a game"))
    text = await _text(request)
    await make_of(request, checked, text)
    return text


async def _judged(request: Request, question: Answerable[T]) -> T:
    """Return the computer's answer to a question. Raise HTTPException (503)."""
    try:
        answer: T = await asyncio.wrap_future(request.app.state.analyser.ask(question))
    except (BrokenProcessPool, RuntimeError):
        raise AnswerError(503, told("the computer cannot look at this game now")) from None
    return answer


async def _text(request: Request) -> str:
    """Return the posted record. Raise HTTPException (400, 413)."""
    try:
        return (await body_of(request, LONGEST_RECORD)).decode()
    except UnicodeDecodeError:
        raise AnswerError(400, told("this is not UTF-8 text")) from None


ROUTES = [
    Route("/replay", page),
    Route("/api/expect", _expect, methods=["POST"]),
    Route("/api/report", _report, methods=["POST"]),
    Route("/api/analyse", _analyse, methods=["POST"]),
]

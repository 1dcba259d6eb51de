"""The pages for newcomers: the rules of each game, a guided first game, playing at the table.

==============================  ====================================================================
GET ``/rules/GAME``             the rules of a game as a page, without scripts
GET ``/rules/GAME/card``        the same in short, half a sheet of A4 to print
GET ``/play``                   how to play at the table, as a page without scripts, to print
GET ``/learn/GAME``             the page of its guided first game
GET ``/api/lesson/GAME``        that game, see :func:`firmware.web.lessons.lesson`
==============================  ====================================================================

The texts and their parser are loaded with the first of these pages.
"""

from collections.abc import Callable
from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.web.answers import game_of
from firmware.web.packed import Packed, pack
from firmware.web.page_files import document
from firmware.web.stream import text_of
from firmware.words import LANGUAGES, find_words
from rules import NAMES

STYLE = '<link rel="stylesheet" href="/static/rules.css">'
HTML = "text/html"


async def _made(request: Request, make: Callable[..., Packed], *given: str) -> Response:
    """Answer with the content that `make` returns for `given` and the language, in a thread."""
    packed = await run_in_threadpool(make, *given, request.app.state.site.language(request))
    return packed.answer(request.headers)


async def _rules(request: Request) -> Response:
    return await _made(request, _page, game_of(request))


async def _card(request: Request) -> Response:
    return await _made(request, _packed_card, game_of(request))


async def _play(request: Request) -> Response:
    return await _made(request, _table_page)


async def _learn(request: Request) -> Response:
    game_of(request)
    return document("learn.html", request)


async def _lesson(request: Request) -> Response:
    return await _made(request, _packed_lesson, game_of(request))


@lru_cache(maxsize=len(NAMES) * len(LANGUAGES))
def _page(game: str, language: str) -> Packed:
    from firmware.teaching.rules_page import as_html

    return pack(as_html(game, find_words(language, {}), style=STYLE), HTML)


@lru_cache(maxsize=len(NAMES) * len(LANGUAGES))
def _packed_card(game: str, language: str) -> Packed:
    from firmware.teaching.rules_page import as_card

    return pack(as_card(game, find_words(language, {}), style=STYLE), HTML)


@lru_cache(maxsize=len(LANGUAGES))
def _table_page(language: str) -> Packed:
    from firmware.teaching.table_page import as_html

    return pack(as_html(find_words(language, {}), style=STYLE), HTML)


@lru_cache(maxsize=len(NAMES) * len(LANGUAGES))
def _packed_lesson(game: str, language: str) -> Packed:
    from firmware.web.lessons import lesson

    return pack(text_of(lesson(game, find_words(language, {}))), "application/json")


ROUTES = [
    Route("/rules/{game}", _rules),
    Route("/rules/{game}/card", _card),
    Route("/play", _play),
    Route("/learn/{game}", _learn),
    Route("/api/lesson/{game}", _lesson),
]

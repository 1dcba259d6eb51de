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

from collections.abc import Awaitable, Callable
from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.web.answers import game_of, site_of
from firmware.web.packed import Packed, pack
from firmware.web.page_files import page
from firmware.web.stream import text_of
from firmware.words import LANGUAGES, find_words
from rules import NAMES

STYLE = '<link rel="stylesheet" href="/static/rules.css">'


@lru_cache(maxsize=4 * len(NAMES) * len(LANGUAGES))
def _made(kind: str, game: str, language: str) -> Packed:
    from firmware.teaching import rules_page, table_page
    from firmware.web.lessons import lesson

    words = find_words(language, {})
    if kind == "lesson":
        return pack(text_of(lesson(game, words)), "application/json")
    if kind == "play":
        return pack(table_page.as_html(words, style=STYLE), "text/html")
    make = rules_page.as_html if kind == "rules" else rules_page.as_card
    return pack(make(game, words, style=STYLE), "text/html")


def _answers(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """Return a function that answers with a page or a lesson, in a thread."""

    async def answer(request: Request) -> Response:
        game = game_of(request) if "game" in request.path_params else ""
        packed = await run_in_threadpool(_made, kind, game, site_of(request).language(request))
        return packed.answer(request.headers)

    return answer


async def _learn(request: Request) -> Response:
    game_of(request)
    return await page(request)


ROUTES = [
    Route("/rules/{game}", _answers("rules")),
    Route("/rules/{game}/card", _answers("card")),
    Route("/play", _answers("play")),
    Route("/learn/{game}", _learn),
    Route("/api/lesson/{game}", _answers("lesson")),
]

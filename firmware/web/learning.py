"""What a newcomer reads: the rules of each game.

==============================  ====================================================================
GET ``/rules/GAME``             the rules of a game as a page, without scripts
==============================  ====================================================================
"""

from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.learn.rules_page import as_html
from firmware.web.packed import Packed, pack
from firmware.words import LANGUAGES, find_words
from rules import NAMES

STYLE = "/static/rules.css"
HTML = "text/html"


async def _rules(request: Request) -> Response:
    page = await run_in_threadpool(
        _page, game_of(request), request.app.state.site.language(request)
    )
    return page.answer(request.headers)


@lru_cache(maxsize=len(NAMES) * len(LANGUAGES))
def _page(game: str, language: str) -> Packed:
    return pack(as_html(game, find_words(language, {}), style=STYLE), HTML)


def game_of(request: Request) -> str:
    """Return the game that a path names. Raise HTTPException (404) for another name."""
    game: str = request.path_params["game"]
    if game not in NAMES:
        raise HTTPException(404, f"there is no game {game[:40]!r}; there is: {', '.join(NAMES)}")
    return game


ROUTES = [Route("/rules/{game}", _rules)]

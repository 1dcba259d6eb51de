"""The best move for a player of a match on screens, with its reasons."""

import asyncio
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from firmware.app.host import Hosted
from firmware.games.naming import names_of
from firmware.games.ways import way_of
from firmware.match.state import Match, Place
from firmware.opponents import Advice
from firmware.output.reasons import why
from firmware.output.sentences import would_move
from firmware.web.asks import refusal_of
from firmware.web.match_thread import OnScreens
from firmware.web.refusal import RefusedError
from firmware.web.screens import Screens
from firmware.words import Words, told
from rules import GameError


async def hint(screens: Screens, number: int, holder: str, words: Words) -> dict[str, Any]:
    """Return the best move for the seats of a browser, its reasons, and the cells from and to which it leads.

    Raise RefusedError when there is none, or a move was made meanwhile; NoGameError.
    """

    def ask(table: OnScreens, opened: Hosted) -> tuple[Hosted, Match, Future[Advice]]:
        try:
            return opened, opened.match, table.games.advise(opened, Place(holder, "screen"))
        except GameError as error:
            raise RefusedError(refusal_of(opened, error, words)) from error

    opened, match, thought = await screens.ask_of(number, ask)
    try:
        advice = await asyncio.wrap_future(thought)
    except BrokenProcessPool:
        raise RefusedError(told("the computer cannot think now; ask again")) from None
    if opened.match.line is not match.line:
        raise RefusedError(told("Somebody has moved meanwhile: ask again."))
    position = match.now
    done = would_move(match.header.game, position, advice.move, names_of(match.header, position, words), words)
    reasons = words.all_of(why(advice, position, match.header.game, words))
    way = way_of(opened.adapter, position, advice.move)
    return {
        "from": way.source if way is not None and isinstance(way.source, int) else None,
        "to": None if way is None else way.target,
        "said": words("The best move now: {done} ({why}).", done=done, why=reasons),
    }

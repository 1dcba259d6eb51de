"""The best move for a player of a match on screens, with its reasons."""

from concurrent.futures import Future
from typing import Any, NamedTuple

from firmware.app.host import Hosted
from firmware.games.naming import names_of
from firmware.games.ways import way_of
from firmware.match.line import GameLine
from firmware.match.state import Place
from firmware.opponents import Advice
from firmware.output.reasons import why
from firmware.output.sentences import would_move
from firmware.web.asks import refusal_of
from firmware.web.match_thread import OnScreens
from firmware.web.refusal import RefusedError
from firmware.words import Words, told
from rules import GameError, Position


class Hint(NamedTuple):
    """The best move for a player: thought about in the position, after the line here."""

    opened: Hosted
    position: Position
    line: GameLine
    thought: Future[Advice]

    def as_json(self, advice: Advice, words: Words) -> dict[str, Any]:
        """Return the move, the reason why it is the best, and the cells from and to which it leads.

        Raise RefusedError when a move was made meanwhile.
        """
        if self.opened.match.line is not self.line:
            raise RefusedError(told("Somebody has moved meanwhile: ask again."))
        game, position = self.opened.match.header.game, self.position
        names = names_of(self.opened.match.header, position, words)
        done = would_move(game, position, advice.move, names, words)
        reasons = words.all_of(why(advice, position, game, words))
        way = way_of(self.opened.adapter, position, advice.move)
        source = way.source if way is not None and isinstance(way.source, int) else None
        said = words("The best move now: {done} ({why}).", done=done, why=reasons)
        return {"from": source, "to": None if way is None else way.target, "said": said}


def ask_hint(table: OnScreens, opened: Hosted, holder: str, words: Words) -> Hint:
    """Start the search of the best move for the seats of a browser. Raise RefusedError."""
    try:
        thought = table.games.advise(opened, Place(holder, "screen"))
    except GameError as error:
        raise RefusedError(refusal_of(opened, error, words)) from error
    return Hint(opened, opened.match.now, opened.match.line, thought)

"""What somebody at a browser may do in a game on a screen: for the seats that the browser holds."""

from concurrent.futures import Future
from typing import Any, NamedTuple

from firmware.app.screen_games import OpenGame
from firmware.games.drops import Shown
from firmware.opponents import Advice
from firmware.output.moves import sentence
from firmware.output.prompts import names_of
from firmware.output.reasons import why
from firmware.play.screen_game import FinalError, NotYoursError
from firmware.web.messages import (
    Answered,
    Dropped,
    Moved,
    Proposed,
    Resume,
    Rolled,
    ScreenMessage,
)
from firmware.web.remote import RefusedError
from firmware.web.screen_thread import Table
from firmware.words import Text, Words, say
from rules import GameError, Position

NOT_SEATED = say("You are watching: only those who sit at this game can move.")
_TURN = say("It is the turn of {name}.")
_OVER = say("The game is over.")
_STILL = say("The sand is paused: let it run on first.")
_FINAL = say("This move stays: a die was rolled, or sand has run since.")
_NOTHING = say("Nothing can be taken back.")
_NOT_NOW = say("That cannot be done now.")


def obey(table: Table, number: int, holder: str, message: ScreenMessage, words: Words) -> None:
    """Do what a message asks for. Raise RefusedError, and then nothing has changed.

    holder: the fingerprint of the browser that sent it. words: for the names of players.
    """
    opened, seats = _seated(table, number, holder)
    try:
        _do(table, opened, seats, message, words)
    except FinalError:
        raise RefusedError(Text(_FINAL, {})) from None
    except NotYoursError as error:
        raise RefusedError(_whose(opened, error, words)) from None
    except GameError as error:
        back = isinstance(message, Proposed) and message.what == "take back"
        raise RefusedError(Text(_NOTHING if back else _NOT_NOW, {})) from error


def _seated(table: Table, number: int, holder: str) -> tuple[OpenGame, tuple[str, ...]]:
    """Return a game and the seats that a browser holds there. Raise RefusedError for none."""
    opened = table.games.find(number)
    seats = opened.game.seats.held_by(holder)
    if not seats:
        raise RefusedError(Text(NOT_SEATED, {}))
    return opened, seats


class Hint(NamedTuple):
    """The best move for who asked: thought about in the position and with the picture here."""

    opened: OpenGame
    position: Position
    picture: int
    thought: Future[Advice]

    def told(self, advice: Advice, words: Words) -> dict[str, Any]:
        """Return the move, with why it is the best, and the cells from and to which it leads."""
        game, adapter, position = self.opened.header.game, self.opened.adapter, self.position
        names = names_of(self.opened.header, position, words)
        done = sentence(game, position, advice.move, names, words)
        reasons = words.all_of(why(advice, position, game, words))
        drop = Shown(game, adapter, position, self.picture).drop_of(advice.move)
        source = drop.source if drop is not None and isinstance(drop.source, int) else None
        said = words("The best move now: {done} ({why}).", done=done, why=reasons)
        return {"from": source, "to": None if drop is None else drop.target, "said": said}


def ask_hint(table: Table, number: int, holder: str, words: Words) -> Hint:
    """Let the best move be thought about for who sits at this browser. Raise RefusedError."""
    opened, seats = _seated(table, number, holder)
    try:
        thought = table.games.advise(opened, seats)
    except NotYoursError as error:
        raise RefusedError(_whose(opened, error, words)) from None
    except GameError as error:
        raise RefusedError(Text(_STILL if opened.game.paused else _NOT_NOW, {})) from error
    return Hint(opened, opened.position, opened.game.line.picture, thought)


def _do(
    table: Table,
    opened: OpenGame,
    seats: tuple[str, ...],
    message: ScreenMessage,
    words: Words,
) -> None:
    game, at = opened.game, table.at
    if isinstance(message, Dropped):
        table.games.carry_out(opened, game.wait(at), at)
        if not game.may_move(seats):
            raise NotYoursError(None if game.over else game.position.to_move)
        move = _meant(opened, message, words)
        table.games.carry_out(opened, game.move(seats, move, at), at)
    elif isinstance(message, Moved):
        table.games.carry_out(opened, game.move(seats, message.move, at), at)
    elif isinstance(message, Rolled):
        table.games.roll(opened, seats, at)
    elif isinstance(message, Proposed):
        table.games.propose(opened, seats, message.what, at)
    elif isinstance(message, Answered):
        _answer(table, opened, seats, yes=message.yes)
    elif isinstance(message, Resume):
        game.resume(at)
        table.games.carry_out(opened, (), at)


def _answer(table: Table, opened: OpenGame, seats: tuple[str, ...], *, yes: bool) -> None:
    game, at = opened.game, table.at
    proposal = game.proposal
    if proposal is not None and set(proposal.seats) & set(seats) and not yes:
        game.withdraw(seats)
        table.games.carry_out(opened, (), at)
    else:
        table.games.carry_out(opened, game.answer(seats, at, yes=yes), at)


def _meant(opened: OpenGame, dropped: Dropped, words: Words) -> str:
    """Return the move that a drop makes. Raise RefusedError, which says why it makes none."""
    game = opened.game
    shown = Shown(game.header.game, opened.adapter, game.position, game.line.picture)
    for drop in shown.drops():
        if (drop.source, drop.target) == (dropped.source, dropped.to):
            return drop.move
    names = names_of(game.header, game.position, words)
    raise RefusedError(shown.refusal(dropped.source, dropped.to, names))


def _whose(opened: OpenGame, error: NotYoursError, words: Words) -> Text:
    """Return who may do now what somebody else wanted to do."""
    game = opened.game
    if game.over:
        return Text(_OVER, {})
    if game.paused:
        return Text(_STILL, {})
    if error.seat is None:
        return Text(_NOT_NOW, {})
    return Text(_TURN, {"name": names_of(game.header, game.position, words)[error.seat]})

"""The requests of a browser to a match on screens, for the seats that the browser holds."""

from collections.abc import Callable, Mapping

from msgspec.structs import astuple

from firmware.app.host import Hosted
from firmware.games.naming import names_of
from firmware.games.ways import refusal as why_no_move
from firmware.games.ways import ways_of
from firmware.match import refusals as why_not
from firmware.match.commands import Abort, Answer, Command, Propose, Resign, RunClock
from firmware.match.refusals import CommandError
from firmware.match.state import Place
from firmware.web import wire
from firmware.web.match_thread import OnScreens
from firmware.web.refusal import RefusedError
from firmware.words import N_, Text, Words, message_of
from firmware.words.codes import code_of
from rules import GameError

MOST_ANSWERS = 8  # answers that are remembered for each holder
NOT_SEATED = N_("You are watching: only those who sit at this game can move.")
_TURN = N_("It is the turn of {name}.")
_NOT_NOW = N_("That cannot be done now.")
_REFUSED = {
    why_not.NOT_SEATED: NOT_SEATED,
    why_not.OVER: N_("The game is over."),
    why_not.CLOSED: N_("The game is over."),
    why_not.PAUSED: N_("The sand is paused: let it run on first."),
    why_not.FINAL: N_("This move stays: a die was rolled, or sand has run since."),
    why_not.NOTHING: N_("Nothing can be taken back."),
    why_not.NAME_STAYS: N_("Who has moved here keeps the name: leave it empty to play on for them."),
    why_not.TAKEN: N_("You play on for somebody else, and cannot lose for them: propose to give the game up."),
    why_not.TOO_LONG: N_("This game has as many moves as a record can have."),
    why_not.NOT_OVER: N_("The game goes on: that is for when it is over."),
    why_not.STALE: N_("The game has gone on since: look again."),
    why_not.ASKED_ALREADY: N_("Another question is still open: answer that one first."),
    why_not.NOT_ASKED: N_("That question is no longer open."),
    why_not.OTHER_QUESTION: N_("That question is no longer open; this is another one."),
    why_not.RESIGN_SIDES: N_("Only one of two sides can resign; propose to give the game up."),
}

_COMMANDS: Mapping[type[wire.Ask], Callable[..., Command]] = {
    wire.Answer: Answer,
    wire.Resign: Resign,
    wire.Abort: Abort,
    wire.Resume: RunClock,
}


def obey(table: OnScreens, number: int, holder: str, ask: wire.Ask, words: Words, *, plies: int | None = None) -> None:
    """Carry out a request. Raise RefusedError, and then nothing has changed.

    Args:
        table: the matches.
        number: of the match.
        holder: the fingerprint of the browser that sent it.
        ask: the request.
        words: for the names of players.
        plies: the number of moves for which it is meant, None for any.
    """
    opened, place = table.games.find(number), Place(holder, "screen")
    try:
        if plies not in (None, len(opened.match.line.plies)):
            raise CommandError(why_not.STALE, ply=plies + 1)
        if isinstance(ask, wire.Roll):
            table.games.roll(opened, place, table.at)
        else:
            if isinstance(ask, wire.Drop):
                table.games.check(opened, "play", place, table.at)
            command = _command(opened, ask, words, place)
            table.games.do(opened, command, place, table.at)
    except GameError as error:
        raise RefusedError(refusal_of(opened, error, words)) from error


def obey_once(table: OnScreens, number: int, holder: str, do: wire.Do, words: Words) -> wire.Done | wire.Refused:
    """Carry out a request, unless it was done already, and return the answer.

    The last answers to each holder are remembered while the match is open, so that a client that
    has lost its connection can ask again. Several are kept, as earlier requests may arrive late.
    """
    opened = table.games.find(number)
    known: Mapping[str, wire.Done | wire.Refused] = opened.answered.get(holder, {})
    if do.id in known:
        return known[do.id]
    answer: wire.Done | wire.Refused
    try:
        obey(table, number, holder, do.ask, words, plies=do.plies)
    except RefusedError as error:
        answer = wire.Refused(do.id, code_of(error), words.tell(message_of(error)))
    else:
        answer = wire.Done(do.id, opened.match.seq)
    if opened.match.acts_for(Place(holder, "screen")):
        latest = [*known.items(), (do.id, answer)][-MOST_ANSWERS:]
        opened.answered[holder] = dict(latest)
    return answer


def _command(opened: Hosted, ask: wire.Ask, words: Words, place: Place) -> Command:
    """Return the command of a request. Raise RefusedError for a drop without a move, or a request to a table."""
    if isinstance(ask, wire.Drop | wire.Move):
        move = ask.move if isinstance(ask, wire.Move) else _meant(opened, ask, words)
        return opened.next_play(move, place)
    if isinstance(ask, wire.Propose):
        return Propose(ask.what)
    if type(ask) not in _COMMANDS:
        raise RefusedError(Text(_NOT_NOW, {}))
    return _COMMANDS[type(ask)](*astuple(ask))


def refusal_of(opened: Hosted, error: GameError, words: Words) -> Text:
    """Return the reason of a refusal, for players."""
    if not isinstance(error, CommandError):
        return error.plain
    if error.code == why_not.NOT_YOUR_TURN:
        names = names_of(opened.match.header, opened.match.now, words)
        return Text(_TURN, {"name": names[str(error.values["seat"])]})
    return refusal(error.code)


def refusal(code: str) -> Text:
    """Return for players why a command is refused, by its code (:mod:`firmware.match.refusals`)."""
    return Text(_REFUSED.get(code, _NOT_NOW), {})


def _meant(opened: Hosted, dropped: wire.Drop, words: Words) -> str:
    """Return the move that a drop makes. Raise RefusedError with the reason if it makes no move."""
    adapter, position = opened.adapter, opened.match.now
    for move, *ends in ways_of(adapter, position):
        if ends == [dropped.source, dropped.to]:
            return move
    names = names_of(opened.match.header, position, words)
    raise RefusedError(why_no_move(adapter, position, dropped.source, dropped.to, names))

"""Games from elsewhere: as a new game of the ledger, or as more moves of a game that is there."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import takewhile
from types import MappingProxyType
from typing import cast

from firmware.match.events import Begun, How, Played, TakenBack, ending
from firmware.match.line import GameLine
from firmware.match.seats import Seat, Seats
from firmware.storage.errors import AlreadyKeptError
from firmware.storage.ledger import Ledger
from firmware.storage.log import Entry, line_of
from firmware.storage.values import KeptGame, how_given_up
from firmware.words import told
from rules import Header, MalformedError, Record, find_game


def add_game(
    ledger: Ledger,
    record: Record,
    line: GameLine,
    files: Mapping[str, str],
    *,
    began: date | None,
    like: KeptGame | None,
    busy: Collection[int],
) -> int:
    """Add a game to the ledger as :meth:`firmware.storage.store.Store.add` does.

    Args:
        ledger: The ledger, within a transaction.
        record: The record of the game.
        line: Its moves.
        files: The texts of the files that its options name.
        began: The day of its beginning, None if unknown.
        like: The game of another store, with its log and notes.
        busy: The numbers of the open games, which stay as they are.
    """
    header, outcome = record.header, line.position.outcome
    same = ledger.find_same(record)
    if same is not None and (same in busy or not _goes_on(ledger.game(same), record)):
        raise AlreadyKeptError(
            same, told("{path}: this is game {number}, kept already", path=str(ledger.path), number=same)
        )
    if same is None and like is not None:
        return _add_like(ledger, like, began, files)
    moves, closing = _moves_of(line, () if like is None else like.line.moves), None
    if outcome is not None and moves and not moves[-1].seat:
        closing = moves.pop().line
    if same is None:
        number, waits = ledger.insert(header, began, MappingProxyType({}), files, record.comments), True
        seats = Seats({seat: Seat() for seat in find_game(header.game).seats(len(header.players))})
        ledger.add(number, Entry((Begun(seats),)))
        ledger.add(number, Entry(tuple(moves)))
    else:
        number, waits = same, ledger.summary(same).how is not None
        _lengthen(ledger, number, moves)
    end = outcome or how_given_up(header)
    if end is not None:
        how = "over" if outcome is not None else cast("How", end.reason)
        ledger.add(number, Entry((ending(how, end, line.position.scores(), closing, 0),)))
    elif waits:
        ledger.leave_off(number, line.position.scores())
    return number


def _add_like(ledger: Ledger, like: KeptGame, began: date | None, files: Mapping[str, str]) -> int:
    """Add a game of another store, with its log."""
    number = ledger.insert(like.header, began, like.notes, files, like.comments)
    for entry in like.log:
        ledger.add(number, entry)
    ledger.note(number, like.notes, like.comments)
    ledger.name_players(number, like.header, like.header.players)
    if like.how is None or like.reason is None:
        ledger.leave_off(number, {one.seat: one.score for one in like.players})
    return number


def _goes_on(kept: KeptGame, record: Record) -> bool:
    """Whether a record has more moves of a kept game that has not ended here.

    Raise MalformedError if the record is of another game.
    """
    if _begin_of(kept.header) != _begin_of(record.header):
        raise MalformedError(
            told(
                "the identity of this record is that of game {number}, which is another game; "
                "take the line out to keep it",
                number=kept.id,
            )
        )
    ended = kept.how == "over" or kept.reason is not None
    return not ended and len(record.moves) > len(kept.lines)


def _lengthen(ledger: Ledger, number: int, moves: Sequence[Played]) -> None:
    """Give a game these moves. Differing moves of the game are taken back."""
    there = line_of(ledger.log(number)).moves
    pairs = zip(there, moves, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0].line == pair[1].line, pairs))
    gone = [TakenBack(move.ply, move.line) for move in reversed(there[common:])]
    ledger.go_on(number)
    ledger.add(number, Entry((*gone, *moves[common:])))


def _moves_of(line: GameLine, known: Sequence[Played]) -> list[Played]:
    """Return the moves of a line. known: the first of these moves as another store has them."""
    moves = [
        Played(ply.number, ply.seat, ply.line, 0, clock=ply.milliseconds, milliseconds=ply.milliseconds, left=ply.left)
        for ply in line.plies
    ]
    return [*known[: len(moves)], *moves[len(known) :]]


def _begin_of(header: Header) -> tuple[object, ...]:
    """Return a key of the beginning of a game, equal for copies of the same game."""
    return header.game, len(header.players), sorted(header.options.items()), header.position

"""The pictures of a game's line: the contacts that its moves leave closed, as hands make them."""

from collections.abc import Iterable

from firmware.games import AnyAdapter
from firmware.play.line import GameLine, Start
from rules import Move, Position


def read_line(adapter: AnyAdapter, start: Position, moves: Iterable[Move]) -> GameLine:
    """Return the line of a game that was interrupted, from the move lines of its record.

    Pieces that were out of the game are off the table. Raise GameError for a line that is no move.
    """
    line = GameLine(Start(start, adapter.start(start)))
    for move in moves:
        line = _with_move(adapter, line, move)
    return line


def picture_after(adapter: AnyAdapter, before: Position, picture: int, move: Move) -> int:
    """Return the picture that the gesture of a move, without its second, makes of this one."""
    picture &= ~adapter.loose(before, picture)
    ways = adapter.gestures(before, picture)
    return picture ^ next((way.flips for way in ways if way.move == move), 0)


def _with_move(adapter: AnyAdapter, line: GameLine, move: Move) -> GameLine:
    """Return the line with one more line of the record, and the picture that its gesture makes."""
    second, _, timed = move.partition(" ")
    try:
        milliseconds, plain = round(float(second) * 1000), timed
    except ValueError:
        milliseconds, plain = line.milliseconds, move
    after = line.played[-1].play(move)
    picture = picture_after(adapter, line.later(milliseconds), line.picture, plain)
    return line.append(move, after, picture=picture, milliseconds=milliseconds)

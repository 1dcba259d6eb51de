"""A guided first game: steps to play on a page, each from and to a legal position."""

from collections.abc import Iterator
from typing import NamedTuple

from firmware.games import AnyAdapter, find_adapter
from firmware.games.ways import Way, way_of
from firmware.match.line import GameLine, read_line
from firmware.teaching.course import Step, read_course
from firmware.teaching.figure import line_of, split_moves
from rules import Move, Position


class PlayableStep(NamedTuple):
    """A step of a lesson on its board.

    Attributes:
        adapter: of the game.
        lines: the game before it, after the learner's move, and after each line that follows.
        hand: how the move is made by hand, None without a move or where a button makes it.
        lit: the cells to look at.
    """

    step: Step
    adapter: AnyAdapter
    lines: tuple[GameLine, ...]
    hand: Way | None
    lit: tuple[int, ...]


def steps_of(game: str) -> Iterator[PlayableStep]:
    """Yield the steps of a lesson, scene after scene.

    Raise GameError for a line that is not legal where it stands.
    """
    for scene in read_course(game).lesson.scenes:
        line = line_of(game, scene)
        adapter, moves = find_adapter(line.start, game), [ply.line for ply in line.plies]
        for step in scene.steps:
            lines = [line]
            for move in (*([step.move] if step.move else []), *split_moves(step.then)):
                moves.append(move)
                line = read_line(line.start, moves)
                lines.append(line)
            made = None if step.button or not step.move else lines[1].plies[-1]
            hand = None if made is None else hand_of(adapter, made.before, made.move)
            lit = tuple(adapter.overlay.cells[field] for field in step.lit.split())
            yield PlayableStep(step, adapter, tuple(lines), hand, lit)


def hand_of(adapter: AnyAdapter, position: Position, move: Move) -> Way:
    """Return the way of a move. Raise LookupError for one that no hand makes."""
    way = way_of(adapter, position, move)
    if way is None:
        raise LookupError(f"no hand makes {move}: give its step a button")
    return way

"""A guided first game: steps to play on a page, each from and to a legal position.

The module of each game, ``firmware.teaching.lessons.NAME``, has a :class:`Lesson` of the name
``LESSON``.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import NamedTuple

from firmware.games.drops import Drop
from firmware.games.drops import Shown as OnScreen
from firmware.games.kit import find_kit
from firmware.match.line import spoken
from firmware.play.layout import Layout, read_layout
from firmware.teaching.figure import layout_of, split_moves
from hal import cell_set, contacts_of
from rules import Move, Position


class Step(NamedTuple):
    """A step of a lesson.

    Attributes:
        text: the words to read, English for `words`; its fields are those of :meth:`Shown.values`.
        move: the line of the record that the learner makes, "" where there is only text to
            read.
        then: the lines that follow by themselves, parted by commas.
        button: the label of a button that makes the move, where no piece is moved by hand.
        lit: fields to look at, parted by spaces, where no piece is to be moved.
    """

    text: str
    move: Move = ""
    then: str = ""
    button: str = ""
    lit: str = ""


class Scene(NamedTuple):
    """Steps that follow on each other. players, moves, start: their beginning, as in a `Figure`."""

    steps: tuple[Step, ...]
    players: int = 2
    moves: str = ""
    start: str = ""


class Lesson(NamedTuple):
    """A guided first game. you: the seat of the learner. The last scene ends the game."""

    you: str
    scenes: tuple[Scene, ...]


class Shown(NamedTuple):
    """A step as it can be played.

    Attributes:
        lines: the game before it, after the learner's move, and after each line that follows.
        hand: how the move is made by hand, None without a move or where a button makes it.
        lit: the cells to look at.
    """

    step: Step
    lines: tuple[Layout, ...]
    hand: Drop | None
    lit: tuple[int, ...]

    def values(self, you: str) -> Mapping[str, int]:
        """Return the fields of the step's text: the scores of the learner and of the next best."""
        scores = self.lines[0].position.scores()
        return {
            "you": scores[you],
            "other": max(score for seat, score in scores.items() if seat != you),
        }


def find_lesson(game: str) -> Lesson:
    """Return the lesson of a game. game: its name in the registry of rules."""
    lesson: Lesson = import_module(f"firmware.teaching.lessons.{game}").LESSON
    return lesson


def steps_of(game: str) -> Iterator[Shown]:
    """Yield the steps of a lesson, scene after scene.

    Raise GameError for a line that is not legal where it stands.
    """
    for scene in find_lesson(game).scenes:
        layout = layout_of(game, scene.players, scene.moves, scene.start)
        adapter, start = layout.adapter, layout.line.start
        moves = [ply.line for ply in layout.line.plies]
        for step in scene.steps:
            lines = [layout]
            for move in (*([step.move] if step.move else []), *split_moves(step.then)):
                moves.append(move)
                layout = read_layout(adapter, start, moves)
                lines.append(layout)
            hand = None if step.button or not step.move else hand_of(lines[0], step.move)
            lit = tuple(adapter.overlay.cells[field] for field in step.lit.split())
            yield Shown(step, tuple(lines), hand, lit)


def hand_of(layout: Layout, written: Move) -> Drop:
    """Return how a move is made by hand. Raise LookupError for a move that no hand makes."""
    adapter, move = layout.adapter, spoken(written)
    position = _when(layout.position, written)
    game, cells = adapter.overlay.game, adapter.overlay.cells
    magnets = find_kit(game).page.for_page(position, cells).magnets
    things = adapter.things(position, layout.closed)
    closed = contacts_of(cell_set(thing.cell for thing in things if thing.kind in magnets))
    drop = OnScreen(game, adapter, position, closed).drop_of(move)
    if drop is None:
        raise LookupError(f"no hand makes {move}: give its step a button")
    return drop


def _when(position: Position, written: Move) -> Position:
    """Return a position at the second of a line of the record."""
    second, timed, _ = written.partition(" ")
    now = position.detail().get("seconds")
    if now is None or not timed:
        return position
    return position.later(round((float(second) - now) * 1000))

"""A guided first game as a page plays it: all that it says and shows."""

from msgspec import Struct

from firmware.games.kit import find_kit
from firmware.teaching.course import read_course
from firmware.teaching.lesson import PlayableStep, steps_of
from firmware.teaching.texts import StepText, read_steps
from firmware.web.stands import Board, Stand, board_of, stand_of
from firmware.words import Words
from rules import make_header


class Hand(Struct, frozen=True):
    """A piece that is moved: its source, a cell or the supply whose moves begin so, and its target, a cell."""

    source: int | str
    target: int


class LessonStep(Struct, frozen=True):
    """A step of a lesson.

    Attributes:
        text: the sentences of the step.
        move: the move of the learner, null where there is only something to read.
        hand: the piece of that move, null for a move without a piece.
        button: the text of the button that makes it in its place, null for none.
        lit: the cells that are shown.
        board: the board of the step.
        stands: before it, after the learner's move, and after each line that follows.
    """

    text: str
    move: str | None
    hand: Hand | None
    button: str | None
    lit: tuple[int, ...]
    board: Board
    stands: tuple[Stand, ...]


class Lesson(Struct, frozen=True):
    """A lesson. you: the seat of the learner."""

    game: str
    title: str
    you: str
    steps: tuple[LessonStep, ...]


def lesson(game: str, words: Words) -> Lesson:
    """Return the lesson of a game."""
    title, texts = words(find_kit(game).about.title), read_steps(game, words.language)
    steps = (_step(game, shown, text, words) for shown, text in zip(steps_of(game), texts, strict=True))
    return Lesson(game, title, read_course(game).lesson.you, tuple(steps))


def _step(game: str, shown: PlayableStep, text: StepText, words: Words) -> LessonStep:
    hand, start = shown.hand, shown.lines[0].start
    header = make_header(game, start.seats)
    return LessonStep(
        text=text.text,
        move=shown.step.move or None,
        hand=hand and Hand(hand.source, hand.target),
        button=text.button or None,
        lit=tuple(shown.lit),
        board=board_of(header, shown.adapter, start, words, screen=True),
        stands=tuple(stand_of(header, shown.adapter, line, words, screen=True) for line in shown.lines),
    )

"""A guided first game as a page plays it: all that it says and shows, as plain JSON."""

from typing import Any

from firmware.games.kit import find_kit
from firmware.teaching.course import read_course
from firmware.teaching.lesson import Shown, steps_of
from firmware.teaching.texts import StepText, read_steps
from firmware.web.replayed import without_moves
from firmware.words import Words
from rules import make_header


def lesson(game: str, words: Words) -> dict[str, Any]:
    """Return a lesson.

    ``steps``: each with ``text``, the ``states`` before it, after the learner's move and after
    each line that follows (:func:`firmware.web.replayed.states`), the ``lit`` cells, and how the
    move is made: ``hand`` with a ``source`` (a cell, or how the moves of a supply begin) and a
    ``target``, or the text of a ``button``; both null where there is only something to read.
    ``you`` is the seat of the learner.
    """
    you = read_course(game).lesson.you
    texts = read_steps(game, words.language)
    return {
        "game": game,
        "title": words(find_kit(game).about.title),
        "you": you,
        "steps": [_step(game, shown, text, words) for shown, text in zip(steps_of(game), texts, strict=True)],
    }


def _step(game: str, shown: Shown, text: StepText, words: Words) -> dict[str, Any]:
    hand = shown.hand
    header = make_header(game, shown.lines[0].start.seats)
    return {
        "text": text.text,
        "move": shown.step.move or None,
        "hand": hand and {"source": hand.source, "target": hand.target},
        "button": text.button or None,
        "lit": shown.lit,
        "states": [without_moves(header, shown.adapter, line, words) for line in shown.lines],
    }

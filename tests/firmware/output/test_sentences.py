"""What a move does is said in words: no notation, the name of who makes it, in each language."""

import pytest

from firmware.match.line import read_line
from firmware.output.sentences import would_move
from firmware.words import find_words
from rules import find_game

ANNA_BRAM = ("Anna", "Bram")


def told(game: str, *lines: str, language: str = "en", **options: str) -> str:
    """Return the sentence for the last of these lines of a game between Anna and Bram."""
    start = find_game(game).start(2, options)
    ply = read_line(start, lines).last
    assert ply is not None
    names = dict(zip(start.seats, ANNA_BRAM, strict=True))
    return would_move(game, ply.before, ply.move, names, find_words(language, {}))


@pytest.mark.parametrize(
    ("game", "lines", "said"),
    [
        ("forum_romanum", ["r@d4"], "Anna places a red Roman on d4"),
        ("revolution", ["N@c3"], "Bram places Notre Dame on c3"),
        ("revolution", ["N@c3", "V@b5", "B@d1", "9@a5"], "Anna lays the 9 on a5"),
        ("revolution", ["N@c3", "V@b5", "B@d1", "F@a5"], "Anna lays the flag on a5"),
        ("manoeuvre", ["roll 4"], "Anna rolls 4: a recruit comes to that field"),
        ("hourglass", ["start"], "All six hourglasses are turned, and the sand runs"),
        ("hourglass", ["start", "1 d-e"], "Anna turns the hourglass in d and plants it in e"),
    ],
)
def test_a_move_is_told_in_words(game: str, lines: list[str], said: str) -> None:
    assert told(game, *lines) == said


def test_a_roman_that_moves_is_told_by_its_colour() -> None:
    position = find_game("forum_romanum").start(2)
    while "@" in position.legal_moves()[0]:
        position = position.play(position.legal_moves()[0])
    move = position.legal_moves()[-1]
    names = dict(zip(position.seats, ANNA_BRAM, strict=True))
    told = would_move("forum_romanum", position, move, names, find_words("de", {}))
    assert told.startswith("Anna versetzt einen ")
    assert told.endswith(f" Römer auf {move[3:]}")


def test_who_turns_a_glass_is_told_after_a_turn_that_has_passed_by_itself() -> None:
    lines = ["start", "1 d-e", "2 D-E"]
    said = told("hourglass", *lines, "24 B-F", turn="20", stalling="passes")
    assert said == "Bram turns the hourglass in B and plants it in F"

"""The ways to play at the table: the wishes of players, and the actions for them.

The single source of the page to read and to print (:mod:`firmware.teaching.table_page`) and of the
table in firmware/README.md, which a test compares.
"""

from typing import NamedTuple

from firmware.games.kit import find_kit
from firmware.words import say
from rules import NAMES


class Row(NamedTuple):
    """An action at the table; texts are English and wait for `words`.

    Attributes:
        game: the name in the registry of rules of the game that this is about; empty for all.
    """

    want: str
    do: str
    game: str = ""


class Part(NamedTuple):
    """Some rows under a title."""

    title: str
    rows: tuple[Row, ...]


TITLE = say("How to play at the table")
LEAD = say(
    "Make your moves with the real pieces: the table sees them, keeps the score and shows with its "
    "lamps what is possible. Four keys do the rest: CONFIRM, UNDO, HINT and MENU."
)
EVERY_GAME = Part(
    say("In every game"),
    (
        Row(say("make a move"), say("make it; the table waits a quarter of a second in case the piece slides on")),
        Row(say("change your mind"), say("move the piece on, before the next player acts")),
        Row(
            say("take a move back"),
            say(
                "press UNDO and put the pieces where the lamps show; or put them back and press "
                "CONFIRM. Not past a roll of the die, and while sand is running only the last move"
            ),
        ),
        Row(say("see what you can do"), say("press HINT")),
        Row(
            say("see the best move, and why"),
            say(
                "press HINT again: its fields light up one after the other, and the display and "
                "the page say why; the game goes on while the computer is looking for it"
            ),
        ),
        Row(
            say("dim the lamps, be quieter, switch the voice off or on"),
            say("press MENU until the table asks about it, then CONFIRM"),
        ),
        Row(
            say("let the computer play for somebody"),
            say(
                "while a game is being chosen, press the lamp of a player in the lowest row: once "
                "for level 1 (green), up to five times for level 5 (red), once more for a person; "
                "the game remembers it"
            ),
        ),
        Row(
            say("move for the computer"),
            say(
                "make the move whose fields light up one after the other in violet, or press "
                "CONFIRM where the display says so; roll the die for it. Another legal move "
                "counts, too: UNDO takes it back"
            ),
        ),
        Row(
            say("give up a game, or your seat in it"),
            say(
                "press MENU until the table asks about that, then CONFIRM: of two sides the other "
                "wins, of more the computer plays on for you"
            ),
        ),
        Row(
            say("play another game"),
            say(
                "press MENU when the game is over; press a coloured lamp for the game and a white "
                "one for the number of players, then CONFIRM"
            ),
        ),
    ),
)
TROUBLE = Part(
    say("When something goes wrong"),
    (
        Row(
            say("put a mistake right"),
            say("the table beeps once after a second, and its lamps show where the pieces go back, one at a time"),
        ),
        Row(
            say("answer a question"),
            say("the display says what the table wants to know: press the field or the key that it names"),
        ),
        Row(
            say("continue after a power cut"),
            say(
                "switch on: the game is offered, and CONFIRM continues it. The lamps show which "
                "pieces to put back; until then the sand is paused"
            ),
        ),
        Row(
            say("play with a broken sensor"),
            say(
                "hold the field down for one second where you placed, removed or turned over the "
                "piece; from then on pressing replaces the sensor"
            ),
        ),
        Row(say("press a field whose button is broken"), say("press HINT again until it blinks alone, then CONFIRM")),
        Row(
            say("play on when a part fails (a warning tone; cells that nobody reads are red)"),
            say(
                "moves elsewhere go on; a move that needs a red cell waits until the part is back, "
                "and is then read, asked about or put back. HINT and a press make a move that "
                "nobody can read"
            ),
        ),
        Row(
            say("the pieces of who is to move blink, after a tone"),
            say("they have ten seconds left on their clock, or five until the turn passes by itself"),
        ),
        Row(
            say("the last move blinks blue, without a tone"),
            say("it is not saved yet: play on, and leave the table on until it no longer blinks"),
        ),
    ),
)


def parts() -> tuple[Part, ...]:
    """Return the parts of the page; it takes the kits of all games."""
    rows = (Row(want, do, game) for game in NAMES for want, do in find_kit(game).about.hands)
    return EVERY_GAME, Part(say("In one game"), tuple(rows)), TROUBLE


def as_markdown() -> str:
    """Return the table of firmware/README.md, in English."""
    lines = ["| what you want | what you do |", "| --- | --- |"]
    for part in parts():
        for row in part.rows:
            game = f"`{row.game}`: " if row.game else ""
            lines.append(f"| {game}{row.want} | {row.do} |")
    return "\n".join(lines)

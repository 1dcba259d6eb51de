"""Typed input: words become touches at a simulated table.

=====================  ========================================================
typed                  what the hands do
=====================  ========================================================
``y@d4`` ``d4-f2``     make this move, with all its touches
``d4``                 put a piece on d4, or take the one there away
``+d4`` ``-d4``        put one there, take one away
``!d4``                press the field
``~d``                 turn over the hourglass on d
``confirm`` ``undo``   press the key; also ``hint`` and ``menu``
``wait 30``            nothing for so many seconds
=====================  ========================================================

While a game is chosen the games' names and the numbers of players can be typed; where no game
lies on the table, a cell is its row and column: ``3,4``. Several words of a line follow each other.
"""

import random
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue

from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.view import View
from firmware.selftest.check import SelfTestView
from firmware.simulation.players import SimulatedPlayers
from firmware.words import Text, say
from hal import KEYS
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import GameError

TYPED_TOUCH_INTERVAL = SECOND // 4  # between the touches of two words
LONGEST_WAIT = 3600  # seconds that can be waited for

_NO_CELL = say("{word}: neither a field (row,column where no sheet lies) nor a key (type help)")
_UNKNOWN = say("{word}: neither a move, a field nor a key (type help)")
_NO_CHOICE = say("{word}: type one of {choices}")
_WAIT = say("{word}: seconds to wait should be a number up to {most}")
_NO_GLASS = say("{word}: no hourglass stands there to be turned")
_ILLEGAL = say("{word}: {why}")
HELP = say(
    "Type a move, or touches: d4 puts or takes a piece, !d4 presses, ~d turns an hourglass, "
    "confirm, undo, hint and menu are keys, wait 30 lets seconds pass, quit ends."
)


class TypedError(ValueError):
    """A word that names nothing that hands could do; `told` says so to people."""

    def __init__(self, told: Text) -> None:
        super().__init__(told.text)
        self.told = told


class TypedInput:
    """Does at a simulated table what is typed. seed: of the timing of touches."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table = table
        self._random = random.Random(seed)

    def do(self, line: str, view: View | Choice | SelfTestView) -> int:
        """Begin to do what a line says; return when it will be done, in microseconds.

        view: what the table shows. Raise TypedError; what stands before the wrong word is done.
        """
        table = self._table
        at = table.clock.now()
        words = line.split()
        while words:
            word = words.pop(0)
            if words and self._goes_on(word, view):
                word = f"{word} {words.pop(0)}"
            if word.upper() in KEYS:
                table.press_key(word.upper(), at)
                at += TYPED_TOUCH_INTERVAL
            elif word == "wait":
                at += self._seconds(words.pop(0) if words else "")
            elif isinstance(view, Choice):
                table.press(_choice_cell(word), at)
                at += TYPED_TOUCH_INTERVAL
            elif isinstance(view, SelfTestView):
                cells = {name: cell for cell, name in view.names.items()}
                sign, cell = _signed(word, cells)
                if cell is None:
                    raise TypedError(Text(_NO_CELL, {"word": word}))
                at = self._contact(sign, cell, at) + TYPED_TOUCH_INTERVAL
            else:
                at = self._touch(word, view, at) + TYPED_TOUCH_INTERVAL
        return at

    def _goes_on(self, word: str, view: View | Choice | SelfTestView) -> bool:
        """Whether a move of two words begins with this one: ``roll 4``, ``dead e``."""
        return isinstance(view, View) and any(
            way.move.startswith(f"{word} ")
            for way in view.adapter.gestures(view.position, view.contacts.expected)
        )

    def _seconds(self, word: str) -> int:
        try:
            seconds = float(word)
        except ValueError:
            seconds = -1
        if not 0 <= seconds <= LONGEST_WAIT:
            raise TypedError(Text(_WAIT, {"word": word or "wait", "most": LONGEST_WAIT}))
        return int(seconds * SECOND)

    def _contact(self, sign: str, cell: int, at: int) -> int:
        """Do to a cell what a sign says; return when that is done."""
        table = self._table
        if sign == "!":
            table.press(cell, at)
        elif sign == "~":
            table.lift(cell, at)
            at += TYPED_TOUCH_INTERVAL
            table.place(cell, at)
            table.turn(cell, end_a_up=not table.end_a_up >> cell & 1, at=at)
        elif sign == "-" or (sign == "" and table.standing >> cell & 1):
            table.lift(cell, at)
        else:
            table.place(cell, at)
        return at

    def _touch(self, word: str, view: View, at: int) -> int:
        position = view.position
        sign, cell = _signed(word, view.adapter.overlay.cells)
        if cell is not None and sign == "~" and not self._table.standing >> cell & 1:
            raise TypedError(Text(_NO_GLASS, {"word": word}))
        if cell is not None and not (sign == "" and word in position.legal_moves()):
            return self._contact(sign, cell, at)
        ways = [
            way
            for way in view.adapter.gestures(position, view.contacts.expected)
            if way.move == word
        ]
        if ways:
            players = SimulatedPlayers(self._table, view.adapter, self._random)
            return players.make(position, view.contacts.expected, word).done
        try:
            position.play(position.written(word))
        except GameError as error:
            if any(mark in word for mark in "@-*"):
                raise TypedError(Text(_ILLEGAL, {"word": word, "why": error.plain})) from None
        raise TypedError(Text(_UNKNOWN, {"word": word}))


def _signed(word: str, cells: Mapping[str, int]) -> tuple[str, int | None]:
    """Return the sign before the name of a cell, and the cell; None when there is no such cell."""
    sign, name = (word[0], word[1:]) if word[0] in "+-!~" else ("", word)
    return sign, cells.get(name)


def _choice_cell(word: str) -> int:
    """Return the cell to press for a game, a number of players or a seat. Raise TypedError."""
    cells = {name: cell for cell, name in GAME_CELLS.items()}
    cells |= {str(number): cell for cell, number in NUMBER_CELLS.items()}
    cells |= {f"seat-{seat + 1}": cell for cell, seat in SEAT_CELLS.items()}
    if word not in cells:
        choices = ", ".join([*cells, *(key.lower() for key in KEYS)])
        raise TypedError(Text(_NO_CHOICE, {"word": word, "choices": choices}))
    return cells[word]


class Typing:
    """What somebody types at a terminal, letter by letter, while the table plays on.

    line: what is typed so far. Used within :meth:`listening`.
    """

    def __init__(self) -> None:
        self._letters: SimpleQueue[str] = SimpleQueue()
        self.line = ""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Read the terminal without its own echo, and leave it as it was."""
        threading.Thread(target=self._listen, daemon=True).start()
        if sys.platform == "win32":
            yield
            return
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin)
        try:
            tty.setcbreak(sys.stdin)
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    def _listen(self) -> None:
        if sys.platform == "win32":
            import msvcrt

            while True:
                self._letters.put(msvcrt.getwch())
        while letter := sys.stdin.read(1):
            self._letters.put(letter)

    def finished(self) -> str | None:
        """Return the next whole line, None while there is none."""
        while not self._letters.empty():
            letter = self._letters.get()
            if letter in "\r\n":
                line, self.line = self.line, ""
                return line
            if letter in "\b\x7f":
                self.line = self.line[:-1]
            elif letter.isprintable():
                self.line += letter
        return None

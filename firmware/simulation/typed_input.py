"""Typed input: words become touches at a simulated table.

=====================  ========================================================
typed                  action of the hands
=====================  ========================================================
``y@d4`` ``d4-f2``     make this move, with all its touches
``d4``                 put a piece on d4, or take the piece there away
``+d4`` ``-d4``        put a piece there, take it away
``!d4``                press the field
``~d``                 turn over the hourglass on d
``confirm`` ``undo``   press the key; also ``hint`` and ``menu``
``wait 30``            no action for so many seconds
``break U1``           a part of an emulated table breaks; ``mend U1``
=====================  ========================================================

A field can also be named by its label on the screen. While a game is chosen the games' names, or
their first letters, and the numbers of players can be typed; where no game lies on the table, a
cell is its row and column: ``3,4``. Several words of a line follow each other.
"""

import random
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import SimpleQueue

from firmware.output.prompts import TableView
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, TakeBack
from firmware.selftest.check import SelfTestView
from firmware.sheets import moves_told
from firmware.simulation.players import SimulatedPlayers
from firmware.simulation.typing_hints import answer_to, label_of
from firmware.words import N_, Text
from hal import KEYS
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, GameError, IllegalError, Move, find_game
from rules.spelling import as_meant

TYPED_TOUCH_INTERVAL = SECOND // 4  # between the touches of two words
LONGEST_WAIT = 3600  # longest wait in seconds

_NO_CELL = N_("{word}: not a cell (type for example {cell}, or !{cell} to press it) and not a key; type help")
_UNKNOWN = N_("{word}: not a move, a field or a key; type help")
_NO_CHOICE = N_("{word}: type one of {choices}")
_WAIT = N_("{word}: wait takes a number of seconds from 0 to {most}")
_NO_PART = N_("{word}: no part of this table that can break; there are: {choices}")
_NO_PARTS = N_("{word}: only a table begun with --table emulated has parts that break")
_NO_GLASS = N_("{word}: no hourglass stands there to be turned")
_WHICH = N_("{word}: there are several; type one of {choices}")
_WRONG_FIRST = N_("{word}: first put right what is wrong on the table: type {words}")
_ANSWER_FIRST = N_("{word}: first answer the table: type {words}")
_NOT_NOW = N_("{word}: that cannot be done now")
HELP = N_(
    "Type a move (y@d4), or single actions: d4 puts down or picks up a piece, +d4 and -d4 only one "
    "of these, !d4 presses the field, ~d turns over the hourglass in d, wait 30 lets 30 seconds "
    "pass. confirm, undo, hint and menu press the keys; quit ends. With --table emulated, break U1 "
    "breaks a part, and mend U1 mends it."
)

HELP_IN_TESTS = N_(
    "Type single actions: !{cell} presses the field {cell}, {cell} puts down or picks up a piece, "
    "+{cell} and -{cell} only one of these, ~{cell} turns over the hourglass there, wait 30 lets "
    "30 seconds pass. confirm, undo, hint and menu press the keys; quit ends. With --table "
    "emulated, break U1 breaks a part and mend U1 mends it."
)


class TypedError(ValueError):
    """A word that names no possible action of hands; `message` says so to people."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.text)
        self.message = message


class TypedInput:
    """Does typed actions at a simulated table. seed: of the timing of touches."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table = table
        self._random = random.Random(seed)

    def do(self, typed: list[str], view: TableView) -> int:
        """Begin to do the first typed action: a move, or touches up to a key. Drop its words.

        The table should have understood it before the next action begins.

        Args:
            typed: the words that are still to be done.
            view: the view of the table.

        Returns:
            When it will be done, in microseconds.

        Raises:
            TypedError: a word is wrong; the words before it are done.
        """
        at = start = self._table.clock.now()
        while typed:
            word = typed[0]
            if word.upper() in KEYS:
                self._table.press_key(typed.pop(0).upper(), at)
                return at + TYPED_TOUCH_INTERVAL
            if word == "wait":
                del typed[0]
                return at + self._seconds(typed.pop(0) if typed else "")
            if word in ("break", "mend"):
                del typed[0]
                self._break(typed.pop(0) if typed else "", broken=word == "break")
                return at
            if isinstance(view, View) and self._is_move(word, view):
                return at if at > start else self._move(typed, view)
            at = self._touch(typed.pop(0), view, at) + TYPED_TOUCH_INTERVAL
        return at

    def _seconds(self, word: str) -> int:
        try:
            seconds = float(word)
        except ValueError:
            seconds = -1
        if not 0 <= seconds <= LONGEST_WAIT:
            raise TypedError(Text(_WAIT, {"word": word or "wait", "most": LONGEST_WAIT}))
        return int(seconds * SECOND)

    def _break(self, part: str, *, broken: bool) -> None:
        if not self._table.parts:
            raise TypedError(Text(_NO_PARTS, {"word": "break" if broken else "mend"}))
        if not any(self._table.break_part(word, broken=broken) for word in (part, part.upper())):
            raise TypedError(no_part(part, self._table))

    def _contact(self, sign: str, cell: int, at: int) -> int:
        """Do to a cell the action of a sign; return when that is done."""
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

    def _touch(self, word: str, view: TableView, at: int) -> int:
        """Do the action of a word at a cell; return when that is done. Raise TypedError."""
        if isinstance(view, Choice):
            self._table.press(_choice_cell(word), at)
            return at
        names = view.names if isinstance(view, SelfTestView) else view.adapter.overlay.names
        sign, name = _signed(word)
        mover = view.position.to_move if isinstance(view, View) else None
        found = _cells(name, names, mover)
        if not found:
            cell = next(iter(names.values()))
            raise TypedError(Text(_NO_CELL, {"word": word, "cell": cell}))
        if len(found) > 1:
            choices = ", ".join(sign + names[cell] for cell in found)
            raise TypedError(Text(_WHICH, {"word": word, "choices": choices}))
        if sign == "~" and isinstance(view, View) and not self._table.standing >> found[0] & 1:
            raise TypedError(Text(_NO_GLASS, {"word": word}))
        return self._contact(sign, found[0], at)

    def _is_move(self, word: str, view: View) -> bool:
        """Whether a word is to be read as a move, or as the beginning of a move."""
        sign, name = _signed(word)
        if not sign and word in view.position.legal_moves():
            return True
        return not _cells(name, view.adapter.overlay.names, None)

    def _move(self, typed: list[str], view: View) -> int:
        """Begin to make the move at the beginning of these words, and drop it. Raise TypedError."""
        ways = {way.move: way for way in view.adapter.gestures(view.position, view.contacts.expected)}
        longest = 2 if typed[1:] and _signed(typed[1])[0] == "" else 1
        for length in range(longest, 0, -1):
            text = " ".join(typed[:length])
            meant = [text] if text in ways else _meant(text, view)
            if len(meant) == 1 and (meant[0] in ways or meant[0] == AGREE):
                del typed[:length]
                self._check_right(text, view)
                players = SimulatedPlayers(self._table, view.adapter, self._random)
                return players.carry_out(view, meant[0]).done
        raise TypedError(_refusal(typed, view))

    def _check_right(self, word: str, view: View) -> None:
        """Raise TypedError while the table waits for another action than a move."""
        if isinstance(view.trouble, TakeBack) or view.trouble is None:
            return
        text = _WRONG_FIRST if isinstance(view.trouble, Mismatch) else _ANSWER_FIRST
        raise TypedError(Text(text, {"word": word, "words": answer_to(view) or ""}))


def no_part(name: str, table: SimulatedTable) -> Text:
    """Return the message that a table has no part of this name, with the names of its parts."""
    return Text(_NO_PART, {"word": name, "choices": " ".join(table.parts)})


def _signed(word: str) -> tuple[str, str]:
    """Return the sign before the name of a cell, and the name."""
    return (word[0], word[1:]) if word[0] in "+-!~" else ("", word)


def _cells(name: str, names: Mapping[int, str], mover: str | None) -> list[int]:
    """Return the cells that a name or a label on the screen means: a single cell, if it is clear.

    mover: the player to move, whose own places come before places of others.
    """
    exact = [cell for cell, known in names.items() if known == name]
    if exact:
        return exact
    labelled = [cell for cell, known in names.items() if label_of(known) == name]
    own = [cell for cell in labelled if names[cell].startswith(f"{mover}-")]
    return own or labelled


def _meant(text: str, view: View) -> list[Move]:
    """Return the moves that a text may mean if it is not written as in a record."""
    game, position = find_game(view.header.game), view.position
    exact = as_meant(text, position, game, counted=False)
    if exact in (AGREE, *position.legal_moves()):
        return [exact]
    return moves_told(game, position, text)


def _refusal(typed: Sequence[str], view: View) -> Text:
    """Return the message why the first of these words cannot be done."""
    game, position, word = find_game(view.header.game), view.position, typed[0]
    two = " ".join(typed[:2])
    tried = [two, word] if not two[:1].isdigit() and len(typed) > 1 else [word]
    unreadable = None
    for text in tried:
        for move in (text, as_meant(text, position, game, counted=False), *_meant(text, view)):
            try:
                position.play(position.written(move))
            except IllegalError as error:
                return error.plain
            except GameError as error:
                unreadable = unreadable or error.plain
            else:
                return Text(_NOT_NOW, {"word": move})
    looks_like_one = any(mark.isdigit() or mark in "@-*" for mark in tried[0])
    return unreadable if unreadable and looks_like_one else Text(_UNKNOWN, {"word": word})


def _choice_cell(word: str) -> int:
    """Return the cell to press for a game, a number of players or a seat. Raise TypedError."""
    cells = {name: cell for cell, name in GAME_CELLS.items()}
    cells |= {str(number): cell for cell, number in NUMBER_CELLS.items()}
    labels = {name[0]: cell for name, cell in cells.items()}
    cells |= {f"seat-{seat + 1}": cell for cell, seat in SEAT_CELLS.items()}
    cell = cells.get(word.lower(), labels.get(word.lower()))
    if cell is None:
        choices = ", ".join([*cells, *(key.lower() for key in KEYS)])
        raise TypedError(Text(_NO_CHOICE, {"word": word, "choices": choices}))
    return cell


class Typing:
    """The letters that a person types at a terminal while the table plays on.

    line: the text typed so far. Used within :meth:`listening`.
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
        """Return the next whole line. None while there is none."""
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

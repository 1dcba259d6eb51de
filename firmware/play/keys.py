"""The four keys of a table: the questions that they lead through, as values without effects.

=======  =====================================================================
CONFIRM  yes to the last question of the table (a take-back, an end, the only
         stack that may have been meant), and the move that a key completes
         (the end of a turn, a dead hourglass)
UNDO     takes the last move back; the table then shows where pieces go back
HINT     shows the possible moves, for a while; again meanwhile: the best move,
         where that may be shown; again: goes from a cell that can be pressed,
         or is shown as wrong, to the next, and CONFIRM presses it: a way to go on
         when the button under it is broken
MENU     asks whether to end the game: first whether all agree, where the rules
         have that, then whether it is abandoned, then whether the player to move
         resigns or, where more than two play, leaves it to the computer; then,
         where the table can speak, whether it should, and at a table that keeps it,
         how bright lamps and how loud sounds should be; once more: they play on
=======  =====================================================================
"""

from collections.abc import Sequence

from firmware.match.rights import may
from firmware.match.state import TABLE, Match
from firmware.opponents import Advice
from firmware.play.view import Hint, Menu
from firmware.sensing.events import Kind, Touch

HINT_TIME = 6_000_000  # microseconds for which a hint is shown, unless a contact moves before
THINKING_TIME = 15_000_000  # microseconds for which HINT waits for the best move
ADVICE_TIME = 20_000_000  # microseconds for which the best move is shown, with its reasons


class Keys:
    """The state of a table's keys: the question of MENU, and the hint of HINT.

    Attributes:
        menu: the question of MENU that CONFIRM says yes to, None without a question.
        hint: the hint that is shown, None without a hint.
    """

    def __init__(self) -> None:
        self.menu: Menu | None = None
        self.hint: Hint | None = None
        self._enters_until = 0  # until when a press tells of a piece that no contact shows

    @property
    def chosen(self) -> int | None:
        """The cell that CONFIRM presses, if any."""
        return None if self.hint is None or self.menu is not None else self.hint.cell

    def press(self, key: str, at: int) -> Hint | None:
        """Take in a key, and return the hint shown before it, which is shown no more."""
        shown = self.hint
        self.hint = None if shown is None else Hint(shown.until)
        self._enters_until = at + HINT_TIME if key in ("HINT", "CONFIRM") else 0
        return shown

    def touch(self, event: Touch) -> None:
        """Take in a touch: it ends most hints, and moving a piece ends the question of MENU."""
        shown = self.hint
        if event.kind in (Kind.PLACE, Kind.LIFT):
            self.menu = None
        advised = shown is not None and shown.advice is not None
        stays = event.kind is Kind.RELEASE or (advised and event.kind is Kind.LIFT)
        self.hint = shown if stays else None  # still shows where to put it

    def enters(self, event: Touch) -> bool:
        """Return whether a press tells of a piece that no contact shows; it does so only once."""
        if event.kind is not Kind.PRESS or event.at >= self._enters_until:
            return False
        self._enters_until = 0
        return True

    def wait(self, at: int) -> None:
        """Take in that time has passed to `at` (microseconds)."""
        if self.hint is not None and at >= self.hint.until:
            self.hint = None

    def ask(self, questions: Sequence[Menu]) -> Menu | None:
        """Ask the next of these questions of MENU, after the last no question; return it."""
        following = questions.index(self.menu) + 1 if self.menu in questions else 0
        self.menu = questions[following] if following < len(questions) else None
        return self.menu

    def take(self) -> Menu | None:
        """Return the question of MENU, which is answered now."""
        menu, self.menu = self.menu, None
        return menu

    def help(self, shown: Hint | None, cells: Sequence[int], at: int, *, advises: bool) -> bool:
        """Show the next hint; return whether the best move has to be found for it.

        First come the possible moves, then the best move, then the next cell that can be pressed.

        Args:
            shown: the hint shown before.
            cells: the cells that can be pressed.
            at: the present time, in microseconds.
            advises: whether the best move may be shown.
        """
        if shown is not None and shown == Hint(shown.until) and advises:
            self.hint = Hint(at + THINKING_TIME, asked=True)
            return True
        chosen = None
        if shown is not None and cells:
            chosen = shown.cell
            chosen = next((cell for cell in cells if chosen is None or cell > chosen), cells[0])
        self.hint = Hint(at + HINT_TIME, chosen)
        return False

    def advise(self, advice: Advice, at: int, *, legal: bool) -> None:
        """Show the best move, if HINT still waits for it and it is still legal."""
        if self.hint is not None and self.hint.asked:
            shown = Hint(at + ADVICE_TIME, advice=advice)
            self.hint = shown if legal else Hint(at + HINT_TIME)


def questions_of_end(match: Match, *, far: bool, stays: bool) -> list[Menu]:
    """Return the questions of MENU about the end of a match, in order.

    far: whether another host holds it, which decides about other players of a seat. stays: whether it can only be
    played to its end.
    """
    asked = [Menu.AGREE] if may(match, "agree", TABLE) else []
    if stays:
        return asked
    asked.append(Menu.ABANDON)
    if leaver(match) and may(match, "resign", TABLE):
        asked.append(Menu.RESIGN)
    elif leaver(match) and not far:
        asked.append(Menu.LEAVE)
    return asked


def leaver(match: Match) -> str:
    """Return the seat that MENU gives up: of the person to move, else the first person's, else ""."""
    own, mover = match.acts_for(TABLE), match.now.to_move or ""
    people = [seat for seat in match.seats.people if seat in own]
    return mover if mover in people else "".join(people[:1])

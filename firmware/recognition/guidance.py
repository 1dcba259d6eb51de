"""The questions, mismatches and offers of the table: a state, and the table of their ends."""

from collections.abc import Mapping
from enum import Enum, auto

from firmware.recognition.findings import Finding, Mismatch, Question, Resolved, TakeBack, Trouble, Unpressed
from firmware.recognition.hypothesis import NEVER


class Event(Enum):
    """An event that may end a question, a mismatch or an offer."""

    TOUCHED = auto()  # hands go on
    RIGHT = auto()  # all stands as it should
    COMMITTED = auto()  # a move is committed
    DECIDED = auto()  # a question lies between other moves now, or none


ENDS: Mapping[type, frozenset[Event]] = {
    Question: frozenset({Event.COMMITTED, Event.DECIDED}),
    TakeBack: frozenset({Event.COMMITTED, Event.TOUCHED, Event.RIGHT}),
    Unpressed: frozenset({Event.COMMITTED, Event.TOUCHED}),
    Mismatch: frozenset({Event.COMMITTED, Event.RIGHT}),
}


class Guidance:
    """The messages of the table besides moves.

    Attributes:
        trouble: the question, mismatch or offer that stands, None for nothing.
        setting_up: whether the pieces have to be set up before anything is a move.
        led: the time (microseconds) of the last touch before a way was shown that is not gone to its
            end, NEVER for none.
        astray: the time (microseconds) of the last touch before the mismatch: touches up to it
            brought the pieces that are to be put back.
        asked_after: the time (microseconds) of the last touch before the last question.
        withdrawn: when the last undecided question ended (microseconds), and that question.
        stubborn: whether a mismatch has stayed for so long that a contact may be broken.
    """

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self.asked_after = NEVER
        self.withdrawn: tuple[int, Question] | None = None
        self.clear()

    def clear(self) -> None:
        """Say nothing any more, as the game goes on from a certain position."""
        self.trouble = None
        self.setting_up = self.stubborn = False
        self.led = self.astray = NEVER

    def say(self, trouble: Trouble, touched: int) -> Trouble:
        """Ask, show or offer `trouble`, and return it. touched: the time of the last touch, microseconds."""
        if isinstance(trouble, Mismatch):
            self.led = touched if self.led == NEVER else self.led
            self.astray = NEVER if trouble.turn else touched
        elif isinstance(trouble, Question) and not isinstance(self.trouble, Question):
            self.asked_after = touched
        self.trouble = trouble
        return trouble

    def asked(self, since: int) -> Question | None:
        """Return the question that stands, or stood at `since` (microseconds): an answer may come late."""
        if isinstance(self.trouble, Question):
            return self.trouble
        until, question = self.withdrawn or (NEVER, None)
        return question if until > since else None

    def withdraw(self, question: Question, at: int) -> list[Finding]:
        """End a question at `at` (microseconds): the near hypotheses differ in other moves now, or agree."""
        self.withdrawn = at, question
        return self.hear(Event.DECIDED)

    def hear(self, event: Event) -> list[Finding]:
        """Take in an event, and return the findings that it settles."""
        ends = event in ENDS.get(type(self.trouble), ())
        if event is Event.COMMITTED:
            self.clear()
            return []
        put_right = False
        if event is Event.RIGHT:
            self.setting_up = False
            put_right = self.led != NEVER
            self.led = self.astray = NEVER
        elif event is Event.TOUCHED:
            self.stubborn = False
        if not ends and not put_right:
            return []
        self.trouble = None
        return [Resolved(put_right=put_right)]

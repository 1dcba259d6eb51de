"""How a record is read, and what is found on the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.game import Position
from rules.reading_words import Spell, english
from rules.record import Record, RecordError
from rules.text import Text, told

MOST_FAULTS = 200  # lines that cannot be read in one record


class ProposalError(RecordError):
    """A sheet that can be read with some changes alone, which somebody has to accept.

    Attributes:
        record: The game with them.
        changed: By line that is read in another way than is written, the position before it.
    """

    def __init__(self, error: RecordError, record: Record, changed: Mapping[int, Position]) -> None:
        super().__init__(error.line, str(error), lambda: error.plain)
        self.record = record
        self.changed = changed


@dataclass(slots=True)
class Reading:
    """How a record is read, and what is found on the way.

    Attributes:
        strict: Whether only the exact format is read.
        every: Whether to go on after a line that cannot be read, to find every one of them.
        accept: Whether a game that is only proposed, as something in it had to be changed, is
            read.
        spell: The words of moves in each language.
        notes: By line, what was read in another way than it is written, and what was left out.
        left: By line, the texts that were left out.
        guessed: The line in which the players may be named, where nothing says that they are; such
            a record is only proposed. None where they are known.
        initials: The names for which letters are said to stand.
        faults: The lines that cannot be read, the first first; none where `every` is false, as
            the first is raised, and no more than `MOST_FAULTS`.
    """

    strict: bool = True
    every: bool = False
    accept: bool = False
    spell: Spell = english
    notes: dict[int, Text] = field(default_factory=dict)
    left: dict[int, list[str]] = field(default_factory=dict)
    guessed: int | None = None
    initials: dict[str, str] = field(default_factory=dict)
    faults: list[RecordError] = field(default_factory=list)

    def adopt(self, other: "Reading") -> None:
        """Take over what another reading of the same sheet has found."""
        self.notes, self.left = other.notes, other.left
        self.guessed, self.initials = other.guessed, other.initials

    def take(self, line: int, meant: str) -> None:
        """Note what a line was read as, in the place of what was noted so before."""
        note = told("read as {meant}", meant=meant)
        if line in self.notes and self.notes[line].text == note.text:
            del self.notes[line]
        self.note(line, note)

    def leave(self, line: int, *texts: str) -> None:
        """Note what of a line was left out."""
        if not texts:
            return
        self.left.setdefault(line, []).extend(texts)
        self.note(line, told("left out: {text}", text=" ".join(texts)))

    def unsay(self, line: int, noted: Text | None, left: list[str]) -> None:
        """Say of a line only this again. noted: None where nothing was noted. left: out of it."""
        self.notes.pop(line, None)
        self.left.pop(line, None)
        if noted is not None:
            self.notes[line] = noted
        if left:
            self.left[line] = left

    def note(self, line: int, note: Text) -> None:
        """Note something of a line, behind what was noted of it before."""
        if line in self.notes:
            note = Text("{note}; {more}", {"note": self.notes[line], "more": note})
        self.notes[line] = note

    def fail(self, error: RecordError) -> None:
        """Raise the error, or keep it where every one is to be found."""
        if not self.every or len(self.faults) == MOST_FAULTS:
            raise error
        self.faults.append(error)

"""The session's only way to the recogniser: observations and time in, findings out.

What a session needs of whatever recognises moves is what :class:`Reader` has: :meth:`~Reader.feed`
and :meth:`~Reader.wait` for findings, :meth:`~Reader.follow` and its like to be told where the game
stands, and properties that change nothing.
"""

from collections.abc import Iterator

from firmware.games import AnyAdapter, tilt
from firmware.play.line import GameLine
from firmware.play.view import Contacts
from firmware.recognition.index import Moment
from firmware.recognition.recognise import (
    Back,
    Broken,
    Finding,
    Made,
    Recogniser,
    Remade,
    Trouble,
)
from firmware.sensing.events import Chatter, Event, Key, Touch
from wiring import cell as cell_at


class Reader:
    """Reads the moves of one game from its contacts.

    Findings come one by one: the caller acts on each, and calls :meth:`follow` for a move, before
    it asks for the next.

    broken: the contacts known to say nothing reliable. found: those that were found broken while
    the game was played before.
    """

    def __init__(self, adapter: AnyAdapter, *, broken: int = 0, found: int = 0) -> None:
        self._adapter = adapter
        self._broken = broken
        self._found = found
        # The recogniser looks at this list again whenever a contact moves, so its last moment is
        # replaced as time passes in the game.
        self._moments: list[Moment] = []
        self._recogniser = Recogniser(adapter, 0)

    def begin(self, line: GameLine, picture: int, at: int) -> list[Broken]:
        """Begin where these contacts are closed, and return those that are obviously broken."""
        self._recogniser = Recogniser(
            self._adapter, picture, broken=self._broken, found=self._found
        )
        self.follow(line, at=at)
        return self._recogniser.begin(at, broken=not line.plies)

    def feed(self, event: Event) -> Iterator[Finding]:
        """Take in one event, and generate what it means.

        Any key makes sure of a move that waits to be complete, CONFIRM also of a take-back.
        """
        if isinstance(event, Touch):
            # each move that waits is complete when the touch begins the move after it
            while (finished := self._recogniser.completed_by(event)) is not None:
                yield from self._with_blame(finished)
            for finding in self._recogniser.feed(event):
                yield from self._with_blame(finding)
        elif isinstance(event, Key):
            kinds = (Made, Remade, Back) if event.name == "CONFIRM" else (Made, Remade)
            for finding in self._recogniser.hurry(kinds):
                yield from self._with_blame(finding)
        else:
            contact = _contact_of(event)
            if contact:
                self._recogniser.distrust(contact, at=event.at, trust=event.resting)

    def wait(self, at: int) -> Iterator[Finding]:
        """Let time pass to `at`, in microseconds, and generate what that means."""
        for finding in self._recogniser.wait(at):
            yield from self._with_blame(finding)

    def _with_blame(self, finding: Finding) -> Iterator[Finding]:
        """Generate a finding, and before a move what was taken for broken when it was made."""
        if isinstance(finding, Made):
            yield from self._recogniser.blame()
        yield finding

    def follow(self, line: GameLine, *, at: int, made: Made | Remade | None = None) -> None:
        """Take up the game at the end of `line`. made: the finding that led there, if one did."""
        self._moments = line.moments()
        self._recogniser.follow(self._moments, at=at, made=made)

    def take_back(self, line: GameLine, dropped: Moment, *, at: int) -> None:
        """Take up the game after its last move, which led to `dropped`, was taken back by UNDO."""
        self._moments = line.moments()
        self._recogniser.take_back(self._moments, dropped, at=at)

    def pass_time(self, line: GameLine) -> None:
        """Take up what time alone has changed, when the legal moves are still the same."""
        self._moments[-1] = line.moment

    def refresh(self, line: GameLine) -> None:
        """Take up that the legal moves are others, or a move found is impossible after all."""
        self._moments = line.moments()
        self._recogniser.refresh(self._moments)

    def complete(self) -> Made | None:
        """Return the move that CONFIRM completes as the pieces stand now, None if there is none."""
        return self._recogniser.complete("CONFIRM") or self._recogniser.complete_unpressed()

    def picture_after(self, made: Made | Remade | None) -> int:
        """Return the contacts that are closed after a move; as they should be now for None."""
        flips = made.gesture.flips | made.gesture.hidden if made is not None else 0
        return self._recogniser.expected_before(made) ^ flips

    @property
    def contacts(self) -> Contacts:
        """How the contacts compare with the game."""
        recogniser = self._recogniser
        expected, odd = recogniser.expected, recogniser.odd
        return Contacts(
            expected=expected, missing=odd & expected, extra=odd & ~expected, pairs=recogniser.pairs
        )

    @property
    def expected(self) -> int:
        """The contacts that should be closed now."""
        return self._recogniser.expected

    @property
    def trouble(self) -> Trouble | None:
        """What the players have been asked or shown and not settled yet."""
        return self._recogniser.trouble

    @property
    def stubborn(self) -> bool:
        """Whether what is shown as wrong has stayed so for long."""
        return self._recogniser.stubborn

    @property
    def pressed(self) -> int:
        """The cells pressed since the last move that may belong to the next."""
        return self._recogniser.pressed

    @property
    def pressable(self) -> tuple[int, ...]:
        """The cells whose press would mean something now."""
        return self._recogniser.pressable

    @property
    def waiting(self) -> bool:
        """Whether a move is begun and not finished, or something is asked or shown."""
        return self._recogniser.waiting

    @property
    def touched(self) -> int:
        """When anything was last lifted, placed or turned, in microseconds."""
        return self._recogniser.touched

    @property
    def due(self) -> int | None:
        """When time alone will bring a finding, in microseconds; None when it will not."""
        return self._recogniser.due

    @property
    def found(self) -> int:
        """The contacts that were found broken in this game and named to its players."""
        return self._recogniser.found


def _contact_of(chatter: Chatter) -> int:
    """Return the contact of a picture that chatters, 0 for a button or a key."""
    if chatter.reed is not None:
        return 1 << chatter.reed
    if chatter.layer != "tilt":
        return 0
    return tilt(cell_at(int(chatter.where["row"]), int(chatter.where["column"])))

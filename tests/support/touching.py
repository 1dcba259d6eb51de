"""A decoder without a table around it: touches at given times in, findings out."""

from collections.abc import Sequence

from firmware.games import AnyAdapter, find_adapter
from firmware.match.line import read_line
from firmware.play.layout import lay_out
from firmware.recognition.decoder import Decoder
from firmware.recognition.findings import Finding, MovePlayed, MoveReplaced
from firmware.recognition.hypothesis import Hypothesis, Step
from firmware.sensing.events import Kind, Touch
from hal import NO_CONTACTS, Contacts, cell_set, contacts_of, reed, tilt
from hal.trace import SECOND
from rules import Move, Position, make_header
from support.at_table import NAMES

MILLISECOND = SECOND // 1000
STEP = 25 * MILLISECOND  # between two calls of `wait`

# The 24 placings of three players on rows 7 to 4 of the forum, after which Romans jump.
PLACED = tuple(f"{'ybr'[number % 3]}@{'acebdf'[number % 6]}{'7654'[number // 6]}" for number in range(24))
BUILDINGS = ("N@a1", "V@d3", "B@d5")  # after which light lays the first card
ROLLS = tuple(f"roll {n}" for n in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6))  # all recruits are out
ALIKE = tuple(f"roll {n}" for n in (1, 2, 3, 4, 4, 3, 2, 5, 6, 6, 3, 4))  # stacks and single ones

# For each game: players, the moves before, a lift that begins a move, its end, what it means, and
# another piece that stands on the table.
GAMES = {
    "forum_romanum": (3, PLACED, "-a7", "+g1", "a7-g1", "c7"),
    "revolution": (2, BUILDINGS, "-light-7", "+c1", "7@c1", "dark-6"),
    "manoeuvre": (2, (), "-court-1", "+1", "roll 1", "court-5"),
    "hourglass": (2, ("start",), "-d", "+e ~e", "d-e", "b"),
}


class AtDecoder:
    """A decoder of one game, touched field by field; what it found stands in `found`.

    moves: those that were made before. set_up: the contacts closed at the start, those of the game
    unless given. broken, found: see Decoder.
    """

    def __init__(
        self,
        game: str = "forum_romanum",
        players: int = 3,
        moves: Sequence[Move] = (),
        *,
        set_up: Contacts | None = None,
        broken: Contacts = NO_CONTACTS,
    ) -> None:
        self.start = make_header(game, NAMES[:players]).start()
        self.adapter: AnyAdapter = find_adapter(self.start, game)
        self.line = read_line(self.start, moves)
        laid = lay_out(self.adapter, self.line).closed
        self.closed = laid if set_up is None else set_up
        self.at = SECOND
        self.decoder = Decoder(self.adapter, self.closed, broken=broken)
        self.decoder.follow(self.line.position, laid, at=self.at)
        self.steps: list[Step] = []
        self.found: list[Finding] = []
        self.decoder.begin(self.at, broken=not moves)

    def cell(self, field: str) -> int:
        return self.adapter.overlay.cells[field]

    def cells(self, fields: str) -> tuple[int, ...]:
        return tuple(sorted(map(self.cell, fields.split())))

    def reeds(self, fields: str) -> Contacts:
        return contacts_of(cell_set(self.cells(fields)))

    def touch(self, kind: Kind, cell: int) -> list[Finding]:
        """Let one contact change now."""
        if kind is Kind.PLACE:
            self.closed |= reed(cell)
        elif kind is Kind.LIFT:
            self.closed &= ~reed(cell)
        elif kind is Kind.A_UP:
            self.closed |= tilt(cell)
        elif kind is Kind.B_UP:
            self.closed &= ~tilt(cell)
        return self._note(self.decoder.feed(Touch(self.at, kind, cell)))

    def wait(self, milliseconds: int) -> list[Finding]:
        """Let time pass, and return what was found meanwhile."""
        found: list[Finding] = []
        until = self.at + milliseconds * MILLISECOND
        while self.at < until:
            self.at = min(self.at + STEP, until)
            found += self._note(self.decoder.wait(self.at))
        return found

    def act(self, script: str) -> list[Finding]:
        """Do what a script says, and return what was found meanwhile.

        ``+d4`` puts down, ``-d4`` lifts, ``[d4`` presses, ``]d4`` lets go, ``!d4`` does both within
        a tenth of a second, ``~d`` turns an hourglass over, ``.600`` waits 600 ms, ``CONFIRM`` is
        the key.
        """
        before = len(self.found)
        for word in script.split():
            if word[0] == ".":
                self.wait(int(word[1:]))
                continue
            if word == "CONFIRM":
                self.confirm()
                continue
            cell = self.cell(word[1:])
            if word[0] == "~":
                self.touch(Kind.B_UP if self.closed & tilt(cell) else Kind.A_UP, cell)
            elif word[0] == "!":
                self.touch(Kind.PRESS, cell)
                self.wait(100)
                self.touch(Kind.RELEASE, cell)
            else:
                kinds = {"+": Kind.PLACE, "-": Kind.LIFT, "[": Kind.PRESS, "]": Kind.RELEASE}
                self.touch(kinds[word[0]], cell)
        return self.found[before:]

    def confirm(self) -> list[Finding]:
        """Let CONFIRM complete a move, as the session does."""
        return self._note(self.decoder.confirm(self.at))

    def enter(self, field: str) -> list[Finding]:
        """Press for a piece that no contact shows, after HINT or CONFIRM."""
        cell, found = self.cell(field), len(self.found)
        self._note(self.decoder.feed(Touch(self.at, Kind.PRESS, cell), entered=True))
        self.wait(100)
        self.touch(Kind.RELEASE, cell)
        return self.found[found:]

    def kinds(self) -> list[type[Finding]]:
        """What was found, by kind."""
        return [type(one) for one in self.found]

    @property
    def moves(self) -> list[Move]:
        """The moves that were committed, those that were replaced left out."""
        return [step.move for step in self.steps]

    @property
    def hypotheses(self) -> list[Hypothesis]:
        return self.decoder._beam.hypotheses

    def assert_quiet(self) -> None:
        """Nothing is asked or shown, and nothing is begun."""
        assert self.decoder.trouble is None
        assert not self.decoder.waiting
        assert self.decoder.difference == 0

    def assert_legal(self) -> None:
        """The moves that were committed can be played one after the other."""
        position: Position = self.line.position
        for step in self.steps:
            before = Hypothesis(0.0, (), step.position, step.closed, clock=step.clock, millisecond=step.millisecond)
            position = position.later(before.passed(step.at)).play(step.move)

    def _note(self, found: list[Finding]) -> list[Finding]:
        self.found += found
        for one in found:
            if isinstance(one, MoveReplaced):
                del self.steps[len(self.steps) - one.back :]
            if isinstance(one, MovePlayed | MoveReplaced):
                self.steps.append(one.step)
        return found


def sit(game: str) -> tuple[AtDecoder, str, str, Move, str]:
    """A decoder of a game, a lift and an end, the move they make, and another piece."""
    players, before, begins, ends, move, other = GAMES[game]
    return AtDecoder(game, players, before), begins, ends, move, other

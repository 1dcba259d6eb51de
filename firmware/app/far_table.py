"""A table that plays seats of a match elsewhere: shows its moves, and sends the table's own."""

from datetime import datetime
from pathlib import Path

from firmware.app.errors import TableError
from firmware.app.far_link import FarLink, SeatFile, read_link
from firmware.app.running_table import RunningTable
from firmware.games.naming import names_of
from firmware.match.far import FarMatch, MirroredMatch, Unsent
from firmware.match.refusals import CommandError
from firmware.match.state import Match
from firmware.play.effects import Play, Warn
from firmware.words import N_, Words, message_of, told
from hal import REEDS, Tune
from rules import GameError

_LOST = N_("no connection to the other players: {why}; moves made here are kept and sent later")
_GONE = N_("the game goes on without this table: {why}; MENU leads to the next game")
_REFUSED = N_("no seat elsewhere: {why}")
_BACK = N_("connected to the other players again")
_LEFT = N_("{name} has left the game for now")
_CAME = N_("{name} is at the game again")
_UNNOTED = N_("moves made here are not being saved: {error}")


class FarTable:
    """A table at which a match is played that is held elsewhere.

    Args:
        table: the running table.
        link: the connection to the host, with a known match.
        words: for the names of players.

    Attributes:
        match: the match.

    Raises:
        TableError: the match cannot be played here.
    """

    def __init__(self, table: RunningTable, link: FarLink, words: Words) -> None:
        self._table = table
        self._link = link
        self._words = words
        self._away: dict[str, str] | None = None  # the state that was told last
        self._moved = 0  # when the moves here changed last, microseconds
        self._plies = -1
        self._lost: str | None = None
        self._unnoted = False
        self._turns = False  # whether it turns to the next match
        assert link.held is not None
        self.match = self._take_up(link.held)

    def _take_up(self, held: Match) -> FarMatch:
        """Begin the match at the table, and return it. Raise TableError."""
        kind = FarMatch if self._table.ports.contacts & REEDS else MirroredMatch
        try:
            match = kind(held, self._link.seats, self._note)
        except CommandError:
            raise TableError(told("sand at two places cannot be kept together: play this game in a browser")) from None
        match.make_again(self._link.file.kept.unsent)
        try:
            self._table.join(match)
        except GameError as error:
            raise TableError(message_of(error)) from error
        return match

    def _note(self, unsent: Unsent) -> None:
        """Store the moves that the host does not have; a disk that fails costs no move."""
        try:
            self._link.file.note(unsent)
        except OSError as error:
            if not self._unnoted:
                self._unnoted = True
                self._table.loop.carry_out([Warn(_UNNOTED, {"error": str(error)})])

    @property
    def played(self) -> bool:
        """Whether the match is still played at the table: people may have begun another."""
        session = self._table.lobby.session
        return session is not None and session.running is self.match

    def look(self) -> bool:
        """Apply the events from elsewhere, and send the requests of this table; after every scan.

        Return whether more events will come from there without an action of any player.
        """
        answer = self._link.answer()
        held = self._link.held  # after the answer, so that it includes the answered request
        if self._turns:
            if self._link.turning or held is None:
                return True
            self.match, self._turns = self._take_up(held), False
        session, far, now = self._table.lobby.session, self.match, self._table.ports.clock.now()
        self._warn()
        self._tell_who_is_there()
        if session is None or session.running is not far:
            return False
        if answer is not None:
            far.answered(done=answer)
            if not answer:
                self._table.loop.carry_out([Play(Tune.REFUSED)])
        if held is not None and (held is not far.held or answer is not None or far.agreed):
            far.held, before = held, far.match
            events = far.catch_up(now)
            if events or far.match is not before:
                self._table.loop.carry_out(session.see(events, before, now))
        if self._link.host_time is not None:
            far.show_clocks(self._link.host_time)
            self._table.loop.carry_out(session.haste.warn_of_time())
        owed = far.owed
        if owed is None:
            session.propose(None)
        elif session.proposed is None:
            self._table.loop.carry_out(session.propose(owed.move))
        self._ask(now, pending=session.pending)
        if far.held.again is not None:
            self._turns = True
            self._link.turn_to(far.held.again)
        return far.busy

    def _ask(self, now: int, *, pending: bool) -> None:
        """Send the host the next request; a move that may still change waits."""
        far = self.match
        if len(far.match.line.plies) != self._plies or pending:
            self._plies, self._moved = len(far.match.line.plies), now
        ask = far.next_ask
        if ask is None or (ask.ask["type"] == "move" and now - self._moved < far.rest):
            return
        far.asking = ask
        self._link.ask(ask)

    def _tell_who_is_there(self) -> None:
        """Tell which players have come or gone, with a tone."""
        before, away, match = self._away, self._link.away, self.match
        if away is None or away is before:
            return
        self._away = away
        match.away = {seat: _time_of(since) for seat, since in away.items()}
        if before is None:
            return
        names = names_of(match.held.header, match.held.now, self._words)
        for seat in sorted(before.keys() ^ away.keys()):
            left = seat in away
            warning = Warn(_LEFT if left else _CAME, {"name": names[seat]}, seat, over=not left)
            tune = Play(Tune.WARNING if left else Tune.PUT_RIGHT)
            self._table.loop.carry_out([warning, tune])

    def _warn(self) -> None:
        """Warn when the connection is lost, and when it is there again."""
        error, lost = self._link.error, self._link.lost
        if error is not None and not self.match.gone:
            self.match.gone = True
            self._table.loop.carry_out([Warn(_GONE, {"why": message_of(error)}, "far")])
        elif error is None and (lost is None) != (self._lost is None):
            warning = Warn(_BACK, about="far", over=True)
            if lost is not None:
                warning = Warn(_LOST, {"why": lost}, "far")
            self._table.loop.carry_out([warning])
        self._lost = lost


class FarSeat:
    """The seat elsewhere that a table plays, if any; it can be taken while the table goes on.

    Args:
        table: the running table.
        folder: the folder of its games.
        words: for the names of players.
    """

    def __init__(self, table: RunningTable, folder: Path, words: Words) -> None:
        self._table = table
        self._folder = folder
        self._words = words
        self._link: FarLink | None = None
        self._far: FarTable | None = None

    def take(self, link: str) -> None:
        """Take the seat of a link as soon as its host answers. Raise TableError for other text."""
        seat = read_link(link)
        self._leave()
        self._link = FarLink(seat, SeatFile(self._folder, seat))
        self._link.start()

    def look(self) -> None:
        """Begin the match there, and let it go on; to be called after every scan."""
        link = self._link
        if link is None:
            return
        try:
            if self._far is not None:
                self._far.look()
                if not self._far.played:
                    self._leave()
            elif link.error is not None:
                raise link.error
            elif link.held is not None:
                self._far = FarTable(self._table, link, self._words)
        except TableError as error:
            self._table.loop.carry_out([Warn(_REFUSED, {"why": message_of(error)}), Play(Tune.REFUSED)])
            self._leave()

    def _leave(self) -> None:
        if self._link is not None:
            self._link.stop()
        self._link = self._far = None

    def close(self) -> None:
        """Leave the seat, and wait until its connection is closed."""
        if self._link is not None:
            self._link.close()


def _time_of(since: str) -> str:
    """Return the time of day, in this time zone, of a text of ISO 8601; "" for ""."""
    return since and datetime.fromisoformat(since).astimezone().strftime("%H:%M")

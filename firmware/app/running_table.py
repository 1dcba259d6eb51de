"""A running table: settings, store, lobby and loop put together, for every command that plays.

:func:`open_table` is the only place where this is done::

    settings  ->  host (store)  ->  lobby (games)  ->  loop (contacts in, lamps and sounds out)

A move is kept by the host before it is shown. Its effects go to the alerts of the small display,
then to the listeners.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from firmware.app.collector import seldom_collected
from firmware.app.computers import Computer, Deed, Mover
from firmware.app.errors import TableError
from firmware.app.host import Host, Listener, local_time, open_host
from firmware.app.loop import Loop
from firmware.app.power import PowerKey
from firmware.app.settings import Settings
from firmware.app.thinker import Thinks
from firmware.app.voice import speaking
from firmware.match.commands import Play
from firmware.match.running import Running
from firmware.output.alerts import Alerts
from firmware.output.speech import Speech
from firmware.play.ambience import Ambience
from firmware.play.effects import AdviceWanted, Effect, IntensityChosen, VoiceSwitched, Warn
from firmware.play.intensity import Intensity
from firmware.play.lobby import USUAL_PLAYERS, Lobby, Offer
from firmware.play.session import Session
from firmware.storage.errors import DamagedGameError
from firmware.storage.files import under
from firmware.storage.recorder import Recorder
from firmware.storage.settings import BROKEN, INTENSITY, SILENT, VOICE, read_contacts, read_intensity, write_intensity
from firmware.words import N_, message_of, told
from hal import REEDS, TILTS, Contacts, Table
from hal.trace import SECOND
from rules import GameError, Header, MalformedError, find_game

_OFFERED_NO_MORE = N_("game {number} cannot go on: {why}")


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table at which successive games are played and kept; see :func:`open_table`.

    Attributes:
        ports: the parts of the table.
        host: keeps the games, and finds the best move for HINT.
        lobby: the successive games.
        loop: carries out the effects of the lobby.
    """

    ports: Table
    host: Host
    lobby: Lobby
    loop: Loop

    @property
    def recorder(self) -> Recorder:
        """The recorder of the games."""
        return self.host.recorder

    def step(self) -> None:
        """Wait for the next scan, carry out its effects, and retry to keep missing batches."""
        self.loop.step()
        now = self.ports.clock.now()
        self.recorder.retry(now)
        advice = self.host.take_advice()
        if advice is not None and self.lobby.session is not None:
            self.lobby.session.advise(advice, now)

    @property
    def idle(self) -> bool:
        """Whether the table stays as it is until a contact moves."""
        return self.loop.idle

    def begin(self, header: Header) -> None:
        """Begin another game at once. The running game is given up.

        Raise GameError when the game cannot be begun, and then nothing has changed.
        """
        self.loop.carry_out(self.lobby.play(header, self.ports.clock.now()))

    def adjust(self, intensity: Intensity) -> None:
        """Let lamps be so bright and sounds so loud from now on."""
        self.loop.carry_out(self.lobby.adjust(intensity))

    def join(self, running: Running) -> None:
        """Take up a match that is held elsewhere. Raise GameError when it fits no table."""
        self.loop.carry_out(self.lobby.join(running, self.ports.clock.now()))

    def resume(self) -> None:
        """Go on with the offered game. Raise GameError without an offer."""
        self.loop.carry_out(self.lobby.resume(self.ports.clock.now()))


SHOWN = 3 * SECOND // 2  # microseconds for which a computer's move is lit at a table of keys


class ComputerByLamps(Mover):
    """Computers whose moves are lit until a hand makes them. Dice are thrown by hand, too.

    At a table of keys no piece has to be moved. There a move is made once it has been seen, and the
    die is rolled.

    Args:
        table: the running table.
        thinker: answers the questions for the best move.
        rng: draws the seeds of these questions, and rolls the die at a table of keys.
    """

    agrees = False  # players would not see that

    def __init__(self, table: RunningTable, thinker: Thinks, rng: random.Random) -> None:
        self._table = table
        self._computer = Computer(thinker, rng)
        self._lit_at = 0

    def look(self) -> None:
        """Think if it is a computer's turn, and show its move; to be called after every scan."""
        session = self._table.lobby.session
        if session is None or session.running.far:
            return
        now = self._table.ports.clock.now()
        if session.running.level is None:
            session.propose(None)
        if session.proposed is None:
            self._computer.look(self, now)
        elif session.keyed and not session.pending and now >= self._lit_at + SHOWN:
            self._table.loop.carry_out(session.play(session.proposed, now))

    @property
    def _session(self) -> Session:
        """The game at the table."""
        session = self._table.lobby.session
        assert session is not None
        return session

    @property
    def running(self) -> Running:
        """The match."""
        return self._session.running

    @property
    def rolls(self) -> bool:
        """Whether there is no real die."""
        return self._session.keyed

    def ready(self, at: int) -> bool:
        """Return whether no gesture, question or correction is unfinished."""
        return not self._session.pending

    def make(self, deed: Deed, at: int) -> None:
        """Light the move, or make the roll."""
        assert isinstance(deed, Play)
        session, move = self._session, deed.move
        rolled = session.position.chance
        self._table.loop.carry_out(session.play(move, at) if rolled else session.propose(move))
        self._lit_at = at


@contextmanager
def open_table(
    ports: Table,
    settings: Settings,
    listeners: Sequence[Listener],
    thinker: Thinks,
    *,
    now: Callable[[], datetime] = local_time,
    rng: random.Random | None = None,
) -> Iterator[RunningTable]:
    """Open the store and assemble a running table. On leaving, close the store.

    It must be left in the thread that entered it, as its store is of that thread.

    Args:
        ports: the parts of the table; they stay open.
        settings: the settings of the program.
        listeners: are called with every effect that the table's own parts do not carry out, and
            with warnings of the store, also while it is being opened.
        thinker: chooses the moves of the computer; it stays open.
        now: returns the day and time.
        rng: draws the random parts of a new game.

    Raises:
        TableError: the game of the settings cannot be begun; or, on leaving, the game could not be
            kept in the store, and its record has been written elsewhere, see :func:`rescue`.
    """
    alerts = Alerts()
    rng = rng or random.Random()
    settings = replace(settings, keyed=not ports.contacts & REEDS)
    hears = [alerts.hear, *listeners]

    def announce(effect: Effect) -> None:
        for listener in hears:
            listener(effect)

    with ExitStack() as opened:
        host = opened.enter_context(open_host(settings, announce, thinker, now=now, rng=rng))
        hears.insert(0, partial(_take_in, host))
        if settings.voice:
            ports = opened.enter_context(speaking(ports, settings.words, announce))
        voice = None if ports.voice is None else host.recorder.setting(VOICE) != SILENT
        speech = None if voice is None else Speech(settings.words, on=voice)
        if speech is not None:
            hears.append(speech.hear)
        intensity = read_intensity(host.recorder.setting(INTENSITY))
        lacks, die = (REEDS | TILTS) & ~ports.contacts, rng if settings.keyed else None
        lobby = _lobby(settings, host, announce, ambience=Ambience(voice, intensity), lacks=lacks, die=die)
        power = None if settings.power_off is None else PowerKey(settings.power_off, announce)
        loop = Loop(
            ports,
            lobby,
            announce,
            assistance=settings.assistance,
            words=settings.words,
            alerts=alerts,
            speech=speech,
            intensity=intensity,
            power=power,
        )
        opened.enter_context(seldom_collected())
        yield RunningTable(ports, host, lobby, loop)


def _take_in(host: Host, effect: Effect) -> None:
    """Keep a choice of the players, or begin to look for the best move."""
    if isinstance(effect, VoiceSwitched):
        host.recorder.keep(VOICE, None if effect.on else SILENT)
    elif isinstance(effect, IntensityChosen):
        host.recorder.keep(INTENSITY, write_intensity(effect.intensity))
    elif isinstance(effect, AdviceWanted):
        host.look_for_advice()


def _lobby(
    settings: Settings, host: Host, warn: Listener, *, ambience: Ambience, lacks: Contacts, die: random.Random | None
) -> Lobby:
    """Return the lobby that was asked for. Raise TableError when it cannot begin so.

    lacks: contacts that the table has not. die: see :class:`Lobby`.
    """
    new_games = host.new_games
    players = settings.players or len(settings.names) or USUAL_PLAYERS
    header = None
    try:
        if settings.game is not None:
            numbers = find_game(settings.game).players
            if settings.players is None:
                players = min(max(players, numbers[0]), numbers[-1])
            find_game(settings.game).seats(players)
            header = new_games.from_settings(settings.game, players)
            check_seats(settings.computers, settings.game, players)
    except GameError as error:
        raise TableError(message_of(error)) from None
    offer = _offer(host, warn) if settings.offer_unfinished else None
    return Lobby(
        host.begin_at_table,
        new_games.from_settings,
        under(settings.folder),
        header=header if offer is None else None,
        offer=offer,
        game=settings.game,
        only=settings.only,
        players=players,
        broken=read_contacts(host.recorder.setting(BROKEN)) | lacks,
        advises=settings.assistance.advice,
        computers=settings.computers,
        ambience=ambience,
        die=die,
        address=lambda: settings.address(""),
    )


def _offer(host: Host, warn: Listener) -> Offer | None:
    """Return the unfinished game, if it can go on."""
    try:
        found = host.unfinished()
    except DamagedGameError as error:
        warn(Warn(_OFFERED_NO_MORE, {"number": error.game, "why": message_of(error)}))
        return None
    return None if found is None else Offer(found.number, found, found.keeper.found)


def check_seats(computers: Mapping[str, int], game: str, players: int) -> None:
    """Raise GameError for a seat that this game does not have with so many players."""
    seats = find_game(game).seats(players)
    for seat in computers:
        if seat not in seats:
            raise MalformedError(
                told(
                    "--computer: {game} has no seat {seat!r}; there is: {can}",
                    game=game,
                    seat=seat,
                    can=", ".join(seats),
                )
            )

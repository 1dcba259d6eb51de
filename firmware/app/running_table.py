"""A running table: settings, store, lobby and loop put together, for every command that plays.

:func:`open_table` is the only place where this is done::

    settings  ->  recorder (store)  ->  lobby (games)  ->  loop (contacts in, lamps and sounds out)

What the lobby decides goes to the recorder first, so that a move is kept before anybody hears of
it, then to the alerts of the small display, then to the listeners.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from firmware.app.advisor import Advisor
from firmware.app.errors import TableError
from firmware.app.loop import Loop
from firmware.app.new_game import NewGames
from firmware.app.rescue import rescue
from firmware.app.settings import Settings
from firmware.app.thinker import Thinks
from firmware.app.voice import speaking
from firmware.output.alerts import Alerts
from firmware.output.speech import Speech
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import USUAL_PLAYERS, Lobby, Offer
from firmware.storage.computers import COMPUTERS, read_computers
from firmware.storage.errors import DamagedGameError
from firmware.storage.files import under
from firmware.storage.recorder import Recorder
from firmware.storage.settings import BROKEN, SILENT, VOICE, read_contacts
from firmware.storage.values import KeptGame
from firmware.words import said, say, told
from hal import Table
from rules import GameError, Header, MalformedError, find_game

Listener: TypeAlias = Callable[[Effect], None]

_OFFERED_NO_MORE = say("game {number} cannot go on: {why}")


def local_time() -> datetime:
    """Return the day and time, with the time zone of this machine."""
    return datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table at which one game after another is played and kept; see :func:`open_table`.

    ports: the parts of the table. recorder: keeps the games. lobby: decides what is played. loop:
    carries it out. new_games: makes the header of a game that is begun from elsewhere. advisor:
    finds the best move for HINT.
    """

    ports: Table
    recorder: Recorder
    lobby: Lobby
    loop: Loop
    new_games: NewGames
    advisor: Advisor

    def step(self) -> None:
        """Wait for the next scan, do what follows from it, and keep what could not be kept yet."""
        self.loop.step()
        now = self.ports.clock.now()
        self.recorder.retry(now)
        self.advisor.look(self.lobby, now)

    @property
    def idle(self) -> bool:
        """Whether nothing will happen until a contact moves."""
        return self.loop.idle

    def begin(self, header: Header) -> None:
        """Begin another game at once; what is played is given up.

        Raise GameError when the game cannot be begun; then nothing has changed.
        """
        self.loop.carry_out(self.lobby.play(header, self.ports.clock.now()))

    def resume(self) -> None:
        """Go on with the game that is offered. Raise GameError when none is."""
        self.loop.carry_out(self.lobby.resume(self.ports.clock.now()))


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
    """Open the store and put together what plays at a table; on leaving, close the store.

    It must be left in the thread that entered it, as its store is of that thread.

    Args:
        ports: the parts of the table; they stay open.
        settings: what was asked for.
        listeners: are called with every effect that the table's own parts do not carry out, and
            with warnings of the store, also while it is being opened.
        thinker: answers what the computer would play; it stays open.
        now: returns the day and time.
        rng: draws what the rules of a new game leave to chance.

    Raises:
        TableError: what was asked for cannot be begun; or, on leaving, the game could not be kept
            in the store: its record has been written elsewhere, see :func:`rescue`.

    """
    alerts, advisor = Alerts(), Advisor(thinker)
    hears = [alerts.hear, advisor.hear, *listeners]

    def announce(effect: Effect) -> None:
        for listener in hears:
            listener(effect)

    recorder = Recorder(settings.store, announce, now)
    try:
        with ExitStack() as opened:
            opened.enter_context(closing(recorder))
            if settings.voice:
                ports = opened.enter_context(speaking(ports, settings.words, announce))
            voice, speech = None, None
            if ports.voice is not None:
                voice = recorder.setting(VOICE) != SILENT
                speech = Speech(settings.words, on=voice)
                hears.append(speech.hear)

            def keep_and_announce(effect: Effect) -> None:
                recorder.tell(effect)
                announce(effect)

            new_games = NewGames(settings, recorder.setting, now, rng or random.Random())
            lobby = _lobby(settings, recorder, new_games, announce, voice=voice)
            loop = Loop(
                ports, lobby, keep_and_announce,
                assistance=settings.assistance, words=settings.words, alerts=alerts,
                speech=speech, kept=lambda: not recorder.missing,
            )  # fmt: skip
            yield RunningTable(ports, recorder, lobby, loop, new_games, advisor)
    finally:
        rescue(recorder)


def _lobby(
    settings: Settings,
    recorder: Recorder,
    new_games: NewGames,
    warn: Listener,
    *,
    voice: bool | None,
) -> Lobby:
    """Return the lobby that was asked for. Raise TableError when it cannot begin so."""
    load = under(settings.folder)
    recorder.begin_with(None, {}, load)
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
        raise TableError(said(error)) from None
    broken = read_contacts(recorder.setting(BROKEN))

    def lobby(header: Header | None, offer: Offer | None) -> Lobby:
        return Lobby(
            new_games.from_settings, load,
            header=header, offer=offer, game=settings.game, players=players, broken=broken,
            advises=settings.assistance.advice, computers=settings.computers, voice=voice,
        )  # fmt: skip

    kept = None
    try:
        kept = recorder.unfinished() if settings.offer_unfinished else None
        if kept is not None:
            found = recorder.found_in(kept.id)
            offer = Offer(
                kept.id, kept.header, kept.lines, kept.clock, kept.load, found, computers_in(kept)
            )
            return lobby(None, offer)
    except DamagedGameError as error:
        warn(Warn(_OFFERED_NO_MORE, {"number": error.game, "why": said(error)}))
    except GameError as error:
        assert kept is not None
        warn(Warn(_OFFERED_NO_MORE, {"number": kept.id, "why": error.plain}))
    return lobby(header, None)


def computers_in(kept: KeptGame) -> Mapping[str, int]:
    """Return seat -> level of the seats that the computer plays in a kept game.

    Raise DamagedGameError where that cannot be read.
    """
    try:
        return read_computers(kept.notes[COMPUTERS]) if COMPUTERS in kept.notes else {}
    except ValueError as error:
        why = told(
            "game {number} cannot be read: {error} in its notes", number=kept.id, error=str(error)
        )
        raise DamagedGameError(kept.id, why) from error


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

"""The lobby: successive games at a table. Events in, effects out, no I/O, no clock.

A lobby holds at most one session. Without a session it offers the unfinished game, or lets the
players choose the game and their number by presses on the cells of the table:

=========  ==========================  =========================  =======================
key        a game is offered           choosing                   a game is being played
=========  ==========================  =========================  =======================
CONFIRM    it goes on                  the chosen game begins     the session's, see there
MENU       to the choice               back to the game offered   the session's; when the
                                                                  game is over, the choice
press      -                           a game, a number, a seat   the session's
=========  ==========================  =========================  =======================

A press on a seat gives it to the computer. Each further press raises the level, and the press after
the highest level gives it back to people. At a table that can speak, a press on the cell at the
near left switches its voice. HINT lets it tell where to press, and shows the address of the page.

A game that was abandoned without a winner gives way to the choice at once.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from firmware.games import contact, find_adapter
from firmware.match.running import Running
from firmware.opponents import LEVELS
from firmware.play.ambience import Ambience
from firmware.play.effects import Effect, GameResumed, IntensityChosen, Play, SayAgain, Warn
from firmware.play.intensity import Intensity
from firmware.play.session import Session
from firmware.play.view import Menu, View
from firmware.sensing.events import Event, Key, Kind, Touch, Unread
from hal import NO_CONTACTS, Contacts, Tune
from rules import NAMES, GameError, Header, Load, find_game, load_nothing
from rules.text import told
from wiring import cell

GAME_CELLS: Mapping[int, str] = {cell(2, 2 + 2 * n): name for n, name in enumerate(NAMES)}
"""The cells that stand for the games during the choice."""

NUMBER_CELLS: Mapping[int, int] = {cell(5, 1 + number): number for number in range(2, 7)}
"""The cells that stand for the number of players."""

SEAT_CELLS: Mapping[int, int] = {cell(7, 3 + seat): seat for seat in range(6)}
"""The cells that stand for the seats, which are numbered from 0."""

VOICE_CELL = cell(7, 0)
"""The cell, at the near left, that switches the voice while no game is played."""

USUAL_PLAYERS = 4  # where so many can play


Begin: TypeAlias = Callable[[Header, Mapping[str, int], int, Load], Running]
"""Begins a match at a time, with the levels of computers by seat; it raises GameError.

The last argument reads the files that the options of the match name."""


class Offer(NamedTuple):
    """A match that was left unfinished.

    Attributes:
        number: its number in the store.
        running: the match.
        found: the contacts that were found broken while it was played.
    """

    number: int
    running: Running
    found: Contacts = NO_CONTACTS


class Choice(NamedTuple):
    """The choice of a game, to be shown while no game is played.

    Attributes:
        offered: the unfinished game while it is offered, else None.
        game, players: the game and the number of players that CONFIRM would begin.
        numbers: the possible numbers of players of that game.
        computers: seat -> level of the seats that the computer would play.
        voice: whether the table speaks, None if it cannot.
        intensity: the brightness of lamps and the loudness of sounds, None if not adjustable.
        address: the address of the page for browsers elsewhere, "" where it has none.
        asked: whether HINT has asked for that address, until the next key or press.
        only: whether the table has the fields of no other game.
    """

    offered: Header | None
    game: str
    players: int
    numbers: Sequence[int]
    computers: Mapping[str, int] = MappingProxyType({})
    voice: bool | None = None
    intensity: Intensity | None = None
    address: str = ""
    asked: bool = False
    only: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the chosen game."""
        return find_game(self.game).seats(self.players)


class Lobby:
    """The successive games at a table.

    Args:
        begin: begins a match that is to be played here.
        make: returns the header of a new game, from its name and the number of players.
        load: reads the files that options name.
        header: the game to begin with at once, None to let the players choose.
        offer: the game to offer first, None without an offer.
        game: the game that is preselected in the choice.
        only: the game whose fields alone the table has, None for a table with those of all.
        players: the number of players that is preselected.
        broken: the set of contacts known to be unreliable.
        advises: whether HINT may show the best move.
        computers: seat -> level of the seats that are preselected for the computer.
        ambience: the voice and the intensity of the table; by default they cannot be chosen.
        die: rolls the die at a table of keys, None if contacts show the deeds of hands.
        address: returns the address of the page now, see :class:`Choice`.

    Raises:
        GameError: the offered game cannot be played here.
    """

    def __init__(
        self,
        begin: Begin,
        make: Callable[[str, int], Header],
        load: Load,
        *,
        header: Header | None = None,
        offer: Offer | None = None,
        game: str | None = None,
        only: str | None = None,
        players: int | None = None,
        broken: Contacts = NO_CONTACTS,
        advises: bool = False,
        computers: Mapping[str, int] = MappingProxyType({}),
        ambience: Ambience | None = None,
        die: random.Random | None = None,
        address: Callable[[], str] = str,
    ) -> None:
        self._die = die
        self._address = address
        self._asked = False  # for the address
        self._ambience = ambience or Ambience()
        self._computers = dict(computers)
        self._begin_match = begin
        self._make = make
        self._load = load
        self._first = header
        self._broken = broken
        self._advises = advises
        self._offer = offer
        self._offered = offer and self._session(offer.running, found=offer.found, resumed=True)
        self._offering = offer is not None
        self._game, self._players = only or game or NAMES[0], players or USUAL_PLAYERS
        self._only = only
        self._closed = NO_CONTACTS
        self._unread: Unread | None = None  # the contacts that cannot be read
        self.session: Session | None = None
        self.refused: GameError | None = None  # why the game that was asked for did not begin
        self._clamp()

    @property
    def view(self) -> View | Choice:
        """The view of the session, or the choice of a game."""
        if self.session is not None:
            return self.session.view
        offered = self._offered if self._offering else None
        return self._choice._replace(offered=None if offered is None else offered.header)

    @property
    def _choice(self) -> Choice:
        """The game that CONFIRM would begin, with its players."""
        numbers = tuple(find_game(self._game).players)
        chosen = Choice(
            None,
            self._game,
            self._players,
            numbers,
            voice=self._ambience.voice,
            intensity=self._ambience.intensity,
            address=self._address(),
            asked=self._asked,
            only=self._only is not None,
        )
        return chosen._replace(computers=self._playing(chosen.seats))

    def _playing(self, seats: Sequence[str]) -> dict[str, int]:
        """Return the levels of the seats that the computer plays in a new game, by seat."""
        return {seat: self._computers[seat] for seat in seats if seat in self._computers}

    @property
    def done(self) -> bool:
        """A lobby never ends by itself."""
        return False

    @property
    def due(self) -> int | None:
        """The next time in microseconds at which time alone changes the session, if any."""
        return None if self.session is None else self.session.due

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Begin at `at` (microseconds) with these contacts closed, and return the effects."""
        if self.session is not None:  # it was begun from elsewhere, before the first reading
            return self.feed(Unread(at, NO_CONTACTS, closed))
        self._closed = closed
        return [Play(Tune.QUESTION)] if self._first is None else self._start(self._first, at)

    def feed(self, event: Event) -> list[Effect]:
        """Handle an event, and return the effects."""
        if isinstance(event, Touch):
            self._note(event)
        if isinstance(event, Unread):
            self._closed, self._unread = event.closed, event
        session = self.session
        if session is None:
            return self._choose(event)
        over = session.match.over or session.running.gone
        if over and isinstance(event, Key) and event.name == "MENU":
            self._leave(session)
            return [Play(Tune.QUESTION)]
        effects = session.feed(event)
        if session.abandoned and not session.running.far:  # there they may play once more
            self._leave(session)
        return effects

    def wait(self, at: int) -> list[Effect]:
        """Let time pass to `at` (microseconds), and return the effects."""
        return [] if self.session is None else self.session.wait(at)

    def play(self, header: Header, at: int, load: Load = load_nothing) -> list[Effect]:
        """Begin this game at once, and return the effects. A running game is given up.

        load: reads the files that its options name. Raise GameError, and then nothing changes.
        """
        session, before = self._new(header, at, load), self.session
        given_up = [] if before is None or before.match.over else before.give_up(at)
        self._offer, self._offering = None, False
        return [*given_up, *self._begin(session, at)]

    def join(self, running: Running, at: int) -> list[Effect]:
        """Join a match that another host holds, and return the effects.

        Raise GameError if it does not fit the table.
        """
        self._check_fields(running.match.header.game)
        session = self._session(running, resumed=True)
        self._offer, self._offering = None, False
        return self._begin(session, at)

    def resume(self, at: int) -> list[Effect]:
        """Go on with the offered unfinished game, and return the effects. Raise GameError without an offer."""
        if self.session is not None or self._offer is None:
            raise GameError(told("no unfinished game is offered now"))
        self._offering = True
        return self._choose(Key(at, "CONFIRM"))

    def adjust(self, intensity: Intensity) -> list[Effect]:
        """Set the brightness of lamps and the loudness of sounds, and return the effects."""
        self._ambience.intensity = intensity
        return [IntensityChosen(intensity)]

    def _note(self, touch: Touch) -> None:
        """Note all closed contacts, as the next game may use cells that this game leaves out."""
        if touch.kind in (Kind.PLACE, Kind.A_UP):
            self._closed |= contact(touch)
        else:
            self._closed &= ~contact(touch)

    def _leave(self, session: Session) -> None:
        """Let the players choose the next game. The same game is preselected."""
        self._game, self._players = session.header.game, len(session.header.players)
        self._offer, self._offering = None, False
        self.session = None

    def _choose(self, event: Event) -> list[Effect]:
        asked = self._asked
        if isinstance(event, Key) or (isinstance(event, Touch) and event.kind is Kind.PRESS):
            self._asked = False
        if isinstance(event, Touch):
            return self._press(event.cell) if event.kind is Kind.PRESS else []
        if not isinstance(event, Key):
            return []
        if event.name == "HINT" and (self._ambience.voice or self._address()):
            self._asked = not asked
            return [SayAgain()]
        if event.name == "MENU" and self._offer is not None:
            self._offering = not self._offering
            return [Play(Tune.QUESTION)]
        if event.name == "CONFIRM" and self._offer is not None and self._offering:
            assert self._offered is not None
            return [GameResumed(self._offer.number), *self._begin(self._offered, event.at)]
        if event.name == "CONFIRM":
            return self._start(self._make(self._game, self._players), event.at)
        return [Play(Tune.REFUSED)]

    def _press(self, at: int) -> list[Effect]:
        if at == VOICE_CELL and self._ambience.voice is not None:
            return self._ambience.choose(Menu.VOICE)
        if self._offering:
            return []
        numbers = find_game(self._game).players
        if at in GAME_CELLS:
            self._game = GAME_CELLS[at]
            self._clamp()
        elif at in NUMBER_CELLS and NUMBER_CELLS[at] in numbers:
            self._players = NUMBER_CELLS[at]
        elif SEAT_CELLS.get(at, self._players) < self._players:
            self._raise_level(self._choice.seats[SEAT_CELLS[at]])
        else:
            return [Play(Tune.REFUSED)]
        return [Play(Tune.ACCEPTED)]

    def _raise_level(self, seat: str) -> None:
        """Let the computer play a seat better than it would, and people after the best."""
        level = self._computers.pop(seat, 0) + 1
        if level in LEVELS:
            self._computers[seat] = level

    def _clamp(self) -> None:
        """Clamp the number of players to the range of the game."""
        numbers = find_game(self._game).players
        self._players = min(max(self._players, numbers[0]), numbers[-1])

    def _start(self, header: Header, at: int) -> list[Effect]:
        """Begin a game, or warn why it cannot begin now: CONFIRM tries again."""
        try:
            return self._begin(self._new(header, at, self._load), at)
        except GameError as error:
            self.refused = error
            why = error.plain
            return [Warn(why.text, why.values), Play(Tune.REFUSED)]

    def _new(self, header: Header, at: int, load: Load) -> Session:
        """Return the session of a new game. Raise GameError where it cannot begin."""
        self._check_fields(header.game)
        computers = self._playing(find_game(header.game).seats(len(header.players)))
        return self._session(self._begin_match(header, computers, at, load))

    def _check_fields(self, game: str) -> None:
        """Raise GameError if the table has not the fields of a game."""
        if self._only not in (None, game):
            raise GameError(told("this table has the fields of {game} alone", game=str(self._only)))

    def _begin(self, session: Session, at: int) -> list[Effect]:
        self.session, self.refused = session, None
        if self._unread is not None:
            session.feed(self._unread)
        return [*session.begin(self._closed, at), *session.confirm(Tune.ACCEPTED)]

    def _session(self, running: Running, *, found: Contacts = NO_CONTACTS, resumed: bool = False) -> Session:
        """Return the session of a match. Raise GameError where the match does not fit the table."""
        adapter = find_adapter(running.match.line.start, running.match.header.game)
        return Session(
            running,
            adapter,
            stays=False,
            broken=self._broken,
            found=found,
            resumed=resumed,
            advises=self._advises and not running.far,
            die=self._die,
            ambience=self._ambience,
        )

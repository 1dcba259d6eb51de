"""What may people elsewhere do at a table that others have their hands on? Keys, and other games.

Nobody can move a real piece from elsewhere; whatever else the page offers can be done.
"""

import random
from collections.abc import Callable
from datetime import date

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.play.lobby import Lobby
from firmware.storage.import_export import day_of
from firmware.storage.recorder import Recorder
from firmware.web.messages import Message, New, Pressed, Resume
from hal import KEYS, Clock, Keys
from rules import GameError, Record, find_game, load_nothing, make_header

HELD = 15  # scans for which a key that is pressed from elsewhere is held


class RefusedError(Exception):
    """What somebody asked for cannot be done now; why."""


class RemoteKeys:
    """A table's keys, which can be pressed from elsewhere too: hal's Keys port."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._held = dict.fromkeys(KEYS, 0)  # the scans that will still see it

    def press(self, key: str) -> None:
        """Press a key for a moment, however long the next scans take."""
        self._held[key] = HELD

    def held(self) -> int:
        """Hal's Keys port, for the next scan."""
        pressed = self._keys.held()
        for number, key in enumerate(KEYS):
            if self._held[key]:
                self._held[key] -= 1
                pressed |= 1 << number
        return pressed


class RemoteControl:
    """Does at a table what people elsewhere may ask for.

    press: presses a key. today: the day that a new game bears. rng: what a new game leaves to
    chance. table: what the record of a new game says it was played at.
    """

    computer: tuple[str, ...] = ()

    def __init__(
        self,
        lobby: Lobby,
        loop: Loop,
        recorder: Recorder,
        press: Callable[[str], None],
        clock: Clock,
        *,
        today: Callable[[], date],
        rng: random.Random,
        table: str = "pi",
    ) -> None:
        self._lobby = lobby
        self._loop = loop
        self._recorder = recorder
        self._press = press
        self._clock = clock
        self._today = today
        self._random = rng
        self._name = table

    def look(self) -> None:
        """See to what is to be done by itself: at a real table nothing."""

    def bring_in(self, record: Record) -> int:
        """Keep a game that was played elsewhere; give its number. Raises as the Keeper's does."""
        return self._recorder.bring_in(record, day_of(record.header))

    def obey(self, message: Message) -> None:
        """Do what a message asks for. Raises RefusedError, and then nothing has changed."""
        if isinstance(message, Pressed):
            self._press(message.key)
        elif isinstance(message, New | Resume):
            self._turn_to(message)
        else:
            raise RefusedError("the pieces of this table are moved by hand")

    def _turn_to(self, message: New | Resume) -> None:
        """Begin another game, or go on with the one that is offered."""
        try:
            if isinstance(message, New):
                self._begin(message)
            else:
                self._loop.carry_out(self._lobby.resume(self._clock.now()))
        except GameError as error:
            raise RefusedError(str(error)) from None

    def _begin(self, new: New) -> None:
        names = [name.strip() for name in new.names]
        if not all(names):
            raise RefusedError("every player should have a name")
        game = find_game(new.game)
        given = dict(new.options)
        if new.game == "hourglass" and self._name == "pi":
            given = {"deaths": "declared"} | given  # hands have the real sand before their eyes
        options = game.draw_options(given, self._random)
        day = self._today().isoformat()
        header = make_header(new.game, names or None, options, day, self._name)
        find_adapter(header.start(load_nothing), header.game)  # it may not fit the table
        self._loop.carry_out(self._lobby.play(header, self._clock.now()))

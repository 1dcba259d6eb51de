"""What people elsewhere may do at a real table: press keys, and begin other games.

Nobody can move a real piece from elsewhere; whatever else the page offers can be done.
"""

from collections.abc import Callable

from firmware.app.running_table import RunningTable
from firmware.storage.import_export import day_of
from firmware.web.messages import Message, New, Pressed, Resume
from rules import GameError, Record


class RefusedError(Exception):
    """What somebody asked for cannot be done now; the message says why."""


class RemoteControl:
    """Does at a table what people elsewhere ask for.

    table: the running table. press: presses a key of it. computer: the seats that the computer
    plays; at a real table none.
    """

    computer: tuple[str, ...] = ()

    def __init__(self, table: RunningTable, press: Callable[[str], None]) -> None:
        self._table = table
        self._press = press

    def look(self) -> None:
        """Do what is due by itself after a scan: at a real table nothing."""

    def bring_in(self, record: Record) -> int:
        """Keep a game that was played elsewhere, and return its number.

        Raise what :meth:`Recorder.import_record` raises.
        """
        return self._table.recorder.import_record(record, day_of(record.header))

    def obey(self, message: Message) -> None:
        """Do what a message asks for. Raise RefusedError, and then nothing has changed."""
        if isinstance(message, Pressed):
            self._press(message.key)
        elif isinstance(message, New | Resume):
            self._turn_to(message)
        else:
            raise RefusedError("the pieces of this table are moved by hand")

    def _turn_to(self, message: New | Resume) -> None:
        """Begin another game, or go on with the one that is offered. Raise RefusedError."""
        try:
            if isinstance(message, New):
                self._begin(message)
            else:
                self._table.resume()
        except GameError as error:
            raise RefusedError(str(error)) from None

    def _begin(self, new: New) -> None:
        names = [name.strip() for name in new.names]
        self._table.begin(self._table.new_games.from_message(new.game, names, new.options))

"""Switching the machine off from the table: MENU is held for five seconds, then CONFIRM is pressed.

The program runs without the right to switch the machine off. It makes a file instead, for which a
path unit of systemd waits (:mod:`firmware.app.service`).
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from firmware.play.effects import Effect, Warn
from firmware.sensing.events import Event, Key
from firmware.words import N_
from hal import KEYS
from hal.trace import SECOND

HELD = 5 * SECOND  # microseconds for which MENU has to be held
ASKED = 15 * SECOND  # microseconds for which CONFIRM then counts

_MENU = 1 << KEYS.index("MENU")
_ABOUT = "power"

_ASK = N_("CONFIRM switches the table off; any other key lets it play on")
_GOES = N_("the table switches itself off; when its lamps have been dark for ten seconds, the plug may go")
_STAYS = N_("the table stays on")
_CANNOT = N_("the table cannot be switched off by its keys: {error}")


class PowerKey:
    """The wish to switch the machine off, from the keys of the table.

    Args:
        wish: The file that is made when the wish is confirmed.
        tell: Called with the question and its answer, as warnings to the players.
    """

    def __init__(self, wish: Path, tell: Callable[[Effect], None]) -> None:
        self._wish = wish
        self._tell = tell
        self._held_since: int | None = None
        self._asked_until: int | None = None

    def take(self, events: Iterable[Event], keys: int, at: int) -> list[Event]:
        """Take in the keys held at `at` (microseconds); return the events that the game may see.

        While the question is asked, keys answer it and nothing else. keys: bit n for ``KEYS[n]``.
        """
        if self._asked_until is None:
            if not keys & _MENU:
                self._held_since = None
            elif self._held_since is None:
                self._held_since = at
            elif at - self._held_since >= HELD:
                self._asked_until = at + ASKED
                self._tell(Warn(_ASK, about=_ABOUT))
            return list(events)
        for event in events:
            if isinstance(event, Key):
                self._answer(yes=event.name == "CONFIRM")
        if self._asked_until is not None and at >= self._asked_until:
            self._answer(yes=False)
        return [event for event in events if not isinstance(event, Key)]

    def _answer(self, *, yes: bool) -> None:
        self._asked_until, self._held_since = None, None
        if not yes:
            self._tell(Warn(_STAYS, about=_ABOUT, over=True))
            return
        try:
            self._wish.touch()
        except OSError as error:
            self._tell(Warn(_CANNOT, {"error": str(error)}, _ABOUT, over=True))
        else:
            self._tell(Warn(_GOES, about=_ABOUT))

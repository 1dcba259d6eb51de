"""How are effects carried out at a table, when some of its parts may be broken?"""

from collections.abc import Callable, Iterable
from functools import partial

from firmware.play.effects import Effect, Play, Warn
from firmware.words import say
from hal import Frame, HalError, Table
from hal.trace import SECOND

_FAILS = {
    "sound": say("sound: {error}"),
    "lamps": say("lamps: {error}"),
    "display": say("display: {error}"),
}
_WORKS = {
    "sound": say("sound: works again"),
    "lamps": say("lamps: works again"),
    "display": say("display: works again"),
}

AGAIN = SECOND  # microseconds after which lamps are told again what they show


class Driver:
    """Carries out effects; a part that fails costs its function and is named once.

    tell: called with every effect that is not for the table's own parts, warnings included.
    sounds: whether it may beep at all.
    """

    def __init__(self, table: Table, tell: Callable[[Effect], None], *, sounds: bool) -> None:
        self._table = table
        self._sounds = sounds
        self._tell = tell
        self._frame: Frame | None = None
        self._again = 0  # when it is to be said again though nothing changes
        self._lines: tuple[str, ...] | None = None
        self._broken: set[str] = set()

    def perform(self, effects: Iterable[Effect]) -> None:
        """Carry out effects in their order."""
        for effect in effects:
            if isinstance(effect, Play):
                if not self._sounds:
                    continue
                self._try("sound", partial(self._table.sound.play, effect.tune))
            else:
                self._tell(effect)

    def show(self, frame: Frame) -> None:
        """Light the lamps, if anything about them is to change, or was not said for a while.

        Pixels that lost power for a moment come back dark, and nothing tells of it.
        """
        now = self._table.clock.now()
        if frame == self._frame and now < self._again:
            return
        if self._try("lamps", partial(self._table.lamps.show, frame)):
            self._frame = frame
            self._again = now + AGAIN

    def write(self, lines: tuple[str, ...]) -> None:
        """Show text on the small display, if there is one and anything about it is to change."""
        display = self._table.display
        if display is None or lines == self._lines:
            return
        if self._try("display", partial(display.write, lines)):
            self._lines = lines

    def _try(self, part: str, action: Callable[[], None]) -> bool:
        try:
            action()
        except HalError as error:
            if part not in self._broken:
                self._broken.add(part)
                self._tell(Warn(_FAILS[part], {"error": str(error)}, part))
            return False
        if part in self._broken:
            self._broken.remove(part)
            self._tell(Warn(_WORKS[part], about=part, over=True))
        return True

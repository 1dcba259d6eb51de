"""The keys, lamps and buzzer of a table, shared with people elsewhere: ports of hal."""

from collections.abc import Callable

from firmware.output.lamps import DARK
from hal import CELLS, KEYS, Frame, Keys, Table, Tune

REMOTE_KEY_SCANS = 15  # scans for which a key pressed from elsewhere is held, and then not held
MOST_PRESSES = 4  # presses of a key that wait


class RemoteKeys:
    """A table's keys, which can be pressed from elsewhere too: hal's Keys port."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._scans_left = dict.fromkeys(KEYS, 0)  # for the present press and those that wait

    def press(self, key: str) -> None:
        """Hold a key for 15 scans, however long they take, after its presses that wait."""
        if self._scans_left[key] <= (MOST_PRESSES - 1) * 2 * REMOTE_KEY_SCANS:
            self._scans_left[key] += 2 * REMOTE_KEY_SCANS

    def held(self) -> int:
        """Return the keys held in the next scan, as :class:`hal.Keys` does."""
        pressed = self._keys.held()
        for number, key in enumerate(KEYS):
            if self._scans_left[key]:
                self._scans_left[key] -= 1
                if self._scans_left[key] // REMOTE_KEY_SCANS % 2:
                    pressed |= 1 << number
        return pressed


class MirroredOutputs:
    """Lamps and buzzer for people elsewhere: hal's Lamps and Sound ports.

    hear_tune: is called with each tune. table: a table that shows the lamps and beeps, too, if
    there is one. frame: the colours of the lamps.
    """

    def __init__(self, hear_tune: Callable[[Tune], None], table: Table | None) -> None:
        self.frame: Frame = (DARK,) * CELLS
        self._hear_tune = hear_tune
        self._table = table

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Show a frame, as hal's Lamps port; on pages it has full brightness."""
        self.frame = frame
        if self._table is not None:
            self._table.lamps.show(frame, brightness)

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Play a tune, as hal's Sound port; pages have a volume of their own."""
        self._hear_tune(tune)
        if self._table is not None:
            self._table.sound.play(tune, volume)

"""The buttons that stay down: they are stuck, or something lies on them."""

from firmware.games import AnyAdapter, field_name
from firmware.play.effects import Warn
from firmware.play.sensor_texts import STUCK, UP_AGAIN
from firmware.sensing.events import Kind, Touch

LONG = 10_000_000  # microseconds, longer than any player holds a button


class HeldButtons:
    """The buttons that are down now, and the stuck buttons among them. adapter: of the game."""

    def __init__(self, adapter: AnyAdapter) -> None:
        self._adapter = adapter
        self._since: dict[int, int] = {}
        self._stuck: set[int] = set()

    @property
    def due(self) -> int | None:
        """The time (microseconds) at which the next button counts as stuck, if a button is down."""
        waiting = (at for cell, at in self._since.items() if cell not in self._stuck)
        return min((at + LONG for at in waiting), default=None)

    def touch(self, touch: Touch) -> list[Warn]:
        """Take in a press or a release; return the news of a stuck button that is up again."""
        if touch.cell not in self._adapter.overlay.names:
            return []
        if touch.kind is Kind.PRESS:
            self._since[touch.cell] = touch.at
        elif touch.kind is Kind.RELEASE:
            self._since.pop(touch.cell, None)
            if touch.cell in self._stuck:
                self._stuck.remove(touch.cell)
                return [self._warn(UP_AGAIN, touch.cell, over=True)]
        return []

    def wait(self, at: int) -> list[Warn]:
        """Return the warnings about buttons that have become stuck by `at` (microseconds)."""
        found = [cell for cell, since in self._since.items() if at - since >= LONG and cell not in self._stuck]
        self._stuck.update(found)
        return [self._warn(STUCK, cell, over=False) for cell in found]

    def _warn(self, text: str, cell: int, *, over: bool) -> Warn:
        return Warn(text, {"field": field_name(self._adapter, cell)}, f"button {cell}", over=over)

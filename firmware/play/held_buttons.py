"""The buttons that stay down: they are stuck, or something lies on them."""

from firmware.sensing.events import Kind, Touch

STUCK = 10_000_000  # microseconds, longer than any player holds a button


class HeldButtons:
    """The buttons that are down now, and the stuck buttons among them."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}
        self._stuck: set[int] = set()

    @property
    def due(self) -> int | None:
        """The time (microseconds) at which the next button counts as stuck, if a button is down."""
        waiting = (at for cell, at in self._since.items() if cell not in self._stuck)
        return min((at + STUCK for at in waiting), default=None)

    def touch(self, touch: Touch) -> bool:
        """Take in a press or a release; return whether a button that was stuck is up again."""
        if touch.kind is Kind.PRESS:
            self._since[touch.cell] = touch.at
        elif touch.kind is Kind.RELEASE:
            self._since.pop(touch.cell, None)
            if touch.cell in self._stuck:
                self._stuck.remove(touch.cell)
                return True
        return False

    def wait(self, at: int) -> list[int]:
        """Return the cells of buttons that have become stuck by `at` (microseconds)."""
        found = [cell for cell, since in self._since.items() if at - since >= STUCK and cell not in self._stuck]
        self._stuck.update(found)
        return found

"""How does a part come back that failed, or was not there from the start?"""

from collections.abc import Callable
from typing import Generic, TypeVar

from hal.errors import HalError
from hal.ports import Clock
from hal.trace import SECOND

RETRY = SECOND  # microseconds from one attempt to open a part to the next
P = TypeVar("P")


class Reopenable(Generic[P]):
    """One part of the table, opened when it is used and again after it failed.

    opens: opens it, raising whatever its driver raises. error: the error of its port. check: what
    to check when it fails, in a few words.
    """

    def __init__(
        self, opens: Callable[[], P], error: type[HalError], check: str, clock: Clock
    ) -> None:
        self._opens = opens
        self._error = error
        self._check = check
        self._clock = clock
        self._opened: P | None = None
        self._retry_at = clock.now()
        self.fault = ""

    @property
    def opened(self) -> P | None:
        """The part, if it is open."""
        return self._opened

    def use(self) -> P:
        """The part, opened if need be. Raises the port's error."""
        if self._opened is None:
            if self._clock.now() < self._retry_at:
                raise self._error(self.fault)
            try:
                self._opened = self._opens()
            except Exception as error:
                raise self.failed(error) from error
            self.fault = ""
        return self._opened

    def failed(self, error: Exception) -> HalError:
        """Take note that it failed; the error to raise. It is opened again after a while."""
        self._opened = None
        self._retry_at = self._clock.now() + RETRY
        self.fault = f"{error or type(error).__name__}: {self._check}"
        return self._error(self.fault)

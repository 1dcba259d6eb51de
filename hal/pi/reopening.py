"""A part of the table that is opened when it is used, and opened again after it failed.

Errors of a driver become a PartError. Any other exception is an error of the
program, and goes through: it must not be taken for a loose plug.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from hal.errors import HalError, PartError
from hal.ports import Clock
from hal.trace import SECOND
from wiring.text import label

RETRY = SECOND  # microseconds from one attempt to open a part to the next
P = TypeVar("P")


class Reopenable(Generic[P]):
    """A part of the table (lamps, keys, buzzer or display) behind its driver.

    It is opened by its first use. After it failed it is opened again by a later use, but not within
    :data:`RETRY`.

    Args:
        opens: opens it and returns it, raising HalError or OSError.
        check: the advice when it fails, in a few words; empty where its error has advice.
        closes: gives it back, and raises nothing.
        errors: returns the exceptions of its driver in use.

    Attributes:
        fault: why it does not work now; empty while it does.
        opened: the part, None while it is not open.
    """

    def __init__(
        self,
        opens: Callable[[], P],
        check: str,
        clock: Clock,
        *,
        closes: Callable[[P], object] = lambda _: None,
        errors: Callable[[], tuple[type[Exception], ...]] = lambda: (OSError,),
    ) -> None:
        self._opens = opens
        self._check = check
        self._clock = clock
        self._closes = closes
        self._errors = errors
        self._retry_at = clock.now()
        self.opened: P | None = None
        self.fault = ""

    def use(self) -> P:
        """Return the part, opening it if necessary. Raise PartError."""
        if self.opened is None:
            if self._clock.now() < self._retry_at:
                raise PartError(self.fault)
            try:
                self.opened = self._opens()
            except (HalError, OSError) as error:
                raise self._failed(error) from error
            self.fault = ""
        return self.opened

    @contextmanager
    def used(self) -> Iterator[P]:
        """Lend the part, opening it if necessary. Raise PartError for an exception of its driver within."""
        part = self.use()
        try:
            yield part
        except self._errors() as error:
            raise self._failed(error) from error

    def faults(self) -> tuple[str, ...]:
        """Return why it does not work now; empty if it does."""
        return (self.fault,) if self.fault else ()

    def close(self) -> None:
        """Give the part back; its next use opens it again."""
        if self.opened is not None:
            self._closes(self.opened)
            self.opened = None

    def _failed(self, error: Exception) -> PartError:
        """Note that the part failed, so that it is opened again. Return the error to raise."""
        self.close()
        self._retry_at = self._clock.now() + RETRY
        why = error.args[0] if isinstance(error, HalError) else str(error) or type(error).__name__
        self.fault = label("{error}: {why}", error=why, why=self._check) if self._check else why
        return PartError(self.fault)

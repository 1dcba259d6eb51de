"""Values that are put together field by field and cannot be changed afterwards.

A frozen dataclass pays for each field a call of ``object.__setattr__``; with the fifteen fields of
a position that takes longer than to play the move. So an engine declares the fields in a *draft*,
a plain slotted class, and the value itself as a subclass of it that adds no field. ``play``
fills a draft in by name and then hands it over::

    class Draft:
        __slots__ = ("plies", "seat")
        plies: int
        seat: int

    class Position(Frozen, Draft):
        __slots__ = ()

    after = Draft()
    after.plies = self.plies + 1
    after.seat = 1 - self.seat
    after.__class__ = Position
"""

from typing import Any, NoReturn


class Frozen:
    """A value without fields that can be set. Copies and pickles work as usual."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be removed")

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

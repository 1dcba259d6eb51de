"""The seats of a match: a seat is held by a browser, played by a computer, or free.

A browser or a link proves itself by a secret. Seats have the fingerprints of the secrets only, from
which the secrets cannot be derived.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Seat(NamedTuple):
    """The player of a seat.

    Attributes:
        level: the level of the computer, 0 for a person.
        holder: the fingerprint of the browser that holds the seat, or empty.
        link: the fingerprint of the secret that lets a browser take the seat, or empty.
        taken: whether another player had moved for it before.
    """

    level: int = 0
    holder: str = ""
    link: str = ""
    taken: bool = False


class Seats(NamedTuple):
    """The seats of a game by name. Each method that changes a seat returns new seats."""

    by_name: Mapping[str, Seat]

    @property
    def computers(self) -> dict[str, int]:
        """The levels of the computer's seats, by seat."""
        return {name: seat.level for name, seat in self.by_name.items() if seat.level}

    @property
    def levels(self) -> dict[str, int]:
        """The level of each seat's computer by seat, 0 for a person."""
        return {name: seat.level for name, seat in self.by_name.items()}

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people play, held or not."""
        return tuple(name for name, seat in self.by_name.items() if not seat.level)

    def held_by(self, holder: str) -> tuple[str, ...]:
        """Return the seats that this browser holds. holder: its fingerprint."""
        return tuple(name for name, seat in self.by_name.items() if holder and seat.holder == holder)

    def sit(self, names: Iterable[str], holder: str) -> "Seats":
        """Return the seats with these held by this browser."""
        held = {name: self.by_name[name]._replace(holder=holder) for name in names}
        return Seats({**self.by_name, **held})

    def moved_on(self) -> "Seats":
        """Return the seats of a rematch: each player moves on to the next seat."""
        *first, last = (seat._replace(taken=False) for seat in self.by_name.values())
        return Seats(dict(zip(self.by_name, (last, *first), strict=True)))

    def replace(self, name: str, seat: Seat) -> "Seats":
        """Return the seats with the player of a seat replaced. The old link of the seat is void."""
        return Seats({**self.by_name, name: seat})

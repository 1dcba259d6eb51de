"""Who plays the seats of a match: a browser that holds the seat, a computer, or nobody.

What a browser or a link shows to prove itself is a secret; here are only their fingerprints, texts
from which nobody can work the secrets out.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Seat(NamedTuple):
    """Who plays one seat.

    Attributes:
        level: the computer's, 0 where a person plays.
        holder: the fingerprint of the browser that holds the seat, empty for none.
        link: the fingerprint of the secret that lets a browser take the seat, empty where nobody
            may.
        taken: whether somebody else had moved for it before who plays it now.
    """

    level: int = 0
    holder: str = ""
    link: str = ""
    taken: bool = False


class Seats(NamedTuple):
    """The seats of a game, by name; each method that changes one returns new seats."""

    by_name: Mapping[str, Seat]

    @property
    def computers(self) -> dict[str, int]:
        """The levels of the computer's seats, by seat."""
        return {name: seat.level for name, seat in self.by_name.items() if seat.level}

    @property
    def levels(self) -> dict[str, int]:
        """The level of each seat's computer by seat, 0 where a person plays."""
        return {name: seat.level for name, seat in self.by_name.items()}

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people play, held or not."""
        return tuple(name for name, seat in self.by_name.items() if not seat.level)

    def held_by(self, holder: str) -> tuple[str, ...]:
        """Return the seats that this browser holds. holder: its fingerprint."""
        return tuple(
            name for name, seat in self.by_name.items() if holder and seat.holder == holder
        )

    def sit(self, names: Iterable[str], holder: str) -> "Seats":
        """Return the seats with these held by this browser."""
        held = {name: self.by_name[name]._replace(holder=holder) for name in names}
        return Seats({**self.by_name, **held})

    def moved_on(self) -> "Seats":
        """Return the seats of another match, each played by who played the one before it."""
        *first, last = (seat._replace(taken=False) for seat in self.by_name.values())
        return Seats(dict(zip(self.by_name, (last, *first), strict=True)))

    def replace(self, name: str, seat: Seat) -> "Seats":
        """Return the seats with this one played by somebody else; its old link is void."""
        return Seats({**self.by_name, name: seat})

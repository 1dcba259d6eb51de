"""A match to be begun on screens, as a page posts it."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from firmware.match.seats import Seat, Seats
from firmware.opponents import LEVELS
from firmware.words import told
from rules import MalformedError, find_game

Level: TypeAlias = Annotated[int, Meta(ge=0, le=max(LEVELS))]
_Name = Annotated[str, Meta(min_length=1, max_length=40)]


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A match to be begun on screens, as it is posted.

    Attributes:
        seats: the levels of the computer, 0 for a person; as many as names.
        here: whether all people sit at the browser that begins it.
        own: the seat of the beginner, if others sit elsewhere; "" for the first seat of a person.
        files: the texts of the files that options name, by name.
        clock: the time of each of two players as ``300``, ``300+5`` or ``300d5``, see
            :func:`firmware.match.time_control.read_time_control`; "" for unlimited time.
        moves: the moves played already, as in a record.
        position: the first position, as in a record; "" for that of the rules.
    """

    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=6)]
    seats: Annotated[list[Level], Meta(min_length=2, max_length=6)]
    options: dict[str, Annotated[str, Meta(max_length=400)]] = {}
    here: bool = True
    own: Annotated[str, Meta(max_length=10)] = ""
    files: Annotated[dict[_Name, Annotated[str, Meta(max_length=6000)]], Meta(max_length=1)] = {}
    clock: Annotated[str, Meta(max_length=12)] = ""
    moves: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=600)] = []
    position: Annotated[str, Meta(max_length=1000)] = ""

    def load(self, name: str) -> str:
        """Return the text of a file that came with it. Raise MalformedError for any other."""
        if name not in self.files:
            raise MalformedError(told("{name!r} did not come with the game", name=name))
        return self.files[name]

    def seated(self, holder: str) -> Seats:
        """Return its seats, of which the beginner holds some. Raise GameError.

        holder: the fingerprint of the beginner's browser.
        """
        names = find_game(self.game).seats(len(self.seats))
        people = [name for name, level in zip(names, self.seats, strict=True) if not level]
        if not self.here and self.own and self.own not in people:
            raise MalformedError(told("there is no seat {name!r}", name=self.own))
        own = people if self.here else [self.own] if self.own else people[:1]
        return Seats({name: Seat(level) for name, level in zip(names, self.seats, strict=True)}).sit(own, holder)

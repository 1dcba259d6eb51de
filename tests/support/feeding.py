"""Who follows the feed of a match with rules, as a program elsewhere would: from JSON alone."""

import json
from collections.abc import Iterable

from firmware.match.followed import Followed
from firmware.match.seats import Seat, Seats
from firmware.match.state import Match


def plainly(match: Match) -> Match:
    """A match as those who look on know it: no time since the last move, no holders of seats."""
    levels = {name: Seat(seat.level) for name, seat in match.seats.by_name.items()}
    return match._replace(now=match.line.start, seats=Seats(levels))


class Follows(Followed):
    """Follows a match by the texts of its feed, some of which may be lost, or come twice."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshots = 0

    def read(self, texts: Iterable[str]) -> bool:
        """Take in messages; return whether something is missing, so that hello is to be said."""
        told = [json.loads(text) for text in texts]
        self.snapshots += sum(one["type"] == "snapshot" for one in told)
        return sum(self.hear(one) for one in told) > 0

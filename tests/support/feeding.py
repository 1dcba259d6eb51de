"""Who follows the log of a match with rules, as a program elsewhere would: from JSON alone."""

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
    """Follows a match by the texts of its log, some of which may be lost, or come twice."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0  # how often the whole log was sent

    def read(self, texts: Iterable[str]) -> bool:
        """Take in messages; return whether something is missing, so that hello is to be said."""
        told = [json.loads(text) for text in texts]
        batches = (one["events"][0]["type"] for one in told if one["type"] == "batch")
        self.begun += sum(kind == "begun" for kind in batches)
        return sum(self.hear(one) for one in told) > 0

"""Matches for tests: people at screens, each known by the name of the seat that they hold."""

import random
from collections.abc import Iterable

from firmware.match.commands import Answer, Command, Play
from firmware.match.events import Begun, MatchEvent
from firmware.match.match import begin
from firmware.match.running import Batch, Running
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, Match, Place
from rules import find_game, make_header
from support.at_table import NAMES


def new_match(game: str, players: int = 2, levels: str = "", **options: str) -> Match:
    """A new match; each person's seat is held by a browser of the seat's name.

    levels: of the seats, a digit each; 0, as for all that follow, for a person.
    """
    options = find_game(game).draw_options(options, random.Random(1))
    header = make_header(game, NAMES[:players], options)
    names = find_game(game).seats(players)
    seats = {
        seat: Seat(int(level), "" if int(level) else seat)
        for seat, level in zip(names, levels.ljust(6, "0"), strict=False)
    }
    return begin(header, header.start(), Begun(Seats(seats)))


def at(seat: str) -> Place:
    """The browser that holds this seat."""
    return Place(seat, "screen")


class Played:
    """A running match, with all batches that it has kept."""

    def __init__(self, match: Match) -> None:
        self.first = match
        self.running = Running(match)

    @property
    def batches(self) -> list[Batch]:
        return self.running.log[1:]

    @property
    def match(self) -> Match:
        return self.running.match

    def do(self, command: Command, by: Place, at: int = 0) -> tuple[MatchEvent, ...]:
        """Let time pass and carry a command out, as a host does."""
        self.running.wait(at)
        return self.running.do(command, by, at)

    def move(self, seat: str, move: str, at: int = 0) -> tuple[MatchEvent, ...]:
        place = HOST if move.startswith("roll") else Place(seat, "screen")
        return self.do(Play(len(self.match.line.plies) + 1, move), place, at)

    def answer(self, seat: str, *, yes: bool, at: int = 0) -> tuple[MatchEvent, ...]:
        """Answer what is proposed."""
        proposal = self.match.proposal
        number = 0 if proposal is None else proposal.number
        return self.do(Answer(yes, number), Place(seat, "screen"), at)

    def moves(self, moves: Iterable[tuple[str, str]]) -> None:
        for seat, move in moves:
            self.move(seat, move)

    @property
    def events(self) -> list[MatchEvent]:
        told = (event for batch in self.batches for event in batch.events)
        return [event for event in told if not isinstance(event, Begun)]

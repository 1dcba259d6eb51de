"""The constants of a game of Forum Romanum, and how its sectors are scored.

Fields, sectors and sets of them are as in :mod:`rules.forum_romanum_board`; colours in play are
numbered, and `Setup.letters` names them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.forum_romanum_board import FIELDS, Sector, sectors
from rules.forum_romanum_moves import COLOURS, FROM_HAND

USUAL_COLOURS = {2: "yrbg", **{players: COLOURS[:players] for players in range(3, 7)}}  # FR-8a
ROMANS = {2: 8, 3: 8, 4: 8, 5: 6, 6: 5}  # of each colour, by number of players: FR-4


@dataclass(frozen=True, slots=True)
class Turn:
    """A point of the round: its seat, the colours it may use, and the next turn (FR-6, FR-8).

    Attributes:
        seat: its index.
        colours: the numbers of the colours that it may use now.
        letters: the letters of these colours.
        after: number of the colour used -> index of the next turn.
        placing: the sources while Romans are being placed.
    """

    seat: int
    colours: tuple[int, ...]
    letters: str
    after: Mapping[int, int]
    placing: bytes


def _turns(players: int, letters: str) -> tuple[Turn, ...]:
    """Return the turns of a round; index 0 begins a game.

    letters: of the colours in play, by their numbers.
    """
    steps: list[tuple[int, tuple[int, ...], dict[int, int]]]
    if players > 2:
        steps = [(seat, (seat,), {seat: (seat + 1) % players}) for seat in range(players)]
    else:  # FR-8
        steps = [
            (0, (0, 2), {0: 1, 2: 2}),  # seat 1: both its colours in either order
            (0, (2,), {2: 3}),
            (0, (0,), {0: 3}),
            (1, (1, 3), {1: 4, 3: 5}),  # seat 2
            (1, (3,), {3: 0}),
            (1, (1,), {1: 0}),
        ]
    return tuple(
        Turn(
            seat,
            colours,
            "".join(letters[colour] for colour in colours),
            after,
            bytes(FROM_HAND + COLOURS.index(letters[colour]) for colour in colours),
        )
        for seat, colours, after in steps
    )


class Tally(NamedTuple):
    """The state that scoring changes.

    coins: the sectors that still have their coin (FR-2). unscored: the fields of all these sectors
    together. steps: how far each colour's senator is (FR-5).
    """

    coins: int
    unscored: int
    steps: tuple[int, ...]


class Setup:
    """The constants of a game: the seats, the sectors and the options.

    Attributes:
        key: the arguments, which name it fully.
        letters: of the colours in play by their numbers, one of each seat in turn; with two players
            0 and 2 are seat 1's.
        numbers: the reverse, number by the index in COLOURS; -1 for a colour that is not in play.
        hand: Romans of each colour.
        romans: of all colours.
        sectors: in the order of SECTORS.
        through: field -> the sectors that it belongs to.
    """

    def __init__(self, players: int, variant: bool, layout: str, colours: str) -> None:
        self.key = (players, variant, layout, colours)
        self.players = players
        self.variant = variant
        self.layout = layout
        self.seats = tuple(str(n) for n in range(1, players + 1))
        self.colours = len(colours)  # FR-8
        self.letters = colours[::2] + colours[1::2] if players == 2 else colours  # FR-8a
        self.numbers = tuple(self.letters.find(letter) for letter in COLOURS)
        self.hand = ROMANS[players]  # FR-4
        self.romans = self.hand * self.colours
        self.turns = _turns(players, self.letters)
        self.sectors = sectors(layout)
        self.through = tuple(
            tuple(sector for sector in self.sectors if at in sector.members) for at in range(len(FIELDS))
        )

    def tally(self, coins: int, steps: tuple[int, ...]) -> Tally:
        """Return the tally with these coins left and these steps made."""
        unscored = 0
        for sector in self.sectors:
            if coins & sector.coin:
                unscored |= sector.fields
        return Tally(coins, unscored, steps)

    def sources(self, turn: int, romans: Sequence[bytes], free: int) -> bytes:
        """Return the sources of the moves in turn number `turn`, with `free` fields left."""
        if free > len(FIELDS) - self.romans:
            return self.turns[turn].placing  # FR-6
        sources = b""
        for colour in self.turns[turn].colours:  # two of them only with two players: FR-8
            sources += romans[colour]  # FR-7
        return sources

    def score(self, tally: Tally, sector: Sector, romans: Sequence[bytes]) -> Tally:
        """Return the tally after `sector` has become full; a stalemate leaves it unchanged."""
        counts = _counts(sector, romans)
        most_shared = counts.count(max(counts)) > 1
        fewest_shared = counts.count(min(counts)) > 1
        if self.variant:  # FR-17
            forward = 2 if most_shared else 4
            back = 4 if fewest_shared else len(sector.members)
        elif most_shared:
            return tally  # FR-11
        else:
            forward = len(sector.members)  # FR-9
            back = 2 if fewest_shared else 4  # FR-10
        return self.tally(tally.coins ^ sector.coin, _moved(tally.steps, counts, forward, back))

    def score_stalemates(self, tally: Tally, occupied: int, romans: Sequence[bytes]) -> Tally:
        """Return the tally after the end has scored the stalemates (FR-14).

        A stalemate is a full sector with a coin. The other sectors stay as they are.
        """
        coins, steps = tally.coins, tally.steps
        for sector in self.sectors:
            if coins & sector.coin and occupied & sector.fields == sector.fields:
                counts = _counts(sector, romans)
                back = 2 if counts.count(min(counts)) > 1 else 4
                steps = _moved(steps, counts, 4, back)
                coins ^= sector.coin
        return self.tally(coins, steps)


def _counts(sector: Sector, romans: Sequence[bytes]) -> list[int]:
    """Return how many Romans each colour has in a sector, 0 for colours without any (FR-10)."""
    return [len(sector.members.intersection(fields)) for fields in romans]


def _moved(steps: tuple[int, ...], counts: list[int], forward: int, back: int) -> tuple[int, ...]:
    """Return `steps` with the senators of most Romans moved forward, of fewest moved back."""
    most, fewest = max(counts), min(counts)
    return tuple(
        step + forward * (count == most) - back * (count == fewest) for step, count in zip(steps, counts, strict=True)
    )


@lru_cache(maxsize=16)
def find_setup(players: int, variant: bool, layout: str, colours: str) -> Setup:
    """Return the setup for these players and options; equal games share a setup."""
    return Setup(players, variant, layout, colours)

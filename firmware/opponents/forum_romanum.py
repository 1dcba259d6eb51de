"""The evaluation of positions of Forum Romanum."""

from collections.abc import Iterator, Sequence
from functools import cache
from heapq import nlargest
from math import comb
from types import MappingProxyType

from firmware.opponents.evaluation import Evaluation, WinProbabilities
from rules import Move
from rules.forum_romanum import FIELDS, Position

FILL = 1.5  # power of the full share of a sector; weighs its expected score
STALE = 0.5  # share of a stalemate's score at the end that counts before the end
CERTAIN, OPEN = 4.0, 0.8  # steps that scores spread by at the end, and more for each coin left
PATIENCE, BOREDOM = 60, 0.01  # plies after which fields left to fill cost all seats; the cost
MOST_BORED = 1.0
LATE, SURE = 200, 0.03  # plies from which it is offered to stop, and agreed that costs so little
FULL = (1.0, 0.88, 0.82, 0.79, 0.77, 0.76, 0.75, 0.75, 0.75, 0.75)  # done with so many fields free
FINISH = 20.0  # steps that a move is taken to be worth at first sight that leaves nothing to fill

_BITS = tuple(1 << at for at in range(len(FIELDS)))
_PART = (1, 2, 3, 4, 4, 5, 5, 5, 5)  # the part of `by_hand` for a sector with so many free fields
FILL_NOW, FILL_LATER = 6, 7


class ForumRomanumEvaluation(Evaluation):
    """Steps made, and the exact expected score of each sector if the rest were filled by chance.

    Sectors are told apart by their number of free fields. Where a single field is free, the next
    seat decides the sector: its gain beyond the expected score counts apart, for the Romans that
    move next and for all others. After many plies the fields left to fill cost all players alike,
    the more, the farther from full, as good players would otherwise never let the game end.
    """

    by_hand = MappingProxyType(
        {
            "steps": 1.0,
            "stalemates": 1.0,
            "one_free": 1.0,
            "two_free": 1.0,
            "some_free": 1.0,
            "many_free": 1.0,
            "fill_now": 0.0,
            "fill_later": 0.0,
            "turn": 0.0,
        }
    )
    seen = 16  # of hundreds: a person does not see them all

    def measure(self, position: Position) -> list[list[float]]:
        setup, coins, turn = position.setup, position.coins, position.turn
        variant, players = setup.variant, setup.players
        colours = [sum([_BITS[at] for at in fields]) for fields in position.romans]
        stand = sum(colours)
        parts = [[float(steps), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] for steps in position.steps]
        gaps: dict[int, list[Sequence[float]]] = {}  # the last free field of sectors -> gains there
        for sector in setup.sectors:
            if coins & sector.coin:
                fields = sector.fields
                counts = tuple([(romans & fields).bit_count() for romans in colours])
                taken = sum(counts)
                if taken:
                    size = len(sector.members)
                    part = _PART[size - taken]
                    for own, worth in zip(parts, expected(counts, size, variant), strict=True):
                        own[part] += worth
                    if taken == size - 1:
                        gaps.setdefault(fields & ~stand, []).append(filling(counts, size, variant, players))
        sums = [list(map(sum, zip(*gains, strict=True))) for gains in gaps.values()]
        for colour, own in enumerate(parts):
            now = colour in turn.colours
            own[FILL_NOW if now else FILL_LATER] = max([0.0, *[gains[colour] for gains in sums]])
        if players == 2:
            parts = [list(map(sum, zip(parts[n], parts[n + 2], strict=True))) for n in range(2)]
        for seat, own in enumerate(parts):
            own.append(float(seat == turn.seat))
        spread = 1 / (CERTAIN + OPEN * coins.bit_count())
        return [[part * spread for part in own] for own in parts]

    def win_probabilities(self, position: Position) -> WinProbabilities:
        probabilities = super().win_probabilities(position)
        late = _bored(position)
        if not late or position.to_move is None:
            return probabilities
        cost = late * _left_to_fill(position)
        return [probability - cost for probability in probabilities]

    def mover(self, position: Position) -> int:
        return position.turn.seat

    def offers(self, position: Position) -> bool:
        """Whether the game has taken so long that computers ask each other to stop (FR-16)."""
        return position.plies >= LATE

    def agrees(self, position: Position, seat: int, probabilities: WinProbabilities) -> bool:
        """Whether this seat agrees to stop (FR-16): it loses nothing by it, or little and late."""
        late = position.plies - LATE
        little = SURE + late * BOREDOM / 4 if late >= 0 else 0.0
        now = super().win_probabilities(position.play("agree"))[seat]
        return now + little >= probabilities[seat]

    def rough(self, position: Position, keep: int) -> Sequence[Move]:
        """Return twice as many moves as asked for, by the value of leaving and taking each field.

        Both values are separate, as if the Roman had come from, or gone, elsewhere.
        """
        moves = position.legal_moves()
        if len(moves) <= 3 * keep:
            return moves
        taking, leaving = self._changes(position)
        if position.placing:
            best = nlargest(2 * keep, ((gain, move) for move, gain in taking))
        else:
            best = nlargest(2 * keep, _jumps(taking, leaving))
        return [move for _, move in best]

    def _changes(self, position: Position) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
        """Return the gain of placing each usable colour on each free field, as the moves that would
        place a Roman there, and the gain of removing each Roman, by colour and field.
        """
        setup, turn = position.setup, position.turn
        coins = position.coins
        colours = [sum([_BITS[at] for at in fields]) for fields in position.romans]
        stand = sum(colours)
        taking, leaving = [], []
        finish = FINISH * _bored(position) / MOST_BORED
        for colour in turn.colours:
            # The value to this seat of one Roman more, and one fewer, in each sector.
            more, fewer = {}, {}
            for sector in setup.sectors:
                if coins & sector.coin:
                    size = len(sector.members)
                    counts = [(romans & sector.fields).bit_count() for romans in colours]
                    before = self._worth(counts, size, position)
                    free = size - sum(counts)
                    if free:
                        counts[colour] += 1
                        filled = finish * (FULL[free - 1] - FULL[free])
                        more[sector.number] = self._worth(counts, size, position) - before + filled
                        counts[colour] -= 1
                    if counts[colour]:
                        counts[colour] -= 1
                        opened = finish * (FULL[free] - FULL[free + 1])
                        fewer[sector.number] = self._worth(counts, size, position) - before - opened
            for at, field in enumerate(FIELDS):
                through = setup.through[at]
                if not stand >> at & 1:
                    gain = sum([more.get(sector.number, 0.0) for sector in through])
                    taking.append((f"{setup.letters[colour]}@{field}", gain))
                elif colours[colour] >> at & 1:
                    gain = sum([fewer.get(sector.number, 0.0) for sector in through])
                    leaving.append((f"{setup.letters[colour]}@{field}", gain))
        return taking, leaving

    def _worth(self, counts: Sequence[int], size: int, position: Position) -> float:
        """Return the value of a sector with these Romans to the seat that moves."""
        if not any(counts):
            return 0.0
        setup, seat = position.setup, position.turn.seat
        each = expected(tuple(counts), size, setup.variant)
        if setup.players == 2:
            return each[seat] + each[seat + 2] - each[1 - seat] - each[3 - seat]
        return each[seat] - (sum(each) - each[seat]) / (setup.players - 1)


def _bored(position: Position) -> float:
    """Return the share of a win that all seats lose while all fields are left to fill."""
    return max(0.0, min(MOST_BORED, (position.plies - PATIENCE) * BOREDOM))


def _left_to_fill(position: Position) -> float:
    """Return how much is left to fill until the game is over (FR-13), from 0 to 1."""
    done, stand = 1.0, position.occupied
    for sector in position.setup.sectors:
        free = (sector.fields & ~stand).bit_count()
        if free and position.coins & sector.coin:
            done *= FULL[free]
    return 1 - done


def _jumps(taking: Sequence[tuple[str, float]], leaving: Sequence[tuple[str, float]]) -> Iterator[tuple[float, Move]]:
    """Yield each jump of a Roman, with the value of leaving its field and taking the other."""
    for start, loss in leaving:
        colour, _, field = start.partition("@")
        for to, gain in taking:
            if to[0] == colour:
                yield loss + gain, f"{field}-{to[2:]}"


@cache
def expected(counts: tuple[int, ...], size: int, variant: bool) -> tuple[float, ...]:
    """Return the score that each colour may expect in a sector, the less the emptier it is.

    counts: Romans of each colour there. size: its fields; the free ones are taken to be filled by
    any colour with equal chances. variant: whether it is scored by FR-17.
    """
    free = size - sum(counts)
    chance = 1 / len(counts) ** free
    sums = [0.0] * len(counts)
    for added, ways in _fillings(len(counts), free):
        full = [a + b for a, b in zip(counts, added, strict=True)]
        for colour, steps in enumerate(_scored(full, size, variant)):
            sums[colour] += chance * ways * steps
    weight = ((size - free) / size) ** FILL
    return tuple([weight * one for one in sums])


@cache
def filling(counts: tuple[int, ...], size: int, variant: bool, players: int) -> tuple[float, ...]:
    """Return the gain of each colour from filling the last field of a sector, beyond `expected`.

    The gain is that of its seat, less the mean gain of the others; 0 in an unscored sector.

    counts, size, variant: as for `expected`. players: with two, each has every other colour.
    """
    gains = []
    before = expected(counts, size, variant)
    for colour in range(len(counts)):
        full = [count + (number == colour) for number, count in enumerate(counts)]
        if not variant and full.count(max(full)) > 1:  # FR-11
            gains.append(0.0)
            continue
        more = [new - old for new, old in zip(_scored(full, size, variant), before, strict=True)]
        own = sum(more[colour % players :: players])
        gains.append(own - (sum(more) - own) / (players - 1))
    return tuple(gains)


@cache
def _fillings(colours: int, free: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return each way to share free fields between colours, and in how many orders it comes."""
    if colours == 1:
        return (((free,), 1),)
    return tuple(
        ((first, *rest), ways * comb(free, first))
        for first in range(free + 1)
        for rest, ways in _fillings(colours - 1, free - first)
    )


def _scored(counts: Sequence[int], size: int, variant: bool) -> Iterator[float]:
    """Yield the score of each colour in a full sector; a stalemate counts for its later score."""
    most, fewest = max(counts), min(counts)
    shared_most, shared_fewest = counts.count(most) > 1, counts.count(fewest) > 1
    if variant:  # FR-17
        forward, back = (2.0 if shared_most else 4.0), (4.0 if shared_fewest else float(size))
    else:  # FR-9, FR-10, FR-14
        forward, back = (4.0 if shared_most else float(size)), (2.0 if shared_fewest else 4.0)
        if shared_most:
            forward, back = STALE * forward, STALE * back
    for count in counts:
        yield forward * (count == most) - back * (count == fewest)


EVALUATION = ForumRomanumEvaluation

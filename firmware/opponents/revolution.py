"""What positions of Revolution are worth."""

from collections.abc import Hashable, Iterator, Sequence
from heapq import nlargest
from math import exp
from types import MappingProxyType
from typing import Any

from firmware.opponents.evaluation import Evaluation
from rules import Move
from rules.revolution import CARDS, FIELDS, PHASES, Position
from rules.revolution_moves import FLAG, NEIGHBOURS, SIDE, STONE_ROW
from rules.revolution_state import STONES, may_set

LANES = SIDE * SIDE
BUILD, LAY = PHASES.index("building"), PHASES.index("card")
SURE = 8.0  # a flag that will be captured, in flags that are threatened
FAR = 0.3  # a flag that lacks little influence, in flags that are threatened
LAST = 8  # free fields in an ending that is solved
CLAIM = 3.0  # a card by which Notre Dame becomes one's own, in fields that become one's own
CERTAIN, HALFWAY = 2, 12  # free fields that results hang on beside those there are, and halfway


def _owners() -> tuple[tuple[float, ...], ...]:
    """Return by free neighbours and lead who will own a field: 1 the seat, -1 the other.

    The lead is a lane of ``Position.leads``: 128 and more is a lead, 127 and less is none.
    """
    return tuple(
        tuple(2 / (1 + exp((127.5 - lead) / (0.7 + 1.6 * free))) - 1 for lead in range(256))
        for free in range(5)
    )


OWNERS = _owners()


class RevolutionEvaluation(Evaluation):
    """Stones set and ready to be set, cards that will get one's stone, numbers in hand, flags, and
    the three buildings.

    Who will own a field is guessed from the lead there and the neighbours that are still free. The
    fewer fields are free, the more stones, cards and numbers in hand decide; their weights are
    those of halfway through a game.
    """

    by_hand = MappingProxyType(
        {
            "stones": 0.55, "cards": 0.275, "ready": 0.0, "hand": 0.035, "flag": 3.0,
            "flag_in_hand": -0.05, "buildings": 4.0, "turn": 0.0,
        }
    )  # fmt: skip
    playouts = MappingProxyType({2: 12})

    def measure(self, position: Position) -> list[tuple[float, ...]]:
        leads = [lead.to_bytes(LANES, "little") for lead in position.leads]
        open_ = position.open.to_bytes(LANES, "little")
        light_lead = leads[0]
        spread = HALFWAY / (CERTAIN + len(position.free))
        cards = spread * sum(
            [OWNERS[open_[lane] - 7][light_lead[lane]] for lane in _lanes(position.bare)]
        )
        buildings = _buildings(position, leads, open_)
        return [
            (
                spread * position.stones[seat].bit_count(),
                -cards if seat else cards,
                spread * may_set(position, seat).bit_count(),
                spread * sum([card % FLAG for card in hand]),
                _flag(position, seat, leads[seat], open_),
                (12 - len(hand)) * (FLAG in hand),
                buildings[seat],
                0.5 - (seat != position.seat),
            )
            for seat, hand in enumerate(position.hands)
        ]

    def ending(self, position: Position) -> Hashable | None:
        if len(position.free) > LAST or position.does == BUILD:
            return None
        return (
            position.seat, position.does, position.lying, position.stones, position.claims,
        )  # fmt: skip

    def obvious(self, position: Position) -> Move | None:
        # A stone stays where it is (RV-10a) and changes nobody's influence, so none is better kept,
        # unless one has to choose where the last ones are set. On Notre Dame it may win: RV-20.
        columns = position.columns
        unset = STONES - position.stones[position.seat].bit_count()
        if position.rows != STONE_ROW or not 0 < len(columns) - 1 <= unset:
            return None
        first = columns.find(position.notre_dame.bit_length() // 8)
        stone: Move = position.legal_moves()[max(0, first)]
        return stone

    def after(self, position: Any, move: Move) -> Any:
        return self.past_obvious(position.play(move))[1]

    def hopeful(self, position: Position) -> Sequence[Move]:
        # Stones before cards, and the highest cards first; `end` is the last of all.
        return sorted(position.legal_moves(), reverse=position.does == LAY)

    def mover(self, position: Position) -> int:
        return position.seat

    def rough(self, position: Position, keep: int) -> Sequence[Move]:
        """Return the moves that change most who will own the fields around, if there are many."""
        moves = position.legal_moves()
        if len(moves) <= 3 * keep:
            return moves
        if position.does == BUILD:  # they are all alike
            return list(moves)[:: len(moves) // (2 * keep)]
        return [move for _, move in nlargest(2 * keep, self._laid(position))]

    def _laid(self, position: Position) -> Iterator[tuple[float, Move]]:
        """Yield each card on each field with what it changes at first sight."""
        seat = position.seat
        lead = position.leads[seat].to_bytes(LANES, "little")
        open_ = position.open.to_bytes(LANES, "little")
        weights = _importance(position)
        hand_weight = self.weights[3]
        flag = 0.0 if len(position.hands[seat]) > 4 else 1.0
        closing = position.notre_dame_open
        ahead = lead[position.notre_dame.bit_length() // 8 - 1] - 127
        if len(closing) > 1 and not position.setup.early:
            closing = b""
        for column in position.free:
            here = column - 1
            around = [
                (OWNERS[open_[near - 1] - 8], OWNERS[open_[near - 1] - 7], lead[near - 1], weight)
                for near in NEIGHBOURS[column]
                if (weight := weights[near - 1])
            ]
            own, at = OWNERS[open_[here] - 7], lead[here] + 1
            for card in position.hands[seat]:
                number = card % FLAG
                gain = own[at + number] * (1.0 if card < FLAG else 3.0) - hand_weight * number
                for closer, now, there, weight in around:
                    gain += weight * (closer[there + number] - now[there])
                if card == FLAG:
                    gain -= 1 - flag
                if column in closing:  # the least influence sets the stone: RV-16
                    gain += CLAIM if ahead + number < 0 else -CLAIM
                yield gain, f"{CARDS[card]}@{FIELDS[here]}"


def _importance(position: Position) -> list[float]:
    """Return how much it matters who owns each field: 0 for one that is free or bears a stone."""
    weights = [0.0] * LANES
    for fields, weight in (
        (position.bare | position.others, 1.0),
        (position.notre_dame, -0.7),
        ((position.goals[0] | position.goals[1]) & ~position.others, 4.0),
    ):
        for lane in _lanes(fields):
            weights[lane] = weight
    return weights


def _lanes(fields: int) -> Iterator[int]:
    """Yield the lane of each field of a set, from 0."""
    while fields:
        lane = fields.bit_length() // 8 - 1
        yield lane
        fields ^= 128 << 8 * lane


def _flag(position: Position, seat: int, lead: bytes, open_: bytes) -> float:
    """Return how near this seat is to capturing the other's flag (RV-19), from 0 to SURE."""
    flag = position.goals[seat] & ~position.others
    if not flag:
        return 0.0
    lane = flag.bit_length() // 8 - 1
    if open_[lane] == 7 or not position.hands[seat]:
        return 0.0
    lacks = 128 - lead[lane] - position.hands[seat][0] % FLAG
    if lacks > 0:
        return FAR * max(0.0, 1 - lacks / 8)
    lays_next = position.seat if position.does == LAY else 1 - position.seat
    return SURE if seat == lays_next else 1.0


def _buildings(position: Position, leads: Sequence[bytes], open_: bytes) -> tuple[float, float]:
    """Return the chance of each seat to win by the three buildings (RV-20)."""
    if not position.notre_dame or position.others.bit_count() < 2:
        return 0.0, 0.0
    notre_dame = position.notre_dame.bit_length() // 8 - 1
    found = []
    for seat, lead in enumerate(leads):
        if (position.stones[seat] | position.claims[seat]) & position.notre_dame:
            chance = 1.0
        elif (position.stones[1 - seat] | position.claims[1 - seat]) & position.notre_dame:
            chance = 0.0
        else:  # the least influence sets the stone: RV-16
            chance = (1 - OWNERS[open_[notre_dame] - 7][lead[notre_dame]]) / 2
        for lane in _lanes(position.others):
            chance *= (1 + OWNERS[open_[lane] - 7][lead[lane]]) / 2
        found.append(chance)
    return found[0], found[1]


EVALUATION = RevolutionEvaluation

"""The evaluation of positions of Revolution."""

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from heapq import nlargest
from math import sqrt, tanh
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
CLAIM = 3.0  # the value of a card that wins Notre Dame, in fields won
CERTAIN, HALFWAY = 2, 12  # free fields that results hang on beside those there are, and halfway
SHUT = 7  # a lane of ``Position.open`` where no neighbour is free
HELD = (*(number**2 / 10 for number in range(10)), 0.0)  # the value of each card in hand

Tables = tuple[tuple[float, ...], ...]


def _tables(equal: float, to_come: int, weight: float) -> Tables:
    """Return the value of a field to a seat, by lanes of ``Position.open`` and of its ``leads``.

    It is `weight` where the seat will own it for certain, `-weight` where the other will.

    equal: the lane of ``leads`` with equal chances. to_come: the cards that will lie on the field.
    """
    return ((),) * SHUT + tuple(
        tuple(weight * tanh((lead - equal) / (1 + 2.4 * sqrt(free))) for lead in range(256))
        for free in range(to_come, to_come + 5)
    )


CARD = _tables(127.5, 0, 1.0)  # at equal influence the card's owner leads
EMPTY = _tables(127, 1, 0.75)
LEADER = _tables(127, 0, 1.0)  # of a building: RV-20
BUILDING = _tables(127, 0, 0.3)  # the lead there, before the seat's stone is on Notre Dame
NOTRE_DAME = _tables(127, 0, -1.0)  # the least influence sets the stone: RV-16
GOAL = _tables(127, 0, 4.0)  # where a lead may win the game


class RevolutionEvaluation(Evaluation):
    """Stones set and ready to be set, fields that will get a stone of the seat, numbers in hand,
    flags, the three buildings, the turn, and the first seat.

    The owner of a field, free or not, is guessed from the lead there and the neighbours that are
    still free. The fewer fields are free, the more all this decides; the weights are those of
    halfway through a game. Light lays first, so it sets its last stones first.
    """

    by_hand = MappingProxyType(
        {
            "stones": 1.0,
            "fields": 0.5,
            "ready": 0.5,
            "hand": 0.2,
            "flag": 0.5,
            "flag_in_hand": -0.5,
            "buildings": 1.0,
            "turn": 0.5,
            "first": 0.5,
        }
    )

    def measure(self, position: Position) -> list[tuple[float, ...]]:
        leads = [lead.to_bytes(LANES, "little") for lead in position.leads]
        open_ = position.open.to_bytes(LANES, "little")
        light_lead, free = leads[0], position.free
        spread = HALFWAY / (CERTAIN + len(free))
        notre_dame = _notre_dame(position, light_lead, open_)
        fields = spread * (
            sum([CARD[open_[lane]][light_lead[lane]] for lane in _lanes(position.bare)])
            + sum([EMPTY[open_[column - 1]][light_lead[column - 1]] for column in free])
            + notre_dame
        )
        buildings = _buildings(position, notre_dame, light_lead, open_)
        return [
            (
                spread * position.stones[seat].bit_count(),
                -fields if seat else fields,
                spread * may_set(position, seat).bit_count(),
                spread * _held(hand),
                _flag(position, seat, leads[seat], open_) if position.goals[seat] else 0.0,
                spread * (FLAG in hand),
                buildings[seat],
                spread * (0.5 - (seat != position.seat)),
                spread * (0.5 - seat),
            )
            for seat, hand in enumerate(position.hands)
        ]

    def ending(self, position: Position) -> Hashable | None:
        if len(position.free) > LAST or position.does == BUILD:
            return None
        return (position.seat, position.does, position.lying, position.stones, position.claims)

    def obvious(self, position: Position) -> Move | None:
        # A stone stays where it is (RV-10a) and changes no influence, so keeping it gains nothing,
        # unless the fields for the last stones have to be chosen. On Notre Dame it may win: RV-20.
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
        """Return the moves that change most the ownership of fields around, if there are many."""
        moves = position.legal_moves()
        if len(moves) <= 3 * keep:
            return moves
        if position.does == BUILD:  # they are all alike
            return list(moves)[:: len(moves) // (2 * keep)]
        return [move for _, move in nlargest(2 * keep, self._laid(position))]

    def _laid(self, position: Position) -> Iterator[tuple[float, Move]]:
        """Yield each card on each field with its gain at first sight."""
        seat = position.seat
        lead = bytearray(position.leads[seat].to_bytes(LANES, "little"))
        for lane in _lanes(position.goals[1 - seat] & ~position.others):
            lead[lane] -= sum([card % FLAG for card in position.hands[1 - seat][:1]])  # in danger
        open_ = position.open.to_bytes(LANES, "little")
        tables = _tables_by_lane(position)
        hand_weight = self.weights[3]
        flag = 0.0 if len(position.hands[seat]) > 4 else 1.0
        closing = position.notre_dame_open
        ahead = lead[position.notre_dame.bit_length() // 8 - 1] - 127
        if len(closing) > 1 and not position.setup.early:
            closing = b""
        for column in position.free:
            here = column - 1
            around = [
                (table[open_[near - 1] - 1], table[open_[near - 1]], lead[near - 1])
                for near in NEIGHBOURS[column]
                if (table := tables[near - 1])
            ]
            own, at = CARD[open_[here]], lead[here] + 1
            before = EMPTY[open_[here]][lead[here]]
            for card in position.hands[seat]:
                number = card % FLAG
                gain = own[at + number] * (1.0 if card < FLAG else 3.0) - before
                gain -= hand_weight * HELD[card]
                for closer, now, there in around:
                    gain += closer[there + number] - now[there]
                if card == FLAG:
                    gain -= 1 - flag
                if column in closing:  # the least influence sets the stone: RV-16
                    gain += CLAIM if ahead + number < 0 else -CLAIM
                yield gain, f"{CARDS[card]}@{FIELDS[here]}"


def _tables_by_lane(position: Position) -> list[Tables | None]:
    """Return the table of values of each field. None where its value is fixed or unimportant."""
    tables: list[Tables | None] = [None] * LANES
    for column in position.free:
        tables[column - 1] = EMPTY
    for fields, table in (
        (position.bare, CARD),
        (position.others, BUILDING),
        (position.notre_dame, NOTRE_DAME),
        ((position.goals[0] | position.goals[1]), GOAL),
    ):
        for lane in _lanes(fields):
            tables[lane] = table
    return tables


def _lanes(fields: int) -> Iterator[int]:
    """Yield the lane of each field of a set, from 0."""
    while fields:
        lane = fields.bit_length() // 8 - 1
        yield lane
        fields ^= 128 << 8 * lane


@cache
def _held(hand: bytes) -> float:
    """Return the value of these cards in hand."""
    return sum([HELD[card] for card in hand])


def _flag(position: Position, seat: int, lead: bytes, open_: bytes) -> float:
    """Return how near this seat is to capturing the other's flag (RV-19), from 0 to SURE."""
    flag = position.goals[seat] & ~position.others
    if not flag:
        return 0.0
    lane = flag.bit_length() // 8 - 1
    if open_[lane] == SHUT or not position.hands[seat]:
        return 0.0
    lacks = 128 - lead[lane] - position.hands[seat][0] % FLAG
    if lacks > 0:
        return FAR * max(0.0, 1 - lacks / 8)
    lays_next = position.seat if position.does == LAY else 1 - position.seat
    return SURE if seat == lays_next else 1.0


def _notre_dame(position: Position, light_lead: bytes, open_: bytes) -> float:
    """Return the expected owner of Notre Dame: from 1, light for certain, to -1, dark."""
    if not position.notre_dame:
        return 0.0
    for seat, sure in enumerate((1.0, -1.0)):
        if (position.stones[seat] | position.claims[seat]) & position.notre_dame:
            return sure
    lane = position.notre_dame.bit_length() // 8 - 1
    return NOTRE_DAME[open_[lane]][light_lead[lane]]


def _buildings(position: Position, notre_dame: float, light_lead: bytes, open_: bytes) -> tuple[float, float]:
    """Return the chance of each seat to win by the three buildings (RV-20)."""
    light, dark = 1 + notre_dame, 1 - notre_dame
    for lane in _lanes(position.others):
        owned = LEADER[open_[lane]][light_lead[lane]]
        light *= 1 + owned
        dark *= 1 - owned
    return light / 8, dark / 8


EVALUATION = RevolutionEvaluation

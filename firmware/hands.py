"""What would people do? Simulated players who think of a move and make it with their hands."""

import random
from typing import NamedTuple

from firmware.games import AnySheet, Gesture
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Move, Position


class Plan(NamedTuple):
    """What the hands are up to: a move, and when its last touch is over (microseconds)."""

    move: Move
    done: int


def choose(position: Position, rng: random.Random) -> Move:
    """A move that gains most on the best of the others at once; among equals any.

    The position must not be over.
    """
    seat = position.to_move
    best: list[Move] = []
    highest: int | None = None
    for move in position.legal_moves():
        scores = position.play(move).scores()
        own = scores.pop(seat or "", 0)
        gain = own - max(scores.values(), default=0)
        if highest is None or gain > highest:
            highest, best = gain, [move]
        elif gain == highest:
            best.append(move)
    return rng.choice(best)


class Hands:
    """The hands of all the players at a simulated table.

    rng: where their choices and their timing come from.
    """

    def __init__(self, table: SimulatedTable, sheet: AnySheet, rng: random.Random) -> None:
        self._table = table
        self._sheet = sheet
        self._rng = rng

    def move(self, position: Position) -> Plan:
        """Think of a move in `position` and begin to make it."""
        return self.make(position, choose(position, self._rng))

    def make(self, position: Position, move: Move) -> Plan:
        """Begin to make `move`, which must be legal in `position`."""
        gesture = next(g for g in self._sheet.gestures(position) if g.move == move)
        return Plan(move, self._touch(gesture, self._sheet.picture(position)))

    def agree(self) -> Plan:
        """Agree to end the game: MENU, then CONFIRM."""
        at = self._pause(self._table.clock.now(), 0.5, 1.5)
        self._table.press_key("MENU", at)
        at = self._pause(at, 0.5, 1.5)
        self._table.press_key("CONFIRM", at)
        return Plan("agree", at)

    def _touch(self, gesture: Gesture, picture: int) -> int:
        """Schedule the touches of a gesture; the time of the last."""
        at = self._pause(self._table.clock.now(), 0.3, 1.2)
        if not gesture.default:
            self._table.press(gesture.chosen_by.bit_length() - 1, at)
            at = self._pause(at, 0.2, 0.5)
        lifted, placed = gesture.flips & picture, gesture.flips & ~picture
        for cell in range(lifted.bit_length()):
            if lifted >> cell & 1:
                self._table.lift(cell, at)
                at = self._pause(at, 0.2, 0.7)
        for cell in range(placed.bit_length()):
            if placed >> cell & 1:
                self._table.place(cell, at)
        return at

    def _pause(self, at: int, shortest: float, longest: float) -> int:
        return at + int(self._rng.uniform(shortest, longest) * SECOND)

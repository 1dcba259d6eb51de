"""What would people do? Simulated players who think of a move and make it with their hands."""

import random
from typing import NamedTuple

from firmware.games import REEDS, AnySheet, Gesture, tilt
from hal import CELLS
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Move, Position


class Plan(NamedTuple):
    """What the hands are up to: a move, and when its last touch is over (microseconds)."""

    move: Move
    done: int


def choose(position: Position, sheet: AnySheet, rng: random.Random) -> Move:
    """A move that gains most on the best of the others at once; among equals any.

    The position must not be over. On a roll of the die nobody chooses.
    """
    seat = position.to_move or ""
    best: list[Move] = []
    highest = float("-inf")
    for move in position.legal_moves():
        scores = position.play(move).scores()
        own = scores.pop(seat, 0)
        gain = own - max(scores.values(), default=0) + sheet.taste(position, move)
        if gain > highest or position.chance:
            highest, best = gain, [*best, move] if position.chance else [move]
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

    def move(self, position: Position, picture: int) -> Plan:
        """Think of a move in `position` and begin to make it; the pieces stand in `picture`."""
        return self.make(position, picture, choose(position, self._sheet, self._rng))

    def make(self, position: Position, picture: int, move: Move) -> Plan:
        """Begin to make `move`, which must be legal in `position`."""
        ways = [g for g in self._sheet.gestures(position, picture) if g.move == move]
        return Plan(move, self._touch(self._rng.choice(ways), picture))

    def agree(self) -> Plan:
        """Agree to end the game: MENU, then CONFIRM."""
        at = self._pause(self._table.clock.now(), 0.5, 1.5)
        self._table.press_key("MENU", at)
        at = self._pause(at, 0.5, 1.5)
        self._table.press_key("CONFIRM", at)
        return Plan("agree", at)

    def clear(self, cells: int) -> int:
        """Take the pieces off these cells; when that is done."""
        at = self._table.clock.now()
        for cell in _cells(cells & REEDS):
            at = self._pause(at, 0.2, 0.6)
            self._table.lift(cell, at)
            self._table.turn(cell, end_a_up=False, at=at)
        return at

    def _touch(self, gesture: Gesture, picture: int) -> int:
        """Schedule the touches of a gesture; the time of the last."""
        at = self._pause(self._table.clock.now(), 0.3, 1.2)
        lifted, placed = gesture.flips & picture, gesture.flips & ~picture
        up = {*_cells(lifted & REEDS)}
        for cell in _cells(gesture.presses):
            self._table.press(cell, at)
            at = self._pause(at, 0.25, 0.5)
        for cell in _cells(lifted & REEDS):
            self._table.lift(cell, at)
            at = self._pause(at, 0.05, 0.1) if lifted >> CELLS else at
            self._table.turn(cell, end_a_up=False, at=at)
            at = self._pause(at, 0.2, 0.7)
        for cell in _cells(placed & REEDS):
            self._table.place(cell, at)
            if placed & tilt(cell):
                self._table.turn(cell, end_a_up=True, at=at)
        for cell in _cells(gesture.flips >> CELLS & ~gesture.flips):
            at = self._turn_over(cell, at) if cell not in up else at
        if gesture.key is not None:
            at = self._pause(at, 0.3, 0.6)
            self._table.press_key(gesture.key, at)
        return at

    def _turn_over(self, cell: int, at: int) -> int:
        """Turn an hourglass over in its own hole, the sand to run again."""
        self._table.lift(cell, at)
        at = self._pause(at, 0.1, 0.3)
        self._table.place(cell, at)
        self._table.turn(cell, end_a_up=True, at=at)
        return self._pause(at, 0.1, 0.3)

    def _pause(self, at: int, shortest: float, longest: float) -> int:
        return at + int(self._rng.uniform(shortest, longest) * SECOND)


def _cells(cells: int) -> list[int]:
    """The cells of a set, in order."""
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]

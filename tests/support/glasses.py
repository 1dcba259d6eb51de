"""Hourglass games as tests begin and read them."""

from typing import Any

from rules.hourglass import Glass, Position, hourglass
from support.random_games import load


def start(**options: str) -> Position:
    return hourglass.start(2, options, load)


def played(position: Position, *lines: str) -> Position:
    for line in lines:
        position = position.play(line)
    return position


def glass(position: Position, name: str) -> Glass:
    return next(glass for glass in position.glasses if glass.name == name)


def runs(position: Position, name: str) -> int:
    return glass(position, name).remaining


def stalled(position: Position) -> Any:
    return position.detail()["stalled"]


def moves_of(position: Position, *holes: str) -> set[str]:
    return {
        f"{a}-{b}"
        for line in position.board.lines
        for a, b in (line, line[::-1])
        if a in holes and b not in {glass.hole for glass in position.glasses}
    }

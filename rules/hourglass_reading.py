"""Records of hourglass as people write them, and the moves that earlier positions suggest."""

import re
from collections.abc import Sequence
from typing import Any

from rules.game import Game, IllegalError, Move, illegal
from rules.hourglass_lines import DEAD, START, milliseconds, parse_line, seconds
from rules.text import told

# Seconds as people write them: 12.4, 12,4 or, with minutes, 1:05.
_TIME = re.compile(
    r"(?:(\d{1,6})[:'](?=[0-5]\d(?!\d)))?(\d{1,12})(?:[.,](\d{1,3}))?(?: ?(?:s|sec))?:?", re.ASCII | re.IGNORECASE
)
_HOLE_TIME = re.compile(r"(?:(\w+):)?(\d{1,6}:[0-5]\d(?:[.,]\d{1,3})?|\d{1,12},\d{1,3})", re.ASCII)
_UNIT = re.compile(r"(\d{1,6}) ?(s|sec|min)\b\.?", re.ASCII | re.IGNORECASE)  # 120 s, 2 min


class HourglassReading(Game):
    """The part of the game that reads records."""

    timed = True

    def check_line(self, line: str, position: Any) -> None:
        time, move = parse_line(line, position.board.numbers)
        if time is None and move != START:
            second = seconds(position.now)
            raise IllegalError(
                told(
                    "{line} has no second, and every move but {start} has one: {second} {line}",
                    line=line,
                    start=START,
                    second=second,
                )
            )

    def mover(self, position: Any, move: Move) -> str | None:
        time, step = parse_line(move, position.board.numbers)
        if "-" not in step:
            return None  # both begin, and anybody sees that sand has run out
        then = position if time is None else position.later(max(time - position.now, 0))
        start = step.partition("-")[0]
        glass = next((glass for glass in then.glasses if glass.hole == start), None)
        return None if glass is None else glass.seat

    def meant_option(self, name: str, text: str) -> str:
        if name == "board":
            return text  # a file is not looked for under another name
        if name != "sand":
            return super().meant_option(name, text)
        parts = []
        for part in _UNIT.sub(_in_seconds, text).split():
            found = _HOLE_TIME.fullmatch(part)
            if found:
                hole = f"{found[1]}:" if found[1] else ""
                part = f"{hole}{_second(found[2])}"  # noqa: PLW2901
            parts.append(part)
        return " ".join(parts)

    def every_move(self, start: Any) -> Sequence[Move]:
        return (START, *start.board.steps)

    def hindsight(self, line: str, before: Sequence[Any]) -> IllegalError | None:
        """Return that the glass to be moved ran out before, and when."""
        time, move = parse_line(line, before[-1].board.numbers)
        hole = move.removeprefix(f"{DEAD} ").partition("-")[0]
        last = before[-1] if time is None else before[-1].later(max(time - before[-1].now, 0))
        now = {glass.name: glass for glass in last.glasses}
        if any(glass.hole == hole and not glass.dead for glass in now.values()):
            return None
        for then, after in zip(before[::-1], [last, *before[:0:-1]], strict=True):
            for glass in then.glasses:
                if glass.hole == hole and glass.ends is not None:
                    if not now[glass.name].dead:
                        return None
                    died = glass.ends if then.side.clock else after.now
                    why = told("that glass ran out at second {second}", second=seconds(died))
                    if last.outcome is not None:
                        why = told("{why}, and the game was over at second {second}", why=why, second=seconds(last.now))
                    return illegal(line, why, last)
        return None


def _in_seconds(time: re.Match[str]) -> str:
    """Return a time that has a unit as seconds."""
    return str(int(time[1]) * (60 if time[2].lower() == "min" else 1))


def _second(text: str) -> str | None:
    """Return a time in seconds as records write it. None if the text is no time."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    minutes, whole, part = found.groups()
    return seconds(milliseconds(f"{int(minutes or 0) * 60 + int(whole)}.{part or 0}"))

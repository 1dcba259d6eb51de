"""A chart of the standing, move by move: a line for each seat, in the colours of its pieces."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wiring.sheets.shapes import Circle, Drawing, Ink, Line, Point, Rect, Shape, Text, fitted, mix, polyline

_PAPER = "#fbf7ee"
_INK = "#3d342b"
_FAINT = mix(_INK, _PAPER, 0.16)
_LABEL = 3.4  # mm of type
_WIDTH, _HEIGHT = 186.0, 72.0  # mm
_LEFT, _RIGHT, _TOP, _BOTTOM = 12.0, 46.0, 5.0, 13.0  # mm round the plot
_APART = 0.7  # mm between lines that are equal
_MOST_TICKS = 8


class Series(NamedTuple):
    """A line of the chart.

    Attributes:
        colours: the first is the line, a second is dashed upon it.
        values: before the first move, and after each.
    """

    name: str
    colours: Sequence[str]
    values: Sequence[int]


def chart(series: Sequence[Series], title: str, across: str) -> Drawing:
    """Return the chart.

    title: of the drawing, with the name of the count. across: the label of the horizontal axis.
    """
    plot = _Plot(series)
    shapes: list[Shape] = [Rect(0, 0, _WIDTH, _HEIGHT, Ink(_PAPER)), *plot.grid(across)]
    for n, one in enumerate(series):
        shapes.extend(plot.line(one, _APART * (n - (len(series) - 1) / 2)))
    shapes.extend(plot.labels())
    return Drawing(title, tuple(shapes), _WIDTH, _HEIGHT)


def ticks(low: int, high: int, most: int = _MOST_TICKS) -> range:
    """Return round numbers from at most `low` to at least `high`: at most `most` steps apart."""
    step = 1
    for step in (ten * n for ten in (10**e for e in range(9)) for n in (1, 2, 5)):
        first, last = low // step * step, -(-high // step) * step
        if (last - first) // step <= most:
            break
    return range(first, max(last, first + step) + 1, step)


def number_text(number: int) -> str:
    """Return a number with a minus sign as wide as a plus: ``−4``."""
    return str(number).replace("-", "−")


class _Plot:
    """The places of values on the paper."""

    def __init__(self, series: Sequence[Series]) -> None:
        values = [value for one in series for value in one.values]
        self.series = series
        self.moves = max(len(series[0].values) - 1, 1)
        self.scale = ticks(min(values), max(values))
        self.left, self.right = _LEFT, _WIDTH - _RIGHT
        self.top, self.bottom = _TOP, _HEIGHT - _BOTTOM

    def x(self, move: float) -> float:
        return self.left + (self.right - self.left) * move / self.moves

    def y(self, value: float) -> float:
        low, high = self.scale[0], self.scale[-1]
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)

    def grid(self, across: str) -> Iterator[Shape]:
        for value in self.scale:
            y = self.y(value)
            zero = Ink(stroke=_INK, width=0.3) if value == 0 else Ink(stroke=_FAINT, width=0.25)
            yield Line(self.left, y, self.right, y, zero)
            yield Text(self.left - 2.5, y + 1.2, number_text(value), _LABEL, _INK, "end", "sans-serif")
        for move in ticks(0, self.moves, 10):
            if move <= self.moves:
                x = self.x(move)
                yield Line(x, self.bottom, x, self.bottom + 1.4, Ink(stroke=_INK, width=0.25))
                yield Text(x, self.bottom + 5, str(move), _LABEL, _INK, "middle", "sans-serif")
        middle = (self.left + self.right) / 2
        yield Text(middle, self.bottom + 10, across, _LABEL, _INK, "middle", "sans-serif")

    def line(self, one: Series, lower: float) -> Iterator[Shape]:
        """Draw a line in steps, as a standing changes at a move and not before.

        lower: the offset downwards in mm, so that equal lines are all seen.
        """
        ys = [self.y(value) + lower for value in one.values]
        points: list[Point] = [(self.x(0), ys[0])]
        for move, (old, new) in enumerate(pairwise(ys), 1):
            if old != new:
                points += [(self.x(move), old), (self.x(move), new)]
        points.append((self.x(len(ys) - 1), ys[-1]))
        for ink in (Ink(stroke=_INK, width=1.25), *_inks(one.colours)):
            yield polyline(points, ink)

    def labels(self) -> Iterator[Shape]:
        """Name each line at its end; names of lines that end close together keep apart."""
        high = _LABEL * 1.45
        ends = sorted(self.series, key=lambda one: -one.values[-1])
        ys: list[float] = []
        for one in ends:
            y = self.y(one.values[-1])
            ys.append(max(y, ys[-1] + high) if ys else y)
        for n in reversed(range(len(ys))):  # and stay on the paper
            most = self.bottom + 8 if n == len(ys) - 1 else ys[n + 1] - high
            ys[n] = min(ys[n], most)
        for one, y in zip(ends, ys, strict=True):
            x = self.right
            yield Line(x + 1, self.y(one.values[-1]), x + 4, y, Ink(stroke=_FAINT, width=0.3))
            for n, colour in enumerate(one.colours):
                yield Circle(x + 5.5 + 2.6 * n, y, 1.2, Ink(colour, _INK, 0.25))
            x += 5.5 + 2.6 * len(one.colours)
            room = _RIGHT - (x - self.right) - 8
            text = f"{fitted(one.name, _LABEL, room)} {number_text(one.values[-1])}"
            yield Text(x, y + 1.2, text, _LABEL, _INK, family="sans-serif")


def _inks(colours: Sequence[str]) -> Iterator[Ink]:
    first, *others = colours
    yield Ink(stroke=first, width=0.85)
    for other in others:
        yield Ink(stroke=other, width=0.85, dash=(2.4, 2.4))

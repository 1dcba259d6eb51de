"""The printed sheet of a game as a drawing, the same for paper and for screens."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from inspect import signature
from typing import Any
from xml.sax.saxutils import escape

from wiring.places import DRILLED, Cell
from wiring.read import WiringError, overlay_names, read_overlay
from wiring.sheets.shapes import (
    TYPEFACES,
    Box,
    Circle,
    Drawing,
    Ink,
    Line,
    Outline,
    Path,
    Place,
    Rect,
    Shape,
    Text,
    Words,
    box,
    centre,
    meet,
    reach,
)

__all__ = ["Drawing", "drawing", "editions", "on_screen", "printed", "svg", "svg_of"]

NAME = 4  # letters of the longest name of a field
CAPITAL = 0.72  # the height of a capital, as a share of its type
LAMP = DRILLED["pixel"] / 2 + 0.5
"""The radius of the white disc over a lamp, mm."""
FINGER = 3.0
"""The radius of the ring over a button, mm."""
_FINGER = Ink(stroke="#8a8175", width=0.4)


def drawing(game: str, *, words: Words = str, **options: Any) -> Drawing:
    """Return the drawing of the sheet of `game`.

    words: says the texts in another language. options: of the game's own sheet, as its ``draw`` in
    :mod:`wiring.sheets` has them; missing options have their defaults.

    Raise WiringError when there is no such game, when its sheet has no such option, or when an
    option cannot be printed.
    """
    known = overlay_names()
    if game not in known:
        raise WiringError(f"there is no sheet of {game!r}; there are those of {', '.join(known)}")
    draw: Callable[..., Drawing] = import_module(f"wiring.sheets.{game}").draw
    for name in options:
        if name not in signature(draw).parameters:
            raise WiringError(f"the sheet of {game} has no {name}")
    return draw(words, **options)


def editions(game: str, *, words: Words = str) -> dict[str, Drawing]:
    """Return the printed sheets of a game: the usual sheet, and sheets for some options.

    They are listed by the name of a file for each: the game's name for the usual sheet. words: as
    for `drawing`.
    """
    others: Mapping[str, Mapping[str, Any]] = getattr(import_module(f"wiring.sheets.{game}"), "EDITIONS", {})
    return {game: drawing(game, words=words)} | {
        f"{game}-{name}": drawing(game, words=words, **options) for name, options in others.items()
    }


def on_screen(game: str, options: Mapping[str, Any]) -> Mapping[int, Place]:
    """Return the places on a screen, by cell, of fields that lie otherwise than on the table.

    Where there are any, the game's sheet is drawn so with the option ``screen``. A field of size 0
    is not shown. options: of the game's own sheet, as for :func:`drawing`.
    """
    places: Callable[[Mapping[str, Any]], Mapping[int, Place]] = getattr(
        import_module(f"wiring.sheets.{game}"), "on_screen", lambda _: {}
    )
    return places(options)


def printed(sheet: Drawing, game: str, built: Cell) -> Drawing:
    """Return the sheet of a game as it lies on a table with cells built so.

    A disc is left white over each lamp of the game, and a ring shows where its button is pressed.
    """
    marks: list[Shape] = []
    for cell in read_overlay(game).names:
        (x, y), lamp, button = centre(cell), built.pixel, built.button
        marks.append(Circle(x + lamp[0], y + lamp[1], LAMP, Ink("#ffffff")))
        marks.append(Circle(x + button[0], y + button[1], FINGER, _FINGER))
    letters = [shape for shape in sheet.shapes if isinstance(shape, Text)]
    others = [shape for shape in sheet.shapes if not isinstance(shape, Text)]
    return replace(sheet, shapes=(*others, *marks, *letters))


def svg_of(game: str, *, words: Words = str, turned: int = 0, **options: Any) -> str:
    """Return the sheet of `game` as SVG, see :func:`drawing` and :func:`svg`."""
    return svg(drawing(game, words=words, **options), turned=turned)


def svg(sheet: Drawing, *, turned: int = 0) -> str:
    """Return a drawing as SVG 1.1, in its true size: no scripts, no fonts from elsewhere.

    turned: the degrees clockwise by which the viewer turns it. The names of fields are turned back
    to stand upright; longer texts have no room for that.
    """
    width, height = _n(sheet.width), _n(sheet.height)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(sheet.title)}</title>",
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
        *_elements(sheet.shapes, turned=turned),
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _n(number: float) -> str:
    """Return a length in mm to the micrometre, without trailing zeros."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _ns(numbers: Sequence[float]) -> str:
    return " ".join(map(_n, numbers))


def _elements(shapes: Iterable[Shape], *, turned: int) -> Iterator[str]:
    """Yield the elements of a drawing: a page shows few elements sooner than many.

    So shapes in the same ink, in succession, are a single path, unless filled shapes meet: each
    covers the outlines of shapes before it.
    """
    run: list[Outline] = []
    covered: list[Box] = []
    for shape in shapes:
        own = [] if isinstance(shape, Text) or not shape.ink.fill else [reach(shape)]
        if run and (
            isinstance(shape, Text) or shape.ink != run[0].ink or any(meet(new, one) for new in own for one in covered)
        ):
            yield _path(run)
            run, covered = [], []
        if isinstance(shape, Text):
            yield _text(shape, turned=turned if len(shape.text) <= NAME else 0)
        else:
            run.append(shape)
            covered += own
    if run:
        yield _path(run)


def _path(run: Sequence[Outline]) -> str:
    return f'<path d="{"".join(map(_way, run))}"{_ink(run[0].ink)}/>'


def _way(shape: Outline) -> str:
    """Return the way of a shape's outline."""
    match shape:
        case Rect(x, y, width, height, _, radius) if radius:
            r = min(radius, width / 2, height / 2)
            right, down = width - 2 * r, height - 2 * r
            return (
                f"M{_ns((x + r, y))}h{_n(right)}{_arc(r, r, r)}v{_n(down)}{_arc(r, -r, r)}"
                f"h{_n(-right)}{_arc(r, -r, -r)}v{_n(-down)}{_arc(r, r, -r)}Z"
            )
        case Rect(x, y, width, height):
            return f"M{_ns((x, y))}h{_n(width)}v{_n(height)}h{_n(-width)}Z"
        case Circle(x, y, radius):
            wide = 2 * radius
            return f"M{_ns((x + radius, y))}{_arc(radius, -wide, 0)}{_arc(radius, wide, 0)}Z"
        case Line(x1, y1, x2, y2):
            return f"M{_ns((x1, y1))}L{_ns((x2, y2))}"
        case Path(start, steps, _, closed):
            way = "".join(f"{'L' if len(step) == 2 else 'C'}{_ns(step)}" for step in steps)
            return f"M{_ns(start)}{way}{'Z' if closed else ''}"


def _arc(radius: float, x: float, y: float) -> str:
    """Return a part of a circle clockwise, at most half of it, to x, y from where it begins."""
    return f"a{_ns((radius, radius))} 0 0 1 {_ns((x, y))}"


def _ink(ink: Ink) -> str:
    parts = [f' fill="{ink.fill}"'] if ink.fill else []
    if ink.stroke:
        parts.append(f' stroke="{ink.stroke}" stroke-width="{_n(ink.width)}"')
        if ink.dash:
            parts.append(f' stroke-dasharray="{_ns(ink.dash)}"')
    return "".join(parts)


def _text(text: Text, *, turned: int) -> str:
    at = f'x="{_n(text.x)}" y="{_n(text.y)}"'
    font = f'font-family="{TYPEFACES[text.family]}" font-size="{_n(text.size)}"'
    parts = [f'<text {at} {font} fill="{text.fill}"']
    if text.anchor != "start":
        parts.append(f' text-anchor="{text.anchor}"')
    if text.bold:
        parts.append(' font-weight="bold"')
    if text.italic:
        parts.append(' font-style="italic"')
    if text.spacing:
        parts.append(f' letter-spacing="{_n(text.spacing)}"')
    if turned:
        left, _, right, _ = box(text)
        middle = f"{_n((left + right) / 2)} {_n(text.y - CAPITAL * text.size / 2)}"
        parts.append(f' transform="rotate({-turned} {middle})"')
    return "".join(parts) + f">{escape(text.text)}</text>"

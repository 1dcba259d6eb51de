"""The printed sheet of a game as a drawing, the same for paper and for screens."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from wiring.read import WiringError
from wiring.sheets import forum_romanum, hourglass, manoeuvre, revolution
from wiring.sheets.hourglass import Board
from wiring.sheets.shapes import (
    Circle,
    Drawing,
    Ink,
    Line,
    Path,
    Rect,
    Shape,
    Text,
    Words,
)

__all__ = ["Board", "Drawing", "drawing", "svg", "svg_of"]

_OPTIONS = {  # the options of each game's sheet
    "revolution": (),
    "hourglass": ("board",),
    "forum_romanum": ("layout",),
    "manoeuvre": ("rewards", "bonuses"),
}


def drawing(
    game: str,
    *,
    board: Board | None = None,
    layout: str | None = None,
    rewards: str | None = None,
    bonuses: str | None = None,
    words: Words = str,
) -> Drawing:
    """Return what is printed on the sheet of `game`.

    board: of hourglass, where a household has its own (HG-3). layout: of forum_romanum's
    buildings, seven rows of digits joined by ``/`` (FR-3). rewards, bonuses: where manoeuvre's
    stones lie, written as in a record (GM-3, GM-4); none are printed unless told, since they lie
    elsewhere in every game and players put them there. What else is left out is the default.
    words: says the texts in another language.

    Raises WiringError when there is no such game, when it has no such option, or when a board,
    a layout or a list of stones cannot be printed.
    """
    given = {"board": board, "layout": layout, "rewards": rewards, "bonuses": bonuses}
    if game not in _OPTIONS:
        raise WiringError(
            f"there is no sheet of {game!r}; there are those of {', '.join(_OPTIONS)}"
        )
    for name, value in given.items():
        if value is not None and name not in _OPTIONS[game]:
            raise WiringError(f"the sheet of {game} has no {name}")
    match game:
        case "revolution":
            return revolution.draw(words)
        case "hourglass":
            return hourglass.draw(words, board or hourglass.default())
        case "forum_romanum":
            return forum_romanum.draw(words, layout or forum_romanum.LAYOUT)
        case _:
            return manoeuvre.draw(words, rewards or "", bonuses or "")


def svg_of(
    game: str,
    *,
    holes: Mapping[str, tuple[int, int]] | None = None,
    lines: Sequence[tuple[str, str]] = (),
    homes: tuple[Sequence[str], Sequence[str]] = ((), ()),
    layout: str | None = None,
    rewards: str | None = None,
    bonuses: str | None = None,
    words: Words = str,
) -> str:
    """Return the sheet of `game` as SVG, see :func:`drawing`.

    holes, lines, homes: a household's own board of hourglass, as its rules know it: the cell
    (row, column) of each hole, the pairs of holes joined, white's four holes and pink's.
    """
    board = None if holes is None else Board(dict(holes), tuple(lines), homes)
    return svg(
        drawing(game, board=board, layout=layout, rewards=rewards, bonuses=bonuses, words=words)
    )


def svg(sheet: Drawing) -> str:
    """Return a drawing as SVG 1.1, in its true size: no scripts, no fonts from elsewhere."""
    width, height = _n(sheet.width), _n(sheet.height)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(sheet.title)}</title>",
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
        *map(_element, sheet.shapes),
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


def _element(shape: Shape) -> str:
    match shape:
        case Rect(x, y, width, height, ink, radius):
            round_ = f' rx="{_n(radius)}"' if radius else ""
            return (
                f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
                f"{round_}{_ink(ink)}/>"
            )
        case Circle(x, y, radius, ink):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_ink(ink)}/>'
        case Line(x1, y1, x2, y2, ink):
            return f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"{_ink(ink)}/>'
        case Path(start, steps, ink, closed):
            way = "".join(f"{'L' if len(step) == 2 else 'C'}{_ns(step)}" for step in steps)
            return f'<path d="M{_ns(start)}{way}{"Z" if closed else ""}"{_ink(ink)}/>'
        case Text():
            return _text(shape)


def _ink(ink: Ink) -> str:
    parts = [f' fill="{ink.fill}"'] if ink.fill else []
    if ink.stroke:
        parts.append(f' stroke="{ink.stroke}" stroke-width="{_n(ink.width)}"')
        if ink.dash:
            parts.append(f' stroke-dasharray="{_ns(ink.dash)}"')
    return "".join(parts)


def _text(text: Text) -> str:
    at = f'x="{_n(text.x)}" y="{_n(text.y)}"'
    font = f'font-family="{text.family}" font-size="{_n(text.size)}"'
    parts = [f'<text {at} {font} fill="{text.fill}"']
    if text.anchor != "start":
        parts.append(f' text-anchor="{text.anchor}"')
    if text.bold:
        parts.append(' font-weight="bold"')
    if text.italic:
        parts.append(' font-style="italic"')
    if text.spacing:
        parts.append(f' letter-spacing="{_n(text.spacing)}"')
    return "".join(parts) + f">{escape(text.text)}</text>"

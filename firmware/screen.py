"""What does somebody see who follows a demo: live in a terminal, or line by line elsewhere?"""

from collections import deque
from time import monotonic
from typing import Self

from rich.console import Console, Group
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from firmware.demo import Demo
from firmware.effects import Effect, Kept, TakenBack, Warn
from firmware.present import DARK, prompt
from hal import Colour
from hal.trace import SECOND
from wiring import COLUMNS, ROWS

_BARE: Colour = (24, 24, 24)  # a cell with nothing printed on it
_LABEL: Colour = (128, 124, 118)
_REFRESH = 1 / 12  # seconds between two pictures


def _rgb(colour: Colour) -> str:
    red, green, blue = colour
    return f"rgb({red},{green},{blue})"


class Lines:
    """Follows a demo with a line for each move, for pipes and logs."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left to do."""

    def tell(self, effect: Effect) -> None:
        """Print what the firmware tells."""
        if isinstance(effect, Kept):
            print(f"{effect.ply:4}  {self._names[effect.seat]:8}  {effect.move}")
        elif isinstance(effect, TakenBack):
            print(f"{effect.ply:4}  taken back: {effect.move}")
        elif isinstance(effect, Warn):
            print(f"      {effect.text}")

    def watch(self, demo: Demo) -> None:
        """Learn who plays."""
        if not self._names:
            self._names = _names(demo)


class Screen:
    """Shows a demo live. Use as a context manager; `watch` and `tell` are handed to the demo."""

    def __init__(self, console: Console | None = None) -> None:
        self._live = Live(console=console, auto_refresh=False)
        self._moves: deque[str] = deque(maxlen=9)
        self._warnings: deque[str] = deque(maxlen=2)
        self._names: dict[str, str] = {}
        self._next = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def tell(self, effect: Effect) -> None:
        """Note what the firmware tells."""
        if isinstance(effect, Kept):
            name = self._names.get(effect.seat, effect.seat)
            self._moves.append(f"{effect.ply:4} {name:8} {effect.move}")
        elif isinstance(effect, TakenBack):
            self._moves.append(f"{effect.ply:4} taken back: {effect.move}")
        elif isinstance(effect, Warn):
            self._warnings.append(effect.text)

    def watch(self, demo: Demo, *, now: bool = False) -> None:
        """Show the demo as it stands, but not more often than eyes can follow."""
        if not self._names:
            self._names = _names(demo)
        if now or monotonic() >= self._next:
            self._next = monotonic() + _REFRESH
            self._live.update(self.picture(demo), refresh=True)

    def picture(self, demo: Demo) -> Layout:
        """The whole screen."""
        title = demo.header.game.replace("_", " ").title()
        view = demo.session.view
        layout = Layout(size=21)
        layout.split_row(
            Layout(
                Panel(
                    Group(_table(demo), Text(prompt(view, demo.sheet), style="bold")),
                    title=f"{title} at the table",
                ),
                size=4 * COLUMNS + 4,
            ),
            Layout(Panel(self._side(demo), title="the game")),
        )
        return layout

    def _side(self, demo: Demo) -> Group:
        position = demo.session.position
        standing = Table(box=None, padding=(0, 1), show_header=False)
        colours = demo.sheet.colours(position)
        for seat, score in position.scores().items():
            marks = Text()
            for colour in colours[seat]:
                marks.append("●", Style(color=_rgb(colour)))
            turn = "▶" if seat == position.to_move else " "
            standing.add_row(turn, marks, self._names[seat], f"{score:4}")
        facts = [
            Text.assemble((f"{name}: ", "bold"), text)
            for name, text in demo.sheet.facts(position).items()
        ]
        tunes = [tune.value for _, tune in demo.table.log.tunes[-3:]]
        return Group(
            standing,
            *facts,
            Text("Last moves", style="bold"),
            Text("\n".join(self._moves)),
            Text.assemble(("Sounds: ", "bold"), ", ".join(tunes)),
            *(Text(warning, style="red") for warning in self._warnings),
            Text(f"{demo.table.clock.now() / SECOND:7.1f} s at the table", style="dim"),
        )


def _names(demo: Demo) -> dict[str, str]:
    """The players' names by seat."""
    return dict(zip(demo.session.position.seats, demo.header.players, strict=True))


def _table(demo: Demo) -> Text:
    """The cells: what is printed and stands on each, and under it its lamp."""
    sheet, picture = demo.sheet, demo.session.view
    pieces = sheet.pieces(picture.position)
    standing = demo.table.scan().reeds
    text = Text()
    for row in range(ROWS):
        upper, lower = Text(), Text()
        for cell in range(COLUMNS * row, COLUMNS * row + COLUMNS):
            ground = _rgb(sheet.printed.get(cell, _BARE))
            piece = pieces.get(cell, (255, 255, 255))
            lamp = demo.table.log.lamp(cell)
            mark = " ●  " if standing >> cell & 1 else "    "
            upper.append(mark, Style(color=_rgb(piece), bgcolor=ground))
            glow = _rgb(lamp) if lamp != DARK else ground
            lower.append("▂▂", Style(color=glow, bgcolor=ground))
            label = sheet.overlay.names.get(cell, "").rpartition("-")[2]
            lower.append(f"{label:2}", Style(color=_rgb(_LABEL), bgcolor=ground))
        text.append_text(upper).append("\n").append_text(lower).append("\n")
    return text

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
from firmware.present import DARK, names_of, prompt
from firmware.words import Words, say
from hal import Colour, Tune
from hal.trace import SECOND
from wiring import COLUMNS, ROWS

_BARE: Colour = (24, 24, 24)  # a cell with nothing printed on it
_LABEL: Colour = (128, 124, 118)
_REFRESH = 1 / 12  # seconds between two pictures

_TITLES = {
    "revolution": say("Revolution at the table"),
    "hourglass": say("Hourglass at the table"),
    "forum_romanum": say("Forum Romanum at the table"),
    "manoeuvre": say("Manoeuvre at the table"),
}
TUNES = {
    Tune.ACCEPTED: say("accepted"),
    Tune.SCORED: say("scored"),
    Tune.REFUSED: say("refused"),
    Tune.QUESTION: say("question"),
    Tune.WARNING: say("warning"),
    Tune.TAKEN_BACK: say("taken back"),
    Tune.GAME_OVER: say("game over"),
}
_TAKEN_BACK = say("taken back: {move}")


def _rgb(colour: Colour) -> str:
    red, green, blue = colour
    return f"rgb({red},{green},{blue})"


class Lines:
    """Follows a demo with a line for each move, for pipes and logs."""

    def __init__(self, words: Words) -> None:
        self._words = words
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
            print(f"{effect.ply:4}  {self._words(_TAKEN_BACK, move=effect.move)}")
        elif isinstance(effect, Warn):
            print(f"      {self._words(effect.text, **effect.values)}")

    def watch(self, demo: Demo) -> None:
        """Learn who plays."""
        if not self._names:
            self._names = names_of(demo.header, demo.session.position, self._words)


class Screen:
    """Shows a demo live. Use as a context manager; `watch` and `tell` are handed to the demo."""

    def __init__(self, words: Words, console: Console | None = None) -> None:
        self._words = words
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
            self._moves.append(f"{effect.ply:4} {self._words(_TAKEN_BACK, move=effect.move)}")
        elif isinstance(effect, Warn):
            self._warnings.append(self._words(effect.text, **effect.values))

    def watch(self, demo: Demo, *, now: bool = False) -> None:
        """Show the demo as it stands, but not more often than eyes can follow."""
        if not self._names:
            self._names = names_of(demo.header, demo.session.position, self._words)
        if now or monotonic() >= self._next:
            self._next = monotonic() + _REFRESH
            self._live.update(self.picture(demo), refresh=True)

    def picture(self, demo: Demo) -> Layout:
        """The whole screen."""
        words = self._words
        now = prompt(demo.session.view, words)
        layout = Layout(size=21)
        layout.split_row(
            Layout(
                Panel(
                    Group(_table(demo), Text(now, style="bold")),
                    title=words(_TITLES[demo.header.game]),
                ),
                size=4 * COLUMNS + 4,
            ),
            Layout(Panel(self._side(demo), title=words("the game"))),
        )
        return layout

    def _side(self, demo: Demo) -> Group:
        words, position = self._words, demo.session.position
        standing = Table(box=None, padding=(0, 1), show_header=False)
        colours = demo.sheet.colours(position)
        for seat, score in position.scores().items():
            marks = Text()
            for colour in colours[seat]:
                marks.append("●", Style(color=_rgb(colour)))
            turn = "▶" if seat == position.to_move else " "
            standing.add_row(turn, marks, self._names[seat], f"{score:4}")
        facts = [
            Text.assemble((words("{label}:", label=label), "bold"), " ", text)
            for label, text in demo.sheet.facts(position, words).items()
        ]
        tunes = [words(TUNES[tune]) for _, tune in demo.table.log.tunes[-3:]]
        seconds = f"{demo.table.clock.now() / SECOND:7.1f}"
        return Group(
            standing,
            *facts,
            Text(words("Last moves"), style="bold"),
            Text("\n".join(self._moves)),
            Text.assemble((words("Sounds:"), "bold"), " ", ", ".join(tunes)),
            *(Text(warning, style="red") for warning in self._warnings),
            Text(words("{seconds} s at the table", seconds=seconds), style="dim"),
        )


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

"""A game to be followed: live in a terminal, or line by line in pipes and logs."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from types import MappingProxyType
from typing import Self

from rich.console import Console, Group
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.match.events import Played, TakenBack
from firmware.match.time_control import clock_text
from firmware.output.lamps import DARK
from firmware.output.prompts import TableView, prompt
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.view import View
from firmware.selftest.check import SelfTestView
from firmware.words import N_, Number, Words
from firmware.words import Text as Told
from hal import Cells, Colour, Tune, cell_set, members
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import COLUMNS, ROWS

_BARE: Colour = (24, 24, 24)  # a cell with nothing printed on it
_LABEL: Colour = (128, 124, 118)
_REFRESH = 1 / 12  # seconds between two pictures
_HEIGHT = 23  # lines
_SHOWN = 30.0  # seconds for which a warning is shown

TUNES = {
    Tune.ACCEPTED: N_("accepted"),
    Tune.SCORED: N_("points scored"),
    Tune.REFUSED: N_("refused"),
    Tune.QUESTION: N_("question"),
    Tune.WARNING: N_("warning"),
    Tune.TAKEN_BACK: N_("taken back"),
    Tune.PUT_RIGHT: N_("put right"),
    Tune.GAME_OVER: N_("game over"),
}
_TAKEN_BACK = N_("taken back: {move}")


def _rgb(colour: Colour) -> str:
    red, green, blue = colour
    return f"rgb({red},{green},{blue})"


class _Follower:
    """The base of both screens: the names of the players of the followed game."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._known: object = None  # the header of the game whose players are known
        self._names: dict[str, str] = {}

    def learn(self, view: TableView) -> bool:
        """Learn the names of the players, and return whether this is another game."""
        if not isinstance(view, View) or view.header is self._known:
            return False
        self._known = view.header
        self._names = names_of(view.header, view.position, self._words)
        return True


class Lines(_Follower):
    """Follows a game with a line for each move, for pipes and logs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: every line is printed already."""

    def tell(self, effect: Effect) -> None:
        """Print an effect of the firmware."""
        if isinstance(effect, Played):
            print(f"{effect.ply:4}  {self._names[effect.seat]:8}  {effect.line}", flush=True)
        elif isinstance(effect, TakenBack):
            print(f"{effect.ply:4}  {self._words(_TAKEN_BACK, move=effect.line)}")
        elif isinstance(effect, Warn):
            print(f"      {self._words(effect.text, **effect.values)}")

    def ask(self, view: TableView, to_type: Told | None = None) -> None:
        """Print the prompt of the table, and the text that could be typed."""
        text = prompt(view, self._words)
        print(text if to_type is None else f"{text} {self._words.tell(to_type)}", flush=True)

    def note(self, text: Told | None) -> None:
        """Print a message for the person at the keyboard."""
        if text is not None:
            print(f"      {self._words.tell(text)}")

    def watch(self, view: TableView, table: SimulatedTable) -> None:
        """Learn the names of the players; a table is not drawn here."""
        self.learn(view)


class Screen(_Follower):
    """Shows a game at a simulated table live. Use as a context manager."""

    def __init__(self, words: Words, console: Console | None = None) -> None:
        super().__init__(words)
        self._live = Live(console=console, auto_refresh=False)
        self._moves: deque[str] = deque(maxlen=9)
        self._warnings: deque[tuple[float, str]] = deque(maxlen=2)  # each with its time
        self._said = ""  # a message for the keyboard
        self.typed: str | None = None  # the text being typed, None where typing is off
        self.ahead: Sequence[str] = ()  # typed lines that wait
        self.to_type: Callable[[TableView], Told | None] | None = None  # the text that could be typed
        self._next = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def tell(self, effect: Effect) -> None:
        """Note an effect of the firmware."""
        if isinstance(effect, Played):
            name = self._names.get(effect.seat, effect.seat)
            self._moves.append(f"{effect.ply:4} {name:8} {effect.line}")
        elif isinstance(effect, TakenBack):
            self._moves.append(f"{effect.ply:4} {self._words(_TAKEN_BACK, move=effect.line)}")
        elif isinstance(effect, Warn):
            self._warnings.append((monotonic(), self._words(effect.text, **effect.values)))

    def note(self, text: Told | None) -> None:
        """Show a message for the person at the keyboard, until the next line is obeyed."""
        self._said = "" if text is None else self._words.tell(text)

    def watch(self, view: TableView, table: SimulatedTable, *, now: bool = False) -> None:
        """Show the table as it is, at most once in `_REFRESH` seconds unless `now`."""
        if self.learn(view):
            self._moves.clear()
        if now or monotonic() >= self._next:
            self._next = monotonic() + _REFRESH
            self._live.update(self.picture(view, table), refresh=True)

    def picture(self, view: TableView, table: SimulatedTable) -> Layout:
        """Return the whole screen."""
        words = self._words
        said = [Text(prompt(view, words), style="bold")]
        if self.typed is not None:
            said.append(Text(f"> {self.typed}▏", style="cyan"))
            waiting = " · ".join(filter(None, self.ahead))
            hint = None if self.to_type is None else self.to_type(view)
            if self._said:
                said.append(Text(self._said, style="red"))
            elif waiting:
                said.append(Text(words("next: {lines}", lines=waiting), style="dim"))
            elif hint is not None:
                said.append(Text(words.tell(hint), style="dim"))
        if isinstance(view, View):
            cells = _table(view, table)
        else:
            cells = _choice(view, table) if isinstance(view, Choice) else _self_test(view, table)
        title = "speeltafel"
        if isinstance(view, View):
            title = words("{game} at the table", game=words(find_kit(view.header.game).about.title))
        layout = Layout(size=_HEIGHT)
        layout.split_row(
            Layout(Panel(Group(cells, *said), title=Text(title)), size=4 * COLUMNS + 4),
            Layout(Panel(self._side(view, table), title=Text(words("Game")))),
        )
        return layout

    def _side(self, view: TableView, table: SimulatedTable) -> Group:
        words = self._words
        tunes = [words(TUNES[tune]) for _, tune in table.log.tunes[-3:]]
        seconds = Number(table.clock.now() / SECOND, 1)
        return Group(
            *(self._standing(view) if isinstance(view, View) else ()),
            Text(words("Last moves"), style="bold"),
            Text("\n".join(self._moves)),
            Text.assemble((words("Sounds:"), "bold"), " ", ", ".join(tunes)),
            *(Text(warning, style="red") for at, warning in self._warnings if monotonic() < at + _SHOWN),
            Text(words("Table time {seconds} s", seconds=seconds), style="dim"),
        )

    def _standing(self, view: View) -> list[Table | Text]:
        words, position = self._words, view.position
        standing = Table(box=None, padding=(0, 1), show_header=False)
        colours = view.adapter.colours(position)
        for seat, score in position.scores().items():
            marks = Text()
            for colour in colours[seat]:
                marks.append("●", Style(color=_rgb(colour)))
            turn = "▶" if seat == position.to_move else " "
            clock = clock_text(1000 * view.left[seat]) if seat in view.left else ""
            standing.add_row(turn, marks, Text(self._names[seat]), f"{score:4}", clock)
        facts = [
            Text.assemble((words("{label}:", label=label), "bold"), " ", text)
            for label, text in view.adapter.facts(position, words).items()
        ]
        return [standing, *facts]


def _table(view: View, table: SimulatedTable) -> Text:
    """Return the cells of a game: the print and the piece on each, and under it its lamp."""
    names = {cell: name.rpartition("-")[2] for cell, name in view.adapter.overlay.names.items()}
    position, cells = view.position, view.adapter.overlay.cells
    marks = find_kit(view.header.game).account.marks(position, cells)
    pieces = view.adapter.pieces(position)
    standing = cell_set(pieces) if view.keyed else table.scan().reeds
    marks = _marks(standing, pieces, marks)
    return _cells(table, names, view.adapter.printed, pieces, marks)


def _choice(choice: Choice, table: SimulatedTable) -> Text:
    """Return the cells while a game is chosen, with the label of each cell to press."""
    names = {cell: game[0].upper() for cell, game in GAME_CELLS.items()}
    numbers = {cell: str(number) for cell, number in NUMBER_CELLS.items()}
    seats = dict(zip(SEAT_CELLS, choice.seats, strict=False))
    names |= {} if choice.offered else numbers | seats
    return _cells(table, names, marks=_marks(table.scan().reeds))


def _self_test(view: SelfTestView, table: SimulatedTable) -> Text:
    """Return the cells while the table is tested; where no overlay lies, columns and rows are
    numbered.
    """
    names = {cell: name for cell, name in view.names.items() if "," not in name}
    if not names:
        names = {cell: f"{cell}" for cell in range(COLUMNS)}
        names |= {row * COLUMNS: f"{row}" for row in range(ROWS)}
    return _cells(table, names, marks=_marks(table.scan().reeds))


def _marks(
    standing: Cells, pieces: Iterable[int] = (), marks: Mapping[int, str] = MappingProxyType({})
) -> dict[int, str]:
    """Return the marks on cells: their own marks, except for pieces that are in a hand.

    standing: the cells on which a piece stands.
    """
    own = {cell: mark for cell, mark in marks.items() if cell not in pieces or standing >> cell & 1}
    return dict.fromkeys(members(standing), "●") | own


def _cells(
    table: SimulatedTable,
    names: Mapping[int, str],
    printed: Mapping[int, Colour] = MappingProxyType({}),
    pieces: Mapping[int, Colour] = MappingProxyType({}),
    marks: Mapping[int, str] = MappingProxyType({}),
) -> Text:
    """Return two lines for each row of cells: the marks, in letters that need no colours, and below
    them the lamps and the labels.
    """
    text = Text()
    for row in range(ROWS):
        upper, lower = Text(), Text()
        for cell in range(COLUMNS * row, COLUMNS * row + COLUMNS):
            ground = _rgb(printed.get(cell, _BARE))
            piece = pieces.get(cell, (255, 255, 255))
            lamp = table.log.lamp(cell)
            upper.append(f"{marks.get(cell, ''):^4}", Style(color=_rgb(piece), bgcolor=ground, bold=True))
            lit = _rgb(lamp) if lamp != DARK else ground
            lamps = "▂▂" if lamp != DARK else "  "
            lower.append(lamps, Style(color=lit, bgcolor=ground))
            lower.append(f"{names.get(cell, ''):2}", Style(color=_rgb(_LABEL), bgcolor=ground))
        text.append_text(upper).append("\n").append_text(lower).append("\n")
    return text

"""How does Forum Romanum lie on the table, what do its moves look like, what is lit?"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from firmware.games import Gesture, LampState, PlainAdapter, Thing, dim
from firmware.words import Text, Words, say
from hal import Colour
from rules import Move
from rules.forum_romanum import BUILDINGS, COLOURS, DEFAULT_LAYOUT, FIELDS, SCALE, Position
from wiring import read_overlay

LIGHTS: dict[str, Colour] = {
    "y": (255, 190, 0),
    "b": (0, 60, 255),
    "r": (255, 0, 0),
    "g": (0, 200, 0),
    "k": (120, 0, 160),  # black cannot glow: violet
    "w": (230, 230, 230),
}
ROMANS: dict[str, str] = {
    "y": say("yellow Roman"),
    "b": say("blue Roman"),
    "r": say("red Roman"),
    "g": say("green Roman"),
    "k": say("black Roman"),
    "w": say("white Roman"),
}
STONE: tuple[Colour, ...] = (  # the seven buildings as printed, I first
    (92, 72, 60),
    (60, 80, 72),
    (74, 62, 88),
    (96, 88, 70),
    (62, 74, 96),
    (78, 90, 62),
    (96, 66, 72),
)
PAPER: Colour = (44, 40, 36)
SCORED: Colour = (255, 220, 120)  # the fields of a sector just scored
START: Colour = (40, 25, 0)  # the start field of the popularity scale


class Senator(NamedTuple):
    """Where a colour stands on the popularity scale (FR-5): field 0-39, its cell, all its steps."""

    field: int
    cell: int
    steps: int
    colour: Colour
    seat: str


class ForumRomanumAdapter(PlainAdapter):
    """Romans on 49 fields, six colour keys, and the popularity scale in lamps alone."""

    def __init__(self, layout: str = DEFAULT_LAYOUT) -> None:
        self.overlay = read_overlay("forum_romanum")
        cells = self.overlay.cells
        self._cells = tuple(cells[field] for field in FIELDS)
        self._keys = {colour: cells[f"key-{colour}"] for colour in COLOURS}
        self._scale = tuple(cells[f"steps-{n}"] for n in range(SCALE))
        self.places = sum(1 << cell for cell in self._cells)
        plan = layout.replace("/", "")
        self.printed = {
            **dict.fromkeys((*self._scale, *self._keys.values()), PAPER),
            **{cell: STONE[int(plan[at]) - 1] for at, cell in enumerate(self._cells)},
        }

    def start(self, position: Position) -> int:
        return 0

    def gestures(self, position: Position, picture: int) -> Iterator[Gesture]:
        cells = self.overlay.cells
        usual = position.colours[:1]  # the seat's first colour comes first
        for move in position.legal_moves():
            colour, placed, field = move.partition("@")
            if placed:
                yield Gesture(move, 1 << cells[field], 1 << self._keys[colour])
                if colour == usual:
                    yield Gesture(move, 1 << cells[field])
            else:
                yield Gesture(move, 1 << cells[move[:2]] | 1 << cells[move[3:]])

    def pieces(self, position: Position) -> dict[int, Colour]:
        return {
            self.overlay.cells[field]: LIGHTS[colour]
            for colour in COLOURS
            for field in position.romans_of(colour)
        }

    def things(self, position: Position, picture: int) -> Iterator[Thing]:
        cells = self.overlay.cells
        for number, colour in enumerate(COLOURS):
            seat = position.seats[number % len(position.seats)]  # FR-8
            for field in position.romans_of(colour):
                yield Thing(cells[field], "roman", LIGHTS[colour], Text(ROMANS[colour], {}), seat)

    def senators(self, position: Position) -> dict[str, Senator]:
        """Each colour's senator, by colour letter."""
        seats = position.seats
        return {
            colour: Senator(
                steps % SCALE, self._scale[steps % SCALE], steps, LIGHTS[colour],
                seats[number % len(seats)],
            )
            for number, (colour, steps) in enumerate(zip(COLOURS, position.steps, strict=False))
        }  # fmt: skip

    def colours(self, position: Position) -> dict[str, tuple[Colour, ...]]:
        seats = position.seats
        if len(seats) == 2:  # two colours each: FR-8
            return {"1": (LIGHTS["y"], LIGHTS["r"]), "2": (LIGHTS["b"], LIGHTS["g"])}
        return {seat: (LIGHTS[colour],) for seat, colour in zip(seats, COLOURS, strict=False)}

    def lamps(self, position: Position) -> dict[int, LampState]:
        return {cell: LampState(dim(colour)) for cell, colour in self.pieces(position).items()}

    def tally(self, position: Position) -> dict[int, LampState]:
        glow = {self._scale[0]: LampState(START)}
        senators: dict[int, list[Colour]] = {}
        for colour, steps in zip(COLOURS, position.steps, strict=False):
            senators.setdefault(steps % SCALE, []).append(LIGHTS[colour])
        for field, colours in senators.items():
            mixed = [sum(part) // len(colours) for part in zip(*colours, strict=True)]
            glow[self._scale[field]] = LampState((mixed[0], mixed[1], mixed[2]))
        return glow

    def movers(self, position: Position) -> dict[int, LampState]:
        usual = position.colours[:1]
        return {
            self._keys[colour]: LampState(LIGHTS[colour], blinks=colour == usual)
            for colour in position.colours
        }

    def highlight(self, before: Position, after: Position) -> dict[int, LampState]:
        glow = {}
        for sector in set(before.unscored) - set(after.unscored):
            for field in after.sector(sector):
                glow[self.overlay.cells[field]] = LampState(SCORED, blinks=True)
        for colour, old, new in zip(COLOURS, before.steps, after.steps, strict=False):
            if old != new:
                glow[self._scale[new % SCALE]] = LampState(LIGHTS[colour], blinks=True)
        return glow

    def fields(self, move: Move) -> tuple[int, ...]:
        cells = self.overlay.cells
        return tuple(cells[field] for field in move.replace("@", "-").split("-") if field in cells)

    def facts(self, position: Position, words: Words) -> dict[str, str]:
        unscored = position.unscored
        runs = [(text, _runs(sectors, unscored)) for text, sectors in _LEFT]
        left = ", ".join(words(text, sectors=said) for text, said in runs if said)
        return {words("Coins left"): f"{len(unscored)}: {left}" if left else "0"}

    def turn(self, position: Position) -> str:
        return (_PLACE if position.placing else _MOVE)[position.colours]


_LEFT: tuple[tuple[str, Sequence[str]], ...] = (  # the sectors by kind, as facts tell them
    (say("rows {sectors}"), "1234567"),
    (say("columns {sectors}"), "abcdefg"),
    (say("diagonals {sectors}"), "\\/"),
    (say("buildings {sectors}"), BUILDINGS),
)


def _runs(names: Sequence[str], some: Collection[str]) -> str:
    """Some of these names, neighbours joined: ``2-5 7``."""
    runs: list[list[str]] = [[]]
    for name in names:
        if name in some:
            runs[-1].append(name)
        elif runs[-1]:
            runs.append([])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs if run)


_PLACE = {  # by the colours that may be used now
    "y": say("{name}, place a yellow Roman on any free field."),
    "b": say("{name}, place a blue Roman on any free field."),
    "r": say("{name}, place a red Roman on any free field."),
    "g": say("{name}, place a green Roman on any free field."),
    "k": say("{name}, place a black Roman on any free field."),
    "w": say("{name}, place a white Roman on any free field."),
    "yr": say("{name}, place a yellow or red Roman on any free field."),
    "bg": say("{name}, place a blue or green Roman on any free field."),
}
_MOVE = {
    "y": say("{name}, move a yellow Roman to any free field."),
    "b": say("{name}, move a blue Roman to any free field."),
    "r": say("{name}, move a red Roman to any free field."),
    "g": say("{name}, move a green Roman to any free field."),
    "k": say("{name}, move a black Roman to any free field."),
    "w": say("{name}, move a white Roman to any free field."),
    "yr": say("{name}, move a yellow or red Roman to any free field."),
    "bg": say("{name}, move a blue or green Roman to any free field."),
}

ADAPTER = ForumRomanumAdapter()


def adapter(start: Position) -> ForumRomanumAdapter:
    """The sheet, with the buildings where this game has them: FR-3."""
    layout = start.setup.layout
    return ADAPTER if layout == DEFAULT_LAYOUT else ForumRomanumAdapter(layout)

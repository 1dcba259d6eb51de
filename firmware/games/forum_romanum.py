"""Forum Romanum on the table: its gestures, its lights, its screen."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from typing import Any, NamedTuple

from firmware.games.about import About, as_it_is
from firmware.games.adapter import Adapter
from firmware.games.capabilities import Traits
from firmware.games.facts.forum_romanum import FACTS, sector_name
from firmware.games.gestures import Gesture, Touched
from firmware.games.kit import Account, GameKit, PageFacts, ScreenWords, Spoken
from firmware.games.lights import LampState, dim
from firmware.games.page import PageGame, Supply
from firmware.games.screen import DrawnPiece, Note, Source, colour_text
from firmware.words import N_, Text, Words, told
from hal import NO_CELLS, Cells, Colour, Contacts, cell_set, contacts_of, members, one_cell, reed
from rules import Move
from rules.forum_romanum import BUILDINGS, COLOURS, FIELDS, SCALE, Position
from wiring import COLUMNS, read_overlay
from wiring.read import PITCH

LIGHTS: dict[str, Colour] = {
    "y": (255, 190, 0),
    "b": (0, 60, 255),
    "r": (255, 0, 0),
    "g": (0, 200, 0),
    "k": (120, 0, 160),  # black cannot glow: violet
    "w": (230, 230, 230),
}
ROMANS: dict[str, str] = {
    "y": N_("yellow Roman"),
    "b": N_("blue Roman"),
    "r": N_("red Roman"),
    "g": N_("green Roman"),
    "k": N_("black Roman"),
    "w": N_("white Roman"),
}
_ROMAN = {  # in a sentence about a placement or a move
    "y": N_("a yellow Roman"),
    "b": N_("a blue Roman"),
    "r": N_("a red Roman"),
    "g": N_("a green Roman"),
    "k": N_("a black Roman"),
    "w": N_("a white Roman"),
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

ABOUT = About(
    title=N_("Forum Romanum"),
    lamp=(255, 190, 0),
    reasons={"scored": N_("every sector has been scored"), "agreed": N_("by agreement")},
    counts=N_("steps on the popularity scale"),
    fields={"key": N_("key-{number}"), "steps": N_("steps-{number}")},
    extras=("scale",),
)
NEW_GAME_OPTIONS: dict[str, tuple[str, ...]] = {"variant": ("false", "true"), "colours": (), "layout": ()}


class Senator(NamedTuple):
    """The popularity of a colour (FR-5): its field 0-39, the cell of that, and all its steps."""

    field: int
    cell: int
    steps: int
    colour: Colour
    seat: str


class ForumRomanumAdapter(Adapter[Position]):
    """Romans on 49 fields, six colour keys, and the popularity scale in lamps alone."""

    def __init__(self, layout: str, *, variant: bool) -> None:
        self.overlay = read_overlay("forum_romanum")
        cells = self.overlay.cells
        self._cells = tuple(cells[field] for field in FIELDS)
        self._keys = {colour: cells[f"key-{colour}"] for colour in COLOURS}
        self._scale = tuple(cells[f"steps-{n}"] for n in range(SCALE))
        self._reeds = {name: reed(cell) for name, cell in cells.items()}
        self.places = contacts_of(cell_set(self._cells))
        self.keys = cell_set(self._keys.values())
        self.sheet = {"layout": layout, "variant": variant}
        plan = layout.replace("/", "")
        self.printed = {
            **dict.fromkeys((*self._scale, *self._keys.values()), PAPER),
            **{cell: STONE[int(plan[at]) - 1] for at, cell in enumerate(self._cells)},
        }

    # Gestures

    def gestures(self, position: Position, closed: Contacts) -> Iterator[Gesture]:
        reeds = self._reeds
        usual = position.colours[:1]  # the seat's first colour comes first
        for move in position.legal_moves():
            colour, placed, field = move.partition("@")
            if placed:
                yield Gesture(move, reeds[field], one_cell(self._keys[colour]))
                if colour == usual:
                    yield Gesture(move, reeds[field])
            else:
                yield Gesture(move, reeds[move[:2]] | reeds[move[3:]])

    def candidates(self, position: Position, closed: Contacts, touched: Touched) -> Iterator[Gesture]:
        names = self.overlay.names
        ends = members(touched.placed)
        if position.placing:
            usual = position.colours[:1]  # the seat's first colour comes first
            for end in ends:
                yield Gesture(f"{usual}@{names[end]}", reed(end))
                for colour, key in self._keys.items():
                    if touched.pressed >> key & 1:
                        yield Gesture(f"{colour}@{names[end]}", reed(end), one_cell(key))
            return
        for start in members(touched.lifted):
            for end in ends:
                yield Gesture(f"{names[start]}-{names[end]}", reed(start) | reed(end))

    def endings(self, position: Position, closed: Contacts, cell: int) -> Iterator[Gesture]:
        if not position.placing:
            names = self.overlay.names
            for end in members(self.places & ~closed):
                yield Gesture(f"{names[cell]}-{names[end]}", reed(cell) | reed(end))

    def liftable(self, position: Position) -> Cells:
        if position.placing:
            return NO_CELLS
        cells = self.overlay.cells
        romans = (position.romans_of(colour) for colour in position.colours)
        return cell_set(cells[field] for fields in romans for field in fields)

    def pressable(self, position: Position) -> Cells:
        if not position.placing:
            return NO_CELLS
        return cell_set(self._keys[colour] for colour in position.colours)

    def fields(self, move: Move) -> tuple[int, ...]:
        cells = self.overlay.cells
        return tuple(cells[field] for field in move.replace("@", "-").split("-") if field in cells)

    # Lights

    def lamps(self, position: Position) -> dict[int, LampState]:
        return {cell: LampState(dim(colour)) for cell, colour in self.pieces(position).items()}

    def tally(self, position: Position) -> dict[int, LampState]:
        lit = {self._scale[0]: LampState(START)}
        senators: dict[int, list[Colour]] = {}
        for colour, steps in zip(position.setup.letters, position.steps, strict=True):
            senators.setdefault(steps % SCALE, []).append(LIGHTS[colour])
        for field, colours in senators.items():
            mixed = [sum(part) // len(colours) for part in zip(*colours, strict=True)]
            lit[self._scale[field]] = LampState((mixed[0], mixed[1], mixed[2]))
        return lit

    def movers(self, position: Position) -> dict[int, LampState]:
        usual = position.colours[:1]
        return {self._keys[colour]: LampState(LIGHTS[colour], blinks=colour == usual) for colour in position.colours}

    def highlight(self, before: Position, after: Position) -> dict[int, LampState]:
        lit = {}
        for sector in set(before.unscored) - set(after.unscored):
            for field in after.sector(sector):
                lit[self.overlay.cells[field]] = LampState(SCORED, blinks=True)
        letters = after.setup.letters
        for colour, old, new in zip(letters, before.steps, after.steps, strict=True):
            if old != new:
                lit[self._scale[new % SCALE]] = LampState(LIGHTS[colour], blinks=True)
        return lit

    # Screen

    def pieces(self, position: Position) -> dict[int, Colour]:
        return {
            self.overlay.cells[field]: LIGHTS[colour]
            for colour in position.setup.letters
            for field in position.romans_of(colour)
        }

    def things(self, position: Position, closed: Contacts | None = None) -> Iterator[DrawnPiece]:
        cells = self.overlay.cells
        for colour, seat in owners(position).items():
            for field in position.romans_of(colour):
                yield DrawnPiece(cells[field], "roman", LIGHTS[colour], Text(ROMANS[colour], {}), seat)

    def senators(self, position: Position) -> dict[str, Senator]:
        """Return each colour's senator, by colour letter."""
        return {
            colour: Senator(steps % SCALE, self._scale[steps % SCALE], steps, LIGHTS[colour], seat)
            for (colour, seat), steps in zip(owners(position).items(), position.steps, strict=True)
        }

    def colours(self, position: Position) -> dict[str, tuple[Colour, ...]]:
        return {
            seat: tuple(LIGHTS[colour] for colour, owner in owners(position).items() if owner == seat)
            for seat in position.seats
        }

    def facts(self, position: Position, words: Words) -> dict[str, str]:
        unscored = position.unscored
        runs = [(text, _runs(sectors, unscored)) for _, text, sectors in SECTOR_KINDS]
        left = ", ".join(words(text, sectors=said) for text, said in runs if said)
        return {words("Coins left"): f"{len(unscored)}: {left}" if left else "0"}

    def turn(self, position: Position) -> Text:
        text = N_("{name}, move {roman} to any free field.")
        if position.placing:
            text = N_("{name}, place {roman} on any free field.")
        return Text(text, {"roman": either([Text(_ROMAN[colour], {}) for colour in position.colours])})

    def notes(self, position: Position) -> Iterator[Note]:
        """Yield the steps that each sector would bring now (FR-9, FR-10) to a colour alone, beside its coin."""
        for name, sector in sectors_of(position.unscored).items():
            gains = position.gains(name)
            x, y = _coin(position, name, self.overlay.cells)
            alone = [(gain, colour) for colour, gain in gains.items() if gain and [*gains.values()].count(gain) == 1]
            for row, (gain, colour) in enumerate(sorted(alone, reverse=True)):
                way = 8.5 * (row + 1)
                at = (x + way, y) if name in "abcdefg\\/" else (x, y + way)
                steps = f"{gain:+}"
                said = told("{sector}: {roman} {steps}", sector=sector, roman=Text(ROMANS[colour], {}), steps=steps)
                yield Note(at, (0, 0), steps, LIGHTS[colour], gain > 0, said)

    def extras(self, position: Position) -> dict[str, Any]:
        """Return the senators, which stand on the popularity scale in lamps alone."""
        senators = self.senators(position).items()
        return {
            "scale": {
                letter: {**senator._asdict(), "colour": colour_text(senator.colour)} for letter, senator in senators
            }
        }


SECTOR_KINDS: tuple[tuple[str, str, Sequence[str]], ...] = (  # of a sector, of several, and their names
    (N_("row {name}"), N_("rows {sectors}"), "1234567"),
    (N_("column {name}"), N_("columns {sectors}"), "abcdefg"),
    (N_("diagonal {name}"), N_("diagonals {sectors}"), "\\/"),
    (N_("building {name}"), N_("buildings {sectors}"), BUILDINGS),
)


def owners(position: Position) -> dict[str, str]:
    """Return the seat of each colour (FR-8)."""
    return dict(zip(position.setup.letters, cycle(position.seats), strict=False))


def sectors_of(names: Collection[str]) -> dict[str, Text]:
    """Return the kind and the name of each of these sectors, one kind after another."""
    kinds = ((text, name) for text, _, kind in SECTOR_KINDS for name in names if name in kind)
    return {name: Text(text, {"name": sector_name(name)}) for text, name in kinds}


def _runs(names: Sequence[str], some: Collection[str]) -> str:
    """Return some of these names, three or more neighbours joined: ``2-5 7``."""
    runs: list[list[str]] = [[]]
    for name in names:
        if name in some:
            runs[-1].append(name)
        elif runs[-1]:
            runs.append([])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs if run)


def either(romans: Sequence[Text]) -> Text:
    """Return the name of a Roman, or two names joined by "or"."""
    if len(romans) == 1:
        return romans[0]
    return told("{one} or {other}", one=romans[0], other=romans[1])


@lru_cache(maxsize=8)
def _adapter(layout: str, variant: bool) -> ForumRomanumAdapter:
    return ForumRomanumAdapter(layout, variant=variant)


def adapter(start: Position) -> ForumRomanumAdapter:
    """Return the adapter with the buildings and the scoring of this game (FR-3, FR-17)."""
    return _adapter(start.setup.layout, start.setup.variant)


def for_page(position: Position, cells: Mapping[str, int]) -> PageGame:
    """Return the data of the page: the coins still to be won, the Romans not yet placed."""
    return PageGame(
        ("roman",),
        printed=("layout", "variant"),
        coins={name: _coin(position, name, cells) for name in position.unscored},
        supplies=tuple(_supplies(position, cells)),
        premoves=True,
    )


def _coin(position: Position, sector: str, cells: Mapping[str, int]) -> tuple[float, float]:
    """Return the place of a sector's coin: beside the forum, a building's in the corner of a field.

    Millimetres to the right and down from the corner of cell 0; a building's field is its first.
    """
    row, column = divmod(cells[position.sector(sector)[0]], COLUMNS)
    across, down = PITCH * column, PITCH * row
    if sector in BUILDINGS:
        return across + 32, down + 8
    if sector == "\\":
        return -4.6, -4.6
    if sector == "/":
        return -4.6, 7 * PITCH + 4.6
    return (across + 20, -4.6) if sector in "abcdefg" else (-4.6, down + 20)


def _supplies(position: Position, cells: Mapping[str, int]) -> Iterator[Supply]:
    """Return the Romans in hand by seat. Any colour but the usual has the cell of its key."""
    left, whose = position.in_hand, owners(position)
    some = [colour for seat in position.seats for colour in left if whose[colour] == seat and left[colour]]
    usual = position.colours[:1]
    for colour in some:
        yield Supply(
            colour,
            "roman",
            LIGHTS[colour],
            Text(ROMANS[colour], {}),
            whose[colour],
            left[colour],
            f"{colour}@",
            None if colour == usual else cells[f"key-{colour}"],
        )


HOUSE_RULES = {
    "colours": N_("the colours of the seats: {value}"),
    "layout": N_("buildings: {value}"),
    "variant": N_("sectors score by the variant"),
}
ENDINGS = {
    "scored": N_("every sector was scored, or full and in stalemate"),
    "agreed": N_("the players agreed to stop"),
}


def account(positions: Sequence[Position], words: Words) -> dict[str, list[str]]:
    """Return the sectors that moved each senator, and how far, by seat."""
    last = positions[-1]
    whose = owners(last)
    walked: dict[str, list[str]] = {colour: [] for colour in whose}
    for before, after in pairwise(positions):
        scored = [name for name in before.unscored if name not in after.unscored]
        steps = ", ".join(map(words.tell, sectors_of(scored).values()))
        for colour, old, new in zip(whose, before.steps, after.steps, strict=True):
            if old != new:
                walked[colour].append(f"{steps} {new - old:+}")
    return {
        seat: [
            f"{words(ROMANS[colour])} {last.steps[number]:+}: {'; '.join(walked[colour])}"
            for number, (colour, owner) in enumerate(whose.items())
            if owner == seat and walked[colour]
        ]
        for seat in last.seats
    }


def marks(position: Position, cells: Mapping[str, int]) -> dict[int, str]:
    """Return the colour of each Roman, and of the senators on the popularity scale, as letters."""
    letters = position.setup.letters
    marked = {cells[field]: colour for colour in letters for field in position.romans_of(colour)}
    for colour, steps in zip(letters, position.steps, strict=True):
        at = cells[f"steps-{steps % SCALE}"]
        marked[at] = marked.get(at, "") + colour
    return marked


REFUSALS = {
    "forum_romanum.all-placed": N_("All Romans are on the forum: now move one of yours."),
    "forum_romanum.place-first": N_("First all Romans are placed; after that they move."),
    "forum_romanum.occupied": N_("This field is taken: a Roman needs a free one."),
    "forum_romanum.not-that-colour": N_("It is not the turn of that colour."),
    "forum_romanum.nobody-there": N_("Nobody stands there."),
    "forum_romanum.not-its-turn": N_("It is not the turn of that Roman's colour."),
}


def misplaced(position: Position, kind: str, source: str, target: str) -> str | None:
    """Return that the fields around the forum are not for Romans (FR-1, FR-5)."""
    if target.startswith("steps-"):
        return N_("That is the popularity scale: its senators move by themselves.")
    return None if target in FIELDS else N_("Romans stand on the fields of the forum only.")


def in_words(before: Position, move: Move) -> Text:
    """Return the sentence about the placement (FR-6) or the move (FR-7) of a Roman."""
    colour, placed, field = move.partition("@")
    if placed:
        roman = Text(_ROMAN[colour], {})
        return Text(N_("{name} places {roman} on {field}"), {"roman": roman, "field": field})
    start, _, end = move.partition("-")
    colour = next(one for one in before.setup.letters if start in before.romans_of(one))
    roman = Text(_ROMAN[colour], {})
    return Text(N_("{name} moves {roman} to {field}"), {"roman": roman, "field": end})


def happened(before: Position, after: Position, names: Mapping[str, str], words: Words) -> list[str]:
    """Return sentences about scored sectors and the steps of the senators (FR-9, FR-10)."""
    scored = [name for name in before.unscored if name not in after.unscored]
    sectors = sectors_of(scored).values()
    was, now = before.scores(), after.scores()
    moved = [f"{names[seat]} {now[seat] - was[seat]:+}" for seat in now if now[seat] != was[seat]]
    if not moved:
        return []
    return [f"{words.all_of(sectors)}: {', '.join(moved)}" if sectors else ", ".join(moved)]


def way(position: Position, move: Move, cells: Mapping[str, int]) -> tuple[Source, int] | None:
    """Return the supply or the field of a Roman, and the field where it goes (FR-6, FR-7)."""
    colour, placed, field = move.partition("@")
    if placed:
        return f"{colour}@", cells[field]
    start, _, end = move.partition("-")
    return (cells[start], cells[end]) if end else None


def means(position: Position, start: str, end: str) -> Iterator[Move]:
    """Return the placing of the seat's first colour, while Romans are placed (FR-6)."""
    if position.placing:
        yield f"{position.colours[:1]}@{end}"


KEYS: dict[str, str] = {
    "y": N_("the yellow key"),
    "b": N_("the blue key"),
    "r": N_("the red key"),
    "g": N_("the green key"),
    "k": N_("the black key"),
    "w": N_("the white key"),
}


def field_aloud(name: str) -> Text:
    """Return a field by its letter and number, and a key by its colour."""
    kind, _, number = name.partition("-")
    if kind == "key":
        return Text(KEYS[number], {})
    if kind == "steps":
        return Text(N_("step {number}"), {"number": number})
    return as_it_is(name.upper())


def move_aloud(move: Move) -> Text:
    """Return the spoken form of a placement or a move of a Roman."""
    colour, placed, field = move.partition("@")
    if placed:
        return Text(N_("{roman} on {field}"), {"roman": Text(ROMANS[colour], {}), "field": field.upper()})
    start, _, end = move.partition("-")
    if not end:
        return Text(N_("ends the game by agreement"), {})
    return Text(N_("from {start} to {end}"), {"start": start.upper(), "end": end.upper()})


KIT: GameKit[Position] = GameKit(
    about=ABOUT,
    adapter=adapter,
    screen=ScreenWords(REFUSALS, in_words, happened, way, misplaced, means=means),
    page=PageFacts(for_page, NEW_GAME_OPTIONS),
    speech=Spoken(field_aloud, move_aloud),
    account=Account(HOUSE_RULES, ENDINGS, account, marks),
    traits=Traits(keys=True),
    facts=FACTS,
)

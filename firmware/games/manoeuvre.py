"""Das glorreiche Manöver on the table: its gestures, its lights, its screen."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from firmware.games.about import About, as_it_is
from firmware.games.adapter import Adapter
from firmware.games.capabilities import Traits
from firmware.games.facts.manoeuvre import FACTS
from firmware.games.gestures import Gesture, Touched
from firmware.games.kit import Account, GameKit, PageFacts, ScreenWords, Spoken
from firmware.games.lights import LampState, dim
from firmware.games.page import PageGame
from firmware.games.screen import DrawnPiece, Note
from firmware.words import N_, Text, Words, told
from hal import NO_CELLS, NO_CONTACTS, Cells, Colour, Contacts, cell_set, contacts_of, members, one_cell, reed
from rules import MalformedError, Move
from rules.manoeuvre import Position
from wiring import read_overlay

LIGHTS: dict[str, Colour] = {  # by the letter of the colour: GM-2
    "r": (255, 0, 0),
    "y": (255, 190, 0),
    "b": (0, 60, 255),
    "g": (0, 200, 0),
}
RECRUITS: dict[str, str] = {
    "r": N_("red recruit"),
    "y": N_("yellow recruit"),
    "b": N_("blue recruit"),
    "g": N_("green recruit"),
}
BONUSES: dict[int, tuple[Colour, str]] = {  # by the factor of the stone: GM-14
    2: ((230, 230, 230), N_("white bonus stone")),
    3: ((20, 20, 20), N_("black bonus stone")),
}
STONES: dict[int, Colour] = {2: (0, 180, 180), 3: (200, 0, 200)}  # the lamps of bonus stones
REWARD: Colour = (120, 120, 120)
TAKEN: Colour = (255, 255, 255)  # a reward stone just taken
DARK_TEN: Colour = (52, 58, 44)  # the shading of the track changes every ten fields
LIGHT_TEN: Colour = (76, 82, 62)
COURTYARD: Colour = (64, 52, 44)
TRACK = 84  # fields that the table has

ABOUT = About(
    title=N_("Das glorreiche Manöver"),
    lamp=(0, 60, 255),
    reasons={"home": N_("recruits back in the courtyard")},
    counts=N_("places and reward stones"),
    fields={"court": N_("court-{number}")},
)
NEW_GAME_OPTIONS: dict[str, tuple[str, ...]] = {"colours": ()}
MORE_ON_SCREENS = {"rewards": "text", "bonuses": "text"}


_End = tuple[str, Contacts, Cells]
"""An end of a move: its target, the reed that closes there, the cell that is pressed there."""


class ManoeuvreAdapter(Adapter[Position]):
    """84 fields to and fro, the courtyard along the near edge.

    Recruits of equal looks stand on each other. A reed tells whether a field is occupied, and a
    press selects a stack.
    """

    def __init__(self) -> None:
        self.overlay = read_overlay("manoeuvre")
        cells = self.overlay.cells
        self._track = {str(n): cells[str(n)] for n in range(1, TRACK + 1)}
        self._courtyard = tuple(cells[f"court-{place}"] for place in range(1, 13))
        self._court = cell_set(self._courtyard)
        self.places = contacts_of(cell_set(self.overlay.names))
        self.sheet = {"rewards": "", "bonuses": ""}  # a page draws the stones as things
        self.printed = {
            **{cell: (LIGHT_TEN, DARK_TEN)[(int(n) - 1) // 10 % 2] for n, cell in self._track.items()},
            **dict.fromkeys(self._courtyard, COURTYARD),
        }

    # Gestures

    def start(self, position: Position) -> Contacts:
        out = len(self._courtyard) - position.detail()["courtyard"]  # brought out in turn: GM-6
        return super().start(position) | contacts_of(cell_set(self._courtyard[out:]))

    def gestures(self, position: Position, closed: Contacts) -> Iterator[Gesture]:
        stacks = _stacks(position)
        for move in position.legal_moves():
            if position.chance:
                field = move.split()[1]
                for cell in self._in_courtyard(position, closed):
                    if field in stacks:
                        yield Gesture(move, reed(cell), presses=one_cell(self._track[field]))
                    else:
                        yield Gesture(move, reed(cell) | reed(self._track[field]))
                continue
            field, _, target = move.partition("-")
            start = self._track[field]
            alone = len(stacks[field]) == 1
            flips, presses = (reed(start), NO_CELLS) if alone else (NO_CONTACTS, one_cell(start))
            if target == "home":
                yield Gesture(move, flips | reed(self._next_home(position)), presses)
                if alone:  # "lift or press": the recruit may be pressed as it is taken
                    yield Gesture(move, flips | reed(self._next_home(position)), one_cell(start))
            elif target in stacks:
                yield Gesture(move, flips, presses | one_cell(self._track[target]))
            else:
                yield Gesture(move, flips | reed(self._track[target]), presses)

    def candidates(self, position: Position, closed: Contacts, touched: Touched) -> Iterator[Gesture]:
        names, stacks = self.overlay.names, _stacks(position)
        ends: list[_End] = []
        for cell in members(touched.placed):
            name = names[cell]
            if name in self._track and name not in stacks:
                ends.append((name, reed(cell), NO_CELLS))
            elif not position.chance and cell == self._next_home(position):
                ends.append(("home", reed(cell), NO_CELLS))
        pressed_ends = (cell for cell in members(touched.pressed) if names.get(cell) in stacks)
        ends += [(names[cell], NO_CONTACTS, one_cell(cell)) for cell in pressed_ends]
        if position.chance:
            for start in members(touched.lifted):
                for field, placed, pressed in ends if self._is_own(position, start) else ():
                    yield Gesture(f"roll {field}", reed(start) | placed, pressed)
        else:
            yield from self._moves_on_the_track(stacks, touched, ends)

    def _moves_on_the_track(self, stacks: dict[str, str], touched: Touched, ends: list[_End]) -> Iterator[Gesture]:
        """Return the candidates that begin on the track."""
        names = self.overlay.names
        for start in members((touched.lifted | touched.pressed) & ~self._court):
            field = names.get(start, "")
            if field not in stacks:
                continue
            lifted, cell = len(stacks[field]) == 1, one_cell(start)
            for target, placed, pressed in ends:
                if target == field:
                    continue
                if lifted and touched.lifted & cell:
                    yield Gesture(f"{field}-{target}", reed(start) | placed, pressed)
                    if target == "home" and touched.pressed & cell:
                        yield Gesture(f"{field}-{target}", reed(start) | placed, cell)
                elif not lifted and touched.pressed & cell:
                    yield Gesture(f"{field}-{target}", placed, pressed | cell)

    def endings(self, position: Position, closed: Contacts, cell: int) -> Iterator[Gesture]:
        field, stacks = self.overlay.names[cell], _stacks(position)
        flips, presses = (NO_CONTACTS, one_cell(cell)) if len(stacks.get(field, "")) > 1 else (reed(cell), NO_CELLS)
        for move in position.legal_moves():
            start, _, target = move.partition(" " if position.chance else "-")
            begins = self._is_own(position, cell) if position.chance else start == field
            if begins and target in stacks:
                yield Gesture(move, flips, presses | one_cell(self._track[target]))
            elif begins and target in self._track:
                yield Gesture(move, flips | reed(self._track[target]), presses)

    def liftable(self, position: Position) -> Cells:
        if position.chance:
            return cell_set(cell for cell in self._courtyard if self._is_own(position, cell))
        stacks = _stacks(position)
        single = (field for field in _begins(position) if len(stacks.get(field, "")) == 1)
        return cell_set(self._track[field] for field in single)

    def pressable(self, position: Position) -> Cells:
        return cell_set(self._track[field] for field in _stacks(position))

    def _is_own(self, position: Position, cell: int) -> bool:
        """Whether a cell of the courtyard belongs to the seat to move (GM-5)."""
        if not self._court >> cell & 1:
            return False
        return _owner(position, self._courtyard.index(cell)) == position.to_move

    def _in_courtyard(self, position: Position, closed: Contacts) -> list[int]:
        """Return the cells where recruits of the seat to move still wait in the courtyard."""
        return [cell for cell in self._courtyard if self._is_own(position, cell) and closed >> cell & 1]

    def _next_home(self, position: Position) -> int:
        """Return the cell of the next recruit home (GM-17)."""
        return self.overlay.cells[_next_home(position)]

    def fields(self, move: Move) -> tuple[int, ...]:
        parts = move.replace("roll ", "-").split("-")
        return tuple(self._track[part] for part in parts if part in self._track)

    # Lights

    def lamps(self, position: Position) -> dict[int, LampState]:
        lit = {
            self._track[str(field)]: LampState(dim(STONES[factor])) for field, factor in position.setup.bonuses.items()
        }
        lit |= {self._track[str(field)]: LampState(dim(REWARD)) for field in _rewards_left(position)}
        return lit | {cell: LampState(dim(colour)) for cell, colour in self.pieces(position).items()}

    def movers(self, position: Position) -> dict[int, LampState]:
        seat = position.to_move
        if seat is None or position.chance:
            return {}
        return {self._track[field]: LampState(_light(position, seat), blinks=True) for field in _begins(position)}

    def highlight(self, before: Position, after: Position) -> dict[int, LampState]:
        taken = set(_rewards_left(before)) - set(_rewards_left(after))
        return {self._track[str(field)]: LampState(TAKEN, blinks=True) for field in taken}

    # Screen

    def pieces(self, position: Position) -> dict[int, Colour]:
        found = {self._track[field]: _light(position, stack[-1]) for field, stack in _stacks(position).items()}
        for place, seat in enumerate(position.home):
            found[self._courtyard[11 - place]] = _light(position, seat)
        return found

    def things(self, position: Position, closed: Contacts | None = None) -> Iterator[DrawnPiece]:
        cells, left = self._track, _rewards_left(position)
        standing = self.start(position) if closed is None else closed
        for field, value in position.setup.rewards.items():
            if field in left:
                name = Text(N_("reward stone worth {points}"), {"points": value})
                yield DrawnPiece(cells[str(field)], "reward", REWARD, name, label=str(value))
        for field, factor in position.setup.bonuses.items():
            colour, bonus = BONUSES[factor]
            yield DrawnPiece(cells[str(field)], "bonus", colour, Text(bonus, {}), label=f"x{factor}")
        for on, stack in _stacks(position).items():
            yield _recruits(position, cells[on], stack)
        for place, seat in enumerate(position.home):
            yield _recruits(position, self._courtyard[11 - place], seat)
        for place, cell in enumerate(self._courtyard[: 12 - len(position.home)]):
            if position.detail()["courtyard"] and standing >> cell & 1:
                yield _recruits(position, cell, _owner(position, place))

    def colours(self, position: Position) -> dict[str, tuple[Colour, ...]]:
        return {seat: (_light(position, seat),) for seat in position.seats}

    def facts(self, position: Position, words: Words) -> dict[str, str]:
        stacks = [f"{field}:{stack}" for field, stack in _stacks(position).items() if len(stack) > 1]
        lie: dict[int, list[str]] = {2: [], 3: []}
        for field, factor in position.setup.bonuses.items():
            lie[factor].append(str(field))
        return {
            words("Home (the eleventh ends the game)"): str(len(position.home)),
            words("White bonus stones (turquoise lamp)"): " ".join(lie[2]),
            words("Black bonus stones (violet lamp)"): " ".join(lie[3]),
            words("Stacks"): "  ".join(stacks) or words("none"),
        }

    def notes(self, position: Position) -> Iterator[Note]:
        """Yield how far each recruit may go (GM-12 to GM-14), and what the next one home brings (GM-17)."""
        if position.chance or position.to_move is None:
            return
        colour = _light(position, position.to_move)
        for field, reach in position.detail()["reach"].items():
            said = Text(N_("moves up to {number}"), {"number": reach})
            yield Note(self._track[field], (10.5, 13.5), f"+{reach}", colour, leads=True, said=said)
        points = len(self._courtyard) - len(position.home)
        said = Text(N_("the next recruit home: +{number}"), {"number": points})
        yield Note(self._next_home(position), (0, 4), f"+{points}", REWARD, leads=True, said=said)

    def turn(self, position: Position) -> str | Text:
        if position.chance:
            return _ROLL
        text = N_("{name}, move one of the blinking recruits; to move the top one of a stack, press the stack first.")
        return Text(text, {}, Text(_MARCH, {}))


_ROLL = N_("{name}, roll the die and bring a recruit from the courtyard to that field.")
_MARCH = N_(
    "{name}, move one of your recruits; HINT tells which of them can move. To move the "
    "top one of a stack, press the stack first."
)


def _recruits(position: Position, cell: int, stack: str) -> DrawnPiece:
    """Return the recruits on a cell; `stack`: the digits of their seats, bottom to top."""
    colours = tuple(_light(position, seat) for seat in stack)
    names = tuple(Text(RECRUITS[_letter(position, seat)], {}) for seat in stack)
    return DrawnPiece(cell, "recruit", colours[-1], names[-1], stack[-1], stack=colours, pieces=names)


def _owner(position: Position, place: int) -> str:
    """Return the seat of a place of the courtyard, a number from 0 (GM-5)."""
    return position.seats[place % len(position.seats)]


def _letter(position: Position, seat: str) -> str:
    """Return the letter of the colour of a seat (GM-2)."""
    return position.setup.colours[int(seat) - 1]


def _light(position: Position, seat: str) -> Colour:
    """Return the colour of a seat's recruits on lamps and screens."""
    return LIGHTS[_letter(position, seat)]


@lru_cache(maxsize=256)
def _begins(position: Position) -> frozenset[str]:
    """Return the fields from which a recruit may move now."""
    return frozenset(move.partition("-")[0] for move in position.legal_moves())


@lru_cache(maxsize=256)
def _stacks(position: Position) -> dict[str, str]:
    """Return the digits of the seats of the recruits on each field, bottom to top."""
    return {str(field): stack for field, stack in position.stacks().items()}


def _rewards_left(position: Position) -> list[int]:
    """Return the fields of the reward stones that are not taken yet."""
    return [field for field in position.setup.rewards if field not in position.taken]


@cache
def _adapter() -> ManoeuvreAdapter:
    return ManoeuvreAdapter()


def adapter(position: Position) -> ManoeuvreAdapter:
    """Return the adapter, the same for every game.

    Raise MalformedError for a track that does not fit the table.
    """
    if position.setup.length != TRACK:
        raise MalformedError(
            told(
                "the table has {track} fields, so no track of {length} lies on it",
                track=TRACK,
                length=position.setup.length,
            )
        )
    return _adapter()


def for_page(position: Position, cells: Mapping[str, int]) -> PageGame:
    """Return the data of the page."""
    return PageGame(("recruit",), printed=("rewards", "bonuses"), premoves=True)


HOUSE_RULES = {
    "colours": N_("the colours of the seats: {value}"),
    "track": N_("a track of {value} fields"),
    "rewards": N_("reward stones: {value}"),
    "bonuses": N_("bonus stones: {value}"),
}
ENDINGS = {"home": N_("the eleventh recruit was home")}


def account(positions: Sequence[Position], words: Words) -> dict[str, list[str]]:
    """Return the places in the courtyard and the reward stones of each seat (GM-19)."""
    detail = positions[-1].detail()
    lines: dict[str, list[str]] = {}
    for seat in positions[-1].seats:
        places, stones = detail["home"][seat], detail["rewards"][seat]
        lines[seat] = [
            words(text, points=" + ".join(map(str, points)))
            for text, points in ((_PLACES, places), (_STONES, stones))
            if points
        ]
    return lines


_PLACES = N_("places in the courtyard: {points}")
_STONES = N_("reward stones: {points}")


def marks(position: Position, cells: Mapping[str, int]) -> dict[int, str]:
    """Return the letters of the colours of the recruits on each cell, bottom to top.

    Free stones: +2 is a reward stone, x3 a bonus stone.
    """
    setup = position.setup
    left = _rewards_left(position)
    marked = {cells[str(field)]: f"+{setup.rewards[field]}" for field in left}
    marked |= {cells[str(field)]: f"x{factor}" for field, factor in setup.bonuses.items()}
    for field, stack in _stacks(position).items():
        marked[cells[field]] = "".join(_letter(position, seat) for seat in stack)
    for place, seat in enumerate(position.home):
        marked[cells[f"court-{12 - place}"]] = _letter(position, seat)
    return marked


REFUSALS = {
    "manoeuvre.full-field": N_("Three recruits stand there: no more fit on a field."),
    "manoeuvre.all-out": N_("All recruits are out already."),
    "manoeuvre.roll-first": N_("First the die brings all recruits out; after that they march."),
    "manoeuvre.nobody-there": N_("Nobody stands there."),
    "manoeuvre.not-on-top": N_("{top} stands on top there: only the recruit on top can move."),
    "manoeuvre.moved-already": N_("This recruit has moved already: each moves once in a turn."),
    "manoeuvre.forward-only": N_("Recruits march forward only, at least one field."),
    "manoeuvre.too-far": N_("Too far: from there a recruit reaches {reach} fields at most, by its rank and its stack."),
}


def misplaced(position: Position, kind: str, source: str, target: str) -> str | None:
    """Return that stones stay (GM-3, GM-4), and where home is (GM-17)."""
    if kind in ("reward", "bonus"):
        return N_("Stones stay where they lie: the recruits come to them.")
    if source.startswith("court-"):
        return N_("This recruit is home: it stays in the courtyard.")
    if not target.startswith("court-"):
        return None
    if f"{source}-home" in position.legal_moves():
        return N_("It comes home, but on the next free place: the one with the dot.")
    return N_("The courtyard comes after the last field: from here it cannot be reached now.")


def turn_on_screen(position: Position) -> str:
    """Return the prompt of a screen, where the die rolls by itself."""
    if position.chance:
        return N_("{name}, roll the die: it brings a recruit to the field of its number.")
    return N_("{name}, move one of your recruits that stand free or on top.")


def turn_on_keys(position: Position) -> str:
    """Return the prompt with the fields to press for a roll or a march."""
    if position.chance:
        return N_("{name}, press CONFIRM to roll the die: it brings a recruit to that field.")
    return N_("{name}, press one of the blinking recruits, then the field it marches to.")


def in_words(before: Position, move: Move) -> Text:
    """Return the sentence about a recruit that the die (GM-6) or a march (GM-8) moves."""
    if before.chance:
        text = N_("{name} rolls {number}: a recruit comes to that field")
        return Text(text, {"number": move.split()[1]})
    start, _, end = move.partition("-")
    if end == "home":
        return Text(N_("{name} moves a recruit from {start} to the courtyard"), {"start": start})
    text = N_("{name} moves a recruit from {start} to {end}")
    return Text(text, {"start": start, "end": end})


def happened(before: Position, after: Position, names: Mapping[str, str], words: Words) -> list[str]:
    """Return the reward stone taken (GM-16) and the recruits that came home (GM-17)."""
    sentences: list[str] = []
    if before.to_move is None:
        return sentences
    mover = names[before.to_move]
    for field in set(_rewards_left(before)) - set(_rewards_left(after)):
        points = after.setup.rewards[field]
        sentences.append(words("{name} takes the reward stone worth {points}", name=mover, points=points))
    sentences += [
        words.plural(
            "{name} brings a recruit home: {number} point",
            "{name} brings a recruit home: {number} points",
            12 - place,
            name=names[seat],
        )
        for place, seat in enumerate(after.home)
        if place >= len(before.home)
    ]
    return sentences


def way(position: Position, move: Move, cells: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the fields of a march (GM-8); home is the next free place of the courtyard (GM-17)."""
    start, _, end = move.partition("-")
    return cells[start], cells[_next_home(position) if end == "home" else end]


def means(position: Position, start: str, end: str) -> Iterator[Move]:
    """Return the march home, for a recruit on the next free place of the courtyard (GM-17)."""
    if end == _next_home(position):
        yield f"{start}-home"


def _next_home(position: Position) -> str:
    """Return the place of the next recruit home (GM-17)."""
    return f"court-{12 - len(position.home)}"


def field_aloud(name: str) -> Text:
    """Return a field by its number, in the courtyard or on the track."""
    kind, _, number = name.partition("-")
    if kind == "court":
        return Text(N_("place {number} in the courtyard"), {"number": number})
    return as_it_is(name)


def move_aloud(move: Move) -> Text:
    """Return the spoken form of a roll, or of the way of a recruit."""
    start, _, end = move.partition("-")
    if move.startswith("roll"):
        text = N_("rolls {number} and brings a recruit to that field")
        return Text(text, {"number": move.split()[-1]})
    if end == "home":
        return Text(N_("from {start} home"), {"start": start})
    return Text(N_("from {start} to {end}"), {"start": start, "end": end})


KIT: GameKit[Position] = GameKit(
    about=ABOUT,
    adapter=adapter,
    screen=ScreenWords(REFUSALS, in_words, happened, way, misplaced, turn_on_screen, turn_on_keys, means=means),
    page=PageFacts(for_page, NEW_GAME_OPTIONS, MORE_ON_SCREENS),
    speech=Spoken(field_aloud, move_aloud, {_ROLL: N_("{name}, roll the die."), _MARCH: N_("{name}, move a recruit.")}),
    account=Account(HOUSE_RULES, ENDINGS, account, marks, in_facts=frozenset({"bonuses"})),
    traits=Traits(any_order=True, presses=True, stacks=True),
    facts=FACTS,
)

"""Revolution on the table: its gestures, its lights, its screen."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from firmware.games.about import About, as_it_is
from firmware.games.adapter import Adapter
from firmware.games.capabilities import Traits
from firmware.games.facts.revolution import BUILT, FACTS
from firmware.games.gestures import Gesture, Touched
from firmware.games.kit import Account, GameKit, PageFacts, ScreenWords, Spoken
from firmware.games.lights import LampState, dim
from firmware.games.page import PageGame, Supply
from firmware.games.screen import DrawnPiece, Note, Source
from firmware.words import N_, Text, Words
from hal import NO_CELLS, NO_CONTACTS, Cells, Colour, Contacts, cell_set, contacts_of, members, one_cell, reed, reeds_of
from rules import Move
from rules.revolution import BUILDINGS, CARDS, FIELDS, SEATS, STONES, Position
from wiring import read_overlay

LIGHTS: dict[str, Colour] = {"light": (255, 200, 120), "dark": (90, 40, 255)}
CARD = {"light": N_("light card {card}"), "dark": N_("dark card {card}")}
FLAG = {"light": N_("light flag"), "dark": N_("dark flag")}
STONE = {"light": N_("light stone"), "dark": N_("dark stone")}
OWNERS = {"l": "light", "d": "dark", "o": "light", "x": "dark"}  # of cards and stones in the text of a position
BUILDING: Colour = (0, 160, 90)
ELIGIBLE: Colour = (255, 255, 255)  # a field that may bear a stone now
CITY: Colour = (70, 66, 60)
PLACE: Colour = (44, 40, 36)

ABOUT = About(
    title=N_("Revolution"),
    lamp=(255, 0, 0),
    reasons={
        "flag": N_("flag captured"),
        "buildings": N_("three buildings controlled"),
        "stones": N_("eleven stones set and the flag laid"),
        "exhausted": N_("nobody sets a stone any more"),
    },
    counts=N_("stones set"),
    seats={"light": N_("Jacobins"), "dark": N_("Royalists")},
    nameless={"light": N_("Light"), "dark": N_("Dark")},
    fields={"light": N_("light-{number}"), "dark": N_("dark-{number}")},
    most_points_lead=True,  # RV-23 gives points to the winner alone
)
NEW_GAME_OPTIONS = {
    "buildings_apart": ("false", "true"),
    "securing": ("strongest_card", "strongest_cards"),
    "notre_dame": ("closed", "early"),
}


class RevolutionAdapter(Adapter[Position]):
    """The city in the middle, each seat's cards at its side, the buildings at the near edge.

    Cards and buildings have magnets and stand on their own places until they are laid. A stone has
    no magnet, so its field is pressed while it is set.
    """

    def __init__(self) -> None:
        self.overlay = read_overlay("revolution")
        cells = self.overlay.cells
        self._fields = {field: cells[field] for field in FIELDS}
        self._places = {
            **{name: cells[name] for name in BUILDINGS},
            **{f"{seat}-{card}": cells[f"{seat}-{card}"] for seat in SEATS for card in CARDS},
        }
        self._reeds = {name: reed(cell) for name, cell in cells.items()}
        self.places = contacts_of(cell_set(self.overlay.names))
        self.printed = {**dict.fromkeys(self._places.values(), PLACE), **dict.fromkeys(self._fields.values(), CITY)}

    # Gestures

    def gestures(self, position: Position, closed: Contacts) -> Iterator[Gesture]:
        for move in position.legal_moves():
            card, laid, field = move.partition("@")
            if laid:
                place = card if card in BUILDINGS else f"{position.to_move}-{card}"
                yield Gesture(move, self._reeds[place] | self._reeds[field])
            elif move.startswith("*"):
                yield Gesture(move, presses=one_cell(self._fields[move[1:]]))
            else:
                yield Gesture(move, key="CONFIRM")

    def candidates(self, position: Position, closed: Contacts, touched: Touched) -> Iterator[Gesture]:
        names = self.overlay.names
        for cell in members(touched.pressed & reeds_of(self.places)):
            yield Gesture(f"*{names[cell]}", presses=one_cell(cell))
        for start in members(touched.lifted):
            piece = self._piece(position, start)
            for end in members(touched.placed) if piece else ():
                yield Gesture(f"{piece}@{names[end]}", reed(start) | reed(end))

    def endings(self, position: Position, closed: Contacts, cell: int) -> Iterator[Gesture]:
        piece = self._piece(position, cell)
        for field, end in self._fields.items() if piece else ():
            yield Gesture(f"{piece}@{field}", reed(cell) | reed(end))

    def liftable(self, position: Position) -> Cells:
        if position.phase == "building":
            return cell_set(self._places[name] for name in BUILDINGS)
        if position.phase != "card":
            return NO_CELLS
        return cell_set(self._places[f"{position.to_move}-{card}"] for card in CARDS)

    def pressable(self, position: Position) -> Cells:
        stones = (move[1:] for move in position.legal_moves() if move.startswith("*"))
        return cell_set(self._fields[field] for field in stones)

    def _piece(self, position: Position, cell: int) -> str | None:
        """Return the building or the mover's card with its place on a cell, as named in moves."""
        name = self.overlay.names.get(cell, "")
        if name in BUILDINGS:
            return name
        seat, _, card = name.partition("-")
        return card if card and seat == position.to_move else None

    def fields(self, move: Move) -> tuple[int, ...]:
        field = move[-2:]
        return (self._fields[field],) if field in self._fields else ()

    # Lights

    def lamps(self, position: Position) -> dict[int, LampState]:
        lit = {}
        for field, cell in self._fields.items():
            what = position.on(field)
            if what[-1:] in OWNERS:  # a stone glows in its owner's colour
                lit[cell] = LampState(LIGHTS[OWNERS[what[-1]]])
            elif what:
                lit[cell] = LampState(dim(_colour(what)))
        return lit

    def movers(self, position: Position) -> dict[int, LampState]:
        lit = {}
        seat = position.to_move
        for gesture in self.gestures(position, NO_CONTACTS):
            if gesture.presses:
                lit[members(gesture.presses)[0]] = LampState(ELIGIBLE, blinks=True)
            elif gesture.key is None and seat is not None:
                place = gesture.move[0]
                place = place if place in BUILDINGS else f"{seat}-{place}"
                lit[self._places[place]] = LampState(LIGHTS[seat], blinks=True)
        return lit

    def highlight(self, before: Position, after: Position) -> dict[int, LampState]:
        taken = _taken(before, after)
        return {
            cell: LampState(LIGHTS[taken[building]], blinks=True)
            for field, cell in self._fields.items()
            if (building := after.on(field)[:1]) in taken
        }

    # Screen

    def pieces(self, position: Position) -> dict[int, Colour]:
        found = {}
        for name, cell in self._places.items():
            seat, _, card = name.partition("-")
            if name in BUILDINGS or card in position.hand_of(seat):
                found[cell] = LIGHTS.get(seat, BUILDING)
        for field, cell in self._fields.items():
            what = position.on(field)
            if what:
                found[cell] = _colour(what)
                if what[0] in BUILDINGS:
                    found.pop(self._places[what[0]], None)
        return found

    def things(self, position: Position, closed: Contacts | None = None) -> Iterator[DrawnPiece]:
        laid = {position.on(field)[:1] for field in FIELDS}
        for name, cell in self._places.items():
            seat, _, card = name.partition("-")
            if name in BUILDINGS and name not in laid:
                yield thing_of(cell, name)
            elif card and card in position.hand_of(seat):
                yield thing_of(cell, f"{name[0]}{card}")
        for field, cell in self._fields.items():
            what = position.on(field)
            if what:
                yield thing_of(cell, what.rstrip("ox"))
            if what[-1:] in OWNERS:
                yield _stone(cell, OWNERS[what[-1]])

    def colours(self, position: Position) -> dict[str, tuple[Colour, ...]]:
        return {seat: (colour,) for seat, colour in LIGHTS.items()}

    def facts(self, position: Position, words: Words) -> dict[str, str]:
        influence = position.detail()["influence"]
        lie = {position.on(field).rstrip("ox"): field for field in FIELDS}
        facts: dict[str, Mapping[str, int] | Mapping[str, str]] = {
            N_("Eleven stones, flag laid"): {seat: position.stones_of(seat) for seat in SEATS},
            N_("Three buildings"): {seat: _buildings(position, seat) for seat in SEATS},
            N_("Flags, and who rules there"): {seat: _flag(position, lie.get(f"{seat[0]}F"), words) for seat in SEATS},
            **{BUILT[name]: each for name, each in influence.items()},
        }
        return {words(name): words(_EACH, **each) for name, each in facts.items()}

    def standing(self, position: Position) -> dict[str, int]:
        return {seat: position.stones_of(seat) for seat in SEATS}  # RV-23 scores at the end alone

    def turn(self, position: Position) -> str | Text:
        stones = N_("{name}, set stones on the blinking fields; CONFIRM ends your turn.")
        return {
            "building": N_("{name}, place a building so that it has at least one free neighbouring field."),
            "card": _CARD,
        }.get(position.phase, Text(stones, {}, Text(_STONES, {})))

    def notes(self, position: Position) -> Iterator[Note]:
        """Yield the influence on each field (RV-9), and how near each seat is to each end (RV-19 to RV-21)."""
        for field, cell in self._fields.items():
            each = position.influence(field)
            said, leader = Text(_EACH, each), _leader(each)
            for seat, x in (("light", -14.5), ("dark", 14.5)):
                if each[seat]:
                    yield Note(cell, (x, 14.5), str(each[seat]), LIGHTS[seat], seat == leader, said)
        lie = {position.on(field).rstrip("ox"): field for field in FIELDS}
        for seat, other, x in (("light", "dark", 70), ("dark", "light", 412)):
            flag = lie.get(f"{other[0]}F")
            there = position.influence(flag) if flag else {}
            near = (
                (f"{position.stones_of(seat)}/{STONES}", _stone(0, seat)),
                (f"{_buildings(position, seat)}/{len(BUILDINGS)}", thing_of(0, "N")),
                (f"{there[seat]}:{there[other]}" if there else "\N{EN DASH}", thing_of(0, f"{other[0]}F")),
            )
            for row, (number, piece) in enumerate(near):
                yield Note((x, 180 + 46 * row), (6, 0), number, LIGHTS[seat], leads=True, piece=piece)


_EACH = N_("Jacobins {light}, Royalists {dark}")


def _stone(cell: int, seat: str) -> DrawnPiece:
    return DrawnPiece(cell, "stone", LIGHTS[seat], Text(STONE[seat], {}), seat, "1")


def _colour(what: str) -> Colour:
    """Return the colour of a building or a card, named by the letters of the position's text."""
    return LIGHTS[OWNERS[what[0]]] if what[0] in OWNERS else BUILDING


def _buildings(position: Position, seat: str) -> int:
    """Return how many of the three buildings a seat controls, as RV-20 counts them."""
    influence, laid = position.detail()["influence"], map(position.on, FIELDS)
    notre_dame = [OWNERS.get(what[1:]) for what in laid if what[:1] == "N"]
    return [*notre_dame, *(_leader(influence.get(building, {})) for building in "VB")].count(seat)


def _flag(position: Position, field: str | None, words: Words) -> str:
    """Return where a flag lies, with the influence of light and dark there (RV-19)."""
    if field is None:
        return words("in hand")
    return words("{field} ({light} to {dark})", field=field, **position.influence(field))


def thing_of(cell: int, what: str) -> DrawnPiece:
    """Return a building or a card, named by the letters of the position's text."""
    if what in BUILDINGS:
        return DrawnPiece(cell, "building", BUILDING, Text(BUILT[what], {}), label=what)
    seat = OWNERS[what[0]]
    name = Text(FLAG[seat], {}) if what[1] == "F" else Text(CARD[seat], {"card": what[1]})
    return DrawnPiece(cell, "card", LIGHTS[seat], name, seat, what[1])


@cache
def _adapter() -> RevolutionAdapter:
    return RevolutionAdapter()


def adapter(start: Position) -> RevolutionAdapter:
    """Return the adapter, the same for every game."""
    return _adapter()


def for_page(position: Position, cells: Mapping[str, int]) -> PageGame:
    """Return the data of the page. Stones have no magnets, so their fields are pressed."""
    seat = position.to_move
    supplies: tuple[Supply, ...] = ()
    if seat is not None:
        left = STONES - position.stones_of(seat)
        supplies = (Supply("stone", "stone", LIGHTS[seat], Text(STONE[seat], {}), seat, left, "*"),)
    return PageGame(("card", "building"), supplies=supplies, left="light")


HOUSE_RULES = {
    "buildings_apart": N_("no two buildings are neighbours"),
    "securing": N_("a stone is safe against as many cards as there are free fields"),
    "notre_dame": N_("Notre Dame may bear a stone before it is closed"),
}
ENDINGS = {
    "flag": N_("the flag was captured"),
    "buildings": N_("one player led on all three buildings"),
    "stones": N_("one player had set all eleven stones"),
    "exhausted": N_("all cards were laid and nobody set a stone any more"),
}


_STONES = N_("{name}, set stones; HINT tells on which fields. CONFIRM ends your turn.")
_CARD = N_("{name}, lay one of your cards on a free field.")


def in_hand(position: Position, seat: str, words: Words) -> str:
    """Return the cards that a seat has not laid."""
    hand = position.hand_of(seat)
    cards = ", ".join(hand.replace("F", ""))
    if hand in ("", "F"):
        return words("In your hand: the flag.") if hand else words("You have no card left.")
    if "F" in hand:
        return words("In your hand: {cards} and the flag.", cards=cards)
    return words("In your hand: {cards}.", cards=cards)


def account(positions: Sequence[Position], words: Words) -> dict[str, list[str]]:
    """Return the stones and cards of each seat; the winner scores the other's stones (RV-23)."""
    last = positions[-1]
    return {
        seat: [
            words("{number} of {all} stones set", number=last.stones_of(seat), all=STONES),
            words("in hand: {cards}", cards=" ".join(last.hand_of(seat)) or "-"),
        ]
        for seat in SEATS
    }


def marks(position: Position, cells: Mapping[str, int]) -> dict[int, str]:
    """Return the marks of the pieces on each field, and of the cards in hand beside the city.

    l7 is a light card, dFx a dark flag with a dark stone on it.
    """
    hands = {f"{seat}-{card}": seat[0] + card for seat in SEATS for card in position.hand_of(seat)}
    marked = {field: what for field in FIELDS if (what := position.on(field))}
    return {cells[place]: what for place, what in {**hands, **marked}.items()}


REFUSALS = {
    "revolution.buildings-stand": N_("All three buildings stand already."),
    "revolution.card-laid": N_("You have laid your card: set stones now, or end your turn."),
    "revolution.cards-laid": N_("All cards are laid; from now on only stones are set."),
    "revolution.same-card": N_("That card is laid already."),
    "revolution.occupied": N_("This field is taken: a card needs a free one."),
    "revolution.building-first": N_("First the three buildings are placed."),
    "revolution.card-first": N_("First lay a card, then set stones."),
    "revolution.buildings-first": N_("The buildings come before the cards."),
    "revolution.building-stands": N_("That building stands already."),
    "revolution.buildings-apart": N_("No two buildings may be neighbours: that is your house rule."),
    "revolution.no-free-neighbour": N_("Every building needs a free field beside it, and then one would have none."),
    "revolution.no-card": N_("A stone needs a card under it."),
    "revolution.no-stone-there": N_("Versailles and the Bastille never bear a stone."),
    "revolution.stone-stands": N_("There is a stone on it already."),
    "revolution.not-least": N_(
        "Notre Dame goes to the player with the least influence there: you have {own}, your opponent {other}."
    ),
    "revolution.not-safe": N_(
        "Your influence there is {own}, your opponent's {other}, and cards may still change that."
    ),
}


def misplaced(position: Position, kind: str, source: str, target: str) -> str | None:
    """Return that all is laid in the city (RV-5), and stays where it was laid."""
    if source in FIELDS:
        return N_("What lies in the city stays where it is.")
    return None if target in FIELDS else N_("Buildings, cards and stones go into the city.")


def turn_on_screen(position: Position) -> str | None:
    """Return the prompt for setting stones; see :class:`firmware.games.kit.ScreenWords`."""
    if position.phase in ("building", "card"):
        return None
    return N_("{name}, set stones where the dots are, or end your turn.")


def in_words(before: Position, move: Move) -> Text:
    """Return the sentence about a building or card that is laid, or a stone that is set."""
    card, laid, field = move.partition("@")
    if card in BUILDINGS:
        building = Text(BUILT[card], {})
        text = N_("{name} places {building} on {field}")
        return Text(text, {"building": building, "field": field})
    if laid and card == "F":
        return Text(N_("{name} lays the flag on {field}"), {"field": field})
    if laid:
        return Text(N_("{name} lays the {card} on {field}"), {"card": card, "field": field})
    if move.startswith("*"):
        return Text(N_("{name} sets a stone on {field}"), {"field": move[1:]})
    return Text(N_("{name} ends the turn"), {})


def happened(before: Position, after: Position, names: Mapping[str, str], words: Words) -> list[str]:
    """Return sentences about new leaders on Versailles and Bastille (RV-20) and set stones."""
    now = after.detail()["influence"]
    sentences = []
    for building, leader in _taken(before, after).items():
        least, most = sorted(now[building].values())
        of = words(BUILT[building])
        values = {"name": names[leader], "building": of, "most": most, "least": least}
        sentences.append(words("{name} takes {building}, {most} to {least}", **values))
    stones = {seat: after.stones_of(seat) for seat in SEATS}
    text = N_("{name} has {number} of {all} stones")
    return sentences + [
        words(text, name=names[seat], number=stones[seat], all=STONES)
        for seat in SEATS
        if stones[seat] > before.stones_of(seat)
    ]


def _taken(before: Position, after: Position) -> dict[str, str]:
    """Return the new leaders on Versailles and Bastille. Notre Dame goes by a stone."""
    was, now = before.detail()["influence"], after.detail()["influence"]
    leaders = {building: _leader(now.get(building, {})) for building in "VB"}
    return {
        building: leader for building, leader in leaders.items() if leader and leader != _leader(was.get(building, {}))
    }


def _leader(influence: Mapping[str, int]) -> str | None:
    """Return the seat with the greater influence, if there is such a seat."""
    most = max(influence.values(), default=0)
    leaders = [seat for seat, each in influence.items() if each == most]
    return leaders[0] if len(leaders) == 1 else None


def way(position: Position, move: Move, cells: Mapping[str, int]) -> tuple[Source, int] | None:
    """Return the place of a building or a card, or the supply of stones, and the field."""
    piece, laid, field = move.partition("@")
    if laid:
        return cells[piece if piece in BUILDINGS else f"{position.to_move}-{piece}"], cells[field]
    return ("*", cells[move[1:]]) if move.startswith("*") else None


def means(position: Position, start: str, end: str) -> Iterator[Move]:
    """Return the laying of a building or of an own card, and the setting of a stone."""
    piece = start.removeprefix(f"{position.to_move}-")
    if piece in BUILDINGS or piece != start:
        yield f"{piece}@{end}"
    yield f"*{end}"


_PLACES = {
    "light": (N_("the place of card {card} of the Jacobins"), N_("the place of the flag of the Jacobins")),
    "dark": (N_("the place of card {card} of the Royalists"), N_("the place of the flag of the Royalists")),
}


def field_aloud(name: str) -> Text:
    """Return a field by its letter and number, and the place of a card or a building by it."""
    if name in BUILT:
        return Text(N_("the place of {building}"), {"building": Text(BUILT[name], {})})
    seat, _, card = name.partition("-")
    if seat not in _PLACES:
        return as_it_is(name.upper())
    of_card, of_flag = _PLACES[seat]
    return Text(of_flag, {}) if card == "F" else Text(of_card, {"card": card})


def move_aloud(move: Move) -> Text:
    """Return the spoken form of a laid building or card, or of a set stone."""
    what, _, field = move.partition("@")
    if move.startswith("*"):
        return Text(N_("stone on {field}"), {"field": move[1:].upper()})
    if not field:
        return Text(N_("ends the turn"), {})
    if what in BUILT:
        piece = Text(BUILT[what], {})
    else:
        piece = Text(N_("flag"), {}) if what == "F" else Text(N_("card {card}"), {"card": what})
    return Text(N_("{piece} on {field}"), {"piece": piece, "field": field.upper()})


KIT: GameKit[Position] = GameKit(
    about=ABOUT,
    adapter=adapter,
    screen=ScreenWords(REFUSALS, in_words, happened, way, misplaced, turn_on_screen, means=means),
    page=PageFacts(for_page, NEW_GAME_OPTIONS),
    speech=Spoken(
        field_aloud, move_aloud, {_STONES: N_("{name}, set stones."), _CARD: N_("{name}, lay a card.")}, in_hand
    ),
    account=Account(HOUSE_RULES, ENDINGS, account, marks),
    traits=Traits(presses=True),
    facts=FACTS,
)

"""Révolution with hourglasses on the table: its gestures, its lights, its screen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware.games.about import About, as_it_is
from firmware.games.adapter import Adapter
from firmware.games.capabilities import Measured, Measurement, Traits, read_measured, write_measured
from firmware.games.facts.hourglass import FACTS
from firmware.games.gestures import Gesture, Touched
from firmware.games.kit import Account, GameKit, PageFacts, ScreenWords, Spoken
from firmware.games.lights import LampState, dim
from firmware.games.page import PageGame
from firmware.games.screen import DrawnPiece, Sand
from firmware.words import N_, Text, Value, Words
from hal import NO_CELLS, NO_CONTACTS, Cells, Colour, Contacts, cell_set, contacts_of, members, reed, tilt
from rules import Load, Move, find_game
from rules.hourglass import START, Glass, Position
from wiring import Overlay, cell
from wiring.sheets.board import Board

LIGHTS: dict[str, Colour] = {"white": (230, 230, 230), "pink": (255, 60, 140)}
GLASSES = {"white": N_("white hourglass"), "pink": N_("pink hourglass")}
STALLED = {  # HG-12
    "white": N_("White let the hourglass in {hole} die by waiting, which is forbidden."),
    "pink": N_("Pink let the hourglass in {hole} die by waiting, which is forbidden."),
}
FRESH: Colour = (0, 160, 0)  # plenty of sand
LOW: Colour = (220, 160, 0)
SCARCE: Colour = (255, 0, 0)
_SAND = N_("{hourglass}, seconds of sand: {number}")
_LOST = N_("{name} loses the hourglass in {hole}")
_WAITED = N_("{name} lets the hourglass in {hole} die by waiting, which is forbidden")
_TAKE_OUT = N_("{name} loses the hourglass in {hole}; please take it out")
WARNING = 10_000  # milliseconds of sand that are worth a warning
HOLE: Colour = (60, 48, 38)
GOAL: Colour = (80, 62, 44)

ABOUT = About(
    title=N_("Révolution with hourglasses"),
    lamp=(255, 60, 140),
    reasons={
        "finished": N_("all four hourglasses of a player dead or in the goal"),
        "stalled": N_("an hourglass died by waiting"),
    },
    counts=N_("hourglasses in the goal"),
    seats={"white": N_("White"), "pink": N_("Pink")},
    nameless={"white": N_("White"), "pink": N_("Pink")},
)
NEW_GAME_OPTIONS: dict[str, tuple[str, ...]] = {
    "sand": (),
    "deaths": ("clock", "declared"),
    "stalling": ("noted", "passes", "loses"),
    "turn": (),
    "equal": ("draw", "living"),
}
MEASURED = "sand"  # the setting, and the option, that says for how many seconds each glass runs


_TURN = N_("{name}, turn over one of your hourglasses and plant it in a free hole joined by a line.")
_TURN_OR_EMPTY = N_(
    "{name}, turn over one of your hourglasses and plant it in a free hole joined "
    "by a line. If one is empty, take it out and press CONFIRM."
)


class HourglassAdapter(Adapter[Position]):
    """Hourglasses in holes; a custom board may change their layout.

    The tilt contact of a hole shows which end of its hourglass is up. Moving an hourglass turns it.
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        self._cells = {hole: cell(*place) for hole, place in board.cells.items()}
        self._homes = board.homes
        self.overlay = Overlay("hourglass", self._cells, {at: hole for hole, at in self._cells.items()})
        cells = cell_set(self._cells.values())
        self.places = contacts_of(cells, cells)
        own = {"board": Board(board.cells, board.lines, board.homes)}
        self.sheet = own if board.name else {}
        self.printed = {at: GOAL if hole in board.starts else HOLE for hole, at in self._cells.items()}

    # Gestures

    def gestures(self, position: Position, closed: Contacts) -> Iterator[Gesture]:
        for move in position.legal_moves():
            if move == START:  # the three closest of each seat are turned in their holes: HG-8
                cells = cell_set(self._cells[hole] for home in self._homes for hole in home[:3])
                yield Gesture(move, contacts_of(tilts=cells), passing=cells)
            else:
                start, end = (self._cells[hole] for hole in move.split("-"))
                turned = tilt(start) if closed & tilt(start) else tilt(end)
                yield Gesture(move, reed(start) | reed(end) | turned)
        if not position.side.clock and position.outcome is None:
            for hole, glass in _running(position):
                at = self._cells[hole]
                contacts = reed(at) | closed & tilt(at)
                stays = hole in self._homes[glass.seat == "white"]  # HG-13
                yield Gesture(
                    f"dead {hole}",
                    NO_CONTACTS if stays else contacts,
                    held=contacts if stays else NO_CONTACTS,
                    key="CONFIRM",
                )

    def candidates(self, position: Position, closed: Contacts, touched: Touched) -> Iterator[Gesture]:
        if not position.started:
            cells = self.passing(position)
            yield Gesture(START, contacts_of(tilts=cells), passing=cells)
            return
        names = self.overlay.names
        for start in members(touched.lifted):
            for end in members(touched.placed):
                turned = tilt(start) if closed & tilt(start) else tilt(end)
                yield Gesture(f"{names[start]}-{names[end]}", reed(start) | reed(end) | turned)

    def liftable(self, position: Position) -> Cells:
        if not position.started:
            return self.passing(position)
        starts = {move.partition("-")[0] for move in position.legal_moves()}
        return cell_set(self._cells[hole] for hole in starts if hole in self._cells)

    def passing(self, position: Position) -> Cells:
        if position.started:
            return NO_CELLS
        return cell_set(self._cells[hole] for home in self._homes for hole in home[:3])

    def loose(self, position: Position, closed: Contacts) -> Contacts:
        loose = closed
        for hole, _ in _standing(position):
            loose &= ~(reed(self._cells[hole]) | tilt(self._cells[hole]))
        return loose

    def fields(self, move: Move) -> tuple[int, ...]:
        return tuple(self._cells[hole] for hole in move.split()[-1].split("-") if hole in self._cells)

    # Lights

    def lamps(self, position: Position) -> dict[int, LampState]:
        return {self._cells[hole]: LampState(dim(LIGHTS[glass.seat])) for hole, glass in _standing(position)}

    def movers(self, position: Position) -> dict[int, LampState]:
        mine = [hole for hole, glass in _standing(position) if glass.seat == position.to_move and not glass.dead]
        begins = {move.partition("-")[0] for move in position.legal_moves()}
        movable = [hole for hole in mine if hole in begins] or mine
        return {self._cells[hole]: LampState(LIGHTS[position.to_move or ""]) for hole in movable}

    def forecast(self, position: Position) -> dict[int, LampState]:
        lit = {}
        for hole, glass in _running(position):
            seconds = glass.remaining / 1000
            colour = FRESH if seconds > 40 else LOW if seconds > 20 else SCARCE
            lit[self._cells[hole]] = LampState(colour, blinks=seconds <= 10)
        return lit

    def turn_left(self, position: Position) -> int | None:
        ends = position.turn_ends
        return None if ends is None else -((position.now - ends) // 1000)

    def urgent(self, position: Position) -> frozenset[str]:
        return frozenset(
            hole
            for hole, glass in _running(position)
            if glass.seat == position.to_move
            and glass.remaining <= WARNING
            and hole not in self._homes[glass.seat == "white"]  # safe in the goal: HG-13
        )

    # Screen

    def pieces(self, position: Position) -> dict[int, Colour]:
        return {
            self._cells[hole]: dim(LIGHTS[glass.seat]) if glass.dead else LIGHTS[glass.seat]
            for hole, glass in _standing(position)
        }

    def things(self, position: Position, closed: Contacts | None = None) -> Iterator[DrawnPiece]:
        fully = position.side.setup.sand
        for glass, full in zip(position.glasses, fully, strict=True):
            if glass.hole is not None:
                turned = glass.dead or glass.ends is not None
                name = Text(GLASSES[glass.seat], {})
                if turned and not glass.dead:
                    sand: dict[str, Value] = {"hourglass": name, "number": glass.remaining // 1000}
                    name = name._replace(aloud=Text(_SAND, sand))
                yield DrawnPiece(
                    self._cells[glass.hole],
                    "hourglass",
                    LIGHTS[glass.seat],
                    name,
                    glass.seat,
                    glass.name,
                    sand=Sand(glass.remaining, full, turned, glass.dead),
                )

    def colours(self, position: Position) -> dict[str, tuple[Colour, ...]]:
        return {seat: (colour,) for seat, colour in LIGHTS.items()}

    def facts(self, position: Position, words: Words) -> dict[str, str]:
        running = [glass for glass in position.glasses if glass.ends is not None and glass.hole]
        sand = "  ".join(f"{glass.hole} {glass.remaining / 1000:.0f}" for glass in running)
        return {words("Time (s)"): f"{position.now / 1000:.0f}", words("Sand"): sand}

    def incidents(self, before: Position, after: Position) -> Iterator[Text]:
        for number in after.stalled:
            if number not in before.stalled:
                glass = before.glasses[number]
                yield Text(STALLED[glass.seat], {"hole": called(glass.hole or glass.name)})

    def turn(self, position: Position) -> str:
        if not position.started:
            return N_("Both players: turn over your three nearest hourglasses at the same moment.")
        fourth = position.side.names[3]  # by which every seat begins: HG-9
        if any(one.name == fourth and one.ends is None and not one.dead for one in position.glasses):
            return N_(
                "{name}, turn over your fourth hourglass (the one not running) and plant it in "
                "a free hole joined by a line."
            )
        if not position.side.clock:  # deaths are declared: HG-16
            return _TURN_OR_EMPTY
        return _TURN


def _standing(position: Position) -> Iterator[tuple[str, Glass]]:
    """Yield each hole with a glass, and the glass."""
    return ((glass.hole, glass) for glass in position.glasses if glass.hole is not None)


def _running(position: Position) -> Iterator[tuple[str, Glass]]:
    """Yield each hole with a glass whose sand runs, and the glass."""
    return ((hole, glass) for hole, glass in _standing(position) if glass.ends is not None and not glass.dead)


def adapter(position: Position) -> HourglassAdapter:
    """Return the adapter of this position's board."""
    return HourglassAdapter(position)


def measurement(given: Mapping[str, str], load: Load) -> Measurement:
    """Return the start holes of the board that these options name. Raises GameError."""
    board = find_game("hourglass").start(2, given, load).board  # type: ignore[attr-defined]
    return Measurement(MEASURED, {hole: cell(*board.cells[hole]) for hole in board.starts})


def table_options(given: Mapping[str, str], *, measured: Measured, by_hand: bool, load: Load) -> dict[str, str]:
    """Add the measured sand of the glasses on this board, and options for hands or screens.

    People at a real table see the sand and each other, so they declare deaths (HG-16). On a screen
    waiting gains nothing, and the time of a turn is limited (HG-12, HG-12a).
    See :func:`firmware.games.capabilities.table_options`.
    """
    added = {"deaths": "declared"} if by_hand else {"stalling": "passes", "turn": "20"}
    known = read_measured(measured(MEASURED) or "")
    if known and "sand" not in given:
        board = {name: value for name, value in given.items() if name == "board"}
        starts = measurement(board, load).cells
        here = {hole: seconds for hole, seconds in known.items() if hole in starts}
        if here:
            added["sand"] = write_measured(here)
    return added | dict(given)


def for_page(position: Position, cells: Mapping[str, int]) -> PageGame:
    """Return the data of the page."""
    return PageGame(("hourglass",), printed=("board",), left="white")


HOUSE_RULES = {
    "board": N_("the board of {value}"),
    "deaths": N_("the players decide when an hourglass is dead"),
    "equal": N_("with equally many in the goal, living hourglasses decide"),
    "sand": N_("seconds of sand: {value}"),
    "stalling passes": N_("an hourglass that its player lets die costs the turn"),
    "stalling loses": N_("an hourglass that its player lets die loses the game"),
    "turn": N_("a turn lasts {value} seconds"),
}
ENDINGS = {
    "finished": N_("all four hourglasses of one player were dead or in the goal"),
    "stalled": N_("a player let an hourglass die"),
}


def account(positions: Sequence[Position], words: Words) -> dict[str, list[str]]:
    """Return each seat's glasses: in the goal, running, dead, and stalled (HG-12)."""
    last = positions[-1]
    lines: dict[str, list[str]] = {}
    stalled = last.detail()["stalled"]
    for seat in last.seats:
        goal = last.board.homes[seat == "white"]
        mine = [glass for glass in last.glasses if glass.seat == seat]
        running = [glass for glass in mine if glass.ends is not None and not glass.dead]
        kinds = (
            (N_("in the goal: {glasses}"), [one.hole for one in mine if one.hole in goal]),
            (N_("sand left: {glasses}"), [f"{one.hole} {words.number(one.remaining / 1000)} s" for one in running]),
            (N_("dead: {glasses}"), [one.name for one in mine if one.dead]),
            (N_("died by waiting, which is forbidden: {glasses}"), stalled[seat]),
        )
        lines[seat] = [words(text, glasses=", ".join(map(str, some))) for text, some in kinds if some]
    return lines


def marks(position: Position, cells: Mapping[str, int]) -> dict[int, str]:
    """Return the owner and the seconds of the glass in each hole: w95, p- unturned, w+ dead."""
    marked = {}
    for hole, glass in _standing(position):
        sand = "+" if glass.dead else "-"
        if glass.ends is not None and not glass.dead:
            sand = f"{min(glass.remaining // 1000, 999)}"
        marked[cells[hole]] = glass.seat[0] + sand
    return marked


REFUSALS = {
    "hourglass.start-first": N_(
        "First all six hourglasses are turned over together: press the button, or tap one twice."
    ),
    "hourglass.started": N_("The sand is already running."),
    "hourglass.no-line": N_("No line leads from there to here."),
    "hourglass.occupied": N_("This hole is taken: an hourglass needs a free one."),
    "hourglass.dead-glass": N_("This hourglass has run out: it can no longer move."),
    "hourglass.not-its-turn": N_("That is an hourglass of {seat}, and it is the turn of {other}."),
    "hourglass.fourth-first": N_("The first move is with the fourth hourglass, the one that was not turned over."),
    "hourglass.no-glass": N_("There is no hourglass."),
}


def turn_on_screen(position: Position) -> str | None:
    """Return the prompt to start the sand. Other prompts are the same on a screen."""
    if position.started:
        return None
    return N_("Ready? Turn over the six hourglasses, and the sand runs for both.")


def turn_on_keys(position: Position) -> str:
    """Return the prompt to start the sand or to move a glass by pressing fields."""
    if not position.started:
        return N_("Ready? CONFIRM turns the six hourglasses over, and the sand runs for both.")
    return N_("{name}, press one of your hourglasses, then a free hole joined to it by a line.")


def in_words(before: Position, move: Move) -> Text:
    """Return the sentence about a glass that is planted (HG-10), or is dead (HG-16)."""
    if move == START:
        return Text(N_("All six hourglasses are turned, and the sand runs"), {})
    if move.startswith("dead "):
        return Text(N_("The hourglass in {hole} is empty"), {"hole": move.split()[1]})
    start, _, end = move.partition("-")
    text = N_("{name} turns the hourglass in {start} and plants it in {end}")
    return Text(text, {"start": start, "end": end})


def happened(before: Position, after: Position, names: Mapping[str, str], words: Words) -> list[str]:
    """Return sentences about arrivals in the goal (HG-13) and glasses that left dead (HG-6).

    Turns that have passed by time alone (HG-12, HG-12a) are told, too.
    """
    sentences = []
    was, now = before.scores(), after.scores()
    for seat in after.seats:
        if now[seat] > was[seat]:
            text = N_("{name} has {number} in the goal")
            sentences.append(words(text, name=names[seat], number=now[seat]))
    stalled = set(after.stalled).difference(before.stalled)  # HG-12
    for number, (old, new) in enumerate(zip(before.glasses, after.glasses, strict=True)):
        if new.dead and not old.dead and old.hole is not None and new.hole is None:
            values: dict[str, Value] = {"name": names[new.seat], "hole": called(old.hole)}
            aloud = Text(_TAKE_OUT, values) if after.side.clock else None  # else it is out
            text = _WAITED if number in stalled else _LOST
            sentences.append(words.tell(Text(text, values, aloud)))
    text = N_("{name} has not moved in time: the turn passes")
    return sentences + [words(text, name=names[seat]) for seat in _passed(before, after)]


def _passed(before: Position, after: Position) -> tuple[str, ...]:
    """Return the seats of turns that have passed between two positions without a move."""
    if before.plies != after.plies or before.to_move is None or after.to_move is None:
        return ()
    if before.to_move != after.to_move:
        return (before.to_move,)
    return (before.to_move, before.side.next.name) if before.since != after.since else ()


def way(position: Position, move: Move, cells: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the holes between which a glass is planted (HG-10)."""
    start, _, end = move.partition("-")
    return (cells[start], cells[end]) if end else None


def upturned(position: Position, moves: Iterable[Move], cells: Mapping[str, int]) -> frozenset[int]:
    """Return the cells of the glasses with end A up. Each move turns a glass over (HG-10)."""
    up: set[str] = set()
    for move in moves:
        start, _, end = move.partition("-")
        if move == START:  # which turns the three closest of each seat: HG-8
            up.update(hole for home in position.board.homes for hole in home[:3])
        elif end:
            up = up - {start, end} if start in up else up | {end}
    return frozenset(cells[hole] for hole in up)


def field_aloud(name: str) -> Text:
    """Return a hole by its letter; capitals are other holes, and are called so."""
    if len(name) == 1 and name.isupper():
        return Text(N_("capital {letter}"), {"letter": name})
    return as_it_is(name.upper())


def called(hole: str) -> Text:
    """Return the name of a hole."""
    return Text("{field}", {"field": hole}, field_aloud(hole))


def sand_left(position: Position, seat: str, words: Words) -> str:
    """Return the seconds of sand in each running hourglass of a seat that is not in the goal."""
    goal = position.board.homes[seat == "white"]
    left = [
        f"{words.tell(called(hole))} {glass.remaining // 1000}"
        for hole, glass in _running(position)
        if glass.seat == seat and hole not in goal
    ]
    return words("Seconds of sand: {glasses}.", glasses=", ".join(left)) if left else ""


def move_aloud(move: Move) -> Text:
    """Return the spoken form of a moved or dead glass, without the time of the move."""
    parts = move.split()
    start, _, end = parts[-1].partition("-")
    if "dead" in parts[:-1]:
        return Text(N_("the hourglass in {hole} has run out"), {"hole": field_aloud(parts[-1])})
    if end:
        values = {"start": field_aloud(start), "end": field_aloud(end)}
        return Text(N_("hourglass from {start} to {end}"), values)
    return Text(N_("the sand runs") if start == "start" else N_("time has passed"), {})


KIT: GameKit[Position] = GameKit(
    about=ABOUT,
    adapter=adapter,
    screen=ScreenWords(REFUSALS, in_words, happened, way, turn=turn_on_screen, keys=turn_on_keys, upturned=upturned),
    page=PageFacts(for_page, NEW_GAME_OPTIONS, {"board": "file"}),
    speech=Spoken(
        field_aloud,
        move_aloud,
        dict.fromkeys((_TURN, _TURN_OR_EMPTY), N_("{name}, turn one over.")),
        sand_left,
        in_haste=True,
    ),
    account=Account(HOUSE_RULES, ENDINGS, account, marks),
    traits=Traits(tilts=True, any_order=True),
    adds_options=table_options,
    measures=measurement,
    facts=FACTS,
)

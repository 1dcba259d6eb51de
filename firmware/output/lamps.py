"""The frame of lamps, from the view to be shown."""

from collections.abc import Iterable, Mapping

from firmware.games import LampState, dim
from firmware.games.kit import find_kit
from firmware.output.assistance import Assistance
from firmware.output.cells import first_cell, first_steps, starts_of, targets_of
from firmware.output.prompts import TableView
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, VOICE_CELL, Choice
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, Question, Unpressed
from firmware.selftest.check import SelfTestView
from hal import CELLS, NO_CONTACTS, REEDS, Cells, Colour, Contacts, Frame, buttons_of, members, reeds_of, tilts_of
from rules import Move

DARK: Colour = (0, 0, 0)
LAST: Colour = (255, 255, 255)  # where the last move went
UNKEPT: Colour = (0, 0, 255)  # by turns with the cell's other colour, while the move is not on disk
TARGET: Colour = (60, 60, 60)  # where the piece in the hand may go
HINT: Colour = (0, 160, 160)  # the possible moves now
COMPUTER: Colour = (160, 0, 160)  # the move that a hand should make for a computer
WRONG: Colour = (255, 0, 0)  # a piece that should not be here
WANTED: Colour = (0, 255, 0)  # where it belongs, if a piece has no colour of its own
ASKED: Colour = (255, 120, 0)  # the choices of a question
UNREAD: Colour = (255, 0, 0)  # a piece that comes or goes here is not seen: its chip is lost
OUT: Colour = (0, 0, 60)  # a piece that is out of the game, to be taken away at any time

NUMBER: Colour = (255, 255, 255)  # of players, while it is chosen
VOICE: Colour = (0, 160, 160)  # the voice, bright while it is on
PERSON: Colour = (60, 60, 60)  # a seat that a person plays
LEVELS: dict[int, Colour] = {  # a seat that the computer plays, by its level
    1: (0, 160, 0),
    2: (100, 140, 0),
    3: (160, 110, 0),
    4: (180, 50, 0),
    5: (200, 0, 0),
}

BLINK = 500_000  # microseconds on, then as many off


def frame(
    view: TableView,
    at: int,
    assistance: Assistance = Assistance(),  # noqa: B008
    unread: Contacts = NO_CONTACTS,
) -> Frame:
    """Return the colours of all lamps at a time in microseconds, cell by cell.

    unread: the contacts that cannot be read now, see :class:`hal.Table`.
    """
    unseen = reeds_of(unread)
    if isinstance(view, SelfTestView):
        lamps = view.glow
    elif isinstance(view, Choice):
        lamps = _choice_lamps(view) | _unseen_lamps(unseen)
    else:
        unseen |= view.adapter.pressable(view.position) & buttons_of(unread)
        unseen |= tilts_of(view.adapter.places & unread)
        lamps = _game_lamps(view, assistance, unseen)
    beat = at // BLINK
    colours = [DARK] * CELLS
    for cell, lamp in lamps.items():
        if lamp.beats:
            colours[cell] = lamp.beats[beat % len(lamp.beats)]
        else:
            colours[cell] = DARK if lamp.blinks and beat % 2 else lamp.colour
    return tuple(colours)


def _choice_lamps(choice: Choice) -> dict[int, LampState]:
    """Return the games, the numbers of players and the seats: the choice bright, or the offer
    blinking.
    """
    voice = {}
    if choice.voice is not None:
        voice[VOICE_CELL] = LampState(VOICE if choice.voice else dim(VOICE))
    if choice.offered is not None:
        offered = choice.offered.game
        return voice | {
            cell: LampState(find_kit(game).about.lamp, blinks=True)
            for cell, game in GAME_CELLS.items()
            if game == offered
        }
    lamps = voice | {
        cell: LampState(find_kit(game).about.lamp if game == choice.game else dim(find_kit(game).about.lamp))
        for cell, game in GAME_CELLS.items()
    }
    lamps |= {
        cell: LampState(NUMBER if number == choice.players else dim(NUMBER))
        for cell, number in NUMBER_CELLS.items()
        if number in choice.numbers
    }
    for cell, seat in zip(SEAT_CELLS, choice.seats, strict=False):
        level = choice.computers.get(seat)
        lamps[cell] = LampState(PERSON if level is None else LEVELS[level])
    return lamps


def _unseen_lamps(cells: Cells) -> dict[int, LampState]:
    return {cell: LampState(UNREAD) for cell in members(cells)}


def _game_lamps(view: View, assistance: Assistance, unseen: Cells) -> dict[int, LampState]:
    """Return the lamps of a game: its standing, and over that questions, mismatches or hints.

    During a correction only the pieces to be put right blink. unseen: the cells that the game looks
    at and whose contacts cannot be read.
    """
    targets = targets_of(view) if assistance.targets and not view.contacts.extra & REEDS else set()
    lamps = _standing(view, assistance, targets) | _unseen_lamps(unseen)
    trouble = view.trouble
    if isinstance(trouble, Mismatch):
        missing, extra = first_steps(view)
        if trouble.turn:
            missing, extra = first_cell(trouble.turn), []
        pieces = view.adapter.pieces(view.position)
        lamps = {cell: LampState(steady.colour) for cell, steady in lamps.items()}
        lamps |= {cell: LampState(WRONG, blinks=True) for cell in extra}
        lamps |= {cell: LampState(pieces.get(cell, WANTED), blinks=True) for cell in missing}
    elif isinstance(trouble, Question):
        lamps |= {cell: LampState(ASKED, blinks=True) for cell in trouble.choices}
    elif view.hint is not None and view.hint.advice is not None:
        lamps |= _way(view, view.hint.advice.move, HINT)
    elif view.hint is not None and view.hint.cell is None:
        lamps |= {cell: LampState(HINT, blinks=True) for cell in starts_of(view)}
    elif view.proposed is not None:
        lamps |= _way(view, view.proposed, COMPUTER)
    elif targets:
        lamps |= _reach(view, targets, lamps)
    if view.keyed:
        lamps |= _picked(view)
    if isinstance(trouble, Unpressed):
        lamps |= {cell: LampState(ASKED, blinks=True) for cell in trouble.choices}
    if view.hint is not None and view.hint.cell is not None:
        lamps[view.hint.cell] = LampState(HINT, blinks=True)
    return lamps


def _picked(view: View) -> dict[int, LampState]:
    """Return the lamp of the piece, or of the key of a colour, that was pressed for a move."""
    pieces = view.adapter.pieces(view.position)
    picked = members(reeds_of(view.contacts.missing) | view.pressed)
    return {cell: LampState(pieces.get(cell, HINT), blinks=True) for cell in picked}


def _standing(view: View, assistance: Assistance, targets: set[int]) -> dict[int, LampState]:
    """Return the lamps of the pieces and of the seat to move, and over them the last move.

    The last move does not cover running sand: low sand matters more, and the move is also heard,
    and seen from the other seat's turn. A move that is not on the disk is always shown; if it names
    no field, on every piece. targets: where the piece in the hand may go.
    """
    adapter = view.adapter
    lamps = adapter.lamps(view.position) if assistance.pieces else {}
    if view.keyed:  # nothing but lamps says where pieces stand
        standing = adapter.pieces(view.position).items()
        lamps = {cell: LampState(dim(colour)) for cell, colour in standing} | lamps
    if assistance.scores:
        lamps |= adapter.tally(view.position)
    movers = adapter.movers(view.position) if assistance.turn and not view.over else {}
    if view.hurries:
        movers = {cell: LampState(lamp.colour, blinks=True) for cell, lamp in movers.items()}
    if view.away is not None:  # the player is away
        movers = {cell: LampState(dim(lamp.colour)) for cell, lamp in movers.items()}
    if targets:  # of the pieces only the targets blink
        pieces = adapter.pieces(view.position)
        movers |= {cell: LampState(movers[cell].colour) for cell in movers.keys() & pieces.keys()}
    lamps |= movers
    sand = adapter.forecast(view.position) if assistance.forecast else {}
    if assistance.forecast:
        lamps |= {cell: _sand_of(one, movers.get(cell)) for cell, one in sand.items()}
        lamps |= {cell: LampState(OUT) for cell in _out(view)}
    if assistance.scores:
        lamps |= view.highlight
    last = () if view.last is None else adapter.fields(view.last)[-1:]
    if assistance.last and not view.over:
        lamps |= {cell: LampState(LAST) for cell in last if cell not in sand}
    if not view.kept:
        lamps |= _alternating(UNKEPT, last or adapter.pieces(view.position), lamps)
    return lamps


def _sand_of(sand: LampState, mover: LampState | None) -> LampState:
    """Return the lamp of running sand; each fourth beat has the colour of the seat to move.

    Each second beat has it where little time is left to move.
    """
    if mover is None:
        return sand
    colour = sand.colour
    if mover.blinks:
        return sand._replace(beats=(colour, mover.colour))
    return sand._replace(beats=(colour, DARK if sand.blinks else colour, colour, mover.colour))


def _out(view: View) -> list[int]:
    """Return the cells of pieces that are out of the game, empty when the game is over."""
    if view.over:
        return []
    standing = view.contacts.expected & ~view.contacts.missing
    return members(reeds_of(view.adapter.loose(view.position, standing)))


def _reach(view: View, targets: set[int], lamps: dict[int, LampState]) -> dict[int, LampState]:
    """Return the lamps of targets: grey, by turns with the piece or lamp of the cell."""
    pieces = view.adapter.pieces(view.position)
    lit = lamps | {cell: LampState(pieces[cell]) for cell in targets & pieces.keys()}
    reach = {cell: LampState(TARGET) for cell in targets - lit.keys()}
    return reach | _alternating(TARGET, targets & lit.keys(), lit)


def _alternating(colour: Colour, cells: Iterable[int], lamps: Mapping[int, LampState]) -> dict[int, LampState]:
    """Return lamps that have this colour by turns with their own."""
    return {cell: LampState(colour, beats=(colour, lamps[cell].colour if cell in lamps else DARK)) for cell in cells}


def _way(view: View, move: Move, colour: Colour) -> dict[int, LampState]:
    """Return the lamps that lead a hand through a move: its fields in turn, then a dark beat."""
    cells = tuple(dict.fromkeys(view.adapter.fields(move)))
    return {
        cell: LampState(colour, beats=tuple(colour if beat == at else DARK for beat in range(len(cells) + 1)))
        for at, cell in enumerate(cells)
    }

"""How a game stands, as a page draws it without knowing the rules.

A :class:`Board` stays while a match goes on, a :class:`Stand` is of one position of its line. Both are told of
matches that go on (:mod:`firmware.web.views`) and of lines of moves (:mod:`firmware.web.lines`). Texts are in the
language of the client, cells 0-95, colours ``#rrggbb``, places millimetres to the right and down from the corner of
cell 0.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import asdict, replace

from firmware.games import AnyAdapter, DrawnPiece, Note, colour_text, field_name
from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.games.page import PageGame, Supply
from firmware.games.ways import choices, way_of
from firmware.match.line import GameLine, Ply
from firmware.output.sentences import would_move
from firmware.web.updates import TableState
from firmware.words import Words
from rules import Header, Position
from wiring import COLUMNS, ROWS
from wiring.read import PITCH
from wiring.sheet import on_screen
from wiring.sheets.shapes import Place, centre


class Game(Struct, frozen=True):
    """The game that is played.

    Attributes:
        name: its name in the registry of rules.
        title: its name for players.
        counts: the name of what the standing of a seat is a number of.
        players: their names, in seat order.
        seats: the names of the seats.
        options: the house rules that were chosen.
        date: of the record, null without one.
        colours: the colours of each seat's pieces, by seat.
        fields: the cell of each field, by its name in moves.
        names: the names of the fields for people, by cell.
    """

    name: str
    title: str
    counts: str
    players: tuple[str, ...]
    seats: tuple[str, ...]
    options: Mapping[str, str]
    date: str | None
    colours: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, int]
    names: Mapping[int, str]


class Page(Struct, frozen=True):
    """The facts of the game that no script of the page knows, see :class:`firmware.games.page.PageGame`.

    Attributes:
        magnets, premoves, left: as there.
        places: the cells that lie elsewhere on a screen than on a table: x, y, and their size, 1 as on a table.
    """

    magnets: tuple[str, ...]
    premoves: bool
    left: str | None
    places: Mapping[int, tuple[float, float, float]]


class Board(Struct, frozen=True):
    """The board of a game, which stays while a match goes on. sheet: the address of its printed sheet."""

    game: Game
    page: Page
    sheet: str


class Standing(Struct, frozen=True):
    """The standing of a game by its rules.

    Attributes:
        plies: the number of moves played.
        to_move: the seat whose turn it is, null when the game is over.
        mover: the seat that makes the legal moves: that seat, or another while it cannot move.
        over: whether the game is over by its rules.
        reason: the reason of its end, as of ``score --json``, null before.
        winners: the seats that have won.
        scores: the points of each seat, by seat.
        standing: how far each seat has come, by seat.
        detail: the detail of ``score --json``.
        chance: whether a die is to be rolled.
        facts: labels and texts about the standing.
        clock: the seconds of the game's own clock, null without a clock.
        turn_ends: the second at which the turn passes by itself, null where it does not.
    """

    plies: int
    to_move: str | None
    mover: str | None
    over: bool
    reason: str | None
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    standing: Mapping[str, int]
    detail: Mapping[str, Any]
    chance: bool
    facts: tuple[tuple[str, str], ...]
    clock: float | None
    turn_ends: float | None


class Piece(Struct, frozen=True):
    """A piece, or a stack of pieces.

    Attributes:
        cell: where it lies.
        kind: its kind, by which a page draws it.
        colour: of the one on top.
        label: the text on it.
        height: the number of pieces.
        colours: of a stack, bottom to top.
        name: its name for players.
        seat: the seat that owns it, null without an owner.
        end_a_up: which end of an hourglass is up; other pieces have no such key.
        remaining: the seconds of sand in its upper end, likewise.
        sand: its seconds of sand, likewise.
        running: whether its sand runs, likewise.
        dead: whether it is dead, likewise.
    """

    cell: int
    kind: str
    colour: str
    label: str
    height: int
    colours: tuple[str, ...]
    name: str
    seat: str | None
    end_a_up: bool | UnsetType = UNSET
    remaining: float | UnsetType = UNSET
    sand: float | UnsetType = UNSET
    running: bool | UnsetType = UNSET
    dead: bool | UnsetType = UNSET


class Beside(Struct, frozen=True):
    """Pieces beside the table, all alike, see :class:`firmware.games.page.Supply`."""

    key: str
    kind: str
    colour: str
    name: str
    seat: str
    left: int
    moves: str


class Deed(Struct, frozen=True):
    """A move in sentences.

    Attributes:
        seat: the seat that made it, "" for time alone.
        move: the move, without a second.
        meanwhile: the effects of time before it: lost pieces, turns that have passed.
        done: the deed.
        said: its effects.
    """

    seat: str
    move: str
    meanwhile: tuple[str, ...]
    done: str
    said: tuple[str, ...]


class Last(Deed, frozen=True, kw_only=True):
    """The last move.

    Attributes:
        since: the effects of time after it.
        source: the cell that its piece came from, null for a new piece; ``from`` in messages.
        target: the cell that it led to, null for a move without a field; ``to`` in messages.
        lit: the cells that it scored or took.
    """

    since: tuple[str, ...]
    source: int | None = field(name="from")
    target: int | None = field(name="to")
    lit: tuple[int, ...]


class Noted(Struct, frozen=True):
    """A number on the board that helps players, see :class:`firmware.games.Note`.

    Attributes:
        x, y, dx, dy: the place that it belongs to, and its distance from there as it is read.
        text, colour, leads, piece: as there.
        cell: the cell beside whose middle it stands, null for another place.
        said: its meaning, "" if the facts say it.
    """

    x: float
    y: float
    dx: float
    dy: float
    text: str
    colour: str
    leads: bool
    piece: Piece | None
    cell: int | None
    said: str


class Stand(Struct, frozen=True):
    """A position of a game.

    Attributes:
        position: the standing by the rules.
        pieces: the pieces on the board.
        supplies: the pieces beside it.
        coins: the coins that are still to be won, by name, with the place where each is drawn.
        notes: the numbers that help players.
        extras: the drawings of this game alone, by the names of ``About.extras``.
        last: the last move, null before the first.
    """

    position: Standing
    pieces: tuple[Piece, ...]
    supplies: tuple[Beside, ...]
    coins: Mapping[str, tuple[float, float]]
    notes: tuple[Noted, ...]
    extras: Mapping[str, Any]
    last: Last | None


class Moves(Struct, frozen=True):
    """The legal moves of a position as pieces make them on a screen.

    Attributes:
        drops: the moves by the source of their piece (a cell, or a supply's ``moves``) and the cell where it is
            dropped.
        buttons: the moves without a piece.
    """

    drops: Mapping[str, Mapping[str, str]] = {}
    buttons: tuple[str, ...] = ()


def moves_of(adapter: AnyAdapter, position: Position) -> Moves:
    """Return the legal moves of a position, none of a game that is over."""
    if position.outcome is not None:
        return Moves()
    drops, buttons = choices(adapter, position)
    return Moves(drops, tuple(buttons))


def board_of(
    header: Header, adapter: AnyAdapter, position: Position, words: Words, *, screen: bool, current: str | None = None
) -> Board:
    """Return the board of a game.

    Args:
        header: of its record.
        adapter: of the game.
        position: any of its positions.
        words: the language.
        screen: whether a screen is shown and not a table.
        current: the query that names the match that goes on, "" at a table, if its sheet is printed from a file that
            came with it; else None.
    """
    facts, about = _facts(header, adapter, position), find_kit(header.game).about
    places = _places(adapter) if screen else {}
    game = Game(
        name=header.game,
        title=words(about.title),
        counts=words(about.counts),
        players=tuple(names_of(header, position, words).values()),
        seats=position.seats,
        options=dict(header.options),
        date=header.date,
        colours={
            seat: tuple(colour_text(colour) for colour in colours)
            for seat, colours in adapter.colours(position).items()
        },
        fields=dict(adapter.overlay.cells),
        names=_names(adapter, words),
    )
    page = Page(facts.magnets, facts.premoves, facts.left, dict(places))
    return Board(game, page, _sheet(header, facts.printed, words, screen=bool(places), current=current))


def _sheet(header: Header, printed: Iterable[str], words: Words, *, screen: bool, current: str | None) -> str:
    """Return the address of the sheet of a game."""
    given = [(name, header.options[name]) for name in printed if name in header.options]
    options = [("option", f"{name}:{value}") for name, value in given]
    if current is not None:
        options = [("own", " ".join(value for _, value in given)), *parse_qsl(current)]
    query = urlencode([("lang", words.language), *options, *([("screen", "1")] if screen else [])])
    return f"/sheet/{header.game if current is None else 'current'}.svg?{query}"


def current_of(moment: TableState) -> str | None:
    """Return the query that names the match of a moment, if files came with it; else None."""
    if not moment.files:
        return None
    return "" if moment.number is None else f"game={moment.number}"


def stand_of(
    header: Header,
    adapter: AnyAdapter,
    line: GameLine,
    words: Words,
    *,
    screen: bool,
    now: Position | None = None,
    things: Iterable[DrawnPiece] | None = None,
) -> Stand:
    """Return how a game stands at the end of a line.

    Args:
        header: of its record.
        adapter: of the game.
        line: its moves.
        words: the language.
        screen: whether a screen is shown and not a table.
        now: the position that time has made of the last one of the line, if it has.
        things: the pieces on the board, if they do not follow from the position alone.
    """
    now = line.position if now is None else now
    facts, up = _facts(header, adapter, now), _upturned(adapter, line)
    places = _places(adapter) if screen else {}
    return Stand(
        position=_standing(adapter, now, words),
        pieces=tuple(
            piece_of(one, words, up=one.cell in up) for one in (adapter.things(now) if things is None else things)
        ),
        supplies=tuple(_supply(one, words) for one in facts.supplies),
        coins={name: _on_screen(places, *at) for name, at in facts.coins.items()},
        notes=tuple(_noted(one, places, words) for one in adapter.notes(now)) if screen else (),
        extras=adapter.extras(now),
        last=last_move(header, adapter, line, now, words),
    )


def last_move(header: Header, adapter: AnyAdapter, line: GameLine, now: Position, words: Words) -> Last | None:
    """Return the last move of a line, and the effects of time since. Without a move return None.

    now: the current position.
    """
    ply = line.last
    if ply is None:
        return None
    names = names_of(header, now, words)
    way, ends = way_of(adapter, ply.before, ply.move), adapter.fields(ply.move)
    if way is not None:
        ends = (way.source, way.target) if isinstance(way.source, int) else (way.target,)
    return Last(
        **asdict(deed(header.game, line, ply, names, words)),
        since=_by_time(header.game, ply.after, now, names, words),
        source=ends[0] if len(ends) > 1 else None,
        target=ends[-1] if ends else None,
        lit=tuple(sorted(adapter.highlight(ply.before, ply.after))),
    )


def deed(game: str, line: GameLine, ply: Ply, names: Mapping[str, str], words: Words) -> Deed:
    """Return a move of a line in sentences. names: of the players, by seat."""
    before = line.until(ply.number - 1).position
    if ply.after.plies == before.plies:  # a line that tells the time alone
        said = words("Time has run out") if ply.after.outcome is not None else ""
        return Deed("", ply.move, _by_time(game, before, ply.after, names, words), said, ())
    return Deed(
        seat=ply.seat,
        move=ply.move,
        meanwhile=_by_time(game, before, ply.before, names, words),
        done=would_move(game, ply.before, ply.move, names, words),
        said=tuple(find_kit(game).screen.happened(ply.before, ply.after, names, words)),
    )


def _by_time(game: str, before: Position, now: Position, names: Mapping[str, str], words: Words) -> tuple[str, ...]:
    """Return sentences about the effects of passing time: lost pieces, turns that have passed."""
    return () if now is before else tuple(find_kit(game).screen.happened(before, now, names, words))


def _facts(header: Header, adapter: AnyAdapter, position: Position) -> PageGame:
    return find_kit(header.game).page.for_page(position, adapter.overlay.cells)


def _standing(adapter: AnyAdapter, position: Position, words: Words) -> Standing:
    outcome, detail = position.outcome, position.detail()
    return Standing(
        plies=position.plies,
        to_move=position.to_move,
        mover=position.mover,
        over=outcome is not None,
        reason=outcome.reason if outcome else None,
        winners=tuple(outcome.winners) if outcome else (),
        scores=position.scores(),
        standing=adapter.standing(position),
        detail=detail,
        chance=position.chance,
        facts=tuple(adapter.facts(position, words).items()),
        clock=detail.get("seconds"),
        turn_ends=detail.get("turn_ends"),
    )


@lru_cache(maxsize=64)
def _names(adapter: AnyAdapter, words: Words) -> Mapping[int, str]:
    """Return the names of the cells with a field, for screen readers."""
    return {cell: words.tell(field_name(adapter, cell)) for cell in adapter.overlay.names}


@lru_cache(maxsize=16)
def _places(adapter: AnyAdapter) -> Mapping[int, Place]:
    """Return the places on a screen of the fields that lie otherwise than on the table."""
    return on_screen(adapter.overlay.game, adapter.sheet)


def _upturned(adapter: AnyAdapter, line: GameLine) -> frozenset[int]:
    """Return the cells of the pieces that have been turned over an odd number of times."""
    moves = (ply.move for ply in line.plies)
    return find_kit(adapter.overlay.game).screen.upturned(line.start, moves, adapter.overlay.cells)


def piece_of(thing: DrawnPiece, words: Words, *, up: bool = False) -> Piece:
    """Return a piece, or a stack. up: whether it is an hourglass that was turned an odd number of times."""
    stack = tuple(colour_text(colour) for colour in thing.stack or (thing.colour,))
    piece = Piece(
        cell=thing.cell,
        kind=thing.kind,
        colour=colour_text(thing.colour),
        label=thing.label,
        height=len(stack),
        colours=stack,
        name=words.tell(thing.name),
        seat=thing.seat,
    )
    sand = thing.sand
    if sand is None:
        return piece
    return replace(
        piece,
        end_a_up=up,
        remaining=sand.remaining / 1000,
        sand=sand.full / 1000,
        running=sand.turned and not sand.dead,
        dead=sand.dead,
    )


def _supply(supply: Supply, words: Words) -> Beside:
    key, kind, colour, name, seat, left, moves, _ = supply
    return Beside(key, kind, colour_text(colour), words.tell(name), seat, left, moves)


def _noted(note: Note, places: Mapping[int, Place], words: Words) -> Noted:
    cell = note.at if isinstance(note.at, int) else None
    return Noted(
        *_on_screen(places, *(note.at if isinstance(note.at, tuple) else centre(note.at))),
        *note.beside,
        note.text,
        colour_text(note.colour),
        note.leads,
        note.piece and piece_of(note.piece, words),
        cell,
        "" if note.said is None else words.tell(note.said),
    )


def _on_screen(places: Mapping[int, Place], x: float, y: float) -> tuple[float, float]:
    """Return the place of a point of the table on a screen, beside the same cell."""
    row, column = min(max(int(y // PITCH), 0), ROWS - 1), min(max(int(x // PITCH), 0), COLUMNS - 1)
    at = COLUMNS * row + column
    (left, far), shown = centre(at), places.get(at)
    if shown is None:
        return x, y
    return shown.x + shown.size * (x - left), shown.y + shown.size * (y - far)

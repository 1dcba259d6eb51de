"""Ways: where the piece of a move is taken and put down on a screen; and why a drop is no move.

They follow from the position and the move alone: a screen has neither contacts nor hands.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from firmware.games.adapter import AnyAdapter
from firmware.games.kit import find_kit
from firmware.games.screen import Source
from firmware.words import N_, Text, Value
from rules import GameError, Move, Position


class Way(NamedTuple):
    """A move as a piece makes it.

    Attributes:
        source: a cell, or a supply beside the board by how its moves begin.
        target: a cell.
    """

    move: Move
    source: Source
    target: int


_SEATS = ("seat", "other", "top")  # which values of a reason may be seats

NOT_A_FIELD = N_("No piece belongs there.")
ROLL_FIRST = N_("Roll the die first: it says where the recruit goes.")
NOT_YOURS = N_("That piece belongs to {name}.")
NOTHING = N_("That piece cannot go there.")


def way_of(adapter: AnyAdapter, position: Position, move: Move) -> Way | None:
    """Return the way of a move from this position, if it is no roll and moves a piece."""
    if position.chance:
        return None
    overlay = adapter.overlay
    ends = find_kit(overlay.game).screen.way(position, move, overlay.cells)
    return None if ends is None else Way(move, *ends)


def ways_of(adapter: AnyAdapter, position: Position) -> Iterator[Way]:
    """Yield the ways of the legal moves that move a piece."""
    for move in position.legal_moves():
        way = way_of(adapter, position, move)
        if way is not None:
            yield way


def choices(adapter: AnyAdapter, position: Position) -> tuple[dict[str, dict[str, Move]], list[Move]]:
    """Return the legal moves by the source and the target of their ways, and all other moves."""
    drops: dict[str, dict[str, Move]] = {}
    made = set()
    for move, source, target in ways_of(adapter, position):
        drops.setdefault(str(source), {})[str(target)] = move
        made.add(move)
    return drops, [move for move in position.legal_moves() if move not in made]


def refusal(adapter: AnyAdapter, position: Position, source: Source, target: int, names: Mapping[str, str]) -> Text:
    """Return the reason why a piece cannot be dropped there, as a sentence for `words`.

    names: the names of the players by seat.
    """
    fields, screen = adapter.overlay.names, find_kit(adapter.overlay.game).screen
    if target not in fields:
        return Text(NOT_A_FIELD, {})
    if position.chance:
        return Text(ROLL_FIRST, {})
    kind, seat = _piece(adapter, position, source)
    if isinstance(source, int) and seat not in (None, position.to_move):
        return Text(NOT_YOURS, {"name": names[str(seat)]})
    start, end = fields.get(source, "") if isinstance(source, int) else source, fields[target]
    why = kind and screen.misplaced(position, kind, start, end)
    if why:
        return Text(why, {})
    meant = [f"{source}{end}"]
    if isinstance(source, int):
        meant = [*screen.means(position, start, end), f"{start}-{end}"]
    for move in meant:
        try:
            position.play(move)
        except GameError as error:
            if error.why is not None and error.why.code in screen.refusals:
                return Text(screen.refusals[error.why.code], _values(error.why, names))
    return Text(NOTHING, {})


def _piece(adapter: AnyAdapter, position: Position, source: Source) -> tuple[str, str | None]:
    """Return the kind and the seat of the top piece there. Without a piece return "" and None."""
    game, cells = adapter.overlay.game, adapter.overlay.cells
    if isinstance(source, int):
        pieces = [(one.kind, one.seat) for one in adapter.things(position) if one.cell == source]
    else:
        supplies = find_kit(game).page.for_page(position, cells).supplies
        pieces = [(one.kind, one.seat) for one in supplies if one.moves == source]
    return pieces[-1] if pieces else ("", None)


def _values(why: Text, names: Mapping[str, str]) -> dict[str, Value]:
    """Return the values of a reason and its inner texts, with players' names for seats."""
    values: dict[str, Value] = {}
    for name, value in why.values.items():
        if isinstance(value, Text):
            values |= _values(value, names)
        else:
            values[name] = names.get(str(value), value) if name in _SEATS else value
    return values

"""Drops: how moves are made on a screen, by dropping a piece on a field; and why one is refused."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from firmware.games.adapter import AnyAdapter
from firmware.games.gestures import Gesture, Touched
from firmware.games.kit import find_kit
from firmware.words import Text, Value, say
from hal import NO_CELLS, REEDS, Contacts, members, one_cell
from rules import GameError, Move, Position

Source: TypeAlias = int | str
"""Where a piece comes from: a cell, or a supply beside the board by how its moves begin."""


class Drop(NamedTuple):
    """A move as it is made on a screen.

    Attributes:
        source: where its piece comes from.
        target: a cell.
    """

    move: Move
    source: Source
    target: int


_SEATS = ("seat", "other", "top")  # which values of a reason may be seats

NOT_A_FIELD = say("No piece belongs there.")
ROLL_FIRST = say("Roll the die first: it says where the recruit goes.")
NOT_YOURS = say("That piece belongs to {name}.")
NOTHING = say("That piece cannot go there.")


class Shown(NamedTuple):
    """A game as it stands on a screen. closed: the contacts, as hands would have left them."""

    game: str
    adapter: AnyAdapter
    position: Position
    closed: Contacts

    def drops(self) -> list[Drop]:
        """Return how each legal move is made by dropping a piece; none while a die decides.

        A move without a piece, such as the end of a turn, is not among them.
        """
        if self.position.chance:
            return []
        begins = self._begins
        found: dict[Move, Drop] = {}
        for way in self.adapter.gestures(self.position, self.closed):
            drop = _drop(self.adapter, way, self.closed, begins)
            if drop is not None:
                found.setdefault(way.move, drop)
        return list(found.values())

    def choices(self) -> tuple[dict[str, dict[str, Move]], list[Move]]:
        """Return the moves that a drop makes, by its source and its target, and all other moves."""
        drops: dict[str, dict[str, Move]] = {}
        made = set()
        for move, source, target in self.drops():
            drops.setdefault(str(source), {})[str(target)] = move
            made.add(move)
        return drops, [move for move in self.position.legal_moves() if move not in made]

    def drop_of(self, move: Move) -> Drop | None:
        """Return how this legal move is made; None for one without a piece, and for a roll."""
        if self.position.chance:
            return None
        for way in self.adapter.gestures(self.position, self.closed):
            if way.move == move:
                return _drop(self.adapter, way, self.closed, self._begins)
        return None

    @property
    def _begins(self) -> list[str]:
        """How the moves begin that bring a piece of a supply."""
        page = find_kit(self.game).page.for_page(self.position, self.adapter.overlay.cells)
        return [supply.moves for supply in page.supplies]

    def refusal(self, source: Source, target: int, names: Mapping[str, str]) -> Text:
        """Return why nothing comes of dropping a piece there, as a sentence for `words`.

        names: what the players of the seats are called.
        """
        if target not in self.adapter.overlay.names:
            return Text(NOT_A_FIELD, {})
        if self.position.chance:
            return Text(ROLL_FIRST, {})
        if isinstance(source, int):
            owner = self._owner(source)
            if owner is not None and owner != self.position.to_move:
                return Text(NOT_YOURS, {"name": names[owner]})
        module = find_kit(self.game).screen
        sentences = module.refusals
        names_of = self.adapter.overlay.names
        start = names_of.get(source, "") if isinstance(source, int) else source
        kind = self._top(source)
        why = kind and module.misplaced(self.position, kind, start, names_of[target])
        if why:
            return Text(why, {})
        for move in self._meant(source, target):
            try:
                self.position.play(move)
            except GameError as error:
                if error.why is not None and error.why.code in sentences:
                    return Text(sentences[error.why.code], _values(error.why, names))
        return Text(NOTHING, {})

    def _owner(self, cell: int) -> str | None:
        """Return whose piece stands on a cell, None for nobody's."""
        things = self.adapter.things(self.position, self.closed)
        owners = [one.seat for one in things if one.cell == cell]
        return owners[-1] if owners else None

    def _top(self, source: Source) -> str:
        """Return the kind of the piece that is taken from there, empty for none."""
        if isinstance(source, str):
            page = find_kit(self.game).page.for_page(self.position, self.adapter.overlay.cells)
            kinds = [supply.kind for supply in page.supplies if supply.moves == source]
        else:
            things = self.adapter.things(self.position, self.closed)
            kinds = [one.kind for one in things if one.cell == source]
        return kinds[-1] if kinds else ""

    def _meant(self, source: Source, target: int) -> Iterator[Move]:
        """Yield the moves, legal or not, that somebody may mean who drops a piece there."""
        if isinstance(source, str):
            yield f"{source}{self.adapter.overlay.names[target]}"
            return
        at, to = one_cell(source), one_cell(target)
        hands = (
            Touched(at, to, NO_CELLS),
            Touched(at, to, to),
            Touched(NO_CELLS, to, at),
            Touched(NO_CELLS, NO_CELLS, at | to),
        )
        for touched in hands:
            for way in self.adapter.candidates(self.position, self.closed, touched):
                cells = self.adapter.fields(way.move)
                if len(cells) != 2 or cells == (source, target):
                    yield way.move
        names = self.adapter.overlay.names
        yield f"{names.get(source)}-{names[target]}"  # which no hands would make at a table now


def _drop(
    adapter: AnyAdapter, way: Gesture, closed: Contacts, begins: Iterable[str]
) -> Drop | None:
    """Return how one move is made. begins: how the moves begin that bring a piece of a supply."""
    cells = adapter.fields(way.move)
    if len(cells) != 1:
        return Drop(way.move, cells[0], cells[1]) if cells else None
    lifted = members(way.flips & closed & REEDS)
    placed = members(way.flips & ~closed & REEDS)
    if lifted and lifted[0] != cells[0]:
        return Drop(way.move, lifted[0], cells[0])  # from a place of its own
    if placed and placed[0] != cells[0]:
        return Drop(way.move, cells[0], placed[0])  # to a place that the move does not name
    for begin in begins:
        if way.move.startswith(begin):
            return Drop(way.move, begin, cells[0])
    return None


def _values(why: Text, names: Mapping[str, str]) -> dict[str, Value]:
    """Return the values of a reason and of those within it, seats by the names of their players."""
    values: dict[str, Value] = {}
    for name, value in why.values.items():
        if isinstance(value, Text):
            values |= _values(value, names)
        else:
            values[name] = names.get(str(value), value) if name in _SEATS else value
    return values

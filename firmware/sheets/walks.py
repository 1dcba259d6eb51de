"""The cheapest walk through the signs of a sheet: the game that leaves least of it unread.

The engine says which moves can be made; signs in order that name one of them are that move, and
what stands between is passed over, which costs. Signs are taken in the order of the sheet, or in
that of each player (queues), where the turn tells whose sign comes next.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, takewhile
from typing import NamedTuple

from firmware.sheets.costs import Cost
from firmware.sheets.sheet import atoms_of
from firmware.sheets.signs import Sign
from rules import AGREE, Game, GameError, Move, Position

_USUAL_STEPS = 8  # from a walk at most, where nothing is a slip of the pen: they count once
_MOST_IDLE = 6  # signs within a move that say nothing
START_ROW = -1  # of the start of a game with a clock, which no row tells
_UNDOING_ROWS = 2  # behind a move, in which it is taken back

Queues = Mapping[str | None, Sequence[Sign]]
"""By seat, its signs in order; None: those of anybody."""


class _Named(NamedTuple):
    """Moves that signs name. size: how many signs they are. idle: the indices of those passed over."""

    cost: float
    tree: "_Tree"
    size: int
    idle: tuple[int, ...] = ()


class _Told(NamedTuple):
    """Moves that can be made, with the end of a turn that goes unsaid; size and idle as in `_Named`."""

    cost: float
    moves: tuple[Move, ...]
    size: int
    idle: tuple[int, ...] = ()


class SpentError(Exception):
    """A sheet that would take too long."""


@dataclass
class StepBudget:
    """How many steps walks may still make."""

    left: int

    def spend(self, steps: int) -> None:
        """Take so many off. Raises SpentError where none are left."""
        self.left -= steps
        if self.left < 0:
            raise SpentError


class Walk(NamedTuple):
    """A way through the signs.

    Attributes:
        cost: Of all that was passed over and taken.
        position: To which it leads.
        before: The walk before its last moves; None at the start.
        row: Of the sign at which its last moves were made; `START_ROW` where no sign tells them.
        moves: The last moves: of a turn, with an end that goes unsaid.
        at: How many signs lie behind it, of each queue.
        mover: The seat that made the last move.
        here: The row of the last sign behind it.
        entered: Its cost in front of that row.
        second: The last that was read.
        clock: The second of the last move.
        used: Whether the next second of the row is that of the last move.
        undone: The moves that followed and were taken back in the row in which it is.
        said: The signs that name its last moves.
        named_cost: What it cost to take these for its last moves.
    """

    cost: float
    position: Position
    before: "Walk | None"
    row: int
    moves: tuple[Move, ...]
    at: tuple[int, ...]
    mover: str | None = None
    here: int = START_ROW
    entered: float = 0.0
    second: float | None = None
    clock: float = 0.0
    used: bool = False
    undone: tuple[Move, ...] = ()
    said: tuple[Sign, ...] = ()
    named_cost: float = 0.0

    def steps(self) -> "list[Walk]":
        """Return the walks to each of its moves, the first first."""
        found, walk = list[Walk](), self
        while walk.before is not None:
            found.append(walk)
            walk = walk.before
        return found[::-1]

    @property
    def length(self) -> int:
        """How many of its moves are named in the sheet."""
        return sum(bool(one.said) for one in self.steps())


class _Tree:
    """Moves by the signs that name them. named: the moves of the signs so far, with costs."""

    def __init__(self) -> None:
        self.below: dict[str, _Tree] = {}
        self.named: list[tuple[float, Move]] = []

    def matches(
        self, signs: Sequence[Sign], at: int, gaps: int = _MOST_IDLE, *, begun: bool = False
    ) -> Iterator[_Named]:
        """Yield the moves that signs from here on name; idle signs may stand within."""
        if self.named:
            yield _Named(0.0, self, 0)
        if not self.below or at >= len(signs) or (begun and signs[at - 1].row != signs[at].row):
            return
        for atom, more, size in signs[at].ways:
            tree = self.below.get(atom)
            if tree is not None and at + size <= len(signs):
                for one in tree.matches(signs, at + size, gaps, begun=True):
                    yield one._replace(cost=one.cost + more, size=one.size + size)
        if begun and gaps:
            passed = signs[at].skipped + Cost.ACROSS * signs[at].apart
            for one in self.matches(signs, at + 1, gaps - 1, begun=True):
                if one.size:
                    yield _Named(one.cost + passed, one.tree, one.size + 1, (at, *one.idle))


def _forms(game: Game, move: Move) -> Iterator[tuple[float, Sequence[str]]]:
    """Yield the signs by which a move may be named, and the cost."""
    atoms = atoms_of(move)
    yield 0.0, atoms
    if move.startswith("roll "):
        yield 0.0, atoms[1:]
    elif len(atoms) > 1 and not game.timed:
        if "-" not in move or move.endswith("home"):
            yield Cost.BACKWARDS, atoms[::-1]
        yield Cost.NO_SOURCE if "-" in move else Cost.UNNAMED, atoms[1:]


@cache
def _tree_of(game: Game) -> _Tree:
    """Return the tree of all moves of a game."""
    root = _Tree()
    for move in (*game.every_move(game.start(game.players[0])), *game.rolls, AGREE):
        for cost, form in _forms(game, move):
            tree = root
            for atom in form:
                tree = tree.below.setdefault(atom, _Tree())
            tree.named.append((cost, move))
    return root


class Board:
    """The positions to which walks from one start come, each once, with their moves."""

    def __init__(self) -> None:
        self._positions: dict[object, Position] = {}
        self._after: dict[tuple[int, Move], Position | None] = {}
        self._legal: dict[int, frozenset[Move]] = {}

    def position(self, position: Position) -> Position:
        """Return the kept position that equals another."""
        return self._positions.setdefault(position, position)

    def after(self, position: Position, move: Move) -> Position | None:
        """Return the position after a move, if it can be made."""
        key = id(position), move
        if key not in self._after:
            try:
                self._after[key] = self.position(position.play(move))
            except GameError:
                self._after[key] = None
        return self._after[key]

    def legal(self, position: Position) -> frozenset[Move]:
        """Return the legal moves, ``agree`` among them where all may."""
        found = self._legal.get(id(position))
        if found is None:
            agree = (AGREE,) if position.plies and self.after(position, AGREE) is not None else ()
            found = self._legal[id(position)] = frozenset((*position.legal_moves(), *agree))
        return found


@dataclass
class Walker:
    """Walks through the signs of a sheet.

    Attributes:
        game: Of which it is one.
        start: The position in which it begins.
        board: To which they come.
        effort: How many steps they may make.
        finds: The moves that are named at each sign of a queue, by the identity of the queue, and which
            of these name a move; shared by all walks through a sheet, as long as its queues are the same lists.
        seats: By who is said to move, their seat.
        relative: Whether each second is since the last move.
    """

    game: Game
    start: Position
    board: Board
    effort: StepBudget
    finds: dict[tuple[int, int], tuple[list[_Named], Mapping[Move, list[int]]]] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    relative: bool = False

    def walks(self, queues: Queues, width: int, most: int | None = None) -> list[Walk]:
        """Return the cheapest walks through the signs, the cheapest first.

        width: how many are kept. most: signs of each queue, all of them where it is None.
        Raises SpentError.
        """
        names = list(queues)
        ends = [len(one) if most is None else min(len(one), most) for one in queues.values()]
        beams: list[dict[object, Walk]] = [{} for _ in range(sum(ends) + 1)]
        start = self.board.position(self.start)
        first = Walk(0.0, start, None, START_ROW, (), (0,) * len(names))
        if self.game.timed:
            begun = self.board.position(start.play("start"))
            first = first._replace(position=begun, before=first, moves=("start",))
        beams[0][None] = first
        for n in range(len(beams) - 1):
            some = sorted(beams[n].values(), key=lambda one: one.cost)
            beams[n], beam = {}, some[:width]
            self.effort.spend(len(beam))
            for walk in beam:
                steps = [*self._steps(walk, queues, names, ends)]
                self.effort.spend(len(steps) // _USUAL_STEPS)
                for after in steps:
                    key = id(after.position), after.at, after.second
                    kept = beams[sum(after.at)].get(key)
                    if kept is None or after.cost < kept.cost:
                        beams[sum(after.at)][key] = after
        return sorted(map(_leaving, beams[-1].values()), key=lambda one: one.cost)

    def _steps(self, walk: Walk, queues: Queues, names: Sequence[str | None], ends: Sequence[int]) -> Iterator[Walk]:
        """Yield the walks that are a sign or a move longer: the next sign is passed over, undoes, or names a move."""
        mover = walk.position.mover
        k = names.index(mover) if mover in queues else 0
        if over := walk.at[k] >= ends[k]:  # nothing is left of who is to move: the others' signs are passed over
            k = next(j for j, end in enumerate(ends) if walk.at[j] < end)
        signs, at = queues[names[k]], walk.at[k]
        sign, led = signs[at], at > 0 and signs[at - 1].row == signs[at].row
        second = walk.second if led else None
        if sign.row != walk.here:
            walk = _leaving(walk)
        if sign.second is not None and walk.used:
            walk = walk._replace(used=False)
        elif sign.second is not None and not sign.starts:
            second = sign.second + walk.clock * self.relative
        ahead = _ahead(walk.at, k, 1)
        yield walk._replace(cost=walk.cost + sign.skipped, at=ahead, here=sign.row, second=second)
        if walk.position.outcome is not None or (over and all(atom != AGREE for atom, *_ in sign.ways)):
            return  # all agree, whoever is said to
        if sign.undoes and walk.before and not walk.undone and sign.row <= walk.row + _UNDOING_ROWS:
            undone = walk.before._replace(here=sign.row, entered=walk.entered, undone=walk.moves)
            yield undone._replace(cost=walk.cost + Cost.UNDONE, at=ahead)
        if sign.ways:
            for one in self._made(walk, signs, k, second):
                if one.at[k] <= ends[k]:
                    yield one

    def _made(self, walk: Walk, signs: Sequence[Sign], k: int, second: float | None) -> Iterator[Walk]:
        """Yield the walks that are a move longer. k: of which queue the signs are."""
        at, sign = walk.at[k], signs[walk.at[k]]
        late = self.game.timed and not sign.whole and second is None
        if late and (second := self._second_behind(walk, signs[at:])) is None:
            return
        for told in chain(self._moves(walk.position, signs, at, second), _put_right(walk.undone, sign)):
            *_, before, after = self._positions(walk.position, told.moves)
            if before is None or after is None:
                continue
            cost = told.cost + Cost.LATE_SECOND * late
            seat = self.seats.get(signs[at + told.size - 1].owner or sign.owner or "")
            if seat is not None and told.moves[-1] != AGREE:
                mover = self.game.mover(before, told.moves[-1]) if sign.whole else before.mover
                if sign.whole and mover != seat:
                    continue  # in a box of somebody else
                cost += Cost.OTHER_SEAT * (mover != seat)
            said = signs[at : at + told.size]
            if told.idle:
                said = [one for n, one in enumerate(said, at) if n not in told.idle]
            yield Walk(
                walk.cost + cost,
                after,
                walk,
                sign.row,
                told.moves,
                _ahead(walk.at, k, told.size),
                before.mover,
                sign.row,
                walk.entered,
                clock=second or 0.0,
                used=late,
                said=tuple(said),
                named_cost=cost,
            )

    def _second_behind(self, walk: Walk, signs: Sequence[Sign]) -> float | None:
        """Return the first second in the row of the first of some signs, as the clock of a walk runs."""
        seconds = (one.second for one in takewhile(lambda one: one.row == signs[0].row, signs))
        found = next((one for one in seconds if one is not None), None)
        return None if found is None else found + walk.clock * self.relative

    def _positions(self, position: Position, moves: Sequence[Move]) -> Iterator[Position | None]:
        """Yield a position and the position after each move; None behind a move that cannot be made."""
        after: Position | None = position
        yield after
        for move in moves:
            after = None if after is None else self.board.after(after, move)
            yield after

    def _moves(self, position: Position, signs: Sequence[Sign], at: int, second: float | None) -> Iterator[_Told]:
        """Yield the moves that signs from here on name."""
        if signs[at].whole:
            yield from self.whole(position, signs[at])
            return
        key = id(signs), at
        if key not in self.finds:
            found = list(_tree_of(self.game).matches(signs, at))
            by_move: defaultdict[Move, list[int]] = defaultdict(list)
            for n, one in enumerate(found):
                for _, move in one.tree.named:
                    by_move[move].append(n)
            self.finds[key] = found, by_move
        found, naming = self.finds[key]
        if self.game.timed:
            time = written_second(second or 0.0)
            for cost, tree, size, idle in found:
                yield _Told(cost, (f"{time} {tree.named[0][1]}",), size, idle)
            return
        befores = self._befores(position) if found else []
        possible = {n for _, legal in befores for move in legal & naming.keys() for n in naming[move]}
        for cost, tree, size, idle in (found[n] for n in sorted(possible)):
            ways = list[tuple[float, tuple[Move, ...]]]()
            for before, legal in befores:
                can = sorted(one for one in tree.named if one[1] in legal)
                if can[:1] and can[0][0] not in {cost for cost, _ in can[1:]}:  # no other is as cheap
                    ways.append((can[0][0], (*before, can[0][1])))
            if ways:
                more, moves = min(ways, key=lambda one: one[0])
                yield _Told(cost + more, moves, size, idle)

    def _befores(self, position: Position) -> list[tuple[tuple[Move, ...], frozenset[Move]]]:
        """Return the moves that may go unsaid before a move, and the legal moves behind them."""
        ends = ((end, self.board.after(position, end)) for end in self.game.turn_ends(position))
        behind = [((end,), self.board.legal(after)) for end, after in ends if after is not None]
        return [((), self.board.legal(position)), *behind]

    def whole(self, position: Position, sign: Sign) -> Iterator[_Told]:
        """Yield the whole moves that a sign may be, behind the unsaid end of a turn, too."""
        for move, cost, size in sign.ways:
            befores = [((), {move})] if self.game.timed else self._befores(position)
            yield from (_Told(cost, (*before, move), size) for before, legal in befores if move in legal)


def _put_right(undone: Sequence[Move], sign: Sign) -> Iterator[_Told]:
    """Yield moves that were taken back with another end that a sign may be: 6 on a1, no, on d2."""
    for *before, move in [undone] if undone else ():
        start = move.removesuffix(atoms_of(move)[-1])
        yield from (_Told(cost + Cost.PUT_RIGHT, (*before, start + atom), size) for atom, cost, size in sign.ways)


def written_second(second: float) -> str:
    """Return a second as moves begin with it, to the millisecond."""
    return f"{second:.3f}".rstrip("0").rstrip(".")


def _ahead(at: tuple[int, ...], k: int, size: int) -> tuple[int, ...]:
    """Return how many signs lie behind a walk that takes so many of a queue."""
    return (*at[:k], at[k] + size, *at[k + 1 :])


def _leaving(walk: Walk) -> Walk:
    """Return a walk as it leaves the row in which it is.

    Of a row without a move, what costs more than `Cost.ROW` counts for a share: whatever it says, it
    says beside the game.
    """
    more = max(walk.cost - walk.entered - Cost.ROW, 0.0) if walk.row != walk.here else 0.0
    cost = walk.cost - (1 - Cost.ROW_SHARE) * more
    return walk._replace(cost=cost, entered=cost, used=False, undone=())

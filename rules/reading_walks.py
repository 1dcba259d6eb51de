"""The games that the signs of a sheet may tell in a way that no rule of reading knows.

The engine says which moves can be made: signs in order that name one of them are that move, and
what stands between is passed over. What is passed over costs, a field much and a word hardly
anything, so the cheapest walk from the first sign to the last is the game that leaves least unread.
Signs are taken in the order of the sheet, or in that of each player, where the turn tells whose
sign comes next. What is found so is to be proposed: somebody has to look at it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, groupby, pairwise, permutations
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from rules.game import AGREE, Game, GameError, Move, Position
from rules.reading_signs import Sign, SignedSheet, atoms_of
from rules.reading_words import SEAT

_UNNAMED = 0.2  # a move whose piece is not named
_BEHIND = 0.6  # a move whose piece stands behind its field
_NO_SOURCE = 1.5  # a move that does not say where from
_ACROSS = 0.6  # a comma, or the like, within a move
_LATE = 0.3  # a second that stands behind its move
_OTHER_SEAT = 2.5  # a move of somebody else than is said
_ENDED = 0.1  # a turn that ends without a word
_PER_ROW = 6.0  # what a row in which no move is read costs beyond that counts less,
_A_MOVE = 3.0  # what it costs at least to pass over a move,
_A_SIGN = 1.0  # and over one of its signs, words aside
_LESS = 0.7  # by this share
_UNDONE = 1.0  # a move that is said to be wrong,
_BACK = 2  # so many rows below it at most
_NOBODY = 5.0  # a sheet that does not show who moves
_EACH = 2.0  # a sheet in the order of each player
_TURNED = 1.0  # who are named in another order than they move
_RETIMED = 3.0  # a clock that runs otherwise than from the start on
_MILLISECONDS = 1000  # of a second
_FEWEST_FALLS = 6  # one of so many seconds is less than that before, where all are since the last
_TOO_LONG = 500  # seconds between two moves, in which all sand runs through
_FEWEST_OTHERS = 10  # one of so many moves is of somebody else than is said
_WIDTH = 16  # walks that are kept,
_FEW = 4  # and at first
_MOST_STEPS = 45_000  # from sign to sign in all walks through a sheet, so that its time is bounded
_BEGINNING = 300  # signs that show which orders and players are likely
_LIKELY = 3  # orders and players for which more are kept
_MOST_BETWEEN = 6  # signs within a move that say nothing
_MOST_PERMUTED = 3  # players who may be named in any order


class SpentError(Exception):
    """A sheet that would take too long."""


class Effort:
    """How many steps walks may still make."""

    def __init__(self) -> None:
        """Make that of one sheet."""
        self._left = _MOST_STEPS

    def spend(self, steps: int) -> None:
        """Count steps that are made. Raises SpentError."""
        self._left -= steps
        if self._left < 0:
            raise SpentError


class Walk(NamedTuple):
    """A way through the signs.

    position: behind the last moves. before: the walk in front of them, None at the start. row:
    where they stand. at: how many signs lie behind it, of each queue. undone: whether what followed
    was taken back. second: the last that was read, for the next move. clock: of the last move.
    entered: the cost in front of the row in which it is. used: whether the next second in the row
    is that of the last move. named: the signs that name the last moves, and those that undo others.
    strained: whether it costs as much to name them so as to pass over a move.
    """

    cost: float
    position: Position
    before: "Walk | None"
    row: int
    moves: tuple[Move, ...]
    at: tuple[int, ...]
    undone: bool = False
    second: float | None = None
    clock: float = 0.0
    entered: float = 0.0
    used: bool = False
    named: tuple[Sign, ...] = ()
    strained: bool = False


class Found(NamedTuple):
    """A game that a sheet may tell. moves: each with its row and the position before it.

    owners: by seat, the text by which who plays there is named; empty where that is not known.
    gain: how many times signs have named a move, less the cost. unread: how many moves seem to
    be passed over, or to be others.
    """

    cost: float
    gain: float
    unread: int
    moves: tuple[tuple[int, Move, Position], ...]
    owners: Mapping[str, str]


Queues: TypeAlias = Mapping[str | None, Sequence[Sign]]
"""By seat, its signs in order; None: those of anybody."""


class _Tree:
    """Moves by the signs that name them. named: by cost, those named by the signs so far."""

    __slots__ = ("below", "named")

    def __init__(self) -> None:
        self.below: dict[str, _Tree] = {}
        self.named: dict[float, list[Move]] = {}

    def add(self, form: Iterable[str], cost: float, move: Move) -> None:
        """Add a move that is named so."""
        tree = self
        for atom in form:
            tree = tree.below.setdefault(atom, _Tree())
        tree.named.setdefault(cost, []).append(move)

    def matches(
        self, signs: Sequence[Sign], at: int, gaps: int = _MOST_BETWEEN, *, begun: bool = False
    ) -> Iterator[tuple[float, "_Tree", int]]:
        """Yield what signs from here on name: the cost, the moves, and how many signs they are.

        begun: whether a sign before has named a part of it; then they stand in its row.
        """
        if self.named:
            yield 0.0, self, 0
        if not self.below or at >= len(signs) or (begun and signs[at - 1].line != signs[at].line):
            return
        for atom, more, size in signs[at].ways:
            tree = self.below.get(atom)
            if tree is not None and at + size <= len(signs):
                for cost, named, count in tree.matches(signs, at + size, gaps, begun=True):
                    yield cost + more, named, count + size
        if begun and gaps:
            for cost, named, count in self.matches(signs, at + 1, gaps - 1, begun=True):
                if count:
                    passed = signs[at].skipped + _ACROSS * signs[at].parts
                    yield cost + passed, named, count + 1


@lru_cache(8)
def _tree_of(moves: Sequence[Move], *, timed: bool) -> _Tree:
    """Return moves by what names them."""
    tree = _Tree()
    for move in moves:
        for cost, form in ((0.0, move.split("-")),) if timed else _forms(move):
            tree.add(form, cost, move)
    return tree


def _forms(move: Move) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the signs by which a move may be named, and the cost."""
    atoms = atoms_of(move)
    yield 0.0, atoms
    if move.startswith("roll "):
        yield 0.0, atoms[1:]
    elif len(atoms) > 1:
        if "@" in move:
            yield _BEHIND, atoms[::-1]
        yield _NO_SOURCE if "-" in move else _UNNAMED, atoms[1:]


@dataclass
class _Walker:
    """Walks through the signs of a sheet of a game that begins so.

    relative: whether each second is since the last move. seats: by owner.
    """

    game: Game
    start: Position
    effort: Effort
    relative: bool = False
    seats: Mapping[str, str] = field(default_factory=dict)
    _tree: _Tree = field(init=False)
    _matches: dict[tuple[int, int], list[tuple[float, _Tree, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        agrees = (AGREE,) if AGREE in self.game.vocabulary else ()
        moves = (*self.game.every_move(self.start), *self.game.rolls, *agrees)
        self._tree = _tree_of(moves, timed=self.game.timed)

    def walks(self, queues: Queues, width: int) -> list[Walk]:
        """Return the cheapest walks through all the signs, the cheapest first."""
        self._matches.clear()
        names = list(queues)
        total = sum(map(len, queues.values()))
        beams: list[dict[object, Walk]] = [{} for _ in range(total + 1)]
        first = Walk(0.0, self.start, None, 0, (), (0,) * len(names))  # kept until it begins
        if self.game.timed:
            first = first._replace(
                position=self.start.play("start"), before=first, moves=("start",)
            )
        beams[0][None] = first
        for n in range(total):
            some = sorted(beams[n].values(), key=lambda walk: walk.cost)
            beam = some[:width] + [one for one in some[width:] if one.before in (None, first)][:1]
            beams[n] = {}
            self.effort.spend(len(beam))
            for walk in chain.from_iterable((one, *self._ended(one, queues)) for one in beam):
                for after in self._steps(walk, queues, names):
                    key = after.position.key(), after.at, after.second  # type: ignore[attr-defined]
                    known = beams[sum(after.at)].get(key)
                    if known is None or after.cost < known.cost:
                        beams[sum(after.at)][key] = after
        return sorted(beams[-1].values(), key=lambda walk: walk.cost)

    def _ended(self, walk: Walk, queues: Queues) -> Iterator[Walk]:
        """Yield the walk with its turn ended, as the next sign may be one of another player."""
        if walk.position.mover in queues:
            for move in self.game.turn_ends(walk.position):
                yield walk._replace(
                    cost=walk.cost + _ENDED,
                    position=walk.position.play(move),
                    before=walk,
                    moves=(move,),
                    named=(),
                    strained=False,
                )

    def _steps(self, walk: Walk, queues: Queues, names: Sequence[str | None]) -> Iterator[Walk]:
        """Yield the walks that are a sign or a move longer."""
        mover = walk.position.mover
        k = names.index(mover) if mover in queues else 0
        over = walk.at[k] >= len(queues[names[k]])
        if over:
            k = next(j for j, name in enumerate(names) if walk.at[j] < len(queues[name]))
        signs, at = queues[names[k]], walk.at[k]
        sign = signs[at]
        second = walk.second if at and signs[at - 1].line == sign.line else None
        if sign.second is not None and walk.used:
            walk = walk._replace(used=False)
        elif sign.second is not None and not sign.starts:
            second = sign.second + walk.clock * self.relative
        if at and signs[at - 1].row != sign.row:
            passed = walk.row != signs[at - 1].row
            more = max(walk.cost - walk.entered - _PER_ROW, 0.0) if passed else 0.0
            cost = walk.cost - _LESS * more
            walk = walk._replace(cost=cost, entered=cost, used=False)
        ahead = _ahead(walk.at, k, 1)
        yield walk._replace(cost=walk.cost + sign.skipped, at=ahead, second=second)
        if over or walk.position.outcome is not None:
            return
        if sign.undoes and walk.before and not walk.undone and sign.row <= walk.row + _BACK:
            undone = (*walk.before.named, *walk.named, sign)
            yield walk.before._replace(
                cost=walk.cost + _UNDONE, at=ahead, undone=True, named=undone
            )
        when = self._when(walk, second, signs, at) if self.game.timed else (0.0, walk.clock)
        if when is None or not (sign.ways or sign.exact):
            return
        late, clock = when
        for cost, named, size in self._named(walk.position, signs, at):
            moves = named
            if self.game.timed:
                moves = (f"{clock:.3f}".rstrip("0").rstrip(".") + f" {named[0]}",)
            try:
                after, before = walk.position, walk.position
                for move in moves:
                    before, after = after, after.play(move)
            except GameError:
                continue
            owner = signs[at + size - 1].owner or sign.owner
            said = self.seats.get(owner, before.mover) if owner else before.mover
            other = _OTHER_SEAT * (said != before.mover and moves[-1] != AGREE)
            yield Walk(
                walk.cost + cost + late + other,
                after,
                walk,
                sign.row,
                moves,
                _ahead(walk.at, k, size),
                clock=clock,
                entered=walk.entered,
                used=late > 0,
                named=tuple(signs[at : at + size]),
                strained=cost + other >= _A_MOVE,
            )

    def _when(
        self, walk: Walk, second: float | None, signs: Sequence[Sign], at: int
    ) -> tuple[float, float] | None:
        """Return when a move is made, after what that costs; None where its row does not say.

        second: what was read in front of it.
        """
        if second is not None:
            return 0.0, second
        behind = (one.second for one in signs[at:] if one.line == signs[at].line)
        found = next((second for second in behind if second is not None), None)
        return None if found is None else (_LATE, found + walk.clock * self.relative)

    def _named(
        self, position: Position, signs: Sequence[Sign], at: int
    ) -> Iterator[tuple[float, tuple[Move, ...], int]]:
        """Yield what signs from here on name: the cost, the moves, and how many signs they are."""
        ends = self.game.turn_ends(position)
        if move := signs[at].exact:
            yield 0.0, (move,), 1
            for end in ends:
                yield _ENDED, (end, move), 1
            return
        key = id(signs), at
        if key not in self._matches:
            self._matches[key] = list(self._tree.matches(signs, at))
        befores = [((), position), *(((end,), position.play(end)) for end in ends)]
        for cost, named, size in self._matches[key]:
            ways = (self._likeliest(named, *before) for before in befores)
            found = min(filter(None, ways), key=itemgetter(0), default=None)
            if found is not None:
                yield cost + found[0], found[1], size

    def _likeliest(
        self, named: _Tree, before: tuple[Move, ...], position: Position
    ) -> tuple[float, tuple[Move, ...]] | None:
        """Return the move that signs name most likely, behind others, and the cost.

        None where it cannot be made, or where there are several.
        """
        if self.game.timed:  # once it is their second
            ((cost, moves),) = named.named.items()
            return cost, (*moves,)
        legal = position.legal_moves()
        for cost, some in sorted(named.named.items()):
            can = [move for move in some if move in legal or (move == AGREE and position.plies)]
            if can:
                return None if can[1:] else (cost, (*before, *can))
        return None


def _ahead(at: tuple[int, ...], k: int, size: int) -> tuple[int, ...]:
    return (*at[:k], at[k] + size, *at[k + 1 :])


class _Way(NamedTuple):
    """One way to walk through a sheet. extra: what it costs. owners: by seat."""

    extra: float
    walker: _Walker
    queues: Queues
    owners: Mapping[str, str]


def games_of(sheet: SignedSheet, starts: Iterable[Position], effort: Effort) -> list[Found]:
    """Return the games that a sheet may tell, the cheapest first, each once.

    starts: the position before the first move, for each number of players that there may be.
    effort: that of the sheet. Raises SpentError.
    """
    tried: list[tuple[float, _Way]] = []
    for way in (way for start in starts for way in _ways(sheet, start, effort)):
        walk = way.walker.walks(_beginning(way.queues), _FEW)[0]
        if _length(walk) >= walk.cost:  # else it is no game, or not this one
            tried.append((walk.cost + way.extra, way))
    tried.sort(key=lambda one: one[0])
    found: dict[tuple[Move, ...], Found] = {}
    for _, way in tried[:_LIKELY]:
        for walk in way.walker.walks(way.queues, _WIDTH)[:2]:
            moves, cost = tuple(_told_by(walk)), walk.cost + way.extra
            unread = _unread(sheet, way.queues.get(None, sheet.signs), walk)
            unread += _misnamed(sheet.signs, walk) * (not sheet.game.timed)
            unread += _of_others(sheet, walk) + sheet.unknown
            unread += _disordered(moves) * (None not in way.queues)
            game = Found(cost, _length(walk) - cost, unread, moves, way.owners)
            made = tuple(move for _, move, _ in moves)
            if made not in found or game.cost < found[made].cost:
                found[made] = game
    return sorted(found.values(), key=lambda one: one.cost)


def _misnamed(signs: Sequence[Sign], walk: Walk) -> int:
    """Return how many moves are of another piece than is written in front of their field.

    A letter that is hardly ever that piece in the sheet may be a name.
    """
    places = {id(sign): n for n, sign in enumerate(signs)}
    others, kept = Counter[str](), Counter[str]()
    while walk.before is not None:
        if walk.named and "@" in walk.moves[-1]:
            piece, _ = atoms_of(walk.moves[-1])
            first, at = walk.named[0], places[id(walk.named[0])]
            kept[piece] += _says(first, piece)
            if not any(atom == piece for sign in walk.named for atom, *_ in sign.ways):
                before = [one for one in signs[max(at - 2, 0) : at] if one.line == first.line]
                said = {atom for one in before[-2:] for atom, cost, _ in one.ways if not cost}
                others.update(said)
        walk = walk.before
    return sum(count for piece, count in others.items() if kept[piece] >= count)


def _says(sign: Sign, atom: str) -> bool:
    return any(one == atom and not cost for one, cost, _ in sign.ways)


def _of_others(sheet: SignedSheet, walk: Walk) -> int:
    """Return how many moves are of somebody else than the same name stands for elsewhere.

    Only rows with one move are counted: the others may hold what several did.
    """
    made = Counter[int]()
    movers: dict[str, Counter[str | None]] = {owner: Counter() for owner in sheet.owners}
    walks: list[tuple[Walk, str | None]] = []
    while walk.before is not None:
        made[walk.row] += len(walk.named) > 0
        position = walk.before.position
        for move in walk.moves[:-1]:
            position = position.play(move)
        walks.append((walk, position.mover))
        walk = walk.before
    if len(movers) != len(walk.position.seats):
        return 0
    for one, mover in walks:
        owner = one.named[-1].owner if one.named and made[one.row] == 1 else None
        if owner in movers and one.row in sheet.led and one.moves[-1] != AGREE:
            movers[owner][mover] += 1
    others = sum(some.total() - max(some.values(), default=0) for some in movers.values())
    return others * (_FEWEST_OTHERS * others > sum(some.total() for some in movers.values()))


def _disordered(moves: Sequence[tuple[int, Move, Position]]) -> int:
    """Return how many rows stand above that of the moves before them, but not in a list of those
    of one player.
    """
    visits = [row for row, _ in groupby(row for row, *_ in moves)]
    often = Counter(visits)
    owners = {row: position.mover for row, _, position in moves}
    turns = sum(one != other for one, other in pairwise(owners[row] for row in sorted(owners)))
    back = sum(two < one and often[one] == often[two] == 1 for one, two in pairwise(visits))
    return back * (2 * turns >= len(owners))


def _anywhere(signs: Iterable[Sign]) -> list[Sign]:
    """Return signs without where they stand."""
    return [sign._replace(row=0, line=0) for sign in signs]


def _unread(sheet: SignedSheet, signs: Sequence[Sign], walk: Walk) -> int:
    """Return how many moves seem to be passed over, or to be others.

    Their rows stand between those that are read, or are a move as they stand.
    """
    named: set[int] = set()
    end = strained = 0
    while walk.before is not None:
        end = max(end, walk.row)
        strained += walk.strained
        named.update(map(id, walk.named))
        walk = walk.before
    led = sheet.led if len(sheet.owners) == len(walk.position.seats) else ()
    aside = {sign.row for sign in signs if sign.second == 0}  # in which both begin
    rows = [(row, _anywhere(some)) for row, some in groupby(signs, key=lambda sign: sign.row)]
    for (row, one), (below, other) in pairwise(rows):
        if one == other:
            aside |= {row, below}  # written twice
    costs: list[float] = []  # of what is passed over between two moves of a row
    row, told = -1, False
    for sign in signs:
        read = id(sign) in named
        told |= read
        if row != sign.row or read:
            costs.append(0.0)
        elif sign.undoes:
            costs[-1] = 0.0
        row = sign.row
        between = (told and row <= end) or row in led
        between = between and bool(sign.ways) and row not in aside
        if (between or sign.exact) and not read and sign.skipped >= _A_SIGN:
            costs[-1] += sign.skipped
    return strained + sum(cost >= _A_MOVE for cost in costs)


def _beginning(queues: Queues) -> Queues:
    return {name: signs[: _BEGINNING // len(queues)] for name, signs in queues.items()}


def _ways(sheet: SignedSheet, start: Position, effort: Effort) -> Iterator[_Way]:
    """Yield the ways to walk through a sheet of a game that begins so."""
    game, signs = sheet.game, sheet.signs
    if game.timed:
        yield from _timings(_Walker(game, start, effort), signs)
        return
    yield _Way(_NOBODY, _Walker(game, start, effort), {None: signs}, {})
    owners, seats = sheet.owners, start.seats
    if len(owners) != len(seats):
        return
    if all(owner.startswith(SEAT) for owner in owners):
        orders: list[Sequence[str]] = [
            sorted(owners, key=lambda one: seats.index(one[len(SEAT) :]))
        ]
    elif len(owners) <= _MOST_PERMUTED:
        orders = list(permutations(owners))
    else:
        orders = [[*owners[n:], *owners[:n]] for n in range(len(owners))]
    for n, order in enumerate(orders):
        placed = dict(zip(order, seats, strict=True))
        called = {seat: sheet.called[owner] for owner, seat in placed.items()}
        yield _Way(0.0, _Walker(game, start, effort, seats=placed), {None: signs}, called)
        each: Queues = {
            seat: [one for one in signs if placed.get(one.owner or "") == seat] for seat in seats
        }
        lost = sum(one.skipped for one in signs if one.owner not in placed)
        yield _Way(_EACH + _TURNED * (n > 0) + lost, _Walker(game, start, effort), each, called)


def _timings(walker: _Walker, signs: Sequence[Sign]) -> Iterator[_Way]:
    """Yield the ways to walk through a sheet whose moves have their second."""
    shown = [one.second for one in signs if one.second is not None]
    if not shown:
        return
    rows: dict[int, float] = {}
    for one in signs:
        if one.second is not None:
            rows.setdefault(one.row, one.second)
    steps = sorted(abs(two - one) for one, two in pairwise(rows.values()))
    falls = sum(two < one for one, two in pairwise(rows.values()))
    since = len(steps) < _FEW or _FEWEST_FALLS * falls >= len(steps)  # the last move, perhaps
    parts = [1 / _MILLISECONDS] if steps and steps[len(steps) // 2] > _TOO_LONG else []
    begun = [one.second for one in signs if one.second is not None and one.starts][:1]
    holes = Counter(one.row for one in signs if one.ways)
    first = next((row for row in rows if holes[row] > 1), 0)
    before = [second for row, second in rows.items() if row < first][-1:]

    def shifted(by: float, sign: float) -> list[Sign]:
        return [
            one if one.second is None else one._replace(second=by + sign * one.second)
            for one in signs
        ]

    for extra, some, relative in (
        (0.0, signs, False),
        (_RETIMED, sorted(signs, key=lambda one: rows.get(one.row, -1.0)), False),  # of each player
        *(
            (_RETIMED, shifted(-one, 1), False) for one in begun or before
        ),  # of a clock that ran before
        (_RETIMED, shifted((begun or [max(shown)])[0], -1), False),  # that are left
        *((_RETIMED, some, True) for some in (signs,) if since),  # since the last move
        *((_RETIMED, shifted(0.0, part), False) for part in parts),
    ):
        yield _Way(extra, replace(walker, relative=relative), {None: some}, {})


def _length(walk: Walk) -> int:
    """Return how many times signs have named a move."""
    length = 0
    while walk.before is not None:
        length += bool(walk.named) or walk.before.before is None
        walk = walk.before
    return length


def _told_by(walk: Walk) -> list[tuple[int, Move, Position]]:
    found: list[tuple[int, Move, Position]] = []
    while walk.before is not None:
        position = walk.before.position
        some = list[tuple[int, Move, Position]]()
        for move in walk.moves:
            some.append((walk.row, move, position))
            position = position.play(move)
        found[:0] = some
        walk = walk.before
    return found

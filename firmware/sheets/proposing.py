"""Which game a sheet tells: every game, number of players and order is tried, the best proposed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise, permutations
from types import MappingProxyType
from typing import NamedTuple

from firmware.sheets.checks import checks_of, second_game, second_title, two_titles
from firmware.sheets.doubts import Told, doubted_rows, strained_rows, unread_rows
from firmware.sheets.lexicon import ASIDE, COLOURS, SEAT
from firmware.sheets.owners import NAME
from firmware.sheets.signs import Sign, Signs
from firmware.sheets.text import Row
from firmware.sheets.top import above, colours_said, options_of, players_of, titles_in
from firmware.sheets.walks import Board, Effort, Queues, SpentError, Walk, Walker
from rules import (
    NAMES,
    Game,
    GameError,
    Header,
    Move,
    Position,
    Record,
    RecordError,
    find_game,
    make_header,
)
from rules.reading import TwoGamesError
from rules.text import Text, told

# What a way to walk costs beside what it leaves unread: nobody is said to move, each player's moves
# stand apart, others begin, the clock ran otherwise, the colours are others than usual.
_NOBODY, _EACH, _TURNED, _RETIMED, _RECOLOURED = 5.0, 2.0, 1.0, 3.0, 0.5
_BEGINNING = 300  # signs by which the ways are compared,
_FEW, _WIDTH = 4, 16  # walks that are kept then, and on the likely ways
_LIKELY = 3  # ways
_STEPS, _MORE_STEPS = 45_000, 12_000  # of all walks, and of those with slips of the pen
_CERTAIN = 1.0  # that a move in words may cost
_AHEAD = 0.7  # by which a game leaves less unread than every other
_UNSURE, _UNSURE_EACH = 6.0, 0.8  # that a game may cost, and more for each of its moves
_FEWEST, _FEWEST_TITLED = 8, 2  # moves
_MOST_PERMUTED = 3  # players whose order is anybody's guess
_SLOW = 500  # between two seconds that are milliseconds
_FEW_ROWS, _FALLING = (
    5,
    6,
)  # rows with seconds that may be since the last move; one of so many falls


class UnreadError(RecordError):
    """A sheet that tells no game for sure. line: its first row."""


class Line(NamedTuple):
    """A row of a sheet beside what it tells.

    Attributes:
        row: Its number.
        text: As it stands there.
        moves: That it tells.
        doubt: Whether something in it may be a move and is passed over, or a move is taken dearly.
    """

    row: int
    text: str
    moves: tuple[Move, ...]
    doubt: bool


@dataclass(frozen=True)
class Proposal:
    """The game that a sheet tells.

    Attributes:
        record: The game.
        lines: All rows of the sheet.
        checks: What the sheet says of itself that the game does not bear out.
    """

    record: Record
    lines: Sequence[Line]
    checks: Sequence[Text] = field(default=())

    @property
    def doubts(self) -> list[int]:
        """The numbers of the rows that are in doubt."""
        return [line.row for line in self.lines if line.doubt]

    @property
    def colours(self) -> Sequence[str]:
        """The letters of each player's colours, in seat order; "" in a game without them."""
        header = self.record.header
        number = len(header.players)
        letters = header.options.get("colours") or _colours(find_game(header.game), number)
        each = len(letters) // number
        return [letters[n * each : (n + 1) * each] for n in range(number)]

    @property
    def sure(self) -> bool:
        """Whether nothing is in doubt."""
        return not (self.checks or self.doubts)

    def taken(self, accept: str) -> bool:
        """Whether it is taken without a question.

        accept: ``sure`` where it is in no doubt, ``doubts`` in any case, "" for never.
        """
        return accept == "doubts" or (accept == "sure" and self.sure)


class _Way(NamedTuple):
    """One way to walk through a sheet. extra: what it costs. owners: by seat."""

    extra: float
    walker: Walker
    queues: Queues
    owners: Mapping[str, str]
    header: Header


class _Found(NamedTuple):
    """A game that a sheet may tell. gain: how many moves are told, less the cost."""

    cost: float
    gain: float
    walk: Walk
    way: _Way
    signs: Signs


def propose(
    rows: Sequence[Row],
    settled: Mapping[int, tuple[Move, ...]] = MappingProxyType({}),
    names: Sequence[str] = (),
) -> Proposal:
    """Return the game that leaves least of a sheet unread.

    Args:
        rows: Of the sheet.
        settled: By the number of a row, the moves that somebody says it tells: it is in no doubt
            where it does, and a remark where these are none. 0 stands for the checks.
        names: Of the players, in seat order; none for those that the sheet names.

    Raises:
        UnreadError: No game is found, or too much of the sheet is left unread.
        TwoGamesError: The sheet tells two games.
    """
    first = rows[0].number if rows else 1
    texts = ["" if settled.get(row.number) == () else row.text for row in rows]
    titles = titles_in(texts)
    if (second := two_titles(titles, texts, other=True)) is not None:
        raise TwoGamesError(rows[second].number)
    known = list(dict.fromkeys(title.game for title in titles))
    found = list[_Found]()
    try:
        effort = Effort(_STEPS)
        for name in known or NAMES:
            found += _games(find_game(name), texts, effort)
        found.sort(key=lambda one: -one.gain)
        if found and strained_rows(_told(found[0])):
            wide = found[0]._replace(signs=found[0].signs.widened())
            found += _games(wide.signs.game, texts, Effort(_MORE_STEPS), wide)
    except SpentError:
        if not found:
            why = told("this takes too long to read; write one move on each line")
            raise UnreadError(first, why) from None
    found.sort(key=lambda one: -one.gain)
    if not found:
        if (second := two_titles(titles, texts)) is not None:
            raise TwoGamesError(rows[second].number)
        raise UnreadError(first, told("no game is found in this text"))
    best, *others = found
    made = len(best.walk.made())
    told_rows = [one.row for one in best.walk.made() if one.said]
    doubted = unread_rows(_told(best))
    second = second_game(titles, texts, told_rows, doubted)
    if second is not None:
        raise TwoGamesError(rows[second].number)
    least = 1 if best.signs.lost is not None else _FEWEST_TITLED
    few = made < (least if known else _FEWEST)
    few |= not known and made < 2 * _FEWEST and doubted >= {*told_rows}  # no row is sure
    rolls = {*best.signs.game.rolls}
    few |= not known and rolls >= {move for one in best.walk.made() for move in one.moves}
    if few or best.cost > _UNSURE + _UNSURE_EACH * made or (best.gain < 0 and not known):
        raise UnreadError(first, told("no game is found in this text: too much of it is no move"))
    near = others and others[0].gain > best.gain - _AHEAD
    return _proposal(rows, best, others[0] if near else None, settled, names)


def moves_told(game: Game, position: Position, text: str) -> list[Move]:
    """Return the moves that a line may tell in words at a position, without a slip of the pen."""
    signs = Signs(game, [text])
    walker = Walker(game, position, Board(), Effort(_STEPS))
    walks = [] if game.timed else walker.walks({None: signs.signs}, _FEW)
    found: dict[Move, None] = {}
    for made in (one.made() for one in walks if one.cost < _CERTAIN):
        said = {id(sign) for one in made for sign in one.said}
        left = (t for s, t in zip(signs.signs, signs.parsed[0], strict=False) if id(s) not in said)
        known = all(ASIDE.issuperset(t.codes or ("",)) for t in left if t.word or t.number)
        if len(made) == 1 and known:
            found[made[0].moves[-1]] = None
    return list(found)


def _games(
    game: Game, texts: Sequence[str], effort: Effort, known: _Found | None = None
) -> Iterator[_Found]:
    """Yield the games of one kind that a sheet may tell, each once.

    known: one of them, whose way is walked again, as something in its signs has changed.
    """
    options, used = options_of(game, texts)
    if known:
        signs = known.signs
    else:
        left = ["" if n in used else text for n, text in enumerate(texts)]
        signs = Signs(game, left, above(texts))
    ways = _Ways(signs, effort)
    tried: list[tuple[float, _Way]] = []
    if known:
        tried = [(0.0, one) for one in ways.of(known.way.header, 0.0) if _is_alike(one, known.way)]
    else:
        tried = _tried(ways, list(_headers(signs, options)))
    found: dict[tuple[Move, ...], _Found] = {}
    for _, way in sorted(tried, key=lambda one: one[0])[:_LIKELY]:
        for walk in way.walker.walks(way.queues, _WIDTH)[:2]:
            cost = walk.cost + way.extra
            moves = tuple(move for one in walk.made() for move in one.moves)
            if moves and (moves not in found or cost < found[moves].cost):
                found[moves] = _Found(cost, walk.length - cost, walk, way, signs)
    yield from found.values()


def _is_alike(one: _Way, other: _Way) -> bool:
    return (one.walker.seats, len(one.queues)) == (other.walker.seats, len(other.queues))


def _tried(ways: "_Ways", headers: Sequence[tuple[Header, float]]) -> list[tuple[float, _Way]]:
    """Return the ways to walk through a sheet that may be right, each with what it costs so far."""
    tried: list[tuple[float, _Way]] = []
    owners = ways.signs.owners.names
    first = [one for one in headers if len(one[0].players) == len(owners)]
    sided = {one.removeprefix(NAME) for one in owners} <= {*COLOURS}  # two colours each, perhaps
    good = False
    for header, extra in chain(first, (one for one in headers if one not in first)):
        if good and header not in [one for one, _ in first]:
            break
        for way in ways.of(header, extra):
            most = _BEGINNING // len(way.queues)
            walk = way.walker.walks(way.queues, _FEW, most)[0]
            length = walk.length
            if length >= walk.cost:
                tried.append((walk.cost + way.extra, way))
                good |= not sided and 2 * (walk.cost + way.extra) < length
    return tried


def _headers(signs: Signs, options: Mapping[str, str]) -> Iterator[tuple[Header, float]]:
    """Yield the headers of a game of each number of players, with the usual colours or others."""
    game = signs.game
    given = colours_said(signs.above, signs.owners.names) if signs.coloured else ""
    for players in game.players:
        usual = _colours(game, players)
        ways = (given,) if len(given) == len(usual) else ("", "".join(signs.colours))
        for colours in dict.fromkeys("" if one == usual else one for one in ways):
            if colours and not (signs.coloured and len(colours) == len(usual)):
                continue
            try:
                chosen = {**options, **({"colours": colours} if colours else {})}
                header = make_header(game.name, game.seats(players), chosen)
                header.start()
            except GameError:
                continue
            if not colours or "colours" in header.options:
                yield header, _RECOLOURED * bool(colours and colours != given)


def _colours(game: Game, players: int) -> str:
    """Return the usual colours of so many players; "" in a game without the option."""
    usual = next((one.by_players for one in game.options if one.name == "colours"), {})
    return usual.get(players, "")


class _Ways:
    """The ways to walk through the signs of a sheet. They share what they find there."""

    def __init__(self, signs: Signs, effort: Effort) -> None:
        self.signs = signs
        self._effort = effort
        self._walkers: dict[object, Walker] = {}
        self._queues: dict[frozenset[str], list[Sign]] = {}

    def of(self, header: Header, extra: float) -> Iterator[_Way]:
        """Yield the ways in which a game that begins so may be told. extra: what all of them cost.

        The game is told in the order of the sheet or in that of each player, whoever is whom.
        """
        signs, whole = self.signs.signs, self._walker(header)
        if self.signs.game.timed:
            for more, some, relative in _timings(signs):
                walker = replace(whole, relative=relative)
                yield _Way(extra + more, walker, {None: some}, {}, header)
            return
        yield _Way(_NOBODY + extra, whole, {None: signs}, {}, header)
        seats = whole.start.seats
        for n, placed in enumerate(self._placings(header, seats)):
            walker = replace(whole, seats=placed)
            called = {
                seat: self.signs.owners.called[owner]
                for owner, seat in placed.items()
                if owner.startswith(NAME) and len(placed) == len(seats)
                if not self.signs.tokens(self.signs.owners.called[owner])[0].codes
            }
            yield _Way(extra, walker, {None: signs}, called, header)
            each: Queues = {seat: self._queue(placed, seat) for seat in seats}
            lost = sum(one.skipped for one in signs if one.owner not in placed)
            more = _EACH + _TURNED * (n > 0) + lost * (len(placed) == len(seats))
            yield _Way(extra + more, walker, each, called, header)

    def _walker(self, header: Header) -> Walker:
        """Return what walks through a sheet of a game that begins so."""
        key = len(header.players), *sorted(header.options.items())
        if key not in self._walkers:
            first = next(iter(self._walkers.values()), None)
            named = first.named if first else {}
            start = header.start()
            self._walkers[key] = Walker(self.signs.game, start, Board(), self._effort, named)
        return self._walkers[key]

    def _queue(self, placed: Mapping[str, str], seat: str) -> list[Sign]:
        """Return the signs of a seat: each list once, as walks keep what they find in it."""
        owners = frozenset(owner for owner, one in placed.items() if one == seat)
        if owners not in self._queues:
            self._queues[owners] = [one for one in self.signs.signs if one.owner in owners]
        return self._queues[owners]

    def _placings(self, header: Header, seats: Sequence[str]) -> Iterator[Mapping[str, str]]:
        """Yield, by who is said to move, which seat that may be."""
        owners = self.signs.owners.names
        colours = header.options.get("colours") or _colours(self.signs.game, len(seats))
        letters = [one.removeprefix(NAME) for one in owners]
        if self.signs.coloured and owners and {*letters} <= {*colours}:
            placed = {}
            for owner, letter in zip(owners, letters, strict=True):
                placed[owner] = seats[colours.index(letter) * len(seats) // len(colours)]
            yield placed
            return
        if len(owners) != len(seats):
            return
        orders: Iterator[Sequence[str]]
        if all(one.startswith(SEAT) for one in owners):
            orders = iter([sorted(owners, key=lambda one: seats.index(one.removeprefix(SEAT)))])
        elif len(owners) <= _MOST_PERMUTED:
            orders = permutations(owners)
        else:
            orders = ([*owners[n:], *owners[:n]] for n in range(len(owners)))
        for order in orders:
            yield dict(zip(order, seats, strict=True))


def _timings(signs: Sequence[Sign]) -> Iterator[tuple[float, Sequence[Sign], bool]]:
    """Yield how a clock may have run: the cost, the signs, whether seconds are since the last."""
    rows: dict[int, float] = {}
    for one in signs:
        if one.second is not None:
            rows.setdefault(one.row, one.second)
    if not rows:
        return
    seconds = [*rows.values()]
    falls = sum(two < one for one, two in pairwise(seconds))
    holes = Counter(one.row for one in signs if one.ways)
    first = next((row for row in rows if holes[row] > 1), 0)
    begun = [one.second for one in signs if one.second is not None and one.starts][:1]
    before = begun or [second for row, second in rows.items() if row < first][-1:]

    def shifted(by: float, share: float) -> list[Sign]:
        return [
            one if one.second is None else one._replace(second=by + share * one.second)
            for one in signs
        ]

    yield 0.0, signs, False
    if falls:
        yield _RETIMED, sorted(signs, key=lambda one: rows.get(one.row, -1.0)), False  # of each
        yield _RETIMED, shifted((begun or [max(seconds)])[0], -1), False  # that are left
    for second in before:
        yield _RETIMED, shifted(-second, 1), False  # of a clock that ran before
    steps = sorted(abs(two - one) for one, two in pairwise(seconds))
    if steps and steps[len(steps) // 2] > _SLOW:
        yield _RETIMED, shifted(0.0, 0.001), False  # milliseconds
    if len(rows) < _FEW_ROWS or _FALLING * falls >= len(rows):
        yield _RETIMED, signs, True


def _told(found: _Found, texts: Sequence[str] = (), near: _Found | None = None) -> Told:
    """Return a game as a sheet tells it. near: one that is as likely."""
    rival = near.walk.made() if near else ()
    made = [one for one in found.walk.made() if one.said]
    queues, signs = found.way.queues, found.signs
    walked = queues.get(None, signs.signs)
    return Told(
        texts, walked, signs.game.timed, signs.lettered, signs.lost, made, rival, len(queues) > 1
    )


def _proposal(
    rows: Sequence[Row],
    best: _Found,
    near: _Found | None,
    settled: Mapping[int, tuple[Move, ...]],
    given: Sequence[str],
) -> Proposal:
    """Return a game with the rows of the sheet beside their moves. near: one that is as likely."""
    made, header = best.walk.made(), best.way.header
    position = start = header.start()
    moves: list[Move] = []
    by_row: dict[int, tuple[Move, ...]] = {}
    for one in made:
        for move in one.moves:
            moves.append(position.written(move))
            by_row[one.row] = (*by_row.get(one.row, ()), moves[-1])
            position = position.play(move)
    begun = min((one.row for one in made if one.said), default=0)
    texts = [row.text for row in rows]
    doubted = doubted_rows(_told(best, texts, near))
    colours = header.options.get("colours") or _colours(best.signs.game, len(start.seats))
    tokens = [(text, best.signs.tokens(text)) for text in texts]
    names, agreed = players_of(tokens, begun + 1, best.way.owners, start.seats, colours)
    names = tuple(given) or names
    try:
        header = make_header(header.game, names, header.options)
    except GameError:
        names = header.players
    record = Record(header, tuple(moves), position)
    lines = []
    for n, row in enumerate(rows):
        told_here = by_row.get(n, ())
        doubt = n in doubted and settled.get(row.number) != told_here
        lines.append(Line(row.number, row.text, told_here, doubt))
    checks = checks_of(record, tokens, by_row.keys() - {-1}, best.signs.owners)
    if best.signs.lost is not None:
        line = rows[best.signs.lost].number
        checks.insert(0, told("line {row} cannot be read; write what it says", row=line))
    if (again := second_title(titles_in(texts), texts, [n for n in by_row if n >= 0])) is not None:
        line = rows[again].number
        checks.append(told("line {row} names a game again; is that a second one?", row=line))
    if not (agreed or given):
        checks.append(told("the sheet gives the players other colours than their moves have"))
    return Proposal(record, lines, () if 0 in settled else checks)

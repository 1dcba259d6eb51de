"""The games that a sheet may tell: every number of players, order and clock is walked through."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from math import isfinite
from typing import NamedTuple

from firmware.sheets.costs import Cost
from firmware.sheets.lexicon import COLOURS, SEAT
from firmware.sheets.owners import NAME
from firmware.sheets.sheet import Sheet
from firmware.sheets.signs import Sign, Signs
from firmware.sheets.top import above, colours_said, options_of, players_said
from firmware.sheets.walks import Board, Queues, SpentError, StepBudget, Walk, Walker
from rules import Game, GameError, Header, Move, find_game, make_header

_COMPARED_SIGNS = 300  # by which the ways are compared
_COMPARED_WALKS = 4  # that are kept on each way then
_WALKS = 16  # that are kept on the likely ways
_LIKELY_WAYS = 3  # that are walked to the end
_FAR = 20.0  # by how much more such a way may cost than the cheapest
_MOST_PERMUTED = 3  # players whose order is anybody's guess
_MILLISECONDS = 500  # between two numbers that are no seconds
_MINUTE = 60  # seconds
_FEW_TIMES = 5  # fewer may be since the last move although none falls
_FALLING = 6  # times to one that falls, where they are since the last move


class Way(NamedTuple):
    """A way to walk through a sheet. extra: what it costs. owners: by seat, who is named."""

    extra: float
    walker: Walker
    queues: Queues
    owners: Mapping[str, str]
    header: Header


class Candidate(NamedTuple):
    """A game that a sheet may tell: the walk to it, and the signs through which that leads."""

    walk: Walk
    way: Way
    signs: Signs

    @property
    def sheet(self) -> Sheet:
        """The sheet, as one of this game."""
        return self.signs.sheet

    @property
    def cost(self) -> float:
        """The cost of all that is left unread and of all that is supposed."""
        return self.walk.cost + self.way.extra

    @property
    def gain(self) -> float:
        """How many moves are told, less the cost."""
        return self.walk.length - self.cost

    @property
    def named(self) -> bool:
        """Whether the players are the people that the top of the sheet names with colours, if it names any."""
        return bool(self.way.walker.seats) or not given_colours(self.sheet)

    @property
    def written(self) -> Sequence[Walk]:
        """The steps whose moves are written in the sheet, the first first."""
        return [one for one in self.walk.steps() if one.said]

    @property
    def walked(self) -> Sequence[Sign]:
        """The signs in the order of the sheet, as they were walked through."""
        return self.way.queues.get(None, self.signs.signs)


def colours_of(header: Header) -> str:
    """Return the colours of a game, in seat order; "" in a game without them."""
    return header.options.get("colours") or _usual_colours(find_game(header.game), len(header.players))


def _usual_colours(game: Game, players: int) -> str:
    """Return the usual colours of so many players; "" in a game without the option."""
    usual = next((one.by_players for one in game.options if one.name == "colours"), {})
    return usual.get(players, "")


def games_told(game: Game, texts: Sequence[str], effort: StepBudget) -> list[Candidate]:
    """Return the matches of a game that a sheet may tell. Raises SpentError."""
    options, left = options_of(game, texts)
    signs = Signs(Sheet(game, left, above(texts)))
    number = len(signs.sheet.owners.names)
    coloured = {one.removeprefix(NAME) for one in signs.sheet.owners.names} <= {
        *COLOURS
    }  # of which a player may have two

    @cache  # walks keep their finds by the list
    def queue_of(owners: frozenset[str]) -> Sequence[Sign]:
        return [one for one in signs.signs if one.owner in owners]

    first = Walker(game, game.start(game.players[0]), Board(), effort)
    tried: list[tuple[float, Way]] = []
    good = False  # whether a game of as many players as move is told so well that no other number is tried
    for header, extra in sorted(_headers(signs, options), key=lambda one: len(one[0].players) != number):
        if good and len(header.players) != number:
            break
        walker = replace(first, start=header.start(), board=Board())  # they share their finds
        for way in [*_ways(signs, header, extra, walker, queue_of)]:
            walk = way.walker.walks(way.queues, _COMPARED_WALKS, _COMPARED_SIGNS // len(way.queues))[0]
            if 2 * walk.length >= walk.cost:
                tried.append((walk.cost + way.extra, way))
                good |= not coloured and 2 * (walk.cost + way.extra) < walk.length
    tried.sort(key=lambda one: one[0])
    return _walked(signs, [way for cost, way in tried if cost <= tried[0][0] + _FAR])


def games_with_slips(told: Candidate, effort: StepBudget) -> list[Candidate]:
    """Return the games on the same way with slips of the pen. Raises SpentError."""
    signs = told.signs.widened()
    walker = replace(told.way.walker, effort=effort, finds={})
    queues = {
        seat: [one for one in signs.signs if seat in (None, walker.seats.get(one.owner or ""))]
        for seat in told.way.queues
    }
    return _walked(signs, [told.way._replace(walker=walker, queues=queues)])


def _walked(signs: Signs, ways: Sequence[Way]) -> list[Candidate]:
    """Return the games at the ends of the first of some ways, each once."""
    found: dict[tuple[Move, ...], Candidate] = {}
    for way in ways[:_LIKELY_WAYS]:
        try:
            walks = way.walker.walks(way.queues, _WALKS)[:2]
        except SpentError:
            if found:
                break
            raise
        for walk in walks:
            one = Candidate(walk, way, signs)
            moves = tuple(move for step in walk.steps() for move in step.moves)
            if moves and (moves not in found or one.cost < found[moves].cost):
                found[moves] = one
    return [*found.values()]


def given_colours(sheet: Sheet) -> str:
    """Return the colours that the top of a sheet gives to all owners of moves, in their order, or ""."""
    rows = zip(sheet.texts, sheet.above, strict=False)
    return colours_said(rows, sheet.owners.names) if sheet.coloured else ""


def _headers(signs: Signs, options: Mapping[str, str]) -> Iterator[tuple[Header, float]]:
    """Yield the headers of a game of each number of players, with the usual colours or others."""
    sheet = signs.sheet
    game, given = sheet.game, given_colours(sheet)
    said = {number for text in sheet.texts[: len(sheet.above)] if (number := players_said(text))}
    codes = (code for tokens in sheet.above for one in tokens for code in one.codes)
    listed = "".join(dict.fromkeys(code for code in codes if code in COLOURS))
    for players in game.players:
        usual = _usual_colours(game, players)
        miscoloured = sheet.coloured and len(listed) not in (0, 1, len(usual))
        miscounted = Cost.MISCOUNTED * (bool(said and players not in said) + miscoloured)
        told = given or (listed if len(listed) == len(usual) and {*listed} != {*usual} else "")
        other = told if len(told) == len(usual) else "".join(signs.colours)
        ways = (told,) if other == told and {*told} != {*usual} else ("", other)
        for colours in dict.fromkeys("" if one == usual else one for one in ways):
            if colours and len(colours) != len(usual):
                continue
            try:
                chosen = {**options, "colours": colours} if colours else options
                header = make_header(game.name, game.seats(players), chosen)
                header.start()
            except GameError:
                continue
            if not colours or "colours" in header.options:
                yield header, miscounted + Cost.RECOLOURED * bool(colours and colours != told)


def _ways(
    signs: Signs, header: Header, extra: float, walker: Walker, queue_of: Callable[[frozenset[str]], Sequence[Sign]]
) -> Iterator[Way]:
    """Yield the ways to tell a game: in the order of the sheet or of each player, for each order of the players.

    extra: the cost of all ways. walker: from the start of the game. queue_of: finds the signs of owners.
    """
    owners, seats = signs.sheet.owners, walker.start.seats
    if signs.sheet.game.timed:
        for more, some, relative in _timings(signs.signs):
            yield Way(extra + more, replace(walker, relative=relative), {None: some}, {}, header)
        return
    yield Way(Cost.NOBODY + extra, walker, {None: signs.signs}, {}, header)
    for n, placed in enumerate(_placings(signs.sheet, header, seats)):
        seated, all_placed = replace(walker, seats=placed), len(placed) == len(seats)
        called = {
            seat: owners.called[owner]
            for owner, seat in placed.items()
            if owner.startswith(NAME) and all_placed
            if not signs.sheet.lexicon.tokens(owners.called[owner])[0].codes
        }
        yield Way(extra, seated, {None: signs.signs}, called, header)
        each: Queues = {seat: queue_of(frozenset(one for one in placed if placed[one] == seat)) for seat in seats}
        lost = all_placed * sum(one.skipped for one in signs.signs if one.owner not in placed)
        yield Way(extra + Cost.EACH + Cost.TURNED_ORDER * (n > 0) + lost, seated, each, called, header)


def _placings(sheet: Sheet, header: Header, seats: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield the seat that each owner of moves may have."""
    owners = sheet.owners.names
    colours = colours_of(header)
    letters = given_colours(sheet) or [one.removeprefix(NAME) for one in owners]
    if sheet.coloured and owners and {*letters} <= {*colours}:
        at = [colours.index(letter) * len(seats) // len(colours) for letter in letters]
        yield {owner: seats[k] for owner, k in zip(owners, at, strict=True)}
    elif len(owners) == len(seats):
        if all(one.startswith(SEAT) for one in owners):
            yield {SEAT + seat: seat for seat in seats}
        elif len(owners) <= _MOST_PERMUTED:
            yield from (dict(zip(order, seats, strict=True)) for order in permutations(owners))
        else:
            mentioned = [one for one in sheet.owners.called if one in owners]
            orders = {(*some[n:], *some[:n]): 0 for some in (owners, mentioned) for n in range(len(owners))}
            yield from (dict(zip(order, seats, strict=True)) for order in orders)


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

    def shifted(by: float, share: float = 1.0) -> list[Sign]:
        return [one if one.second is None else one._replace(second=by + share * one.second) for one in signs]

    if all(isfinite(one) and round(100 * one) % 100 < _MINUTE for one in seconds) and any(
        round(100 * one) % 10 for one in seconds
    ):
        yield 0.0, [one._replace(second=_in_minutes(one.second)) for one in signs], False
    yield 0.0, signs, False
    if falls:
        yield Cost.RETIMED, sorted(signs, key=lambda one: rows.get(one.row, -1.0)), False  # of each
        yield Cost.RETIMED, shifted((begun or [max(seconds)])[0], -1), False  # that are left
    for second in before:
        yield Cost.RETIMED, shifted(-second), False  # of a clock that ran before
    steps = sorted(abs(two - one) for one, two in pairwise(seconds))
    if steps and steps[len(steps) // 2] > _MILLISECONDS:
        yield Cost.RETIMED, shifted(0.0, 0.001), False  # milliseconds
    if len(rows) < _FEW_TIMES or _FALLING * falls >= len(rows):
        yield Cost.RETIMED, signs, True


def _in_minutes(second: float | None) -> float | None:
    """Return the second of a time that is read as a decimal: 65 for 1.05."""
    if second is None:
        return None
    minutes, seconds = divmod(round(100 * second), 100)
    return float(_MINUTE * minutes + seconds)

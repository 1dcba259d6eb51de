"""Tracks from pad to pad on both layers, found on a grid of 0.635 mm.

Each net first takes the cheapest way as if it were alone. A place that several nets take becomes
dearer to all of them, and they look for their ways anew, until each place has a single net
(PathFinder: McMurchie and Ebeling, 1995). Tracks of the supply are wide: they are laid first and
stay. No library on the package index does this without Java or KiCad's window.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from math import hypot

from wiring.boards.board import BELOW, TOP, Board, Point, Track, Via
from wiring.boards.pads import Pad, pads
from wiring.read import WiringError

STEP = 0.635  # mm: a quarter of the pitch of pins, so that a track passes between two
LINE = 0.4  # mm, the width of tracks of nets without a width of their own
CLEARANCE = 0.2  # mm from a net to the next
_VIA = 0.8  # mm across
_EDGE = 1.0  # mm from a track's middle to the edge
_TURN = 10.0  # the cost of a via, in steps
_AGAINST = 1.5  # the cost of a step along the lines of the other layer
_CUT = 0.4  # mm that is cut off corners; at half a step two nets would come too close
_ROUNDS = 60
_LAYERS = (TOP, BELOW)

Node = int
_Way = list[Node]


def routed(board: Board, wide: Mapping[str, float]) -> Board:
    """Return the board with a track to every pad that has a net. Raise WiringError.

    wide: the widths of the tracks of some nets, mm; they are laid first, in this order.
    """
    parts = [pad for part in board.parts for pad in pads(part)]
    for net, width in wide.items():
        grid = _Grid(board, parts, width)
        board = _with(board, grid, {net: grid.tree(net, {}, {}, 0)}, width)
    grid = _Grid(board, parts, LINE)
    nets = Counter(pad.net for pad in parts if pad.net not in wide)
    del nets[""]
    ways = _negotiated(grid, sorted(net for net, count in nets.items() if count > 1))
    return _with(board, grid, ways, LINE)


def _negotiated(grid: "_Grid", nets: list[str]) -> dict[str, list[_Way]]:
    """Return the ways of all nets, which share no place. Raise WiringError without room."""
    ways: dict[str, list[_Way]] = {}
    taken: dict[str, set[Node]] = {}
    users: Counter[Node] = Counter()
    dearer: dict[Node, float] = defaultdict(float)
    again = nets
    for turn in range(_ROUNDS):
        for net in again:
            users.subtract(taken.get(net, ()))
            ways[net] = grid.tree(net, users, dearer, 0.5 + turn)
            taken[net] = {node for way in ways[net] for node in grid.room(way)}
            users.update(taken[net])
        shared = {node for node, count in users.items() if count > 1}
        if not shared:
            return ways
        for node in shared:
            dearer[node] += 1.0
        again = [net for net in nets if taken[net] & shared]
    raise WiringError(f"no room on the board for {', '.join(again)}; move parts apart")


class _Grid:
    """The places where the middle of a track of a given width can run."""

    def __init__(self, board: Board, parts: Iterable[Pad], width: float) -> None:
        (self.left, self.top), (right, bottom) = board.corners
        self.wide = int((right - self.left) / STEP) + 1
        self.high = int((bottom - self.top) / STEP) + 1
        # nodes lie on multiples of the step, as the pads of most parts do
        self.left, self.top = (STEP * -int(-side / STEP) for side in (self.left, self.top))
        self.size = self.wide * self.high
        self.owner: list[str | None] = [None] * (2 * self.size)  # "" for no net
        self.drilled = [False] * self.size
        self.groups: dict[str, list[set[Node]]] = defaultdict(list)
        self.middles: dict[Node, Point] = {}  # of the pads that are reached at a node
        reach, far = width / 2 + CLEARANCE, _VIA / 2 + CLEARANCE
        for node in range(self.size):
            x, y = self.at(node)
            edge = min(x - board.corners[0][0], right - x, y - board.corners[0][1], bottom - y)
            if edge < _EDGE + width / 2:
                self._claim(node, "")
                self._claim(node + self.size, "")
                self.drilled[node] = True
        for pad in parts:
            self._beside(pad, reach, far)
        for track in board.tracks:
            for one, other in pairwise(track.points):
                self._along(track, one, other, track.width / 2 + reach, track.width / 2 + far)
        for via in board.vias:
            for node in self._box(via.at, (far + far, far + far)):
                gap = hypot(self.at(node)[0] - via.at[0], self.at(node)[1] - via.at[1]) + 1e-6
                self.drilled[node] |= gap < _VIA / 2 + far
                if gap < _VIA / 2 + reach:
                    self._claim(node, via.net)
                    self._claim(node + self.size, via.net)
        self._join(board, [pad for pad in parts if pad.net])

    def at(self, node: Node) -> Point:
        """Return the place of a node."""
        y, x = divmod(node % self.size, self.wide)
        return round(self.left + STEP * x, 3), round(self.top + STEP * y, 3)

    def _box(self, at: Point, around: Point) -> Iterator[Node]:
        """Yield the nodes of the upper layer in a box."""
        first, last = (
            (
                int((at[0] - self.left + sign * around[0]) / STEP + (sign > 0)),
                int((at[1] - self.top + sign * around[1]) / STEP + (sign > 0)),
            )
            for sign in (-1, 1)
        )
        for y in range(max(0, first[1]), min(self.high, last[1] + 1)):
            for x in range(max(0, first[0]), min(self.wide, last[0] + 1)):
                yield y * self.wide + x

    def _claim(self, node: Node, net: str) -> None:
        """Keep other nets off a node."""
        self.owner[node] = net if self.owner[node] in (None, net) else ""

    def _beside(self, pad: Pad, reach: float, far: float) -> None:
        """Keep other nets off a pad, and vias away from it."""
        around = pad.wide / 2 + max(reach, far), pad.high / 2 + max(reach, far)
        for node in self._box(pad.at, around):
            gap = pad.far(self.at(node)) + 1e-6
            if gap < far:
                self.drilled[node] = True
            if gap < reach:
                self._claim(node, pad.net)
                if not pad.flat:
                    self._claim(node + self.size, pad.net)

    def _along(self, track: Track, one: Point, other: Point, reach: float, far: float) -> None:
        """Keep other nets off a laid track."""
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        around = max(reach, far)
        box = abs(one[0] - other[0]) / 2 + around, abs(one[1] - other[1]) / 2 + around
        lower = _LAYERS.index(track.layer) * self.size
        for node in self._box(middle, box):
            gap = _gap(self.at(node), one, other) + 1e-6
            if gap < reach:
                self._claim(node + lower, track.net)
            if gap < far:
                self.drilled[node] = True

    def _join(self, board: Board, parts: list[Pad]) -> None:
        """Note the nodes of each pad, in a group for pads that are joined by tracks already."""
        for net in {pad.net for pad in parts}:
            groups = [[pad] for pad in parts if pad.net == net]
            for track in (track for track in board.tracks if track.net == net):
                touched = [group for group in groups if any(pad.holds(at) for pad in group for at in track.points)]
                groups = [group for group in groups if group not in touched]
                groups.append([pad for group in touched for pad in group])
            self.groups[net] = [{node for pad in group for node in self._ends(pad)} for group in groups if group]

    def _ends(self, pad: Pad) -> Iterator[Node]:
        """Yield the nodes at which a track reaches a pad: the nearest, on a layer or on both."""
        x, y = round((pad.at[0] - self.left) / STEP), round((pad.at[1] - self.top) / STEP)
        node = y * self.wide + x
        for end in (node,) if pad.flat else (node, node + self.size):
            self.middles[end] = pad.at
            yield end

    def tree(self, net: str, users: Mapping[Node, int], dearer: Mapping[Node, float], price: float) -> list[_Way]:
        """Return ways that join all pads of a net. users: how many nets a node has."""
        first, *rest = self.groups[net]
        inside, ways = set(first), []
        while rest:
            near = min(rest, key=lambda group: self._apart(inside, group))
            way = self._way(net, inside, near, users, dearer, price)
            rest.remove(near)
            inside |= near | set(way)
            ways.append(way)
        return ways

    def _apart(self, some: set[Node], others: set[Node]) -> int:
        """Return the steps between two groups of nodes."""
        wide, size = self.wide, self.size
        spots = {node % size for node in others}
        return min(
            abs(one % size // wide - other // wide) + abs(one % size % wide - other % wide)
            for one in some
            for other in spots
        )

    def _way(  # noqa: PLR0917 - the state of the search
        self,
        net: str,
        inside: set[Node],
        near: set[Node],
        users: Mapping[Node, int],
        dearer: Mapping[Node, float],
        price: float,
    ) -> _Way:
        """Return the cheapest way from a group of nodes to another (A*). Raise WiringError."""
        wide, size, owner = self.wide, self.size, self.owner
        goals = [divmod(node % size, wide) for node in near]
        top, bottom = min(y for y, _ in goals), max(y for y, _ in goals)
        left, right = min(x for _, x in goals), max(x for _, x in goals)

        def ahead(node: Node) -> float:
            y, x = divmod(node % size, wide)
            return max(0, top - y, y - bottom) + max(0, left - x, x - right)

        def dear(node: Node) -> float:
            return (1 + dearer.get(node, 0.0)) * (1 + price * users.get(node, 0))

        cost = dict.fromkeys(inside, 0.0)
        came: dict[Node, Node] = {}
        heap = [(ahead(node), node) for node in sorted(inside)]
        heapq.heapify(heap)
        done: set[Node] = set()
        while heap:
            _, node = heapq.heappop(heap)
            if node in near:
                return _back(node, came)
            if node in done:
                continue
            done.add(node)
            lower = node >= size
            across, along = (1.0, _AGAINST) if lower else (_AGAINST, 1.0)
            steps = [(node - 1, across), (node + 1, across), (node - wide, along), (node + wide, along)]
            other = node - size if lower else node + size
            if not self.drilled[node % size]:
                steps.append((other, _TURN))
            for to, step in steps:
                if to in done or owner[to] not in (None, net):
                    continue
                paid = cost[node] + step * dear(to)
                if to == other:
                    paid += sum(dear(close) - 1 for close in self._plus(to % size))
                if paid < cost.get(to, 1e9):
                    cost[to] = paid
                    came[to] = node
                    heapq.heappush(heap, (paid + ahead(to), to))
        raise WiringError(f"no way on the board for {net}; move parts apart")

    def _plus(self, spot: Node) -> Iterator[Node]:
        """Yield the nodes that a via at a place takes."""
        for layer in (0, self.size):
            for shift in (0, -1, 1, -self.wide, self.wide):
                yield spot + shift + layer

    def room(self, way: _Way) -> Iterator[Node]:
        """Yield the nodes that a way takes from all other nets."""
        yield from way
        for one, other in pairwise(way):
            if abs(one - other) == self.size:
                yield from self._plus(one % self.size)


def _gap(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from a line between two others."""
    x, y = other[0] - one[0], other[1] - one[1]
    long = x * x + y * y
    along = ((point[0] - one[0]) * x + (point[1] - one[1]) * y) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - one[0] - along * x, point[1] - one[1] - along * y)


def _back(node: Node, came: Mapping[Node, Node]) -> _Way:
    way = [node]
    while way[-1] in came:
        way.append(came[way[-1]])
    return way


def _with(board: Board, grid: _Grid, ways: Mapping[str, list[_Way]], width: float) -> Board:
    """Return the board with the tracks and vias of these ways."""
    tracks, vias = list(board.tracks), list(board.vias)
    for net, own in ways.items():
        ends = {grid.at(way[at]) for way in own for at in (0, -1)}
        for way in own:
            part = [way[0]]
            for one, other in pairwise(way):
                if abs(one - other) == grid.size:
                    vias.append(Via(net, grid.at(one)))
                    tracks += _track(grid, net, width, part, ends)
                    part = []
                part.append(other)
            tracks += _track(grid, net, width, part, ends)
    return board._replace(tracks=tuple(tracks), vias=tuple(dict.fromkeys(vias)))


def _track(grid: _Grid, net: str, width: float, way: _Way, ends: set[Point]) -> Iterator[Track]:
    """Yield the track along a way on a layer; corners are cut where no other net is near."""
    if len(way) < 2:
        return
    places = [grid.at(node) for node in way]
    points = [grid.middles.get(way[0], places[0]), places[0]]
    for at in range(1, len(way) - 1):
        before, here, after = way[at - 1 : at + 2]
        inner = before + after - here
        if inner == here:  # straight on
            continue
        if places[at] in ends or grid.owner[inner] not in (None, net):
            points.append(places[at])
        else:
            points += [_towards(places[at], places[at + side]) for side in (-1, 1)]
    points += [places[-1], grid.middles.get(way[-1], places[-1])]
    found = tuple(at for at, _ in groupby(points))
    yield Track(net, _LAYERS[way[0] >= grid.size], width, found)


def _towards(here: Point, there: Point) -> Point:
    """Return the point on the way to a neighbour at which a corner is cut."""
    share = _CUT / STEP
    return (round(here[0] + share * (there[0] - here[0]), 3), round(here[1] + share * (there[1] - here[1]), 3))

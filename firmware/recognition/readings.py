"""What can the touches mean that lead to a picture, beside the move that the picture shows?

Players act before others have finished, pieces are bumped and put right, stacks are pressed for
one move or the next. Each question here is about one such way to read the same touches; the
recogniser asks them all before it believes a move.
"""

from collections.abc import Callable, Sequence

from firmware.games import REEDS, AnyAdapter, Gesture, tilt
from firmware.recognition.index import Index, Moment, neighbours
from firmware.sensing.events import Kind, Touch
from hal import CELLS, members

REST = 250_000  # microseconds without a touch after which a move that could go on is complete
DOUBT = 3_000_000  # microseconds within which a bumped piece is put right


class Touches:
    """What was touched since the last move, and when, in microseconds.

    lifted, placed: when a cell last opened, or closed. turned: when its tilt contact first moved.
    pressed: the cells pressed, the latest last. pressed_at: when each was last pressed. at: when
    anything was last lifted, placed or turned.
    """

    def __init__(self) -> None:
        self.lifted: dict[int, int] = {}
        self.placed: dict[int, int] = {}
        self.turned: dict[int, int] = {}
        self.pressed: list[int] = []
        self.pressed_at: dict[int, int] = {}
        self.at = 0

    def note(self, touch: Touch) -> None:
        """Remember when this cell was touched."""
        self.at = touch.at
        if touch.kind not in (Kind.PLACE, Kind.LIFT):
            self.turned.setdefault(touch.cell, touch.at)
        else:
            (self.placed if touch.kind is Kind.PLACE else self.lifted)[touch.cell] = touch.at

    def keep(self, cells: int) -> None:
        """Forget how all other cells were touched."""
        for touched in (self.lifted, self.placed, self.turned):
            for cell in [cell for cell in touched if not cells >> cell & 1]:
                del touched[cell]

    def since(self, made: Gesture, at: int, places: int) -> list[int]:
        """What was pressed for the move after this one: a field since it, a key some time before.

        at: the time now. places: the fields.
        """
        unused = [cell for cell in self.pressed if not made.presses >> cell & 1]
        when = {cell: self.pressed_at.get(cell, 0) for cell in unused}
        keys = [cell for cell in unused if not places >> cell & 1]
        complete = self.completed(made) or at
        return [cell for cell in keys if at - when[cell] < DOUBT][-1:] + [
            cell for cell in unused if cell not in keys and when[cell] > complete
        ]

    def moved(self, gesture: Gesture) -> list[int]:
        """When the cells of a gesture were lifted and placed."""
        cells = members(gesture.flips & REEDS)
        return [one[cell] for one in (self.lifted, self.placed) for cell in cells if cell in one]

    def completed(self, gesture: Gesture) -> int:
        """When the last of a gesture's cells was touched or pressed, 0 if none was."""
        pressed = [self.pressed_at.get(cell, 0) for cell in members(gesture.presses)]
        return max([*self.moved(gesture), *pressed], default=0)

    def ended(self, gesture: Gesture, expected: int) -> int:
        """When the last piece of a gesture was put down, or turned where it stood.

        expected: the contacts that were closed before.
        """
        cells = gesture.flips & REEDS
        placed = members(cells & ~expected | gesture.flips >> CELLS & ~cells)
        times = [self.placed.get(cell, self.turned.get(cell, 0)) for cell in placed]
        return max(times, default=0) or self.at

    def backwards(self, gesture: Gesture, picture: int) -> bool:
        """Whether its piece would have come down before it went up.

        Between neighbouring cells a piece that is slid closes one just before it opens the other.
        """
        up = members(gesture.flips & ~picture & REEDS)
        down = members(gesture.flips & picture & REEDS)
        if not up or not down:
            return False
        late = max(self.lifted.get(cell, 0) for cell in up)
        late -= max(self.placed.get(cell, 0) for cell in down)
        return late > (REST if any(cell in neighbours(one) for one in up for cell in down) else 0)

    def may_be_bumped(self, gesture: Gesture, picture: int) -> bool:
        """Whether a piece went up last, and none came down since: it may only have been bumped."""
        up = members(gesture.flips & ~picture & REEDS)
        if not up or gesture.flips & picture & REEDS:
            return self.backwards(gesture, picture)
        lifted = max(self.lifted.get(cell, 0) for cell in up)
        return all(self.pressed_at.get(cell, 0) < lifted for cell in members(gesture.presses))

    def pressed_late(self, gesture: Gesture, placed: int) -> bool:
        """Whether the stack that a gesture's piece came from was pressed after it was put down.

        placed: the cells where pieces were.
        """
        if not placed or gesture.flips & REEDS != placed:
            return False
        closed = max(self.placed.get(cell, 0) for cell in members(placed))
        return any(self.pressed_at.get(cell, 0) > closed for cell in members(gesture.presses))

    def may_move_on(self, gesture: Gesture, cell: int, at: int) -> bool:
        """Whether a cell that closes may be the gesture's own piece on its way.

        One cell after another closes before the piece, and opens behind it.
        """
        recent = {one for one, placed in self.placed.items() if at - placed < REST}
        trail = [one for one in recent if gesture.flips >> one & 1]
        for one in trail:  # it grows
            if cell in neighbours(one):
                return True
            trail += recent.intersection(neighbours(one)).difference(trail)
        return False


class Trail:
    """Where the pieces came from that stand where they should not, as the touches say.

    Whoever holds two pieces may put either down first, so that each cell has the set of those that
    its piece may have come from; an empty one is a thing that came from elsewhere.
    """

    def __init__(self) -> None:
        self._origins: dict[int, frozenset[int]] = {}
        self._held: list[frozenset[int]] = []  # one for each piece in some hand
        self._closed: dict[int, int] = {}  # when, the cells whose piece came from elsewhere

    def note(self, touch: Touch) -> None:
        """Follow a piece that is taken up or put down."""
        cell = touch.cell
        if touch.kind is Kind.LIFT:
            origins = self._origins.pop(cell, frozenset((cell,)))
            for near in neighbours(cell):
                if touch.at - self._closed.pop(near, touch.at - REST) < REST:
                    self._origins[near] = origins  # it was slid there
                    return
            if origins:
                self._held.append(origins)
        elif touch.kind is Kind.PLACE:
            held: frozenset[int] = frozenset().union(*self._held)
            if not held:
                self._closed[cell] = touch.at
            self._origins[cell] = held
            self._held = [held] * (len(self._held) - 1)

    def undo(self, start: int, end: int) -> None:
        """Remember that a move from one cell to another was taken back, its piece not yet."""
        for cell, origins in self._origins.items():
            if end in origins:
                self._origins[cell] = origins - {end} | {start}
                return
        self._origins[end] = frozenset((start,))

    def keep(self, missing: int, extra: int) -> None:
        """Forget all but the pieces that are not where they should be."""
        self._origins = {c: from_ for c, from_ in self._origins.items() if extra >> c & 1}
        self._held = [one for one in self._held if any(missing >> cell & 1 for cell in one)]
        self._closed = {cell: at for cell, at in self._closed.items() if extra >> cell & 1}

    def pairs(self, missing: int, extra: int) -> tuple[tuple[int, int], ...]:
        """From where to where pieces have to go back, as far as there is no doubt.

        A single piece too much belongs where a single one lacks, unless it came from elsewhere.
        """
        ways = [
            (cell, *origins)
            for cell, origins in self._origins.items()
            if extra >> cell & 1 and len(origins) == 1
        ]
        found = [
            (cell, start)
            for cell, start in ways
            if missing >> start & 1 and [to for _, to in ways].count(start) == 1
        ]
        alone = [members(missing), members(extra)]
        if not found and [len(cells) for cells in alone] == [1, 1]:
            (start,), (cell,) = alone
            if start in self._origins.get(cell, frozenset((start,))):
                return ((cell, start),)
        return tuple(found)


class Evidence:
    """What the table shows and how it came to that.

    picture: the contacts that are closed. distrusted: those that say nothing reliable. now, before:
    the legal moves, and those before the last move. last: how that was made, None when it was not
    by hands. put_down: when its piece was. pressed_before: the presses that led to it. undone:
    flips of moves taken back while the pieces are not back. strange: the cells on which the table
    has shown a piece that should not be there, as long as it stands there.
    """

    def __init__(self, adapter: AnyAdapter, picture: int) -> None:
        self.adapter = adapter
        self.picture = picture & adapter.places
        self.distrusted = 0
        self.touches = Touches()
        self.trail = Trail()
        self.now: Index | None = None
        self.before: Index | None = None
        self.last: Gesture | None = None
        self.put_down = 0
        self.pressed_before: list[int] = []
        self.undone: list[int] = []
        self.strange = 0

    @property
    def pressed(self) -> list[int]:
        """The cells pressed since the last move, the latest last."""
        return self.touches.pressed

    @property
    def difference(self) -> int:
        """The contacts that are not as the position has them."""
        return 0 if self.now is None else self.differ(self.now.expected)

    def let_go(self, loose: int) -> None:
        """Expect pieces that are out of the game no more once they are taken away.

        Where no contact says so, they are as good as gone.
        """
        there = self.picture & ~self.distrusted
        for index in (self.now, self.before):
            if index is not None:
                index.expected &= there | ~loose

    def differ(self, expected: int) -> int:
        """The contacts that are not as in a picture, those to be trusted alone."""
        return (self.picture ^ expected) & ~self.distrusted

    def take_up(
        self, line: Sequence[Moment], made: Gesture | None, put_down: int, *, at: int, instead: bool
    ) -> None:
        """The game stands at the last moment of `line`, by this gesture or otherwise.

        put_down: when its piece was. at: the time now. instead: whether it replaces the last move.
        """
        if made is None:
            self.touches.pressed, self.pressed_before = [], []
        elif not instead:
            self.pressed_before = self.touches.pressed
            self.touches.pressed = self.touches.since(made, at, self.adapter.places)
        self.last = made
        self.put_down = put_down
        self.before = self._index(line[-2]) if made is not None else None
        self.now = self._index(line[-1])
        if not instead:  # what is different already belongs to what follows
            self.touches.keep((self.difference | self.difference >> CELLS) & REEDS)
        self.trail.keep(self.difference & ~self.picture & REEDS, self.difference & self.picture)

    def _index(self, moment: Moment) -> Index:
        """The index of a moment, made anew only when it is not at hand."""
        for index in (self.now, self.before):
            if index is not None and index.moment is moment:
                return index
        return Index(moment, self.adapter, self.distrusted)

    def matching(self, index: Index, flips: int, pressed: Sequence[int]) -> list[Gesture]:
        """The gestures that flips and presses can mean, if their pieces can have come so."""
        found = index.matching(flips, pressed)
        return [gesture for gesture in found if self.arrived(gesture, index.expected)]

    def arrived(self, gesture: Gesture, expected: int) -> bool:
        """Whether what a gesture takes up can be what stands where it ends.

        A piece leaves before it arrives, but for one that slides to the next cell. From a stack,
        whose contact stays closed, or from beside the table, anything may have come, but not what
        the table has shown as out of place. expected: the contacts closed before the gesture.
        """
        lifted, placed = self.touches.lifted, self.touches.placed
        sources = members(gesture.flips & expected & REEDS)
        for cell in members(gesture.flips & ~expected & REEDS):
            closed = placed.get(cell, 0)
            strange = self.strange >> cell & 1
            if any(lifted.get(source, 0) <= closed for source in sources):
                continue
            near = neighbours(cell)
            if any(one in near and lifted[one] - closed < REST for one in sources) and not strange:
                continue
            pressed = [self.touches.pressed_at.get(one, 0) for one in members(gesture.presses)]
            if (sources and not pressed) or (strange and max(pressed, default=closed + 1) > closed):
                return False
        return True

    def first_of_several(
        self,
        index: Index,
        flips: int,
        pressed: Sequence[int],
        *,
        later: Sequence[int] | None = None,
        allowed: Callable[[Gesture], bool] = lambda _: True,
        most: int = 3,
    ) -> list[Gesture]:
        """Moves that are complete while the next players have already gone on.

        Of several the one that was complete first, as players move in turn. later: what was
        pressed for the next players' moves, None if the same. allowed: which first moves come into
        question. most: how many moves deep to look.
        """
        then = pressed if later is None else later
        parts = [part for part in index.by_flips if part & flips == part != flips]
        possible: dict[int, list[Gesture]] = {}
        for part in parts:
            for gesture in index.possible(part, pressed):
                if part not in self.undone and self.arrived(gesture, index.expected):
                    possible.setdefault(self.touches.completed(gesture), []).append(gesture)
        for _, gestures in sorted(possible.items()):
            found = [
                gesture
                for gesture in gestures
                if allowed(gesture)
                and self.goes_on(index, gesture, flips ^ gesture.flips, then, most)
            ]
            if found:
                return found if len({one.move for one in found}) > 1 else found[:1]
        return []

    def crossed(self, index: Index, gesture: Gesture, flips: int) -> list[Gesture] | None:
        """The moves that `gesture` may be, if it may be the next player's, made too early.

        A piece from beside the table was put down after another was lifted, which may be where it
        came from: that is settled by the piece that is put down next. None if there is no doubt.
        """
        placed = gesture.flips & ~index.expected & REEDS
        closed = [self.touches.placed.get(cell, 0) for cell in members(placed)]
        up = [self.touches.lifted.get(cell, 0) for cell in members(flips & index.expected & REEDS)]
        if gesture.flips != placed or not up or not closed or min(up) > min(closed):
            return None
        found = [gesture]
        for part in index.by_flips:
            if part & flips == part != gesture.flips and not part & index.expected & REEDS:
                found += [
                    other
                    for other in self.matching(index, part, self.pressed)
                    if self.goes_on(index, other, flips ^ part, self.pressed, 2)
                ]
        return found

    def goes_on(
        self, index: Index, gesture: Gesture, rest: int, pressed: Sequence[int], most: int
    ) -> bool:
        """Whether `rest` is the beginning of what follows this move."""
        after = index.after(gesture)
        if after is None:
            return False
        unused = [cell for cell in pressed if not gesture.presses >> cell & 1]
        if after.goes_on(rest, unused):
            return True
        return most > 1 and self.first_of_several(after, rest, unused, most=most - 1) != []

    def pressed_apart(self, index: Index, gesture: Gesture) -> list[Gesture]:
        """Other moves that the presses could mean, when a piece was moved between these presses.

        Without that the latest press corrects those before.
        """
        moved = self.touches.moved(gesture)
        apart = []
        for other in index.possible(gesture.flips, self.pressed):
            pressed = [
                max((self.touches.pressed_at.get(cell, 0) for cell in members(own)), default=0)
                for own in (other.presses & ~gesture.presses, gesture.presses & ~other.presses)
            ]
            if all(pressed) and any(min(pressed) < at < max(pressed) for at in moved):
                apart.append(other)
        return apart

    def rivals(self, index: Index, gesture: Gesture, flips: int) -> list[Gesture]:
        """Other moves that explain as much, if a piece that is up was only bumped.

        They make use of a press that `gesture` leaves unexplained, or of its press for another
        piece that is up as well.
        """
        up = flips & index.expected & REEDS
        if (
            not up
            or not self.pressed
            or not (self.unexplained(gesture) or self.touches.may_be_bumped(gesture, self.picture))
        ):
            return []
        return [
            other
            for part in index.by_flips
            if part & flips == part and not (flips ^ part) & ~up and part != gesture.flips
            for other in self.matching(index, part, self.pressed)
            if other.presses and other.move != gesture.move
        ]

    def unexplained(self, gesture: Gesture, index: Index | None = None) -> bool:
        """Whether a field was pressed since the last move that has no part in `gesture`.

        index: of the position in which it is a move; what was pressed when it was complete and
        may belong to the move after it is explained then.
        """
        assert self.now is not None
        fields = self.adapter.places & self.now.pressable & ~gesture.presses
        left = {cell for cell in self.pressed if fields >> cell & 1}
        if not left or index is None:
            return bool(left)
        after = index.after(gesture)
        complete = self.touches.completed(gesture)
        return after is None or any(
            not after.pressable >> cell & 1 or self.touches.pressed_at.get(cell, 0) < complete
            for cell in left
        )

    def replacing(self, index: Index, gesture: Gesture) -> list[Gesture]:
        """What the last move may have become, when its piece is up.

        Either `gesture` is made with this very piece, which may just as well have moved on, or
        with another, which may have been bumped while this one moved on.
        """
        before, last = self.before, self.last
        up = index.expected & ~self.picture & REEDS
        if before is None or last is None or not last.flips & up:
            return []
        bumped = 0 if last.flips & up & gesture.flips else gesture.flips & index.expected
        changed = self.differ(before.expected) ^ bumped
        found = self.matching(before, changed, self.pressed_before)
        return [
            one
            for one in found
            if self.one_piece(one, bumped) and not self.unexplained(one, before)
        ]

    def one_piece(self, gesture: Gesture, bumped: int = 0) -> bool:
        """Whether the piece of the last move can have gone on to where `gesture` ends.

        It can when it came from where `gesture` begins, and left its cell before another closed,
        or when that one lies beside it. bumped: pieces that are up and have no part in it.
        """
        assert self.last is not None
        assert self.now is not None
        assert self.before is not None
        began_here = self.before.expected & REEDS
        changed = self.last.flips ^ gesture.flips
        if not changed or changed & began_here:
            return False
        vacated = [
            cell
            for cell in members(self.last.flips & self.now.expected & REEDS)
            if not self.picture >> cell & 1
            or self.touches.lifted.get(cell, 0) > self.put_down  # and filled again
        ]
        up = self.difference & self.now.expected & ~(self.last.flips | gesture.flips | bumped)
        began = [self.touches.lifted.get(cell, 0) for cell in members(up & REEDS)]
        if began and any(self.touches.lifted.get(left, 0) > min(began) for left in vacated):
            return False  # the next player had taken up a piece before
        for left in vacated:
            for taken in members(gesture.flips & self.picture & ~self.last.flips & REEDS):
                first = self.touches.lifted.get(left, 0) <= self.touches.placed.get(taken, 0)
                if not first and taken not in neighbours(left):
                    return False
        return bool(vacated)

    def into_each_other(self) -> list[Gesture]:
        """Moves after which another piece has come to where theirs was taken from.

        The cell is closed again, so that its piece may as well only have been bumped.
        """
        index = self.now
        assert index is not None
        flips = self.differ(index.expected)
        found = []
        for cell, at in self.touches.lifted.items():
            if index.expected >> cell & 1 and at < self.touches.placed.get(cell, 0):
                own = 1 << cell | tilt(cell)
                for part in index.by_flips:
                    if part >> cell & 1 and not part & ~(flips | own):
                        found += [
                            gesture
                            for gesture in index.possible(part, self.pressed)
                            if (after := index.after(gesture)) is not None
                            and after.matching(flips ^ part, self.pressed)
                        ]
        return found

    def unturned(self, flips: int) -> int:
        """The cells where a piece that was put down would only have to be turned over."""
        assert self.now is not None
        for other in self.now.by_flips:
            if flips & REEDS == other & REEDS and flips != other:
                return flips & REEDS & self.picture
        return 0

"""Which legal moves explain a difference?

Each move flips certain contacts of the picture, so that one look-up of the contacts that differ
finds the moves that explain them. Nothing here knows of time.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from firmware.games import REEDS, AnyAdapter, Gesture
from hal import CELLS, members
from rules import Position
from wiring import COLUMNS, ROWS


class Moment(NamedTuple):
    """A position in the game line and the picture that belongs to it.

    final: whether the move that led there cannot be taken back any more.
    """

    position: Position
    picture: int
    final: bool = False


class Index:
    """The legal moves of a position by the contacts that they flip.

    distrusted: contacts that say nothing reliable; what they would say is said by a press.
    expected: the contacts that should be closed before the move. by_flips: the gestures by the
    contacts of the picture that they change. with_keys: those that a key completes. pressable: the
    cells whose press may belong to a move.
    """

    def __init__(self, moment: Moment, adapter: AnyAdapter, distrusted: int) -> None:
        self._adapter, self._distrusted = adapter, distrusted
        self.moment = moment
        self.expected = moment.picture
        self.by_flips: dict[int, list[Gesture]] = {}
        self.with_keys: list[Gesture] = []
        self.pressable = 0
        self._all: list[Gesture] = []
        self._reach: set[int] = set()  # what the moves flip and pass, each as one set
        for gesture in adapter.gestures(moment.position, moment.picture):
            if (gesture.flips | gesture.held) & distrusted:
                gesture = unseen(gesture, distrusted)  # noqa: PLW2901
            if gesture.key is None:
                self.by_flips.setdefault(gesture.flips, []).append(gesture)
            else:
                self.with_keys.append(gesture)
            self.pressable |= gesture.presses
            self._all.append(gesture)
            self._reach.add(gesture.flips | gesture.passing | gesture.held)

    def after(self, gesture: Gesture) -> "Index | None":
        """The index of the position that a move leads to, None when that ends the game."""
        position = self.moment.position.play(gesture.move)
        if position.outcome is not None:
            return None
        picture = self.expected ^ gesture.flips ^ gesture.hidden
        return Index(Moment(position, picture), self._adapter, self._distrusted)

    def begins(self, flips: int) -> bool:
        """Whether some move may begin with this difference."""
        return any(not flips & ~reach for reach in self._reach)

    def goes_on(self, flips: int, pressed: Sequence[int]) -> bool:
        """Whether hands have begun just so: what is put down was lifted, or pressed, before."""
        if not flips & ~self.expected & REEDS:
            return self.begins(flips)
        done = sum(1 << cell for cell in set(pressed))
        return any(
            not flips & ~(gesture.flips | gesture.passing)
            and not gesture.flips & self.expected & REEDS & ~flips
            and (not gesture.presses or bool(gesture.presses & done))
            for gesture in self._all
        )

    def possible(self, flips: int, pressed: Sequence[int]) -> list[Gesture]:
        """The gestures with these flips whose presses are all among these."""
        done = sum(1 << cell for cell in set(pressed))
        return [
            gesture
            for gesture in self.by_flips.get(flips, ())
            if not gesture.presses & ~done and (flips or gesture.presses)
        ]

    def matching(self, flips: int, pressed: Sequence[int]) -> list[Gesture]:
        """The gestures that these flips and the presses before, oldest first, can mean.

        Among gestures with the same flips those meant by the latest press come first. Beside a
        broken reed, those come first that need more presses.
        """
        latest = -2
        found: list[Gesture] = []
        for gesture in self.by_flips.get(flips, ()):
            needed = gesture.presses
            last = -1
            for at, cell in enumerate(pressed):
                if gesture.presses >> cell & 1:
                    needed &= ~(1 << cell)
                    last = at
            if not needed and (flips or gesture.presses) and last >= latest:
                found = [*found, gesture] if last == latest else [gesture]
                latest = last
        if any(gesture.hidden for gesture in found):  # the press for a broken reed is in them all
            told = [gesture.presses for gesture in found]
            found = [one for one in found if not any(one.presses & ~p == 0 != p & ~one.presses
                                                     for p in told)]  # fmt: skip
        return found if len({gesture.move for gesture in found}) > 1 else found[:1]

    def extendable(self, gesture: Gesture, picture: int) -> bool:
        """Whether another touch could make a different move of this one.

        A piece just set down may be on its way to a neighbouring cell, or be one of several that
        a longer move sets down.
        """
        if any(gesture.flips & ~other == 0 != other & ~gesture.flips for other in self.by_flips):
            return True
        return any(
            gesture.flips ^ 1 << cell ^ 1 << near in self.by_flips
            for cell in members(gesture.flips & picture & REEDS)
            for near in neighbours(cell)
        )


def unseen(gesture: Gesture, distrusted: int) -> Gesture:
    """A gesture of which some contacts cannot be seen.

    The cells of such reeds are pressed instead. What tilts would say the reeds say as well; where
    they do not, the cells are pressed.
    """
    gone = (gesture.flips | gesture.held) & distrusted
    left = gesture._replace(
        flips=gesture.flips & ~gone,
        held=gesture.held & ~gone,
        hidden=gesture.hidden | gesture.flips & gone,
        presses=gesture.presses | gone & REEDS,
    )
    if gone and not left.flips | left.held | left.presses:
        return left._replace(presses=gone >> CELLS)
    return left


@cache
def neighbours(cell: int) -> tuple[int, ...]:
    """The up to eight cells around a cell."""
    row, column = divmod(cell, COLUMNS)
    return tuple(
        COLUMNS * r + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(column - 1, 0), min(column + 2, COLUMNS))
        if (r, c) != (row, column)
    )

"""The cells for a hand: where it can begin now, where the piece in it may go, and the first piece
to be put right.

Lamps, prompts and the voice tell the same cells.
"""

from collections.abc import Iterator

from firmware.games.gestures import Gesture
from firmware.play.view import View
from firmware.recognition.findings import Mismatch
from hal import REEDS, Cells, members, reeds_of, tilts_of


def targets_of(view: View) -> set[int]:
    """Return the cells where the piece in the hand, or on the stack that was pressed, may go.

    That stack is left out, though other pieces may come onto it by the same press.
    """
    hand = view.contacts.missing & REEDS
    if not hand and not view.pressed:
        return set()
    found: set[int] = set()
    for gesture in _moves(view):
        if gesture.flips & hand == hand and gesture.presses & view.pressed == view.pressed:
            put = members(reeds_of(gesture.flips & ~view.contacts.expected))
            found |= set(put or view.adapter.fields(gesture.move)[-1:])  # or onto others
    return found - set(members(view.pressed)) or found


def starts_of(view: View) -> set[int]:
    """Return the cells where a move can begin: of the pieces to be moved, or else free fields.

    Where a move is made on several fields at once, as six hourglasses are turned, these are all.
    """
    found: set[int] = set()
    for gesture in _moves(view):
        fields = view.adapter.fields(gesture.move)
        lifted = reeds_of(gesture.flips & view.contacts.expected)
        found |= set(first_cell(lifted) if lifted else fields[:1] or members(gesture.passing))
    return found


def _moves(view: View) -> Iterator[Gesture]:
    """Yield the gestures of a turn, without the keys that work at any time, as for a dead piece."""
    for gesture in view.adapter.gestures(view.position, view.contacts.expected):
        if not (gesture.key and gesture.flips | gesture.held):
            yield gesture


def cells_to_turn(view: View, trouble: Mismatch) -> list[int]:
    """Return the cell of the piece to turn over first in a list, which may be empty."""
    odd = view.contacts.missing | view.contacts.extra
    if trouble.turn or not odd & REEDS:
        return first_cell(trouble.turn or tilts_of(odd))
    return []


def first_steps(view: View) -> tuple[list[int], list[int]]:
    """Return the first cells to be put right: where a piece is missing, and where a piece is too many.

    These are the two cells of the first known pair. Without a pair, the piece to be taken off is
    not known to be the piece to be put back: first all cells with a piece too many, then, when
    there are none, all where a piece is missing.
    """
    for source, target in view.contacts.pairs[:1]:
        return [target], [source]
    extra = members(reeds_of(view.contacts.extra))
    return ([], extra) if extra else (members(reeds_of(view.contacts.missing)), [])


def first_cell(cells: Cells) -> list[int]:
    """Return the lowest of a set of cells in a list, an empty list for no cells."""
    return members(cells)[:1]

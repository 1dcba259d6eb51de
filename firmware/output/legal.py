"""On which cells can a hand begin now, and where may the piece in it go?

Lamps and the voice tell the same ones.
"""

from firmware.play.view import View
from hal import REEDS


def targets_of(view: View) -> set[int]:
    """Return the cells where the piece in the hand, or on the stack that was pressed, may go."""
    hand = view.contacts.missing & REEDS
    if not hand and not view.pressed:
        return set()
    return {
        cell
        for gesture in view.adapter.gestures(view.position, view.contacts.expected)
        if gesture.flips & hand == hand and gesture.presses & view.pressed == view.pressed
        for cell in view.adapter.fields(gesture.move)[-1:]
    }


def starts_of(view: View) -> set[int]:
    """Return the cells where a move can begin: of the pieces to be moved, or else free fields."""
    found: set[int] = set()
    for gesture in view.adapter.gestures(view.position, view.contacts.expected):
        fields = view.adapter.fields(gesture.move)
        lifted = gesture.flips & view.contacts.expected & REEDS
        found |= {(lifted & -lifted).bit_length() - 1} if lifted else set(fields[:1])
    return found

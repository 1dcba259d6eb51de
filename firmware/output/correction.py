"""Which piece is to be put right first, when the pieces do not stand as they should?

Lamps and prompts show the same one.
"""

from firmware.play.view import View
from firmware.recognition.findings import Mismatch
from hal import REEDS, members, tilts_of


def cells_to_turn(view: View, trouble: Mismatch) -> list[int]:
    """Return the cell of the piece to turn over first in a list, which may be empty."""
    odd = view.contacts.missing | view.contacts.extra
    if trouble.turn or not odd & REEDS:
        return first_cell(trouble.turn or tilts_of(odd))
    return []


def first_steps(view: View) -> tuple[list[int], list[int]]:
    """Return the cells where a piece is missing and those where one should not be, to be put right
    first.

    These are the two cells of the first pair that is known. Without one, the piece to be taken off
    is not known to be the one to be put back: first all cells with a piece too many, then, when
    there are none, all where one is missing.
    """
    for source, target in view.contacts.pairs[:1]:
        return [target], [source]
    extra = members(view.contacts.extra & REEDS)
    return ([], extra) if extra else (members(view.contacts.missing & REEDS), [])


def first_cell(cells: int) -> list[int]:
    """Return the lowest of a set of cells in a list, an empty one for no cells."""
    return [(cells & -cells).bit_length() - 1] if cells else []

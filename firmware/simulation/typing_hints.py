"""Hints at the keyboard: an example of a text to type now."""

from firmware.games import AnyAdapter
from firmware.output.cells import cells_to_turn, first_steps
from firmware.output.prompts import TableView
from firmware.play.lobby import Choice
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, TakeBack
from firmware.selftest.check import SelfTestView
from firmware.words import N_, Text

_TYPE = N_("Type {words}.")
_EXAMPLE = N_("Type for example {words}.")


def what_to_type(view: TableView) -> Text | None:
    """Return a text to type: an example, an answer to the table, or to put a piece right."""
    if isinstance(view, SelfTestView):
        return None
    if isinstance(view, Choice):
        if view.offered is not None:
            return Text(_EXAMPLE, {"words": "confirm"})
        return Text(_EXAMPLE, {"words": f"{view.game} {view.players} confirm"})
    answer = answer_to(view)
    if answer is not None:
        return Text(_TYPE, {"words": answer})
    if view.over:
        return None if view.stays else Text(_EXAMPLE, {"words": "menu"})
    move = view.proposed or _usual_move(view)
    return Text(_EXAMPLE, {"words": move}) if move else None


def answer_to(view: View) -> str | None:
    """Return the text that answers the table or puts a piece right. None where neither is due."""
    adapter, trouble = view.adapter, view.trouble
    if view.over:
        return None
    if view.menu is not None:
        return "confirm / menu"
    if view.paused or isinstance(trouble, TakeBack):
        return "confirm"
    if isinstance(trouble, Mismatch):
        return _put_right(view, trouble)
    if trouble is not None:
        return " / ".join(f"!{name_of(adapter, cell)}" for cell in trouble.choices)
    return None


def _put_right(view: View, trouble: Mismatch) -> str:
    """Return the text to type to put the first piece right."""
    adapter = view.adapter
    turned = cells_to_turn(view, trouble)
    if turned:
        return f"~{name_of(adapter, turned[0])}"
    missing, extra = first_steps(view)
    steps = [f"-{name_of(adapter, cell)}" for cell in extra[:1]]
    return " ".join([*steps, *(f"+{name_of(adapter, cell)}" for cell in missing[:1])])


def _usual_move(view: View) -> str | None:
    """Return an example of the legal moves, the same each time."""
    moves = sorted(view.position.legal_moves())
    return moves[len(moves) // 2] if moves else None


def name_of(adapter: AnyAdapter, cell: int) -> str:
    """Return the shortest name of a cell that can be typed: its label, where no other has it."""
    names = adapter.overlay.names
    label = label_of(names[cell])
    alone = sum(label_of(name) == label for name in names.values()) == 1
    return label if alone else names[cell]


def label_of(name: str) -> str:
    """Return the label of a field on the screen: ``9`` for ``light-9``."""
    return name.rpartition("-")[2]

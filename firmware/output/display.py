"""The lines of a small display, from the view to be shown."""

from firmware.games.naming import names_of
from firmware.match.time_control import clock_text
from firmware.output.prompts import TableView, prompt
from firmware.play.effects import Warn
from firmware.play.lobby import Choice
from firmware.play.view import View
from firmware.words import Words


def display(view: TableView, words: Words, warning: Warn | None = None) -> tuple[str, ...]:
    """Return the prompt, a warning, then the points of each player, with a mark at the player to move.

    While no game is played, the address of the page stands in place of the points, and alone where it
    is asked for: a display may show it as a QR code then (:meth:`hal.Display.write`).

    A player with limited time has the time left beside the points. Lines without room at the end
    are cut: points give way to a warning, the prompt never does.
    """
    if isinstance(view, Choice) and view.asked and view.address:
        return (view.address,)
    lines = [prompt(view, words)]
    if warning is not None:
        lines.append(f"! {words(warning.text, **warning.values)}")
    if isinstance(view, Choice) and view.address:
        lines.append(view.address)
    if isinstance(view, View):
        names = names_of(view.header, view.position, words)
        for seat, score in view.position.scores().items():
            mark = ">" if seat == view.position.to_move else " "
            clock = f" {clock_text(1000 * view.left[seat])}" if seat in view.left else ""
            lines.append(f"{mark}{score:3}{clock} {names[seat]}")
    return tuple(lines)

"""The live screen: what it draws is what the table shows and the game says."""

import io

from rich.console import Console
from support.at_table import ENGLISH

from firmware.output.screen import Screen
from firmware.simulation.demo import Demo
from firmware.words import Text
from rules import make_header


def test_a_name_is_shown_as_it_was_typed_whatever_it_looks_like() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, height=30, color_system=None)
    header = make_header("forum_romanum", ("[/x]", ":smile:"))
    with Screen(ENGLISH, console) as screen:
        demo = Demo(header, 4, None, screen.tell, lambda _: None)
        screen.watch(demo.session.view, demo.table, now=True)
    assert "[/x]" in out.getvalue()
    assert ":smile:" in out.getvalue()


def test_what_was_wrong_with_a_line_goes_away_with_the_next() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, height=30, color_system=None)
    with Screen(ENGLISH, console) as screen:
        demo = Demo(make_header("manoeuvre", ("Anna", "Bram")), 4, None, screen.tell, lambda _: None)
        screen.typed, screen.to_type = "", lambda _: Text("Type roll 4.", {})
        shown = []
        for said in (Text("foo: no move", {}), None):
            screen.note(said)
            out.truncate(0)
            screen.watch(demo.session.view, demo.table, now=True)
            shown.append(out.getvalue())
    assert ("foo: no move" in shown[0], "foo: no move" in shown[1]) == (True, False)
    assert ("Type roll 4." in shown[0], "Type roll 4." in shown[1]) == (False, True)

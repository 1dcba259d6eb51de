"""The layout of a match: the contacts that each of its moves leaves closed."""

from support.at_table import NAMES

from firmware.games import find_adapter
from firmware.match.line import GameLine, read_line
from firmware.play.layout import lay_out
from hal import reed
from rules import make_header


def read(game: str, *moves: str) -> GameLine:
    return read_line(make_header(game, NAMES[:2]).start(), moves)


def test_the_contacts_of_a_game_read_back_are_those_of_its_gestures() -> None:
    line = read("revolution", "N@a1")
    adapter = find_adapter(line.start, "revolution")
    before, after = lay_out(adapter, line).closed_after
    (gesture,) = [one for one in adapter.gestures(line.start, before) if one.move == "N@a1"]
    assert after == before ^ gesture.flips


def test_what_time_changes_on_the_table_is_that_of_the_last_position() -> None:
    line = read("hourglass", "start", "2.5 d-e")
    layout = lay_out(find_adapter(line.start, "hourglass"), line)
    passed = layout.stand(reed(0) | reed(1))
    assert passed.closed == 3
    assert passed.closed_after[:-1] == layout.closed_after[:-1]

"""What a page is told agrees with what the table believes."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import taken_up
from support.online import flat

from firmware.app.host import open_host
from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import find_adapter
from firmware.match.line import GameLine
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST
from firmware.play.session import Session
from firmware.play.view import Deviation
from firmware.storage.place import FILE
from firmware.web.lines import Span, line_of_match
from firmware.web.match_thread import state_of
from firmware.web.stands import last_move, stand_of
from firmware.web.updates import TableState
from firmware.web.views import view_of
from firmware.words import LANGUAGES, Words, find_words
from hal import CELLS, NO_CONTACTS, REEDS, members, reed
from hal.trace import SECOND
from rules import NAMES, find_game, make_header

WITHOUT_MAGNETS = {"stone", "reward", "bonus"}
PLAYERS = {game: find_game(game).players[-1] for game in NAMES}
WORDS = {language: find_words(language, {}) for language in LANGUAGES}


def snapshot(moment: TableState, words: Words) -> dict[str, Any]:
    """The state as a page has it."""
    return flat(msgspec.json.decode(msgspec.json.encode(view_of(moment, words))))


def moment_after(game: str, seed: int, plies: int) -> tuple[Session, TableState]:
    """A game that somebody has played so far without thinking, and what its table shows."""
    header = make_header(game, [f"P{n}" for n in range(PLAYERS[game])])
    position = header.start()
    rng, lines = random.Random(seed), []
    for _ in range(plies):
        position = position.later(rng.randrange(3000))
        if position.outcome is not None:
            break
        line = position.written(rng.choice(position.legal_moves()))
        lines.append(line)
        position = position.play(line)
    session = Session(taken_up(header, header.start(), lines), find_adapter(header.start(), game))
    dark = ((0, 0, 0),) * CELLS
    return session, TableState(1_500_000, session.view, session.match, dark)


@pytest.mark.nightly
@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 60))
def test_the_pieces_told_stand_where_the_table_expects_magnets(game: str, seed: int, plies: int) -> None:
    session, moment = moment_after(game, seed, plies)
    told = snapshot(moment, WORDS["en"])
    cells = [one["cell"] for one in told["pieces"] if one["kind"] not in WITHOUT_MAGNETS]
    loose = session.adapter.loose(session.position, session.view.contacts.expected)
    assert sorted(cells) == members(session.view.contacts.expected & REEDS & ~loose)
    for one in told["pieces"]:
        assert one["name"]
        assert "{" not in one["name"]
        assert len(one["colours"]) == one["height"] >= 1


def test_who_moves_while_whose_turn_it_is_cannot_is_told() -> None:
    """HG-11: the page says that it is the turn of who can move."""
    text = "pink 143 -,F:8,-,- C:9,-,-,- plies:6 stalled:- sand:40"
    stuck = find_game("hourglass").position(text)
    header = make_header("hourglass", ["Anna", "Bram"])
    told = stand_of(header, find_adapter(stuck, "hourglass"), GameLine(stuck), WORDS["en"], screen=True).position
    assert (told.to_move, told.mover) == ("pink", "white")


@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 40), st.data())
def test_the_past_is_told_as_it_was(game: str, seed: int, plies: int, data: st.DataObject) -> None:
    _, moment = moment_after(game, seed, plies)
    ply = data.draw(st.integers(0, len(moment.lines)))
    _, then = moment_after(game, seed, ply)
    told = line_of_match(moment, Span(ply, ply, stands=True), WORDS["en"])
    seen = line_of_match(then, Span(ply, ply, stands=True), WORDS["en"])
    assert told is not None
    assert seen is not None
    assert told.steps == seen.steps
    assert told.lines[:ply] == seen.lines == then.lines


def test_every_game_is_told_in_every_language_as_json() -> None:
    for game in NAMES:
        for words in WORDS.values():
            told = snapshot(moment_after(game, 3, 9)[1], words)
            assert told["prompt"]
            assert told["choice"] is None
            assert told["position"]["plies"] == 9
            for label, text in told["position"]["facts"]:
                assert label
                assert "{" not in label + text


def test_a_glass_is_lost_where_it_stood_and_time_alone_ends_a_game_with_a_line_of_its_own(tmp_path: Path) -> None:
    settings = Settings(table=SCREEN, store=tmp_path / FILE, words=WORDS["en"])
    with open_host(settings, lambda _: None, ThinkerAtOnce()) as games:
        header = games.new_games.from_message("hourglass", ["Anna", "Bram"], {})
        seats = Seats({"white": Seat(0, "a"), "pink": Seat(0, "b")})
        opened = games.begin(header, seats, 0)
        for at, move in enumerate(("start", "d-e", "D-E", "b-d")):
            games.do(opened, opened.next_play(move, HOST), HOST, at * SECOND)
        games.look(20 * SECOND)
        told = snapshot(state_of(opened, 20 * SECOND), WORDS["en"])
        assert [told["lamps"], told["missing"], told["strange"]] == [[], [], []]  # there is no table
        last = told["last"]
        assert last["done"] == "Anna turns the hourglass in b and plants it in d"
        assert (last["said"], last["since"]) == ([], ["Anna loses the hourglass in d"])
        games.look(600 * SECOND)
        moment = state_of(opened, 600 * SECOND)
        line = line_of_match(moment, Span(), WORDS["en"])
        assert line is not None
        assert line.lines == moment.lines
        before, end = (step.deed for step in line.steps[-2:])
        assert before is not None
        assert end is not None
        assert (end.seat, end.done) == ("", "Time has run out")
        assert "Bram loses the hourglass in A" in end.meanwhile
        assert before.said == ()


def test_a_turn_that_passed_by_time_alone_is_told_until_the_next_move_and_in_the_log() -> None:
    header = make_header("hourglass", ["Anna", "Bram"], {"turn": "20", "stalling": "passes"})
    lines = ["start", "1 d-e", "2 D-E", "24 B-F"]
    session = Session(taken_up(header, header.start(), lines), find_adapter(header.start(), "hourglass"))
    line, passed = session.match.line, "Anna has not moved in time: the turn passes"
    last = last_move(header, session.adapter, line, line.position.later(30_000), WORDS["en"])
    assert last is not None
    assert (last.meanwhile, last.said) == ((passed,), ())
    assert [passed, passed.replace("Anna", "Bram")] == list(last.since[-2:])


@pytest.mark.parametrize(
    ("game", "lines", "lit"),
    [
        ("forum_romanum", "y@f5 b@a1 r@g5 y@f4 b@b2 r@g4 y@f3 b@c3 r@d1 y@g3", "f5 g5 f4 g4 f3 g3 steps-6 steps-36"),
        ("revolution", "N@c3 V@b5 B@d1 9@a5", "b5"),
        ("revolution", "N@c3 V@b5 B@d1 9@e5", ""),
        ("manoeuvre", "roll 4", ""),
    ],
)
def test_the_cells_that_a_move_scored_or_took_are_told(game: str, lines: str, lit: str) -> None:
    moves = ["roll 4"] if game == "manoeuvre" else lines.split()
    header = make_header(game, [f"P{n}" for n in range(3 if game == "forum_romanum" else 2)])
    start = header.start()
    session = Session(taken_up(header, start, moves), find_adapter(start, game))
    last = last_move(header, session.adapter, session.match.line, session.position, WORDS["en"])
    cells = session.adapter.overlay.cells
    assert last is not None
    assert list(last.lit) == sorted(cells[field] for field in lit.split())


def test_a_misplaced_piece_is_told_where_it_is_felt_and_a_magnet_that_nobody_knows_as_such() -> None:
    session, moment = moment_after("forum_romanum", 3, 9)
    cells, pieces = session.adapter.overlay.cells, snapshot(moment, WORDS["en"])["pieces"]
    home, found, strange = pieces[0]["cell"], cells["key-y"], cells["key-r"]
    contacts = Deviation(NO_CONTACTS, reed(home), reed(found) | reed(strange), ((found, home),))
    told = snapshot(moment._replace(view=session.view._replace(contacts=contacts)), WORDS["en"])
    assert told["missing"] == [home]
    assert told["strange"] == [
        pieces[0] | {"cell": found},
        pieces[0]
        | {"cell": strange, "kind": "magnet", "name": "", "seat": None, "colour": "#8d8780", "colours": ["#8d8780"]},
    ]

"""A game may begin from any position: it is read, laid out, told and tried as any other."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.set_up import played_on

from firmware.games import find_adapter
from firmware.match.line import read_line
from firmware.play.layout import lay_out
from firmware.study.game_report import report_of
from firmware.web.lines import Wanted, line_of_record
from firmware.words import find_words
from hal import REEDS, members
from rules import NAMES, Header, Position, RecordError, find_game, load_nothing, make_header, read_record, write_record

WITHOUT_MAGNETS = {"stone", "reward", "bonus"}
ENGLISH = find_words("en", {})


def set_up(game: str, seed: int, plies: int) -> tuple[Header, Position]:
    """A game that begins where another stood after so many moves."""
    rules, rng = find_game(game), random.Random(seed)
    names = [f"P{number}" for number in range(rng.choice(rules.players))]
    options = rules.draw_options({}, rng)
    _, position = played_on(make_header(game, names, options).start(), plies, rng)
    return make_header(game, names, options, position=repr(position)), position


@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 40))
def test_a_record_may_begin_from_any_position(game: str, seed: int, plies: int) -> None:
    header, start = set_up(game, seed, plies)
    lines, last = played_on(start, 6, random.Random(seed))
    text = write_record(header, lines)
    record = read_record(text)
    assert (record.text, record.position, record.header.start()) == (text, last, start)
    assert record.positions()[0] == start


@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 40))
def test_its_pieces_lie_where_the_position_has_them(game: str, seed: int, plies: int) -> None:
    _, start = set_up(game, seed, plies)
    lines, _ = played_on(start, 6, random.Random(seed))
    adapter = find_adapter(start, game)
    line = read_line(start, lines)
    for position, closed in zip(line.positions, lay_out(adapter, line).closed_after, strict=True):
        things = adapter.things(position, closed)
        cells = [one.cell for one in things if one.kind not in WITHOUT_MAGNETS]
        assert sorted(cells) == members(closed & REEDS & ~adapter.loose(position, closed))


@pytest.mark.parametrize("game", NAMES)
def test_it_is_told_and_other_moves_are_tried_as_in_any_game(game: str) -> None:
    header, start = set_up(game, 5, 20)
    lines, last = played_on(start, 3, random.Random(5))
    text = write_record(header, lines)
    assert report_of(read_record(text), load_nothing, ENGLISH).title
    told = line_of_record(msgspec.json.encode(Wanted(record=text, stands=True)), ENGLISH)
    assert (told.record, told.lines) == (text, tuple(lines))
    assert told.steps[-1].stand is not None
    assert told.steps[-1].stand.position.detail["position"] == repr(last)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("7/7/7/7/7/7/7 1:y scored:- y0,b0,r0 players:3 plies:0", "the position is one of 3"),
        ("nonsense", "is no Forum Romanum position"),
    ],
)
def test_a_position_that_cannot_be_names_its_line(position: str, said: str) -> None:
    text = f'[game "forum_romanum"]\n[players "Anna" "Bram"]\n[position "{position}"]\n'
    with pytest.raises(RecordError, match=said) as refused:
        read_record(text)
    assert refused.value.line == 3

"""The report of a game: everything that was played, in each kind of file and each language."""

import csv
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.at_table import NAMES as PEOPLE

from firmware.study.chart import Series, chart, ticks
from firmware.study.game_report import Report, report_of
from firmware.study.pieces import piece
from firmware.study.report_csv import as_csv
from firmware.study.report_html import as_html
from firmware.words import find_words
from rules import (
    LONGEST_NAME,
    NAMES,
    Move,
    Reading,
    Record,
    find_game,
    load_nothing,
    make_header,
    read_record,
    write_record,
)
from wiring.read import PITCH
from wiring.sheets.shapes import Text, box, reach

EVERY = [
    (game, players)
    for game in NAMES
    for players in sorted({*find_game(game).players[:: len(find_game(game).players) - 1 or 1]})
]
SPOKEN = """# the last game of the evening
[game "forum_romanum"]
[players "Anna" "Bram" "Carla"]
[date "2026-11-21"]
[event "Winter evening"]
[place "Café De Toren"]

# a quiet opening
y@d4
b@c3  # what <else>?
# it stopped raining
"""


def report(text: str, language: str = "en") -> Report:
    record = read_record(text, load_nothing, Reading(strict=False))
    return report_of(record, load_nothing, find_words(language, {}))


@cache
def record_of(game: str, players: int, most: int = 400) -> Record:
    """The record of a random game: at most so many lines, hourglass in seconds that jump."""
    random = Random(players)
    header = make_header(game, PEOPLE[:players])
    position, lines = header.start(), list[Move]()
    while position.outcome is None and len(lines) < most:
        position = position.later(random.randrange(400, 6000))
        if moves := position.legal_moves():
            lines.append(position.written(random.choice(moves)))
            position = position.play(lines[-1])
    return read_record(write_record(header, lines))


@cache
def played(game: str, players: int, most: int = 400, language: str = "en") -> Report:
    return report_of(record_of(game, players, most), load_nothing, find_words(language, {}))


class Read(HTMLParser):
    """What a browser makes of a page: its elements, its texts, the lines of its tables."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


# One page of HTML


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_page_tells_every_move_and_needs_no_other_file(game: str, players: int) -> None:
    told = played(game, players)
    page = as_html(told)
    read = Read(page)
    assert [tag for tag, _ in read.tags].count("svg") == 2
    assert not {"script", "link", "img", "iframe", "base"} & {tag for tag, _ in read.tags}
    assert not [name for _, given in read.tags for name in given if name in ("src", "href")]
    assert "url(" not in page
    assert "@import" not in page
    moves = [unescape(move) for move in re.findall("<code>(.*?)</code>", page)]
    assert moves == list(record_of(game, players).moves)
    for name in PEOPLE[:players]:
        assert f"<bdi>{name}</bdi>" in page
    assert told.result in read.text


@given(
    st.lists(
        st.text(
            "aZ1 é\u0301<>&'`*~_#|[]()\\{}$%;=/\u05d0\u4e2d\u250c\U0001f469",  # HTML, Markdown, and every script
            min_size=1,
            max_size=LONGEST_NAME,
        ).filter(lambda name: name.strip() and name.isprintable()),
        min_size=2,
        max_size=6,
        unique=True,
    )
)
@example(["0", "\u250c\u2502"])
@example(["<br>a**b**", "~~c~~ <td>"])
def test_whatever_people_are_called_a_page_holds_their_names_as_text(names: list[str]) -> None:
    told = report(write_record(make_header("forum_romanum", names), ["y@d4"]))
    read = Read(as_html(told))
    assert [tag for tag, _ in read.tags] == [tag for tag, _ in Read(as_html(plain(names))).tags]
    said = "".join(read.text)
    assert all(name in said for name in names)


def plain(names: list[str]) -> Report:
    """The same game, played by people with names that nobody has to escape."""
    return report(write_record(make_header("forum_romanum", PEOPLE[: len(names)]), ["y@d4"]))


def test_the_record_in_a_page_is_the_record() -> None:
    page = as_html(report(SPOKEN))
    kept = "".join(Read(page.partition("<pre>")[2].partition("</pre>")[0]).text)
    again = read_record(kept)
    assert again.moves == ("y@d4", "b@c3")
    assert again.header.place == "Café De Toren"
    assert [comment.text.strip() for comment in again.comments][-1] == "# it stopped raining"


# What the game came to


def test_who_is_ahead_stands_first_and_who_is_equal_shares_a_rank() -> None:
    told = played("forum_romanum", 6)
    scores = [player.score for player in told.ranked]
    assert scores == sorted(scores, reverse=True)
    for one in told.players:
        assert one.rank == 1 + sum(other.score > one.score for other in told.players)


def test_each_move_says_what_it_has_scored_for_whom() -> None:
    moves = "y@a1 b@a2 r@a3 y@b1 b@b2 r@b3 y@c1 b@c2 r@c3 y@d1 b@d2 r@d3 y@e1 b@e2 r@e3"
    moves += " y@f1 b@f2 r@f3 y@g1"
    told = report(write_record(make_header("forum_romanum", PEOPLE[:3]), moves.split()))
    *before, last = told.history.entries
    assert not any(entry.gained for entry in before)
    assert told.scored(last.gained) == "Anna +7, Bram −2, Carla −2"
    assert last.standing == {"1": 7, "2": -2, "3": -2}


def test_a_line_that_is_no_move_has_no_number() -> None:
    told = report('[game "hourglass"]\n\nstart\n3 d-e\n10\n10.5 D-E\n')
    assert [entry.ply for entry in told.history.entries] == [1, 2, None, 3]
    assert [entry.seat for entry in told.history.entries] == ["white", "white", None, "pink"]


def test_a_game_that_does_not_fit_on_the_table_has_a_report_without_a_board() -> None:
    told = report(
        '[game "manoeuvre"]\n[players "Anna" "Bram"]\n[option "track" "60"]\n'
        '[option "rewards" "21:1 42:2 50:3"]\n'
        '[option "bonuses" "10w 17w 24b 31w 38w 45b 52w 53w 20b 30b"]\n\nroll 4\nroll 2\n'
    )
    assert told.board is None
    assert as_html(told).count("<svg") == 1


@pytest.mark.parametrize("game", NAMES)
def test_every_piece_is_drawn_on_its_own_field(game: str) -> None:
    history = played(game, find_game(game).players[0], 60).history
    assert history.adapter is not None
    things = list(history.adapter.things(history.last))
    assert things
    for thing in things:
        for shape in piece(thing):
            left, top, right, bottom = reach(shape)
            assert -PITCH / 2 < left < right < PITCH / 2, thing
            assert -PITCH / 2 < top < bottom < PITCH / 2, thing


def test_the_moments_are_those_that_scored_most_in_the_order_of_the_game() -> None:
    told = played("forum_romanum", 3)
    swing = {entry.ply: sum(map(abs, entry.gained.values())) for entry in told.history.entries}
    numbers = [moment.number for moment in told.moments]
    assert numbers == sorted(numbers)
    assert sorted(swing[n] for n in numbers) == sorted(swing.values())[-3:]


# The chart


@given(st.integers(-500, 500), st.integers(0, 1000), st.integers(2, 12))
def test_the_numbers_beside_a_chart_are_round_and_few(low: int, more: int, most: int) -> None:
    scale = ticks(low, low + more, most)
    assert scale[0] <= low
    assert scale[-1] >= low + more
    assert 2 <= len(scale) <= most + 1
    assert str(scale.step).rstrip("0") in ("1", "2", "5")


@given(st.lists(st.lists(st.integers(-40, 90), min_size=6, max_size=6), min_size=1, max_size=6))
def test_names_beside_a_chart_do_not_overlap(standings: list[list[int]]) -> None:
    series = [Series(f"Player {n}", ("#ff0000",), values) for n, values in enumerate(standings)]
    drawing = chart(series, "The standing", "Moves")
    names = [one for one in drawing.shapes if isinstance(one, Text) and one.text.startswith("Player")]
    assert len(names) == len(standings)
    lines = sorted(one.y for one in names)
    assert all(below - above >= names[0].size for above, below in pairwise(lines))
    assert min(box(one).top for one in names) >= 0
    assert max(box(one).bottom for one in names) <= drawing.height


# For a spreadsheet


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_row_tells_a_move(game: str, players: int) -> None:
    head, *rows = csv.reader(StringIO(as_csv(played(game, players))))
    assert [row[3] for row in rows] == list(record_of(game, players).moves)
    assert {len(row) for row in rows} == {len(head)}
    standing = head.index("standing Anna")
    last = played(game, players).history.entries[-1].standing
    assert list(map(int, rows[-1][standing : standing + players])) == list(last.values())
    gained = [sum(int(row[4 + seat]) for row in rows) for seat in range(players)]
    assert gained == list(last.values())


def test_no_name_and_no_comment_becomes_a_formula() -> None:
    header = make_header("forum_romanum", ("=1+1", "@Bram"))
    text = write_record(header, ["y@d4"]).replace("y@d4", "y@d4  # =cmd()")
    _, row = csv.reader(StringIO(as_csv(report(text))))
    assert row[2] == "'=1+1"
    assert row[-1] == "'=cmd()"

"""Who folds the batches of a match has the same match, and who merges views the same view, whatever is lost."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from support.feeding import Follows, plainly
from support.matches import new_match
from support.online import PATIENCE
from support.screens_online import Browser, ScreenWeb
from support.timed_matches import Timed, after

from firmware.games import find_adapter
from firmware.match.followed import PROTOCOL
from firmware.match.state import Place
from firmware.match.time_control import new_clocks, read_time_control
from firmware.play.view import View
from firmware.web.stream import Stream, Watcher
from firmware.web.updates import TableState
from firmware.web.wire import Hello
from firmware.words import find_words
from hal.trace import SECOND
from rules import NAMES

NOBODY = Place("", "screen")


def state(played: Timed, *, kept: bool = True) -> TableState:
    match = played.match
    adapter = find_adapter(match.line.start, match.header.game)
    view = View(header=match.header, adapter=adapter, position=match.now, kept=kept)
    return TableState(0, view, match, number=7, log=played.running.log)


def waiting(watcher: Watcher) -> list[str]:
    """All that waits for a watcher."""
    return [*iter(watcher.take, None)]


class Wire:
    """A stream, who follows it, and the messages that are under way between them."""

    def __init__(self, played: Timed) -> None:
        async def opened() -> Stream:
            return Stream(lambda language: find_words(language, {}))

        self.played = played
        self.follows = Follows()
        self.way: list[str] = []
        self.stream = asyncio.run(opened())
        self.stream.show(state(played))
        watcher = self.stream.join(NOBODY)
        assert watcher is not None
        self.watcher = watcher

    def happen(self) -> None:
        """Tell the stream what has happened since the last time."""
        self.stream.show(state(self.played))
        self.way += waiting(self.watcher)

    def greet(self) -> None:
        self.watcher.greet(msgspec.convert(self.follows.hello, Hello))
        self.way = []
        self.follows.read(waiting(self.watcher))


@given(st.data())
def test_what_is_lost_repeated_or_late_leaves_the_same_match(data: Any) -> None:
    draw = data.draw
    played = Timed(new_match(draw(st.sampled_from(NAMES)), 2))
    wire = Wire(played)
    for _ in range(draw(st.integers(0, 40))):
        after(played.match, played, draw)
        wire.happen()
        fate = draw(st.sampled_from(["keep", "keep", "lose", "twice", "late", "cut"]))
        if fate == "lose":
            wire.way = wire.way[1:]
        elif fate == "twice":
            wire.way += wire.way
        elif fate == "late":
            wire.way.reverse()
        elif fate == "cut":
            wire.way = []
            wire.greet()
        if fate != "keep" and wire.follows.read(wire.way):
            wire.way = []
            wire.greet()
        followed = wire.follows.match
        if followed is not None and followed.seq == played.match.seq:
            assert plainly(followed) == plainly(played.match)
    wire.greet()
    assert wire.follows.match is not None
    assert plainly(wire.follows.match) == plainly(played.match)


def test_who_is_sent_the_whole_match_has_the_clocks_of_its_seats() -> None:
    match = new_match("revolution")
    clocks = new_clocks(read_time_control("60+5"), match.seats.by_name)
    wire = Wire(Timed(match._replace(clocks=clocks)))
    for seat, move, at in (("dark", "N@a5", 1), ("light", "V@b5", 2), ("dark", "B@c5", 9)):
        wire.played.move(seat, move, at * SECOND)
    wire.happen()
    wire.greet()
    followed = wire.follows.match
    assert followed is not None
    assert followed.clocks == wire.played.match.clocks
    assert followed.clocks is not None
    assert followed.clocks.shown("dark", 11 * SECOND) == 58_000


def test_only_who_has_a_part_of_another_log_is_sent_the_whole() -> None:
    played = Timed(new_match("forum_romanum", 2))
    wire = Wire(played)
    wire.greet()
    assert wire.follows.begun == 1
    played.move("1", "y@d4")
    wire.happen()
    wire.greet()
    assert wire.follows.begun == 1
    assert wire.follows.match is not None
    assert wire.follows.match.lines == ("y@d4",)
    wire.follows.log = "before"
    wire.greet()
    assert wire.follows.begun == 2
    assert wire.follows.match.lines == ("y@d4",)


def test_what_waits_for_the_disk_says_so_until_it_is_there() -> None:
    wire = Wire(Timed(new_match("forum_romanum", 3)))
    wire.greet()
    for seat, move in (("1", "y@d4"), ("2", "b@a1")):
        wire.played.move(seat, move)
        wire.stream.show(state(wire.played, kept=False))
        wire.way += waiting(wire.watcher)
    wire.happen()
    said = [json.loads(text) for text in wire.way]
    assert [(one["type"], one["seq"], one.get("kept")) for one in said] == [
        ("batch", 1, False),
        ("batch", 2, False),
        ("kept", 2, None),
    ]


def test_a_pong_tells_the_clock_of_the_host_as_it_goes_on() -> None:
    wire = Wire(Timed(new_match("hourglass")))
    wire.stream.show(state(wire.played)._replace(at=3600 * SECOND))
    first, then = wire.stream.pong().clock, wire.stream.pong().clock
    assert 3600 * SECOND <= first <= then < 7200 * SECOND


@given(st.data())
def test_who_merges_views_has_the_whole_view_however_slow_they_are(data: st.DataObject) -> None:
    played = Timed(new_match(data.draw(st.sampled_from(NAMES)), 2))
    wire, shown = Wire(played), dict[str, Any]()
    wire.watcher.greet(Hello(PROTOCOL, view="nl"))
    for looks in data.draw(st.lists(st.booleans(), max_size=20)):
        after(played.match, played, data.draw)
        wire.stream.show(state(played))
        if looks:
            told = [json.loads(text) for text in waiting(wire.watcher)]
            assert [one["type"] for one in told] == ["view"] * bool(told)
            shown |= told[0] if told else {}
            whole = json.loads(wire.stream.view("nl").since(0))
            assert {**shown, "at": 0, "seq": 0} == {**whole, "at": 0, "seq": 0}


class Connection:
    """A connection to a feed."""

    def __init__(self, socket: Any, follows: Follows) -> None:
        self.socket, self.follows = socket, follows
        self.socket.send(json.dumps(follows.hello))
        text = self.socket.recv(PATIENCE)
        self.welcome = json.loads(text)
        follows.read([text])

    def until(self, lines: tuple[str, ...]) -> None:
        while self.follows.match is None or self.follows.match.lines != lines:
            assert not self.follows.read([self.socket.recv(PATIENCE)])


def test_a_spectator_follows_a_match_on_screens_and_takes_it_up_after_a_loss(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web:
        anna, follows = Browser(web), Follows()
        number = anna.begin("forum_romanum", ["A", "B", "C"], [0, 0, 0])
        query = f"?game={number}"
        with anna.follow(number) as page:
            with web.socket(query, {}) as socket:
                there = Connection(socket, follows)
                assert (there.welcome["type"], there.welcome["you"]) == ("welcome", [])
                page.do(type="move", move="y@d4")
                there.until(("y@d4",))
                socket.send('{"type": "ping"}')
                assert json.loads(socket.recv(PATIENCE))["type"] == "pong"
                socket.send('{"type": "state"}')
                assert json.loads(socket.recv(PATIENCE))["type"] == "error"
            page.do(type="move", move="b@a1")
            page.do(type="move", move="r@a2")
            with web.socket(query, {}) as socket:
                Connection(socket, follows).until(("y@d4", "b@a1", "r@a2"))
            with web.socket(query, anna.headers) as socket:
                there = Connection(socket, Follows())
                assert there.welcome["you"] == ["1", "2", "3"]
                assert "take_back" in there.welcome["rights"]
        assert follows.begun == 1

"""Who follows a match by its events has the same match, whatever is lost on the way."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.feeding import Follows, plainly
from support.matches import new_match
from support.online import PATIENCE
from support.screens_online import Browser, ScreenWeb
from support.timed_matches import Timed, after

from firmware.games import find_adapter
from firmware.match.state import Match, Place
from firmware.match.time_control import new_clocks, read_time_control
from firmware.play.view import View
from firmware.web.feed import MOST_MISSED, Feed
from firmware.web.messages import Hello
from firmware.web.updates import TableState
from firmware.web.watcher import Watcher
from hal.trace import SECOND
from rules import NAMES

NOBODY = Place("", "screen")


def state(match: Match, *, kept: bool = True) -> TableState:
    adapter = find_adapter(match.line.start, match.header.game)
    view = View(header=match.header, adapter=adapter, position=match.now, kept=kept)
    return TableState(0, view, match)


class Listener(Watcher):
    """Hears every message at once."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def tell(self, text: str) -> None:
        self.heard.append(text)

    def fall_behind(self) -> None:
        """Be sent the whole state next, which it asks for itself here."""


class Wire:
    """A feed, who follows it, and the messages that are under way between them."""

    def __init__(self, played: Timed) -> None:
        self.played = played
        self.feed = Feed(lambda: 0.0)
        self.listener = Listener()
        self.feed.watchers.add(self.listener)
        self.feed.hear(state(played.match), ())
        self.seen = 0
        self.follows = Follows()
        self.way: list[str] = []

    def happen(self) -> None:
        """Tell the feed what has happened since the last time."""
        fresh = self.played.batches[self.seen :]
        self.seen += len(fresh)
        self.feed.hear(state(self.played.match), fresh)
        self.way += self.listener.heard
        self.listener.heard.clear()

    def greet(self) -> None:
        hello = self.follows.hello
        said = Hello(hello["protocol"], "", hello["epoch"], hello["seq"])
        self.follows.read(self.feed.welcome(said, NOBODY))


@settings(max_examples=15, deadline=None)
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


def test_only_who_has_missed_too_much_or_another_start_is_sent_the_whole_match() -> None:
    played = Timed(new_match("forum_romanum", 2))
    wire = Wire(played)
    wire.greet()
    assert wire.follows.snapshots == 1
    played.move("1", "y@d4")
    wire.happen()
    wire.greet()
    assert wire.follows.snapshots == 1
    assert wire.follows.match is not None
    assert wire.follows.match.lines == ("y@d4",)
    batch = played.batches[-1]
    match = played.match
    for seq in range(batch.seq + 1, batch.seq + MOST_MISSED + 2):
        match = match._replace(seq=seq)
        wire.feed.hear(state(match), [replace(batch, seq=seq)])
    wire.greet()
    assert wire.follows.snapshots == 2
    wire.follows.epoch = "before"
    wire.greet()
    assert wire.follows.snapshots == 3


def test_what_waits_for_the_disk_says_so_until_it_is_there() -> None:
    played = Timed(new_match("forum_romanum", 3))
    feed = Feed(lambda: 0.0)
    feed.hear(state(played.match), ())
    listener = Listener()
    feed.watchers.add(listener)
    played.move("1", "y@d4")
    feed.hear(state(played.match, kept=False), played.batches)
    played.move("2", "b@a1")
    feed.hear(state(played.match, kept=False), played.batches[-1:])
    feed.hear(state(played.match), ())
    said = [json.loads(text) for text in listener.heard]
    assert [(one["type"], one["seq"], one.get("kept")) for one in said] == [
        ("batch", 1, False),
        ("batch", 2, False),
        ("kept", 2, None),
    ]


class Connection:
    """A connection to a feed."""

    def __init__(self, socket: Any, follows: Follows) -> None:
        self.socket, self.follows = socket, follows
        self.socket.send(json.dumps(follows.hello))
        self.welcome = json.loads(self.socket.recv(PATIENCE))

    def until(self, lines: tuple[str, ...]) -> None:
        while self.follows.match is None or self.follows.match.lines != lines:
            assert not self.follows.read([self.socket.recv(PATIENCE)])


def test_a_spectator_follows_a_match_on_screens_and_takes_it_up_after_a_loss(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web:
        anna, follows = Browser(web), Follows()
        number = anna.begin("forum_romanum", ["A", "B", "C"], [0, 0, 0])
        query = f"?game={number}&feed=events"
        with anna.follow(number) as page:
            with web.socket(query, {}) as socket:
                there = Connection(socket, follows)
                assert (there.welcome["type"], there.welcome["you"]) == ("welcome", [])
                page.do(type="move", move="y@d4")
                there.until(("y@d4",))
                socket.send('{"type": "ping"}')
                assert json.loads(socket.recv(PATIENCE))["type"] == "pong"
                socket.send('{"type": "move", "move": "b@a1"}')
                assert json.loads(socket.recv(PATIENCE))["type"] == "error"
            page.do(type="move", move="b@a1")
            page.do(type="move", move="r@a2")
            with web.socket(query, {}) as socket:
                Connection(socket, follows).until(("y@d4", "b@a1", "r@a2"))
            with web.socket(query, anna.headers) as socket:
                there = Connection(socket, Follows())
                assert there.welcome["you"] == ["1", "2", "3"]
                assert "take_back" in there.welcome["rights"]
        assert follows.snapshots == 1

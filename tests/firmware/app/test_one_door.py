"""One door: the same moves by hand, drop, key, computer or far seat bring about the same events."""

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from support.at_table import ENGLISH, NAMES
from support.keyed import at_keys
from support.nightly import nightly_but
from support.running_table import AtRunningTable, Later

from firmware.app.host import open_host
from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import Question
from firmware.games.ways import way_of
from firmware.match.events import Ended, Played
from firmware.match.running import Batch
from firmware.match.seats import Seat, Seats
from firmware.opponents import Advice
from firmware.simulation.players import SimulatedPlayers
from firmware.storage.place import FILE
from firmware.web import wire
from firmware.web.asks import obey, obey_once
from firmware.web.match_thread import OnScreens
from hal.trace import SECOND
from rules import Move, find_game

PLIES = 8
Told = list[tuple[object, ...]]


def told(batches: Iterable[Batch]) -> Told:
    """The moves and ends of batches, but for their times."""
    events = [event for batch in batches for event in batch.events]
    return [
        (one.ply, one.seat, one.line, one.check) if isinstance(one, Played) else ("ended",)
        for one in events
        if isinstance(one, Played | Ended)
    ]


def moves_of(game: str) -> list[Move]:
    """A game that somebody plays without thinking."""
    position, rng, moves = find_game(game).start(2), random.Random(4), list[Move]()
    for _ in range(PLIES):
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return moves


class Meant:
    """Thinks of the moves of a game, one after another."""

    def __init__(self, moves: list[Move]) -> None:
        self._moves = iter(moves)

    def ask(self, _: Question) -> "Future[Advice]":
        move, future = next(self._moves), Future[Advice]()
        future.set_result(Advice(move, 0, (1.0,), (move,)))
        return future


def on_screen(folder: Path, game: str, moves: list[Move], by: str) -> Told:
    """The same moves on a screen: by drops and buttons, by commands of a feed, or by computers."""
    settings = Settings(table=SCREEN, store=folder / FILE, words=ENGLISH)
    with open_host(settings, lambda _: None, Meant(moves)) as host:
        header = host.new_games.from_message(game, NAMES[:2], {})
        level = 1 if by == "computer" else 0
        seats = Seats({seat: Seat(level, "anna") for seat in find_game(game).seats(2)})
        opened = host.begin(header, seats, 0)
        for number, move in enumerate(moves):
            table = OnScreens(host, (number + 1) * SECOND)
            way = way_of(opened.adapter, opened.match.now, move)
            if by == "computer":
                host.look(table.at)  # it thinks
            elif by == "drop" and way is not None:
                obey(table, opened.number, "anna", wire.Drop(way.source, way.target), ENGLISH)
            elif by == "far":
                do = wire.Do(str(number), wire.Move(move), number)
                obey_once(table, opened.number, "anna", do, ENGLISH)
            else:
                obey(table, opened.number, "anna", wire.Move(move), ENGLISH)
        return told(opened.log)


def by_hand(folder: Path, game: str, moves: list[Move]) -> Told:
    """The same moves by simulated hands at a table."""
    at = AtRunningTable(folder, Later(), game)
    players = SimulatedPlayers(at.simulated, at.adapter, random.Random(1))
    for move in moves:
        view = at.session.view
        plan = players.make(view.position, view.contacts.expected, move)
        at.advance((plan.done - at.simulated.clock.now()) / SECOND + 1.5)
    at.opened.__exit__(None, None, None)
    return told(at.session.running.log)


def by_keys(folder: Path, game: str, moves: list[Move]) -> Told:
    """The same moves by fingers at a table of keys."""
    with at_keys(folder, game) as at:
        for move in moves:
            at.play(move)
        return told(at.session.running.log)


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    """Folders, one for each table."""
    return (tmp_path / str(number) for number in range(9))


@pytest.mark.parametrize("game", nightly_but(["revolution", "forum_romanum"], "forum_romanum"))
def test_a_move_is_the_same_however_it_comes_in(game: str, folders: Iterator[Path]) -> None:
    moves = moves_of(game)
    by_drops = on_screen(next(folders), game, moves, "drop")
    assert [one[2] for one in by_drops] == moves
    assert on_screen(next(folders), game, moves, "far") == by_drops
    assert on_screen(next(folders), game, moves, "computer") == by_drops
    assert by_hand(next(folders), game, moves) == by_drops
    assert by_keys(next(folders), game, moves) == by_drops

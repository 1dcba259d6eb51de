"""Ways: a screen offers each legal move once, as hands make it, and says why a drop is no move."""

import random

import pytest
from support.nightly import nightly_but

from firmware.games import AnyAdapter, Gesture, find_adapter
from firmware.games.kit import find_kit
from firmware.games.screen import Source
from firmware.games.ways import NOTHING, Way, choices, refusal, way_of
from firmware.match.line import GameLine
from firmware.play.layout import lay_out
from firmware.words import find_words
from hal import Contacts, members, reeds_of, tilts_of
from rules import NAMES, Position, find_game

PLAYERS = ("Anna", "Bram", "Cleo", "Daan", "Eva", "Finn")
WORDS = find_words("en", {})


def line_of(game: str, seed: int, moves: int = 150) -> GameLine:
    """A game of random moves, with some seconds between them."""
    rules, rng = find_game(game), random.Random(seed)
    line = GameLine(rules.start(rules.players[seed % len(rules.players)]))
    for _ in range(moves):
        at = line.milliseconds + (rng.randrange(6000) if line.plies else 0)
        position = line.later(at)
        if position.outcome is not None or not position.legal_moves():
            break
        line = line.play(line.write(rng.choice(position.legal_moves()), at), at)
    return line


def makes(gesture: Gesture, way: Way, closed: Contacts) -> bool:
    """Whether a gesture takes the piece of a way at its source and ends at its target."""
    lifted = reeds_of(gesture.flips & closed) | gesture.presses
    placed = reeds_of(gesture.flips & ~closed) | gesture.presses
    if isinstance(way.source, str):
        return way.move.startswith(way.source) and bool(placed >> way.target & 1)
    return bool(lifted >> way.source & placed >> way.target & 1)


@pytest.mark.parametrize("seed", nightly_but(range(20), 0))
@pytest.mark.parametrize("game", NAMES)
def test_each_move_of_a_piece_is_a_drop_as_hands_make_it_and_each_other_one_a_button(game: str, seed: int) -> None:
    line = line_of(game, seed)
    adapter = find_adapter(line.start, game)
    layout = lay_out(adapter, line)
    for position, closed in zip(line.positions, layout.closed_after, strict=True):
        drops, buttons = choices(adapter, position)
        standing = closed & ~adapter.loose(position, closed)
        gestures = [*adapter.gestures(position, standing)]
        for move in position.legal_moves():
            way = way_of(adapter, position, move)
            assert (way is None) == (move in buttons)
            own = [gesture for gesture in gestures if gesture.move == move]
            if way is None:
                assert position.chance or not any(adapter.fields(move) for _ in own)
                continue
            assert drops[str(way.source)][str(way.target)] == move
            assert any(makes(gesture, way, standing) for gesture in own)


@pytest.mark.parametrize("seed", nightly_but(range(20), 0))
def test_the_end_of_an_hourglass_that_is_up_is_the_parity_of_its_moves(seed: int) -> None:
    line = line_of("hourglass", seed)
    adapter, upturned = find_adapter(line.start, "hourglass"), find_kit("hourglass").screen.upturned
    for number, closed in enumerate(lay_out(adapter, line).closed_after):
        moves = [ply.move for ply in line.plies[:number]]
        standing = {thing.cell for thing in adapter.things(line.until(number).position)}
        up = upturned(line.start, moves, adapter.overlay.cells) & standing
        assert sorted(up) == [cell for cell in members(tilts_of(closed)) if cell in standing]


def sources(adapter: AnyAdapter, position: Position) -> list[Source]:
    """From where a piece can be taken by hand."""
    page = find_kit(adapter.overlay.game).page.for_page(position, adapter.overlay.cells)
    cells = {thing.cell for thing in adapter.things(position)}
    return [*sorted(cells), *(supply.moves for supply in page.supplies)]


@pytest.mark.parametrize(("games", "every"), [(1, 97), pytest.param(2, 23, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", nightly_but(NAMES, "revolution"))
def test_no_illegal_drop_is_refused_without_its_reason(game: str, games: int, every: int) -> None:
    for seed in range(games):
        line = line_of(game, seed)
        adapter = find_adapter(line.start, game)
        names = dict(zip(line.start.seats, PLAYERS, strict=False))
        for position in line.positions[::every]:
            drops, _ = choices(adapter, position)
            for source in sources(adapter, position):
                for target in adapter.overlay.names:
                    if source != target and str(target) not in drops.get(str(source), {}):
                        why = refusal(adapter, position, source, target, names)
                        assert why.text != NOTHING, (source, target, str(position))
                        assert WORDS(why.text, **why.values).endswith(".")


@pytest.mark.parametrize(
    ("game", "lines", "source", "to", "why"),
    [
        ("revolution", "", "N", "light-3", "Buildings, cards and stones go into the city."),
        ("revolution", "N@c3", "c3", "c4", "What lies in the city stays where it is."),
        ("forum_romanum", "y@d4 r@a1 b@c3 g@c4", "d4", "e4", "First all Romans are placed"),
        ("forum_romanum", "", "y@", "steps-3", "That is the popularity scale"),
        ("hourglass", "", "a", "e", "First all six hourglasses are turned over together"),
    ],
)
def test_the_reason_is_that_of_the_rule(game: str, lines: str, source: str, to: str, why: str) -> None:
    position = find_game(game).start(2)
    adapter = find_adapter(position, game)
    for line in lines.split():
        position = position.play(line)
    cells, names = adapter.overlay.cells, dict(zip(position.seats, PLAYERS, strict=False))
    told = refusal(adapter, position, cells.get(source, source), cells[to], names)
    assert WORDS(told.text, **told.values).startswith(why)


def test_a_roman_that_is_set_without_a_key_is_of_the_colour_that_hands_set_so() -> None:
    """FR-8: two players set their first colour, then their second; no key is needed for either."""
    position: Position = find_game("forum_romanum").start(2)
    adapter = find_adapter(position, "forum_romanum")
    for _ in range(12):
        page = find_kit("forum_romanum").page.for_page(position, adapter.overlay.cells)
        gestures = adapter.gestures(position, adapter.start(position))
        bare = {one.move.partition("@")[0] for one in gestures if not one.presses}
        assert {one.key for one in page.supplies if one.press is None} == bare
        position = position.play(position.legal_moves()[-1])

"""Every drop that is no move is refused with its reason, as a player understands it."""

import random
from collections.abc import Iterator

import pytest
from support.nightly import nightly_but

from firmware.games import find_adapter
from firmware.games.drops import NOTHING, Shown, Source
from firmware.games.kit import find_kit
from firmware.play.layout import contacts_after
from firmware.words import find_words
from rules import NAMES, find_game

PLAYERS = ("Anna", "Bram", "Cleo", "Daan", "Eva", "Finn")
WORDS = find_words("en", {})


def shown(game: str, *, seed: int, every: int, moves: int = 150) -> Iterator[Shown]:
    """Yield a game of random moves as it stands after each `every` of them."""
    rules, rng = find_game(game), random.Random(seed)
    position = rules.start(rules.players[seed % len(rules.players)])
    adapter = find_adapter(position, game)
    closed = adapter.start(position)
    for number in range(moves):
        if number % every == 0:
            yield Shown(game, adapter, position, closed)
        if position.outcome is not None or not position.legal_moves():
            return
        move = rng.choice(position.legal_moves())
        closed = contacts_after(adapter, position, closed, move)
        position = position.play(move).later(4000)


def sources(one: Shown) -> list[Source]:
    """Return from where a piece can be taken by hand."""
    page = find_kit(one.game).page.for_page(one.position, one.adapter.overlay.cells)
    cells = {thing.cell for thing in one.adapter.things(one.position, one.closed)}
    return [*sorted(cells), *(supply.moves for supply in page.supplies)]


@pytest.mark.parametrize(
    ("games", "every"), [(1, 97), pytest.param(2, 23, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("game", nightly_but(NAMES, "revolution"))
def test_no_illegal_drop_is_refused_without_its_reason(game: str, games: int, every: int) -> None:
    for seed in range(games):
        for one in shown(game, seed=seed, every=every):
            names = dict(zip(one.position.seats, PLAYERS, strict=False))
            legal = {(drop.source, drop.target) for drop in one.drops()}
            for source in sources(one):
                for target in one.adapter.overlay.names:
                    if source != target and (source, target) not in legal:
                        why = one.refusal(source, target, names)
                        assert why.text != NOTHING, (source, target, str(one.position))
                        assert WORDS(why.text, **why.values).endswith(".")


def refused(game: str, lines: str, source: Source, to: str) -> str:
    """Return why a piece cannot be dropped there after these moves. source: a field or a supply."""
    position = find_game(game).start(2)
    adapter = find_adapter(position, game)
    closed = adapter.start(position)
    for line in lines.split():
        closed = contacts_after(adapter, position, closed, line)
        position = position.play(line)
    cells = adapter.overlay.cells
    names = dict(zip(position.seats, PLAYERS, strict=False))
    told = Shown(game, adapter, position, closed).refusal(
        cells.get(str(source), source), cells[to], names
    )
    return WORDS(told.text, **told.values)


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
def test_the_reason_is_that_of_the_rule(
    game: str, lines: str, source: str, to: str, why: str
) -> None:
    assert refused(game, lines, source, to).startswith(why)

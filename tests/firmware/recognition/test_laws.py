"""What holds whatever the contacts do: any contacts, at any times, in each of the four games."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.touching import BUILDINGS, MILLISECOND, PLACED, ROLLS, AtDecoder

from firmware.recognition.costs import COSTS
from firmware.recognition.findings import Mismatch
from firmware.recognition.hypothesis import Open
from firmware.sensing.events import Kind
from hal import CELLS, REEDS, members, tilt

# For each game: players, the moves before, and the cells that are touched, some of them occupied.
GAMES = {
    "forum_romanum": (3, PLACED, "a7 b7 c7 d4 e4 f4 g1 g2 f1 f2 a3 b3"),
    "forum_romanum, placing": (2, ("y@d4",), "d4 d5 e5 c3 c4 b3 key-y key-r key-b key-g"),
    "revolution": (2, BUILDINGS, "light-7 light-8 dark-7 dark-8 c1 c2 d1 a1 b2"),
    "manoeuvre": (2, ROLLS, "1 2 3 4 7 8 9 10 court-1 court-2 court-12"),
    "manoeuvre, rolling": (2, ("roll 3",), "court-1 court-2 court-3 court-4 1 2 3 4"),
    "hourglass": (2, ("start",), "d e f g b c h D E"),
}
EACH = pytest.mark.parametrize("game", sorted(GAMES))
PAUSES = (0, 3, 10, 30, 60, 150, 260, 450, 1100, 2500, 7000)  # milliseconds

# Which cell; which of its contacts, reeds most often; how long after it nothing is touched.
Touched = tuple[int, str, int]
touched = st.tuples(st.integers(0, 11), st.sampled_from("rrrrbt"), st.sampled_from(PAUSES))


def sit(game: str) -> AtDecoder:
    players, before, _ = GAMES[game]
    return AtDecoder(game.partition(",")[0], players, before)


def toggle(at: AtDecoder, cell: int, contact: str, pressed: set[int]) -> None:
    """Let a contact change from what it is."""
    if contact == "b":
        at.touch(Kind.RELEASE if cell in pressed else Kind.PRESS, cell)
        pressed ^= {cell}
    elif contact == "t":
        at.touch(Kind.B_UP if at.closed & tilt(cell) else Kind.A_UP, cell)
    else:
        at.touch(Kind.LIFT if at.closed >> cell & 1 else Kind.PLACE, cell)


def assert_laws(at: AtDecoder) -> None:
    """The hypotheses are few, in the order of their prices, and fit the contacts."""
    known = at.adapter.places & ~at.decoder.trust.distrusted & REEDS
    prices = [one.price for one in at.hypotheses]
    assert len(prices) == 1 or 3 * len(prices) + sum(len(one.open) for one in at.hypotheses) <= COSTS.room
    assert prices == sorted(prices) != []
    for hypothesis in at.hypotheses if not at.decoder._beam.seen.burst.goes_on else []:
        trusted = known & ~hypothesis.dead
        ups = [one.cell for one in hypothesis.open if one.kind is Open.UP]
        downs = [one.cell for one in hypothesis.open if one.kind is Open.DOWN]
        assert len(set(ups)) == len(ups)
        assert len(set(downs)) == len(downs)
        up, down = sum(1 << cell for cell in ups), sum(1 << cell for cell in downs)
        both = up & down  # a piece that left stands between its place and the next one
        assert (up ^ both) & trusted == hypothesis.closed & ~at.closed & trusted
        assert (down ^ both) & trusted == at.closed & ~hypothesis.closed & trusted
        assert both & trusted & ~(at.closed & hypothesis.closed) == 0


def play_madly(at: AtDecoder, fields: str, script: Sequence[Touched]) -> None:
    cells, pressed = [at.cell(field) for field in fields.split()], set[int]()
    for number, contact, pause in script:
        toggle(at, cells[number % len(cells)], contact, pressed)
        assert_laws(at)
        at.wait(pause)
        assert_laws(at)
    for cell in pressed:
        at.touch(Kind.RELEASE, cell)
    at.wait(1000)
    assert_laws(at)
    assert not at.decoder._beam.seen.burst.goes_on


def test_a_crowd_that_leaves_all_as_it_was_leaves_nothing_behind() -> None:
    at = sit("revolution")
    play_madly(at, GAMES["revolution"][2], [(0, "r", 0), (1, "r", 150), *[(0, "r", 0)] * 7, (1, "r", 0)])
    assert at.decoder.difference == 0


@EACH
@given(script=st.lists(touched, max_size=25))
def test_hypotheses_are_few_and_fit_the_contacts_and_moves_are_legal(game: str, script: list[Touched]) -> None:
    at = sit(game)
    play_madly(at, GAMES[game][2], script)
    at.assert_legal()
    decoder = at.decoder
    queries = [
        (
            decoder.due,
            decoder.waiting,
            decoder.expected,
            decoder.difference,
            decoder.pairs,
            decoder.pressed,
            decoder.pressable,
            decoder.stubborn,
        )
        for _ in range(2)
    ]
    assert queries[0] == queries[1]


@EACH
@given(script=st.lists(touched, max_size=15), cells=st.lists(st.integers(0, CELLS - 1)))
def test_contacts_that_no_piece_of_the_game_moves_change_no_move(
    game: str, script: list[Touched], cells: list[int]
) -> None:
    """Reeds outside the game are as good as not there."""
    with_them, without = sit(game), sit(game)
    outside = [cell for cell in cells if not with_them.adapter.places >> cell & 1]
    for cell in outside:
        with_them.touch(Kind.PLACE, cell)
    play_madly(with_them, GAMES[game][2], script)
    play_madly(without, GAMES[game][2], script)
    assert with_them.moves == without.moves


def put_right(at: AtDecoder) -> None:
    """Put the pieces as the lamps say, until nothing is left to do."""
    for _ in range(5):
        odd = at.decoder.difference
        for contact in sorted(members(odd), key=lambda one: not at.closed >> one & 1):
            toggle(at, contact % CELLS, "t" if contact >= CELLS else "r", set())
            at.wait(400)
        at.wait(15_000)
        if not at.decoder.difference and not isinstance(at.decoder.trouble, Mismatch):
            return


@EACH
@given(script=st.lists(touched, max_size=15))
def test_from_any_mess_putting_the_pieces_as_the_lamps_say_ends_it(game: str, script: list[Touched]) -> None:
    at = sit(game)
    play_madly(at, GAMES[game][2], script)
    at.wait(1500)
    put_right(at)
    assert at.decoder.difference == 0
    assert not isinstance(at.decoder.trouble, Mismatch)
    at.assert_legal()


def test_hours_of_touches_keep_no_more_than_what_is_open() -> None:
    at = sit("forum_romanum")
    position = at.line.position
    for number in range(40):
        move = position.legal_moves()[number * 7 % len(position.legal_moves())]
        if "-" not in move:
            break
        start, _, end = move.partition("-")
        at.act(f"-{start} .300 +{end} .700")
        position = position.play(move)
        assert all(len(hypothesis.steps) <= COSTS.span for hypothesis in at.hypotheses)
    assert len(at.moves) > 20
    assert at.at > 20_000 * MILLISECOND
    at.assert_legal()

"""What holds in every game, wherever it has got to."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_forum_romanum, naive_hourglass, naive_manoeuvre, naive_revolution
from support.random_games import GAMES, load

from rules import NAMES, IllegalError, MalformedError, Position, find_game

NAIVE: dict[str, Any] = {
    "revolution": naive_revolution.Naive,
    "hourglass": partial(naive_hourglass.Naive, load=load),
    "forum_romanum": naive_forum_romanum.Naive,
    "manoeuvre": naive_manoeuvre.Naive,
}

ENDED = {  # a position, the move that ends the game there, and moves that were possible
    "revolution": ("l9dF.../...../...V./..N../....B over:flag:light claim:- plies:5", "", "N@a1 7@a1 *a1 end"),
    "hourglass": ("white 9 -,-,-,- k:50,-,-,E:50 plies:9 stalled:-", "", "9 10 E-D 10_E-D dead_k start"),
    "forum_romanum": ("7/7/7/7/7/7/7 1:y scored:- y0,b0,r0 players:3 plies:0", "agree", "y@a1 a1-b1 agree"),
    "manoeuvre": ("80:2,84:1 1:84 home:1212121212 taken:- players:2 plies:100", "84-home", "roll_1 1-2 30-home 80-81"),
}


@pytest.mark.parametrize("game", NAMES)
@given(st.data())
def test_the_engine_plays_as_the_naive_one(game: str, data: Any) -> None:
    position, moves, options = data.draw(GAMES[game])
    players = len(position.seats)
    again, naive = find_game(game).start(players, options, load), NAIVE[game](players, options)
    for number, move in enumerate(moves):
        if number % 8 == 0:
            assert sorted(again.legal_moves()) == sorted(naive.legal())
            assert again.scores() == naive.scores()
        naive.play(move)
        again = again.play(move)
    assert again == position
    assert position.scores() == naive.scores()
    assert sorted(position.legal_moves()) == sorted(naive.legal())
    outcome = position.outcome
    assert (outcome.reason if outcome else None) == naive.reason
    assert list(outcome.winners if outcome else []) == naive.winners()
    turn = naive.turn if isinstance(naive.turn, str) else str(naive.turn + 1)
    assert position.to_move == (None if outcome else turn)


@pytest.mark.parametrize("game", NAMES)
def test_no_more_and_no_fewer_play_than_the_rules_say(game: str) -> None:
    rules = find_game(game)
    few, many = rules.players[0], rules.players[-1]
    for players in (0, few - 1, many + 1):
        with pytest.raises(MalformedError, match=f"for {f'{few}-{many}' if many > few else few} players"):
            rules.start(players)


@pytest.mark.parametrize("game", NAMES)
@given(st.data(), st.integers(0, 200_000))
def test_a_position_has_a_text_with_the_same_future(game: str, data: Any, passes: int) -> None:
    position = data.draw(GAMES[game]).position
    again = find_game(game).position(repr(position), load)
    assert "\n" not in repr(position)
    assert (again, hash(again), repr(again)) == (position, hash(position), repr(position))
    assert again.detail() == position.detail()
    assert sorted(again.legal_moves()) == sorted(position.legal_moves())
    assert repr(again.later(passes)) == repr(position.later(passes))
    for move in list(position.legal_moves())[:5]:
        assert again.play(move) == position.play(move)


@pytest.mark.parametrize("game", NAMES)
@given(st.data())
def test_a_move_is_legal_iff_it_applies(game: str, data: Any) -> None:
    position = data.draw(GAMES[game]).position
    every, legal = find_game(game).every_move(position), position.legal_moves()
    rolls = find_game(game).rolls
    assert len(set(every)) == len(every)
    assert set(legal) <= set(rolls if position.chance else every)
    some = data.draw(st.lists(st.sampled_from([*every, *rolls]), min_size=20))
    for move in (*some, *list(legal)[:5]):
        if move in legal:
            assert position.play(move).plies == position.plies + 1
        else:
            with pytest.raises(IllegalError) as error:
                position.play(move)
            assert repr(position) not in str(error.value)


@pytest.mark.parametrize("game", NAMES)
@given(st.data())
def test_legal_moves_are_a_sequence_without_doubles(game: str, data: Any) -> None:
    moves = data.draw(GAMES[game]).position.legal_moves()
    listed = list(moves)
    assert len(listed) == len(moves) == len(set(listed))
    assert [moves[n] for n in range(len(moves))] == listed
    assert [moves[-n - 1] for n in range(len(moves))] == listed[::-1]
    assert (list(moves[: len(moves)]), list(moves[1:9:3])) == (listed, listed[1:9:3])
    assert all(move in moves for move in listed)
    assert "nonsense" not in moves
    for index in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError):
            moves[index]


@pytest.mark.parametrize("game", NAMES)
@given(st.data())
def test_a_position_is_not_changed_by_playing_on(game: str, data: Any) -> None:
    position = data.draw(GAMES[game]).position
    before, same = repr(position), hash(position)
    for move in list(position.legal_moves())[:5]:
        position.play(move).later(200_000)
    assert (repr(position), hash(position)) == (before, same)


@pytest.mark.parametrize("game", NAMES)
def test_the_end_is_final(game: str) -> None:
    text, last, moves = ENDED[game]
    over: Position = find_game(game).position(text)
    over = over.play(last) if last else over
    assert (over.to_move, over.chance, len(over.legal_moves())) == (None, False, 0)
    assert over.later(99_999) == over
    for move in moves.split():
        with pytest.raises(IllegalError, match="after the end"):
            over.play(move.replace("_", " "))

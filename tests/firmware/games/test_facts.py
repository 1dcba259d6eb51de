"""The reasons of hints are facts: each is counted a second time, by what shares no code with it."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from support.nightly import nightly_but
from support.plain_facts import COUNTED, Case

from firmware.games.kit import find_kit
from firmware.opponents import LEVELS, Advice, Ranked, advise, choose, find_evaluation
from firmware.output.reasons import ALIKE, reasons, what_distinguishes
from firmware.words import Number, Text, find_words
from rules import NAMES, Position, find_game

NOTHING = "nothing that can be counted makes it better than {other}"
SHORT = LEVELS[5]._replace(simulations=48)


class Hinted(NamedTuple):
    position: Position
    advice: Advice
    told: list[Text]


def hints(game: str, players: int, number: int) -> Iterator[Hinted]:
    """Hints at each third choice of games that computers of level 2 play."""
    rng = random.Random(f"{game} {players}")
    rules, evaluation = find_game(game), find_evaluation(game, players)
    choices = 0
    while number:
        position = rules.start(players, rules.draw_options({}, rng))
        while position.to_move is not None and position.plies < 150 and number:
            moves = position.legal_moves()
            if not moves:
                position = position.later(1000)
                continue
            choices += 1
            if not position.chance and len(moves) > 1 and choices % 3 == 0:
                number -= 1
                advice = advise(position, game, SHORT, str(choices))
                yield Hinted(position, advice, reasons(advice, position, game))
            position = evaluation.after(position, choose(position, game, rng, 2))


def counted(position: Position, game: str, move: str, fact: Text) -> float:
    """The number of a move, as the plain twin of a fact counts it."""
    seat = find_game(game).mover(position, move)
    assert seat is not None
    count, _ = COUNTED[game][fact.text]
    return count(Case(position, move, position.play(move), seat, fact.values))


def number(value: object) -> float:
    """A number as it is told; tenths of a second count as one."""
    if isinstance(value, Text):  # which a voice says as "minus"
        value = value.values["number"]
    assert isinstance(value, Number)
    return value.value * 10 if value.digits else value.value


def assert_true(hinted: Hinted, game: str) -> None:
    """Whatever is told of the best move is so."""
    position, advice, told = hinted
    assert told
    for text in told:
        if "fact" in text.values:
            fact, other = text.values["fact"], text.values["other"]
            assert isinstance(fact, Text)
            assert isinstance(other, Text)
            one = counted(position, game, advice.move, fact)
            than = counted(position, game, str(other), fact)
            assert (number(text.values["number"]), number(text.values["than"])) == pytest.approx((one, than)), (
                fact,
                advice.move,
                str(other),
                repr(position),
            )
            fewer = COUNTED[game][fact.text][1]
            assert one < than if fewer else one > than
        elif text.text == "it wins the game":
            outcome = position.play(advice.move).outcome
            assert outcome is not None
            assert find_game(game).mover(position, advice.move) in outcome.winners
        elif "would" in text.text:
            assert position.play(str(text.values["other"])).outcome is not None
    values = {other.move: other.probability for other in advice.others}
    for text in told:
        if text.text == NOTHING:
            other = str(text.values["other"])
            assert advice.win_probabilities[advice.seat] - values[other] < ALIKE


def kinds(told: list[Text]) -> set[str]:
    """What kind each reason is: its text, whatever its figures."""
    facts = ((text, text.values.get("fact")) for text in told)
    return {fact.text if isinstance(fact, Text) else text.text for text, fact in facts}


TABLES = [(game, players) for game in NAMES for players in find_game(game).players]


@pytest.mark.parametrize(
    ("game", "players"), nightly_but(TABLES, *((game, 2) for game in NAMES if game != "forum_romanum"))
)
def test_what_a_hint_tells_is_so(game: str, players: int) -> None:
    for hinted in hints(game, players, 8):
        assert_true(hinted, game)


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(NAMES))
def test_of_a_thousand_reasons_none_is_false_and_they_are_of_many_kinds(game: str) -> None:
    found: Counter[str] = Counter()
    silent = asked = 0
    for hinted in hints(game, find_game(game).players[0], 10_000):
        assert_true(hinted, game)
        found.update(kinds(hinted.told))
        silent += kinds(hinted.told) == {NOTHING}
        asked += 1
        if found.total() >= 1000:
            break
    frequent, times = found.most_common(1)[0]
    assert times < 0.25 * found.total(), frequent
    assert silent <= 0.25 * asked


@pytest.mark.parametrize("game", NAMES)
def test_every_fact_is_counted_a_second_time(game: str) -> None:
    facts = find_kit(game).facts
    behind = {fact.behind for fact in facts} - {""}
    assert {fact.text for fact in facts} | behind == set(COUNTED[game])
    assert all(fact.fewer is COUNTED[game][fact.text][1] for fact in facts)
    assert all(COUNTED[game][text][1] for text in behind)


REST = "taken:21=1,42=1,63=1 players:2 plies:193"
TWO_MOVES = f"75:1,79:2,82:21 2:79 home:22212111 {REST}"
ONE_MOVE = f"70:12,74:1,77:1,80:21,83:1 1:83 home:22212 {REST}"


def told_late(text: str, move: str, *others: Ranked) -> list[str]:
    """What is told of a move of Manoeuvre of which the search expects an even game."""
    position = find_game("manoeuvre").position(text)
    seat = position.seats.index(str(position.to_move))
    advice = Advice(move, seat, (0.5, 0.5), (move,), others)
    return [one.text for one in reasons(advice, position, "manoeuvre")]


@pytest.mark.parametrize("probability", [0.5, 0.9])
def test_that_nothing_makes_a_move_better_is_told_however_much_another_promises(probability: float) -> None:
    assert told_late(TWO_MOVES, "79-80", Ranked("79-81", probability)) == [NOTHING]


def test_a_move_is_called_the_only_one_where_it_is() -> None:
    assert told_late(ONE_MOVE, "83-84") == ["it is the only move"]
    assert told_late(TWO_MOVES, "79-80") == ["the other moves that were looked at can as well be made after it"]


def distinguished(game: str, position: str, move: str, other: str) -> list[str]:
    words = find_words("en", {})
    at = find_game(game).position(position)
    return [words.tell(text) for text in what_distinguishes(move, other, at, game)]


def test_of_two_facts_that_come_to_the_same_one_is_told() -> None:
    two_left = "white 108 l:76,-,-,D:dead B:28,k:28,H:28,- plies:27 stalled:D,b stalling:passes turn:20 since:104"
    told = distinguished("hourglass", two_left, "l-G", "l-i")
    assert len([text for text in told if "from the goal" in text or "to the goal" in text]) == 1


def told_for_certain(advice: Advice, position: Position, game: str) -> str:
    return find_words("en", {}).tell(reasons(advice, position, game)[0])


def test_what_is_proven_is_told_first() -> None:
    cards = "d1xl7.l6ol8o/d6B.d4d2o/..Nl1ol3x/d7l5lFol9od5x/d3x.Vl4od9x dark:card claim:- plies:32"
    position = find_game("revolution").position(cards)
    lost = advise(position, "revolution", SHORT, "1")
    assert told_for_certain(lost, position, "revolution") == ("every move loses, if others play on well")
    beside = (Ranked("0@a3", 0.0, certain=True),)
    one_way = Advice("F@a3", 1, (0.6, 0.4), ("F@a3",), beside)
    assert told_for_certain(one_way, position, "revolution") == ("0@a3 loses, if others play on well")
    won = Advice("F@a3", 1, (0.0, 1.0), ("F@a3",), beside, certain=True)
    assert told_for_certain(won, position, "revolution") == ("it wins for certain, if played on well")

"""What stands unexplained in a hypothesis costs, and how a last step is taken up again."""

from typing import Any

import pytest
from support.touching import AtDecoder

from firmware.recognition.costs import COSTS, SECOND
from firmware.recognition.hypothesis import NEVER, Hypothesis, Open, Step, Token, adjacent
from firmware.recognition.standing import (
    beside_end,
    between_cost,
    is_leaning,
    standing,
)
from hal import NO_CELLS, NO_CONTACTS, Cells, cell_set, contacts_of, reed

D4, D5, E5 = (AtDecoder().cell(field) for field in ("d4", "d5", "e5"))
FAR = AtDecoder().cell("a1")
AT = 10 * SECOND
POSITION = AtDecoder().start


def step(at: int, end: int = D4, used: tuple[Token, ...] = ()) -> Step:
    """A placing on a cell, before which the table was empty."""
    used = used or (Token(Open.DOWN, end, at),)
    return Step(
        "y@d4", at, at, end, used, POSITION, NO_CONTACTS, NO_CELLS, None, 0, reed(end), final=False
    )


def hypothesis(*tokens: Token, steps: tuple[Step, ...] = (), cost: float = 0.0) -> Hypothesis:
    return Hypothesis(
        cost, steps, POSITION, contacts_of(cell_set(one.end for one in steps)), tokens
    )


def priced(
    *tokens: Token, steps: tuple[Step, ...] = (), liftable: Cells = NO_CELLS, after: int = 0
) -> float:
    """What tokens cost some microseconds after AT."""
    one = hypothesis(*tokens, steps=steps)
    return sum(cost for _, (_, cost) in standing(one, AT + after, liftable, COSTS))


# A piece in the hand


def test_a_piece_in_the_hand_that_cannot_move_costs_at_once_and_never_without_end() -> None:
    up = Token(Open.UP, D4, AT)
    assert priced(up) == COSTS.strange
    assert priced(up, after=SECOND) == pytest.approx(COSTS.strange + COSTS.age_rate)
    assert priced(up, after=1000 * SECOND) == COSTS.most


# A contact that closed


def test_a_contact_beside_the_end_of_a_move_at_the_same_time_is_one_magnet_between_two() -> None:
    beside = beside_end(Token(Open.DOWN, D5, AT), step(AT), COSTS)
    moved = hypothesis(beside, steps=(step(AT),))
    assert between_cost(moved, beside, COSTS) == ("between", COSTS.between)
    assert priced(beside, steps=(step(AT),), after=10 * SECOND) == COSTS.between


@pytest.mark.parametrize(
    "why", ["it is not beside", "it is too late", "the piece has left", "no move ended"]
)
def test_a_contact_is_not_between_two_cells_when(why: str) -> None:
    down = Token(Open.DOWN, E5 if why == "it is not beside" else D5, AT)
    if why == "it is too late":
        down = down._replace(at=AT + COSTS.slow_time)
    left = (Token(Open.UP, D4, AT + SECOND),) if why == "the piece has left" else ()
    steps = () if why == "no move ended" else (step(AT),)
    for one in steps:
        down = beside_end(down, one, COSTS)
    assert between_cost(hypothesis(down, *left, steps=steps), down, COSTS) is None


def test_cells_are_adjacent_by_an_edge_and_not_by_a_corner_nor_round_the_edge_of_the_table() -> (
    None
):
    assert adjacent(D4, D5)
    assert not adjacent(D4, D4)
    assert not adjacent(D4, E5)
    assert not adjacent(11, 12)


# A press


def press(**of: Any) -> Token:
    return Token(Open.PRESS, FAR, AT, AT + 1)._replace(**of)


@pytest.mark.parametrize(
    "leaning", [{"together": True}, {"until": AT + COSTS.press_time + 1}, {"until": None}]
)
def test_a_long_press_and_one_with_others_is_leaning(leaning: dict[str, Any]) -> None:
    one = press(**leaning)
    assert is_leaning(one, AT + SECOND, COSTS)
    assert priced(one, after=SECOND) == COSTS.leaning


# Steps


def test_a_step_taken_up_again_leaves_the_hypothesis_before_it_without_what_was_put_down() -> None:
    up, down = Token(Open.UP, FAR, AT), Token(Open.DOWN, D4, AT + SECOND)
    moved = Step("a1-d4", down.at, down.at, D4, (up, down), POSITION, reed(FAR), NO_CELLS,
                 None, 0, reed(D4), final=False)  # fmt: skip
    waiting = press()
    after = Hypothesis(1.5, (step(AT - SECOND), moved), POSITION, reed(D4), (waiting,))
    before = after.reopened(D4, AT + SECOND)
    assert before.steps == after.steps[:-1]
    assert before.closed == reed(FAR)
    assert before.cost == 1.5
    assert set(before.open) == {waiting, up._replace(again=D4)}


def test_a_press_used_by_a_step_is_open_again_with_it_and_a_blind_piece_is_not() -> None:
    pressed = press(fits=True)
    blind = Token(Open.UP, FAR, AT, blind=True)
    moved = step(AT, used=(blind, Token(Open.DOWN, D4, AT), pressed))
    assert Hypothesis(0.0, (moved,), POSITION, reed(D4)).reopened(D4, AT + SECOND).open == (
        pressed._replace(put=AT + SECOND),
    )


def test_a_hypothesis_without_its_first_steps_knows_when_the_last_of_them_ended() -> None:
    both = (step(AT), step(AT + SECOND, E5))
    whole = Hypothesis(0.0, both, POSITION, NO_CONTACTS)
    assert whole.ended == AT + SECOND
    assert whole.without(1).steps == both[1:]
    assert whole.without(1).certain == AT
    assert whole.without(2).ended == AT + SECOND
    assert Hypothesis(0.0, (), POSITION, NO_CONTACTS).ended == NEVER


def test_time_passes_in_a_hypothesis_only_while_its_clock_runs() -> None:
    sand = AtDecoder("hourglass", 2, ["start"]).line.position
    still = Hypothesis(0.0, (), sand, NO_CONTACTS)
    assert still.passed(AT) == 0
    assert still.at(AT) is sand
    runs = still._replace(clock=AT, millisecond=2_000)
    assert runs.passed(AT + 5 * SECOND) == 3_000
    assert runs.passed(AT) == 0
    assert runs.at(AT + 5 * SECOND) == sand.later(3_000)

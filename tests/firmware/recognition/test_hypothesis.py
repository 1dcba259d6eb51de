"""What stands unexplained in a hypothesis costs, and how a last step is taken up again."""

from typing import Any

import pytest
from support.touching import AtDecoder

from firmware.recognition.costs import COSTS, SECOND
from firmware.recognition.hypothesis import NEVER, Hypothesis, Open, Step, Token, adjacent
from firmware.recognition.standing import (
    beside_end,
    between_cost,
    closed_cost,
    is_leaning,
    standing,
)
from firmware.sensing.events import Kind
from hal import NO_CELLS, NO_CONTACTS, Cells, cell_set, contacts_of, one_cell, reed

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


def test_a_piece_in_the_hand_with_which_a_move_begins_costs_little_by_the_second() -> None:
    up = Token(Open.UP, D4, AT)
    assert priced(up, liftable=one_cell(D4)) == 0
    assert priced(up, liftable=one_cell(D4), after=5 * SECOND) == pytest.approx(5 * COSTS.in_hand)


def test_a_piece_in_the_hand_that_cannot_move_costs_at_once_and_never_without_end() -> None:
    up = Token(Open.UP, D4, AT)
    assert priced(up) == COSTS.strange
    assert priced(up, after=SECOND) == pytest.approx(COSTS.strange + COSTS.age_rate)
    assert priced(up, after=1000 * SECOND) == COSTS.most


def test_each_further_piece_in_the_hand_costs() -> None:
    both = one_cell(D4) | one_cell(E5)
    ups = (Token(Open.UP, D4, AT), Token(Open.UP, E5, AT))
    assert priced(*ups, liftable=both) == COSTS.second_up


def test_a_piece_lifted_that_made_no_move_though_it_could_costs_more_and_more() -> None:
    declined = Token(Open.UP, D4, AT, legal=True)
    plain = declined._replace(legal=False)
    extra = [
        priced(declined, liftable=one_cell(D4), after=later)
        - priced(plain, liftable=one_cell(D4), after=later)
        for later in (0, SECOND // 10, SECOND)
    ]
    assert extra == pytest.approx([1, 1 + COSTS.declined_rate / 10, COSTS.declined])


def test_a_piece_still_up_after_a_move_has_ended_is_forgotten_and_never_costs_without_end() -> None:
    later = step(AT + SECOND)
    up = Token(Open.UP, E5, AT)
    cost = priced(up, steps=(later,), after=2 * SECOND)
    assert cost == pytest.approx(COSTS.forgotten + 2 * COSTS.age_rate)
    assert priced(up, steps=(later,), after=1000 * SECOND) == COSTS.most


def test_a_piece_lifted_just_as_a_move_ended_was_bumped_and_costs_less() -> None:
    near = step(AT + COSTS.bump_time - 1)
    assert priced(Token(Open.UP, E5, AT), steps=(near,)) == COSTS.nudge < COSTS.forgotten


# A contact that closed


def test_a_contact_that_closed_without_a_meaning_costs_up_to_a_wrong_piece_and_then_little() -> (
    None
):
    down = Token(Open.DOWN, E5, AT)
    assert priced(down) == 1
    assert priced(down, after=SECOND // 10) == pytest.approx(
        1 + COSTS.closed / 10 + COSTS.lying / 10
    )
    assert priced(down, after=10 * SECOND) == pytest.approx(COSTS.wrong + 10 * COSTS.lying)


def test_a_contact_that_would_have_completed_a_move_costs_more_once_it_has_rested() -> None:
    down = Token(Open.DOWN, E5, AT, legal=True)
    plain = down._replace(legal=False)
    assert priced(down, after=COSTS.rest) == priced(plain, after=COSTS.rest)
    later = COSTS.rest + 1
    assert priced(down, after=later) == pytest.approx(priced(plain, after=later) + COSTS.declined)


def test_a_contact_beside_the_end_of_a_move_at_the_same_time_is_one_magnet_between_two() -> None:
    beside = beside_end(Token(Open.DOWN, D5, AT), step(AT), COSTS)
    moved = hypothesis(beside, steps=(step(AT),))
    assert between_cost(moved, beside, COSTS) == ("between", COSTS.between)
    assert priced(beside, steps=(step(AT),), after=10 * SECOND) == COSTS.between


def test_a_contact_beside_the_end_of_a_move_a_little_later_is_between_two_for_a_while() -> None:
    beside = beside_end(Token(Open.DOWN, D5, AT + COSTS.together_time), step(AT), COSTS)
    moved = hypothesis(beside, steps=(step(AT),))
    assert between_cost(moved, beside, COSTS) == ("slow", COSTS.slow)
    late = Token(Open.DOWN, D5, AT + COSTS.together_time)
    assert beside_end(late, step(AT), COSTS, since=AT + 1) == late  # another hand was as quick


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


def test_what_a_contact_meant_that_opens_again_depends_on_how_long_it_was_closed() -> None:
    down = Token(Open.DOWN, E5, AT)
    alone = hypothesis(down)
    assert closed_cost(alone, down, AT + COSTS.pass_time - 1, NO_CELLS, COSTS) == (
        "passing",
        COSTS.passing,
    )
    assert closed_cost(alone, down, AT + COSTS.pass_time, NO_CELLS, COSTS) == ("wrong", COSTS.wrong)
    legal = down._replace(legal=True)
    dear = closed_cost(alone, legal, AT + SECOND, NO_CELLS, COSTS)
    assert dear == ("declined", COSTS.wrong + COSTS.declined)
    beside = beside_end(Token(Open.DOWN, D5, AT), step(AT), COSTS)
    moved = hypothesis(beside, steps=(step(AT),))
    assert closed_cost(moved, beside, AT + SECOND, NO_CELLS, COSTS) == ("between", COSTS.between)


def test_a_contact_that_ended_a_move_was_passed_over_if_it_opens_soon() -> None:
    for closed, cost in ((COSTS.pass_time - 1, COSTS.passing), (COSTS.pass_time, COSTS.mind)):
        at = AtDecoder()
        at.touch(Kind.PLACE, at.cell("d4"))
        (before,) = (hypothesis for hypothesis in at.hypotheses if hypothesis.steps)
        at.at += closed
        at.touch(Kind.LIFT, at.cell("d4"))
        assert [one.cost - before.cost for one in at.hypotheses if not one.open] == [cost]


def test_a_piece_that_may_not_move_is_likelier_moved_than_forgotten_beside_a_placing() -> None:
    """It was taken up before a placing could have been made with another piece."""
    up, down = Token(Open.UP, FAR, AT - SECOND), Token(Open.DOWN, D4, AT, legal=True)
    carried = priced(up, down, after=SECOND)
    placed = priced(up, steps=(step(AT),), after=SECOND)
    assert carried < placed + COSTS.margin
    assert placed < carried + COSTS.margin  # neither is believed at once
    assert closed_cost(hypothesis(up, down), down, AT + SECOND, NO_CELLS, COSTS) == (
        "carried",
        COSTS.carried,
    )
    may_move = closed_cost(hypothesis(up, down), down, AT + SECOND, one_cell(FAR), COSTS)
    assert may_move == ("declined", COSTS.wrong + COSTS.declined)


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


def test_a_short_press_that_means_nothing_costs() -> None:
    assert priced(press(), after=SECOND) == COSTS.unused


def test_a_short_press_that_could_have_made_a_move_costs_more() -> None:
    assert priced(press(legal=True, fits=True)) == COSTS.declined_press > COSTS.unused


def test_a_press_that_a_move_may_still_need_costs_a_little_and_never_much() -> None:
    waits = press(fits=True)
    assert priced(waits) == COSTS.waiting_press
    assert priced(waits, after=1000 * SECOND) == COSTS.most_waiting


def test_a_press_made_before_the_last_move_ended_is_waited_for_no_more() -> None:
    assert priced(press(fits=True), steps=(step(AT + 1),)) == COSTS.unused


@pytest.mark.parametrize(
    "leaning", [{"together": True}, {"until": AT + COSTS.press_time + 1}, {"until": None}]
)
def test_a_long_press_and_one_with_others_is_leaning(leaning: dict[str, Any]) -> None:
    one = press(**leaning)
    assert is_leaning(one, AT + SECOND, COSTS)
    assert priced(one, after=SECOND) == COSTS.leaning


def test_a_press_is_no_leaning_as_long_as_it_is_short() -> None:
    assert not is_leaning(press(until=None), AT + COSTS.press_time, COSTS)
    assert not is_leaning(press(), AT + 100 * SECOND, COSTS)


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


def test_a_step_taken_up_again_keeps_out_of_the_game_what_was_taken_away_since() -> None:
    moved = step(AT)._replace(closed=reed(FAR), after=reed(FAR) | reed(D4))
    after = Hypothesis(0.0, (moved,), POSITION, reed(D4))  # the piece on FAR was out of the game
    assert after.reopened(D4, AT + SECOND).closed == 0


def test_a_press_used_by_a_step_is_open_again_with_it_and_a_blind_piece_is_not() -> None:
    pressed = press(fits=True)
    blind = Token(Open.UP, FAR, AT, blind=True)
    moved = step(AT, used=(blind, Token(Open.DOWN, D4, AT), pressed))
    assert Hypothesis(0.0, (moved,), POSITION, reed(D4)).reopened(D4, AT + SECOND).open == (
        pressed._replace(put=AT + SECOND),
    )


def test_tokens_of_a_step_taken_up_again_stand_in_the_order_of_time() -> None:
    early, late = Token(Open.UP, FAR, AT - SECOND), Token(Open.UP, E5, AT + SECOND)
    moved = step(AT, used=(early, Token(Open.DOWN, D4, AT)))
    again = Hypothesis(0.0, (moved,), POSITION, reed(D4), (late,)).reopened(D4, AT + SECOND)
    assert [one.cell for one in again.open] == [FAR, E5]


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

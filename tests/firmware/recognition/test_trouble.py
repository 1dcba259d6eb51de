"""What is asked or shown when a move is undone by hand, or a glass is put down unturned."""

from support.touching import ROLLS, AtDecoder

from firmware.recognition.findings import Mismatch, Question, TakeBack
from hal import one_cell


def test_a_move_with_a_press_undone_on_the_table_is_asked_about() -> None:
    """The press of the move is open again when the piece is taken away, and hides the question."""
    at = AtDecoder(players=2)
    at.act("!key-r .300 +a1 .900 -a1 .2000")
    assert at.moves == ["r@a1"]
    assert at.decoder.trouble == TakeBack(1)


def test_a_recruit_taken_back_onto_its_stack_is_asked_about() -> None:
    at = AtDecoder("manoeuvre", 2, ROLLS)
    at.act("!1 .300 +7 .900 -7 .5000")
    assert at.moves == ["1-7"]
    assert at.decoder.trouble == TakeBack(1)


def test_a_glass_put_down_unturned_is_never_shown_as_merely_wrong() -> None:
    """For a third of a second it is shown as wrong, before it is said that it is to be turned."""
    at = AtDecoder("hourglass", 2, ["start"])
    assert at.act("-d .300 +e .1500") == [Mismatch(turn=one_cell(at.cell("e")))]


def test_the_more_moves_wait_for_an_answer_the_sooner_it_is_asked_for() -> None:
    at = AtDecoder()
    at.act("+d4 .700 +a1 .700 +e4 .090 -d4 .030 +d4 .700")  # did the first one slide on?
    assert at.decoder.trouble is None
    at.act("+b2 .700")  # nobody rests for as long as a question waits
    assert isinstance(at.decoder.trouble, Question)

"""Each game is played to its end by who knows the page by its accessibility tree alone."""

from pathlib import Path

import pytest
from support.axe_examiner import Examiner
from support.page_server import serving
from support.robot import NAME, Robot
from support.table_page import Join, axe, browser, in_browser, join, served

from firmware.games.kit import find_kit
from rules import NAMES

__all__ = ["axe", "browser", "join", "served"]  # fixtures

LONGEST = 2280  # seconds that a game may take
OPENING = 4  # moves of a game whose end is not played
SIZES = {"mouse": "tablet", "touch": "phone", "keyboard": "tablet"}


@in_browser
@pytest.mark.parametrize(
    ("game", "hand"),
    [(game, hand) for game in NAMES for hand in ("mouse", "touch", "keyboard")],
)
def test_a_game_is_played_to_its_end_by_who_knows_roles_and_names_alone(
    join: Join, tmp_path: Path, game: str, hand: str, axe: str
) -> None:
    """No error is told, the board stays where it is, no page is too wide, and axe finds nothing."""
    title = find_kit(game).about.title
    with serving(tmp_path, table="screen") as here:
        person = join(SIZES[hand], has_touch=hand == "touch", reduced_motion="reduce")
        robot, examiner = Robot(person.page, hand), Examiner(person.page, axe)
        robot.begin(here.url, title, {"Sand time": "15"} if game == "hourglass" else {})
        robot.play(OPENING, LONGEST)
        examiner.look("the opening")
        robot.look_at_the_widths()
        assert NAME in person.page.get_by_role("complementary").inner_text()
        robot.play(10_000, LONGEST)
        assert robot.over
        examiner.look("the end")
        robot.look_at_the_widths()
        person.page.goto(here.url)
        robot.look_at_the_widths()
        assert examiner.found == {}

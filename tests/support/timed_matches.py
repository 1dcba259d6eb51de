"""Matches beside a clock, for laws over random commands."""

from typing import Any

from hypothesis import strategies as st

from firmware.match.commands import Abort, Answer, Command, Play, Propose, Resign, RunClock, Sit
from firmware.match.commands import Correct as Corrects
from firmware.match.state import COMPUTER, HOST, TABLE, Match, Place
from rules import NAMES, GameError, find_game
from support.matches import Played, new_match


class Timed(Played):
    """A match, and the time."""

    now = 1_000_000


def after(match: Match, played: Timed, draw: Any) -> None:
    """Ask for something, sensible or not, after some time."""
    seats = list(match.seats.by_name)
    by = draw(st.sampled_from([*(Place(seat, "screen") for seat in seats), HOST, COMPUTER, TABLE]))
    legal = match.now.legal_moves()
    following = len(match.line.plies) + 1
    move = draw(st.sampled_from(legal)) if legal and draw(st.integers(0, 9)) else "x9"
    asked = played.running.match.proposal
    commands: list[Command] = [
        *[Play(following, move)] * 6,
        Play(draw(st.integers(0, 3)), move),
        Corrects(1, following - 1, move),
        Propose(draw(st.sampled_from(["take back", "take back", "agree", "rematch"]))),
        Answer(draw(st.booleans()), asked.number if asked else 0),
        RunClock(),
        Sit(draw(st.sampled_from(seats)), 0, draw(st.sampled_from([*seats, TABLE.id]))),
    ]
    if not draw(st.integers(0, 19)):
        commands = [Propose("abandon"), Abort(), Resign(draw(st.sampled_from(seats)))]
    command = draw(st.sampled_from(commands))
    if isinstance(command, Play) and draw(st.booleans()):
        by = HOST  # so that games get on
    played.now += draw(st.sampled_from([200_000, 1_234_567, 7_000_001]))
    before = played.running.match
    try:
        played.running.wait(played.now)
        before = played.running.match
        played.running.do(command, by, played.now)
    except GameError:
        assert played.running.match is before


@st.composite
def matches(draw: Any, steps: int = 40) -> Timed:
    """A match after so many things were asked of it."""
    game = draw(st.sampled_from(NAMES))
    players = draw(st.sampled_from(list(find_game(game).players)))
    options = {"turn": "5"} if game == "hourglass" and draw(st.booleans()) else {}
    levels = "".join(draw(st.sampled_from("0003")) for _ in range(players))
    played = Timed(new_match(game, players, levels, **options))
    for _ in range(draw(st.integers(0, steps))):
        after(played.match, played, draw)
    return played

"""Games of each kind, played at random for a while: what the laws of all games try."""

import json
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

from rules import MalformedError
from rules.forum_romanum import COLOURS, DEFAULT_LAYOUT, USUAL_COLOURS, forum_romanum
from rules.hourglass import hourglass
from rules.manoeuvre import COLOURS as MANOEUVRE_COLOURS
from rules.manoeuvre import manoeuvre
from rules.revolution import revolution
from support.small_hourglass import SMALL

# One free hole only, beside D: white cannot move, then nobody can, until sand runs out.
TIGHT = """
white = ["a", "b", "c", "d"]
pink = ["A", "B", "C", "D"]
lines = ["a-b", "b-c", "c-d", "d-A", "A-B", "B-C", "C-D", "D-x"]
holes = {a=[0,0], b=[0,1], c=[0,2], d=[0,3], A=[0,4], B=[0,5], C=[0,6], D=[0,7], x=[0,8]}
"""
FILES = {"small.toml": SMALL, "tight.toml": TIGHT}
BOARDS = ("", "", *FILES, "own.toml")  # the last is drawn
OTHER_LAYOUT = "1111555/1122255/1222255/3333355/3344466/7744466/7777666"


class Played(NamedTuple):
    """A game: where it stands, the lines that led there, and its options."""

    position: Any
    lines: list[str]
    options: dict[str, str]


def load(name: str) -> str:
    """Return the board of a name. Raises MalformedError for one that is not here."""
    if name not in FILES:
        raise MalformedError(f"{name!r} is not there")
    return FILES[name]


@st.composite
def revolution_games(draw: st.DrawFn) -> Played:
    """A game of Revolution played for a while with any options.

    Some hands keep their flag, seldom stop before all stones are set, or shun the end, or else
    most games would be short.
    """
    options = {}
    for option, values in (
        ("buildings_apart", ("true", "false")),
        ("securing", ("strongest_card", "strongest_cards")),
        ("notre_dame", ("closed", "early")),
    ):
        options[option] = draw(st.sampled_from(values))
    rng = draw(st.randoms(use_true_random=False))
    keeps, stops = draw(st.sampled_from([0.0, 0.95])), draw(st.sampled_from([0.1, 0.5, 1.0]))
    position = revolution.start(2, options)
    moves: list[str] = []
    for _ in range(draw(st.sampled_from([3, 8, 15, 30, 70, 70, 70]))):
        legal = position.legal_moves()
        if not legal:
            break
        for _ in range(8):
            move = legal[rng.randrange(len(legal))]
            if move == "end" and rng.random() > stops:
                continue
            shunned = move[0] == "F" or position.play(move).outcome
            if not (shunned and rng.random() < keeps):
                break
        moves.append(move)
        position = position.play(move)
    return Played(position, moves, options)


@st.composite
def manoeuvre_games(draw: st.DrawFn) -> Played:
    """A game of Manoeuvre played at random for a while."""
    rng = draw(st.randoms(use_true_random=False))
    options = {}
    if draw(st.booleans()):
        track = draw(st.sampled_from(["30", "41", "84", "300"]))
        options = manoeuvre.canonical(manoeuvre.draw_options({"track": track}, rng))
    players = draw(st.integers(2, 4))
    if draw(st.booleans()):
        options["colours"] = "".join(draw(st.permutations(MANOEUVRE_COLOURS)))[:players]
    position = manoeuvre.start(players, options)
    hurry = draw(st.integers(1, 4))
    moves = []
    for _ in range(draw(st.sampled_from([0, 5, 12, 13, 25, 60, 120, 400]))):
        legal = position.legal_moves()
        if not legal:
            break
        some = [legal[rng.randrange(len(legal))] for _ in range(hurry)]
        moves.append(max(some, key=lambda move: (len(move), move)))
        position = position.play(moves[-1])
    return Played(position, moves, options)


@st.composite
def forum_romanum_games(draw: st.DrawFn) -> Played:
    """A game of Forum Romanum played at random for a while."""
    options = {"variant": draw(st.sampled_from(["true", "false"]))}
    options["layout"] = draw(st.sampled_from([DEFAULT_LAYOUT, OTHER_LAYOUT]))
    players = draw(st.integers(2, 6))
    shuffled = "".join(draw(st.permutations(COLOURS)))
    options["colours"] = draw(st.sampled_from(["", shuffled[: len(USUAL_COLOURS[players])]]))
    position = forum_romanum.start(players, options)
    rng = draw(st.randoms(use_true_random=False))
    moves = []
    for _ in range(draw(st.integers(0, 120))):
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(legal[rng.randrange(len(legal))])
        position = position.play(moves[-1])
    if position.outcome is None and draw(st.booleans()) and draw(st.booleans()):
        moves.append("agree")
        position = position.play("agree")
    return Played(position, moves, options)


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A board of somebody's own (HG-3), which is in one piece, and some of its start holes."""
    letters = st.text("abcdABCDxyz1_", min_size=1, max_size=2)
    names = draw(st.lists(letters, min_size=9, max_size=22, unique=True))
    lines = {frozenset((hole, draw(st.sampled_from(names[:at])))) for at, hole in enumerate(names) if at}
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    lines |= {frozenset(pair) for pair in draw(st.lists(pairs, max_size=16)) if len({*pair}) == 2}
    homes = draw(st.permutations(names))[:8]
    cells = draw(st.permutations([[row, column] for row in range(8) for column in range(12)]))
    text = f"""
white = {json.dumps(homes[:4])}
pink = {json.dumps(homes[4:])}
lines = {json.dumps(sorted("-".join(sorted(line)) for line in lines))}
[holes]
"""
    return text + "\n".join(map('"{}" = {}'.format, names, cells)), homes[::2]


@st.composite
def hourglass_games(draw: st.DrawFn) -> Played:
    """A game of Hourglass played at random for a while."""
    pace = draw(st.sampled_from([(0, 1000, 2000), (4000, 4250), (0, 0, 1), (10_000, 60_000)]))
    shortest = "0.001" if max(pace) == 1 else "0.05"  # it passes thousands of times in a minute
    board, some = draw(st.sampled_from(BOARDS)), list("adBD")
    if board == "own.toml":
        FILES[board], some = draw(boards())
    some_sand = "{}:3 {}:0.5 {}:40.25 {}:7".format(*some)
    options = {
        "board": board,
        "sand": draw(st.sampled_from(["120", "5.5", "1", "180", some_sand])),
        "deaths": draw(st.sampled_from(["clock", "clock", "declared"])),
        "stalling": draw(st.sampled_from(["noted", "noted", "passes", "loses"])),
        "turn": draw(st.sampled_from(["none", "none", "20", shortest, "2", "7.125"])),
        "equal": draw(st.sampled_from(["draw", "living"])),
    }
    rng = draw(st.randoms(use_true_random=False))
    position = hourglass.start(2, options, load)
    lines: list[str] = []
    for _ in range(draw(st.integers(0, 90))):
        if position.outcome:
            break
        line = "start"
        if position.started:
            second = Fraction(position.now + rng.choice(pace), 1000)
            then = position.later(int(second * 1000) - position.now)
            running = [g.hole for g in then.glasses if g.ends is not None]
            line = f"{float(second):.3f}"
            if options["deaths"] == "declared" and running and rng.random() < 0.2:
                line += f" dead {rng.choice(running)}"
            elif then.legal_moves() and rng.random() < 0.9:
                line += f" {rng.choice(then.legal_moves())}"
        lines.append(position.written(line))
        position = position.play(line)
    return Played(position, lines, options)


GAMES: dict[str, st.SearchStrategy[Played]] = {
    "revolution": revolution_games(),
    "hourglass": hourglass_games(),
    "forum_romanum": forum_romanum_games(),
    "manoeuvre": manoeuvre_games(),
}

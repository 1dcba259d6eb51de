"""The text form of a position of Das glorreiche Manoever.

::

    1:13,2:2,5:241 1:1,5 home:2213 taken:42=2 players:4 plies:61

the recruits on the track by field, bottom to top, each the number of its seat; the seat to move
and the fields from which it still has to move this turn (``2:roll`` while recruits are being
brought out, ``-`` when the game is over); the seats of the recruits that are home, in the order
in which they came (so the first of them stands on place 12); the reward stones taken, each with
the seat that has it; the number of players; the moves played; then, where they differ from the
fixed ones, ``track:100``, ``rewards:10:1,25:2,44:3``, ``bonuses:8w,15b,...`` and ``colours:gb``.
``-`` is nothing.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.game import MalformedError
from rules.manoeuvre_board import DIE, FIXED_BONUSES, FIXED_REWARDS, RECRUITS, TRACK, USUAL_COLOURS, Setup, number
from rules.text import told

_NEEDED = {"home", "taken", "players", "plies"}
_OPTIONS = {"track", "rewards", "bonuses", "colours"}


class Description(NamedTuple):
    """The contents of a position's text beside the options of the game.

    Attributes:
        stacks: field -> the seats of the recruits on it, bottom to top.
        seat: the seat to move, "" when the game is over.
        movable: the fields from which it still has to move this turn; empty while recruits are
            being brought out.
        home: the seats of the recruits that are home, in the order of their coming.
        taken: field of a reward stone -> the seat that has it.
        plies: the moves played.
    """

    stacks: dict[int, str]
    seat: str
    movable: Sequence[int]
    home: str
    taken: dict[int, str]
    plies: int


def free_recruits(stacks: Mapping[int, str], seat: str) -> list[int]:
    """Return the fields where a recruit of `seat` stands alone or on top, in order (GM-8)."""
    return sorted(field for field, stack in stacks.items() if stack[-1] == seat)


def split(text: str) -> dict[str, str] | None:
    """Return the parts of a position's text by name. None if it does not look like a position.

    The parts that have no name in the text are ``stacks`` and ``to_move``.
    """
    words = text.split(" ")
    named = dict(word.split(":", 1) for word in words[2:] if ":" in word)
    if len(named) != len(words) - 2 or not _NEEDED <= named.keys() <= _NEEDED | _OPTIONS:
        return None
    return {"stacks": words[0], "to_move": words[1]} | named


def options_of(parts: Mapping[str, str]) -> dict[str, str]:
    """Return the options of the game that the parts of a position's text name."""
    return {name: text.replace(",", " ") for name, text in parts.items() if name in _OPTIONS}


def write_description(setup: Setup, described: Description) -> str:
    """Return the text of a position of a game with this setup."""
    to_move = "-"
    if described.seat:
        rolls = described.plies < RECRUITS
        fields = "roll" if rolls else ",".join(map(str, sorted(described.movable)))
        to_move = f"{described.seat}:{fields}"
    stacks = [f"{field}:{stack}" for field, stack in sorted(described.stacks.items())]
    taken = [f"{field}={seat}" for field, seat in sorted(described.taken.items())]
    parts = [
        ",".join(stacks) or "-",
        to_move,
        "home:" + (described.home or "-"),
        "taken:" + (",".join(taken) or "-"),
        f"players:{setup.players}",
        f"plies:{described.plies}",
    ]
    players, track, rewards, bonuses, colours = setup.key
    if track != TRACK:
        parts.append(f"track:{track}")
    if (rewards, bonuses) != (FIXED_REWARDS, FIXED_BONUSES):
        parts.append("rewards:" + rewards.replace(" ", ","))
        parts.append("bonuses:" + bonuses.replace(" ", ","))
    if colours != USUAL_COLOURS[players]:
        parts.append(f"colours:{colours}")
    return " ".join(parts)


def read_description(setup: Setup, parts: Mapping[str, str]) -> Description:
    """Return the description of a position from its parts. Raises ValueError with the fault."""
    seats = "".join(setup.seats)
    stacks = _read_stacks(setup, parts["stacks"])
    home = parts["home"].replace("-", "")
    if home.strip(seats):
        raise ValueError(f"home:{home} should name seats of {seats}")
    plies = number(parts["plies"])
    if f"{plies}" != parts["plies"]:
        raise ValueError(f"{parts['plies']!r} should be the number of moves played")
    everybody = home + "".join(stacks.values())
    out = min(plies, RECRUITS)
    for index, seat in enumerate(seats):
        should = (out + setup.players - 1 - index) // setup.players  # in turn: GM-6
        if everybody.count(seat) != should:
            raise MalformedError(
                told(
                    "seat {seat} has {number} recruits on the track and at home; as they come out "
                    "in turn, it should have {should}",
                    seat=seat,
                    number=everybody.count(seat),
                    should=should,
                )
            )
    if plies < RECRUITS and (home or max(stacks, default=0) > DIE[-1]):
        raise MalformedError(told("nobody is beyond field {field} before all are out", field=DIE[-1]))
    if home and plies < RECRUITS + len(home) - (len(home) == RECRUITS):
        raise ValueError(f"{plies} moves are too few to bring home {len(home)}")
    if len(home) == RECRUITS - 1:
        raise MalformedError(told("the game ends with the eleventh recruit home, and the last is home too"))
    seat, movable = "", list[int]()
    if len(home) < RECRUITS:
        seat, movable = _read_turn(setup, stacks, parts["to_move"], plies)
    return Description(stacks, seat, movable, home, _read_taken(setup, parts["taken"]), plies)


def _read_stacks(setup: Setup, text: str) -> dict[int, str]:
    """Return the recruits on each field, as ``5:241,...`` says. Raises ValueError."""
    stacks: dict[int, str] = {}
    seats = "".join(setup.seats)
    for word in text.split(",") if text != "-" else []:
        name, _, stack = word.partition(":")
        field = number(name)
        if not 0 < field <= setup.length or field in stacks:
            raise ValueError(f"{name!r} should be another field from 1 to {setup.length}")
        if not 1 <= len(stack) <= 3 or stack.strip(seats):  # GM-5
            raise ValueError(f"{word!r} should name one to three seats of {seats}")
        stacks[field] = stack
    return stacks


def _read_taken(setup: Setup, text: str) -> dict[int, str]:
    """Return the rewards taken, as ``42=2,...`` says. Raises ValueError."""
    taken: dict[int, str] = {}
    for word in text.split(",") if text != "-" else []:
        name, _, seat = word.partition("=")
        field = number(name)
        if field not in setup.rewards or seat not in setup.seats or field in taken:
            raise ValueError(f"{word!r} should be the field of another reward and who has taken it")
        taken[field] = seat
    return taken


def _read_turn(setup: Setup, stacks: Mapping[int, str], text: str, plies: int) -> tuple[str, list[int]]:
    """Return the seat to move and the fields it has to move from, as ``1:5,12`` says.

    Raises ValueError.
    """
    seat, _, fields = text.partition(":")
    if seat not in setup.seats:
        raise ValueError(f"{seat!r} should be a seat to move of {''.join(setup.seats)}")
    if plies < RECRUITS:
        turn = setup.seats[plies % setup.players]  # GM-6
        if seat != turn:
            raise ValueError(f"it should be the turn of seat {turn} to roll")
        return seat, []
    free = free_recruits(stacks, seat)
    movable: list[int] = []
    for word in fields.split(","):
        field = number(word)
        if field not in free or field in movable:
            raise MalformedError(
                told("{word!r} should be where another free recruit of seat {seat} stands", word=word, seat=seat)
            )
        movable.append(field)
    return seat, movable

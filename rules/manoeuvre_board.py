"""The board of Das glorreiche Manoever: its track, the stones on it and their text (GM-1 to GM-4).

Fields are numbered 1 to the length of the track as on the board; the number after the last one
stands for home, the courtyard beyond the track.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol

from rules.colours import colours_of
from rules.game import MalformedError, Move, OptionError
from rules.text import told

RECRUITS = 12  # in all, for any number of players: GM-2
TRACK = "84"  # GM-1
SHORTEST, LONGEST = 30, 9_999  # GM-1; the upper bound only keeps boards small
FIXED_REWARDS = "21:1 42:2 63:3"  # GM-4
FIXED_BONUSES = "10w 17w 24b 31w 38w 45b 52w 59w 66b 73b"
COLOURS = "rybg"
USUAL_COLOURS = {players: COLOURS[:players] for players in range(2, 5)}  # GM-2
DIE = range(1, 7)  # GM-6; rewards and bonuses lie beyond its fields: GM-3, GM-4
FACTORS = {"w": 2, "b": 3}  # GM-14
WHITE, BLACK = 6, 4  # GM-4
FARTHEST = (RECRUITS - 2) * 3  # the greatest reach without a bonus: rank 10, on two others
FIRST_MARK = 250  # where fields and marks fit into a byte, the marks begin here
MOST_KNOWN = 64  # sets of closed fields kept by an OpenMoves
HOME = "home"
ROLL = "roll "

# The recruits on a field are one number, a stack: a digit to base 5 for each, the number of its
# seat. Recruits 2, 4 and 1, bottom to top, are
#
#     2 * 25 + 4 * 5 + 1 = 71        71 % 5 = 1 is on top, 71 // 5 = 14 is "24", left without it
#
# so that 1-4 is one recruit, 5-24 are two of them and 25-124 three.
PAIR = 5  # the lowest stack of two
TRIPLE = 25  # the lowest stack of three: GM-5


def pack(seats: str) -> int:
    """Return the stack of these seats, given bottom to top."""
    return int(seats, 5)


def unpack(stack: int) -> str:
    """Return the seats of a stack, bottom to top."""
    seats = ""
    while stack:
        seats = f"{stack % 5}{seats}"
        stack //= 5
    return seats


class Fields(Protocol):
    """A few fields in a row: ``bytes``, or `WideFields` where a field is more than a byte."""

    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, field: Any, /) -> bool: ...
    def __len__(self) -> int: ...
    def __add__(self, other: Any, /) -> Any: ...
    def replace(self, old: Any, new: Any, /) -> Any:
        """Return the fields with the field `old` replaced by `new`, any number of fields."""

    def partition(self, mark: Any, /) -> tuple[Any, Any, Any]:
        """Return the fields before the first `mark`, the mark, and the fields after it."""


class WideFields(tuple[int, ...]):
    """The methods of ``bytes`` that `Fields` names, for numbers of any size."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return WideFields((*self, *other))

    def replace(self, old: "WideFields", new: "WideFields") -> "WideFields":
        """Return the fields with the field `old` replaced by `new`."""
        return WideFields(chain.from_iterable(new if (n,) == old else (n,) for n in self))

    def partition(self, mark: "WideFields") -> tuple["WideFields", "WideFields", "WideFields"]:
        """Return the fields before the first `mark`, the mark, and the fields after it."""
        at = self.index(mark[0])
        return WideFields(self[:at]), mark, WideFields(self[at + 1 :])


def number(text: str) -> int:
    """Return a positive number as written in moves and layouts, 0 for any other text."""
    if text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 10:
        return int(text)
    return 0


def canonical_track(text: str) -> str:
    """Return the length of the track as it is. Raises MalformedError (GM-1)."""
    if not SHORTEST <= number(text) <= LONGEST:
        raise MalformedError(
            told(
                "{text!r} should be a number from {shortest} to {longest}, like {usual}",
                text=text,
                shortest=SHORTEST,
                longest=LONGEST,
                usual=TRACK,
            )
        )
    return text


def read_rewards(text: str) -> dict[int, int]:
    """Return the reward stones of a layout, field -> value, by field.

    Raises MalformedError (GM-3).
    """
    stones = [stone.partition(":") for stone in text.split()]
    for stone in stones:
        if not (number(stone[0]) and number(stone[2])):
            raise MalformedError(told("FIELD:VALUE, for example 21:1, not {stone!r}", stone="".join(stone)))
    found = {number(field): number(value) for field, _, value in stones}
    if len(stones) != 3 or sorted(found.values()) != [1, 2, 3]:
        raise MalformedError(
            told(
                "{text!r} should be three different fields with the values 1, 2 and 3, like {usual}",
                text=text,
                usual=FIXED_REWARDS,
            )
        )
    return _beyond_the_die(text, found)


def read_bonuses(text: str) -> dict[int, int]:
    """Return the bonus stones of a layout, field -> factor, by field.

    Raises MalformedError (GM-4).
    """
    stones = text.split()
    for stone in stones:
        if not number(stone[:-1]) or stone[-1] not in FACTORS:
            raise MalformedError(told("FIELD and w or b, for example 10w, not {stone!r}", stone=stone))
    found = {number(stone[:-1]): FACTORS[stone[-1]] for stone in stones}
    if len(stones) != WHITE + BLACK or sorted(found.values()) != [2] * WHITE + [3] * BLACK:
        raise MalformedError(
            told(
                "{text!r} should be {number} different fields, {white} with w (white) and {black} "
                "with b (black), like {usual}",
                text=text,
                number=WHITE + BLACK,
                white=WHITE,
                black=BLACK,
                usual=FIXED_BONUSES,
            )
        )
    return _beyond_the_die(text, found)


def _beyond_the_die(text: str, stones: dict[int, int]) -> dict[int, int]:
    """Return stones by field if all lie beyond a first roll (GM-3, GM-4). Raise MalformedError."""
    if min(stones) <= DIE[-1]:
        raise MalformedError(told("{text!r} should name fields beyond {die}, in digits", text=text, die=DIE[-1]))
    return dict(sorted(stones.items()))


def canonical_rewards(text: str) -> str:
    """Return the reward stones in the order of their fields. Raises MalformedError."""
    return " ".join(f"{field}:{value}" for field, value in read_rewards(text).items())


def canonical_bonuses(text: str) -> str:
    """Return the bonus stones in the order of their fields. Raises MalformedError."""
    return " ".join(f"{field}{' wb'[factor - 1]}" for field, factor in read_bonuses(text).items())


def check_layout(rewards: str, bonuses: str, length: int) -> None:
    """Raise OptionError unless stones lie on a track of this length, each on its own field."""
    last_reward, last_bonus = max(read_rewards(rewards)), max(read_bonuses(bonuses))
    if last_reward > length:
        raise OptionError(
            "rewards", told("there is no field {field} on a track of {length} (GM-3)", field=last_reward, length=length)
        )
    if last_bonus > length - 6:
        raise OptionError(
            "bonuses",
            told("{field} should not be one of the last six of {length} (GM-4)", field=last_bonus, length=length),
        )
    for field in read_bonuses(bonuses).keys() & read_rewards(rewards).keys():
        why = told("{field} should not be that of a reward (GM-4)", field=field)
        raise OptionError("bonuses", why)


class OpenMoves(dict[int, tuple[Move, ...]]):
    """The moves from a field to open fields: set of closed fields -> moves.

    Made when first asked for and kept, as the same few fields have three recruits again and again.
    """

    def __init__(self, moves: tuple[Move, ...], start: int) -> None:
        super().__init__()
        self.moves = moves
        self.start = start

    def __missing__(self, closed: int) -> tuple[Move, ...]:
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[closed] = tuple(move for end, move in enumerate(self.moves, self.start + 1) if not closed >> end & 1)
        return self[closed]


# The moves of a reach, to the next field first; their ends as a set of bits, home left out; and the
# moves that remain when fields are closed.
Reach = tuple[tuple[Move, ...], int, OpenMoves]
Reaches = tuple[tuple[Reach, ...], ...]  # of one field: the stack on it -> rank -> moves


class Track:
    """The moves on a track of this length. The moves from a field are made when first asked for.

    length: the number of fields. home: the number after the last field. ends: for the rolls, and
    for each move made so far, the field where it starts (0 for a roll) and where it ends.
    """

    def __init__(self, length: int) -> None:
        self.length = length
        self.home = length + 1
        self.ends: dict[Move, tuple[int, int]] = {f"{ROLL}{n}": (0, n) for n in DIE}
        self._known: dict[tuple[int, int], Reaches] = {}

    def moves(self, start: int, factor: int) -> Reaches:
        """Return the moves from field `start` with a bonus of `factor` on it.

        As if no field had three recruits. Moves beyond the track end at home (GM-15).
        """
        if (start, factor) not in self._known:
            ends = range(start + 1, min(start + FARTHEST * factor, self.home) + 1)
            moves = tuple([f"{start}-{HOME if end == self.home else end}" for end in ends])
            self.ends.update({move: (start, end) for move, end in zip(moves, ends, strict=True)})
            reaches = [
                (
                    moves[:reach],
                    sum(1 << end for end in ends[:reach] if end != self.home),
                    OpenMoves(moves[:reach], start),
                )
                for reach in range(len(moves) + 1)
            ]
            one, two, three = (
                tuple(
                    reaches[min(rank * height * factor, len(moves))]  # GM-12, GM-13, GM-14
                    for rank in range(RECRUITS + 1)
                )
                for height in (1, 2, 3)
            )
            alone, pairs, triples = PAIR - 1, TRIPLE - PAIR, 5 * TRIPLE - TRIPLE
            self._known[start, factor] = ((), *[one] * alone, *[two] * pairs, *[three] * triples)
        return self._known[start, factor]

    def read(self, move: Move) -> tuple[int, int] | None:
        """Return the fields where any move starts and ends, backward too. None if it is no move."""
        if move in self.ends:
            return self.ends[move]
        first, _, last = move.partition("-")
        start, end = number(first), self.home if last == HOME else number(last)
        if 0 < start <= self.length and end > 0 and (last == HOME or end <= self.length):
            return start, end
        return None


class Setup:
    """The constants of a game: the seats, the track and the stones on it. Seats count from 1.

    Attributes:
        key: the arguments, which name it fully.
        next: seat -> the seat after it.
        rewards: field -> value.
        bonuses: field -> factor.
        moves: field -> the moves from it, empty before `find_moves` was asked.
        none: empty `Fields`.
        one: field -> this field alone.
        marks: seat -> a number that is no field, alone.
        colours: the letters of the seats' colours, in order (GM-2).
    """

    def __init__(self, players: int, track: str, rewards: str, bonuses: str, colours: str) -> None:
        self.key = (players, track, rewards, bonuses, colours)
        self.players = players
        self.colours = colours
        self.seats = tuple(str(n) for n in range(1, players + 1))
        self.next = (0, *range(2, players + 1), 1)
        self.track = find_track(int(track))
        self.length = self.track.length
        self.home = self.track.home
        self.rewards = read_rewards(rewards)
        self.bonuses = read_bonuses(bonuses)
        self.moves: list[Reaches] = [()] * self.home
        self.none = self.fields(())
        self.one = [self.fields((field,)) for field in range(self.home)]
        above = max(FIRST_MARK, self.home)
        self.marks = [self.fields((above + seat,)) for seat in range(players + 1)]

    def find_moves(self, start: int) -> Reaches:
        """Return the moves from field `start` with its bonus, and keep them in `moves`."""
        self.moves[start] = self.track.moves(start, self.bonuses.get(start, 1))
        return self.moves[start]

    def fields(self, fields: Iterable[int]) -> Fields:
        """Return these as `Fields`, as small as the track allows."""
        return bytes(fields) if self.home < FIRST_MARK else WideFields(fields)


@lru_cache(maxsize=16)
def find_track(length: int) -> Track:
    """Return the track of this length; games of equal length share it."""
    return Track(length)


@lru_cache(maxsize=16)
def find_setup(players: int, track: str, rewards: str, bonuses: str, colours: str) -> Setup:
    """Return the setup for these players and canonical options; equal games share a setup.

    Raises OptionError for the colours of another number of players.
    """
    chosen = colours_of(colours, USUAL_COLOURS[players])
    return Setup(players, track, rewards, bonuses, chosen)

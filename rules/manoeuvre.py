"""Das glorreiche Manoever (Roland Siegers): its rules, clauses GM-1 to GM-20.

The board is described in :mod:`rules.manoeuvre_board`, the fields of a position and how a recruit
changes them in :mod:`rules.manoeuvre_state`, the text form of a position in
:mod:`rules.manoeuvre_text`. The recruits on a field are one number, a *stack*, and a few fields are
`Fields`; both are explained in the first.
"""

from collections.abc import Mapping, Sequence
from itertools import compress, pairwise
from random import Random
from typing import Any

from rules.colours import colours_option
from rules.drawing import draw, grid
from rules.game import (
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    OptionError,
    Outcome,
    PositionBase,
    illegal,
    load_nothing,
    malformed,
    no_position,
    too_late,
)
from rules.manoeuvre_board import (
    BLACK,
    COLOURS,
    DIE,
    FACTORS,
    FIXED_BONUSES,
    FIXED_REWARDS,
    HOME,
    RECRUITS,
    ROLL,
    TRACK,
    TRIPLE,
    USUAL_COLOURS,
    WHITE,
    Setup,
    canonical_bonuses,
    canonical_rewards,
    canonical_track,
    check_layout,
    find_setup,
    number,
    pack,
    unpack,
)
from rules.manoeuvre_state import Draft, arrive, draft_of, leave, moves_from, possible_rolls
from rules.manoeuvre_text import Description, free_recruits, options_of, read_description, split, write_description
from rules.text import Text, reason, told

ROW = 12  # fields in a line of `str`, as on the table

__all__ = [
    "COLOURS",
    "DIE",
    "FIXED_BONUSES",
    "FIXED_REWARDS",
    "RECRUITS",
    "TRACK",
    "Manoeuvre",
    "Position",
    "manoeuvre",
]


class Position(PositionBase, Draft):
    """A state of a game of Das glorreiche Manoever.

    Made by ``manoeuvre.start``, ``manoeuvre.position`` and :meth:`play`.
    """

    __slots__ = ()

    @staticmethod
    def standing(setup: Setup, described: Description) -> "Position":
        """Return the position with this setup and description."""
        stacks = described.stacks
        board = bytearray(setup.home + 1)
        for field, seats in stacks.items():
            board[field] = pack(seats)
        draft = Draft()
        draft.setup = setup
        draft.board = bytes(board)
        draft.seat = int(described.seat or 0)
        draft.movable = setup.fields(described.movable)
        draft.home = described.home
        draft.rewarded = tuple(described.taken.items())
        draft.plies = described.plies
        draft.occupied = sum(1 << field for field in stacks)
        draft.closed = sum(1 << field for field in stacks if len(stacks[field]) == 3)
        draft.waiting = setup.none
        if draft.plies < RECRUITS:
            draft.moves = possible_rolls(draft.closed)
            return _finished(draft)
        draft.moves = moves_from(setup, board, draft.occupied, draft.closed, draft.movable)
        seat = setup.next[draft.seat]
        while draft.seat and seat != draft.seat:
            draft.waiting += setup.fields(free_recruits(stacks, str(seat))) + setup.marks[seat]
            seat = setup.next[seat]
        own = free_recruits(stacks, described.seat)
        draft.waiting += setup.fields([n for n in own if n not in described.movable])
        return _finished(draft)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.seats

    @property
    def to_move(self) -> str | None:
        return str(self.seat) if self.seat else None

    @property
    def taken(self) -> dict[int, str]:
        """Field of a reward stone -> the seat that has taken it (GM-16)."""
        return dict(self.rewarded)

    @property
    def chance(self) -> bool:
        """Whether a recruit is brought out by the die now (GM-6)."""
        return self.plies < RECRUITS

    def legal_moves(self) -> Sequence[Move]:
        return self.moves

    def play(self, move: Move) -> "Position":
        setup = self.setup
        step = setup.track.ends.get(move)
        if step is None:
            raise self._refusal(move)
        start, end = step
        if not start:
            return self._bring_out(move, end)
        way, stack = end - start, self.board[start]
        rank = (self.occupied >> start).bit_count()  # no reach is shorter, but for the way home
        if (
            start not in self.movable
            or self.board[end] >= TRIPLE
            or (way > rank and way > len(setup.moves[start][stack][rank][0]))
        ):
            raise self._refusal(move)
        after, board = draft_of(self), bytearray(self.board)
        leave(after, board, start)
        if end == setup.home:
            after.home += setup.seats[after.seat - 1]  # GM-17
            if len(after.home) == RECRUITS - 1:
                return self._ended(after.home + unpack(board[after.occupied.bit_length() - 1]))
        else:
            arrive(after, board, end)
        while not after.movable:  # the turn ends; a seat without a free recruit loses its own: GM-10
            after.waiting += setup.marks[after.seat]
            after.seat = setup.next[after.seat]
            after.movable, _, after.waiting = after.waiting.partition(setup.marks[after.seat])
        after.board = bytes(board)
        after.plies += 1
        after.moves = moves_from(setup, board, after.occupied, after.closed, after.movable)
        after.__class__ = Position
        return after  # type: ignore[return-value]  # as in `_finished`

    def _ended(self, home: str) -> "Position":
        """Return the end, with all recruits home in the order `home` (GM-18)."""
        return self.standing(self.setup, Description({}, "", [], home, self.taken, self.plies + 1))

    def _bring_out(self, roll: Move, field: int) -> "Position":
        """Return the position after the seat brought a recruit to `field` by the die (GM-6)."""
        if roll not in self.moves:
            raise self._refusal(roll)
        seat = self.setup.next[self.seat]
        if self.plies == RECRUITS - 1:
            return self._all_out(field, seat)
        board = bytearray(self.board)
        board[field] = board[field] * 5 + self.seat
        after = draft_of(self)
        after.board = bytes(board)
        after.seat = seat
        after.plies += 1
        after.occupied |= 1 << field
        if board[field] >= TRIPLE:
            after.closed |= 1 << field
            after.moves = possible_rolls(after.closed)
        return _finished(after)

    def _all_out(self, field: int, seat: int) -> "Position":
        """Return the position after the last recruit came to `field`; `seat` begins (GM-7)."""
        stacks = self.stacks()
        stacks[field] = stacks.get(field, "") + str(self.seat)
        while not (movable := free_recruits(stacks, str(seat))):  # GM-10
            seat = self.setup.next[seat]
        described = Description(stacks, str(seat), movable, "", {}, RECRUITS)
        return self.standing(self.setup, described)

    def stacks(self) -> dict[int, str]:
        """Return the seats of the recruits on each field where some stand, bottom to top."""
        board = self.board
        return {field: unpack(board[field]) for field in compress(range(len(board)), board)}

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Return the error that says why `move` cannot be made here."""
        ends = self.setup.track.read(move)
        if ends is None:
            looks = told(
                "a move looks like roll 4, 12-15 or 80-home, with a die from 1 to 6 and fields from 1 to {length}",
                length=self.setup.length,
            )
            return malformed(move, looks, self)
        if not self.seat:
            return too_late(move)
        return illegal(move, self._why_not(*ends), self)

    def _why_not(self, start: int, end: int) -> Text:
        """Return why no recruit goes between these fields, 0 for the courtyard."""
        top = self.board[start] % 5
        if self.chance and start:
            return reason("manoeuvre.roll-first", "recruits are still being brought out by the die")
        if self.chance:
            return reason("manoeuvre.full-field", "three recruits stand on {field}", field=end)
        if not start:
            return reason("manoeuvre.all-out", "all recruits are out and the die is put away")
        if not top:
            return reason("manoeuvre.nobody-there", "nobody stands on {field}", field=start)
        if top != self.seat:
            return reason(
                "manoeuvre.not-on-top",
                "it is the turn of {seat}, and {top} stands on top on {field}",
                seat=self.seat,
                top=top,
                field=start,
            )
        if start not in self.movable:
            return reason("manoeuvre.moved-already", "the recruit on {field} has moved in this turn", field=start)
        if end <= start:
            return reason("manoeuvre.forward-only", "a recruit moves at least one field forward")
        if self.closed >> end & 1:
            return reason("manoeuvre.full-field", "three recruits stand on {field}", field=end)
        reach = self.reach(start)
        return reason(
            "manoeuvre.too-far",
            "the recruit on {field} reaches no farther than {reach} fields",
            field=start,
            reach=reach,
        )

    def reach(self, field: int) -> int:
        """Return how many fields the free recruit on `field` may move at most.

        0 on an empty field (GM-12, GM-13, GM-14).
        """
        rank = (self.occupied >> field).bit_count()
        return rank * len(unpack(self.board[field])) * self.setup.bonuses.get(field, 1)

    @property
    def outcome(self) -> Outcome | None:
        if self.seat:
            return None
        scores = self.scores()  # GM-19
        best = max(scores.values())
        # The first of the tied seats to come home holds the highest place.
        winner = next(seat for seat in self.home if scores[seat] == best)
        return Outcome(HOME, (winner,))

    def _places(self) -> list[tuple[int, str]]:
        """Return the places taken in the courtyard and their seats, 12 first (GM-17)."""
        return list(zip(range(RECRUITS, 0, -1), self.home, strict=False))

    def scores(self) -> dict[str, int]:
        """Return the sum of each seat's places and rewards so far (GM-19)."""
        scores = dict.fromkeys(self.seats, 0)
        for place, seat in self._places():
            scores[seat] += place
        for field, seat in self.rewarded:
            scores[seat] += self.setup.rewards[field]
        return scores

    def detail(self) -> dict[str, Any]:
        """Return the recruits, places and stones of the position.

        ``track``: field -> the seats of the recruits there, bottom to top. ``courtyard``: how many
        recruits have not been brought out yet. ``home``: seat -> the places its recruits hold,
        highest first. ``rewards``: seat -> the values of the stones it has taken, by field.
        ``to_move``: the fields of the recruits that can still move in this turn, and ``reach`` how
        far each of them may go. ``position``: all of it as text.
        """
        rewards, places = self.setup.rewards, self._places()
        movable = sorted(self.movable)
        return {
            "track": {str(field): list(stack) for field, stack in self.stacks().items()},
            "courtyard": max(RECRUITS - self.plies, 0),
            "home": {seat: [place for place, whose in places if whose == seat] for seat in self.seats},
            "rewards": {
                seat: [rewards[field] for field in sorted(self.taken) if self.taken[field] == seat]
                for seat in self.seats
            },
            "to_move": movable,
            "reach": {str(field): self.reach(field) for field in movable},
            "position": repr(self),
        }

    def key(self) -> tuple[object, ...]:
        return (
            self.setup.key,
            self.board,
            self.seat,
            frozenset(self.movable),
            self.home,
            frozenset(self.rewarded),
            self.plies,
        )

    def __repr__(self) -> str:
        described = Description(
            stacks=self.stacks(),
            seat=self.to_move or "",
            movable=list(self.movable),
            home=self.home,
            taken=self.taken,
            plies=self.plies,
        )
        return write_description(self.setup, described)

    def __str__(self) -> str:
        setup, home = self.setup, self._places()
        fields = [unpack(self.board[field]) or self._stone(field) or "." for field in range(1, setup.length + 1)]
        starts = range(0, setup.length, ROW)
        scores = self.scores()
        standings = {
            seat: f"score {scores[seat]:2}  home {sum(whose == seat for _, whose in home)}" for seat in self.seats
        }
        rows = [fields[at : at + ROW] for at in starts]
        board = grid(rows, [str(at + 1) for at in starts])
        return draw(board, standings, self.to_move, self.outcome)

    def _stone(self, field: int) -> str:
        """Return the stone on a field: ``w`` or ``b``, or ``+`` and the value of a reward left."""
        if field in self.setup.bonuses:
            return next(c for c, factor in FACTORS.items() if factor == self.setup.bonuses[field])
        left = field in self.setup.rewards and field not in self.taken
        return f"+{self.setup.rewards[field]}" if left else ""


def _finished(draft: Draft) -> Position:
    """Return a draft as a position, which cannot be changed."""
    draft.__class__ = Position
    return draft  # type: ignore[return-value]  # mypy does not follow the line above


class Manoeuvre(Game):
    """The options of the game, and the positions it starts from."""

    name = "manoeuvre"
    titles = (
        "Das glorreiche Manöver",
        "Das glorreiche Manoever",
        "glorreiches Manöver",
        "glorreiche Manöver",
        "Manöver",
        "Manoeuver",
    )
    players = range(2, 5)
    rolls = tuple(f"{ROLL}{n}" for n in DIE)
    options = (
        colours_option(COLOURS, USUAL_COLOURS, "which colours the seats use, the first that begins (GM-2)"),
        Option("bonuses", FIXED_BONUSES, "the bonus stones, FIELD and w or b (GM-4)", canonical_bonuses, always=True),
        Option("rewards", FIXED_REWARDS, "the reward stones, FIELD:VALUE (GM-3)", canonical_rewards, always=True),
        Option("track", TRACK, "the number of fields (GM-1)", canonical_track),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        return tuple(str(n + 1) for n in range(self.count(players)))

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().canonical(given)
        layout = [name for name in ("rewards", "bonuses") if name in given]
        if len(layout) == 1:
            other = "bonuses" if layout == ["rewards"] else "rewards"
            raise OptionError(layout[0], told("{other} should be given with it, or neither (GM-4)", other=other))
        length = int(chosen["track"])
        if not layout and chosen["track"] != TRACK:
            raise OptionError(
                "track",
                told(
                    "the fixed layout is for {track} fields only; with {length} of them rewards "
                    "and bonuses should be given (GM-4)",
                    track=TRACK,
                    length=length,
                ),
            )
        check_layout(chosen["rewards"], chosen["bonuses"], length)
        return chosen

    def draw_options(self, given: Mapping[str, str], random: Random) -> dict[str, str]:
        """Return the options of a new game. A layout is drawn if `given` has no stones (GM-4).

        The rewards come first, on any three fields beyond the sixth; then the fields left for bonus
        stones are cut into ten stretches, and each gets a stone somewhere.
        """
        if "rewards" in given or "bonuses" in given:
            return dict(given)
        try:
            length = int(canonical_track(given.get("track", TRACK)))
        except MalformedError as error:
            raise OptionError("track", error.message) from None
        rewards = random.sample(range(DIE[-1] + 1, length + 1), 3)
        stones = "w" * WHITE + "b" * BLACK
        free = [f for f in range(DIE[-1] + 1, length - 5) if f not in rewards]
        cuts = [len(free) * n // len(stones) for n in range(len(stones) + 1)]
        fields = [random.choice(free[a:b]) for a, b in pairwise(cuts)]
        colours = random.sample(stones, len(stones))
        return {
            **given,
            "rewards": canonical_rewards(" ".join(f"{f}:{n}" for n, f in enumerate(rewards, 1))),
            "bonuses": " ".join(f"{f}{c}" for f, c in zip(fields, colours, strict=True)),
        }

    def start(self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing) -> Position:
        setup = self._find_setup(players, options or {})
        return Position.standing(setup, Description({}, setup.seats[0], [], "", {}, plies=0))

    def meant_option(self, name: str, text: str) -> str:
        if name not in ("rewards", "bonuses"):
            return super().meant_option(name, text)
        return " ".join(text.lower().replace(",", " ").split())

    def position(self, text: str, load: Load = load_nothing) -> Position:
        parts = split(text)
        if parts is None:
            raise MalformedError(
                f"{text!r} is no position of Das glorreiche Manoever; one looks like {self.start(2)!r}"
            )
        setup = self._find_setup(number(parts["players"]), options_of(parts))
        try:
            position = Position.standing(setup, read_description(setup, parts))
            if repr(position) != text:
                raise ValueError(f"it should be written {position!r}")  # noqa: TRY301
        except ValueError as error:
            raise no_position(f"{text!r} is no position for {setup.players} players: {error}", error) from None
        return position

    def every_move(self, start: Position) -> Sequence[Move]:
        home = start.setup.home
        return tuple(
            f"{field}-{HOME if end == home else end}" for field in range(1, home) for end in range(field + 1, home + 1)
        )

    def _find_setup(self, players: int, options: Mapping[str, str]) -> Setup:
        """Return the setup of a game with these options. Raises MalformedError."""
        self.count(players)
        chosen = self.canonical(options)
        return find_setup(players, chosen["track"], chosen["rewards"], chosen["bonuses"], chosen["colours"])


manoeuvre = Manoeuvre()

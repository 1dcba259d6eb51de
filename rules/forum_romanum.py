"""Forum Romanum (Wolfgang Kramer, 1994): its rules, clauses FR-1 to FR-20.

The board is described in :mod:`rules.forum_romanum_board`, the text form of a position in
:mod:`rules.forum_romanum_text`. Fields, sectors and colours are numbered in the order of
`FIELDS`, `SECTORS` and `COLOURS`. Sets of fields and of coins are integers: bit n stands for
number n.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Self

from rules.forum_romanum_board import (
    BUILDINGS,
    DEFAULT_LAYOUT,
    FIELDS,
    SECTORS,
    SIDE,
    Sector,
    canonical_layout,
    sectors,
)
from rules.forum_romanum_moves import BYTE, COLOURS, FROM_HAND, STEPS, Moves
from rules.forum_romanum_text import FREE, Description, read_description, write_description
from rules.game import (
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    Outcome,
    PositionBase,
    load_nothing,
    some_of,
    true_or_false,
)

COLOUR_NAMES = ("yellow", "blue", "red", "green", "black", "white")
ROMANS = {2: 8, 3: 8, 4: 8, 5: 6, 6: 5}  # of each colour, by number of players: FR-4
SCALE = 40  # fields of the popularity loop: FR-5
AGREE = "agree"  # FR-16

__all__ = [
    "AGREE",
    "BUILDINGS",
    "COLOURS",
    "COLOUR_NAMES",
    "DEFAULT_LAYOUT",
    "FIELDS",
    "ROMANS",
    "SCALE",
    "SECTORS",
    "ForumRomanum",
    "Position",
    "forum_romanum",
]


@dataclass(frozen=True, slots=True)
class Turn:
    """One point of the round: who moves which colours, and what comes next (FR-6, FR-8).

    seat: its index. colours: the numbers of those it may use now. after: number of the colour
    used -> index of the next turn. placing: the sources while Romans are being placed.
    """

    seat: int
    colours: tuple[int, ...]
    after: Mapping[int, int]
    placing: bytes


def _turns(players: int) -> tuple[Turn, ...]:
    """Return the turns of a round; the first of a game is the first here."""
    steps: list[tuple[int, tuple[int, ...], dict[int, int]]]
    if players > 2:
        steps = [(seat, (seat,), {seat: (seat + 1) % players}) for seat in range(players)]
    else:  # FR-8
        steps = [
            (0, (0, 2), {0: 1, 2: 2}),  # seat 1: yellow and red in either order
            (0, (2,), {2: 3}),
            (0, (0,), {0: 3}),
            (1, (1, 3), {1: 4, 3: 5}),  # seat 2: blue and green
            (1, (3,), {3: 0}),
            (1, (1,), {1: 0}),
        ]
    return tuple(
        Turn(seat, colours, after, bytes(FROM_HAND + colour for colour in colours))
        for seat, colours, after in steps
    )


class Tally(NamedTuple):
    """What scoring changes.

    coins: the sectors that still have their coin (FR-2). unscored: the fields of all these
    sectors together. steps: how far each colour's senator is (FR-5).
    """

    coins: int
    unscored: int
    steps: tuple[int, ...]


class Setup:
    """What stays the same through a whole game: the seats, the sectors and the options.

    key: names it fully. hand: Romans of each colour. romans: of all colours. sectors: in the
    order of SECTORS. through: field -> the sectors that it belongs to.
    """

    def __init__(self, players: int, variant: bool, layout: str) -> None:
        self.key = (players, variant, layout)
        self.players = players
        self.variant = variant
        self.layout = layout
        self.seats = tuple(str(n) for n in range(1, players + 1))
        self.colours = 4 if players == 2 else players  # FR-8
        self.hand = ROMANS[players]  # FR-4
        self.romans = self.hand * self.colours
        self.turns = _turns(players)
        self.sectors = sectors(layout)
        self.through = tuple(
            tuple(sector for sector in self.sectors if at in sector.members)
            for at in range(len(FIELDS))
        )

    def tally(self, coins: int, steps: tuple[int, ...]) -> Tally:
        """Return the tally with these coins left and these steps made."""
        unscored = 0
        for sector in self.sectors:
            if coins & sector.coin:
                unscored |= sector.fields
        return Tally(coins, unscored, steps)

    def sources(self, turn: int, romans: Sequence[bytes], free: int) -> bytes:
        """Return what can be moved now: in turn number `turn`, with `free` fields left."""
        if free > len(FIELDS) - self.romans:
            return self.turns[turn].placing  # FR-6
        sources = b""
        for colour in self.turns[turn].colours:  # two of them only with two players: FR-8
            sources += romans[colour]  # FR-7
        return sources

    def score(self, tally: Tally, sector: Sector, romans: Sequence[bytes]) -> Tally:
        """Return the tally after `sector` has become full; the same one in a stalemate."""
        counts = _counts(sector, romans)
        most_shared = counts.count(max(counts)) > 1
        fewest_shared = counts.count(min(counts)) > 1
        if self.variant:  # FR-17
            forward = 2 if most_shared else 4
            back = 4 if fewest_shared else len(sector.members)
        elif most_shared:
            return tally  # FR-11
        else:
            forward = len(sector.members)  # FR-9
            back = 2 if fewest_shared else 4  # FR-10
        return self.tally(tally.coins ^ sector.coin, _moved(tally.steps, counts, forward, back))

    def score_stalemates(self, tally: Tally, occupied: int, romans: Sequence[bytes]) -> Tally:
        """Return the tally after the end has scored the stalemates (FR-14).

        Those are the full sectors with a coin. The other sectors stay as they are.
        """
        coins, steps = tally.coins, tally.steps
        for sector in self.sectors:
            if coins & sector.coin and occupied & sector.fields == sector.fields:
                counts = _counts(sector, romans)
                back = 2 if counts.count(min(counts)) > 1 else 4
                steps = _moved(steps, counts, 4, back)
                coins ^= sector.coin
        return self.tally(coins, steps)


def _counts(sector: Sector, romans: Sequence[bytes]) -> list[int]:
    """Return how many Romans each colour has in a sector, 0 for colours without any (FR-10)."""
    return [len(sector.members.intersection(fields)) for fields in romans]


def _moved(steps: tuple[int, ...], counts: list[int], forward: int, back: int) -> tuple[int, ...]:
    """Return `steps` with the senators of most Romans moved forward, of fewest moved back."""
    most, fewest = max(counts), min(counts)
    return tuple(
        step + forward * (count == most) - back * (count == fewest)
        for step, count in zip(steps, counts, strict=True)
    )


@lru_cache(maxsize=16)
def _setup(players: int, variant: bool, layout: str) -> Setup:
    """Return the setup for these players and options; games of the same share one."""
    return Setup(players, variant, layout)


class Position(PositionBase):
    """One state of a game of Forum Romanum; immutable.

    Made by ``forum_romanum.start``, ``forum_romanum.position`` and :meth:`play`.
    """

    __slots__ = (
        "_free", "_occupied", "_plies", "_reason", "_romans", "_setup", "_sources", "_tally",
        "_turn",
    )  # fmt: skip

    _setup: Setup
    _romans: list[bytes]  # colour -> the fields of its Romans, in no order; never changed here
    _tally: Tally
    _turn: int  # index of Setup.turns
    _plies: int
    _reason: str | None
    # What follows from these, kept since `play` needs it:
    _occupied: int  # the fields with a Roman
    _free: bytes  # the other fields, in no order
    _sources: bytes  # of the legal moves; empty when the game is over

    @classmethod
    def standing(
        cls,
        setup: Setup,
        romans: list[bytes],
        tally: Tally,
        *,
        turn: int = 0,
        plies: int = 0,
        reason: str | None = None,
    ) -> Self:
        """Return the position with these Romans, colour -> their fields."""
        stand = b"".join(romans)
        position = cls()
        position._setup = setup
        position._romans = romans
        position._tally = tally
        position._turn = turn
        position._plies = plies
        position._reason = reason
        position._occupied = sum(1 << at for at in stand)
        position._free = bytes(at for at in range(len(FIELDS)) if at not in stand)
        position._sources = b"" if reason else setup.sources(turn, romans, len(position._free))
        return position

    @property
    def setup(self) -> Setup:
        """The seats, the sectors and the options of this game."""
        return self._setup

    @property
    def seats(self) -> tuple[str, ...]:
        return self._setup.seats

    @property
    def to_move(self) -> str | None:
        return None if self._reason else self._setup.seats[self.turn.seat]

    @property
    def plies(self) -> int:
        return self._plies

    @property
    def colours(self) -> str:
        """The colours that the seat to move may use now; two players use two a turn (FR-8)."""
        return "" if self._reason else _letters(self.turn.colours)

    @property
    def placing(self) -> bool:
        """Whether Romans are still being placed (FR-6), not moved (FR-7)."""
        return len(FIELDS) - len(self._free) < self._setup.romans

    def romans_of(self, colour: str) -> tuple[str, ...]:
        """Return the fields where Romans of `colour`, a letter, stand."""
        number = COLOURS.index(colour)
        mine = self._romans[number] if number < len(self._romans) else b""
        return tuple(FIELDS[at] for at in sorted(mine))

    @property
    def romans(self) -> Sequence[bytes]:
        """For each colour the numbers of the fields where its Romans stand, in no order."""
        return self._romans

    @property
    def coins(self) -> int:
        """The sectors that still have their coin, as a set of bits (FR-2)."""
        return self._tally.coins

    @property
    def turn(self) -> Turn:
        """Who moves which colours now."""
        return self._setup.turns[self._turn]

    @property
    def steps(self) -> tuple[int, ...]:
        """How far each colour's senator is from the start field, in colour order (FR-5)."""
        return self._tally.steps

    @property
    def unscored(self) -> tuple[str, ...]:
        """The sectors that still have their coin, as named in SECTORS."""
        return tuple(name for n, name in enumerate(SECTORS) if self._tally.coins >> n & 1)

    def sector(self, name: str) -> tuple[str, ...]:
        """Return the fields of a sector, as named in SECTORS."""
        members = self._setup.sectors[SECTORS.index(name)].members
        return tuple(FIELDS[at] for at in sorted(members))

    def legal_moves(self) -> Moves:
        return Moves(self._sources, self._free)

    def play(self, move: Move) -> "Position":
        step = STEPS.get(move)
        if step is None or step.source not in self._sources or step.target not in self._free:
            if move == AGREE and not self._reason:
                return self._agree()  # FR-16
            raise self._refusal(move)
        setup, tally = self._setup, self._tally
        turn = setup.turns[self._turn]
        source, target = step.source, BYTE[step.target]
        romans = self._romans.copy()
        if source < FROM_HAND:  # a Roman jumps: FR-7
            for colour in turn.colours:
                if source in romans[colour]:
                    break
            romans[colour] = romans[colour].replace(BYTE[source], target)
            free = self._free.replace(target, BYTE[source])
        else:  # a Roman is placed: FR-6
            colour = source - FROM_HAND
            romans[colour] += target
            free = self._free.replace(target, b"")
            if len(free) == len(FIELDS) - setup.romans:  # the last: the moves begin in field order
                romans = [bytes(sorted(fields)) for fields in romans]
        occupied = self._occupied ^ step.changes
        for sector in setup.through[step.target]:  # one by one: FR-12
            if occupied & sector.fields == sector.fields and tally.coins & sector.coin:
                tally = setup.score(tally, sector, romans)
        after = Position()
        after._setup = setup
        after._romans = romans
        after._turn = turn.after[colour]
        after._plies = self._plies + 1
        after._occupied = occupied
        after._free = free
        if occupied & tally.unscored == tally.unscored:  # all full that are not scored: FR-13
            after._tally = setup.score_stalemates(tally, occupied, romans)
            after._reason = "scored"
            after._sources = b""
        else:
            after._tally = tally
            after._reason = None
            after._sources = setup.sources(after._turn, romans, len(free))
        return after

    def _agree(self) -> Self:
        """Return the position after the players agreed to stop (FR-16)."""
        return self.standing(
            self._setup,
            self._romans,
            self._setup.score_stalemates(self._tally, self._occupied, self._romans),
            turn=self._turn,
            plies=self._plies + 1,
            reason="agreed",
        )

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Return the error that says why `move` cannot be played here."""
        where = f"in {self}"
        if move != AGREE and move not in STEPS:
            return MalformedError(
                f"{move!r} is no move, {where}; a move looks like y@d4, d4-f2 or agree; "
                f"legal: {some_of(self.legal_moves())}"
            )
        if self._reason:
            return IllegalError(f"{move} comes after the end of the game, {where}")
        step = STEPS[move]
        from_hand = step.source >= FROM_HAND
        if from_hand and not self.placing:
            why = "every Roman is on the forum already"
        elif not from_hand and self.placing:
            why = "Romans are still being placed"
        elif step.target not in self._free:
            why = f"{FIELDS[step.target]} is occupied"
        elif from_hand:
            why = f"it is the turn of {self.colours}, not {COLOURS[step.source - FROM_HAND]}"
        elif step.source in self._free:
            why = f"nobody stands on {FIELDS[step.source]}"
        else:
            why = f"the Roman on {FIELDS[step.source]} is not one of {self.colours}"
        return IllegalError(
            f"{move} is illegal: {why}, {where}; legal: {some_of(self.legal_moves())}"
        )

    @property
    def outcome(self) -> Outcome | None:
        if self._reason is None:
            return None
        scores = self.scores()  # FR-15
        best = max(scores.values())
        return Outcome(self._reason, tuple(seat for seat in self.seats if scores[seat] == best))

    def scores(self) -> dict[str, int]:
        """Return the steps of each seat's senator; two players: of both their senators (FR-15)."""
        each = self.steps
        if self._setup.players == 2:
            each = (each[0] + each[2], each[1] + each[3])
        return dict(zip(self.seats, each, strict=True))

    def detail(self) -> dict[str, Any]:
        """Return ``steps`` and ``in_hand`` (Romans not yet placed) by colour letter, ``scored``
        and ``stalemate`` sectors by name, ``coins`` left, and the ``position`` as text.
        """
        setup = self._setup
        colours = COLOURS[: setup.colours]
        unscored = self.unscored
        return {
            "steps": dict(zip(colours, self.steps, strict=True)),
            "in_hand": {c: setup.hand - len(self.romans_of(c)) for c in colours},
            "scored": [name for name in SECTORS if name not in unscored],
            "stalemate": [
                name
                for name, sector in zip(SECTORS, setup.sectors, strict=True)
                if name in unscored and not sector.fields & ~self._occupied
            ],
            "coins": len(unscored),
            "position": str(self),
        }

    def key(self) -> tuple[object, ...]:
        return (
            self._setup.key, tuple(map(frozenset, self._romans)), self._tally, self._turn,
            self._plies, self._reason,
        )  # fmt: skip

    def __str__(self) -> str:
        setup = self._setup
        letters = [FREE] * len(FIELDS)
        for colour, fields in zip(COLOURS, self._romans, strict=False):
            for at in fields:
                letters[at] = colour
        turn = setup.turns[self._turn]
        return write_description(
            Description(
                forum=tuple("".join(letters[at : at + SIDE]) for at in range(0, len(FIELDS), SIDE)),
                seat=setup.seats[turn.seat],
                colours=_letters(turn.colours),
                scored=tuple(name for name in SECTORS if name not in self.unscored),
                steps=dict(zip(COLOURS, self.steps, strict=False)),
                players=setup.players,
                plies=self._plies,
                variant=setup.variant,
                layout=None if setup.layout == DEFAULT_LAYOUT else setup.layout,
                reason=self._reason,
            )
        )

    def __repr__(self) -> str:
        return f"<{self}>"


def _letters(colours: Sequence[int]) -> str:
    """Return the letters of these numbers of colours."""
    return "".join(COLOURS[colour] for colour in colours)


class ForumRomanum(Game):
    """The options of the game, and the positions it starts from."""

    name = "forum_romanum"
    players = range(2, 7)
    options = (
        Option("layout", DEFAULT_LAYOUT, "the seven buildings (FR-3)", canonical_layout),
        Option("variant", "false", "score by the variant (FR-17)", true_or_false),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        return tuple(str(n + 1) for n in range(self.count(players)))

    def start(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        load: Load = load_nothing,  # noqa: ARG002
    ) -> Position:
        setup = self._find_setup(players, options or {})
        coins = sum(sector.coin for sector in setup.sectors)
        return Position.standing(
            setup, [b""] * setup.colours, setup.tally(coins, (0,) * setup.colours)
        )

    def position(self, text: str, load: Load = load_nothing) -> Position:  # noqa: ARG002
        described = read_description(text)
        if described is None:
            raise MalformedError(
                f"{text!r} is no Forum Romanum position; one looks like {self.start(2)}"
            )
        options = {"variant": str(described.variant).lower()}
        if described.layout:
            options["layout"] = described.layout
        setup = self._find_setup(described.players, options)
        try:
            return _described(setup, described)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no position for {setup.players} players: {error}"
            ) from None

    def _find_setup(self, players: int, options: Mapping[str, str]) -> Setup:
        """Return the setup of a game with these options. Raises MalformedError."""
        self.count(players)
        chosen = self.canonical(options)
        return _setup(players, chosen["variant"] == "true", chosen["layout"])


def _described(setup: Setup, described: Description) -> Position:
    """Return the position of a text. Raises ValueError with what is wrong."""
    colours = COLOURS[: setup.colours]
    if any(len(row) != SIDE for row in described.forum):
        raise ValueError("every row of the forum should have 7 fields")
    forum = "".join(described.forum)
    for colour in COLOURS:
        if forum.count(colour) > (setup.hand if colour in colours else 0):
            raise ValueError(f"there are {forum.count(colour)} Romans of colour {colour}")
    coins = sum(sector.coin for sector in setup.sectors)
    for name in described.scored:
        if name not in SECTORS:
            raise ValueError(f"there is no sector {name}; there is {' '.join(SECTORS)}")
        coins &= ~(1 << SECTORS.index(name))
    if tuple(described.steps) != tuple(colours):
        raise ValueError(f"steps should be given for {', '.join(colours)} in this order")
    turns = [f"{setup.seats[turn.seat]}:{_letters(turn.colours)}" for turn in setup.turns]
    if f"{described.seat}:{described.colours}" not in turns:
        raise ValueError(
            f"nobody moves as seat {described.seat} with {described.colours}; there is "
            + " ".join(turns)
        )
    return Position.standing(
        setup,
        [bytes(at for at, stands in enumerate(forum) if stands == colour) for colour in colours],
        setup.tally(coins, tuple(described.steps.values())),
        turn=turns.index(f"{described.seat}:{described.colours}"),
        plies=described.plies,
        reason=described.reason,
    )


forum_romanum = ForumRomanum()

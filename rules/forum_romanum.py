"""Forum Romanum (Wolfgang Kramer, 1994): its rules, clauses FR-1 to FR-20.

The board is described in :mod:`rules.forum_romanum_board`, the text form of a position in
:mod:`rules.forum_romanum_text`. Fields, sectors and colours are numbered in the order of
`FIELDS`, `SECTORS` and `COLOURS`. Sets of fields and of coins are integers: bit n stands for
number n. The colours in play are numbered too: those of a game stand in `Setup.letters`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.colours import colours_of, colours_option
from rules.drawing import draw, grid
from rules.forum_romanum_board import BUILDINGS, DEFAULT_LAYOUT, FIELDS, SECTORS, SIDE, canonical_layout
from rules.forum_romanum_moves import BYTE, COLOURS, FROM_HAND, STEPS, Moves
from rules.forum_romanum_setup import ROMANS, USUAL_COLOURS, Setup, Tally, Turn, find_setup
from rules.forum_romanum_text import FREE, Description, read_description, write_description
from rules.game import (
    AGREE,
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    Outcome,
    PositionBase,
    illegal,
    load_nothing,
    malformed,
    no_position,
    too_late,
    true_or_false,
)
from rules.text import reason, told

SCALE = 40  # fields of the popularity loop: FR-5

__all__ = [
    "AGREE",
    "BUILDINGS",
    "COLOURS",
    "DEFAULT_LAYOUT",
    "FIELDS",
    "ROMANS",
    "SCALE",
    "SECTORS",
    "USUAL_COLOURS",
    "ForumRomanum",
    "Position",
    "forum_romanum",
]


class Draft:
    """The fields of a position, while it is put together.

    Attributes:
        setup: the seats, the sectors and the options.
        romans: colour -> the numbers of the fields where its Romans stand, in no order.
        tally: coins and steps.
        number: of the turn, an index of `Setup.turns`.
        plies: the moves played.
        reason: why the game has ended, None while it goes on.
        occupied: the set of fields with a Roman; it and the rest are kept since `play` needs them.
        free: the other fields, in no order.
        sources: of the legal moves; empty when the game is over.
    """

    __slots__ = ("free", "number", "occupied", "plies", "reason", "romans", "setup", "sources", "tally")

    setup: Setup
    romans: Sequence[bytes]
    tally: Tally
    number: int
    plies: int
    reason: str | None
    occupied: int
    free: bytes
    sources: bytes


class Position(PositionBase, Draft):
    """A state of a game of Forum Romanum.

    Made by ``forum_romanum.start``, ``forum_romanum.position`` and :meth:`play`.
    """

    __slots__ = ()

    @staticmethod
    def standing(
        setup: Setup, romans: Sequence[bytes], tally: Tally, *, turn: int = 0, plies: int = 0, reason: str | None = None
    ) -> "Position":
        """Return the position with these Romans, colour -> their fields."""
        stand = b"".join(romans)
        draft = Draft()
        draft.setup = setup
        draft.romans = (*romans,)
        draft.tally = tally
        draft.number = turn
        draft.plies = plies
        draft.reason = reason
        draft.occupied = sum(1 << at for at in stand)
        draft.free = bytes(at for at in range(len(FIELDS)) if at not in stand)
        draft.sources = b"" if reason else setup.sources(turn, romans, len(draft.free))
        return _finished(draft)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.seats

    @property
    def to_move(self) -> str | None:
        return None if self.reason else self.setup.seats[self.turn.seat]

    @property
    def colours(self) -> str:
        """The colours that the seat to move may use now; two players use two a turn (FR-8)."""
        return "" if self.reason else self.turn.letters

    @property
    def placing(self) -> bool:
        """Whether Romans are still being placed (FR-6), not moved (FR-7)."""
        return len(FIELDS) - len(self.free) < self.setup.romans

    def romans_of(self, colour: str) -> tuple[str, ...]:
        """Return the fields where Romans of `colour`, a letter, stand."""
        number = self.setup.letters.find(colour)
        mine = self.romans[number] if number >= 0 else b""
        return tuple(FIELDS[at] for at in sorted(mine))

    @property
    def coins(self) -> int:
        """The sectors that still have their coin, as a set of bits (FR-2)."""
        return self.tally.coins

    @property
    def turn(self) -> Turn:
        """The seat to move, and the colours that it may use now."""
        return self.setup.turns[self.number]

    @property
    def steps(self) -> tuple[int, ...]:
        """How far each colour's senator is from the start field, as in `Setup.letters` (FR-5)."""
        return self.tally.steps

    @property
    def unscored(self) -> tuple[str, ...]:
        """The sectors that still have their coin, as named in SECTORS."""
        return tuple(name for n, name in enumerate(SECTORS) if self.tally.coins >> n & 1)

    @property
    def in_hand(self) -> dict[str, int]:
        """How many Romans of each colour letter are not yet placed (FR-6)."""
        left = (self.setup.hand - len(fields) for fields in self.romans)
        return dict(zip(self.setup.letters, left, strict=True))

    def sector(self, name: str) -> tuple[str, ...]:
        """Return the fields of a sector, as named in SECTORS."""
        members = self.setup.sectors[SECTORS.index(name)].members
        return tuple(FIELDS[at] for at in sorted(members))

    def gains(self, name: str) -> dict[str, int]:
        """Return the steps that a sector would bring to each colour letter if it were scored as it stands."""
        setup, (*_, steps) = self.setup, self.tally
        scored = setup.score(self.tally, setup.sectors[SECTORS.index(name)], self.romans).steps
        return {letter: new - old for letter, old, new in zip(setup.letters, steps, scored, strict=True)}

    def legal_moves(self) -> Moves:
        return Moves(self.sources, self.free)

    def play(self, move: Move) -> "Position":
        step = STEPS.get(move)
        if step is None or step.source not in self.sources or step.target not in self.free:
            if move == AGREE and not self.reason:
                return self._agree()  # FR-16
            raise self._refusal(move)
        setup, tally = self.setup, self.tally
        turn = setup.turns[self.number]
        source, target = step.source, BYTE[step.target]
        romans = [*self.romans]
        if source < FROM_HAND:  # a Roman jumps: FR-7
            for colour in turn.colours:
                if source in romans[colour]:
                    break
            romans[colour] = romans[colour].replace(BYTE[source], target)
            free = self.free.replace(target, BYTE[source])
        else:  # a Roman is placed: FR-6
            colour = setup.numbers[source - FROM_HAND]
            romans[colour] += target
            free = self.free.replace(target, b"")
            if len(free) == len(FIELDS) - setup.romans:  # the last: the moves begin in field order
                romans = [bytes(sorted(fields)) for fields in romans]
        occupied = self.occupied ^ step.changes
        for sector in setup.through[step.target]:  # one by one: FR-12
            if occupied & sector.fields == sector.fields and tally.coins & sector.coin:
                tally = setup.score(tally, sector, romans)
        over = occupied & tally.unscored == tally.unscored  # all full that are not scored: FR-13
        after = Draft()
        after.setup = setup
        after.romans = (*romans,)
        after.tally = setup.score_stalemates(tally, occupied, romans) if over else tally
        after.number = number = turn.after[colour]
        after.plies = self.plies + 1
        after.reason = "scored" if over else None
        after.occupied = occupied
        after.free = free
        after.sources = b"" if over else setup.sources(number, romans, len(free))
        after.__class__ = Position
        return after  # type: ignore[return-value]  # as in `_finished`

    def _agree(self) -> "Position":
        """Return the position after the players agreed to stop (FR-16)."""
        return self.standing(
            self.setup,
            self.romans,
            self.setup.score_stalemates(self.tally, self.occupied, self.romans),
            turn=self.number,
            plies=self.plies + 1,
            reason="agreed",
        )

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Return the error that says why `move` cannot be played here."""
        if move != AGREE and move not in STEPS:
            return malformed(move, told("a move looks like y@d4, d4-f2 or agree"), self)
        if self.reason:
            return too_late(move)
        step = STEPS[move]
        from_hand = step.source >= FROM_HAND
        if from_hand and not self.placing:
            why = reason("forum_romanum.all-placed", "every Roman is on the forum already")
        elif not from_hand and self.placing:
            why = reason("forum_romanum.place-first", "Romans are still being placed")
        elif step.target not in self.free:
            why = reason("forum_romanum.occupied", "{field} is occupied", field=FIELDS[step.target])
        elif from_hand:
            why = reason(
                "forum_romanum.not-that-colour",
                "it is the turn of {colours}, not {other}",
                colours=self.colours,
                other=COLOURS[step.source - FROM_HAND],
            )
        elif step.source in self.free:
            why = reason("forum_romanum.nobody-there", "nobody stands on {field}", field=FIELDS[step.source])
        else:
            why = reason(
                "forum_romanum.not-its-turn",
                "the Roman on {field} is not one of {colours}",
                field=FIELDS[step.source],
                colours=self.colours,
            )
        return illegal(move, why, self)

    @property
    def outcome(self) -> Outcome | None:
        if self.reason is None:
            return None
        scores = self.scores()  # FR-15
        best = max(scores.values())
        return Outcome(self.reason, tuple(seat for seat in self.seats if scores[seat] == best))

    def scores(self) -> dict[str, int]:
        """Return the steps of each seat's senator; two players: of both their senators (FR-15)."""
        each = self.steps
        if self.setup.players == 2:
            each = (each[0] + each[2], each[1] + each[3])
        return dict(zip(self.seats, each, strict=True))

    def detail(self) -> dict[str, Any]:
        """Return ``steps`` and ``in_hand`` (Romans not yet placed) by colour letter, ``scored``
        and ``stalemate`` sectors by name, ``coins`` left, and the ``position`` as text.
        """
        setup = self.setup
        colours = setup.letters
        unscored = self.unscored
        return {
            "steps": dict(zip(colours, self.steps, strict=True)),
            "in_hand": self.in_hand,
            "scored": [name for name in SECTORS if name not in unscored],
            "stalemate": [
                name
                for name, sector in zip(SECTORS, setup.sectors, strict=True)
                if name in unscored and not sector.fields & ~self.occupied
            ],
            "coins": len(unscored),
            "position": repr(self),
        }

    def key(self) -> tuple[object, ...]:
        return (self.setup.key, tuple(map(frozenset, self.romans)), self.tally, self.number, self.plies, self.reason)

    @property
    def _rows(self) -> list[str]:
        """The forum, top row first: a letter for each Roman's colour, `FREE` for a free field."""
        letters = [FREE] * len(FIELDS)
        for colour, fields in zip(self.setup.letters, self.romans, strict=True):
            for at in fields:
                letters[at] = colour
        return ["".join(letters[at : at + SIDE]) for at in range(0, len(FIELDS), SIDE)]

    def __repr__(self) -> str:
        setup, unscored = self.setup, self.unscored
        turn = setup.turns[self.number]
        return write_description(
            Description(
                forum=tuple(self._rows),
                seat=setup.seats[turn.seat],
                colours=turn.letters,
                scored=tuple(name for name in SECTORS if name not in unscored),
                steps=dict(zip(setup.letters, self.steps, strict=True)),
                players=setup.players,
                plies=self.plies,
                variant=setup.variant,
                layout=None if setup.layout == DEFAULT_LAYOUT else setup.layout,
                reason=self.reason,
            )
        )

    def __str__(self) -> str:
        rows = [*map(list, self._rows), [field[0] for field in FIELDS[:SIDE]]]
        names = [*(field[1] for field in FIELDS[::SIDE]), ""]
        setup = self.setup
        steps = [f"{c} {n:2}" for c, n in zip(setup.letters, self.steps, strict=True)]
        standings = {seat: "  ".join(steps[at :: setup.players]) for at, seat in enumerate(setup.seats)}
        return draw(grid(rows, names), standings, self.to_move, self.outcome)


def _finished(draft: Draft) -> Position:
    """Return a draft as a position, which cannot be changed."""
    draft.__class__ = Position
    return draft  # type: ignore[return-value]  # mypy does not follow the line above


# The ways in which people write y@d4 and d4-f2, without spaces.


class ForumRomanum(Game):
    """The options of the game, and the positions it starts from."""

    name = "forum_romanum"
    titles = ("Forum Romanum", "Forvm Romanvm")
    players = range(2, 7)
    options = (
        colours_option(COLOURS, USUAL_COLOURS, "which colours the seats use, the first that begins (FR-8a)"),
        Option("layout", DEFAULT_LAYOUT, "the seven buildings (FR-3)", canonical_layout),
        Option("variant", "false", "score by the variant (FR-17)", true_or_false),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        return tuple(str(n + 1) for n in range(self.count(players)))

    def start(self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing) -> Position:
        setup = self._find_setup(players, options or {})
        coins = sum(sector.coin for sector in setup.sectors)
        return Position.standing(setup, [b""] * setup.colours, setup.tally(coins, (0,) * setup.colours))

    def position(self, text: str, load: Load = load_nothing) -> Position:
        described = read_description(text)
        if described is None:
            raise MalformedError(f"{text!r} is no Forum Romanum position; one looks like {self.start(2)!r}")
        letters, players = "".join(described.steps), described.players
        if len(letters) != len(USUAL_COLOURS[players]):
            raise MalformedError(f"{text!r} should give the steps of {len(USUAL_COLOURS[players])} colours")
        if players == 2:
            letters = letters[::2] + letters[1::2]  # as in Setup.letters
        options = {"variant": str(described.variant).lower(), "colours": letters}
        if described.layout:
            options["layout"] = described.layout
        setup = self._find_setup(players, options)
        try:
            return _described(setup, described)
        except ValueError as error:
            raise no_position(f"{text!r} is no position for {setup.players} players: {error}", error) from None

    def every_move(self, start: Position) -> Sequence[Move]:
        return tuple(STEPS)

    def _find_setup(self, players: int, options: Mapping[str, str]) -> Setup:
        """Return the setup of a game with these options. Raises MalformedError."""
        self.count(players)
        chosen = self.canonical(options)
        colours = colours_of(chosen["colours"], USUAL_COLOURS[players])
        return find_setup(players, chosen["variant"] == "true", chosen["layout"], colours)


def _described(setup: Setup, described: Description) -> Position:
    """Return the position of a text. Raises ValueError with the fault."""
    colours = setup.letters
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
    turns = [f"{setup.seats[turn.seat]}:{turn.letters}" for turn in setup.turns]
    if f"{described.seat}:{described.colours}" not in turns:
        raise ValueError(f"nobody moves as seat {described.seat} with {described.colours}; there is " + " ".join(turns))
    return Position.standing(
        setup,
        [bytes(at for at, stands in enumerate(forum) if stands == colour) for colour in colours],
        setup.tally(coins, tuple(described.steps.values())),
        turn=turns.index(f"{described.seat}:{described.colours}"),
        plies=described.plies,
        reason=described.reason,
    )


forum_romanum = ForumRomanum()

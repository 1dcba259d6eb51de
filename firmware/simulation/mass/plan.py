"""The plan of a mass simulation: games, players, variants of the rules and random numbers.

Only the plan and the number of a game decide its course. So a game is the same whenever, in
whatever order and on whatever machine it is played.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, NamedTuple, Self

from firmware.games.kit import find_kit
from rules import Header, Load, MalformedError, Position, find_game, make_header
from rules.text import told

TABLE = "simulated"  # the table in the records of the games


class Task(NamedTuple):
    """A game to play.

    Attributes:
        number: from 0.
        variant: the number of its house rules, from 0.
    """

    number: int
    variant: int = 0


@dataclass(frozen=True)
class Plan:
    """A number of games with the same players.

    Attributes:
        game: its name in the registry of rules.
        levels: the levels of the players. In game 0 they sit in the order of the seats; in each
            further game everybody moves on by a seat.
        games: how many games each variant of the rules has.
        seed: the seed of all random numbers.
        options: name -> text, the options that all games have in common.
        compared: name -> texts of the options that are varied; each combination of them is a
            variant, and all variants have the same seeds.
        files: name -> text of the files that options name.
    """

    game: str
    levels: tuple[int, ...]
    games: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    compared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def checked(
        cls,
        game: str,
        levels: Sequence[int],
        games: int,
        *,
        seed: int,
        options: Mapping[str, str],
        compared: Mapping[str, Sequence[str]],
        load: Load,
    ) -> Self:
        """Return a plan of games that can be begun, with its options in their canonical texts.

        load: reads the files that options name. Raise GameError for options that do not fit.
        """
        rules = find_game(game)
        rules.seats(len(levels))
        texts = {}
        for name, values in compared.items():
            if name in options:
                raise MalformedError(told("option {name} is compared, so it cannot be given as well", name=name))
            texts[name] = tuple(rules.canonical({name: value})[name] for value in values)
            if len(set(texts[name])) < max(2, len(values)):
                raise MalformedError(told("option {name} is compared, so it needs different values", name=name))
        files: dict[str, str] = {}

        def note(name: str) -> str:
            files[name] = load(name)
            return files[name]

        plan = cls(game, tuple(levels), games, seed, dict(options), texts)
        for variant in range(len(plan.variants)):
            plan.header(Task(0, variant), note).start(note)
        return replace(plan, files=files)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return find_game(self.game).seats(len(self.levels))

    @cached_property
    def variants(self) -> tuple[dict[str, str], ...]:
        """The varied options of each variant: a single empty set if no options are varied."""
        return tuple(dict(zip(self.compared, values, strict=True)) for values in product(*self.compared.values()))

    @property
    def tasks(self) -> Iterator[Task]:
        """All games, with games of the same seed in succession."""
        for number in range(self.games):
            for variant in range(len(self.variants)):
                yield Task(number, variant)

    @property
    def size(self) -> int:
        """The number of games of all variants."""
        return self.games * len(self.variants)

    def player(self, number: int, seat: int) -> int:
        """Return the player in a seat of a game; all are numbers from 0."""
        return (seat - number) % len(self.levels)

    def seated(self, number: int) -> tuple[int, ...]:
        """Return the level of each seat in a game."""
        return tuple(self.levels[self.player(number, seat)] for seat in range(len(self.levels)))

    def random(self, number: int, what: str) -> Random:
        """Return the random numbers for a purpose in a game; the same in each variant."""
        return Random(f"{self.seed}/{number}/{what}")

    def header(self, task: Task, load: Load | None = None) -> Header:
        """Return the header of the record of a game.

        load: reads the files that options name; by default files of the plan. Raise GameError.
        """
        given = find_kit(self.game).table_options(
            {**self.options, **self.variants[task.variant]},
            measured=lambda _: None,
            by_hand=False,
            load=load or self.load,
        )
        options = find_game(self.game).draw_options(given, self.random(task.number, "options"))
        names = [
            f"player {player + 1}, level {self.levels[player]}"
            for player in (self.player(task.number, seat) for seat in range(len(self.levels)))
        ]
        return make_header(self.game, names, options, table=TABLE, event=f"seed {self.seed}", round=str(task.number))

    def start(self, header: Header) -> Position:
        """Return the position from which a game with this header begins."""
        return header.start(self.load)

    @property
    def load(self) -> Callable[[str], str]:
        """A function that reads the files that options name."""

        def read(name: str) -> str:
            if name not in self.files:
                raise MalformedError(told("{name!r} is not there", name=name))
            return self.files[name]

        return read

    @property
    def identity(self) -> str:
        """The inputs that decide the course of each game, as a line of text.

        Plans that differ only in the number of games have the same identity.
        """
        given: dict[str, Any] = {
            "game": self.game,
            "levels": self.levels,
            "seed": self.seed,
            "options": dict(self.options),
            "compared": {name: list(values) for name, values in self.compared.items()},
            "files": dict(self.files),
        }
        return json.dumps(given, sort_keys=True)

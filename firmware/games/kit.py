"""The kit of a game: all that the firmware needs beside its rules, as a typed value.

A game is a file of its own, ``firmware/games/NAME.py``, that ends with ``KIT``. No other file names
it. Optional parts are None in a game without them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from firmware.games.about import About
from firmware.games.adapter import Adapter, AnyAdapter
from firmware.games.capabilities import Measured, Measurement, Traits
from firmware.games.facts import Fact
from firmware.games.page import PageGame
from firmware.games.screen import Source
from firmware.words import Text, Words
from rules import NAMES, Load, Move, Position, find_game

NO_TRAITS = Traits()
P = TypeVar("P", bound=Position)
Cells: TypeAlias = Mapping[str, int]
"""The cells of the fields, by their names."""


@dataclass(frozen=True, slots=True)
class ScreenWords(Generic[P]):
    """The sentences about a game, above all for screens.

    Attributes:
        refusals: the sentence for players by the code of the rules' refusal. It has the same
            {fields} as the refusal. A seat is given by its player's name.
        in_words: from a position and a legal move without its second: a sentence about the deed,
            with {name} for the player.
        happened: from the positions before and after a move, and the names of the players by seat:
            sentences about the effects of the move, above all its scores.
        way: from the position of a move that is no roll: the place where its piece is taken, and
            the cell where it is put down; None for a move without a piece.
        misplaced: from a position, the kind of a piece (of :class:`firmware.games.DrawnPiece`), and the
            names of two fields (for a supply, the beginning of its moves): the reason why the piece
            cannot be dropped there, if the rules give no reason; None if the rules decide.
        turn: the prompt for the seat to move, as :meth:`Adapter.turn`; None for the same prompt.
        keys: the same for a table where fields are pressed and no piece stands.
        means: from a position without a die and the names of two fields: the moves, legal or not,
            that a player may mean by dropping the piece of the first on the second, beside the move
            that is written with both.
        upturned: from a position and the moves made since: the cells of the pieces that have been
            turned over an odd number of times.
    """

    refusals: Mapping[str, str]
    in_words: Callable[[P, Move], Text]
    happened: Callable[[P, P, Mapping[str, str], Words], list[str]]
    way: Callable[[P, Move, Cells], tuple[Source, int] | None]
    misplaced: Callable[[P, str, str, str], str | None] = lambda *_: None
    turn: Callable[[P], str | None] = lambda _: None
    keys: Callable[[P], str | None] = lambda _: None
    upturned: Callable[[P, Iterable[Move], Cells], frozenset[int]] = lambda *_: frozenset()
    means: Callable[[P, str, str], Iterator[Move]] = lambda *_: iter(())


@dataclass(frozen=True, slots=True)
class PageFacts(Generic[P]):
    """The data of a game for the page on a network; no script of the page names a game.

    Attributes:
        for_page: the data of a position.
        new_game_options: the options that are asked for when a game begins: by name the texts to
            choose from, the default first. Without texts to choose from, a text is typed. Options
            that are files, or that a new game draws by chance, are left out.
        more_on_screens: further options for games on screens: by name "text" for a typed text,
            empty for a random draw; "file" for the name of a file, which is sent along.
    """

    for_page: Callable[[P, Cells], PageGame]
    new_game_options: Mapping[str, tuple[str, ...]]
    more_on_screens: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Spoken(Generic[P]):
    """The spoken names of a game's fields and moves, in place of their notation.

    Attributes:
        field_aloud: the spoken name of a field by its name on the overlay: ``D4`` for ``d4``.
            Voices spell a capital letter with its number in every language. They would read a small
            letter as an article or a preposition.
        move_aloud: the deed of a move, given as a legal move or a line of the record: ``from D4 to
            F2``.
        brief: the shorter text in place of a text of :meth:`Adapter.turn` after the first round.
        own: the possessions of a seat that are on no field: its cards in hand, the sand in its
            hourglasses; empty without any.
        in_haste: whether time runs while it speaks, so that HINT is short after the first round.
    """

    field_aloud: Callable[[str], Text]
    move_aloud: Callable[[Move], Text]
    brief: Mapping[str, str] = field(default_factory=dict)
    own: Callable[[P, str, Words], str] | None = None
    in_haste: bool = False


@dataclass(frozen=True, slots=True)
class Account(Generic[P]):
    """The account of a game's standing, and the short marks of its pieces.

    Attributes:
        house_rules: the sentences about options that differ from their default, with {value} for
            their text: by name, or by name and text if each text has a meaning of its own.
        endings: the sentence about the end of a game, by the reason of an Outcome.
        account: from all positions up to the present position, a line of the record each: the
            sources of the standing of each seat, by seat.
        marks: the pieces on each cell of a position in at most three letters, which distinguish
            them without colours.
        in_facts: the options in :meth:`Adapter.facts`, which a report leaves out.
    """

    house_rules: Mapping[str, str]
    endings: Mapping[str, str]
    account: Callable[[Sequence[P], Words], dict[str, list[str]]]
    marks: Callable[[P, Cells], dict[int, str]]
    in_facts: frozenset[str] = frozenset()


class TableOptions(Protocol):
    """A function that returns the options of a new game with the additions of the table."""

    def __call__(self, given: Mapping[str, str], *, measured: Measured, by_hand: bool, load: Load) -> dict[str, str]:
        """See :meth:`GameKit.table_options`."""


@dataclass(frozen=True, slots=True)
class GameKit(Generic[P]):
    """The kit of a game.

    Attributes:
        about: its facts that need no position.
        traits: the deeds of hands with its pieces.
        adapter: returns its adapter from any of its positions. Raises MalformedError for a board
            that does not fit on the table.
        screen: its sentences.
        page: its data for the page.
        speech: its spoken names.
        account: the account of its standing.
        adds_options: returns the options of a new game with the additions of the table.
        measures: returns the measurement of its pieces, from options of the game.
        facts: the facts that distinguish moves, to explain why a move is better.
    """

    about: About
    adapter: Callable[[P], Adapter[P]]
    screen: ScreenWords[P]
    page: PageFacts[P]
    speech: Spoken[P]
    account: Account[P]
    facts: Sequence[Fact[P]]
    traits: Traits = NO_TRAITS
    adds_options: TableOptions | None = None
    measures: Callable[[Mapping[str, str], Load], Measurement] | None = None

    def table_options(
        self, given: Mapping[str, str], *, measured: Measured, by_hand: bool, load: Load
    ) -> dict[str, str]:
        """Return the options of a new game at this table: the given options and its additions.

        Args:
            given: the chosen options, which are never changed.
            measured: returns a measured value of the table by its name.
            by_hand: whether people move real pieces, which they see better than the table does.
            load: reads the files that options name.

        Raises:
            GameError: an option that the table's own depend on cannot be used.
        """
        if self.adds_options is None:
            return dict(given)
        return self.adds_options(given, measured=measured, by_hand=by_hand, load=load)


@cache
def find_kit(game: str) -> GameKit[Any]:
    """Return the kit of a game, by its name in the registry of rules. Raise GameError."""
    find_game(game)
    kit: GameKit[Any] = import_module(f"firmware.games.{game}").KIT
    return kit


def find_adapter(start: Position, game: str) -> AnyAdapter:
    """Return the adapter of a game that begins with this position.

    start: any position of the game will do. game: its name in the registry of rules. Raises
    MalformedError when the game does not fit on the table.
    """
    return find_kit(game).adapter(start)


def find_measurement(given: Mapping[str, str], load: Load) -> Measurement:
    """Return the measurement of the only game with pieces to be measured.

    given: options of that game. load: reads the files that they name. Raises GameError for options
    that the game does not have, LookupError when no game can be measured.
    """
    for game in NAMES:
        measures = find_kit(game).measures
        if measures is not None:
            return measures(given, load)
    raise LookupError("no game has pieces to be measured")


def field_name(adapter: AnyAdapter, cell: int) -> Text:
    """Return the name of the field on this cell, for `words`."""
    name, kit = adapter.overlay.names[cell], find_kit(adapter.overlay.game)
    kind, _, number = name.partition("-")
    text = kit.about.fields.get(kind) if number else None
    aloud = kit.speech.field_aloud(name)
    if text is None:
        return Text("{field}", {"field": name}, aloud)
    return Text(text, {"number": number}, aloud)


def move_name(game: str, move: Move) -> Text:
    """Return a move as it is written, which a voice says in words. game: as the rules name it."""
    return Text("{move}", {"move": move}, find_kit(game).speech.move_aloud(move))

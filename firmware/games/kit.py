"""A game's kit: all that the firmware must know of one game beside its rules, as one typed value.

A game is a file of its own, ``firmware/games/NAME.py``, that ends with ``KIT``; nothing else names
it. Optional parts are None where a game has nothing of the kind.
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
    """What is said of a game, on screens above all.

    Attributes:
        refusals: why a move cannot be made, for players: a sentence by the code of the rules'
            reason. It has the same {fields} as the reason; a seat is told by its player's name.
        misplaced: from a position, the kind of a piece (as :class:`firmware.games.Thing` has it),
            and the names of two fields (of a supply, how its moves begin): why the piece cannot be
            dropped there, where no move of the rules says so; None where the rules decide.
        turn: what the seat to move should do, as :meth:`Adapter.turn`; None for the same.
        keys: the same where fields are pressed and no piece stands there.
        in_words: from a position and a move that is legal there, without its second: what the move
            does, as a sentence with {name} for who makes it.
        happened: from the positions before and after a move, and what the players of the seats are
            called: what the move has brought about beside itself, what it scored above all.
        way: the place where the piece of a move is taken, and the cell where it is put down; None
            for a move without a piece. From the position of the move, no roll.
        means: from a position that no die decides and the names of two fields: the moves, legal or
            not, that a player may mean who drops the piece of the first on the second, beside the
            move that is written with both.
        upturned: from a position and the moves made since: the cells of the pieces that have been
            turned over an odd number of times.
    """

    refusals: Mapping[str, str]
    misplaced: Callable[[P, str, str, str], str | None]
    turn: Callable[[P], str | Text | None]
    in_words: Callable[[P, Move], Text]
    happened: Callable[[P, P, Mapping[str, str], Words], list[str]]
    way: Callable[[P, Move, Cells], tuple[Source, int] | None]
    keys: Callable[[P], str | None] = lambda _: None
    upturned: Callable[[P, Iterable[Move], Cells], frozenset[int]] = lambda *_: frozenset()
    means: Callable[[P, str, str], Iterator[Move]] = lambda *_: iter(())


@dataclass(frozen=True, slots=True)
class PageFacts(Generic[P]):
    """What the page on a network must know of a game, so that no script of it names one.

    Attributes:
        new_game_options: the options that are asked for when a game begins: by name the texts to
            choose from, the default first. A text is typed where there is nothing to choose from.
            Options that are files, or that a new game draws by chance, are not among them.
        more_on_screens: those asked for beside where games are played on screens: by name "text"
            where one is typed, empty for what a new game draws; "file" where it names a file, which
            is sent along.
        for_page: what the page must know in a position.
    """

    new_game_options: Mapping[str, tuple[str, ...]]
    more_on_screens: Mapping[str, str]
    for_page: Callable[[P, Cells], PageGame]


@dataclass(frozen=True, slots=True)
class Spoken(Generic[P]):
    """What a voice says of a game's fields and moves, where eyes would read their notation.

    Attributes:
        field_aloud: what a field is called, by its name on the overlay: ``D4`` for ``d4``. Voices
            read a capital letter with its number letter by letter in every language; of a single
            small letter they would make an article or a preposition.
        move_aloud: what a move does, as legal moves or lines of the record have it, as something
            that its player has done: ``from D4 to F2``.
        brief: what is said in place of :meth:`Adapter.turn` after the first round, by its text.
        own: what a seat has that no field says: its cards in hand, the sand in its hourglasses;
            empty where that is nothing.
        in_haste: whether time runs while it speaks, so that HINT is short after the first round.
    """

    field_aloud: Callable[[str], Text]
    move_aloud: Callable[[Move], Text]
    brief: Mapping[str, str] = field(default_factory=dict)
    own: Callable[[P, str, Words], str] | None = None
    in_haste: bool = False


@dataclass(frozen=True, slots=True)
class Account(Generic[P]):
    """Where the standing of a game comes from, and what its pieces are called in one cell of text.

    Attributes:
        house_rules: what the options say when they are not at their default, with {value} for their
            text: by name, or by name and text where each text has a meaning of its own.
        endings: why a game is over, as a sentence, by the reason of an Outcome.
        account: from all positions up to the one that is told of, a line of the record each: where
            the standing of each seat comes from, by seat.
        marks: what stands on each cell of a position in at most three letters, which tell pieces
            apart without colours.
        in_facts: the options that :meth:`Adapter.facts` tells, so that a report need not.
    """

    house_rules: Mapping[str, str]
    endings: Mapping[str, str]
    account: Callable[[Sequence[P], Words], dict[str, list[str]]]
    marks: Callable[[P, Cells], dict[int, str]]
    in_facts: frozenset[str] = frozenset()


class TableOptions(Protocol):
    """Returns the options of a new game at a table: those given, and what the table adds."""

    def __call__(
        self, given: Mapping[str, str], *, measured: Measured, by_hand: bool, load: Load
    ) -> dict[str, str]:
        """See :meth:`GameKit.table_options`."""


@dataclass(frozen=True, slots=True)
class GameKit(Generic[P]):
    """One game.

    Attributes:
        about: what is known of it before there is a position.
        traits: what hands can do with its pieces.
        adapter: how it lies on the table, from any of its positions. Raises MalformedError where it
            does not fit.
        screen: what is said of it.
        page: what the page must know of it.
        speech: what a voice says of it.
        account: where its standing comes from.
        adds_options: returns the options of a new game with what the table adds to them.
        measures: returns what can be measured of its pieces, from options of the game.
        facts: what can distinguish two moves, for who is told why one is better.
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
        """Return the options of a new game at this table: those given, and what the table adds.

        Args:
            given: the options that somebody chose; they are never changed.
            measured: what was measured at the table.
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
    """Return what can be measured of the one game that has something to measure.

    given: options of that game. load: reads the files that they name. Raises GameError for options
    that the game does not have, LookupError when no game can be measured.
    """
    for game in NAMES:
        measures = find_kit(game).measures
        if measures is not None:
            return measures(given, load)
    raise LookupError("no game has pieces to be measured")


def field_name(adapter: AnyAdapter, cell: int) -> Text:
    """Return what the field on this cell is called, for `words`."""
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

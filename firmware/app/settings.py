"""The settings of a table: its kind, the place of its games, and the game to begin with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware.output.assistance import Assistance
from firmware.words import Words

SCREEN = "screen"  # no table: games are played on screens alone
IN_MEMORY = ("simulated", "emulated")  # tables at which people type the actions of hands


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a table, as its user has given them.

    Attributes:
        table: the table, ``NAME`` or ``NAME:WHERE``, see :mod:`hal.tables`; or ``simulated``, or
            ``screen``.
        store: the file with the games and the measurements of the table.
        words: the language of default names and of a small display.
        game: the game to begin with, None to let the players choose.
        players: the number of players; None for the number of names, or else a usual number.
        names: the names of the first players; the others are called by their number.
        options: name -> text, of `game` alone.
        offer_unfinished: whether a game that was left unfinished is offered first.
        computers: seat -> level of the seats that the computer plays in new games.
        folder: the folder of the files that options name.
        assistance: the help that lamps, prompts and sounds give.
        voice: whether the table can speak, and does so at first.
        power_off: the file that is made to switch the machine off, None where the keys of the table
            do not switch it off.
        address: returns the address of the page for browsers elsewhere, given the address that a
            browser has used; "" where it has none.
        keyed: whether it is a table of keys, on which no piece stands.
        only: the game whose fields alone the table has, None for a table with those of all.
    """

    table: str
    store: Path
    words: Words
    game: str | None = None
    players: int | None = None
    names: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    offer_unfinished: bool = True
    computers: Mapping[str, int] = field(default_factory=dict)
    folder: Path = Path()
    assistance: Assistance = Assistance()  # noqa: RUF009  # a frozen value
    voice: bool = False
    power_off: Path | None = None
    address: Callable[[str], str] = lambda _: ""
    keyed: bool = False
    only: str | None = None

    @property
    def kind(self) -> str:
        """The kind of table, as in records, without its address."""
        return self.table.partition(":")[0]

    @property
    def on_screen(self) -> bool:
        """Whether games are played on screens, without a table."""
        return self.table == SCREEN

    @property
    def by_hand(self) -> bool:
        """Whether people move real pieces."""
        return self.hardware and not self.keyed

    @property
    def hardware(self) -> bool:
        """Whether there is a table that people touch."""
        return not self.on_screen and self.table not in IN_MEMORY

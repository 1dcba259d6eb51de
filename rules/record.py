"""Game records: their contents, and their canonical text.

A record is text: headers in brackets, then one move a line::

    [game "forum_romanum"]
    [players "Anna" "Bram" "Carla"]
    [option "variant" "true"]

    y@d4  # anything after a # outside quotes is a comment

They are read in :mod:`rules.reading`. Writing is canonical, so a canonical record read and written
again is the same to the byte.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.game import Load, MalformedError, Move, Outcome, Position, load_nothing
from rules.registry import find_game
from rules.text import Text, is_printable, told

MOST_MOVES = 20_000  # of a record, so that its time is bounded; a long game has some hundred
LONGEST_NAME = 40  # characters in the name of a player

# All headers, in the order of writing, and the number of quoted texts of each; None for any number.
HEADERS = {
    "game": 1,
    "players": None,
    "option": 2,
    "position": 1,
    "date": 1,
    "event": 1,
    "round": 1,
    "place": 1,
    "table": 1,
    "result": 1,
    "identity": 1,
}
FREE_HEADERS = tuple(HEADERS)[4:]
_HEADER_WORDS = {  # in Dutch, German and French
    "game": "spel spiel jeu partie",
    "players": "spelers spieler joueurs",
    "option": "optie",
    "position": "stelling stellung",
    "date": "datum",
    "event": "toernooi turnier tournoi",
    "round": "ronde runde manche",
    "place": "plaats ort lieu",
    "table": "tafel tisch",
    "result": "uitslag ergebnis résultat",
}
HEADER_CALLED = {word: name for name, words in _HEADER_WORDS.items() for word in (name, *words.split())}

DRAWN, UNFINISHED = "draw", "*"  # results without a winner


class RecordError(MalformedError):
    """A record that cannot be read.

    Attributes:
        line: The number of the line at fault, from 1.
    """

    def __init__(self, line: int, message: Text | str, plain: Callable[[], Text] | None = None) -> None:
        super().__init__(message, plain)
        self.line = line


class PlayerNameError(MalformedError):
    """A name that no player can have, or that two players have."""


class Header(NamedTuple):
    """The header of a record: its game, its players and its options.

    Attributes:
        game: Its name, one of `NAMES`.
        players: Names in seat order.
        options: Name -> canonical text, without options at their default.
        date: Free text, as are the next four; ``2026-11-21`` is read as a day.
        table: The table's name.
        event: The occasion.
        round: The round of the event.
        place: The town or house.
        result: A player's name or seat, ``draw``, or ``*`` for unfinished; it has to agree with
            the game.
        position: The ``repr`` of the position before the first move, None where the game
            begins as its rules say. Its options are those of the header.
        identity: A random text that no other game has, by which copies of a game are known.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    date: str | None = None
    table: str | None = None
    event: str | None = None
    round: str | None = None
    place: str | None = None
    result: str | None = None
    position: str | None = None
    identity: str | None = None

    def start(self, load: Load = load_nothing) -> Position:
        """Return the position before the first move.

        load: reads the files that options name. Raises MalformedError.
        """
        rules = find_game(self.game)
        usual = rules.start(len(self.players), self.options, load)
        if self.position is None:
            return usual
        start = rules.position(self.position, load)
        if start.seats != usual.seats:
            raise MalformedError(
                told(
                    "the position is one of {number} players, and {players} are named",
                    number=len(start.seats),
                    players=len(usual.seats),
                )
            )
        if rules.chosen(start) != rules.chosen(usual):
            raise MalformedError(told("the position has other options than the game"))
        return start


class Comment(NamedTuple):
    """A comment, and where it stands.

    Attributes:
        at: The header (``option variant`` for an option) or the index of the move, from 0; after
            the last move their number.
        behind: Whether it stands on that line; else on one of its own above it.
        text: From the # on, with the space before it where it stands behind something.
    """

    at: str | int
    behind: bool
    text: str


class Record(NamedTuple):
    """A whole game record: its header, its move lines in order, and the position after them."""

    header: Header
    moves: tuple[Move, ...]
    position: Position
    comments: tuple[Comment, ...] = ()

    @property
    def text(self) -> str:
        """The canonical text."""
        return write_record(self.header, self.moves, self.comments)

    def positions(self, plies: int | None = None, load: Load = load_nothing) -> list[Position]:
        """Return the position before the first line and after each line, up to `plies` moves.

        Args:
            plies: The moves; all lines by default.
            load: Reads the files that options name.

        Raises:
            MalformedError: There are fewer moves.
        """
        start = self.header.start(load)
        if plies is not None and plies > self.position.plies:
            raise MalformedError(
                told("there is no move {ply}; the last is {last}", ply=plies, last=self.position.plies)
            )
        positions = [start]
        for move in self.moves:
            if positions[-1].plies == plies:
                break
            positions.append(positions[-1].play(move))
        return positions


def make_header(
    game: str,
    players: Iterable[str] | None = None,
    options: Mapping[str, str] | None = None,
    date: str | None = None,
    table: str | None = None,
    *,
    kept: bool = False,
    **more: str | None,
) -> Header:
    """Return a checked header.

    Args:
        game: Its name.
        players: Names in seat order; None where the game has one number of seats only, and the
            players are then named after their seats.
        options: Name -> text.
        date: Free text.
        table: Free text.
        kept: Whether the game was kept long ago, when names were not yet checked.
        more: The other headers, as in :class:`Header`.

    Raises:
        MalformedError: The game is unknown, the number of players wrong, or a text unprintable.
        OptionError: An option is unknown, or has a bad value.
    """
    rules = find_game(game)
    if players is None:
        if len(rules.players) != 1:
            first, last = rules.players[0], rules.players[-1]
            raise MalformedError(
                told(
                    '{game} needs its players: [players "Anna" "Bram" ...], {first}-{last} names',
                    game=game,
                    first=first,
                    last=last,
                )
            )
        players = rules.seats(rules.players[0])
    names = tuple(players)
    rules.seats(len(names))
    if not kept:
        check_names(names)
    for text in (*names, date, table, *more.values()):
        _check_text(text or "")
    noteworthy = rules.noteworthy(options or {}, len(names))
    return Header(game, names, noteworthy, date, table, **more)


def folded(name: str) -> str:
    """Return the form of a name by which a player is known: without case, and spaces between words.

    Names that Unicode calls compatible and caseless (3.13, D146) are one name.
    """
    caseless = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", caseless).split())


def check_names(names: Sequence[str]) -> None:
    """Check that players can have these names, all different. Raise as :func:`check_name` does."""
    known = dict[str, str]()
    for name in names:
        check_name(name)
        who = folded(name)
        if who in known:
            raise PlayerNameError(
                told(
                    "two players are called {name!r} and {other!r}, which are one name; give them different names",
                    name=known[who],
                    other=name,
                )
            )
        known[who] = name


def check_name(name: str) -> None:
    """Check that a player can have this name.

    Raises:
        MalformedError: The name is empty or only spaces, is longer than :data:`LONGEST_NAME`,
            or has quotation marks or characters that cannot be printed.
    """
    if not name.strip():
        raise PlayerNameError(told("every player should have a name; {name!r} is empty", name=name[:20]))
    if len(name) > LONGEST_NAME:
        raise PlayerNameError(
            told(
                "the name {name!r}... has {number} characters; the name of a player may have {most}",
                name=name[: LONGEST_NAME // 2],
                number=len(name),
                most=LONGEST_NAME,
            )
        )
    if '"' in name:
        raise PlayerNameError(told("the name {name!r} should have no quotation marks", name=name))
    _check_text(name)


def _check_text(text: str) -> None:
    """Raise MalformedError unless a header can hold this text."""
    if not is_printable(text):
        raise MalformedError(told("{text!r} should be printable text", text=text))


def check_result(header: Header, position: Position) -> None:
    """Raise MalformedError when a record says another result than its game has.

    The result is checked when it is a player's name, a seat, ``draw`` or ``*`` for unfinished;
    any other text may mean anything.
    """
    names = dict(zip(header.players, position.seats, strict=True))
    result, outcome = header.result or "", position.outcome
    if result == UNFINISHED:
        agrees = outcome is None
    elif result == DRAWN:
        agrees = outcome is not None and len(outcome.winners) != 1
    elif result in names or result in position.seats:
        agrees = outcome is not None and outcome.winners == (names.get(result, result),)
    else:
        return
    if not agrees:
        raise MalformedError(
            told("the result {result!r} is not that of the game: {outcome}", result=result, outcome=_ended(outcome))
        )


def _ended(outcome: Outcome | None) -> Text:
    """Return how a game ended, in words."""
    if outcome is None:
        return told("it is not over")
    if not outcome.winners:
        return told("drawn")
    return told("won by {winners}", winners=", ".join(outcome.winners))


def write_record(header: Header, moves: Iterable[Move], comments: Iterable[Comment] = ()) -> str:
    """Return the canonical text of a record.

    Args:
        header: As :func:`make_header` returns it.
        moves: Its lines, as :meth:`Position.written` gives them; they are not played.
        comments: In the order in which they stand.
    """
    heads = dict(_header_lines(header))
    lines = list(moves)
    above: dict[str | int, list[str]] = {}
    behind: dict[str | int, str] = {}
    for comment in comments:
        stands = comment.at in heads or comment.at in range(len(lines) + 1)
        if stands and comment.behind:
            behind[comment.at] = comment.text
        else:  # that of a header which is not written comes before the moves
            above.setdefault(comment.at if stands else 0, []).append(comment.text.strip())
    written = []
    for key, head in heads.items():
        written += [*above.get(key, ()), head + behind.get(key, "")]
    written.append("")
    for number, move in enumerate(lines):
        written += [*above.get(number, ()), move + behind.get(number, "")]
    return "\n".join([*written, *above.get(len(lines), ())]) + "\n"


def _header_lines(header: Header) -> Iterator[tuple[str, str]]:
    """Yield the header's lines, each after its name in `Comment.at`."""
    yield "game", header_line("game", header.game)
    yield "players", header_line("players", *header.players)
    for name, value in sorted(header.options.items()):
        yield f"option {name}", header_line("option", name, value)
    for name in ("position", *FREE_HEADERS):
        text = getattr(header, name)
        if text is not None:
            yield name, header_line(name, text)


def header_line(name: str, *values: str) -> str:
    """Return a line of a header."""
    escaped = (re.sub(r'\\(?=["\\]|$)|"', r"\\\g<0>", value) for value in values)
    quoted = " ".join(f'"{value}"' for value in escaped)
    return f"[{name} {quoted}]"

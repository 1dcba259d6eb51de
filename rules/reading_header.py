"""The header of a record, in its brackets, or as people write the top of a score sheet."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from rules.colours import NAME as COLOURS
from rules.game import Game, GameError, Load, OptionError, Position
from rules.reading_moves import plain
from rules.reading_report import Reading
from rules.reading_table import colour_of, heads
from rules.reading_text import Row, cells_of, is_rule, parting, without_marks
from rules.reading_words import (
    BETWEEN,
    IGNORED,
    PASSED,
    PLAYER,
    ROUND,
    SEAT,
    Lexicon,
    Spell,
    fold,
    lexicon_of,
)
from rules.record import (
    FREE_HEADERS,
    HEADERS,
    Header,
    PlayerNameError,
    RecordError,
    header_line,
    make_header,
)
from rules.registry import NAMES, find_game
from rules.text import InContext, told

_NAMED = ", ".join(NAMES)

SAID: Mapping[str, InContext] = {
    "game": InContext("headers", "game | title"),
    "players": InContext("headers", "players | player | names | order | playing order"),
    "date": InContext("headers", "date | day"),
    "event": InContext("headers", "event | tournament"),
    "round": InContext("headers", "round"),
    "place": InContext("headers", "place | location | where"),
    "table": InContext("headers", "table"),
    "result": InContext("headers", "result | winner | outcome"),
    "score": InContext("headers", "score | final score | points"),
    "and": InContext("headers", "and | against | versus | vs"),
    "clock": InContext("headers", "o'clock | pm | am"),
    "me": InContext("headers", "I | me | I'm | I'll | mine"),
    "month": InContext(
        "headers",
        "January | February | March | April | May | June | July | August | September | October | "
        "November | December",
    ),
    "weekday": InContext(
        "headers", "Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday"
    ),
}
"""What people call the headers of a record, and what they write dates and lists of names with."""

_LABEL = re.compile(r"([^\W\d_][^:=;\t,|\d]{0,30}?)\s?(\d)?[ \u00a0]*([:=;\t,|])\s*(.*)")
_NUMERIC = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{2,4})")
_HOUR = re.compile(r"\b\d{1,2}(?:[:.]\d\d)? ?([^\W\d_][\w']+)")
_DAY = re.compile(rf"{_NUMERIC.pattern}|\b\d{{1,2}}(?:\.\d{{1,2}}\.|/\d{{1,2}})(?!\d)")
_FIELD = re.compile(r"(?<![^\W_])[a-mA-M]?\d|[@*]")
_COUNTED = re.compile(r"(?:\w+ )?(\w+)(?:\s*:\s*|\s+)(.+)")  # two players: Anna, Bram
_COUNT = re.compile(r"(\()?\b\d ([^\W\d_]{3,})\)?")  # (2 players)
_AROUND = " -\u2013\u2014:,;|\t.!"
_MOST_BEFORE = 4  # words in front of names
_MOST_BETWEEN = 2  # words in a title
_LONGEST_DATE = 4  # words
_ASIDE = frozenset((PASSED, "@", ROUND, PLAYER))  # what words above the moves may mean
_END = _ASIDE | {IGNORED, "-"}  # and below them
_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))


@dataclass(slots=True)
class Top:
    """What stands above the moves. given: by header, its line and its texts. seats: by what people
    call a seat, the line and the name of who plays there.
    """

    given: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    seats: dict[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def game(self) -> Game | None:
        """The game, None while it is not known."""
        name = self.given["game"][1][0] if "game" in self.given else ""
        titled = None if name in NAMES else title_of(name)
        name = titled.game if titled else name
        return find_game(name) if name in NAMES else None


class TopReader:
    """Reads the first lines of a sheet, as people write them."""

    def __init__(self, reading: Reading, sample: str = "") -> None:
        """Make one of a sheet. sample: some of its lines, which show its language."""
        self.top = Top()
        self._sample = sample
        self._lexicons: dict[str, Lexicon] = {}
        self._perhaps: Row | None = None  # two words alone, which may be names
        self._reading = reading
        self._below: list[tuple[int, str]] | None = None  # the names, one a line, below a label
        self._claims: dict[str, tuple[int, str]] = {}  # name -> its line, and what they play

    @cached_property
    def _said(self) -> Mapping[str, str]:
        return _headers_said(self._reading.spell)

    def _lexicon(self, game: Game) -> Lexicon:
        if game.name not in self._lexicons:
            words = lexicon_of(game, self._reading.spell)
            self._lexicons[game.name] = words.at_home_in(self._sample)
        return self._lexicons[game.name]

    def read(self, row: Row, below: Sequence[Row]) -> bool:
        """Read one line; return whether it belongs to the top.

        below: the lines that follow, which tell a list of names from a row of a table.
        """
        text = without_marks(row.text.translate(_QUOTES)).rstrip(";,|\t ")
        if len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') == 2:
            text = text[1:-1]
        if is_rule(row.text) or not text:
            return True
        return (
            self._name_below(row, text)
            or self._layout(row, text)
            or self._label(row, text, below)
            or self._title(row, text)
            or self._date(row, text)
            or self._names(row, text, below)
            or self._remark(row, text, below)
        )

    def read_end(self, row: Row) -> bool:
        """Read a line behind the moves that says who won or where, or nothing of use.

        Return whether it does.
        """
        found = _LABEL.fullmatch(without_marks(row.text))
        name = self._said.get(fold(found[1].strip())) if found else None
        if found and (name in FREE_HEADERS or name == "score") and name != "round":
            return self._give_said(row, name, found[4].strip())
        lexicon = self._lexicon(self.top.game) if self.top.game else None
        if lexicon is None or row.said or re.search("[;:~]", row.text):
            return False
        words = [part for part in lexicon.parts(row.text) if part.word]
        unclear = any(lexicon.is_near(word.text) for word in words if not word.codes)
        if len(words) < 2 or unclear or not lexicon.holds_no_move(row.text, _END):
            return False
        self._reading.leave(row.number, row.text.strip())
        return True

    def claim(self, row: Row, name: str, said: str) -> bool:
        """Read with which colour, or in which seat, somebody in a chat says to play.

        ``I'm green``, but not ``is that green?``. Return whether that is said.
        """
        game = self.top.game
        words = re.findall(r"[^\W_]+(?:['\u2019][^\W_]+)?", said.replace("\u2019", "'"))
        mine = [word for word in words if self._said.get(fold(word)) == "me"]
        if game is None or not mine or re.search(r"[\d?]", said):
            return False
        codes = "".join(filter(None, map(self._codes, words)))
        if not codes or name in self._claims or codes.count(SEAT) > 1:
            return False
        playing = [(who, what) for who, (_, what) in self._claims.items()]
        self._check_apart(row, [*playing, (name, codes)])
        self._claims[name] = row.number, codes
        return True

    def is_chatter(self, said: str) -> bool:
        """Whether what is said in a chat can be no move."""
        lexicon = self._lexicon(self.top.game) if self.top.game else None
        return not re.search(r"[\d@*]", said) and not (
            lexicon and any(set(part.codes) - {PASSED, PLAYER} for part in lexicon.parts(said))
        )

    def infer_players(self, rows: Sequence[Row]) -> None:
        """Take the players from the head of a table, or from who speaks, where nothing says them.

        Nobody is taken where a line names somebody who would be one player too many.
        """
        game = self.top.game
        if game is None:
            return
        if "players" not in self.top.given:
            self._infer(rows, game)
        if self._perhaps is not None and self._reading.guessed != self._perhaps.number:
            self._reading.leave(self._perhaps.number, self._perhaps.text.strip())

    def _infer(self, rows: Sequence[Row], game: Game) -> None:
        if self._below:
            self._give(self._below[0][0], "players", *(name for _, name in self._below))
            return
        if self.top.seats:
            self._give_seats(game)
            return
        lexicon = self._lexicon(game)
        for n, (row, below) in enumerate(zip(rows[:12], [*rows[1:12], None], strict=False)):
            head = _head_of_table(row.text, lexicon)
            below_it = (one.text for one in rows[n + 1 :])
            listed = parting(row.text) == "," and not heads(row.text, below_it)
            if 1 < len(head) in game.players and not listed:
                head = _coloured(head, below.text if below else "", lexicon)
                said = [f"{name} ({codes})" if codes else name for name, codes in head.items()]
                self._players(row, ", ".join(said))
                return
        for look in (_speakers, _second_cells, _led_by):
            found = look(rows, lexicon)
            if len(found) in game.players and len(found) > 1:
                self._give_order(game, found)
                return
        self._guess(rows, game, lexicon)

    def _guess(self, rows: Sequence[Row], game: Game, lexicon: Lexicon) -> None:
        """Take two words on a line of their own for names, or the colours for those who play them.

        What is not sure has to be accepted.
        """
        sides = _sides(rows, lexicon)
        usual = next((some.by_players for some in game.options if some.name == COLOURS), {})
        if len(sides) in game.players and len(usual.get(len(sides), "")) == len(sides):
            line = min(line for line, _ in sides.values())
            self._give_players(
                Row(line, ""), [(word, letter, "") for letter, (_, word) in sides.items()]
            )
            if sum(len(letters) == len(sides) for letters in usual.values()) > 1:
                self._reading.guessed = line  # two players have as many
        elif self._perhaps is not None:
            self._players(self._perhaps, ", ".join(without_marks(self._perhaps.text).split()))
            self._reading.guessed = self._perhaps.number

    def _give_order(self, game: Game, found: dict[str, tuple[int, str]]) -> None:
        """Give the players who are named in the order of their first moves.

        found: name -> the line, and the colours beside it.
        """
        line, order = min(line for line, _ in found.values()), list(found)
        first = game.seats(len(order)).index(game.start(len(order)).to_move or "")
        names = [*order[len(order) - first :], *order[: len(order) - first]]
        playing = {name: codes for name, (_, codes) in (found | self._claims).items()}
        seats = [SEAT + seat for seat in game.seats(len(names))]
        if self._claims and len(seats) == 2 and len(self._claims) == 1:  # the other is known, too
            ((name, (_, claimed)),) = self._claims.items()
            if claimed in seats:
                playing |= {one: seats[seats[0] == claimed] for one in names if one != name}
        self._give_players(Row(line, ""), [(name, playing.get(name, ""), "") for name in names])

    def _give(self, line: int, name: str, *values: str) -> bool:
        if name in self.top.given:
            why = told(
                "{name} is given twice, before in line {line}",
                name=name,
                line=self.top.given[name][0],
            )
            self._reading.fail(RecordError(line, why))
        else:
            self.top.given[name] = line, values
            self._reading.take(line, header_line(name, *values))
        return True

    def _label(self, row: Row, text: str, below: Sequence[Row]) -> bool:
        """Read a line that says what it gives: ``Spelers: Anna, Bram``."""
        found = _LABEL.fullmatch(text)
        if found is None:
            return False
        label, number, value = found[1].strip(), found[2], found[4].strip(' ";|\t')
        sign = found[3]
        name = self._said.get(fold(label))
        if sign in ";\t,|" and any(cell.strip() for cell in value.split(sign)[1:]):
            following = below[0].text.partition(sign)[0].strip() if below else ""
            given = fold(following) in self._said or any(
                code in _layout_words(self.top.game, self._reading.spell).codes(following)
                for code in (self.top.game.layout if self.top.game else ())
            )
            if name != "players" or not given:
                return False  # a row of a table of moves
        lexicon = self._lexicon(self.top.game) if self.top.game else None
        if name == "players" and lexicon and lexicon.codes(value):
            return False  # the head of a table
        if name == "players" and not number and not value and self._below is None:
            self._below = []
            self._reading.note(row.number, told("read as {meant}", meant="players"))
            return True
        if name == "players" and number and len(self.listed(text)) > 1:
            return self._players(row, text)
        if name == "players" and number and _is_capitalised(value):
            self.top.seats[number] = row.number, value
            self._reading.take(row.number, header_line("players", value))
            return True
        if name is not None and not number and value:
            return self._give_said(row, name, value)
        return self._seat(row, label, value)

    def _layout(self, row: Row, text: str) -> bool:
        """Read what was set up on the table before the game, some on each line perhaps."""
        game = self.top.game
        parts = _layout_words(game, self._reading.spell).parts(text) if game else []
        said = [code for part in parts for code in (*part.codes, part.text)[:1]]
        names = {option.name for option in game.options}.intersection(said) if game else ()
        if game is None or len(names) != 1 or not any(part.number for part in parts):
            return False
        (name,) = names
        told = " ".join(one for one in said if one in game.layout or one in ":=" or one.isdecimal())
        meant = game.meant_option(name, told.replace(name, "").lstrip(" :="))
        key = f"option {name}"
        line, before = self.top.given.get(key, (row.number, ()))
        self.top.given[key] = line, (" ".join([*before, meant]),)
        self._reading.take(row.number, header_line("option", name, meant))
        return True

    def _name_below(self, row: Row, text: str) -> bool:
        """Read a name on a line of its own, below a label."""
        game = self.top.game
        if self._below is None or game is None or "players" in self.top.given:
            return False
        name = text.lstrip("-\u2022 ")
        if not _is_name(name, self._lexicon(game)):
            return False
        self._below.append((row.number, name))
        self._reading.take(row.number, header_line("players", name))
        return True

    def _give_said(self, row: Row, name: str, value: str) -> bool:
        """Read a value that a known word stands in front of; return whether it may be one."""
        value = value.replace('"', "").strip(" ;,|\t")
        if name == "game":
            titled = title_of(value)
            if titled is None:
                return self._give(row.number, "game", value)
            self._give(row.number, "game", titled.game)
            self._reading.leave(row.number, *titled.beside)
            return self._rest(row, titled.rest)
        if name == "players":
            return self._players(row, value)
        if name == "date":
            return self._give(row.number, "date", self._as_date(value) or value)
        if name == "score":
            self._reading.leave(row.number, row.text.strip())
            return True
        if name == "result":
            value = self._winner(value)
        return name in HEADERS and self._give(row.number, name, value)

    def _winner(self, text: str) -> str:
        """Return the name of the player that a result names, the text itself when it is none."""
        names = self.top.given["players"][1] if "players" in self.top.given else ()
        named = [name for name in names if fold(name) in map(fold, re.findall(r"[\w'-]+", text))]
        whole = fold(text).split()
        return (
            named[0] if len(named) == 1 and len(whole) <= 2 and fold(named[0]) == whole[0] else text
        )

    def _seat(self, row: Row, label: str, value: str) -> bool:
        """Read who plays in a seat, or with which colour."""
        game = self.top.game
        if game is None or "players" in self.top.given:
            return False
        lexicon = self._lexicon(game)
        for said, name in ((label, value), (value, label)):
            code = self._codes(said)
            if code and _is_name(name, lexicon):
                before = [(who, codes) for codes, (_, who) in self.top.seats.items()]
                self._check_apart(row, [*before, (name, code)])
                self.top.seats[code] = row.number, name
                self._reading.take(row.number, header_line("players", name))
                return True
        name, code, more = self._named(value)
        if len(label) > 1 or label in game.vocabulary or game.timed or more:
            return False
        if not label.isupper() or not (code or _is_name(name, lexicon)):
            return False
        self.top.seats[code or str(len(self.top.seats) + 1)] = row.number, name
        self._reading.initials[label] = name  # J = Jacobins (Anna)
        self._reading.take(row.number, header_line("players", name))
        return True

    def _check_apart(self, row: Row, playing: Iterable[tuple[str, str]]) -> None:
        """Raise RecordError where two players have one seat, or one colour, in a row.

        playing: the name of each, and what `_codes` says of what they play.
        """
        taken: dict[str, str] = {}
        for name, codes in playing:
            for code in [codes] if codes.startswith(SEAT) else codes:
                if code in taken:
                    words = re.findall(r"[^\W_]+", row.text)
                    said = next((word for word in words if code in self._codes(word)), codes)
                    why = told(
                        "{one} and {other} cannot both play {side}; write who plays what",
                        one=taken[code], other=name, side=said,
                    )  # fmt: skip
                    raise RecordError(row.number, why)
                taken[code] = name

    def _give_seats(self, game: Game) -> None:
        """Give the players that were told one by one."""
        seats = self.top.seats
        line = next(iter(seats.values()))[0]
        order = list(seats)
        known = [SEAT + seat for players in game.players for seat in game.seats(players)]
        if all(code in known or code.isdecimal() for code in order):
            order.sort(key=lambda code: known.index(code) if code in known else int(code))
        elif not all(map(str.isalpha, order)):
            return
        self.top.given["players"] = line, tuple(seats[code][1] for code in order)
        if all(map(str.isalpha, order)) and "option colours" not in self.top.given:
            self.top.given["option colours"] = line, ("".join(order),)

    def _players(self, row: Row, value: str) -> bool:
        """Read names, each perhaps with its colour or seat behind it."""
        return self._give_players(row, self._listed_names(value))

    def _give_players(self, row: Row, listed: Iterable[tuple[str, str, str]]) -> bool:
        """Give the players. listed: as `_listed_names` has them."""
        names, codes = list[str](), list[str]()
        game = self.top.game
        for name, code, more in listed:
            names.append(name)
            codes.append(code)
            self._reading.leave(row.number, *filter(None, [more]))
        self._check_apart(row, zip(names, codes, strict=True))
        if game and all(code.startswith(SEAT) for code in codes):
            seats = (
                [SEAT + seat for seat in game.seats(len(names))]
                if len(names) in game.players
                else []
            )
            if sorted(seats) == sorted(codes):
                names = [names[codes.index(seat)] for seat in seats]
        elif game and all(codes) and all(code.isalpha() for code in codes):
            self.top.given["option colours"] = row.number, ("".join(codes),)
        elif self._claims or any(code.isalpha() for code in codes):
            unsaid = ", ".join(name for name, code in zip(names, codes, strict=True) if not code)
            why = told("what {names} plays with is not said; say it of everybody", names=unsaid)
            raise RecordError(row.number, why)
        return self._give(row.number, "players", *names)

    def _codes(self, said: str) -> str:
        """Return the seat or the letters of the colours that words say, nothing if they do not."""
        game = self.top.game
        words = [
            word for word in re.findall(r"[^\W_]+", said) if self._said.get(fold(word)) != "and"
        ]
        if game is None or not words:
            return ""
        lexicon = self._lexicon(game)
        letters = {word: word.lower() for word in words if len(word) == 1}
        codes = [
            _seat_code(lexicon, word) or colour_of({letters.get(word, "")} & set(game.vocabulary))
            for word in words
        ]
        return "".join(filter(None, codes)) if all(codes) else ""

    def _named(self, text: str) -> tuple[str, str, str]:
        """Return a name in a list, the seat or colours said beside it, and what else is said."""
        found = re.fullmatch(r"(.+?)\s*[(=:]\s*(.*?)\)?", text)
        if found:
            name, said = found.groups()
            if self._said.get(fold(name.rstrip(" 0123456789"))) == "players":
                return said, "", ""  # player 2: Anna
            if not self._codes(said) and self._codes(name):
                name, said = said, name
            return (name, codes, "") if (codes := self._codes(said)) else (name, "", said)
        return text, "", ""

    def _listed_names(self, text: str) -> list[tuple[str, str, str]]:
        """Return the names in a list as `_named` does; colours may stand beside all of them."""
        listed = self.listed(text)
        beside = list[tuple[str, str, str]]()
        for one in listed:
            words = [] if re.search("[(=:]", one) else one.split()
            for name, said in ((words[1:], words[:1]), (words[:-1], words[-1:])):
                if name and (codes := self._codes(" ".join(said))):
                    while len(name) > 1 and name[-1].islower():
                        name.pop()  # plays, is, has
                    while said == words[:1] and len(name) > 1 and name[0].islower():
                        del name[0]
                    beside.append((" ".join(name), codes, ""))
                    break
        if len(beside) == len(listed):
            return beside
        named = [self._named(one) for one in listed]
        while len(named) > 2 and not named[-1][1] and all(codes for _, codes, _ in named[:2]):
            if _is_capitalised(named[-1][0]):
                break
            named.pop()
            who, colours, more = named[-1]  # and what else is said behind it
            named[-1] = who, colours, f"{more} {listed[len(named)]}".strip()
        return named

    def _introduced(self, text: str, lexicon: Lexicon) -> str:
        """Return a list of names without the words in front that say that it is one."""
        counted = _COUNTED.fullmatch(text)
        if counted and self._said.get(fold(counted[1])) == "players":
            return counted[2]
        words = text.split(" ")
        for many in (2, 1):
            said = " ".join(words[:many])
            if self._said.get(fold(said)) == "players" or lexicon.codes(said) == (PASSED,):
                return " ".join(words[many:])
        return text

    def _are_players(self, text: str, game: Game, lexicon: Lexicon) -> bool:
        """Whether a text is a list of as many names as may play."""
        if _DASHED.search(text) and re.search("[,&]", _unbracketed(text)):
            return False  # a list, and something beside it
        named = self._listed_names(text)
        count = len(named)
        if sum(_is_name(name, lexicon) for name, *_ in named) > 1:  # Dan is one, too
            named = [
                one
                for one in named
                if not {PASSED, "@"}.issuperset(lexicon.codes(one[0]))
                or not (lexicon.codes(one[0]) and _is_capitalised(one[0]))
            ]
        said = (self._said.get(fold(name)) for name, *_ in named)
        return (
            1 < count in game.players
            and "players" not in said
            and all(
                (_is_name(name, lexicon) and (codes or not more or f"({more}" in text))
                or (codes and _is_capitalised(name) and name.isalpha() and not self._codes(name))
                for name, codes, more in named  # clair : Pierre, although that is a stone
            )
        )

    def listed(self, text: str) -> list[str]:
        """Return the names in a list, whatever parts them."""
        parts = re.split(_BETWEEN_NAMES, _unbracketed(text))
        listed = list[str]()
        for part in parts:
            words = list[str]()
            for word in part.split():
                if self._said.get(fold(word.rstrip("."))) == "and" and (words or listed):
                    listed.append(" ".join(words))
                    words = []
                else:
                    words.append(word)
            listed.append(" ".join(words))
        names = list[str]()
        for one in (_tidy(one.replace("\0", ",")) for one in listed if one.strip(" .")):
            if names and self._codes(one) and re.search("[:=]", names[-1]):
                names[-1] += f" {one}"  # Anna: yellow and red
            else:
                names.append(one)
        return names

    def _title(self, row: Row, text: str) -> bool:
        """Read a title, and what stands behind it on its line."""
        titled = title_of(text)
        if titled is None or "game" in self.top.given:
            return False
        name, rest, beside = titled
        around = " ".join([*beside, rest])
        dated = _DAY.search(around) or any(
            self._kind(word, shortened=True) == "month" for word in re.findall(r"\w+", around)
        )
        if _FIELD.search(_COUNT.sub(self._uncounted, around)) and not dated:
            return False
        self._give(row.number, "game", name)
        for said in beside:
            if when := self._as_date(said, shortened=True):
                self._give(row.number, "date", when)
            elif self._said.get(fold(said)) != "game" and not self._names_within(row, said):
                self._reading.leave(row.number, said)
        return self._rest(row, rest)

    def _uncounted(self, found: re.Match[str]) -> str:
        """Return what a number and a word say beside how many play."""
        counts = found[1] or self._said.get(fold(found[2])) == "players"
        return "" if counts else found[0]

    def _names_within(self, row: Row, text: str) -> bool:
        """Read names behind other words, in front of a title: yesterday A, B and C played ..."""
        game = self.top.game
        words = text.split(" ")
        for n in range(1, min(len(words) - 2, _MOST_BEFORE) + 1):
            names = " ".join(words[n:])
            if game and self._are_players(names, game, self._lexicon(game)):
                self._reading.leave(row.number, " ".join(words[:n]))
                return self._players(row, names)
        return False

    def _rest(self, row: Row, rest: str) -> bool:
        """Read what stands behind a title: a date, names, or nothing of use."""
        rest = rest.strip(_AROUND).removeprefix(")").lstrip(_AROUND)
        game = self.top.game
        if not rest or game is None:
            return True
        lexicon = self._lexicon(game)
        if bracketed := re.match(r"\(([^)]*)\)", rest):
            if not self._are_players(bracketed[1], game, lexicon):
                self._reading.leave(row.number, bracketed[0])
            else:
                self._players(row, bracketed[1])
            return self._rest(row, rest[bracketed.end() :])
        when = self._as_date(rest, shortened=True)
        if when:
            return self._give(row.number, "date", when)
        rest = self._introduced(rest, lexicon)
        if self._are_players(rest, game, lexicon):
            place, *names = self.listed(rest)
            if " " in place and len(names) > 1 and " " not in "".join(names):
                self._reading.guessed = row.number  # Café Central, Anna, Bram
            return self._players(row, rest)
        first, *others = _DASHED.split(rest, maxsplit=1)
        if others and any(
            self._are_players(some, game, lexicon) or self._as_date(some, shortened=True)
            for some in (first, *others)
        ):
            return self._rest(row, first) and self._rest(row, others[0])
        self._reading.leave(row.number, rest)
        return True

    def _date(self, row: Row, text: str) -> bool:
        """Read a date alone."""
        when = self._as_date(text)
        return (
            bool(when)
            and "date" not in self.top.given
            and self._give(row.number, "date", when or "")
        )

    def _kind(self, word: str, *, shortened: bool) -> str | None:
        """Return what a word of a date is. shortened: whether a month may be: Nov for November."""
        if word.rstrip("stndrhe").isdecimal():
            return "number"
        kind = self._said.get(fold(word))
        return (
            "month" if kind is None and shortened and _month_of(word, self._reading.spell) else kind
        )

    def _as_date(self, text: str, *, shortened: bool = False) -> str | None:
        """Return a date as records write it, or as it is written; None when the text is none.

        shortened: as for `_kind`; a name may be the same, as in "Jan 5".
        """
        found = _NUMERIC.fullmatch(text.strip(" ."))
        if found:
            return _iso(*map(int, found.groups())) or text
        numeric = _NUMERIC.search(text)
        beside = re.findall(r"[^\W\d_]+", text)
        if (
            numeric
            and beside
            and all(
                self._said.get(fold(word)) == "weekday"
                or (word.islower() and len(word) < 4)  # le, on
                for word in beside
            )
        ):
            return _iso(*map(int, numeric.groups())) or text
        words = re.findall(r"[^\W_]+", text)
        kinds = [self._kind(word, shortened=shortened) for word in words]
        if "number" not in kinds or not {"month", "weekday"} & set(kinds):
            return None
        if not set(kinds) <= {"number", "month", "weekday"} or kinds.count("month") != 1:
            return None
        numbers = [
            int(re.sub(r"\D", "", word))
            for word, kind in zip(words, kinds, strict=True)
            if kind == "number"
        ]
        month = _month_of(words[kinds.index("month")], self._reading.spell)
        if len(numbers) == 2 and max(numbers) > 1000:
            return _iso(min(numbers), month, max(numbers)) or text
        return text

    def _names(self, row: Row, text: str, below: Sequence[Row]) -> bool:
        """Read the names of the players alone, where they are no head of a table."""
        game = self.top.game
        if game is None or "players" in self.top.given:
            return False
        lexicon = self._lexicon(game)
        text = self._introduced(text, lexicon)
        words = text.split()
        apart = len(self.listed(text)) == 1 and all(
            _is_name(word, lexicon) and fold(word) not in self._said for word in words
        )
        if apart and (len(words) > 2 or any(_begins(one.text, words) for one in below)):
            text = ", ".join(words)
        first, *others = _sentences(text)
        for names, more in ((text, []), (first, others)):
            if self._are_players(names, game, lexicon) and not heads(
                row.text, (one.text for one in below)
            ):
                self._reading.leave(row.number, *more)
                return self._players(row, names)
        if apart and len(words) == 2 and len(game.players) > 1 and self._perhaps is None:
            self._perhaps = row
            return True
        return False

    def _remark(self, row: Row, text: str, below: Sequence[Row]) -> bool:
        """Leave out words above the moves that can be neither names nor moves, but for a date."""
        game = self.top.game
        if game is None:
            return False
        lexicon = self._lexicon(game)
        said, date = self._dated(text)
        hours = [h for h in _HOUR.finditer(said) if self._said.get(fold(h[1])) == "clock"]
        for hour in hours:
            said = said.replace(hour[0], "")
        said = _COUNT.sub(self._uncounted, said).rstrip()
        words = set(map(fold, re.findall(r"[^\W_]+", said)))
        if re.search(r"[;=\t]|:.", said) or not lexicon.holds_no_move(
            said, {*_ASIDE, "start"} if hours else _ASIDE
        ):
            return False
        players = self.top.given["players"][1] if "players" in self.top.given else ()
        led = below and _begins(below[0].text, players)
        if (said.endswith(":") and not led) or not words.isdisjoint(map(fold, players)):
            return False
        named = players or any(self._are_players(b.text, game, lexicon) for b in below[:1])
        names = [name for name in self.listed(said) if _is_name(name, lexicon)]
        sides = any(_seat_code(lexicon, word) for word in words)
        table = parting(said) == "  " or heads(row.text, (one.text for one in below))
        if not named and (sides or table or len(names) > 1):
            return False
        self._reading.leave(row.number, *filter(None, [said.strip(_AROUND)]))
        return not date or "date" in self.top.given or self._give(row.number, "date", date)

    def _dated(self, text: str) -> tuple[str, str]:
        """Return a text without the date in it, and that date, "" where there is none."""
        words = list(re.finditer(r"\S+", text))
        for many in range(min(len(words), _LONGEST_DATE), 0, -1):
            for first, last in zip(words, words[many - 1 :], strict=False):
                when = self._as_date(text[first.start() : last.end()], shortened=True)
                if when:
                    return text[: first.start()] + text[last.end() :], when
        return text, ""


@cache
def _layout_words(game: Game, spell: Spell) -> Lexicon:
    """Return the words for what is set up on the table before a game."""
    return Lexicon(game.layout, spell)


def _begins(text: str, names: Sequence[str]) -> bool:
    """Whether a line begins with one of these names."""
    return next(iter(re.findall(r"[^\W\d_]+", text)), None) in names


_BETWEEN_NAMES = re.compile(
    r"\s*[,;|&+\t]\s*|\s+[-\u2013\u2014/]\s+"
    r"|(?:\.\s+|\s{2,})(?=[^\W\d_]{3,} ?[:=])|(?<=\))\s+(?=[^\W\d_])"
)
_DASHED = re.compile(r"\s+[-\u2013\u2014|]\s+|\s{3,}")
_SPEAKER = re.compile(r"\s*[-*\u2022]?\s*(?:\d+[.)]\s*)?([^\W\d_][\w.' -]{0,38}?)\s*:(?!\d)")


def _tidy(name: str) -> str:
    """Return a name without the marks of a list: Anna. but not Anna B."""
    name = name.strip(" \"'\u2018\u2019")
    return name.rstrip(".") if len(name.rpartition(" ")[2]) > 2 else name


def _unbracketed(text: str) -> str:
    """Return a text in which nothing within brackets parts a list."""
    return re.sub(
        r"\([^)]*\)", lambda found: re.sub("[,;|&+]", "\0", found[0]).replace(" ", "\u00a0"), text
    )


@cache
def _headers_said(spell: Spell) -> Mapping[str, str]:
    """Return the header that each word stands for, by the word without case and accents."""
    said: dict[str, str] = {name: name for name in HEADERS if name != "option"}
    for name, entry in SAID.items():
        for words in spell(entry):
            for word in words.split(BETWEEN):
                said.setdefault(fold(word.strip()).replace("\u2019", "'"), name)
    return said


def _month_of(word: str, spell: Spell) -> int:
    for words in spell(SAID["month"]):
        months = [fold(month.strip()) for month in words.split(BETWEEN)]
        if fold(word) in months:
            return months.index(fold(word)) % 12 + 1
    for words in spell(SAID["month"]):
        for number, month in enumerate(words.split(BETWEEN)):
            if len(word) > 2 and fold(month.strip()).startswith(fold(word)):
                return number % 12 + 1
    return 0


def _iso(first: int, month: int, last: int) -> str | None:
    """Return a date as ``2026-03-14``, None when it is none; years may have two figures."""
    day, year = (last, first) if first > 31 else (first, last)
    year += 2000 * (year < 100)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not (0 < month <= len(days) and 0 < day <= days[month - 1]):
        return None
    return f"{year:04}-{month:02}-{day:02}"


class Titled(NamedTuple):
    """The title of a game in a text. rest: what stands behind it. beside: what else, left out."""

    game: str
    rest: str
    beside: tuple[str, ...]


_ENDS = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=\)))[.!]\s+(?=[^\W\d_a-z])")


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text with a title in it, the text itself where it is but one."""
    said = _sentences(text)
    return said if len(said) > 1 and title_of(text) else [text]


def _sentences(text: str) -> list[str]:
    edges = [0, *(found.end() for found in _ENDS.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


def title_of(text: str) -> Titled | None:
    """Return which game's title stands in a text; None where none does, or those of two games.

    Who made it may stand between: Revolution by Reiner Knizia.
    """
    titles = [(title, name) for name in NAMES for title in (name, *find_game(name).titles)]
    titles.sort(key=lambda one: (-len(one[0].split()), -len(one[0])))
    for key in (_exactly, fold):
        words = _words(text, key)
        found: dict[str, set[int]] = {}
        for title, name in titles:
            at = _places(words, [word for word, *_ in _words(title, key)])
            found.setdefault(name, set()).update(at)
        every = set[int]().union(*found.values())
        name = next((name for name, at in found.items() if at == every), "")
        if every and name:  # Revolution (hourglasses) has the titles of two, and all of one
            edges = [0, *(edge for n in sorted(every) for edge in words[n][1:])]
            between = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=False)]
            beside = (some.strip(_AROUND + "()") for some in between)
            return Titled(name, text[edges[-1] :], tuple(filter(None, beside)))
    return None


def _places(words: Sequence[tuple[str, int, int]], wanted: Sequence[str]) -> list[int]:
    """Return which of these words are the wanted ones, in their order and near to each other."""
    for first, (word, *_) in enumerate(words):
        places = [first]
        for one in wanted[1:]:
            near = range(places[-1] + 1, min(places[-1] + 2 + _MOST_BETWEEN, len(words)))
            places += [n for n in near if words[n][0] == one][:1]
        if word == wanted[0] and len(places) == len(wanted):
            return places
    return []


def _exactly(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _words(text: str, key: Callable[[str], str]) -> list[tuple[str, int, int]]:
    """Return the words of a text by their key, each with where it begins and ends."""
    return [
        (key(found[0]), *found.span())
        for found in re.finditer(r"(?:[^\W_]|[\u0300-\u036f])+", text)
    ]


def _seat_code(lexicon: Lexicon | None, said: str) -> str | None:
    """Return the seat, or the letter of the colour, that a word says; None when it says none."""
    codes = lexicon.codes(said) if lexicon else ()
    return next((code for code in codes if code.startswith(SEAT)), colour_of(codes))


def _is_capitalised(text: str) -> bool:
    return bool(text) and text[0].isupper()


def _is_name(text: str, lexicon: Lexicon) -> bool:
    """Whether somebody may be called so: no word of the game, and no move."""
    words = text.split()
    return (
        0 < sum(not word.islower() for word in words) <= 3
        and not any(word.islower() and len(word) > 4 for word in words)  # unlike van and della
        and not words[-1].islower()
        and not any(word.islower() and "@" in lexicon.codes(word) for word in words)
        and _is_capitalised(text)
        and len(text) > 1
        and not re.search(r"[\d@*|:;,!?]", text)
        and not lexicon.is_word(text)
        and not any(lexicon.is_word(word) for word in words if len(word) > 3)
    )


def _head_of_table(text: str, lexicon: Lexicon) -> dict[str, str]:
    """Return the names in the head of a table, and with which colours or seats, if it is one."""
    sign = parting(text)
    cells = [text[cell.start : cell.end] for cell in cells_of(text, sign)] if sign else []
    names = dict[str, str]()
    heading = [cell for cell in cells if lexicon.codes(cell)]
    if len(heading) > 1 and any(PLAYER in lexicon.codes(cell) for cell in heading):
        return {}  # the names stand below
    for cell in filter(None, cells):
        if lexicon.is_word(cell) or not re.search(r"\w", cell):
            continue
        words = re.sub("[()/+&]", " ", cell).split()
        said = [word for word in words if _seat_code(lexicon, word)]
        while len(words) > 1 and lexicon.is_word(words[-1]):
            words.pop()  # Anna stones
        while len(words) > 1 and lexicon.is_word(words[0]):
            del words[0]
        name = _tidy(" ".join(words))
        if not _is_name(name, lexicon):
            return {}
        names.setdefault(name, " ".join(said))
    return names


def _coloured(head: dict[str, str], below: str, lexicon: Lexicon) -> dict[str, str]:
    """Return the names in the head of a table with the colours that the row below it gives them."""
    sign = parting(below)
    cells = [below[cell.start : cell.end] for cell in cells_of(below, sign)] if sign else []
    colours = [cell for cell in cells if colour_of(lexicon.codes(cell))]
    given = len(colours) == len(head) and not any(head.values()) and len(cells) <= len(head) + 1
    return dict(zip(head, colours, strict=True)) if given else head


def _second_cells(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return who is named in one column of a table, and where first."""
    columns: dict[int, dict[str, tuple[int, str]]] = {}
    for row in rows:
        sign = parting(row.text)
        cells = cells_of(row.text, sign) if sign else []
        for n, said in enumerate(row.text[cell.start : cell.end] for cell in cells):
            move = any(part.codes or part.number for part in lexicon.parts(row.text))
            if move and _is_name(said, lexicon):
                columns.setdefault(n, {}).setdefault(said, (row.number, ""))
    known = [names for names in columns.values() if len(names) > 1]
    return known[0] if len(known) == 1 else {}


def _speakers(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return who stands in front of a colon, and where first; those who move first come first."""
    speakers, movers = dict[str, tuple[int, str]](), dict[str, tuple[int, str]]()
    for row in rows:
        found = _SPEAKER.match(row.text)
        if found is None:
            continue
        if not (_is_name(found[1], lexicon) or (row.said and _may_speak(found[1]))):
            continue
        speakers.setdefault(found[1], (row.number, ""))
        if any(
            part.number or set(part.codes) - {PASSED}
            for part in lexicon.parts(row.text[found.end() :])
        ):
            movers.setdefault(found[1], speakers[found[1]])
    return movers | speakers


def _sides(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return the colours in the head of a table, or in front of all rows of moves.

    By letter: the line, and the word in the language of the sheet. None where a row of moves begins
    otherwise.
    """
    for row in rows[:12]:
        sign = parting(row.text)
        cells = cells_of(row.text, sign) if sign else []
        said = [row.text[cell.start : cell.end] for cell in cells if cell.end > cell.start]
        letters = list(filter(None, (colour_of(lexicon.codes(cell)) for cell in said)))
        if len(letters) > 1 and len({*letters}) == len(letters) >= len(said) - 1:
            return {letter: (row.number, lexicon.word_for(letter)) for letter in letters}
    sides = dict[str, tuple[int, str]]()
    for row in rows:
        parts = [part for part in lexicon.parts(row.text) if part.codes or part.text.isalnum()]
        first = next((part for part in parts if not part.number and ROUND not in part.codes), None)
        letter = colour_of(first.codes) if first else None
        if letter is not None:
            sides.setdefault(letter, (row.number, lexicon.word_for(letter)))
        elif any(part.number for part in parts):
            return {}
    return sides


def _may_speak(name: str) -> bool:
    """Whether who speaks in a chat may be called so, whatever else that word means."""
    return _is_capitalised(name) and not re.search(r"[\d@*|]", name)


def _led_by(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return whose names all the rows of moves begin with, where first, and their colours.

    Nobody where a row of moves begins otherwise, or a name is there once only.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    colours: dict[str, dict[str, None]] = {}
    for row in rows:
        found = _LED.match(row.text)
        if found is None or not _is_name(found[2], lexicon):
            said = {code for part in lexicon.parts(row.text) for code in part.codes}
            if re.search(r"\d", row.text) and said != {"start"}:
                return {}
            continue
        name = found[2]
        lines.setdefault(name, row.number)
        counts[name] = counts.get(name, 0) + 1
        letters = map(colour_of, map(lexicon.codes, found[1]))
        colours.setdefault(name, {}).update(dict.fromkeys(filter(None, letters)))
    if min(counts.values(), default=0) < 2:
        return {}
    shown = {name: "".join(colours[name]) for name in lines}
    shared = len({len(letters) for letters in shown.values()}) > 1
    each = 2 if len(lines) == 2 else 1
    alike = all(len(letters) == each for letters in shown.values())
    return {} if shared else {n: (line, shown[n] if alike else "") for n, line in lines.items()}


_LED = re.compile(
    r"([\W\d_]*)([^\W\d_][^\W\d_'\u2019-]+(?:[ '\u2019-][^\W\d_a-z][^\W\d_]+)*)(?=\W)"
)


# In brackets


def header_of(
    given: dict[str, tuple[int, tuple[str, ...]]],
    load: Load,
    reading: Reading,
    *,
    line: int,
    kept: bool,
) -> tuple[Header, Position, dict[int, str]]:
    """Return the header, the position before the first move, and what stands on which line.

    given: by header, its line and its texts. line: the one that should have been the header, where
    none is given. Raises RecordError.
    """
    if "game" not in given:
        raise RecordError(
            max(line, 1),
            told('no header says which game this is: [game "..."], one of {games}', games=_NAMED),
        )
    where_game, (game,) = given["game"]
    if game not in NAMES and not reading.strict and (named := title_of(game)):
        game, rest, beside = named
        reading.leave(where_game, *filter(None, [*beside, rest.strip()]))
        reading.take(where_game, header_line("game", game))
    options = {
        name.removeprefix("option "): (number, values[0])
        for name, (number, values) in given.items()
        if name.startswith("option ")
    }
    free = {name: given[name][1][0] for name in FREE_HEADERS if name in given}
    players = given["players"][1] if "players" in given else None
    tried: set[str] = set()
    while True:
        chosen = {name: value for name, (_, value) in options.items()}
        try:
            header = make_header(game, players, chosen, kept=kept, **free)
            start = header.start(load)
            break
        except OptionError as error:
            if not reading.strict and error.option in options.keys() - tried:
                tried.add(error.option)
                if _correct_option(find_game(game), options, error.option, reading):
                    continue
            where = options[error.option][0] if error.option in options else where_game
            fault = RecordError(where, error.message)
            if not reading.every or error.option not in options:
                raise fault from None
            reading.fail(fault)
            _drop_option(find_game(game), options, error.option)
        except PlayerNameError as error:
            reading.fail(RecordError(given["players"][0], error.message))
            kept = True
        except GameError as error:
            blamed = "players" if "players" in given and game in NAMES else "game"
            raise RecordError(given[blamed][0], error.message) from None
    if not reading.strict:
        _tell_layout(header, options, where_game, reading)
    return header, start, {number: name for name, (number, _) in given.items()}


def given_in(
    lines: Iterable[tuple[int, str]], reading: Reading
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the number of the line and the texts of each header; options are ``option NAME``."""
    given: dict[str, tuple[int, tuple[str, ...]]] = {}
    for number, raw in lines:
        try:
            name, values = read_header_line(number, raw, reading)
        except RecordError as error:
            reading.fail(error)
            continue
        if name in given:
            why = told(
                "{name} is given twice, before in line {line}", name=name, line=given[name][0]
            )
            reading.fail(RecordError(number, why))
        else:
            given[name] = (number, values)
    return given


def _correct_option(
    game: Game, options: dict[str, tuple[int, str]], name: str, reading: Reading
) -> bool:
    """Put what was probably meant in the place of an option; return whether that is another."""
    number, value = options[name]
    known = {option.name for option in game.options}
    meant = name if name in known else name.lower()
    if meant != name and meant in known and meant not in options:
        del options[name]
        options[meant] = (number, value)
    else:
        meant = name
        options[meant] = (number, game.meant_option(name, plain(value)))
    if options.get(name) == (number, value):
        return False
    reading.take(number, header_line("option", meant, options[meant][1]))
    return True


def _drop_option(game: Game, options: dict[str, tuple[int, str]], name: str) -> None:
    """Let an option that cannot be read be as usual; a layout is usual as a whole."""
    layout = {option.name for option in game.options if option.always}
    for one in layout if name in layout else {name}:
        options.pop(one, None)


def _tell_layout(
    header: Header, options: Mapping[str, object], line: int, reading: Reading
) -> None:
    """Note the options that a record should always name, and which was taken instead."""
    taken = [
        header_line("option", option.name, header.options[option.name])
        for option in find_game(header.game).options
        if option.always and option.name not in options
    ]
    if taken:
        reading.note(line, told("no layout is given; taken is {layout}", layout=" ".join(taken)))


def read_header_line(number: int, line: str, reading: Reading) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of one header line.

    The name of ``[option "variant" "true"]`` is ``option variant``. Raises RecordError.
    """
    try:
        return _exact_header_line(number, line)
    except RecordError:
        if reading.strict:
            raise
        meant = _meant_header_line(line, TopReader(reading).listed)
        if meant == line:
            raise
        found = _exact_header_line(number, meant)
        reading.take(number, meant)
        return found


_EXAMPLES = {
    **{name: f'[{name} "..."]' for name in FREE_HEADERS},
    "players": '[players "Anna" "Bram"], each name in quotation marks',
    "option": '[option "variant" "true"]',
}


def _exact_header_line(number: int, line: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of one header line. Raises RecordError."""
    name, *parts = line.removeprefix("[").removesuffix("]").split('"')
    between, values = [name, *parts[1::2]], tuple(parts[::2])
    name = name.rstrip()
    well_formed = line[:1] == "[" and line[-2:] == '"]' and between.pop() == "" and values
    if not well_formed or any(text.strip(" \t") or not text for text in between[1:]):
        known = re.match(r"\[?\s*(\w+)", line)
        example = _EXAMPLES.get(known[1].lower() if known else "", '[game "forum_romanum"]')
        raise RecordError(
            number, told("{line} should look like {example}", line=line, example=example)
        )
    if name not in HEADERS or between[0] == name:
        raise RecordError(
            number,
            told(
                "unknown header {name!r}; there is: {can}",
                name=name,
                can=", ".join(HEADERS),
            ),
        )
    if HEADERS[name] not in (None, len(values)):
        raise RecordError(
            number,
            told(
                "header {name!r} takes {number} quoted text(s)",
                name=name,
                number=HEADERS[name] or 0,
            ),
        )
    return (f"option {values[0]}", values[1:]) if name == "option" else (name, values)


_SINGLE = str.maketrans(dict.fromkeys("\u2018\u2019\u201a\u201b", "'"))
BARE = re.compile(  # a header without its bracket
    rf"(?:{'|'.join(HEADERS)})\s*[:=\"]\s*\S|option\s", re.IGNORECASE
)
_HEAD = re.compile(r"\[?\s*(\w+)(?:\s*[:=]\s*|\s+|(?=\"))([^\]]+)\]?")
_QUOTED = re.compile(r"(?:\"[^\"]*\"[\s,]*)+")


def _meant_header_line(line: str, listed: Callable[[str], Sequence[str]]) -> str:
    """Return the exact form of a header line that somebody wrote, the line itself if none is.

    listed: parts a list of names.
    """
    text = line.translate(_QUOTES)
    if '"' not in text:
        text = re.sub(r"(?<=\s)'(.*?)'(?=[\s,\]]|$)", r'"\1"', text.translate(_SINGLE))
    found = _HEAD.fullmatch(text)
    if found is None:
        return line
    name, content = found[1].lower(), found[2].strip()
    if _QUOTED.fullmatch(content):
        return header_line(name, *re.findall('"([^"]*)"', content))
    if '"' in content or (name == "players" and "," not in content):
        return line  # where one name ends and the next begins is not said
    if name == "option":
        option, *value = re.split(r"\s*[:=]\s*|\s+", content, maxsplit=1)
        return header_line(name, option, *value)
    return header_line(name, *(listed(content) if name == "players" else [content]))

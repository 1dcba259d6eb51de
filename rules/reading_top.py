"""The top of a score sheet as people write it: its game, its date and who plays."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import pairwise, product

from rules.colours import NAME as COLOURS
from rules.game import Game
from rules.header_words import headers_said, speaks_of
from rules.reading_dates import date_of, dated, shows_date
from rules.reading_moves import LineReader
from rules.reading_players import (
    DASHED,
    coloured,
    head_of_names,
    is_capitalised,
    is_name,
    led_by,
    listed,
    names_in_column,
    seat_code,
    sides_of,
    speakers,
    tidy,
    unbracketed,
)
from rules.reading_report import Reading
from rules.reading_table import colour_of, heads
from rules.reading_text import QUOTES, Row, cells_of, is_rule, parting, without_marks
from rules.reading_titles import AROUND, namesakes, parted_clauses, parted_sentences, title_of
from rules.reading_words import (
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
    RecordError,
    header_line,
)
from rules.registry import NAMES, find_game
from rules.text import told

_LABEL = re.compile(r"([^\W\d_][^:=;\t,|\d]{0,30}?)\s?(\d)?[ \u00a0]*([:=;\t,|])\s*(.*)")
_HOUR = re.compile(r"\b\d{1,2}(?:[:.]\d\d)? ?([^\W\d_][\w']+)")
_FIELD = re.compile(r"(?<![^\W_])[a-mA-M]?\d|[@*]")
_COUNTED = re.compile(r"(?:\w+ )?(\w+)(?:\s*:\s*|\s+)(.+)")  # two players: Anna, Bram
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_PAGE = re.compile(r"\b[^\W\d_]{2,}\.? ?\d{2,4}\b")  # page 14
_COUNTED_NAME = re.compile(r"\(?(\d)[.):]{1,2} *([^\W\d_].*)")  # 1. Anna
_ORDINAL = re.compile(r"(?<![^\W_])\d+\.? (?=[^\W\d_]{3})")  # 1. Advent
_COUNT = re.compile(r"(\()?\b(\d)(?: ([^\W\d_]{3,})|p\b)\)?")  # (2 players), 3p
_FIRST_WORD = re.compile(r"[^\w]*(?:\d+[^\w]+)?([^\W\d_][\w'\u2019-]*)")
_WORD_OR_SIGN = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*\.?|[\u2600-\U0001faff]")
_TITLE = 4  # signs of one that is shortened: Mrs.
_FEWEST_SIDED = 4  # words that say who plays with what: two names, two colours
_WORD = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")
_SENTENCE = 4  # words, at least
_MOST_IN_HEADING = 2  # words: Anna (white)
_FEW_WORDS = 3  # of which it is not known what they speak of
_MOST_BEFORE = 4  # words in front of names
_ASIDE = frozenset((PASSED, "@", ROUND, PLAYER))  # what words above the moves may mean


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
        self._readers: dict[str, LineReader] = {}
        self.speaker = ""  # of what is read, in a chat
        self._perhaps: Row | None = None  # two words alone, which may be names
        self._reading = reading
        self._count = 0  # of players, where it is said
        self._below: list[tuple[int, str]] | None = None  # the names, one a line, below a label
        self._rows_below: Sequence[Row] = ()
        self._claims: dict[str, tuple[int, str]] = {}  # name -> its line, and what they play

    @cached_property
    def _said(self) -> Mapping[str, str]:
        return headers_said(self._reading.spell)

    def _lexicon(self, game: Game) -> Lexicon:
        if game.name not in self._lexicons:
            words = lexicon_of(game, self._reading.spell)
            self._lexicons[game.name] = words.at_home_in(self._sample)
        return self._lexicons[game.name]

    def _line_reader(self, game: Game) -> LineReader:
        if game.name not in self._readers:
            self._readers[game.name] = LineReader(game, self._lexicon(game))
        return self._readers[game.name]

    def read(self, row: Row, below: Sequence[Row]) -> bool:
        """Read one line; return whether it belongs to the top.

        below: the lines that follow, which tell a list of names from a row of a table.
        """
        text = re.sub(r"^[-\u2022] ", "", without_marks(_only_cell(row.text.translate(QUOTES))))
        self._rows_below = below
        if is_rule(row.text) or not text:
            return True
        return (
            self._name_below(row, text, below)
            or self._layout(row, text)
            or (not self._is_head(row) and not title_of(text) and self._sided(row, text))
            or self._label(row, text, below)
            or self._title(row, text)
            or self._date(row, text)
            or self._names(row, text, below)
            or self._remark(row, text, below)
        )

    def read_above(self, row: Row) -> bool:
        """Leave out a line above the title that holds no field; return whether it is one."""
        title = self.top.given["game"][0] if "game" in self.top.given else 0
        if row.number >= title or _FIELD.search(_PAGE.sub("", row.text)):
            return False
        self._reading.leave(row.number, row.text.strip())
        return True

    def read_players_behind(self, row: Row) -> bool:
        """Read a line behind the moves that says who plays; return whether it does."""
        found = _LABEL.fullmatch(without_marks(row.text))
        said = found is not None and self._said.get(fold(found[1].strip())) == "players"
        if found is None or not said or self.top.game is None or "players" in self.top.given:
            return False
        return len(self._listed(found[4])) > 1 and self._players(row, found[4].strip())

    def read_end(self, row: Row) -> bool:
        """Read a line behind the moves that says who won or where; return whether it does."""
        found = _LABEL.fullmatch(without_marks(row.text))
        name = self._said.get(fold(found[1].strip())) if found else None
        if found and (name in FREE_HEADERS or name == "score") and name != "round":
            return self._give_said(row, name, found[4].strip())
        return False

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
            head = head_of_names(row.text, lexicon)
            below_it = (one.text for one in rows[n + 1 :])
            listed = parting(row.text) == "," and not heads(row.text, below_it)
            if 1 < len(head) in game.players and not listed:
                head = coloured(head, below.text if below else "", lexicon)
                said = [f"{name} ({codes})" if codes else name for name, codes in head.items()]
                self._players(row, ", ".join(said))
                return
        mine = {word for word, what in self._said.items() if what == "me"}
        for look in (speakers, names_in_column, partial(led_by, mine=mine)):
            found = look(rows, lexicon)
            if len(found) in game.players and len(found) > 1:
                self._give_order(game, found)
                return
        self._guess(rows, game, lexicon)

    def _guess(self, rows: Sequence[Row], game: Game, lexicon: Lexicon) -> None:
        """Take two words on a line of their own for names, or the colours for those who play them.

        What is not sure has to be accepted.
        """
        sides = sides_of(rows, lexicon)
        line = min((line for line, _ in sides.values()), default=0)
        words = [(word, letter) for letter, (_, word) in sides.items()]
        if self._give_sides(Row(line, ""), game, words):
            return
        if self._perhaps is not None:
            self._players(self._perhaps, ", ".join(without_marks(self._perhaps.text).split()))
            self._reading.guessed = self._perhaps.number
        elif self._count in game.players:
            self._give(self.top.given["game"][0], "players", *game.seats(self._count))

    def _says_me(self, words: Iterable[tuple[str, str]]) -> bool:
        """Whether who writes is among these words."""
        return any(self._said.get(fold(word)) == "me" for word, _ in words)

    def _give_sides(self, row: Row, game: Game, sides: Sequence[tuple[str, str]]) -> bool:
        """Give the colours as players; return whether as many may play. sides: word, letter."""
        usual = next((some.by_players for some in game.options if some.name == COLOURS), {})
        letters = {letter for _, letter in sides}
        if not sides or len(usual.get(len(letters), "")) != len(sides):
            return False
        self._give_players(row, [(word, letter, "") for word, letter in sides])
        if self._count != len(sides) and list(map(len, usual.values())).count(len(sides)) > 1:
            self._reading.guessed = row.number  # two players have as many
        return True

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
        if name == "players" and number and len(self._listed(text)) > 1:
            return self._players(row, text)
        if name == "players" and number and is_capitalised(value):
            self.top.seats[number] = row.number, value
            self._reading.take(row.number, header_line("players", value))
            return True
        if name is not None and not number and value:
            return self._give_said(row, name, value)
        unknown = lexicon and name is None and sign in ":=" and not lexicon.codes(label)
        if lexicon and self.top.game and unknown and len(self._listed(value)) > 1:
            listed = "players" not in self.top.given and not heads(
                row.text, (b.text for b in below)
            )
            if listed and self._are_players(value, self.top.game, lexicon):
                self._reading.leave(row.number, label)
                return self._players(row, value)
        return self._seat(row, label, value)

    def _layout(self, row: Row, text: str) -> bool:
        """Read what was set up on the table before the game, some on each line perhaps."""
        game = self.top.game
        if game is None:
            return False
        parts = _layout_words(game, self._reading.spell).parts(text)
        said = [code for part in parts for code in (*part.codes, part.text)[:1]]
        options = {option.name for option in game.options}
        at = [n for n, code in enumerate(said) if code in options]
        if not at or not any(part.number for part in parts):
            return False
        for start, end in pairwise([0, *at[1:], len(said)]):
            some = said[start:end]
            (name,) = options.intersection(some)
            kept = [one for one in some if one in (*game.layout, *":=") or one.isdecimal()]
            meant = game.meant_option(name, " ".join(kept).replace(name, "").lstrip(" :="))
            key = f"option {name}"
            line, before = self.top.given.get(key, (row.number, ()))
            self.top.given[key] = line, (" ".join([*before, meant]),)
            self._reading.take(row.number, header_line("option", name, meant))
        return True

    def _name_below(self, row: Row, text: str, below: Sequence[Row]) -> bool:
        """Read a name on a line of its own, below a label."""
        game = self.top.game
        if game is None or "players" in self.top.given:
            return False
        counted = _COUNTED_NAME.fullmatch(text)
        if self._below is None and counted and counted[1] == "1" and below:
            second = _COUNTED_NAME.fullmatch(without_marks(below[0].text))
            if second and second[1] == "2" and is_name(second[2], self._lexicon(game)):
                self._below = []
        if self._below is None:
            return False
        name = counted[2] if counted else text.lstrip("-\u2022 ")
        if not is_name(name, self._lexicon(game)):
            return False
        self._below.append((row.number, name))
        self._reading.take(row.number, header_line("players", name))
        return True

    def _give_said(self, row: Row, name: str, value: str) -> bool:
        """Read a value that a known word stands in front of; return whether it may be one."""
        value = value.replace('"', "").strip(" ;,|\t")
        if name == "game":
            titled = title_of(value)
            known = self.top.given.get("game")
            if titled and known and known[1][0] in (titled.game, *namesakes(titled.game)):
                return True  # it was read above, or it is tried
            if titled is None:
                return self._give(row.number, "game", value)
            self._give(row.number, "game", titled.game)
            self._reading.leave(row.number, *titled.beside)
            return self._rest(row, titled.rest)
        if name == "players":
            listed = self._listed_names(value)
            while len(listed) > 2 and listed[-1][0].islower() and is_capitalised(listed[-2][0]):
                self._reading.leave(row.number, listed.pop()[0])
            return self._give_players(row, listed)
        if name == "date":
            return self._give(row.number, "date", date_of(value, self._reading.spell) or value)
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
            if not code and re.search("[:=]", row.text):
                code = self._codes(said.partition("(")[2])  # Jacobin (light): Anna
            if code and is_name(name, lexicon):
                before = [(who, codes) for codes, (_, who) in self.top.seats.items()]
                self._check_apart(row, [*before, (name, code)])
                self.top.seats[code] = row.number, name
                self._reading.take(row.number, header_line("players", name))
                return True
        name, code, more = self._named(value)
        if len(label) > 1 or label in game.vocabulary or game.timed or more:
            return False
        if not label.isupper() or not (code or is_name(name, lexicon)):
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
            word
            for word in re.findall(r"[^\W_]+|[\u2600-\U0001faff]", said)
            if self._said.get(fold(word)) != "and"
        ]
        if game is None or not words:
            return ""
        lexicon = self._lexicon(game)
        letters = {word: word.lower() for word in words if len(word) == 1}
        codes = [
            seat_code(lexicon, word) or colour_of({letters.get(word, "")} & set(game.vocabulary))
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
        listed = self._listed(text)
        named = [self._named(one) for one in listed]
        while len(named) > 2 and not named[-1][1] and all(codes for _, codes, _ in named[:2]):
            if is_capitalised(named[-1][0]):
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
        if DASHED.search(text) and re.search("[,&]", unbracketed(text)):
            return False  # a list, and something beside it
        named = self._listed_names(text)
        count = len(named)
        if sum(is_name(name, lexicon) for name, *_ in named) > 1:  # Dan is one, too
            named = [
                one
                for one in named
                if not {PASSED, "@"}.issuperset(lexicon.codes(one[0]))
                or not (lexicon.codes(one[0]) and is_capitalised(one[0]))
            ]
        said = (self._said.get(fold(name)) for name, *_ in named)
        if text.islower():  # somebody who writes no capitals
            if not all(name.isalpha() for name, *_ in named):
                return False
            named = [(name.title(), code, more) for name, code, more in named]
        return (
            1 < count in game.players
            and {"players", "me"}.isdisjoint(said)
            and all(
                (is_name(name, lexicon) and (codes or not more or f"({more}" in text))
                or (codes and name.isalpha() and not self._codes(name))
                for name, codes, more in named  # clair : Pierre, although that is a stone
            )
        )

    def _listed(self, text: str) -> list[str]:
        return listed(text, self._reading.spell, self._codes)

    def _title(self, row: Row, text: str) -> bool:
        """Read a title, and what stands behind it on its line."""
        titled = title_of(text)
        if titled is None or "game" in self.top.given:
            return False
        name, rest, beside = titled
        around = " ".join([*beside, rest])
        undated = dated(around, self._reading.spell)[0] if _FIELD.search(around) else ""
        if shows_date(undated, self._reading.spell):
            undated = ""
        undated = _YEAR.sub("", undated)
        undated = _PAGE.sub("", _COUNT.sub(self._uncounted, undated))
        if _FIELD.search(undated if find_game(name).rolls else _ORDINAL.sub("", undated)):
            return False
        self._give(row.number, "game", name)
        for said in beside:
            if when := date_of(said, self._reading.spell, shortened=True):
                self._give(row.number, "date", when)
            elif self._said.get(fold(said)) != "game" and not self._names_within(row, said):
                self._reading.leave(row.number, said)
        return self._rest(row, rest)

    def _uncounted(self, found: re.Match[str]) -> str:
        """Return what a number and a word say beside how many play."""
        players = found[3] is None or self._said.get(fold(found[3])) == "players"
        if players:
            self._count = int(found[2])
        return "" if found[1] or players else found[0]

    def _names_within(self, row: Row, text: str) -> bool:
        """Read names among other words, in front of a title: yesterday A, B and C played ..."""
        game = self.top.game
        words = text.split(" ")
        ends = [len(words), *(n for n in range(len(words) - 1, 0, -1) if words[n].islower())]
        for n, end in product(range(min(len(words) - 2, _MOST_BEFORE) + 1), ends[:_MOST_BEFORE]):
            names = " ".join(words[n:end])
            if game and self._are_players(names, game, self._lexicon(game)):
                self._reading.leave(
                    row.number, *filter(None, [" ".join(words[:n]), " ".join(words[end:])])
                )
                return self._players(row, names)
        return False

    def _rest(self, row: Row, rest: str) -> bool:
        """Read what stands behind a title: a date, names, or nothing of use."""
        rest = rest.strip(AROUND).removeprefix(")").lstrip(AROUND)
        game = self.top.game
        if not rest or game is None:
            return True
        lexicon = self._lexicon(game)
        undated, day = dated(rest, self._reading.spell)
        if not re.search(r"\d", undated) and self._sided(row, undated):
            return not day or "date" in self.top.given or self._give(row.number, "date", day)
        if bracketed := re.match(r"\(([^)]*)\)", rest):
            if self._are_players(bracketed[1], game, lexicon):
                self._players(row, bracketed[1])
            else:
                self._reading.leave(row.number, bracketed[0])
            return self._rest(row, rest[bracketed.end() :])
        when = date_of(rest, self._reading.spell, shortened=True)
        if when:
            return self._give(row.number, "date", when)
        beside, when = dated(rest, self._reading.spell)
        if when and "date" not in self.top.given:
            return self._give(row.number, "date", when) and self._rest(row, beside)
        rest = self._introduced(rest, lexicon)
        if self._are_players(rest, game, lexicon):
            place, *names = self._listed(rest)
            if " " in place and len(names) > 1 and " " not in "".join(names):
                self._reading.guessed = row.number  # Café Central, Anna, Bram
            return self._players(row, rest)
        first, *others = parted_clauses(rest) or DASHED.split(rest, maxsplit=1)
        if others and any(
            self._are_players(some, game, lexicon)
            or date_of(some, self._reading.spell, shortened=True)
            for some in (first, *others)
        ):
            return self._rest(row, first) and self._rest(row, others[0])
        self._reading.leave(row.number, rest)
        return True

    def _date(self, row: Row, text: str) -> bool:
        """Read a date alone."""
        when = date_of(text, self._reading.spell)
        return (
            bool(when)
            and "date" not in self.top.given
            and self._give(row.number, "date", when or "")
        )

    def _names(self, row: Row, text: str, below: Sequence[Row]) -> bool:
        """Read the names of the players alone, where they are no head of a table."""
        game = self.top.game
        if game is None or "players" in self.top.given:
            return False
        lexicon = self._lexicon(game)
        text = self._introduced(text, lexicon)
        words = text.split()
        plainly = text.islower() and text.replace(" ", "").isalpha()  # no capitals, no commas
        apart = len(self._listed(text)) == 1 and all(
            is_name(word.title() if plainly else word, lexicon) and fold(word) not in self._said
            for word in words
        )
        if (
            apart
            and not plainly
            and (len(words) > 2 or any(_begins(one.text, words) for one in below))
        ):
            text = ", ".join(words)
        first, *others = parted_sentences(text)
        cells = re.split(r"\t|\||  ", row.text.strip())
        table = heads(row.text, (one.text for one in below))
        for names, more in ((text, []), (first, others)):
            held = re.search(r"[\d@*]", " ".join(more))
            if not (held or table) and self._are_players(names, game, lexicon):
                self._reading.leave(row.number, *more)
                return self._players(row, names)
        perhaps = plainly or len(words) == 2
        perhaps = perhaps and len(game.players) > 1 and 1 < len(words) in game.players
        perhaps = perhaps and not (table and len(cells) > 1) and title_of(text) is None
        if apart and perhaps and self._perhaps is None:
            self._perhaps = row
            return True
        return False

    def _is_head(self, row: Row) -> bool:
        """Whether what a row names may stand over columns."""
        sign = parting(row.text)
        return sign in ("\t", "|") or heads(row.text, (one.text for one in self._rows_below))

    def _leads(self) -> set[str]:
        """Return the words with which several of the lines below begin."""
        first = (_FIRST_WORD.match(row.text) for row in self._rows_below)
        counts = Counter(found[1] for found in first if found)
        return {word for word, count in counts.items() if count > 1}

    def _sided(self, row: Row, text: str) -> bool:
        """Read who plays with which colours, or in which seat, whatever else stands between.

        ``Anna red Bram: blue``, ``white is Anna, pink is Bram``: as many for each.
        """
        game = self.top.game
        if game is None or "players" in self.top.given:
            return False
        lexicon, leads = self._lexicon(game), self._leads()
        words: list[tuple[str, str]] = []  # each with what it says, or with nothing
        for word in _WORD_OR_SIGN.findall(text):
            code = self._codes(word)
            mine = self._says_me([(word, "")])
            header = self._said.get(fold(word)) is not None and not code
            called = word in leads or (len(word) > 1 and is_name(word, lexicon))
            if code or mine or (called and not header):
                words.append(((mine and self.speaker) or word, code))
        while words and not (words[0][1] or words[-1][1]):
            words.pop()  # what else is said behind it
        every = _WORD_OR_SIGN.findall(text)
        if len(words) > 1 and all(code for _, code in words):
            ordered = any(self._said.get(fold(word)) == "players" for word in every)
            return ordered and self._give_sides(row, game, words)
        behind = bool(words[0][1]) if words else False
        if len(words) < _FEWEST_SIDED or (behind and not self.speaker and self._says_me(words)):
            return False  # who else is there is not known
        named = _grouped(words)
        played = [code for _, codes in named for code in codes]
        if not 1 < len(named) in game.players or len({*played}) < len(played):
            return False
        if len({len(codes) for _, codes in named}) > 1 or not all(names for names, _ in named):
            return False
        known = {word for word, _ in words}
        rest = [word for word in every if word not in known]
        self._reading.leave(row.number, *filter(None, [" ".join(w for w in rest if w[1:])]))
        return self._give_players(row, [(tidy(" ".join(n)), "".join(c), "") for n, c in named])

    def _remark(self, row: Row, text: str, below: Sequence[Row]) -> bool:
        """Leave out words above the moves that can be neither names nor moves, but for a date."""
        game = self.top.game
        if game is None:
            return False
        lexicon = self._lexicon(game)
        said, date = dated(text, self._reading.spell)
        hours = [h for h in _HOUR.finditer(said) if self._said.get(fold(h[1])) == "clock"]
        for hour in hours:
            said = said.replace(hour[0], "")
        said = _COUNT.sub(self._uncounted, said).rstrip()
        words = set(map(fold, re.findall(r"[^\W_]+", said)))
        beside = {*_ASIDE, "start"} if hours else _ASIDE
        if row.number < self.top.given["game"][0]:  # the name of a club perhaps: The Golden Pawn
            beside = {*beside, *(code for code in game.vocabulary if not colour_of((code,)))}
        prose = self._line_reader(game).is_prose(lexicon.parts(said))
        clear = not re.search(r"[;=\t]|:.", said) and lexicon.holds_no_move(said, beside)
        if not (prose or clear):
            return False
        players = self.top.given["players"][1] if "players" in self.top.given else ()
        led = below and _begins(below[0].text, players)
        if said.endswith(":") and not (led or prose):
            return False
        named_words = {word for name in players for word in fold(name).split()}
        if not words.isdisjoint(named_words) and (
            prose
            or len(words) < _SENTENCE
            or any(self._said.get(word) == "first" for word in words)
        ):
            return False  # who begins
        named = players or any(self._are_players(b.text, game, lexicon) for b in below[:1])
        names = [name for name in self._listed(said) if is_name(name, lexicon)]
        sides = any(seat_code(lexicon, word) for word in words)
        if sides and len(words) <= _MOST_IN_HEADING and not players:
            return False
        table = parting(said) == "  " or heads(row.text, (one.text for one in below))
        if not named and (table or (len(game.players) > 1 and (sides or len(names) > 1))):
            return False
        self._reading.leave(row.number, *filter(None, [said.strip(AROUND)]))
        return not date or "date" in self.top.given or self._give(row.number, "date", date)


def _grouped(words: Sequence[tuple[str, str]]) -> list[tuple[list[str], list[str]]]:
    """Return the names in a list of words, each with the codes beside it.

    words: each with what it says, or with nothing. Names stand behind their codes where the first
    has one.
    """
    behind = bool(words[0][1])
    named: list[tuple[list[str], list[str]]] = []
    for word, code in reversed(words) if behind else words:
        if not named or (named[-1][1] and not code):
            named.append(([], []))
        names, codes = named[-1]
        (codes if code else names).append(code or word)
    if behind:
        named = [(names[::-1], codes[::-1]) for names, codes in reversed(named)]
    for names, _ in named:  # what stands behind the end of a sentence is no name
        ends = [n for n, name in enumerate(names, 1) if name.endswith(".") and name[_TITLE:]]
        del names[ends[0] if ends else len(names) :]
    if len(named) == 1 and len(named[0][0]) == len(named[0][1]):  # all names, all colours
        named = [([name], [code]) for name, code in zip(*named[0], strict=True)]
    return named


def may_agree(text: str, lexicon: Lexicon, spell: Spell, least: int) -> bool:
    """Whether somebody may say in words that are not known that all agree to end the game.

    least: how many such words there are at least.
    """
    parts = [part for part in lexicon.parts(text) if part.word]
    unknown = [part for part in parts if not part.codes]
    signed = re.search(r", [^\W\d_a-z][^\W\d_]+\W*$", text)  # cheers, Max
    few = len(parts) <= _FEW_WORDS and not signed
    may = few or speaks_of("ended", text, spell, stem=True)
    return len(unknown) >= least and may and not speaks_of("unfinished", text, spell)


def _only_cell(text: str) -> str:
    """Return a row without its empty cells behind the last that has something in it."""
    sign = parting(text)
    if sign is not None and sign in ",;|\t":
        cells = cells_of(text, sign)
        full = [cell for cell in cells if cell.end > cell.start]
        if len(full) == 1:
            return text[full[0].start : full[0].end]
    return text.rstrip(";,|\t ")


@cache
def _layout_words(game: Game, spell: Spell) -> Lexicon:
    """Return the words for what is set up on the table before a game."""
    return Lexicon(game.layout, spell)


def _begins(text: str, names: Sequence[str]) -> bool:
    """Whether a line begins with one of these names."""
    return next(iter(re.findall(r"[^\W\d_]+", text)), None) in names

"""Score sheets in styles drawn at random: each habit of a writer is chosen by itself.

A style is a set of independent choices: where the title stands, how who plays is said, what a line
holds, who is named in front or behind, how a move is put into words, what stands between moves, and
what else is written down: remarks, times, standings, corrections. Words are those of people in four
languages, not those of the catalogues.
"""

# ruff: noqa: ARG002, E501, FURB171, RUF001  # a habit is a line or two, and needs not all it is told

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from people_write import CIRCLES, NUMBERS, TITLES, WORDS
from score_sheets import Sheet, Turn, played, rounds

from rules import Header, make_header

CLUB_NAMES = (
    ("Anna", "Bram", "Carla", "Daan"),
    ("Sophie", "Jeroen", "Pieter", "Mieke"),
    ("Jürgen", "Uschi", "Klaus", "Renate"),
    ("Françoise", "Léon", "Marie-Claire", "Hugo"),
    ("Nora", "Ed", "Tess", "Bill"),
)
MORE: dict[str, dict[str, str]] = {
    "nl": {
        "puts": "zet", "on it": "op", "evening": "gezellige avond bij Mieke thuis",
        "today": "Vanavond speelden we", "vs": "tegen", "won": "gewonnen!", "score": "Stand",
        "then": "daarna", "no": "nee,", "sorry": "sorry,", "break": "pauze, koffie",
        "good": "mooie zet", "hm": "twijfel", "end of": "einde van de avond", "setup": "Opbouw",
        "with": "met", "date": "12 maart 2026", "starts": "begint", "goes": "gaat", "turn": "Beurt",
        "takes": "pakt", "same": "idem", "start": "start",
    },
    "de": {
        "puts": "setzt", "on it": "auf", "evening": "schöner Abend bei Renate",
        "today": "Heute spielten wir", "vs": "gegen", "won": "gewonnen!", "score": "Stand",
        "then": "dann", "no": "nein,", "sorry": "sorry,", "break": "Pause, Kaffee",
        "good": "starker Zug", "hm": "naja", "end of": "Ende des Abends", "setup": "Aufbau",
        "with": "mit", "date": "12. März 2026", "starts": "beginnt", "goes": "geht", "turn": "Zug",
        "takes": "nimmt", "same": "dito", "start": "Start",
    },
    "fr": {
        "puts": "pose", "on it": "sur", "evening": "belle soirée chez Hugo",
        "today": "Ce soir nous avons joué à", "vs": "contre", "won": "a gagné !", "score": "Score",
        "then": "puis", "no": "non,", "sorry": "pardon,", "break": "pause café",
        "good": "joli coup", "hm": "bof", "end of": "fin de soirée", "setup": "Mise en place",
        "with": "avec", "date": "12 mars 2026", "starts": "commence", "goes": "va", "turn": "Tour",
        "takes": "prend", "same": "idem", "start": "départ",
    },
    "en": {
        "puts": "puts", "on it": "on", "evening": "lovely evening at the club",
        "today": "Tonight we played", "vs": "vs", "won": "won!", "score": "Score",
        "then": "then", "no": "no,", "sorry": "sorry,", "break": "tea break",
        "good": "nice move", "hm": "hmm", "end of": "end of the evening", "setup": "Setup",
        "with": "with", "date": "12 March 2026", "starts": "starts", "goes": "goes", "turn": "Turn",
        "takes": "takes", "same": "same", "start": "start",
    },
}  # fmt: skip
GLYPHS = "⚀⚁⚂⚃⚄⚅"


@dataclass(frozen=True, slots=True)
class Style:
    """The choices of one writer, by name."""

    language: str
    title: str
    players: str
    layout: str
    who: str
    number: str
    clock: str
    move: str
    between: str
    remark: str
    lines: str
    correction: str
    last: str


CHOICES: dict[str, Sequence[str]] = {
    "title": ("plain", "label", "dated", "sentence", "heading", "upper", "lower", "bracketed"),
    "players": ("label", "list", "dashes", "versus", "below", "numbered", "initials", "last",
                "slashes", "behind title"),
    "layout": ("move", "turn", "round", "paragraph", "table", "blocks", "chat", "sections"),
    "who": ("", "colon", "space", "dash", "behind", "initial", "initial dot", "bold", "bracket",
            "by"),
    "number": ("", "", "1.", "1)", "1:", "#1", "word", "(1)"),
    "clock": ("", "", "", "20:15", "[20:15]", "20h15"),
    "move": ("exact", "bare", "spaced", "words", "verb", "upper", "arrow", "colon", "glyph",
             "title", "comma", "dash", "paren"),
    "between": (", ", "; ", " / ", " + ", " & ", " and ", " then ", " ", " - ", " | ", ". "),
    "remark": ("", "", "!", "(good)", "!? ", "emoji", "dash good", "comma good", "braces", "dots"),
    "lines": ("", "", "score", "break", "evening", "rule", "who starts", "emoji"),
    "correction": ("", "", "", "struck", "no", "sorry", "was"),
    "last": ("", "", "won", "end of", "result", "score", "thanks"),
}  # fmt: skip


def drawn(rng: Random) -> Style:
    """A style drawn at random."""
    language = rng.choice(("nl", "de", "fr", "en"))
    return Style(language, **{name: rng.choice(some) for name, some in CHOICES.items()})


def simple(rng: Random, changed: int) -> Style:
    """A style that is plain but for some of its choices."""
    first = {name: some[0] for name, some in CHOICES.items()} | {"who": "colon", "move": "bare"}
    for name in rng.sample(sorted(CHOICES), changed):
        first[name] = rng.choice(CHOICES[name])
    return Style(rng.choice(("nl", "de", "fr", "en")), **first)


class Writer:
    """Writes one game in one style."""

    def __init__(self, style: Style, header: Header, rng: Random) -> None:
        """Make one. header: the game, and who plays it."""
        self.style = style
        self.header = header
        self.rng = rng
        self.words = WORDS[style.language] | MORE[style.language]
        self.timed = header.game == "hourglass"
        self.count = 0
        self.minute = 0

    def sheet(self, moves: Sequence[str], turns: Sequence[Turn]) -> str:
        """The whole sheet."""
        body = getattr(self, f"_{self.style.layout}")(turns)
        return "\n".join([*self._top(), "", *body, *self._bottom()]) + "\n"

    # The top and the bottom

    def _top(self) -> list[str]:
        s, w, title = self.style, self.words, TITLES[self.header.game]
        names = self.header.players
        first = {
            "plain": [title], "label": [f"{w['game']}: {title}"], "dated": [f"{title}, {w['date']}"],
            "sentence": [f"{w['today']} {title}."], "heading": [f"# {title}"],
            "upper": [title.upper()], "lower": [title.lower()],
            "bracketed": [f"{title} ({w['date']})"],
        }[s.title]  # fmt: skip
        listed = f"{', '.join(names[:-1])} {w['and']} {names[-1]}"
        who = {
            "label": [f"{w['players']}: {', '.join(names)}"], "list": [listed],
            "dashes": [" - ".join(names)],
            "versus": [f" {w['vs']} ".join(names)] if len(names) == 2 else [listed],
            "below": [f"{w['players']}:", *names],
            "numbered": [f"{n}. {name}" for n, name in enumerate(names, 1)],
            "initials": [f"{name[0]} = {name}" for name in names],
            "slashes": ["/".join(names)], "last": [], "behind title": [],
        }[s.players]  # fmt: skip
        if s.players == "behind title":
            first[-1] = first[-1].rstrip(".") + f": {', '.join(names)}"
        return [*first, *who]

    def _bottom(self) -> list[str]:
        s, w = self.style, self.words
        name = self.rng.choice(self.header.players)
        lines = {
            "": [], "won": [f"{name} {w['won']}"] if False else [], "end of": ["", w["end of"]],
            "result": [], "score": [], "thanks": ["", "🍺🍺"],
        }[s.last]  # fmt: skip
        if s.players == "last":
            lines += ["", f"{w['players']}: {', '.join(self.header.players)}"]
        return lines

    # Moves

    def _say(self, move: str) -> str:
        s, w = self.style, self.words
        second, _, steps = move.rpartition(" ") if self.timed else ("", "", move)
        if self.timed and not second:
            return w["start"] if s.move in ("words", "verb") else "start"
        said = self._say_steps(steps)
        if not self.timed:
            return said
        second = {
            "words": f"{second} s", "verb": f"{second} sec", "comma": second.replace(".", ","),
            "colon": f"{second}:", "paren": f"({second} s)",
        }.get(s.move, second)  # fmt: skip
        return f"{said} {second}" if s.move == "paren" else f"{second} {said}"

    def _say_steps(self, move: str) -> str:
        s, w, form = self.style, self.words, self.style.move
        if move == "end":
            return w["end"]
        if move[0] == "*":
            field = move[1:]
            return {
                "exact": move, "bare": move, "words": f"{w['stone']} {field}",
                "verb": f"{w['stone']} {w['on']} {field}", "upper": f"*{field.upper()}",
                "title": f"{w['stone'].title()} {field}", "glyph": f"{w['stone']} {field}",
            }.get(form, f"{w['stone']} {field}")  # fmt: skip
        if move.startswith("roll "):
            number = move[5:]
            return {
                "exact": move, "bare": number, "spaced": number, "words": f"{w['roll']} {number}",
                "verb": f"{w['rolls']} {number}", "colon": f"{w['roll']}: {number}",
                "glyph": GLYPHS[int(number) - 1], "arrow": number, "upper": number,
                "title": NUMBERS[s.language][int(number)], "comma": number,
                "paren": f"🎲 {number}", "dash": number,
            }[form]  # fmt: skip
        if "@" in move:
            piece, field = move.split("@")
            colour = piece.islower()
            name = piece if piece.isdigit() else w[piece]
            return {
                "exact": move, "bare": field if colour and len(self.header.players) > 2 else
                f"{piece}{field}", "spaced": f"{piece} {field}", "words": f"{name} {w['on']} {field}",
                "verb": f"{w['puts']} {name} {w['on']} {field}", "upper": f"{piece}@{field}".upper()
                if colour else f"{piece} {field.upper()}", "arrow": f"{name} -> {field}",
                "colon": f"{name}: {field}", "glyph": f"{CIRCLES[piece]} {field}" if colour
                else f"{name} {field}", "title": f"{name.title()} {field.upper()}",
                "comma": f"{name} {field}", "dash": f"{name}-{field}", "paren": f"{field} ({name})",
            }[form]  # fmt: skip
        if "-" in move:
            start, end = move.split("-")
            home = w["home"] if end == "home" else end
            return {
                "exact": move, "bare": f"{start}-{home}", "spaced": f"{start} - {home}",
                "words": f"{w['from']} {start} {w['to']} {home}",
                "verb": f"{w['goes']} {w['from']} {start} {w['to']} {home}",
                "upper": move if self.timed else f"{start}-{end}".upper(),
                "arrow": f"{start} -> {home}", "colon": f"{start} – {home}",
                "glyph": f"{start} → {home}", "title": f"{start} {w['to']} {home}",
                "comma": f"{start}>{home}", "dash": f"{start}--{home}", "paren": f"{start} => {home}",
            }[form]  # fmt: skip
        return move

    def _moves(self, moves: Sequence[str]) -> str:
        between = self.style.between.replace("and", self.words["and"])
        between = between.replace("then", self.words["then"])
        if self.style.move in ("comma",) and between == ", ":
            between = "; "
        return between.join(map(self._corrected, moves))

    def _corrected(self, move: str) -> str:
        said = self._say(move)
        if self.rng.random() > 0.15 or "@" not in move or self.header.game != "forum_romanum":
            return said
        w = self.words
        other = move[:2] + self.rng.choice("abcdefg") + self.rng.choice("1234567")
        if other == move:
            return said
        return {
            "": said, "struck": f"~~{self._say(other)}~~ {said}",
            "no": f"{self._say(other)}, {w['no']} {said}",
            "sorry": f"{self._say(other)} {w['sorry']} {said}", "was": said,
        }[self.style.correction]  # fmt: skip

    def _remarked(self, text: str) -> str:
        if self.rng.random() > 0.3:
            return text
        w = self.words
        return text + {
            "": "", "!": "!", "(good)": f" ({w['good']})", "!? ": " ?!", "emoji": " 😂",
            "dash good": f" - {w['good']}", "comma good": f", {w['good']}",
            "braces": f" {{{w['good']}}}", "dots": " ...",
        }[self.style.remark]  # fmt: skip

    def _by(self, seat: int, text: str) -> str:
        name = self.header.players[seat]
        firsts = [one[0] for one in self.header.players]
        initial = name[0] if len(set(firsts)) == len(firsts) else name
        return {
            "": text, "colon": f"{name}: {text}", "space": f"{name} {text}",
            "dash": f"{name} - {text}", "behind": f"{text} ({name})", "initial": f"{initial}: {text}",
            "initial dot": f"{initial} {text}", "bold": f"**{name}** {text}",
            "bracket": f"[{name}] {text}", "by": f"{name}, {text}",
        }[self.style.who]  # fmt: skip

    def _led(self, text: str) -> str:
        self.count += 1
        self.minute += self.rng.choice((0, 1, 2))
        n, w = self.count, self.words
        number = "" if self.timed else {
            "": "", "1.": f"{n}. ", "1)": f"{n}) ", "1:": f"{n}: ", "#1": f"#{n} ",
            "word": f"{w['turn']} {n}: ", "(1)": f"({n}) ",
        }[self.style.number]  # fmt: skip
        hour, minute = 20 + self.minute // 60, self.minute % 60
        clock = "" if self.timed else {
            "": "", "20:15": f"{hour}:{minute:02} ", "[20:15]": f"[{hour}:{minute:02}] ",
            "20h15": f"{hour}h{minute:02} ",
        }[self.style.clock]  # fmt: skip
        return clock + number + text

    def _aside(self) -> list[str]:
        s, w = self.style, self.words
        if self.rng.random() > 0.12:
            return []
        names = self.header.players
        return {
            "": [], "break": [f"--- {w['break']} ---"], "evening": [w["evening"]],
            "rule": ["-----"], "emoji": ["🍺"], "who starts": [],
            "score": [f"{w['score']}: " + ", ".join(f"{n} {self.rng.randrange(9)}" for n in names)],
        }[s.lines]  # fmt: skip

    # Layouts

    def _move(self, turns: Sequence[Turn]) -> list[str]:
        lines = []
        for turn in turns:
            for move in turn.moves:
                lines += self._aside()
                lines.append(self._led(self._by(turn.seat, self._remarked(self._corrected(move)))))
        return lines

    def _turn(self, turns: Sequence[Turn]) -> list[str]:
        lines = []
        for turn in turns:
            lines += self._aside()
            lines.append(self._led(self._by(turn.seat, self._remarked(self._moves(turn.moves)))))
        return lines

    def _round(self, turns: Sequence[Turn]) -> list[str]:
        lines = []
        between = self.style.between.replace("and", self.words["and"])
        between = between.replace("then", self.words["then"])
        if between == " " and self.style.who == "":
            between = ", "
        players = len(self.header.players)
        for row in rounds(turns, players):
            lines += self._aside()
            made = [self._by(seat, self._moves(cell)) for seat, cell in enumerate(row) if cell]
            lines.append(self._led(self._remarked(between.join(made))))
        return lines

    def _paragraph(self, turns: Sequence[Turn]) -> list[str]:
        made = [self._by(turn.seat, self._moves(turn.moves)) for turn in turns]
        between = {" ": ", "}.get(self.style.between, self.style.between)
        between = between.replace("and", self.words["and"]).replace("then", self.words["then"])
        return [
            between.join(made[n : n + 8]) + ("." if between != " | " else "")
            for n in range(0, len(made), 8)
        ]

    def _table(self, turns: Sequence[Turn]) -> list[str]:
        sign = {", ": ",", "; ": ";", " | ": "|", " - ": "\t", " ": "   "}.get(
            self.style.between, "\t"
        )
        inner = " / " if sign != "," else " "
        names, w = self.header.players, self.words
        numbered = self.style.number != "" and not self.timed
        rows = [[w["round"].title()] * numbered + list(names)]
        for n, row in enumerate(rounds(turns, len(names)), 1):
            cells = [inner.join(map(self._say, cell)) for cell in row]
            rows.append([str(n)] * numbered + cells)
        if sign == "   ":
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            return [
                "   ".join(f"{c:<{n}}" for c, n in zip(row, widths, strict=True)).rstrip()
                for row in rows
            ]
        lines = [sign.join(row) for row in rows]
        if sign == "|":
            lines = [f"| {' | '.join(row)} |" for row in rows]
            lines.insert(1, "|" + "---|" * len(rows[0]))
        return lines

    def _blocks(self, turns: Sequence[Turn]) -> list[str]:
        if self.timed:
            return self._turn(turns)
        lines = []
        below = self.style.number != ""
        for seat, name in enumerate(self.header.players):
            own = [turn for turn in turns if turn.seat == seat]
            said = [self._moves(turn.moves) for turn in own]
            if below:
                lines += [f"{name}:", *(f"{n}. {one}" for n, one in enumerate(said, 1)), ""]
            else:
                lines.append(f"{name}: " + (", " if self.style.between != ", " else " ").join(said))
        return lines

    def _chat(self, turns: Sequence[Turn]) -> list[str]:
        lines = []
        w = self.words
        for turn in turns:
            self.minute += self.rng.choice((1, 2))
            when = f"{20 + self.minute // 60}:{self.minute % 60:02}"
            name = self.header.players[turn.seat]
            said = self._remarked(self._moves(turn.moves))
            lines.append(
                f"[12-03-2026 {when}] {name}: {said}"
                if self.style.clock
                else f"12/03/2026, {when} - {name}: {said}"
            )
            if self.rng.random() < 0.1:
                lines.append(
                    lines[-1].partition(name)[0]
                    + f"{self.rng.choice(self.header.players)}: {w['good']} 😂"
                )
        return lines

    def _sections(self, turns: Sequence[Turn]) -> list[str]:
        lines = []
        w = self.words
        for n, row in enumerate(rounds(turns, len(self.header.players)), 1):
            lines.append("")
            lines.append(f"{w['round'].title()} {n}")
            lines += self._aside()
            lines += [
                self._by(seat, self._remarked(self._moves(cell)))
                for seat, cell in enumerate(row)
                if cell
            ]
        return lines


def sheet(seed: int, draw: Callable[[Random], Style] = drawn) -> tuple[Sheet, Style]:
    """A sheet of a random game in a random style."""
    rng = Random(seed)
    game = rng.choice(sorted(TITLES))
    players = 2 if game in ("revolution", "hourglass") else rng.choice((2, 3, 3, 4))
    header = make_header(game, rng.choice(CLUB_NAMES)[:players])
    style = draw(rng)
    if style.layout == "blocks" or style.players == "last":
        style = replace(style, who="colon" if style.players == "last" else style.who)
    moves, turns = played(header, f"free {seed}", rng.choice((12, 24, 40)))
    text = Writer(style, header, rng).sheet(moves, turns)
    return Sheet(str(seed), text.encode(), header, tuple(moves), "read"), style

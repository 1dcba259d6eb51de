"""Score sheets as people of a club write them, each habit in two languages."""

# ruff: noqa: ARG001, E501, PERF401, RUF005  # a habit is a line or two, and needs not all it is told

from collections.abc import Callable
from random import Random

from score_sheets import NAMES, Book, Habit, Turn, rounds

from rules import Header, make_header

LANGUAGES = ("nl", "de", "fr", "en")
WORDS: dict[str, dict[str, str]] = {
    "nl": {
        "y": "geel", "b": "blauw", "r": "rood", "g": "groen", "k": "zwart", "w": "wit", "on": "op",
        "to": "naar", "from": "van", "N": "Notre Dame", "V": "Versailles", "B": "Bastille",
        "F": "vlag", "card": "kaart", "stone": "steen", "end": "einde", "roll": "worp",
        "rolls": "gooit", "home": "binnen", "players": "Spelers", "round": "ronde", "game": "Spel",
        "date": "Datum", "white": "wit", "pink": "roze", "light": "licht", "dark": "donker",
        "time": "tijd", "and": "en", "wrong": "fout, moet zijn",
    },
    "de": {
        "y": "Gelb", "b": "Blau", "r": "Rot", "g": "Grün", "k": "Schwarz", "w": "Weiß", "on": "auf",
        "to": "nach", "from": "von", "N": "Notre Dame", "V": "Versailles", "B": "Bastille",
        "F": "Fahne", "card": "Karte", "stone": "Stein", "end": "Ende", "roll": "Wurf",
        "rolls": "würfelt", "home": "Hof", "players": "Spieler", "round": "Runde", "game": "Spiel",
        "date": "Datum", "white": "Weiß", "pink": "Rosa", "light": "hell", "dark": "dunkel",
        "time": "Zeit", "and": "und", "wrong": "falsch, richtig:",
    },
    "fr": {
        "y": "jaune", "b": "bleu", "r": "rouge", "g": "vert", "k": "noir", "w": "blanc",
        "on": "en", "to": "vers", "from": "de", "N": "Notre-Dame", "V": "Versailles",
        "B": "Bastille", "F": "drapeau", "card": "carte", "stone": "pion", "end": "fin",
        "roll": "lancer", "rolls": "lance", "home": "cour", "players": "Joueurs ", "round": "manche",
        "game": "Jeu ", "date": "Date ", "white": "blanc", "pink": "rose", "light": "clair",
        "dark": "foncé", "time": "temps", "and": "et", "wrong": "faux, lire",
    },
    "en": {
        "y": "yellow", "b": "blue", "r": "red", "g": "green", "k": "black", "w": "white",
        "on": "on", "to": "to", "from": "from", "N": "Notre Dame", "V": "Versailles",
        "B": "Bastille", "F": "flag", "card": "card", "stone": "stone", "end": "end",
        "roll": "roll", "rolls": "rolls", "home": "home", "players": "Players", "round": "round",
        "game": "Game", "date": "Date", "white": "white", "pink": "pink", "light": "light",
        "dark": "dark", "time": "time", "and": "and", "wrong": "wrong, should be",
    },
}  # fmt: skip
NUMBERS = {
    "nl": ["nul", "een", "twee", "drie", "vier", "vijf", "zes"],
    "de": ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs"],
    "fr": ["zéro", "un", "deux", "trois", "quatre", "cinq", "six"],
    "en": ["zero", "one", "two", "three", "four", "five", "six"],
}
TITLES = {
    "forum_romanum": "Forum Romanum", "revolution": "Revolution",
    "manoeuvre": "Das glorreiche Manöver", "hourglass": "Révolution",
}  # fmt: skip
CIRCLES = {"y": "🟡", "b": "🔵", "r": "🔴", "g": "🟢", "k": "⚫", "w": "⚪"}


def spoken(move: str, w: dict[str, str]) -> str:
    """A move in the words of a language."""
    if move == "end":
        return w["end"]
    if move[0] == "*":
        return f"{w['stone']} {move[1:]}"
    if "@" in move:
        piece, field = move.split("@")
        if piece.isdigit():
            return f"{w['card']} {piece} {w['on']} {field}"
        return f"{w[piece]} {w['on']} {field}"
    if move.startswith("roll "):
        return f"{w['roll']}: {move[5:]}"
    if "-" in move:
        second, _, steps = move.rpartition(" ")
        start, end = steps.split("-")
        end = w["home"] if end == "home" else end
        return f"{second} {w['from']} {start} {w['to']} {end}".strip()
    return move


def short(move: str) -> str:
    """A move as somebody in a hurry writes it."""
    return move.replace("@", " ").replace("roll ", "").replace("home", "H")


def head(header: Header, language: str) -> list[str]:
    w = WORDS[language]
    return [TITLES[header.game], f"{w['players']}: {', '.join(header.players)}", ""]


Write = Callable[[Header, list[str], list[Turn], str, Random], str | bytes]
CLUB = Book("club")
_known: list[str] = []


def _in(
    language: str, write: Write
) -> Callable[[Header, list[str], list[Turn], Random], str | bytes]:
    return lambda header, moves, turns, rng: write(header, moves, turns, language, rng)


def habit(game: str, players: int, most: int) -> Callable[[Write], Write]:
    """Keep what is decorated, in two of the languages."""

    def keep(write: Write) -> Write:
        number = len(_known)
        _known.append(write.__name__)
        header = make_header(game, NAMES[:players])
        first, second = number % 4, (number + 1 + number // 4) % 4
        for language in dict.fromkeys((LANGUAGES[first], LANGUAGES[second])):
            name = f"{write.__name__}-{language}"
            CLUB.append(Habit(name, header, most, "read", _in(language, write)))
        return write

    return keep


# Forum Romanum


@habit("forum_romanum", 3, 30)
def forum_rounds_in_words(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    for n, row in enumerate(rounds(turns, 3), 1):
        lines.append(f"{n}. " + ", ".join(spoken(m, w) for cell in row for m in cell))
    return "\n".join(lines)


@habit("forum_romanum", 3, 24)
def forum_a_line_a_move(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    return "\r\n".join([*head(header, language), *(spoken(m, w) for m in moves)]) + "\r\n"


@habit("forum_romanum", 3, 24)
def forum_csv_commas(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    rows = [",".join(header.players)]
    rows += [",".join(m.partition("@")[2] for c in row for m in c) for row in rounds(turns, 3)]
    return TITLES["forum_romanum"] + "\n" + "\n".join(rows)


@habit("forum_romanum", 3, 23)
def forum_csv_semicolons_numbered(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = [
        f"{w['game']};Forum Romanum;;",
        f"{w['date']};14-3-2026;;",
        f"{w['round']};" + ";".join(header.players),
    ]
    for n, row in enumerate(rounds(turns, 3), 1):
        lines.append(f"{n};" + ";".join(" ".join(m.partition("@")[2] for m in c) for c in row))
    return ("\ufeff" + "\r\n".join(lines)).encode()


@habit("forum_romanum", 4, 28)
def forum_markdown(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = [
        "# Forum Romanum",
        "",
        f"| {w['round']} | " + " | ".join(header.players) + " |",
        "|---|---|---|---|---|",
    ]
    for n, row in enumerate(rounds(turns, 4), 1):
        lines.append(f"| {n} | " + " | ".join(" ".join(c) for c in row) + " |")
    return "\n".join(lines) + "\n"


@habit("forum_romanum", 3, 24)
def forum_html_of_a_spreadsheet(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    def tr(cells: list[str]) -> str:
        return "<tr>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"

    rows = [tr(["", *header.players])]
    for n, row in enumerate(rounds(turns, 3), 1):
        rows.append(tr([str(n), *(" ".join(m.partition("@")[2].upper() for m in c) for c in row)]))
    return "<p>Forum Romanum</p>\n<table border=0>\n" + "\n".join(rows) + "\n</table>\n"


@habit("forum_romanum", 3, 20)
def forum_whatsapp_iphone(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = [f"{w['game']}: Forum Romanum", f"{w['players']}: {', '.join(header.players)}"]
    minute = 0
    for turn in turns:
        for m in turn.moves:
            minute += 2
            lines.append(
                f"[14-03-2026 {20 + minute // 60:02}:{minute % 60:02}:{rng.randrange(60):02}] {header.players[turn.seat]}: {m.partition('@')[2] or m}"
            )
        if rng.random() < 0.2:
            lines.append(
                f"[14-03-2026 {20 + minute // 60:02}:{minute % 60:02}:59] {rng.choice(header.players)}: haha 😂"
            )
    return "\n".join(lines)


@habit("forum_romanum", 3, 20)
def forum_whatsapp_android(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = ["Forum Romanum: Anna, Bram, Carla"]
    minute = 0
    for turn in turns:
        for m in turn.moves:
            minute += 3
            lines.append(
                f"14-03-26 {19 + minute // 60:02}:{minute % 60:02} - {header.players[turn.seat]}: {spoken(m, WORDS[language])}"
            )
    return "\n".join(lines)


@habit("forum_romanum", 3, 24)
def forum_who_said_it(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for turn in turns:
        lines.append(
            f"{header.players[turn.seat]}: {', '.join(m.replace('@', '') for m in turn.moves)}"
        )
    return "\n".join(lines)


@habit("forum_romanum", 3, 18)
def forum_one_player_after_the_other(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)[:1]
    for seat, name in enumerate(header.players):
        own = [m.partition("@")[2] for turn in turns if turn.seat == seat for m in turn.moves]
        lines.append(f"{name}: {' '.join(own)}")
    return "\n".join(lines)


@habit("forum_romanum", 3, 30)
def forum_circles(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for m in moves:
        if "@" in m:
            lines.append(f"{CIRCLES[m[0]]} {m[2:]}")
        else:
            lines.append(m.replace("-", " => "))
    return "\n".join(lines)


@habit("forum_romanum", 3, 24)
def forum_crossed_out(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for m in moves:
        wrong = m[:2] + rng.choice("abcdefg") + rng.choice("1234567") if "@" in m else m
        if rng.random() < 0.2 and "@" in m:
            lines.append(f"~~{wrong}~~ {m}")
        elif rng.random() < 0.15 and "@" in m:
            lines.append(f"~~{wrong}~~")
            lines.append(m)
        elif rng.random() < 0.1 and "@" in m:
            lines.append(f"{wrong} {WORDS[language]['wrong']} {m}")
        else:
            lines.append(m)
    return "\n".join(lines)


@habit("forum_romanum", 3, 30)
def forum_tabs_utf16(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = ["Forum Romanum", "\t".join([w["round"], *header.players])]
    for n, row in enumerate(rounds(turns, 3), 1):
        lines.append(
            f"{n}\t" + "\t".join(" ".join(m.partition("@")[2] or m for m in c) for c in row)
        )
    return "\r\n".join(lines).encode("utf-16")


@habit("forum_romanum", 3, 24)
def forum_columns_of_spaces(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = ["FORUM ROMANUM", "", "     " + "".join(f"{n:10}" for n in header.players)]
    for n, row in enumerate(rounds(turns, 3), 1):
        lines.append(
            f"{n:3}. "
            + "".join(f"{' '.join(m.partition('@')[2] for m in c):10}" for c in row).rstrip()
        )
    return "\n".join(lines)


@habit("forum_romanum", 2, 32)
def forum_two_players_in_words(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    for turn in turns:
        lines.append(
            f"{header.players[turn.seat]}: "
            + f" {w['and']} ".join(spoken(m, w) for m in turn.moves)
        )
    return "\n".join(lines).encode("cp1252" if language in ("de", "fr") else "utf-8")


@habit("forum_romanum", 4, 20)
def forum_mixed_languages(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for turn in turns:
        for m in turn.moves:
            lines.append(spoken(m, WORDS[LANGUAGES[turn.seat]]))
    return "\r".join(lines)


@habit("forum_romanum", 3, 18)
def forum_a_title_and_a_date_alone(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    return "\n".join(
        ["forum romanum", "14/3/2026", "Anna, Bram, Carla", "", *(m.upper() for m in moves)]
    )


# Revolution


@habit("revolution", 2, 40)
def revolution_turns(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    for turn in turns:
        lines.append(f"{header.players[turn.seat]}: " + ", ".join(spoken(m, w) for m in turn.moves))
    return "\n".join(lines)


@habit("revolution", 2, 60)
def revolution_semicolons(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    return "\n".join([*head(header, language), *("; ".join(t.moves) for t in turns)])


@habit("revolution", 2, 40)
def revolution_table_of_card_and_stones(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    built, later = turns[:3], turns[3:]
    lines = [f"{w['game']}: Revolution", f"{w['players']}: Anna, Bram", ""]
    lines += [f"{w[m[0]]} {m[2:]}" for t in built for m in t.moves]
    lines += [
        "",
        f"| Anna {w['card']} | Anna {w['stone']} | Bram {w['card']} | Bram {w['stone']} |",
        "|--|--|--|--|",
    ]
    for row in rounds(later, 2):
        cells = []
        for c in row:
            cells.append(" ".join(m for m in c if "@" in m))
            cells.append(
                " ".join(m[1:] for m in c if m[0] == "*") + (w["end"] if "end" in c else "")
            )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


@habit("revolution", 2, 50)
def revolution_a_move_a_line(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    return "\n".join([*head(header, language), *(spoken(m, w) for m in moves)])


@habit("revolution", 2, 50)
def revolution_numbered_and_short(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for n, turn in enumerate(turns, 1):
        lines.append(f"{n}) " + " ".join(m.replace("@", "") for m in turn.moves))
    return "\n".join(lines)


@habit("revolution", 2, 40)
def revolution_whatsapp(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = [
        f"14/03/2026, 20:00 - {header.players[0]}: {w['game']}: Revolution",
        f"14/03/2026, 20:00 - Anna: {w['players']}: {', '.join(header.players)}",
    ]
    for n, turn in enumerate(turns):
        lines.append(
            f"14/03/2026, 20:{n + 1:02} - {header.players[turn.seat]}: "
            + ", ".join(spoken(m, w) for m in turn.moves)
        )
    return "\n".join(lines)


@habit("revolution", 2, 40)
def revolution_two_columns(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = ["Revolution", "Anna\tBram"]
    for row in rounds(turns, 2):
        lines.append("\t".join(" ".join(c) for c in row))
    return "\n".join(lines)


# Das glorreiche Manöver


@habit("manoeuvre", 3, 40)
def manoeuvre_in_words(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    for turn in turns:
        for m in turn.moves:
            if m.startswith("roll"):
                lines.append(
                    f"{header.players[turn.seat]} {w['rolls']} {NUMBERS[language][int(m[5:])]}"
                )
            else:
                lines.append(spoken(m, w))
    return "\n".join(lines)


@habit("manoeuvre", 3, 40)
def manoeuvre_csv_with_numbers(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    n = 0
    for turn in turns:
        for m in turn.moves:
            n += 1
            lines.append(f"{n};{header.players[turn.seat]};{m.replace('roll ', '')}")
    return "\n".join(lines)


@habit("manoeuvre", 3, 36)
def manoeuvre_columns(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = [f"{w['game']}: Das glorreiche Manöver", ";".join([w["round"], *header.players])]
    for n, row in enumerate(rounds(turns, 3), 1):
        lines.append(f"{n};" + ";".join(" ".join(m.replace("roll ", "") for m in c) for c in row))
    return "\r\n".join(lines).encode("cp1252")


@habit("manoeuvre", 2, 40)
def manoeuvre_rolls_on_one_line(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    lines.append(f"{w['roll']}: " + " ".join(m[5:] for m in moves[:12]))
    lines += [m.replace("-", " -> ") for m in moves[12:]]
    return "\n".join(lines)


@habit("manoeuvre", 4, 40)
def manoeuvre_dice(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for turn in turns:
        lines.append(
            f"{header.players[turn.seat]}: "
            + ", ".join(
                "⚀⚁⚂⚃⚄⚅"[int(m[5:]) - 1] if m.startswith("roll") else m.replace("-", "→")
                for m in turn.moves
            )
        )
    return "\n".join(lines)


@habit("manoeuvre", 3, 30)
def manoeuvre_signal(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    for n, turn in enumerate(turns):
        lines.append(
            f"[2026-03-14 20:{n:02}] {header.players[turn.seat]}: "
            + ", ".join(spoken(m, w) for m in turn.moves)
        )
    return "\n".join(lines)


# Révolution with hourglasses


@habit("hourglass", 2, 20)
def hourglass_minutes(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    lines = head(header, language)
    for m in moves:
        second, _, steps = m.partition(" ")
        if steps:
            s, _, part = second.partition(".")
            lines.append(f"{int(s) // 60}:{int(s) % 60:02}{',' + part if part else ''} {steps}")
        else:
            lines.append(m)
    return "\n".join(lines)


@habit("hourglass", 2, 20)
def hourglass_csv(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language) + ["start", f"{w['time']};{w['from']};{w['to']}"]
    for m in moves[1:]:
        second, _, steps = m.partition(" ")
        lines.append(f"{second.replace('.', ',')};{steps.replace('-', ';')}")
    return "\n".join(lines)


@habit("hourglass", 2, 20)
def hourglass_in_words(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = head(header, language)
    for turn in turns:
        for m in turn.moves:
            second, _, steps = m.partition(" ")
            if not steps:
                lines.append("start")
                continue
            start, end = steps.split("-")
            lines.append(
                f"{second} s: {w[('white', 'pink')[turn.seat]]} {w['from']} {start} {w['to']} {end}"
            )
    return "\n".join(lines)


@habit("hourglass", 2, 21)
def hourglass_two_columns(
    header: Header, moves: list[str], turns: list[Turn], language: str, rng: Random
) -> str | bytes:
    w = WORDS[language]
    lines = ["Révolution", "", "start", f"{w['time']}\t{w['white']}\t{w['time']}\t{w['pink']}"]
    for row in rounds(
        turns[1:] if turns[0].moves == ["start"] else [Turn(0, turns[0].moves[1:]), *turns[1:]], 2
    ):
        lines.append("\t".join("\t".join(c[0].split(" ")) if c else "\t" for c in row))
    return "\n".join(lines)

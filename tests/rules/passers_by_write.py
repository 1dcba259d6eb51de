"""Score sheets of passers-by: written before their writer had seen how others are read.

They are kept as written.
"""

# ruff: noqa: ARG001, N806, SIM113, E501, PERF401, RUF001

from random import Random

from score_sheets import Book, Turn, each, rounds
from score_sheets import field_of as f

from rules import Header

PASSERS_BY = Book("walkers")


def pc(m: str) -> str:
    return m.partition("@")[0]


def com(s: str) -> str:
    return s.replace(".", ",")


@PASSERS_BY.habit("forum_romanum", "Els Ger Hans Ria Wim", 36)
def nl_slashes(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Forum Romanum 12/11", "Volgorde: Els, Ger, Hans, Ria, Wim", ""]
    for n, row in enumerate(rounds(tu, 5), 1):
        lines.append(f"{n}) " + " / ".join(f(m) for c in row for m in c))
    return "\n".join(lines)


@PASSERS_BY.habit("forum_romanum", "Anke Bernd Carla", 27)
def de_numbered_in_a_row(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    text = "Gestern haben Anke, Bernd und Carla Forum Romanum gespielt. Anke fing an.\n\n"
    moves = [f"{n}. {who} {f(m)}" for n, (who, m) in enumerate(each(h, tu), 1)]
    return text + "\n".join("  ".join(moves[i : i + 6]) for i in range(0, len(moves), 6))


@PASSERS_BY.habit("forum_romanum", "Al Bo", 34)
def en_first_and_second(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    w = {"y": "yellow", "b": "blue", "r": "red", "g": "green"}
    lines = ["Forum Romanum - Al v Bo", "Turn\tPlayer\tFirst Roman\tSecond Roman"]
    for n, t in enumerate(tu, 1):
        lines.append(
            f"{n}\t{h.players[t.seat]}\t"
            + "\t".join(f"{w[pc(m)]} {f(m)}" if "@" in m else m for m in t.moves)
        )
    return "\n".join(lines)


@PASSERS_BY.habit("forum_romanum", "Léa Noé Zoé", 24)
def fr_discord(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "Léa — Aujourd’hui à 19:01",
        "on fait un Forum Romanum ?",
        "Noé — Aujourd’hui à 19:01",
        "ok, Léa commence, puis moi, puis Zoé",
    ]
    for n, (who, m) in enumerate(each(h, tu), 2):
        lines += [f"{who} — Aujourd’hui à 19:{n:02}", f(m)]
    return "\n".join(lines)


@PASSERS_BY.habit("forum_romanum", "Toon Fien Lars", 40)
def nl_headings(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "Spelmiddag 8 november: Forum Romanum",
        "Toon (geel), Fien (blauw), Lars (rood)",
        "",
        "Plaatsen:",
    ]
    jumped = False
    for row in rounds(tu, 3):
        cells = [m for c in row for m in c]
        if not jumped and any("-" in m for m in cells):
            lines += ["", "Springen:"]
            jumped = True
        lines.append(", ".join(f(m).replace("-", " naar ") for m in cells))
    return "\n".join(lines)


@PASSERS_BY.habit("revolution", "Fay Guy", 44)
def en_card_field_stones(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    N = {"N": "Notre Dame", "V": "Versailles", "B": "Bastille", "F": "flag"}
    lines = [
        "Revolution by Knizia, Fay = light, Guy = dark",
        "",
        "| # | Player | Card | Field | Stones |",
        "|---|---|---|---|---|",
    ]
    n = 0
    for t in tu:
        cards = [m for m in t.moves if "@" in m]
        stones = [m[1:] for m in t.moves if m[0] == "*"]
        if not cards:
            continue
        n += 1
        lines.append(
            f"| {n} | {h.players[t.seat]} | {N.get(pc(cards[0]), pc(cards[0]))} | {f(cards[0])} | {', '.join(stones)} |"
        )
    return "\n".join(lines)


@PASSERS_BY.habit("revolution", "Max Lena", 44)
def de_initials_of_sides(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Revolution (Abacus)", "J = Jakobiner (Max)", "R = Royalisten (Lena)", ""]
    for t in tu:
        w = [m.replace("@", "").replace("*", "+") for m in t.moves if m != "end"]
        if w:
            lines.append(f"{'JR'[t.seat]} " + " ".join(w))
    return "\n".join(lines)


@PASSERS_BY.habit("revolution", "Paul Nina", 30)
def fr_prose(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    N = {"N": "Notre-Dame", "V": "Versailles", "B": "la Bastille", "F": "le drapeau"}
    lines = ["Révolution de Reiner Knizia, Paul (jacobins) contre Nina (royalistes)", ""]
    for t in tu:
        w = []
        for m in t.moves:
            if m == "end":
                continue
            w.append(
                f"un pion en {m[1:]}" if m[0] == "*" else f"{N.get(pc(m), 'le ' + pc(m))} en {f(m)}"
            )
        if w:
            lines.append(
                f"{h.players[t.seat]} {r.choice(['pose', 'joue', 'met'])} " + " et ".join(w) + "."
            )
    return "\n".join(lines)


@PASSERS_BY.habit("revolution", "Mees Saar", 44)
def nl_pairs(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Revolution", "Jakobijnen: Mees", "Koningsgetrouwen: Saar", ""]

    def one(c: list[str]) -> str:
        cards = [m.replace("@", "") for m in c if "@" in m]
        stones = [m for m in c if m[0] == "*"]
        return " ".join(cards) + (f" ({', '.join(stones)})" if stones else "")

    turns = [one(t.moves) for t in tu]
    turns = [x for x in turns if x]
    for i in range(0, len(turns), 2):
        lines.append(f"{i // 2 + 1}. " + "   ".join(turns[i : i + 2]))
    return "\n".join(lines)


@PASSERS_BY.habit("manoeuvre", "Kai Udo Pia", 36)
def de_round_of_throws(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver", "Kai, Udo, Pia", "", "Würfeln"]
    rolls = [(who, m[5:]) for who, m in each(h, tu) if m[0] == "r"]
    for i in range(0, 12, 3):
        lines.append(
            f"{i // 3 + 1}. Runde: " + ", ".join(f"{who} {n}" for who, n in rolls[i : i + 3])
        )
    lines += ["", "Ziehen"]
    for t in tu:
        w = [m.replace("-home", " ins Ziel").replace("-", " auf ") for m in t.moves if m[0] != "r"]
        if w:
            lines.append(f"{h.players[t.seat]}: " + "; ".join(w))
    return "\n".join(lines)


@PASSERS_BY.habit("manoeuvre", "Jo Bea", 34)
def en_colours_only(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "Das glorreiche Manöver",
        "Red is Jo, yellow is Bea",
        "",
        "Dice: "
        + ", ".join(
            f"{('red', 'yellow')[t.seat]} {m[5:]}" for t in tu for m in t.moves if m[0] == "r"
        ),
    ]
    for t in tu:
        w = [m for m in t.moves if m[0] != "r"]
        if w:
            lines.append(f"{('Red', 'Yellow')[t.seat]}: " + " ".join(w))
    return "\n".join(lines)


@PASSERS_BY.habit("manoeuvre", "Jip Sil Roos", 34)
def nl_csv_columns(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver,,,,", "beurt,speler,worp,van,naar"]
    for n, (who, m) in enumerate(each(h, tu), 1):
        if m[0] == "r":
            lines.append(f"{n},{who},{m[5:]},,")
        else:
            a, b = m.split("-")
            lines.append(f"{n},{who},,{a},{b.replace('home', 'binnen')}")
    return "\n".join(lines)


@PASSERS_BY.habit("hourglass", "Lise Hugo", 20)
def fr_clock_and_side(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Révolution (Berloquin) – sabliers", "", "0:00 départ"]
    for t in tu:
        for m in t.moves:
            if m == "start":
                continue
            s, _, st = m.partition(" ")
            v = float(s)
            lines.append(
                com(f"{int(v) // 60}:{v % 60:04.1f}")
                + f" {h.players[t.seat]} ({('blancs', 'roses')[t.seat]}) {st.replace('-', ' → ')}"
            )
    return "\n".join(lines)


@PASSERS_BY.habit("hourglass", "Uta Rolf", 20)
def de_tabs(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Révolution / Sanduhrspiel", "\tUta (Weiß)\tRolf (Rosa)", "Start"]
    n = 0
    for row in rounds(
        [
            Turn(t.seat, [m for m in t.moves if m != "start"])
            for t in tu
            if [m for m in t.moves if m != "start"]
        ],
        2,
    ):
        n += 1
        lines.append(
            f"{n}.\t"
            + "\t".join(
                " ".join(f"{com(m.split(' ')[0])}: {m.split(' ')[1]}" for m in c) for c in row
            )
        )
    return "\n".join(lines)


@PASSERS_BY.habit("hourglass", "Ann Bob", 20)
def en_several_in_a_line(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Révolution with hourglasses, Ann (white) and Bob (pink)", "start"]
    w = []
    for who, m in each(h, tu):
        if m == "start":
            continue
        s, _, st = m.partition(" ")
        w.append(f"{s}s {who} {st.replace('-', ' to ')}")
    for i in range(0, len(w), 4):
        lines.append("; ".join(w[i : i + 4]))
    return "\n".join(lines)


@PASSERS_BY.habit("forum_romanum", "Kim Lou Max", 20, "refuse")
def en_a_turn_is_missing(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Forum Romanum", "Kim, Lou, Max", ""]
    e = [f"{who} {f(m)}" for who, m in each(h, tu)]
    del e[10]
    return "\n".join(lines + e)

"""Score sheets of guests: written before their writer had read the reader, and kept as written."""

# ruff: noqa: ARG001, N806, B905, C408, PERF401, RUF001

from random import Random

from score_sheets import Book, Turn, each, rounds
from score_sheets import field_of as f

from rules import Header

GUESTS = Book("guests")


def pc(m: str) -> str:
    return m.partition("@")[0]


def com(s: str) -> str:
    return s.replace(".", ",")


NL = dict(y="geel", b="blauw", r="rood", g="groen", k="zwart", w="wit")
DE = dict(y="Gelb", b="Blau", r="Rot", g="Grün", k="Schwarz", w="Weiß")
FR = dict(y="jaune", b="bleu", r="rouge", g="vert", k="noir", w="blanc")
BALL = dict(y="🟡", b="🔵", r="🔴", g="🟢", k="⚫", w="⚪")


@GUESTS.habit("forum_romanum", "Anna Ben Cis", 27, colours="wkr")
def nl_prose_with(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = [
        "Gisteravond Forum Romanum gespeeld.",
        "Anna speelt met wit, Ben met zwart en Cis met rood.",
        "",
    ]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(
            f"Ronde {n}: "
            + ", ".join(
                f"{nm} {f(m).replace('-', ' naar ')}" for nm, c in zip(h.players, row) for m in c
            )
        )
    return "\n".join(L)


@GUESTS.habit("forum_romanum", "Gill Hugh Ivy", 24, colours="grb")
def en_chat_claims(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = [
        "[12/11/2026, 20:01:10] Hugh: Forum Romanum by chat then?",
        "[12/11/2026, 20:01:30] Gill: I'm green and I start",
        "[12/11/2026, 20:01:44] Hugh: I'll be red",
        "[12/11/2026, 20:02:02] Ivy: blue for me",
    ]
    for n, (who, m) in enumerate(each(h, tu)):
        L.append(
            f"[12/11/2026, 20:{n + 3:02}:{r.randrange(60):02}] {who}: {f(m)}"
            + r.choice(["", "", "", " :-)", "."])
        )
    return "\n".join(L)


@GUESTS.habit("forum_romanum", "Heike Jörg Uwe Ilse", 30)
def de_circles(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum, Donnerstag, 12. November 2026", ""]
    for t in tu:
        for m in t.moves:
            L.append(f"{BALL['ybrg'[t.seat]]} {h.players[t.seat]} {f(m)}")
    return "\n".join(L)


@GUESTS.habit("forum_romanum", "Luc Zoé", 34)
def fr_br_in_cells(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum", "", "| Tour | Luc (jaune/rouge) | Zoé (bleu/vert) |", "|---|---|---|"]
    for n, row in enumerate(rounds(tu, 2), 1):
        L.append(
            f"| {n} | "
            + " | ".join(
                "<br>".join(
                    (FR[m[0]] + " " + f(m)) if "@" in m else m.replace("-", " → ") for m in c
                )
                for c in row
            )
            + " |"
        )
    return "\n".join(L)


@GUESTS.habit("forum_romanum", "Kees Mia Bo", 45)
def nl_columns_with_standing(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["FORUM ROMANUM   13-11-26", "", "       Kees   Mia    Bo"]
    n = 0
    for i, row in enumerate(rounds(tu, 3), 1):
        L.append(f"{i:>2}.    " + "".join(f"{' '.join(map(f, c)):<7}" for c in row).rstrip())
        n += sum(map(len, row))
        if i % 5 == 0:
            at = h.start()
            for m in mv[:n]:
                at = at.play(m)
            s = at.scores()
            L.append("stand  " + "".join(f"{v:<7}" for v in s.values()).rstrip())
    return "\n".join(L)


@GUESTS.habit("forum_romanum", "Tim Ida Eva Ole", 40)
def de_one_player_a_line(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum mit Tim, Ida, Eva und Ole", ""]
    for s, nm in enumerate(h.players):
        L.append(f"{nm}: " + " ".join(f(m) for t in tu if t.seat == s for m in t.moves))
    return "\n".join(L)


@GUESTS.habit("revolution", "Max Lena", 40)
def de_mail_quoted(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    N = dict(N="Notre Dame", V="Versailles", B="Bastille", F="Flagge")
    L = [
        "Betreff: Re: Revolution",
        "",
        "Lena (Royalisten) und Max (Jakobiner), hier unsere Partie:",
        "",
    ]
    for t in tu:
        w = []
        for m in t.moves:
            if m == "end":
                continue
            if m[0] == "*":
                w.append(f"Stein {m[1:]}")
            else:
                w.append(f"{N.get(pc(m), pc(m))} auf {f(m)}")
        if w:
            L.append(f"> {h.players[t.seat]}: " + ", ".join(w))
    L += ["", "Viele Grüße", "Max"]
    return "\n".join(L)


@GUESTS.habit("revolution", "Paul Nina", 44)
def fr_csv_camps(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    N = dict(N="Notre-Dame", V="Versailles", B="Bastille", F="drapeau")
    L = ["Révolution (Knizia)", "Jacobins,Royalistes", "Paul,Nina"]
    for row in rounds(tu, 2):
        cells = []
        for c in row:
            w = []
            for m in c:
                if m == "end":
                    continue
                w.append(f"pion en {m[1:]}" if m[0] == "*" else f"{N.get(pc(m), pc(m))} en {f(m)}")
            x = ", ".join(w)
            cells.append(f'"{x}"' if "," in x else x)
        if any(cells):
            L.append(",".join(cells))
    return "\n".join(L)


@GUESTS.habit("revolution", "Sjoerd Willemijn", 40)
def nl_chat_dark(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    N = dict(N="Notre Dame", V="Versailles", B="Bastille", F="vlag")
    L = [
        "12-11-2026 19:30 - Willemijn: Revolution?",
        "12-11-2026 19:30 - Sjoerd: ja leuk",
        "12-11-2026 19:31 - Willemijn: Ik ben donker",
    ]
    n = 0
    for t in tu:
        w = []
        for m in t.moves:
            if m == "end":
                continue
            w.append(f"steen op {m[1:]}" if m[0] == "*" else f"{N.get(pc(m), pc(m))} op {f(m)}")
        n += 1
        if w:
            L.append(f"12-11-2026 19:{n + 31:02} - {h.players[t.seat]}: " + " en ".join(w))
    return "\n".join(L)


@GUESTS.habit("revolution", "Sue Tom", 44)
def en_bare_names(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Revolution (Knizia)", "Sue Tom", ""]
    n = 0
    for t in tu:
        ms = [m for m in t.moves if m != "end"]
        if not ms:
            continue
        n += 1
        cards = [m.replace("@", " ") for m in ms if m[0] != "*"]
        st = [m for m in ms if m[0] == "*"]
        L.append(f"{n:>2}  {' '.join(cards)}" + (f" ({' '.join(st)})" if st else ""))
    return "\n".join(L)


@GUESTS.habit("revolution", "Ann Bob", 44)
def en_paragraphs(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    N = dict(N="Notre Dame", V="Versailles", B="Bastille", F="flag")
    W = ("Ann", "Bob")
    L = [
        "Revolution, 11 Nov. Ann played the Jacobins and Bob the Royalists.",
        "Setup: " + ", ".join(f"{N[pc(m)]} {f(m)}" for m in mv[:3]) + ".",
    ]
    rest = []
    k = 0
    for t in tu:
        ms = []
        for m in t.moves:
            k += 1
            if k > 3 and m != "end":
                ms.append(m)
        if not ms:
            continue
        s = []
        for m in ms:
            s.append(f"stone {m[1:]}" if m[0] == "*" else f"{N.get(pc(m), pc(m))} on {f(m)}")
        rest.append(f"{W[t.seat]} {', '.join(s)}.")
    for i in range(0, len(rest), 4):
        L.append(" ".join(rest[i : i + 4]))
    return "\n".join(L)


@GUESTS.habit("manoeuvre", "Anna Bob", 30)
def de_throws_per_player(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Das glorreiche Manöver", "Spieler: Anna und Bob", ""]
    for s, nm in enumerate(h.players):
        L.append(
            f"Würfe {nm}: "
            + " ".join(m[5:] for t in tu if t.seat == s for m in t.moves if m[0] == "r")
        )
    L.append("")
    n = 0
    for t in tu:
        w = [m for m in t.moves if m[0] != "r"]
        if w:
            n += 1
            L.append(f"{n}. {h.players[t.seat]} " + ", ".join(w).replace("home", "Hof"))
    return "\n".join(L)


@GUESTS.habit("manoeuvre", "Piet Jet Lot", 34)
def nl_table_then_list(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Das glorreiche Manöver (drie spelers)", "", "        Piet  Jet  Lot"]
    rolls = [[m[5:] for t in tu if t.seat == s for m in t.moves if m[0] == "r"] for s in range(3)]
    for i in range(4):
        L.append(f"worp {i + 1}  {rolls[0][i]}     {rolls[1][i]}    {rolls[2][i]}")
    L += ["", "Zetten:"]
    for t in tu:
        w = [m for m in t.moves if m[0] != "r"]
        if w:
            L.append(
                f"{h.players[t.seat]} " + " / ".join(w).replace("-", ">").replace("home", "binnen")
            )
    return "\n".join(L)


@GUESTS.habit("manoeuvre", "Luc Zoé Inès", 34)
def fr_rolls_in_order(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Das glorreiche Manöver – Luc, Zoé, Inès – le 10/11/2026", ""]
    L.append("Lancers : " + ", ".join(f"{nm} {m[5:]}" for nm, m in each(h, tu) if m[0] == "r"))
    for t in tu:
        w = [m for m in t.moves if m[0] != "r"]
        if w:
            L.append(
                f"{h.players[t.seat]} : "
                + " et ".join(m.replace("-", "→").replace("home", "la cour") for m in w)
            )
    return "\n".join(L)


@GUESTS.habit("manoeuvre", "Ros Dan", 32)
def en_chat_speaking(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    W = ["zero", "one", "two", "three", "four", "five", "six"]
    L = ["12/11/2026, 21:00 - Ros: das glorreiche manöver, me first"]
    for n, t in enumerate(tu, 1):
        w = []
        for m in t.moves:
            if m[0] == "r":
                w.append(f"rolled a {W[int(m[5:])]}")
            else:
                a, b = m.split("-")
                w.append(f"{a} to {b}" if b != "home" else f"{a} home")
        L.append(f"12/11/2026, 21:{n % 60:02} - {h.players[t.seat]}: " + " and ".join(w))
    return "\n".join(L)


@GUESTS.habit("manoeuvre", "Kai Udo Pia", 34)
def de_csv_colours(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Das glorreiche Manöver;;;", "Spieler;Kai;Udo;Pia", "Nr;Rot;Gelb;Blau"]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(
            f"{n};"
            + ";".join(
                " ".join(m.replace("roll ", "").replace("home", "Ziel") for m in c) for c in row
            )
        )
    return "\n".join(L)


@GUESTS.habit("hourglass", "Wies Rob", 18)
def nl_laps(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Révolution (zandlopers)", "wit Wies, roze Rob", "start"]
    n = 0
    for who, m in each(h, tu):
        if m == "start":
            continue
        n += 1
        s, _, st = m.partition(" ")
        v = float(s)
        L.append(
            f"Ronde {n}  {int(v) // 60:02}:{v % 60:05.2f}  {who} {st.replace('-', ' ')}".replace(
                ".", ","
            )
        )
    return "\n".join(L)


@GUESTS.habit("hourglass", "Lise Hugo", 20)
def fr_two_columns(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = [
        "Révolution de Pierre Berloquin",
        "",
        "| Blancs (Lise) | Roses (Hugo) |",
        "|---|---|",
        "| départ | départ |",
    ]
    for row in rounds(
        [
            Turn(t.seat, [m for m in t.moves if m != "start"])
            for t in tu
            if [m for m in t.moves if m != "start"]
        ],
        2,
    ):
        L.append(
            "| "
            + " | ".join(
                " ; ".join(f"{com(m.split(' ')[0])} s {m.split(' ')[1]}" for m in c) for c in row
            )
            + " |"
        )
    return "\n".join(L)


@GUESTS.habit("hourglass", "Egon Ruth", 18)
def de_prose(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Révolution mit Sanduhren. Egon hat Weiß, Ruth Rosa. Start um 20 Uhr."]
    w = []
    for who, m in each(h, tu):
        if m == "start":
            continue
        s, _, st = m.partition(" ")
        a, b = st.split("-")
        w.append(f"Nach {com(s)} Sekunden setzt {who} von {a} nach {b}.")
    return "\n".join(L) + "\nStart.\n" + " ".join(w)


@GUESTS.habit("revolution", "Bea Cor", 36, "refuse")
def nl_two_dark(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Revolution", "Bea: donker", "Cor: donker", ""]
    for t in tu:
        L.append(" ".join(m for m in t.moves if m != "end"))
    return "\n".join(L)

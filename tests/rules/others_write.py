"""Score sheets as people of other clubs write them; the reader met these after it was built."""

# ruff: noqa: ARG001, PLW2901, C408, E501, PERF401, SIM905, N806

from random import Random

from score_sheets import NAMES, Book, Turn, field_of, rounds

from rules import Header

OTHERS = Book("others")


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def seats_by_colour(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Spel: Forum Romanum", "Geel: Anna", "Blauw: Bram", "Rood: Carla", ""]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(f"{n} " + " ".join(field_of(m).upper() for c in row for m in c))
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 20)
def names_with_colours(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum - 14 maart 2026", "Spelers: Anna (geel), Bram (blauw), Carla (rood)", ""]
    for t in tu:
        for m in t.moves:
            L.append(f"- {h.players[t.seat]} {field_of(m)}")
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def quoted_csv_long(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ['"Forum Romanum"', '"nr","speler","zet"']
    n = 0
    for t in tu:
        for m in t.moves:
            n += 1
            L.append(f'"{n}","{h.players[t.seat]}","{field_of(m)}"')
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 18)
def telegram(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum: Anna, Bram, Carla"]
    for i, t in enumerate(tu):
        for m in t.moves:
            L += [f"{h.players[t.seat]}, [14.03.26 20:{i:02}]", field_of(m), ""]
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def round_headings(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["FORUM ROMANUM", "Spieler: Anna, Bram und Carla"]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(f"Runde {n}")
        for c, name in zip(row, h.players, strict=True):
            for m in c:
                L.append(f"  {name} auf {field_of(m)}")
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:2]), 32)
def plus_between(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    w = dict(y="jaune", b="bleu", r="rouge", g="vert")
    L = ["Forum Romanum", "Joueurs: Anna et Bram", ""]
    for n, t in enumerate(tu, 1):
        L.append(
            f"{n}. "
            + " + ".join(
                f"{w[m[0]]} {field_of(m)}" if "@" in m else m.replace("-", " -> ") for m in t.moves
            )
        )
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 26)
def remarks(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["forum romanum", "players Anna, Bram, Carla", ""]
    for m in mv:
        L.append(f"{m}" + r.choice(["", "", " (nice!)", " // hm", " !!", "  - oh no"]))
        if r.random() < 0.1:
            L.append("--- break for tea ---")
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:4]), 28)
def german_letters_in_markdown(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["## Forum Romanum", "", "|Anna|Bram|Carla|Daan|", "|:-:|:-:|:-:|:-:|"]
    for row in rounds(tu, 4):
        L.append("|" + "|".join(" / ".join(field_of(m) for m in c) for c in row) + "|")
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def slips_of_letters(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum", "Spelers: Anna, Bram, Carla", ""]
    for m in mv:
        if r.random() < 0.12:
            m = m.replace("1", "l").replace("b@", "6@").replace("@b", "@6")
        L.append(m)
    return "\n".join(L)


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 45)
def field_first(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Revolution", "Spelers: Anna, Bram", ""]
    for t in tu:
        L.append(
            f"{h.players[t.seat]}: "
            + ", ".join(f"{field_of(m)}={m[0]}" if "@" in m else m for m in t.moves)
        )
    return "\n".join(L)


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 45)
def dutch_sentences(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    n = dict(N="de Notre Dame", V="Versailles", B="de Bastille", F="zijn vlag")
    L = ["Revolution (Knizia), 14 maart", "Anna tegen Bram", ""]
    for t in tu:
        s = []
        for m in t.moves:
            if m == "end":
                s.append("einde beurt")
            elif m[0] == "*":
                s.append(f"zet een steen op {m[1:]}")
            elif m[0].isdigit():
                s.append(f"legt een {m[0]} op {field_of(m)}")
            else:
                s.append(f"legt {n[m[0]]} op {field_of(m)}")
        L.append(f"{h.players[t.seat]} " + " en ".join(s))
    return "\n".join(L)


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 45)
def french_semicolons(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    n = dict(N="Notre-Dame", V="Versailles", B="la Bastille", F="le drapeau")
    L = ["Jeu : Revolution", "Joueurs : Anna, Bram", ""]
    for k, t in enumerate(tu, 1):
        s = []
        for m in t.moves:
            if m == "end":
                s.append("fin")
            elif m[0] == "*":
                s.append(f"pion {m[1:]}")
            elif m[0].isdigit():
                s.append(f"carte {m[0]} en {field_of(m)}")
            else:
                s.append(f"{n[m[0]]} en {field_of(m)}")
        L.append(f"{k} ; {h.players[t.seat]} ; " + " ; ".join(s))
    return "\n".join(L)


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 50)
def numbered_pairs(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Revolution", "Anna - Bram", ""]
    for t in tu[:3]:
        L.append(" ".join(t.moves))
    for n, row in enumerate(rounds(tu[3:], 2), 1):
        L.append(f"{n}. " + " | ".join(" ".join(m.replace("@", "") for m in c) for c in row))
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:3]), 40)
def one_line_a_turn(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = [
        "Das glorreiche Manöver",
        "Spieler: Anna, Bram, Carla",
        "Würfe: " + ", ".join(m[5:] for m in mv[:12]),
    ]
    for t in tu:
        ms = [m for m in t.moves if not m.startswith("roll")]
        if ms:
            L.append(f"{h.players[t.seat]}: " + ", ".join(m.replace("home", "Hof") for m in ms))
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:3]), 40)
def greater_than(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["das glorreiche manover", "Anna, Bram, Carla", ""]
    for t in tu:
        L.append(
            f"{h.players[t.seat][0]}: "
            + " ".join(m.replace("roll ", "").replace("-", ">") for m in t.moves)
        )
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:2]), 40)
def french_sentences(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    z = "zéro un deux trois quatre cinq six".split()
    L = ["Jeu: Das glorreiche Manöver", "Joueurs: Anna, Bram", ""]
    for t in tu:
        for m in t.moves:
            if m.startswith("roll"):
                L.append(f"{h.players[t.seat]} lance le dé : {z[int(m[5:])]}")
            else:
                a, b = m.split("-")
                L.append(f"{h.players[t.seat]} : de {a} à {'la cour' if b == 'home' else b}")
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:3]), 36)
def spreadsheet_tabs(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Das glorreiche Manöver\t\t\t", "\tAnna\tBram\tCarla"]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(f"{n}\t" + "\t".join(", ".join(m.replace("roll ", "") for m in c) for c in row))
    return "\r".join(L)


@OTHERS.habit("hourglass", " ".join(NAMES[:2]), 20)
def t_equals(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Spel: Révolution (zandlopers)", "wit: Anna", "roze: Bram", "", "start"]
    for m in mv[1:]:
        s, _, st = m.partition(" ")
        L.append(f"t={s} {st.replace('-', '>')}")
    return "\n".join(L)


@OTHERS.habit("hourglass", " ".join(NAMES[:2]), 20)
def seconds_and_seats(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Révolution", "Spieler: Anna (weiß), Bram (rosa)", "", "Start"]
    for t in tu:
        for m in t.moves:
            s, _, st = m.partition(" ")
            if st:
                L.append(f"{s.replace('.', ',')} Sek. {('Weiß', 'Rosa')[t.seat]} {st}")
    return "\n".join(L)


@OTHERS.habit("hourglass", " ".join(NAMES[:2]), 20)
def markdown_times(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = [
        "# Révolution",
        "",
        "| # | sec | Anna | sec | Bram |",
        "|--|--|--|--|--|",
        "| 0 | start | | | |",
    ]
    rest = [Turn(0, tu[0].moves[1:]), *tu[1:]] if len(tu[0].moves) > 1 else tu[1:]
    for n, row in enumerate(rounds(rest, 2), 1):
        L.append(
            f"| {n} | "
            + " | ".join(" | ".join(c[0].split(" ")) if c else " | " for c in row)
            + " |"
        )
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def excel_with_points(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum;;;;", "Ronde;Anna;Bram;Carla;Opmerkingen"]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(
            f"{n};"
            + ";".join(" ".join(field_of(m) for m in c) for c in row)
            + ";"
            + r.choice(["", "", "sector vol!", "mooi"])
        )
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:4]), 28)
def english_prose(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    w = dict(y="Yellow", b="Blue", r="Red", g="Green")
    L = ["Game: Forum Romanum", "Date: 14 March 2026", "Players: Anna, Bram, Carla and Daan", ""]
    for n, t in enumerate(tu, 1):
        for m in t.moves:
            if "@" in m:
                L.append(f"{n}. {w[m[0]]} places on {field_of(m)}.")
            else:
                a, b = m.split("-")
                L.append(f"{n}. {h.players[t.seat]} jumps from {a} to {b}.")
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def german_with_abbreviations(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Forum Romanum, 14. März 2026", "Spieler: Anna, Bram, Carla", ""]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(f"Runde {n}: " + " / ".join(field_of(m) for c in row for m in c))
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 20)
def whatsapp_us(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = [
        "3/14/26, 8:00 PM - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.",
        "3/14/26, 8:01 PM - Anna: Forum Romanum",
        "3/14/26, 8:01 PM - Anna: Anna, Bram, Carla",
    ]
    for i, t in enumerate(tu):
        for m in t.moves:
            L.append(
                f"3/14/26, 8:{i + 2:02} PM - {h.players[t.seat]}: {field_of(m)}"
                + r.choice(["", " 😀", " !"])
            )
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 18)
def numbered_lists_a_player(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["FORUM ROMANUM", "Joueurs : Anna, Bram, Carla", ""]
    for k, name in enumerate(h.players):
        L.append(f"{name} :")
        L += [field_of(m) for t in tu if t.seat == k for m in t.moves]
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def uneven_spaces(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["forum romanum", "", "spelers: Anna, Bram, Carla"]
    for m in mv:
        L.append(
            " " * r.randrange(4)
            + m.replace("@", r.choice([" @ ", "@ ", " ", " op "])).upper().replace(" OP ", " op ")
        )
    return "\n\n".join(L)


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 45)
def german_bullets(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    n = dict(N="Notre Dame", V="Versailles", B="Bastille", F="Fahne")
    L = ["Revolution", "Anna gegen Bram", ""]
    for t in tu:
        L.append(f"{h.players[t.seat]}:")
        for m in t.moves:
            if m == "end":
                L.append("  - fertig")
            elif m[0] == "*":
                L.append(f"  - Stein auf {m[1:]}")
            else:
                L.append(f"  - {n.get(m[0], m[0])} auf {field_of(m)}")
    return "\n".join(L)


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 45)
def html_chat(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["<html><body><p>Revolution</p><p>Anna, Bram</p>"]
    for t in tu:
        L.append(f"<div><b>{h.players[t.seat]}</b>: {', '.join(t.moves)}</div>")
    return "\n".join(L) + "</body></html>"


@OTHERS.habit("revolution", " ".join(NAMES[:2]), 40)
def french_table(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Revolution", "Anna\tBram"]
    for row in rounds(tu, 2):
        L.append(
            "\t".join(
                " + ".join(
                    "pion " + m[1:] if m[0] == "*" else m.replace("@", " ") if m != "end" else "fin"
                    for m in c
                )
                for c in row
            )
        )
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:3]), 40)
def rolls_by_round(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Manöver", "Spelers: Anna, Bram, Carla", ""]
    for n, row in enumerate(rounds(tu, 3), 1):
        L.append(
            f"{n}. "
            + " - ".join(
                f"{name} " + (c[0][5:] if c and c[0].startswith("roll") else ", ".join(c))
                for name, c in zip(h.players, row, strict=True)
                if c
            )
        )
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:2]), 40)
def german_dice(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    z = "null Eins Zwei Drei Vier Fünf Sechs".split()
    L = ["Das glorreiche Manoever", "Spieler: Anna und Bram", ""]
    for t in tu:
        L.append(
            f"{h.players[t.seat]} "
            + " und ".join(
                f"würfelt eine {z[int(m[5:])]}"
                if m.startswith("roll")
                else f"zieht von {m.replace('-', ' nach ').replace('home', 'Hause')}"
                for m in t.moves
            )
        )
    return "\n".join(L)


@OTHERS.habit("manoeuvre", " ".join(NAMES[:4]), 40)
def arrows_in_columns(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Das glorreiche Manöver", "| Anna | Bram | Carla | Daan |", "|---|---|---|---|"]
    for row in rounds(tu, 4):
        L.append(
            "| "
            + " | ".join(" ".join(m.replace("roll ", "").replace("-", "→") for m in c) for c in row)
            + " |"
        )
    return "\n".join(L)


@OTHERS.habit("hourglass", " ".join(NAMES[:2]), 20)
def stopwatch(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Révolution", "Players: Anna (white), Bram (pink)", "start"]
    for t in tu:
        for m in t.moves:
            s, _, st = m.partition(" ")
            if st:
                L.append(
                    f"{int(float(s)) // 60:02}:{float(s) % 60:04.1f} {h.players[t.seat]}: {st.replace('-', ' -> ')}"
                )
    return "\n".join(L)


@OTHERS.habit("hourglass", " ".join(NAMES[:2]), 20)
def french_seconds(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    L = ["Révolution aux sabliers", "Joueurs : Anna, Bram", "départ"]
    for t in tu:
        for m in t.moves:
            s, _, st = m.partition(" ")
            if st:
                a, b = st.split("-")
                L.append(f"à {s.replace('.', ',')} secondes : de {a} vers {b}")
    return "\n".join(L)


@OTHERS.habit("forum_romanum", " ".join(NAMES[:3]), 24)
def misspelt_words(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    w = dict(y="geel", b="blauw", r="rood")
    bad = dict(y="gel", b="blaw", r="rod")
    L = ["Forum Romanum", "Spelers: Anna, Bram, Carla", ""]
    for m in mv:
        L.append(f"{(bad if r.random() < 0.1 else w)[m[0]]} {field_of(m)}")
    return "\n".join(L)

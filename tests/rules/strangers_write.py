"""Score sheets of strangers: written before their writer had read the reader, and kept as written.

Each is of a legal game with names of its own, or is to be refused, as what is written is no game or
may be several.
"""

# ruff: noqa: ARG001, E501, PERF401, RUF001

from random import Random

from score_sheets import Book, Turn, each, ends, rounds
from score_sheets import field_of as field

from rules import Header

STRANGERS = Book("strangers")


# Forum Romanum


@STRANGERS.habit("forum_romanum", "Joost Mieke Tom", 28)
def whatsapp_with_chatter(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "14-11-2026 19:58 - Berichten en gesprekken worden end-to-end versleuteld. Tik voor meer informatie.",
        "14-11-2026 19:58 - Mieke heeft de groep 'Spelavond' gemaakt",
        "14-11-2026 20:01 - Tom: Forum Romanum, volgorde Joost, Mieke, Tom",
        "14-11-2026 20:01 - Mieke: ok 👍",
    ]
    for n, (who, move) in enumerate(each(h, tu)):
        lines.append(f"14-11-2026 20:{n + 2:02} - {who}: {field(move)}")
        if r.random() < 0.15:
            lines.append(f"14-11-2026 20:{n + 2:02} - {r.choice(h.players)}: <Media weggelaten>")
        if r.random() < 0.15:
            lines.append(
                f"14-11-2026 20:{n + 2:02} - {r.choice(h.players)}: "
                + r.choice(["haha", "jij bent", "goeie!", "hmm even denken"])
            )
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Ina Jan Kim", 24)
def signal_speakers_are_the_players(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["[2026-11-14 19:01:12] Ina: Heute Forum Romanum!"]
    for n, (who, move) in enumerate(each(h, tu)):
        lines.append(f"[2026-11-14 19:{n + 3:02}:{r.randrange(60):02}] {who}: {field(move)}")
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Tom Sue Al", 30)
def markdown_with_points(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "# Forum Romanum – Friday game night",
        "",
        "| Round | Tom | Sue | Al | Notes |",
        "| ---: | :--- | :--- | :--- | --- |",
    ]
    for n, row in enumerate(rounds(tu, 3), 1):
        cells = [", ".join(map(field, c)) or "—" for c in row]
        lines.append(
            f"| {n} | "
            + " | ".join(cells)
            + f" | {r.choice(['', '', 'close!', 'Sue thinks long'])} |"
        )
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Tom Sue Al Pat", 36)
def csv_round_player_colour_field(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    colour = {"y": "yellow", "b": "blue", "r": "red", "g": "green"}
    lines = ["Game,Forum Romanum,,", "Round,Player,Colour,Field"]
    for n, row in enumerate(rounds(tu, 4), 1):
        for seat, cell in enumerate(row):
            for m in cell:
                lines.append(
                    f"{n},{h.players[seat]},{colour['ybrg'[seat]]},{field(m).replace('-', '>').upper()}"
                )
    return "\r\n".join(lines) + "\r\n"


@STRANGERS.habit("forum_romanum", "Ulrike Karl Heinz", 30)
def semicolons_from_and_to(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "Forum Romanum;;;;",
        "Spieler;Ulrike;Karl;Heinz;",
        "Datum;14.11.2026;;;",
        ";;;;",
        "Zug;Spieler;von;nach;Bemerkung",
    ]
    for n, (who, m) in enumerate(each(h, tu), 1):
        start, end = ends(m) if "-" in m else ("", field(m))
        lines.append(f"{n};{who};{start};{end};")
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Anouk Bas Claire", 27)
def dutch_prose_a_round(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    colour = {"y": "geel", "b": "blauw", "r": "rood"}
    lines = [
        "Forum Romanum, 14 november 2026",
        "Met Anouk (geel), Bas (blauw) en Claire (rood).",
        "",
    ]
    for n, row in enumerate(rounds(tu, 3), 1):
        said = []
        for seat, cell in enumerate(row):
            for m in cell:
                start, end = ends(m)
                said.append(
                    f"{h.players[seat]} verplaatst {start} naar {end}"
                    if end
                    else f"{h.players[seat]} zet {colour[m[0]]} op {field(m)}"
                )
        text = ", ".join(said[:-1]) + (" en " if said[:-1] else "") + said[-1]
        lines.append(f"Ronde {n}: {text}.")
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Lucie Marc Théo", 27)
def french_prose_with_inflected_colours(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    colour = {"y": "un romain jaune", "b": "un romain bleu", "r": "un romain rouge"}
    lines = ["Partie de Forum Romanum du 14/11/2026", "Joueurs : Lucie, Marc et Théo", ""]
    for n, row in enumerate(rounds(tu, 3), 1):
        lines.append(f"Tour {n}")
        for seat, cell in enumerate(row):
            for m in cell:
                start, end = ends(m)
                lines.append(
                    f"{h.players[seat]} déplace {start} en {end}."
                    if end
                    else f"{h.players[seat]} pose {colour[m[0]]} en {field(m)}."
                )
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Ina Jan Al", 24)
def german_inflected_colours(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    colour = {"y": "gelben", "b": "blauen", "r": "roten"}
    lines = ["Forum Romanum", "Es spielen Ina, Jan und Al", ""]
    for who, m in each(h, tu):
        lines.append(f"{who} setzt einen {colour[m[0]]} Römer auf {field(m)}.")
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Piet Roos Wim", 30)
def tabs_with_colours_below_names(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Forum Romanum", "Ronde\tPiet\tRoos\tWim", "Kleur\tgeel\tblauw\trood"]
    for n, row in enumerate(rounds(tu, 3), 1):
        lines.append(f"{n}\t" + "\t".join(" ".join(map(field, c)) for c in row))
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Eva Finn Gus", 27)
def google_sheets_html(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    cell = '<td style="overflow:hidden;padding:2px 3px;">'
    lines = [
        '<google-sheets-html-origin><style type="text/css">td {border: 1px solid #cccccc;}</style>',
        '<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0"><colgroup><col width="100"/></colgroup><tbody>',
        f"<tr>{cell}Forum&nbsp;Romanum</td>{cell}</td>{cell}</td>{cell}</td></tr>",
        f"<tr>{cell}</td>" + "".join(f"{cell}<b>{name}</b></td>" for name in h.players) + "</tr>",
    ]
    for n, row in enumerate(rounds(tu, 3), 1):
        lines.append(
            f"<tr>{cell}{n}</td>"
            + "".join(f"{cell}{'<br/>'.join(map(field, c)).upper()}</td>" for c in row)
            + "</tr>"
        )
    return "".join(lines) + "</tbody></table>"


@STRANGERS.habit("forum_romanum", "Eva Finn", 24)
def checklist(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    colour = {"y": "yellow", "b": "blue", "r": "red", "g": "green"}
    lines = ["## Forum Romanum", "", "Eva: yellow and red", "Finn: blue and green", ""]
    for who, m in each(h, tu):
        lines.append(f"- [x] {who}: {colour[m[0]]} {field(m)}")
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Ria Ben Cas", 20)
def struck_and_written_again(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["forum romanum", "Ria - Ben - Cas", ""]
    for m in mv:
        wrong = r.random() < 0.2
        lines.append((f"~~{r.choice('abc')}{r.randrange(1, 8)}~~ " if wrong else "") + field(m))
    return "\n".join(lines)


@STRANGERS.habit("forum_romanum", "Ria Ben Cas", 18, "refuse")
def one_move_is_missing(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Forum Romanum", "Spelers: Ria, Ben, Cas", ""]
    said = [f"{who}: {field(m)}" for who, m in each(h, tu)]
    return "\n".join(lines + said[:7] + said[8:])


# Revolution


@STRANGERS.habit("revolution", "Paul Vera", 40)
def english_prose_a_turn(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    name = {"N": "Notre Dame", "V": "Versailles", "B": "the Bastille", "F": "the flag"}
    lines = ["Revolution by Reiner Knizia", "Paul (light) vs. Vera (dark)", ""]
    for n, t in enumerate(tu, 1):
        said = []
        for m in t.moves:
            if m == "end":
                said.append("ends the turn")
            elif m[0] == "*":
                said.append(f"puts a stone on {m[1:]}")
            else:
                said.append(f"plays {name.get(m[0], m[0])} on {field(m)}")
        lines.append(f"{n}. {h.players[t.seat]} " + " and ".join(said) + ".")
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Lotte Joris", 36)
def iphone_chat(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    name = {"N": "Notre Dame", "V": "Versailles", "B": "Bastille", "F": "vlag"}
    lines = [
        "\u200e[14-11-2026, 20:00:01] Lotte: \u200eBerichten en oproepen zijn end-to-end versleuteld.",
        "[14-11-2026, 20:00:09] Joris: Révolution (Knizia)! Lotte licht, ik donker".replace(
            "ik", "Joris"
        ),
    ]
    for n, t in enumerate(tu, 1):
        said = []
        for m in t.moves:
            said.append(
                "klaar"
                if m == "end"
                else f"steen {m[1:]}"
                if m[0] == "*"
                else f"{name.get(m[0], m[0])} {field(m)}"
            )
        lines.append(f"[14-11-2026, 20:{n:02}:30] {h.players[t.seat]}: " + ", ".join(said))
        if r.random() < 0.2:
            lines.append(
                f"\u200e[14-11-2026, 20:{n:02}:41] {h.players[1 - t.seat]}: \u200eafbeelding weggelaten"
            )
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Max Lena", 44)
def german_table_of_sides(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "**Revolution** (Max = hell, Lena = dunkel)",
        "",
        "| Zug | dunkel | hell |",
        "|---|---|---|",
    ]
    order = [Turn(1 - t.seat, t.moves) for t in tu]
    for n, row in enumerate(rounds(order, 2), 1):
        cells = []
        for c in row:
            cells.append(
                ", ".join(
                    "Ende"
                    if m == "end"
                    else f"Stein {m[1:]}"
                    if m[0] == "*"
                    else f"{m[0]} {field(m)}"
                    for m in c
                )
            )
        lines.append(f"| {n} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Jacques Pierre", 36)
def french_list_with_slashes(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    name = {"N": "Notre-Dame", "V": "Versailles", "B": "Bastille", "F": "drapeau"}
    lines = [
        "Partie de Révolution de Knizia",
        "Blancs : Jacques. Noirs : Pierre.".replace("Blancs", "Clair").replace("Noirs", "Foncé"),
        "",
    ]
    for t in tu:
        said = []
        for m in t.moves:
            said.append(
                "fin du tour"
                if m == "end"
                else f"pion en {m[1:]}"
                if m[0] == "*"
                else f"{name.get(m[0], m[0])} en {field(m)}"
            )
        lines.append(f"• {h.players[t.seat]} / " + " / ".join(said))
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Sam Uma", 40)
def csv_with_stones_in_one_cell(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ['"Revolution","Sam","Uma"', '"Turn","Player","Card","Square","Stones"']
    for n, t in enumerate(tu, 1):
        cards = [m for m in t.moves if "@" in m]
        stones = [m[1:] for m in t.moves if m[0] == "*"]
        other = ["end"] if "end" in t.moves else []
        for k, m in enumerate(cards or [""]):
            last = k == len(cards or [""]) - 1
            lines.append(
                f'"{n}","{h.players[t.seat]}","{m[:1]}","{field(m) if m else ""}","{" ".join(stones + other) if last else ""}"'
            )
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Paul Vera", 50)
def like_chess(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ['[Event "Club night"]', '[Game "Revolution"]', '[Players "Paul" "Vera"]', ""]
    text = ""
    for n, row in enumerate(rounds([Turn(1 - t.seat, t.moves) for t in tu], 2), 1):
        text += (
            f"{n}. "
            + " ".join(
                "".join(
                    m.replace("@", "") if k == 0 else " " + m.replace("@", "")
                    for k, m in enumerate(c)
                )
                or "..."
                for c in row
            )
            + " "
        )
    while len(text) > 70:
        at = text.rfind(" ", 0, 70)
        lines.append(text[:at])
        text = text[at + 1 :]
    return "\n".join([*lines, text, "*"])


@STRANGERS.habit("revolution", "Karl Grete", 36)
def german_full_sentences(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    name = {"N": "Notre Dame", "V": "Versailles", "B": "die Bastille", "F": "seine Fahne"}
    lines = ["Spielbericht: Revolution (Knizia)", "Hell: Karl", "Dunkel: Grete", ""]
    for t in tu:
        said = []
        for m in t.moves:
            if m == "end":
                said.append("beendet den Zug")
            elif m[0] == "*":
                said.append(f"setzt einen Stein auf {m[1:]}")
            else:
                said.append(f"legt {name.get(m[0], 'die ' + m[0])} auf {field(m)}")
        lines.append(f"{h.players[t.seat]} {', '.join(said)}.")
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Hans Griet", 36)
def two_columns_of_spaces(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["REVOLUTION", "", f"{'Griet (donker)':<24}Hans (licht)", "-" * 40]
    for row in rounds([Turn(1 - t.seat, t.moves) for t in tu], 2):
        left, right = (" ".join(m.replace("@", "") for m in c) for c in row)
        lines.append(f"{left:<24}{right}".rstrip())
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Ann Bob", 40)
def flags_and_pins(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Revolution 🇫🇷 Ann vs Bob", ""]
    for t in tu:
        said = []
        for m in t.moves:
            said.append(
                "✅"
                if False
                else "end"
                if m == "end"
                else f"stone {m[1:]}"
                if m[0] == "*"
                else f"🚩 {field(m)}"
                if m[0] == "F"
                else f"{m[0]} → {field(m)}"
            )
        lines.append(f"{h.players[t.seat]}: " + "; ".join(said))
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Ann Bob", 30, "refuse")
def a_card_is_played_twice(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Revolution", "Ann, Bob", ""]
    cards = [n for n, m in enumerate(mv) if m[:1].isdigit()]
    first = mv[cards[0]][0]
    who = [name for name, _ in each(h, tu)]
    again = next(n for n in cards[1:] if who[n] == who[cards[0]])
    mv = [*mv[:again], first + mv[again][1:], *mv[again + 1 :]]
    for name, m in zip(who, mv, strict=True):
        lines.append(f"{name}: {m.replace('@', ' on ')}")
    return "\n".join(lines)


@STRANGERS.habit("revolution", "Ann Bob", 30, "refuse")
def turns_under_the_other_name(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Revolution", "Ann\tBob"]
    for row in rounds([*tu[:8], Turn(1 - tu[8].seat, tu[8].moves), *tu[9:]], 2):
        lines.append("\t".join(" ".join(c) for c in row))
    return "\n".join(lines)


# Das glorreiche Manöver


@STRANGERS.habit("manoeuvre", "Anouk Bas Claire", 34)
def throws_in_a_line_then_moves(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver", "Spelers: Anouk, Bas, Claire", ""]
    count = 0
    while mv[count].startswith("roll"):
        count += 1
    for n in range(0, count, 3):
        lines.append(
            f"worp {n // 3 + 1}: "
            + ", ".join(
                f"{name} {m[5:]}" for name, m in zip(h.players, mv[n : n + 3], strict=False)
            )
        )
    for t in tu:
        said = [m.replace("-", " naar ").replace("home", "binnen") for m in t.moves if m[0] != "r"]
        if said:
            lines.append(f"{h.players[t.seat]}: " + " en ".join(said))
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Tom Sue", 36)
def long_csv(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "game,The Glorious Manoeuvre,,",
        "player,action,from,to".replace("The Glorious Manoeuvre", ""),
    ]
    lines[0] = "game,Das glorreiche Manöver,,"
    for who, m in each(h, tu):
        if m.startswith("roll"):
            lines.append(f"{who},roll,,{m[5:]}")
        else:
            start, end = ends(m)
            lines.append(f"{who},move,{start},{end}")
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Ina Jan", 34)
def telegram_german(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Ina, [14.11.2026 19:55]", "Das glorreiche Manöver, Ina gegen Jan", ""]
    for n, (who, m) in enumerate(each(h, tu)):
        lines.append(f"{who}, [14.11.2026 20:{n:02}]")
        start, end = ends(m)
        lines += [
            f"🎲 {m[5:]}" if m.startswith("roll") else f"{start} → {end.replace('home', 'Hof')}",
            "",
        ]
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Lucie Marc Zoé", 36)
def french_semicolon_columns(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver;;;", "Tour;Lucie;Marc;Zoé"]
    for n, row in enumerate(rounds(tu, 3), 1):
        cells = [
            " puis ".join(m.replace("roll ", "dé ").replace("home", "cour") for m in c) for c in row
        ]
        lines.append(f"{n};" + ";".join(cells))
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Eva Finn", 34)
def dice_symbols_and_moves(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    count = sum(m.startswith("roll") for m in mv)
    dice = "".join(" ⚀⚁⚂⚃⚄⚅"[int(m[5:]) + 0] for m in mv[:count])
    lines = ["Das glorreiche Manöver - Eva & Finn", " ".join(dice), ""]
    for t in tu:
        said = [m for m in t.moves if m[0] != "r"]
        if said:
            lines.append(f"{h.players[t.seat][0]}  " + "  ".join(said))
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Sue Al", 34)
def english_sentences_of_dice(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    number = ["zero", "one", "two", "three", "four", "five", "six"]
    lines = ["Das glorreiche Manöver, played on 14 November 2026", "Players: Sue and Al", ""]
    for who, m in each(h, tu):
        start, end = ends(m)
        lines.append(
            f"{who} rolls a {number[int(m[5:])]}."
            if m.startswith("roll")
            else f"{who} moves from {start} to {end}."
            if end != "home"
            else f"{who} brings {start} home."
        )
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Ulli Vroni", 34)
def german_rounds(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver", "Spieler 1: Ulli, Spieler 2: Vroni", ""]
    for n, row in enumerate(rounds(tu, 2), 1):
        lines.append(f"{n}. Runde")
        for seat, c in enumerate(row):
            if c:
                lines.append(
                    f"   {h.players[seat]} "
                    + ", ".join(
                        f"wirft {m[5:]}"
                        if m[0] == "r"
                        else f"{m.replace('-', ' auf ').replace('home', 'Hof')}"
                        for m in c
                    )
                )
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Piet Roos", 34)
def org_table(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["* Das glorreiche Manöver", "", "| # | wie | zet |", "|---+-----+-----|"]
    for n, (who, m) in enumerate(each(h, tu), 1):
        lines.append(
            f"| {n} | {who} | {'worp ' + m[5:] if m[0] == 'r' else m.replace('home', 'thuis')} |"
        )
    return "\n".join(lines)


@STRANGERS.habit("manoeuvre", "Piet Roos", 26, "refuse")
def a_throw_that_cannot_be(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver", "Spelers: Piet en Roos", ""]
    said = [f"{who}: {m.replace('roll ', 'gooit ')}" for who, m in each(h, tu)]
    said[3] = said[3][:-1] + "8"
    return "\n".join(lines + said)


@STRANGERS.habit("manoeuvre", "Piet Roos", 30, "refuse")
def alternatives(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Das glorreiche Manöver", "Spelers: Piet en Roos", ""]
    said = [f"{who}: {m.replace('roll ', '')}" for who, m in each(h, tu)]
    said[5] += " (of was het een 2?)"
    return "\n".join(lines + said)


# Révolution with hourglasses


@STRANGERS.habit("hourglass", "Wies Rob", 20)
def dutch_after_seconds(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Révolution (zandloperspel)", "Wit: Wies", "Roze: Rob", "", "Start"]
    for t in tu:
        for m in t.moves:
            if m == "start":
                continue
            second, _, step = m.partition(" ")
            start, end = ends(step)
            lines.append(
                f"na {second.replace('.', ',')} sec: {('wit', 'roze')[t.seat]} van {start} naar {end}"
            )
    return "\n".join(lines)


@STRANGERS.habit("hourglass", "Wies Rob", 20)
def csv_clock(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["game,Révolution,Wies,Rob", "time,player,from,to", "0:00,,start,"]
    for who, m in each(h, tu):
        if m == "start":
            continue
        second, _, step = m.partition(" ")
        s = float(second)
        start, end = ends(step)
        lines.append(f"{int(s) // 60}:{s % 60:04.1f},{who},{start},{end}")
    return "\n".join(lines)


@STRANGERS.habit("hourglass", "Max Lena", 20)
def german_markdown_moves(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = [
        "# Révolution (Sanduhren)",
        "",
        "Weiß: Max  ",
        "Rosa: Lena",
        "",
        "| Zeit | Wer | Zug |",
        "|---|---|---|",
        "| 0 | | Start |",
    ]
    for who, m in each(h, tu):
        if m == "start":
            continue
        second, _, step = m.partition(" ")
        lines.append(f"| {second.replace('.', ',')} s | {who} | {step.replace('-', '–')} |")
    return "\n".join(lines)


@STRANGERS.habit("hourglass", "Lucie Marc", 18)
def french_dashes(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Jeu : Révolution (Pierre Berloquin)", "Blanc : Lucie – Rose : Marc", "", "Début"]
    for who, m in each(h, tu):
        if m == "start":
            continue
        second, _, step = m.partition(" ")
        start, end = ends(step)
        lines.append(f"{second.replace('.', ',')} s – {who} – {start} → {end}")
    return "\n".join(lines)


@STRANGERS.habit("hourglass", "Sue Al", 20)
def tabs_who_and_what(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Révolution", "white\tSue", "pink\tAl", "", "sec\twho\tmove", "0\t\tstart"]
    for who, m in each(h, tu):
        if m == "start":
            continue
        second, _, step = m.partition(" ")
        lines.append(f"{second}\t{who}\t{step}")
    return "\n".join(lines)


@STRANGERS.habit("hourglass", "Sue Al", 18, "refuse")
def times_are_missing(h: Header, mv: list[str], tu: list[Turn], r: Random) -> str:
    lines = ["Révolution", "white: Sue", "pink: Al", "", "start"]
    lines += [f"{who}: {m.split(' ')[-1]}" for who, m in each(h, tu) if m != "start"]
    return "\n".join(lines)

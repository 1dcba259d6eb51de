"""Score sheets as people write them: read right or asked about, and nothing dropped silently."""

import json
import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from circles import slow_but
from hypothesis import example, given, settings
from hypothesis import strategies as st
from people_write import CLUB, TITLES
from score_sheets import NAMES, Sheet, field_of, played, rounds

from firmware.words import spell
from rules import (
    Header,
    Position,
    ProposalError,
    Reading,
    Record,
    RecordError,
    make_header,
    read_record,
)
from rules import write_record as written

FORUM = "Forum Romanum\nAnna, Bram, Carla\n\n"
CITY = "Revolution\nAnna, Bram\n\nB@b5\nN@a5\nV@b2\n"
DICE = "Das glorreiche Manöver\nAnna, Bram\n\n"


def kindly(text: str | bytes, *, accept: bool = False) -> tuple[Record, Reading]:
    reading = Reading(strict=False, accept=accept, spell=spell)
    return read_record(text, reading=reading), reading


def moves(text: str) -> tuple[str, ...]:
    return kindly(text)[0].moves


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        kindly(text)
    return error.value


@pytest.mark.parametrize("sheet", CLUB.sheets(), ids=lambda sheet: str(sheet.habit))
def test_a_sheet_of_the_club_is_the_game_that_was_played(sheet: Sheet) -> None:
    is_the_game(kindly(sheet.written)[0], sheet)


SCRIBBLED = sorted(
    path for path in (Path(__file__).parent / "scribbled").iterdir() if path.suffix != ".record"
)
"""Sheets as people and programs write them, each beside the record of its game; what ends in
``_slips`` has slips of the pen, and what ends in ``_refused`` is no game and has no record."""


USUAL = {
    "forum_whatsapp_with_chatter",
    "forum_nl_no_title",
    "hourglass_fr_unicode_text",
    "hourglass_nl_lists",
    "manoeuvre_nl_lists_slips",
    "revolution_de_secretary_slips",
    "revolution_nl_google_html_refused",
    "revolution_nl_told",
}
"""Those of the default tests."""

UNSURE = {
    "revolution_en_initials",  # "big one" behind a move might be its card
    "forum_de_short_colours",  # ge, ro, bl and gr
    "hourglass_nl_lists",  # a list of each player, to be put in the order of their seconds
}
"""Those that are only proposed."""


@pytest.mark.parametrize(
    "path",
    slow_but(SCRIBBLED, *(path for path in SCRIBBLED if path.stem in USUAL)),
    ids=lambda path: str(path.stem),
)
def test_a_scribbled_sheet_is_the_game_that_was_simulated(path: Path) -> None:
    written = path.read_bytes()
    if path.stem.endswith("_refused"):
        refused(written)
        return
    played = read_record(path.with_suffix(".record").read_text())
    sheet = Sheet(path.stem, written, played.header, played.moves, "read")
    if not path.stem.endswith("_slips") and path.stem not in UNSURE:
        is_the_game(kindly(written)[0], sheet)
        return
    error = refused(written)
    assert isinstance(error, ProposalError)
    assert error.record.moves == sheet.moves


def is_the_game(record: Record, sheet: Sheet) -> None:
    """That the game, what was played and who played it with which colours are those of a sheet."""
    assert record.header.game == sheet.header.game
    assert record.moves == sheet.moves
    named = record.header.players != record.position.seats
    if named or sheet.header.game in {"forum_romanum", "manoeuvre"}:
        assert record.header.players == sheet.header.players
    assert record.header.options == sheet.header.options


# The first lines


@pytest.mark.parametrize(
    ("top", "game", "players", "date"),
    [
        ("Forum Romanum\nAnna, Bram en Carla", "forum_romanum", 3, None),
        ("das glorreiche manover\nAnna & Bram", "manoeuvre", 2, None),
        ("Forum Romanum - 14 maart 2026\nSpelers: Anna, Bram", "forum_romanum", 2, "2026-03-14"),
        ("Samstag 14.3.2026\nSpiel: Forum Romanum\nSpieler: A,B", "forum_romanum", 2, "2026-03-14"),
        ("Jeu : Forum Romanum\nJoueurs : Anna, Bram", "forum_romanum", 2, None),
        ("Forum Romanum (2 joueurs)\nAnna, Bram", "forum_romanum", 2, None),
        ("**Forum Romanum**: Anna, Bram, Carla", "forum_romanum", 3, None),
        ("Spel;Forum Romanum;\nDatum;14.03.26;\nSpelers;A, B;", "forum_romanum", 2, "2026-03-14"),
        ("# Forum Romanum\nPlayers: Anna, Bram", "forum_romanum", 2, None),
        ("FORUM ROMANUM\nSpeler 1: Anna\nSpeler 2: Bram", "forum_romanum", 2, None),
    ],
)  # fmt: skip
def test_the_first_lines_are_those_that_people_write(
    top: str, game: str, players: int, date: str | None
) -> None:
    record, reading = kindly(top + "\n")
    assert record.header.game == game
    assert len(record.header.players) == players
    assert record.header.date == date
    assert reading.notes


@pytest.mark.parametrize(
    ("top", "game", "players"),
    [
        ("Forum Romanum\nAnna Bram Carla", "forum_romanum", "Anna Bram Carla"),
        ("Forum Romanum\nAnna van Rijn, Bram de Wit", "forum_romanum", "Anna van Rijn,Bram de Wit"),
        ("Forum Romanum\nCafé Central\nAnna, Bram, Carla", "forum_romanum", "Anna Bram Carla"),
        ("Forum Romanum\nEs spielen Anna und Bram", "forum_romanum", "Anna Bram"),
        ("Forum Romanum\nMet Anna (geel), Jo (rood) en Al (wit).", "forum_romanum", "Anna Jo Al"),
        ("Forum Romanum\nAnna : jaune et rouge\nBram: bleu et vert", "forum_romanum", "Anna Bram"),
        ("Zandloperspel\nAnna, Bram", "hourglass", "Anna Bram"),
        ("Revolution (hourglasses)   White: Fay   Pink: Gus", "hourglass", "Fay Gus"),
        ("Forum Romanum, 2 Spieler\nzondagmiddag 11 mei\nAnna, Bram", "forum_romanum", "Anna Bram"),
        ("Forum Romanum\n3 players: Anna, Jo, Al", "forum_romanum", "Anna Jo Al"),
        ("Forum Romanum\nAnna, Bram. Anna begint", "forum_romanum", "Anna Bram"),
        ("Forum Romanum\nAn, Bo en Jo", "forum_romanum", "An Bo Jo"),
        ("Partie de Révolution de Knizia\nAnna, Bram", "revolution", "Anna Bram"),
        ("Revolution by Reiner Knizia: Bram dark, Anna light", "revolution", "Anna Bram"),
        ("Revolution (Knizia) (Bram = dunkel, Anna = hell)", "revolution", "Anna Bram"),
        ("Révolution\nRose : Bram. Blanc : Anna.", "hourglass", "Anna Bram"),
        ("Révolution\nAnna is white, Bram is pink", "hourglass", "Anna Bram"),
        ("Forum Romanum\nMitspieler: Anna, Bram", "forum_romanum", "Anna Bram"),
        ("Forum Romanum - Luc, Zoé - le 10/11/2026", "forum_romanum", "Luc Zoé"),
        ("Forum Romanum | Café Central | Anna, Bram", "forum_romanum", "Anna Bram"),
        ("Forum Romanum\nClub De Toren, 3 mei\nAnna, Bram, Jo", "forum_romanum", "Anna Bram Jo"),
        ("Gestern haben Anna und Bram Forum Romanum gespielt", "forum_romanum", "Anna Bram"),
        ("Forum Romanum\nAnna (Y) Jo (R) Al (B)", "forum_romanum", "Anna Jo Al"),
        ("Révolution (Knizia)\nclair : Pierre, foncé : Anna", "revolution", "Pierre Anna"),
        ("Das glorreiche Manöver\nSpieler 1: Anna, Spieler 2: Bram", "manoeuvre", "Anna Bram"),
        ("Forum Romanum;;;\nSpieler;Anna;Bram;\nDatum;14.3.2026;;", "forum_romanum", "Anna Bram"),
        (
            ("14/3/26, 20:01 - Bram: who plays?\n"
            "14/3/26, 20:02 - Anna: Forum Romanum, Anna and Bram"),
            "forum_romanum", "Anna Bram",
        ),
    ],
)  # fmt: skip
def test_the_title_and_the_names_may_stand_among_other_words(
    top: str, game: str, players: str
) -> None:
    record, _ = kindly(top + "\n")
    assert record.header.game == game
    assert record.header.players == tuple(players.split("," if "," in players else None))


@pytest.mark.parametrize(
    "top",
    [
        "Hourglass or Forum Romanum?\nAnna, Bram",
        "Forum Romanum\nVrijdag Avond",
        "Forum Romanum\nZomaar: Anna, Bram",
    ],
)
def test_what_may_be_no_title_and_no_name_is_none(top: str) -> None:
    refused(f"{top}\n\nd4 c3\n")


def test_colours_beside_the_names_are_those_they_play_with() -> None:
    record, _ = kindly("Forum Romanum\nSpelers: Anna (rood), Bram (geel), Carla (zwart)\n\nr@a1\n")
    assert record.header.options == {"colours": "ryk"}
    record, _ = kindly("Forum Romanum\nRood: Anna\nGeel: Bram\nZwart: Carla\n\nr@a1\n")
    assert record.header.options == {"colours": "ryk"}
    record, _ = kindly("Revolution\nSpieler: Bram (dunkel), Anna (hell)\n\nN@c3\n")
    assert record.header.players == ("Anna", "Bram")


@pytest.mark.parametrize(
    ("sheet", "players", "colours"),
    [
        ("Forum Romanum\n\nGeel\tBlauw\tRood\nd4\tc3\ta1\n", "Geel Blauw Rood", None),
        ("Forum Romanum\n|Nr|Rot|Gelb|Weiß|\n|-|-|-|-|\n|1|d4|c3||\n", "Rot Gelb Weiß", "ryw"),
        ("Forum Romanum\nrouge en d4\njaune en c3\nvert en a1\n", "Rouge Jaune Vert", "ryg"),
        ("Das glorreiche Manöver\nRood: 5\nBlauw: 3\n", "Rood Blauw", "rb"),
        ("Das glorreiche Manöver\nAnna (blue), Bram (red)\nblue 5\nred 3\n", "Anna Bram", "br"),
        ("Forum Romanum\n🔴 Anna d4\n⚫ Bram c3\n🔴 Anna e5\n⚫ Bram a1\n", None, None),
        ("Das glorreiche Manöver\nPiet, Jet, Dan\nPiet gooit 5\n", "Piet Jet Dan", None),
    ],
)  # fmt: skip
def test_who_plays_may_be_told_by_colours(sheet: str, players: str | None, colours: str) -> None:
    if players is None:  # two players have two colours each
        refused(sheet)
        return
    header = kindly(sheet)[0].header
    assert header.players == tuple(players.split())
    assert header.options.get("colours") == colours


@pytest.mark.parametrize(
    ("sheet", "players"),
    [
        (f"{FORUM.partition(chr(10))[0]}\nAnna Bram\n\ny@d4\nr@c3\n", "Anna Bram"),
        ("Forum Romanum\n| Rot | Gelb | Blau | Weiß |\n|d4|c3|a1|e5|\n", "Rot Gelb Blau Weiß"),
    ],
)
def test_players_who_are_guessed_are_proposed(sheet: str, players: str) -> None:
    with pytest.raises(ProposalError) as error:
        kindly(sheet)
    assert error.value.record.header.players == tuple(players.split())
    assert kindly(sheet, accept=True)[0] == error.value.record


@pytest.mark.parametrize(
    "top",
    [
        "Anna: geel\nBram: geel\nCis: rood",
        "Anna (geel), Bram (geel), Cis (rood)",
        "Anna (wit), Bram",
    ],
)
def test_who_plays_with_which_colour_is_said_of_each(top: str) -> None:
    said = str(refused(f"Forum Romanum\n{top}\n\nd4\n").plain)
    assert said.startswith(("Anna and Bram cannot both play geel", "what Bram plays with"))


def test_who_says_in_a_chat_to_play_dark_does() -> None:
    def chat(*lines: str) -> str:
        return "\n".join(f"14/3/26, 20:0{n} - {line}" for n, line in enumerate(lines))

    sheet = chat("Tom: Revolution?", "Ina: ich bin hell", "Tom: Versailles a1", "Ina: Bastille d5")
    assert kindly(sheet)[0].header.players == ("Ina", "Tom")
    refused(chat("Tom: Revolution?", "Ina: ich bin hell", "Ina: Versailles a1", "Tom: Bastille d5"))


def test_a_sheet_that_names_no_game_is_told_at_the_line_that_should() -> None:
    error = refused("\nclub evening\n\ny@d4\nb@c3\n")
    assert error.line == 2


def test_who_won_may_stand_at_the_end() -> None:
    text = "Revolution\nAnna, Bram\n\nB@a1\nV@d2\nN@c4\n9@a2\nend\nF@a3\n"
    assert kindly(f"{text}Winnaar: Anna\n")[0].header.result == "Anna"
    assert "won by light" in str(refused(f"{text}Gagnant : Bram\n"))


def test_a_place_among_the_names_is_asked_about() -> None:
    assert "Café" in str(refused("Forum Romanum, Café Central, Anna, Bram, Cis\n\nd4\n"))


@pytest.mark.parametrize(
    "layout",
    [
        "Beloning: 2 op 16, 3 op 22, 1 op 62\nBonus wit: 8,19,37,45,52,68\nBonus zwart 24,33,59,75",
        "Rewards,16:2 22:3 62:1,\nBonus,8w 19w 24b 33b 37w 45w 52w 59b 68w 75b,",
        "Belohnung: 16 (2), 22 (3), 62 (1)\nBonussteine: weiß 8 19 37 45 52 68 schwarz 24 33 59 75",
    ],
)
def test_the_stones_on_the_track_are_told_in_words(layout: str) -> None:
    record, _ = kindly(f"Das glorreiche Manöver\nAnna; Bram\n{layout}\n\n5\n")
    assert record.header.options == {
        "rewards": "16:2 22:3 62:1",
        "bonuses": "8w 19w 24b 33b 37w 45w 52w 59b 68w 75b",
    }


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        (f"{FORUM}d4\n(Bram wanted that back, not allowed)\nc3\n", 5),
        (f"{FORUM}Zwischenstand nach der 6. Runde: Anna 3, Bram 9, Carla -2\nd4\nc3\n", 4),
        (f"{FORUM}d4\nc3\nunfinished, kids to bed\n", 6),
        (f"{FORUM}Anna d4\nZweite Hälfte:\nBram c3\n", 5),
        ("Forum Romanum\nAnna, Bram, Carla\nin the tent on 2 May\nd4\nc3", 3),
    ],
)
def test_what_can_be_no_move_is_left_out_and_told(sheet: str, left: int) -> None:
    record, reading = kindly(sheet)
    assert (record.moves, left in reading.left) == (("y@d4", "b@c3"), True)


def test_a_line_that_may_be_a_move_is_not_left_out() -> None:
    refused("Hourglass\nAnna, Bram\n\nstart\n(d-e)\n")
    refused("Hourglass\nAnna, Bram\n\nstart\n4 d-e\nD naar E\n")


# Nothing is dropped silently


def test_a_semicolon_parts_moves_and_cells() -> None:
    assert moves(f"{CITY}0@b1; 9@d4; *d4\n")[3:] == ("0@b1", "9@d4", "*d4")
    assert moves(f"{DICE}1;Anna;5\n2;Bram;6\n3;Anna;2\n") == ("roll 5", "roll 6", "roll 2")
    assert moves("Révolution\n\nstart\n2,26;d;f\n3;D;E\n") == ("start", "2.26 d-f", "3 D-E")


@pytest.mark.parametrize("remark", ["; nice", "; what a pity, Bram said so"])
def test_behind_a_semicolon_a_comment_is_one_when_it_can_be_nothing_else(remark: str) -> None:
    text = f"{FORUM}y@d4 {remark}\n"
    if "Bram" in remark:
        refused(text)
        return
    record, _ = kindly(text)
    assert record.comments[0].text == "  # nice"


@pytest.mark.parametrize("line", ["y@d4 ; b c3?", "niet d4", "d4 of d5", "y@d4 y@d5", "d4 20"])
def test_what_may_be_a_move_is_not_left_out(line: str) -> None:
    try:
        record, reading = kindly(FORUM + line)
    except RecordError:
        return
    said = " ".join([*record.moves, *chain(*reading.left.values())])
    for sign in re.findall(r"[a-g]?\d+", line):
        assert sign in said


def test_what_is_left_out_is_said() -> None:
    _, reading = kindly(f"{FORUM}Anna zet vrolijk geel op d4, erg mooi!\n")
    assert reading.left == {4: ["vrolijk", "erg mooi"]}
    assert str(reading.notes[4]) == "read as y@d4; left out: vrolijk erg mooi"


WORDLESS = st.sampled_from(
    ["", " ", ";", "; ", ", ", "\t", " | ", " & ", " + ", "\n", "\n\n", "\r\n"]
)
REMARKS = st.sampled_from(["", " mooi!", " (hm)", " prachtig gespeeld", " 😂", " *", " ...", " ?!"])


@settings(max_examples=25)
@example(25, [("", "")] * 12 + [("\n", ""), ("", " mooi!")], False)
@given(
    st.integers(0, 30),
    st.lists(st.tuples(WORDLESS, REMARKS), min_size=14, max_size=14),
    st.booleans(),
)
def test_law_what_is_read_and_what_is_left_out_is_the_whole_sheet(
    seed: int, between: list[tuple[str, str]], in_chat: bool
) -> None:
    """Whatever stands between moves: each is in the game, or the sheet is not taken."""
    game = ("forum_romanum", "revolution", "manoeuvre")[seed % 3]
    header = make_header(game, NAMES[:2])
    played_moves, _ = played(header, f"law {seed}", 14)
    text = "".join(
        f"{move}{remark}{sign or ' '}"
        for move, (sign, remark) in zip(played_moves, between, strict=False)
    )
    if in_chat:
        text = "\n".join(f"[14.03.26, 20:15] {line}" for line in text.split("\n"))
    try:
        record, reading = kindly(written(header, ()) + text)
    except RecordError:
        return
    assert record.moves == tuple(played_moves)
    said = " ".join(
        [*chain(*reading.left.values()), *(comment.text for comment in record.comments)]
    )
    for word in re.findall(
        r"[^\W\d_]{3,}", "".join(remark for _, remark in between[: len(played_moves)])
    ):
        assert word in said


@given(st.integers(0, 200))
def test_law_a_canonical_record_leaves_nothing_out(seed: int) -> None:
    name, header, most, *_ = CLUB[seed % len(CLUB)]
    played_moves, _ = played(header, f"{name}{seed}", min(most, 12))
    record, reading = kindly(written(header, played_moves))
    assert record.moves == tuple(played_moves)
    assert not reading.left
    assert set(reading.notes) <= {1}  # which layout is taken


@settings(max_examples=20)
@given(st.text(alphabet="abc147@*-;,| \t\nyAB:.()#~", max_size=60))
def test_law_no_text_breaks_the_reader(text: str) -> None:
    for top in (FORUM, CITY, DICE, "Révolution\n\nstart\n"):
        try:
            kindly(top + text)
        except RecordError as error:
            told = error.line, str(error.plain)
        else:
            continue
        assert told[0] > 0
        assert told[1]


SIGNS = ("\t", ";", ",", ", ", "|", "  ")


def by_seat(moves: Sequence[str], header: Header) -> list[list[str]]:
    """The moves that each seat made."""
    position: Position = header.start()
    made: list[list[str]] = [[] for _ in header.players]
    for move in moves:
        made[position.seats.index(position.to_move or "")].append(move)
        position = position.play(move)
    return made


def table_of(header: Header, rows: Sequence[Sequence[str]], sign: str, *, numbered: bool) -> str:
    """A sheet with a column for each player."""
    table = [list(header.players), *map(list, rows)]
    if numbered:
        table = [[str(n) if n else "", *cells] for n, cells in enumerate(table)]
    width = max(len(cell) for cells in table for cell in cells) if sign == "  " else 0
    lines = [sign.join(f"{cell:<{width}}" for cell in cells) for cells in table]
    return "\n".join([TITLES[header.game], *lines])


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(sorted(TITLES)),
    st.sampled_from(SIGNS),
    st.booleans(),
    st.integers(0, 10_000),
)
@example("hourglass", "  ", False, 6780)  # names over what seems no table
@example("hourglass", ", ", False, 5408)  # hole i, which is a word in English
def test_law_a_move_in_the_column_of_somebody_else_is_asked_about(
    game: str, sign: str, numbered: bool, seed: int
) -> None:
    rng = Random(seed)
    players = 2 if game in {"revolution", "hourglass"} else 3
    header = make_header(game, NAMES[:players])
    played_moves, turns = played(header, f"column {seed}", rng.randrange(4, 18))
    rows = [[" ".join(cell) for cell in row] for row in rounds(turns, players)]
    assert moves(table_of(header, rows, sign, numbered=numbered)) == tuple(played_moves)
    row = rng.choice([row for row in rows if any(row)])
    seat = rng.choice([n for n, cell in enumerate(row) if cell])
    other = (seat + rng.randrange(1, players)) % players
    row[other] = " ".join(filter(None, [row[other], row[seat]]))
    row[seat] = ""
    try:
        record, _ = kindly(table_of(header, rows, sign, numbered=numbered))
    except RecordError:
        return
    written_by = [
        " ".join(cells[n] for cells in rows if cells[n]).split(" ") for n in range(players)
    ]
    for seat, made in enumerate(by_seat(record.moves, record.header)):
        passed = {"end", "start", ""}
        said = [word for move in made for word in move.split(" ") if word not in passed]
        assert said == [word for word in written_by[seat] if word not in passed]


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(sorted(TITLES)),
    st.tuples(st.sampled_from(SIGNS), st.booleans()),
    st.integers(0, 10_000),
    st.sampled_from(["mooi", "(hm, laat)", "prachtig gespeeld", "gg wp", "koffie?", "Anna lacht"]),
    st.sampled_from(["cell", "row", "column"]),
)
def test_law_what_stands_beside_the_moves_of_a_table_is_said_to_be_left_out(
    game: str, form: tuple[str, bool], seed: int, remark: str, place: str
) -> None:
    rng = Random(seed)
    players = 2 if game in {"revolution", "hourglass"} else 3
    header = make_header(game, NAMES[:players])
    played_moves, turns = played(header, f"beside {seed}", rng.randrange(4, 18))
    rows = [[" ".join(cell) for cell in row] for row in rounds(turns, players)]
    row = rng.choice([*rows[:1], rows[-1]])
    if place == "cell":
        seat = rng.randrange(players)
        row[seat] = f"{row[seat]} {remark}"
    elif place == "row":
        rows.insert(rng.randrange(1, len(rows) + 1), [remark, *[""] * (players - 1)])
    else:
        row.append(remark)
    try:
        record, reading = kindly(table_of(header, rows, form[0], numbered=form[1]))
    except RecordError:
        return
    assert record.moves == tuple(played_moves)
    said = " ".join([*chain(*reading.left.values()), *(text for _, _, text in record.comments)])
    for word in re.findall(r"[^\W\d_]{3,}", remark.replace("Anna", "")):
        assert word in said


@pytest.mark.parametrize(
    ("rows", "rolls", "left"),
    [
        ("\tAnna\tBram\tCarla\n1\t5\t2\t5\n2\t3\t3\t\tgg wp\n", 5, "gg wp"),  # behind an empty cell
        ("Anna,Bram,Carla\n5,2,5\nAnna lacht,,\n3,,\n", 4, "lacht"),  # no head of a table
    ],
)
def test_a_remark_in_a_table_hides_no_move(rows: str, rolls: int, left: str) -> None:
    record, reading = kindly(f"Das glorreiche Man\u00f6ver\n{rows}")
    assert len(record.moves) == rolls
    assert left in " ".join(chain(*reading.left.values()))


def test_a_heading_that_is_no_name_is_no_player() -> None:
    refused("Forum Romanum\nRonde;Anna;Bram;Carla;Weetjes,\n1;d4;c3;a1;\n")


def test_who_is_not_known_does_not_move() -> None:
    refused(f"{FORUM}Dora: d4\n")
    refused(f"{FORUM}Dora:\nd4\n")
    assert moves(f"{FORUM}Opmerking: mooi weer\nd4\n") == ("y@d4",)


def test_a_remark_without_moves_does_not_hold_up_a_long_sheet() -> None:
    error = refused(f"{FORUM}{'d4 ' * 1000}\n")
    assert "this line has 3000 characters" in str(error.plain)


def test_a_long_sheet_with_names_is_read_as_a_short_one() -> None:
    """Moves by themselves behind a name are read faster; they mean the same."""
    header = make_header("forum_romanum", NAMES[:3])
    played_moves, turns = played(header, "long", 60)
    named = [f"{header.players[turn.seat]}: {field_of(m)}" for turn in turns for m in turn.moves]
    assert moves("\n".join([FORUM, *named])) == tuple(played_moves)
    assert named[0].startswith("Anna:")
    refused("\n".join([FORUM, named[0].replace("Anna", "Bram"), *named[1:]]))


@pytest.mark.parametrize("row", ["stand: Anna 7, Bram -4", "Punkte 7 -4", "score 4-3"])
def test_how_it_stands_is_no_move(row: str) -> None:
    record, reading = kindly(f"{FORUM}d4\n{row}\nc3\n")
    assert record.moves == ("y@d4", "b@c3")
    assert reading.left == {5: [row]}


def test_a_column_of_figures_is_not_dropped() -> None:
    head = "Forum Romanum\nAnna, Bram, Carla\n| Anna | Bram | {} | Carla |\n|---|---|---|---|\n"
    _, reading = kindly(head.format("points") + "|d4|c3|4|a1|\n")
    assert reading.left == {5: ["4"]}
    refused("Das glorreiche Manöver\nAnna, Bram\nAnna | Wurf | Bram\n4 | 5 | 6\n")


def test_what_was_wrong_need_not_be_legal() -> None:
    assert moves(f"{FORUM}y@a1\ny@a1 fout, moet zijn b@b1\n") == ("y@a1", "b@b1")


# Corrections


def test_what_is_crossed_out_is_not_played() -> None:
    assert moves(f"{FORUM}~~y@a1~~ y@b1\n") == ("y@b1",)
    assert moves(f"{FORUM}y@a1, fout, moet zijn y@b1\n") == ("y@b1",)
    assert moves(f"{FORUM}y@a1\nFout, moet zijn: y@b1\nb@c1") == ("y@b1", "b@c1")
    _, reading = kindly(f"{FORUM}~~y@a1~~ y@b1\n")
    assert reading.left == {4: ["~~y@a1~~"]}


@pytest.mark.parametrize(
    "head", ["rood\tgeel\tblauw\nAnna\tBram\tCarla", "Anna, Bram, Carla\nrood\tgeel\tblauw"]
)
def test_a_move_in_the_column_of_another_colour_is_asked_about(head: str) -> None:
    refused(f"Forum Romanum\n{head}\nd4\tc3\ta1\n")


def test_a_line_of_colours_below_names_is_who_plays_with_them() -> None:
    record, _ = kindly("Forum Romanum\n\tAnna\tBram\tCarla\nKleur\trood\tgeel\tzwart\n1\td4\tc3\n")
    assert record.header.options == {"colours": "ryk"}
    assert record.moves == ("r@d4", "y@c3")


def test_what_was_done_in_a_list_is_played() -> None:
    assert moves(f"{FORUM}- [x] d4\n- [X] blue c3\n") == ("y@d4", "b@c3")


def test_bold_type_in_a_pasted_table_keeps_its_spaces() -> None:
    cells = "<td>Anna</td><td>Bram</td></tr><tr><td><b>yellow</b> d4, <i>red</i> on e4</td>"
    sheet = f"<table><tr><td>Forum Romanum</td></tr><tr>{cells}<td>blue&nbsp;c3</td></tr></table>"
    assert moves(sheet) == ("y@d4", "r@e4", "b@c3")


@pytest.mark.parametrize("label", ["Wurf", "Throw", "worp", "lancer"])
def test_a_label_in_front_of_a_row_is_left_out(label: str) -> None:
    sheet = f"Das glorreiche Manöver\n\tAnna\tBram\n{label} 1\t4\t5\n{label} 2\t3\t4\n"
    record, reading = kindly(sheet)
    assert record.moves == ("roll 4", "roll 5", "roll 3", "roll 4")
    assert reading.left == {3: [f"{label} 1"], 4: [f"{label} 2"]}


# Errors


def test_an_error_names_the_nearest_moves_in_the_words_of_the_sheet() -> None:
    said = str(refused(f"{FORUM}geel op d4\nblauw op d4\n").plain)
    assert said.startswith("b@d4 is illegal: d4 is occupied; possible: blauw op c4, blauw op d3")
    said = str(refused(f"{FORUM}Gelb auf d4\nBlau auf d4\n").plain)
    assert "blau auf c4" in said


def test_names_in_a_list_are_parted_by_every_languages_and() -> None:
    for text in ("Players: A, B, C and D", "Spelers: A, B, C en D", "Joueurs : A, B, C et D"):
        assert kindly(f"Forum Romanum\n{text}\n")[0].header.players == ("A", "B", "C", "D")


# Encodings


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8-sig"])
def test_what_a_spreadsheet_saves_is_read(encoding: str) -> None:
    text = "Das glorreiche Manöver\r\nAnna, Bram\r\n\r\n4\r\n"
    record, reading = kindly(text.encode(encoding))
    assert record.moves == ("roll 4",)
    assert ("UTF-" in str(reading.notes[1])) == (encoding != "utf-8-sig")


def test_an_encoding_that_is_unknown_is_told_with_what_to_do() -> None:
    error = refused("Forum Romanum\ny@d4".encode("utf-16-le"))
    assert "save it as plain text in the encoding UTF-8" in str(error)


# By what lets the rest be legal


def slipped(line: str) -> ProposalError:
    with pytest.raises(ProposalError) as error:
        kindly(line)
    return error.value


def test_a_slip_of_the_pen_is_proposed_and_taken_when_that_is_accepted() -> None:
    text = f"{FORUM}y@dl\nb@c3\nr@a1\n"
    error = slipped(text)
    assert error.record.moves == ("y@d1", "b@c3", "r@a1")
    assert list(error.changed) == [4]
    record, reading = kindly(text, accept=True)
    assert record == error.record
    assert str(reading.notes[4]) == "changed: 'y@dl' is taken as y@d1"


def test_the_rest_of_the_game_decides_between_two_readings() -> None:
    text = f"{FORUM}y@q4\nb@c3\nr@a1\n"  # a4, d4, or g4
    error = slipped(text + "y@d4\n")
    assert error.record.moves[0] == "y@a4"


def test_two_readings_that_are_as_near_are_refused() -> None:
    assert not isinstance(refused(f"{DICE}3 4\n"), ProposalError)


def test_what_is_exact_is_never_changed() -> None:
    error = refused(f"{FORUM}y@d4\nb@d4\nr@a1\n")
    assert not isinstance(error, ProposalError)
    assert "d4 is occupied" in str(error.plain)


def test_one_slip_in_ten_moves_is_proposed_right_or_not_at_all() -> None:
    alike = [("1", "l"), ("0", "O"), ("b", "6"), ("5", "S"), ("a", "q"), ("2", "Z")]
    right = 0
    for seed in range(24):
        game = ("forum_romanum", "revolution", "manoeuvre")[seed % 3]
        header = make_header(game, NAMES[:2])
        played_moves, _ = played(header, f"slip {seed}", 30)
        rng = Random(seed)
        lines = list(played_moves)
        for at in rng.sample(range(len(lines)), min(3, len(lines))):
            one, other = rng.choice(alike)
            lines[at] = lines[at].replace(one, other, 1)
        if lines == played_moves:
            right += 1
            continue
        try:
            record, _ = kindly(written(header, lines), accept=True)
        except RecordError:
            continue
        assert record.moves == tuple(played_moves)
        right += 1
    assert right >= 22


# Lists, chats and tables of clubs that the reader met late


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (
            "Révolution (Knizia)\nJoueurs : Amélie, Benoît\n1. Notre-Dame c4\n2. Versailles a4\n",
            "N@c4 V@a4",
        ),
        (
            ("[14.11.26, 19:02:11] Lotte: Revolution\n[14.11.26, 19:02:40] Lotte: Bastille d1\n"
            "[14.11.26, 19:03:02] Joris: ND a4\n[14.11.26, 19:03:30] Lotte: Versailles b2\n"
            "[14.11.26, 19:04:01] Joris: 1 b1\n[14.11.26, 19:04:44] Lotte: 6 d5\n"
            "[14.11.26, 19:05:02] Joris: 9 b3, steentje erop\n"),
            "B@d1 N@a4 V@b2 1@b1 6@d5 9@b3 *b3",
        ),
        (
            ("Revolution - Spieler: Jakobiner Max, Royalisten Lena\n"
            "Aufbau: Versailles a4, Notre Dame a1, Bastille d5\n1 a3; 5 b1; 3 c5; 7 b5; 8 e4\n"
            "Lena: 8 a5 und Steine auf b5 und a5\n"),
            "V@a4 N@a1 B@d5 1@a3 5@b1 3@c5 7@b5 8@e4 8@a5 *b5 *a5",
        ),
        (
            ("Revolution\nNr;Spieler;Karte;Feld\n1;Ulrike;Versailles;e1\n2;Karl;Bastille;c5\n"
            "3;Ulrike;Notre Dame;b5\n4;Karl;6;a5\n"),
            "V@e1 B@c5 N@b5 6@a5",
        ),
        (
            "## Forum Romanum - Abend 5.3.\n|Nr|Gelb (Ina)|Blau (Jan)|Rot (Al)|\n|1|b6|e1|f7|\n",
            "y@b6 b@e1 r@f7",
        ),
        (
            ("Forum Romanum, twee spelers: Anna (geel+rood) en Bram (blauw+groen)\n"
            "1. Anna rood a1, geel b3\n2. Bram groen f1, blauw e1\n"),
            "r@a1 y@b3 g@f1 b@e1",
        ),
        ("Manoeuvre\nplayers: Tom, Sue\n⚀ ⚀ ⚃ ⚄ ⚁\n", "roll 1,roll 1,roll 4,roll 5,roll 2"),
        (
            ("Das glorreiche Manöver\n| | Anna | Bram |\n|---|---|---|\n| worp | 5 | 6 |\n"
            "| worp | 1 | 2 |\n"),
            "roll 5,roll 6,roll 1,roll 2",
        ),
        (
            ("Spiel;Révolution (Berloquin);;\nZeit;von;nach;Spieler\n0;Start;;\n4;d;e;weiß\n"
            "7,5;D;F;rosa\n"),
            "start,4 d-e,7.5 D-F",
        ),
        (
            ("Revolution\nturn\tplayer\tcard\tfield\tstones\n-1\tRoyalists\tNotre Dame\td3\t\n"
            "0\tJacobins\tVersailles\te4\t\n"),
            "N@d3 V@e4",
        ),
        (
            ("🔵 = Jakobijnen (Noor)  🔴 = Koningsgetrouwen (Sem)\nRevolution\n"
            "⛪ Notre Dame 👑 Versailles 🏰 Bastille\n🔴 🏰 b3\n🔵 👑 e1\n"),
            "B@b3 V@e1",
        ),
        (
            ("Revolution\nJ = Jacobins, R = Royalists, P = pebble\nR: Versailles → a1\nJ: B → c1\n"
            "R: N → e5\nJ: 9 → c2; P → c2\n"),
            "V@a1 B@c1 N@e5 9@c2 *c2",
        ),
        ("Forum Romanum\nH = Henk yellow, I = Ina blue, J = Jo red\n1. H e3  I d7\n", "y@e3 b@d7"),
        (
            ("Forum Romanum\nYellow (Al): e2 c5\nBlue (Bo): d5 d3\nRed (Cy): c4 f7\n"),
            "y@e2 b@d5 r@c4 y@c5 b@d3 r@f7",
        ),
        (
            ("Manöver\n  Ot   Sien\n  1    4\n  5    3\n  3    5\n  6    1\n  4    5\n  6    6\n"
            "Ot    4>7  3>8\nSien  1>8\n"),
            ("roll 1,roll 4,roll 5,roll 3,roll 3,roll 5,roll 6,roll 1,roll 4,roll 5,roll 6,roll 6,"
            "4-7,3-8,1-8"),
        ),
        ("\u201eForum Romanum\u201c, 9. M\u00e4rz\nAnna, Bram, Carla\nd4\n", "y@d4"),
        ("Révolution\nAnna, Bram\nstart\n4 d-f\n8 A-E, wrong: D-F\n", "start,4 d-f,8 D-F"),
    ],
)  # fmt: skip
def test_a_list_or_a_table_is_the_game_that_was_played(sheet: str, expected: str) -> None:
    assert moves(sheet) == tuple(expected.split("," if "," in expected else None))


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (f"{FORUM}d4 (Anna), c3 (Bram)\na1 (Carla)\n", "y@d4 b@c3 r@a1"),
        (f"{FORUM}20:01 Anna d4\n20:03 Bram c3\n", "y@d4 b@c3"),
        (f"{FORUM}1. A: d4 B: c3\n", "y@d4 b@c3"),
        ("Manöver 2 players\n" + "\n".join("415263415263") + "\n", ("roll 4,roll 1,roll 5,roll 2,"
         "roll 6,roll 3,roll 4,roll 1,roll 5,roll 2,roll 6,roll 3")),
        ("forum romanum\ny@d4\nb@c3\nr@a1\ny@b2\nb@c4\nr@d2\ny@e5\nb@f3\n",
         "y@d4 b@c3 r@a1 y@b2 b@c4 r@d2 y@e5 b@f3"),
        ("Forum Romanum. Al was yellow, I was blue and Cy red.\nd4\nc3\na1\n", "y@d4 b@c3 r@a1"),
        ("Forum Romanum\nround,Ann,Ben,Dan\n1,d4,c3,a1\n", "y@d4 b@c3 r@a1"),
        ("Révolution\nKit: d-f at 4s\nNed: D-F at 8s\nKit: f-i at 12s\nNed: F-I at 15s\n",
         "start,4 d-f,8 D-F,12 f-i,15 F-I"),
        ("# Forum Romanum\n- Al: yellow\n- Bo: blue\n- Cy: red\n\n1. d4 - c3\n", "y@d4 b@c3"),
        ("Forum Romanum\nthere were: Al, Bo and Cy\nd4\n", "y@d4"),
        ("Al, Bo and Cy played Forum Romanum\nd4\nc3\na1\n", "y@d4 b@c3 r@a1"),
        ("Révolution\nAl, Bo\n00:00 - start\n00:04 - d to f\n", "start,4 d-f"),
        (f"{FORUM}d4\nc3\na1\ncheers, Max\n", "y@d4 b@c3 r@a1"),
        (f"{FORUM}d4\n(ahead: Bram, by 2)\nc3\n", "y@d4 b@c3"),
        ("Manöver\nI roll 1\nDad rolls 4\nI roll 5\nDad rolls 3\n", "roll 1,roll 4,roll 5,roll 3"),
        ("Forum Romanum\norder red yellow blue\na1 b2 c3\n", "r@a1 y@b2 b@c3"),
        (f"{DICE}worp 1: Anna 4, Bram 5\nworp 2: 3, 6\n", "roll 4,roll 5,roll 3,roll 6"),
        (f"{DICE}A  4\nB  5\n", "roll 4,roll 5"),
        ("Révolution\nAnna, Bram\nstart\n4 s \u2013 Anna \u2013 d → f\n", "start,4 d-f"),
        (f"{FORUM}## Ronde 1\n* **Anna**: d4\n* **Bram**: c3\n", "y@d4 b@c3"),
        (
            ("14/3/26, 20:00 - Tom: Forum Romanum: Anna, Bram\n"
            "14/3/26, 20:01 - Tom: Anna yellow d4, red e4\n14/3/26, 20:01 - Bo: <photo>\n"
            "14/3/26, 20:02 - Tom: Bram b c3\n"),
            "y@d4 r@e4 b@c3",
        ),
        (f"{FORUM}| |1|2|\n|---|---|---|\n|Anna|d4|e5|\n|Bram|c3||\n|Carla|a1||\n",
         "y@d4 b@c3 r@a1 y@e5"),
        ("Forum Romanum\nSpieler:\n- Anna\n- Bram\n- Carla\n\nd4\nc3\n", "y@d4 b@c3"),
        ("game: Forum Romanum\nplayers:\n  - Anna\n  - Bram\nmoves:\n  - y@d4\n", "y@d4"),
        ("Révolution\nstart\nd → f (4,5 s)\nD → F (0:11)\n", "start,4.5 d-f,11 D-F"),
        ("Revolution\nspeler\tzet\nAnna\tV@a2\nBram\tB@e3\nAnna\tN@c4\n", "V@a2 B@e3 N@c4"),
        ("Revolution, Anna - Bram\n1. V-a2 B→e3 2. N@c4 3.\n", "V@a2 B@e3 N@c4"),
        ("Forum Romanum\nRound,Player,Colour,Field\n1,Al,yellow,D4\n1,Bo,blue,C3\n1,Cy,,A1\n",
         "y@d4 b@c3 r@a1"),
    ],
)  # fmt: skip
def test_who_and_when_may_stand_anywhere_in_a_line(sheet: str, expected: str) -> None:
    assert moves(sheet) == tuple(expected.split("," if "," in expected else None))


def test_a_colour_beside_a_move_is_that_of_the_roman() -> None:
    header = make_header("forum_romanum", NAMES[:3])
    played_moves, _ = played(header, "colour", 25)
    text = written(header, played_moves[:-1])
    assert moves(f"{text}geel {played_moves[-1]}\n") == tuple(played_moves)
    refused(f"{text}blauw {played_moves[-1]}\n")


@pytest.mark.parametrize("turn", ["9 b1 no stone", "9 b1, Stein vergessen", "9 b1 *b1, was e4"])
def test_a_stone_that_is_denied_is_not_set(turn: str) -> None:
    assert "is no move" in str(refused(f"{CITY}{turn}\n"))


def test_the_number_of_a_throw_in_a_cell_of_its_own_is_not_thrown() -> None:
    rows = "| Wurf 1 | 4 | 5 |\n| Wurf 2 | 2 | 1 |\n"
    assert "can mean" in str(refused(f"{DICE}{rows}"))
    head = DICE.replace("Anna, Bram\n\n", "| | Anna | Bram |\n|---|---|---|\n")
    assert moves(head + rows) == ("roll 4", "roll 5", "roll 2", "roll 1")


def test_the_colours_in_the_head_of_a_table_are_those_of_its_names() -> None:
    sheet = "Forum Romanum\n|Rot (Ina)|Gelb (Jan)|Blau (Kim)|\n|---|---|---|\n|a1|b2|c3|\n"
    record, _ = kindly(sheet)
    assert record.header.players == ("Ina", "Jan", "Kim")
    assert record.moves == ("r@a1", "y@b2", "b@c3")


# What the engines decide


def test_a_sheet_without_a_title_is_of_the_only_game_that_it_can_be() -> None:
    record, reading = kindly(
        "anna, bram, carla\ngeel d4\nblauw c3\nrood a1\n" + "d5 c5 e5\ne6 d6 g1\n"
    )
    assert record.header.game == "forum_romanum"
    assert record.header.players == ("anna", "bram", "carla")
    assert 'read as [game "forum_romanum"]' in str(reading.notes[1])
    refused("anna, bram\n\n5\n")
    refused("what a nice evening\nwe played until ten\n")


def test_a_move_is_corrected_by_what_it_is_not() -> None:
    assert moves(f"{FORUM}Anna: d4\nBram: c3\nBram: sorry, c2 not c3\n") == ("y@d4", "b@c2")
    refused(f"{FORUM}Anna: d4\nBram: c3\nBram: sorry, c2 not e3\n")


def test_lists_of_one_player_each_are_read_round_by_round() -> None:
    sheet = "Forum Romanum\n\nAnna:\n1. d4\n2. e5\n\nBram:\n1. c3\n2. a1\n\nCarla:\n1. f6\n2. g7\n"
    record, _ = kindly(sheet)
    assert record.moves == ("y@d4", "b@c3", "r@f6", "y@e5", "b@a1", "r@g7")
    assert slipped(sheet.replace("2. a1", "2. al")).record.moves == record.moves


def test_a_name_among_other_words_in_brackets_does_not_move() -> None:
    assert moves(f"{FORUM}d4 (Carla thinks)\nc3\n") == ("y@d4", "b@c3")


def test_a_message_with_a_number_in_words_is_no_throw_where_the_game_does_not_need_it() -> None:
    chat = "".join(
        f"14/3/26, 20:0{n} - {line}\n"
        for n, line in enumerate(
            ["Anna: Das glorreiche Manöver", "Anna: 4", "Bram: 2", "Bram: nice one", "Anna: 6"]
        )
    )
    record, reading = kindly(chat)
    assert record.moves == ("roll 4", "roll 2", "roll 6")
    assert "nice one" in " ".join(reading.left[4])


@pytest.mark.parametrize(
    ("last", "error"),
    [
        ("we all shook hands on it", ProposalError),  # which may be the end
        ("schluss jetzt", ProposalError),
        ("Bram: gg\nCarla: ja", ProposalError),
        ("tout bon", ProposalError),  # of which one word is near to a sign
        ("unfinished, kids to bed", None),
        ("by agreement", None),
    ],
)
def test_last_words_that_may_end_the_game_are_asked_about(
    last: str, error: type[RecordError] | None
) -> None:
    header = make_header("forum_romanum", NAMES[:3])
    played_moves, _ = played(header, "last", 40)
    sheet = f"{written(header, played_moves)}{last}\n"
    if error is not None:
        assert isinstance(refused(sheet), error)
        return
    assert kindly(sheet)[0].moves == (*played_moves, *["agree"] * (last == "by agreement"))


# Notations of one sheet alone


def test_signs_mean_what_the_legend_of_a_sheet_says() -> None:
    top = "Forum Romanum: Anna (geel), Bram (blauw), Carla (rood)\n"
    assert moves(f"{top}ge = geel, bl = blauw\nge d4\nbl c3\n") == ("y@d4", "b@c3")


def test_a_habit_of_a_whole_sheet_is_read_where_the_game_can_be_played() -> None:
    fields = "Anton 1\nBerta 2\nCäsar 3\nDora 4\nEmil 5\nFriedrich 6\nGustav 7\nAnton 2\n"
    played_moves = "y@a1 b@b2 r@c3 y@d4 b@e5 r@f6 y@g7 b@a2"
    assert moves(f"{FORUM}{fields}") == tuple(played_moves.split())


def test_what_says_that_something_is_in_doubt_is_asked_about() -> None:
    assert isinstance(
        refused(f"{FORUM}d4\n(Bram en Carla zijn het niet eens)\nc3\n"), ProposalError
    )


def test_a_sheet_of_prose_with_figures_is_no_game() -> None:
    refused(f"{FORUM}" + "".join(f"alles mooi bekeken vandaag {n}\n" for n in range(6)))


@pytest.mark.parametrize("field", ["c3?", "c 3 ?", "c3 (?)"])
def test_a_question_mark_behind_a_field_is_asked_about(field: str) -> None:
    error = refused(f"{FORUM}Anna d4\nBram {field}\nCarla a1")
    assert isinstance(error, ProposalError)
    assert error.record.moves == ("y@d4", "b@c3", "r@a1")
    assert moves(f"{FORUM}Anna d4\nBram c3 ?!\nCarla a1") == error.record.moves


def test_an_arrow_or_dots_stand_between_a_name_and_its_field_and_between_two_fields() -> None:
    assert moves(f"{FORUM}Anna → d4\nBram ➜ c3\nCarla → a1") == ("y@d4", "b@c3", "r@a1")
    assert moves("Revolution (Sanduhren)\nWeiß Anna, Rosa Bram\nstart\n4 d..e\n8 D..E") == (
        "start",
        "4 d-e",
        "8 D-E",
    )


# Layouts that no rule of reading knows

WALKED = {
    "the piece behind its field": (
        """Revolution, Ann is light and Bob is dark.
Bob: d4, there goes the Bastille; Ann on d1 with Versailles; Bob d3 Notre Dame.
Ann went to d2 with her 5; Bob b1, 7; Ann b2 with the 8; Bob a3, 9, stone on a3.
Ann e3 (4)""",
        "B@d4 V@d1 N@d3 5@d2 7@b1 8@b2 9@a3 *a3 4@e3",
    ),
    "the first letters of colours": (
        """forum romanum: ann en bob
ann ge c2, ro d2 ~ bob bl c4, gr e2
ann ro c5, ge b3 ~ bob bl d5, gr g3
ann ge c6, ro d7 ~ bob bl f6, gr f5""",
        "y@c2 r@d2 b@c4 g@e2 r@c5 y@b3 b@d5 g@g3 y@c6 r@d7 b@f6 g@f5",
    ),
    "a letter in front of each number": (
        """Das glorreiche Man\u00f6ver
Reihenfolge: Anna > Bram > Carla
W\u00fcrfe A1 B5 C2 A5 B3 C2 A3 B2 C4 A4 B4 C3
Anna: 1 bis 6, 5 bis 9""",
        "1 5 2 5 3 2 3 2 4 4 4 3 1-6 5-9",
    ),
    "the second behind, in minutes": (
        """Les sabliers. Blanc : Odile, Rose : Bernard.
Odile pose en e, venant de d... non : d vers e (4 s), Bernard D vers E (8 s) !
Odile b vers d (0 min 12) et Bernard E vers G (0 min 18) !
Odile e vers h (0 min 23) et Bernard B vers F (0 min 27) !
Odile c vers f (0 min 34) et Bernard F vers D (0 min 38) !""",
        "start d-e D-E b-d E-G e-h B-F c-f F-D",
    ),
    "a stone on the card just played": (
        """Revolution, Ann is light and Bob is dark.
Bob: d4, there goes the Bastille; Ann on d1 with Versailles; Bob d3 Notre Dame.
Ann went to d2 with her 5; Bob b1, 7; Ann b2 with the 8; Bob a3, 9, and a stone on top of that
Ann e3 (4)""",
        "B@d4 V@d1 N@d3 5@d2 7@b1 8@b2 9@a3 *a3 4@e3",
    ),
    "lists with a letter in front of each count": (
        """Revolution by two lists
dark Bastille d4, light Versailles d1, dark Notre Dame d3
LIGHT (me)
 L1  5 d2
 L2  8 b2
 L3  4 e3
 L4  2 e4 [stone: e4]
 L5  1 e5
DARK (Joe)
 D1  7 b1
 D2  9 a3 [stone: a3]
 D3  8 e1
 D4  3 c1 [stone: c1]
 D5  2 c2""",
        "B@d4 V@d1 N@d3 5@d2 7@b1 8@b2 9@a3 *a3 4@e3 8@e1 2@e4 *e4 end 3@c1 *c1 1@e5 end 2@c2",
    ),
    "thousandths of a second, an object a line": (
        """{"game":"hourglass","unit":"ms"}
{"t":0,"ev":"start"}
{"t":4000,"ev":"move","from":"d","to":"e"}
{"t":8000,"ev":"move","from":"D","to":"E"}
{"t":12000,"ev":"move","from":"b","to":"d"}
{"t":18500,"ev":"move","from":"E","to":"G"}
{"t":23000,"ev":"move","from":"e","to":"h"}
{"t":27000,"ev":"move","from":"B","to":"F"}
{"t":34000,"ev":"move","from":"c","to":"f"}
{"t":38000,"ev":"move","from":"F","to":"D"}""",
        "start d-e D-E b-d E-G e-h B-F c-f F-D",
    ),
    "holes written together, seconds since the last move": (
        """Hourglasses, white Odile, pink Bernard
start, both of us
+4 de   +4 DE   +4 bd  +6 EG
+5 eh   +4 BF   +7 cf  +4 FD   (he left)
total 38 s""",
        "start d-e D-E b-d E-G e-h B-F c-f F-D",
    ),
    "primes for the other side": (
        """Les sabliers. Blanc : Odile, Rose : Bernard.
0 s : d\u00e9part, on retourne a b c et a' b' c'
4 s : O d \u2013 e
8 s : B d' \u2013 e'
12 s : O b \u2013 d
18 s : B e' \u2013 g'
23 s : O e \u2013 h
27 s : B b' \u2013 f'
34 s : O c \u2013 f
0 min 38 : B f' \u2013 d\u2019""",
        "start d-e D-E b-d E-G e-h B-F c-f F-D",
    ),
    "a letter of which the rows go on": (
        """Dear Phyllis, the hourglass game again! We turned our glasses, and
then at 4 seconds it was d to e for me. At 8 seconds Arthur went from D to
E. Then at 12 seconds I went from b to d, and at 18 seconds Arthur from E
to G, how he grumbled. At 23 seconds it was e to h, at 27 seconds it was
B to F for Arthur. At 34 seconds I went from c to f, and at 38 seconds he
went from F to D.""",
        "start d-e D-E b-d E-G e-h B-F c-f F-D",
    ),
    "fields with the figure in front": (
        """FORUM ROMANUM - G(elb) Ute - B(lau) Rolf - R(ot) Ina
G \u21d2 4D   B \u21d2 3C   R \u21d2 1 A
G \u21d2 1B   B \u21d2 2G   R \u21d2 5E
G \u21d2 7A   B \u21d2 6F   R \u21d2 3E""",
        "y@d4 b@c3 r@a1 y@b1 b@g2 r@e5 y@a7 b@f6 r@e3",
    ),
    "numbers that count within a row": (
        """[Event "Tuesday night"]
[Light "P. Hargreaves"]
[Dark "M. Oduya"]

{Revolution. Buildings:} Nb2 Be1 Ve5

1. 0e2 7b5 2. 5b1 1c3?! 3. 9e4+e4 0c2 4. {coughing fit} 7c5 5b3 5. 2d3 3c4+c3
6. 3a5 9d1+d1""",
        "N@b2 B@e1 V@e5 0@e2 7@b5 5@b1 1@c3 9@e4 *e4 0@c2 7@c5 5@b3 2@d3 3@c4 *c3 3@a5 9@d1 *d1",
    ),
}


@pytest.mark.parametrize("layout", WALKED)
def test_a_game_in_an_unknown_layout_is_proposed(layout: str) -> None:
    sheet, meant = WALKED[layout]
    reading = Reading(strict=False, spell=spell)
    with pytest.raises(ProposalError) as proposed:
        read_record(sheet, reading=reading)
    assert [move.split()[-1] for move in proposed.value.record.moves] == meant.split()
    written = {number for number, line in enumerate(sheet.splitlines(), 1) if line.strip()}
    assert written <= reading.notes.keys()
    assert kindly(sheet, accept=True)[0] == proposed.value.record


def proposed(sheet: str) -> tuple[str, ...]:
    error = refused(sheet)
    assert isinstance(error, ProposalError)
    return error.record.moves


@pytest.mark.parametrize("form", ["{0}+{2}", "{1} < {0}"])
def test_moves_on_a_track_may_be_told_by_their_steps_or_backwards(form: str) -> None:
    header = make_header("manoeuvre", NAMES[:3])
    game, _ = played(header, "track", 30)
    dice = " ".join(move.removeprefix("roll ") for move in game[:12])
    pairs = [tuple(map(int, move.split("-"))) for move in game[12:]]
    told = [form.format(source, target, target - source) for source, target in pairs]
    names = ", ".join(header.players)
    sheet = "\n".join((f"Das glorreiche Man\u00f6ver\n{names}\n", dice, *told))
    assert proposed(sheet) == tuple(game)


def test_a_game_of_sand_may_be_told_by_the_time_of_day() -> None:
    moves = (("04", "d-e"), ("08", "D-E"), ("12", "b-d"), ("18", "E-G"), ("23", "e-h"))
    hours = "\n".join(f"14 h 30 min {second} s : {move}" for second, move in moves)
    top = "R\u00e9volution (sabliers) - d\u00e9part \u00e0 14 h 30 min 00 s"
    more = "\n14 h 30 min 27 s : B-F\n14 h 30 min 34 s : c-f"
    found = proposed(f"{top}\n{hours}{more}\n")
    assert found == (
        *("start", "4 d-e", "8 D-E", "12 b-d", "18 E-G", "23 e-h"),
        *("27 B-F", "34 c-f"),
    )


@pytest.mark.parametrize("gone", [6, 7, 8])
def test_no_game_is_proposed_of_a_sheet_in_which_somebody_misses_a_move(gone: int) -> None:
    header = make_header("forum_romanum", NAMES[:3])
    game, _ = played(header, "missing", 20)
    lines = [f"{NAMES[n % 3]}: {move[2:]}" for n, move in enumerate(game)]
    del lines[gone]
    top = f"Forum Romanum\n{', '.join(NAMES[:3])}\n"
    assert not isinstance(refused("\n".join((top, *lines))), ProposalError)


def test_a_field_of_another_colour_than_is_written_is_not_proposed() -> None:
    signs = ("r:d4 g:c5", "b:e1 n:c6", "g:b4 r:b6", "b:f1 n:a3", "r:a4 g:g1", "b:a6 n:c3")
    turns = "\n".join(f"{'PA'[n % 2]}  {turn}" for n, turn in enumerate(signs))
    error = refused(f"Forum Romanum zu zweit\nP = Petra, A = Anke\n{turns}\nA  n:f6  b:e2\n")
    assert not isinstance(error, ProposalError)


def test_a_text_in_json_is_read_object_by_object() -> None:
    sides = {"Anna": "yellow", "Bram": "blue", "Carla": "red"}
    fields = ("e5", "e3", "e2", "f5", "c2", "d4", "g2", "a1", "b1")
    told = {
        "game": "Forum Romanum",
        "players": [{"name": name, "colour": colour} for name, colour in sides.items()],
        "moves": [{"who": [*sides][n % 3], "on": field} for n, field in enumerate(fields)],
    }
    error = refused(json.dumps(told, indent=1))
    assert isinstance(error, ProposalError)
    letters = "ybr" * 3
    assert error.record.moves == tuple(f"{y}@{at}" for y, at in zip(letters, fields, strict=True))


def test_a_game_that_passes_over_a_move_is_not_proposed() -> None:
    sheet, _ = WALKED["the first letters of colours"]
    assert isinstance(refused(sheet), ProposalError)
    error = refused(sheet.replace("gr g3", "gr g3 a2-a4"))
    assert not isinstance(error, ProposalError)


def test_numbers_that_count_the_moves_are_no_seconds() -> None:
    moves = ("d-e", "D-E", "e-h", "B-F", "b-e", "F-H", "c-f", "E-G")
    counted = [f"{n}. {move}" for n, move in enumerate(moves, 1)]
    error = refused("\n".join(("Hourglass", "Anna, Bram", "start", *counted)))
    assert "count the moves" in str(error)
    exact = ['[game "hourglass"]', '[players "Anna" "Bram"]', "start"]
    record = kindly("\n".join((*exact, *(one.replace(".", "") for one in counted))))[0]
    assert len(record.moves) == len(moves) + 1


STRANGERS = Path(__file__).parents[1] / "data" / "held_out_sheets"
READ_AS_CORRECTED = {"204.txt", "264.txt"}  # to be asked about; a move is crossed out in each


@pytest.mark.parametrize(
    "sheet",
    [
        "543.txt",  # a field from which somebody jumps later, and a digit that is typed twice
        "544.txt",  # a field to start from, and a move that is written backwards
        "545.txt",  # a card on the field of a later one
        "546.txt",  # a hole that is written two times
        "548.txt",  # letters for digits, and a digit that is typed twice
        "551.txt",  # a jump from a Roman of somebody else, and one that is written backwards
    ],
)
def test_slips_of_the_pen_that_show_later_are_repaired(sheet: str) -> None:
    lines = map(json.loads, (STRANGERS / "expected.jsonl").read_text("utf-8").splitlines())
    meant = next(one["moves"] for one in lines if one["sheet"] == sheet)
    assert list(proposed((STRANGERS / sheet).read_text("utf-8"))) == meant


@pytest.mark.slow
@pytest.mark.parametrize("part", range(12))
def test_no_sheet_of_a_stranger_is_taken_for_another_game(part: int) -> None:
    lines = (STRANGERS / "expected.jsonl").read_text("utf-8").splitlines()
    for told in map(json.loads, lines[part::12]):
        if told["sheet"] in READ_AS_CORRECTED:
            continue
        try:
            found = kindly((STRANGERS / told["sheet"]).read_bytes())[0].moves
        except RecordError:
            continue
        assert told["moves"] is not None, told["sheet"]
        assert list(found) == told["moves"], told["sheet"]

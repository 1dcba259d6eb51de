"""Records as people write them: read as they are meant, said so, and never more than that."""

import re
import tomllib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import DATA

from rules import (
    MOST_MOVES,
    NAMES,
    Comment,
    Reading,
    Record,
    RecordError,
    find_game,
    make_header,
    read_record,
    write_record,
)
from rules.manoeuvre import FIXED_BONUSES, FIXED_REWARDS
from rules.spelling import as_meant

FORUM = '[game "forum_romanum"]\n[players "Anna" "Bram" "Carla"]\n\n'

READINGS = tomllib.loads((DATA / "readings.toml").read_text("utf-8"))


def kindly(text: str) -> tuple[Record, dict[int, str]]:
    """A record read kindly, and what was taken."""
    reading = Reading(strict=False)
    record = read_record(text, reading=reading)
    return record, {line: str(note) for line, note in reading.notes.items()}


def strictly(text: str) -> Record:
    reading = Reading()
    record = read_record(text, reading=reading)
    assert not reading.notes
    return record


def refused(text: str, *, strict: bool = False) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_record(text, reading=Reading(strict=strict))
    return error.value


def test_what_cannot_change_a_meaning_is_taken_and_needs_no_word() -> None:
    sheet = """\ufeff[Spel “Forum Romanum”]
[players “Anna”, “Bram” „Carla“]  # clockwise
[Option "Variant" "True"]
[place "Gent"]

{ a comment that goes on
over two lines } 1. Y @ D4 {the middle}
2) b@c3 ; y@e4 was better
3. r@a1 !?
y@d5 $2
"""
    record, notes = kindly(sheet)
    assert record.header == make_header("forum_romanum", ("Anna", "Bram", "Carla"), {"variant": "true"}, place="Gent")
    assert record.moves == ("y@d4", "b@c3", "r@a1", "y@d5")
    assert notes == {}
    assert [one.text.lstrip(" #") for one in record.comments] == [
        "clockwise",
        "a comment that goes on over two lines the middle",
        "y@e4 was better",
    ]


@pytest.mark.parametrize(("game", "moves", "line", "as_exact"), READINGS["slips"])
def test_a_slip_of_the_pen_is_read_as_it_is_meant(game: str, moves: str, line: str, as_exact: str) -> None:
    header = make_header(game, ("A", "B"))
    before = [move.replace("_", " ") for move in moves.split()]
    record, _ = kindly(write_record(header, before) + line)
    assert record.moves == (*before, as_exact)
    if line.strip() != as_exact:
        assert refused(write_record(header, before) + line, strict=True)


@pytest.mark.parametrize(("title", "game"), READINGS["titles"])
def test_a_game_is_known_by_its_title(title: str, game: str) -> None:
    record, _ = kindly(f'[game "{title}"]\n[players "A" "B"]\n')
    assert record.header.game == game
    assert "there is no game" in str(refused(f'[game "{title}"]', strict=True))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("[option \u201csand\u201d \u201c2:30\u201d]", "150"),
        ('[option "sand" "121,5"]', "121.5"),
        ('[OPTION "Sand" "a:2:10  b:1:58"]', "a:130 b:118"),
    ],
)
def test_sand_may_be_told_in_minutes(line: str, value: str) -> None:
    record, _ = kindly(f'[game "hourglass"]\n{line}\n')
    assert record.header.options == {"sand": value}


def test_gm4_a_record_without_a_layout_is_told_which_was_taken() -> None:
    record, notes = kindly('[game "manoeuvre"]\n[players "A" "B"]\n')
    assert record.header.options == {"bonuses": FIXED_BONUSES, "rewards": FIXED_REWARDS}
    assert notes[1].startswith("no layout is given; taken is ")
    assert f'[option "rewards" "{FIXED_REWARDS}"]' in notes[1]


@pytest.mark.parametrize(("option", "says"), READINGS["wrong_options"])
def test_a_wrong_option_says_what_it_looks_like(option: str, says: str) -> None:
    for strict in (True, False):
        error = refused(f'[game "manoeuvre"]\n[players "A" "B"]\n[option {option}]', strict=strict)
        assert error.line == 3
        assert says in str(error.plain)


@pytest.mark.parametrize("strict", [True, False])
def test_a_move_of_a_glass_needs_its_second(strict: bool) -> None:
    error = refused('[game "hourglass"]\n\nstart\nd-e\n', strict=strict)
    assert (error.line, "has no second" in str(error.plain)) == (4, True)
    declared = '[game "hourglass"]\n[option "deaths" "declared"]\n\nstart\ndead b\n'
    assert "has no second" in str(refused(declared, strict=strict))


@pytest.mark.parametrize(("game", "line"), READINGS["doubtful"])
def test_what_may_mean_something_else_is_not_taken(game: str, line: str) -> None:
    start = "start\n" if game == "hourglass" else ""
    refused(write_record(make_header(game, ("A", "B")), ()) + start + line)


def test_names_without_marks_may_end_anywhere() -> None:
    assert str(refused('[game "forum_romanum"]\n[players Anna Bram Carla]')).endswith(
        'should look like [players "Anna" "Bram"], each name in quotation marks'
    )


def test_a_well_formed_move_is_never_read_as_another() -> None:
    error = refused(FORUM + "y@d4\nb@d4\n")
    assert error.line == 5
    moved, _, possible = str(error.plain).partition("; possible: ")
    assert moved == "b@d4 is illegal: d4 is occupied"
    assert possible.startswith("b@c4 b@d3 b@d5 b@e4")
    assert "7/7/7" not in f"{error}{error.plain}"


@pytest.mark.parametrize(("lines", "says"), READINGS["ran_out"])
def test_a_glass_that_ran_out_says_when(lines: str, says: str) -> None:
    assert says in str(refused('[game "hourglass"]\n[option "sand" "3"]\n\n' + lines).plain)


def test_what_is_possible_is_told_of_the_second_of_the_move() -> None:
    lines = "start\n1 d-e\n2 D-E\n20 e-g\n21 E-G\n"
    head = '[game "hourglass"]\n[option "sand" "30"]\n\n'
    error = refused(head + lines + "31 a-e\n")
    assert str(error.plain).endswith("that glass ran out at second 30; possible: g-e g-j g-k")
    error = refused(head + lines + "60 a-e\n")
    assert "ran out at second 30, and the game was over at second 39" in str(error.plain)


def test_two_players_of_the_same_name_are_an_error() -> None:
    for strict in (True, False):
        error = refused('[game "forum_romanum"]\n[players "A" "B" "A"]\n', strict=strict)
        assert (error.line, "called 'A'" in str(error.plain)) == (2, True)
    same = '[game "forum_romanum"]\n[players "A" "A"]\n'
    assert read_record(same, kept=True).header.players == ("A", "A")  # from before that was so


@pytest.mark.parametrize(("moves", "result", "agrees"), READINGS["results"])
def test_a_result_agrees_with_the_game(moves: str, result: str, agrees: bool) -> None:
    text = FORUM.strip() + f'\n[result "{result}"]\n\n{moves}\n'
    for strict in (True, False):
        if agrees:
            assert strictly(text).header.result == result
        else:
            error = refused(text, strict=strict)
            assert (error.line, "is not that of the game" in str(error.plain)) == (3, True)


def test_the_winner_may_be_told_by_name_or_by_seat() -> None:
    flag = "B@a1\nV@d2\nN@c4\n9@a2\nend\n"
    game = '[game "revolution"]\n[players "Anna" "Bram"]\n[result "{}"]\n\n'
    won = flag + "F@a3\n"  # dark lays its flag beside light's 9
    for result in ("Anna", "light"):
        assert strictly(game.format(result) + won).position.outcome == ("flag", ("light",))
    for result in ("Bram", "dark", "draw", "*"):
        assert "won by light" in str(refused(game.format(result) + won))


def test_comments_stand_where_they_stood() -> None:
    text = (
        '# top\n[game "forum_romanum"]  # behind\n# two\n# three\n[players "A" "B" "C"]\n'
        '[option "variant" "true"] # four\n[date "2026"]\n[event "#1"]\n[round "2"]\n'
        '[place "Gent"]\n[table "t"]\n[result "*"]\n\n# before\ny@d4   # strong\n#\nb@c3\n# last\n'
    )
    assert strictly(text).text == text
    loose = text.replace("# before", "\n\n   # before  ").replace("\n\n# b", "\n# b")
    assert strictly(loose).text == text
    record, _ = kindly(text.replace("   # strong", " {strong}").replace("# last", "; last"))
    assert record.text == text.replace("   # strong", "  # strong")


def test_every_line_that_cannot_be_read_is_found() -> None:
    reading = Reading(strict=False, every=True)
    lines = "y@d4\nb@c3\nr@d4\ny@e9\nB@e4\nr@f4\n[date 1]\ny@g4\nagree\ny@a1\n"
    record = read_record(FORUM + lines, reading=reading)
    assert [error.line for error in reading.faults] == [6, 7, 10, 13]
    assert record.moves == ("y@d4", "b@c3")  # up to the first
    assert record.position.to_move == "3"
    header = '[game "forum_romanum"]\n[colour "x"]\n[players "A" "B"]\n[date]\n\ny@d4\n'
    reading = Reading(every=True)
    record = read_record(header, reading=reading)
    assert [error.line for error in reading.faults] == [2, 4]
    assert record.moves == ()


def test_a_record_with_too_many_faults_is_given_up() -> None:
    reading = Reading(every=True)
    with pytest.raises(RecordError):
        read_record(FORUM + "nonsense\n" * 1000, reading=reading)
    assert len(reading.faults) == 200


def test_a_position_in_the_middle_can_be_asked_for() -> None:
    record = strictly('[game "hourglass"]\n\nstart\n5 d-e\n7\n9 D-E\n')
    assert [record.positions(n)[-1].plies for n in range(4)] == [0, 1, 2, 3]
    assert record.positions(2)[-1].now == 5000  # type: ignore[attr-defined]
    assert len(record.positions()) == 5
    with pytest.raises(ValueError, match="there is no move 4; the last is 3"):
        record.positions(4)


# Laws


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game of any kind played at random for a while, with some free headers and comments."""
    game = find_game(draw(st.sampled_from(NAMES)))
    players = draw(st.sampled_from(list(game.players)))
    rng = draw(st.randoms(use_true_random=False))
    options = game.draw_options({}, rng)
    if game.name == "hourglass":
        options["sand"] = rng.choice(["120", "20", "a:12.5 D:90"])
    header = make_header(game.name, ["Anna", "Bram", "C #3", "D;e", "{E}", "6"][:players], options)
    position = header.start()
    moves: list[str] = []
    for _ in range(draw(st.sampled_from([0, 5, 20, 60]))):
        now = position.later(rng.choice([0, 500, 2250, 9000, 65_000]))
        if not now.legal_moves():
            break
        move = now.written(rng.choice(list(now.legal_moves())))
        moves.append(move)
        position = now.play(move)
    places = [*range(len(moves) + 1), "game", "players"]
    found = {(rng.choice(places), rng.random() < 0.5) for _ in range(draw(st.integers(0, 5)))}
    comments = [
        Comment(at, behind, ("  " if behind else "") + "# " + rng.choice(["a", "b # c", '"d"']))
        for at, behind in found
        if at != len(moves) or not behind
    ]
    record = read_record(write_record(header, moves, comments))
    assert record.position == position
    return record


@given(records())
def test_a_canonical_record_is_read_alike_both_ways_and_written_to_the_byte(record: Record) -> None:
    assert strictly(record.text) == record
    again, notes = kindly(record.text)
    assert again == record
    assert not notes
    assert again.text == record.text


def test_a_file_with_two_games_says_where_the_second_begins() -> None:
    two = f"{FORUM}y@d4\nb@c3\n\n{FORUM}y@d5\n"
    for strict in (True, False):
        error = refused(two, strict=strict)
        assert (error.line, "a second game begins here" in str(error)) == (7, True)


def test_what_stands_in_quotation_marks_is_not_changed() -> None:
    text = FORUM.strip() + '\n[event "14\u201315 May, \u201cOld\u201d Club"]\n\ny@d4  # d4 \u2013 good\n'
    assert kindly(text)[0].text == text


def test_quotation_marks_stand_in_a_header_behind_a_backslash() -> None:
    text = FORUM.strip() + '\n[event "The \\"Old\\" Club\\\\"]\n[place "C:\\a"]\n\ny@d4\n'
    record = strictly(text)
    assert (record.header.event, record.header.place) == ('The "Old" Club\\', "C:\\a")
    assert record.text == text
    assert "no quotation marks" in str(refused('[game "revolution"]\n[players "A\\"" "B"]\n'))


@pytest.mark.parametrize("lines", ["1. start\n2. 41 d-f\n3. 44 D-F\n", "start\n41 d-f\n44 D-F\n"])
def test_numbers_in_front_are_no_seconds(lines: str) -> None:
    record, _ = kindly('[game "hourglass"]\n\n' + lines)
    assert record.moves == ("start", "41 d-f", "44 D-F")


@pytest.mark.parametrize(
    ("game", "lines"),
    [("revolution", "1. B@a1\n2. V@d2\n4. N@c4\n"), ("manoeuvre", "1. roll 4\n3. roll 5\n2. roll 6\n")],
)
def test_a_number_that_does_not_follow_is_asked_about(game: str, lines: str) -> None:
    assert "does not follow" in str(refused(f'[game "{game}"]\n[players "A" "B"]\n\n{lines}'))


@pytest.mark.parametrize("remark", ["; N@c4", "{V@d2 N@c4}", "# 9@a2"])
def test_a_remark_is_never_looked_at_for_moves(remark: str) -> None:
    record, _ = kindly(f'[game "revolution"]\n[players "A" "B"]\n\nB@a1 {remark}\nV@d2\n')
    assert record.moves == ("B@a1", "V@d2")


def test_a_space_between_two_figures_parts_two_numbers() -> None:
    position = find_game("manoeuvre").start(2)
    assert as_meant("1 2-15", position, find_game("manoeuvre"), counted=False) == "1 2-15"
    assert as_meant("12 - 15", position, find_game("manoeuvre"), counted=False) == "12-15"


def test_a_comment_that_is_not_closed_is_refused_where_it_begins() -> None:
    assert refused(FORUM + "y@d4\n{ b@c3\nr@a1\n").line == 5


def number_in_front(rng: Random, line: str) -> str:
    return rng.choice(["1. ", "1) ", "1."]) + line


def capitals(rng: Random, line: str) -> str:
    return rng.choice([line.upper(), line.title()])


def room(rng: Random, line: str) -> str:
    return re.sub("([@*-])", lambda sign: rng.choice([" {}", "{} ", "\t{}  "]).format(sign[0]), line)


def dashes(rng: Random, line: str) -> str:
    return line.replace("-", rng.choice("\u2013\u2212\u2014"))


def comment(rng: Random, line: str) -> str:
    return rng.choice(["{} ; good", "{} {{well}}", "{{first}} {}", "{}# x"]).format(line)


def rolled(rng: Random, line: str) -> str:
    return rng.choice(["{}", "Roll{}", "ROLL  {}", "1. {}"]).format(line[5:])


def people_time(rng: Random, line: str) -> str:
    second, space, move = line.partition(" ")
    whole, _, part = second.partition(".")
    if rng.random() < 0.5 and whole.isdecimal():
        second = f"{int(whole) // 60}:{int(whole) % 60:02}" + ("," + part if part else "")
    return f"{second.replace('.', ',')}{rng.choice([space, space + ' ', space and chr(9)])}{move}"


def garbled(rng: Random, game: str, line: str) -> str:
    """A move line as people write it."""
    slips = [room, dashes, comment]
    if game == "hourglass":
        slips.append(people_time)
    else:
        slips += [number_in_front, capitals]
    if line.startswith("roll "):
        slips = [rolled]
    some = [slip for slip in slips if rng.random() < 0.3 and not line.startswith(("start", "end"))]
    for slip in sorted(some, key=slips.index):
        line = slip(rng, line)
    return rng.choice(["", " ", "\t"]) + line + rng.choice(["", "  ", "\r"])


def garbled_header(rng: Random, line: str) -> str:
    if rng.random() < 0.3:
        name, space, rest = line.partition(" ")
        line = name.upper() + space + rest
    if rng.random() < 0.3 and "#" not in line:
        line = re.sub('"([^"]*)"', "“\\1”", line)
    elif rng.random() < 0.3:
        line = line.replace('" "', '",  "')
    return line


@given(records(), st.randoms(use_true_random=False))
def test_what_people_make_of_a_record_is_read_back_the_same(record: Record, rng: Random) -> None:
    text = write_record(record.header, ())
    lines = [garbled_header(rng, line) for line in text.split("\n") if line]
    lines += [garbled(rng, record.header.game, move) for move in record.moves]
    again, _ = kindly("\n".join(lines))
    assert again[:3] == record[:3]


@pytest.mark.parametrize("strict", [True, False])
def test_a_record_has_so_many_moves_at_most(strict: bool) -> None:
    text = FORUM + "y@d4\n" * (MOST_MOVES + 1)
    with pytest.raises(RecordError, match="a record has 20000 moves at most") as refused:
        read_record(text, reading=Reading(strict=strict))
    assert refused.value.line == MOST_MOVES + 4

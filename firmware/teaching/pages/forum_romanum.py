"""The rules of Forum Romanum, for newcomers."""

from collections.abc import Mapping

from firmware.teaching.figure import Figure, position_after
from firmware.teaching.rules_page import Chapter, Question, Rule, RulesPage, Steps
from firmware.words import Value, say

_FORUM = "a7 g1"
_ROW = "y@a1, b@d1, r@f1, g@a3, y@b1, b@e1, r@g1, g@a4"
_FULL = f"{_ROW}, y@c1"
_HOUSE = "y@e7, b@f7, r@g7, g@e6, y@a1, b@a2, r@a3, g@f6, y@b1, b@b2, r@b3, g@g6"
_EQUAL = "y@a3, b@a1, r@b1, g@c1, y@b3, b@d1, r@e1, g@a4, y@c3, b@f1, r@g1"
_FIELDS = (f"{column}{row}" for row in range(1, 8) for n, column in enumerate("abcdefg") if (row + n) % 3)
_ALL = ", ".join(f"{colour}@{field}" for colour, field in zip("ybrg" * 8, _FIELDS, strict=False))

PAGE = RulesPage(
    lead=say(
        "You are senators in Rome and want to become consul. You send your Romans to the forum; "
        "where you do most for a part of the state your fame grows, and where you do least it "
        "shrinks."
    ),
    by="Wolfgang Kramer, 1994",
    minutes=60,
    chapters=(
        Chapter(
            say("The goal"),
            (
                Rule(
                    say(
                        "The player whose senator is farthest on the popularity scale at the "
                        "end of the game wins. Players who are equally far share the win."
                    ),
                    "FR-15",
                ),
                Rule(say("With two players, the steps of your two senators are added up."), "FR-15"),
            ),
        ),
        Chapter(
            say("The board"),
            (
                Rule(
                    say(
                        "The forum has seven by seven fields. They form 23 sectors: seven rows, "
                        "seven columns, the two long diagonals, and seven buildings of six to "
                        "nine fields, each in its own colour."
                    ),
                    "FR-1, FR-2, FR-3",
                ),
                Figure(
                    say("Building II at the top right has six fields: e6 to g7."),
                    players=4,
                    lit="e7 f7 g7 e6 f6 g6",
                    between=_FORUM,
                ),
                Rule(
                    say(
                        "A coin lies at every sector. It is taken away when the sector is scored, "
                        "so that each is scored once only."
                    ),
                    "FR-2",
                ),
            ),
        ),
        Chapter(
            say("Setting up"),
            (
                Rule(
                    say(
                        "Everybody gets Romans of one colour: eight each with three or four "
                        "players, six with five, five with six. Two players get eight of each of "
                        "two colours. The senators begin at the start of the scale."
                    ),
                    "FR-4, FR-5",
                ),
                Rule(say("The youngest begins; then it goes round clockwise."), "FR-6"),
            ),
        ),
        Chapter(
            say("A turn"),
            (
                Rule(
                    say(
                        "As long as you have Romans in hand, put one on any free field. When all "
                        "are on the board, lift one of your own and put it on any other free "
                        "field. You may not pass."
                    ),
                    "FR-6, FR-7",
                ),
                Rule(
                    say(
                        "With two players each turn is two Romans, one of each of your colours, in the order you like."
                    ),
                    "FR-8",
                ),
                Steps(
                    (
                        Figure(say("Put a Roman from your hand on any free field."), _ROW, 4, lit="c1", between=_FORUM),
                        Figure(
                            say("Is a sector full now? Score it and take its coin."),
                            _FULL,
                            4,
                            lit="a1 b1 c1 d1 e1 f1 g1",
                            between=_FORUM,
                        ),
                        Figure(
                            say("No Romans in hand? Move one of your own to any free field."),
                            f"{_ALL}, a1-c4",
                            4,
                            arrows="a1-c4",
                            between=_FORUM,
                        ),
                    )
                ),
            ),
        ),
        Chapter(
            say("Scoring, with examples"),
            (
                Rule(
                    say(
                        "As soon as a sector is full it is scored. The colour with the most "
                        "Romans in it goes forward as many steps as the sector has fields. The "
                        "colour with the fewest goes back 4; none at all is fewest too. If "
                        "several have the fewest, each goes back 2."
                    ),
                    "FR-9, FR-10",
                ),
                Figure(say("Yellow fills the row at the bottom by playing to c1."), _FULL, 4, lit="c1", between=_FORUM),
                Rule(
                    say(
                        "Yellow has three Romans in this row, blue and red two each, green none. "
                        "Yellow goes {row_most} steps forward and green {row_fewest} back."
                    ),
                    "FR-18",
                ),
                Figure(say("Green fills building II by playing to g6."), _HOUSE, 4, lit="g6", between=_FORUM),
                Rule(
                    say(
                        "Green has three Romans in this building of six fields and goes "
                        "{house_most} forward. Yellow, blue and red have one each and share the "
                        "fewest: each goes {house_fewest} back."
                    ),
                    "FR-19",
                ),
                Rule(
                    say("One Roman can fill several sectors at once; then each of them is scored, one by one."), "FR-12"
                ),
            ),
        ),
        Chapter(
            say("A tie for the most"),
            (
                Rule(
                    say(
                        "If two or more colours have the most, the full sector is not scored yet. "
                        "Its coin stays until a Roman has left, it is full again and one colour "
                        "leads alone."
                    ),
                    "FR-11",
                ),
                Figure(
                    say("Blue and red have three Romans each in the full row: it has to wait."),
                    _EQUAL,
                    4,
                    lit="a1 b1 c1 d1 e1 f1 g1",
                    between=_FORUM,
                ),
            ),
        ),
        Chapter(
            say("The end"),
            (
                Rule(
                    say("The game ends when every sector is scored, or when all that remain are full and tied."),
                    "FR-13",
                ),
                Rule(
                    say(
                        "The tied ones then count after all: every colour with the most goes "
                        "forward 4, that with the fewest back 4, or back 2 each if they are "
                        "several. In the row above that would be {tie_most} steps for blue and "
                        "for red, and {tie_fewest} back for yellow."
                    ),
                    "FR-14, FR-20",
                ),
                Rule(
                    say(
                        "If all colours are equal in a tied sector, each has the most and the "
                        "fewest: it goes 4 forward and 2 back."
                    ),
                    "FR-14",
                ),
                Rule(
                    say(
                        "If nobody wants to go on, all may agree to stop. Sectors that are not full then do not count."
                    ),
                    "FR-16",
                ),
                Rule(
                    say(
                        "The scale is a loop. Whoever has gone all the way round keeps "
                        "counting, and whoever falls behind the start counts below zero."
                    ),
                    "FR-5",
                ),
            ),
        ),
        Chapter(
            say("House rules, if all agree"),
            (
                Rule(
                    say(
                        "A quicker game: the colour with the most goes forward only 4, and the one "
                        "with the fewest back as many steps as the sector has fields. Several with "
                        "the most go forward 2 each, at once, so that no sector waits; several "
                        "with the fewest go back 4 each. You may also choose other colours."
                    ),
                    "FR-8a, FR-17",
                ),
            ),
        ),
        Chapter(
            say("A first piece of advice"),
            (
                Rule(
                    say(
                        "A corner field lies in a row, a column, a diagonal and a building. And "
                        "look twice before you fill a sector: the last Roman in it decides who "
                        "has the fewest."
                    )
                ),
            ),
        ),
        Chapter(
            say("What people ask"),
            (
                Question(
                    say("I have no Roman in the sector that is scored. What happens to me?"),
                    Rule(
                        say("None is the fewest: your senator goes back 4, or 2 if another colour has none either."),
                        "FR-10",
                    ),
                ),
                Question(
                    say("Can a sector be scored twice?"),
                    Rule(
                        say("No. Its coin goes when it is scored, and without a coin nothing happens there any more."),
                        "FR-2",
                    ),
                ),
                Question(
                    say("Two colours share the most. Does the one with the fewest go back already?"),
                    Rule(
                        say(
                            "No. Nothing of it counts until the sector is full with one colour "
                            "ahead, or until the game ends."
                        ),
                        "FR-11, FR-14",
                    ),
                ),
                Question(
                    say("May I pass?"),
                    Rule(
                        say(
                            "No. When all Romans are on the board you must move one, even if that costs you something."
                        ),
                        "FR-7",
                    ),
                ),
                Question(
                    say("May I move a Roman of somebody else, or only a short way?"),
                    Rule(say("Only one of your own, but to any other free field, however far."), "FR-7"),
                ),
                Question(
                    say("May I move a Roman while I still have some in hand?"),
                    Rule(say("No. First all Romans of all players are placed; only then do they move."), "FR-6, FR-7"),
                ),
                Question(
                    say("My senator stands at the start and has to go back. What now?"),
                    Rule(say("He goes back behind it and counts below zero, until he has made up for it."), "FR-5"),
                ),
                Question(
                    say("We are two. Does my better senator decide?"),
                    Rule(
                        say("No, the sum of both: one far ahead helps little if the other has fallen behind."),
                        "FR-8, FR-15",
                    ),
                ),
                Question(
                    say("One Roman fills a row and a building. Which is scored first?"),
                    Rule(say("Take them in any order: both are scored, and the result is the same."), "FR-12"),
                ),
                Question(
                    say("We only push Romans to and fro. Must we go on?"),
                    Rule(
                        say(
                            "No, if all agree to stop. Full sectors with a tie then count as at "
                            "the end; those that are not full do not count."
                        ),
                        "FR-13, FR-16",
                    ),
                ),
            ),
        ),
    ),
    card=(
        Rule(say("The senator farthest on the scale wins; with two players the sum of both."), "FR-15"),
        Rule(
            say(
                "Romans: 8 each with three or four players, 6 with five, 5 with six; with two, 8 "
                "of each of two colours."
            ),
            "FR-4",
        ),
        Rule(
            say(
                "A sector is a row, a column, a long diagonal or a building. Each is scored once, "
                "while its coin lies there."
            ),
            "FR-2",
        ),
        Rule(
            say(
                "Most Romans: as many steps forward as the sector has fields. Fewest, or none: 4 "
                "back; several: 2 back each."
            ),
            "FR-9, FR-10",
        ),
        Rule(say("A tie for the most: the sector waits until one colour leads alone."), "FR-11"),
        Rule(
            say(
                "The end: every sector is scored, or waits with a tie. Those that wait then "
                "count: most 4 forward each, fewest 4 back, several 2 back each."
            ),
            "FR-13, FR-14",
        ),
    ),
)


def worked() -> Mapping[str, Value]:
    """Return the numbers of the examples, see :class:`firmware.teaching.rules_page.RulesModule`."""
    row, house, tie = (
        position_after("forum_romanum", 4, moves).scores() for moves in (_FULL, _HOUSE, f"{_EQUAL}, agree")
    )
    return {
        "row_most": row["1"],
        "row_fewest": -row["4"],
        "house_most": house["4"],
        "house_fewest": -house["1"],
        "tie_most": tie["2"],
        "tie_fewest": -tie["1"],
    }

"""The rules of Das glorreiche Manöver, for newcomers."""

from collections.abc import Mapping

from firmware.teaching.figure import Figure, position_after
from firmware.teaching.rules_page import Chapter, Question, Rule, RulesPage, Steps
from firmware.words import Value, say

_ROLLS = ", ".join(f"roll {number}" for number in (3, 5, 3, 1, 6, 5, 2, 6, 3, 4, 1, 2))
_HALF = ", ".join(_ROLLS.split(", ")[:6])
_JUMP = f"{_ROLLS}, 3-10"
_LAST = "82:1,84:2 2:84 home:1212121212 taken:21=1,42=2,63=1 players:2 plies:200"
_DOWN = "1 8"
_FAR = "1 10"
_NEAR = "1 32"

PAGE = RulesPage(
    lead=say(
        "Recruits must run from the barracks yard round the track and back again. Whoever is "
        "last and stands on the backs of others leaps farthest, so it pays to be carried."
    ),
    by="Roland Siegers",
    minutes=40,
    chapters=(
        Chapter(
            say("The goal"),
            (
                Rule(
                    say(
                        "Bring your recruits home before the others do. The earlier one is home, "
                        "the more it is worth; reward stones picked up on the way count too. The "
                        "highest sum wins."
                    ),
                    "GM-17, GM-19",
                ),
            ),
        ),
        Chapter(
            say("Setting up"),
            (
                Rule(
                    say(
                        "There are always twelve recruits: six each with two players, four each "
                        "with three, three each with four. They all wait in the yard at the edge."
                    ),
                    "GM-2",
                ),
                Rule(
                    say(
                        "On the track of {fields} fields lie three grey reward stones worth 1, 2 "
                        "and 3, and ten bonus stones: six white ones (\u00d72) and four black "
                        "ones (\u00d73)."
                    ),
                    "GM-1, GM-3, GM-4",
                ),
                Rule(
                    say(
                        "No stone lies on the fields 1 to 6, and no two lie on one field. Spread "
                        "the bonus stones evenly, but put none on the last six fields."
                    ),
                    "GM-3, GM-4",
                ),
                Rule(say("The rulebook does not say who begins: draw lots. Then it goes round clockwise.")),
            ),
        ),
        Chapter(
            say("Bringing them out"),
            (
                Rule(
                    say(
                        "In turn roll the die and put one of your recruits on the field of that "
                        "number. If somebody stands there already it goes on top. Three may stand "
                        "on each other; if there are three, roll again."
                    ),
                    "GM-5, GM-6",
                ),
                Figure(
                    say("Half of the recruits are out; two stand on 3 and two on 5."), _HALF, lit="3 5", between=_DOWN
                ),
                Rule(
                    say("When all twelve are out, the die is put away, and whoever rolled first moves first."), "GM-7"
                ),
            ),
        ),
        Chapter(
            say("A turn"),
            (
                Rule(
                    say(
                        "A recruit is free when it stands alone or on top. In your turn you move "
                        "each of your free recruits once, in the order you like, at least one "
                        "field forward."
                    ),
                    "GM-8",
                ),
                Rule(
                    say(
                        "If one of your recruits becomes free by that, it has to move in the same "
                        "turn too. None moves twice in a turn. A player without a free recruit "
                        "misses the turn."
                    ),
                    "GM-9, GM-10",
                ),
                Steps(
                    (
                        Figure(
                            say("Free recruits stand alone or on top: here red's on 1 and 3."),
                            _ROLLS,
                            lit="1 3",
                            between=_NEAR,
                        ),
                        Figure(say("Move one forward, up to its reach."), _ROLLS, arrows="3-8", between=_NEAR),
                        Figure(
                            say("Go on until each of your free recruits has moved; one more is free on 3."),
                            f"{_ROLLS}, 3-8",
                            lit="1 3",
                            between=_NEAR,
                        ),
                    )
                ),
            ),
        ),
        Chapter(
            say("How far, with an example"),
            (
                Rule(
                    say(
                        "Count the fields on which anybody stands, from the front to your own: "
                        "that is its rank. Multiply it by 1 if your recruit stands alone, by 2 on "
                        "top of one, by 3 on top of two. If it starts from a bonus stone, multiply "
                        "by 2 or 3 again."
                    ),
                    "GM-12, GM-13, GM-14",
                ),
                Figure(
                    say("Red is to move. On 3 three red recruits stand on each other."), _ROLLS, lit="3", between=_FAR
                ),
                Rule(
                    say(
                        "From the front 6, 5, 4 and 3 are occupied, so the recruit on 3 has rank "
                        "{rank}. It stands on two others: {rank} \u00d7 3 = {far}. It may move up "
                        "to {far} fields, to {end} at most."
                    ),
                    "GM-12, GM-13",
                ),
                Rule(
                    say(
                        "It may go less far too, over others, to any field with fewer than three "
                        "recruits. Here 10 is a good field, as a white bonus stone lies there."
                    ),
                    "GM-11, GM-15",
                ),
                Figure(
                    say("It jumps to the bonus stone on 10 and doubles its next move."),
                    _JUMP,
                    arrows="3-10",
                    between=_FAR,
                ),
                Rule(
                    say(
                        "Bonus stones stay where they are and count only for a move that starts "
                        "on them. A reward stone is yours when you land on it exactly."
                    ),
                    "GM-14, GM-16",
                ),
            ),
        ),
        Chapter(
            say("Home, and how it is scored"),
            (
                Rule(
                    say(
                        "A recruit that moves beyond the last field is home; what is too much is "
                        "lost. The first one home stands on place 12 in the yard, the next on 11, "
                        "and so on: so many points it is worth."
                    ),
                    "GM-15, GM-17",
                ),
                Rule(
                    say("When the eleventh is home the game ends at once, and the last one stands on place 1."), "GM-18"
                ),
                Figure(
                    say("The end of a game of two: all places are taken."),
                    "84-home",
                    start=_LAST,
                    between="73 court-12",
                ),
                Rule(
                    say(
                        "Red stands on {red_places} and has reward stones worth {red_stones}: "
                        "{red} points. Yellow stands on {yellow_places} and has {yellow_stones}: "
                        "{yellow} points. Red wins."
                    ),
                    "GM-19",
                ),
                Rule(say("If the sums are equal, the highest place among them decides."), "GM-19"),
            ),
        ),
        Chapter(
            say("A first piece of advice"),
            (
                Rule(
                    say(
                        "Do not run away alone: in front a recruit crawls. Stay behind, climb on "
                        "others, and jump from a bonus stone."
                    )
                ),
            ),
        ),
        Chapter(
            say("What people ask"),
            (
                Question(
                    say("Must I move all of my recruits?"),
                    Rule(
                        say("All that are free, each once. Those with somebody on their back stay where they are."),
                        "GM-8, GM-9",
                    ),
                ),
                Question(
                    say("Must I go as far as I can?"),
                    Rule(say("No. From one field up to the reach you choose freely."), "GM-15"),
                ),
                Question(
                    say("Is a recruit in front of me in the way?"),
                    Rule(
                        say(
                            "No, you jump over it or land on its back. Only a field with three recruits takes no more."
                        ),
                        "GM-5, GM-11",
                    ),
                ),
                Question(
                    say("Do those below come along when the one on top moves?"),
                    Rule(say("No. Only the recruit on top moves; the others only gave it strength."), "GM-8"),
                ),
                Question(
                    say("One of my recruits becomes free in the middle of my turn. May it wait?"),
                    Rule(
                        say(
                            "No, it moves in the same turn, unless it has moved already. A "
                            "recruit of another player waits for that player's turn."
                        ),
                        "GM-9",
                    ),
                ),
                Question(
                    say("When does a bonus stone help?"),
                    Rule(
                        say(
                            "When a move starts on it. Landing on it or jumping over it gives "
                            "nothing yet, and it stays on the track for whoever comes next."
                        ),
                        "GM-14",
                    ),
                ),
                Question(
                    say("Are the factors added or multiplied?"),
                    Rule(
                        say(
                            "Multiplied: on rank 3, on top of two others, from a black stone, the "
                            "reach is 3 \u00d7 3 \u00d7 3 = 27 fields."
                        ),
                        "GM-12, GM-13, GM-14",
                    ),
                ),
                Question(
                    say("Do recruits that are home count for the rank?"),
                    Rule(
                        say("No. Only fields of the track count, and a field counts once however many stand there."),
                        "GM-12",
                    ),
                ),
                Question(
                    say("Must the last step home be exact?"),
                    Rule(say("No. Anything beyond the last field is home, and what is too much is lost."), "GM-15"),
                ),
                Question(
                    say("None of my recruits is free. What now?"),
                    Rule(say("You miss this turn; the next player goes on."), "GM-10"),
                ),
            ),
        ),
    ),
    card=(
        Rule(
            say(
                "The first recruit home is worth 12, the next 11, and so on. With reward stones, the highest sum wins."
            ),
            "GM-17, GM-19",
        ),
        Rule(
            say(
                "Twelve recruits in all. In turn, roll the die and put one on the field of that "
                "number; three on a field at most."
            ),
            "GM-2, GM-6",
        ),
        Rule(
            say(
                "Reach = rank \u00d7 height \u00d7 bonus stone. Rank: occupied fields from the "
                "front to your own. Height: 1, 2 or 3. White stone: 2, black: 3."
            ),
            "GM-12, GM-13, GM-14",
        ),
        Rule(
            say("Go one field up to your reach, over others if you like, never to a field with three."), "GM-11, GM-15"
        ),
        Rule(say("A reward stone is yours when you land on it exactly."), "GM-16"),
        Rule(say("When the eleventh is home the game ends at once, and the last one stands on place 1."), "GM-18"),
    ),
)


def worked() -> Mapping[str, Value]:
    """Return the numbers of the examples, see :class:`firmware.teaching.rules_page.RulesModule`."""
    ready = position_after("manoeuvre", 2, _ROLLS)
    end = max(int(move[2:]) for move in ready.legal_moves() if move.startswith("3-"))
    over = position_after("manoeuvre", 2, "84-home", _LAST)
    detail, scores = over.detail(), over.scores()

    def added(numbers: list[int]) -> str:
        return " + ".join(map(str, numbers))

    return {
        "fields": ready.setup.length,
        "rank": (end - 3) // 3,
        "far": end - 3,
        "end": end,
        "red_places": added(detail["home"]["1"]),
        "red_stones": added(detail["rewards"]["1"]),
        "red": scores["1"],
        "yellow_places": added(detail["home"]["2"]),
        "yellow_stones": added(detail["rewards"]["2"]),
        "yellow": scores["2"],
    }

"""The rules of Revolution, for newcomers."""

from collections.abc import Mapping

from firmware.teaching.figure import Figure, position_after
from firmware.teaching.rules_page import Chapter, Question, Rule, RulesPage, Steps
from firmware.words import Value, say

_CITY = "a5 e1"
_BUILT = "N@c3, V@b5, B@d1"
_SAFE = f"{_BUILT}, 9@a1"
_MIDDLE = f"{_SAFE}, *a1, 9@d4, *d4, 6@b1, *b1, 0@c4, *c4, 2@a3, 8@a4, 8@a5, *a5"
_FLAG = f"{_MIDDLE}, F@e1"
_WON = f"{_FLAG}, 7@e2"

PAGE = RulesPage(
    lead=say(
        "Paris, 1789. Two players lay numbered cards on the districts of the city. Every card "
        "counts on its own field and beside it, and whoever counts for most there may "
        "set a stone."
    ),
    by="Reiner Knizia, 1992",
    minutes=20,
    chapters=(
        Chapter(
            say("The goal"),
            (
                Rule(say("There are three ways to win, and any one is enough:")),
                Rule(say("Capture the flag that the other player has to lay."), "RV-19"),
                Rule(say("Have your stone on Notre Dame and lead on Versailles and the Bastille."), "RV-20"),
                Rule(say("Set all eleven of your stones, with your flag on the board."), "RV-21"),
            ),
        ),
        Chapter(
            say("Setting up"),
            (
                Rule(say("The city has five by five districts, the fields a1 to e5."), "RV-1"),
                Rule(
                    say(
                        "One player takes the light cards and stones of the Jacobins, the other "
                        "the dark ones of the Royalists. Each has the numbers 0 to 9, one flag "
                        "and eleven stones; all cards lie open."
                    ),
                    "RV-2",
                ),
                Rule(
                    say(
                        "Dark puts one of the three buildings on any field, then light, then dark "
                        "the last. Every building must keep at least one free field beside it."
                    ),
                    "RV-3, RV-5, RV-6",
                ),
                Figure(
                    say("The buildings stand: Notre Dame c3, Versailles b5, the Bastille d1."),
                    _BUILT,
                    lit="c3 b5 d1",
                    between=_CITY,
                ),
                Rule(say("Dark builds first, and then light lays the first card. Draw lots for who is light."), "RV-8"),
            ),
        ),
        Chapter(
            say("A turn"),
            (
                Rule(
                    say(
                        "First lay one of your cards on a free field; you may not pass. Then set "
                        "as many stones as you may and want. Then it is the other player's turn."
                    ),
                    "RV-8, RV-11, RV-18",
                ),
                Rule(
                    say(
                        "A card counts with its number on its own field and on the fields next to "
                        "it: left, right, above and below, never across a corner. That is its "
                        "influence. A flag counts nothing."
                    ),
                    "RV-4, RV-9, RV-9a",
                ),
                Steps(
                    (
                        Figure(say("Lay one of your cards on a free field."), _SAFE, lit="a1", between="a3 c1"),
                        Figure(
                            say("Its number counts there and on the fields beside it."),
                            _SAFE,
                            lit="a1 a2 b1",
                            between="a3 c1",
                        ),
                        Figure(
                            say("Set stones where the other player can no longer overtake you."),
                            f"{_SAFE}, *a1",
                            lit="a1",
                            between="a3 c1",
                        ),
                    )
                ),
            ),
        ),
        Chapter(
            say("Setting stones"),
            (
                Rule(
                    say(
                        "A stone goes on a card, of either colour, that has none yet. All fields "
                        "beside that card are taken? Then you need more influence there than the "
                        "other player. If both have as much, it belongs to the player whose "
                        "colour the card has."
                    ),
                    "RV-12",
                ),
                Rule(
                    say(
                        "Is a field beside it still free? Then add the other player's highest "
                        "number in hand to the other side. You may set the stone only if you lead "
                        "even so; on a card of your own colour a draw will do."
                    ),
                    "RV-13",
                ),
                Rule(
                    say(
                        "That is why light may set a stone on the 9 on a1 at once: dark's best "
                        "card is a 9 too, which would only make it {mine} to {theirs}, and the "
                        "card is light's own."
                    ),
                    "RV-13",
                ),
                Rule(
                    say("A stone stays for good, and the card under it goes on counting for whoever laid it."),
                    "RV-10, RV-10a",
                ),
                Figure(
                    say(
                        "Later in the game: light has set {light} stones, dark {dark}. The dark 8 "
                        "on a4 lies between light cards."
                    ),
                    _MIDDLE,
                    lit="a4",
                    between=_CITY,
                ),
            ),
        ),
        Chapter(
            say("The buildings"),
            (
                Rule(
                    say(
                        "Buildings count nothing themselves. Versailles and the Bastille never "
                        "bear a stone: whoever has more influence there controls it, and if both "
                        "have as much, nobody does."
                    ),
                    "RV-9, RV-15",
                ),
                Rule(
                    say(
                        "Notre Dame is the other way round. When all four fields beside it are "
                        "taken, the player with the least influence there may set a stone on it. "
                        "If both have as much, it goes to the player who did not fill the last "
                        "field beside it."
                    ),
                    "RV-16",
                ),
            ),
        ),
        Chapter(
            say("The flag"),
            (
                Rule(
                    say(
                        "You must lay your flag at some time, as you lay one card each turn. If "
                        "the other player has more influence on its field than you, even for a "
                        "moment and even at once, the game is lost. So lay it where your own cards "
                        "or the edge protect it."
                    ),
                    "RV-19",
                ),
                Rule(say("The flag is a card too: a stone may be set on it as on any other."), "RV-17"),
                Figure(
                    say("Dark has laid the flag on e1, and nothing protects it from e2."),
                    _FLAG,
                    lit="e1",
                    between=_CITY,
                ),
            ),
        ),
        Chapter(
            say("The end, and an example"),
            (
                Rule(say("The winner scores one point for each stone that the loser has not set."), "RV-23"),
                Figure(
                    say("Light lays the 7 on e2: on e1 it is now {flag} to {own}."), _WON, lit="e1 e2", between=_CITY
                ),
                Rule(
                    say(
                        "The flag is captured and light wins. Dark has set {dark} of {all} "
                        "stones, so light scores {points} points."
                    ),
                    "RV-19, RV-23",
                ),
                Rule(
                    say(
                        "When all cards are laid, turns consist of setting stones only. If two "
                        "turns in a row pass without one, nobody wins."
                    ),
                    "RV-22",
                ),
            ),
        ),
        Chapter(
            say("House rules, if all agree"),
            (
                Rule(say("Buildings may not be placed beside each other."), "RV-7"),
                Rule(
                    say(
                        "Stones are harder to set: while several fields beside a card are free, "
                        "add as many of the other player's highest numbers, not one alone."
                    ),
                    "RV-14",
                ),
            ),
        ),
        Chapter(
            say("A first piece of advice"),
            (
                Rule(
                    say(
                        "High cards win stones early, but they are gone then: count what the "
                        "other player still holds. Low cards are good for filling fields, and "
                        "for being the least on Notre Dame."
                    )
                ),
            ),
        ),
        Chapter(
            say("What people ask"),
            (
                Question(
                    say("May I set a stone on another card than the one that I have just laid?"),
                    Rule(
                        say("Yes, on every card where the condition is met, of either colour and wherever it lies."),
                        "RV-11",
                    ),
                ),
                Question(
                    say("May I set several stones in one turn?"),
                    Rule(
                        say("Yes, as many as you may, or none at all. While the other player is at it you set none."),
                        "RV-11",
                    ),
                ),
                Question(
                    say("Does my card still count with a stone of the other player on it?"),
                    Rule(
                        say("Yes. Stones change nothing about influence: a card always counts for whoever laid it."),
                        "RV-10",
                    ),
                ),
                Question(
                    say("The other player now leads where my stone lies. Do I lose it?"),
                    Rule(say("No. A stone that is set is never taken away."), "RV-10a"),
                ),
                Question(
                    say("May I pass?"),
                    Rule(
                        say("Not while you hold cards: you lay one each turn. Stones you only set if you want to."),
                        "RV-8, RV-11",
                    ),
                ),
                Question(
                    say("Does a card count across a corner?"),
                    Rule(
                        say("No, only on its own field and on the four to its left and right, above and below."),
                        "RV-4, RV-9",
                    ),
                ),
                Question(
                    say("What is the 0 good for?"),
                    Rule(
                        say(
                            "It takes a field without adding anything: close to Notre Dame that "
                            "is what you want, and a card whose last free neighbour is filled can "
                            "bear a stone."
                        ),
                        "RV-9, RV-16",
                    ),
                ),
                Question(
                    say("When exactly is my flag captured?"),
                    Rule(
                        say(
                            "At the moment when the other player has more influence on its field "
                            "than you, even if you have only just laid it. As much is not enough, "
                            "and a stone on it does not protect it."
                        ),
                        "RV-19",
                    ),
                ),
                Question(
                    say("All my eleven stones are set, but I still hold my flag. Have I won?"),
                    Rule(
                        say("Not yet: the game goes on until your flag is on the board and holds its field."), "RV-21"
                    ),
                ),
                Question(
                    say("Both of us have the same influence on Versailles. Whose is it?"),
                    Rule(
                        say(
                            "Nobody's. The same goes for the Bastille: to win by the three "
                            "buildings you must lead on both."
                        ),
                        "RV-15, RV-20",
                    ),
                ),
            ),
        ),
    ),
    card=(
        Rule(
            say(
                "You win with the other player's flag, or with Notre Dame and the lead on "
                "Versailles and the Bastille, or with all eleven stones and your flag on the "
                "board."
            ),
            "RV-19, RV-20, RV-21",
        ),
        Rule(
            say("Dark, light and dark again place a building, each with a free field beside it. Then light begins."),
            "RV-5, RV-6, RV-8",
        ),
        Rule(
            say(
                "A stone wants more influence than the other player has there; on a card of your "
                "own colour as much will do."
            ),
            "RV-12",
        ),
        Rule(
            say("With a free field beside the card, count the other player's highest number in hand against you."),
            "RV-13",
        ),
        Rule(
            say(
                "Notre Dame bears a stone once the fields beside it are taken: that of whoever has the least influence."
            ),
            "RV-16",
        ),
        Rule(say("A flag counts 0. It is lost at once where the other player has more influence."), "RV-9a, RV-19"),
        Rule(say("The winner scores one point for each stone that the loser has not set."), "RV-23"),
    ),
)


def worked() -> Mapping[str, Value]:
    """Return the numbers of the examples, see :class:`firmware.teaching.rules_page.RulesModule`."""
    safe = position_after("revolution", 2, _SAFE)
    mine = safe.influence("a1")["light"]
    won = position_after("revolution", 2, _WON)
    stones, flag = won.detail()["stones"], won.influence("e1")
    return {
        "mine": mine,
        "theirs": safe.influence("a1")["dark"] + 9,
        "light": stones["light"],
        "dark": stones["dark"],
        "all": 11,
        "flag": flag["light"],
        "own": flag["dark"],
        "points": won.scores()["light"],
    }

"""The rules of Révolution with hourglasses, for newcomers."""

from collections.abc import Mapping

from firmware.teaching.figure import Figure, position_after
from firmware.teaching.rules_page import Chapter, Question, Rule, RulesPage, Steps
from firmware.words import Value, say

_OPENED = "start, 10 d-e"
_READY = f"{_OPENED}, 14 D-E"
_AGAIN = f"{_READY}, 40 e-h"
_LAST = "white 300 C:60,B:50,A:40,F:20 a:60,b:30,h:20,- plies:40 stalled:-"

PAGE = RulesPage(
    lead=say(
        "Your four pieces are hourglasses, and they live only as long as their sand runs. Turn "
        "them over in time, and bring them across the board before the sand runs out."
    ),
    by="Pierre Berloquin, 1980",
    minutes=0,
    chapters=(
        Chapter(
            say("The goal"),
            (
                Rule(
                    say(
                        "Plant your hourglasses, still running, in the four holes where the other "
                        "player began. Whoever has more of them there at the end wins; the same "
                        "number each is a draw."
                    ),
                    "HG-2, HG-15",
                ),
            ),
        ),
        Chapter(
            say("The board"),
            (
                Rule(
                    say(
                        "The holes are joined by lines. White begins in the holes a, b, c and d "
                        "at one end, pink in A, B, C and D at the other. All hourglasses stand "
                        "there with their sand below."
                    ),
                    "HG-1, HG-2",
                ),
                Rule(
                    say(
                        "The picture in the rulebook is lost, so this board with its 22 holes is "
                        "one that fits the text. You can play on a board of your own."
                    ),
                    "HG-3",
                ),
                Figure(say("White's goal is on the right, pink's on the left."), lit="a b c d A B C D"),
            ),
        ),
        Chapter(
            say("How a game begins"),
            (
                Rule(
                    say(
                        "Both players turn the three hourglasses nearest to them at the same "
                        "moment and leave them in their holes. From now on the sand runs."
                    ),
                    "HG-8",
                ),
                Rule(
                    say(
                        "White moves first, and with the fourth hourglass, the one in d. Then "
                        "pink does the same with the one in D. Draw lots for who is white."
                    ),
                    "HG-9",
                ),
            ),
        ),
        Chapter(
            say("A turn"),
            (
                Rule(
                    say(
                        "Take one of your running hourglasses, turn it over and plant it in a "
                        "free hole next to it along a line, forward or back. No jumping over "
                        "others, and no passing. Then it is the other player's turn."
                    ),
                    "HG-10",
                ),
                Figure(
                    say("White has moved from d to e: that hourglass now runs for {full} seconds."),
                    _OPENED,
                    lit="e",
                    arrows="d-e",
                ),
                Rule(
                    say(
                        "A player whose hourglasses are all blocked waits; as long as that is "
                        "so, the other player moves."
                    ),
                    "HG-11",
                ),
                Steps(
                    (
                        Figure(
                            say("Choose a running hourglass and a free hole along a line."),
                            _READY,
                            lit="e",
                            arrows="e-h",
                            between="a i",
                        ),
                        Figure(
                            say("Turn it over and plant it there: its sand runs back."), _AGAIN, lit="h", between="a i"
                        ),
                        Figure(
                            say("Now the other player moves, and all the sand runs on."), _AGAIN, lit="E", between="I A"
                        ),
                    )
                ),
            ),
        ),
        Chapter(
            say("The sand, and an example"),
            (
                Rule(
                    say(
                        "A turn reverses the sand: what has run through runs back. An hourglass "
                        "that is turned late has much time again, one that is turned soon has "
                        "little."
                    ),
                    "HG-5",
                ),
                Figure(say("The same hourglass moves on to h, {waited} seconds later."), _AGAIN, lit="h", arrows="e-h"),
                Rule(
                    say(
                        "{waited} of its {full} seconds had run through, so only {left} are left "
                        "now. It must be turned again before those have passed."
                    ),
                    "HG-5",
                ),
                Rule(
                    say(
                        "An hourglass whose sand has run out is dead and leaves the board. You "
                        "may not let one of your own die on purpose by waiting."
                    ),
                    "HG-6, HG-12",
                ),
                Rule(
                    say(
                        "An hourglass that was never turned is not dead, though its sand lies "
                        "below. One that is turned twice at the same moment is."
                    ),
                    "HG-7",
                ),
                Rule(
                    say(
                        "On a screen a turn lasts at most twenty seconds and then passes; it also "
                        "passes when an hourglass dies by waiting. At a real table you agree on "
                        "that."
                    ),
                    "HG-12, HG-12a",
                ),
            ),
        ),
        Chapter(
            say("In the goal"),
            (
                Rule(
                    say(
                        "An hourglass that arrives running counts, even if its sand runs out "
                        "there later. It may also move on; then it counts no more."
                    ),
                    "HG-13",
                ),
            ),
        ),
        Chapter(
            say("The end, and how it is scored"),
            (
                Rule(
                    say("The game ends as soon as all four hourglasses of one player are dead or in the goal."), "HG-14"
                ),
                Figure(
                    say("White plants the fourth hourglass in D, in the goal."), "301 F-D", lit="A B C D", start=_LAST
                ),
                Rule(
                    say("White has {white} hourglasses in the goal and pink {pink}: white wins, {white} to {pink}."),
                    "HG-14, HG-15",
                ),
            ),
        ),
        Chapter(
            say("House rules, if all agree"),
            (
                Rule(
                    say("Slow players take hourglasses that run longer than two minutes, or give each its own time."),
                    "HG-4",
                ),
                Rule(say("With real sand, the players themselves say when an hourglass has run out."), "HG-16"),
            ),
        ),
        Chapter(
            say("A first piece of advice"),
            (
                Rule(
                    say(
                        "Keep moving them all in turn. An hourglass at half its sand is safe "
                        "whichever way you turn it; one that you have just turned has to wait."
                    )
                ),
            ),
        ),
        Chapter(
            say("What people ask"),
            (
                Question(
                    say("Must I turn an hourglass over each time I move it?"),
                    Rule(say("Yes. Taking it out, turning it over and planting it next door is one move."), "HG-10"),
                ),
                Question(
                    say("May I turn one over and leave it where it is?"),
                    Rule(
                        say(
                            "Only at the very beginning, when both players turn their first "
                            "three. After that every hourglass that is turned goes to another "
                            "hole."
                        ),
                        "HG-8, HG-10",
                    ),
                ),
                Question(
                    say("May I move backward?"),
                    Rule(say("Yes, along every line, forward or back, to the next hole if it is free."), "HG-10"),
                ),
                Question(
                    say("May I jump over an hourglass that is in my way?"),
                    Rule(
                        say(
                            "No. If every hole next to your running hourglasses is taken, you "
                            "wait and the other player moves."
                        ),
                        "HG-10, HG-11",
                    ),
                ),
                Question(
                    say("How long does an hourglass live?"),
                    Rule(
                        say(
                            "Two minutes if it was empty when you turned it. Otherwise as long as "
                            "its sand had run before: ten seconds after ten seconds, a minute "
                            "after a minute."
                        ),
                        "HG-4, HG-5",
                    ),
                ),
                Question(
                    say("What happens to an hourglass whose sand has run out?"),
                    Rule(
                        say("It is dead and leaves the board at once; its hole is free. Only in the goal it stays."),
                        "HG-6, HG-13",
                    ),
                ),
                Question(
                    say("Does an hourglass in the goal count when it dies there?"),
                    Rule(
                        say("Yes, as it arrived running. What counts is that it lived when you planted it there."),
                        "HG-13",
                    ),
                ),
                Question(
                    say("May an hourglass leave the goal again?"),
                    Rule(
                        say(
                            "While it runs, yes, and then it counts no more. As nobody may pass, you may even have to."
                        ),
                        "HG-10, HG-13",
                    ),
                ),
                Question(
                    say("May I wait until an hourglass of the other player dies?"),
                    Rule(
                        say(
                            "Your own sand runs on meanwhile, and letting one of yours die by "
                            "waiting is forbidden. On a screen your turn passes after twenty "
                            "seconds."
                        ),
                        "HG-12, HG-12a",
                    ),
                ),
                Question(
                    say("My last hourglass has died. Have I lost?"),
                    Rule(
                        say(
                            "The game is over, but what counts is the goal: whoever has more "
                            "hourglasses there wins, and the same number is a draw."
                        ),
                        "HG-14, HG-15",
                    ),
                ),
            ),
        ),
    ),
    card=(
        Rule(say("Whoever has the most hourglasses in the holes where the other player began wins."), "HG-2, HG-15"),
        Rule(say("Both turn their three nearest at the same moment. Then white moves d, then pink D."), "HG-8, HG-9"),
        Rule(
            say("What had run through runs back. Without running sand an hourglass is dead and off the board."),
            "HG-5, HG-6",
        ),
        Rule(say("No jumping and no passing. A player whose hourglasses are all blocked waits."), "HG-10, HG-11"),
        Rule(say("Nobody lets an hourglass of their own die by waiting."), "HG-12"),
        Rule(say("In the goal an hourglass counts if it arrived running, even when it dies there."), "HG-13"),
        Rule(say("The game ends as soon as all four hourglasses of one player are dead or in the goal."), "HG-14"),
    ),
)


def worked() -> Mapping[str, Value]:
    """Return the numbers of the examples, see :class:`firmware.teaching.rules_page.RulesModule`."""
    full, left = (
        next(glass.remaining // 1000 for glass in position_after("hourglass", 2, moves).glasses if glass.name == "d")
        for moves in (_OPENED, _AGAIN)
    )
    scores = position_after("hourglass", 2, "301 F-D", _LAST).scores()
    return {"full": full, "left": left, "waited": left, **scores}

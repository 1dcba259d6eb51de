"""A guided first game of Das glorreiche Manöver: red climbs, jumps, takes a stone, comes home."""

from firmware.teaching.lesson import Lesson, Scene, Step
from firmware.words import say

_ROLL = say("Roll the die")
_OTHERS = "roll 1, roll 6, roll 5, roll 2, roll 6, roll 3, roll 4, roll 1, roll 2"
_STONE = "61:1,62:2,70:2 1:61 home:121212121 taken:21=1,42=2 players:2 plies:180"
_LAST = "83:21 1:83 home:1212121212 taken:21=1,42=2,63=1 players:2 plies:200"

LESSON = Lesson(
    you="1",
    scenes=(
        Scene(
            steps=(
                Step(
                    say(
                        "You play red against yellow. Six recruits each wait in the yard at the "
                        "edge. Roll the die to bring out the first."
                    ),
                    "roll 3",
                    "roll 5",
                    _ROLL,
                ),
                Step(
                    say("A 3: your recruit stands on field 3. Yellow has rolled a 5. Roll again."),
                    "roll 3",
                    _OTHERS,
                    _ROLL,
                ),
                Step(
                    say(
                        "Another 3: whoever comes to an occupied field stands on top. By now all "
                        "twelve are out, and three of yours stand on each other on 3. Only the "
                        "one on top is free to move."
                    ),
                    lit="3",
                ),
                Step(
                    say(
                        "How far? Count the occupied fields from the front to its own: 6, 5, 4, 3 "
                        "make rank 4. It stands on two others, so times 3: it may move up to 12. "
                        "Move it from 3 to 10, where a bonus stone lies."
                    ),
                    "3-10",
                ),
                Step(
                    say(
                        "The next one on 3 is free now, and all your free recruits must move in "
                        "your turn. Rank 5, on top of one, times 2: up to 10. Move it from 3 to "
                        "12."
                    ),
                    "3-12",
                ),
                Step(say("The last one on 3 stands alone: times 1. Move it from 3 to 9."), "3-9"),
                Step(
                    say(
                        "One more of yours is free, on field 1, on a yellow back. The farther "
                        "behind, the farther it jumps: rank 8 times 2 is 16. Move it from 1 to 17."
                    ),
                    "1-17",
                    "5-7, 1-5, 6-7, 2-4",
                ),
            )
        ),
        Scene(
            start=_STONE,
            steps=(
                Step(
                    say(
                        "Much later: nine recruits are home, on the places 12 to 4. On 63 lies a "
                        "reward stone worth 3. Move your recruit from 61 right onto it."
                    ),
                    "61-63",
                    "62-65, 70-71",
                ),
                Step(say("The stone is yours: 3 points at the end."), lit="63"),
            ),
        ),
        Scene(
            start=_LAST,
            steps=(
                Step(
                    say(
                        "The end is near: yours stands on a yellow back on 83. Rank 1 times 2 is "
                        "2, enough to pass field 84. Take it from 83 to the lit place in the yard."
                    ),
                    "83-home",
                ),
                Step(
                    say(
                        "It was the eleventh, so the game is over, and yellow's last recruit "
                        "stands on place 1. Places and reward stones together: you win {you} to "
                        "{other}."
                    ),
                    lit="court-12 court-2 court-1",
                ),
            ),
        ),
    ),
)

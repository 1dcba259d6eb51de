"""A guided first game of Révolution: white learns how sand runs back, and plants the last."""

from firmware.teaching.lesson import Lesson, Scene, Step
from firmware.words import say

_LATE = "white 300 C:60,B:50,A:40,F:4 a:60,b:30,h:20,- plies:40 stalled:-"

LESSON = Lesson(
    you="white",
    scenes=(
        Scene(
            steps=(
                Step(
                    say(
                        "You play white, at the left. Bring your four hourglasses to the holes A, "
                        "B, C and D at the right while their sand runs. In this lesson the sand "
                        "waits for you."
                    ),
                    lit="A B C D",
                ),
                Step(
                    say("Both players begin at the same moment: each turns the three hourglasses nearest to them."),
                    "start",
                    button=say("Turn the three hourglasses"),
                ),
                Step(
                    say(
                        "Six hourglasses run now, for 120 seconds. Your first move is with the "
                        "fourth: take it from d and plant it in e. It turns over as it moves."
                    ),
                    "5 d-e",
                    "9 D-E",
                ),
                Step(
                    say(
                        "Pink has done the same. You move along lines, one hole at a time. 14 "
                        "seconds have passed: move c to f, and watch its sand."
                    ),
                    "14 c-f",
                    "18 C-F",
                ),
                Step(
                    say(
                        "14 seconds had run through, and only these ran back: now 10 are left. "
                        "That is the secret of this game: whoever turns too soon has little time."
                    ),
                    lit="f",
                ),
                Step(
                    say("Move it on before it dies, from f to i. What had run through gives it plenty of time."),
                    "22 f-i",
                    "27 E-G",
                ),
            )
        ),
        Scene(
            start=_LATE,
            steps=(
                Step(
                    say(
                        "Much later: three of yours have arrived. The last one stands on F and "
                        "has only 4 seconds left. If it died now it would leave the board."
                    ),
                    lit="F",
                ),
                Step(say("Save it: take it from F and plant it in D, in the goal."), "302 F-D"),
                Step(
                    say(
                        "All four of your hourglasses are in the goal, so the game is over. Pink "
                        "has two in its goal: you win {you} to {other}."
                    ),
                    lit="A B C D",
                ),
            ),
        ),
    ),
)

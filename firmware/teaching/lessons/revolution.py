"""A guided first game of Revolution: light builds a safe corner and captures the flag."""

from firmware.teaching.lesson import Lesson, Scene, Step
from firmware.words import say

LESSON = Lesson(
    you="light",
    scenes=(
        Scene(
            moves="N@c3",
            steps=(
                Step(
                    say("You play light, the Jacobins. Dark has put Notre Dame on c3. Now put Versailles on b5."),
                    "V@b5",
                    "B@d1",
                ),
                Step(
                    say(
                        "Dark has put the Bastille on d1. Now lay your highest card, the 9, on a1. "
                        "It counts on its own field and on the fields beside it."
                    ),
                    "9@a1",
                ),
                Step(
                    say(
                        "The small numbers are your influence. On a1 it is 9, and dark can bring "
                        "9 there at most. A draw on a card of your own is yours: touch a1 to set "
                        "your first stone."
                    ),
                    "*a1",
                    "9@d4, *d4",
                ),
                Step(
                    say("Dark has done the same on d4. Lay your 6 on b1: together with the 9 that makes 15 there."),
                    "6@b1",
                ),
                Step(say("Nobody can take b1 from you any more. Set a stone on it."), "*b1", "0@c4, *c4"),
                Step(
                    say("Low cards fill fields. Lay the 2 on a3: it will help you on the fields round it."),
                    "2@a3",
                    "8@a4",
                ),
                Step(say("Dark has laid an 8 on a4, between your fields. Answer with your 8 on a5."), "8@a5"),
                Step(
                    say("All fields beside a5 are taken now, and 8 to 8 on your own card is yours. Set the stone."),
                    "*a5",
                    "F@e1",
                ),
                Step(
                    say(
                        "Dark has laid the flag on e1. A flag counts nothing, so look at e2, the "
                        "free field beside it: lay your 7 there."
                    ),
                    "7@e2",
                ),
                Step(
                    say(
                        "7 to 0 on the flag: it is captured, and you win at once. You score a "
                        "point for each of the eleven stones that dark has not set: {you} points."
                    ),
                    lit="e1 e2",
                ),
            ),
        ),
    ),
)

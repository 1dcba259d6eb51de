"""A guided first game of Forum Romanum: yellow fills a building, and later the last row."""

from firmware.teaching.lesson import Lesson, Scene, Step
from firmware.words import say

_LATE = (
    "yb2r1b/1b1r1b1/r1b3r/yybyyr1/1y3r1/b2y2r/1y1r1b1 1:y "
    "scored:1,2,3,5,6,7,a,b,c,d,e,f,g,\\,/,I,II,III,IV,V,VI,VII "
    "y10,b12,r5 players:3 plies:60"
)

LESSON = Lesson(
    you="1",
    scenes=(
        Scene(
            players=3,
            steps=(
                Step(
                    say(
                        "You play yellow against blue and red. The seven buildings are printed in "
                        "colours; building II has the six fields that light up."
                    ),
                    lit="e7 f7 g7 e6 f6 g6",
                ),
                Step(say("Put your first Roman on e7, in that building."), "y@e7", "b@f7, r@g7"),
                Step(say("The others have come too. Put your second Roman on e6."), "y@e6", "b@a1, r@b1"),
                Step(say("Three of six would be good. Put a Roman on f6."), "y@f6", "b@c1, r@a4"),
                Step(
                    say("One field of the building is free, and you have the most in it. Fill it: g6."),
                    "y@g6",
                    "b@a2, r@b2",
                ),
                Step(
                    say(
                        "The building was full, so it was scored: 6 fields, so your senator went "
                        "6 steps forward. Blue and red shared the fewest with one each and went "
                        "back 2. Its coin is gone. You have {you} steps."
                    ),
                    lit="e7 f7 g7 e6 f6 g6",
                ),
            ),
        ),
        Scene(
            start=_LATE,
            players=3,
            steps=(
                Step(
                    say(
                        "Much later: all Romans are on the board, so now you move one of yours to "
                        "any free field. Blue leads with {other} steps, you have {you}. Only one "
                        "coin is left, that of row 4."
                    ),
                    lit="a4 b4 c4 d4 e4 f4 g4",
                ),
                Step(
                    say("Row 4 lacks one Roman, and you have four in it. Take yours from a7 and put it on g4."), "a7-g4"
                ),
                Step(
                    say(
                        "Seven fields, seven steps forward for you, and 2 back for blue and red. "
                        "That was the last coin, so the game is over: you win with {you} to "
                        "{other}."
                    ),
                    lit="a4 b4 c4 d4 e4 f4 g4",
                ),
            ),
        ),
    ),
)

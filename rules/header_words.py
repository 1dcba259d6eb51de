"""What people call the headers of a record, and what they write dates and lists of names with."""

from collections.abc import Mapping
from functools import cache

from rules.reading_words import BETWEEN, Spell, fold
from rules.record import HEADERS
from rules.text import InContext

SAID: Mapping[str, InContext] = {
    "game": InContext("headers", "game | title"),
    "players": InContext("headers", "players | player | names | order | playing order"),
    "date": InContext("headers", "date | day"),
    "event": InContext("headers", "event | tournament"),
    "round": InContext("headers", "round"),
    "place": InContext("headers", "place | location | where"),
    "table": InContext("headers", "table"),
    "result": InContext("headers", "result | winner | outcome"),
    "score": InContext("headers", "score | final score | points"),
    "and": InContext("headers", "and | against | versus | vs | v"),
    "clock": InContext("headers", "o'clock | pm | am"),
    "me": InContext("headers", "I | me | I'm | I'll | mine"),
    "first": InContext("headers", "begins | begin | starts | start | first | opens"),
    "unfinished": InContext(
        "headers",
        "unfinished | not finished | broken off | abandoned | to be continued | "
        "continued next time | continued next week | adjourned",
    ),
    "month": InContext(
        "headers",
        "January | February | March | April | May | June | July | August | September | October | "
        "November | December",
    ),
    "weekday": InContext(
        "headers", "Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday"
    ),
}


@cache
def headers_said(spell: Spell) -> Mapping[str, str]:
    """Return the header that each word stands for, by the word without case and accents."""
    said: dict[str, str] = {name: name for name in HEADERS if name != "option"}
    for name, entry in SAID.items():
        for words in spell(entry):
            for word in words.split(BETWEEN):
                said.setdefault(fold(word.strip()).replace("\u2019", "'"), name)
    return said

"""What people call the headers of a record, and what they write dates and lists of names with."""

import re
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
    "doubted": InContext(
        "headers",
        "disagree | disputed | according to | not sure | unclear | illegible | unreadable | "
        "cannot read | do not know | don't know | no idea",
    ),
    "means": InContext("headers", "means | stands for"),
    "ended": InContext(  # how they begin
        "headers",
        "stop | ended | the end | finish | over | enough | agree | shook | shake | hands | "
        "count | quit | settle | call it | game over | good game | bored",
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


_STEM = 3  # letters


@cache
def headers_said(spell: Spell) -> Mapping[str, str]:
    """Return the header that each word stands for, by the word without case and accents."""
    unsaid = ("option", "position", "identity")
    said: dict[str, str] = {name: name for name in HEADERS if name not in unsaid}
    for name, entry in SAID.items():
        for words in spell(entry):
            for word in words.split(BETWEEN):
                said.setdefault(fold(word.strip()).replace("\u2019", "'"), name)
    return said


def speaks_of(header: str, text: str, spell: Spell, *, stem: bool = False) -> bool:
    """Whether a text holds a word for a header. stem: or one that only begins so."""
    words = [word for word, what in headers_said(spell).items() if what == header]
    edges = ("" if stem and len(word) > _STEM else r"\b" for word in words)
    ways = "|".join(re.escape(word) + edge for word, edge in zip(words, edges, strict=True))
    return re.search(rf"\b(?:{ways})", fold(text)) is not None

"""Who plays, as lists of names, tables and those who speak tell it."""

import re
from collections.abc import Callable, Collection, Sequence

from rules.header_words import headers_said
from rules.reading_table import colour_of
from rules.reading_text import Row, cells_of, parting
from rules.reading_words import PASSED, PLAYER, ROUND, SEAT, Lexicon, Spell, fold

_BETWEEN_NAMES = re.compile(
    r"\s*[,;|&+\t]\s*|(?<=[^\W\d_])/(?=[^\W\d_])|\s+[-\u2013\u2014/]\s+"
    r"|(?:\.\s+|\s{2,})(?=[^\W\d_]{3,} ?[:=])|(?<=\))\s+(?=[^\W\d_])"
)
DASHED = re.compile(r"\s+[-\u2013\u2014|]\s+|\s{3,}")
_SPEAKER = re.compile(
    r"\s*[-*\u2022]?\s*(?:\d+[.)]\s*)?([^\W\d_][\w.' -]{0,38}?)\s*(?:\(([^()]*)\))?\s*(?::(?!\d)|$)"
)


_LETTERS = frozenset("YBRGKW")  # of colours


def tidy(name: str) -> str:
    """Return a name without the marks of a list: Anna. but not Anna B."""
    name = name.strip(" \"'\u2018\u2019")
    return name.rstrip(".") if len(name.rpartition(" ")[2]) > 2 else name


def unbracketed(text: str) -> str:
    """Return a text in which nothing within brackets parts a list."""
    return re.sub(
        r"\([^)]*\)", lambda found: re.sub("[,;|&+]", "\0", found[0]).replace(" ", "\u00a0"), text
    )


def listed(text: str, spell: Spell, codes: Callable[[str], str] = lambda _: "") -> list[str]:
    """Return the names in a list, whatever parts them.

    codes: what of a colour or a seat words say, which belongs to the name before it.
    """
    said = headers_said(spell)
    parts = re.split(_BETWEEN_NAMES, unbracketed(text))
    listed = list[str]()
    for part in parts:
        words = list[str]()
        for word in part.split():
            if said.get(fold(word.rstrip("."))) == "and" and (words or listed):
                listed.append(" ".join(words))
                words = []
            else:
                words.append(word)
        listed.append(" ".join(words))
    names = list[str]()
    for one in (tidy(one.replace("\0", ",")) for one in listed if one.strip(" .")):
        if names and codes(one) and re.search("[:=]", names[-1]):
            names[-1] += f" {one}"  # Anna: yellow and red
        else:
            names.append(one)
    return names


def seat_code(lexicon: Lexicon | None, said: str) -> str | None:
    """Return the seat, or the letter of the colour, that a word says; None when it says none."""
    codes = lexicon.codes(said) if lexicon else ()
    return next((code for code in codes if code.startswith(SEAT)), colour_of(codes))


def is_capitalised(text: str) -> bool:
    """Whether a text begins with a capital."""
    return bool(text) and text[0].isupper()


def is_name(text: str, lexicon: Lexicon) -> bool:
    """Whether somebody may be called so: no word of the game, and no move."""
    words = text.split()
    return (
        0 < sum(not word.islower() for word in words) <= 3
        and not any(word.islower() and len(word) > 4 for word in words)  # unlike van and della
        and not words[-1].islower()
        and not any(word.islower() and "@" in lexicon.codes(word) for word in words)
        and is_capitalised(text)
        and len(text) > 1
        and not re.search(r"[\d@*|:;,!?]", text)
        and not lexicon.is_word(text)
        and not any(lexicon.is_word(word) for word in words if len(word) > 3)
    )


def head_of_names(text: str, lexicon: Lexicon) -> dict[str, str]:
    """Return the names in the head of a table, and with which colours or seats, if it is one."""
    sign = parting(text)
    cells = [text[cell.start : cell.end] for cell in cells_of(text, sign)] if sign else []
    names = dict[str, str]()
    heading = [cell for cell in cells if lexicon.codes(cell)]
    if len(heading) > 1 and any(PLAYER in lexicon.codes(cell) for cell in heading):
        return {}  # the names stand below
    known = [cell for cell in cells if is_name(cell, lexicon)]
    for cell in filter(None, cells):
        called = known[1:] and is_capitalised(cell) and lexicon.codes(cell) == (PASSED,)  # Dan
        if (lexicon.is_word(cell) and not called) or not re.search(r"\w", cell):
            continue
        words = re.sub("[()/+&;]", " ", cell).split()
        said = [word for word in words if seat_code(lexicon, word) or word in _LETTERS]
        while len(words) > 1 and (lexicon.is_word(words[-1]) or words[-1] in _LETTERS):
            words.pop()  # Anna stones
        while len(words) > 1 and lexicon.is_word(words[0]):
            del words[0]
        name = tidy(" ".join(words))
        if not (called or is_name(name, lexicon)):
            return {}
        names[name] = " ".join([*names.get(name, "").split(), *said])
    return names


def coloured(head: dict[str, str], below: str, lexicon: Lexicon) -> dict[str, str]:
    """Return the names in the head of a table with the colours that the row below it gives them."""
    sign = parting(below)
    cells = [below[cell.start : cell.end] for cell in cells_of(below, sign)] if sign else []
    colours = [cell for cell in cells if colour_of(lexicon.codes(cell))]
    given = len(colours) == len(head) and not any(head.values()) and len(cells) <= len(head) + 1
    return dict(zip(head, colours, strict=True)) if given else head


def names_in_column(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return who is named in one column of a table, and where first."""
    columns: dict[int, dict[str, tuple[int, str]]] = {}
    for row in rows:
        sign = parting(row.text)
        cells = cells_of(row.text, sign) if sign else []
        for n, said in enumerate(row.text[cell.start : cell.end] for cell in cells):
            move = any(part.codes or part.number for part in lexicon.parts(row.text))
            if move and is_name(said, lexicon):
                columns.setdefault(n, {}).setdefault(said, (row.number, ""))
    known = [names for names in columns.values() if len(names) > 1]
    return known[0] if len(known) == 1 else {}


def speakers(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return who stands in front of a colon, and where first; those who move first come first."""
    speakers, movers = dict[str, tuple[int, str]](), dict[str, tuple[int, str]]()
    for row in rows:
        found = _SPEAKER.match(row.text)
        if found is None:
            continue
        name, beside = found[1], found[2] or ""
        if seat_code(lexicon, name) and is_name(beside, lexicon) and not row.said:
            name, beside = beside, name  # Yellow (Anna)
        if not (is_name(name, lexicon) or (row.said and _may_speak(name, lexicon))):
            continue
        speakers.setdefault(name, (row.number, seat_code(lexicon, beside) or ""))
        if any(
            part.number or set(part.codes) - {PASSED}
            for part in lexicon.parts(row.text[found.end() :])
        ):
            movers.setdefault(name, speakers[name])
    return movers | speakers


def sides_of(rows: Sequence[Row], lexicon: Lexicon) -> dict[str, tuple[int, str]]:
    """Return the colours in the head of a table, or in front of all rows of moves.

    By letter: the line, and the word in the language of the sheet. None where a row of moves begins
    otherwise.
    """
    for row in rows[:12]:
        sign = parting(row.text)
        cells = cells_of(row.text, sign) if sign else []
        said = [row.text[cell.start : cell.end] for cell in cells if cell.end > cell.start]
        letters = list(filter(None, (colour_of(lexicon.codes(cell)) for cell in said)))
        if len(letters) > 1 and len({*letters}) == len(letters) >= len(said) - 1:
            return {letter: (row.number, lexicon.word_for(letter)) for letter in letters}
    sides = dict[str, tuple[int, str]]()
    for row in rows:
        parts = [part for part in lexicon.parts(row.text) if part.codes or part.text.isalnum()]
        first = next((part for part in parts if not part.number and ROUND not in part.codes), None)
        letter = colour_of(first.codes) if first else None
        if letter is not None:
            sides.setdefault(letter, (row.number, lexicon.word_for(letter)))
        elif any(part.number for part in parts):
            return {}
    return sides


def _may_speak(name: str, lexicon: Lexicon) -> bool:
    """Whether who speaks in a chat may be called so; with a capital, whatever else that means."""
    return (is_capitalised(name) or not lexicon.codes(name)) and not re.search(r"[@*|]", name)


def led_by(
    rows: Sequence[Row], lexicon: Lexicon, mine: Collection[str]
) -> dict[str, tuple[int, str]]:
    """Return whose names all the rows of moves begin with, where first, and their colours.

    mine: words for who writes. Nobody where a row of moves begins otherwise, or a name is there
    once only.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    colours: dict[str, dict[str, None]] = {}
    for row in rows:
        found = _LED.match(row.text)
        if found is None or not (is_name(found[2], lexicon) or fold(found[2]) in mine):
            said = {code for part in lexicon.parts(row.text) for code in part.codes}
            if re.search(r"\d", row.text) and said != {"start"}:
                return {}
            continue
        name = found[2]
        lines.setdefault(name, row.number)
        counts[name] = counts.get(name, 0) + 1
        letters = map(colour_of, map(lexicon.codes, found[1]))
        colours.setdefault(name, {}).update(dict.fromkeys(filter(None, letters)))
    if min(counts.values(), default=0) < 2:
        return {}
    shown = {name: "".join(colours[name]) for name in lines}
    shared = len({len(letters) for letters in shown.values()}) > 1
    each = 2 if len(lines) == 2 else 1
    alike = all(len(letters) == each for letters in shown.values())
    return {} if shared else {n: (line, shown[n] if alike else "") for n, line in lines.items()}


_LED = re.compile(
    r"([\W\d_]*)([^\W\d_][^\W\d_'\u2019-]*(?:[ '\u2019-][^\W\d_a-z][^\W\d_]+)*)(?=\W)"
)

"""Sheets that hold all moves of one player, then all of the next: turns decide the order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise, takewhile

from rules.game import Game, Position
from rules.reading_moves import LineReader, Read
from rules.reading_words import PASSED, PLAYER, ROUND, SEAT, SEPARATORS, SILENT, Lexicon, Part


@dataclass(slots=True)
class Block:
    """What one seat is said to have played. parts: in order, each with its line. at: the next."""

    seat: str
    parts: list[tuple[int, Part]] = field(default_factory=list)
    at: int = 0


def blocks_of(
    lines: Iterable[tuple[int, str]], lexicon: Lexicon, *, wrapped: bool
) -> tuple[list[Block], int]:
    """Return the blocks at the beginning of some lines, and how many lines they are.

    lines: numbers and texts. Each seat is named once, in front of all its moves: ``Anna: 5 1 4``,
    or ``throws of Anna: 5 1 4``, two in a line perhaps. wrapped: whether lines that name
    nobody belong to the block above.
    """
    blocks: list[Block] = []
    count = 0
    for number, text in lines:
        for n, said in enumerate(_by_seat(lexicon.parts(text))):
            parts = said
            words = [part for part in parts if part.text.isalnum()]
            while words and _is_label(words[0]):
                del words[0]  # what they are
            first = words[0] if words else None
            code = first.codes[0] if first is not None and first.codes else ""
            if first is not None and code.startswith(SEAT):
                seat = code.removeprefix(SEAT)
                if any(block.seat == seat for block in blocks):
                    return ([], 0) if n else (blocks, count)
                blocks.append(Block(seat))
                parts = parts[parts.index(first) + 1 :]
                if parts[2:] and code in parts[1].codes and parts[0].text == "(":
                    del parts[:3]  # Yellow (Anna)
            elif not wrapped if blocks else first is not None and not _is_numbering(parts):
                return ([], 0) if n else (blocks, count)
            if any(code.startswith(SEAT) for part in parts for code in part.codes):
                return [], 0
            while parts and parts[-1].text in SEPARATORS | SILENT:
                parts.pop()  # nothing is left behind the last move
            if blocks:
                blocks[-1].parts += [(number, part) for part in parts]
        count += 1
    return blocks, count


def _by_seat(parts: list[Part]) -> list[list[Part]]:
    """Return the parts of a line as one list for each player that it names, several perhaps."""
    names = [n for n, part in enumerate(parts) if any(code.startswith(SEAT) for code in part.codes)]
    cuts = [0]
    for one, two in pairwise(names):
        cut = next(n for n in range(two, one, -1) if not _is_label(parts[n - 1]))
        if sum(part.number for part in parts[one:cut]) > 1:
            cuts.append(cut)
    return [parts[start:end] for start, end in pairwise((*cuts, len(parts)))]


def _is_label(part: Part) -> bool:
    return bool(part.codes) and _LABELS.issuperset(part.codes)


_LABELS = frozenset((PASSED, PLAYER, ROUND, "roll"))


def _is_numbering(parts: Sequence[Part]) -> bool:
    """Whether a row counts the rounds over its columns, with words in front or an empty cell."""
    counts = [part.text for part in parts if part.number]
    words = [part for part in parts if part.text.isalnum() and not part.number]
    return (
        len(counts) > 1
        and counts == [str(number) for number in range(1, len(counts) + 1)]
        and parts[0].text in ("|", ";", ",", *(part.text for part in words))
        and all({ROUND, PLAYER} & set(part.codes) for part in words)
    )


def _stands_in(line: int, one: tuple[int, Part]) -> bool:
    return one[0] == line


def in_turn(
    game: Game, reader: LineReader, position: Position, blocks: Iterable[Block]
) -> list[tuple[int, Read]] | None:
    """Return the moves of all blocks in the order of the turns, each with its line.

    None when that order does not come out, or when a move can mean several things.
    """
    by_seat = {block.seat: block for block in blocks}
    found: list[tuple[int, Read]] = []
    while any(block.at < len(block.parts) for block in by_seat.values()):
        block = by_seat.get(position.to_move or "")
        if block is None:
            return None
        if block.at == len(block.parts) and not game.turn_ends(position):
            return None
        line = block.parts[block.at][0] if block.at < len(block.parts) else 0
        here = (block.parts[n] for n in range(block.at, len(block.parts)))
        parts = [part for _, part in takewhile(partial(_stands_in, line), here)]
        step = reader.first(parts, position, block.seat) if parts else None
        if step is not None:
            read, used = step
            block.at += used
        elif ends := game.turn_ends(position):
            read = Read(ends, (position.play(ends[0]),))
        else:
            return None
        found.append((line, read))
        position = (position, *read.after)[-1]
    return found

"""The table of all moves of Forum Romanum, and the legal part of it.

Fields and colours are numbered in the order of `FIELDS` and `COLOURS`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from rules.forum_romanum_board import FIELDS
from rules.game import Move, some_of

COLOURS = "ybrgkw"

# The source of a move is a number: 0-48 the Roman on that field (FR-7), and from FROM_HAND on a new
# Roman of colour y, b, ... (FR-6). Small sets of fields and of sources are bytes too, a byte for
# each: ``replace`` on them is the fastest way to move a Roman.
FROM_HAND = len(FIELDS)
BYTE = tuple(bytes((n,)) for n in range(FROM_HAND + len(COLOURS)))
_TEXTS: tuple[tuple[Move, ...], ...] = (  # source -> target -> move
    *(tuple([f"{a}-{b}" for b in FIELDS]) for a in FIELDS),
    *(tuple([f"{colour}@{b}" for b in FIELDS]) for colour in COLOURS),
)


@dataclass(frozen=True, slots=True)
class Step:
    """A move taken apart: its source, its target field, and the fields that change as bits."""

    source: int
    target: int
    changes: int


STEPS = {
    text: Step(source, target, 1 << target | (1 << source if source < FROM_HAND else 0))
    for source, texts in enumerate(_TEXTS)
    for target, text in enumerate(texts)
    if source != target
}


class Moves(Sequence[Move]):
    """The legal moves, made lazily: each pair of a source and a free field (FR-6, FR-7)."""

    __slots__ = ("_free", "_sources")

    def __init__(self, sources: bytes, free: bytes) -> None:
        self._sources = sources
        self._free = free

    def __len__(self) -> int:
        return len(self._sources) * len(self._free)

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is slice:
            return [self[i] for i in range(*index.indices(len(self)))]
        free = self._free
        source, target = divmod(index, len(free))
        return _TEXTS[self._sources[source]][free[target]]

    def __iter__(self) -> Iterator[Move]:
        if len(self._free) > 1:
            pick = itemgetter(*self._free)
            for source in self._sources:
                yield from pick(_TEXTS[source])
        else:
            for source in self._sources:
                for target in self._free:
                    yield _TEXTS[source][target]

    def __contains__(self, move: object) -> bool:
        step = STEPS.get(str(move))
        return step is not None and step.source in self._sources and step.target in self._free

    def __repr__(self) -> str:
        return f"<{some_of(self)}>"

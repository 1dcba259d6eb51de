"""The facts about a move beside another move: numbers from the rules, for hints."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from firmware.words import N_, Number, Text, Value
from rules import Move, Position

P = TypeVar("P", bound=Position)

MOST = 2  # facts that are told of a move
_BESIDE = N_("{fact} ({number}; {other}: {than})")
_BESIDE_ALOUD = N_("{fact}: {number}, and {than} after {other}")


@dataclass(frozen=True, slots=True)
class Made(Generic[P]):
    """A move that a player might make.

    Attributes:
        before: the position in which it is made.
        move: as the rules name it, without its second.
        after: the position that follows at once; the game goes on in it.
        seat: the seat that makes it.
    """

    before: P
    move: Move
    after: P
    seat: str


@dataclass(frozen=True, slots=True)
class Fact(Generic[P]):
    """A fact that can distinguish a move from another move.

    Attributes:
        text: the difference of this move from the other, as a clause that compares them.
        measure: returns the number of a move; None where the fact does not apply.
        usual: the usual difference of two moves that differ at all. Facts with a difference above
            it are told first.
        fewer: whether the text says that this move has the lower number.
        values: of the fields of the text.
        tenths: whether the number counts tenths.
        behind: the text where neither number of a lead is above 0; both are told without minus.
        topic: two facts of a topic say much the same; only the weightier is told.
    """

    text: str
    measure: Callable[[Made[P]], int | None]
    usual: float
    fewer: bool = False
    values: Mapping[str, Value] | None = None
    tenths: bool = False
    behind: str = ""
    topic: str = ""

    def difference(self, one: Made[P], other: Made[P]) -> tuple[float, int, int]:
        """Return the weight of the fact for a move beside another, and the number of each.

        The fact is not told at a weight of 0 or less.
        """
        number, than = self.measure(one), self.measure(other)
        if number is None or than is None:
            return 0.0, 0, 0
        return (than - number if self.fewer else number - than) / self.usual, number, than

    def compared(self, number: int, than: int, other: Text) -> Text:
        """Return the fact in words, with both numbers. other: the name of the other move."""
        text = self.text
        if self.behind and number <= 0:
            text, number, than = self.behind, -number, -than
        values: dict[str, Value] = {
            "fact": Text(text, self.values or {}),
            "other": other,
            "number": self._shown(number),
            "than": self._shown(than),
        }
        return Text(_BESIDE, values, Text(_BESIDE_ALOUD, values))

    def _shown(self, number: int) -> Value:
        shown = Number(number / 10, 1) if self.tenths else Number(number)
        if number >= 0:
            return shown
        aloud = Text(N_("minus {number}"), {"number": shown._replace(value=-shown.value)})
        return Text("{number}", {"number": shown}, aloud)


class SidedMeasure(Protocol[P]):
    """A measure that counts for the seat of the move, or for the other seats."""

    def __call__(self, made: Made[P], *, own: bool) -> int | None:
        """Return the number of a move. own: whether it counts for the seat."""


def mine(measure: SidedMeasure[P]) -> Callable[[Made[P]], int | None]:
    """Return the measure for the seat of the move."""
    return partial(measure, own=True)


def theirs(measure: SidedMeasure[P]) -> Callable[[Made[P]], int | None]:
    """Return the measure for the other seats."""
    return partial(measure, own=False)


def facts_of(facts: Sequence[Fact[P]], one: Made[P], other: Made[P], name: Text) -> list[Text]:
    """Return the facts that distinguish a move from another, the most important first.

    At most `MOST` facts are told, each of another topic.

    Args:
        facts: of the game, no two of the same text and values.
        one: the move that is explained.
        other: the move beside it; the game goes on after both.
        name: of the other move.
    """
    found = [(*fact.difference(one, other), fact) for fact in facts]
    found = [each for each in found if each[0] > 0]
    found.sort(key=lambda each: -each[0])
    told, topics = list[Text](), set[str]()
    for _, number, than, fact in found:
        if fact.topic not in topics:
            told.append(fact.compared(number, than, name))
        topics |= {fact.topic} - {""}
    return told[:MOST]

"""Facts about a move beside another: numbers that follow from the rules, for hints."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from firmware.words import Number, Text, Value, say
from rules import Move, Position

P = TypeVar("P", bound=Position)

MOST = 2  # facts that are told of a move
_BESIDE = say("{fact} ({number}; {other}: {than})")
_BESIDE_ALOUD = say("{fact}: {number}, and {than} after {other}")


@dataclass(frozen=True, slots=True)
class Made(Generic[P]):
    """A move that somebody might make.

    Attributes:
        before: the position in which it is made.
        move: as the rules name it, without its second.
        after: the position that follows at once; the game goes on in it.
        seat: who makes it.
    """

    before: P
    move: Move
    after: P
    seat: str


@dataclass(frozen=True, slots=True)
class Fact(Generic[P]):
    """What can be told of a move beside another one, if the rules make it so.

    Attributes:
        text: how this move differs from the other, as a clause that compares them.
        measure: returns the number of a move; None where it has none, and tells nothing.
        usual: by how much two moves differ that differ at all, as a rule. Facts are told first in
            which two moves differ by more than that.
        fewer: whether the text says that this move has the lower number.
        values: of the fields of the text.
        tenths: whether the number counts tenths.
        behind: the text where neither number of a lead is above 0; both are told without minus.
        topic: two facts of one topic tell much the same, and one of them is enough.
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
        """Return how much this tells of a move beside another, and the number of each.

        Nothing is told by 0 and less.
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
            "fact": Text(text, self.values or {}), "other": other,
            "number": self._shown(number), "than": self._shown(than),
        }  # fmt: skip
        return Text(_BESIDE, values, Text(_BESIDE_ALOUD, values))

    def _shown(self, number: int) -> Value:
        shown = Number(number / 10, 1) if self.tenths else Number(number)
        if number >= 0:
            return shown
        aloud = Text(say("minus {number}"), {"number": shown._replace(value=-shown.value)})
        return Text("{number}", {"number": shown}, aloud)


def facts_of(facts: Sequence[Fact[P]], one: Made[P], other: Made[P], name: Text) -> list[Text]:
    """Return what distinguishes a move from another, what tells most first.

    At most `MOST` facts are told, each of another topic.

    Args:
        facts: of the game, no two of the same text and values.
        one: the move that is explained.
        other: beside which it is; the game goes on after both.
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

"""Why the table thought so: what was read for each move, what it cost, and what came second.

An :class:`Explanation` is made from the beam as it stands when a move is told, and from the last
touches. Its lines are English, for whoever builds a table or tunes its costs: players never read
them.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.recognition.beam import Beam
from firmware.recognition.costs import Costs
from firmware.recognition.story import NEVER, Open, Step, Story, adjacent
from firmware.sensing.events import Kind, Touch
from hal import tilts_of
from rules import Move

MOST_TOUCHES = 128  # that are kept for explanations

_READ = {Open.UP: "lifted", Open.DOWN: "placed on", Open.PRESS: "pressed"}
_REEDS = (Kind.LIFT, Kind.PLACE)
_ENDS = {Kind.A_UP: "A", Kind.B_UP: "B"}


class Explanation(NamedTuple):
    """Why a move was told.

    move: which. at: when it was told, microseconds. cost: what the cheapest story with this move
    costs, and what all stories have paid lately: what is compared with `Costs.lost`. next: the move
    that the runner-up, the cheapest story that differs here, believes in instead; None when it
    believes that no move was made, or when there is none. margin: what the runner-up costs more,
    None if there is none. story: what each touch was read as, a line each, the first touch first.
    """

    move: Move
    at: int
    cost: float
    next: Move | None
    margin: float | None
    story: tuple[str, ...]


class Asked(NamedTuple):
    """A question of the table. at: when, microseconds. between: the moves that it lies between,
    the likeliest first; for a take-back, the moves that would be gone.
    """

    at: int
    between: tuple[Move, ...]


class _Line(NamedTuple):
    """What a touch at a time (microseconds) was read as."""

    at: int
    text: str


class _Reading(NamedTuple):
    """What the lines of one step are made from.

    steps: those of the story up to this one, which is the last. touches: the last touches that no
    step of the story explains. open: what it has no explanation for yet, as (cell, time). since:
    when the step before ended. told: when a move was told before, and when this one is. names: the
    field of each cell.
    """

    steps: tuple[Step, ...]
    touches: tuple[Touch, ...]
    open: frozenset[tuple[int, int]]
    since: int
    told: tuple[int, int]
    names: dict[int, str]
    costs: Costs

    @property
    def step(self) -> Step:
        """The step that is explained."""
        return self.steps[-1]

    def is_now(self, touch: Touch, late: int = 0) -> bool:
        """Return whether a touch came after the step before, and not after this one.

        late: so many microseconds after a step still belong to it.
        """
        return self.since < touch.at - late <= self.step.ended

    def name(self, cell: int) -> str:
        """Return the field on a cell."""
        return self.names.get(cell, f"cell {cell}")


class Explainer:
    """Remembers the last touches, and explains by them the moves that are told."""

    def __init__(self) -> None:
        self._touches: list[Touch] = []
        self._told_at = NEVER  # when a move was told last, microseconds

    def note(self, touch: Touch) -> None:
        """Remember a touch."""
        self._touches = [*self._touches[1 - MOST_TOUCHES :], touch]

    def explain(self, beam: Beam, steps: Sequence[Step], at: int) -> list[Explanation]:
        """Return why these steps of the beam's stories are told at `at` (microseconds)."""
        told = []
        for step in steps:
            told.append(explain(beam, step, at, self._touches, self._told_at))
            self._told_at = at
        return told

    def forget(self, steps: Sequence[Step]) -> None:
        """Forget the touches that are not needed any more, as these steps are certain."""
        self._touches = needed(self._touches, steps)

    def clear(self) -> None:
        """Forget all touches, as the game goes on from a position that is certain."""
        self._touches.clear()


def explain(
    beam: Beam, step: Step, at: int, touches: Sequence[Touch] = (), told_at: int = NEVER
) -> Explanation:
    """Return why this step of the beam's stories is told at `at` (microseconds).

    touches: the last touches, the oldest first; without them, only what the move used is explained.
    told_at: when a move was told before. Raise LookupError when no story has the step.
    """
    ranked = list(zip(beam.stories, beam.hypotheses.prices, strict=True))
    found = next((one for one in ranked if step in one[0].steps), None)
    if found is None:
        raise LookupError(step.move)
    story, price = found
    ply = story.steps.index(step)
    rival = next((one for one in ranked if _departs(one[0], story.moves, ply)), None)
    return Explanation(
        move=step.move,
        at=at,
        cost=round(price + beam.hypotheses.debt, 3),
        next=None if rival is None else next(iter(rival[0].moves[ply : ply + 1]), None),
        margin=None if rival is None else round(max(0.0, rival[1] - price), 3),
        story=_read(beam, story, ply, (told_at, at), touches),
    )


def _departs(story: Story, moves: tuple[Move, ...], ply: int) -> bool:
    """Return whether a story has these moves up to `ply`, but not the one there."""
    return story.moves[:ply] == moves[:ply] and story.moves[: ply + 1] != moves[: ply + 1]


def explain_key(move: Move, at: int) -> Explanation:
    """Return why a move is told that a key alone has made."""
    return Explanation(move, at, 0.0, None, None, ("a key made it",))


def between(stories: Sequence[Story], ply: int) -> tuple[Move, ...]:
    """Return the moves that stories believe in as their step number `ply`, each once."""
    return tuple(dict.fromkeys(move for story in stories for move in story.moves[ply : ply + 1]))


def needed(touches: Sequence[Touch], steps: Sequence[Step]) -> list[Touch]:
    """Return the touches that may still be needed when these steps are certain.

    That is, all after them, and before that the reeds that have not moved back yet.
    """
    used = {(one.cell, one.at) for step in steps for one in step.used}
    ended = max((step.ended for step in steps), default=NEVER)
    left = [touch for touch in touches if (touch.cell, touch.at) not in used]
    moved: dict[int, Touch] = {}
    for touch in left:
        if touch.at <= ended and touch.kind in _REEDS and moved.pop(touch.cell, None) is None:
            moved[touch.cell] = touch
    return [*moved.values(), *(touch for touch in left if touch.at > ended)]


def _read(
    beam: Beam, story: Story, ply: int, told: tuple[int, int], touches: Sequence[Touch]
) -> tuple[str, ...]:
    """Return what the touches of one step, and all others since the step before, were read as.

    told: when a move was told before, and when this one is.
    """
    used = {(one.cell, one.at) for step in story.steps for one in step.used}
    reading = _Reading(
        steps=story.steps[: ply + 1],
        touches=tuple(touch for touch in touches if (touch.cell, touch.at) not in used),
        open=frozenset((one.cell, one.at) for one in story.open),
        since=story.steps[ply - 1].ended if ply else story.certain,
        told=told,
        names=dict(beam.adapter.overlay.names),
        costs=beam.costs,
    )
    pressed = {(touch.cell, touch.at) for touch in touches if touch.kind is Kind.PRESS}
    lines = [
        *_used(reading, pressed),
        *_turned(reading),
        *_moved(reading),
        *_pressed(reading),
        *_answered(reading),
    ]
    return tuple(line.text for line in sorted(lines))


def _used(reading: _Reading, pressed: set[tuple[int, int]]) -> Iterator[_Line]:
    """What the step is made of. pressed: the presses, as (cell, time)."""
    step = reading.step
    for one in step.used:
        field = reading.name(one.cell)
        text = f"{_READ[one.kind]} {field} at {_seconds(one.at)}"
        if one.blind:
            text = f"lifted {field}, which its contact did not show"
        elif one.kind is not Open.PRESS and (one.cell, one.at) in pressed:
            text += ", as a press said in place of its contact"
        yield _Line(one.at, text)
    cells = {one.cell for one in step.used}
    if step.end >= 0 and step.end not in cells:
        field = reading.name(step.end)
        yield _Line(step.ended, f"placed on {field}, whose contact did not close")
    last = max((one.at for one in step.used), default=NEVER)
    if step.end < 0 and last < step.ended and not tilts_of(step.picture ^ step.after):
        yield _Line(step.ended, f"a key completed it at {_seconds(step.ended)}")


def _turned(reading: _Reading) -> Iterator[_Line]:
    """The last turn of each hourglass that the step turns."""
    turned = tilts_of(reading.step.picture ^ reading.step.after)
    turns = [one for one in reading.touches if one.kind in _ENDS and reading.is_now(one)]
    for one in {one.cell: one for one in turns}.values():
        if turned >> one.cell & 1:
            text = f"turned {reading.name(one.cell)} at {_seconds(one.at)}, end"
            yield _Line(one.at, f"{text} {_ENDS[one.kind]} up")


def _moved(reading: _Reading) -> Iterator[_Line]:
    """What reeds did that is no part of a move.

    Two touches of one cell belong together. They are told with the step during which the first
    came, and again with a later one if the first step was told before the second touch came.
    """
    began: dict[int, Touch] = {}
    late, before = reading.costs.slow_time, reading.told[0]
    for touch in reading.touches:
        if touch.kind not in _REEDS:
            continue
        first = began.pop(touch.cell, None)
        if first is None:
            began[touch.cell] = touch
        elif reading.is_now(first, late) or first.at <= reading.since + late < touch.at > before:
            yield _Line(first.at, _pair(reading, first, touch))
    for touch in began.values():
        if reading.is_now(touch, late):
            field, when = reading.name(touch.cell), _seconds(touch.at)
            if touch.kind is Kind.LIFT:
                yield _Line(touch.at, f"{field} opened at {when} and has not closed again yet")
            else:
                yield _Line(touch.at, f"{field} closed at {when} and has not opened again yet")


def _pair(reading: _Reading, first: Touch, second: Touch) -> str:
    """What a contact did that moved and moved back."""
    costs, field = reading.costs, reading.name(first.cell)
    took = second.at - first.at
    when = f"from {_seconds(first.at)} to {_seconds(second.at)}"
    if first.kind is Kind.LIFT:
        if tilts_of(reading.step.picture ^ reading.step.after) >> first.cell & 1:
            return f"{field} was lifted to turn it, and put back: open {when}"
        bumped = any(abs(first.at - step.ended) < costs.bump_time for step in reading.steps)
        if bumped or took < costs.pass_time:
            return f"{field} was knocked and came back: open {when}"
        return f"{field} was lifted and put back: open {when}"
    if took < costs.pass_time:
        return f"a piece passed {field}: closed {when}"
    for step in reading.steps[-2:]:
        near = step.end >= 0 and adjacent(step.end, first.cell)
        if near and abs(first.at - step.at) < costs.slow_time:
            return f"a piece stood between {reading.name(step.end)} and {field}: closed {when}"
    return f"put down on {field} and taken up again: closed {when}"


def _pressed(reading: _Reading) -> Iterator[_Line]:
    """The presses that are no part of a move."""
    releases = [one for one in reading.touches if one.kind is Kind.RELEASE]
    for touch in reading.touches:
        if touch.kind is not Kind.PRESS or not reading.is_now(touch):
            continue
        if touch.at == reading.told[0]:
            continue  # it was an answer, and told as one
        until = next(
            (one.at for one in releases if one.cell == touch.cell and one.at >= touch.at), None
        )
        text = f"pressed {reading.name(touch.cell)} at {_seconds(touch.at)}"
        if (touch.cell, touch.at) in reading.open:
            yield _Line(touch.at, f"{text}, not explained yet")
        elif until is not None and until - touch.at > reading.costs.press_time:
            yield _Line(touch.at, f"{text} until {_seconds(until)}: leaning")
        else:
            yield _Line(touch.at, f"{text}: meant nothing")


def _answered(reading: _Reading) -> Iterator[_Line]:
    """The press with which a move is told though no story knows of it: an answer."""
    at = reading.told[1]
    last = reading.touches[-1] if reading.touches else None
    if last is None or last.kind is not Kind.PRESS or last.at != at:
        return
    if (last.cell, at) not in reading.open and not reading.is_now(last):
        yield _Line(at, f"pressed {reading.name(last.cell)} at {_seconds(at)} as an answer")


def _seconds(at: int) -> str:
    return f"{at / 1_000_000:.3f} s"

"""People who play on: they make their moves and look at the table only when it asks or shows.

A simulated person of :class:`~support.hands.demo.ClumsyDemo` waits until a move is understood, and
makes it again when it is not. Those here do not notice that. What they mean follows from their own
moves alone, until the table asks or leads: then they do what it shows. So what one lost move costs
afterwards can be counted. Those who are `quick` make each move within 40-70 ms, 50-100 ms after the
one before; only glasses are turned as slowly as ever. :func:`read_trace_file` reads the contacts of
a trace in the same way, of which nobody can put anything right; only questions are answered.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from support.hands.actions import Hold, missed
from support.hands.demo import ClumsyDemo

from firmware.app.loop import Loop
from firmware.games import Gesture, find_adapter
from firmware.match.events import TakenBack
from firmware.match.line import spoken
from firmware.match.running import at_table
from firmware.play.effects import Effect
from firmware.play.session import Session
from firmware.recognition.findings import Question, Trouble
from firmware.sensing.events import Key, Kind
from firmware.simulation.demo import ANSWER_TIMEOUT, MOST_ANSWERS, REST_AFTER_TOUCH, NotUnderstoodError
from firmware.simulation.plans import Plan
from hal import CELLS, NO_CELLS, NO_CONTACTS, Cells, Contacts, cell_set, cells_of, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND, read_trace
from rules import Move, Position, read_header

AT_THE_END = 5 * SECOND  # in which the table may still understand the last moves
NEXT_HAND = 35 * SECOND // 100  # after a move, before which nobody needs it to be committed
FOUND_WITHIN = 6  # moves after a lost or wrong one, in which people are followed again or led
ANSWERED = 4 * SECOND // 10  # from a question of a trace to the press that answers it
ANSWERING = 8 * SECOND // 10  # how much later people go on with a trace when they answer
HELD = 15 * SECOND // 100  # for which buttons and keys are held


class Fate(NamedTuple):
    """What became of a move that was made. wrong: how many others were kept in its place."""

    right: bool
    wrong: int = 0


class Made(NamedTuple):
    """A move as people made it.

    cells: what was touched for it. end: of its last touch (microseconds). next: when the next hand
    touches something, None where that does not wait for it or never comes. helped: whether the
    table asked or showed something meanwhile.
    """

    move: Move
    cells: int
    end: int
    next: int | None = None
    helped: bool = False


class Standing(NamedTuple):
    """Where the game stands for people. at: microseconds, to which its sand has run."""

    position: Position
    closed: Contacts
    at: int


def touched_by(gesture: Gesture) -> Cells:
    """Return the set of cells that are touched for a move."""
    return cells_of(gesture.flips) | gesture.presses


def fates(meant: Sequence[Move], line: Sequence[Move]) -> tuple[list[Fate], list[int | None]]:
    """Return what became of each move that was meant, and which number of the line it is."""
    found: list[Fate] = []
    numbers: list[int | None] = []
    matcher = SequenceMatcher(None, meant, line, autojunk=False)
    more = 0  # kept moves that stand for none
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "insert":
            more += d - c
            continue
        for at in range(a, b):
            right = tag == "equal"
            wrong = more + (0 if right else (d - c if at == a else 0))
            more = 0
            found.append(Fate(right, wrong))
            numbers.append(c + at - a if right else None)
    if more and found:
        found[-1] = found[-1]._replace(wrong=found[-1].wrong + more)
    return found, numbers


def count(found: Sequence[Fate]) -> tuple[int, int]:
    """Return how many moves are wrong, and how many lost, as no other stands in their place."""
    wrong = sum(fate.wrong for fate in found)
    lost = replaced = 0
    for fate in found:
        replaced += fate.wrong
        if fate.right:
            replaced = 0
        elif replaced:
            replaced -= 1
        else:
            lost += 1
    return wrong, lost


def until_found(found: Sequence[Fate], shown: Sequence[int]) -> Iterator[int | None]:
    """Yield for each run of wrong and lost moves how many were made until the table knew again.

    shown: after how many moves the table asked or led. None: it never knew.
    """
    at = 0
    while at < len(found):
        if found[at].right and not found[at].wrong:
            at += 1
            continue
        begin = at
        at += 1
        while at < len(found) and not found[at].right:
            at += 1
        led = [number - begin for number in shown if begin < number <= at]
        again = [at - begin] if at < len(found) else []
        yield min([*led, *again], default=None)


class PlayingOn(ClumsyDemo):
    """A demo of people who play on; see the module.

    Attributes:
        made: the moves as they were made.
        fates: what became of each of them.
        delays: from the last edge of right moves to their commit, where nothing was asked
            (microseconds).
        in_time, followed: how many moves were committed before the next hand acted, of how many
            that it waited for.
        shown: after how many moves the table asked or led.
        quick: whether each hand follows at once.
        wrong: the number of kept moves that were not meant.
        lost: the number of moves that are not kept.
        revised: the number of unmeant moves that the table replaced by itself.
    """

    quick = False

    @property
    def _asked(self) -> int:
        return self.session.questions + self.session.corrections

    def run(self, moves: int | None = None) -> None:
        """Play the game to its end, or until so many moves are made.

        Raise NotUnderstoodError when people give up.
        """
        self.wrong = self.lost = self.revised = 0
        self.made: list[Made] = []
        self.fates: list[Fate] = []
        self.delays: list[int] = []
        self.shown: list[int] = []
        self.in_time = self.followed = 0
        self._segment = 0  # moves of the line and of `made` before people last took up the table's
        self._begun = 0
        self._before = 0
        self._step(0)
        here = self._agreed()
        try:
            while here.position.outcome is None:
                if moves is not None and len(self.made) >= moves:
                    break
                here = self._turn(here)
                if self._over:
                    break  # everybody hears that
            self._run(AT_THE_END)
            if self.session.view.trouble is not None:
                self._help()
        finally:
            self._settle()

    def _agreed(self) -> Standing:
        session = self.session
        return Standing(session.position, session.view.contacts.expected, self.table.clock.now())

    def _turn(self, here: Standing) -> Standing:
        """Let somebody make a move, with what slips; return where the game stands then."""
        now = self.table.clock.now()
        if not self.session.pending and self._line == self.meant:
            here = self._agreed()
        here = here._replace(position=here.position.later((now - here.at) // 1000), at=now)
        if here.position.outcome is not None:
            return here
        self.players.reseed(f"{self._seed}/{len(self.made)}/{now}")
        if self.players.heed(self.session.view):
            self._run(2 * SECOND)
            return here
        if self._line == self.meant and self._stale:
            plan = self.players.agree()
            there = self._make(plan, here)
        else:
            loose = self.adapter.loose(here.position, here.closed)
            if loose:
                self.players.clear(loose)
                here = here._replace(closed=here.closed & ~loose)
            plan = self.players.plan(here.position, here.closed)
            plan = self._hurried(plan, now) if self.quick else plan
            there = self._make(plan, here)
            if there is None:  # sand has overtaken it; they think again
                self._run(SECOND // 2)
                return here
            self.players.perform(plan)
        assert there is not None
        self._run(max(plan.done + self._rest(plan) - self.table.clock.now(), 0))
        self._look(len(plan.moves))
        waits = self.session.view.trouble is not None or self._is_traceless(plan)
        return self._help() if waits else there

    def _hurried(self, plan: Plan, now: int) -> Plan:
        """Return a plan as it is carried out by somebody who is quick, from `now` on."""
        rng, first = self.players.rng, plan.begin
        begin, lasts = now + rng.randint(0, SECOND // 20), max(plan.done - first, 1)
        turns = plan.touched(Kind.A_UP, Kind.B_UP)  # nobody turns a glass in no time
        pace = 1.0 if turns else min(rng.randint(40, 70) * SECOND // 1000 / lasts, 1.0)
        return plan._replace(
            actions=tuple(one._replace(at=begin + int((one.at - first) * pace)) for one in plan.actions),
            ends=tuple(begin + int((end - first) * pace) for end in plan.ends),
        )

    def _rest(self, plan: Plan) -> int:
        """Return for how long nothing is touched after a plan: who is quick lets buttons go."""
        pressed = plan.touches(Kind.PRESS) or any(isinstance(one, Key | Hold) for one in plan.actions)
        return REST_AFTER_TOUCH + (HELD if self.quick and pressed else 0)

    def _is_traceless(self, plan: Plan) -> bool:
        """Whether no contact has shown anything of a plan, but a key: people see that, and wait."""
        players = self.players
        silent = players.broken | cell_set(players.pressless) | missed(plan) | self.adapter.keys
        touched = plan.touched(*Kind)
        return touched != NO_CELLS and not touched & ~silent

    def _make(self, plan: Plan, here: Standing) -> Standing | None:
        """Note the moves of a plan; return where they lead, None where one is not legal by then."""
        position, closed, at = here
        made: list[Made] = []
        for move, end in zip(plan.moves, plan.ends, strict=True):
            position = position.later(max(end - at, 0) // 1000)
            ways = [one for one in self.adapter.gestures(position, closed) if one.move == move]
            if position.outcome is not None or not (ways or move == "agree"):
                return None
            fitting = [one for one in ways if not touched_by(one) & ~plan.cells] or ways
            cells = touched_by(fitting[0]) if fitting else NO_CELLS
            closed ^= fitting[0].flips if fitting else NO_CONTACTS
            position, at = position.play(move), max(end, at)
            made.append(Made(move, cells, end))
        if self.made:
            self.made[-1] = self.made[-1]._replace(next=plan.begin)
        self.made += made
        self.meant += plan.moves
        self._answers = 0
        return Standing(position, closed, at)

    def _look(self, number: int) -> None:
        """Note whether the table has asked or led since the last look, in the last moves made."""
        if self._asked > self._before:
            self._before = self._asked
            self.shown.append(len(self.made))
            for at in range(max(len(self.made) - number - 1, 0), len(self.made)):
                self.made[at] = self.made[at]._replace(helped=True)

    def _help(self) -> Standing:
        """Do what the table asks and shows until it is content; return where the game stands."""
        for _ in range(MOST_ANSWERS):
            answer = self.players.answer(self.session, self.meant)
            if answer is None:
                break
            self._answers += 1
            self._run(max(answer.done + REST_AFTER_TOUCH - self.table.clock.now(), 0))
            until = self.table.clock.now() + ANSWER_TIMEOUT
            while self.table.clock.now() < until:
                self._step(until)
                if self._content and self._line == self.meant:
                    break
            self._look(1)
            line = self._line
            begun = len(line) < len(self.meant) and line == self.meant[: len(line)]
            if self._content and not begun:
                break
        else:
            raise NotUnderstoodError(f"the table did not understand {self.meant[-3:]}")
        if self._line != self.meant:  # they go on as the table believes
            self._settle()
        return self._agreed()

    @property
    def _content(self) -> bool:
        """Whether the table asks and shows nothing, and is done with what was touched."""
        return self.session.view.trouble is None and not self.session.pending

    def _settle(self) -> None:
        """Compare what was meant with what was kept, since this was last done."""
        meant, line = self.meant[self._segment :], self._line[self._segment :]
        found, numbers = fates(meant, line)
        wrong, lost = count(found)
        self.wrong += wrong
        self.lost += lost
        made = self.made[self._begun :]
        for one, number in zip(made, numbers, strict=True):
            kept = None if number is None else self._kept_at[self._segment + number]
            if one.next is not None and one.next - one.end >= NEXT_HAND:
                self.followed += 1
                self.in_time += kept is not None and kept <= one.next
            if kept is not None and not one.helped:
                self.delays.append(self._delay(one, kept))
        self.fates += found
        self._begun = len(self.made)
        self.meant = [*self._line]
        self._segment = len(self.meant)

    def _delay(self, made: Made, at: int) -> int:
        """Return the microseconds from the last edge of a move to its commit."""
        edges = self.table.edges
        for edge in reversed(edges):
            if edge.at < made.end - SECOND:
                break
            if edge.at <= min(at, made.end) and edge.number in _bits(made.cells):
                return at - edge.at
        return max(at - made.end, 0)

    def _hear(self, effect: Effect) -> None:
        super()._hear(effect)
        if isinstance(effect, TakenBack):
            tail = self.meant[max(effect.ply - FOUND_WITHIN, 0) : effect.ply + FOUND_WITHIN]
            if spoken(effect.line) not in tail:
                if self._answers:
                    self.wrong += 1  # people had to take it back
                else:
                    self.revised += 1


def _bits(cells: int) -> set[int]:
    return {cell for cell in range(CELLS) if cells >> cell & 1}


class TraceReading(NamedTuple):
    """What was read of a trace.

    moves: how many were meant. right, wrong, lost: of them. asked, led: how often the table asked
    or showed something. verdict: whole, asked (all moves, with an answer), led (a lost move was
    followed by a question or a lead within six moves), lost or wrong.
    """

    verdict: str
    moves: int
    right: int
    wrong: int
    lost: int
    asked: int
    led: int


def read_trace_file(file: Path, meant: Sequence[Move], ends: Sequence[float]) -> TraceReading:
    """Read a trace, answer questions that name the true move, and compare.

    meant: its moves. ends: seconds of each one's last touch, empty where they are not known.
    """
    trace = read_trace(file.read_bytes())
    header, start = read_header(trace.header)
    adapter = find_adapter(start, header.game)
    table = SimulatedTable()
    standing = adapter.start(start) if trace.set_up else NO_CONTACTS
    table.set_up(reeds_of(standing))
    session = Session(at_table(header, start), adapter)
    loop = Loop(table.ports, session, lambda _: None, standing=standing)
    meant = [spoken(move) for move in meant]
    shift = asked = 0
    shown: list[int] = []  # when the table asked or led, in the time of the trace
    coming = iter(trace.edges)
    edge = next(coming, None)
    end = (trace.edges[-1].at if trace.edges else 0) + AT_THE_END
    answered: Trouble | None = None
    answers = 0
    while (now := table.clock.now()) < end + shift:
        while edge is not None and edge.at + shift <= now + SECOND // 10:
            table.feed([edge._replace(at=edge.at + shift)])
            edge = next(coming, None)
        if loop.idle:
            due = end if edge is None else edge.at - SECOND // 10
            moments = [due + shift, *([] if table.coming is None else [table.coming])]
            loop.skip(min(moments))
        loop.step()
        if session.questions + session.corrections > asked:
            asked = session.questions + session.corrections
            shown.append(now - shift)
        question = session.view.trouble
        new, answered = question != answered, question
        if new and isinstance(question, Question):
            for cell, meaning in zip(question.choices, question.meanings, strict=True):
                if meant[max(len(session.plies) - meaning.back, 0) :][:1] == [meaning.move]:
                    table.press(cell, now + ANSWERED)
                    shift += ANSWERING
                    answers += 1
                    break
    line = [spoken(ply.line) for ply in session.plies]
    found, _ = fates(meant, line)
    wrong, lost = count(found)
    right = sum(fate.right for fate in found)
    return TraceReading(
        _verdict(found, ends, shown, answers), len(meant), right, wrong, lost, session.questions, session.corrections
    )


def _verdict(found: Sequence[Fate], ends: Sequence[float], shown: Sequence[int], answers: int) -> str:
    """Return a word for what was read; see TraceReading."""
    wrong, lost = count(found)
    if wrong:
        return "wrong"
    if not lost:
        return "asked" if answers else "whole"
    first = next(at for at, fate in enumerate(found) if not fate.right)
    if ends:
        begin = ends[first] * SECOND
        until = ends[min(first + FOUND_WITHIN, len(ends) - 1)] * SECOND + AT_THE_END
        if any(begin <= at <= until for at in shown):
            return "led"
    return "lost"

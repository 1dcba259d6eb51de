"""The state machine of a match: `decide` turns commands into events, `evolve` applies events.

A host, which decides, lets time pass first (see :func:`pass_time`). So an end by time stands even
if the command that came with it is refused. A follower, or a reader of a store, only evolves.
:mod:`firmware.match.rights` says which commands are legal in which phase.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from firmware.match import refusals as why
from firmware.match.commands import Abort, Answer, Command, Correct, Play, Propose, Rename, Resign, RunClock, Sit
from firmware.match.events import (
    Again,
    Answered,
    Begun,
    ClockRan,
    Delayed,
    Distrusted,
    Ended,
    MatchEvent,
    Played,
    Proposed,
    Ran,
    Renamed,
    Seated,
    Stopped,
    TakenBack,
    ending,
)
from firmware.match.line import GameLine, is_timed
from firmware.match.refusals import CommandError, EventError
from firmware.match.rights import check, plies_back
from firmware.match.seats import Seat
from firmware.match.state import NOTE_EVERY, GameClock, Match, Place, trusted
from firmware.match.time_control import clocks_after, new_clocks, read_time_control, thought
from rules import AGREE, MOST_MOVES, Header, Move, Outcome, Position, check_names

Events = tuple[MatchEvent, ...]


def begin(header: Header, start: Position, begun: Begun) -> Match:
    """Return a match at its beginning.

    If sand runs from the first position on, the clock is paused, so that no sand runs before its
    player is ready.

    Args:
        header: the header of its record, with game, players and options.
        start: its first position.
        begun: the event of its beginning, with its seats and time control.
    """
    line, control = GameLine(start), begun.control
    timed = is_timed(start)
    clock = GameClock(noted=line.milliseconds, paused=True) if timed else GameClock()
    clocks = new_clocks(read_time_control(control), begun.seats.by_name) if control else None
    return Match(header, line, start, clock, begun.seats, clocks=clocks)


def fold(header: Header, start: Position, log: Iterable[Iterable[Begun | MatchEvent | Distrusted]]) -> Match:
    """Return the match after all batches of a log. The log alone determines it.

    Args:
        header: the header of its record, with game, players and options.
        start: its first position.
        log: its batches in order. The first event is its beginning.

    Raises:
        EventError: an event is impossible, or the log has no beginning.
        GameError: the rules forbid a move of it.
    """
    events = [tuple(batch) for batch in log]
    if not events or not isinstance(events[0][0], Begun):
        raise EventError("the log does not say how the match began")
    match = apply(begin(header, start, events[0][0]), _of_match(events[0][1:]))
    for batch in events[1:]:
        match = apply(match, _of_match(batch))
    return match


def _of_match(batch: Iterable[Begun | MatchEvent | Distrusted]) -> list[MatchEvent]:
    """Return the events of a batch that change a match, without Begun and Distrusted."""
    return [event for event in batch if not isinstance(event, Begun | Distrusted)]


def stop(match: Match, milliseconds: int) -> Events:
    """Return the events of resuming a match after an interruption.

    There are no events if it is over, or if no clock ran and no proposal was open. milliseconds:
    the time on its own clock, if later than the last move.
    """
    runs = match.clock.running or match.counts_down or match.proposal is not None
    if match.over or not runs:
        return ()
    return (Stopped(milliseconds),)


def decide(match: Match, command: Command, by: Place, at: int) -> Events:
    """Return the events of a command, which are not applied yet.

    Args:
        match: the match after time has passed to `at`.
        command: the command.
        by: the place that gives it.
        at: the time in microseconds.

    Raises:
        CommandError: the command is refused.
        GameError: the move is illegal or malformed, or the name is not allowed.
    """
    return _DECIDE[type(command)](match, command, by, at)


def evolve(match: Match, event: MatchEvent) -> Match:
    """Return the match after an event. Raise EventError for an impossible event."""
    return _EVOLVE[type(event)](match, event)


def apply(match: Match, events: Iterable[MatchEvent]) -> Match:
    """Return the match after a batch of events. Raise EventError for an impossible event."""
    after = match
    for event in events:
        after = evolve(after, event)
    return match if after is match else after._replace(seq=match.seq + 1)


def pass_time(match: Match, at: int, credit: int = 0) -> tuple[Match, Events]:
    """Return the match after time has passed to `at` (microseconds), and the events of that.

    credit: the microseconds that a move may be under way, which the running clock is granted.
    """
    if not match.runs:
        return match, ()
    if match.clocks is not None and match.clocks.out_of_time(at - credit):
        events: Events = (_given_up(match, match.clocks.seat, "timed-out", at),)
        return apply(match, events), events
    since, now = match.line, match.clock.milliseconds(at, match.line.milliseconds)
    match = match._replace(now=since.later(now))
    events = ()
    if match.now.outcome is not None:
        line = since.position.written(f"{now // 1000}.{now % 1000:03}")
        events = (ending("over", match.now.outcome, match.now.scores(), line, at),)
    elif match.clock.needs_note(now):
        events = (Ran(now),)
    elif match.clocks is not None and not match.clock.running:
        used = thought(match.clocks, match.line, at)
        events = (Ran(used),) if used >= match.clocks.noted + NOTE_EVERY else ()
    return apply(match, events), events


def check_of(position: Position) -> str:
    """Return a checksum of eight hexadecimal digits to compare positions between places."""
    return hashlib.sha256(repr(position).encode()).hexdigest()[:8]


# Commands


def _play(match: Match, command: Play, by: Place, at: int) -> Events:
    check(match, "play", by)
    _expect_ply(command.ply, len(match.line.plies) + 1)
    if command.ply > MOST_MOVES:
        raise CommandError(why.TOO_LONG)
    made = command.at if trusted(by) else None
    return _played(match, command.move, at, made, command.credit)


def _correct(match: Match, command: Correct, by: Place, at: int) -> Events:
    own = check(match, "correct", by)
    if not trusted(by):
        raise CommandError(why.NO_HANDS)
    _expect_ply(command.ply, len(match.line.plies) + 1 - command.back)
    wrong = match.line.plies[command.ply - 1 :]
    if any(ply.seat not in own for ply in wrong):
        raise CommandError(why.ANSWERED)
    gone = _taken_back(match, command.back, at)
    return (*gone, *_played(apply(match, gone), command.move, at, command.at))


def _expect_ply(ply: int, expected: int) -> None:
    if ply != expected or ply < 1:
        raise CommandError(why.STALE, ply=ply)


def _propose(match: Match, command: Propose, by: Place, at: int) -> Events:
    """Ask the seats of other places, and computers about an agreed end only.

    Without a seat to ask, the proposal takes effect at once.
    """
    own, what = check(match, command.what, by), command.what
    plies = plies_back(match, own, command.plies) if what == "take back" else 0
    seats = match.seats.by_name
    asked = tuple(
        name for name, seat in seats.items() if name not in own and (what == AGREE if seat.level else seat.holder)
    )
    proposed = Proposed(what, own, asked, plies, match.seq + 1)
    return (proposed,) if asked else _settled(match, proposed, at)


def _answer(match: Match, command: Answer, by: Place, at: int) -> Events:
    own, proposal = match.acts_for(by), match.proposal
    if own and proposal is not None and command.number != proposal.number:
        raise CommandError(why.OTHER_QUESTION)
    withdraws = proposal is not None and not command.yes and set(proposal.seats) & set(own)
    check(match, "withdraw" if withdraws else "answer", by)
    assert proposal is not None
    if withdraws:
        return (Answered(proposal.seats, yes=False),)
    answered = Answered(tuple(seat for seat in proposal.asked if seat in own), command.yes)
    if not command.yes or set(proposal.asked) - set(own):
        return (answered,)
    return (answered, *_settled(match, proposal, at))


def _settled(match: Match, proposal: Proposed, at: int) -> Events:
    """Return the events of an accepted proposal. The host begins a rematch by itself."""
    if proposal.what == "take back":
        return _taken_back(match, proposal.plies, at)
    if proposal.what == "agree":
        return _played(match, AGREE, at)
    if proposal.what == "abandon":
        return (ending("abandoned", None, match.now.scores(), None, at),)
    return ()


def _resign(match: Match, command: Resign, by: Place, at: int) -> Events:
    own = check(match, "resign", by)
    if command.seat not in own:
        raise CommandError(why.NOT_YOUR_SEAT, seat=command.seat)
    return (_given_up(match, command.seat, "resigned", at),)


def _given_up(match: Match, seat: str, how: Literal["resigned", "timed-out"], at: int) -> Ended:
    """Return the end of a match that the seat loses."""
    winners = tuple(one for one in match.seats.by_name if one != seat)
    return ending(how, Outcome(how, winners), match.now.scores(), None, at)


def _abort(match: Match, _command: Abort, by: Place, at: int) -> Events:
    check(match, "abort", by)
    return (ending("aborted", None, match.now.scores(), None, at),)


def _run_clock(match: Match, _command: RunClock, by: Place, at: int) -> Events:
    check(match, "run", by)
    return (ClockRan(at),) if match.paused else ()


def _sit(match: Match, command: Sit, by: Place, _at: int) -> Events:
    check(match, "sit", by)
    players = _called(match, command.seat, command.name)
    moved = any(ply.seat == command.seat for ply in match.line.plies)
    if moved and players != match.header.players:
        raise CommandError(why.NAME_STAYS, seat=command.seat)
    before = match.seats.by_name[command.seat]
    other = command.level != before.level or before.holder not in ("", command.holder)
    taken = before.taken or (moved and other)
    seat = Seat(command.level, command.holder, command.link, taken)
    seats = match.seats.replace(command.seat, seat)
    return (Seated(seats) if players == match.header.players else Seated(seats, players),)


def _rename(match: Match, command: Rename, by: Place, _at: int) -> Events:
    check(match, "rename", by)
    same = _called(match, command.seat, command.name) == match.header.players
    return () if same else (Renamed(command.seat, command.name),)


def _called(match: Match, seat: str, name: str) -> tuple[str, ...]:
    """Return the names of all players after renaming a player. name: "" for no change.

    Raise CommandError if there is no such seat, PlayerNameError if the name is not allowed.
    """
    names = dict(zip(match.seats.by_name, match.header.players, strict=True))
    if seat not in names:
        raise CommandError(why.NOT_YOUR_SEAT, seat=seat)
    players = tuple((names | {seat: name or names[seat]}).values())
    if players != match.header.players:
        check_names(players)
    return players


def _played(match: Match, move: Move, at: int, made: int | None = None, credit: int = 0) -> Events:
    """Return the events of a move. made: the time of the move, None for that of its decision.

    credit: the microseconds that do not count on the mover's clock.
    """
    made = at if made is None else made
    milliseconds = match.clock.nearest(made, match.line.milliseconds)
    line = match.line.write(move, milliseconds)
    after = match.line.play(line, milliseconds)
    last, clock = after.plies[-1], match.clock.start(made) if is_timed(after.position) else None
    shows = (clock or match.clock).milliseconds(at, milliseconds)
    check = check_of(last.after)
    left = None
    if match.clocks is not None and last.seat:
        then = last.after.to_move or ""
        left = match.clocks.after_move(last.seat, then, made - credit)
    level = match.seats.computers.get(last.seat, 0)
    played = Played(last.number, last.seat, line, at, check, at - made, shows, milliseconds, left, level)
    if last.after.outcome is None:
        return (played,)
    return (played, ending("over", last.after.outcome, last.after.scores(), None, at))


def _taken_back(match: Match, plies: int, at: int) -> Events:
    gone, at = reversed(match.line.plies[-plies:]), 0 if match.clocks is None else at
    return tuple(TakenBack(ply.number, ply.line, at) for ply in gone)


_DECIDE: Mapping[type, Callable[[Match, Any, Place, int], Events]] = {
    Play: _play,
    Correct: _correct,
    Propose: _propose,
    Answer: _answer,
    Resign: _resign,
    Abort: _abort,
    RunClock: _run_clock,
    Sit: _sit,
    Rename: _rename,
}


# Events


def _evolve_played(match: Match, event: Played) -> Match:
    line = match.line.play(event.line, event.milliseconds, event.at, event.left)
    last = line.plies[-1]
    if (event.ply, event.seat) != (last.number, last.seat):
        raise EventError(f"{event} is not the next move, {last.number} of {last.seat}")
    if event.check and event.check != check_of(last.after):
        raise EventError(f"{event} led to another position elsewhere than {last.after}")
    made = event.at - event.late
    clock = match.clock.start(made) if is_timed(last.after) else match.clock
    match = match._replace(line=line, now=last.after, clock=clock, proposal=None)
    if match.clocks is None or event.left is None:
        return match
    then, runs = last.after.to_move or "", match.all_have_moved
    clocks = match.clocks.moved(event.seat, event.left, then, made, runs=runs)
    return match._replace(clocks=clocks)


def _evolve_taken_back(match: Match, event: TakenBack) -> Match:
    last = match.line.last
    if last is None or (event.ply, event.line) != (last.number, last.line):
        raise EventError(f"{event} was not the last move")
    line = match.line.drop()
    clock = match.clock if line.plies else GameClock()
    clocks = match.clocks and match.clocks.restarted(last.seat, event.at)
    return match._replace(line=line, now=last.before, clock=clock, proposal=None, ended=None, clocks=clocks)


def _evolve_proposed(match: Match, event: Proposed) -> Match:
    return match._replace(proposal=event)


def _evolve_answered(match: Match, event: Answered) -> Match:
    proposal = match.proposal
    if proposal is None:
        raise EventError(f"{event} answers nothing")
    left = tuple(seat for seat in proposal.asked if seat not in event.seats)
    open_still = event.yes and left
    return match._replace(proposal=replace(proposal, asked=left) if open_still else None)


def _evolve_clock_ran(match: Match, event: ClockRan) -> Match:
    clocks = match.clocks.run(event.at) if match.clocks and match.all_have_moved else match.clocks
    return match._replace(clock=match.clock.resume(event.at), clocks=clocks)


def _evolve_stopped(match: Match, event: Stopped) -> Match:
    line, clocks = match.line, match.clocks
    milliseconds = max(event.milliseconds, line.milliseconds)
    later = line.later(milliseconds)
    now = line.position if later.outcome is not None else later  # the host decides an end by time
    timed = is_timed(line.position)
    clock = GameClock(noted=milliseconds, paused=True) if timed else GameClock()
    if clocks is not None:
        clocks = clocks_after(clocks.control, match.seats.by_name, line, clocks.noted)
    return match._replace(now=now, clock=clock, clocks=clocks, ended=None, proposal=None)


def _evolve_seated(match: Match, event: Seated) -> Match:
    header = match.header
    if event.players:
        header = header._replace(players=event.players)
    return match._replace(seats=event.seats, header=header)


def _evolve_renamed(match: Match, event: Renamed) -> Match:
    players = _called(match, event.seat, event.name)
    return match._replace(header=match.header._replace(players=players))


def _evolve_ran(match: Match, event: Ran) -> Match:
    if match.clocks is not None and not match.clock.running:
        return match._replace(clocks=replace(match.clocks, noted=event.milliseconds))
    return match._replace(clock=match.clock.note(event.milliseconds))


def _evolve_delayed(match: Match, event: Delayed) -> Match:
    clocks = match.clocks and match.clocks.delayed(event.microseconds)
    return match._replace(clock=match.clock.delayed(event.microseconds), clocks=clocks)


def _evolve_ended(match: Match, event: Ended) -> Match:
    now = match.now
    if event.line is not None and now.outcome is None:
        now = match.line.position.play(event.line)
    clocks = match.clocks and match.clocks.stopped(event.at)
    return match._replace(ended=event, proposal=None, now=now, clocks=clocks)


def _evolve_again(match: Match, event: Again) -> Match:
    return match._replace(proposal=None, again=event.number)


_EVOLVE: Mapping[type, Callable[[Match, Any], Match]] = {
    Played: _evolve_played,
    TakenBack: _evolve_taken_back,
    Proposed: _evolve_proposed,
    Answered: _evolve_answered,
    ClockRan: _evolve_clock_ran,
    Stopped: _evolve_stopped,
    Seated: _evolve_seated,
    Renamed: _evolve_renamed,
    Ran: _evolve_ran,
    Delayed: _evolve_delayed,
    Ended: _evolve_ended,
    Again: _evolve_again,
}

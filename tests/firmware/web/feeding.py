"""Who follows the feed of a match with rules, as a program elsewhere would: from JSON alone."""

import json
from collections.abc import Iterable
from typing import Any

from firmware.match import events as happened
from firmware.match.clock import GameClock
from firmware.match.events import Ended, MatchEvent, Proposed
from firmware.match.line import GameLine
from firmware.match.match import apply
from firmware.match.seats import Seat, Seats
from firmware.match.state import Match
from rules import Header, Outcome

KINDS = ("Played", "TakenBack", "Proposed", "Answered", "ClockRan", "Seated", "Ran", "Ended",
         "Again")  # fmt: skip


def kind_of(tag: str) -> Any:
    return next(getattr(happened, name) for name in KINDS if name.lower() == tag.replace("_", ""))


def event_of(told: dict[str, Any]) -> MatchEvent:
    fields = {key: value for key, value in told.items() if key != "type"}
    return ended_of(fields) if told["type"] == "ended" else _event(told["type"], fields)


def _event(tag: str, fields: dict[str, Any]) -> MatchEvent:
    if tag == "seated":
        fields = {"seats": seats_of(fields["seats"])}
    for name in ("seats", "asked"):
        if isinstance(fields.get(name), list):
            fields[name] = tuple(fields[name])
    event: MatchEvent = kind_of(tag)(**fields)
    return event


def ended_of(told: dict[str, Any]) -> Ended:
    outcome = told["outcome"]
    if outcome is not None:
        outcome = Outcome(outcome["reason"], tuple(outcome["winners"]))
    return Ended(**{**told, "outcome": outcome})


def seats_of(levels: dict[str, int]) -> Seats:
    return Seats({name: Seat(level) for name, level in levels.items()})


def match_of(told: dict[str, Any]) -> Match:
    """The match that a snapshot tells of."""
    header = Header(**{**told["header"], "players": tuple(told["header"]["players"])})
    line = GameLine(header.start(told["files"].__getitem__))
    for ply in told["lines"]:
        line = line.play(ply["line"], ply["milliseconds"], ply["at"])
    proposal = told["proposal"]
    if proposal is not None:
        proposal = Proposed(
            proposal["what"], tuple(proposal["seats"]), tuple(proposal["asked"]), proposal["plies"]
        )
    ended = None if told["ended"] is None else ended_of(told["ended"])
    now = line.position
    if ended is not None and ended.line is not None and now.outcome is None:
        now = now.play(ended.line)
    return Match(
        header, line, now, GameClock(**told["clock"]), seats_of(told["seats"]), proposal, ended,
        told["again"], told["seq"],
    )  # fmt: skip


def plainly(match: Match) -> Match:
    """A match as those who look on know it: no time since the last move, no holders of seats."""
    levels = {name: seat.level for name, seat in match.seats.by_name.items()}
    return match._replace(now=match.line.start, seats=seats_of(levels))


class Follows:
    """Follows a match by the messages of its feed, some of which may be lost, or come twice."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.epoch = ""
        self.snapshots = 0

    @property
    def hello(self) -> dict[str, Any]:
        seq = 0 if self.match is None else self.match.seq
        return {"type": "hello", "protocol": 1, "epoch": self.epoch, "seq": seq}

    def hear(self, texts: Iterable[str]) -> bool:
        """Take in messages; return whether something is missing, so that hello is to be said."""
        missing = False
        for text in texts:
            told = json.loads(text)
            if told["type"] == "snapshot":
                self.snapshots += 1
                self.epoch = told["epoch"]
                self.match = None if told["header"] is None else match_of(told)
            elif told["type"] == "batch":
                missing |= self._batch(told)
        return missing

    def _batch(self, told: dict[str, Any]) -> bool:
        if self.match is None:
            return True
        if told["seq"] == self.match.seq + 1:
            self.match = apply(self.match, [event_of(one) for one in told["events"]])
        return bool(told["seq"] > self.match.seq)

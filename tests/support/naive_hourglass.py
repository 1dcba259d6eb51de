"""Hourglass a second time, slow and plain, straight from the clauses: what the engine is checked
against. Seconds are fractions, glasses are dictionaries, and nothing is remembered that can be
worked out again."""

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

HALF = "a-e b-e b-f c-f b-d d-e d-f e-g e-h f-h f-i g-j g-k h-k h-l i-l i-m"
TURNED = dict(zip("abcdefghiABCDEFGHIjmkl", "ABCDEFGHIabcdefghimjlk", strict=True))


class Naive:
    def __init__(self, players: int, options: Mapping[str, str], load: Callable[[str], str] | None = None) -> None:
        assert players == 2
        self.seats = ["white", "pink"]
        self.home = {"white": list("abcd"), "pink": list("ABCD")}  # HG-2
        image = ["-".join(TURNED[hole] for hole in line.split("-")) for line in HALF.split()]
        lines = HALF.split() + image  # HG-3
        if options.get("board"):
            assert load is not None
            board = tomllib.loads(load(options["board"]))
            self.home = {seat: board[seat] for seat in self.seats}
            lines = board["lines"]
        self.lines = [set(line.split("-")) for line in lines]
        sand = options.get("sand", "120")  # HG-4
        self.equal = options.get("equal", "draw")  # HG-15
        self.declared = options.get("deaths") == "declared"  # HG-16
        self.stalling = options.get("stalling", "noted")  # HG-12
        self.limit = Fraction(0)
        if options.get("turn", "none") != "none":
            self.limit = Fraction(options["turn"])  # HG-12a
        self.began = Fraction(0)  # the turn
        self.glasses: dict[str, dict[str, Any]] = {}
        for seat in self.seats:
            for hole in self.home[seat]:
                all_sand = Fraction(120 if ":" in sand else sand)
                for part in sand.split():
                    if part.startswith(f"{hole}:"):
                        all_sand = Fraction(part.split(":")[1])
                self.glasses[hole] = {
                    "seat": seat,
                    "hole": hole,
                    "sand": all_sand,
                    "turned": None,
                    "ran": None,
                    "dead": False,
                }
        self.now: Fraction | None = None
        self.turn = "white"
        self.moved: list[str] = []  # the seats that have made a move
        self.stalled: list[str] = []
        self.plies = 0
        self.reason: str | None = None

    def left(self, glass: dict[str, Any]) -> Fraction:
        """The seconds that a glass still runs, or is thought to."""
        if glass["turned"] is None:
            return Fraction(0)  # HG-7
        assert self.now is not None
        ran: Fraction = glass["ran"] - (self.now - glass["turned"])
        return max(ran, Fraction(0))

    def goal(self, seat: str) -> list[str]:
        return self.home["pink" if seat == "white" else "white"]

    def at(self, hole: str) -> dict[str, Any] | None:
        for glass in self.glasses.values():
            if glass["hole"] == hole:
                return glass
        return None

    def turn_over(self, glass: dict[str, Any]) -> None:
        glass["ran"] = glass["sand"] - self.left(glass)  # HG-5
        glass["turned"] = self.now

    def free_beside(self, glass: dict[str, Any]) -> list[str]:
        beside = [h for line in self.lines if glass["hole"] in line for h in line]
        return [h for h in beside if self.at(h) is None]

    def can_move(self, glass: dict[str, Any]) -> bool:
        seat = glass["seat"]
        if seat not in self.moved and glass is not self.glasses[self.home[seat][3]]:
            return False  # HG-9
        return not glass["dead"] and bool(self.free_beside(glass))

    def moves_of(self, seat: str) -> list[str]:
        return [
            f"{glass['hole']}-{to}"
            for glass in self.glasses.values()
            if glass["seat"] == seat and self.can_move(glass)
            for to in self.free_beside(glass)
        ]

    def other(self, seat: str) -> str:
        return "pink" if seat == "white" else "white"

    def legal(self) -> list[str]:
        if self.reason:
            return []
        if self.now is None:
            return ["start"]
        return self.moves_of(self.turn) or self.moves_of(self.other(self.turn))  # HG-11

    def die(self, glasses: list[dict[str, Any]]) -> None:
        """All these die at this very second, and then the turn may pass."""
        blamed = len(self.stalled)
        for glass in glasses:
            home_free = glass["hole"] not in self.goal(glass["seat"])
            if glass["seat"] == self.turn and home_free and self.can_move(glass):  # HG-12
                self.stalled += [name for name, g in self.glasses.items() if g is glass]
        for glass in glasses:
            glass["dead"] = True
            if glass["hole"] not in self.goal(glass["seat"]):
                glass["hole"] = None  # HG-6, HG-13
        self.look_for_the_end()
        if self.reason:
            return
        stalls = len(self.stalled) > blamed
        if stalls and self.stalling == "loses":
            self.reason = "stalled"
            return
        assert self.now is not None
        late = self.limit and self.now >= self.began + self.limit
        other = self.other(self.turn)
        if (late or (stalls and self.stalling == "passes")) and self.moves_of(other):
            self.turn = other
            self.began = self.now

    def look_for_the_end(self) -> None:
        for seat in self.seats:
            own = [g for g in self.glasses.values() if g["seat"] == seat]
            if all(g["dead"] or g["hole"] in self.goal(seat) for g in own):
                self.reason = "finished"  # HG-14

    def wait_until(self, second: Fraction) -> None:
        assert self.now is not None
        assert self.reason is None
        assert second >= self.now
        while self.reason is None:
            running = [
                g for g in self.glasses.values() if g["turned"] is not None and not g["dead"] and not self.declared
            ]
            ends = [g["turned"] + g["ran"] for g in running]
            last = self.began + self.limit  # of this turn: HG-12a
            times = ends + ([last] if self.limit and last > self.now else [])
            if not times or min(times) > second:
                break
            self.now = min(times)
            self.die([g for g, end in zip(running, ends, strict=True) if end == self.now])
        if self.reason is None:
            self.now = second

    def play(self, line: str) -> None:
        words = line.split()
        if words == ["start"]:  # HG-8
            assert self.now is None
            self.now = Fraction(0)
            for seat in self.seats:
                for hole in self.home[seat][:3]:
                    self.turn_over(self.glasses[hole])
            self.plies = 1
            return
        if words[0] != "dead" and "-" not in words[0]:
            self.wait_until(Fraction(words.pop(0)))
        if not words:
            return
        assert self.reason is None
        if words[0] == "dead":  # HG-16
            glass = self.at(words[1])
            assert self.declared
            assert glass is not None
            assert not glass["dead"]
            assert glass["turned"] is not None
            self.die([glass])
            return
        assert words[0] in self.legal(), words[0]
        start, to = words[0].split("-")
        glass = self.at(start)
        assert glass is not None
        self.turn_over(glass)
        glass["hole"] = to
        self.moved.append(glass["seat"])
        self.turn = self.other(glass["seat"])
        assert self.now is not None
        self.began = self.now
        self.plies += 1
        if self.left(glass) == 0 and not self.declared:  # HG-7: never alive in its new hole
            glass["dead"] = True
            glass["hole"] = None
        self.look_for_the_end()

    def scores(self) -> dict[str, int]:
        return {
            seat: sum(g["seat"] == seat and g["hole"] in self.goal(seat) for g in self.glasses.values())
            for seat in self.seats
        }

    def winners(self) -> list[str]:
        if self.reason == "stalled":
            return [self.other(self.glasses[self.stalled[0]]["seat"])]
        scores = self.scores()
        if scores["white"] == scores["pink"] and self.equal == "living":  # HG-15
            scores = {
                seat: sum(
                    g["seat"] == seat and g["turned"] is not None and not g["dead"] for g in self.glasses.values()
                )
                for seat in self.seats
            }
        if self.reason is None or scores["white"] == scores["pink"]:
            return []
        return [seat for seat in self.seats if scores[seat] == max(scores.values())]

"""Das glorreiche Manoever a second time, slow and plain, straight from the clauses: what the
engine is checked against. Each recruit is a dictionary, everything is worked out from scratch."""

from collections.abc import Iterator, Mapping
from typing import Any

REWARDS = "21:1 42:2 63:3"
BONUSES = "10w 17w 24b 31w 38w 45b 52w 59w 66b 73b"


class Naive:
    def __init__(self, players: int, options: Mapping[str, str]) -> None:
        self.players = players
        self.track = int(options.get("track", "84"))  # GM-1
        self.rewards: dict[int, int] = {}  # those still lying there: GM-3
        for stone in options.get("rewards", REWARDS).split():
            field, value = stone.split(":")
            self.rewards[int(field)] = int(value)
        self.bonus = {  # GM-4
            int(stone[:-1]): {"w": 2, "b": 3}[stone[-1]] for stone in options.get("bonuses", BONUSES).split()
        }
        # GM-2: where is None in the courtyard at first; height 0 stands at the bottom.
        self.recruits: list[dict[str, Any]] = [
            {"seat": seat, "where": None, "height": 0, "place": None, "moved": False}
            for seat in range(players)
            for _ in range(12 // players)
        ]
        self.rolls = 0
        self.turn = 0
        self.taken = dict.fromkeys(range(players), 0)
        self.reason: str | None = None

    def on(self, field: int) -> list[dict[str, Any]]:
        """The recruits on a field, bottom to top."""
        there = [r for r in self.recruits if r["where"] == field]
        return sorted(there, key=lambda r: int(r["height"]))

    def movable(self, seat: int) -> list[dict[str, Any]]:
        """The free recruits of a seat that have not moved this turn (GM-8, GM-9)."""
        return [
            r
            for r in self.recruits
            if r["seat"] == seat and r["where"] is not None and self.on(r["where"])[-1] is r and not r["moved"]
        ]

    def reach(self, recruit: dict[str, Any]) -> int:
        ahead = {r["where"] for r in self.recruits if r["where"] is not None and r["where"] > recruit["where"]}
        rank = 1 + len(ahead)  # GM-12
        passengers = len(self.on(recruit["where"]))  # GM-13
        bonus = self.bonus.get(recruit["where"], 1)  # GM-14
        return rank * passengers * bonus

    def legal(self) -> Iterator[str]:
        if self.reason:
            return
        if self.rolls < 12:  # GM-6
            yield from (f"roll {n}" for n in range(1, 7) if len(self.on(n)) < 3)
            return
        for recruit in self.movable(self.turn):
            start = recruit["where"]
            for fields in range(1, self.reach(recruit) + 1):  # GM-15
                to = start + fields
                if to <= self.track and len(self.on(to)) < 3:
                    yield f"{start}-{to}"
            if start + self.reach(recruit) > self.track:
                yield f"{start}-home"

    def play(self, line: str) -> None:
        assert line in set(self.legal()), line
        if line.startswith("roll"):
            field = int(line.split()[1])
            recruit = next(r for r in self.recruits if r["seat"] == self.turn and r["where"] is None)
            recruit["height"] = len(self.on(field))
            recruit["where"] = field
            self.rolls += 1
            self.turn = (self.turn + 1) % self.players
            if self.rolls == 12:  # GM-7
                self.turn = 0
                self.skip()
            return
        start, to = line.split("-")
        recruit = self.on(int(start))[-1]
        recruit["moved"] = True
        recruit["where"] = None
        if to == "home":
            recruit["place"] = 12 - self.home()  # GM-17
        else:
            recruit["height"] = len(self.on(int(to)))
            recruit["where"] = int(to)
            self.taken[self.turn] += self.rewards.pop(int(to), 0)  # GM-16
        if self.home() == 11:  # GM-18
            last = next(r for r in self.recruits if r["place"] is None)
            last["where"], last["place"] = None, 1
            self.reason = "home"
            return
        if not self.movable(self.turn):
            self.turn = (self.turn + 1) % self.players
            for r in self.recruits:
                r["moved"] = False
            self.skip()

    def skip(self) -> None:
        """Seats without a free recruit lose their turn (GM-10)."""
        while not self.movable(self.turn):
            self.turn = (self.turn + 1) % self.players

    def home(self) -> int:
        return len([r for r in self.recruits if r["place"] is not None])

    def places(self, seat: int) -> list[int]:
        return [r["place"] for r in self.recruits if r["seat"] == seat and r["place"] is not None]

    def scores(self) -> dict[str, int]:  # GM-19
        return {str(seat + 1): sum(self.places(seat)) + self.taken[seat] for seat in range(self.players)}

    def winners(self) -> list[str]:
        if not self.reason:
            return []
        scores = self.scores()
        best = [seat for seat in scores if scores[seat] == max(scores.values())]
        return [max(best, key=lambda seat: max(self.places(int(seat) - 1)))]

"""Forum Romanum a second time, slow and plain, straight from the clauses: what the engine is
checked against. A dictionary of fields, lists of everything, no bit sets, nothing shared."""

from collections.abc import Iterator, Mapping

LETTERS = "abcdefg"
LAYOUT = ["1111222", "1111222", "3344455", "3344455", "3344455", "6666777", "6666777"]


class Naive:
    def __init__(self, players: int, options: Mapping[str, str]) -> None:
        self.players = players
        self.variant = options.get("variant") == "true"
        layout = options.get("layout", "/".join(LAYOUT))
        each = 2 if players == 2 else 1  # FR-8
        chosen = options.get("colours") or ("yrbg" if players == 2 else "ybrgkw"[:players])  # FR-8a
        self.of_seat = [chosen[each * seat : each * seat + each] for seat in range(players)]
        self.colours = "".join(chosen[turn::each] for turn in range(each))
        self.hand = {2: 8, 3: 8, 4: 8, 5: 6, 6: 5}[players]  # FR-4
        self.on: dict[str, str] = {}  # field -> colour
        self.steps = dict.fromkeys(self.colours, 0)
        rows = layout.split("/")
        fields = {(c, r): f"{LETTERS[c]}{7 - r}" for r in range(7) for c in range(7)}
        self.fields = list(fields.values())
        sectors = [[fields[c, r] for c in range(7)] for r in range(7)]
        sectors += [[fields[c, r] for r in range(7)] for c in range(7)]
        sectors += [[fields[i, i] for i in range(7)], [fields[i, 6 - i] for i in range(7)]]
        sectors += [[fields[c, r] for r in range(7) for c in range(7) if rows[r][c] == str(n)] for n in range(1, 8)]
        self.unscored = sectors  # FR-2
        self.turn = 0  # number of the seat
        self.used: list[str] = []  # colours used this turn (two players, FR-8)
        self.reason: str | None = None

    def now(self) -> list[str]:
        return [c for c in self.of_seat[self.turn] if c not in self.used]

    def legal(self) -> Iterator[str]:
        if self.reason:
            return
        free = [f for f in self.fields if f not in self.on]
        for colour in self.now():
            if len(self.on) < self.hand * len(self.colours):  # FR-6
                yield from (f"{colour}@{f}" for f in free)
            else:  # FR-7
                yield from (f"{a}-{b}" for a, c in self.on.items() if c == colour for b in free)

    def play(self, move: str) -> None:
        if move == "agree":
            self.end("agreed")
            return
        assert move in set(self.legal()), move
        if "@" in move:
            colour, to = move.split("@")
        else:
            start, to = move.split("-")
            colour = self.on.pop(start)
        self.on[to] = colour
        for sector in list(self.unscored):
            if all(f in self.on for f in sector) and self.score(sector):
                self.unscored.remove(sector)
        self.used.append(colour)
        if self.players > 2 or len(self.used) == 2:
            self.used = []
            self.turn = (self.turn + 1) % self.players
        if all(f in self.on for sector in self.unscored for f in sector):  # FR-13
            self.end("scored")

    def counts(self, sector: list[str]) -> dict[str, int]:
        return {c: sum(self.on.get(f) == c for f in sector) for c in self.colours}

    def score(self, sector: list[str]) -> bool:
        n = self.counts(sector)
        most = [c for c in n if n[c] == max(n.values())]
        fewest = [c for c in n if n[c] == min(n.values())]
        if self.variant:  # FR-17
            for c in most:
                self.steps[c] += 4 if len(most) == 1 else 2
            for c in fewest:
                self.steps[c] -= len(sector) if len(fewest) == 1 else 4
            return True
        if len(most) > 1:  # FR-11
            return False
        self.steps[most[0]] += len(sector)  # FR-9
        for c in fewest:  # FR-10
            self.steps[c] -= 4 if len(fewest) == 1 else 2
        return True

    def end(self, reason: str) -> None:
        self.reason = reason
        for sector in self.unscored:  # FR-14
            if all(f in self.on for f in sector):
                n = self.counts(sector)
                fewest = [c for c in n if n[c] == min(n.values())]
                for c in n:
                    if n[c] == max(n.values()):
                        self.steps[c] += 4
                    if c in fewest:
                        self.steps[c] -= 4 if len(fewest) == 1 else 2

    def scores(self) -> dict[str, int]:
        return {
            str(seat + 1): sum(self.steps[colour] for colour in colours) for seat, colours in enumerate(self.of_seat)
        }

    def winners(self) -> list[str]:
        scores = self.scores()
        return [s for s in scores if scores[s] == max(scores.values())] if self.reason else []

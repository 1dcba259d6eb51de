"""Revolution a second time, slow and plain, straight from the clauses: what the engine is checked
against. Dictionaries of fields, everything counted anew each time it is asked for."""

from collections.abc import Mapping

FIELDS = [f"{letter}{number}" for letter in "abcde" for number in "12345"]  # RV-1
OTHER = {"light": "dark", "dark": "light"}


def neighbours(field: str) -> list[str]:
    """RV-4."""
    letter, number = ord(field[0]), int(field[1])
    around = [(letter - 1, number), (letter + 1, number), (letter, number - 1), (letter, number + 1)]
    return [f"{chr(a)}{b}" for a, b in around if f"{chr(a)}{b}" in FIELDS]


class Naive:
    def __init__(self, players: int, options: Mapping[str, str]) -> None:
        assert players == 2
        self.apart = options.get("buildings_apart", "false") == "true"
        self.securing = options.get("securing", "strongest_card")
        self.notre_dame = options.get("notre_dame", "closed")
        self.buildings: dict[str, str] = {}  # field -> N, V or B
        self.cards: dict[str, tuple[str, str]] = {}  # field -> (seat, card)
        self.stones: dict[str, str] = {}  # field -> seat
        self.order: list[str] = []  # fields in the order in which they were filled
        self.hand = {seat: list("9876543210F") for seat in ("light", "dark")}  # RV-2
        self.turn = "dark"  # RV-5
        self.laid = False  # whether this turn's card has been laid (RV-8)
        self.stone_only = False  # whether this turn is one of RV-22
        self.stones_this_turn = 0
        self.idle = 0  # RV-22: turns in a row without a stone
        self.reason: str | None = None
        self.winner: str | None = None

    # What there is

    def free(self, field: str) -> bool:
        return field not in self.buildings and field not in self.cards

    def full(self) -> bool:
        return not any(self.free(field) for field in FIELDS)

    def influence(self, seat: str, field: str) -> int:  # RV-9, RV-10
        total = 0
        for near in [field, *neighbours(field)]:
            if near in self.cards and self.cards[near][0] == seat and self.cards[near][1] != "F":
                total += int(self.cards[near][1])
        return total

    def count(self, seat: str) -> int:
        return len([field for field in self.stones if self.stones[field] == seat])

    def where(self, building: str) -> str:
        return next(field for field in self.buildings if self.buildings[field] == building)

    # What may be done

    def may_build(self, field: str) -> bool:
        after = [*self.buildings, field]
        for one in after:
            if all(near in after for near in neighbours(one)):  # RV-6
                return False
            if self.apart and any(near in after for near in neighbours(one)):  # RV-7
                return False
        return field not in self.buildings

    def may_set(self, field: str) -> bool:
        seat, foe = self.turn, OTHER[self.turn]
        if field in self.stones or self.free(field) or self.count(seat) == 11:  # RV-11, RV-2
            return False
        mine, theirs = self.influence(seat, field), self.influence(foe, field)
        open_near = [near for near in neighbours(field) if self.free(near)]
        if field in self.buildings:
            if self.buildings[field] != "N":  # RV-15
                return False
            if open_near:  # RV-16
                return self.notre_dame == "early" and mine < theirs
            last = [at for at in self.order if at in neighbours(field)][-1]
            return mine < theirs or (mine == theirs and self.cards[last][0] != seat)
        numbers = sorted([int(card) for card in self.hand[foe] if card != "F"], reverse=True)
        secure = 0
        if open_near:  # RV-13, RV-14
            most = len(open_near) if self.securing == "strongest_cards" else 1
            secure = sum(numbers[:most])
        own = self.cards[field][0] == seat
        return mine > theirs + secure or (mine == theirs + secure and own)  # RV-12, RV-13, RV-17

    def settable(self) -> list[str]:
        return [field for field in FIELDS if self.may_set(field)]

    def legal(self) -> list[str]:
        if self.reason:
            return []
        if len(self.buildings) < 3:
            left = [name for name in "NVB" if name not in self.buildings.values()]
            return [f"{name}@{field}" for name in left for field in FIELDS if self.may_build(field)]
        if not self.laid and not self.stone_only:
            free = [field for field in FIELDS if self.free(field)]
            return [f"{card}@{field}" for card in self.hand[self.turn] for field in free]
        return [f"*{field}" for field in self.settable()] + ["end"]

    # Doing it

    def play(self, line: str) -> None:
        assert line in self.legal(), line
        if line == "end":
            self.finish_turn()
        elif line[0] == "*":
            self.stones[line[1:]] = self.turn
            self.stones_this_turn += 1
            self.look()
        elif line[0] in "NVB":
            self.buildings[line[2:]] = line[0]
            self.order.append(line[2:])
            self.turn = OTHER[self.turn]
        else:
            self.hand[self.turn].remove(line[0])
            self.cards[line[2:]] = (self.turn, line[0])
            self.order.append(line[2:])
            self.laid = True
            self.look()

    def look(self) -> None:
        """After every card and every stone."""
        for seat in OTHER:  # RV-19
            for field, (owner, card) in self.cards.items():
                leads = self.influence(seat, field) > self.influence(owner, field)
                if card == "F" and owner != seat and leads:
                    self.end("flag", seat)
                    return
        for seat, foe in OTHER.items():  # RV-20
            if self.stones.get(self.where("N")) == seat and all(
                self.influence(seat, self.where(name)) > self.influence(foe, self.where(name)) for name in "VB"
            ):
                self.end("buildings", seat)
                return
        for seat in OTHER:  # RV-21
            if self.count(seat) == 11 and (seat, "F") in self.cards.values():
                self.end("stones", seat)
                return
        if not self.settable():  # RV-18
            self.finish_turn()

    def finish_turn(self) -> None:
        if self.stone_only:  # RV-22
            self.idle = 0 if self.stones_this_turn else self.idle + 1
            if self.idle == 2:
                self.end("exhausted", None)
                return
        self.turn = OTHER[self.turn]
        self.laid = False
        self.stones_this_turn = 0
        self.stone_only = self.full()
        if self.stone_only and not self.settable():  # skipped
            self.turn = OTHER[self.turn]
            assert self.settable()

    def end(self, reason: str, winner: str | None) -> None:
        self.reason, self.winner = reason, winner

    def scores(self) -> dict[str, int]:  # RV-23
        return {s: 11 - self.count(OTHER[s]) if s == self.winner else 0 for s in OTHER}

    def winners(self) -> list[str]:
        return [self.winner] if self.winner else []

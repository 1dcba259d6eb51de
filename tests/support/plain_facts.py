"""Facts about moves a second time, slow and plain, from what a position tells as text and numbers.

Nothing here is shared with the games' own facts: each number is counted anew from where the pieces
lie. `COUNTED` has, by game and by text, how the number of a move is counted, and whether the lower
one is meant.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, NamedTuple

from rules import Position


class Case(NamedTuple):
    """A move made: `before` and `after` as positions tell of themselves, and who made it."""

    before: Position
    move: str
    after: Position
    seat: str
    values: Mapping[str, Any]


Count = Callable[[Case], float]


# Manoeuvre


def stacks(position: Position) -> dict[int, list[str]]:
    return {int(field): seats for field, seats in position.detail()["track"].items()}


def layout(position: Any) -> tuple[dict[int, int], dict[int, int], int]:
    """The reward stones, the factors of the bonus stones, and the number of fields."""
    return position.setup.rewards, position.setup.bonuses, position.setup.length


def may_go(position: Position, field: int) -> int:
    """How far the recruit on top of a field may go: GM-12, GM-13, GM-14."""
    there = stacks(position)
    ahead = sum(other > field for other in there)
    return (ahead + 1) * len(there[field]) * layout(position)[1].get(field, 1)


def farthest(case: Case, field: int) -> int:
    """How far the recruit on top of a field comes: GM-5, GM-15."""
    last = layout(case.after)[2]
    steps = range(1, may_go(case.after, field) + 1)
    full = {n for n, seats in stacks(case.after).items() if len(seats) == 3}
    return max(n for n in steps if field + n <= last + 1 and field + n not in full)


def tops(case: Case, own: bool) -> list[int]:
    return [n for n, seats in stacks(case.after).items() if (seats[-1] == case.seat) == own]


def reaches(case: Case, start: int, end: int) -> bool:
    full = len(stacks(case.after).get(end, "")) == 3
    return 0 < end - start <= may_go(case.after, start) and not full


def way(case: Case) -> tuple[int, int]:
    start, end = case.move.split("-")
    return int(start), layout(case.before)[2] + 1 if end == "home" else int(end)


def passed(case: Case) -> int:
    start, end = way(case)
    there = stacks(case.before).items()
    return sum(seat != case.seat for n, seats in there if start < n < end for seat in seats)


def below(case: Case, own: bool) -> int:
    return sum((seat == case.seat) == own for seats in stacks(case.after).values() for seat in seats[:-1])


def coverable(case: Case, by_own: bool) -> int:
    by, of = tops(case, by_own), tops(case, not by_own)
    return len({end for start, end in product(by, of) if reaches(case, start, end)})


def nearly_home(case: Case, own: bool) -> int:
    last = layout(case.after)[2]
    there = len(case.after.detail()["home"][case.seat]) if own else 0
    return there + sum(n + may_go(case.after, n) > last for n in tops(case, own))


def best_stone(case: Case, own: bool) -> int:
    rewards = layout(case.after)[0]
    left = {n: value for n, value in rewards.items() if n not in case.after.taken}  # type: ignore[attr-defined]
    starts = tops(case, own)
    return max([0, *(v for n, v in left.items() if any(reaches(case, s, n) for s in starts))])


def points(case: Case, kind: str) -> int:
    new, old = (position.detail()[kind][case.seat] for position in (case.after, case.before))
    return sum(map(int, new)) - sum(map(int, old))


MANOEUVRE_MORE: dict[str, Count] = {
    "it brings a recruit home for more points": lambda c: points(c, "home"),
    "it takes more points of reward stones": lambda c: points(c, "rewards"),
    "a reward stone of more points is within reach of its recruits": lambda c: best_stone(c, True),
    "it overtakes more recruits of others": passed,
    "more recruits of others are covered then": lambda c: below(c, False),
    "its recruits can cover more of the others then": lambda c: coverable(c, True),
    "more of its recruits are home or one move from it then": lambda c: nearly_home(c, True),
    "its free recruits can go more fields in all": lambda c: sum(farthest(c, n) for n in tops(c, True)),
    "the recruit that moves can go more fields from there": lambda c: farthest(c, way(c)[1]),
    "its hindmost recruit stands on a higher field then": lambda c: min(
        n for n, seats in stacks(c.after).items() if c.seat in seats
    ),
    "the recruit moves more fields": lambda c: way(c)[1] - way(c)[0],
}
MANOEUVRE_FEWER: dict[str, Count] = {
    "the best reward stone within reach of others has fewer points": lambda c: best_stone(c, False),
    "fewer of its recruits are covered then": lambda c: below(c, True),
    "others can cover fewer of its recruits then": lambda c: coverable(c, False),
    "fewer recruits of others are one move from home then": lambda c: nearly_home(c, False),
    "free recruits of others can go fewer fields in all": lambda c: sum(farthest(c, n) for n in tops(c, False)),
}


# Hourglass


def joined(case: Case) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {}
    for a, b in case.after.board.lines:  # type: ignore[attr-defined]
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return near


def glasses(position: Position) -> list[dict[str, Any]]:
    return list(position.detail()["glasses"].values())


def goal(case: Case, seat: str) -> set[str]:
    homes = case.after.board.homes  # type: ignore[attr-defined]
    return set(homes[1 if seat == "white" else 0])  # HG-2


def outside(case: Case, own: bool) -> list[dict[str, Any]]:
    """The living glasses of one side that are not in its goal."""
    return [
        g
        for g in glasses(case.after)
        if g["hole"] and not g["dead"] and (g["seat"] == case.seat) == own and g["hole"] not in goal(case, g["seat"])
    ]


def lines(case: Case, start: str, ends: set[str], through: set[str] | None = None) -> int:
    """The lines of the shortest way; `through` are the holes that may be used, all if None.

    99 where there is no way.
    """
    near, seen, line = joined(case), {start}, [start]
    for number in range(99):
        if ends & set(line):
            return number
        line = [b for a in line for b in near[a] if b not in seen and (through is None or b in through)]
        seen.update(line)
    return 99


def empty(case: Case) -> set[str]:
    return set(joined(case)) - {g["hole"] for g in glasses(case.after)}


def beside(case: Case, hole: str) -> set[str]:
    return joined(case)[hole] & empty(case)


def allowed(case: Case, glass: dict[str, Any]) -> bool:
    """HG-9: before its fourth glass was turned, a seat moves that one alone."""
    name = next(n for n, g in case.after.detail()["glasses"].items() if g == glass)
    fourth = case.after.board.homes[0 if glass["seat"] == "white" else 1][3]  # type: ignore[attr-defined]
    return bool(case.after.detail()["glasses"][fourth]["turned"]) or name == fourth


def movable_ways(case: Case, own: bool) -> int:
    return sum(len(beside(case, g["hole"])) for g in outside(case, own) if allowed(case, g))


def arriving(case: Case, own: bool) -> int:
    return sum(allowed(case, g) and bool(beside(case, g["hole"]) & goal(case, g["seat"])) for g in outside(case, own))


def tenths(seconds: float) -> int:
    return round(seconds * 1000) // 100


def total(case: Case) -> int:
    return sum([round(float(g["remaining"]) * 1000) for g in outside(case, True)]) // 100


def away(case: Case) -> list[int]:
    return [lines(case, g["hole"], goal(case, case.seat)) for g in outside(case, True)]


def round_about(case: Case, own: bool) -> list[int]:
    free = empty(case)
    return [lines(case, g["hole"], goal(case, g["seat"]) & free, free) for g in outside(case, own)]


HOURGLASS_MORE: dict[str, Count] = {
    "more of its hourglasses are in the goal then": lambda c: sum(
        g["hole"] in goal(c, c.seat) for g in glasses(c.after) if g["seat"] == c.seat
    ),
    "the first of its hourglasses outside the goal to run out has more seconds then": lambda c: min(
        tenths(g["remaining"]) for g in outside(c, True) if g["turned"]
    ),
    "its hourglasses outside the goal run for more seconds in all": total,
    "more of its hourglasses can move into the goal then": lambda c: arriving(c, True),
    "more free holes lie beside the hourglass that moves then": lambda c: len(beside(c, c.move[-1])),
    "more of the other's hourglasses are cut off from the goal then": lambda c: round_about(c, False).count(99),
    "the other's hourglasses have more lines in all to go to the goal through free holes": lambda c: sum(
        round_about(c, False)
    ),
    "its hourglasses outside the goal have more moves then": lambda c: movable_ways(c, True),
}
HOURGLASS_FEWER: dict[str, Count] = {
    "the hourglass that moves is fewer lines from the goal then": lambda c: lines(c, c.move[-1], goal(c, c.seat)),
    "its hourglasses are fewer lines from the goal in all": lambda c: sum(away(c)),
    "its hindmost hourglass is fewer lines from the goal then": lambda c: max(away(c)),
    "fewer of the other's hourglasses can move into the goal then": lambda c: arriving(c, False),
    "its hourglasses have fewer lines in all to go to the goal through free holes": lambda c: sum(round_about(c, True)),
    "fewer of its hourglasses are cut off from the goal then": lambda c: round_about(c, True).count(99),
    "the other's hourglasses outside the goal have fewer moves then": lambda c: movable_ways(c, False),
}


# Revolution

CITY = {f"{letter}{number}" for letter in "abcde" for number in "12345"}


def city(position: Any) -> dict[str, str]:
    return {field: position.on(field) for field in CITY}


def near(field: str) -> set[str]:
    """RV-4: the fields that share an edge."""
    return {other for other in CITY if abs(ord(field[0]) - ord(other[0])) + abs(ord(field[1]) - ord(other[1])) == 1}


def influence(position: Any, seat: str, field: str) -> int:
    """RV-9: the numbers of the seat's cards there and beside."""
    laid = city(position)
    return sum(int(laid[one][1]) for one in near(field) | {field} if laid[one][:1] == seat[0] and laid[one][1] != "F")


def rival(seat: str) -> str:
    return "dark" if seat == "light" else "light"


def lead(case: Case, field: str, own: bool = True) -> int:
    one = case.seat if own else rival(case.seat)
    return influence(case.after, one, field) - influence(case.after, rival(one), field)


def bare(case: Case) -> set[str]:
    return {f for f, what in city(case.after).items() if what[:1] in ("l", "d") and len(what) == 2}


def settable(case: Case, own: bool) -> int:
    """How many stones may be set: RV-11 to RV-16, by the setup's own options."""
    seat = case.seat if own else rival(case.seat)
    other, laid, setup = rival(seat), city(case.after), case.after.setup  # type: ignore[attr-defined]
    hand = [int(n) for n in case.after.detail()["hand"][other] if n != "F"]
    hand.sort(reverse=True)
    marks = {"light": "o", "dark": "x"}
    if sum(what[-1:] == marks[seat] for what in laid.values()) == 11:
        return 0
    found = 0
    for field in bare(case):
        free = sum(not laid[one] for one in near(field))
        most = sum(hand[: free if setup.every_strongest else min(free, 1)])
        ahead = lead(case, field, own) - most
        found += ahead > 0 or (ahead == 0 and laid[field][0] == seat[0])
    place = next((f for f, what in laid.items() if what == "N"), None)
    if place is not None:
        closed = all(laid[one] for one in near(place))
        if closed:
            found += lead(case, place, own) < 0 or (lead(case, place, own) == 0 and tie_goes_to(case) == seat)
        elif setup.early:
            raise NotImplementedError("Notre Dame before it is closed is not counted here")
    return min(found, 11 - stones(case.after, seat))


def tie_goes_to(case: Case) -> str | None:
    """RV-16: nobody, or the seat that the engine names where influence is equal."""
    claims = case.after.claims  # type: ignore[attr-defined]
    return "light" if claims[0] else "dark" if claims[1] else None


def laid_at(case: Case) -> str:
    return case.move.split("@")[1]


def where(case: Case, what: str) -> str:
    return next(f for f, lies in city(case.before).items() if lies.startswith(what))


def stones(position: Position, seat: str) -> int:
    return int(position.detail()["stones"][seat])


def free_led(case: Case, own: bool) -> int:
    return sum(lead(case, f, own) > 0 for f, what in city(case.after).items() if not what)


REVOLUTION_MORE: dict[str, Count] = {
    "it is more stones ahead then": lambda c: stones(c.after, c.seat) - stones(c.after, rival(c.seat)),
    "it can set more stones at once": lambda c: settable(c, True),
    "it leads on more cards without a stone": lambda c: sum(lead(c, f) > 0 for f in bare(c)),
    "it leads on more free fields": lambda c: free_led(c, True),
    "its lead where the card lies is greater": lambda c: lead(c, laid_at(c)),
    "its lead on {place} is greater": lambda c: lead(c, where(c, c.values["place"].text[0])),
    "its lead on the other's flag is greater": lambda c: lead(c, where(c, rival(c.seat)[0] + "F")),
    "its lead on its own flag is greater": lambda c: lead(c, where(c, c.seat[0] + "F")),
    "its cards in hand add up to more": lambda c: sum(int(n) for n in c.after.detail()["hand"][c.seat] if n != "F"),
}
REVOLUTION_FEWER: dict[str, Count] = {
    "it trails by fewer stones then": lambda c: stones(c.after, rival(c.seat)) - stones(c.after, c.seat),
    "it lacks fewer of its eleven stones then": lambda c: 11 - stones(c.after, c.seat),
    "the other can set fewer stones at once": lambda c: settable(c, False),
    "the other leads on fewer cards without a stone": lambda c: sum(lead(c, f) < 0 for f in bare(c)),
    "the other leads on fewer free fields": lambda c: free_led(c, False),
    "its lead on Notre Dame, where the least influence counts, is smaller": lambda c: lead(c, where(c, "N")),
    "it is less far behind where the card lies": lambda c: -lead(c, laid_at(c)),
    "it is less far behind on {place}": lambda c: -lead(c, where(c, c.values["place"].text[0])),
    "it is less far behind on the other's flag": lambda c: -lead(c, where(c, rival(c.seat)[0] + "F")),
    "it is less far behind on its own flag": lambda c: -lead(c, where(c, c.seat[0] + "F")),
}


# Forum Romanum


def forum(position: Position) -> dict[str, str]:
    """Field -> colour, from the text of the position."""
    rows = repr(position).split()[0].split("/")
    found = {}
    for row, text in zip("7654321", rows, strict=True):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
            else:
                found["abcdefg"[column] + row] = letter
                column += 1
    return found


def own_colours(case: Case) -> set[str]:
    """FR-8: with two players each has two colours, as the text of the position lists them."""
    order = list(case.after.detail()["steps"])
    players = len(case.after.seats)
    return {colour for n, colour in enumerate(order) if str(n % players + 1) == case.seat}


def tallies(case: Case) -> dict[str, tuple[dict[str, int], int, set[str]]]:
    """Each sector with a coin: Romans of each colour, free fields, and its fields."""
    stand, colours = forum(case.after), list(case.after.detail()["steps"])
    found = {}
    for name in case.after.unscored:  # type: ignore[attr-defined]
        fields = set(case.after.sector(name))  # type: ignore[attr-defined]
        there = [stand[field] for field in fields if field in stand]
        found[name] = {c: there.count(c) for c in colours}, len(fields) - len(there), fields
    return found


def alone(counts: dict[str, int], best: int) -> str | None:
    who = [colour for colour, count in counts.items() if count == best]
    return who[0] if len(who) == 1 else None


def most_in(case: Case, own: bool, free: int | None = None) -> int:
    mine = own_colours(case)
    who = [
        alone(counts, max(counts.values()))
        for counts, left, _ in tallies(case).values()
        if free is None or left == free
    ]
    return sum(one is not None and (one in mine) == own for one in who)


def fewest_in(case: Case, own: bool) -> int:
    mine = own_colours(case)
    who = [alone(counts, min(counts.values())) for counts, _, _ in tallies(case).values()]
    return sum(one is not None and (one in mine) == own for one in who)


def lacking(case: Case, own: bool) -> int:
    found, mine = 0, own_colours(case)
    for counts, _, _ in tallies(case).values():
        ours = [count for colour, count in counts.items() if colour in mine]
        theirs = [count for colour, count in counts.items() if colour not in mine]
        found += not all(ours) and any(theirs) if own else any(ours) and not all(theirs)
    return found


def moved_on(case: Case, own: bool) -> int:
    old, new = case.before.scores(), case.after.scores()
    return sum(new[seat] - old[seat] for seat in new if (seat == case.seat) == own)


def next_best(case: Case) -> int:
    seat = str(case.after.to_move)
    gains = []
    for move in case.after.legal_moves():
        following = case.after.play(move)
        gains.append(following.scores()[seat] - case.after.scores()[seat])
    return max(gains)


def lead_in(case: Case) -> int:
    counts, mine = tallies(case)[str(case.values["name"])][0], own_colours(case)
    best = max(mine, key=lambda colour: counts[colour])
    return counts[best] - max(count for colour, count in counts.items() if colour != best)


FORUM_ROMANUM_MORE: dict[str, Count] = {
    "it gains more steps at once": lambda c: moved_on(c, True),
    "its next move can gain more steps at once": next_best,
    "a colour of its own leads in more open sectors": lambda c: most_in(c, True),
    "a colour of its own leads in more open sectors with one free field": lambda c: most_in(c, True, 1),
    "a colour of its own leads in more open sectors with two free fields": lambda c: most_in(c, True, 2),
    "in more open sectors it has Romans and a colour of others has none": lambda c: lacking(c, False),
    "in more open sectors a colour of others alone has fewest Romans": lambda c: fewest_in(c, False),
    "its Roman counts in more open sectors": lambda c: sum(
        c.move[-2:] in fields for _, _, fields in tallies(c).values()
    ),
    **{f"its lead in {kind} {{name}} is greater": lead_in for kind in ("row", "column", "diagonal", "building")},
}
FORUM_ROMANUM_FEWER: dict[str, Count] = {
    "all others together gain fewer steps by it": lambda c: moved_on(c, False),
    "whoever moves next can gain fewer steps at once": next_best,
    "a colour of others leads in fewer open sectors": lambda c: most_in(c, False),
    "a colour of others leads in fewer open sectors with one free field": lambda c: most_in(c, False, 1),
    "in fewer open sectors others have Romans and a colour of its own has none": lambda c: lacking(c, True),
    "in fewer open sectors a colour of its own alone has fewest Romans": lambda c: fewest_in(c, True),
    **{
        f"it is fewer Romans behind in {kind} {{name}}": lambda c: -lead_in(c)
        for kind in ("row", "column", "diagonal", "building")
    },
}

COUNTED: dict[str, dict[str, tuple[Count, bool]]] = {
    game: {text: (count, False) for text, count in more.items()}
    | {text: (count, True) for text, count in fewer.items()}
    for game, more, fewer in (
        ("manoeuvre", MANOEUVRE_MORE, MANOEUVRE_FEWER),
        ("hourglass", HOURGLASS_MORE, HOURGLASS_FEWER),
        ("revolution", REVOLUTION_MORE, REVOLUTION_FEWER),
        ("forum_romanum", FORUM_ROMANUM_MORE, FORUM_ROMANUM_FEWER),
    )
}

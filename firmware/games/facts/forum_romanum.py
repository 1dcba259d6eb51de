"""The facts that distinguish two moves of Forum Romanum."""

from collections.abc import Callable, Iterator
from functools import partial

from firmware.games.about import as_it_is
from firmware.games.facts import Fact, Made, mine, theirs
from firmware.words import N_, Text, Value
from rules.forum_romanum import FIELDS, SECTORS, Position
from rules.forum_romanum_board import BUILDINGS, Sector

Move = Made[Position]

_DIAGONALS = {"\\": ("A7", "G1"), "/": ("A1", "G7")}


def sector_name(name: str) -> Text:
    """Return the name of a sector; a voice reads the ends of a diagonal."""
    if name in _DIAGONALS:
        start, end = _DIAGONALS[name]
        aloud = Text(N_("from {start} to {end}"), {"start": start, "end": end})
    else:
        number = BUILDINGS.index(name) + 1 if name in BUILDINGS else 0
        aloud = as_it_is(str(number) if number else name.upper())
    return Text("{name}", {"name": name}, aloud)


def _open_sectors(made: Move) -> Iterator[tuple[Sector, list[int]]]:
    """Yield each sector that has its coin, with the number of Romans of each colour."""
    position = made.after
    for sector in position.setup.sectors:
        if position.coins & sector.coin:
            yield sector, _counts(position, sector)


def _counts(position: Position, sector: Sector) -> list[int]:
    return [len(sector.members.intersection(fields)) for fields in position.romans]


def _own(made: Move) -> set[int]:
    """Return the numbers of the colours of the seat (FR-8)."""
    seats = made.after.seats
    return {n for n in range(made.after.setup.colours) if seats[n % len(seats)] == made.seat}


def _leads(made: Move, *, own: bool, free: int | None = None) -> int:
    """Return the number of open sectors led by a colour of the seat, or of others.

    A colour leads if it alone has most Romans. free: counts only sectors with so many free fields.
    """
    colours, found = _own(made), 0
    for sector, counts in _open_sectors(made):
        if free in (None, len(sector.members) - sum(counts)):
            most = [n for n, count in enumerate(counts) if count == max(counts)]
            found += len(most) == 1 and (most[0] in colours) is own
    return found


def _absent(made: Move, *, own: bool) -> int:
    """Return the number of open sectors where a colour of the seat is absent and others are not.

    own: False counts sectors where a colour of others is absent and the seat is not.
    """
    colours, found = _own(made), 0
    for _, counts in _open_sectors(made):
        sides = {(colour in colours, count > 0) for colour, count in enumerate(counts)}
        found += {(own, False), (not own, True)} <= sides
    return found


def _alone_fewest(made: Move, *, own: bool) -> int:
    """Return the number of open sectors where a colour of a side alone has fewest Romans.

    own: whether the colour is of the seat.
    """
    colours, found = _own(made), 0
    for _, counts in _open_sectors(made):
        fewest = [n for n, count in enumerate(counts) if count == min(counts)]
        found += len(fewest) == 1 and (fewest[0] in colours) is own
    return found


def _through(made: Move) -> int:
    """Return the number of open sectors with the Roman that was placed or has jumped."""
    at = FIELDS.index(made.move[-2:])
    return sum(at in sector.members for sector, _ in _open_sectors(made))


def _gained(made: Move, *, own: bool) -> int:
    """Return the steps that the move brings the seat, or all others together."""
    before, after = made.before.scores(), made.after.scores()
    return sum(after[seat] - before[seat] for seat in after if (seat == made.seat) is own)


def _next_gain(made: Move, *, own: bool) -> int | None:
    """Return the most steps that the next player can gain at once.

    own: whether this counts for the seat or for others; None where the next player is not of them.
    """
    seat = made.after.to_move
    if seat is None or (seat == made.seat) is not own:
        return None
    start = made.after.scores()[seat]
    return max(made.after.play(move).scores()[seat] for move in made.after.legal_moves()) - start


def _lead_in(number: int) -> Callable[[Move], int | None]:
    """Return the measure of the lead, in Romans, of the seat's best colour in an open sector.

    The lead counts over the seat's other colours, too, as colours cannot share the most (FR-11).
    """

    def measure(made: Move) -> int | None:
        sector = made.after.setup.sectors[number]
        if not (made.after.coins & made.before.coins & sector.coin):
            return None
        counts = _counts(made.after, sector)
        best = max(_own(made), key=counts.__getitem__)
        return counts[best] - max(counts[:best] + counts[best + 1 :])

    return measure


def _lead_facts(text: str, behind: str, names: str | tuple[str, ...]) -> Iterator[Fact[Position]]:
    for name in names:
        values: dict[str, Value] = {"name": sector_name(name)}
        yield Fact(text, _lead_in(SECTORS.index(name)), 1.6, values=values, behind=behind)


FACTS: tuple[Fact[Position], ...] = (
    Fact(N_("it gains more steps at once"), mine(_gained), 2),
    Fact(N_("all others together gain fewer steps by it"), theirs(_gained), 3, fewer=True),
    Fact(N_("whoever moves next can gain fewer steps at once"), theirs(_next_gain), 3, fewer=True),
    Fact(N_("its next move can gain more steps at once"), mine(_next_gain), 3),
    Fact(N_("a colour of its own leads in more open sectors"), mine(_leads), 1.5),
    Fact(N_("a colour of others leads in fewer open sectors"), theirs(_leads), 1.5, fewer=True),
    Fact(
        N_("a colour of its own leads in more open sectors with one free field"),
        partial(_leads, own=True, free=1),
        0.8,
        topic="one free",
    ),
    Fact(
        N_("a colour of its own leads in more open sectors with two free fields"),
        partial(_leads, own=True, free=2),
        0.8,
        topic="two free",
    ),
    Fact(
        N_("a colour of others leads in fewer open sectors with one free field"),
        partial(_leads, own=False, free=1),
        0.8,
        fewer=True,
        topic="one free",
    ),
    Fact(
        N_("in fewer open sectors others have Romans and a colour of its own has none"), mine(_absent), 1.5, fewer=True
    ),
    Fact(N_("in more open sectors it has Romans and a colour of others has none"), theirs(_absent), 1.5),
    Fact(N_("in fewer open sectors a colour of its own alone has fewest Romans"), mine(_alone_fewest), 1, fewer=True),
    Fact(N_("in more open sectors a colour of others alone has fewest Romans"), theirs(_alone_fewest), 1),
    Fact(N_("its Roman counts in more open sectors"), _through, 1),
    *_lead_facts(N_("its lead in row {name} is greater"), N_("it is fewer Romans behind in row {name}"), SECTORS[:7]),
    *_lead_facts(
        N_("its lead in column {name} is greater"), N_("it is fewer Romans behind in column {name}"), SECTORS[7:14]
    ),
    *_lead_facts(
        N_("its lead in diagonal {name} is greater"), N_("it is fewer Romans behind in diagonal {name}"), SECTORS[14:16]
    ),
    *_lead_facts(
        N_("its lead in building {name} is greater"), N_("it is fewer Romans behind in building {name}"), BUILDINGS
    ),
)

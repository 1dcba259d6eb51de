"""A position of hourglass as a line of text, described in ``rules.hourglass``, and as a board."""

from collections.abc import Callable, Mapping

from rules.drawing import draw, grid
from rules.game import MalformedError, Move
from rules.hourglass_board import SEATS
from rules.hourglass_lines import DEAD, START, milliseconds, seconds
from rules.hourglass_options import DEFAULT_SAND, DRAW, LIVING, NO_LIMIT, NOTED
from rules.hourglass_setup import Side
from rules.hourglass_state import DIED, GONE, NEVER, Draft, Glass, Glasses, mask, movable, settled
from rules.text import Text, reason, told


def write(position: Draft) -> str:
    """Return a position as a line of text."""

    def text(glass: Glass) -> str:
        if glass.hole is None:
            return "-"
        if glass.dead:
            return f"{glass.hole}:{DEAD}"
        return f"{glass.hole}:{'empty' if glass.ends is None else seconds(glass.remaining)}"

    each = [text(glass) for glass in position.glasses]
    names = position.side.board.starts
    parts = [
        position.side.name,
        seconds(position.now) if position.started else "-",
        ",".join(each[:4]),
        ",".join(each[4:]),
        f"plies:{position.plies}",
        "stalled:" + (",".join(names[number] for number in position.stalled) or "-"),
    ]
    return " ".join(parts + _options(position))


def _options(position: Draft) -> list[str]:
    """Return the options that differ from the default, as a position's text names them."""
    setup = position.side.setup
    parts = []
    default = milliseconds(DEFAULT_SAND)
    if len(set(setup.sand)) > 1:
        each = zip(setup.board.starts, setup.sand, strict=True)
        parts = ["sand:" + ",".join(f"{h}:{seconds(t)}" for h, t in each if t != default)]
    elif setup.sand[0] != default:
        parts = [f"sand:{seconds(setup.sand[0])}"]
    if setup.declared:
        parts.append("declared")
    if setup.living:
        parts.append(f"equal:{LIVING}")
    if setup.stalling != NOTED:
        parts.append(f"stalling:{setup.stalling}")
    if setup.limit:
        parts += [f"turn:{seconds(setup.limit)}", f"since:{seconds(position.since)}"]
    if setup.board.name:
        parts.append(f"board:{setup.board.name}")
    return parts


def drawing(position: Draft) -> str:
    """Return a position as a small board, which lies as on the table.

    A hole is its name; with a hourglass ``a:w115``, white's with sand for 115 seconds, rounded up.
    A glass that was never turned is ``a:w-``, a glass that died in the goal ``A:wdead``.
    """
    board = position.side.board
    fields = dict(zip(board.holes, board.holes, strict=True))
    for glass in position.glasses:
        if glass.hole is not None:
            sand = "-" if glass.ends is None else str(-(-glass.remaining // 1000))
            fields[glass.hole] += f":{glass.seat[0]}{DEAD if glass.dead else sand}"
    on = {cell: fields[hole] for hole, cell in board.cells.items()}
    rows, columns = ([cell[axis] for cell in on] for axis in (0, 1))
    lines = grid(
        [
            [on.get((row, column), "") for column in range(min(columns), max(columns) + 1)]
            for row in range(min(rows), max(rows) + 1)
        ],
        [""] * (max(rows) - min(rows) + 1),
    )
    second = f"second {seconds(position.now)}" if position.started else "before start"
    standings = {seat: f"in the goal {number}" for seat, number in position.scores().items()}
    return draw([*lines, "", second], standings, position.to_move, position.outcome)


def read(text: str, begin: Callable[[Mapping[str, str]], Draft]) -> Draft:
    """Return the draft of the position that a text describes. Raise ValueError, with the reason.

    begin: returns the draft of the position before `start` with these options.
    """
    front, _, file = text.partition(" board:")
    turn, clock, white, pink, *rest = front.split(" ")
    given = dict(part.partition(":")[::2] for part in rest)
    known = {"plies", "stalled", "sand", "declared", "equal", "stalling", "turn", "since"}
    unknown = set(given) - known
    if turn not in SEATS or unknown or not given.get("plies", "").isdecimal():
        raise ValueError("it should give the seat, the second, both seats' glasses, plies ...")
    start = begin(
        {
            "board": file,
            "deaths": "declared" if "declared" in given else "clock",
            "equal": given.get("equal", DRAW),
            "sand": given.get("sand", DEFAULT_SAND).replace(",", " "),
            "stalling": given.get("stalling", NOTED),
            "turn": given.get("turn", NO_LIMIT),
        }
    )
    plies = int(given["plies"])
    if (clock == "-") != (plies == 0):
        raise ValueError("the second should be - before `start`, and nowhere else")
    now = 0 if clock == "-" else milliseconds(clock)
    since = milliseconds(given.get("since", "0"))
    if since > now:
        raise ValueError("a turn should not begin later than now")
    glasses = [
        _glasses_from(side, now, each) for side, each in zip((start.side, start.side.next), (white, pink), strict=True)
    ]
    holes = [hole for side in glasses for hole in side[0] if hole != GONE]
    if len(set(holes)) < len(holes):
        raise ValueError("two glasses are in one hole")
    names = start.side.board.starts
    recorded = given.get("stalled", "").replace("-", "").split(",")
    stalled = tuple(names.index(name) for name in recorded if name)
    if plies == 0:
        empty = [start.mine[:2], start.theirs[:2]]
        if (turn, [side[:2] for side in glasses], stalled) != (SEATS[0], empty, ()):
            raise ValueError("before `start` every glass is empty and white is to move")
        return start
    for side in glasses:
        if NEVER in side[1][:3]:
            raise MalformedError(told("all glasses but the fourth of each seat have sand once the game has begun"))
    mine, theirs = glasses if turn == SEATS[0] else glasses[::-1]
    mover = start.side if turn == SEATS[0] else start.side.next
    occupied = mask(mine[0]) | mask(theirs[0])
    return settled(mover, now, mine, theirs, occupied, plies=plies, stalled=stalled, since=since)


def _glasses_from(side: Side, now: int, text: str) -> Glasses:
    """Return the glasses of a seat from a position's text. Raise ValueError."""
    parts = text.split(",")
    if len(parts) != 4:
        raise ValueError(f"{side.name} should have four glasses")
    each = [_glass_from(side, n, now, part) for n, part in enumerate(parts)]
    holes = bytes(hole for hole, _ in each)
    a, b, c, d = (end for _, end in each)
    if d == NEVER and any(holes[n] not in (GONE, side.home[n]) for n in range(3)):
        raise MalformedError(told("the first move of {seat} is with {hole}", seat=side.name, hole=side.names[3]))
    return movable(holes, (a, b, c, d))


def _glass_from(side: Side, n: int, now: int, text: str) -> tuple[int, int]:
    """Return the hole of glass `n` of a seat and when it runs out. Raise ValueError."""
    if text == "-":
        return GONE, DIED
    name, _, state = text.partition(":")
    if name not in side.board.numbers:
        raise ValueError(f"{text} should be a hole and a time, or -")
    hole = side.board.numbers[name]
    if state == "empty":
        if hole != side.home[n]:
            raise MalformedError(told("{hole}: a glass that was never turned is where it started", hole=name))
        return hole, NEVER
    if state == DEAD:
        if not side.goal >> hole & 1:
            raise MalformedError(told("{hole}: a dead glass stays in the goal only", hole=name))
        return hole, DIED
    left = milliseconds(state)
    if left > side.sand[n]:
        raise MalformedError(
            told("{hole}: this glass has sand for {number} seconds only", hole=name, number=seconds(side.sand[n]))
        )
    if side.clock and not left:
        raise MalformedError(told("{hole}: a glass without sand is dead", hole=name))
    return hole, now + left


def why_not(position: Draft, move: Move) -> Text:
    """Return why this move of a glass is not legal, while the game goes on."""
    board, side = position.side.board, position.side
    start, _, to = move.partition("-")
    if not position.started:
        return reason("hourglass.start-first", "the game and its clock begin with start")
    if move == START:
        return reason("hourglass.started", "the game has started")
    if not board.near[board.numbers[start]] >> board.numbers[to] & 1:
        return reason("hourglass.no-line", "no line joins {start} and {to}", start=start, to=to)
    if position.occupied >> board.numbers[to] & 1:
        return reason("hourglass.occupied", "{field} is occupied", field=to)
    for glass in position.glasses:
        if glass.hole != start:
            continue
        if glass.dead:
            return reason("hourglass.dead-glass", "the glass in {hole} is dead", hole=start)
        if glass.seat != side.name:
            return reason(
                "hourglass.not-its-turn",
                "the glass in {hole} is {seat}'s, the turn is {other}'s",
                hole=start,
                seat=glass.seat,
                other=side.name,
            )
        return reason(
            "hourglass.fourth-first", "the first move of {seat} is with {hole}", seat=side.name, hole=side.names[3]
        )
    return reason("hourglass.no-glass", "no glass is in {hole}", hole=start)

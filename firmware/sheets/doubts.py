"""The rows of a sheet that somebody has to settle, each rule by itself."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from firmware.sheets.hypotheses import Candidate
from firmware.sheets.lexicon import speaks_of
from firmware.sheets.signs import FIELD, NUMBER, Sign
from firmware.sheets.walks import Walk

_STRAINED = 2.4  # the cost of a move or of the signs passed over by which a row may hide a slip,
_DEAR = 1.25  # and of a move up to which it is taken as it stands
_ASKED = re.compile(r"(?:\d|(?<![^\W_])[a-mA-M])\.? ?\(?\?(?![?!])")  # d4?


def doubted_rows(game: Candidate, texts: Sequence[str], rival: Candidate | None) -> set[int]:
    """Return the rows that are in doubt.

    Args:
        game: As the sheet tells it.
        texts: The rows of the sheet.
        rival: Another game that is as likely.
    """
    lost = set() if game.signs.lost is None else {game.signs.lost}
    asked = _asked_rows(game, texts) | _rival_rows(game, rival)
    return unread_rows(game) | asked | _out_of_turn(game) | _of_others(game) | lost


def strained_rows(game: Candidate) -> set[int]:
    """Return the rows that may hide a slip: a move is taken dearly, or much is passed over."""
    costs: defaultdict[int, float] = defaultdict(float)
    for sign in _passed(game):
        costs[sign.row] += sign.skipped
    return {one.row for one in game.made if one.named_cost >= _STRAINED} | {
        row for row, cost in costs.items() if cost >= _STRAINED
    }


def unread_rows(game: Candidate) -> set[int]:
    """Return the rows in which a possible move is passed over, or a move is taken dearly.

    A possible move is a field; where moves name no fields, a number, a hole or a second.
    """
    passed = (one for one in _passed(game) if one.skipped >= NUMBER)
    if game.signs.lettered:
        passed = (one for one in passed if any(size > 1 or one.skipped >= FIELD for *_, size in one.ways))
    seconds = Counter(one.row for one in game.walked if one.second is not None)
    moves = Counter(one.row for one in game.made if game.signs.game.timed)
    unplayed = {row for row, count in moves.items() if seconds[row] > count}
    return {one.row for one in game.made if one.named_cost > _DEAR} | {one.row for one in passed} | unplayed


def _passed(game: Candidate) -> Iterator[Sign]:
    """Yield the signs from the first move on that are passed over."""
    said = {id(sign) for one in game.made for sign in one.said}
    for sign in game.walked:
        if game.made and sign.row >= game.made[0].row and id(sign) not in said:
            yield sign


def _rival_rows(game: Candidate, rival: Candidate | None) -> set[int]:
    """Return the rows in which a game that is as likely has other moves."""
    others = {(one.row, one.moves) for one in rival.walk.made()} if rival else set()
    return {one.row for one in game.made if rival and (one.row, one.moves) not in others}


def _asked_rows(game: Candidate, texts: Sequence[str]) -> set[int]:
    """Return the rows that say themselves that something is in doubt: d4?, not sure."""
    begun = min((one.row for one in game.made), default=0)
    moved = {one.row for one in game.made}
    return {
        n
        for n, text in enumerate(texts)
        if n >= begun and (speaks_of("doubted", text) or (n in moved and _ASKED.search(text)))
    }


def _out_of_turn(game: Candidate) -> set[int]:
    """Return the rows of a single move that are played behind later rows, though players alternate.

    Somebody's move is missing there: where each player's moves stand apart, they do not alternate.
    """
    owners = {one.row: one.said[0].owner for one in game.made}
    order = sorted(owners)
    turns = sum(owners[a] != owners[b] for a, b in pairwise(order))
    if len(game.way.queues) < 2 or len(order) < len(game.made) or 2 * turns < len(order):
        return set()
    return {two.row for one, two in pairwise(game.made) if two.row < one.row}


def _of_others(game: Candidate) -> set[int]:
    """Return the rows of a move that is of another player than most moves beside the same name."""
    moves = [(one.row, one.said[0].owner, _mover(one)) for one in game.made]
    named = [(row, owner, seat) for row, owner, seat in moves if owner in game.signs.owners.names]
    most: dict[str | None, str | None] = {}
    for (owner, seat), _ in Counter((owner, seat) for _, owner, seat in named).most_common():
        most.setdefault(owner, seat)
    return {row for row, owner, seat in named if most[owner] != seat} if len(most) > 1 else set()


def _mover(walk: Walk) -> str | None:
    """Return whose turn the last move of a walk is, behind the unsaid end of another's."""
    position = walk.before.position if walk.before else walk.position
    for move in walk.moves[:-1]:
        position = position.play(move)
    return position.mover

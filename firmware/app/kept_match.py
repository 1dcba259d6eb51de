"""Matches of the store as they are resumed: their moves are played again."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.games.adapter import AnyAdapter
from firmware.games.kit import find_adapter
from firmware.match.events import ending
from firmware.match.match import apply, fold
from firmware.match.running import Batch, numbered
from firmware.match.state import HOST, Match
from firmware.storage.errors import DamagedGameError, NoGameError
from firmware.storage.rows import read_start
from firmware.storage.store import Store
from firmware.storage.values import KeptGame
from firmware.words import told
from rules import GameError


class KeptMatch(NamedTuple):
    """A match of the store, with its moves played.

    Attributes:
        kept: the game of the store.
        match: the match as it is resumed.
        files: name -> text of the files that its options name.
        adapter: the adapter that draws it on a screen.
        log: its batches.
    """

    kept: KeptGame
    match: Match
    files: Mapping[str, str]
    adapter: AnyAdapter
    log: Sequence[Batch]


class Unread(NamedTuple):
    """A match that is not open: where it is read, and how often kept games had changed by then."""

    path: Path
    changes: int


def read_kept(path: Path, number: int) -> KeptMatch:
    """Return a match of a store, for :meth:`Host.admit`.

    The time grows with the number of moves, so do not call it in the thread of the matches. Raise
    NoGameError for an unknown number, DamagedGameError for an unreadable game, StoreError.
    """
    with Store(path, writes=False) as store:
        kept = store.game(number)
    return played_out(kept)


def played_out(kept: KeptGame) -> KeptMatch:
    """Return a kept match with all its moves played. Raise DamagedGameError, NoGameError."""
    if kept.began is None:
        raise NoGameError(told("game {number} was played elsewhere", number=kept.id))
    try:
        files, start = read_start(kept.header, kept.load)
        batches = [entry.events for entry in kept.log]
        match = fold(kept.header, start, batches)
        log = numbered(batches)
        if kept.how is not None and match.ended is None:  # brought in before its end
            given_up = ending("abandoned", None, match.now.scores(), None, 0)
            match = apply(match, [given_up])
            log.append(Batch(match.seq, HOST.kind, 0, (given_up,)))
        adapter = find_adapter(start, kept.header.game)
    except GameError as error:
        raise DamagedGameError(kept.id, error.plain) from error
    return KeptMatch(kept, match, files, adapter, log)

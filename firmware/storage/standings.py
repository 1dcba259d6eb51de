"""Who is ahead over all games that were played?"""

import csv
from collections.abc import Iterable
from io import StringIO

from firmware.games.kit import find_kit
from firmware.storage.errors import Damaged, fail
from firmware.storage.store import Store
from firmware.storage.values import Standing
from firmware.words.terminal import no_formula
from rules import NAMES, folded


def standings(
    store: Store,
    *,
    game: str | None = None,
    player: str | None = None,
    damaged: Damaged = fail,
) -> list[Standing]:
    """Return the standings, best first within each game, the games in the order of the README.

    Those of the computers, by their levels, come after those of all people.

    Only games that are over or resigned count, the latter without points; a shared win is a win for
    each who shares it, and a game that one level played from several seats counts once. Nothing
    counts of a game in which a computer has moved for somebody. Names that differ in case or spaces
    only are one player, called as last typed.

    In ``revolution`` the most points are ahead: RV-23 gives them to the winner alone, so over
    several games they say who wins and by how much. (The rulebook knows no match and no number of
    points that ends one, so there is none here.) In the others the most wins are ahead, and then
    the better average: their scores depend on the number of players and on the options, so their
    sum says mostly how often somebody has played.

    Args:
        store: The store of the games.
        game: Only this game.
        player: Only this player, however the name is typed.
        damaged: Called with an error for each standing that cannot be read; the others count.
    """
    return sorted(store.standings(game=game, player=player, damaged=damaged), key=_rank)


def as_csv(table: Iterable[Standing]) -> str:
    """Return the standings as CSV with a line of headings.

    Averages have two decimals, ratings none; they are empty where nobody is rated.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Standing._fields)
    for standing in table:
        rating = ("" if one is None else f"{one:.0f}" for one in standing[-2:])
        row = standing._replace(player=no_formula(standing.player))
        writer.writerow([*row[:7], f"{standing.average:.2f}", standing.level, *rating])
    return text.getvalue()


def _rank(standing: Standing) -> tuple[bool, int, float, float, int, int, str]:
    """Return a key that sorts the best first, and equals by name."""
    first, second = float(standing.won), standing.average
    if find_kit(standing.game).about.most_points_lead:
        first, second = float(standing.points), float(standing.won)
    name, level = folded(standing.player), standing.level
    at = NAMES.index(standing.game)
    return level > 0, at, -first, -second, standing.played, level, name

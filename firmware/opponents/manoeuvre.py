"""The evaluation of positions of Das glorreiche Manöver."""

from collections.abc import Hashable, Sequence
from types import MappingProxyType

from firmware.opponents.evaluation import Evaluation, WinProbabilities
from rules import Move
from rules.manoeuvre import RECRUITS, Position
from rules.manoeuvre_board import PAIR, TRIPLE

REACH = 0.35  # of the fields that a recruit could move next that count as if it had moved them
BEHIND = 4  # fields that a recruit is behind for each one standing on it
CERTAIN, OPEN = 1.5, 0.7  # places that scores spread by at the end, and more for each recruit out
LAST, FAR = 6, 40  # the most recruits on the track, and fields of the last, in a solved ending
PLACES, REWARDS, ORDER, REST, AHEAD, ARRIVING, COVERED, TURN = range(8)


class ManoeuvreEvaluation(Evaluation):
    """Places and rewards that are safe, and the places that the recruits on the track will take.

    Those places are guessed twice: by the recruits' distances, from field, reach and the recruit on
    top, and as the mean of the places left, since a seat far behind moves far. The fewer recruits
    are on the track, the more a lead counts.
    """

    by_hand = MappingProxyType(
        {
            "places": 1.0,
            "rewards": 1.0,
            "order": 1.0,
            "rest": 0.0,
            "ahead": 0.05,
            "arriving": 0.0,
            "covered": 0.0,
            "turn": 0.0,
        }
    )

    def measure(self, position: Position) -> list[list[float]]:
        setup = position.setup
        parts = [[0.0] * len(self.by_hand) for _ in position.seats]
        place = RECRUITS
        for seat in position.home:
            parts[int(seat) - 1][PLACES] += place
            place -= 1
        for field, owner in position.taken.items():
            parts[int(owner) - 1][REWARDS] += setup.rewards[field]
        on_track = self._on_track(position, parts)
        if on_track:
            on_track.sort(reverse=True)
            mean = sum([far for far, _ in on_track]) / len(on_track)
            fair = (place + 1) / 2
            for far, number in on_track:
                own = parts[number - 1]
                own[ORDER] += place
                own[REST] += fair
                own[AHEAD] += far - mean
                place -= 1
        parts[position.seat - 1][TURN] = 1.0
        spread = 1 / (CERTAIN + OPEN * len(on_track))
        return [[part * spread for part in own] for own in parts]

    def decided(self, position: Position) -> WinProbabilities | None:
        if position.to_move is None:
            return super().decided(position)
        left = RECRUITS - len(position.home)
        if left > LAST or position.chance:
            return None
        # A seat has at least the lowest places left for its recruits, at most the highest ones.
        counts, scores = self._recruits(position), position.scores().values()
        rewards = position.setup.rewards
        stones = sum(rewards.values()) - sum([rewards[field] for field, _ in position.rewarded])
        least = [n * (n + 1) // 2 + score for n, score in zip(counts, scores, strict=True)]
        most = [
            n * (2 * left - n + 1) // 2 + score + (stones if n else 0) for n, score in zip(counts, scores, strict=True)
        ]
        ahead = max(range(len(least)), key=least.__getitem__)
        if any(least[ahead] <= most[n] for n in range(len(most)) if n != ahead):
            return None
        return tuple(float(n == ahead) for n in range(len(least)))

    def may_slip(self, position: Position) -> bool:
        # A seat that never makes the worst move beats random play too often. Every other ply of a
        # turn is even, and a seat does not slip in its first move, before which no recruit has
        # moved.
        _, _, moved = position.waiting.partition(position.setup.marks[position.seat])
        return position.plies % 2 == 0 and bool(moved)

    def ending(self, position: Position) -> Hashable | None:
        if position.chance or RECRUITS - len(position.home) > LAST:
            return None
        occupied, home = position.occupied, position.home
        hindmost = (occupied & -occupied).bit_length() - 1
        if position.setup.home - hindmost > FAR:
            return None
        # Of equal scores the seat wins that was home first: GM-19.
        return (
            position.board,
            position.seat,
            frozenset(position.movable),
            frozenset(position.rewarded),
            tuple(position.scores().values()),
            tuple(dict.fromkeys(home)),
        )

    def hopeful(self, position: Position) -> Sequence[Move]:
        ends = position.setup.track.ends
        return sorted(position.legal_moves(), key=lambda move: -ends[move][1])

    def mover(self, position: Position) -> int:
        return position.seat - 1

    def _recruits(self, position: Position) -> list[int]:
        """Return how many recruits each seat has on the track."""
        counts = [0] * len(position.seats)
        for stack in position.board:
            left = stack
            while left:
                left, seat = divmod(left, 5)
                counts[seat - 1] += 1
        return counts

    def _on_track(self, position: Position, parts: list[list[float]]) -> list[tuple[float, int]]:
        """Return how far each recruit on the track is, and its seat; count covered recruits."""
        setup, board, occupied = position.setup, position.board, position.occupied
        bonuses, home = setup.bonuses, setup.home
        found = []
        rank = 0
        while occupied:  # from the front: GM-12
            field = occupied.bit_length() - 1
            occupied ^= 1 << field
            rank += 1
            stack = board[field]
            height = 1 if stack < PAIR else 2 if stack < TRIPLE else 3
            left = home - field
            reach = min(rank * height * bonuses.get(field, 1), left)
            seat = stack % 5
            found.append((field + REACH * reach, seat))
            parts[seat - 1][ARRIVING] += reach / left
            behind = 0
            while stack := stack // 5:
                behind += BEHIND
                seat = stack % 5
                found.append((field - behind, seat))
                parts[seat - 1][COVERED] += 1
        return found


EVALUATION = ManoeuvreEvaluation

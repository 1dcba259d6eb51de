"""The quality of each move of a game, and the win probabilities before and after it."""

from typing import Literal, NamedTuple

from firmware.opponents.advice import Advice, advise
from firmware.opponents.evaluation import WinProbabilities, result
from firmware.opponents.levels import find_level
from firmware.opponents.weights import find_evaluation
from rules import Move, Position

Mark = Literal["inaccuracy", "mistake", "blunder"]

MARKS: dict[Mark, float] = {"blunder": 0.2, "mistake": 0.1, "inaccuracy": 0.05}
"""The least loss of a move with each mark: the win probability of its player with the best move,
minus the win probability after it. A loss below the smallest lies within the error of a search."""
SURE = 0.9  # the win probability from which a win was missed when a move is marked


class Judgement(NamedTuple):
    """The judgement of a move of a game.

    Attributes:
        seat: the number of the seat that moved; where the die decided, or all agreed to end the
            game, that of the seat whose turn it was.
        before: the win probabilities with the best move.
        after: the win probabilities when the move has been made.
        best: the move to make, the move itself where no other is better; `ROLL` where the die
            decided.
        loss: by how much the move has lowered its player's win probability; 0 where no seat chose
            alone.
    """

    seat: int
    before: WinProbabilities
    after: WinProbabilities
    best: Move
    loss: float

    @property
    def mark(self) -> Mark | None:
        """The mark of a bad move. None if it was good enough."""
        return next((mark for mark, least in MARKS.items() if self.loss >= least), None)

    @property
    def missed_win(self) -> bool:
        """Whether the player had a certain win, and has lost that certainty."""
        return self.mark is not None and self.before[self.seat] >= SURE


class Analyst:
    """Judges the moves of a game; the same seed gives the same judgements.

    The played move and the move that a search prefers are searched for the same time, so a move is
    only judged worse when both were seen alike.

    Args:
        game: its name in the registry of rules.
        players: the number of players.
        level: of the computer, for its number of simulations; it plays without noise.
        seed: of all random numbers.

    Attributes:
        game: as given.
    """

    def __init__(self, game: str, players: int, level: int, seed: str) -> None:
        self.game = game
        self._evaluation = find_evaluation(game, players)
        self._level = find_level(game, level)._replace(noise=0)
        self._seed = seed
        self._known: dict[str, Advice] = {}  # by position: that after a move comes again before the next

    def expects(self, position: Position) -> tuple[WinProbabilities, Move]:
        """Return the win probabilities in a position that is not over, and the best move there."""
        advice = self._look(position)
        return advice.win_probabilities, advice.move

    def judge(self, position: Position, move: Move) -> Judgement:
        """Return the judgement of a move in a position in which it can be made.

        move: without the second at which it was made; the position is that at its second.
        """
        advice = self._look(position)
        if position.chance:
            return Judgement(advice.seat, advice.win_probabilities, self._after(position, move), advice.move, 0)
        if move not in position.legal_moves():  # all agree to end the game
            best = move if len(advice.agreed) == len(position.seats) else advice.move
            return Judgement(advice.seat, advice.win_probabilities, self._after(position, move), best, 0)
        seat, best = advice.seat, move
        before = after = self._after(position, move)
        if advice.move != move:
            preferred = self._after(position, advice.move)
            if preferred[seat] > after[seat]:
                best, before = advice.move, preferred
        return Judgement(seat, before, after, best, before[seat] - after[seat])

    def _after(self, position: Position, move: Move) -> WinProbabilities:
        """Return the win probabilities after a move."""
        following = self._evaluation.after(position, move)
        return self._look(following).win_probabilities if following.outcome is None else result(following)

    def _look(self, position: Position) -> Advice:
        text = repr(position)
        if text not in self._known:
            seed = f"{self._seed}/{position.plies}"
            self._known[text] = advise(position, self.game, self._level, seed)
        return self._known[text]

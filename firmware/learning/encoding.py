"""A game in numbers: the numbers of moves, the features of a position, and the result."""

from collections.abc import Mapping, Sequence

from firmware.learning.boards import Planes, board_of
from firmware.opponents import find_evaluation, probabilities_left
from rules import Load, Move, Position, find_game, load_nothing

LONGEST = 400  # plies at which a game is left, as random players might go on for ever
WAIT = 1000  # milliseconds that pass at a time while no seat can move


class Encoding:
    """The moves and positions of a game in numbers.

    Args:
        game: its name in the registry of rules.
        players: the number of players.
        options: name -> text.
        pause: milliseconds from move to move in a game in real time; by default those that the
            opponents reckon with.
        longest: plies at which a game is left.
        load: reads the files that options name.

    Attributes:
        start: the position before the first move.
        moves: every move by its number.
        rolls: every roll of the die by its number.
        features: the number of values that describe a position.

    Raises:
        GameError: the game cannot begin with these players and options.
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, str],
        *,
        pause: int | None = None,
        longest: int = LONGEST,
        load: Load = load_nothing,
    ) -> None:
        rules = find_game(game)
        self._game = game
        self._evaluation = find_evaluation(game, players)
        self._pause = self._evaluation.pace if pause is None else pause
        self._longest = longest
        self.start = rules.start(players, options, load)
        self.moves = tuple(rules.every_move(self.start))
        self.rolls = rules.rolls
        self._numbers = {
            **{move: number for number, move in enumerate(self.moves)},
            **{roll: number for number, roll in enumerate(self.rolls)},
        }
        self.features = players * (len(self._evaluation.by_hand) + 1)

    def over(self, position: Position) -> bool:
        """Whether a game is over, or left: as it is long, or no seat can ever move again."""
        return position.to_move is None or position.plies >= self._longest or not position.legal_moves()

    def after(self, position: Position, number: int) -> Position:
        """Return the position in which the next move or roll is chosen, or the last position.

        number: of a move, or of a roll where the die decides.
        """
        position = position.play(self.move(position, number))
        position = position.later(self._pause)
        for _ in range(self._longest):
            if position.to_move is None or position.legal_moves():
                break
            position = position.later(WAIT)
        return position

    def move(self, position: Position, number: int) -> Move:
        """Return the text of a move, or of a roll where the die decides."""
        return (self.rolls if position.chance else self.moves)[number]

    def legal(self, position: Position) -> list[int]:
        """Return the numbers of the legal moves, or rolls, in ascending order."""
        numbers = self._numbers
        return sorted([numbers[move] for move in position.legal_moves()])

    def mover(self, position: Position) -> int:
        """Return the number of the seat that chooses."""
        return self._evaluation.mover(position)

    def observe(self, position: Position, seat: int) -> list[float]:
        """Return the observation of a seat: the parts of the evaluation, then the seat to move.

        Both come seat by seat in turn, the observing seat first; 1 stands for the seat to move.

        position: a position that is not over.
        """
        parts = self._evaluation.measure(position)
        mover = self.mover(position)
        order = [(seat + turn) % len(parts) for turn in range(len(parts))]
        return [value for one in order for value in parts[one]] + [float(one == mover) for one in order]

    def board(self, position: Position, seat: int) -> Planes:
        """Return the board as a seat sees it; see :mod:`firmware.learning.boards`."""
        return board_of(self._game, position, seat)

    def returns(self, position: Position) -> Sequence[float]:
        """Return the returns of all seats in a game that is over, or left: 1 for a sole winner.

        They sum to 0; of two players the other has -1, and a draw is worth 0.
        """
        probabilities = probabilities_left(position)
        others = len(probabilities) - 1
        return [(probability * len(probabilities) - 1) / others for probability in probabilities]

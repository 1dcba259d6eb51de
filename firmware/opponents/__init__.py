"""Computer opponents: which move to make, from the rules alone, without a table."""

from firmware.opponents.advice import ROLL, WAIT, WINS, Advice, advise, choose
from firmware.opponents.evaluation import Evaluation, WinProbabilities, result
from firmware.opponents.levels import LEVELS, USUAL, Level
from firmware.opponents.playing import Turn, play_on, probabilities_left
from firmware.opponents.search import Search
from firmware.opponents.weights import find_evaluation

__all__ = [
    "LEVELS", "ROLL", "USUAL", "WAIT", "WINS", "Advice", "Evaluation", "Level", "Search", "Turn",
    "WinProbabilities", "advise", "choose", "find_evaluation", "play_on", "probabilities_left",
    "result",
]  # fmt: skip

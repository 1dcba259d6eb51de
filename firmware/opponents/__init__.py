"""Computer opponents: which move to make, from the rules alone, without a table."""

from firmware.opponents.advice import ROLL, WAIT, Advice, advise, choose
from firmware.opponents.evaluation import Evaluation, WinProbabilities, result
from firmware.opponents.levels import LEVELS, USUAL, Level, find_level
from firmware.opponents.playing import Turn, play_on, probabilities_left
from firmware.opponents.search import Ranked, Search
from firmware.opponents.weights import find_evaluation

__all__ = [
    "LEVELS",
    "ROLL",
    "USUAL",
    "WAIT",
    "Advice",
    "Evaluation",
    "Level",
    "Ranked",
    "Search",
    "Turn",
    "WinProbabilities",
    "advise",
    "choose",
    "find_evaluation",
    "find_level",
    "play_on",
    "probabilities_left",
    "result",
]

"""The games as games of OpenSpiel.

Needs OpenSpiel: ``pip install 'speeltafel[simulation]'``. The import registers them::

    import pyspiel
    import firmware.learning.openspiel

    game = pyspiel.load_game("speeltafel_manoeuvre(players=3)")

Parameters: ``players``, as few as can by default; ``options``, such as ``variant:true`` with
semicolons between several; ``longest``, the plies at which a game is left. An action is the number
of a move. A sole winner has the utility 1; utilities sum to 0. In a game in real time a move comes
after a fixed pause, and the options are those of a screen.
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import pyspiel

from firmware.games.kit import find_kit
from firmware.learning.encoding import LONGEST, Encoding
from rules import NAMES, Position, find_game, load_nothing

PREFIX = "speeltafel_"


class _Shared:
    """A position, which a copy of a state need not copy, as it never changes."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, _: object) -> Self:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A state of a game."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._shared = _Shared(game.encoding.start)

    @property
    def position(self) -> Position:
        """The position of the rules."""
        return self._shared.position

    def stand(self, position: Position) -> None:
        """Go on from another position of the same game, to let a bot play elsewhere."""
        self._shared = _Shared(position)

    @property
    def _encoding(self) -> Encoding:
        encoding: Encoding = self.get_game().encoding
        return encoding

    def current_player(self) -> int:
        """Return the player to act: a seat, chance, or the terminal player after the end."""
        encoding, position = self._encoding, self.position
        if encoding.over(position):
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if position.chance else encoding.mover(position)

    def _legal_actions(self, _player: int) -> list[int]:
        return self._encoding.legal(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the rolls of the die, each with its chance."""
        rolls = self._encoding.legal(self.position)
        return [(roll, 1 / len(rolls)) for roll in rolls]

    def _apply_action(self, action: int) -> None:
        self._shared = _Shared(self._encoding.after(self.position, action))

    def _action_to_string(self, player: int, action: int) -> str:
        encoding = self._encoding
        return (encoding.rolls if player < 0 else encoding.moves)[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over, or left."""
        return self._encoding.over(self.position)

    def returns(self) -> list[float]:
        """Return the utility of each seat; 0 before the end."""
        encoding, position = self._encoding, self.position
        if not encoding.over(position):
            return [0.0] * len(position.seats)
        return list(encoding.returns(position))

    def __str__(self) -> str:
        return repr(self.position)


class SpielObserver:
    """The observation of a state by a seat: the features that `Encoding.observe` describes."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor = np.zeros(encoding.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Take up a state; a finished state has no features."""
        position = state.position
        self.tensor[:] = 0 if self._encoding.over(position) else self._encoding.observe(position, player)

    def string_from(self, state: SpielState, _player: int) -> str:
        """Return a state as text."""
        return repr(state)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the table, with a number of players and options; see the module for `params`."""

    name = ""  # in the registry of rules

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_parameters(self.name), **(params or {})}
        texts = given["options"].split(";") if given["options"] else ()
        options = dict(text.partition(":")[::2] for text in texts)
        options = find_kit(self.name).table_options(options, measured=lambda _: None, by_hand=False, load=load_nothing)
        self.encoding = Encoding(self.name, given["players"], options, longest=given["longest"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=len(self.encoding.rolls),
            num_players=given["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=given["longest"],
        )
        super().__init__(_type_of(self.name), info, given)

    def new_initial_state(self, _state: object = None) -> SpielState:
        """Return the state before the first move."""
        return SpielState(self)

    def make_py_observer(self, _type: object = None, _params: object = None) -> SpielObserver:
        """Return an observer of states for a seat."""
        return SpielObserver(self.encoding)


def _parameters(game: str) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    return {"players": find_game(game).players[0], "options": "", "longest": LONGEST}


def _type_of(game: str) -> Any:
    rules = find_game(game)
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game,
        long_name=find_kit(game).about.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(kinds.ChanceMode.EXPLICIT_STOCHASTIC if rules.rolls else kinds.ChanceMode.DETERMINISTIC),
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _register(names: Sequence[str]) -> None:
    for game in names:
        pyspiel.register_game(_type_of(game), type(f"Spiel_{game}", (SpielGame,), {"name": game}))


_register(NAMES)

"""The games as environments of PettingZoo.

Needs PettingZoo: ``pip install 'speeltafel[simulation]'``::

    from firmware.learning.environment import make

    env = make("manoeuvre", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Agents are the seats in turn order, from ``player_0``. An action is the number of a move, as in
``env.unwrapped.encoding.moves``; an observation has the features of the position, as
`Encoding.observe` describes them, and the mask of the legal actions. A sole winner is rewarded
with 1 at the end; rewards sum to 0. The environment rolls the die, and draws the options that the
rules leave to chance. In a game in real time a move comes after a fixed pause.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from firmware.games.kit import find_kit
from firmware.learning.encoding import LONGEST, Encoding
from rules import find_game, load_nothing

WIDEST = 1000.0  # no feature lies farther from 0
ILLEGAL = -1.0  # the reward for a move that is not legal, which ends the game


def make(game: str, **arguments: Any) -> Any:
    """Return the environment of a game, which ends a game in which an illegal move is made.

    The arguments are those of `GameEnvironment`.
    """
    environment: Any = wrappers.TerminateIllegalWrapper(GameEnvironment(game, **arguments), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


class GameEnvironment(AECEnv):  # type: ignore[misc]  # it has no types
    """A sequence of games, a move at a time.

    Args:
        game: its name in the registry of rules.
        players: the number of players, by default the lowest.
        options: name -> text, with the defaults of a screen.
        pause: seconds from move to move, in a game in real time.
        longest: plies at which a game is truncated.
        observation: ``features``, or ``board`` for planes by cells, as the file of the game in
            :mod:`firmware.learning.boards` describes them.
        render_mode: ``ansi`` to return the position as a small board, None for nothing.
    """

    metadata = {"render_modes": ["ansi"], "name": "speeltafel", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        pause: float | None = None,
        longest: int = LONGEST,
        observation: Literal["features", "board"] = "features",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rules = find_game(game)
        self._game = game
        self._players = rules.players[0] if players is None else players
        self._pause = None if pause is None else round(1000 * pause)
        self._longest = longest
        self._planes = observation == "board"
        self._options = find_kit(game).table_options(
            options or {}, measured=lambda _: None, by_hand=False, load=load_nothing
        )
        self.metadata = {**self.metadata, "name": f"speeltafel_{game}_v0"}
        self.render_mode = render_mode
        self._random = Random()
        self._begin()
        self.possible_agents = [f"player_{seat}" for seat in range(self._players)]
        self._actions = Discrete(len(self.encoding.moves))
        self._observations = Dict(
            {
                "observation": Box(-WIDEST, WIDEST, self._seen_by(0).shape, np.float32),
                "action_mask": Box(0, 1, (len(self.encoding.moves),), np.int8),
            }
        )

    def _begin(self) -> None:
        """Begin a new game."""
        drawn = find_game(self._game).draw_options(self._options, self._random)
        self.encoding = Encoding(self._game, self._players, drawn, pause=self._pause, longest=self._longest)
        self.position = self.encoding.start
        self._seen = self.position
        self._roll()

    def _roll(self) -> None:
        """Roll the die as long as it decides."""
        encoding = self.encoding
        while not encoding.over(self.position) and self.position.chance:
            number = self._random.choice(encoding.legal(self.position))
            self.position = encoding.after(self.position, number)

    def action_space(self, agent: str) -> Discrete:  # all have the same
        """Return the space of all moves."""
        return self._actions

    def observation_space(self, agent: str) -> Dict:
        """Return the space of features and masks."""
        return self._observations

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game. seed: of all random numbers from now on."""
        if seed is not None:
            self._random = Random(seed)
        self._begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.encoding.mover(self.position)]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent; after the end its last observation."""
        encoding, seat = self.encoding, self.possible_agents.index(agent)
        if not encoding.over(self.position):
            self._seen = self.position
        mask = np.zeros(len(encoding.moves), np.int8)
        if self._seen is self.position and seat == encoding.mover(self.position):
            mask[encoding.legal(self.position)] = 1
        return {"observation": self._seen_by(seat), "action_mask": mask}

    def _seen_by(self, seat: int) -> Any:
        """Return the features or the planes that a seat sees."""
        see = self.encoding.board if self._planes else self.encoding.observe
        return np.array(see(self._seen, seat), np.float32).clip(-WIDEST, WIDEST)

    def step(self, action: int | None) -> None:
        """Make the move of this number. Raises GameError for an illegal move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        encoding = self.encoding
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position = encoding.after(self.position, int(action))
        self._roll()
        if encoding.over(self.position):
            self.rewards = dict(zip(self.agents, encoding.returns(self.position), strict=True))
            ended = self.position.to_move is None
            self.terminations = dict.fromkeys(self.agents, ended)
            self.truncations = dict.fromkeys(self.agents, not ended)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[encoding.mover(self.position)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as a small board, if that was asked for."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is open."""

"""Stable-Baselines3 learns to beat level 1.

Needs ``pip install 'speeltafel[simulation]' sb3-contrib``::

    python -m firmware.learning.example manoeuvre --steps 100000
"""

import argparse
from random import Random
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO

from firmware.learning.environment import GameEnvironment
from firmware.opponents import choose
from rules import NAMES


class AgainstLevel(gymnasium.Env):
    """A game for two as an environment for a single agent: a level of the computer is the opponent.

    The first seat is drawn. An action is the number of a move, as `GameEnvironment` counts them,
    and an observation the planes of its board. The reward is 1 for a win and -1 for a loss, at the
    end.
    """

    def __init__(self, game: str, level: int = 1) -> None:
        self._game, self._level = game, level
        self._table = GameEnvironment(game, 2, observation="board")
        self._seat, *_ = self._table.possible_agents
        self.action_space = self._table.action_space(self._seat)
        self.observation_space = self._table.observation_space(self._seat)["observation"]
        self._rng = Random()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin a game."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._rng.seed(seed)
        self._table.reset(seed=self._rng.getrandbits(32))
        self._seat = self._rng.choice(self._table.possible_agents)
        self._answer()
        return self._table.observe(self._seat)["observation"], {}

    def step(self, action: Any) -> Any:
        """Make a move, and let the other seat answer."""
        table, seat = self._table, self._seat
        table.step(int(action))
        self._answer()
        ended = table.terminations[seat], table.truncations[seat]
        return table.observe(seat)["observation"], table.rewards[seat], *ended, {}

    def action_masks(self) -> Any:
        """Return which moves are legal."""
        return self._table.observe(self._seat)["action_mask"].astype(bool)

    def _answer(self) -> None:
        """Let the other seat move until the learner chooses, or the game is over."""
        table, seat = self._table, self._seat
        while table.agent_selection != seat and not any((table.terminations[seat], table.truncations[seat])):
            move = choose(table.position, self._game, self._rng, self._level)
            table.step(table.encoding.moves.index(move))


def learn(game: str, steps: int, seed: int = 0) -> MaskablePPO:
    """Return a model that has made this many moves against level 1."""
    model = MaskablePPO("MlpPolicy", AgainstLevel(game), n_steps=1024, batch_size=256, ent_coef=0.01, seed=seed)
    return model.learn(steps)


def won(model: MaskablePPO, game: str, games: int) -> float:
    """Return how many of these games the model wins, a draw as a half."""
    table, shares = AgainstLevel(game), 0.0
    for number in range(games):
        seen, _ = table.reset(seed=number)
        ended, reward = False, 0.0
        while not ended:
            move, _ = model.predict(seen, action_masks=table.action_masks())
            seen, reward, over, cut, _ = table.step(move)
            ended = over or cut
        shares += (1 + reward) / 2
    return shares


def main() -> None:
    """Learn, and play some games."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200)
    chosen = parser.parse_args()
    share = won(learn(chosen.game, chosen.steps), chosen.game, chosen.games) / chosen.games
    print(f"{share:.0%} of {chosen.games} games won against level 1")


if __name__ == "__main__":
    main()

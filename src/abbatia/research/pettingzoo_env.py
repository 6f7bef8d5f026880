"""Every title as a PettingZoo AEC environment: `env("cardinal", seats=4)`.

Agents are `seat_0`, `seat_1`, … An observation is a dict of `observation` (see `encoding`) and `action_mask`.
Chance plays by itself, from the seed of `reset`. Where the rules let several seats act at once they act one
after the other, and none sees what another has done before the rules show it. Rewards come at the end.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # has no types
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.research.encoding import encoder
from abbatia.research.rewards import rewards

Observed = dict[str, NDArray[Any]]
FRESH_SEEDS = 1 << 40


class AbbatiaEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One match; see the module."""

    def __init__(
        self,
        title: str,
        seats: int = 4,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
        version: int | None = None,
    ) -> None:
        super().__init__()
        self.rules = load(title, version)
        self.options = self.rules.setup(seats, options or {})
        self.encoder = encoder(title, seats, self.options, self.rules.version)
        self.metadata = {
            "name": f"abbatia_{title}_v{self.rules.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(self.rules.vocabulary)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(self.encoder.low, self.encoder.high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.source = Rng(int(np.random.default_rng().integers(FRESH_SEEDS)))
        self.match: Match | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed deals the same."""
        if seed is not None:
            self.source = Rng(seed)
        self.match = Match(self.rules, len(self.possible_agents), self.options, rng=self.source.spawn())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def playing(self) -> Match:
        if self.match is None:
            raise ValueError("call reset() before anything else")
        return self.match

    def _select(self) -> None:
        actors = self.playing().to_act()
        if actors:
            self.agent_selection = self.possible_agents[actors[0]]

    def observe(self, agent: str) -> Observed:
        """What this seat sees and may do."""
        match, seat = self.playing(), self.seat_of[agent]
        mask = np.zeros(len(self.rules.vocabulary), dtype=np.int8)
        if seat in match.to_act():
            mask[list(match.state.legal(seat))] = 1
        return {"observation": self.encoder.encode(match.state.observe(seat), seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is an action only for an agent that is done")
        match = self.playing()
        match.play(self.seat_of[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        result = match.result()
        if result is not None:
            self.rewards = dict(zip(self.possible_agents, rewards(result), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str:
        """The last action and whose turn it is."""
        match = self.playing()
        last = self.rules.vocabulary[match.log[-1][1]] if match.log else "–"
        return f"{len(match.log)} {last} → {self.agent_selection}"

    def close(self) -> None:
        """Nothing is held open."""


def env(
    title: str,
    seats: int = 4,
    options: Mapping[str, OptionValue] | None = None,
    render_mode: str | None = None,
    version: int | None = None,
) -> Any:
    """The environment with PettingZoo's usual checks: illegal actions end it, order is enforced.

    It has the newest rules of the title, or those of the `version` that a model was trained on.
    """
    raw = AbbatiaEnv(title, seats, options, render_mode, version)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1.0))

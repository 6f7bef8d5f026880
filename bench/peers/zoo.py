"""PettingZoo: connect four and hold'em (which is RLCard's), stepped by a random policy over the mask."""

from functools import partial
from random import Random
from types import ModuleType

import numpy
from pettingzoo.classic import connect_four_v3, texas_holdem_v4

from bench.worker import serve


def driven(module: ModuleType, games: int) -> int:
    env, random, count = module.env(), Random(1).random, 0
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            action = None
            if not ended and not cut:
                choices = numpy.flatnonzero(observation["action_mask"])
                action = int(choices[int(random() * len(choices))])
                count += 1
            env.step(action)
            assert agent
    return count


if __name__ == "__main__":
    tasks = {
        "connect four driven": partial(driven, connect_four_v3, 20),
        "hold'em driven": partial(driven, texas_holdem_v4, 100),
    }
    serve(tasks)

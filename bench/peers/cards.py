"""RLCard: gin rummy and uno, played by its random agents."""

from functools import partial

import rlcard
from rlcard.agents import RandomAgent

from bench.worker import serve


def driven(name: str, games: int) -> int:
    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    count = 0
    for _ in range(games):
        state, player = env.reset()
        while not env.is_over():
            state, player = env.step(env.agents[player].step(state), env.agents[player].use_raw)
            count += 1
    return count


if __name__ == "__main__":
    serve({"gin rummy driven": partial(driven, "gin-rummy", 10), "uno driven": partial(driven, "uno", 30)})

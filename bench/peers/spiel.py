"""OpenSpiel: backgammon and cribbage, driven from Python and inside its C++ loop, and its C++ tree search."""

from functools import partial
from random import choice

import numpy as np
import pyspiel

from bench.worker import NUMBERS, drawn, serve, used

GAMES = 10
ITERATIONS = 300


def driven(name: str) -> int:
    """As OpenSpiel's own example for Python plays a game: chance by numpy, players by `random.choice`."""
    game, count = pyspiel.load_game(name), 0
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(np.random.choice(actions, p=odds))
            else:
                state.apply_action(choice(state.legal_actions(state.current_player())))
            count += 1
    return count


def lean(name: str) -> int:
    """The leanest loop, which drives ours, too: nothing is looked up twice, numbers drawn beforehand."""
    game, numbers = pyspiel.load_game(name), drawn()
    for _ in range(GAMES):
        state = game.new_initial_state()
        to_act, legal, odds, apply = (
            state.current_player,
            state.legal_actions,
            state.chance_outcomes,
            state.apply_action,
        )
        for number in numbers:
            seat = to_act()
            if seat == -4:
                break
            if seat == -1:
                action, left = -1, number / NUMBERS
                for action, weight in odds():  # noqa: B007 (the last one that was reached)
                    left -= weight
                    if left < 0:
                        break
            else:
                choices = legal()
                action = choices[number % len(choices)]
            apply(action)
    return used(numbers) - GAMES  # the last number of each game finds nobody to act


def inside(name: str, length: float) -> float:
    """Random bots in the C++ loop; it does not count, so the mean length of driven games stands in."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in range(game.num_players())]
    for seed in range(5 * GAMES):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    return 5 * GAMES * length


def search() -> int:
    """UCT with one random rollout an iteration, from the first decision."""
    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    pyspiel.MCTSBot(game, rollouts, 2.0, ITERATIONS, 100, False, 1, False).mcts_search(state)
    return ITERATIONS


if __name__ == "__main__":
    lengths = {name: lean(name) / GAMES for name in ("backgammon", "cribbage")}
    serve(
        {
            "backgammon driven": partial(driven, "backgammon"),
            "cribbage driven": partial(driven, "cribbage"),
            "backgammon lean driven": partial(lean, "backgammon"),
            "cribbage lean driven": partial(lean, "cribbage"),
            "backgammon inside": partial(inside, "backgammon", lengths["backgammon"]),
            "cribbage inside": partial(inside, "cribbage", lengths["cribbage"]),
            "backgammon search": search,
        }
    )

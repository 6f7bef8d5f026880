"""The evaluator for titles that bots know nothing about: games played on at random."""

from time import process_time
from typing import Final

from abbatia.bots.values.evaluator import NEVER, Evaluator, Plan, best_first
from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.core.playout import random_game

GAMES: Final = 6  # random games for one value


class Plain(Evaluator):
    """Every action is judged by the points ahead after random games."""

    def plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        found: list[Plan] = []
        for action in world.legal(seat):
            if found and process_time() > until:
                break
            after = world.clone()
            after.apply(seat, action)
            found.append((self.played_on(after, seat, rng), (action,)))
        return best_first(found)

    def played_on(self, world: State, seat: int, rng: Rng) -> float:
        total = 0.0
        for _ in range(GAMES):
            game = world.clone()
            random_game(game, rng)
            total += self.value(game, seat)
        return total / GAMES

    def value(self, world: State, seat: int) -> float:
        """Points ahead once the game is over; before, nothing is known."""
        result = world.result()
        if result is None:
            return 0.0
        others = [score for other, score in enumerate(result.scores) if other != seat]
        return result.scores[seat] - (max(others) if others else 0)

    def reply(self, world: State, seat: int, rng: Rng) -> tuple[int, ...]:
        legal = world.legal(seat)
        return (legal[rng.below(len(legal))],)

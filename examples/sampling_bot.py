"""A bot in Python: it tries each action in imagined worlds, plays on at random, and takes the best.

    abbatia arena cardinal --bots sampling_bot:Sampler,uniform --seats 3 --games 12

It knows nothing of any game, so it plays every title. Give the command in this folder, which has the class.
"""

import abbatia

GAMES = 48
"""Random games played to their end before a decision."""


class Sampler(abbatia.Bot):
    """Counts in random games which of its actions leads to the best place."""

    def choose(self, decision: abbatia.Decision) -> int:
        """One of `decision.legal`: the action with the best mean rank."""
        actions = decision.legal
        if len(actions) == 1:
            return actions[0]
        tries = max(1, GAMES // len(actions))
        return min(actions, key=lambda action: sum(self.rank(decision, action) for _ in range(tries)))

    def rank(self, decision: abbatia.Decision, action: int) -> int:
        """The rank of this seat after the action and a random game, in a world that it cannot rule out."""
        world = decision.imagine(self.rng)
        world.apply(decision.seat, action)
        abbatia.random_game(world, self.rng)
        return world.ranks()[decision.seat]

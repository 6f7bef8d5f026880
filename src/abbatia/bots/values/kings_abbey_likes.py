"""What a player of The King's Abbey likes beyond what it is worth: an archetype, such as a crusader.

Archetypes show which ways of playing the data leaves alive (`tools/balance_archetypes.py`); the
levels like nothing. A weight of a liking is called `like_` and what is liked, in points for each: a card that
was built, a peasant at work (`manned`), a step of the clergy, a crusade, a point of lasting defence, an
animal.
"""

from typing import Final

from abbatia.games.kings_abbey.position import CARDS, Position, defence, dice_defence


class Likes:
    """Values what an abbey has by the likings among weights; without any nothing is looked at."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.cards: Final = [weights.get(f"like_{name}", 0.0) for name in CARDS]
        self.manned: Final = weights.get("like_manned", 0.0)
        self.step: Final = weights.get("like_step", 0.0)
        self.crusade: Final = weights.get("like_crusade", 0.0)
        self.shield: Final = weights.get("like_defence", 0.0)
        self.animal: Final = weights.get("like_animal", 0.0)
        self.any: Final = any(name.startswith("like_") for name in weights)

    def worth(self, state: Position, seat: int) -> float:
        """The points that an abbey has more to its owner."""
        player = state.players[seat]
        total = self.step * player.clergy + self.animal * (player.sheep + player.cows)
        total += self.manned * sum(player.workers)
        for card, liked in enumerate(self.cards):
            if liked:
                total += liked * player.made[card]
        if self.shield:
            total += self.shield * (defence(state, seat) - dice_defence(state, seat))
        if self.crusade:
            total += self.crusade * player.resolved
            for crusade in player.crusades:
                if crusade.card >= 0:
                    total += self.crusade * crusade.filled / state.facts.crusade_dice[crusade.card]
        return total

"""Plain tree search with random playouts: it knows nothing of any game and is there to be compared with."""

from abbatia.bots.protocol import Bot, Budget
from abbatia.bots.tree import Node, grow
from abbatia.core.chance import Rng
from abbatia.core.match import Decision


class Uct(Bot):
    """Every playout in a new imagined world; moves that are legal in it share one tree over all worlds."""

    def __init__(self, rng: Rng, budget: Budget) -> None:
        super().__init__(rng)
        self.budget = budget

    def choose(self, decision: Decision) -> int:
        root = Node()
        thinking = self.budget.start()
        while thinking.allows(root.visits):
            grow(root, decision.imagine(self.rng), decision.seat, self.rng)
        tried = root.moves
        return max(decision.legal, key=lambda action: tried[action].visits if action in tried else 0)

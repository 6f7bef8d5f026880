"""The King's Abbey, judged: each action with the questions it asks, by what the abbey is worth then."""

from typing import Final, cast

from abbatia.bots.values.judgement import Judgement, Plan, best_first
from abbatia.bots.values.kings_abbey_board import Worth
from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.games.kings_abbey.actions import DONE, KIND, NEW_CRUSADE, PASS
from abbatia.games.kings_abbey.game import KingsState
from abbatia.games.kings_abbey.pieces import (
    ABBEY,
    BUILDING,
    END_OF_ROUND,
    FEEDING,
    HARVEST,
    MARKET,
    OVER,
    PEASANTS,
)

LEFT_OUT: Final = frozenset({"ask", "stables", "bid"})  # offers to others; bidding beyond the first pass
TRADING: Final = (HARVEST, BUILDING, FEEDING, END_OF_ROUND)  # phases in which trades are looked at
NEXT: Final = {ABBEY: MARKET, MARKET: HARVEST, HARVEST: PEASANTS, PEASANTS: BUILDING, BUILDING: FEEDING}
"""What comes after a phase that a seat ends for itself."""
LEAVES: Final = 60  # positions looked at behind one action that asks questions
DEEPEST: Final = 5


class KingsAbbeyJudgement(Judgement):
    """Judges actions by weights."""

    warmth = 0.35
    depth = 0
    width = 4

    def __init__(self, weights: dict[str, float]) -> None:
        self.worth = Worth(weights)
        self.rivals: Final = weights["rivals"]

    def value(self, world: State, seat: int) -> float:
        s = cast(KingsState, world)
        mine = self.worth.abbey(s, seat, s.phase)
        others = [self.worth.abbey(s, other, s.phase) for other in range(s.seats) if other != seat]
        return mine - self.rivals * sum(others) / len(others) if others else mine

    def is_weighty(self, world: State, seat: int) -> bool:
        return False

    def plans(self, world: State, seat: int, rng: Rng) -> list[Plan]:
        s = cast(KingsState, world)
        found: list[Plan] = []
        offered = s.legal(seat)
        for action in offered:
            if self.is_left_out(s, seat, action) and len(offered) > 1:
                continue
            if action in (DONE, PASS) and not s.asks[seat]:
                value = self.worth.abbey(s, seat, NEXT.get(s.phase, s.phase))
                found.append((value, (action,)))
            elif action == NEW_CRUSADE:
                found.append(
                    (self.worth.abbey(s, seat, s.phase) + self.worth.new_crusade(s, seat), (action,))
                )
            else:
                found.append(self.followed(s, seat, action))
        return best_first(found or [(0.0, (offered[0],))])

    def is_left_out(self, s: KingsState, seat: int, action: int) -> bool:
        """Offers to others, and trades where they hardly ever help, are not looked at."""
        kind = KIND[action] if action < len(KIND) else ""
        if kind == "trade":
            return s.phase not in TRADING
        return kind in LEFT_OUT

    def followed(self, s: KingsState, seat: int, action: int) -> Plan:
        """The best way to answer the questions that an action asks."""
        phase = s.phase
        start = s.clone()
        start.apply(seat, action)
        best: Plan | None = None
        stack: list[tuple[KingsState, tuple[int, ...]]] = [(start, (action,))]
        leaves = 0
        while stack:
            here, done = stack.pop()
            if here.asks[seat] and here.acting >> seat & 1 and len(done) < DEEPEST and leaves < LEAVES:
                for answer in here.legal(seat):
                    after = here.clone()
                    after.apply(seat, answer)
                    stack.append((after, (*done, answer)))
                continue
            leaves += 1
            judged = phase if here.phase != OVER else OVER
            value = self.worth.abbey(here, seat, judged)
            if best is None or (value, done) > best:
                best = (value, done)
        if best is None:
            raise ValueError("an action without an end")
        return best


def judgement(weights: dict[str, float]) -> KingsAbbeyJudgement:
    return KingsAbbeyJudgement(weights)

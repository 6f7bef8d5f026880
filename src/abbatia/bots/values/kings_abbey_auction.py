"""The auction of starting buildings (The King's Abbey): what a lot is worth, and what a bid costs."""

from typing import Final

from abbatia.bots.values.evaluator import Plan
from abbatia.bots.values.kings_abbey_board import AbbeyEvaluator
from abbatia.games.kings_abbey.position import BID, BUILDINGS, PASS, TOOL, TYPES, KingsAbbeyState

WORTH: Final = {
    "masons_guild": 5.0,
    "blacksmith": 3.0,
    "money_changer": 2.0,
    "garden": 1.5,
    "library": 1.5,
    "tithe_barn": 0.5,
}
"""Points that a player has more at the end by each starting building (bench/notes/strength.md)."""


def start_worth(card: int) -> float:
    """What a starting building is worth, in points."""
    return WORTH.get(BUILDINGS[card], 0.0)


def lot_worth(state: KingsAbbeyState) -> float:
    """What the right to choose now is worth more than the building that the last player gets for nothing."""
    worths = sorted(
        [start_worth(card) for card in range(TYPES) for _ in range(state.start_left[card])], reverse=True
    )
    waiting = sum([not any(player.made[:TYPES]) for player in state.players])
    return worths[0] - worths[min(waiting, len(worths)) - 1] if worths else 0.0


def bid_cost(state: KingsAbbeyState, seat: int, bid: int, abbeys: AbbeyEvaluator) -> float:
    """The least that a bid costs in points: it is paid in coins and resources, without change."""
    values, goods = state.facts.values, state.players[seat].goods
    cost = [0.0] + [1e9] * bid  # by what is paid
    for kind in range(TOOL):
        for _ in range(goods[kind]):
            for paid in range(bid, 0, -1):
                before = cost[max(0, paid - values[kind])] + abbeys.tokens[kind]
                cost[paid] = min(cost[paid], before)
    return cost[bid]


def bids(state: KingsAbbeyState, seat: int, abbeys: AbbeyEvaluator) -> list[Plan]:
    """The next higher bid, and a pass."""
    found: list[Plan] = [(0.0, (PASS,))]
    raised = BID + state.bid + 1
    if raised in state.legal(seat):
        found.append((lot_worth(state) - bid_cost(state, seat, state.bid + 1, abbeys), (raised,)))
    return found

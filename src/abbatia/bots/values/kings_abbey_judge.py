"""Single actions of The King's Abbey, each with its questions, judged by what the abbey is worth then."""

from collections.abc import Sequence
from time import process_time
from typing import Final

from abbatia.bots.values.evaluator import NEVER, Plan, best_first
from abbatia.bots.values.kings_abbey_auction import bids, start_worth
from abbatia.bots.values.kings_abbey_board import AbbeyEvaluator
from abbatia.bots.values.kings_abbey_offers import Offers, phase_of
from abbatia.games.kings_abbey.position import (
    ABBEY,
    BUILDING,
    CHOOSE,
    CHOOSE_START,
    DONE,
    END_OF_ROUND,
    FEEDING,
    HARVEST,
    HELP_ANSWER,
    KIND,
    MARKET,
    NEW_CRUSADE,
    OVER,
    PASS,
    PEASANTS,
    REWARDS,
    STABLE_ANSWER,
    TRADE_AMOUNT,
    KingsAbbeyState,
)

TRADING: Final = (BUILDING, FEEDING, END_OF_ROUND)  # phases in which trades are looked at
SWAPPING: Final = (ABBEY, MARKET, HARVEST, BUILDING, REWARDS)  # phases in which the Stables are
NEXT: Final = {ABBEY: MARKET, MARKET: HARVEST, HARVEST: PEASANTS, PEASANTS: BUILDING, BUILDING: FEEDING}
"""What comes after a phase that a seat ends for itself."""
LEAVES: Final = 30  # positions looked at behind one action that asks questions
AMOUNTS: Final = 3  # of a trade
DEEPEST: Final = 5
AGREEMENTS: Final = (HELP_ANSWER, STABLE_ANSWER)  # questions that concern another abbey, too


class Judge:
    """Judges the actions of a seat by weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.abbeys: Final = AbbeyEvaluator(weights)
        self.offers: Final = Offers(self.abbeys)
        self.swapping: Final = SWAPPING if weights["swap"] else (BUILDING,)

    def plans(self, state: KingsAbbeyState, seat: int, until: float = NEVER) -> list[Plan]:
        """Each action with the best answers to the questions it asks, the best first."""
        offered = state.legal(seat)
        if len(offered) == 1:
            return [(0.0, (offered[0],))]
        questions = state.players[seat].questions
        if questions:
            if questions[-1].kind == CHOOSE_START:
                return best_first([(start_worth(action - CHOOSE), (action,)) for action in offered])
        elif state.bid >= 0:
            return best_first(bids(state, seat, self.abbeys))
        found: list[Plan] = []
        for action in offered:
            if found and process_time() > until:
                break
            plan = self.plan(state, seat, action)
            if plan is not None:
                found.append(plan)
        return best_first(found or [(0.0, (offered[0],))])

    def plan(self, state: KingsAbbeyState, seat: int, action: int) -> Plan | None:
        """One action, and what it is worth; None for one that is not worth a thought."""
        kind = KIND[action] if action < len(KIND) else ""
        if kind == "trade" and state.phase not in TRADING:
            return None
        if kind == "ask":
            return self.offers.help_plan(state, seat, action)
        if kind == "stables":
            return self.offers.swap_plan(state, seat, action) if state.phase in self.swapping else None
        if action in (DONE, PASS) and not state.players[seat].questions:
            return self.abbeys.abbey(state, seat, NEXT.get(state.phase, state.phase)), (action,)
        if action == NEW_CRUSADE:
            value = self.abbeys.abbey(state, seat, state.phase)
            return value + self.abbeys.new_crusade(state, seat), (action,)
        return self.followed(state, seat, action)

    def followed(self, state: KingsAbbeyState, seat: int, action: int) -> Plan:
        """The best way to answer the questions that an action asks."""
        phase = phase_of(state, seat)
        partner = partner_of(state, seat)
        start = state.clone()
        start.apply(seat, action)
        best: Plan | None = None
        stack: list[tuple[KingsAbbeyState, tuple[int, ...]]] = [(start, (action,))]
        leaves = 0
        while stack:
            here, done = stack.pop()
            if (
                here.players[seat].questions
                and here.acting >> seat & 1
                and len(done) < DEEPEST
                and leaves < LEAVES
            ):
                for answer in answers(here, seat):
                    after = here.clone()
                    after.apply(seat, answer)
                    stack.append((after, (*done, answer)))
                continue
            leaves += 1
            judged = phase if here.phase != OVER else OVER
            value = self.abbeys.abbey(here, seat, judged)
            if partner >= 0:
                value -= self.offers.rivalry(state) * self.abbeys.abbey(
                    here, partner, phase_of(here, partner)
                )
            if best is None or (value, done) > best:
                best = (value, done)
        if best is None:
            raise ValueError("an action without an end")
        return best


def partner_of(state: KingsAbbeyState, seat: int) -> int:
    """The player whose offer a seat answers, -1 without one."""
    questions = state.players[seat].questions
    if questions and questions[-1].kind in AGREEMENTS:
        return questions[-1].args[0]
    return -1


def answers(state: KingsAbbeyState, seat: int) -> Sequence[int]:
    """The answers that are looked at: all, but only small amounts of a trade."""
    legal = state.legal(seat)
    return legal[:AMOUNTS] if state.players[seat].questions[-1].kind == TRADE_AMOUNT else legal

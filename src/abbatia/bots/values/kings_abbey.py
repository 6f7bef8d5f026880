"""The King's Abbey, judged: each action with the questions it asks, by what the abbey is worth then."""

from collections.abc import Sequence
from time import process_time
from typing import Final, cast

from abbatia.bots.protocol import Budget
from abbatia.bots.values.evaluator import NEVER, Evaluator, Plan, best_first
from abbatia.bots.values.kings_abbey_board import AbbeyEvaluator
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.games.kings_abbey.position import (
    ABBEY,
    BUILDING,
    DONE,
    END_OF_ROUND,
    EVENT,
    FEED,
    FEEDING,
    HARVEST,
    KIND,
    MARKET,
    NEW_CRUSADE,
    OVER,
    PASS,
    PEASANTS,
    REWARDS,
    TRADE_AMOUNT,
    KingsAbbeyState,
)

LEFT_OUT: Final = frozenset({"ask", "stables", "bid"})  # offers to others; bidding beyond the first pass
TRADING: Final = (BUILDING, FEEDING, END_OF_ROUND)  # phases in which trades are looked at
NEXT: Final = {ABBEY: MARKET, MARKET: HARVEST, HARVEST: PEASANTS, PEASANTS: BUILDING, BUILDING: FEEDING}
"""What comes after a phase that a seat ends for itself."""
LEAVES: Final = 30  # positions looked at behind one action that asks questions
AMOUNTS: Final = 3  # of a trade
DEEPEST: Final = 5
SEARCHED: Final = (EVENT, ABBEY, MARKET, HARVEST, BUILDING)  # phases with decisions worth a rehearsal
CLOSE: Final = 4.0  # points behind the best plan that a rehearsal may make good
REHEARSED: Final = 4  # plans; rehearsing eight won no more games (bench/notes/strength.md)
QUIET: Final = (DONE, PASS, FEED)  # what others do in a rehearsal


class KingsAbbeyEvaluator(Evaluator):
    """Values actions by weights."""

    width = 4

    def __init__(self, weights: dict[str, float]) -> None:
        self.abbey_evaluator = AbbeyEvaluator(weights)
        self.rivals: Final = weights["rivals"]

    def value(self, world: State, seat: int) -> float:
        state = cast(KingsAbbeyState, world)
        mine = self.abbey_evaluator.abbey(state, seat, state.phase)
        others = [
            self.abbey_evaluator.abbey(state, other, state.phase)
            for other in range(state.seats)
            if other != seat
        ]
        return mine - self.rivals * sum(others) / len(others) if others else mine

    def is_worth_searching(self, world: State, seat: int) -> bool:
        return False

    def plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        state = cast(KingsAbbeyState, world)
        found: list[Plan] = []
        offered = state.legal(seat)
        for action in offered:
            if self.is_left_out(state, seat, action) and len(offered) > 1:
                continue
            if found and process_time() > until:
                break
            if action in (DONE, PASS) and not state.players[seat].questions:
                value = self.abbey_evaluator.abbey(state, seat, NEXT.get(state.phase, state.phase))
                found.append((value, (action,)))
            elif action == NEW_CRUSADE:
                found.append(
                    (
                        self.abbey_evaluator.abbey(state, seat, state.phase)
                        + self.abbey_evaluator.new_crusade(state, seat),
                        (action,),
                    )
                )
            else:
                found.append(self.followed(state, seat, action))
        return best_first(found or [(0.0, (offered[0],))])

    def root_plans(self, world: State, seat: int, rng: Rng, budget: Budget) -> list[Plan]:
        """The best plans by where they lead until the round ends, if this seat goes on as judged.

        Hardly anything is left to chance within a round, so one rehearsal shows what many would.
        """
        state = cast(KingsAbbeyState, world)
        plans = self.plans(state, seat, rng)
        tried = [plan for plan in plans[:REHEARSED] if plans[0][0] - plan[0] < CLOSE]
        if len(tried) < 2 or state.phase not in SEARCHED or state.players[seat].questions:
            return plans
        thinking, luck = budget.start(), rng.below(1 << 30)
        found: list[Plan] = []
        for n, (_, actions) in enumerate(tried):
            if thinking.allows(n):
                found.append((self.rehearsed(state, seat, actions, Rng(luck)), actions))
        return best_first(found) or plans

    def rehearsed(self, start: KingsAbbeyState, seat: int, plan: tuple[int, ...], rng: Rng) -> float:
        """What the abbey is worth at the end of the round if the others do nothing more."""
        state = start.clone()
        for action in plan:
            state.apply(seat, action)
        lasts = state.rounds > start.round
        while actors := state.to_act():
            if lasts and (state.round != start.round or state.phase >= REWARDS):
                break
            actor = actors[0]
            if actor == CHANCE:
                state.apply(CHANCE, state.draw_lot(rng))
            elif actor == seat:
                for action in self.plans(state, seat, rng)[0][1]:
                    state.apply(seat, action)
            else:
                state.apply(actor, quiet(state, actor))
        phase = state.phase if state.round == start.round else END_OF_ROUND
        state.round = start.round
        return self.abbey_evaluator.abbey(state, seat, phase)

    def is_left_out(self, state: KingsAbbeyState, seat: int, action: int) -> bool:
        """Offers to others, and trades where they hardly ever help, are not looked at."""
        kind = KIND[action] if action < len(KIND) else ""
        if kind == "trade":
            return state.phase not in TRADING
        return kind in LEFT_OUT

    def followed(self, state: KingsAbbeyState, seat: int, action: int) -> Plan:
        """The best way to answer the questions that an action asks."""
        phase = state.phase
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
            value = self.abbey_evaluator.abbey(here, seat, judged)
            if best is None or (value, done) > best:
                best = (value, done)
        if best is None:
            raise ValueError("an action without an end")
        return best


def answers(state: KingsAbbeyState, seat: int) -> Sequence[int]:
    """The answers that are looked at: all, but only small amounts of a trade."""
    legal = state.legal(seat)
    return legal[:AMOUNTS] if state.players[seat].questions[-1].kind == TRADE_AMOUNT else legal


def quiet(state: KingsAbbeyState, seat: int) -> int:
    """An action that ends a turn, or any where something has to be chosen."""
    legal = state.legal(seat)
    return next((action for action in QUIET if action in legal), legal[0])


def evaluator(weights: dict[str, float]) -> KingsAbbeyEvaluator:
    return KingsAbbeyEvaluator(weights)

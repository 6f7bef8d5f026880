"""Offers of The King's Abbey to other players: help on a crusade for a share of it, trades at the Stables.

An offer is made when it leaves both better off, as the abbeys are judged: the other one as well, since what
an offer has to promise is what the other player would lose by it and a little more.
"""

from math import ceil
from typing import Final

from abbatia.bots.values.evaluator import Plan
from abbatia.bots.values.kings_abbey_board import AbbeyEvaluator
from abbatia.games.kings_abbey.position import (
    ABBEY,
    ACCEPT,
    AMOUNT,
    ARG,
    BUILDING,
    FEEDING,
    FOR,
    GIVE,
    MARKET,
    OFFER,
    RECEIVE,
    SHARE,
    SPACES,
    TOKEN,
    TOOL,
    WITH_RELIC,
    KingsAbbeyState,
    trade_values,
)

MOST_SEATS: Final = 5  # `ask` counts five seats for each crusade
LIKELY: Final = 0.8  # that an offer which is good for both is accepted
PROFIT: Final = 0.4  # points that an offer has to bring to either side
RAISE: Final = 1.0  # by which each further offer of a turn is better for the other player
GIVEN: Final = 6  # tokens that a trade gives at most
RECEIVED: Final = 2  # tokens that it takes at most
MORE: Final = 2  # tokens given beyond what the rules ask for
SECOND: Final = {ABBEY: MARKET, BUILDING: FEEDING}
"""Phases that are played in order, and what is next for a seat that is through."""
BEST_RIVAL: Final = 0.7  # how much a single rival's gain counts; with more rivals each counts less


def phase_of(state: KingsAbbeyState, seat: int) -> int:
    """The phase that a seat is in: the next one if it had its turn already."""
    if state.phase in SECOND and seat != state.turn:
        is_through = (seat - state.first) % state.seats < state.lap
        return SECOND[state.phase] if is_through else state.phase
    return state.phase


class Offers:
    """Makes offers that pay."""

    def __init__(self, abbeys: AbbeyEvaluator) -> None:
        self.abbeys: Final = abbeys

    def rivalry(self, state: KingsAbbeyState) -> float:
        """What a point of one other player costs a player."""
        return min(BEST_RIVAL, 1.0 / max(1, state.seats - 1))

    # -- help on a crusade ---------------------------------------------------------------------------------

    def help_plan(self, state: KingsAbbeyState, seat: int, action: int) -> Plan | None:
        """The best offer to one player for help on one crusade; None when none would pay."""
        slot, ally = ARG[action] // MOST_SEATS, ARG[action] % MOST_SEATS
        asked = state.clone()
        asked.apply(seat, action)
        most = sum([SPACES <= answer < SHARE for answer in asked.legal(seat)])
        crusade = state.players[seat].crusades[slot]
        missing = state.facts.crusade_dice[crusade.card] - crusade.filled
        if most < missing:  # who cannot finish it would only bind dice
            return None
        return self.terms(state, asked, seat, ally, (action, SPACES + missing - 1))

    def terms(
        self, state: KingsAbbeyState, asked: KingsAbbeyState, seat: int, ally: int, begun: tuple[int, ...]
    ) -> Plan | None:
        """What to promise for a number of spaces: as little as the other player needs to be better off."""
        abbeys, share = self.abbeys, self.rivalry(state)
        mine, theirs = self.both(state, seat, ally)
        world = asked.clone()
        world.apply(seat, begun[1])
        goods = state.facts.crusade_reward[self.card_of(world, seat)]
        most = sum([SHARE <= answer < TOKEN for answer in world.legal(seat)]) - 1
        world.apply(seat, SHARE)
        left = [action - TOKEN for action in world.legal(seat) if TOKEN <= action < WITH_RELIC]
        if OFFER not in world.legal(seat):
            return None
        world.apply(seat, OFFER)
        self.accept(world, ally)
        mine_then, theirs_then = self.both(world, seat, ally)
        gain, loss = mine_then - mine, theirs - theirs_then
        profit = PROFIT + RAISE * state.players[seat].offers_made
        needed = (profit + loss + share * gain) / (1.0 + share)
        points = max(0, min(most, ceil(needed)))
        worth = float(points)
        tokens: list[int] = []
        for kind in left:
            for _ in range(goods[kind]):
                if worth < needed and state.rounds > state.round:
                    tokens.append(TOKEN + kind)
                    worth += abbeys.tokens[kind] if kind < TOOL else abbeys.tool
        profits = gain - worth - share * (worth - loss)
        if worth < needed or profits < PROFIT:
            return None
        plan = (*begun, SHARE + points, *tokens, OFFER)
        return (mine + LIKELY * profits, plan) if self.is_new(state, seat, plan) else None

    def card_of(self, world: KingsAbbeyState, seat: int) -> int:
        """The crusade that an offer in the making is about."""
        return world.players[seat].crusades[world.players[seat].questions[-1].args[0]].card

    def accept(self, world: KingsAbbeyState, ally: int) -> None:
        """The other player accepts, and sends the first peasant and the first dice that will do."""
        world.apply(ally, ACCEPT)
        while world.players[ally].questions and world.acting >> ally & 1:
            world.apply(ally, world.legal(ally)[0])

    def both(self, state: KingsAbbeyState, seat: int, other: int) -> tuple[float, float]:
        """What two abbeys are worth."""
        mine = self.abbeys.abbey(state, seat, phase_of(state, seat))
        return mine, self.abbeys.abbey(state, other, phase_of(state, other))

    # -- Stables -------------------------------------------------------------------------------------------

    def swap_plan(self, state: KingsAbbeyState, seat: int, action: int) -> Plan | None:
        """The best trade to offer one player; None when none would pay."""
        partner = ARG[action]
        share = self.rivalry(state)
        profit = PROFIT + RAISE * state.players[seat].offers_made
        prices, values = trade_values(state, seat), state.facts.values
        mine, theirs = self.both(state, seat, partner)
        world = state.clone()
        own, others = world.players[seat].goods, world.players[partner].goods
        best: Plan | None = None
        for given, taken, amount, number in trades(own, others, prices, values):
            shift(own, others, given, taken, amount, number)
            gain = self.abbeys.abbey(world, seat, phase_of(state, seat)) - mine
            if gain > PROFIT:
                other = self.abbeys.abbey(world, partner, phase_of(state, partner)) - theirs
                profits = gain - share * other
                if other - share * gain > profit and profits > PROFIT:
                    terms = (GIVE + given, FOR + taken, AMOUNT + amount - 1, RECEIVE + number - 1)
                    plan = (mine + LIKELY * profits, (action, *terms))
                    best = plan if best is None or plan > best else best
            shift(own, others, given, taken, -amount, -number)
        return best if best is not None and self.is_new(state, seat, best[1]) else None

    def is_new(self, state: KingsAbbeyState, seat: int, plan: tuple[int, ...]) -> bool:
        """Whether an offer may still be made in this turn."""
        world = state.clone()
        for action in plan[:-1]:
            world.apply(seat, action)
        return plan[-1] in world.legal(seat)


def trades(
    own: list[int], others: list[int], prices: list[int], values: list[int]
) -> list[tuple[int, int, int, int]]:
    """Trades that may be offered: kinds given and taken, how many given and taken; not much too generous."""
    found: list[tuple[int, int, int, int]] = []
    for given in range(TOOL):
        for taken in range(TOOL):
            if given == taken:
                continue
            for number in range(1, min(RECEIVED, others[taken]) + 1):
                least = -(-number * prices[taken] // values[given])
                for amount in range(least, min(least + MORE, GIVEN, own[given]) + 1):
                    found.append((given, taken, amount, number))
    return found


def shift(own: list[int], others: list[int], given: int, taken: int, amount: int, number: int) -> None:
    """Tokens change hands."""
    own[given] -= amount
    others[given] += amount
    own[taken] += number
    others[taken] -= number

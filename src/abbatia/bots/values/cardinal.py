"""Le Roi et le Cardinal, judged: points on the board and to come, whole turns, cards to draw.

A turn lies in one country, so its gain is that of the country, of the alliances of the country and of the
chains it lengthens; each is looked up. Turns over two countries and Das Duell are searched action by action.
"""

from time import process_time
from typing import Final, cast

from abbatia.bots.values.cardinal_board import BoardEvaluator
from abbatia.bots.values.evaluator import NEVER, Evaluator, Plan, best_first
from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.games.cardinal.position import (
    ABROAD_ONLY,
    DRAW,
    DRAW_OPEN,
    EXCHANGE,
    FACE_UP,
    HAND,
    LAST,
    ONE_COUNTRY,
    PASS,
    PAY,
    PAY_PAIR,
    STOP,
    TURN,
    CardinalState,
    Position,
)

Pieces = tuple[float, tuple[int, ...]]
"""What one or two pieces in a country gain, and the actions that place them."""
SITES_TRIED: Final = 3  # sites of a country that are worth comparing
MOST_LEAVES: Final = 400  # of a turn searched action by action


class Offers:
    """What a seat could gain in each country now, with one piece and with two."""

    __slots__ = ("single", "double", "best1", "best2", "hands")

    def __init__(self, countries: int) -> None:
        self.single: list[list[Pieces]] = [[] for _ in range(countries)]
        self.double: list[list[Pieces]] = [[] for _ in range(countries)]
        self.best1: list[float] = [0.0] * countries
        self.best2: list[float] = [0.0] * countries
        self.hands: dict[int, float] = {}  # what hands are worth, as far as asked


class CardinalEvaluator(Evaluator):
    """Values by weights; see `BoardEvaluator` for what stands on the board."""

    depth = 4
    width = 30

    def __init__(self, weights: dict[str, float]) -> None:
        self.board_evaluator = BoardEvaluator(weights)
        self.pair: Final = weights["pair"]
        self.triple: Final = weights["triple"]
        self.useful: Final = weights["useful"]
        self.next_turn: Final = weights["next_turn"]
        self.held: Final = weights["held"]

    def value(self, world: State, seat: int) -> float:
        state = cast(CardinalState, world)
        board = self.board_evaluator.position(state, seat)
        hand = state.hands[seat]
        if hand and not state.mode & LAST and state.to_act():
            return board + self.hand(state, hand, self.offers(state, seat))
        return board

    def plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        state = cast(CardinalState, world)
        if state.phase == DRAW:
            return self.draws(state, seat)
        if state.phase == TURN and state.spread == ONE_COUNTRY and state.duel is None:
            return self.turns(state, seat)
        return self.searched(state, seat, until)

    def reply(self, world: State, seat: int, rng: Rng) -> tuple[int, ...]:
        state = cast(CardinalState, world)
        return (quick_draw(state, seat),) if state.phase == DRAW else self.plans(world, seat, rng)[0][1]

    # -- whole turns in one country ------------------------------------------------------------------------

    def turns(self, state: CardinalState, seat: int) -> list[Plan]:
        """Every country with every way to pay, the best sites only; exchanges; in the last round passing."""
        offers = self.offers(state, seat)
        hand = state.hands[seat]
        found: list[Plan] = []
        for country in range(len(offers.single)):
            for cards, left in self.payments(state, hand, country):
                rest = self.hand(state, left, offers)
                found += [(gain + rest, (cards, *pieces)) for gain, pieces in offers.single[country]]
                if offers.double[country]:
                    for more, last in self.payments(state, left, country):
                        rest = self.hand(state, last, offers)
                        found += [
                            (gain + rest, (cards, pieces[0], more, pieces[1]))
                            for gain, pieces in offers.double[country]
                        ]
        found += self.without_placing(state, seat, offers)
        return best_first([self.with_stop(state, hand, plan) for plan in found])

    def with_stop(self, state: CardinalState, hand: int, plan: Plan) -> Plan:
        """A single piece is followed by stopping, where the rules ask."""
        actions = plan[1]
        if len(actions) != 2 or not hand - state.tables.cost[actions[0]]:
            return plan
        country = state.tables.country[actions[0]]
        if not state.abbeys[country]:
            return plan  # a country that was empty takes one piece
        return plan[0], (*actions, state.tables.actions.first[STOP])

    def payments(self, state: CardinalState, hand: int, country: int) -> list[tuple[int, int]]:
        """Ways to pay for a piece in a country: the action, and the hand that is left."""
        tables = state.tables
        first, kind_of, countries = tables.actions.first, tables.board.kind_of, len(tables.board.countries)
        own = kind_of[country]
        found: list[tuple[int, int]] = []
        if hand >> 2 * own & 3:
            found.append((first[PAY] + country, hand - tables.card[own]))
        for kind in range(len(tables.card)):
            if hand >> 2 * kind & 3 >= 2 and (kind != own or not state.mode & ABROAD_ONLY):
                action = first[PAY_PAIR] + kind * countries + country
                if kind != own:  # two cards where one does are wasted
                    found.append((action, hand - 2 * tables.card[kind]))
        return found

    def without_placing(self, state: CardinalState, seat: int, offers: Offers) -> list[Plan]:
        """Exchanges, and passing in the last round."""
        tables = state.tables
        exchange, last = tables.actions.first[EXCHANGE], tables.actions.first[PASS]
        found: list[Plan] = []
        for action in state.legal(seat):
            if action == last:
                found.append((0.0, (action,)))
            elif exchange <= action < exchange + len(tables.card):
                rest = state.hands[seat] - tables.card[action - exchange]
                found.append((self.hand(state, rest, offers), (action,)))
        return found

    # -- what could be gained where ------------------------------------------------------------------------

    def offers(self, state: CardinalState, seat: int) -> Offers:
        offers = Offers(len(state.abbeys))
        evaluator = self.board_evaluator
        evaluator.begin(state)
        for country in range(len(state.abbeys)):
            self.offer(state, seat, country, offers)
            single, double = offers.single[country], offers.double[country]
            if single:
                offers.best1[country] = max(gain for gain, _ in single)
            offers.best2[country] = max((gain for gain, _ in double), default=offers.best1[country])
        return offers

    def offer(self, state: CardinalState, seat: int, country: int, offers: Offers) -> None:
        """One or two pieces in a country: abbeys, advisors, one of each (§5.1 to §5.7)."""
        evaluator, tables = self.board_evaluator, state.tables
        single, double = offers.single[country], offers.double[country]
        packed, free, room = state.abbeys[country], state.free[country], state.room[country]
        abbeys = min(state.abbeys_left[seat], free.bit_count(), 2)
        one = 1 << 4 * seat
        left = free.bit_count()
        advisor = tables.first_advisor + country
        before = evaluator.country(state, country, packed, left, seat)
        sites: list[tuple[float, int]] = []
        if abbeys:
            sites = evaluator.sites(state, seat, country)[:SITES_TRIED]
            gain = evaluator.country(state, country, packed + one, left - 1, seat) - before
            single += [(gain + more, (tables.first_abbey + site,)) for more, site in sites]
        if not packed:
            return
        advisors = min(state.advisors_left[seat], room, 2)
        gains = [evaluator.advise(state, seat, country, number) for number in range(min(2, advisors) + 1)]
        if advisors:
            single.append((gains[1], (advisor,)))
        if advisors == 2:
            double.append((gains[2], (advisor, advisor)))
        if abbeys:
            lifted = (packed >> 4 * seat & 15) + 1 > state.lead[country]
            if state.advisors_left[seat] and room + lifted:
                both = gain + (gains[1] if advisors else evaluator.advise(state, seat, country, 1))
                double += [(both + more, (tables.first_abbey + site, advisor)) for more, site in sites]
        if abbeys == 2:
            gain = evaluator.country(state, country, packed + 2 * one, left - 2, seat) - before
            for index, (_, site) in enumerate(sites):
                for _, other in sites[index + 1 :]:
                    more = evaluator.two_sites(state, seat, site, other)
                    double.append((gain + more, (tables.first_abbey + site, tables.first_abbey + other)))

    # -- cards ---------------------------------------------------------------------------------------------

    def hand(self, state: CardinalState, hand: int, offers: Offers) -> float:
        """What a hand is worth: the best turn it allows, pairs, and cards of countries worth going to."""
        if state.mode & LAST or not hand:
            return 0.0
        known = offers.hands.get(hand)
        if known is None:
            known = self.judge_hand(state, hand, offers)
            offers.hands[hand] = known
        return known

    def judge_hand(self, state: CardinalState, hand: int, offers: Offers) -> float:
        board = state.tables.board
        total, best = 0.0, 0.0
        size: int = state.tables.hand_size[hand]
        some = max(offers.best1)
        for kind, countries in enumerate(board.kind_countries):
            number = hand >> 2 * kind & 3
            if not number:
                continue
            single = max(offers.best1[country] for country in countries)
            double = max(offers.best2[country] for country in countries)
            total += self.useful * single * number
            best = max(best, double if number >= 2 or self.has_other_pair(hand, kind) else single)
            if number >= 2:
                total += self.pair
                best = max(best, some)
            if number == 3:
                total += self.triple
                best = max(best, *offers.best2) if size == HAND else best
        return total + self.next_turn * best + self.held * size

    def has_other_pair(self, hand: int, kind: int) -> bool:
        """Whether the hand holds a pair of another kind, to pay for a second piece."""
        rest = hand & ~(3 << 2 * kind)
        return rest & 0xAAAA > 0

    def draws(self, state: CardinalState, seat: int) -> list[Plan]:
        """Face-up cards and the pile, by the hand they give; the pile by all cards the seat cannot see."""
        offers = self.offers(state, seat)
        tables, hand = state.tables, state.hands[seat]
        found: list[Plan] = []
        for action in state.legal(seat):
            place = action - tables.actions.first[DRAW_OPEN]
            if place < FACE_UP:
                kind = state.open1 if place else state.open0
                found.append((self.hand(state, hand + tables.card[kind], offers), (action,)))
            else:
                found.append((self.blind(state, seat, offers), (action,)))
        return best_first(found)

    def blind(self, state: CardinalState, seat: int, offers: Offers) -> float:
        """The pile's card on average; the rivals do not see it, which is worth a little."""
        total, weight = 0.0, 0
        tables = state.tables
        for kind, card in enumerate(tables.card):
            number = unseen(state, seat, kind)
            if number and state.hands[seat] >> 2 * kind & 3 < 3:
                total += number * self.hand(state, state.hands[seat] + card, offers)
                weight += number
        return total / weight if weight else 0.0

    # -- everything else, action by action -----------------------------------------------------------------

    def searched(self, state: CardinalState, seat: int, until: float) -> list[Plan]:
        """All continuations of this turn until chance or another seat acts, or cards are drawn."""
        offers = self.offers(state, seat)
        found: list[Plan] = []
        seen: set[tuple[int, ...]] = set()
        stack: list[tuple[CardinalState, tuple[int, ...]]] = [(state, ())]
        while stack and len(found) < MOST_LEAVES:
            here, done = stack.pop()
            if found and process_time() > until:
                break
            for action in here.legal(seat):
                after = here.clone()
                after.apply(seat, action)
                plan = (*done, action)
                if after.actor == seat and after.phase != DRAW and after.player == seat:
                    stack.append((after, plan))
                    continue
                key = tuple(sorted(plan))
                if key not in seen:
                    seen.add(key)
                    rest = self.hand(after, after.hands[seat], offers)
                    found.append((self.board_evaluator.position(after, seat) + rest, plan))
        return best_first(found)


def quick_draw(state: CardinalState, seat: int) -> int:
    """A face-up card that makes a pair, else the pile."""
    draws = state.legal(seat)
    first = state.tables.actions.first[DRAW_OPEN]
    for action in draws:
        kind = (state.open0, state.open1, -1)[action - first]
        if kind >= 0 and state.hands[seat] >> 2 * kind & 3 == 1:
            return action
    return draws[-1]


def unseen(state: Position, seat: int, kind: int) -> int:
    """How many cards of a kind lie where the seat cannot see: in the pile or unknown in other hands."""
    number = state.pile >> 4 * kind & 15
    for other in range(state.seats):
        if other != seat:
            number += (state.hands[other] >> 2 * kind & 3) - (state.known[other] >> 2 * kind & 3)
    return number


def evaluator(weights: dict[str, float]) -> CardinalEvaluator:
    return CardinalEvaluator(weights)

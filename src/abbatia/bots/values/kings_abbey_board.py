"""What an abbey of The King's Abbey is worth to its owner: prestige, and what may become prestige."""

from typing import Final

from abbatia.games.kings_abbey.abbey import defence, dice_defence, has_room, occupied, population
from abbatia.games.kings_abbey.pieces import (
    ABBEY,
    ALL_CARDS,
    BAKERY,
    BELL_TOWER,
    BREWERY,
    BUILDING,
    BUILDINGS,
    CARDINAL,
    CREWS,
    DARKNESS,
    FARMS,
    FEEDING,
    GRAIN,
    HALLS,
    HARVEST,
    INCOME,
    KINDS,
    OVER,
    REWARDS,
    TOOL,
    TYPES,
    WAGON,
)
from abbatia.games.kings_abbey.scoring import score
from abbatia.games.kings_abbey.state import Position

KEPT_TOKENS: Final = 3  # of each resource at the end of a round
MANY_COINS: Final = 10
ROUNDS_FOR_A_CRUSADE: Final = 4
TOKENS: Final = ("coin", "wood", "grain", "stone", "sand")
USEFUL: Final = {
    "monks_quarters": 2.0,
    "scriptorium": 1.2,
    "library": 1.0,
    "bakery": 0.5,
    "garden": 0.5,
    "masons_guild": 0.6,
    "abbotts_den": 1.2,
    "blacksmith": 0.6,
    "money_changer": 0.6,
    "tithe_barn": 0.4,
    "dairy_farm": 2.5,
    "sheep_farm": 2.0,
    "stables": 0.1,
    "bath_house": 0.1,
}
"""What an active building is worth in each round to come, besides defence and coins."""


class Worth:
    """The worth of an abbey by weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.tokens: Final = [weights[name] for name in TOKENS]
        self.spare: Final = weights["spare"]
        self.tool: Final = weights["tool"]
        self.die: Final = weights["die"]
        self.die_late: Final = weights["die_late"]
        self.peasant: Final = weights["peasant"]
        self.bench: Final = weights["bench"]
        self.step: Final = weights["clergy"]
        self.active: Final = weights["active"]
        self.hand: Final = weights["hand"]
        self.crusade: Final = weights["crusade"]
        self.crusade_die: Final = weights["crusade_die"]
        self.away: Final = weights["away"]
        self.earning: Final = weights["earning"]
        self.locked: Final = weights["locked"]
        self.gather: Final = weights["gather"]
        self.fit: Final = weights["fit"]
        self.dark_later: Final = weights["dark_later"]
        self.wall: Final = weights["wall"]
        self.hunger: Final = weights["hunger"]
        self.useful: Final = [USEFUL.get(name, 0.0) for name in BUILDINGS]

    def abbey(self, s: Position, seat: int, phase: int) -> float:
        """What the abbey is worth if its owner goes on from this phase."""
        if s.phase == OVER:
            return float(score(s, seat))
        rounds = s.rounds - s.round
        total = s.prestige[seat] + 2.0 * s.sheep[seat] + 3.0 * s.cows[seat] + 2.0 * s.relics[seat].bit_count()
        total += self.goods(s, seat, rounds, phase)
        total += self.dice(s, seat, phase)
        total += self.people(s, seat, rounds, phase)
        total += self.cards(s, seat, rounds, phase)
        total += self.clergy(s, seat, rounds)
        total += self.crusades(s, seat, rounds, phase)
        total -= self.dangers(s, seat, rounds, phase)
        return total

    # -- goods and dice ------------------------------------------------------------------------------------

    def goods(self, s: Position, seat: int, rounds: int, phase: int) -> float:
        at = seat * KINDS
        goods = s.goods
        total = 0.0
        building = rounds + (phase <= BUILDING)
        if building:
            coins = goods[at]
            total += self.tokens[0] * (min(coins, MANY_COINS) + 0.4 * max(coins - MANY_COINS, 0))
            for kind in range(1, TOOL):
                number = goods[at + kind]
                more = self.spare if phase <= BUILDING else 0.0
                total += self.tokens[kind] * (min(number, KEPT_TOKENS) + more * max(number - KEPT_TOKENS, 0))
        if rounds + (phase <= HARVEST):
            total += self.tool * (goods[at + TOOL] * min(rounds + 1, 3) + goods[at + WAGON])
        return total

    def dice(self, s: Position, seat: int, phase: int) -> float:
        """Dice that can still be used this round, mostly to collect."""
        if phase > HARVEST:
            return 0.0
        each = self.die if phase < HARVEST else self.die_late
        left = [value for value in range(6, 0, -1) for _ in range(s.dice[seat * 6 + value - 1])]
        return each * (sum(left[:5]) + 0.5 * sum(left[5:]))

    # -- people --------------------------------------------------------------------------------------------

    def people(self, s: Position, seat: int, rounds: int, phase: int) -> float:
        """Coins each round; the nearer to the Baptistry the better while cards wait for lay brothers."""
        people = population(s, seat)
        income = rounds + (phase <= INCOME)
        total = people * (self.peasant + self.tokens[0] * max(income - 1, 0))
        if not rounds and phase > BUILDING:
            return people * 0.2
        benches = s.benches[seat]
        waiting = s.idle[seat].bit_count() + 2
        ready = [5] * s.baptistry[seat]
        for bench in range(3, -1, -1):
            ready += [bench + 1] * (benches >> 3 * bench & 7).bit_count()
        return total + self.bench * sum(ready[:waiting])

    # -- cards ---------------------------------------------------------------------------------------------

    def cards(self, s: Position, seat: int, rounds: int, phase: int) -> float:
        """Active buildings, halls that wait for their lay brother, buildings still to be built."""
        total = 0.0
        for card in range(TYPES):
            stands = s.stands[seat * ALL_CARDS + card]
            if stands:
                active = s.crew[seat * CREWS + card]
                total += self.active * active * self.useful[card] * rounds
                if card == BREWERY:
                    total += self.tokens[0] * active * occupied(s, seat) * rounds
                elif card in HALLS:
                    total += 5.0 * (stands - s.paid[seat * TYPES + card]) * min(rounds, 2)
                total += 0.3 * self.active * (stands - active) * self.useful[card] * max(rounds - 1, 0)
        if s.crew[seat * CREWS + BELL_TOWER]:
            total += self.active * rounds
        if s.in_hand[seat]:
            total += self.unbuilt(s, seat, rounds, phase)
        return total

    def unbuilt(self, s: Position, seat: int, rounds: int, phase: int) -> float:
        """Buildings in the reserve, the most rewarding first, as far as goods held and to come may reach."""
        if not rounds and phase > BUILDING:
            hand = s.hand[seat * TYPES : seat * TYPES + TYPES]
            return -float(sum(number * s.facts.penalty[card] for card, number in enumerate(hand)))
        found: list[tuple[float, float, int]] = []
        total = 0.0
        for card in range(TYPES):
            for _ in range(s.hand[seat * TYPES + card]):
                if has_room(s, seat, card):
                    gain, cost = self.project(s, seat, card, rounds)
                    found.append((gain / cost, cost, card))
                else:
                    total -= s.facts.penalty[card]
        found.sort(reverse=True)
        purse = sum(self.tokens[kind] * s.goods[seat * KINDS + kind] for kind in range(TOOL))
        purse += self.earning * (rounds + (phase <= HARVEST))
        room = Room(s, seat)
        for ratio, cost, card in found:
            if not room.takes(card):
                total -= s.facts.penalty[card]
                continue
            missing = self.missing(s, seat, card)
            gathered = self.gather * (rounds + (phase <= HARVEST)) + 0.1
            likely = self.hand * min(1.0, (max(purse, 0.0) / cost) ** 2) * max(0.0, 1.0 - missing / gathered)
            purse -= cost * likely
            total += likely * ((ratio - 1.0) * cost - self.fit * missing)
            total -= (1.0 - likely) * s.facts.penalty[card]
        return total

    def project(self, s: Position, seat: int, card: int, rounds: int) -> tuple[float, float]:
        """What a building would bring, and what it costs."""
        facts = s.facts
        gain = facts.prestige[card] + 0.2 * self.active * self.useful[card] * max(rounds - 1, 0)
        if card in HALLS:
            gain += 4.0 * min(rounds, 2)
        cost = sum(self.tokens[kind] * facts.cost[card][kind] for kind in range(TOOL))
        return gain, max(cost, 0.5)

    def missing(self, s: Position, seat: int, card: int) -> float:
        """The worth of the goods that are not there yet for a building."""
        cost, at = s.facts.cost[card], seat * KINDS
        return sum(self.tokens[kind] * max(cost[kind] - s.goods[at + kind], 0) for kind in range(TOOL))

    # -- clergy and crusades -------------------------------------------------------------------------------

    def clergy(self, s: Position, seat: int, rounds: int) -> float:
        """Bonuses that go on, and steps towards the next one."""
        tops, position = s.facts.tops, s.clergy[seat]
        bonus = (0.6 * rounds, 4.0, 4.0, 5.0 + 0.5 * rounds, 3.0)
        total = 0.0
        done = 0
        for level, top in enumerate(tops):
            if position >= top:
                total += (0.6 * rounds, 0.0, 1.0, 0.5 * rounds, 0.0)[level]
                done = top
            else:
                if level < CARDINAL or position > done:
                    total += self.step * bonus[level] * (position - done) / max(top - done, 1)
                break
        return total if rounds else 0.5 * total

    def crusades(self, s: Position, seat: int, rounds: int, phase: int) -> float:
        total = 0.0
        for at in (seat * 2, seat * 2 + 1):
            card = s.card[at]
            if card < 0:
                continue
            facts = s.facts
            if s.crusader[at] and rounds:
                total += self.away * (self.peasant + self.tokens[0] * rounds)
            points = facts.crusade_prestige[card] - s.share[at]
            reward = sum(
                number * self.tokens[kind] if kind < TOOL else number * self.tool
                for kind, number in enumerate(facts.crusade_reward[card])
            )
            missing = facts.crusade_dice[card] - s.filled[at]
            if not missing:
                total += points + (reward if rounds else 0.0) if phase <= REWARDS else 0.0
                continue
            chances = rounds + (phase <= ABBEY)
            reach = 2.2 * chances + (1.0 if not s.filled[at] and chances else 0.0)
            likely = min(1.0, (reach / missing) ** 2)
            ready = min(s.dice[seat * 6 + s.face[at] - 1], missing) if s.face[at] and phase <= ABBEY else 0
            share = (s.filled[at] + 0.5 * ready) / facts.crusade_dice[card]
            filled = self.crusade + self.crusade_die * share
            if missing > ready and rounds:
                total -= self.locked * s.own_dice[at]
            total += likely * filled * (points + reward) - (1 - likely) * points
        return total

    def new_crusade(self, s: Position, seat: int) -> float:
        """What a crusade from the pile may be worth, on average; two at once bind too many dice."""
        facts, rounds = s.facts, s.rounds - s.round
        if max(s.card[seat * 2], s.card[seat * 2 + 1]) >= 0 or rounds < ROUNDS_FOR_A_CRUSADE:
            return -1.0
        total, cards = 0.0, 0
        for card, there in enumerate(s.crusade_bag):
            if there:
                points, dice = facts.crusade_prestige[card], facts.crusade_dice[card]
                likely = min(1.0, ((2.2 * rounds + 1.0) / dice) ** 2) if rounds else 0.0
                total += likely * self.crusade * points - (1 - likely) * points
                cards += 1
        return total / cards - self.tokens[0] if cards else 0.0

    # -- hunger and darkness -------------------------------------------------------------------------------

    def dangers(self, s: Position, seat: int, rounds: int, phase: int) -> float:
        """What hunger and Darkness will cost, this round surely, later perhaps."""
        loss = 2.0 + self.peasant + 0.3 * rounds
        total = 0.0
        if phase <= FEEDING:
            food = s.goods[seat * KINDS + GRAIN] + s.crew[seat * CREWS + BAKERY] + s.cows[seat]
            food += 2 * s.sheep[seat]
            need = min((population(s, seat) + 3) // 4, 3)
            sure = 1.0 if phase > HARVEST else self.hunger
            total += sure * loss * max(0, need - food)
        facts = s.facts
        now = defence(s, seat)
        lasting = now - dice_defence(s, seat)
        cells = facts.darkness
        checks = rounds + (phase <= DARKNESS)
        for n in range(min(checks, 4)):
            dark = cells[min(s.darkness + n, len(cells) - 1)]
            if n == 0 and phase <= DARKNESS:
                total += loss * max(0, dark + facts.event_darkness[s.event] - now)
            else:
                total += loss * self.dark_later**n * max(0, dark - lasting)
        return total - self.wall * s.walls[seat] * (rounds > 0) * (s.walls[seat] < 5)


class Room:
    """The building spaces of an abbey, as buildings of the reserve would take them one after the other."""

    def __init__(self, s: Position, seat: int) -> None:
        first = seat * ALL_CARDS
        self.made = s.made[first : first + TYPES]
        self.stands = s.stands[first : first + TYPES]
        self.free = 7 + 2 * s.remodelled[seat] - s.spaces[seat]

    def takes(self, card: int) -> bool:
        """Whether a further copy finds room; then it is there."""
        needs = 0 if self.stands[card] else 2 if card in FARMS else 1
        if self.made[card] >= 2 or needs > self.free:
            return False
        rivals = FARMS if card in FARMS else HALLS if card in HALLS else ()
        if any(self.made[other] for other in rivals if other != card or card in FARMS):
            return False
        self.made[card] += 1
        self.stands[card] += 1
        self.free -= needs
        return True

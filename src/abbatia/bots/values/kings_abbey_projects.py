"""What can still be built in an abbey of The King's Abbey, and what that is worth."""

from typing import Final

from abbatia.bots.values.kings_abbey_likes import Likes
from abbatia.games.kings_abbey.position import (
    ALL_CARDS,
    BARRACKS,
    BATTLEMENT,
    BUILDING,
    BUILDINGS,
    CELLARIUM,
    CLOISTER,
    DARKNESS,
    FARMS,
    GATE_TOWER,
    HALLS,
    HARVEST,
    STABLES,
    TOOL,
    TYPES,
    Facts,
    Position,
    defence,
    dice_defence,
)

Project = tuple[float, float, float, int]
"""Something to build: its gain for its cost, the cost, the gain, the card."""
USUAL_PIPS: Final = 18  # of the dice that collect in a round
TOWER_SPACES: Final = 4
ALTAR: Final = ALL_CARDS  # besides the cards, what can be built
ARCHER: Final = ALL_CARDS + 1
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
    "stables": 0.1,
    "bath_house": 0.1,
}
"""What an active building is worth in each round to come, besides defence, coins and animals."""
SHEEP: Final = (2.0, 5, 2)  # points of one, how many a barn holds, how many come with the farm
COW: Final = (3.5, 3, 0)  # it feeds a level in each round besides
SHIELDS: Final = (BARRACKS, CELLARIUM, CLOISTER)  # buildings that defend when they are active
BREEDING: Final = 0.9  # of the animals to come, those that really come


class Builder:
    """Judges by weights what an abbey may still build."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.tokens: Final = [weights[name] for name in TOKENS]
        self.active: Final = weights["active"]
        self.hand: Final = weights["hand"]
        self.earning: Final = weights["earning"]
        self.gather: Final = weights["gather"]
        self.fit: Final = weights["fit"]
        self.guard: Final = weights["guard"]
        self.sure: Final = weights["sure"]
        self.refuge: Final = weights["refuge"]
        self.farm: Final = weights["farm"]
        self.alone: Final = [USEFUL.get(name, 0.0) for name in BUILDINGS]
        self.in_company: Final = self.alone[:]
        self.in_company[STABLES] += weights["swap"]
        self.likes: Final = Likes(weights)

    def useful(self, state: Position) -> list[float]:
        """What each active building is worth in a round; alone nobody trades at the Stables."""
        return self.in_company if state.seats > 1 else self.alone

    def when_active(self, state: Position, card: int, rounds: int, shield: float) -> float:
        """What a lay brother on a card brings, a round from now."""
        if card in HALLS:
            return 10.0
        if card in SHIELDS:
            return shield
        return self.active * self.useful(state)[card] * max(rounds - 1, 0)

    def bred(self, card: int, there: int, rounds: int) -> float:
        """What the animals that a farm with a lay brother breeds in these rounds are worth."""
        points, most, _ = COW if card == FARMS[0] else SHEEP
        return self.farm * BREEDING * points * max(0, min(rounds, most - there))

    def to_build(
        self, state: Position, seat: int, rounds: int, phase: int, brothers: int, shield: float
    ) -> float:
        """Cards, altar, archers to come, the most rewarding first, as far as goods now and later reach."""
        player = state.players[seat]
        if not rounds and phase > BUILDING:
            return -float(unbuilt_penalty(state, seat))
        facts, total = state.facts, 0.0
        left = player.goods[:TOOL]
        pips = sum([(i + 1) * player.dice[i] for i in range(6)]) if phase <= HARVEST else 0
        times = rounds + pips / USUAL_PIPS  # rounds in which goods still come
        purse = sum([self.tokens[kind] * left[kind] for kind in range(TOOL)]) + self.earning * times
        room = Room(state, seat)
        for _, cost, gain, card in self.wanted(state, seat, rounds, phase, brothers, shield):
            if not room.takes(card):
                total -= facts.penalty[card] if card < TYPES else 0
                continue
            price = price_of(facts, card)
            missing = 0.0
            for kind in range(TOOL):
                if price[kind] > left[kind]:
                    missing += self.tokens[kind] * (price[kind] - left[kind])
            if not missing and phase <= BUILDING:
                likely = self.sure
                if player.andre_day and card < ALL_CARDS:
                    total += facts.prestige[card]
                for kind in range(TOOL):
                    left[kind] -= price[kind]
            else:
                likely = self.hand * min(1.0, (max(purse, 0.0) / cost) ** 2)
                likely *= max(0.0, 1.0 - missing / (self.gather * times + 0.1))
            purse -= cost * likely
            if gain > cost or card < TYPES:
                total += likely * (gain - cost - self.fit * missing)
            if card < TYPES:
                total -= (1.0 - likely) * facts.penalty[card]
        return total

    def wanted(
        self, state: Position, seat: int, rounds: int, phase: int, brothers: int, shield: float
    ) -> list[Project]:
        """Everything that might be built, the most rewarding for its cost first."""
        player = state.players[seat]
        facts = state.facts
        found: list[Project] = []
        for card in range(TYPES):
            for _ in range(player.hand[card]):
                found.append(self.project(state, card, rounds, brothers, shield))
        for card in range(TYPES, ALL_CARDS):
            for _ in range(facts.tower_copies[card - TYPES] - player.made[card]):
                found.append(self.project(state, card, rounds, brothers, shield))
        archers = player.stands[BATTLEMENT] - player.workers[BATTLEMENT]
        archers += player.stands[GATE_TOWER] - player.workers[GATE_TOWER]
        for n, gain in enumerate(self.shields(state, seat, rounds, phase)):
            if not n and not player.altar:
                cost = self.worth_of(facts.altar_cost)
                found.append((gain / cost, cost, gain, ALTAR))
            elif archers:
                archers -= 1
                cost = self.worth_of(facts.archer_cost)
                found.append((gain / cost, cost, gain, ARCHER))
        found.sort(reverse=True)
        return found

    def shields(self, state: Position, seat: int, rounds: int, phase: int) -> list[float]:
        """What each further point of lasting defence would save, the first one first."""
        now = defence(state, seat)
        lasting = now - dice_defence(state, seat)
        cells = state.facts.darkness
        gap = 0
        if phase <= BUILDING:
            gap = cells[min(state.darkness, len(cells) - 1)] + state.facts.event_darkness[state.event] - now
        ahead = state.darkness + (phase <= DARKNESS)
        found: list[float] = []
        for point in range(3):
            saved = 2.5 if gap > point else 0.0
            for n in range(rounds):
                if cells[min(ahead + n, len(cells) - 1)] > lasting + point:
                    saved += self.guard
            found.append(saved)
        return found

    def worth_of(self, price: list[int]) -> float:
        """What the coins and resources of a price are worth."""
        return sum([self.tokens[kind] * price[kind] for kind in range(TOOL)])

    def lasting_shield(self, state: Position, seat: int, rounds: int) -> float:
        """What one more point of lasting defence would save in the rounds after the next one."""
        lasting = defence(state, seat) - dice_defence(state, seat)
        cells = state.facts.darkness
        found = 0.0
        for n in range(1, rounds):
            if cells[min(state.darkness + 1 + n, len(cells) - 1)] > lasting:
                found += self.guard
        return found

    def project(self, state: Position, card: int, rounds: int, brothers: int, shield: float) -> Project:
        """A card that may be built."""
        gain = float(state.facts.prestige[card]) + self.likes.cards[card]
        if card in HALLS:
            gain += 8.0 if brothers > 0 else 1.0
        elif card in FARMS:
            points, _, first = COW if card == FARMS[0] else SHEEP
            gain += self.farm * points * first
            gain += 0.6 * self.bred(card, first, rounds - 1) if brothers > 0 else 0.0
        elif card in SHIELDS:
            gain += 0.6 * shield if brothers > 0 else 0.0
        elif card < TYPES:
            gain += 0.2 * self.active * self.useful(state)[card] * max(rounds - 1, 0)
        price = state.facts.cost[card]
        cost = max(self.worth_of(price), 0.5)
        return gain / cost, cost, gain, card


def price_of(facts: Facts, card: int) -> list[int]:
    """The price of a card, of the altar or of an archer."""
    if card == ALTAR:
        return facts.altar_cost
    return facts.archer_cost if card == ARCHER else facts.cost[card]


def unbuilt_penalty(state: Position, seat: int) -> int:
    """What the cards in the reserve cost at the end."""
    total = 0
    for card in range(TYPES):
        total += state.players[seat].hand[card] * state.facts.penalty[card]
    return total


class Room:
    """The spaces of an abbey, as cards to come would take them one after the other."""

    def __init__(self, state: Position, seat: int) -> None:
        player = state.players[seat]
        self.made = list(player.made)
        self.stands = list(player.stands[:TYPES])
        self.free = 7 + 2 * player.remodelled - player.spaces
        self.towers = TOWER_SPACES - sum(self.made[TYPES:])

    def takes(self, card: int) -> bool:
        """Whether a further copy finds room; then it is there. Altar and archers need none."""
        if card >= TYPES:
            self.towers -= card < ALL_CARDS
            return self.towers >= 0 or card >= ALL_CARDS
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

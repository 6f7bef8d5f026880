"""What an abbey of The King's Abbey is worth to its owner: prestige, and what may become prestige."""

from typing import Final

from abbatia.bots.values.kings_abbey_projects import Builder
from abbatia.games.kings_abbey.position import (
    ABBEY,
    ANDRE,
    ARNAUD,
    BAKERY,
    BELL_TOWER,
    BISHOP,
    BREWERY,
    BUILDING,
    CARDINAL,
    DARKNESS,
    FARMS,
    FEEDING,
    GRAIN,
    HARVEST,
    INCOME,
    KEPT,
    OVER,
    PEASANTS,
    POSTULANT,
    REWARDS,
    SUPPORTING,
    TOOL,
    TYPES,
    WAGON,
    Crusade,
    Facts,
    Position,
    collect_value,
    defence,
    dice_defence,
    occupied,
    population,
    score,
)

KEPT_TOKENS: Final = 3  # of each resource at the end of a round
MANY_COINS: Final = 10
DICE_A_ROUND: Final = 1.6  # that fit a crusade with a value
FIRST_DICE: Final = 3  # of one value in the first roll for a crusade
MOST_KEPT: Final = 200_000  # hands of dice whose worth is remembered


class AbbeyEvaluator(Builder):
    """Values an abbey by weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.spare: Final = weights["spare"]
        self.tool: Final = weights["tool"]
        self.die: Final = weights["die"]
        self.die_late: Final = weights["die_late"]
        self.peasant: Final = weights["peasant"]
        self.bench: Final = weights["bench"]
        self.step: Final = weights["clergy"]
        self.crusade: Final = weights["crusade"]
        self.crusade_die: Final = weights["crusade_die"]
        self.away: Final = weights["away"]
        self.locked: Final = weights["locked"]
        self.wall: Final = weights["wall"]
        self.hunger: Final = weights["hunger"]
        self.delay: Final = weights["delay"]
        self.eager: Final = weights["eager"]
        self.feed: Final = weights["feed"]
        self.final: Final = weights["final"]
        self.brother: Final = weights["brother"]
        self.moves: Final = weights["moves"]
        self.deacon: Final = weights["deacon"]
        self.priest: Final = weights["priest"]
        self.bishop: Final = weights["bishop"]
        self.relic: Final = weights["relic"]
        self.crown: Final = weights["crown"]
        self.saint_ahead: Final = weights["saint"]
        self.leftover: Final = weights["leftover"]
        self.hands: Final[dict[int, float]] = {}

    def abbey(self, state: Position, seat: int, phase: int) -> float:
        """What the abbey is worth if its owner goes on from this phase."""
        player = state.players[seat]
        if state.phase == OVER:
            return float(score(state, seat))
        rounds = state.rounds - state.round
        total = player.prestige + 2.0 * player.sheep + 3.0 * player.cows + 2.0 * player.relics.bit_count()
        total += self.goods(state, seat, rounds, phase)
        total += self.dice(state, seat, phase)
        total += self.people(state, seat, rounds, phase)
        total += self.cards(state, seat, rounds, phase)
        total += self.clergy(state, seat, rounds)
        total += self.crusades(state, seat, rounds, phase)
        if state.with_saints:
            total += self.saint(state, seat, rounds)
        total -= self.dangers(state, seat, rounds, phase)
        if self.likes.any:
            total += self.likes.worth(state, seat)
        return total

    # -- goods and dice ------------------------------------------------------------------------------------

    def goods(self, state: Position, seat: int, rounds: int, phase: int) -> float:
        goods = state.players[seat].goods
        total = 0.0
        building = rounds + (phase <= BUILDING)
        if building:
            coins = goods[0]
            total += self.tokens[0] * (min(coins, MANY_COINS) + 0.4 * max(coins - MANY_COINS, 0))
            for kind in range(1, TOOL):
                number = goods[kind]
                more = self.spare if phase <= BUILDING else 0.0
                total += self.tokens[kind] * (min(number, KEPT_TOKENS) + more * max(number - KEPT_TOKENS, 0))
            if not rounds:
                total *= self.final  # what is not built with is lost
        if rounds + (phase <= HARVEST):
            total += self.tool * (goods[TOOL] * min(rounds + 1, 3) + goods[WAGON])
        return total

    def dice(self, state: Position, seat: int, phase: int) -> float:
        """Dice that can still be used this round: what they would collect, the best places first."""
        if phase > HARVEST:
            return 0.0
        player = state.players[seat]
        key = player.visited
        for number in player.dice:
            key = key << 4 | number
        costs = 0
        shut = state.facts.event_closed[state.event]
        for kind in range(1, TOOL):
            costs = costs << 3 | (0 if kind == shut else collect_value(state, seat, kind))
        key = key << 12 | costs
        found = self.hands.get(key)
        if found is None:
            if len(self.hands) > MOST_KEPT:
                self.hands.clear()
            found = self.hands[key] = self.collected(player.dice, player.visited, costs)
        return (self.die if phase < HARVEST else self.die_late) * found

    def collected(self, dice: list[int], visited: int, costs: int) -> float:
        """What dice bring, each at the location where it brings most, one die a location; others count less.

        `costs` has three bits for the value of each kind, sand in the lowest ones; 0 is a closed location.
        """
        left = dice[:]
        total = 0.0
        free = 15 & ~visited
        while free:
            best, value, at = 0.0, 0, 0
            for kind in range(1, TOOL):
                cost = costs >> 3 * (TOOL - 1 - kind) & 7
                if not cost or not free >> (kind - 1) & 1:
                    continue
                for shown in range(1, 7):
                    if left[shown - 1]:
                        gain = self.tokens[kind] * (shown // cost) - 0.01 * shown
                        if gain > best:
                            best, value, at = gain, shown, kind
            if not value:
                break
            total += best
            left[value - 1] -= 1
            free &= ~(1 << (at - 1))
        pips, number = 0, 0
        for shown in range(6, 0, -1):
            for _ in range(left[shown - 1]):
                number += 1
                if number <= 3:
                    pips += shown
        return total + self.leftover * pips

    # -- people --------------------------------------------------------------------------------------------

    def people(self, state: Position, seat: int, rounds: int, phase: int) -> float:
        """Coins each round; the nearer to the Baptistry the better while cards wait for lay brothers."""
        player = state.players[seat]
        people = population(state, seat)
        income = rounds + (phase <= INCOME)
        total = people * (self.peasant + self.tokens[0] * max(income - 1, 0))
        if not rounds and phase > BUILDING:
            return people * 0.2
        fed = player.workers[BAKERY] + player.cows
        total -= self.feed * self.tokens[GRAIN] * rounds * max(0, min((people + 3) // 4, 3) - fed)
        benches = player.benches
        waiting = player.idle.bit_count() + 2
        ready = [5] * player.baptistry
        for bench in range(3, -1, -1):
            ready += [bench + 1] * (benches >> 3 * bench & 7).bit_count()
        return total + self.bench * sum(ready[:waiting])

    # -- cards ---------------------------------------------------------------------------------------------

    def cards(self, state: Position, seat: int, rounds: int, phase: int) -> float:
        """Active buildings, cards that wait for a lay brother, what is still to be built."""
        player = state.players[seat]
        total = 0.0
        shield = self.refuge * self.lasting_shield(state, seat, rounds) if self.refuge else 0.0
        waiting: list[float] = []
        useful = self.useful(state)
        for card in range(TYPES):
            stands = player.stands[card]
            if stands:
                active = player.workers[card]
                if card in FARMS:
                    there = player.sheep + player.cows
                    total += active * self.bred(card, there, rounds)
                    if not active:
                        waiting.append(self.bred(card, there, rounds - 1))
                    continue
                total += self.active * active * useful[card] * rounds
                if card == BREWERY:
                    total += self.tokens[0] * active * occupied(state, seat) * rounds
                for _ in range(active, stands):
                    waiting.append(self.when_active(state, card, rounds, shield))
        if player.stands[BELL_TOWER]:
            if player.workers[BELL_TOWER]:
                total += self.active * rounds
            else:
                waiting.append(self.active * max(rounds - 1, 0))
        brothers = coming(state, seat, rounds, phase)
        waiting.sort(reverse=True)
        total += self.brother * sum(waiting[:brothers])
        return total + self.to_build(state, seat, rounds, phase, brothers - len(waiting), shield)

    # -- clergy and crusades -------------------------------------------------------------------------------

    def clergy(self, state: Position, seat: int, rounds: int) -> float:
        """Bonuses that go on, and steps towards the next one."""
        player = state.players[seat]
        tops, position = state.facts.tops, player.clergy
        deacon = self.deacon + (self.saint_ahead if state.with_saints and not player.saint_mode else 0.0)
        bonus = (self.moves * rounds, deacon, self.priest, self.bishop + 0.8 * self.moves * rounds, 3.0)
        total = 0.0
        done = 0
        for level, top in enumerate(tops):
            if position >= top:
                total += (self.moves * rounds, 0.0, 1.0, 0.8 * self.moves * rounds, 0.0)[level]
                done = top
            else:
                if level < CARDINAL or position > done:
                    total += self.step * bonus[level] * (position - done) / max(top - done, 1)
                break
        total += self.crown * ahead(state.facts, position, rounds)
        return total if rounds else 0.5 * total

    def saint(self, state: Position, seat: int, rounds: int) -> float:
        """What the saint may still bring: support each round, or its ability."""
        player = state.players[seat]
        if player.saint_mode == SUPPORTING:
            return 1.2 * rounds
        if player.saint_mode == KEPT and rounds:
            if player.saint == ARNAUD:
                return 1.5
            return 7.0 if player.saint == ANDRE else 4.0
        return 0.0

    def crusades(self, state: Position, seat: int, rounds: int, phase: int) -> float:
        """Crusades on the way: what they bring, the dice they still need, and those they bind meanwhile."""
        total = 0.0
        for other in state.players:
            for crusade in other.crusades:
                if crusade.card < 0:
                    continue
                if other.seat == seat:
                    total += self.own_crusade(state, seat, crusade, rounds, phase)
                elif crusade.ally == seat:
                    total += self.shared_crusade(state, crusade, rounds, phase)
        return total

    def own_crusade(self, state: Position, seat: int, crusade: Crusade, rounds: int, phase: int) -> float:
        """A crusade of one's own, without what was promised to an ally."""
        card = crusade.card
        total = 0.0
        if crusade.crusader and rounds:
            total += self.away * (self.peasant + self.tokens[0] * rounds)
        missing = state.facts.crusade_dice[card] - crusade.filled
        promised = self.promised(crusade, rounds)
        if missing:
            ready = fitting_dice(state, seat, crusade.face) if phase <= ABBEY else 0
            total += self.campaign(state, card, missing, crusade.filled, crusade.own_dice, ready, rounds)
            total -= promised
        elif phase <= REWARDS:
            total += state.facts.crusade_prestige[card] - promised
            total += self.reward(state, card) if rounds else self.relic_of(state, card)
        return total

    def shared_crusade(self, state: Position, crusade: Crusade, rounds: int, phase: int) -> float:
        """An ally's part of somebody else's crusade: the share, the peasant who is away, the dice bound."""
        card = crusade.card
        total = self.away * (self.peasant + self.tokens[0] * rounds) if rounds else 0.0
        missing = state.facts.crusade_dice[card] - crusade.filled
        promised = self.promised(crusade, rounds)
        if not missing:
            return total + (promised if phase <= REWARDS else 0.0)
        later = missing / DICE_A_ROUND
        likely = max(0.0, min(1.0, 1.0 - later / rounds)) if rounds else 0.0
        return total + 0.8 * likely * promised - self.locked * crusade.ally_dice * min(later, float(rounds))

    def promised(self, crusade: Crusade, rounds: int) -> float:
        """What an ally was promised."""
        total = float(crusade.share)
        if crusade.share_relic:
            total += self.relic if rounds else 2.0
        if rounds and crusade.ally >= 0:
            for kind, number in enumerate(crusade.share_goods):
                if number:
                    total += number * (self.tokens[kind] if kind < TOOL else self.tool)
        return total

    def relic_of(self, state: Position, card: int) -> float:
        """What the relic of a crusade is worth at the end."""
        return 2.0 if state.facts.crusade_relic[card] >= 0 else 0.0

    def reward(self, state: Position, card: int) -> float:
        """What the goods and the relic of a crusade are worth."""
        total = self.relic if state.facts.crusade_relic[card] >= 0 else 0.0
        for kind, number in enumerate(state.facts.crusade_reward[card]):
            if number:
                total += number * (self.tokens[kind] if kind < TOOL else self.tool)
        return total

    def campaign(
        self, state: Position, card: int, missing: int, filled: int, own: int, ready: int, rounds: int
    ) -> float:
        """A crusade that is not accomplished: how likely it will be, and what it costs until then."""
        points = state.facts.crusade_prestige[card]
        if ready >= missing:
            later, likely = 0.0, 1.0
        else:
            later = (missing - ready) / DICE_A_ROUND
            if not filled:
                later = 1.0 + max(0, missing - FIRST_DICE) / DICE_A_ROUND
            likely = max(0.0, min(1.0, 1.4 - self.crusade * later / rounds)) if rounds else 0.0
        gain = points + (self.reward(state, card) if rounds else 0.0) - self.crusade_die * missing
        bound = own if filled else FIRST_DICE
        waiting = min(later, float(rounds)) if filled else max(0.0, min(later, float(rounds)) - 1.0)
        delay = self.delay * min(later, float(rounds))  # the next crusade comes later, too
        return likely * gain - (1.0 - likely) * points - self.locked * bound * waiting - delay

    def new_crusade(self, state: Position, seat: int) -> float:
        """What a crusade from the pile may be worth, on average; two at once bind too many dice."""
        player = state.players[seat]
        facts, rounds = state.facts, state.rounds - state.round
        if not rounds or max(player.crusades[0].card, player.crusades[1].card) >= 0:
            return -1.0
        total, cards = 0.0, 0
        for card, there in enumerate(state.crusade_bag):
            if there:
                total += self.campaign(state, card, facts.crusade_dice[card], 0, 0, 0, rounds)
                cards += 1
        return total / cards - self.tokens[0] + self.eager + self.likes.crusade if cards else 0.0

    # -- hunger and darkness -------------------------------------------------------------------------------

    def dangers(self, state: Position, seat: int, rounds: int, phase: int) -> float:
        """What hunger and Darkness will cost, this round surely, later perhaps."""
        player = state.players[seat]
        loss = 2.0 + self.peasant + 0.3 * rounds
        total = 0.0
        if phase <= FEEDING:
            food = player.goods[GRAIN] + player.workers[BAKERY] + player.cows
            food += 2 * player.sheep
            need = min((population(state, seat) + 3) // 4, 3)
            sure = 1.0 if phase > HARVEST else self.hunger
            total += sure * loss * max(0, need - food)
        facts = state.facts
        now = defence(state, seat)
        lasting = now - dice_defence(state, seat)
        cells = facts.darkness
        if phase <= DARKNESS:
            gap = max(0, cells[min(state.darkness, len(cells) - 1)] + facts.event_darkness[state.event] - now)
            total += gap * (loss if phase >= ABBEY else self.guard)
        ahead = state.darkness + (phase <= DARKNESS)
        for n in range(rounds):
            total += self.guard * max(0, cells[min(ahead + n, len(cells) - 1)] - lasting)
        return total - self.wall * player.walls * (rounds > 0) * (player.walls < 5)


def ahead(facts: Facts, position: int, rounds: int) -> float:
    """The prestige of Cardinal that a clergy marker may still gain: less the longer the way is."""
    top = facts.tops[BISHOP]
    prize = float(sum(facts.step_prestige[max(position, top) + 1 :]))
    if position >= top:
        return prize if rounds else 0.0
    way = top - position
    return prize * position / top * min(1.0, 2.0 * rounds / (way + 3))


def fitting_dice(state: Position, seat: int, face: int) -> int:
    """Unplaced dice of a value, or, without one, of the value that most dice show."""
    player = state.players[seat]
    return player.dice[face - 1] if face else max(player.dice)


def coming(state: Position, seat: int, rounds: int, phase: int) -> int:
    """How many peasants can still become lay brothers with the moves of the rounds to come."""
    player = state.players[seat]
    tops, clergy, benches = state.facts.tops, player.clergy, player.benches
    each = 1 + 2 * (clergy >= tops[POSTULANT]) + 3 * (clergy >= tops[BISHOP])
    left = each * rounds
    if phase == PEASANTS:
        left += player.moves
    elif phase < PEASANTS:
        left += each
    found = player.baptistry
    for bench in range(3, -1, -1):
        for _ in range((benches >> 3 * bench & 7).bit_count()):
            left -= 3 - bench
            if left < 0:
                return found
            found += 1
    return found

"""What an abbey of The King's Abbey is worth to its owner: prestige, and what may become prestige."""

from typing import Final

from abbatia.bots.values.kings_abbey_projects import Builder
from abbatia.games.kings_abbey.position import (
    ABBEY,
    BAKERY,
    BELL_TOWER,
    BISHOP,
    BREWERY,
    BUILDING,
    CARDINAL,
    DARKNESS,
    FEEDING,
    GRAIN,
    HARVEST,
    INCOME,
    OVER,
    PEASANTS,
    POSTULANT,
    REWARDS,
    TOOL,
    TYPES,
    WAGON,
    Position,
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
        total -= self.dangers(state, seat, rounds, phase)
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
        """Dice that can still be used this round, mostly to collect."""
        if phase > HARVEST:
            return 0.0
        each = self.die if phase < HARVEST else self.die_late
        left = [value for value in range(6, 0, -1) for _ in range(state.players[seat].dice[value - 1])]
        return each * (sum(left[:5]) + 0.5 * sum(left[5:]))

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
        waiting: list[float] = []
        for card in range(TYPES):
            stands = player.stands[card]
            if stands:
                active = player.workers[card]
                total += self.active * active * self.useful[card] * rounds
                if card == BREWERY:
                    total += self.tokens[0] * active * occupied(state, seat) * rounds
                for _ in range(active, stands):
                    waiting.append(self.when_active(card, rounds))
        if player.stands[BELL_TOWER]:
            if player.workers[BELL_TOWER]:
                total += self.active * rounds
            else:
                waiting.append(self.active * max(rounds - 1, 0))
        brothers = coming(state, seat, rounds, phase)
        waiting.sort(reverse=True)
        total += self.brother * sum(waiting[:brothers])
        return total + self.to_build(state, seat, rounds, phase, brothers - len(waiting))

    # -- clergy and crusades -------------------------------------------------------------------------------

    def clergy(self, state: Position, seat: int, rounds: int) -> float:
        """Bonuses that go on, and steps towards the next one."""
        player = state.players[seat]
        tops, position = state.facts.tops, player.clergy
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

    def crusades(self, state: Position, seat: int, rounds: int, phase: int) -> float:
        """Crusades on the way: what they bring, the dice they still need, and those they bind meanwhile."""
        total = 0.0
        for crusade in state.players[seat].crusades:
            card = crusade.card
            if card < 0:
                continue
            if crusade.crusader and rounds:
                total += self.away * (self.peasant + self.tokens[0] * rounds)
            missing = state.facts.crusade_dice[card] - crusade.filled
            if missing:
                ready = fitting_dice(state, seat, crusade.face) if phase <= ABBEY else 0
                total += self.campaign(state, card, missing, crusade.filled, crusade.own_dice, ready, rounds)
                total -= crusade.share
            elif phase <= REWARDS:
                total += state.facts.crusade_prestige[card] - crusade.share
                total += self.reward(state, card) if rounds else 0.0
        return total

    def reward(self, state: Position, card: int) -> float:
        """What the goods of a crusade are worth."""
        total = 0.0
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
        return total / cards - self.tokens[0] + self.eager if cards else 0.0

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

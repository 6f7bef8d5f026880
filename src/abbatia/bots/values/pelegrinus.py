"""Pelegrinus, judged: what winning each place is worth, what the others may send there, whole programmes.

What a seat expects of the others is drawn from their own judgement: each picks places by what they are worth
to it, then answers what the rest may have picked; this seat answers those answers. All of it is public
knowledge, so a judgement is the same in every world that a seat cannot tell from the real one.
"""

from heapq import nsmallest
from math import exp
from typing import Final, cast
from zlib import crc32

from abbatia.bots.values.judgement import Judgement, Plan, best_first
from abbatia.bots.values.pelegrinus_board import Worth, held, lowest_relic
from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT, NO_CHANGES
from abbatia.games.pelegrinus.board import KEEPER
from abbatia.games.pelegrinus.majorities import KEEPERS, LEADER, ONLY_STACKS, PIECE, STACKED, outcome
from abbatia.games.pelegrinus.position import PROGRAMMING, UNORDERED, Position
from abbatia.games.pelegrinus.programming import EVERY_CHARACTER
from abbatia.games.pelegrinus.state import PelegrinusState

Programme = tuple[int, ...]
"""The place of each character."""
Lures = tuple[list[int], list[int]]
"""Places worth going to, and how strongly each draws."""
Outlook = tuple[list[list[float]], list[list[Programme]]]
"""By seat: what each place is worth to it, and programmes it may well make."""
Crowds = list[dict[int, int]]
"""By place: what may stand there, and in how many of the expected cases."""
LEADERS: Final[dict[int, list[int]]] = {}
MEMO_LIMIT: Final = 100_000
PARTITIONS: Final = (
    ((15,),),
    ((1, 14), (2, 13), (4, 11), (8, 7), (3, 12), (5, 10), (6, 9)),
    ((1, 2, 12), (1, 4, 10), (1, 8, 6), (2, 4, 9), (2, 8, 5), (4, 8, 3)),
    ((1, 2, 4, 8),),
)
"""The ways to split the four influential characters, by the number of places."""
TRIED: Final = (6, 5, 4, 3)  # places tried for each part
BLANK: Final = (UNORDERED,) * CHARACTER_COUNT
KEPT: Final = 40  # programmes that are compared in the end
FORBIDDEN: Final = [0.0] * 16  # the gains of a place where the seat may not go
CASES: Final = 40  # expected programmes of each rival
COMPARED: Final = 4  # of the best programmes
LOOSE: Final = 6  # how much looser a third of them are; another third goes anywhere
THOUGHTS: Final = 90  # programmes of one's own that are not thought through
OUTLOOKS: Final = 500  # outlooks that are kept; a bound on memory
GUESSES: Final = 12  # first thoughts of each seat


class PelegrinusJudgement(Judgement):
    """Judges programmes by weights."""

    warmth = 2.0
    depth = 3
    width = 4

    def __init__(self, weights: dict[str, float]) -> None:
        self.worth = Worth(weights)
        self.rivals: Final = weights["rivals"]
        self.court: Final = weights["court"]
        self.abbey_now: Final = weights["abbey_now"]
        self.bet: Final = weights["bet"]
        self.relic: Final = weights["relic"]
        self.guess: Final = weights["guess"]
        self.answer: Final = weights["answer"]
        self.outlooks: dict[int, Outlook] = {}

    def value(self, world: State, seat: int) -> float:
        return self.worth.position(cast(PelegrinusState, world), seat)

    def plans(self, world: State, seat: int, rng: Rng) -> list[Plan]:
        pos = cast(PelegrinusState, world)
        if pos.phase != PROGRAMMING:
            return self.choices(pos, seat)
        found = self.programmes(pos, seat, rng)
        return best_first([(value, steps(pos, seat, programme)) for value, programme in found])

    def choices(self, pos: PelegrinusState, seat: int) -> list[Plan]:
        """While majorities are resolved: the position after each choice."""
        found: list[Plan] = []
        for action in pos.legal(seat):
            after = pos.clone()
            after.apply(seat, action)
            found.append((self.worth.position(after, seat), (action,)))
        return best_first(found)

    # -- what places are worth -----------------------------------------------------------------------------

    def prizes(self, pos: Position, seat: int) -> list[float]:
        """What winning each place is worth to a seat; nothing where it cannot go."""
        board = pos.board
        found = [0.0] * len(board.places)
        found[board.court] = (
            self.court + self.worth.pope * pos.recency.index(seat) if pos.popes[seat] else 0.1
        )
        net = self.worth.net(pos, seat, pos.presence[seat])
        for city in cities_of(pos, seat):
            region = board.region_of[city]
            if pos.full & board.bit[city]:
                found[city] = self.abbey_prize(pos, seat, region)
            elif pos.stock[seat]:
                more = self.worth.net(pos, seat, pos.presence[seat] | board.bit[city]) - net
                found[city] = 1.0 + more + self.worth.region(pos, seat, region, 1)
        return found

    def abbey_prize(self, pos: Position, seat: int, region: int) -> float:
        """An abbey now, or a bet that the region is completed this turn."""
        if not pos.abbey_stock[seat]:
            return 0.0
        mine = held(pos, seat, region)
        if pos.is_complete(region):
            return self.abbey_now * mine
        missing = sum(pos.room[city] for city in pos.board.region_cities[region])
        return self.abbey_now * mine * self.bet / missing if missing <= 2 else 0.0

    # -- what the others may do ----------------------------------------------------------------------------

    def programmes(self, pos: Position, seat: int, rng: Rng) -> list[tuple[float, Programme]]:
        """The best programmes of a seat against what it expects, and some first thoughts of its own."""
        prizes, pools = self.outlook(pos)
        crowds = gather(pos, pools, seat, CASES, rng)
        gains = self.gains(pos, seat, prizes, crowds)
        fixed = orders_so_far(pos, seat)
        keepers = self.keeper_gains(pos, seat, crowds, fixed[KEEPER])
        found = self.best(gains, keepers, fixed)[:COMPARED]
        if fixed == BLANK:
            by_place = {place: gain for gain, place in keepers}
            anywhere = [*cities_of(pos, seat), pos.board.court, pos.board.home]
            lures = [self.lures(prizes[seat], self.guess * loose) for loose in (1, LOOSE)]
            lures.append((anywhere, [1] * len(anywhere)))
            for number in range(THOUGHTS):
                thought = self.first_thought(pos, lures[number % 3], rng)
                found.append((appraise(thought, gains) + by_place[thought[KEEPER]], thought))
        return found

    def outlook(self, pos: Position) -> Outlook:
        """What places are worth to everybody, and what everybody may well send; from what all can see.

        It is drawn by a generator that the public position seeds, so all seats expect the same of each other,
        and nothing depends on what somebody has really ordered.
        """
        key = public_key(pos)
        known = self.outlooks.get(key)
        if known is None:
            if len(self.outlooks) > OUTLOOKS:
                self.outlooks.clear()
            known = self.look_out(pos, Rng(key))
            self.outlooks[key] = known
        return known

    def look_out(self, pos: Position, rng: Rng) -> Outlook:
        """Everybody's first thoughts, and answers to those of the others; nobody knows who thinks how far."""
        prizes = [self.prizes(pos, seat) for seat in range(pos.seats)]
        guesses: list[list[Programme]] = []
        for seat in range(pos.seats):
            lures = self.lures(prizes[seat], self.guess)
            guesses.append([self.first_thought(pos, lures, rng) for _ in range(GUESSES)])
        pools: list[list[Programme]] = []
        for seat in range(pos.seats):
            crowds = gather(pos, guesses, seat, GUESSES, rng)
            gains = self.gains(pos, seat, prizes, crowds)
            answers = self.best(gains, self.keeper_gains(pos, seat, crowds, UNORDERED), BLANK)
            thought_through = [draw(answers, self.answer, rng) for _ in range(GUESSES // 2)]
            pools.append(thought_through + guesses[seat][: GUESSES - len(thought_through)])
        return prizes, pools

    def prepare(self, world: State, seat: int, rng: Rng) -> None:
        """Others who have sealed have sent what they may well send; who has not begins anew."""
        pos = cast(PelegrinusState, world)
        if pos.phase != PROGRAMMING:
            return
        _, pools = self.outlook(pos)
        for other in range(pos.seats):
            if other == seat:
                continue
            first = other * CHARACTER_COUNT
            if pos.waiting >> other & 1:
                pos.orders[first : first + CHARACTER_COUNT] = BLANK
                pos.missing[other] = EVERY_CHARACTER
                pos.hand[other] = 0
            else:
                pos.orders[first : first + CHARACTER_COUNT] = pools[other][rng.below(GUESSES)]

    def reply(self, world: State, seat: int, rng: Rng) -> tuple[int, ...]:
        pos = cast(PelegrinusState, world)
        if pos.phase != PROGRAMMING:
            return self.choices(pos, seat)[0][1]
        _, pools = self.outlook(pos)
        return steps(pos, seat, pools[seat][rng.below(GUESSES)])

    def first_thought(self, pos: Position, lures: Lures, rng: Rng) -> Programme:
        """Each character goes where it is worth going, mostly not where another one goes already."""
        places, weights = lures[0], lures[1][:]
        programme: list[int] = []
        for character in range(CHARACTER_COUNT):
            if character == KEEPER:
                cities = [place for place in places if place < pos.board.court]
                programme.append(cities[rng.below(len(cities))] if cities else pos.board.home)
                continue
            left = rng.below(sum(weights))
            for n, weight in enumerate(weights):
                left -= weight
                if left < 0:
                    programme.append(places[n])
                    weights[n] = weight // 3 + 1
                    break
        return tuple(programme)

    def lures(self, prizes: list[float], guess: float) -> Lures:
        """The places worth going to, and how strongly each draws."""
        places = [place for place, prize in enumerate(prizes) if prize > 0]
        return places, [int(1000 * exp(min(prizes[place] / guess, 8.0))) for place in places]

    # -- the best answer -----------------------------------------------------------------------------------

    def best(
        self, gains: list[list[float]], keepers: list[tuple[float, int]], fixed: Programme
    ) -> list[tuple[float, Programme]]:
        """The best programmes for these gains; orders that are given stay."""
        found: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []
        tops: dict[tuple[int, int], list[tuple[float, int]]] = {}
        for parts, tried in zip(PARTITIONS, TRIED, strict=True):
            for partition in parts:
                for part in partition:
                    if (part, tried) not in tops:
                        tops[part, tried] = self.top(gains, part, fixed, tried)
                combine(partition, [tops[part, tried] for part in partition], found)
        found = nsmallest(KEPT, found, key=lambda entry: (-entry[0], entry[1:]))
        bonus, keeper = keepers[0]
        return [(value + bonus, (*spread(parts, places), keeper)) for value, parts, places in found]

    def top(
        self, gains: list[list[float]], part: int, fixed: Programme, tried: int
    ) -> list[tuple[float, int]]:
        """The best places for some characters together."""
        bound = {fixed[c] for c in range(STACKED) if part >> c & 1 and fixed[c] != UNORDERED}
        if len(bound) > 1:
            return []
        places = bound or [place for place, row in enumerate(gains) if row is not FORBIDDEN]
        ranked = sorted(((gains[place][part], place) for place in places), key=lambda g: (-g[0], g[1]))
        return ranked[:tried]

    def gains(self, pos: Position, seat: int, prizes: list[list[float]], crowds: Crowds) -> list[list[float]]:
        """By place and characters sent there: the expected gain over sending nobody."""
        table: list[list[float]] = []
        may_go = {*cities_of(pos, seat), pos.board.court, pos.board.home}
        for place in range(len(pos.board.places)):
            if place not in may_go:
                table.append(FORBIDDEN)
                continue
            alone, shared = self.by_leaders(pos, seat, place, prizes)
            row = [0.0] * 16
            total = 0
            for crowd, cases in crowds[place].items():
                total += cases
                means = shared if crowd >> KEEPERS else alone
                led = leaders(crowd & ONLY_STACKS, seat)
                base = means[led[0]]
                for part in range(1, 16):
                    row[part] += cases * (means[led[part]] - base)
            table.append([gain / total for gain in row])
        return table

    def by_leaders(
        self, pos: Position, seat: int, place: int, prizes: list[list[float]]
    ) -> tuple[list[float], list[float]]:
        """By the mask of seats with the highest stack: what it means, without keepers and with them."""
        alone = [0.0] * 16
        against = self.rivals / (pos.seats - 1)
        for mask in range(1, 1 << pos.seats):
            winner = tie(pos, place, mask)
            alone[mask] = prizes[seat][place] if winner == seat else -against * prizes[winner][place]
        if place >= pos.board.court:
            return alone, alone
        shared = alone[:]
        for mask in range(1, 1 << pos.seats):
            if tie(pos, place, mask) == seat:
                shared[mask] -= self.relic * lowest_relic(pos, seat)
        return alone, shared

    def keeper_gains(self, pos: Position, seat: int, crowds: Crowds, fixed: int) -> list[tuple[float, int]]:
        """Where the keeper may be taken by a seat whose lowest relic is worth it, the best first."""
        found: list[tuple[float, int]] = [(0.0, pos.board.home)]
        for city in cities_of(pos, seat):
            total, cases = 0.0, 0
            for crowd, number in crowds[city].items():
                cases += number
                result = outcome(crowd)
                if result:
                    winner = LEADER[result & 15]
                    winner = tie(pos, city, result & 15) if winner < 0 else winner
                    taken = tie(pos, city, crowd >> KEEPERS | 1 << seat)
                    if winner != seat and taken == seat:
                        total += number * self.relic * lowest_relic(pos, winner)
            found.append((total / cases if cases else 0.0, city))
        if fixed != UNORDERED:
            return [entry for entry in found if entry[1] == fixed] or [(0.0, fixed)]
        return sorted(found, key=lambda entry: (-entry[0], entry[1]))


def public_key(pos: Position) -> int:
    """A number for all that everybody sees while programming."""
    seen = (
        pos.turn,
        pos.commanderies,
        pos.abbeys,
        pos.recency,
        pos.relics,
        pos.popes,
        pos.stock,
        pos.abbey_stock,
        pos.sites,
    )
    return crc32(repr(seen).encode())


# -- programmes --------------------------------------------------------------------------------------------


def leaders(crowd: int, seat: int) -> list[int]:
    """By the characters a seat adds to the stacks of the others: the mask of seats that then lead."""
    key = crowd << 2 | seat
    known = LEADERS.get(key)
    if known is None:
        if len(LEADERS) > MEMO_LIMIT:
            LEADERS.clear()
        known = [outcome(crowd | part << seat * STACKED) & 15 for part in range(16)]
        LEADERS[key] = known
    return known


def cities_of(pos: Position, seat: int) -> list[int]:
    """The cities a seat may go to this turn."""
    place = pos.actions.place
    sends = pos.menus[seat][NO_CHANGES + KEEPER]
    return [place[action] for action in sends if place[action] < pos.board.court]


def orders_so_far(pos: Position, seat: int) -> Programme:
    first = seat * CHARACTER_COUNT
    return tuple(pos.orders[first : first + CHARACTER_COUNT])


def steps(pos: Position, seat: int, programme: Programme) -> tuple[int, ...]:
    """The actions that give the orders still missing, in the order the engine asks, and the seal."""
    given = orders_so_far(pos, seat)
    orders = [
        pos.actions.send(character, programme[character])
        for character in in_hand_first(pos, seat)
        if given[character] == UNORDERED
    ]
    return (*orders, pos.actions.seal)


def in_hand_first(pos: Position, seat: int) -> list[int]:
    """The characters in the order in which they come into hand."""
    hand = pos.hand[seat]
    rest = [character for character in range(CHARACTER_COUNT) if character != hand]
    return [hand, *rest] if hand < CHARACTER_COUNT else rest


def combine(
    partition: tuple[int, ...],
    tops: list[list[tuple[float, int]]],
    found: list[tuple[float, tuple[int, ...], tuple[int, ...]]],
) -> None:
    """Every way to send the parts of a partition to different places."""
    states: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for top in tops:
        states = [
            (total + gain, (*places, place))
            for total, places in states
            for gain, place in top
            if place not in places
        ]
    found += [(total, partition, places) for total, places in states]


def appraise(programme: Programme, gains: list[list[float]]) -> float:
    """What the influential characters of a programme gain."""
    parts: dict[int, int] = {}
    for character in range(STACKED):
        place = programme[character]
        parts[place] = parts.get(place, 0) | 1 << character
    return sum(gains[place][part] for place, part in parts.items())


def spread(partition: tuple[int, ...], places: tuple[int, ...]) -> Programme:
    """The place of each influential character."""
    found = [0] * STACKED
    for part, place in zip(partition, places, strict=True):
        for character in range(STACKED):
            if part >> character & 1:
                found[character] = place
    return tuple(found)


def gather(pos: Position, pools: list[list[Programme]], seat: int, cases: int, rng: Rng) -> Crowds:
    """What the rivals of a seat send where together, in so many cases drawn from their pools."""
    crowds: Crowds = [{} for _ in pos.board.places]
    for _ in range(cases):
        there: dict[int, int] = {}
        for other in range(pos.seats):
            if other != seat:
                programme = pools[other][rng.below(len(pools[other]))]
                for character, place in enumerate(programme):
                    there[place] = there.get(place, 0) + PIECE[other * CHARACTER_COUNT + character]
        for place, crowd in there.items():
            crowds[place][crowd] = crowds[place].get(crowd, 0) + 1
    for counts in crowds:
        empty = cases - sum(counts.values())
        if empty:
            counts[0] = empty
    return crowds


def tie(pos: Position, place: int, seats: int) -> int:
    """Who prevails among equal seats: at the court the oldest pope, in a city the most recent."""
    order = reversed(pos.recency) if place == pos.board.court else pos.recency
    for seat in order:
        if seats >> seat & 1:
            return seat
    return pos.recency[0]


def draw(found: list[tuple[float, Programme]], warmth: float, rng: Rng) -> Programme:
    """One of the programmes, the better the likelier."""
    best = found[0][0]
    weights = [int(10_000 * exp((value - best) / warmth)) + 1 for value, _ in found]
    left = rng.below(sum(weights))
    for (_, programme), weight in zip(found, weights, strict=True):
        left -= weight
        if left < 0:
            return programme
    return found[0][1]


def judgement(weights: dict[str, float]) -> PelegrinusJudgement:
    return PelegrinusJudgement(weights)

"""`OpponentModel`: where the seats of Pelegrinus are likely to send pieces, by fictitious play.

Everybody begins with places that are worth going to, then answers, again and again, what the others have sent
so far on average (fictitious play with soft answers). All of it comes from what everybody sees and nothing is
drawn by lot, so all seats expect the same of each other. All seats answer at once, and rivals are counted in
the order of their popes, never of their seats: players who change seats change nothing else.

A complete city of a region that is not complete is a *bet*: a piece there wins an abbey if the region is
completed this turn, else nothing (§3.8). A bet is worth the abbey times the chance of that.
"""

from heapq import nsmallest
from math import exp
from time import process_time
from typing import Final

from abbatia.bots.values.evaluator import NEVER
from abbatia.bots.values.pelegrinus_bets import Race, cover_of, find_races, wish_for
from abbatia.bots.values.pelegrinus_board import lowest_relic
from abbatia.bots.values.pelegrinus_chances import NOBODY, STACKS, Ladder, Row, ladder, win_chances
from abbatia.bots.values.pelegrinus_programmes import (
    BLANK,
    Gains,
    Programme,
    Split,
    best_splits,
    cities_of,
    spread,
)
from abbatia.core.chance import Rng, draw_from_chances
from abbatia.games.pelegrinus.position import Position

ANSWERS: Final = 24
"""Answers of all seats together: fewer seats answer more often. Seats that answer at once swing about what
they tend to, the more the fewer they are; at two seats six answers of each are too few (docs/strength.md)."""
KEPT: Final = 16  # programmes in one answer
CERTAIN: Final = 8.0  # a place is not drawn to more strongly than this
KEEPER_WARMTH: Final = 0.25  # points; keepers go to the best cities, but not all to one

Answer = tuple[list[Split], list[float]]
"""Splits, and how likely each is."""


class OpponentModel:
    """What the seats expect of each other in one turn: the programmes that each is likely to make."""

    def __init__(
        self, state: Position, prizes: list[list[float]], weights: dict[str, float], until: float = NEVER
    ) -> None:
        self.state = state
        self.seats: Final = range(state.seats)
        self.prizes = prizes
        self.against: Final = weights["rivals"] / (state.seats - 1)
        self.answer: Final = weights["answer"]
        self.relics: Final = [weights["relic"] * lowest_relic(state, seat) for seat in self.seats]
        self.cities: Final = [cities_of(state, seat) for seat in self.seats]
        places = range(len(state.board.places))
        self.rows: list[list[Row | None]] = [[None for _ in places] for _ in self.seats]
        self.ladders: list[list[Ladder | None]] = [[None for _ in places] for _ in self.seats]
        self.wins = [[0.0 for _ in places] for _ in self.seats]
        self.keepers = [[0.0 for _ in places] for _ in self.seats]
        self.keeper_gains: list[list[float]] = [[0.0 for _ in places] for _ in self.seats]
        self.answers: list[list[Answer]] = [[] for _ in self.seats]
        self.gains: list[Gains] = [[] for _ in self.seats]
        self.chances: list[list[Row]] = [[[] for _ in places] for _ in self.seats]
        self.ranks: Final = [state.recency.index(seat) for seat in self.seats]
        self.races: Final = find_races(state)
        self.race_of: Final = {city: race for race in self.races for city in race.bets}
        self.trust: Final = weights["bet"]
        self.stakes: list[dict[int, Row]] = [{} for _ in self.seats]
        self.filled: list[dict[int, float]] = [{} for _ in self.seats]
        self.is_whole = True  # no clock has cut it short
        self.begin(weights["guess"])
        for number in range(ANSWERS // state.seats):
            if number and process_time() > until:
                self.is_whole = False
                break
            self.judge_all()
            answers = [self.soft_answer(seat) for seat in self.seats]
            for seat in self.seats:
                self.learn(seat, answers[seat], 1.0 / (number + 1))
            self.place_keepers()
        self.judge_all()
        self.rows, self.ladders = [], []  # many small lists, which nobody needs any more

    def begin(self, guess: float) -> None:
        """First thoughts: each character on its own goes where it is worth going."""
        for seat in self.seats:
            prizes = [
                prize * self.trust if place in self.race_of else prize
                for place, prize in enumerate(self.prizes[seat])
            ]
            places = [place for place, prize in enumerate(prizes) if prize > 0]
            draws = [exp(min(prizes[place] / guess, CERTAIN)) for place in places]
            for place, draw in zip(places, draws, strict=True):
                there = draw / sum(draws)
                sizes = [stack.bit_count() for stack in range(STACKS)]
                row = [there**size * (1 - there) ** (4 - size) for size in sizes]
                self.rows[seat][place] = row
                self.ladders[seat][place] = ladder(row)

    # -- what places gain ------------------------------------------------------------------------------------

    def judge_all(self) -> None:
        """By seat, place and stack: what it gains against what the others send on average.

        All seats are judged by the same averages; what is found of one is no part of what another finds.
        """
        wins = [[0.0] * len(self.state.board.places) for _ in self.seats]
        for seat in self.seats:
            self.gains[seat] = self.judge(seat, wins[seat])
        self.wins = wins

    def judge(self, seat: int, wins: list[float]) -> Gains:
        """By place and stack: what a seat gains; how often it wins each place is put into `wins`."""
        board = self.state.board
        gains: Gains = [[] for _ in board.places]
        gains[board.home] = [0.0] * STACKS
        self.filled[seat] = {
            city: self.filled_by_others(seat, city) for race in self.races for city in race.missing
        }
        self.stakes[seat] = {}
        for place in (*self.cities[seat], board.court):
            gains[place] = self.judge_place(seat, place, wins)
            race = self.race_of.get(place)
            if race is not None:
                self.stakes[seat][place] = gains[place]
                chance = self.completed(seat, race, 0)
                gains[place] = [gain * chance for gain in gains[place]]
        return gains

    def judge_place(self, seat: int, place: int, wins: list[float]) -> Row:
        """By stack: what it gains; at a bet, if the region is completed."""
        at_court = place == self.state.board.court
        prize = self.prizes[seat][place]
        rivals: list[tuple[Ladder, int]] = []
        empty, lost, won = 1.0, 0.0, 0.0
        free = 1.0
        for other in self.state.recency:
            known = self.ladders[other][place]
            row = self.rows[other][place]
            if other == seat:
                continue
            free *= 1.0 - self.keepers[other][place]
            if known is not None and row is not None:
                rivals.append((known, int((self.ranks[seat] < self.ranks[other]) != at_court)))
                empty *= row[0]
                won += self.wins[other][place]
                lost += self.wins[other][place] * self.prizes[other][place]
        prize -= self.relics[seat] * (1.0 - free)
        chances = win_chances(rivals)
        self.chances[seat][place] = chances
        mine = self.rows[seat][place]
        wins[place] = sum(a * b for a, b in zip(mine, chances, strict=True)) if mine else 0.0
        denied = self.against * lost / won if won else 0.0
        return [0.0, *[chance * prize + denied * (chance - empty) for chance in chances[1:]]]

    # -- bets ------------------------------------------------------------------------------------------------

    def filled_by_others(self, seat: int, city: int) -> float:
        """The chance that somebody else who has a commandery left goes to a city."""
        empty = 1.0
        for other in self.state.recency:
            row = self.rows[other][city]
            if other != seat and row is not None and self.state.stock[other]:
                empty *= row[0]
        return 1.0 - empty

    def completed(self, seat: int, race: Race, covered: int) -> float:
        """How much a seat counts on a region that it fills itself in the cities of a mask.

        Where it relies on others it trusts them by a weight only: they may well think the same.
        """
        bit = self.state.board.bit
        left = [city for city in race.missing if not covered & bit[city]]
        chance = self.trust if left else 1.0
        for city in left:
            chance *= self.filled[seat][city]
        return chance

    def correction(self, seat: int, stacks: tuple[int, ...], places: tuple[int, ...]) -> float:
        """What the bets of a split gain beyond `gains`, because it fills the missing cities itself."""
        more = 0.0
        for race in self.races:
            covered = cover_of(self.state, seat, race, places)
            if covered:
                change = self.completed(seat, race, covered) - self.completed(seat, race, 0)
                for stack, place in zip(stacks, places, strict=True):
                    if place in race.bets:
                        more += change * self.stakes[seat][place][stack]
        return more

    def splits(self, seat: int, kept: int, fixed: Programme = BLANK) -> list[Split]:
        """The best splits of a seat, the best first, with those that complete a region for a bet."""
        gains = self.gains[seat]
        found = best_splits(gains, kept, fixed)
        wishes = [wish_for(self.state, seat, race, gains, self.stakes[seat]) for race in self.races]
        if not any(wishes):
            return found
        ways = dict.fromkeys((stacks, places) for _, stacks, places in found)
        for wish in wishes:
            if wish:
                ways.update(dict.fromkeys((s, p) for _, s, p in best_splits(wish, kept, fixed)))
        exact: list[Split] = []
        for stacks, places in ways:
            loss = 0.0
            for stack, place in zip(stacks, places, strict=True):
                loss -= gains[place][stack]
            exact.append((loss - self.correction(seat, stacks, places), stacks, places))
        return nsmallest(kept, exact)

    # -- answers ---------------------------------------------------------------------------------------------

    def soft_answer(self, seat: int) -> Answer:
        """The best programmes, the better the likelier."""
        splits = self.splits(seat, KEPT)
        least = splits[0][0]
        chances = [exp((least - split[0]) / self.answer) for split in splits]
        total = sum(chances)
        return splits, [chance / total for chance in chances]

    def learn(self, seat: int, answer: Answer, share: float) -> None:
        """Make an answer a part of what the seat sends on average."""
        self.answers[seat].append(answer)
        rows = self.rows[seat]
        new: dict[int, Row] = {}
        for (_, stacks, places), chance in zip(*answer, strict=True):
            for stack, place in zip(stacks, places, strict=True):
                row = new.setdefault(place, list(NOBODY))
                row[stack] += chance
                row[0] -= chance
        for place in range(self.state.board.home):
            old = rows[place] if share < 1 else None  # the first answer takes the place of first thoughts
            rows[place] = None
            if old is not None or place in new:
                pairs = zip(old or NOBODY, new.get(place, NOBODY), strict=True)
                row = [a + (b - a) * share for a, b in pairs]
                rows[place] = row
                self.ladders[seat][place] = ladder(row)

    # -- keepers ---------------------------------------------------------------------------------------------

    def place_keepers(self) -> None:
        """Of several keepers that of the most recent pope is taken (§8.2), so that one goes first."""
        free = [1.0] * len(self.state.board.places)
        for seat in self.state.recency:
            gains = [0.0] * len(free)
            for city in self.cities[seat]:
                taken = [self.wins[o][city] * self.relics[o] for o in self.state.recency if o != seat]
                race = self.race_of.get(city)
                chance = self.completed(seat, race, 0) if race is not None else 1.0
                gains[city] = sum(taken) * free[city] * chance
            self.keeper_gains[seat] = gains
            best = max(gains)
            chances = {city: exp((gains[city] - best) / KEEPER_WARMTH) for city in self.cities[seat]}
            total = sum(chances.values())
            self.keepers[seat] = [0.0] * len(free)
            for city, chance in chances.items():
                self.keepers[seat][city] = chance / total
                free[city] *= 1.0 - chance / total

    def keeper_place(self, seat: int, taken: Programme) -> int:
        """The best city for the keeper where none of the others of its seat goes."""
        return self.keeper_places(seat, taken)[0]

    def keeper_places(self, seat: int, taken: Programme) -> list[int]:
        """The cities for the keeper where none of the others of its seat goes, the best first."""
        gains = self.keeper_gains[seat]
        cities = [city for city in self.cities[seat] if city not in taken]
        return sorted(cities, key=lambda city: (-gains[city], city)) or [self.state.board.home]

    # -- by lot ----------------------------------------------------------------------------------------------

    def draw(self, seat: int, rng: Rng) -> Programme:
        """A programme the seat may well make: one of its later answers."""
        answers = self.answers[seat]
        late = answers[len(answers) // 2 :]
        splits, chances = late[rng.below(len(late))]
        _, stacks, places = splits[draw_from_chances(chances, rng)]
        keepers = self.keepers[seat]
        keeper = draw_from_chances(keepers, rng) if self.cities[seat] else self.state.board.home
        return (*spread(stacks, places), keeper)

"""What the seats of Pelegrinus may well send where: answers to answers, until nobody is surprised any more.

Everybody begins with places that are worth going to, then answers, again and again, what the others have sent
so far on average (fictitious play with soft answers). All of it comes from what everybody sees and nothing is
drawn by lot, so all seats expect the same of each other.
"""

from math import exp
from time import process_time
from typing import Final

from abbatia.bots.values.judgement import NEVER
from abbatia.bots.values.pelegrinus_board import lowest_relic
from abbatia.bots.values.pelegrinus_chances import NOBODY, STACKS, Ladder, Row, ladder, win_chances
from abbatia.bots.values.pelegrinus_programmes import Gains, Programme, Split, best_splits, cities_of, spread
from abbatia.core.chance import Rng
from abbatia.games.pelegrinus.position import Position

ROUNDS: Final = 6  # answers of each seat
KEPT: Final = 16  # programmes in one answer
CERTAIN: Final = 8.0  # a place is not drawn to more strongly than this
KEEPER_WARMTH: Final = 0.25  # points; keepers go to the best cities, but not all to one
FINE: Final = 1 << 20  # chances as whole numbers

Answer = tuple[list[Split], list[float]]
"""Splits, and how likely each is."""


class Outlook:
    """What everybody expects of each other in one turn."""

    def __init__(
        self, pos: Position, prizes: list[list[float]], weights: dict[str, float], until: float = NEVER
    ) -> None:
        self.pos = pos
        self.seats: Final = range(pos.seats)
        self.prizes = prizes
        self.against: Final = weights["rivals"] / (pos.seats - 1)
        self.answer: Final = weights["answer"]
        self.relics: Final = [weights["relic"] * lowest_relic(pos, seat) for seat in self.seats]
        self.cities: Final = [cities_of(pos, seat) for seat in self.seats]
        places = range(len(pos.board.places))
        self.rows: list[list[Row | None]] = [[None for _ in places] for _ in self.seats]
        self.ladders: list[list[Ladder | None]] = [[None for _ in places] for _ in self.seats]
        self.wins = [[0.0 for _ in places] for _ in self.seats]
        self.keepers = [[0.0 for _ in places] for _ in self.seats]
        self.keeper_gains: list[list[float]] = [[0.0 for _ in places] for _ in self.seats]
        self.answers: list[list[Answer]] = [[] for _ in self.seats]
        self.gains: list[Gains] = [[] for _ in self.seats]
        self.chances: list[list[Row]] = [[[] for _ in places] for _ in self.seats]
        self.ranks: Final = [pos.recency.index(seat) for seat in self.seats]
        self.begin(weights["guess"])
        for number in range(ROUNDS):
            if number and process_time() > until:
                break
            for seat in self.seats:
                self.gains[seat] = self.judge(seat)
                self.learn(seat, self.soft_answer(seat), 1.0 / (number + 1))
            self.place_keepers()
        for seat in self.seats:
            self.gains[seat] = self.judge(seat)
        self.rows, self.ladders = [], []  # many small lists, which nobody needs any more

    def begin(self, guess: float) -> None:
        """First thoughts: each character on its own goes where it is worth going."""
        for seat in self.seats:
            prizes = self.prizes[seat]
            places = [place for place, prize in enumerate(prizes) if prize > 0]
            draws = [exp(min(prizes[place] / guess, CERTAIN)) for place in places]
            for place, draw in zip(places, draws, strict=True):
                there = draw / sum(draws)
                sizes = [stack.bit_count() for stack in range(STACKS)]
                row = [there**size * (1 - there) ** (4 - size) for size in sizes]
                self.rows[seat][place] = row
                self.ladders[seat][place] = ladder(row)

    # -- answers ---------------------------------------------------------------------------------------------

    def judge(self, seat: int) -> Gains:
        """By place and stack: what it gains against what the others send on average."""
        board = self.pos.board
        gains: Gains = [[] for _ in board.places]
        gains[board.home] = [0.0] * STACKS
        for place in (*self.cities[seat], board.court):
            gains[place] = self.judge_place(seat, place)
        return gains

    def judge_place(self, seat: int, place: int) -> Row:
        at_court = place == self.pos.board.court
        prize = self.prizes[seat][place]
        rivals: list[tuple[Ladder, int]] = []
        empty, lost, won = 1.0, 0.0, 0.0
        free = 1.0
        for other in self.seats:
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
        self.wins[seat][place] = sum(a * b for a, b in zip(mine, chances, strict=True)) if mine else 0.0
        denied = self.against * lost / won if won else 0.0
        return [0.0, *[chance * prize + denied * (chance - empty) for chance in chances[1:]]]

    def soft_answer(self, seat: int) -> Answer:
        """The best programmes, the better the likelier."""
        splits = best_splits(self.gains[seat], KEPT)
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
        for place in range(self.pos.board.home):
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
        free = [1.0] * len(self.pos.board.places)
        for seat in self.pos.recency:
            gains = [0.0] * len(free)
            for city in self.cities[seat]:
                taken = [self.wins[o][city] * self.relics[o] for o in self.seats if o != seat]
                gains[city] = sum(taken) * free[city]
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
        gains = self.keeper_gains[seat]
        cities = [city for city in self.cities[seat] if city not in taken]
        return max(cities, key=lambda city: (gains[city], -city), default=self.pos.board.home)

    # -- by lot ----------------------------------------------------------------------------------------------

    def draw(self, seat: int, rng: Rng) -> Programme:
        """A programme the seat may well make: one of its later answers."""
        answers = self.answers[seat]
        late = answers[len(answers) // 2 :]
        splits, chances = late[rng.below(len(late))]
        _, stacks, places = splits[draw(chances, rng)]
        keepers = self.keepers[seat]
        keeper = draw(keepers, rng) if self.cities[seat] else self.pos.board.home
        return (*spread(stacks, places), keeper)


def draw(chances: list[float], rng: Rng) -> int:
    """The number of one of the chances, by lot."""
    left = rng.below(FINE) / FINE * sum(chances)
    for number, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return number
    return max(range(len(chances)), key=lambda number: chances[number])

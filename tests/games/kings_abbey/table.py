"""A table for tests: positions in the middle of a game, built piece by piece, played by texts."""

from collections.abc import Sequence

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, OptionValue
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.abbey import defence, erect, man, population, refresh
from abbatia.games.kings_abbey.dice import lay_down
from abbatia.games.kings_abbey.game import KingsState, run
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BIT,
    BUILDINGS,
    CARDS,
    CREWS,
    GOODS,
    KINDS,
    PHASES,
    RELICS,
    SAINTS,
    TYPES,
)
from abbatia.games.kings_abbey.scoring import lines
from abbatia.games.kings_abbey.state import KEPT, SUPPORTING


class Table:
    """Players with empty abbeys: nine dice in the reserve, 14 peasants there and one on the first seat."""

    def __init__(self, seats: int = 2, **options: OptionValue) -> None:
        state = TITLE.start(seats, **options)
        assert isinstance(state, KingsState)
        self.state = state
        rng = Rng(7)
        while PHASES[state.phase] == "set_up":
            seat = state.to_act()[0]
            action = pick(state.odds(), rng) if seat == CHANCE else state.legal(seat)[-1]
            state.apply(seat, action)
        self.clear()

    def clear(self) -> None:
        """Take away what the set-up dealt."""
        s = self.state
        n = s.seats
        s.first = 0
        s.stands, s.made = [0] * (ALL_CARDS * n), [0] * (ALL_CARDS * n)
        s.crew, s.idle, s.manned, s.spaces = [0] * (CREWS * n), [0] * n, [0] * n, [0] * n
        s.card = [-1] * (2 * n)
        s.goods = [0] * (KINDS * n)
        s.prestige, s.ledger = [0] * n, [0] * len(s.ledger)
        s.flock = [14] * n
        s.benches = [1] * n
        s.unseen_events = s.facts.event_copies[:]
        s.round, s.rounds = 2, 7
        s.market = [-1] * 8

    # -- building a position -----------------------------------------------------------------------------

    def goods(self, seat: int, **counts: int) -> "Table":
        for name, count in counts.items():
            self.state.goods[seat * KINDS + GOODS.index(name)] = count
        return self

    def dice(self, seat: int, *values: int) -> "Table":
        """These dice lie unplaced; the rest of nine is in the reserve."""
        for value in values:
            lay_down(self.state, seat, value)
        self.state.reserve[seat] -= len(values)
        return self

    def benches(self, seat: int, *places: tuple[int, int]) -> "Table":
        """Peasants on these (bench, row), counted from 1, and nowhere else."""
        s = self.state
        s.flock[seat] += s.benches[seat].bit_count() - len(places)
        s.benches[seat] = sum(BIT[(bench - 1) * 3 + row - 1] for bench, row in places)
        return self

    def baptistry(self, seat: int, count: int) -> "Table":
        self.state.flock[seat] -= count
        self.state.baptistry[seat] = count
        return self

    def card(self, seat: int, name: str, *, copies: int = 1, active: int = 1) -> "Table":
        """A tower or building that stands, with peasants on `active` copies."""
        s, card = self.state, CARDS.index(name)
        for _ in range(copies):
            erect(s, seat, card)
        if card < CREWS:
            for _ in range(active):
                s.flock[seat] -= 1
                man(s, seat, card)
            refresh(s, seat, card)
        s.farm_since[seat] = 0
        return self

    def hand(self, seat: int, *names: str) -> "Table":
        for name in names:
            card = BUILDINGS.index(name)
            self.state.hand[seat * TYPES + card] += 1
            self.state.in_hand[seat] |= BIT[card]
        return self

    def crusade(self, seat: int, name: str, *, value: int = 0, filled: int = 0, slot: int = 1) -> "Table":
        """A crusade, with the own peasant and dice when some spaces are filled."""
        s, at = self.state, seat * 2 + slot - 1
        s.card[at] = s.facts.crusade_ids.index(name)
        s.crusade_bag[s.card[at]] = 0
        if filled:
            s.face[at], s.filled[at], s.own_dice[at], s.crusader[at] = value, filled, filled, 1
            s.flock[seat] -= 1
            s.reserve[seat] -= filled
        return self

    def market(self, **cards: str) -> "Table":
        """Cards on places a1 to b4."""
        for place, name in cards.items():
            column = 0 if place[0] == "a" else 4
            self.state.market[column + int(place[1]) - 1] = BUILDINGS.index(name)
        return self

    def event(self, name: str) -> "Table":
        self.state.event = self.state.facts.event_ids.index(name)
        return self

    def relic(self, seat: int, name: str) -> "Table":
        self.state.relics[seat] |= BIT[RELICS.index(name)]
        return self

    def saint(self, seat: int, name: str, *, shown: bool = False) -> "Table":
        self.state.with_saints = True
        self.state.saint[seat] = SAINTS.index(name)
        self.state.saint_mode[seat] = SUPPORTING if shown else KEPT
        return self

    def phase(self, name: str, *, first: int = 0) -> "Table":
        """The phase begins now."""
        s = self.state
        s.first, s.phase, s.stage, s.lap, s.acting, s.passed = first, PHASES.index(name), 0, 0, 0, 0
        run(s)
        return self

    # -- playing -----------------------------------------------------------------------------------------

    def do(self, seat: int, *texts: str) -> "Table":
        """A seat does these actions, each of which must be legal."""
        for text in texts:
            action = TITLE.numbers[text]
            refusal = self.state.why_not(seat, action)
            assert refusal is None, f"{text}: {refusal}; possible: {self.may(seat)}"
            self.state.apply(seat, action)
        return self

    def finish(self) -> "Table":
        """Everybody ends their part of this phase at once, chance takes its first outcome."""
        s, phase = self.state, self.state.phase
        while s.phase == phase and s.to_act():
            seat = s.to_act()[0]
            s.apply(seat, s.odds()[0][0] if seat == CHANCE else s.legal(seat)[0])
        return self

    def chance(self, *texts: str) -> "Table":
        return self.do(CHANCE, *texts)

    def may(self, seat: int) -> list[str]:
        """The texts of what a seat may do."""
        return [TITLE.vocabulary[action] for action in self.state.legal(seat)]

    def starting(self, seat: int, word: str) -> list[str]:
        """What a seat may do that begins with this word, without the word."""
        return [text[len(word) + 1 :] for text in self.may(seat) if text.split(" ")[0] == word]

    def why(self, seat: int, text: str) -> tuple[str, str]:
        """The name of the refusal and its rule."""
        refusal = self.state.why_not(seat, TITLE.numbers[text])
        assert refusal is not None, f"{text} is legal"
        return refusal.reason.key.rsplit(".", 1)[1], refusal.rule

    # -- looking -----------------------------------------------------------------------------------------

    def has(self, seat: int, good: str) -> int:
        return self.state.goods[seat * KINDS + GOODS.index(good)]

    def prestige(self, seat: int) -> int:
        return self.state.prestige[seat]

    def defence(self, seat: int) -> int:
        return defence(self.state, seat)

    def population(self, seat: int) -> int:
        return population(self.state, seat)

    def crew(self, seat: int, name: str) -> int:
        return self.state.crew[seat * CREWS + CARDS.index(name)]

    def stands(self, seat: int, name: str) -> int:
        return self.state.stands[seat * ALL_CARDS + CARDS.index(name)]

    def unplaced(self, seat: int) -> list[int]:
        """The values of the unplaced dice, ascending."""
        counts = self.state.dice[seat * 6 : seat * 6 + 6]
        return [value + 1 for value in range(6) for _ in range(counts[value])]

    def sheet(self, seat: int) -> dict[str, int]:
        """The score sheet by the names of its lines."""
        return {line.label.key.rsplit(".", 1)[1]: line.points for line in lines(self.state, seat)}

    def now(self) -> str:
        return PHASES[self.state.phase]

    def to_act(self) -> Sequence[int]:
        return self.state.to_act()

"""A table for tests: positions in the middle of a game, built piece by piece, played by texts."""

from collections.abc import Sequence

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, OptionValue
from abbatia.games import load
from abbatia.games.kings_abbey.abbey import defence, erect, man, population, refresh
from abbatia.games.kings_abbey.dice import lay_down
from abbatia.games.kings_abbey.handlers import run
from abbatia.games.kings_abbey.phases import PHASES
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BIT,
    BUILDINGS,
    CARDS,
    GOODS,
    KINDS,
    LEDGER,
    RELICS,
    SAINTS,
    WORKPLACES,
)
from abbatia.games.kings_abbey.player import KEPT, SUPPORTING
from abbatia.games.kings_abbey.scoring import lines
from abbatia.games.kings_abbey.state import KingsAbbeyState


class Table:
    """Players with empty abbeys: nine dice in the reserve, 14 peasants there and one on the first seat."""

    def __init__(self, seats: int = 2, *, version: int | None = None, **options: OptionValue) -> None:
        self.title = load("kings_abbey", version)
        state = self.title.start(seats, **options)
        assert isinstance(state, KingsAbbeyState)
        self.state = state
        rng = Rng(7)
        while PHASES[state.phase] == "set_up":
            seat = state.to_act()[0]
            action = pick(state.odds(), rng) if seat == CHANCE else state.legal(seat)[-1]
            state.apply(seat, action)
        self.clear()

    def clear(self) -> None:
        """Take away what the set-up dealt."""
        state = self.state
        state.first = 0
        for player in state.players:
            player.stands = player.made = (0,) * ALL_CARDS
            player.workers, player.idle, player.manned, player.spaces = [0] * WORKPLACES, 0, 0, 0
            player.goods = [0] * KINDS
            player.prestige, player.ledger = 0, [0] * LEDGER
            player.reserve_peasants, player.benches = 14, 1
            for crusade in player.crusades:
                crusade.card = -1
        state.unseen_events = state.facts.event_copies[:]
        state.round, state.rounds = 2, 7
        state.market = [-1] * 8

    # -- building a position -----------------------------------------------------------------------------

    def goods(self, seat: int, **counts: int) -> "Table":
        for name, count in counts.items():
            self.state.players[seat].goods[GOODS.index(name)] = count
        return self

    def dice(self, seat: int, *values: int) -> "Table":
        """These dice lie unplaced; the rest of nine is in the reserve."""
        for value in values:
            lay_down(self.state, seat, value)
        self.state.players[seat].reserve -= len(values)
        return self

    def benches(self, seat: int, *places: tuple[int, int]) -> "Table":
        """Peasants on these (bench, row), counted from 1, and nowhere else."""
        player = self.state.players[seat]
        player.reserve_peasants += player.benches.bit_count() - len(places)
        player.benches = sum(BIT[(bench - 1) * 3 + row - 1] for bench, row in places)
        return self

    def baptistry(self, seat: int, count: int) -> "Table":
        self.state.players[seat].reserve_peasants -= count
        self.state.players[seat].baptistry = count
        return self

    def card(self, seat: int, name: str, *, copies: int = 1, active: int = 1) -> "Table":
        """A tower or building that stands, with peasants on `active` copies."""
        state, card = self.state, CARDS.index(name)
        player = state.players[seat]
        for _ in range(copies):
            erect(state, seat, card)
        if card < WORKPLACES:
            for _ in range(active):
                player.reserve_peasants -= 1
                man(state, seat, card)
            refresh(state, seat, card)
        player.farm_since = 0
        return self

    def hand(self, seat: int, *names: str) -> "Table":
        for name in names:
            card = BUILDINGS.index(name)
            self.state.players[seat].hand[card] += 1
            self.state.players[seat].in_hand |= BIT[card]
        return self

    def crusade(self, seat: int, name: str, *, value: int = 0, filled: int = 0, slot: int = 1) -> "Table":
        """A crusade, with the own peasant and dice when some spaces are filled."""
        state, player = self.state, self.state.players[seat]
        crusade = player.crusades[slot - 1]
        crusade.card = state.facts.crusade_ids.index(name)
        state.crusade_bag[crusade.card] = 0
        if filled:
            crusade.face, crusade.filled, crusade.own_dice, crusade.crusader = value, filled, filled, 1
            player.reserve_peasants -= 1
            player.reserve -= filled
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
        self.state.players[seat].relics |= BIT[RELICS.index(name)]
        return self

    def saint(self, seat: int, name: str, *, shown: bool = False) -> "Table":
        self.state.with_saints = True
        self.state.players[seat].saint = SAINTS.index(name)
        self.state.players[seat].saint_mode = SUPPORTING if shown else KEPT
        return self

    def phase(self, name: str, *, first: int = 0) -> "Table":
        """The phase begins now."""
        state = self.state
        state.first, state.phase, state.stage, state.lap, state.acting, state.passed = (
            first,
            PHASES.index(name),
            0,
            0,
            0,
            0,
        )
        run(state)
        return self

    # -- playing -----------------------------------------------------------------------------------------

    def do(self, seat: int, *texts: str) -> "Table":
        """A seat does these actions, each of which must be legal."""
        for text in texts:
            action = self.title.numbers[text]
            refusal = self.state.why_not(seat, action)
            assert refusal is None, f"{text}: {refusal}; possible: {self.may(seat)}"
            self.state.apply(seat, action)
        return self

    def finish(self) -> "Table":
        """Everybody ends their part of this phase at once, chance takes its first outcome."""
        state, phase = self.state, self.state.phase
        while state.phase == phase and state.to_act():
            seat = state.to_act()[0]
            state.apply(seat, state.odds()[0][0] if seat == CHANCE else state.legal(seat)[0])
        return self

    def chance(self, *texts: str) -> "Table":
        return self.do(CHANCE, *texts)

    def may(self, seat: int) -> list[str]:
        """The texts of what a seat may do."""
        return [self.title.vocabulary[action] for action in self.state.legal(seat)]

    def starting(self, seat: int, word: str) -> list[str]:
        """What a seat may do that begins with this word, without the word."""
        return [text[len(word) + 1 :] for text in self.may(seat) if text.split(" ")[0] == word]

    def why(self, seat: int, text: str) -> tuple[str, str]:
        """The name of the refusal and its rule."""
        refusal = self.state.why_not(seat, self.title.numbers[text])
        assert refusal is not None, f"{text} is legal"
        return refusal.reason.key.rsplit(".", 1)[1], refusal.rule

    # -- looking -----------------------------------------------------------------------------------------

    def has(self, seat: int, good: str) -> int:
        return self.state.players[seat].goods[GOODS.index(good)]

    def prestige(self, seat: int) -> int:
        return self.state.players[seat].prestige

    def defence(self, seat: int) -> int:
        return defence(self.state, seat)

    def population(self, seat: int) -> int:
        return population(self.state, seat)

    def workers(self, seat: int, name: str) -> int:
        return self.state.players[seat].workers[CARDS.index(name)]

    def stands(self, seat: int, name: str) -> int:
        return self.state.players[seat].stands[CARDS.index(name)]

    def unplaced(self, seat: int) -> list[int]:
        """The values of the unplaced dice, ascending."""
        counts = self.state.players[seat].dice[:]
        return [value + 1 for value in range(6) for _ in range(counts[value])]

    def sheet(self, seat: int) -> dict[str, int]:
        """The score sheet by the names of its lines."""
        return {line.label.key.rsplit(".", 1)[1]: line.points for line in lines(self.state, seat)}

    def now(self) -> str:
        return PHASES[self.state.phase]

    def to_act(self) -> Sequence[int]:
        return self.state.to_act()

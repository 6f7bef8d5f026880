"""Values of Pelegrinus: of winning each place, and of whole programmes against what the others may send.

All of it is public knowledge, so its values are the same in every world that a seat cannot tell from the real
one.
"""

from math import exp
from typing import Final, cast

from abbatia.bots.protocol import Budget
from abbatia.bots.values.evaluator import NEVER, Evaluator, Plan, best_first
from abbatia.bots.values.pelegrinus_board import BoardEvaluator
from abbatia.bots.values.pelegrinus_mixture import Mixture
from abbatia.bots.values.pelegrinus_opponents import OpponentModel
from abbatia.bots.values.pelegrinus_programmes import (
    BLANK,
    Programme,
    appraise,
    cities_of,
    loose_programme,
    orders_so_far,
    spread,
    stacks_of,
    steps,
)
from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.games.pelegrinus.position import (
    CHARACTER_COUNT,
    EVERY_CHARACTER,
    KEEPER,
    PROGRAMMING,
    UNORDERED,
    PelegrinusState,
    Position,
)

COMPARED: Final = 12  # of the best programmes, whose cities are judged together
THOUGHTS: Final = ((1.0, 3, 10), (6.0, 3, 10), (1000.0, 1, 100))
"""Programmes that are not thought through: how loose they are, how much rarer a second character goes to the
same place, and how many. Some go where it is worth going, some are looser, most go anywhere."""
CERTAIN: Final = 8.0
WIDTHS: Final = {2: 16, 3: 14, 4: 12}  # programmes of each seat that a mixture begins with, in the arena
POOL: Final = 80  # programmes of each seat among which it finds more
USUAL_ITERATIONS: Final = 64
MOST_ITERATIONS: Final = 640  # where only a clock ends the thinking
OUTCOMES: Final = 64  # outcomes of a turn that one iteration of a budget pays for
ROUNDS: Final = 1200  # after which a mixture hardly changes; all outcomes may be known before
WIDENINGS: Final = 5
KEPT_MODELS: Final = 16  # opponent models that are kept; more would make work for the collector of garbage


class PelegrinusEvaluator(Evaluator):
    """Judges programmes by weights."""

    width = 8

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights: Final = weights
        self.board_evaluator: Final = BoardEvaluator(weights)
        self.guess: Final = weights["guess"]
        self.joint: Final = weights["joint"]
        self.opponent_models: dict[tuple[object, ...], OpponentModel] = {}

    def value(self, world: State, seat: int) -> float:
        return self.board_evaluator.position(cast(PelegrinusState, world), seat)

    def plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        state = cast(PelegrinusState, world)
        if state.phase != PROGRAMMING:
            return self.choices(state, seat)
        found = self.programmes(state, seat, rng, until)
        return best_first([(value, steps(state, seat, programme)) for value, programme in found])

    def choices(self, state: PelegrinusState, seat: int) -> list[Plan]:
        """While majorities are resolved: the position after each choice."""
        found: list[Plan] = []
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            found.append((self.board_evaluator.position(after, seat), (action,)))
        return best_first(found)

    def opponents(self, state: Position, until: float = NEVER) -> OpponentModel:
        """What everybody expects of each other; from what all can see."""
        key = public_key(state)
        known = self.opponent_models.get(key)
        if known is None:
            if len(self.opponent_models) >= KEPT_MODELS:
                self.opponent_models.clear()
            prizes = [
                self.board_evaluator.prizes(state, seat, cities_of(state, seat))
                for seat in range(state.seats)
            ]
            known = OpponentModel(state, prizes, self.weights, until)
            if known.is_whole:  # a model that a clock cut short is not kept
                self.opponent_models[key] = known
        return known

    def programmes(
        self, state: Position, seat: int, rng: Rng, until: float = NEVER
    ) -> list[tuple[float, Programme]]:
        """The best programmes of a seat against what it expects, and some that come to mind."""
        opponents = self.opponents(state, until)
        fixed = orders_so_far(state, seat)
        found: list[tuple[float, Programme]] = []
        for loss, stacks, places in opponents.splits(seat, COMPARED, fixed):
            programme = spread(stacks, places)
            keeper = opponents.keeper_place(seat, programme) if fixed[KEEPER] == UNORDERED else fixed[KEEPER]
            found.append((opponents.keeper_gains[seat][keeper] - loss, (*programme, keeper)))
        if fixed == BLANK:
            found += self.thoughts(state, seat, opponents, rng)
        found.sort(key=lambda one: (-one[0], one[1]))
        likely = found[:COMPARED]
        found[:COMPARED] = [
            (value + self.joint * self.together(state, seat, opponents, programme), programme)
            for value, programme in likely
        ]
        return found

    def together(self, state: Position, seat: int, opponents: OpponentModel, programme: Programme) -> float:
        """What cities won at once are worth beyond each alone: networks join, or reach the same sites."""
        board, evaluator, presence = state.board, self.board_evaluator, state.presence[seat]
        alone, total = evaluator.net(state, presence), 0.0
        outcomes: list[tuple[float, int]] = [(1.0, presence)]
        for place, stack in stacks_of(programme).items():
            if place < board.court and state.stock[seat] and not state.full & board.bit[place]:
                city, chance = board.bit[place], opponents.chances[seat][place][stack]
                total -= chance * (evaluator.net(state, presence | city) - alone)
                missed = [(likely * (1.0 - chance), won) for likely, won in outcomes]
                outcomes = missed + [(likely * chance, won | city) for likely, won in outcomes]
        return total + sum(likely * (evaluator.net(state, won) - alone) for likely, won in outcomes)

    def thoughts(
        self, state: Position, seat: int, opponents: OpponentModel, rng: Rng
    ) -> list[tuple[float, Programme]]:
        """Programmes that a less careful player may make, some nearer to the point than others."""
        places = [*opponents.cities[seat], state.board.court, state.board.home]
        prizes, gains = opponents.prizes[seat], opponents.gains[seat]
        keeper_gains = opponents.keeper_gains[seat]
        found: list[tuple[float, Programme]] = []
        for loose, apart, number in THOUGHTS:
            scale = self.guess * loose
            weights = [int(1000 * exp(min(prizes[place] / scale, CERTAIN))) for place in places]
            for _ in range(number):
                thought = loose_programme(places, weights, opponents.cities[seat] or places[-1:], apart, rng)
                keeper = thought[KEEPER]
                bonus = 0.0 if keeper in thought[:KEEPER] else keeper_gains[keeper]
                stacks = stacks_of(thought)
                bonus += opponents.correction(seat, tuple(stacks.values()), tuple(stacks))
                found.append((appraise(thought, gains) + bonus, thought))
        return found

    # -- all at once ---------------------------------------------------------------------------------------

    def mixed_plan(self, world: State, seat: int, rng: Rng, budget: Budget) -> tuple[int, ...] | None:
        """While all programme in secret, a programme drawn as often as it should be sent."""
        state = cast(PelegrinusState, world)
        if state.phase != PROGRAMMING:
            return None
        iterations = budget.iterations or MOST_ITERATIONS
        factor = iterations / USUAL_ITERATIONS
        width, pool = int(WIDTHS[state.seats] * factor**0.25), int(POOL * factor**0.4)
        pools = [
            self.candidates(state, other, pool, orders_so_far(state, seat) if other == seat else BLANK)
            for other in range(state.seats)
        ]
        mixture = Mixture(
            self, state, seat, [pool[:width] for pool in pools], [pool[width:] for pool in pools]
        )
        thinking, widened = budget.start(), 0
        while mixture.rounds < ROUNDS and thinking.allows(mixture.seen // OUTCOMES):
            mixture.improve(rng)
            done = max(mixture.rounds / ROUNDS, mixture.seen / OUTCOMES / iterations)
            if done > (widened + 1) / (WIDENINGS + 2):  # the last parts are for what is there by then
                mixture.widen(rng)
                widened += 1
        return steps(mixture.base, seat, mixture.draw(seat, rng))

    def candidates(self, state: Position, seat: int, width: int, fixed: Programme) -> list[Programme]:
        """Good programmes of a seat against what everybody expects; the best with two ways for the keeper."""
        opponents = self.opponents(state)
        found: dict[Programme, None] = {}
        for rank, (_, stacks, places) in enumerate(opponents.splits(seat, width, fixed)):
            programme = spread(stacks, places)
            if fixed[KEEPER] != UNORDERED:
                found[(*programme, fixed[KEEPER])] = None
                continue
            for keeper in opponents.keeper_places(seat, programme)[: 2 if rank < width // 3 else 1]:
                found[(*programme, keeper)] = None
        return list(found)[:width]

    # -- playouts --------------------------------------------------------------------------------------------

    def is_far(self, world: State, start: State, turns: int) -> bool:
        """The end of the turn: what all send at once is resolved together."""
        return cast(Position, world).turn > cast(Position, start).turn

    def prepare(self, world: State, seat: int, rng: Rng) -> None:
        """Give seats that have sealed a likely programme; the others begin anew."""
        state = cast(PelegrinusState, world)
        if state.phase != PROGRAMMING:
            return
        opponents = self.opponents(state)
        for other in range(state.seats):
            if other == seat:
                continue
            first = other * CHARACTER_COUNT
            if state.waiting >> other & 1:
                state.orders[first : first + CHARACTER_COUNT] = BLANK
                state.missing[other] = EVERY_CHARACTER
                state.hand[other] = 0
            else:
                state.orders[first : first + CHARACTER_COUNT] = opponents.draw(other, rng)

    def reply(self, world: State, seat: int, rng: Rng) -> tuple[int, ...]:
        state = cast(PelegrinusState, world)
        if state.phase != PROGRAMMING:
            return self.choices(state, seat)[0][1]
        return steps(state, seat, self.opponents(state).draw(seat, rng))


def public_key(state: Position) -> tuple[object, ...]:
    """All that everybody sees while programming."""
    return (
        state.turn,
        state.sites,
        state.both_ends,
        *state.commanderies,
        *state.abbeys,
        *state.recency,
        *state.relics,
        *state.popes,
        *state.stock,
        *state.abbey_stock,
    )


def evaluator(weights: dict[str, float]) -> PelegrinusEvaluator:
    return PelegrinusEvaluator(weights)

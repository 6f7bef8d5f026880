"""The state that is played: who acts, what is legal, what an action does, what happens next."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from abbatia.core.chance import Rng, draw_from, pick
from abbatia.core.contract import CHANCE, CHANCE_ACTS, NOBODY, OptionValue, Result, Title
from abbatia.core.refusals import Refusal
from abbatia.core.views import ALL, Section
from abbatia.core.words import Message
from abbatia.games.kings_abbey import (
    abilities,
    actions,
    counting,
    hidden,
    observation,
    prompts,
    refusals,
    scoring,
    serial,
    setup,
)
from abbatia.games.kings_abbey.chances import (
    CHANCE_CRUSADE,
    CHANCE_DICE,
    CHANCE_ELIAS_MARKET,
    CHANCE_ELIAS_RESOURCES,
    CHANCE_EVENT,
    CHANCE_INITIATIVE,
    CHANCE_LOT,
    CHANCE_MARKET,
    CHANCE_POOL,
    CHANCE_REROLL,
    CHANCE_SAINT,
    CHANCE_START,
    CHANCE_VIKING,
)
from abbatia.games.kings_abbey.facts import Facts
from abbatia.games.kings_abbey.fields import BOARDS, CHANCE_MASK, Position
from abbatia.games.kings_abbey.handlers import (
    AFTER,
    ANSWERS,
    ARG,
    GO_ON,
    HANDLERS,
    LEGAL,
    die_rolled,
)
from abbatia.games.kings_abbey.observation_types import KingsAbbeyOwn
from abbatia.games.kings_abbey.pieces import BIT, OVER, PHASES
from abbatia.games.kings_abbey.turns import end_of_round, event, market, resources, rewards, vikings

ACTORS: Final = tuple(
    [tuple([seat for seat in range(5) if mask >> seat & 1]) for mask in range(32)] + [CHANCE_ACTS]
)
MOST_SEATS: Final = 5
MOST_LAPS: Final = 1024  # more than `lap` can count in one phase
MOST_STAGES: Final = 8
ROLL_ODDS: Final = tuple([(actions.ROLL + i, 1) for i in range(6)])


class KingsState(Position):
    """One position of The King's Abbey."""

    def to_act(self) -> tuple[int, ...]:
        return ACTORS[self.acting]

    def turn_id(self) -> int:
        """§3.1, §R6: round, phase, step and lap tell it, in the auction the seat whose turn it is (§21.9)."""
        step = (self.round * len(PHASES) + self.phase) * MOST_STAGES + self.stage
        return (step * MOST_LAPS + self.lap) * MOST_SEATS + self.turn

    def legal(self, seat: int) -> tuple[int, ...]:
        if not self.acting & BIT[seat]:  # the last bit, which is CHANCE's, is never set
            return NOBODY
        questions = self.players[seat].questions
        if questions:
            return ANSWERS[questions[-1].kind](self, seat)
        return LEGAL[self.phase](self, seat)

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            self.changed = ALL
            if self.chance == CHANCE_DICE:
                die_rolled(self, action - actions.ROLL + 1)
            else:
                answer_chance(self, action)
        else:
            self.changed |= BOARDS
            HANDLERS[action](self, seat, ARG[action])
            if not self.players[seat].questions:
                if self.offer_to == seat:
                    self.offer_to = -1
                    self.acting = BIT[self.turn]
                elif self.acting and self.acting != CHANCE_MASK:
                    AFTER[self.phase](self, seat)
        while not self.acting and self.phase != OVER:
            self.changed = ALL
            GO_ON[self.phase](self)

    def odds(self) -> Sequence[tuple[int, int]]:
        if self.acting != CHANCE_MASK:
            return ()
        return odds(self)

    def draw_lot(self, rng: Rng) -> int:
        chance = self.chance
        if chance == CHANCE_DICE:
            return actions.ROLL + rng.below(6)
        if chance == CHANCE_MARKET:
            return actions.DRAW_BUILDING + draw_from(self.building_bag, rng)
        if chance == CHANCE_EVENT:
            return actions.DRAWS + len(self.token_owner) + draw_from(event.event_weights(self), rng)
        return pick(odds(self), rng)

    def clone(self) -> "KingsState":
        other = KingsState()
        self.copy_to(other)
        return other

    def sections(self) -> tuple[Section, ...]:
        return observation.SECTIONS

    def own(self, seat: int) -> KingsAbbeyOwn:
        return observation.own(self, seat)

    def options(self) -> dict[str, OptionValue]:
        return dict(self.setup)

    def imagine(self, seat: int, rng: Rng) -> "KingsState":
        other = self.clone()
        hidden.imagine(other, seat, rng)
        return other

    def result(self) -> Result | None:
        return scoring.result(self) if self.phase == OVER else None

    def asked(self, seat: int) -> Message:
        return prompts.asked(self, seat)

    def explain(self, seat: int, action: int) -> Refusal:
        return refusals.explain(self, seat, action)

    def to_json(self) -> dict[str, Any]:
        return serial.to_json(self)

    def figures(self) -> dict[str, tuple[int, ...]]:
        return counting.figures(self)

    def inventory(self) -> dict[str, int]:
        return counting.inventory(self)


# -- chance ------------------------------------------------------------------------------------------------


def odds(state: Position) -> Sequence[tuple[int, int]]:
    """Every outcome of what chance is to decide now, with its weight."""
    chance = state.chance
    tokens = actions.DRAWS
    events = tokens + len(state.token_owner)
    if chance == CHANCE_EVENT:
        return event.event_odds(state, events)
    if chance == CHANCE_MARKET:
        return end_of_round.market_odds(state, actions.DRAW_BUILDING)
    if chance == CHANCE_CRUSADE:
        return rewards.crusade_odds(state, events + len(state.unseen_events))
    if chance == CHANCE_INITIATIVE:
        return resources.token_odds(state, tokens)
    if chance == CHANCE_LOT:
        return [(actions.LOT + seat, 1) for seat in range(state.seats)]
    if chance == CHANCE_START:
        return setup.start_odds(state, actions.DRAW_BUILDING)
    if chance == CHANCE_SAINT:
        return setup.saint_odds(state, actions.DRAW_SAINT)
    return ROLL_ODDS


def answer_chance(state: Position, action: int) -> None:
    """Carry out a draw, or a roll other than that of the reserves."""
    chance = state.chance
    if action < actions.LOT:
        ROLLS[chance](state, action - actions.ROLL + 1)
    elif chance == CHANCE_MARKET:
        end_of_round.market_drawn(state, action - actions.DRAW_BUILDING)
    elif chance == CHANCE_LOT:
        setup.first_drawn(state, action - actions.LOT)
    elif chance == CHANCE_START:
        setup.start_drawn(state, action - actions.DRAW_BUILDING)
    elif chance == CHANCE_SAINT:
        setup.saint_drawn(state, action - actions.DRAW_SAINT)
    elif chance == CHANCE_INITIATIVE:
        resources.token_drawn(state, action - actions.DRAWS)
    elif chance == CHANCE_EVENT:
        event.drawn(state, action - actions.DRAWS - len(state.token_owner))
    else:
        rewards.crusade_drawn(
            state, action - actions.DRAWS - len(state.token_owner) - len(state.unseen_events)
        )


ROLLS: Final[dict[int, Callable[[Position, int], None]]] = {
    CHANCE_REROLL: abilities.rolled_again,
    CHANCE_VIKING: vikings.viking_rolled,
    CHANCE_ELIAS_MARKET: market.elias_discards,
    CHANCE_ELIAS_RESOURCES: resources.elias_rolled,
    CHANCE_POOL: setup.pool_rolled,
}


# -- making positions --------------------------------------------------------------------------------------


def run(state: Position) -> None:
    """Go on until somebody has to act or the game is over."""
    while not state.acting and state.phase != OVER:
        GO_ON[state.phase](state)


def begin(title: Title, facts: Facts, seats: int, options: Mapping[str, Any]) -> KingsState:
    """The position before the first action."""
    state = KingsState()
    state.acting = 0
    setup.set_up(state, title, facts, seats, options)
    run(state)
    return state


def load(
    title: Title, facts: Facts, options: Mapping[str, Any], seats: int, data: Mapping[str, Any]
) -> KingsState:
    """The position that `to_json` wrote. Raises BadSetup for one that cannot be."""
    state = begin(title, facts, seats, options)
    serial.read_into(state, data)
    return state

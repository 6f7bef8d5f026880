"""The contract's State: each of its methods, carried out by the module that knows how."""

from collections.abc import Sequence
from typing import Any, Final

from abbatia.core.chance import Rng, draw_from, pick
from abbatia.core.contract import CHANCE, CHANCE_ACTS, NOBODY, OptionValue, Result
from abbatia.core.refusals import Refusal
from abbatia.core.views import ALL, Section
from abbatia.core.words import Message
from abbatia.games.kings_abbey import (
    actions,
    counting,
    hidden,
    legality,
    observation,
    prompts,
    refusals,
    scoring,
    serial,
)
from abbatia.games.kings_abbey.answer_refusals import ANSWERING
from abbatia.games.kings_abbey.answers import ANSWERS
from abbatia.games.kings_abbey.fields import BOARDS, CHANCE_MASK, Position
from abbatia.games.kings_abbey.handlers import AFTER, ARG, GO_ON, HANDLERS, answer_chance
from abbatia.games.kings_abbey.legality import LEGAL
from abbatia.games.kings_abbey.observation_types import KingsAbbeyOwn
from abbatia.games.kings_abbey.phases import CHANCE_DICE, CHANCE_EVENT, CHANCE_MARKET, OVER, PHASES
from abbatia.games.kings_abbey.pieces import BIT
from abbatia.games.kings_abbey.questions import top
from abbatia.games.kings_abbey.turns.roll import die_rolled

ACTORS: Final = tuple(
    [tuple([seat for seat in range(5) if mask >> seat & 1]) for mask in range(32)] + [CHANCE_ACTS]
)
MOST_SEATS: Final = 5
MOST_LAPS: Final = 1024  # more than `lap` can count in one phase
MOST_STAGES: Final = 8


class KingsAbbeyState(Position):
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
            if self.chance == CHANCE_DICE:  # a third of all actions: no table is looked up
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
        return legality.odds(self) if self.acting == CHANCE_MASK else ()

    def draw_lot(self, rng: Rng) -> int:
        chance = self.chance
        if chance == CHANCE_DICE:
            return actions.ROLL + rng.below(6)
        if chance == CHANCE_MARKET:
            return actions.DRAW_BUILDING + draw_from(self.building_bag, rng)
        if chance == CHANCE_EVENT:
            return actions.DRAWS + len(self.token_owner) + draw_from(legality.event_weights(self), rng)
        return pick(legality.odds(self), rng)

    def clone(self) -> "KingsAbbeyState":
        new = KingsAbbeyState()
        self.copy_to(new)
        return new

    def sections(self) -> tuple[Section, ...]:
        return observation.SECTIONS

    def own(self, seat: int) -> KingsAbbeyOwn:
        return observation.own(self, seat)

    def options(self) -> dict[str, OptionValue]:
        return dict(self.setup)

    def imagine(self, seat: int, rng: Rng) -> "KingsAbbeyState":
        world = self.clone()
        hidden.imagine(world, seat, rng)
        return world

    def result(self) -> Result | None:
        return scoring.result(self)

    def prompt(self, seat: int) -> Message:
        return prompts.prompt(self, seat)

    def explain(self, seat: int, action: int) -> Refusal:
        return refusals.explain(self, seat, action)

    def answers(self, seat: int) -> Sequence[int]:
        question = top(self, seat)
        return ANSWERING[question] if question >= 0 else ()

    def to_json(self) -> dict[str, Any]:
        return serial.to_json(self)

    def statistics(self) -> dict[str, tuple[int, ...]]:
        return counting.statistics(self)

    def inventory(self) -> dict[str, int]:
        return counting.inventory(self)

"""The contract's State: each of its methods, carried out by the module that knows how."""

from collections.abc import Sequence
from typing import Any, Final

from abbatia.core.chance import Rng
from abbatia.core.contract import Caution, OptionValue, Result
from abbatia.core.refusals import Refusal
from abbatia.core.views import Section
from abbatia.core.words import Message
from abbatia.games.pelegrinus import (
    cautions,
    hidden,
    legality,
    observation,
    prompts,
    refusals,
    scoring,
    serial,
)
from abbatia.games.pelegrinus.actions import NO_CHANGES
from abbatia.games.pelegrinus.board import RELIC_VALUES
from abbatia.games.pelegrinus.fields import Position
from abbatia.games.pelegrinus.observation_types import PelegrinusOwn
from abbatia.games.pelegrinus.phases import (
    PHASES,
    PROGRAMMING,
    SITES_DRAWN,
)
from abbatia.games.pelegrinus.turns import programming, resolution, start

MOST_SEATS: Final = 4


class PelegrinusState(Position):
    """One position of Pelegrinus."""

    def to_act(self) -> tuple[int, ...]:
        return self.actors

    def turn_id(self) -> int:
        """§3.1: all programme in one turn; whoever has to choose in the resolution has a turn for it."""
        chooser = self.actors[0] if self.phase > PROGRAMMING and self.actors else 0
        return (self.turn * len(PHASES) + self.phase) * MOST_SEATS + chooser

    def legal(self, seat: int) -> tuple[int, ...]:
        """§3.1: private steps while programming, else the choices of the seat that is asked."""
        if self.phase == PROGRAMMING:
            hand = self.hand[seat]
            return self.menus[seat][hand if self.changes[seat] else hand + NO_CHANGES]
        if seat in self.actors:
            return legality.legal_choices(self)
        return ()

    def odds(self) -> Sequence[tuple[int, int]]:
        return legality.odds(self)

    def explain(self, seat: int, action: int) -> Refusal:
        return refusals.explain(self, seat, action)

    def answers(self, seat: int) -> Sequence[int]:
        """§R16, §R18, §R19: while majorities are resolved, a city is chosen before anything else."""
        actions = self.actions
        return () if self.phase == PROGRAMMING else range(actions.commandery, actions.pope)

    def apply(self, seat: int, action: int) -> None:
        if self.phase == PROGRAMMING:
            if action == self.actions.seal:
                resolution.seal(self, seat)
            else:
                programming.apply(self, seat, action)
        elif self.phase <= SITES_DRAWN:
            if start.apply(self, action):
                programming.begin_turn(self)
        else:
            resolution.choose(self, seat, action)

    def clone(self) -> "PelegrinusState":
        new = PelegrinusState()
        self.copy_to(new)
        return new

    def sections(self) -> tuple[Section, ...]:
        return observation.SECTIONS

    def own(self, seat: int) -> PelegrinusOwn:
        return observation.own(self, seat)

    def options(self) -> dict[str, OptionValue]:
        return {
            "site_needs_both_ends": self.both_ends,
            "own_keeper_in_tie": self.own_keeper,
            "keeper_captured_when_abbey_cancelled": self.cancelled_keeper,
        }

    def imagine(self, seat: int, rng: Rng) -> "PelegrinusState":
        world = self.clone()
        hidden.imagine(world, seat, rng)
        return world

    def result(self) -> Result | None:
        return scoring.result(self)

    def prompt(self, seat: int) -> Message:
        return prompts.prompt(self, seat)

    def cautions(self, seat: int) -> Sequence[Caution]:
        return cautions.cautions(self, seat)

    def inventory(self) -> dict[str, int]:
        """§1.1: the pieces of each seat, in stock and on the board, and the relics of all."""
        cities = len(self.board.cities)
        count: dict[str, int] = {}
        for seat in range(self.seats):
            first = seat * cities
            on_map = sum(self.commanderies[first : first + cities])
            count[f"commanderies of {seat + 1}"] = self.stock[seat] + on_map
            count[f"abbeys of {seat + 1}"] = self.abbey_stock[seat] + self.abbeys.count(seat)
            count[f"popes of {seat + 1}"] = self.popes[seat] + self.track.count(seat)
            count[f"characters of {seat + 1}"] = len(self.orders) // self.seats
        for kind, value in enumerate(RELIC_VALUES):
            count[f"relics of {value}"] = sum(self.relics[kind :: len(RELIC_VALUES)])
        for city, name in enumerate(self.board.cities):
            built = sum(self.commanderies[city::cities])
            count[f"spaces in {name}"] = self.room[city] + built
        return count

    def to_json(self) -> dict[str, Any]:
        return serial.to_json(self)

"""The state: the contract of a position, each part carried out by the module of its phase."""

from collections.abc import Sequence
from typing import Any, Final

from abbatia.core.chance import Rng
from abbatia.core.contract import Caution, Observation, Result
from abbatia.core.refusals import Refusal
from abbatia.core.words import Message
from abbatia.games.pelegrinus import programming, saving, setup, turns
from abbatia.games.pelegrinus.actions import ALL_ORDERED, NO_CHANGES
from abbatia.games.pelegrinus.board import CHARACTERS, RELIC_VALUES
from abbatia.games.pelegrinus.cautions import cautions
from abbatia.games.pelegrinus.explaining import explain
from abbatia.games.pelegrinus.observation import layers
from abbatia.games.pelegrinus.position import (
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    PHASES,
    PROGRAMMING,
    SITES_DRAWN,
    Position,
    copy_fields,
)
from abbatia.games.pelegrinus.scoring import result

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
            return turns.legal_choices(self)
        return ()

    def odds(self) -> Sequence[tuple[int, int]]:
        return setup.odds(self)

    def explain(self, seat: int, action: int) -> Refusal:
        return explain(self, seat, action)

    def apply(self, seat: int, action: int) -> None:
        if self.phase == PROGRAMMING and action != self.actions.seal:
            programming.apply(self, seat, action)
            return
        self.shown = None
        if self.phase == PROGRAMMING:
            turns.seal(self, seat)
        elif self.phase <= SITES_DRAWN:
            if setup.apply(self, action):
                programming.begin_turn(self)
        else:
            turns.choose(self, seat, action)

    def clone(self) -> "PelegrinusState":
        new = PelegrinusState()
        copy_fields(self, new)
        return new

    def layers(self, seat: int | None) -> tuple[Observation, ...]:
        return layers(self, seat)

    def imagine(self, seat: int, rng: Rng) -> "PelegrinusState":
        """§R12: only the programmes of the others are hidden, until the last seal."""
        world = self.clone()
        if self.phase == PROGRAMMING:
            programming.imagine_others(world, seat, rng)
        return world

    def result(self) -> Result | None:
        return result(self)

    def asked(self, seat: int) -> Message:
        if self.phase == PROGRAMMING:
            hand = self.hand[seat]
            if hand < ALL_ORDERED:
                return Message("pelegrinus.asked.order", character=CHARACTERS[hand], turn=self.turn)
            return Message("pelegrinus.asked.seal", turn=self.turn)
        if self.phase == COMMANDERIES_CHOSEN:
            return Message("pelegrinus.asked.commandery", n=self.stock[seat])
        if self.phase == ABBEYS_CLAIMED:
            return Message("pelegrinus.asked.claim", n=self.abbey_stock[seat])
        return Message("pelegrinus.asked.abbey")

    def cautions(self, seat: int) -> Sequence[Caution]:
        return cautions(self, seat)

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
        return saving.to_json(self)

"""The contract's State: each of its methods, carried out by the module that knows how."""

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import i64

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, CHANCE_ACTS, NOBODY, OptionValue, Result
from abbatia.core.refusals import Refusal
from abbatia.core.views import Section
from abbatia.core.words import Message
from abbatia.games.cardinal import hidden, observation, prompts, refusals, scoring, serial
from abbatia.games.cardinal.actions import KEEP as KEEP_CARD
from abbatia.games.cardinal.fields import KING_COLOUR, Position
from abbatia.games.cardinal.legality import keeps, king_actions, more_actions, odds, places, turn_actions
from abbatia.games.cardinal.names import options_of
from abbatia.games.cardinal.observation_types import CardinalOwn
from abbatia.games.cardinal.phases import DRAW, KEEP, KING, KING_PLACE, MORE, PLACE, TURN
from abbatia.games.cardinal.turns import king
from abbatia.games.cardinal.turns.drawing import draw, fill_hand, turn_up
from abbatia.games.cardinal.turns.placing import choose, place, play

ACTS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), NOBODY, CHANCE_ACTS]
"""The seats to act, by `actor`: a seat, ENDED (-2) or CHANCE (-1)."""


class CardinalState(Position):
    """One position of Le Roi et le Cardinal."""

    __slots__ = ()

    def to_act(self) -> tuple[int, ...]:
        return ACTS[self.actor]

    def turn_id(self) -> int:
        """§2.3: the turn passes to the left, so the seat whose turn it is identifies a turn."""
        return self.player

    def legal(self, seat: int) -> tuple[int, ...]:
        if seat != self.actor:
            return ()
        phase = self.phase
        if phase == DRAW:
            return self.tables.draws[self.offer]
        if phase == TURN:
            return turn_actions(self, seat)
        if phase == PLACE:
            return places(self, seat)
        if phase == MORE:
            return more_actions(self, seat)
        if phase == KING:
            return king_actions(self)
        if phase == KING_PLACE:
            return places(self, KING_COLOUR)
        return keeps(self) if phase == KEEP else ()

    def odds(self) -> Sequence[tuple[int, int]]:
        return odds(self) if self.actor == CHANCE else ()

    def draw_lot(self, rng: Rng) -> int:
        """Pick from the odds as `pick` does, without making them.

        The lowest 8 bits of the pile are two kinds of card, 4 bits each: it is walked two kinds at a time.
        """
        tables = self.tables
        action: i64 = tables.turned[self.phase]
        pile = self.pile
        left: i64 = rng.below(self.left)
        number: i64 = tables.pair_size[pile & 255]
        while left >= number:
            left -= number
            pile >>= 8
            action += 2
            number = tables.pair_size[pile & 255]
        return action if left < pile & 15 else action + 1

    def apply(self, seat: int, action: int) -> None:
        if seat < 0:  # CHANCE
            turn_up(self, action)
            return
        phase = self.phase
        if phase == DRAW:
            draw(self, seat, action)
        elif phase == PLACE:
            place(self, seat, action)
        elif action < self.tables.stop:
            play(self, seat, action)
        elif phase <= MORE:
            choose(self, seat, action)
        elif phase == KING:
            king.command_king(self, seat, action)
        elif phase == KING_PLACE:
            king.place_king(self, action)
        else:
            king.keep(self, seat, action)
            fill_hand(self, seat, self.hands[seat])

    def explain(self, seat: int, action: int) -> Refusal:
        return refusals.explain(self, seat, action)

    def answers(self, seat: int) -> Sequence[int]:
        """§13.3: which of the cards played stays is decided before anything else."""
        does = self.tables.actions.does
        return (
            [action for action in range(len(does)) if does[action] == KEEP_CARD] if self.phase == KEEP else ()
        )

    def clone(self) -> "CardinalState":
        new = CardinalState()
        self.copy_to(new)
        return new

    def sections(self) -> tuple[Section, ...]:
        return observation.SECTIONS

    def own(self, seat: int) -> CardinalOwn:
        return observation.own(self, seat)

    def options(self) -> dict[str, OptionValue]:
        return options_of(self)

    def imagine(self, seat: int, rng: Rng) -> "CardinalState":
        world = self.clone()
        hidden.imagine(world, seat, rng)
        return world

    def result(self) -> Result | None:
        return scoring.result(self)

    def ranks(self) -> tuple[int, ...]:
        return scoring.ranks(self)

    def prompt(self, seat: int) -> Message:
        return prompts.prompt(self, seat)

    def inventory(self) -> dict[str, int]:
        board = self.tables.board
        cards = {f"card {name}": serial.cards_of_kind(self, kind) for kind, name in enumerate(board.kinds)}
        for colour, sites in enumerate(self.sites):
            advisors = sum(packed >> 4 * colour & 15 for packed in self.advisors)
            cards[f"abbeys {colour}"] = self.abbeys_left[colour] + sites.bit_count()
            cards[f"advisors {colour}"] = self.advisors_left[colour] + advisors
        return cards

    def to_json(self) -> dict[str, Any]:
        return serial.to_json(self)

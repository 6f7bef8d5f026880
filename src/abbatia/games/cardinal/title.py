"""The title and its positions under the contract: each method hands over to the module of its phase."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from mypy_extensions import i64

from abbatia.core.chance import Rng
from abbatia.core.contract import (
    CHANCE,
    CHANCE_ACTS,
    NOBODY,
    Observation,
    Option,
    OptionValue,
    Result,
    Title,
)
from abbatia.core.reading import ComponentFile, copied
from abbatia.core.refusals import Refusal
from abbatia.core.words import Message
from abbatia.games.cardinal import asking, imagining, king, observation, refusals, saving
from abbatia.games.cardinal.board import FILE, FORM, check_board, our_data, read_board
from abbatia.games.cardinal.drawing import draw, fill_hand, odds, turn_up
from abbatia.games.cardinal.phases import DRAW, KEEP, KING, KING_PLACE, MORE, OVER, PLACE, TURN
from abbatia.games.cardinal.pieces import places
from abbatia.games.cardinal.placing import choose, more_actions, place, play, turn_actions
from abbatia.games.cardinal.scoring import final_ranks, final_result
from abbatia.games.cardinal.setup import rules_of, set_up
from abbatia.games.cardinal.state import KING_COLOUR, Position
from abbatia.games.cardinal.tables import Tables

ACTS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), NOBODY, CHANCE_ACTS]
"""Who acts, by `actor`: a seat, ENDED (-2) or CHANCE (-1)."""


class CardinalState(Position):
    """One position of Le Roi et le Cardinal."""

    __slots__ = ()

    def to_act(self) -> tuple[int, ...]:
        return ACTS[self.actor]

    def turn_id(self) -> int:
        """§2.3: the turn passes to the left, so the seat whose turn it is tells one from the next."""
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
            return king.king_actions(self)
        if phase == KING_PLACE:
            return places(self, KING_COLOUR)
        return king.keeps(self) if phase == KEEP else ()

    def odds(self) -> Sequence[tuple[int, int]]:
        return odds(self) if self.actor == CHANCE else ()

    def draw_lot(self, rng: Rng) -> int:
        tables = self.tables
        action: i64 = tables.turned[self.phase]
        pile = self.pile
        left: i64 = rng.below(self.left)
        number: i64 = tables.pair_size[pile & 255]  # two kinds at a time
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

    def clone(self) -> "CardinalState":
        new = CardinalState()
        self.copy_to(new)
        return new

    def layers(self, seat: int | None) -> tuple[Observation, ...]:
        return observation.layers(self, seat)

    def imagine(self, seat: int, rng: Rng) -> "CardinalState":
        world = self.clone()
        imagining.imagine(self, world, seat, rng)
        return world

    def result(self) -> Result | None:
        return final_result(self) if self.phase == OVER else None

    def ranks(self) -> tuple[int, ...]:
        return final_ranks(self) if self.phase == OVER else ()

    def asked(self, seat: int) -> Message:
        return asking.asked(self, seat, self.legal(seat))

    def inventory(self) -> dict[str, int]:
        board = self.tables.board
        cards = {f"card {name}": saving.cards_of_kind(self, kind) for kind, name in enumerate(board.kinds)}
        for colour, sites in enumerate(self.sites):
            advisors = sum(packed >> 4 * colour & 15 for packed in self.advisors)
            cards[f"abbeys {colour}"] = self.abbeys_left[colour] + sites.bit_count()
            cards[f"advisors {colour}"] = self.advisors_left[colour] + advisors
        return cards

    def to_json(self) -> dict[str, Any]:
        return saving.to_json(self)


class Cardinal(Title):
    """Le Roi et le Cardinal: for three to five, or for two with Das Duell."""

    name: ClassVar[str] = "cardinal"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 6)
    options: ClassVar[tuple[Option, ...]] = (
        Option("two_countries", excludes=("duel",), rule="12.1"),
        Option("duel", excludes=("two_countries",), seats=(2,), rule="13.1"),
        Option("joker_abroad_only", rule="R7"),
        Option("draw_in_last_round", rule="R3"),
        Option("last_round_must_place", rule="R4"),
    )
    longest: ClassVar[int] = 2000
    widest: ClassVar[int] = 40
    component_file: ComponentFile | None = ComponentFile(FILE, FORM, check_board)

    def __init__(self, data: Mapping[str, Any], *, own: bool = False) -> None:
        self.tables: Tables = Tables(read_board(data))
        self.fresh: dict[int, CardinalState] = {}  # the first position, for each number of seats
        self.vocabulary = tuple(self.tables.actions.texts)
        self.numbers = {text: number for number, text in enumerate(self.vocabulary)}
        self.own_components = copied(data) if own else None

    def start(self, seats: int, **options: OptionValue) -> CardinalState:
        if not options and seats in self.fresh:
            return self.fresh[seats].clone()
        rules = rules_of(self.setup(seats, options))
        state = CardinalState()
        set_up(state, self, self.tables, seats, rules)
        if not options and self.own_components is None:  # a kept position keeps its title, for ever
            self.fresh[seats] = state.clone()
        return state

    def from_json(self, data: Mapping[str, Any]) -> CardinalState:
        state = CardinalState()
        saving.read(state, self, self.tables, data)
        return state

    def with_components(self, data: Mapping[str, Any]) -> "Cardinal":
        return Cardinal(data, own=True)

    def describe(self, action: int) -> Message:
        return self.tables.actions.describe(action)

    def seats_for(self, options: Mapping[str, OptionValue]) -> Sequence[int]:
        return (2,) if options.get("duel") else (3, 4, 5)

    def names(self, language: str) -> dict[str, str]:
        """The names on this board as words of the catalogue, for boards whose names no catalogue has."""
        return {f"{self.name}.{key}": name for key, name in self.tables.board.names[language].items()}


def our_title() -> Cardinal:
    """The title on our board."""
    return Cardinal(our_data())

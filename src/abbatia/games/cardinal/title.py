"""The title: the rules on one board, ours or the player's own."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from abbatia.core.contract import Option, OptionValue, Title
from abbatia.core.reading import Faults, copied
from abbatia.core.versions import Version
from abbatia.core.words import Message
from abbatia.games.cardinal import serial
from abbatia.games.cardinal.board import Board, our_data
from abbatia.games.cardinal.board_file import check_board, component_file
from abbatia.games.cardinal.observation_types import CardinalObservation, domains
from abbatia.games.cardinal.setup import rules_of, set_up
from abbatia.games.cardinal.state import CardinalState
from abbatia.games.cardinal.tables import Tables
from abbatia.games.cardinal.versions import NEWEST, VERSIONS


class Cardinal(Title):
    """Le Roi et le Cardinal: for three to five, or for two with Das Duell."""

    name: ClassVar[str] = "cardinal"
    versions: ClassVar[tuple[Version, ...]] = VERSIONS
    seats: ClassVar[range] = range(2, 6)
    options: tuple[Option, ...] = (
        Option("two_countries", excludes=("duel",), rule="12.1"),
        Option("duel", excludes=("two_countries",), seats=(2,), rule="13.1"),
        Option("joker_abroad_only", rule="R7"),
        Option("draw_in_last_round", rule="R3"),
        Option("last_round_must_place", rule="R4"),
    )
    max_actions: ClassVar[int] = 2000
    max_legal: ClassVar[int] = 40
    observation_type: ClassVar[Any] = CardinalObservation

    def __init__(self, data: Mapping[str, Any], version: int) -> None:
        self.version = version
        self.component_file = component_file(version)
        self.tables: Tables = Tables(Board(data))
        self.fresh: dict[int, CardinalState] = {}  # the first position, for each number of seats
        self.vocabulary = tuple(self.tables.actions.texts)
        self.numbers = {text: number for number, text in enumerate(self.vocabulary)}

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
        serial.from_json(state, self, self.tables, data)
        return state

    def with_components(self, data: Mapping[str, Any]) -> "Cardinal":
        """The same rules on the player's own board."""
        check_board(data, Faults())
        copy = copied(data)
        title = Cardinal(copy, self.version)
        title.own_components = copy
        return title

    def describe(self, action: int) -> Message:
        return self.tables.actions.describe(action)

    def domains(self, seats: int, options: Mapping[str, OptionValue]) -> Mapping[str, Any]:
        return domains(self.tables.board, is_duel=options["duel"] is True)

    def seats_for(self, options: Mapping[str, OptionValue]) -> Sequence[int]:
        return (2,) if options.get("duel") else (3, 4, 5)

    def names(self, language: str) -> dict[str, str]:
        """The names on a board of one's own as words of the catalogue, which has those of ours."""
        if self.own_components is None:
            return {}
        return {f"{self.name}.{key}": name for key, name in self.tables.board.names[language].items()}


def of_version(number: int) -> Cardinal:
    """The title as it was with this version, on our board."""
    return Cardinal(our_data(number), number)


TITLE: Final = of_version(NEWEST)

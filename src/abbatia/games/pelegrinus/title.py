"""The title: the rules on one board, ours or the player's own."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from abbatia.core.contract import Option, OptionValue, Title
from abbatia.core.reading import Faults, copied
from abbatia.core.versions import Version
from abbatia.core.words import Message
from abbatia.games.pelegrinus import serial, setup
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT, Actions
from abbatia.games.pelegrinus.board import (
    ABBEYS,
    ABBEYS_IN_REGION,
    CHARACTERS,
    COMMANDERIES,
    INFLUENCE,
    POPES,
    RELICS_OF_VALUE,
    START_SLOTS,
    TURNS,
    Board,
    our_data,
)
from abbatia.games.pelegrinus.board_file import (
    MOST_CITIES,
    SITES_IN_FORCE,
    check_board,
    component_file,
    names_of,
)
from abbatia.games.pelegrinus.fields import CHANGES
from abbatia.games.pelegrinus.observation_types import PelegrinusObservation
from abbatia.games.pelegrinus.phases import PHASES
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.versions import NEWEST, VERSIONS

PROGRAMME: Final = CHARACTER_COUNT + 1 + 2 * CHANGES  # orders, the seal, changes with a new order each
CHOICES: Final = 6  # a seat wins four places a turn at most, so it is asked fewer times than this


class Pelegrinus(Title):
    """The rules of Pelegrinus on one board."""

    name: ClassVar[str] = "pelegrinus"
    versions: ClassVar[tuple[Version, ...]] = VERSIONS
    seats: ClassVar[range] = range(2, 5)
    max_actions: ClassVar[int] = START_SLOTS + SITES_IN_FORCE + TURNS * 4 * (PROGRAMME + CHOICES)
    max_legal: ClassVar[int] = MOST_CITIES + 2 + CHARACTER_COUNT - 1
    observation_type: ClassVar[Any] = PelegrinusObservation

    def __init__(self, data: Mapping[str, Any], version: int) -> None:
        self.version = version
        self.options = (
            Option("site_needs_both_ends", default=version >= 2, rule="R22"),
            Option("own_keeper_in_tie", default=True, rule="R21"),
            Option("keeper_captured_when_abbey_cancelled", default=True, rule="R20"),
        )
        self.component_file = component_file(version)
        self.board: Final = Board(data)
        self.actions: Final = Actions(self.board)
        self.vocabulary = self.actions.texts
        self.numbers = {text: number for number, text in enumerate(self.vocabulary)}

    def start(self, seats: int, **options: OptionValue) -> PelegrinusState:
        """§1.1 – §1.3: before chance has ordered the first popes."""
        state = PelegrinusState()
        setup.set_up(state, self, self.actions, seats, self.setup(seats, options))
        return state

    def from_json(self, data: Mapping[str, Any]) -> PelegrinusState:
        state = PelegrinusState()
        serial.from_json(state, self, self.actions, data)
        return state

    def with_components(self, data: Mapping[str, Any]) -> "Pelegrinus":
        """The same rules on the player's own board."""
        check_board(data, Faults())
        copy = copied(data)
        title = Pelegrinus(copy, self.version)
        title.own_components = copy
        return title

    def names(self, language: str) -> dict[str, str]:
        """The names on a board of one's own as words of the catalogue, which has those of ours."""
        if self.own_components is None:
            return {}
        return names_of(self.board.data, language)

    def domains(self, seats: int, options: Mapping[str, OptionValue]) -> Mapping[str, Any]:
        board = self.board
        return {
            "phase": PHASES,
            "region": board.regions,
            "city": board.cities,
            "place": board.places,
            "site": board.sites,
            "character": CHARACTERS,
            "seats": seats,
            "rounds": TURNS,
            "spaces": START_SLOTS + TURNS,
            "highest_limit": max(board.limits[seats]),
            "most_abbeys": ABBEYS_IN_REGION,
            "commanderies": COMMANDERIES,
            "abbeys": ABBEYS,
            "popes": POPES,
            "relics_of_a_value": max(RELICS_OF_VALUE) * seats,
            "highest_stack": sum(INFLUENCE),
            "changes": CHANGES,
        }

    def describe(self, action: int) -> Message:
        return self.actions.describe(action)


def of_version(number: int) -> Pelegrinus:
    """The title as it was with this version, on our board."""
    return Pelegrinus(our_data(number), number)


TITLE: Final = of_version(NEWEST)

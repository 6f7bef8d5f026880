"""The title: the rules with one set of components, ours or the player's own."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from abbatia.core.contract import Option, OptionValue, Title
from abbatia.core.reading import Faults
from abbatia.core.versions import Version
from abbatia.core.words import Message
from abbatia.games.kings_abbey import serial
from abbatia.games.kings_abbey.actions import describe, vocabulary
from abbatia.games.kings_abbey.component_file import completed, component_file
from abbatia.games.kings_abbey.components import Facts, read
from abbatia.games.kings_abbey.names import names_of
from abbatia.games.kings_abbey.observation_domains import domains
from abbatia.games.kings_abbey.observation_types import KingsAbbeyObservation
from abbatia.games.kings_abbey.pieces import our_data
from abbatia.games.kings_abbey.setup import set_up
from abbatia.games.kings_abbey.state import KingsAbbeyState
from abbatia.games.kings_abbey.versions import NEWEST, VERSIONS


class KingsAbbey(Title):
    """The rules of The King's Abbey on one set of components."""

    name: ClassVar[str] = "kings_abbey"
    versions: ClassVar[tuple[Version, ...]] = VERSIONS
    seats: ClassVar[range] = range(1, 6)
    max_actions: ClassVar[int] = (
        60_000  # three offers in each turn of phase 5 would be the longest way to play
    )
    max_legal: ClassVar[int] = 100
    options: tuple[Option, ...] = (
        Option("quick", excludes=("pile", "easy_start"), rule="21.1"),
        Option(
            "pile",
            values=("standard", "few_vikings", "no_vikings", "plenty", "more_vikings", "harsh"),
            default="standard",
            excludes=("quick",),
            rule="21.5",
        ),
        Option("easy_start", excludes=("quick",), rule="21.6"),
        Option("dark_start", rule="21.7"),
        Option("auction", seats=(2, 3, 4, 5), rule="21.8"),
        Option("relics", values=("none", "all", "rich"), default="none", rule="22.1"),
        Option("saints", rule="23.1"),
        Option("guild_trades", default=True, rule="R32"),
        Option("brewery_cards", rule="R45"),
        Option("prestige_floor", rule="R5"),
    )
    observation_type: ClassVar[Any] = KingsAbbeyObservation
    facts: Facts

    ours: dict[str, Any]  # our components of this version

    def __init__(self, version: int, own: dict[str, Any] | None = None) -> None:
        self.version = version
        self.ours = our_data(version)
        self.component_file = component_file(version)
        self.own_components = own
        self.facts = read(self.ours if own is None else own, version)
        self.vocabulary = vocabulary(self.facts)
        self.numbers = {text: number for number, text in enumerate(self.vocabulary)}

    def start(self, seats: int, **options: OptionValue) -> KingsAbbeyState:
        state = KingsAbbeyState()
        set_up(state, self, self.facts, seats, self.setup(seats, options))
        return state

    def from_json(self, data: Mapping[str, Any]) -> KingsAbbeyState:
        state = KingsAbbeyState()
        serial.from_json(state, self, self.facts, data)
        return state

    def with_components(self, data: Mapping[str, Any]) -> "KingsAbbey":
        """The same rules with the player's own components."""
        assert self.component_file is not None
        self.component_file.check(data, Faults())
        return KingsAbbey(self.version, completed(data, self.ours))

    def names(self, language: str) -> dict[str, str]:
        """The names and texts of the cards of one's own; ours stand in the catalogue."""
        return names_of(self.own_components or self.ours, self.ours, language)

    def domains(self, seats: int, options: Mapping[str, OptionValue]) -> Mapping[str, Any]:
        return domains(self.facts, seats, with_auction=bool(options["auction"]))

    def describe(self, action: int) -> Message:
        return describe(self.vocabulary[action], action)


def of_version(number: int) -> KingsAbbey:
    """The title as it was with this version, on our components."""
    return KingsAbbey(number)


TITLE: Final = of_version(NEWEST)

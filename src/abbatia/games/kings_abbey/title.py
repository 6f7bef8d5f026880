"""The title: options, vocabulary, components, positions."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from abbatia.core.contract import BadSetup, Option, OptionValue, State, Title
from abbatia.core.reading import ComponentFile, Faults
from abbatia.core.words import Message
from abbatia.games.kings_abbey.actions import vocabulary
from abbatia.games.kings_abbey.component_file import COMPONENT_FILE, check_components, completed
from abbatia.games.kings_abbey.components import FILE, OURS
from abbatia.games.kings_abbey.describing import describe
from abbatia.games.kings_abbey.facts import Facts, read
from abbatia.games.kings_abbey.naming import names_of
from abbatia.games.kings_abbey.observation_types import KingsAbbeyObservation, domains
from abbatia.games.kings_abbey.state import begin, load

COMPONENTS: Final = FILE


class KingsAbbey(Title):
    """The rules of The King's Abbey on one set of components."""

    name: ClassVar[str] = "kings_abbey"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(1, 6)
    longest: ClassVar[int] = 60_000  # three offers in each turn of phase 5 would be the longest way to play
    widest: ClassVar[int] = 100
    options: ClassVar[tuple[Option, ...]] = (
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
    component_file: ComponentFile | None = COMPONENT_FILE
    observation_type: ClassVar[Any] = KingsAbbeyObservation
    facts: Facts

    def __init__(self, data: dict[str, Any], *, own: bool = False) -> None:
        self.facts = read(data)
        self.own_components = data if own else None
        self.vocabulary = vocabulary(self.facts)
        self.numbers = {text: number for number, text in enumerate(self.vocabulary)}

    def start(self, seats: int, **options: OptionValue) -> State:
        return begin(self, self.facts, seats, self.setup(seats, options))

    def from_json(self, data: Mapping[str, Any]) -> State:
        if not isinstance(data, Mapping) or data.get("title") != self.name:
            raise BadSetup("kings_abbey.setup.bad_position", where="title")
        seats, options = data.get("seats"), data.get("options")
        if not isinstance(seats, int) or not isinstance(options, Mapping):
            raise BadSetup("kings_abbey.setup.bad_position", where="seats, options")
        return load(self, self.facts, self.setup(seats, options), seats, data)

    def with_components(self, data: Mapping[str, Any]) -> Title:
        check_components(data, Faults())
        return KingsAbbey(completed(data), own=True)

    def names(self, language: str) -> dict[str, str]:
        """The names and texts of the cards of one's own; ours stand in the catalogue."""
        return names_of(self.own_components or OURS, language)

    def domains(self, seats: int, options: Mapping[str, OptionValue]) -> Mapping[str, Any]:
        return domains(self.facts, seats, with_auction=bool(options["auction"]))

    def describe(self, action: int) -> Message:
        return describe(self.facts, self.vocabulary[action], action)


TITLE: Final = KingsAbbey(OURS)

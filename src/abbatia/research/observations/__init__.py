"""What the observations of each title are made of: one description a title, which lays out its arrays."""

from collections.abc import Mapping

from abbatia.core.contract import OptionValue, Title
from abbatia.games.cardinal.position import Cardinal
from abbatia.games.kings_abbey.position import KingsAbbey
from abbatia.games.pelegrinus.position import Pelegrinus
from abbatia.research.containers import Record
from abbatia.research.observations import cardinal, kings_abbey, pelegrinus


def description(title: Title, seats: int, options: Mapping[str, OptionValue]) -> Record:
    """The observation of a seat, for this seat count and these options, all of them (`Title.setup`)."""
    if isinstance(title, Cardinal):
        return cardinal.description(title, seats, options)
    if isinstance(title, KingsAbbey):
        return kings_abbey.description(title, seats, options)
    if isinstance(title, Pelegrinus):
        return pelegrinus.description(title, seats, options)
    raise ValueError(f"the observations of {title.name} are not described")

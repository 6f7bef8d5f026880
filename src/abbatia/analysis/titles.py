"""What an analysis has to know of each title beside the contract: how far a game is, what one decision is."""

from typing import Final, cast

from abbatia.core.contract import State, Title
from abbatia.games.cardinal.position import DRAW, LAST
from abbatia.games.cardinal.position import Position as CardinalPosition
from abbatia.games.kings_abbey.position import OVER, KingsAbbeyState
from abbatia.games.pelegrinus.position import PROGRAMMING, TURNS
from abbatia.games.pelegrinus.position import Position as PelegrinusPosition


class Traits:
    """A title, as an analysis sees it; as it stands here, one that bots do not know."""

    is_whole: bool = True  # playouts to the end of the game are cheap enough
    thrift: int = 1  # by how much budgets of comparisons are divided, because playouts are dear

    def progress(self, world: State) -> float:
        """The share of the game that is over, from 0 to 1."""
        return 0.0

    def divides(self, world: State, seat: int) -> bool:
        """Whether a seat that goes on after an action decides anew here."""
        return True

    def is_sealed(self, world: State) -> bool:
        """Whether seats choose at once and in secret: then all that one of them does is one decision."""
        return False


class Cardinal(Traits):
    """A turn is placing or exchanging; then each card that is drawn is a decision."""

    def progress(self, world: State) -> float:
        """By the cards that are still to come, the pile being gone through twice."""
        state = cast(CardinalPosition, world)
        if state.mode & LAST or state.emptied >= 2:
            return 1.0
        pile = sum(state.tables.board.kind_cards)
        cards = state.left + (0 if state.emptied else pile)
        return max(0.0, 1.0 - cards / (2 * pile))

    def divides(self, world: State, seat: int) -> bool:
        return cast(CardinalPosition, world).phase == DRAW


class KingsAbbey(Traits):
    """An action goes with the answers to the questions that it asks."""

    is_whole = False
    thrift = 4

    def progress(self, world: State) -> float:
        """By rounds, and by phases within a round."""
        state = cast(KingsAbbeyState, world)
        return min(1.0, max(0.0, (state.round - 1 + state.phase / OVER) / state.rounds))

    def divides(self, world: State, seat: int) -> bool:
        return not cast(KingsAbbeyState, world).players[seat].questions


class Pelegrinus(Traits):
    """A programme is one decision, and so is each choice while it is carried out."""

    is_whole = False

    def progress(self, world: State) -> float:
        return min(1.0, (cast(PelegrinusPosition, world).turn - 1) / TURNS)

    def is_sealed(self, world: State) -> bool:
        return cast(PelegrinusPosition, world).phase == PROGRAMMING


TRAITS: Final[dict[str, Traits]] = {
    "cardinal": Cardinal(),
    "kings_abbey": KingsAbbey(),
    "pelegrinus": Pelegrinus(),
}
UNKNOWN: Final = Traits()


def traits_of(title: Title) -> Traits:
    """The traits of a title."""
    return TRAITS.get(title.name, UNKNOWN)

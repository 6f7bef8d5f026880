"""The types of what a viewer sees of Le Roi et le Cardinal, and the ids and bounds that they name."""

from typing import Annotated, Any, Final, Literal, TypedDict

from abbatia.core.observation import (
    FIXED,
    OWN_SEAT,
    SEAT,
    Bag,
    Count,
    Id,
    Observation,
    OnlyIf,
    Partial,
    PerSeat,
    Places,
    Seat,
    SeatOrNobody,
)
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.board import FACE_UP, HAND, Board
from abbatia.games.cardinal.phases import PHASES

KING: Final = "king"
"""The owner of the King's pieces in Das Duell."""
Owner = Annotated[int | Literal["king"], SEAT]

Country = Annotated[str, Id("country")]
Site = Annotated[str, Id("site")]
Card = Annotated[str, Id("card")]
Privilege = Annotated[str, Id("privilege")]

Abbeys = Annotated[int, Count("abbeys")]
Advisors = Annotated[int, Count("advisors")]
Cards = dict[Card, Annotated[int, Count("cards_of_kind")]]
"""How many cards there are of each kind."""
Hand = Annotated[list[Card], Bag(HAND)]


class CountrySeen(TypedDict):
    """The pieces in one country."""

    abbeys: Annotated[list[Abbeys], PerSeat("colour")]
    advisors: Annotated[list[Advisors], PerSeat("colour")]
    free: Annotated[int, Count("sites")]
    """Sites without an abbey."""
    limit: Abbeys
    """How many advisors there may be: as many as the leader has abbeys."""
    room: Abbeys
    """How many more advisors there may be."""


class PlayerSeen(TypedDict):
    """The pieces and cards of one player, as far as everybody sees them."""

    seat: Annotated[Seat, OWN_SEAT]
    abbeys_left: Abbeys
    advisors_left: Advisors
    hand_size: Annotated[int, Count(HAND)]
    known: Hand
    """Cards that everybody knows to be in the hand: taken face up and not played since."""


class KingSeen(TypedDict):
    """The King of Das Duell."""

    cards: Hand
    abbeys_left: Abbeys
    advisors_left: Advisors
    moved: bool
    """Whether he has had his piece this turn."""
    first: bool
    """Whether his piece is placed before the player's own."""


class DuelPlayerSeen(TypedDict):
    """What one player has in Das Duell only."""

    seat: Annotated[Seat, OWN_SEAT]
    kept: Cards
    privileges: Annotated[list[Privilege], Bag(1)]
    """Those that are not used yet."""


class DuelSeen(TypedDict):
    """What Das Duell adds."""

    king: KingSeen
    players: Annotated[list[DuelPlayerSeen], PerSeat()]
    influence: dict[Card, SeatOrNobody]
    """The player who scores for the King in the countries of each card."""
    paid: Hand
    """The cards played this turn, of which one is kept."""


class TurnSeen(TypedDict):
    """The turn that is being played."""

    seat: SeatOrNobody
    """The player whose turn it is; None before the first turn."""
    country: Annotated[str | None, Id("country")]
    """The country that was paid for last."""
    placed: Annotated[int, Count(2)]
    """Pieces placed this turn."""
    opened: Annotated[list[Country], Bag(1)]
    """Countries that were empty before this turn."""
    countries: Annotated[int, Count(2, least=1)]
    """In how many countries this turn's pieces may lie."""


class CardinalPublic(TypedDict):
    """What everybody sees."""

    first_seat: Seat
    """The player who began."""
    removed: Annotated[int, FIXED]
    """How many cards of each kind stay in the box."""
    duel: Annotated[DuelSeen | None, OnlyIf("duel")]
    sites: Annotated[dict[Site, Owner], Partial()]
    """The owner of each abbey; sites without an abbey are missing."""
    countries: dict[Country, CountrySeen]
    players: Annotated[list[PlayerSeen], PerSeat()]
    open: Annotated[list[Annotated[str | None, Id("card")]], Places(FACE_UP)]
    """The face-up cards; None where one is taken."""
    pile: Annotated[int, Count("cards")]
    """Cards in the face-down pile."""
    discard: Cards
    unseen: Cards
    """The cards that a spectator cannot see: in the pile, and in hands without being known."""
    last_round: bool
    """Whether the pile has run out for the second time."""
    interim_done: bool
    """Whether the interim scoring has been."""
    turn: TurnSeen


class CardinalOwn(TypedDict):
    """What a player sees alone."""

    hand: Hand
    unseen: Cards
    """The cards that this player cannot see: in the pile, and in other hands without being known."""


CardinalObservation = Observation[CardinalPublic, CardinalOwn]


def domains(board: Board, *, is_duel: bool) -> dict[str, Any]:
    """The ids and bounds of one board."""
    return {
        "phase": PHASES,
        "country": board.countries,
        "site": board.sites,
        "card": board.kinds,
        "privilege": PRIVILEGES,
        "colour": (KING,) if is_duel else (),  # colours beside those of the seats
        "duel": is_duel,
        "abbeys": board.abbeys,
        "advisors": board.advisors,
        "sites": len(board.sites),
        "cards": sum(board.kind_cards),
        "cards_of_kind": max(board.kind_cards),
    }

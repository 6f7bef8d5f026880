"""What a viewer sees of Pelegrinus: all but the programmes that are not revealed yet (§R12)."""

from typing import Annotated, Literal, TypedDict

from abbatia.core.observation import (
    FIXED,
    OWN_SEAT,
    Bag,
    Count,
    Id,
    Observation,
    PerId,
    PerSeat,
    Places,
    Rows,
    Seat,
    SeatOrNobody,
)

Character = Annotated[Literal["master", "chaplain", "nun", "pilgrim", "keeper"], Id("character")]
City = Annotated[str, Id("place")]
Place = Annotated[str, Id("place")]
"""Where a character can be sent: a city, the court or home."""
Region = Annotated[str, Id("region")]
Site = Annotated[str, Id("site")]
RelicValue = Literal[1, 2, 4]
Round = Annotated[int, Count("rounds")]


class RegionSeen(TypedDict):
    """A region of the map."""

    id: Annotated[Region, FIXED]
    opens: Annotated[int, FIXED]
    """The round from which it is open."""
    open: bool
    complete: bool
    """All its cities are full of commanderies (§2.4)."""
    closed: bool
    """Complete, and no further abbey can be built (§2.5)."""
    abbeys: Annotated[int, Count("most_abbeys")]
    most_abbeys: Annotated[int, FIXED]


class CitySeen(TypedDict):
    """A city with what stands in it."""

    id: Annotated[City, FIXED]
    region: Annotated[Region, FIXED]
    limit: Annotated[int, FIXED]
    """How many commanderies it holds with this number of players (§6.2)."""
    room: Annotated[int, Count("highest_limit")]
    """How many commanderies may still be built."""
    commanderies: Annotated[list[Annotated[int, Count("highest_limit")]], PerSeat()]
    abbey: SeatOrNobody
    """Whose abbey stands here."""


class SiteSeen(TypedDict):
    """A site of pilgrimage."""

    id: Annotated[Site, FIXED]
    cities: Annotated[list[City], FIXED]
    """The two ends of the road that it lies on."""
    active: bool
    """Whether it is in force in this game (§1.3)."""


class SpaceSeen(TypedDict):
    """A space of the pope track: either a start slot or the space of a round."""

    slot: Annotated[int | None, FIXED]
    round: Annotated[int | None, FIXED]
    seat: SeatOrNobody
    """Whose token lies on it."""
    face_up: bool
    """Whether this token is the most recent of its seat."""


class PlayerSeen(TypedDict):
    """What lies before a player."""

    seat: Annotated[int, OWN_SEAT]
    commanderies_left: Annotated[int, Count("commanderies")]
    abbeys_left: Annotated[int, Count("abbeys")]
    popes_left: Annotated[int, Count("popes")]
    relics: Annotated[list[RelicValue], Bag("relics_of_a_value")]
    """The values of the relics, the lowest first."""
    keeper_held_by: SeatOrNobody
    """Who holds the player's relic keeper until the relics are claimed (§8.1)."""
    sealed: bool
    """Whether the programme of this round is final (§3.6)."""


class StandingSeen(TypedDict):
    """A character that still stands on the map while a seat chooses."""

    seat: Seat
    character: Character
    city: City


class DueSeen(TypedDict):
    """A majority that was won and whose building is not settled yet."""

    city: City
    seat: Seat
    height: Annotated[int, Count("highest_stack")]
    """The influence of the stack that won; 0 for a commandery."""
    claimed: bool
    """Whether the seat has an abbey for it."""


class ChoiceSeen(TypedDict):
    """The choice that a resolution waits for."""

    seat: Seat
    cities: Annotated[list[City], Bag(1)]
    """The cities among which the seat chooses."""
    due: Annotated[list[DueSeen], Rows("city")]
    """All that is not settled, of this seat and of the others."""


class PelegrinusPublic(TypedDict):
    """What everybody sees."""

    round: Round
    """The number of the round, 0 before the first."""
    rounds: Annotated[int, FIXED]
    regions: Annotated[list[RegionSeen], PerId("region")]
    cities: Annotated[list[CitySeen], PerId("city")]
    sites: Annotated[list[SiteSeen], PerId("site")]
    track: Annotated[list[SpaceSeen], Places("spaces")]
    """The pope track from its foot: the start slots, then a space for each round (§5.1)."""
    pope_order: Annotated[list[Seat], Places("seats", fewer=True)]
    """The seats by their face-up token, the most recent first: ties go by it (§4.5)."""
    players: Annotated[list[PlayerSeen], PerSeat()]
    standing: Annotated[list[StandingSeen], Rows("seat", "character")]
    choice: ChoiceSeen | None


class Programme(TypedDict):
    """The orders of a seat in this round (§3.1, §3.5)."""

    orders: dict[Character, Place | None]
    """Where each character goes; None: without an order yet."""
    in_hand: Character | None
    """The character that gets the next order."""
    changes_left: Annotated[int, Count("changes")]
    """How often the seat may still take a character in hand again (§R10)."""
    sealed: bool


class PelegrinusOwn(TypedDict):
    """What a seat sees alone."""

    programme: Programme | None
    """None unless it is time to programme."""


PelegrinusObservation = Observation[PelegrinusPublic, PelegrinusOwn]

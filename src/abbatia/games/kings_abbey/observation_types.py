"""What a seat sees of The King's Abbey, as types; `observation.py` makes it."""

from math import inf
from typing import Annotated, Final, Literal, TypedDict, get_args

from abbatia.core.observation import (
    FIXED,
    OWN_SEAT,
    SEAT,
    Bag,
    Cases,
    Count,
    Id,
    Observation,
    OnlyIf,
    Partial,
    PerSeat,
    Places,
    Rows,
    Seat,
    SeatOrNobody,
)

# -- ids and numbers -----------------------------------------------------------------------------------------

GoodId = Literal["coin", "wood", "grain", "stone", "sand", "tool", "wagon"]
ResourceId = Literal["wood", "grain", "stone", "sand"]
BenchId = Literal[
    "bench_1_1",
    "bench_1_2",
    "bench_1_3",
    "bench_2_1",
    "bench_2_2",
    "bench_2_3",
    "bench_3_1",
    "bench_3_2",
    "bench_3_3",
    "bench_4_1",
    "bench_4_2",
    "bench_4_3",
]
MarketPlace = Literal["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"]
SaintMode = Literal["undecided", "supporting", "kept", "spent"]
Defender = Literal[
    "start",
    "gifts",
    "deacon",
    "cardinal",
    "altar",
    "walls",
    "chapel",
    "masons_guild",
    "barracks",
    "cellarium",
    "cloister",
    "battlement",
    "gate_tower",
    "dice",
]

Resource = Annotated[ResourceId, Id("resource")]
Location = Annotated[ResourceId, Id("location")]
Bench = Annotated[BenchId, Id("place")]
Card = Annotated[str, Id("card")]
Building = Annotated[str, Id("building")]
Relic = Annotated[str, Id("relic")]
Saint = Annotated[str, Id("saint")]

Who = Annotated[int | Literal["elias"] | None, SEAT]
"""A seat, Elias, or nobody."""
SeatOrElias = Annotated[int | Literal["elias"], SEAT]
Number = Annotated[int, Count()]
Die = Annotated[int, Count(6, least=1)]
Dice = Annotated[list[Die], Bag()]
Goods = dict[Annotated[GoodId, Id("resource")], Number]

GOODS: Final[tuple[GoodId, ...]] = get_args(GoodId)
RESOURCES: Final[tuple[ResourceId, ...]] = get_args(ResourceId)
BENCHES: Final[tuple[BenchId, ...]] = get_args(BenchId)
MARKET_PLACES: Final[tuple[MarketPlace, ...]] = get_args(MarketPlace)
SAINT_MODES: Final[tuple[SaintMode, ...]] = get_args(SaintMode)


# -- the main board ------------------------------------------------------------------------------------------


class TurnSeen(TypedDict):
    """The running turn, in phases played in order."""

    seat: Seat


class EventPileSeen(TypedDict):
    """The event cards that are left, by category."""

    plenty: Number
    disaster: Number
    vikings: Number
    under: Number
    """Vikings that lie under the pile since round 1."""


class DarknessSeen(TypedDict):
    """The Darkness track."""

    track: Annotated[list[int], FIXED]
    """The level of each cell."""
    cell: Number
    level: Number
    """The level of the cell, changed by the event of the round."""


class VikingSeen(TypedDict):
    """A Viking die and what meets it."""

    value: Die
    met: Literal["nothing", "die", "peasant"] | None
    """None while it still attacks."""
    by: Who


class MarketSpaceSeen(TypedDict):
    """A place of the building market."""

    place: MarketPlace
    price: Annotated[int, Count(least=-inf)]
    """In coins, today."""
    card: Annotated[str | None, Id("building")]


class InitiativeTokenSeen(TypedDict):
    """An initiative token that somebody has taken."""

    token: Annotated[str, Id("initiative_token")]
    owner: SeatOrElias


class InitiativeSeen(TypedDict):
    """The initiative space."""

    by: Who
    """The player whose die is on it."""
    left: Annotated[int, Count("initiative_tokens")]
    """Tokens that lie face down."""
    tokens: Annotated[list[InitiativeTokenSeen], Rows("token")]


class MainDieSeen(TypedDict):
    """A die on a main space."""

    seat: Seat
    value: Die


class BonusDieSeen(TypedDict):
    """A die on a bonus space."""

    seat: Seat
    value: Die
    doubled: bool


class LocationSeen(TypedDict):
    """A resource location with the dice on it."""

    main: Annotated[list[MainDieSeen], Rows("seat")]
    bonus: Annotated[list[BonusDieSeen], Rows("seat")]
    free: Annotated[int, Count(2)]
    """Bonus spaces without a die."""
    closed: bool


class SupplySeen(TypedDict):
    """The tokens in the supply that can run out."""

    tool: Number
    wagon: Number


class EliasSeen(TypedDict):
    """The opponent of a solo game."""

    pool: Dice
    """The values of his dice in the pool."""
    peasants: Annotated[int, Count(3)]


class AuctionSeen(TypedDict):
    """The auction of the starting buildings."""

    bid: Number
    """The highest bid of this lot."""
    bidder: SeatOrNobody
    buildings: Annotated[list[Building], Bag()]
    """Those not yet taken."""
    out: list[Seat]
    """The seats that passed."""


class QuestionSeen(TypedDict):
    """A question that a player has to answer."""

    name: Annotated[str, Id("question")]
    args: list[int]
    """Numbers whose meaning depends on the name: `QUESTIONS` lists them."""


# -- the players ---------------------------------------------------------------------------------------------


class ClergySeen(TypedDict):
    """The clergy track of a player."""

    position: Number
    accomplished: Annotated[list[Annotated[str, Id("clergy")]], Bag(1)]
    tops: Annotated[list[int], FIXED]
    """The position at which each level is accomplished."""


class PeasantsSeen(TypedDict):
    """Where the peasants of a player are."""

    benches: Annotated[list[Bench], Bag(1)]
    baptistry: Number
    reserve: Number
    discarded: Number
    on_viking_card: Number
    on_cards: Number
    spanning: Annotated[list[Building], Places(2, fewer=True)]
    """The two buildings that one peasant activates."""
    population: Number


class DiceSeen(TypedDict):
    """Where the dice of a player are, those with a value by their values."""

    reserve: Number
    unplaced: Dice
    rerolled: Dice
    """Of the unplaced ones, those rolled again."""
    preaching: Dice
    clergy: Dice
    defence: Dice
    saint: Number
    vikings: Number
    tenth: bool


class BuiltCardSeen(TypedDict):
    """A tower or building of a player."""

    card: Card
    copies: Number
    """Those that stand."""
    peasants: Number
    made: Number
    """Those built in the whole game."""


class AnimalsSeen(TypedDict):
    """The animals of a player."""

    sheep: Number
    cows: Number


class PromiseSeen(TypedDict):
    """What the ally of a crusade gets when it is accomplished."""

    prestige: Number
    goods: Goods
    relic: bool


class CrusadeSeen(TypedDict):
    """A crusade that a player has taken."""

    crusade: Annotated[str, Id("crusade")]
    spaces: Number
    filled: Number
    value: Number
    """The value of its dice, 0 before the first one."""
    own_dice: Number
    ally_dice: Number
    pool_dice: Number
    crusader: bool
    """Whether a peasant of the player is on it."""
    ally: Who
    prestige: Number
    reward: Goods
    relic: Annotated[str | None, Id("relic")]
    promised: PromiseSeen
    accomplished: bool


class SaintSeen(TypedDict):
    """The patron saint of a player as everybody knows it."""

    mode: SaintMode
    saint: Annotated[str | None, Id("saint")]
    """None while it lies face down; its player sees it in `own`."""


class LeftSeen(TypedDict):
    """What a player can still do in this round, of each kind how often."""

    trades: Number
    tools: Number
    preaching: Number
    clergy: Number
    moves: Number
    rerolls: Number
    offers: Number


class ForecastSeen(TypedDict):
    """What this round still brings a player if nothing changes."""

    levels: Number
    """Population levels to feed."""
    fed: Number
    """Of these, fed by cows and bakeries."""
    grain: Number
    sheep: Number
    hungry: Number
    dark: Number
    """By how much the Darkness exceeds the defence."""
    income: Number
    moves: Number


class PlayerSeen(TypedDict):
    """A player's board and reserve."""

    seat: Annotated[int, OWN_SEAT]
    goods: Goods
    storage: Annotated[int | None, Count()]
    """Tokens of each resource that can be kept at the end of the round; None without a limit."""
    defence: Number
    altar: bool
    walls: Annotated[int, Count(5)]
    remodelled: bool
    building_spaces: Number
    spaces_used: Number
    clergy: ClergySeen
    peasants: PeasantsSeen
    dice: DiceSeen
    cards: Annotated[list[BuiltCardSeen], Rows("card")]
    hand: Annotated[list[Building], Bag()]
    """The buildings that are bought and not built."""
    animals: AnimalsSeen
    crusades: Annotated[list[CrusadeSeen | None], Places(2)]
    relics: Annotated[list[Relic], Bag(1)]
    spent_relics: Annotated[list[Relic], Bag(1)]
    saint: SaintSeen | None
    left: LeftSeen
    visited: Annotated[list[Location], Bag(1)]
    has_passed: bool
    food_needed: Number
    forecast: ForecastSeen
    defenders: Annotated[dict[Annotated[Defender, Id("defender")], Number], Partial(absent=0)]
    """Where the points of the defence come from."""
    values: dict[Resource, Number]
    """What one token costs this player at each location."""


# -- the whole -----------------------------------------------------------------------------------------------


class KingsAbbeyPublic(TypedDict):
    """What everybody sees."""

    round: Number
    rounds: Number
    first_seat: SeatOrElias
    """The first player."""
    turn: TurnSeen
    event: Annotated[str | None, Id("event_card")]
    event_pile: EventPileSeen
    darkness: DarknessSeen
    vikings: Annotated[list[VikingSeen], Places("viking_dice", fewer=True)]
    market: Annotated[list[MarketSpaceSeen], Rows("place", partial=False)]
    building_pile: Number
    crusade_pile: Number
    initiative: InitiativeSeen
    locations: dict[Location, LocationSeen]
    supply: SupplySeen
    questions: Annotated[
        list[Annotated[QuestionSeen | None, Cases("question", tag="name", content="args")]], PerSeat()
    ]
    """The open question of each seat."""
    elias: Annotated[EliasSeen | None, OnlyIf("elias")]
    auction: Annotated[AuctionSeen | None, OnlyIf("auction")]
    """The auction of the starting buildings, while it lasts."""
    players: Annotated[list[PlayerSeen], PerSeat()]


class KingsAbbeyOwn(TypedDict):
    """What a seat sees alone."""

    saint: Annotated[str | None, Id("saint")]
    """The patron saint that lies face down before the viewer; None without one and once all know it."""


KingsAbbeyObservation = Observation[KingsAbbeyPublic, KingsAbbeyOwn]

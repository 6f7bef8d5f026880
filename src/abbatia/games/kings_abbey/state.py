"""One position: its fields, how it is copied and how it is written down."""

from typing import Any, Final

from abbatia.core.contract import Event, Observation, OptionValue, State
from abbatia.core.words import Message
from abbatia.games.kings_abbey.facts import Facts

CHANCE_MASK: Final = 32
ELIAS: Final = 5  # stands where a seat would in solo
NOTHING: Final = -1
SUPPORTING: Final = 1
KEPT: Final = 2
SPENT: Final = 3

# Counters of one round, per seat in `used`; they count for a kind of building, not for a card (§R27).
PREACHED: Final = 0
ADVANCED: Final = 1
DOUBLE_AT: Final = 2
TRIPLE_AT: Final = 3
DOUBLED: Final = 4
TRIPLED: Final = 5
LIBRARY_USED: Final = 6
SMITH_USED: Final = 7
DEN_USED: Final = 8
REROLLS: Final = 9
REUSED: Final = 10
BATHS: Final = 11
STABLES_USED: Final = 12
SUPPORTED: Final = 13
ANDRE_DAY: Final = 14
TOOLS_USED: Final = 15
TRADES: Final = 16
VISITED: Final = 17
BOUGHT: Final = 18
OFFERS_MADE: Final = 19
MOVES: Final = 20
NEED: Final = 21
BARRACKS_USED: Final = 22
USED: Final = 23

INTS: Final = (
    "round",
    "rounds",
    "phase",
    "stage",
    "lap",
    "turn",
    "first",
    "acting",
    "chance",
    "resume",
    "elias_first",
    "elias_peasants",
    "elias_gone",
    "elias_lost",
    "elias_dice",
    "event",
    "under",
    "darkness",
    "initiative",
    "supply_tools",
    "supply_wagons",
    "bid",
    "bidder",
    "passed",
    "offer_to",
)
LISTS: Final = (
    "resolved",
    "pool",
    "pile",
    "unseen_events",
    "vikings",
    "cover",
    "market",
    "building_bag",
    "scrapped",
    "start_left",
    "token_owner",
    "crusade_bag",
    "saint_bag",
    "bonus_left",
    "offers",
    "goods",
    "reserve",
    "dice",
    "mask",
    "rerolled",
    "laid",
    "main",
    "bonus",
    "saint_dice",
    "viking_dice",
    "used",
    "benches",
    "baptistry",
    "flock",
    "gone",
    "viking_peasants",
    "crew",
    "rough",
    "span_a",
    "span_b",
    "stands",
    "made",
    "hand",
    "in_hand",
    "idle",
    "manned",
    "spaces",
    "paid",
    "altar",
    "walls",
    "remodelled",
    "base_defence",
    "extra_defence",
    "tenth",
    "sheep",
    "cows",
    "farm_since",
    "clergy",
    "saint",
    "saint_mode",
    "relics",
    "spent_relics",
    "prestige",
    "ledger",
    "card",
    "face",
    "filled",
    "own_dice",
    "ally_dice",
    "pool_dice",
    "crusader",
    "ally",
    "share",
    "share_goods",
    "share_relic",
)
FLAGS: Final = ("brewery_cards", "guild_trades", "prestige_floor", "with_auction", "quick", "with_saints")


class Position(State):
    """Everything on the table. Lists hold a block for each seat; small whole numbers throughout."""

    __slots__ = ("title", "seats", "events", "shown", "facts", "setup", *FLAGS, *INTS, *LISTS, "asks")

    shown: tuple[Observation, Observation] | None  # what all see, until something happens; never cloned
    facts: Facts
    setup: tuple[tuple[str, OptionValue], ...]
    brewery_cards: bool
    guild_trades: bool
    prestige_floor: bool
    with_auction: bool
    quick: bool
    with_saints: bool
    round: int  # the current round, from 1
    rounds: int  # rounds of this game: one for each card of the event pile
    phase: int  # one of PHASES
    stage: int  # step within the phase
    lap: int  # how many seats have had their turn in this lap
    turn: int  # the seat whose turn it is, in phases played in order
    first: int  # the first player
    acting: int  # who acts: a mask of seats, CHANCE_MASK, 0 between steps and at the end
    chance: int  # what chance is to decide; see chance in game.py
    resume: int  # who acts when chance has answered
    elias_first: int  # Elias is first player (solo)
    elias_peasants: int  # peasants Elias still has (solo)
    elias_gone: int  # peasants Elias has sent against Vikings (solo)
    elias_lost: int  # pool dice of Elias that are out of the game (solo)
    elias_dice: int  # pool dice on the Viking card (solo)
    event: int  # the event of this round, -1 none
    under: int  # Vikings that lie under the event pile since round 1
    darkness: int  # cell of the Darkness marker
    initiative: int  # seat whose die is on the initiative space, -1 nobody, ELIAS
    supply_tools: int  # tools in the supply
    supply_wagons: int  # wagons in the supply
    bid: int  # the highest bid of this lot, -1 none (auction)
    bidder: int  # who made it (auction)
    passed: int  # mask of the seats that passed (auction, phase 5)
    offer_to: int  # the seat that an open offer waits for, -1 none
    resolved: list[int]  # crusades that each player accomplished; they are out of the game
    pool: list[int]  # Elias's pool dice by value (solo)
    pile: list[int]  # cards of each category left in the event pile, those under it not counted
    unseen_events: list[int]  # copies of each event that nobody has seen
    vikings: list[int]  # values of the Viking dice, descending
    cover: list[int]  # what meets each Viking: 2 × seat for a peasant, + 1 for a die; NOTHING
    market: list[int]  # the building on each place (column × 4 + price - 1), -1 empty
    building_bag: list[int]  # unseen copies of each building
    scrapped: list[int]  # copies of each building that are out of the game
    start_left: list[int]  # copies of each starting building not yet taken
    token_owner: list[int]  # who holds each initiative token: a seat, -1 face down, ELIAS discarded
    crusade_bag: list[int]  # 1 for each crusade in the pile
    saint_bag: list[int]  # 1 for each saint not dealt
    bonus_left: list[int]  # free bonus spaces of wood, grain, stone, sand
    offers: list[int]  # packed offers made in this turn, so that none is made twice
    goods: list[int]  # per seat 7: coins, four resources, tools, wagons
    reserve: list[int]  # dice in the reserve, not rolled
    dice: list[int]  # per seat 6: unplaced dice by value
    mask: list[int]  # per seat: bit v - 1 is set when an unplaced die shows v
    rerolled: list[int]  # per seat 6: unplaced dice that were rolled again this round
    laid: list[int]  # per seat 18: dice used for preaching, clergy, defence by value
    main: list[int]  # per seat 4: value of the die on a main space of each location, 0 none
    bonus: list[int]  # per seat 4: value of the die on a bonus space, + 6 when the main die counts double
    saint_dice: list[int]  # dice on the saint card
    viking_dice: list[int]  # dice on the Viking card
    used: list[int]  # per seat USED: counters of this round
    benches: list[int]  # mask of the seats taken
    baptistry: list[int]  # peasants in the Baptistry
    flock: list[int]  # peasants in the reserve
    gone: list[int]  # peasants discarded
    viking_peasants: list[int]  # peasants on the Viking card
    crew: list[int]  # per seat 24: peasants on each card
    rough: list[int]  # per seat 2: archers on Battlements, Gate Towers who never were baptised
    span_a: list[int]  # first building of Rodolphe's peasant, -1 none
    span_b: list[int]  # second building of Rodolphe's peasant, -1 none
    stands: list[int]  # per seat 25: built cards
    made: list[int]  # per seat 25: cards built in the whole game
    hand: list[int]  # per seat 21: buildings bought and not built
    in_hand: list[int]  # per seat: mask of the buildings in hand
    idle: list[int]  # per seat: mask of the cards that stand without a full crew
    manned: list[int]  # per seat: mask of the cards with somebody on them
    spaces: list[int]  # building spaces used, a barn included
    paid: list[int]  # per seat 21: standing great halls that gave their prestige
    altar: list[int]  # 1 with an altar
    walls: list[int]  # walls built
    remodelled: list[int]  # 1 with a remodel card
    base_defence: list[int]  # defence at the start
    extra_defence: list[int]  # permanent points of relics and saints
    tenth: list[int]  # 1 while the tenth die is with the player
    sheep: list[int]  # sheep in the barn
    cows: list[int]  # cows in the barn
    farm_since: list[int]  # round in which the farm was last activated
    clergy: list[int]  # position on the clergy track
    saint: list[int]  # the patron saint, -1 none
    saint_mode: list[int]  # 0 undecided, SUPPORTING, KEPT, SPENT
    relics: list[int]  # mask of the relics held
    spent_relics: list[int]  # mask of the relics used
    prestige: list[int]  # on the track
    ledger: list[int]  # per seat 10: prestige by source
    card: list[int]  # per seat 2: crusades, -1 none
    face: list[int]  # per seat 2: value of the dice on the crusade, 0 none yet
    filled: list[int]  # per seat 2: dice spaces filled
    own_dice: list[int]  # per seat 2: own dice on the crusade
    ally_dice: list[int]  # per seat 2: the ally's dice on the crusade
    pool_dice: list[int]  # per seat 2: Elias's dice on the crusade
    crusader: list[int]  # per seat 2: 1 with the own peasant on the card
    ally: list[int]  # per seat 2: the ally, -1 none
    share: list[int]  # per seat 2: prestige promised to the ally
    share_goods: list[int]  # per seat 2 × 7: goods promised to the ally
    share_relic: list[int]  # per seat 2: 1 when the relic is promised
    asks: list[list[int]]  # per seat a stack of open questions: arguments, then the question on top

    def copy_into(self, other: "Position") -> None:
        """Make the other position equal to this one."""
        other.title, other.facts, other.seats, other.setup = self.title, self.facts, self.seats, self.setup
        other.events = None
        other.shown = None
        other.brewery_cards = self.brewery_cards
        other.guild_trades = self.guild_trades
        other.prestige_floor = self.prestige_floor
        other.with_auction = self.with_auction
        other.quick = self.quick
        other.with_saints = self.with_saints
        other.round = self.round
        other.rounds = self.rounds
        other.phase = self.phase
        other.stage = self.stage
        other.lap = self.lap
        other.turn = self.turn
        other.first = self.first
        other.acting = self.acting
        other.chance = self.chance
        other.resume = self.resume
        other.elias_first = self.elias_first
        other.elias_peasants = self.elias_peasants
        other.elias_gone = self.elias_gone
        other.elias_lost = self.elias_lost
        other.elias_dice = self.elias_dice
        other.event = self.event
        other.under = self.under
        other.darkness = self.darkness
        other.initiative = self.initiative
        other.supply_tools = self.supply_tools
        other.supply_wagons = self.supply_wagons
        other.bid = self.bid
        other.bidder = self.bidder
        other.passed = self.passed
        other.offer_to = self.offer_to
        other.resolved = self.resolved[:]
        other.pool = self.pool[:]
        other.pile = self.pile[:]
        other.unseen_events = self.unseen_events[:]
        other.vikings = self.vikings[:]
        other.cover = self.cover[:]
        other.market = self.market[:]
        other.building_bag = self.building_bag[:]
        other.scrapped = self.scrapped[:]
        other.start_left = self.start_left[:]
        other.token_owner = self.token_owner[:]
        other.crusade_bag = self.crusade_bag[:]
        other.saint_bag = self.saint_bag[:]
        other.bonus_left = self.bonus_left[:]
        other.offers = self.offers[:]
        other.goods = self.goods[:]
        other.reserve = self.reserve[:]
        other.dice = self.dice[:]
        other.mask = self.mask[:]
        other.rerolled = self.rerolled[:]
        other.laid = self.laid[:]
        other.main = self.main[:]
        other.bonus = self.bonus[:]
        other.saint_dice = self.saint_dice[:]
        other.viking_dice = self.viking_dice[:]
        other.used = self.used[:]
        other.benches = self.benches[:]
        other.baptistry = self.baptistry[:]
        other.flock = self.flock[:]
        other.gone = self.gone[:]
        other.viking_peasants = self.viking_peasants[:]
        other.crew = self.crew[:]
        other.rough = self.rough[:]
        other.span_a = self.span_a[:]
        other.span_b = self.span_b[:]
        other.stands = self.stands[:]
        other.made = self.made[:]
        other.hand = self.hand[:]
        other.in_hand = self.in_hand[:]
        other.idle = self.idle[:]
        other.manned = self.manned[:]
        other.spaces = self.spaces[:]
        other.paid = self.paid[:]
        other.altar = self.altar[:]
        other.walls = self.walls[:]
        other.remodelled = self.remodelled[:]
        other.base_defence = self.base_defence[:]
        other.extra_defence = self.extra_defence[:]
        other.tenth = self.tenth[:]
        other.sheep = self.sheep[:]
        other.cows = self.cows[:]
        other.farm_since = self.farm_since[:]
        other.clergy = self.clergy[:]
        other.saint = self.saint[:]
        other.saint_mode = self.saint_mode[:]
        other.relics = self.relics[:]
        other.spent_relics = self.spent_relics[:]
        other.prestige = self.prestige[:]
        other.ledger = self.ledger[:]
        other.card = self.card[:]
        other.face = self.face[:]
        other.filled = self.filled[:]
        other.own_dice = self.own_dice[:]
        other.ally_dice = self.ally_dice[:]
        other.pool_dice = self.pool_dice[:]
        other.crusader = self.crusader[:]
        other.ally = self.ally[:]
        other.share = self.share[:]
        other.share_goods = self.share_goods[:]
        other.share_relic = self.share_relic[:]
        other.asks = [ask[:] for ask in self.asks]

    def to_json(self) -> dict[str, Any]:
        """The whole position as plain JSON."""
        data: dict[str, Any] = {"title": self.title.name, "seats": self.seats, "options": dict(self.setup)}
        for name in INTS:
            data[name] = getattr(self, name)
        for name in LISTS:
            data[name] = list(getattr(self, name))
        data["asks"] = [list(ask) for ask in self.asks]
        return data


def tell(s: Position, name: str, **args: Any) -> None:
    """Say to whoever listens what happened; callers look first whether anybody does."""
    if s.events is not None:
        s.events.append(Event(Message(f"kings_abbey.event.{name}", **args)))

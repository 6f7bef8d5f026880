"""What a viewer sees: the whole table, of the hidden saints only their own (§23.1)."""

from collections.abc import Sequence
from typing import Final

from abbatia.core.observation import ScoreLine
from abbatia.core.views import ALL, Section
from abbatia.games.kings_abbey.abbey import defence, occupied, population
from abbatia.games.kings_abbey.fields import (
    CHANCE_MASK,
    COURSE,
    ELIAS,
    LOCATIONS,
    MARKET,
    PLAYERS,
    QUESTIONS,
    VIKINGS,
    Position,
)
from abbatia.games.kings_abbey.forecast import defenders, forecast, values
from abbatia.games.kings_abbey.free_actions import MOST_OFFERS, TRADE_TOKENS
from abbatia.games.kings_abbey.hidden import is_hidden
from abbatia.games.kings_abbey.observation_types import (
    BENCHES,
    MARKET_PLACES,
    RESOURCES,
    SAINT_MODES,
    AuctionSeen,
    BonusDieSeen,
    BuiltCardSeen,
    ClergySeen,
    CrusadeSeen,
    DarknessSeen,
    DiceSeen,
    EliasSeen,
    EventPileSeen,
    Goods,
    InitiativeSeen,
    InitiativeTokenSeen,
    KingsAbbeyOwn,
    LeftSeen,
    LocationSeen,
    MainDieSeen,
    MarketSpaceSeen,
    PeasantsSeen,
    PlayerSeen,
    QuestionSeen,
    ResourceId,
    SaintSeen,
    SeatOrElias,
    SupplySeen,
    TurnSeen,
    VikingSeen,
    Who,
)
from abbatia.games.kings_abbey.phases import PEASANTS, PHASES, SET_UP, STARTING
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BELL_TOWER,
    BUILDINGS,
    CARDS,
    LEVELS,
    RELICS,
    SAINTS,
    TOOL,
    TYPES,
    WORKPLACES,
)
from abbatia.games.kings_abbey.player import Crusade
from abbatia.games.kings_abbey.questions import NAMES, args_of, top
from abbatia.games.kings_abbey.scoring import lines, score
from abbatia.games.kings_abbey.turns.darkness import level
from abbatia.games.kings_abbey.turns.end_of_round import NO_LIMIT, storage
from abbatia.games.kings_abbey.turns.feeding import need
from abbatia.games.kings_abbey.turns.market import price

# -- the envelope --------------------------------------------------------------------------------------------


def to_act(state: Position) -> list[int]:
    return [] if state.acting == CHANCE_MASK else seats_of(state, state.acting)


def phase(state: Position) -> str:
    return PHASES[state.phase]


def scores(state: Position) -> list[int]:
    return [player.prestige for player in state.players]


def projected(state: Position) -> list[int]:
    return [score(state, seat) for seat in range(state.seats)]


def sheets(state: Position) -> list[list[ScoreLine]]:
    return [[line.to_json() for line in lines(state, seat)] for seat in range(state.seats)]


# -- the main board ------------------------------------------------------------------------------------------


def current_round(state: Position) -> int:
    return state.round


def rounds(state: Position) -> int:
    return state.rounds


def first_seat(state: Position) -> SeatOrElias:
    return "elias" if state.elias.first else state.first


def turn(state: Position) -> TurnSeen:
    return {"seat": state.turn}


def event(state: Position) -> str | None:
    return None if state.event < 0 else state.facts.event_ids[state.event]


def event_pile(state: Position) -> EventPileSeen:
    plenty, disaster, vikings = state.pile
    return {"plenty": plenty, "disaster": disaster, "vikings": vikings, "under": state.under}


def darkness(state: Position) -> DarknessSeen:
    return {"track": state.facts.darkness[:], "cell": state.darkness, "level": level(state)}


def vikings(state: Position) -> list[VikingSeen]:
    """The Viking dice and what meets each."""
    found: list[VikingSeen] = []
    for i, value in enumerate(state.vikings):
        met = state.cover[i] if i < len(state.cover) else None
        if met is None:
            found.append({"value": value, "met": None, "by": None})
        elif met < 0:
            found.append({"value": value, "met": "nothing", "by": None})
        else:
            found.append({"value": value, "met": "die" if met & 1 else "peasant", "by": who(met // 2)})
    return found


def market(state: Position) -> list[MarketSpaceSeen]:
    return [
        {"place": MARKET_PLACES[i], "price": price(state, i), "card": None if card < 0 else BUILDINGS[card]}
        for i, card in enumerate(state.market)
    ]


def building_pile(state: Position) -> int:
    return sum(state.building_bag)


def crusade_pile(state: Position) -> int:
    return sum(state.crusade_bag)


def initiative(state: Position) -> InitiativeSeen:
    tokens: list[InitiativeTokenSeen] = [
        {"token": state.facts.initiative_ids[i], "owner": "elias" if owner == ELIAS else owner}
        for i, owner in enumerate(state.token_owner)
        if owner >= 0
    ]
    return {"by": who(state.initiative), "left": state.token_owner.count(-1), "tokens": tokens}


def locations(state: Position) -> dict[ResourceId, LocationSeen]:
    return {name: location(state, i) for i, name in enumerate(RESOURCES)}


def location(state: Position, place: int) -> LocationSeen:
    """Dice on main and bonus spaces; a doubled die is marked."""
    main: list[MainDieSeen] = []
    bonus: list[BonusDieSeen] = []
    for player in state.players:
        value = player.main[place]
        if value:
            main.append({"seat": player.seat, "value": value})
        value = player.bonus[place]
        if value:
            bonus.append({"seat": player.seat, "value": (value - 1) % 6 + 1, "doubled": value > 6})
    closed = state.facts.event_closed[state.event] == place + 1
    return {"main": main, "bonus": bonus, "free": state.bonus_left[place], "closed": closed}


def supply(state: Position) -> SupplySeen:
    return {"tool": state.supply_tools, "wagon": state.supply_wagons}


def questions(state: Position) -> list[QuestionSeen | None]:
    return [question(state, seat) for seat in range(state.seats)]


def question(state: Position, seat: int) -> QuestionSeen | None:
    """The open question of a seat, as the refusals name it."""
    number = top(state, seat)
    return None if number < 0 else {"name": NAMES[number], "args": list(args_of(state, seat))}


def elias(state: Position) -> EliasSeen | None:
    if state.seats > 1:
        return None
    return {"pool": faces(state.elias.pool), "peasants": state.elias.peasants}


def auction(state: Position) -> AuctionSeen | None:
    """The auction of the starting buildings, while it lasts."""
    if not state.with_auction or state.phase != SET_UP or state.stage != STARTING:
        return None
    return {
        "bid": max(0, state.bid),
        "bidder": None if state.bidder < 0 else state.bidder,
        "buildings": bag(state.start_left),
        "out": seats_of(state, state.passed),
    }


# -- the players ---------------------------------------------------------------------------------------------


def players(state: Position) -> list[PlayerSeen]:
    return [player_seen(state, seat) for seat in range(state.seats)]


def player_seen(state: Position, seat: int) -> PlayerSeen:
    """One player's board and reserve as everybody sees them."""
    player = state.players[seat]
    limit = storage(state, seat)
    return {
        "seat": seat,
        "goods": goods(player.goods),
        "storage": None if limit == NO_LIMIT else limit,
        "defence": defence(state, seat),
        "altar": player.altar > 0,
        "walls": player.walls,
        "remodelled": player.remodelled > 0,
        "building_spaces": 7 + 2 * player.remodelled,
        "spaces_used": player.spaces,
        "clergy": clergy(state, seat),
        "peasants": peasants(state, seat),
        "dice": dice(state, seat),
        "cards": cards(state, seat),
        "hand": bag(player.hand),
        "animals": {"sheep": player.sheep, "cows": player.cows},
        "crusades": [crusade_seen(state, crusade) for crusade in player.crusades],
        "relics": [relic for i, relic in enumerate(RELICS) if player.relics >> i & 1],
        "spent_relics": [relic for i, relic in enumerate(RELICS) if player.spent_relics >> i & 1],
        "saint": saint(state, seat),
        "left": left(state, seat),
        "visited": [name for i, name in enumerate(RESOURCES) if player.visited >> i & 1],
        "has_passed": state.passed >> seat & 1 > 0,
        "food_needed": need(state, seat),
        "forecast": forecast(state, seat),
        "defenders": defenders(state, seat),
        "values": values(state, seat),
    }


def clergy(state: Position, seat: int) -> ClergySeen:
    at = state.players[seat].clergy
    done = [LEVELS[i] for i, step in enumerate(state.facts.tops) if at >= step]
    return {"position": at, "accomplished": done, "tops": state.facts.tops[:]}


def peasants(state: Position, seat: int) -> PeasantsSeen:
    player = state.players[seat]
    return {
        "benches": [bench for i, bench in enumerate(BENCHES) if player.benches >> i & 1],
        "baptistry": player.baptistry,
        "reserve": player.reserve_peasants,
        "discarded": player.gone,
        "on_viking_card": player.viking_peasants,
        "on_cards": occupied(state, seat),
        "spanning": [BUILDINGS[player.span_a], BUILDINGS[player.span_b]] if player.span_a >= 0 else [],
        "population": population(state, seat),
    }


def dice(state: Position, seat: int) -> DiceSeen:
    """Dice by where they are, each with its value."""
    player = state.players[seat]
    laid = player.laid
    return {
        "reserve": player.reserve,
        "unplaced": faces(player.dice),
        "rerolled": faces([min(player.rerolled[i], player.dice[i]) for i in range(6)]),
        "preaching": faces(laid[:6]),
        "clergy": faces(laid[6:12]),
        "defence": faces(laid[12:]),
        "saint": player.saint_dice,
        "vikings": player.viking_dice,
        "tenth": player.tenth > 0,
    }


def cards(state: Position, seat: int) -> list[BuiltCardSeen]:
    """Built cards with their copies, peasants and constructions of the whole game."""
    player = state.players[seat]
    found: list[BuiltCardSeen] = []
    for card in range(ALL_CARDS):
        made = player.made[card]
        if made:
            stands = player.stands[card]
            workers = player.workers[card] if card < WORKPLACES else 0
            found.append({"card": CARDS[card], "copies": stands, "peasants": workers, "made": made})
    return found


def crusade_seen(state: Position, crusade: Crusade) -> CrusadeSeen | None:
    """One crusade of a player."""
    card = crusade.card
    if card < 0:
        return None
    facts = state.facts
    relic = facts.crusade_relic[card]
    return {
        "crusade": facts.crusade_ids[card],
        "spaces": facts.crusade_dice[card],
        "filled": crusade.filled,
        "value": crusade.face,
        "own_dice": crusade.own_dice,
        "ally_dice": crusade.ally_dice,
        "pool_dice": crusade.pool_dice,
        "crusader": crusade.crusader > 0,
        "ally": who(crusade.ally),
        "prestige": facts.crusade_prestige[card],
        "reward": goods(facts.crusade_reward[card]),
        "relic": None if relic < 0 else RELICS[relic],
        "promised": {
            "prestige": crusade.share,
            "goods": goods(crusade.share_goods),
            "relic": crusade.share_relic > 0,
        },
        "accomplished": crusade.filled >= facts.crusade_dice[card],
    }


def saint(state: Position, seat: int) -> SaintSeen | None:
    """A saint as far as everybody knows it (§23.1, §23.2)."""
    player = state.players[seat]
    if player.saint < 0:
        return None
    known = None if is_hidden(state, seat) else SAINTS[player.saint]
    return {"mode": SAINT_MODES[player.saint_mode], "saint": known}


def left(state: Position, seat: int) -> LeftSeen:
    """What can still be done in this round, of each kind how often."""
    player = state.players[seat]
    return {
        "trades": TRADE_TOKENS - player.trades,
        "tools": player.goods[TOOL] - player.tools_used,
        "preaching": max(0, state.facts.event_preach[state.event] - player.preached),
        "clergy": 3 - player.advanced,
        "moves": player.moves if state.phase == PEASANTS else 0,
        "rerolls": 2 - player.rerolls if player.workers[BELL_TOWER] else 0,
        "offers": MOST_OFFERS - player.offers_made,
    }


def own(state: Position, seat: int) -> KingsAbbeyOwn:
    """The saint that lies face down before this seat."""
    return {"saint": SAINTS[state.players[seat].saint] if is_hidden(state, seat) else None}


# -- small things --------------------------------------------------------------------------------------------


def who(number: int) -> Who:
    """A seat, Elias or nobody."""
    return "elias" if number == ELIAS else None if number < 0 else number


def seats_of(state: Position, mask: int) -> list[int]:
    return [seat for seat in range(state.seats) if mask >> seat & 1]


def bag(copies: list[int]) -> list[str]:
    """Buildings, each as often as it is there."""
    return [BUILDINGS[i] for i in range(TYPES) for _ in range(copies[i])]


def faces(counts: list[int]) -> list[int]:
    """The values of dice, ascending."""
    return [i + 1 for i in range(6) for _ in range(counts[i])]


def goods(counts: Sequence[int]) -> Goods:
    coin, wood, grain, stone, sand, tool, wagon = counts
    return {
        "coin": coin,
        "wood": wood,
        "grain": grain,
        "stone": stone,
        "sand": sand,
        "tool": tool,
        "wagon": wagon,
    }


SECTIONS: Final = (
    Section("to_act", ALL, to_act),
    Section("phase", ALL, phase),
    Section("scores", PLAYERS, scores),
    Section("projected", PLAYERS, projected),
    Section("sheets", PLAYERS, sheets),
    Section("public.round", COURSE, current_round),
    Section("public.rounds", COURSE, rounds),
    Section("public.first_seat", COURSE, first_seat),
    Section("public.turn", COURSE, turn),
    Section("public.event", COURSE, event),
    Section("public.event_pile", COURSE, event_pile),
    Section("public.darkness", COURSE, darkness),
    Section("public.vikings", VIKINGS, vikings),
    Section("public.market", MARKET, market),
    Section("public.building_pile", COURSE, building_pile),
    Section("public.crusade_pile", COURSE, crusade_pile),
    Section("public.initiative", COURSE, initiative),
    Section("public.locations", LOCATIONS, locations),
    Section("public.supply", COURSE, supply),
    Section("public.questions", QUESTIONS, questions),
    Section("public.elias", COURSE, elias),
    Section("public.auction", COURSE, auction),
    Section("public.players", PLAYERS, players),
)

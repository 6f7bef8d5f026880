"""What a viewer sees: the whole table, of the hidden saints only their own (§23.1)."""

from typing import Any

from abbatia.core.contract import Observation
from abbatia.games.kings_abbey.abbey import defence, occupied, population
from abbatia.games.kings_abbey.dice import AREAS
from abbatia.games.kings_abbey.forecast import defenders, forecast, values
from abbatia.games.kings_abbey.phase_darkness import level
from abbatia.games.kings_abbey.phase_end import NO_LIMIT, storage
from abbatia.games.kings_abbey.phase_feeding import need
from abbatia.games.kings_abbey.phase_market import price
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BUILDINGS,
    CARDS,
    CATEGORIES,
    CREWS,
    GOODS,
    KINDS,
    LEVELS,
    PEASANTS,
    PHASES,
    PLACES,
    RELICS,
    SAINTS,
    SET_UP,
    TYPES,
)
from abbatia.games.kings_abbey.questions import NAMES, args_of, top
from abbatia.games.kings_abbey.scoring import lines
from abbatia.games.kings_abbey.setup import STARTING
from abbatia.games.kings_abbey.state import (
    ADVANCED,
    CHANCE_MASK,
    ELIAS,
    KEPT,
    MOVES,
    OFFERS_MADE,
    PREACHED,
    REROLLS,
    SPENT,
    SUPPORTING,
    TOOLS_USED,
    TRADES,
    USED,
    VISITED,
    Position,
)
from abbatia.games.kings_abbey.trading import MOST_OFFERS, TRADE_TOKENS

MODES = ("undecided", "supporting", "kept", "spent")
COLUMNS = ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")


def layers(s: Position, viewer: int | None) -> tuple[Observation, ...]:
    """The common table, and the players: who has a hidden saint sees it there."""
    shown = s.shown
    if shown is None:
        shown = s.shown = _table(s), {"players": [player(s, seat) for seat in range(s.seats)]}
    if viewer is None or not is_hidden(s, viewer):
        return shown
    players: list[dict[str, Any]] = shown[1]["players"][:]
    players[viewer] = {**players[viewer], "saint": saint(s, viewer, viewer)}
    return shown[0], {"players": players}


def _table(s: Position) -> Observation:
    seen: Observation = {
        "title": "kings_abbey",
        "seats": s.seats,
        "options": dict(s.setup),
        "round": s.round,
        "rounds": s.rounds,
        "phase": PHASES[s.phase],
        "phase_number": s.phase,
        "first_player": -1 if s.elias_first else s.first,
        "turn": s.turn,
        "waiting_for": [] if s.acting == CHANCE_MASK else [i for i in range(s.seats) if s.acting >> i & 1],
        "event": None if s.event < 0 else s.facts.event_ids[s.event],
        "event_pile": {**dict(zip(CATEGORIES, s.pile, strict=True)), "under": s.under},
        "darkness": {"track": s.facts.darkness[:], "cell": s.darkness, "level": level(s)},
        "vikings": vikings(s),
        "market": market(s),
        "building_pile": sum(s.building_bag),
        "crusade_pile": sum(s.crusade_bag),
        "initiative": initiative(s),
        "locations": locations(s),
        "supply": {"tool": s.supply_tools, "wagon": s.supply_wagons},
        "questions": [question(s, seat) for seat in range(s.seats)],
    }
    if s.seats == 1:
        seen["elias"] = {"pool": s.pool[:], "peasants": s.elias_peasants, "is_first": s.elias_first > 0}
    if s.with_auction:
        seen["auction"] = auction(s)
    return seen


def auction(s: Position) -> dict[str, Any] | None:
    """The auction of the starting buildings, while it lasts."""
    if s.phase != SET_UP or s.stage != STARTING:
        return None
    left = [BUILDINGS[card] for card in range(TYPES) for _ in range(s.start_left[card])]
    return {"bid": max(0, s.bid), "bidder": s.bidder, "buildings": left, "out": s.passed}


def who(number: int) -> int | str | None:
    """A seat, "elias" or nobody."""
    return "elias" if number == ELIAS else None if number < 0 else number


def vikings(s: Position) -> list[dict[str, Any]]:
    """The Viking dice and what meets each."""
    found: list[dict[str, Any]] = []
    for i, value in enumerate(s.vikings):
        met = s.cover[i] if i < len(s.cover) else None
        if met is None:
            found.append({"value": value, "met": None, "by": None})
        elif met < 0:
            found.append({"value": value, "met": "nothing", "by": None})
        else:
            found.append({"value": value, "met": "die" if met & 1 else "peasant", "by": who(met // 2)})
    return found


def market(s: Position) -> list[dict[str, Any]]:
    return [
        {"place": COLUMNS[i], "price": price(s, i), "card": None if card < 0 else BUILDINGS[card]}
        for i, card in enumerate(s.market)
    ]


def initiative(s: Position) -> dict[str, Any]:
    tokens = [
        {"token": s.facts.initiative_ids[i], "owner": who(owner)}
        for i, owner in enumerate(s.token_owner)
        if owner >= 0
    ]
    return {"by": who(s.initiative), "left": s.token_owner.count(-1), "tokens": tokens}


def locations(s: Position) -> dict[str, Any]:
    """Dice on main and bonus spaces; a doubled die is marked."""
    found: dict[str, Any] = {}
    for i in range(4):
        main = [{"seat": n, "value": s.main[n * 4 + i]} for n in range(s.seats) if s.main[n * 4 + i]]
        bonus = [
            {"seat": n, "value": (s.bonus[n * 4 + i] - 1) % 6 + 1, "doubled": s.bonus[n * 4 + i] > 6}
            for n in range(s.seats)
            if s.bonus[n * 4 + i]
        ]
        closed = s.facts.event_closed[s.event] == i + 1
        found[GOODS[i + 1]] = {"main": main, "bonus": bonus, "free": s.bonus_left[i], "closed": closed}
    return found


def question(s: Position, seat: int) -> dict[str, Any] | None:
    """The open question of a seat, as the refusals name it."""
    number = top(s, seat)
    return None if number < 0 else {"name": NAMES[number], "args": args_of(s, seat)}


def player(s: Position, seat: int) -> dict[str, Any]:
    """One player's board and reserve as everybody sees them."""
    used, sheet = seat * USED, lines(s, seat)
    return {
        "seat": seat,
        "prestige": s.prestige[seat],
        "projection": sum(line.points for line in sheet),
        "sheet": [line.to_json() for line in sheet],
        "goods": dict(zip(GOODS, s.goods[seat * KINDS : seat * KINDS + KINDS], strict=True)),
        "storage": None if storage(s, seat) == NO_LIMIT else storage(s, seat),
        "defence": defence(s, seat),
        "altar": s.altar[seat] > 0,
        "walls": s.walls[seat],
        "remodelled": s.remodelled[seat] > 0,
        "building_spaces": 7 + 2 * s.remodelled[seat],
        "spaces_used": s.spaces[seat],
        "clergy": clergy(s, seat),
        "peasants": peasants(s, seat),
        "dice": dice(s, seat),
        "cards": cards(s, seat),
        "hand": [BUILDINGS[i] for i in range(TYPES) for _ in range(s.hand[seat * TYPES + i])],
        "animals": {"sheep": s.sheep[seat], "cows": s.cows[seat]},
        "crusades": [crusade(s, seat * 2 + slot) for slot in range(2)],
        "relics": [RELICS[i] for i in range(len(RELICS)) if s.relics[seat] >> i & 1],
        "spent_relics": [RELICS[i] for i in range(len(RELICS)) if s.spent_relics[seat] >> i & 1],
        "saint": saint(s, seat, None),
        "left": {
            "trades": TRADE_TOKENS - s.used[used + TRADES],
            "tools": s.goods[seat * KINDS + 5] - s.used[used + TOOLS_USED],
            "preaching": max(0, s.facts.event_preach[s.event] - s.used[used + PREACHED]),
            "clergy": 3 - s.used[used + ADVANCED],
            "moves": s.used[used + MOVES] if s.phase == PEASANTS else 0,
            "rerolls": 2 - s.used[used + REROLLS] if s.crew[seat * CREWS + 21] else 0,
            "offers": MOST_OFFERS - s.used[used + OFFERS_MADE],
        },
        "visited": [GOODS[i + 1] for i in range(4) if s.used[used + VISITED] >> i & 1],
        "has_passed": s.passed >> seat & 1 > 0,
        "food_needed": need(s, seat),
        "forecast": forecast(s, seat),
        "defenders": defenders(s, seat),
        "values": values(s, seat),
    }


def clergy(s: Position, seat: int) -> dict[str, Any]:
    at = s.clergy[seat]
    done = [LEVELS[i] for i, step in enumerate(s.facts.tops) if at >= step]
    return {"position": at, "accomplished": done, "tops": s.facts.tops[:]}


def peasants(s: Position, seat: int) -> dict[str, Any]:
    seats = [PLACES[i].replace(" ", "_") for i in range(12) if s.benches[seat] >> i & 1]
    span = [BUILDINGS[s.span_a[seat]], BUILDINGS[s.span_b[seat]]] if s.span_a[seat] >= 0 else []
    return {
        "benches": seats,
        "baptistry": s.baptistry[seat],
        "reserve": s.flock[seat],
        "discarded": s.gone[seat],
        "on_viking_card": s.viking_peasants[seat],
        "on_cards": occupied(s, seat),
        "spanning": span,
        "population": population(s, seat),
    }


def dice(s: Position, seat: int) -> dict[str, Any]:
    """Dice by where they are, each with its value."""
    laid = {}
    for area in range(3):
        counts = s.laid[seat * 18 + area * 6 : seat * 18 + area * 6 + 6]
        laid[AREAS[area]] = [i + 1 for i in range(6) for _ in range(counts[i])]
    unplaced = [i + 1 for i in range(6) for _ in range(s.dice[seat * 6 + i])]
    return {
        "reserve": s.reserve[seat],
        "unplaced": unplaced,
        "rerolled": [
            i + 1 for i in range(6) for _ in range(min(s.rerolled[seat * 6 + i], s.dice[seat * 6 + i]))
        ],
        **laid,
        "saint": s.saint_dice[seat],
        "vikings": s.viking_dice[seat],
        "tenth": s.tenth[seat] > 0,
    }


def cards(s: Position, seat: int) -> list[dict[str, Any]]:
    """Built cards with their copies, peasants and constructions of the whole game."""
    found: list[dict[str, Any]] = []
    for card in range(ALL_CARDS):
        made = s.made[seat * ALL_CARDS + card]
        if made:
            stands = s.stands[seat * ALL_CARDS + card]
            crew = s.crew[seat * CREWS + card] if card < CREWS else 0
            found.append({"card": CARDS[card], "copies": stands, "peasants": crew, "made": made})
    return found


def crusade(s: Position, at: int) -> dict[str, Any] | None:
    """One crusade of a player."""
    card = s.card[at]
    if card < 0:
        return None
    facts = s.facts
    promised = dict(zip(GOODS, s.share_goods[at * KINDS : at * KINDS + KINDS], strict=True))
    return {
        "crusade": facts.crusade_ids[card],
        "spaces": facts.crusade_dice[card],
        "filled": s.filled[at],
        "value": s.face[at],
        "own_dice": s.own_dice[at],
        "ally_dice": s.ally_dice[at],
        "pool_dice": s.pool_dice[at],
        "crusader": s.crusader[at] > 0,
        "ally": who(s.ally[at]),
        "prestige": facts.crusade_prestige[card],
        "reward": dict(zip(GOODS, facts.crusade_reward[card], strict=True)),
        "relic": None if facts.crusade_relic[card] < 0 else RELICS[facts.crusade_relic[card]],
        "promised": {"prestige": s.share[at], "goods": promised, "relic": s.share_relic[at] > 0},
        "accomplished": s.filled[at] >= facts.crusade_dice[card],
    }


def saint(s: Position, seat: int, viewer: int | None) -> dict[str, Any] | None:
    """A saint as far as this viewer knows it (§23.1, §23.2)."""
    if s.saint[seat] < 0:
        return None
    mode = s.saint_mode[seat]
    known = viewer == seat or mode in (SUPPORTING, SPENT)
    return {"mode": MODES[mode], "saint": SAINTS[s.saint[seat]] if known else None}


def is_hidden(s: Position, seat: int) -> bool:
    """Whether the others do not know this player's saint."""
    return s.saint[seat] >= 0 and s.saint_mode[seat] in (0, KEPT)

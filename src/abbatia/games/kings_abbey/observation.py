"""What a viewer sees: the whole table, of the hidden saints only their own (§23.1)."""

from typing import Any

from abbatia.core.contract import Observation
from abbatia.games.kings_abbey.abbey import defence, occupied, population
from abbatia.games.kings_abbey.dice import AREAS
from abbatia.games.kings_abbey.fields import CHANCE_MASK, ELIAS, Position
from abbatia.games.kings_abbey.forecast import defenders, forecast, values
from abbatia.games.kings_abbey.free_actions import MOST_OFFERS, TRADE_TOKENS
from abbatia.games.kings_abbey.hidden import is_hidden
from abbatia.games.kings_abbey.phases import PEASANTS, PHASES, SET_UP, STARTING
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BELL_TOWER,
    BUILDINGS,
    CARDS,
    CATEGORIES,
    GOODS,
    LEVELS,
    PLACES,
    RELICS,
    SAINTS,
    TYPES,
    WORKPLACES,
)
from abbatia.games.kings_abbey.player import SPENT, SUPPORTING, Crusade
from abbatia.games.kings_abbey.questions import NAMES, args_of, top
from abbatia.games.kings_abbey.scoring import lines
from abbatia.games.kings_abbey.turns.darkness import level
from abbatia.games.kings_abbey.turns.end_of_round import NO_LIMIT, storage
from abbatia.games.kings_abbey.turns.feeding import need
from abbatia.games.kings_abbey.turns.market import price

MODES = ("undecided", "supporting", "kept", "spent")
COLUMNS = ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")


def layers(state: Position, viewer: int | None) -> tuple[Observation, ...]:
    """The common table, and the players: who has a hidden saint sees it there."""
    shown = state.shown
    if shown is None:
        shown = state.shown = (
            _table(state),
            {"players": [player_view(state, seat) for seat in range(state.seats)]},
        )
    if viewer is None or not is_hidden(state, viewer):
        return shown
    players: list[dict[str, Any]] = shown[1]["players"][:]
    players[viewer] = {**players[viewer], "saint": saint(state, viewer, viewer)}
    return shown[0], {"players": players}


def _table(state: Position) -> Observation:
    seen: Observation = {
        "title": "kings_abbey",
        "seats": state.seats,
        "options": dict(state.setup),
        "round": state.round,
        "rounds": state.rounds,
        "phase": PHASES[state.phase],
        "phase_number": state.phase,
        "first_player": -1 if state.elias.first else state.first,
        "turn": state.turn,
        "waiting_for": []
        if state.acting == CHANCE_MASK
        else [i for i in range(state.seats) if state.acting >> i & 1],
        "event": None if state.event < 0 else state.facts.event_ids[state.event],
        "event_pile": {**dict(zip(CATEGORIES, state.pile, strict=True)), "under": state.under},
        "darkness": {"track": state.facts.darkness[:], "cell": state.darkness, "level": level(state)},
        "vikings": vikings(state),
        "market": market(state),
        "building_pile": sum(state.building_bag),
        "crusade_pile": sum(state.crusade_bag),
        "initiative": initiative(state),
        "locations": locations(state),
        "supply": {"tool": state.supply_tools, "wagon": state.supply_wagons},
        "questions": [question(state, seat) for seat in range(state.seats)],
    }
    if state.seats == 1:
        seen["elias"] = {
            "pool": state.elias.pool[:],
            "peasants": state.elias.peasants,
            "is_first": state.elias.first > 0,
        }
    if state.with_auction:
        seen["auction"] = auction(state)
    return seen


def auction(state: Position) -> dict[str, Any] | None:
    """The auction of the starting buildings, while it lasts."""
    if state.phase != SET_UP or state.stage != STARTING:
        return None
    left = [BUILDINGS[card] for card in range(TYPES) for _ in range(state.start_left[card])]
    return {"bid": max(0, state.bid), "bidder": state.bidder, "buildings": left, "out": state.passed}


def who(number: int) -> int | str | None:
    """A seat, "elias" or nobody."""
    return "elias" if number == ELIAS else None if number < 0 else number


def vikings(state: Position) -> list[dict[str, Any]]:
    """The Viking dice and what meets each."""
    found: list[dict[str, Any]] = []
    for i, value in enumerate(state.vikings):
        met = state.cover[i] if i < len(state.cover) else None
        if met is None:
            found.append({"value": value, "met": None, "by": None})
        elif met < 0:
            found.append({"value": value, "met": "nothing", "by": None})
        else:
            found.append({"value": value, "met": "die" if met & 1 else "peasant", "by": who(met // 2)})
    return found


def market(state: Position) -> list[dict[str, Any]]:
    return [
        {"place": COLUMNS[i], "price": price(state, i), "card": None if card < 0 else BUILDINGS[card]}
        for i, card in enumerate(state.market)
    ]


def initiative(state: Position) -> dict[str, Any]:
    tokens = [
        {"token": state.facts.initiative_ids[i], "owner": who(owner)}
        for i, owner in enumerate(state.token_owner)
        if owner >= 0
    ]
    return {"by": who(state.initiative), "left": state.token_owner.count(-1), "tokens": tokens}


def locations(state: Position) -> dict[str, Any]:
    """Dice on main and bonus spaces; a doubled die is marked."""
    found: dict[str, Any] = {}
    for i in range(4):
        main = [
            {"seat": n, "value": state.players[n].main[i]}
            for n in range(state.seats)
            if state.players[n].main[i]
        ]
        bonus = [
            {
                "seat": n,
                "value": (state.players[n].bonus[i] - 1) % 6 + 1,
                "doubled": state.players[n].bonus[i] > 6,
            }
            for n in range(state.seats)
            if state.players[n].bonus[i]
        ]
        closed = state.facts.event_closed[state.event] == i + 1
        found[GOODS[i + 1]] = {"main": main, "bonus": bonus, "free": state.bonus_left[i], "closed": closed}
    return found


def question(state: Position, seat: int) -> dict[str, Any] | None:
    """The open question of a seat, as the refusals name it."""
    number = top(state, seat)
    return None if number < 0 else {"name": NAMES[number], "args": list(args_of(state, seat))}


def player_view(state: Position, seat: int) -> dict[str, Any]:
    """One player's board and reserve as everybody sees them."""
    player = state.players[seat]
    sheet = lines(state, seat)
    return {
        "seat": seat,
        "prestige": player.prestige,
        "projection": sum(line.points for line in sheet),
        "sheet": [line.to_json() for line in sheet],
        "goods": dict(zip(GOODS, player.goods, strict=True)),
        "storage": None if storage(state, seat) == NO_LIMIT else storage(state, seat),
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
        "hand": [BUILDINGS[i] for i in range(TYPES) for _ in range(player.hand[i])],
        "animals": {"sheep": player.sheep, "cows": player.cows},
        "crusades": [crusade_view(state, crusade) for crusade in player.crusades],
        "relics": [RELICS[i] for i in range(len(RELICS)) if player.relics >> i & 1],
        "spent_relics": [RELICS[i] for i in range(len(RELICS)) if player.spent_relics >> i & 1],
        "saint": saint(state, seat, None),
        "left": {
            "trades": TRADE_TOKENS - player.trades,
            "tools": player.goods[5] - player.tools_used,
            "preaching": max(0, state.facts.event_preach[state.event] - player.preached),
            "clergy": 3 - player.advanced,
            "moves": player.moves if state.phase == PEASANTS else 0,
            "rerolls": 2 - player.rerolls if player.workers[BELL_TOWER] else 0,
            "offers": MOST_OFFERS - player.offers_made,
        },
        "visited": [GOODS[i + 1] for i in range(4) if player.visited >> i & 1],
        "has_passed": state.passed >> seat & 1 > 0,
        "food_needed": need(state, seat),
        "forecast": forecast(state, seat),
        "defenders": defenders(state, seat),
        "values": values(state, seat),
    }


def clergy(state: Position, seat: int) -> dict[str, Any]:
    at = state.players[seat].clergy
    done = [LEVELS[i] for i, step in enumerate(state.facts.tops) if at >= step]
    return {"position": at, "accomplished": done, "tops": state.facts.tops[:]}


def peasants(state: Position, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    seats = [PLACES[i].replace(" ", "_") for i in range(12) if player.benches >> i & 1]
    span = [BUILDINGS[player.span_a], BUILDINGS[player.span_b]] if player.span_a >= 0 else []
    return {
        "benches": seats,
        "baptistry": player.baptistry,
        "reserve": player.reserve_peasants,
        "discarded": player.gone,
        "on_viking_card": player.viking_peasants,
        "on_cards": occupied(state, seat),
        "spanning": span,
        "population": population(state, seat),
    }


def dice(state: Position, seat: int) -> dict[str, Any]:
    """Dice by where they are, each with its value."""
    player = state.players[seat]
    laid = {}
    for area in range(3):
        counts = player.laid[area * 6 : area * 6 + 6]
        laid[AREAS[area]] = [i + 1 for i in range(6) for _ in range(counts[i])]
    unplaced = [i + 1 for i in range(6) for _ in range(player.dice[i])]
    return {
        "reserve": player.reserve,
        "unplaced": unplaced,
        "rerolled": [i + 1 for i in range(6) for _ in range(min(player.rerolled[i], player.dice[i]))],
        **laid,
        "saint": player.saint_dice,
        "vikings": player.viking_dice,
        "tenth": player.tenth > 0,
    }


def cards(state: Position, seat: int) -> list[dict[str, Any]]:
    """Built cards with their copies, peasants and constructions of the whole game."""
    player = state.players[seat]
    found: list[dict[str, Any]] = []
    for card in range(ALL_CARDS):
        made = player.made[card]
        if made:
            stands = player.stands[card]
            workers = player.workers[card] if card < WORKPLACES else 0
            found.append({"card": CARDS[card], "copies": stands, "peasants": workers, "made": made})
    return found


def crusade_view(state: Position, crusade: Crusade) -> dict[str, Any] | None:
    """One crusade of a player."""
    card = crusade.card
    if card < 0:
        return None
    facts = state.facts
    promised = dict(zip(GOODS, crusade.share_goods, strict=True))
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
        "reward": dict(zip(GOODS, facts.crusade_reward[card], strict=True)),
        "relic": None if facts.crusade_relic[card] < 0 else RELICS[facts.crusade_relic[card]],
        "promised": {"prestige": crusade.share, "goods": promised, "relic": crusade.share_relic > 0},
        "accomplished": crusade.filled >= facts.crusade_dice[card],
    }


def saint(state: Position, seat: int, viewer: int | None) -> dict[str, Any] | None:
    """A saint as far as this viewer knows it (§23.1, §23.2)."""
    player = state.players[seat]
    if player.saint < 0:
        return None
    mode = player.saint_mode
    known = viewer == seat or mode in (SUPPORTING, SPENT)
    return {"mode": MODES[mode], "saint": SAINTS[player.saint] if known else None}

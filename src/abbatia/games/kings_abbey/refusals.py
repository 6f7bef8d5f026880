"""Why an action is not possible now, with the rule behind it."""

from collections.abc import Callable
from typing import Any, Final

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey.abbey import has_room, unbaptised_or_free
from abbatia.games.kings_abbey.actions import ARG, DRAWS, KIND
from abbatia.games.kings_abbey.fields import Position, by_die
from abbatia.games.kings_abbey.free_actions import MOST_OFFERS, TRADE_TOKENS
from abbatia.games.kings_abbey.phases import (
    ABBEY,
    BUILDING,
    DARKNESS,
    END_OF_ROUND,
    EVENT,
    FEEDING,
    HARVEST,
    MARKET,
    PEASANTS,
    PHASES,
    REWARDS,
    SET_UP,
)
from abbatia.games.kings_abbey.pieces import (
    BATH_HOUSE,
    BATTLEMENT,
    BELL_TOWER,
    CARDS,
    COIN,
    GOODS,
    HALLS,
    LANCE,
    RELICS,
    STABLES,
    TABLETS,
    TORAH,
    TYPES,
)
from abbatia.games.kings_abbey.player import KEPT, SUPPORTING
from abbatia.games.kings_abbey.questions import NAMES, top
from abbatia.games.kings_abbey.turns.market import price

# The phase in which a kind of action belongs, and the rule that says what it does.
BELONGS: Final[dict[str, tuple[tuple[int, ...], str]]] = {
    "fight": ((EVENT,), "2.4"),
    "send": ((EVENT,), "2.4"),
    "use_lance": ((EVENT,), "22.5"),
    "preach": ((ABBEY,), "3.2"),
    "clergy": ((ABBEY,), "3.4"),
    "defend": ((ABBEY,), "3.11"),
    "crusade": ((ABBEY,), "3.13"),
    "pool": ((ABBEY,), "24.7"),
    "ask": ((ABBEY,), "19.1"),
    "buy": ((MARKET,), "4.1"),
    "bid": ((SET_UP,), "21.9"),
    "collect": ((HARVEST,), "5.2"),
    "initiative": ((HARVEST,), "5.8"),
    "step": ((PEASANTS,), "6.1"),
    "altar": ((BUILDING,), "7.2"),
    "wall": ((BUILDING,), "7.3"),
    "remodel": ((BUILDING,), "7.11"),
    "tower": ((BUILDING,), "7.4"),
    "archer": ((BUILDING,), "7.6"),
    "build": ((BUILDING,), "7.7"),
    "slaughter": ((FEEDING,), "8.6"),
    "feed": ((FEEDING,), "8.4"),
    "face": ((DARKNESS,), "9.1"),
    "new_crusade": ((REWARDS,), "11.4"),
    "abandon": ((END_OF_ROUND,), "12.3"),
    "pass": ((SET_UP, EVENT, MARKET, HARVEST), "5.1"),
    "reroll": ((EVENT, ABBEY, MARKET, HARVEST), "16.2"),
    "turn": ((EVENT, ABBEY, HARVEST), "15.13"),
    "double": ((EVENT, ABBEY, HARVEST), "15.18"),
    "triple": ((EVENT, ABBEY), "15.18"),
    "take_back": ((ABBEY, HARVEST), "15.1"),
    "reuse": ((HARVEST,), "15.16"),
    "stables": ((ABBEY, MARKET, HARVEST, BUILDING, REWARDS), "15.20"),
}
WAGON: Final = ((HARVEST,), "5.7")
"""The same for a wagon since version 2; before, it belonged to the collection alone (§R67)."""


def no(name: str, rule: str, **args: Any) -> Refusal:
    return Refusal(f"kings_abbey.refusal.{name}", rule, **args)


def explain(state: Position, seat: int, action: int) -> Refusal:
    """The most helpful reason why this action is not possible now."""
    if action >= DRAWS or KIND[action] in ("roll", "lot", "draw", "draw_saint"):
        return no("chance_only", "14.3")
    kind, arg = KIND[action], ARG[action]
    question = top(state, seat)
    if question >= 0:
        return no("answer_first", "14.3", question=NAMES[question])
    belongs = WAGON if kind == "use_wagon" and state.facts.version >= 2 else BELONGS.get(kind)
    if belongs is not None and state.phase not in belongs[0]:
        return no("wrong_phase", belongs[1], now=PHASES[state.phase], needed=[PHASES[i] for i in belongs[0]])
    reason = REASONS.get(kind)
    found = reason(state, seat, arg) if reason is not None else None
    if found is not None:
        return found
    return no("not_now", belongs[1] if belongs else "14.3")


def has_die(state: Position, seat: int, value: int) -> bool:
    return state.players[seat].dice_mask >> (value - 1) & 1 > 0


def no_die(value: int) -> Refusal:
    return no("no_die", "1.1", value=value)


def why_fight(state: Position, _seat: int, _arg: int) -> Refusal | None:
    needed = state.vikings[len(state.cover)] if len(state.cover) < len(state.vikings) else 0
    return no("no_fitting_die", "2.4", value=needed)


def why_send(state: Position, seat: int, _arg: int) -> Refusal | None:
    if by_die(seat) in state.cover:
        return no("dice_only", "2.5")
    return no("nobody_there", "2.4")


def why_preach(state: Position, seat: int, arg: int) -> Refusal | None:
    player = state.players[seat]
    if not has_die(state, seat, arg + 1):
        return no_die(arg + 1)
    limit = state.facts.event_preach[state.event]
    if player.preached >= limit:
        return no("preach_limit", "17.20" if limit < 3 else "3.2", n=limit)
    if not player.reserve_peasants:
        return no("no_flock", "R17")
    return no("benches_full", "R17")


def why_clergy(state: Position, seat: int, arg: int) -> Refusal | None:
    if not has_die(state, seat, arg + 4):
        return no_die(arg + 4)
    if state.players[seat].advanced >= 3:
        return no("clergy_limit", "3.4")
    return no("clergy_top", "R17")


def why_defend(_state: Position, _seat: int, arg: int) -> Refusal | None:
    return no_die(arg + 1)


def why_crusade(state: Position, seat: int, arg: int) -> Refusal | None:
    slot, value = arg // 6, arg % 6 + 1
    crusade = state.players[seat].crusades[slot]
    if crusade.card < 0:
        return no("no_crusade", "3.13", slot=slot + 1)
    if crusade.filled >= state.facts.crusade_dice[crusade.card]:
        return no("crusade_full", "3.14")
    if not has_die(state, seat, value):
        return no_die(value)
    if crusade.face and crusade.face != value:
        return no("other_value", "3.13", value=crusade.face)
    return no("no_crusader", "3.12")


def why_pool(state: Position, seat: int, slot: int) -> Refusal | None:
    crusade = state.players[seat].crusades[slot]
    if crusade.card < 0:
        return no("no_crusade", "24.7", slot=slot + 1)
    if not crusade.own_dice:
        return no("own_die_first", "24.7")
    return no("no_pool_die", "24.7")


def why_ask(state: Position, seat: int, arg: int) -> Refusal | None:
    slot, other = arg // 5, arg % 5
    crusade = state.players[seat].crusades[slot]
    if other >= state.seats or other == seat:
        return no("no_partner", "19.1")
    if crusade.card < 0:
        return no("no_crusade", "19.1", slot=slot + 1)
    if not crusade.own_dice:
        return no("own_die_first", "19.1")
    if state.players[seat].offers_made >= MOST_OFFERS:
        return no("offers_spent", "R20", n=MOST_OFFERS)
    if crusade.ally not in (-1, other):
        return no("other_ally", "19.5", seat=crusade.ally)
    return no("cannot_help", "19.3", seat=other)


def why_buy(state: Position, seat: int, place: int) -> Refusal | None:
    if state.market[place] < 0:
        return no("empty_place", "4.4")
    return no("too_dear", "4.1", n=price(state, place), have=state.players[seat].goods[COIN])


def why_bid(state: Position, _seat: int, arg: int) -> Refusal | None:
    if arg <= state.bid:
        return no("bid_higher", "21.9", n=max(0, state.bid))
    return no("bid_too_high", "R51")


def why_collect(state: Position, seat: int, arg: int) -> Refusal | None:
    kind, value = arg // 6, arg % 6 + 1
    if state.facts.event_closed[state.event] == kind + 1:
        return no("closed", "17.13" if kind == 2 else "17.14", good=GOODS[kind + 1])
    if state.players[seat].visited >> kind & 1:
        return no("visited", "5.4", good=GOODS[kind + 1])
    return no_die(value)


def why_initiative(state: Position, _seat: int, arg: int) -> Refusal | None:
    return no("initiative_taken", "5.8") if state.initiative >= 0 else no_die(arg + 1)


def why_step(state: Position, seat: int, place: int) -> Refusal | None:
    player = state.players[seat]
    if not player.benches >> place & 1:
        return no("nobody_there", "6.1")
    if place >= 9:
        return no("last_bench", "14.6")
    if player.benches >> (place + 3) & 1:
        return no("seat_taken", "6.2")
    return None


def short_of(state: Position, seat: int, cost: list[int], rule: str) -> Refusal | None:
    """The first kind of a cost that is missing."""
    player = state.players[seat]
    for kind, needed in enumerate(cost):
        if player.goods[kind] < needed:
            have = player.goods[kind]
            return no("cannot_pay", rule, good=GOODS[kind], n=needed, have=have)
    return None


def why_altar(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.players[seat].altar:
        return no("altar_stands", "7.2")
    return short_of(state, seat, state.facts.altar_cost, "7.2")


def why_wall(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.players[seat].walls >= 5:
        return no("walls_stand", "7.3")
    return short_of(state, seat, state.facts.wall_cost, "7.3")


def why_remodel(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if player.remodelled:
        return no("remodelled", "7.11")
    if player.spaces < 7:
        return no("spaces_left", "7.11", n=7 - player.spaces)
    return short_of(state, seat, state.facts.remodel_cost, "7.11")


def why_tower(state: Position, seat: int, arg: int) -> Refusal | None:
    player = state.players[seat]
    card = TYPES + arg
    if sum(player.made[TYPES:]) >= 4:
        return no("four_towers", "7.5")
    if player.made[card] >= state.facts.tower_copies[arg]:
        return no("tower_used", "7.5", card=CARDS[card])
    return short_of(state, seat, state.facts.cost[card], "7.4")


def why_archer(state: Position, seat: int, arg: int) -> Refusal | None:
    if not state.players[seat].idle >> (BATTLEMENT + arg) & 1:
        return no("no_tower", "7.6")
    if not unbaptised_or_free(state, seat):
        return no("no_recruit", "7.6")
    return short_of(state, seat, state.facts.archer_cost, "7.6")


def why_build(state: Position, seat: int, card: int) -> Refusal | None:
    player = state.players[seat]
    if not player.hand[card]:
        return no("not_in_hand", "7.7", card=CARDS[card])
    if has_room(state, seat, card):
        return short_of(state, seat, state.facts.cost[card], "7.7")
    if player.made[card] >= 2:
        return no("two_built", "7.8", card=CARDS[card])
    if card in HALLS and any(player.made[hall] for hall in HALLS if hall != card):
        return no("other_hall", "7.10")
    if CARDS[card].endswith("farm"):
        return no("farm_room", "7.9")
    return no("no_space", "7.7")


def why_slaughter(_state: Position, _seat: int, _arg: int) -> Refusal | None:
    return no("no_sheep", "8.6")


def why_new_crusade(state: Position, seat: int, _arg: int) -> Refusal | None:
    first, second = state.players[seat].crusades
    if first.card >= 0 and second.card >= 0:
        return no("two_crusades", "11.4")
    return short_of(state, seat, [1], "11.4") or no("no_crusades_left", "11.4")


def why_abandon(_state: Position, _seat: int, _slot: int) -> Refusal | None:
    return no("nothing_to_break", "12.3")


def why_reroll(state: Position, seat: int, arg: int) -> Refusal | None:
    player = state.players[seat]
    if not player.workers[BELL_TOWER]:
        return no("not_active", "16.2", card="bell_tower")
    if player.rerolls >= 2:
        return no("rerolls_spent", "16.2")
    return no("rolled_already", "R9") if has_die(state, seat, arg + 1) else no_die(arg + 1)


def why_baptise(state: Position, seat: int, row: int) -> Refusal | None:
    if not state.players[seat].benches >> (9 + row) & 1:
        return no("nobody_there", "14.6")
    return no("baptistry_full", "14.6")


def why_activate(state: Position, seat: int, card: int) -> Refusal | None:
    player = state.players[seat]
    stands = player.stands[card]
    if not stands:
        return no("not_standing", "14.7", card=CARDS[card])
    if stands <= player.workers[card]:
        return no("manned", "14.7", card=CARDS[card])
    return no("no_brother", "14.7")


def why_trade(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.players[seat].trades >= TRADE_TOKENS:
        return no("trades_spent", "14.4")
    return no("nothing_to_trade", "14.4")


def why_bath(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    workers = player.workers[BATH_HOUSE]
    if not workers:
        return no("not_active", "15.4", card="bath_house")
    return no("bath_spent", "15.4") if workers <= player.baths else no("nowhere", "R35")


def why_relic(state: Position, seat: int, relic: int) -> Refusal | None:
    if not state.players[seat].relics >> relic & 1:
        return no("no_relic", "22.2", relic=RELICS[relic])
    if relic == LANCE:
        return no("lance_later", "22.5")
    if relic == TABLETS:
        return no("tablets_later", "22.8")
    return no("torah_later", "R6") if relic == TORAH else no("relic_idle", "22.2")


def why_saint(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.players[seat].saint_mode != KEPT:
        return no("saint_not_kept", "23.2")
    return no("saint_idle", "23.2")


def why_support(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if player.saint_mode != SUPPORTING:
        return no("saint_not_shown", "23.2")
    if player.supported:
        return no("support_spent", "23.3")
    return no("support_dice", "R61")


def why_stables(state: Position, seat: int, other: int) -> Refusal | None:
    player = state.players[seat]
    if state.seats == 1:
        return no("no_partner", "R66")
    if other >= state.seats or other == seat:
        return no("no_partner", "19.6")
    if not player.workers[STABLES]:
        return no("not_active", "15.20", card="stables")
    if player.offers_made >= MOST_OFFERS:
        return no("offers_spent", "R20", n=MOST_OFFERS)
    if player.workers[STABLES] <= player.stables_used:
        return no("stables_spent", "15.20")
    return no("nothing_to_trade", "19.6")


Reason = Callable[[Position, int, int], Refusal | None]
REASONS: Final[dict[str, Reason]] = {
    "fight": why_fight,
    "send": why_send,
    "preach": why_preach,
    "clergy": why_clergy,
    "defend": why_defend,
    "crusade": why_crusade,
    "pool": why_pool,
    "ask": why_ask,
    "buy": why_buy,
    "bid": why_bid,
    "collect": why_collect,
    "initiative": why_initiative,
    "step": why_step,
    "altar": why_altar,
    "wall": why_wall,
    "remodel": why_remodel,
    "tower": why_tower,
    "archer": why_archer,
    "build": why_build,
    "slaughter": why_slaughter,
    "new_crusade": why_new_crusade,
    "abandon": why_abandon,
    "reroll": why_reroll,
    "baptise": why_baptise,
    "activate": why_activate,
    "trade": why_trade,
    "bath": why_bath,
    "relic": why_relic,
    "saint": why_saint,
    "support": why_support,
    "stables": why_stables,
}

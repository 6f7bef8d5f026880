"""Why an action is not possible now, with the rule behind it."""

from collections.abc import Callable
from typing import Final

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey.abbey import has_room, unbaptised_or_free
from abbatia.games.kings_abbey.ability_refusals import (
    TURNING,
    why_activate,
    why_baptise,
    why_bath,
    why_double,
    why_relic,
    why_reroll,
    why_reuse,
    why_saint,
    why_stables,
    why_support,
    why_take_back,
    why_trade,
    why_triple,
    why_turn,
)
from abbatia.games.kings_abbey.actions import ARG, DRAWS, KIND
from abbatia.games.kings_abbey.answer_refusals import BY_QUESTION
from abbatia.games.kings_abbey.dice import RISING, is_open
from abbatia.games.kings_abbey.dice_refusals import against_crusading, against_placing, against_preaching
from abbatia.games.kings_abbey.fields import Position, by_die
from abbatia.games.kings_abbey.free_actions import MOST_OFFERS, is_buildable
from abbatia.games.kings_abbey.phases import (
    ABBEY,
    BUILDING,
    DARKNESS,
    END_OF_ROUND,
    EVENT,
    FEEDING,
    GIFTS,
    HARVEST,
    LANCE_ASKED,
    MARKET,
    PEASANTS,
    PHASES,
    REWARDS,
    SET_UP,
)
from abbatia.games.kings_abbey.pieces import (
    BATTLEMENT,
    COIN,
    GOODS,
    TYPES,
    WAGON,
)
from abbatia.games.kings_abbey.questions import NAMES, top
from abbatia.games.kings_abbey.reasons import (
    has_die,
    no,
    no_die,
    no_room,
    short_of,
    tower_limit,
)
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
    "double": ((EVENT, ABBEY, HARVEST), "15.18"),
    "triple": ((EVENT, ABBEY), "15.18"),
    "take_back": ((ABBEY, HARVEST), "15.1"),
    "reuse": ((HARVEST,), "15.16"),
    "stables": ((ABBEY, MARKET, HARVEST, BUILDING, REWARDS), "15.20"),
}
WAGON_TURNS: Final = ((HARVEST,), "5.7")
"""The same for a wagon since version 2; before, it belonged to the collection alone (§R67)."""


# What an action answers that nothing asks for now: the rule that says when it does.
ANSWER_RULES: Final[dict[str, str]] = {
    "pay": "21.10",
    "choose": "21.10",
    "bonus": "5.2",
    "use_tool": "5.6",
    "use_wagon": "5.7",
    "die": "15.18",
    "value": "15.13",
    "put": "3.1",
    "laid": "15.1",
    "give": "14.4",
    "for": "14.4",
    "amount": "14.4",
    "receive": "19.6",
    "spaces": "19.1",
    "share": "19.1",
    "token": "19.1",
    "with_relic": "19.1",
    "offer": "19.1",
    "withdraw": "19.2",
    "accept": "19.2",
    "refuse": "19.2",
    "from": "3.12",
    "to": "15.4",
    "lose": "R12",
    "raze": "2.8",
    "raze_manned": "R13",
    "take": "3.8",
    "ignore": "22.8",
    "reveal": "23.2",
    "keep": "23.2",
    "span": "23.9",
    "six": "23.10",
}


def explain(state: Position, seat: int, action: int) -> Refusal:
    """The most helpful reason why this action is not possible now."""
    if action >= DRAWS or KIND[action] in ("roll", "lot", "draw", "draw_saint"):
        return no("chance_only", "14.3")
    kind, arg = KIND[action], ARG[action]
    question = top(state, seat)
    if question >= 0:
        answer = BY_QUESTION[question].get(kind)
        return (
            no("answer_first", "14.3", question=NAMES[question])
            if answer is None
            else answer(state, seat, arg)
        )
    if state.phase == EVENT and state.stage == LANCE_ASKED:
        return no("answer_first", "22.5", question="lance")
    if state.phase == SET_UP and kind not in ("pass", "done", "buy" if state.stage == GIFTS else "bid"):
        if state.stage == GIFTS:
            return no("answer_first", "21.3", question="gift")
        return no("answer_first", "21.9", question="bid")
    in_turns = kind == "use_wagon" and state.facts.version >= 2
    phases, rule = WAGON_TURNS if in_turns else belongs(kind, arg)
    if phases and state.phase not in phases:
        return no("wrong_phase", rule, now=PHASES[state.phase], needed=[PHASES[i] for i in phases])
    reason = REASONS.get(kind)
    found = reason(state, seat, arg) if reason is not None else None
    return no("not_asked", rule) if found is None else found


def belongs(kind: str, arg: int) -> tuple[tuple[int, ...], str]:
    """The phases in which an action belongs, none for one that has no phase, and the rule behind it."""
    if kind == "turn":
        return TURNING[arg]
    known = BELONGS.get(kind)
    return ((), ANSWER_RULES.get(kind, "14.3")) if known is None else known


def why_fight(state: Position, _seat: int, _arg: int) -> Refusal | None:
    return no("no_fitting_die", "2.4", value=state.vikings[len(state.cover)])


def why_send(state: Position, seat: int, _arg: int) -> Refusal | None:
    if by_die(seat) in state.cover:
        return no("dice_only", "2.5")
    return no("nobody_there", "2.4")


def why_preach(state: Position, seat: int, arg: int) -> Refusal | None:
    if not has_die(state, seat, arg + 1):
        return no_die(arg + 1)
    return against_preaching(state, seat, arg + 1, 1)


def why_clergy(state: Position, seat: int, arg: int) -> Refusal | None:
    if not has_die(state, seat, arg + 4):
        return no_die(arg + 4)
    return against_placing(state, seat, RISING, arg + 4, 1)


def why_defend(_state: Position, _seat: int, arg: int) -> Refusal | None:
    return no_die(arg + 1)


def why_crusade(state: Position, seat: int, arg: int) -> Refusal | None:
    slot, value = arg // 6, arg % 6 + 1
    crusade = state.players[seat].crusades[slot]
    if is_open(state, crusade) and not has_die(state, seat, value):
        return no_die(value)
    return against_crusading(state, seat, slot, value, 1)


def why_pool(state: Position, seat: int, slot: int) -> Refusal | None:
    crusade = state.players[seat].crusades[slot]
    if state.seats > 1:
        return no("solo_only", "24.7")
    if crusade.card < 0:
        return no("no_crusade", "24.7", slot=slot + 1)
    if not is_open(state, crusade):
        return no("crusade_full", "3.14")
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
    if not is_open(state, crusade):
        return no("crusade_full", "3.14")
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


def why_use_wagon(state: Position, seat: int, _arg: int) -> Refusal | None:
    """Outside of a collection a wagon needs an own die on a location, since version 2 (§5.7, §R67)."""
    if state.facts.version < 2:
        return no("wagon_while_collecting", "R67")
    return no("wagon_needs_die" if state.players[seat].goods[WAGON] else "no_wagon", "5.7")


def why_step(state: Position, seat: int, place: int) -> Refusal | None:
    player = state.players[seat]
    if not player.benches >> place & 1:
        return no("nobody_there", "6.1")
    if place >= 9:
        return no("last_bench", "14.6")
    if player.benches >> (place + 3) & 1:
        return no("seat_taken", "6.2")
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
    card = TYPES + arg
    if is_buildable(state, seat, card):
        return short_of(state, seat, state.facts.cost[card], "7.4")
    return tower_limit(state, seat, card)


def why_archer(state: Position, seat: int, arg: int) -> Refusal | None:
    if not state.players[seat].idle >> (BATTLEMENT + arg) & 1:
        return no("no_tower", "7.6")
    if not unbaptised_or_free(state, seat):
        return no("no_recruit", "7.6")
    return short_of(state, seat, state.facts.archer_cost, "7.6")


def why_build(state: Position, seat: int, card: int) -> Refusal | None:
    if state.players[seat].hand[card] and has_room(state, seat, card):
        return short_of(state, seat, state.facts.cost[card], "7.7")
    return no_room(state, seat, card, "7.7")


def why_slaughter(_state: Position, _seat: int, _arg: int) -> Refusal | None:
    return no("no_sheep", "8.6")


def why_new_crusade(state: Position, seat: int, _arg: int) -> Refusal | None:
    first, second = state.players[seat].crusades
    if first.card >= 0 and second.card >= 0:
        return no("two_crusades", "11.4")
    return short_of(state, seat, [1], "11.4") or no("no_crusades_left", "11.4")


def why_abandon(_state: Position, _seat: int, _slot: int) -> Refusal | None:
    return no("nothing_to_break", "12.3")


def why_done(state: Position, _seat: int, _arg: int) -> Refusal | None:
    """Where a phase has another way to end one's part."""
    if state.phase == SET_UP and state.stage == GIFTS:
        return no("take_gift", "21.3")
    if state.phase == EVENT:
        return no("must_meet", "2.4")
    if state.phase == FEEDING:
        return no("feed_instead", "8.4")
    if state.phase == DARKNESS:
        return no("face_instead", "9.1")
    return no("pass_instead", {SET_UP: "21.9", MARKET: "4.1"}.get(state.phase, "5.1"))


def why_pass(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.phase == SET_UP:
        return no("take_gift", "21.3")
    return no("done_instead", "2.5") if by_die(seat) in state.cover else no("must_meet", "2.4")


def why_use_lance(_state: Position, _seat: int, _arg: int) -> Refusal | None:
    return no("lance_later", "22.5")


Reason = Callable[[Position, int, int], Refusal | None]
REASONS: Final[dict[str, Reason]] = {
    "done": why_done,
    "pass": why_pass,
    "use_lance": why_use_lance,
    "use_wagon": why_use_wagon,
    "turn": why_turn,
    "double": why_double,
    "triple": why_triple,
    "take_back": why_take_back,
    "reuse": why_reuse,
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

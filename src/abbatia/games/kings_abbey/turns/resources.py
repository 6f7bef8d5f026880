"""Phase 5: resource locations and the initiative, lap after lap (§5); Elias before it in solo (§24.4)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import collect_value, receive
from abbatia.games.kings_abbey.abilities import ability_actions, wagon_places
from abbatia.games.kings_abbey.answers import legal_collecting
from abbatia.games.kings_abbey.dice import take_die
from abbatia.games.kings_abbey.fields import CHANCE_MASK, COURSE, ELIAS, LOCATIONS, Position
from abbatia.games.kings_abbey.phases import CHANCE_ELIAS_RESOURCES, CHANCE_INITIATIVE, PEASANTS
from abbatia.games.kings_abbey.pieces import BIT, COIN, GOODS, MONEY_CHANGER, RESOURCES, WAGON
from abbatia.games.kings_abbey.questions import COLLECTING, WAGON_WHERE, answer, args_of, ask, set_arg, top
from abbatia.games.kings_abbey.turns.order import begin_turn

ELIAS_ROLLS: Final = 2
TRIPLED_HERE: Final = 2  # the two dice of the collection that goes on count as three
PLACED: Final = 6  # added to a bonus value: the main die counts double


def go_on(state: Position) -> None:
    """The next player who has not passed; a player who can do nothing more is out (§5.1)."""
    if state.seats == 1 and state.stage < ELIAS_ROLLS:
        state.chance = CHANCE_ELIAS_RESOURCES
        state.acting = CHANCE_MASK
        return
    if state.passed == BIT[state.seats] - 1:
        state.phase, state.stage, state.lap = PEASANTS, 0, 0
        return
    seat = (state.first + state.lap) % state.seats
    state.lap += 1
    if state.passed >> seat & 1:
        return
    can_use = ability_actions(state, seat) or wagon_places(state, seat)
    if not state.players[seat].dice_mask and not can_use:
        state.passed |= BIT[seat]
        return
    begin_turn(state, seat)
    state.acting = BIT[seat]


def elias_rolled(state: Position, value: int) -> None:
    """Elias's die: initiative, a bonus space, or nothing (§24.4, §R63)."""
    state.stage += 1
    state.acting = 0
    if state.events is not None:
        state.tell("elias_resources", value=value)
    if value == 1 and state.initiative < 0:
        state.initiative = ELIAS
        state.elias.first = 1
        draw_token(state)
    elif 2 <= value <= 5 and state.bonus_left[value - 2]:
        state.bonus_left[value - 2] -= 1


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player collects, takes the initiative or passes."""


def do_pass(state: Position, seat: int, _arg: int) -> None:
    """Out for this phase (§5.1)."""
    state.passed |= BIT[seat]
    state.acting = 0


# -- collecting ------------------------------------------------------------------------------------------


def do_collect(state: Position, seat: int, arg: int) -> None:
    """A die on a main space of a location (§5.2, §5.4)."""
    player = state.players[seat]
    kind, value = arg // 6, arg % 6 + 1
    take_die(state, seat, value)
    player.main[kind] = value
    state.changed |= LOCATIONS
    player.visited |= BIT[kind]
    ask(state, seat, COLLECTING, kind, 0, 0)
    settle(state, seat)


def settle(state: Position, seat: int) -> None:
    """Without anything to add the collection is done."""
    if len(legal_collecting(state, seat)) == 1:
        finish(state, seat)


def do_bonus(state: Position, seat: int, arg: int) -> None:
    """A second die on a free bonus space (§5.2, §5.3)."""
    kind = args_of(state, seat)[0]
    take_die(state, seat, arg + 1)
    state.players[seat].bonus[kind] = arg + 1
    state.bonus_left[kind] -= 1
    state.changed |= LOCATIONS
    settle(state, seat)


def double_here(state: Position, seat: int) -> None:
    """The Scriptorium doubles the die on main and bonus space (§R22)."""
    player = state.players[seat]
    kind = args_of(state, seat)[0]
    player.bonus[kind] = player.main[kind] + PLACED
    state.bonus_left[kind] -= 1
    state.changed |= LOCATIONS
    player.doubled = 1
    settle(state, seat)


def triple_here(state: Position, seat: int) -> None:
    """The second Scriptorium: the equal dice on main and bonus space count as three (§R23)."""
    state.players[seat].tripled = TRIPLED_HERE
    settle(state, seat)


def do_tool(state: Position, seat: int, _arg: int) -> None:
    """A tool adds 1 to one of the dice, never above 6 (§5.6, §R24)."""
    player = state.players[seat]
    set_arg(state, seat, 1, args_of(state, seat)[1] + 1)
    player.tools_used += 1
    settle(state, seat)


def do_wagon(state: Position, seat: int, _arg: int) -> None:
    """A wagon goes back and brings one token more, while collecting or later (§5.7, §R30, §R67)."""
    if top(state, seat) != COLLECTING:
        wagon_later(state, seat)
        return
    set_arg(state, seat, 2, args_of(state, seat)[2] + 1)
    return_wagon(state, seat)
    settle(state, seat)


def wagon_later(state: Position, seat: int) -> None:
    """At which location? With one there is no question (§R67)."""
    places = wagon_places(state, seat)
    ask(state, seat, WAGON_WHERE)
    if places & (places - 1) == 0:
        wagon_at(state, seat, places.bit_length() - 1)


def wagon_at(state: Position, seat: int, kind: int) -> None:
    """The token of a location where the player has a die (§5.7, §R67)."""
    answer(state, seat)
    good = RESOURCES[kind]
    state.players[seat].goods[good] += 1
    return_wagon(state, seat)
    if state.events is not None:
        state.tell("wagon", seat=seat, good=GOODS[good])


def return_wagon(state: Position, seat: int) -> None:
    """A used wagon goes back to the supply."""
    state.players[seat].goods[WAGON] -= 1
    state.supply_wagons += 1
    state.changed |= COURSE


def finish(state: Position, seat: int) -> None:
    """The sum of the dice divided by the value (§5.5, §R29).

    The Money Changer pays the rest (§15.15); two events add a token (§17.1, §17.2).
    """
    player = state.players[seat]
    kind, tools, wagons = answer(state, seat)
    good, main, bonus = RESOURCES[kind], player.main[kind], player.bonus[kind]
    total = main + tools
    if bonus:
        total += (bonus - 1) % 6 + 1
    if player.tripled == TRIPLED_HERE:
        total += main
        player.tripled = 1
    value = collect_value(state, seat, good)
    tokens = total // value + wagons + state.facts.event_extra[state.event][good]
    player.goods[good] += tokens
    change = total % value if player.workers[MONEY_CHANGER] else 0
    player.goods[COIN] += change
    state.acting = 0
    if state.events is not None:
        args = {"good": GOODS[good], "n": tokens, "total": total}
        if change:
            state.tell("collected_change", seat=seat, change=change, **args)
        else:
            state.tell("collected", seat=seat, **args)


# -- initiative ------------------------------------------------------------------------------------------


def do_initiative(state: Position, seat: int, arg: int) -> None:
    """A die on the initiative space and the next token (§5.8, §5.9, §R34)."""
    take_die(state, seat, arg + 1)
    state.initiative = seat
    state.changed |= COURSE
    state.acting = 0
    if state.events is not None:
        state.tell("initiative", seat=seat)
    draw_token(state)


def draw_token(state: Position) -> None:
    if -1 in state.token_owner:
        state.chance = CHANCE_INITIATIVE
        state.acting = CHANCE_MASK


def token_drawn(state: Position, token: int) -> None:
    """The token is kept and gives its reward; Elias only discards it (§5.9, §24.4)."""
    state.token_owner[token] = state.initiative
    state.acting = 0
    if state.initiative == ELIAS:
        if state.events is not None:
            state.tell("elias_token", token=state.facts.initiative_ids[token])
        return
    receive(state, state.initiative, state.facts.initiative[token])
    if state.events is not None:
        state.tell("token", seat=state.initiative, token=state.facts.initiative_ids[token])

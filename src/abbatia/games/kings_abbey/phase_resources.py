"""Phase 5: resource locations and the initiative, lap after lap (§5); Elias before it in solo (§24.4)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import collect_value, listed, receive
from abbatia.games.kings_abbey.actions import (
    BONUS,
    COLLECT,
    DONE,
    DOUBLE,
    INITIATIVE,
    PASS,
    USE_TOOL,
    USE_WAGON,
)
from abbatia.games.kings_abbey.dice import take_die
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.gifts import gifts
from abbatia.games.kings_abbey.pieces import (
    BIT,
    COIN,
    CREWS,
    GOODS,
    KINDS,
    MONEY_CHANGER,
    PEASANTS,
    RESOURCES,
    TOOL,
    WAGON,
)
from abbatia.games.kings_abbey.questions import COLLECTING, answer, args_of, ask
from abbatia.games.kings_abbey.saints import can_double
from abbatia.games.kings_abbey.state import (
    CHANCE_MASK,
    DOUBLED,
    ELIAS,
    TOOLS_USED,
    USED,
    VISITED,
    Position,
    tell,
)
from abbatia.games.kings_abbey.turns import begin_turn

CHANCE_ELIAS_RESOURCES: Final = 5
CHANCE_INITIATIVE: Final = 6
ELIAS_ROLLS: Final = 2
PLACED: Final = 6  # added to a bonus value: the main die counts double


def _places(mask: int, closed: int, taken: int) -> tuple[int, ...]:
    """Pass, collect with these dice at these locations, take the initiative if it is free."""
    found = [PASS]
    found += [COLLECT + k * 6 + i for k in range(4) if not closed >> k & 1 for i in range(6) if mask >> i & 1]
    found += [INITIATIVE + i for i in range(6) if not taken and mask >> i & 1]
    return tuple(found)


TURNS: Final = [_places(key & 63, key >> 6 & 15, key >> 10) for key in range(2048)]


def go_on(s: Position) -> None:
    """The next player who has not passed; who can do nothing more is out (§5.1)."""
    if s.seats == 1 and s.stage < ELIAS_ROLLS:
        s.chance = CHANCE_ELIAS_RESOURCES
        s.acting = CHANCE_MASK
        return
    if s.passed == BIT[s.seats] - 1:
        s.phase, s.stage, s.lap = PEASANTS, 0, 0
        return
    seat = (s.first + s.lap) % s.seats
    s.lap += 1
    if s.passed >> seat & 1:
        return
    if not s.mask[seat] and not gifts(s, seat):
        s.passed |= BIT[seat]
        return
    begin_turn(s, seat)
    s.acting = BIT[seat]


def elias_rolled(s: Position, value: int) -> None:
    """Elias's die: initiative, a bonus space, or nothing (§24.4, §R63)."""
    s.stage += 1
    s.acting = 0
    if s.events is not None:
        tell(s, "elias_resources", value=value)
    if value == 1 and s.initiative < 0:
        s.initiative = ELIAS
        s.elias_first = 1
        draw_token(s)
    elif 2 <= value <= 5 and s.bonus_left[value - 2]:
        s.bonus_left[value - 2] -= 1


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """Collect, take the initiative or pass (§5.1, §5.4, §5.8, §17.13, §17.14)."""
    mask = s.mask[seat]
    closed = s.used[seat * USED + VISITED]
    shut = s.facts.event_closed[s.event]
    if shut:
        closed |= BIT[shut - 1]
    key = mask | closed << 6 | (1024 if s.initiative >= 0 else 0)
    return TURNS[key] + gifts(s, seat) + anytime(s, seat)


def after(s: Position, seat: int) -> None:
    """The turn lasts until the player collects, takes the initiative or passes."""


def do_pass(s: Position, seat: int, _arg: int) -> None:
    """Out for this phase (§5.1)."""
    s.passed |= BIT[seat]
    s.acting = 0


# -- collecting ------------------------------------------------------------------------------------------


def do_collect(s: Position, seat: int, arg: int) -> None:
    """A die on a main space of a location (§5.2, §5.4)."""
    kind, value = arg // 6, arg % 6 + 1
    take_die(s, seat, value)
    s.main[seat * 4 + kind] = value
    s.used[seat * USED + VISITED] |= BIT[kind]
    ask(s, seat, COLLECTING, kind, 0, 0)
    settle(s, seat)


def legal_collecting(s: Position, seat: int) -> tuple[int, ...]:
    """A bonus die, tools, wagons, a die that counts double, or done (§5.2, §5.6, §5.7, §R22)."""
    kind, tools, _ = args_of(s, seat)
    at, goods = seat * 4 + kind, seat * KINDS
    found: tuple[int, ...] = (DONE,)
    free = not s.bonus[at] and s.bonus_left[kind] > 0
    if free and s.mask[seat]:
        found += listed(BONUS, s.mask[seat])
    room = 6 - s.main[at] - tools
    if s.bonus[at]:
        room += 6 - (s.bonus[at] - 1) % 6 - 1
    if room > 0 and s.goods[goods + TOOL] > s.used[seat * USED + TOOLS_USED]:
        found += (USE_TOOL,)
    if s.goods[goods + WAGON]:
        found += (USE_WAGON,)
    if free and can_double(s, seat):
        found += (DOUBLE,)
    return found


def settle(s: Position, seat: int) -> None:
    """Without anything to add the collection is done."""
    if len(legal_collecting(s, seat)) == 1:
        finish(s, seat)


def do_bonus(s: Position, seat: int, arg: int) -> None:
    """A second die on a free bonus space (§5.2, §5.3)."""
    kind = args_of(s, seat)[0]
    take_die(s, seat, arg + 1)
    s.bonus[seat * 4 + kind] = arg + 1
    s.bonus_left[kind] -= 1
    settle(s, seat)


def double_here(s: Position, seat: int) -> None:
    """The Scriptorium doubles the die on main and bonus space (§R22)."""
    kind = args_of(s, seat)[0]
    s.bonus[seat * 4 + kind] = s.main[seat * 4 + kind] + PLACED
    s.bonus_left[kind] -= 1
    s.used[seat * USED + DOUBLED] = 1
    settle(s, seat)


def do_tool(s: Position, seat: int, _arg: int) -> None:
    """A tool adds 1 to one of the dice, never above 6 (§5.6, §R24)."""
    s.asks[seat][-3] += 1
    s.used[seat * USED + TOOLS_USED] += 1
    settle(s, seat)


def do_wagon(s: Position, seat: int, _arg: int) -> None:
    """A wagon goes back and brings one token more (§5.7, §R30)."""
    s.asks[seat][-2] += 1
    s.goods[seat * KINDS + WAGON] -= 1
    s.supply_wagons += 1
    settle(s, seat)


def finish(s: Position, seat: int) -> None:
    """The sum of the dice divided by the value (§5.5, §R29).

    The Money Changer pays the rest (§15.15); two events add a token (§17.1, §17.2).
    """
    kind, tools, wagons = answer(s, seat)
    at, good = seat * 4 + kind, RESOURCES[kind]
    total = s.main[at] + tools
    if s.bonus[at]:
        total += (s.bonus[at] - 1) % 6 + 1
    value = collect_value(s, seat, good)
    tokens = total // value + wagons + s.facts.event_extra[s.event][good]
    s.goods[seat * KINDS + good] += tokens
    change = total % value if s.crew[seat * CREWS + MONEY_CHANGER] else 0
    s.goods[seat * KINDS + COIN] += change
    s.acting = 0
    if s.events is not None:
        args = {"good": GOODS[good], "n": tokens, "total": total}
        if change:
            tell(s, "collected_change", seat=seat, change=change, **args)
        else:
            tell(s, "collected", seat=seat, **args)


# -- initiative ------------------------------------------------------------------------------------------


def do_initiative(s: Position, seat: int, arg: int) -> None:
    """A die on the initiative space and the next token (§5.8, §5.9, §R34)."""
    take_die(s, seat, arg + 1)
    s.initiative = seat
    s.acting = 0
    if s.events is not None:
        tell(s, "initiative", seat=seat)
    draw_token(s)


def draw_token(s: Position) -> None:
    if -1 in s.token_owner:
        s.chance = CHANCE_INITIATIVE
        s.acting = CHANCE_MASK


def token_odds(s: Position, base: int) -> list[tuple[int, int]]:
    return [(base + token, 1) for token, owner in enumerate(s.token_owner) if owner < 0]


def token_drawn(s: Position, token: int) -> None:
    """The token is kept and gives its reward; Elias only discards it (§5.9, §24.4)."""
    s.token_owner[token] = s.initiative
    s.acting = 0
    if s.initiative == ELIAS:
        if s.events is not None:
            tell(s, "elias_token", token=s.facts.initiative_ids[token])
        return
    receive(s, s.initiative, s.facts.initiative[token])
    if s.events is not None:
        tell(s, "token", seat=s.initiative, token=s.facts.initiative_ids[token])

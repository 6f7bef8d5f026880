"""Legality of answers: what may be answered to each kind of open question."""

from collections.abc import Callable
from typing import Final

from abbatia.games.kings_abbey import questions
from abbatia.games.kings_abbey.abbey import listed, places, trade_values, unbaptised_or_free
from abbatia.games.kings_abbey.abilities import (
    BY_LIBRARY,
    ability_dice,
    laid_dice,
    location_dice,
    reuse_places,
    smith_values,
    wagon_places,
)
from abbatia.games.kings_abbey.actions import (
    AMOUNT,
    ARCHER,
    BONUS,
    BUILD,
    CHOOSE,
    CRUSADE,
    DIE,
    DONE,
    DOUBLE,
    FOR,
    FROM,
    GIVE,
    HARVEST_SIX,
    IGNORE,
    KEEP,
    LAID,
    LOSE,
    MOST_TOKENS,
    PAY,
    PUT,
    RAZE,
    RAZE_MANNED,
    REVEAL,
    SPAN,
    TAKE,
    TO,
    TOWER,
    TRIPLE,
    TURN,
    USE_TOOL,
    USE_WAGON,
    VALUE,
)
from abbatia.games.kings_abbey.agreement_answers import (
    legal_answer,
    legal_deliver,
    legal_share,
    legal_spaces,
    legal_stable_amount,
    legal_stable_for,
    legal_stable_give,
    legal_stable_receive,
    legal_terms,
)
from abbatia.games.kings_abbey.dice import CRUSADES, OWN_BOARD, can_double, can_triple_here, open_areas
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.free_actions import (
    TOWER_CARDS,
    bath_sources,
    bath_targets,
    free_buildings,
    ignorable,
    nearly_done,
    rescues,
    span_cards,
    tablet_cards,
    tradable,
)
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BATTLEMENT,
    BIT,
    COIN,
    LIBRARY,
    MONEY_CHANGER,
    SCRIPTORIUM,
    TOOL,
    TYPES,
    WAGON,
    WORKPLACES,
)
from abbatia.games.kings_abbey.questions import args_of

# -- dice --------------------------------------------------------------------------------------------------


def legal_turn(state: Position, seat: int) -> tuple[int, ...]:
    """The dice on which the ability can be used (§15)."""
    (which,) = args_of(state, seat)
    return listed(DIE, ability_dice(state, seat, which))


def legal_value(state: Position, seat: int) -> tuple[int, ...]:
    """The values to which the Library or the Blacksmith can turn the die (§15.5, §15.13)."""
    value, weight, _, areas = args_of(state, seat)
    if areas & CRUSADES:
        return listed(VALUE, smith_values(state, seat, value))
    mask = 0
    for turned in range(1, 7):
        if turned != value and open_areas(state, seat, areas, turned, weight):
            mask |= BIT[turned - 1]
    return listed(VALUE, mask)


def legal_hand(state: Position, seat: int) -> tuple[int, ...]:
    """Where the die in hand can go; the Library may turn it, the Scriptorium double it (§15.13, §15.18)."""
    player = state.players[seat]
    value, weight, _, areas, turned = args_of(state, seat)
    found: tuple[int, ...] = ()
    if not turned and areas & OWN_BOARD and player.workers[LIBRARY] > player.library_used:
        found = (TURN + BY_LIBRARY,)
    can_double = weight == 1 and player.workers[SCRIPTORIUM] and not player.doubled
    if can_double and open_areas(state, seat, areas, value, 2):
        found += (DOUBLE,)
    return found + listed(PUT, open_areas(state, seat, areas, value, weight))


def legal_laid(state: Position, seat: int) -> tuple[int, ...]:
    """The dice that Abbott's Den can take back (§15.1)."""
    return listed(LAID, laid_dice(state, seat))


def legal_reuse(state: Position, seat: int) -> tuple[int, ...]:
    """The dice that Monk's Quarters can use again (§15.16)."""
    return listed(DIE, location_dice(state, seat))


def legal_collecting(state: Position, seat: int) -> tuple[int, ...]:
    """A bonus die, tools, wagons, dice that count for more, or done (§5.2, §5.6, §5.7, §R22, §R23)."""
    player = state.players[seat]
    kind, tools, _ = args_of(state, seat)
    main, bonus = player.main[kind], player.bonus[kind]
    found: tuple[int, ...] = (DONE,)
    free = not bonus and state.bonus_left[kind] > 0
    if free and player.dice_mask:
        found += listed(BONUS, player.dice_mask)
    room = 6 - main - tools
    if bonus:
        room += 6 - (bonus - 1) % 6 - 1  # `bonus` is 1 to 6, or 6 more when the main die is doubled
    if room > 0 and player.goods[TOOL] > player.tools_used:
        found += (USE_TOOL,)
    if player.goods[WAGON]:
        found += (USE_WAGON,)
    if free and can_double(state, seat):
        found += (DOUBLE,)
    if bonus == main and can_triple_here(state, seat):
        found += (TRIPLE,)
    return found


def legal_wagon(state: Position, seat: int) -> tuple[int, ...]:
    """The locations where a wagon brings a token (§5.7, §R67)."""
    return listed(TAKE, wagon_places(state, seat))


def legal_reuse_where(state: Position, seat: int) -> tuple[int, ...]:
    """The locations with such a die (§15.16, §R26)."""
    (value,) = args_of(state, seat)
    return listed(TAKE, reuse_places(state, seat, value))


# -- peasants and cards ------------------------------------------------------------------------------------


def legal_recruit(state: Position, seat: int) -> tuple[int, ...]:
    """A peasant for a crusade, an own or another's, or for a tower (§3.12, §7.6, §19.3)."""
    return listed(FROM, unbaptised_or_free(state, seat))


def legal_bath_from(state: Position, seat: int) -> tuple[int, ...]:
    """Whom the Bath House moves (§15.4)."""
    return listed(FROM, bath_sources(state, seat))


def legal_bath_to(state: Position, seat: int) -> tuple[int, ...]:
    """Where to (§15.4, §R35)."""
    (place,) = args_of(state, seat)
    return listed(TO, bath_targets(state, seat, place))


def legal_lose(state: Position, seat: int) -> tuple[int, ...]:
    """Any peasant of the own board (§R12)."""
    return listed(LOSE, places(state, seat))


def legal_raze(state: Position, seat: int) -> tuple[int, ...]:
    """Copies without a peasant, and copies with one; before that what saves something (§2.8, §R13, §R68)."""
    player = state.players[seat]
    if not any(player.stands):
        return (DONE, *rescues(state, seat))
    bare = manned = 0
    for card in range(ALL_CARDS):
        workers = player.workers[card] if card < WORKPLACES else 0
        if player.stands[card] > workers:
            bare |= BIT[card]
        if workers:
            manned |= BIT[card]
    return rescues(state, seat) + listed(RAZE, bare) + listed(RAZE_MANNED, manned)


def legal_tablets(state: Position, seat: int) -> tuple[int, ...]:
    """The cards that can be paid when one kind is ignored (§22.8)."""
    mask = tablet_cards(state, seat)
    return listed(TOWER, mask >> TYPES) + listed(BUILD, mask & (BIT[TYPES] - 1))


def legal_ignore(state: Position, seat: int) -> tuple[int, ...]:
    """The kinds of the cost that can be ignored (§22.8)."""
    (card,) = args_of(state, seat)
    return listed(IGNORE, ignorable(state, seat, card))


# -- trades ------------------------------------------------------------------------------------------------


def legal_give(state: Position, seat: int) -> tuple[int, ...]:
    """The kinds of which there are enough to buy something (§14.4)."""
    player = state.players[seat]
    values = state.facts.values
    prices = trade_values(state, seat)
    cheapest = min(prices[1:TOOL])
    mask = 1 if player.goods[0] >= cheapest else 0
    for kind in range(1, TOOL):
        if player.goods[kind] * values[kind] >= prices[COIN]:
            mask |= BIT[kind]
    return listed(GIVE, mask)


def legal_for(state: Position, seat: int) -> tuple[int, ...]:
    """The kinds that can be bought for them (§14.4)."""
    (given,) = args_of(state, seat)
    return listed(FOR, tradable(state, seat, given))


def legal_amount(state: Position, seat: int) -> tuple[int, ...]:
    """Numbers given; without a Money Changer only those that buy more than one less would (§14.4, §R33)."""
    player = state.players[seat]
    given, taken = args_of(state, seat)
    value, price = state.facts.values[given], trade_values(state, seat)[taken]
    change = player.workers[MONEY_CHANGER] > 0
    mask = 0
    for n in range(1, min(MOST_TOKENS, player.goods[given]) + 1):
        bought = n * value // price
        if bought and (change or (n - 1) * value // price < bought):
            mask |= BIT[n - 1]
    return listed(AMOUNT, mask)


# -- Patron Saints -----------------------------------------------------------------------------------------


def legal_saint_how(_state: Position, _seat: int) -> tuple[int, ...]:
    """Show the saint, or keep it face down (§23.2)."""
    return (REVEAL, KEEP)


def legal_support(state: Position, seat: int) -> tuple[int, ...]:
    """The second die for the saint, or the Scriptorium doubles the first (§23.3, §R22)."""
    doubled = (DOUBLE,) if can_double(state, seat) else ()
    return doubled + listed(DIE, state.players[seat].dice_mask)


def legal_take(_state: Position, _seat: int) -> tuple[int, ...]:
    """Any resource (§3.8, §23.3)."""
    return listed(TAKE, 0b1111)  # all four resources


def legal_elie(state: Position, seat: int) -> tuple[int, ...]:
    """The buildings that Élie can build (§23.5)."""
    return listed(BUILD, free_buildings(state, seat))


def legal_gauvin(state: Position, seat: int) -> tuple[int, ...]:
    """The crusade, named by the action that would put a die of its value there (§23.6)."""
    mask = nearly_done(state, seat)
    return tuple(
        [
            CRUSADE + slot * 6 + state.players[seat].crusades[slot].face - 1
            for slot in range(2)
            if mask >> slot & 1
        ]
    )


def legal_lionel(state: Position, seat: int) -> tuple[int, ...]:
    """A tower for the next archer, or no more (§23.8, §R58)."""
    if not unbaptised_or_free(state, seat):
        return (DONE,)
    return (DONE, *listed(ARCHER, (state.players[seat].idle & TOWER_CARDS) >> BATTLEMENT))


def legal_span(state: Position, seat: int) -> tuple[int, ...]:
    """The first or the second building for Rodolphe's peasant (§23.9)."""
    args = args_of(state, seat)
    return listed(SPAN, span_cards(state, seat, args[0] if args else -1))


def legal_six(_state: Position, _seat: int) -> tuple[int, ...]:
    """Any resource, for each of the two dice (§23.10)."""
    return listed(HARVEST_SIX, 0b1111)  # all four resources


# -- the auction -------------------------------------------------------------------------------------------


def legal_pay(state: Position, seat: int) -> tuple[int, ...]:
    """The coins and resources with which the bid is paid (§21.10)."""
    return listed(PAY, sum(BIT[kind] for kind in range(TOOL) if state.players[seat].goods[kind]))


def legal_choose(state: Position, _seat: int) -> tuple[int, ...]:
    """The starting buildings that are left (§21.10)."""
    return listed(CHOOSE, sum(BIT[card] for card in range(TYPES) if state.start_left[card]))


BY_QUESTION: Final[dict[int, Callable[[Position, int], tuple[int, ...]]]] = {
    questions.TURN_WHICH: legal_turn,
    questions.TURN_VALUE: legal_value,
    questions.HAND: legal_hand,
    questions.LAID_WHICH: legal_laid,
    questions.REUSE_WHICH: legal_reuse,
    questions.TAKE_WHICH: legal_take,
    questions.SAINT_HOW: legal_saint_how,
    questions.CRUSADER: legal_recruit,
    questions.COLLECTING: legal_collecting,
    questions.ARCHER_WHO: legal_recruit,
    questions.TRADE_GIVE: legal_give,
    questions.TRADE_FOR: legal_for,
    questions.TRADE_AMOUNT: legal_amount,
    questions.BATH_FROM: legal_bath_from,
    questions.BATH_TO: legal_bath_to,
    questions.TABLETS_WHAT: legal_tablets,
    questions.IGNORE_WHICH: legal_ignore,
    questions.ELIE_WHAT: legal_elie,
    questions.GAUVIN_WHICH: legal_gauvin,
    questions.LIONEL_WHERE: legal_lionel,
    questions.SPAN_FIRST: legal_span,
    questions.SPAN_SECOND: legal_span,
    questions.SIX_WHERE: legal_six,
    questions.LOSE_WHO: legal_lose,
    questions.RAZE_WHICH: legal_raze,
    questions.SUPPORT_WITH: legal_support,
    questions.HELP_SPACES: legal_spaces,
    questions.HELP_SHARE: legal_share,
    questions.HELP_TERMS: legal_terms,
    questions.HELP_ANSWER: legal_answer,
    questions.HELPER: legal_recruit,
    questions.DELIVER: legal_deliver,
    questions.STABLE_GIVE: legal_stable_give,
    questions.STABLE_FOR: legal_stable_for,
    questions.STABLE_AMOUNT: legal_stable_amount,
    questions.STABLE_RECEIVE: legal_stable_receive,
    questions.STABLE_ANSWER: legal_answer,
    questions.PAY_HOW: legal_pay,
    questions.CHOOSE_START: legal_choose,
    questions.WAGON_WHERE: legal_wagon,
    questions.REUSE_WHERE: legal_reuse_where,
}
ANSWERS: Final = [BY_QUESTION[kind] for kind in range(len(questions.NAMES))]
"""What may be answered to each kind of question."""

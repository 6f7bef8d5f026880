"""Agreements: help on a crusade and Stables trades, offered, answered, carried out (§19)."""

from collections.abc import Sequence
from typing import Final

from abbatia.games.kings_abbey.abbey import leave, listed, trade_values, unbaptised_or_free
from abbatia.games.kings_abbey.actions import (
    ACCEPT,
    AMOUNT,
    DIE,
    DOUBLE,
    FOR,
    FROM,
    GIVE,
    MOST_TOKENS,
    OFFER,
    RECEIVE,
    REFUSE,
    SHARE,
    SPACES,
    TOKEN,
    TRIPLE,
    WITH_RELIC,
    WITHDRAW,
)
from abbatia.games.kings_abbey.dice import can_double, can_triple, enlist, take_die
from abbatia.games.kings_abbey.pieces import (
    BIT,
    BLACKSMITH,
    GOODS,
    KINDS,
    PLACES,
)
from abbatia.games.kings_abbey.questions import (
    DELIVER,
    HELP_ANSWER,
    HELP_SHARE,
    HELP_SPACES,
    HELP_TERMS,
    HELPER,
    STABLE_AMOUNT,
    STABLE_ANSWER,
    STABLE_FOR,
    STABLE_GIVE,
    STABLE_RECEIVE,
    answer,
    args_of,
    ask,
    set_arg,
    top,
)
from abbatia.games.kings_abbey.state import Position, tell
from abbatia.games.kings_abbey.trading import swappable, swaps

# Where the terms of an offer stand among the arguments of HELP_TERMS and HELP_ANSWER.
FIRST_GOOD: Final = 4
RELIC: Final = FIRST_GOOD + KINDS

# -- who can help, and how much ---------------------------------------------------------------------------


def helpers(state: Position, owner: int, slot: int) -> int:
    """Mask of the players who could help on this crusade now (§19.1, §19.5)."""
    crusade = state.players[owner].crusades[slot]
    ally, face = crusade.ally, crusade.face
    mask = 0
    for other in range(state.seats):
        if other == owner or (other != ally if ally >= 0 else not unbaptised_or_free(state, other)):
            continue
        if state.players[other].dice_mask >> (face - 1) & 1 or smith_dice(state, other, face):
            mask |= BIT[other]
    return mask


def power(state: Position, seat: int, value: int) -> int:
    """The most spaces a player can fill with dice of this value, all abilities counted (§R19)."""
    natural = state.players[seat].dice[value - 1]
    smith = smith_dice(state, seat, value) > 0
    return reach(natural, natural + smith, can_double(state, seat), can_triple(state, seat))


def reach(natural: int, dice: int, double: bool, triple: bool) -> int:
    """Spaces filled by so many dice; two that show the value may count as three, another one as two."""
    if triple and natural >= 2:
        return dice + 1 + (double and natural >= 3)
    return dice + (double and natural >= 1)


def smith_dice(state: Position, seat: int, value: int) -> int:
    """Mask of the dice that the Blacksmith can turn to this value."""
    player = state.players[seat]
    workers = player.workers[BLACKSMITH]
    if not workers or player.smith_used:
        return 0
    mask = 0
    for shown in range(1, 7):
        if (
            shown != value
            and player.dice_mask >> (shown - 1) & 1
            and (workers > 1 or abs(shown - value) == 1)
        ):
            mask |= BIT[shown - 1]
    return mask


# -- the offer of a share in a crusade ---------------------------------------------------------------------


def do_ask(state: Position, seat: int, arg: int) -> None:
    """Begin an offer: this crusade, this player (§19.1, §R20)."""
    state.players[seat].offers_made += 1
    ask(state, seat, HELP_SPACES, arg // 5, arg % 5)


def legal_spaces(state: Position, seat: int) -> tuple[int, ...]:
    slot, ally = args_of(state, seat)
    crusade = state.players[seat].crusades[slot]
    left = state.facts.crusade_dice[crusade.card] - crusade.filled
    most = min(left, power(state, ally, crusade.face))
    return (*range(SPACES, SPACES + most), WITHDRAW)


def do_spaces(state: Position, seat: int, arg: int) -> None:
    slot, ally = answer(state, seat)
    ask(state, seat, HELP_SHARE, slot, ally, arg + 1)


def legal_share(state: Position, seat: int) -> tuple[int, ...]:
    slot, _, _ = args_of(state, seat)
    crusade = state.players[seat].crusades[slot]
    left = state.facts.crusade_prestige[crusade.card] - crusade.share
    return (*range(SHARE, SHARE + left + 1), WITHDRAW)


def do_share(state: Position, seat: int, arg: int) -> None:
    slot, ally, spaces = answer(state, seat)
    ask(state, seat, HELP_TERMS, slot, ally, spaces, arg, *([0] * KINDS), 0)


def legal_terms(state: Position, seat: int) -> tuple[int, ...]:
    """Reward tokens one by one, the relic, then the offer itself (§19.1, §19.5)."""
    terms = args_of(state, seat)
    crusade = state.players[seat].crusades[terms[0]]
    reward = state.facts.crusade_reward[crusade.card]
    mask = 0
    for kind in range(KINDS):
        if reward[kind] > crusade.share_goods[kind] + terms[FIRST_GOOD + kind]:
            mask |= BIT[kind]
    found = listed(TOKEN, mask)
    if state.facts.crusade_relic[crusade.card] >= 0 and not crusade.share_relic and not terms[RELIC]:
        found += (WITH_RELIC,)
    if packed(terms) not in state.offers:
        found += (OFFER,)
    return (*found, WITHDRAW)


def do_token(state: Position, seat: int, kind: int) -> None:
    set_arg(state, seat, FIRST_GOOD + kind, args_of(state, seat)[FIRST_GOOD + kind] + 1)


def do_with_relic(state: Position, seat: int, _arg: int) -> None:
    set_arg(state, seat, RELIC, 1)


def packed(terms: Sequence[int]) -> int:
    """One number for an offer, to see whether it was made before (§R20)."""
    number = len(terms)
    for term in terms:
        number = number * 64 + term
    return number


def do_offer(state: Position, seat: int, _arg: int) -> None:
    """The offer is made; the other player answers (§19.2)."""
    terms = answer(state, seat)
    state.offers.append(packed(terms))
    slot, ally = terms[0], terms[1]
    ask(state, ally, HELP_ANSWER, seat, slot, *terms[2:])
    state.offer_to = ally
    state.acting = BIT[ally]
    if state.events is not None:
        goods = [GOODS[kind] for kind in range(KINDS) for _ in range(terms[FIRST_GOOD + kind])]
        crusade = state.facts.crusade_ids[state.players[seat].crusades[slot].card]
        relic = "yes" if terms[RELIC] else "no"
        args = {"to": ally, "crusade": crusade, "n": terms[2], "points": terms[3], "relic": relic}
        tell(state, "help_offered", seat=seat, goods=goods or ["-"], **args)


def do_withdraw(state: Position, seat: int, _arg: int) -> None:
    """The offer is dropped; it counts all the same (§R20)."""
    answer(state, seat)


def legal_answer(_state: Position, _seat: int) -> tuple[int, ...]:
    return (ACCEPT, REFUSE)


def do_refuse(state: Position, seat: int, _arg: int) -> None:
    """Nothing changes (§19.2, §19.7)."""
    owner = answer(state, seat)[0]
    if state.events is not None:
        tell(state, "refused", seat=seat, to=owner)


def do_accept(state: Position, seat: int, _arg: int) -> None:
    """The agreement binds both (§19.4)."""
    if top(state, seat) == STABLE_ANSWER:
        swap(state, seat)
        return
    terms = answer(state, seat)
    owner, slot, spaces = terms[0], terms[1], terms[2]
    crusade = state.players[owner].crusades[slot]
    crusade.share += terms[3]
    more = terms[FIRST_GOOD:RELIC]
    crusade.share_goods = tuple([crusade.share_goods[kind] + more[kind] for kind in range(KINDS)])
    crusade.share_relic += terms[RELIC]
    if state.events is not None:
        tell(state, "help_accepted", seat=seat, to=owner)
    ask(state, seat, DELIVER, owner, slot, spaces)
    if crusade.ally < 0:
        ask(state, seat, HELPER, owner, slot, spaces)
    else:
        deliver_plainly(state, seat)


def legal_helper(state: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(state, seat))


def do_helper_from(state: Position, seat: int, place: int) -> None:
    """The ally's peasant goes onto the second space (§18.2, §19.3)."""
    owner, slot, _ = answer(state, seat)
    leave(state, seat, place)
    state.players[owner].crusades[slot].ally = seat
    if state.events is not None:
        args = {"to": owner, "slot": slot + 1, "place": PLACES[place].replace(" ", "_")}
        tell(state, "helper", seat=seat, **args)
    deliver_plainly(state, seat)


# -- the ally's dice ---------------------------------------------------------------------------------------


def deliver_plainly(state: Position, seat: int) -> None:
    """Dice that show the value are placed without a question when there is no other way."""
    while top(state, seat) == DELIVER:
        options = legal_deliver(state, seat)
        if len(options) != 1 or not DIE <= options[0] < DIE + 6:
            return
        deliver_die(state, seat, options[0] - DIE + 1)


def legal_deliver(state: Position, seat: int) -> tuple[int, ...]:
    """The promised spaces are filled die by die; what would make that impossible is not offered (§R19)."""
    owner, slot, left = args_of(state, seat)
    value = state.players[owner].crusades[slot].face
    natural = state.players[seat].dice[value - 1]
    smith = smith_dice(state, seat, value)
    double, triple = can_double(state, seat), can_triple(state, seat)
    dice = natural + (smith > 0)
    found: tuple[int, ...] = ()
    if double and natural and left >= 2 and 2 + reach(natural - 1, dice - 1, False, triple) >= left:
        found += (DOUBLE,)
    if triple and natural >= 2 and left >= 3 and 3 + reach(natural - 2, dice - 2, double, False) >= left:
        found += (TRIPLE,)
    shown = smith if smith and 1 + reach(natural, natural, double, triple) >= left else 0
    if natural and 1 + reach(natural - 1, dice - 1, double, triple) >= left:
        shown |= BIT[value - 1]
    return found + listed(DIE, shown)


def delivered(state: Position, seat: int, weight: int, dice: int) -> None:
    """Spaces are filled on the owner's crusade; more are owed or not."""
    owner, slot, left = answer(state, seat)
    crusade = state.players[owner].crusades[slot]
    enlist(state, owner, slot, crusade.face, weight)
    crusade.ally_dice += dice
    if left > weight:
        ask(state, seat, DELIVER, owner, slot, left - weight)


def deliver_die(state: Position, seat: int, value: int) -> None:
    """A die of the value, or one that the ally's Blacksmith turns to it."""
    owner, slot, _ = args_of(state, seat)
    if value != state.players[owner].crusades[slot].face:
        state.players[seat].smith_used = 1
    take_die(state, seat, value)
    delivered(state, seat, 1, 1)


def deliver_double(state: Position, seat: int) -> None:
    owner, slot, _ = args_of(state, seat)
    take_die(state, seat, state.players[owner].crusades[slot].face)
    state.players[seat].doubled = 1
    delivered(state, seat, 2, 1)


def deliver_triple(state: Position, seat: int) -> None:
    owner, slot, _ = args_of(state, seat)
    value = state.players[owner].crusades[slot].face
    take_die(state, seat, value)
    take_die(state, seat, value)
    state.players[seat].tripled = 1
    delivered(state, seat, 3, 2)


# -- Stables -----------------------------------------------------------------------------------------------


def do_stables(state: Position, seat: int, partner: int) -> None:
    """Begin an offer of a trade with this player (§19.6)."""
    state.players[seat].offers_made += 1
    ask(state, seat, STABLE_GIVE, partner)


def legal_stable_give(state: Position, seat: int) -> tuple[int, ...]:
    (partner,) = args_of(state, seat)
    return (*listed(GIVE, swaps(state, seat, partner)), WITHDRAW)


def legal_stable_for(state: Position, seat: int) -> tuple[int, ...]:
    partner, given = args_of(state, seat)
    return (*listed(FOR, swappable(state, seat, partner, given)), WITHDRAW)


def legal_stable_amount(state: Position, seat: int) -> tuple[int, ...]:
    """Numbers given that are worth at least one token taken."""
    _, given, taken = args_of(state, seat)
    value, price = state.facts.values[given], trade_values(state, seat)[taken]
    most = min(MOST_TOKENS, state.players[seat].goods[given])
    return (*[AMOUNT + n - 1 for n in range(1, most + 1) if n * value >= price], WITHDRAW)


def legal_stable_receive(state: Position, seat: int) -> tuple[int, ...]:
    """Numbers taken: at most the value given, what the partner has, and no offer twice (§19.6, §R20)."""
    partner, given, taken, n = args_of(state, seat)
    worth = n * state.facts.values[given] // trade_values(state, seat)[taken]
    most = min(MOST_TOKENS, worth, state.players[partner].goods[taken])
    terms = [partner, given, taken, n]
    found = [RECEIVE + m - 1 for m in range(1, most + 1) if packed([*terms, m]) not in state.offers]
    return (*found, WITHDRAW)


def do_stable_give(state: Position, seat: int, kind: int) -> None:
    (partner,) = answer(state, seat)
    ask(state, seat, STABLE_FOR, partner, kind)


def do_stable_for(state: Position, seat: int, kind: int) -> None:
    partner, given = answer(state, seat)
    ask(state, seat, STABLE_AMOUNT, partner, given, kind)


def do_stable_amount(state: Position, seat: int, arg: int) -> None:
    partner, given, taken = answer(state, seat)
    ask(state, seat, STABLE_RECEIVE, partner, given, taken, arg + 1)


def do_receive(state: Position, seat: int, arg: int) -> None:
    """The offer is made; the partner answers (§19.7)."""
    partner, given, taken, n = answer(state, seat)
    state.offers.append(packed([partner, given, taken, n, arg + 1]))
    ask(state, partner, STABLE_ANSWER, seat, given, taken, n, arg + 1)
    state.offer_to = partner
    state.acting = BIT[partner]
    if state.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": arg + 1}
        tell(state, "swap_offered", seat=seat, to=partner, **args)


def swap(state: Position, seat: int) -> None:
    """The tokens change hands at once; only now the Stables are used (§19.7)."""
    player = state.players[seat]
    owner, given, taken, n, m = answer(state, seat)
    state.players[owner].stables_used += 1
    state.players[owner].goods[given] -= n
    player.goods[given] += n
    player.goods[taken] -= m
    state.players[owner].goods[taken] += m
    if state.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": m}
        tell(state, "swapped", seat=owner, to=seat, **args)

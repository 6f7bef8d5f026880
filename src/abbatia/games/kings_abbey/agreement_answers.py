"""Legality of answers in agreements: help on a crusade, and trades at the Stables (§19)."""

from collections.abc import Sequence
from typing import Final

from abbatia.games.kings_abbey.abbey import listed, trade_values
from abbatia.games.kings_abbey.abilities import (
    power,
    reach,
    smith_dice,
)
from abbatia.games.kings_abbey.actions import (
    ACCEPT,
    AMOUNT,
    DIE,
    DOUBLE,
    FOR,
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
from abbatia.games.kings_abbey.dice import can_double, can_triple
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.free_actions import (
    swappable,
    swaps,
)
from abbatia.games.kings_abbey.pieces import (
    BIT,
    KINDS,
)
from abbatia.games.kings_abbey.questions import args_of

# Where the terms of an offer stand among the arguments of HELP_TERMS and HELP_ANSWER.
FIRST_GOOD: Final = 4
RELIC: Final = FIRST_GOOD + KINDS


def packed(terms: Sequence[int]) -> int:
    """One number for an offer, to see whether it was made before (§R20)."""
    number = len(terms)
    for term in terms:  # six bits each: no term is greater than MOST_TOKENS
        number = number * 64 + term
    return number


def legal_spaces(state: Position, seat: int) -> tuple[int, ...]:
    """How many spaces the ally is asked to fill, at most those that can be filled (§19.1, §R19)."""
    slot, ally = args_of(state, seat)
    crusade = state.players[seat].crusades[slot]
    left = state.facts.crusade_dice[crusade.card] - crusade.filled
    most = min(left, power(state, ally, crusade.face))
    return (*range(SPACES, SPACES + most), WITHDRAW)


def legal_share(state: Position, seat: int) -> tuple[int, ...]:
    """How much of the prestige is offered (§19.1, §19.5)."""
    slot, _, _ = args_of(state, seat)
    crusade = state.players[seat].crusades[slot]
    left = state.facts.crusade_prestige[crusade.card] - crusade.share
    return (*range(SHARE, SHARE + left + 1), WITHDRAW)


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


def legal_answer(_state: Position, _seat: int) -> tuple[int, ...]:
    """The other player accepts or refuses (§19.2, §19.7)."""
    return (ACCEPT, REFUSE)


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


def legal_stable_give(state: Position, seat: int) -> tuple[int, ...]:
    """The kinds that can be given (§19.6)."""
    (partner,) = args_of(state, seat)
    return (*listed(GIVE, swaps(state, seat, partner)), WITHDRAW)


def legal_stable_for(state: Position, seat: int) -> tuple[int, ...]:
    """The kinds that can be taken for them (§19.6)."""
    partner, given = args_of(state, seat)
    return (*listed(FOR, swappable(state, seat, partner, given)), WITHDRAW)


def legal_stable_amount(state: Position, seat: int) -> tuple[int, ...]:
    """Numbers given that are worth at least one token taken (§19.6)."""
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

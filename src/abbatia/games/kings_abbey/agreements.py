"""Agreements: help on a crusade and Stables trades, offered, answered, carried out (§19)."""

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
from abbatia.games.kings_abbey.dice import enlist, take_die
from abbatia.games.kings_abbey.pieces import (
    BIT,
    BLACKSMITH,
    CREWS,
    GOODS,
    KINDS,
    PLACES,
    SCRIPTORIUM,
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
    top,
)
from abbatia.games.kings_abbey.state import (
    DOUBLED,
    OFFERS_MADE,
    SMITH_USED,
    STABLES_USED,
    TRIPLED,
    USED,
    Position,
    tell,
)
from abbatia.games.kings_abbey.trading import swappable, swaps

# -- who can help, and how much ---------------------------------------------------------------------------


def helpers(s: Position, owner: int, slot: int) -> int:
    """Mask of the players who could help on this crusade now (§19.1, §19.5)."""
    at = owner * 2 + slot
    ally, face = s.ally[at], s.face[at]
    mask = 0
    for other in range(s.seats):
        if other == owner or (other != ally if ally >= 0 else not unbaptised_or_free(s, other)):
            continue
        if s.mask[other] >> (face - 1) & 1 or smith_dice(s, other, face):
            mask |= BIT[other]
    return mask


def power(s: Position, seat: int, value: int) -> int:
    """The most spaces a player can fill with dice of this value, all gifts counted (§R19)."""
    natural = s.dice[seat * 6 + value - 1]
    smith = smith_dice(s, seat, value) > 0
    return reach(natural, natural + smith, can_double(s, seat), can_triple(s, seat))


def reach(natural: int, dice: int, double: bool, triple: bool) -> int:
    """Spaces filled by so many dice; two that show the value may count as three, another one as two."""
    if triple and natural >= 2:
        return dice + 1 + (double and natural >= 3)
    return dice + (double and natural >= 1)


def smith_dice(s: Position, seat: int, value: int) -> int:
    """Mask of the dice that the Blacksmith can turn to this value."""
    crew = s.crew[seat * CREWS + BLACKSMITH]
    if not crew or s.used[seat * USED + SMITH_USED]:
        return 0
    mask = 0
    for shown in range(1, 7):
        if shown != value and s.mask[seat] >> (shown - 1) & 1 and (crew > 1 or abs(shown - value) == 1):
            mask |= BIT[shown - 1]
    return mask


def can_double(s: Position, seat: int) -> bool:
    return s.crew[seat * CREWS + SCRIPTORIUM] > 0 and not s.used[seat * USED + DOUBLED]


def can_triple(s: Position, seat: int) -> bool:
    return s.crew[seat * CREWS + SCRIPTORIUM] > 1 and not s.used[seat * USED + TRIPLED]


# -- the offer of a share in a crusade ---------------------------------------------------------------------


def do_ask(s: Position, seat: int, arg: int) -> None:
    """Begin an offer: this crusade, this player (§19.1, §R20)."""
    s.used[seat * USED + OFFERS_MADE] += 1
    ask(s, seat, HELP_SPACES, arg // 5, arg % 5)


def legal_spaces(s: Position, seat: int) -> tuple[int, ...]:
    slot, ally = args_of(s, seat)
    at = seat * 2 + slot
    left = s.facts.crusade_dice[s.card[at]] - s.filled[at]
    most = min(left, power(s, ally, s.face[at]))
    return (*range(SPACES, SPACES + most), WITHDRAW)


def do_spaces(s: Position, seat: int, arg: int) -> None:
    slot, ally = answer(s, seat)
    ask(s, seat, HELP_SHARE, slot, ally, arg + 1)


def legal_share(s: Position, seat: int) -> tuple[int, ...]:
    slot, _, _ = args_of(s, seat)
    at = seat * 2 + slot
    left = s.facts.crusade_prestige[s.card[at]] - s.share[at]
    return (*range(SHARE, SHARE + left + 1), WITHDRAW)


def do_share(s: Position, seat: int, arg: int) -> None:
    slot, ally, spaces = answer(s, seat)
    ask(s, seat, HELP_TERMS, slot, ally, spaces, arg, *([0] * KINDS), 0)


def legal_terms(s: Position, seat: int) -> tuple[int, ...]:
    """Reward tokens one by one, the relic, then the offer itself (§19.1, §19.5)."""
    terms = args_of(s, seat)
    at = seat * 2 + terms[0]
    reward = s.facts.crusade_reward[s.card[at]]
    mask = 0
    for kind in range(KINDS):
        if reward[kind] > s.share_goods[at * KINDS + kind] + terms[4 + kind]:
            mask |= BIT[kind]
    found = listed(TOKEN, mask)
    if s.facts.crusade_relic[s.card[at]] >= 0 and not s.share_relic[at] and not terms[-1]:
        found += (WITH_RELIC,)
    if packed(terms) not in s.offers:
        found += (OFFER,)
    return (*found, WITHDRAW)


def do_token(s: Position, seat: int, kind: int) -> None:
    s.asks[seat][-9 + kind] += 1


def do_with_relic(s: Position, seat: int, _arg: int) -> None:
    s.asks[seat][-2] = 1


def packed(terms: list[int]) -> int:
    """One number for an offer, to see whether it was made before (§R20)."""
    number = len(terms)
    for term in terms:
        number = number * 64 + term
    return number


def do_offer(s: Position, seat: int, _arg: int) -> None:
    """The offer is made; the other player answers (§19.2)."""
    terms = answer(s, seat)
    s.offers.append(packed(terms))
    slot, ally = terms[0], terms[1]
    ask(s, ally, HELP_ANSWER, seat, slot, *terms[2:])
    s.offer_to = ally
    s.acting = BIT[ally]
    if s.events is not None:
        goods = [GOODS[kind] for kind in range(KINDS) for _ in range(terms[4 + kind])]
        crusade = s.facts.crusade_ids[s.card[seat * 2 + slot]]
        relic = "yes" if terms[-1] else "no"
        args = {"to": ally, "crusade": crusade, "n": terms[2], "points": terms[3], "relic": relic}
        tell(s, "help_offered", seat=seat, goods=goods or ["-"], **args)


def do_withdraw(s: Position, seat: int, _arg: int) -> None:
    """The offer is dropped; it counts all the same (§R20)."""
    answer(s, seat)


def legal_answer(_s: Position, _seat: int) -> tuple[int, ...]:
    return (ACCEPT, REFUSE)


def do_refuse(s: Position, seat: int, _arg: int) -> None:
    """Nothing changes (§19.2, §19.7)."""
    owner = answer(s, seat)[0]
    if s.events is not None:
        tell(s, "refused", seat=seat, to=owner)


def do_accept(s: Position, seat: int, _arg: int) -> None:
    """The agreement binds both (§19.4)."""
    if top(s, seat) == STABLE_ANSWER:
        swap(s, seat)
        return
    terms = answer(s, seat)
    owner, slot, spaces = terms[0], terms[1], terms[2]
    at = owner * 2 + slot
    s.share[at] += terms[3]
    for kind in range(KINDS):
        s.share_goods[at * KINDS + kind] += terms[4 + kind]
    s.share_relic[at] += terms[-1]
    if s.events is not None:
        tell(s, "help_accepted", seat=seat, to=owner)
    ask(s, seat, DELIVER, owner, slot, spaces)
    if s.ally[at] < 0:
        ask(s, seat, HELPER, owner, slot, spaces)
    else:
        deliver_plainly(s, seat)


def legal_helper(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(s, seat))


def do_helper_from(s: Position, seat: int, place: int) -> None:
    """The ally's peasant goes onto the second space (§18.2, §19.3)."""
    owner, slot, _ = answer(s, seat)
    leave(s, seat, place)
    s.ally[owner * 2 + slot] = seat
    if s.events is not None:
        args = {"to": owner, "slot": slot + 1, "place": PLACES[place].replace(" ", "_")}
        tell(s, "helper", seat=seat, **args)
    deliver_plainly(s, seat)


# -- the ally's dice ---------------------------------------------------------------------------------------


def deliver_plainly(s: Position, seat: int) -> None:
    """Dice that show the value are placed without a question when there is no other way."""
    while top(s, seat) == DELIVER:
        options = legal_deliver(s, seat)
        if len(options) != 1 or not DIE <= options[0] < DIE + 6:
            return
        deliver_die(s, seat, options[0] - DIE + 1)


def legal_deliver(s: Position, seat: int) -> tuple[int, ...]:
    """The promised spaces are filled die by die; what would make that impossible is not offered (§R19)."""
    owner, slot, left = args_of(s, seat)
    value = s.face[owner * 2 + slot]
    natural = s.dice[seat * 6 + value - 1]
    smith = smith_dice(s, seat, value)
    double, triple = can_double(s, seat), can_triple(s, seat)
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


def delivered(s: Position, seat: int, weight: int, dice: int) -> None:
    """Spaces are filled on the owner's crusade; more are owed or not."""
    owner, slot, left = answer(s, seat)
    at = owner * 2 + slot
    enlist(s, owner, slot, s.face[at], weight)
    s.ally_dice[at] += dice
    if left > weight:
        ask(s, seat, DELIVER, owner, slot, left - weight)


def deliver_die(s: Position, seat: int, value: int) -> None:
    """A die of the value, or one that the ally's Blacksmith turns to it."""
    owner, slot, _ = args_of(s, seat)
    if value != s.face[owner * 2 + slot]:
        s.used[seat * USED + SMITH_USED] = 1
    take_die(s, seat, value)
    delivered(s, seat, 1, 1)


def deliver_double(s: Position, seat: int) -> None:
    owner, slot, _ = args_of(s, seat)
    take_die(s, seat, s.face[owner * 2 + slot])
    s.used[seat * USED + DOUBLED] = 1
    delivered(s, seat, 2, 1)


def deliver_triple(s: Position, seat: int) -> None:
    owner, slot, _ = args_of(s, seat)
    value = s.face[owner * 2 + slot]
    take_die(s, seat, value)
    take_die(s, seat, value)
    s.used[seat * USED + TRIPLED] = 1
    delivered(s, seat, 3, 2)


# -- Stables -----------------------------------------------------------------------------------------------


def do_stables(s: Position, seat: int, partner: int) -> None:
    """Begin an offer of a trade with this player (§19.6)."""
    s.used[seat * USED + OFFERS_MADE] += 1
    ask(s, seat, STABLE_GIVE, partner)


def legal_stable_give(s: Position, seat: int) -> tuple[int, ...]:
    (partner,) = args_of(s, seat)
    return (*listed(GIVE, swaps(s, seat, partner)), WITHDRAW)


def legal_stable_for(s: Position, seat: int) -> tuple[int, ...]:
    partner, given = args_of(s, seat)
    return (*listed(FOR, swappable(s, seat, partner, given)), WITHDRAW)


def legal_stable_amount(s: Position, seat: int) -> tuple[int, ...]:
    """Numbers given that are worth at least one token taken."""
    _, given, taken = args_of(s, seat)
    value, price = s.facts.values[given], trade_values(s, seat)[taken]
    most = min(MOST_TOKENS, s.goods[seat * KINDS + given])
    return (*[AMOUNT + n - 1 for n in range(1, most + 1) if n * value >= price], WITHDRAW)


def legal_stable_receive(s: Position, seat: int) -> tuple[int, ...]:
    """Numbers taken: at most the value given, what the partner has, and no offer twice (§19.6, §R20)."""
    partner, given, taken, n = args_of(s, seat)
    worth = n * s.facts.values[given] // trade_values(s, seat)[taken]
    most = min(MOST_TOKENS, worth, s.goods[partner * KINDS + taken])
    terms = [partner, given, taken, n]
    found = [RECEIVE + m - 1 for m in range(1, most + 1) if packed([*terms, m]) not in s.offers]
    return (*found, WITHDRAW)


def do_stable_give(s: Position, seat: int, kind: int) -> None:
    (partner,) = answer(s, seat)
    ask(s, seat, STABLE_FOR, partner, kind)


def do_stable_for(s: Position, seat: int, kind: int) -> None:
    partner, given = answer(s, seat)
    ask(s, seat, STABLE_AMOUNT, partner, given, kind)


def do_stable_amount(s: Position, seat: int, arg: int) -> None:
    partner, given, taken = answer(s, seat)
    ask(s, seat, STABLE_RECEIVE, partner, given, taken, arg + 1)


def do_receive(s: Position, seat: int, arg: int) -> None:
    """The offer is made; the partner answers (§19.7)."""
    partner, given, taken, n = answer(s, seat)
    s.offers.append(packed([partner, given, taken, n, arg + 1]))
    ask(s, partner, STABLE_ANSWER, seat, given, taken, n, arg + 1)
    s.offer_to = partner
    s.acting = BIT[partner]
    if s.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": arg + 1}
        tell(s, "swap_offered", seat=seat, to=partner, **args)


def swap(s: Position, seat: int) -> None:
    """The tokens change hands at once; only now the Stables are used (§19.7)."""
    owner, given, taken, n, m = answer(s, seat)
    s.used[owner * USED + STABLES_USED] += 1
    s.goods[owner * KINDS + given] -= n
    s.goods[seat * KINDS + given] += n
    s.goods[seat * KINDS + taken] -= m
    s.goods[owner * KINDS + taken] += m
    if s.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": m}
        tell(s, "swapped", seat=owner, to=seat, **args)

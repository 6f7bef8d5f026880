"""Agreements: help on a crusade and Stables trades, offered, answered, carried out (§19)."""

from abbatia.games.kings_abbey.abbey import leave
from abbatia.games.kings_abbey.actions import DIE
from abbatia.games.kings_abbey.agreement_answers import FIRST_GOOD, RELIC, legal_deliver, packed
from abbatia.games.kings_abbey.dice import enlist, take_die
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import BIT, GOODS, KINDS, PLACES
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

# -- the offer of a share in a crusade ---------------------------------------------------------------------


def do_ask(state: Position, seat: int, arg: int) -> None:
    """Begin an offer: this crusade, this player (§19.1, §R20)."""
    state.players[seat].offers_made += 1
    ask(state, seat, HELP_SPACES, arg // 5, arg % 5)


def do_spaces(state: Position, seat: int, arg: int) -> None:
    slot, ally = answer(state, seat)
    ask(state, seat, HELP_SHARE, slot, ally, arg + 1)


def do_share(state: Position, seat: int, arg: int) -> None:
    slot, ally, spaces = answer(state, seat)
    ask(state, seat, HELP_TERMS, slot, ally, spaces, arg, *([0] * KINDS), 0)


def do_token(state: Position, seat: int, kind: int) -> None:
    set_arg(state, seat, FIRST_GOOD + kind, args_of(state, seat)[FIRST_GOOD + kind] + 1)


def do_with_relic(state: Position, seat: int, _arg: int) -> None:
    set_arg(state, seat, RELIC, 1)


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
        state.tell("help_offered", seat=seat, goods=goods or ["-"], **args)


def do_withdraw(state: Position, seat: int, _arg: int) -> None:
    """The offer is dropped; it counts all the same (§R20)."""
    answer(state, seat)


def do_refuse(state: Position, seat: int, _arg: int) -> None:
    """Nothing changes (§19.2, §19.7)."""
    owner = answer(state, seat)[0]
    if state.events is not None:
        state.tell("refused", seat=seat, to=owner)


def do_accept(state: Position, seat: int, _arg: int) -> None:
    """The agreement binds both (§19.4)."""
    if top(state, seat) == STABLE_ANSWER:
        swap(state, seat)
        return
    terms = answer(state, seat)
    owner, slot, spaces = terms[0], terms[1], terms[2]
    crusade = state.players[owner].change_crusade(slot)
    crusade.share += terms[3]
    more = terms[FIRST_GOOD:RELIC]
    crusade.share_goods = tuple([crusade.share_goods[kind] + more[kind] for kind in range(KINDS)])
    crusade.share_relic += terms[RELIC]
    if state.events is not None:
        state.tell("help_accepted", seat=seat, to=owner)
    ask(state, seat, DELIVER, owner, slot, spaces)
    if crusade.ally < 0:
        ask(state, seat, HELPER, owner, slot, spaces)
    else:
        deliver_plainly(state, seat)


def do_helper_from(state: Position, seat: int, place: int) -> None:
    """The ally's peasant goes onto the second space (§18.2, §19.3)."""
    owner, slot, _ = answer(state, seat)
    leave(state, seat, place)
    state.players[owner].change_crusade(slot).ally = seat
    if state.events is not None:
        args = {"to": owner, "slot": slot + 1, "place": PLACES[place].replace(" ", "_")}
        state.tell("helper", seat=seat, **args)
    deliver_plainly(state, seat)


# -- the ally's dice ---------------------------------------------------------------------------------------


def deliver_plainly(state: Position, seat: int) -> None:
    """Dice that show the value are placed without a question when there is no other way."""
    while top(state, seat) == DELIVER:
        options = legal_deliver(state, seat)
        if len(options) != 1 or not DIE <= options[0] < DIE + 6:
            return
        deliver_die(state, seat, options[0] - DIE + 1)


def delivered(state: Position, seat: int, weight: int, dice: int) -> None:
    """Spaces are filled on the owner's crusade; more are owed or not."""
    owner, slot, left = answer(state, seat)
    player = state.players[owner]
    enlist(state, owner, slot, player.crusades[slot].face, weight)
    player.change_crusade(slot).ally_dice += dice
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
        state.tell("swap_offered", seat=seat, to=partner, **args)


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
        state.tell("swapped", seat=owner, to=seat, **args)

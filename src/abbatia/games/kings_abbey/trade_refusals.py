"""Why an answer is not possible in a trade, at the Stables or about help on a crusade (§14, §19)."""

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey.abbey import trade_values
from abbatia.games.kings_abbey.abilities import power, smith_dice
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import GOODS, SCRIPTORIUM
from abbatia.games.kings_abbey.questions import args_of
from abbatia.games.kings_abbey.reasons import has_die, no, no_die, spent_or_idle

# -- trade tokens ------------------------------------------------------------------------------------------


def why_give(_state: Position, _seat: int, kind: int) -> Refusal:
    """Too few tokens of this kind to buy anything (§14.4)."""
    return no("too_few", "14.4", good=GOODS[kind])


def why_for(state: Position, seat: int, kind: int) -> Refusal:
    """A kind that all tokens given cannot buy (§14.4, §14.5)."""
    (given,) = args_of(state, seat)
    return against_swap(state, seat, given, kind, state.players[seat].goods[given], "14.4", "14.5")


def against_swap(
    state: Position, seat: int, given: int, kind: int, n: int, rule: str, value_rule: str
) -> Refusal:
    """The same kind, or worth less than one token of the kind wanted."""
    if kind == given:
        return no("same_kind", rule)
    worth, price = n * state.facts.values[given], trade_values(state, seat)[kind]
    return no("worth_less", value_rule, worth=worth, n=price)


def why_amount(state: Position, seat: int, arg: int) -> Refusal:
    """More than there are, too few, or one more than needed (§14.4, §R33)."""
    given, taken = args_of(state, seat)
    n, have = arg + 1, state.players[seat].goods[given]
    if n > have:
        return no("not_so_many", "14.4", have=have)
    value, price = state.facts.values[given], trade_values(state, seat)[taken]
    if n * value < price:
        return no("worth_less", "14.5", worth=n * value, n=price)
    return no("one_less_does", "R33", m=n * value // price)


# -- Stables -----------------------------------------------------------------------------------------------


def why_stable_give(state: Position, seat: int, kind: int) -> Refusal:
    """Nothing of the partner's can be had for this kind (§19.6)."""
    if not state.players[seat].goods[kind]:
        return no("not_so_many", "19.6", have=0)
    return no("too_few", "19.6", good=GOODS[kind])


def why_stable_for(state: Position, seat: int, kind: int) -> Refusal:
    """A kind that the partner lacks or that all tokens given cannot buy (§19.6)."""
    partner, given = args_of(state, seat)
    if kind != given and not state.players[partner].goods[kind]:
        return no("partner_lacks", "19.6", seat=partner, have=0)
    return against_swap(state, seat, given, kind, state.players[seat].goods[given], "19.6", "19.6")


def why_stable_amount(state: Position, seat: int, arg: int) -> Refusal:
    """More than there are, or worth less than one token (§19.6)."""
    _, given, taken = args_of(state, seat)
    have = state.players[seat].goods[given]
    if arg + 1 > have:
        return no("not_so_many", "19.6", have=have)
    return against_swap(state, seat, given, taken, arg + 1, "19.6", "19.6")


def why_stable_receive(state: Position, seat: int, arg: int) -> Refusal:
    """More than the partner has, more than the value given, or an offer made before (§19.6, §R20)."""
    partner, given, taken, n = args_of(state, seat)
    m, have = arg + 1, state.players[partner].goods[taken]
    if m > have:
        return no("partner_lacks", "19.6", seat=partner, have=have)
    price = trade_values(state, seat)[taken]
    worth = n * state.facts.values[given]
    if m * price > worth:
        return no("worth_less", "19.6", worth=worth, n=m * price)
    return no("offered_before", "R20")


# -- help on a crusade -------------------------------------------------------------------------------------


def why_spaces(state: Position, seat: int, arg: int) -> Refusal:
    """More spaces than are free, or than the ally can fill (§19.1, §R19)."""
    slot, ally = args_of(state, seat)
    crusade = state.players[seat].crusades[slot]
    left = state.facts.crusade_dice[crusade.card] - crusade.filled
    if arg + 1 > left:
        return no("crusade_room", "19.1", n=left)
    return no("ally_fills", "R19", seat=ally, n=power(state, ally, crusade.face))


def why_share(state: Position, seat: int, _arg: int) -> Refusal:
    """More prestige than the crusade brings, or than is still the owner's (§19.1, §19.5)."""
    crusade = state.players[seat].crusades[args_of(state, seat)[0]]
    left = state.facts.crusade_prestige[crusade.card] - crusade.share
    return no("share_too_much", "19.5" if crusade.share else "19.1", n=left)


def why_token(state: Position, seat: int, kind: int) -> Refusal:
    """A token that the reward does not have, or has promised already (§19.1, §19.5)."""
    crusade = state.players[seat].crusades[args_of(state, seat)[0]]
    if not state.facts.crusade_reward[crusade.card][kind]:
        return no("not_in_reward", "19.1", good=GOODS[kind])
    return no("all_promised", "19.5", good=GOODS[kind])


def why_with_relic(state: Position, seat: int, _arg: int) -> Refusal:
    """A crusade without a relic, or whose relic is promised (§19.1, §19.5)."""
    crusade = state.players[seat].crusades[args_of(state, seat)[0]]
    if state.facts.crusade_relic[crusade.card] < 0:
        return no("no_relic_here", "19.1")
    return no("relic_promised", "19.5")


def why_offer(_state: Position, _seat: int, _arg: int) -> Refusal:
    """No offer twice in a turn (§R20)."""
    return no("offered_before", "R20")


# -- the ally's dice ---------------------------------------------------------------------------------------


def why_deliver(state: Position, seat: int, arg: int) -> Refusal:
    """A die that is not there, shows another value, or would break the promise (§19.3, §R19)."""
    owner, slot, _ = args_of(state, seat)
    face = state.players[owner].crusades[slot].face
    if not has_die(state, seat, arg + 1):
        return no_die(arg + 1)
    if arg + 1 != face and not smith_dice(state, seat, face) >> arg & 1:
        return no("other_value", "19.3", value=face)
    return no("breaks_promise", "R19")


def why_deliver_double(state: Position, seat: int, _arg: int) -> Refusal:
    """The ally's Scriptorium cannot double here (§15.18, §R19)."""
    player = state.players[seat]
    if not player.workers[SCRIPTORIUM] or player.doubled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18")
    return against_counting(state, seat, 1, 2)


def why_deliver_triple(state: Position, seat: int, _arg: int) -> Refusal:
    """The ally's second Scriptorium cannot let two dice count as three here (§15.18, §R19)."""
    player = state.players[seat]
    if player.workers[SCRIPTORIUM] < 2 or player.tripled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18", copies=2)
    return against_counting(state, seat, 2, 3)


def against_counting(state: Position, seat: int, dice: int, spaces: int) -> Refusal:
    """Too few dice of the value, too few promised spaces, or the promise would be broken."""
    owner, slot, left = args_of(state, seat)
    face = state.players[owner].crusades[slot].face
    if state.players[seat].dice[face - 1] < dice:
        return no_die(face) if dice == 1 else no("two_alike", "15.18", value=face)
    return no("crusade_room", "19.3", n=left) if left < spaces else no("breaks_promise", "R19")

"""What refusals have in common: the Refusal of this title, and reasons that several actions share."""

from typing import Any, Final

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import CARDS, FARMS, GOODS, HALLS, TYPES

SPACES: Final = 7  # for buildings, before the remodelling (§7.7)


def no(name: str, rule: str, **args: Any) -> Refusal:
    return Refusal(f"kings_abbey.refusal.{name}", rule, **args)


def has_die(state: Position, seat: int, value: int) -> bool:
    return state.players[seat].dice_mask >> (value - 1) & 1 > 0


def no_die(value: int) -> Refusal:
    return no("no_die", "1.1", value=value)


def short_of(state: Position, seat: int, cost: list[int], rule: str) -> Refusal | None:
    """The first kind of a cost that is missing."""
    player = state.players[seat]
    for kind, needed in enumerate(cost):
        if player.goods[kind] < needed:
            have = player.goods[kind]
            return no("cannot_pay", rule, good=GOODS[kind], n=needed, have=have)
    return None


def spent_or_idle(state: Position, seat: int, card: int, rule: str, *, copies: int = 1) -> Refusal:
    """The card has no lay brother, a second active copy is needed, or its use of this round is spent."""
    workers = state.players[seat].workers[card]
    if not workers:
        return no("not_active", rule, card=CARDS[card])
    if workers < copies:
        return no("second_copy", rule, card=CARDS[card])
    return no("ability_spent", rule, card=CARDS[card])


def not_standing_or_manned(state: Position, seat: int, card: int, rule: str) -> Refusal | None:
    """Why no peasant can go to this card: it is not there, or every copy has one."""
    player = state.players[seat]
    if not player.stands[card]:
        return no("not_standing", rule, card=CARDS[card])
    return no("manned", rule, card=CARDS[card]) if player.stands[card] <= player.workers[card] else None


def no_room(state: Position, seat: int, card: int, rule: str) -> Refusal:
    """Why a building cannot be built, whatever it costs (§7.7 to §7.10); `rule` if it was not bought."""
    player = state.players[seat]
    if not player.hand[card]:
        return no("not_in_hand", rule, card=CARDS[card])
    if player.made[card] >= 2:
        return no("two_built", "7.8", card=CARDS[card])
    if card in HALLS and any(player.made[hall] for hall in HALLS if hall != card):
        return no("other_hall", "7.10")
    return no("farm_room", "7.9") if card in FARMS else no("no_space", "7.7")


def tower_limit(state: Position, seat: int, card: int) -> Refusal:
    """Why a tower cannot be built, whatever it costs (§7.5)."""
    if sum(state.players[seat].made[TYPES:]) >= 4:
        return no("four_towers", "7.5")
    return no("tower_used", "7.5", card=CARDS[card])

"""Peasants on their way: Baptistry, cards, Bath House, towers, crusades (§14.6, §14.7, §14.8)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import leave, listed, man, spanned, unbaptised_or_free, unman
from abbatia.games.kings_abbey.actions import FROM, TO
from abbatia.games.kings_abbey.dice import enlist
from abbatia.games.kings_abbey.pieces import (
    BAPTISTRY,
    BATH_HOUSE,
    BATTLEMENT,
    BIT,
    CARDS,
    COIN,
    CREWS,
    KINDS,
    ON_CARD,
    PLACES,
    SPANNING,
)
from abbatia.games.kings_abbey.questions import BATH_FROM, BATH_TO, answer, args_of, ask
from abbatia.games.kings_abbey.state import BATHS, USED, Position, tell

LAY_CARDS: Final = 0x3FFFFF  # the buildings and the Bell Tower: cards that a lay brother activates
TOWER_CARDS: Final = 0xC00000  # Battlement and Gate Tower


def do_baptise(s: Position, seat: int, arg: int) -> None:
    """From the last bench to the Baptistry (§14.6)."""
    s.benches[seat] &= ~BIT[9 + arg]
    s.baptistry[seat] += 1
    if s.events is not None:
        tell(s, "baptised", seat=seat, place=PLACES[9 + arg].replace(" ", "_"))


def do_activate(s: Position, seat: int, arg: int) -> None:
    """From the Baptistry to a card, as its lay brother (§14.7)."""
    s.baptistry[seat] -= 1
    man(s, seat, arg)


def do_bath(s: Position, seat: int, _arg: int) -> None:
    """The Bath House moves a peasant from card to card (§15.4)."""
    s.used[seat * USED + BATHS] += 1
    ask(s, seat, BATH_FROM)


def bath_sources(s: Position, seat: int) -> int:
    """Mask of the places from which a peasant can be moved to another card."""
    if not s.idle[seat]:
        return 0
    mask = 0
    for card in range(CREWS):
        if s.crew[seat * CREWS + card] > spanned(s, seat, card) and bath_targets(s, seat, ON_CARD + card):
            mask |= BIT[ON_CARD + card]
    if s.span_a[seat] >= 0 and bath_targets(s, seat, SPANNING):
        mask |= BIT[SPANNING]
    return mask


def bath_targets(s: Position, seat: int, place: int) -> int:
    """Mask of the cards to which the peasant of this place can move (§R35)."""
    idle = s.idle[seat]
    if place == SPANNING:
        return idle if s.goods[seat * KINDS] >= 5 else idle & LAY_CARDS
    card = place - ON_CARD
    if card >= BATTLEMENT:
        rough = s.rough[seat * 2 + card - BATTLEMENT]
        return idle & TOWER_CARDS if rough == s.crew[seat * CREWS + card] else idle
    return idle if s.goods[seat * KINDS] >= 5 else idle & LAY_CARDS


def can_bathe_to(s: Position, seat: int, card: int) -> bool:
    """Whether the Bath House can bring a lay brother from another card to this one (§15.4)."""
    if not s.idle[seat] >> card & 1 or s.crew[seat * CREWS + BATH_HOUSE] <= s.used[seat * USED + BATHS]:
        return False
    sources = bath_sources(s, seat) & ~BIT[ON_CARD + card]
    places = [place for place in range(ON_CARD, SPANNING + 1) if sources >> place & 1]
    return any(bath_targets(s, seat, place) >> card & 1 for place in places)


def legal_bath_from(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, bath_sources(s, seat))


def legal_bath_to(s: Position, seat: int) -> tuple[int, ...]:
    (place,) = args_of(s, seat)
    return listed(TO, bath_targets(s, seat, place))


def do_bath_from(s: Position, seat: int, place: int) -> None:
    answer(s, seat)
    ask(s, seat, BATH_TO, place)


def do_to(s: Position, seat: int, arg: int) -> None:
    """The move; a lay brother who becomes an archer pays for it (§R35)."""
    (place,) = answer(s, seat)
    source = place - ON_CARD
    rough = 0
    if place != SPANNING and source >= BATTLEMENT:
        at = seat * 2 + source - BATTLEMENT
        if s.rough[at] and (arg >= BATTLEMENT or s.rough[at] == s.crew[seat * CREWS + source]):
            rough = 1
            s.rough[at] -= 1
        unman(s, seat, source)
    else:
        leave(s, seat, place)
        if arg >= BATTLEMENT:
            s.goods[seat * KINDS + COIN] -= 5
    if arg >= BATTLEMENT:
        s.rough[seat * 2 + arg - BATTLEMENT] += rough
    if s.events is not None:
        tell(s, "bathed", seat=seat, place=PLACES[place].replace(" ", "_"), card=CARDS[arg])
    man(s, seat, arg)


def legal_archer(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(s, seat))


def do_archer_from(s: Position, seat: int, place: int) -> None:
    """The peasant becomes an archer; one from the benches is not baptised (§7.6)."""
    tower, free = answer(s, seat)
    leave(s, seat, place)
    if not free:
        s.goods[seat * KINDS + COIN] -= 5
    if place != BAPTISTRY:
        s.rough[seat * 2 + tower - BATTLEMENT] += 1
    man(s, seat, tower)


def do_crusader_from(s: Position, seat: int, place: int) -> None:
    """The peasant goes on crusade, then the first die (§3.12)."""
    slot, value, weight, dice = answer(s, seat)
    leave(s, seat, place)
    at = seat * 2 + slot
    s.crusader[at] = 1
    s.own_dice[at] += dice
    if s.events is not None:
        tell(s, "crusader", seat=seat, slot=slot + 1, place=PLACES[place].replace(" ", "_"))
    enlist(s, seat, slot, value, weight)

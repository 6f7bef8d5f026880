"""Phase 2: the event card; Plenty and Disaster act, Vikings attack (§2, §17)."""

from math import lcm
from typing import Final

from abbatia.games.kings_abbey.abbey import (
    arrive,
    can_arrive,
    discard_peasant,
    forfeit,
    gain,
    leave,
    listed,
    places,
    population,
    raze,
    receive,
)
from abbatia.games.kings_abbey.actions import DONE, FIGHT, LOSE, PASS, RAZE, RAZE_MANNED, SEND, USE_LANCE
from abbatia.games.kings_abbey.dice import AGAINST_VIKINGS, gifts, put, take_die
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.pieces import (
    ABBEY,
    ALL_CARDS,
    BIT,
    CREWS,
    FROM_RELICS,
    FROM_VIKINGS,
    KINDS,
    LANCE,
    PLACES,
    TOOL,
    VIKINGS,
)
from abbatia.games.kings_abbey.questions import LOSE_WHO, RAZE_WHICH, answer, ask
from abbatia.games.kings_abbey.state import CHANCE_MASK, ELIAS, KEPT, NOTHING, Position, tell

CHANCE_EVENT: Final = 2
CHANCE_VIKING: Final = 3

DRAW: Final = 0
LANCE_ASKED: Final = 1
ATTACK: Final = 2
PILLAGE: Final = 3
PLAGUE: Final = 4
LEAVE: Final = 5


def go_on(s: Position) -> None:
    """The next step of phase 2."""
    if s.stage == DRAW:
        draw(s)
    elif s.stage == LANCE_ASKED:
        roll_vikings(s)
    elif s.stage == ATTACK:
        next_defender(s)
    elif s.stage == PILLAGE:
        next_victim(s)
    elif s.stage == PLAGUE:
        next_plagued(s)
    else:
        s.phase, s.stage, s.lap = ABBEY, 0, 0


# -- the card --------------------------------------------------------------------------------------------


def draw(s: Position) -> None:
    """Chance draws, unless only Vikings put under the pile are left (§2.1, §2.2)."""
    if sum(s.pile):
        s.chance = CHANCE_EVENT
        s.acting = CHANCE_MASK
    elif s.round == 1:  # a pile of Vikings only: the first card is spent without effect
        s.under -= 1
        s.stage = LEAVE
    else:
        s.under -= 1
        turned_up(s, s.facts.event_category.index(VIKINGS))


def event_odds(s: Position, base: int) -> list[tuple[int, int]]:
    """Every card that can come: its category by the pile, then each unseen card alike (§13.6)."""
    facts = s.facts
    unseen = [0, 0, 0]
    for event, copies in enumerate(s.unseen_events):
        unseen[facts.event_category[event]] += copies
    whole = lcm(*[n for n in unseen if n])
    found = []
    for event, copies in enumerate(s.unseen_events):
        category = facts.event_category[event]
        weight = s.pile[category] * copies * whole // max(1, unseen[category])
        if weight:
            found.append((base + event, weight))
    return found


def drawn(s: Position, event: int) -> None:
    """A card is turned up; Vikings of round 1 go under the pile (§2.2)."""
    category = s.facts.event_category[event]
    s.pile[category] -= 1
    s.unseen_events[event] -= 1
    s.acting = 0
    if category == VIKINGS and s.round == 1:
        s.under += 1
        if s.events is not None:
            tell(s, "vikings_later")
        return
    turned_up(s, event)


def turned_up(s: Position, event: int) -> None:
    """The event of the round acts (§2.1)."""
    s.event = event
    s.lap = 0
    if s.events is not None:
        tell(s, "event", event=s.facts.event_ids[event])
    if s.facts.event_category[event] == VIKINGS:
        ask_lance(s)
        return
    s.stage = PLAGUE if s.facts.event_deaths[event] else LEAVE
    for seat in range(s.seats):
        receive(s, seat, s.facts.event_gain[event])
        lose_goods(s, seat, s.facts.event_loss[event])
        for _ in range(s.facts.event_arrivals[event]):
            if can_arrive(s, seat):
                arrive(s, seat)


def lose_goods(s: Position, seat: int, loss: list[int]) -> None:
    """Goods given back, or what is there (§17.12, §17.15)."""
    for kind in range(TOOL):
        if loss[kind]:
            s.goods[seat * KINDS + kind] -= min(loss[kind], s.goods[seat * KINDS + kind])


def next_plagued(s: Position) -> None:
    """In turn order each player discards a peasant (§17.16)."""
    if s.lap == s.seats:
        s.stage = LEAVE
        return
    seat = (s.first + s.lap) % s.seats
    s.lap += 1
    lose_peasants(s, seat, s.facts.event_deaths[s.event])
    if s.asks[seat]:
        s.turn = seat
        s.acting = BIT[seat]


# -- losing peasants and cards ----------------------------------------------------------------------------


def lose_peasants(s: Position, seat: int, number: int) -> None:
    """The owner chooses which peasants go; without a choice they go at once (§R12)."""
    if number >= population(s, seat):
        mask = places(s, seat)
        while mask:
            place = mask.bit_length() - 1
            discard_peasant(s, seat, place)
            mask = places(s, seat)
    elif number > 0:
        ask(s, seat, LOSE_WHO, number)


def legal_lose(s: Position, seat: int) -> tuple[int, ...]:
    return listed(LOSE, places(s, seat))


def do_lose(s: Position, seat: int, place: int) -> None:
    (number,) = answer(s, seat)
    discard_peasant(s, seat, place)
    if number > 1:
        ask(s, seat, LOSE_WHO, number - 1)


def legal_raze(s: Position, seat: int) -> tuple[int, ...]:
    """Copies without a peasant, and copies with one (§2.8, §R13)."""
    bare = manned = 0
    for card in range(ALL_CARDS):
        crew = s.crew[seat * CREWS + card] if card < CREWS else 0
        if s.stands[seat * ALL_CARDS + card] > crew:
            bare |= BIT[card]
        if crew:
            manned |= BIT[card]
    return listed(RAZE, bare) + listed(RAZE_MANNED, manned)


def do_raze(s: Position, seat: int, card: int) -> None:
    answer(s, seat)
    raze(s, seat, card, manned=False)


def do_raze_manned(s: Position, seat: int, card: int) -> None:
    answer(s, seat)
    raze(s, seat, card, manned=True)


# -- Vikings ---------------------------------------------------------------------------------------------


def ask_lance(s: Position) -> None:
    """The holder of the Holy Lance may repel the Vikings before the roll (§22.5)."""
    s.stage = LANCE_ASKED
    for seat in range(s.seats):
        if s.relics[seat] & BIT[LANCE]:
            s.turn = seat
            s.acting = BIT[seat]


def do_lance(s: Position, seat: int, _arg: int) -> None:
    """The card counts as repelled; five prestige in all (§22.5, §R53)."""
    s.relics[seat] &= ~BIT[LANCE]
    s.spent_relics[seat] |= BIT[LANCE]
    gain(s, seat, FROM_RELICS, 5)
    if s.events is not None:
        tell(s, "lance", seat=seat, points=5)
    s.stage = LEAVE
    s.acting = 0


def roll_vikings(s: Position) -> None:
    """One Viking die per player, two in solo, in descending order (§2.3)."""
    wanted = max(2, s.seats)
    if len(s.vikings) < wanted:
        s.chance = CHANCE_VIKING
        s.acting = CHANCE_MASK
        return
    s.vikings.sort(reverse=True)
    s.stage = ATTACK
    if s.events is not None:
        tell(s, "vikings", values=s.vikings[:])


def viking_rolled(s: Position, value: int) -> None:
    s.vikings.append(value)
    s.acting = 0


def next_defender(s: Position) -> None:
    """Whose turn against the Vikings it is; the attack ends when all are met (§2.4, §2.6)."""
    if len(s.cover) == len(s.vikings):
        outcome(s)
        return
    lap = s.lap
    s.lap += 1
    if s.seats == 1 and lap == (0 if s.elias_first else 1):
        elias_fights(s)
        return
    seat = 0 if s.seats == 1 else (s.first + lap) % s.seats
    s.turn = seat
    if not defences(s, seat) and s.saint_mode[seat] != KEPT:
        overrun(s, seat)
        return
    s.acting = BIT[seat]


def defences(s: Position, seat: int) -> tuple[int, ...]:
    """A matching die, a gift that gives one, a peasant (§2.4)."""
    needed = s.vikings[len(s.cover)]
    found: tuple[int, ...] = ()
    if s.mask[seat] >> (needed - 1) & 1:
        found = (FIGHT,)
    if seat * 2 + 1 not in s.cover:
        found += listed(SEND, places(s, seat))
    return found + gifts(s, seat)


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """What the player may do in phase 2 (§2.4, §2.5, §R10, §R11)."""
    if s.stage == LANCE_ASKED:
        return (DONE, USE_LANCE)
    found = defences(s, seat)
    if seat * 2 + 1 in s.cover:
        return (DONE, *found, *anytime(s, seat))
    if not found or found[0] > SEND + len(PLACES):
        return (PASS, *found, *anytime(s, seat))
    return found + anytime(s, seat)


def after(s: Position, seat: int) -> None:
    """The turn ends when all Vikings are met, after a peasant, or when no further die fits."""
    if s.stage != ATTACK:
        s.acting = 0
        return
    if len(s.cover) == len(s.vikings) or (seat * 2 + 1 in s.cover and not defences(s, seat)):
        s.acting = 0


def do_fight(s: Position, seat: int, _arg: int) -> None:
    """A die of the same value meets the Viking (§2.4, §2.5)."""
    value = s.vikings[len(s.cover)]
    take_die(s, seat, value)
    put(s, seat, AGAINST_VIKINGS, value, 1, 1)


def do_send(s: Position, seat: int, place: int) -> None:
    """A peasant meets the Viking and the turn is over (§2.4, §2.5)."""
    leave(s, seat, place)
    s.viking_peasants[seat] += 1
    s.cover.append(seat * 2)
    forfeit(s, seat, FROM_VIKINGS, 1)
    if s.events is not None:
        tell(s, "sent", seat=seat, place=PLACES[place].replace(" ", "_"))
    s.acting = 0


def overrun(s: Position, seat: int) -> None:
    """Neither die nor peasant: the Viking counts as met by a peasant (§R11)."""
    s.cover.append(NOTHING)
    forfeit(s, seat, FROM_VIKINGS, 1)
    s.acting = 0
    if s.events is not None:
        tell(s, "overrun", seat=seat)


def elias_fights(s: Position) -> None:
    """Elias meets one Viking with a pool die, else with a peasant (§24.6, §R64)."""
    value = s.vikings[len(s.cover)]
    if s.pool[value - 1]:
        s.pool[value - 1] -= 1
        s.elias_dice += 1
        s.cover.append(ELIAS * 2 + 1)
    elif s.elias_peasants:
        s.elias_peasants -= 1
        s.elias_gone += 1
        s.cover.append(ELIAS * 2)
    else:
        s.cover.append(NOTHING)
    if s.events is not None:
        tell(s, "elias_fought", value=value, die=s.cover[-1] == ELIAS * 2 + 1)


def outcome(s: Position) -> None:
    """More dice than peasants: repelled; else every player loses a card (§2.7, §2.8)."""
    monks = [cover // 2 for cover in s.cover if cover > 0 and cover & 1]
    s.lap = 0
    if 2 * len(monks) <= len(s.cover):
        s.stage = PILLAGE
        if s.events is not None:
            tell(s, "vikings_won")
        return
    s.stage = LEAVE
    if s.events is not None:
        tell(s, "vikings_repelled")
    most = max(monks.count(who) for who in monks)
    leaders = sorted({who for who in monks if monks.count(who) == most})
    if len(leaders) == 1 and leaders[0] != ELIAS:
        gain(s, leaders[0], FROM_VIKINGS, 3)
        if s.events is not None:
            tell(s, "majority", seat=leaders[0], points=3)


def next_victim(s: Position) -> None:
    """In turn order each player loses a card, or all coins and resources (§2.8, §2.10)."""
    if s.lap == s.seats:
        s.stage = LEAVE
        return
    seat = (s.first + s.lap) % s.seats
    s.lap += 1
    at = seat * ALL_CARDS
    if any(s.stands[at : at + ALL_CARDS]):
        ask(s, seat, RAZE_WHICH)
        s.turn = seat
        s.acting = BIT[seat]
        return
    for kind in range(TOOL):
        s.goods[seat * KINDS + kind] = 0
    if s.events is not None:
        tell(s, "plundered", seat=seat)

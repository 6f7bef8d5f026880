"""The attack of the Vikings (§2.3 to §2.10)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import forfeit, gain, leave, listed, places
from abbatia.games.kings_abbey.actions import FIGHT, SEND
from abbatia.games.kings_abbey.dice import AGAINST_VIKINGS, put, take_die
from abbatia.games.kings_abbey.gifts import gifts
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BIT,
    FROM_RELICS,
    FROM_VIKINGS,
    KINDS,
    LANCE,
    PLACES,
    TOOL,
)
from abbatia.games.kings_abbey.questions import RAZE_WHICH, ask
from abbatia.games.kings_abbey.state import CHANCE_MASK, ELIAS, KEPT, NOTHING, Position, tell

CHANCE_VIKING: Final = 3
LANCE_ASKED: Final = 1
ATTACK: Final = 2
PILLAGE: Final = 3
LEAVE: Final = 5


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
        if s.cover[-1] == ELIAS * 2 + 1:
            tell(s, "elias_fought", value=value)
        else:
            tell(s, "elias_sent", value=value)


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

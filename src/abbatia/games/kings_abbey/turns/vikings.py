"""The attack of the Vikings (§2.3 to §2.10)."""

from abbatia.games.kings_abbey.abbey import forfeit, gain, leave
from abbatia.games.kings_abbey.dice import AGAINST_VIKINGS, put, take_die
from abbatia.games.kings_abbey.fields import CHANCE_MASK, ELIAS, NOTHING, Position, by_die, by_peasant
from abbatia.games.kings_abbey.free_actions import may_save_stock
from abbatia.games.kings_abbey.legality import defences
from abbatia.games.kings_abbey.phases import ATTACK, CHANCE_VIKING, LANCE_ASKED, LEAVE, PILLAGE
from abbatia.games.kings_abbey.pieces import BIT, FROM_RELICS, FROM_VIKINGS, LANCE, PLACES, TOOL
from abbatia.games.kings_abbey.player import KEPT
from abbatia.games.kings_abbey.questions import RAZE_WHICH, ask


def ask_lance(state: Position) -> None:
    """The holder of the Holy Lance may repel the Vikings before the roll (§22.5)."""
    state.stage = LANCE_ASKED
    for seat in range(state.seats):
        if state.players[seat].relics & BIT[LANCE]:
            state.turn = seat
            state.acting = BIT[seat]


def do_lance(state: Position, seat: int, _arg: int) -> None:
    """The card counts as repelled; five prestige in all (§22.5, §R53)."""
    player = state.players[seat]
    player.relics &= ~BIT[LANCE]
    player.spent_relics |= BIT[LANCE]
    gain(state, seat, FROM_RELICS, 5)
    if state.events is not None:
        state.tell("lance", seat=seat, points=5)
    state.stage = LEAVE
    state.acting = 0


def roll_vikings(state: Position) -> None:
    """One Viking die per player, two in solo, in descending order (§2.3)."""
    wanted = max(2, state.seats)
    if len(state.vikings) < wanted:
        state.chance = CHANCE_VIKING
        state.acting = CHANCE_MASK
        return
    state.vikings.sort(reverse=True)
    state.stage = ATTACK
    if state.events is not None:
        state.tell("vikings", values=state.vikings[:])


def viking_rolled(state: Position, value: int) -> None:
    state.vikings.append(value)
    state.acting = 0


def next_defender(state: Position) -> None:
    """Whose turn against the Vikings it is; the attack ends when all are met (§2.4, §2.6)."""
    if len(state.cover) == len(state.vikings):
        outcome(state)
        return
    lap = state.lap
    state.lap += 1
    if state.seats == 1 and lap == (0 if state.elias.first else 1):
        elias_fights(state)
        return
    seat = 0 if state.seats == 1 else (state.first + lap) % state.seats
    state.turn = seat
    if not defences(state, seat) and state.players[seat].saint_mode != KEPT:
        overrun(state, seat)
        return
    state.acting = BIT[seat]


def do_fight(state: Position, seat: int, _arg: int) -> None:
    """A die of the same value meets the Viking (§2.4, §2.5)."""
    value = state.vikings[len(state.cover)]
    take_die(state, seat, value)
    put(state, seat, AGAINST_VIKINGS, value, 1, 1)


def do_send(state: Position, seat: int, place: int) -> None:
    """A peasant meets the Viking and the turn is over (§2.4, §2.5)."""
    leave(state, seat, place)
    state.players[seat].viking_peasants += 1
    state.cover.append(by_peasant(seat))
    forfeit(state, seat, FROM_VIKINGS, 1)
    if state.events is not None:
        state.tell("sent", seat=seat, place=PLACES[place].replace(" ", "_"))
    state.acting = 0


def overrun(state: Position, seat: int) -> None:
    """Neither die nor peasant: the Viking counts as met by a peasant (§R11)."""
    state.cover.append(NOTHING)
    forfeit(state, seat, FROM_VIKINGS, 1)
    state.acting = 0
    if state.events is not None:
        state.tell("overrun", seat=seat)


def elias_fights(state: Position) -> None:
    """Elias meets one Viking with a pool die, else with a peasant (§24.6, §R64)."""
    value = state.vikings[len(state.cover)]
    if state.elias.pool[value - 1]:
        state.elias.pool[value - 1] -= 1
        state.elias.dice += 1
        state.cover.append(by_die(ELIAS))
    elif state.elias.peasants:
        state.elias.peasants -= 1
        state.elias.gone += 1
        state.cover.append(by_peasant(ELIAS))
    else:
        state.cover.append(NOTHING)
    if state.events is not None:
        if state.cover[-1] == by_die(ELIAS):
            state.tell("elias_fought", value=value)
        else:
            state.tell("elias_sent", value=value)


def outcome(state: Position) -> None:
    """More dice than peasants: repelled; else every player loses a card (§2.7, §2.8)."""
    monks = [cover // 2 for cover in state.cover if cover > 0 and cover & 1]
    state.lap = 0
    if 2 * len(monks) <= len(state.cover):
        state.stage = PILLAGE
        if state.events is not None:
            state.tell("vikings_won")
        return
    state.stage = LEAVE
    if state.events is not None:
        state.tell("vikings_repelled")
    most = max(monks.count(who) for who in monks)
    leaders = sorted({who for who in monks if monks.count(who) == most})
    if len(leaders) == 1 and leaders[0] != ELIAS:
        gain(state, leaders[0], FROM_VIKINGS, 3)
        if state.events is not None:
            state.tell("majority", seat=leaders[0], points=3)


def next_victim(state: Position) -> None:
    """In turn order each player loses a card, or all coins and resources (§2.8, §2.10)."""
    if state.lap == state.seats:
        state.stage = LEAVE
        return
    seat = (state.first + state.lap) % state.seats
    player = state.players[seat]
    state.lap += 1
    if any(player.stands) or may_save_stock(state, seat):
        ask(state, seat, RAZE_WHICH)
        state.turn = seat
        state.acting = BIT[seat]
        return
    plunder(state, seat)


def plunder(state: Position, seat: int) -> None:
    """All coins and resources of a player without a card are lost (§2.10)."""
    player = state.players[seat]
    for kind in range(TOOL):
        player.goods[kind] = 0
    if state.events is not None:
        state.tell("plundered", seat=seat)

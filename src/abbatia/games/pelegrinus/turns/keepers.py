"""Relic keepers: captured where another seat wins, then ransomed for the holder's lowest relic."""

from abbatia.games.pelegrinus.board import RELIC_VALUES
from abbatia.games.pelegrinus.fields import HOLDERS, NOBODY_THERE, RELICS, Position
from abbatia.games.pelegrinus.majorities import KEEPERS, LEADER, most_recent, seats_in


def capture(state: Position, winner: int, city: int, crowd: int) -> None:
    """§8.1, §8.2, §R21: the winner takes one keeper of another seat, chosen by the tie rule of cities."""
    present = crowd >> KEEPERS
    if not present:
        return
    compared = present if state.own_keeper else present & ~(1 << winner)
    taken = most_recent(state, compared) if compared else winner
    if taken != winner:
        state.holders[taken] = winner
        state.changed |= HOLDERS
    tell_capture(state, winner, city, present, compared, taken)


def tell_capture(state: Position, winner: int, city: int, present: int, compared: int, taken: int) -> None:
    """Tell whose keeper is taken and why, and which go home."""
    if state.events is None:
        return
    name = state.board.cities[city]
    if compared and LEADER[compared] < 0:
        state.tell_by_token("keepers_compared", taken, city=name, seats=seats_in(compared))
    if taken != winner:
        state.tell("keeper_taken", seat=winner, owner=taken, city=name)
    elif present & ~(1 << winner):
        state.tell("keeper_shielded", seat=winner, city=name, others=seats_in(present & ~(1 << winner)))
    else:
        state.tell("keeper_safe", seat=winner, city=name)


def claim_all(state: Position) -> None:
    """§8.4, §8.6: one after the other, the most recent pope first, owners take their keepers back."""
    for seat in state.recency:
        holder = state.holders[seat]
        if holder >= 0:
            state.holders[seat] = NOBODY_THERE
            state.changed |= HOLDERS
            claim(state, seat, holder)


def claim(state: Position, seat: int, holder: int) -> None:
    """§8.4, §8.5: with the keeper comes the holder's lowest relic, if there is one."""
    kinds = len(RELIC_VALUES)
    for kind, value in enumerate(RELIC_VALUES):
        if state.relics[holder * kinds + kind]:
            state.changed |= RELICS
            state.relics[holder * kinds + kind] -= 1
            state.relics[seat * kinds + kind] += 1
            state.tell("relic_claimed", seat=seat, holder=holder, value=value)
            return
    state.tell("relic_missing", seat=seat, holder=holder)

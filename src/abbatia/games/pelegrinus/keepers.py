"""Relic keepers: captured where another seat wins, then ransomed for the holder's lowest relic."""

from abbatia.games.pelegrinus.board import RELIC_VALUES
from abbatia.games.pelegrinus.majorities import KEEPERS, LEADER, most_recent, seats_in
from abbatia.games.pelegrinus.position import NOBODY_THERE, Position


def capture(pos: Position, winner: int, city: int, crowd: int) -> None:
    """§8.1, §8.2, §R21: the winner takes one keeper of another seat, chosen by the tie rule of cities."""
    present = crowd >> KEEPERS
    if not present:
        return
    compared = present if pos.own_keeper else present & ~(1 << winner)
    taken = most_recent(pos, compared) if compared else winner
    if taken != winner:
        pos.holders[taken] = winner
    if pos.events is not None:
        tell_capture(pos, winner, city, present, compared, taken)


def tell_capture(pos: Position, winner: int, city: int, present: int, compared: int, taken: int) -> None:
    """Tell whose keeper is taken and why, and which go home."""
    name = pos.board.cities[city]
    if compared and LEADER[compared] < 0:
        pos.tell_by_token("keepers_compared", taken, city=name, seats=seats_in(compared))
    if taken != winner:
        pos.tell("keeper_taken", seat=winner, owner=taken, city=name)
    elif present & ~(1 << winner):
        pos.tell("keeper_shielded", seat=winner, city=name, others=seats_in(present & ~(1 << winner)))
    else:
        pos.tell("keeper_safe", seat=winner, city=name)


def claim_all(pos: Position) -> None:
    """§8.4, §8.6: one after the other, the most recent pope first, owners take their keepers back."""
    for seat in pos.recency:
        holder = pos.holders[seat]
        if holder >= 0:
            pos.holders[seat] = NOBODY_THERE
            claim(pos, seat, holder)


def claim(pos: Position, seat: int, holder: int) -> None:
    """§8.4, §8.5: with the keeper comes the holder's lowest relic, if there is one."""
    kinds = len(RELIC_VALUES)
    for kind, value in enumerate(RELIC_VALUES):
        if pos.relics[holder * kinds + kind]:
            pos.relics[holder * kinds + kind] -= 1
            pos.relics[seat * kinds + kind] += 1
            pos.tell("relic_claimed", seat=seat, holder=holder, value=value)
            return
    pos.tell("relic_missing", seat=seat, holder=holder)

"""Commanderies: one for the majority in each city that is not complete."""

from abbatia.games.pelegrinus.board import KEEPER
from abbatia.games.pelegrinus.fields import CHOICE, DUE_CITY, DUE_SEAT, PIECES, Position, seat_of
from abbatia.games.pelegrinus.legality import unbuilt
from abbatia.games.pelegrinus.majorities import (
    LEADER,
    most_recent,
    outcome,
    seats_with,
    tell_majority,
)
from abbatia.games.pelegrinus.phases import COMMANDERIES_CHOSEN
from abbatia.games.pelegrinus.turns.keepers import capture


def resolve(state: Position, crowd: list[int]) -> None:
    """§4.1, §6.1, §R15: every incomplete city where somebody stands; `due` keeps what a seat must choose."""
    winners = find_winners(state, crowd)
    wins = [0] * state.seats
    for winner in winners.values():
        wins[winner] += 1
    is_short = [wins[seat] > state.stock[seat] for seat in range(state.seats)]
    send_home(state)
    for city, winner in winners.items():
        tell_majority(state, city, crowd[city], winner)
        capture(state, winner, city, crowd[city])
        if not is_short[winner]:
            build(state, winner, city)
        elif not state.stock[winner]:
            state.tell("no_commandery_left", seat=winner, city=state.board.cities[city])
        else:
            state.due.append(city * DUE_CITY + winner * DUE_SEAT)


def find_winners(state: Position, crowd: list[int]) -> dict[int, int]:
    """§4.4, §4.5: the seat with the majority in each incomplete city; the track is the new one."""
    winners: dict[int, int] = {}
    full = state.full
    for city, bit in enumerate(state.board.bit):
        there = crowd[city]
        if not there or full & bit:
            continue
        found = outcome(there)
        if found:
            winner = LEADER[found & 15]
            winners[city] = winner if winner >= 0 else most_recent(state, found & 15)
        else:
            tell_idle_keepers(state, city, there)
    return winners


def tell_idle_keepers(state: Position, city: int, crowd: int) -> None:
    """§8.3: without a majority keepers have no effect."""
    state.tell("keepers_idle", city=state.board.cities[city], seats=seats_with(crowd, KEEPER))


def send_home(state: Position) -> None:
    """§6.4, §R17: characters in incomplete cities and at the court go home; the others stand for an abbey."""
    board = state.board
    full = state.full
    for piece, place in enumerate(state.orders):
        if place == board.court or (place < board.court and not full & board.bit[place]):
            state.orders[piece] = board.home


def build(state: Position, seat: int, city: int) -> None:
    """§2.3, §6.1, §6.2, §6.3: a commandery from the stock into the city."""
    board = state.board
    state.changed |= PIECES
    state.stock[seat] -= 1
    state.commanderies[seat * len(board.cities) + city] += 1
    state.presence[seat] |= board.bit[city]
    state.room[city] -= 1
    state.tell(
        "commandery_built", seat=seat, city=board.cities[city], left=state.stock[seat], room=state.room[city]
    )
    if not state.room[city]:
        state.full |= board.bit[city]
        state.tell("city_completed", city=board.cities[city])
        region = board.region_of[city]
        if state.is_complete(region):
            state.tell("region_completed", region=board.regions[region])


def ask(state: Position) -> bool:
    """§R16: a seat that has won more than it can build chooses, the most recent pope first; False: nobody."""
    for seat in state.recency:
        if any(seat_of(entry) == seat for entry in state.due):
            state.phase = COMMANDERIES_CHOSEN
            state.changed |= CHOICE
            state.actors = (seat,)
            return True
    return False


def choose(state: Position, seat: int, city: int) -> None:
    """§R16: build here; when the stock is empty the other cities stay as they are."""
    state.due.remove(city * DUE_CITY + seat * DUE_SEAT)
    build(state, seat, city)
    if state.stock[seat]:
        return
    for other in unbuilt(state):
        state.due.remove(other * DUE_CITY + seat * DUE_SEAT)
        state.tell("commandery_forgone", seat=seat, city=state.board.cities[other])

"""Commanderies: one for the majority in each city that is not complete."""

from abbatia.games.pelegrinus.board import KEEPER
from abbatia.games.pelegrinus.keepers import capture
from abbatia.games.pelegrinus.majorities import (
    LEADER,
    most_recent,
    outcome,
    seats_with,
    tell_crowd,
    tell_majority,
)
from abbatia.games.pelegrinus.position import (
    COMMANDERIES_CHOSEN,
    DUE_CITY,
    DUE_SEAT,
    Position,
    seat_of,
)


def resolve(pos: Position, crowd: list[int]) -> None:
    """§4.1, §6.1, §R15: every incomplete city where somebody stands; `due` keeps what a seat must choose."""
    winners = find_winners(pos, crowd)
    wins = [0] * pos.seats
    for winner in winners.values():
        wins[winner] += 1
    is_short = [wins[seat] > pos.stock[seat] for seat in range(pos.seats)]
    send_home(pos)
    for city, winner in winners.items():
        if pos.events is not None:
            tell_crowd(pos, city, crowd[city])
            tell_majority(pos, city, crowd[city], outcome(crowd[city]), winner)
        capture(pos, winner, city, crowd[city])
        if not is_short[winner]:
            build(pos, winner, city)
        elif not pos.stock[winner]:
            pos.tell("no_commandery_left", seat=winner, city=pos.board.cities[city])
        else:
            pos.due.append(city * DUE_CITY + winner * DUE_SEAT)


def find_winners(pos: Position, crowd: list[int]) -> dict[int, int]:
    """§4.4, §4.5: the seat with the majority in each incomplete city; the track is the new one."""
    winners: dict[int, int] = {}
    full = pos.full
    for city, bit in enumerate(pos.board.bit):
        there = crowd[city]
        if not there or full & bit:
            continue
        found = outcome(there)
        if found:
            winner = LEADER[found & 15]
            winners[city] = winner if winner >= 0 else most_recent(pos, found & 15)
        elif pos.events is not None:
            tell_idle_keepers(pos, city, there)
    return winners


def tell_idle_keepers(pos: Position, city: int, crowd: int) -> None:
    """§8.3: without a majority keepers have no effect."""
    name = pos.board.cities[city]
    pos.tell("keepers_idle", city=name, seats=seats_with(crowd, KEEPER))


def send_home(pos: Position) -> None:
    """§6.4, §R17: characters in incomplete cities and at the court go home; the others stand for an abbey."""
    board = pos.board
    full = pos.full
    for piece, place in enumerate(pos.orders):
        if place == board.court or (place < board.court and not full & board.bit[place]):
            pos.orders[piece] = board.home


def build(pos: Position, seat: int, city: int) -> None:
    """§2.3, §6.1, §6.2, §6.3: a commandery from the stock into the city."""
    board = pos.board
    pos.stock[seat] -= 1
    pos.commanderies[seat * len(board.cities) + city] += 1
    pos.presence[seat] |= board.bit[city]
    pos.room[city] -= 1
    pos.tell(
        "commandery_built", seat=seat, city=board.cities[city], left=pos.stock[seat], room=pos.room[city]
    )
    if not pos.room[city]:
        pos.full |= board.bit[city]
        pos.tell("city_completed", city=board.cities[city])
        region = board.region_of[city]
        if pos.is_complete(region):
            pos.tell("region_completed", region=board.regions[region])


def ask(pos: Position) -> bool:
    """§R16: who has won more than it can build chooses, the most recent pope first; False: nobody."""
    for seat in pos.recency:
        if any(seat_of(entry) == seat for entry in pos.due):
            pos.phase = COMMANDERIES_CHOSEN
            pos.actors = (seat,)
            return True
    return False


def legal(pos: Position) -> tuple[int, ...]:
    """§R16: any of the cities that the seat won and has not built in."""
    return tuple(pos.actions.commandery + city for city in choices(pos))


def choices(pos: Position) -> list[int]:
    """The cities among which the asked seat chooses, in the board's order."""
    seat = pos.actors[0]
    return sorted(entry // DUE_CITY for entry in pos.due if seat_of(entry) == seat)


def choose(pos: Position, seat: int, city: int) -> None:
    """§R16: build here; when the stock is empty the other cities stay as they are."""
    pos.due.remove(city * DUE_CITY + seat * DUE_SEAT)
    build(pos, seat, city)
    if pos.stock[seat]:
        return
    for other in choices(pos):
        pos.due.remove(other * DUE_CITY + seat * DUE_SEAT)
        pos.tell("commandery_forgone", seat=seat, city=pos.board.cities[other])

"""Abbeys: for the majority in complete cities of complete regions, at most two a region."""

from abbatia.games.pelegrinus.fields import (
    CHOICE,
    DUE_CITY,
    DUE_CLAIMED,
    DUE_SEAT,
    DUE_STACK,
    PIECES,
    Position,
    is_claimed,
    seat_of,
)
from abbatia.games.pelegrinus.legality import due_in, highest, places_left
from abbatia.games.pelegrinus.majorities import (
    KEEPERS,
    LEADER,
    crowd_at,
    crowds,
    most_recent,
    outcome,
    seats_in,
    stack_of,
    tell_majority,
)
from abbatia.games.pelegrinus.phases import ABBEYS_CHOSEN, ABBEYS_CLAIMED
from abbatia.games.pelegrinus.turns.commanderies import tell_idle_keepers
from abbatia.games.pelegrinus.turns.keepers import capture


def resolve(state: Position) -> None:
    """§4.1, §7.1, §7.7: find the majorities of all complete cities where somebody still stands."""
    court = state.board.court
    if all(place >= court for place in state.orders):
        return
    crowd = crowds(state)
    won: list[int] = []
    for region, cities in enumerate(state.board.region_cities):
        is_complete = state.is_complete(region)
        for city in cities:
            if not crowd[city]:
                continue
            if is_complete:
                find_winner(state, city, crowd[city], won)
            else:
                tell_void(state, city, crowd[city])
    enter(state, won)


def tell_void(state: Position, city: int, crowd: int) -> None:
    """§3.8: in a complete city of a region that is not complete nobody has any effect."""
    if state.events is None:
        return
    board = state.board
    seats = [s for s in range(state.seats) if stack_of(crowd, s) or crowd >> KEEPERS + s & 1]
    region = board.regions[board.region_of[city]]
    state.tell("void", city=board.cities[city], region=region, seats=seats)


def find_winner(state: Position, city: int, crowd: int, won: list[int]) -> None:
    """§4.4, §4.5: enter the majority of one city, with the height of its stack, as won."""
    found = outcome(crowd)
    if not found:
        tell_idle_keepers(state, city, crowd)
        return
    winner = LEADER[found & 15]
    if winner < 0:
        winner = most_recent(state, found & 15)
    tell_majority(state, city, crowd, winner)
    won.append(city * DUE_CITY + winner * DUE_SEAT + (found >> 4))


def enter(state: Position, won: list[int]) -> None:
    """§7.4, §R19: a city is due if its seat has abbeys for all it won; else the seat claims first."""
    wins = [0] * state.seats
    for entry in won:
        wins[seat_of(entry)] += 1
    for entry in won:
        seat = seat_of(entry)
        if wins[seat] <= state.abbey_stock[seat]:
            state.due.append(entry + DUE_CLAIMED)
        elif state.abbey_stock[seat]:
            state.due.append(entry)
        else:
            state.tell("no_abbey_left", seat=seat, city=state.board.cities[entry // DUE_CITY])
            capture_at(state, entry)


def capture_at(state: Position, entry: int) -> None:
    """§8.1, §R11: whoever won the city takes a keeper there."""
    city = entry // DUE_CITY
    capture(state, seat_of(entry), city, crowd_at(state, city))


# -- claims: fewer abbeys than majorities ----------------------------------------------------------------


def ask_claim(state: Position) -> bool:
    """§R19: a seat that has won more than it can build claims, the most recent pope first; False: nobody."""
    for seat in state.recency:
        if any(seat_of(entry) == seat and not is_claimed(entry) for entry in state.due):
            state.phase = ABBEYS_CLAIMED
            state.changed |= CHOICE
            state.actors = (seat,)
            return True
    return False


def claim(state: Position, seat: int, city: int) -> None:
    """§R19: this abbey is due; when all abbeys left are claimed, the other cities are not due."""
    for n, entry in enumerate(state.due):
        if entry // DUE_CITY == city:
            state.due[n] = entry + DUE_CLAIMED
    state.tell("abbey_claimed", seat=seat, city=state.board.cities[city])
    claimed = sum(1 for entry in state.due if seat_of(entry) == seat and is_claimed(entry))
    if claimed < state.abbey_stock[seat]:
        return
    for entry in state.due[:]:
        if seat_of(entry) == seat and not is_claimed(entry):
            state.due.remove(entry)
            state.tell("abbey_forgone", seat=seat, city=state.board.cities[entry // DUE_CITY])
            capture_at(state, entry)


# -- settling: at most two a region ----------------------------------------------------------------------


def announce(state: Position) -> None:
    """§7.5: tell where more abbeys are due than places are left."""
    if state.events is None:
        return
    board = state.board
    for region, name in enumerate(board.regions):
        due = due_in(state, region)
        if len(due) > places_left(state, region):
            cities = [board.cities[entry // DUE_CITY] for entry in due]
            state.tell("abbeys_exceed", region=name, cities=cities, places=places_left(state, region))


def settle(state: Position) -> bool:
    """§7.4, §7.5, §7.6: build what is due, region by region; False when a seat must choose first."""
    if not state.due:
        return True
    return all(settle_region(state, region) for region in range(len(state.board.regions)))


def settle_region(state: Position, region: int) -> bool:
    """§7.5: the highest stacks first, ties by the pope; §7.6: the rest is cancelled."""
    while due := due_in(state, region):
        places = places_left(state, region)
        if not places:
            for entry in due:
                cancel(state, entry)
            return True
        if len(due) <= places:
            for entry in due:
                build(state, entry)
            return True
        equal = highest(state, due)
        if len(equal) > places:
            state.phase = ABBEYS_CHOSEN
            state.changed |= CHOICE
            state.actors = (seat_of(equal[0]),)
            return False
        tell_tie(state, due, equal[0], places)
        build(state, equal[0])
    return True


def tell_tie(state: Position, due: list[int], first: int, places: int) -> None:
    """Tell by which token the last abbey is given when stacks of several seats are equal."""
    if state.events is None:
        return
    height = first % DUE_STACK
    level = [entry for entry in due if entry % DUE_STACK == height]
    seats = 0
    for entry in level:
        seats |= 1 << seat_of(entry)
    if len(level) > places and LEADER[seats] < 0:
        region = state.board.regions[state.board.region_of[first // DUE_CITY]]
        state.tell_by_token("abbey_tie", seat_of(first), region=region, tied=seats_in(seats), height=height)


def build(state: Position, entry: int) -> None:
    """§7.1, §7.2: the abbey stands beside the commanderies; its winner takes a keeper."""
    city, seat = entry // DUE_CITY, seat_of(entry)
    board = state.board
    region = board.region_of[city]
    state.due.remove(entry)
    state.changed |= PIECES
    state.abbey_stock[seat] -= 1
    state.abbeys[city] = seat
    state.raised |= board.bit[city]
    left = state.abbey_stock[seat]
    state.tell("abbey_built", seat=seat, city=board.cities[city], height=entry % DUE_STACK, left=left)
    capture_at(state, entry)
    if state.is_closed(region):
        state.tell("region_closed", region=board.regions[region])


def cancel(state: Position, entry: int) -> None:
    """§7.6, §R20: no place is left; by the option the majority still takes a keeper."""
    city, seat = entry // DUE_CITY, seat_of(entry)
    state.due.remove(entry)
    state.tell("abbey_cancelled", seat=seat, city=state.board.cities[city], height=entry % DUE_STACK)
    if state.cancelled_keeper:
        capture_at(state, entry)
    elif (crowd := crowd_at(state, city)) >> KEEPERS:
        tell_idle_keepers(state, city, crowd)


def choose(state: Position, city: int) -> None:
    """§R18: the abbey is built here."""
    for entry in state.due:
        if entry // DUE_CITY == city:
            build(state, entry)
            return

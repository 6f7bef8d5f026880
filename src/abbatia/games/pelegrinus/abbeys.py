"""Abbeys: for the majority in complete cities of complete regions, at most two a region."""

from abbatia.games.pelegrinus.commanderies import tell_idle_keepers
from abbatia.games.pelegrinus.keepers import capture
from abbatia.games.pelegrinus.majorities import (
    KEEPERS,
    LEADER,
    crowd_at,
    crowds,
    most_recent,
    outcome,
    seats_in,
    stack_of,
    tell_crowd,
    tell_majority,
)
from abbatia.games.pelegrinus.position import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    DUE_CITY,
    DUE_CLAIMED,
    DUE_SEAT,
    DUE_STACK,
    Position,
    is_claimed,
    seat_of,
)


def resolve(pos: Position) -> None:
    """§4.1, §7.1, §7.7: find the majorities of all complete cities where somebody still stands."""
    court = pos.board.court
    if all(place >= court for place in pos.orders):
        return
    crowd = crowds(pos)
    won: list[int] = []
    for region, cities in enumerate(pos.board.region_cities):
        is_complete = pos.is_complete(region)
        for city in cities:
            if not crowd[city]:
                continue
            if is_complete:
                find_winner(pos, city, crowd[city], won)
            else:
                tell_void(pos, city, crowd[city])
    enter(pos, won)


def tell_void(pos: Position, city: int, crowd: int) -> None:
    """§3.8: in a complete city of a region that is not complete nobody has any effect."""
    if pos.events is not None:
        board = pos.board
        seats = [s for s in range(pos.seats) if stack_of(crowd, s) or crowd >> KEEPERS + s & 1]
        region = board.regions[board.region_of[city]]
        pos.tell("void", city=board.cities[city], region=region, seats=seats)


def find_winner(pos: Position, city: int, crowd: int, won: list[int]) -> None:
    """§4.4, §4.5: enter the majority of one city, with the height of its stack, as won."""
    found = outcome(crowd)
    if not found:
        tell_idle_keepers(pos, city, crowd)
        return
    winner = LEADER[found & 15]
    if winner < 0:
        winner = most_recent(pos, found & 15)
    if pos.events is not None:
        tell_crowd(pos, city, crowd)
        tell_majority(pos, city, crowd, found, winner)
    won.append(city * DUE_CITY + winner * DUE_SEAT + (found >> 4))


def enter(pos: Position, won: list[int]) -> None:
    """§7.4, §R19: what a seat has abbeys for is due; who has fewer abbeys than majorities claims first."""
    wins = [0] * pos.seats
    for entry in won:
        wins[seat_of(entry)] += 1
    for entry in won:
        seat = seat_of(entry)
        if wins[seat] <= pos.abbey_stock[seat]:
            pos.due.append(entry + DUE_CLAIMED)
        elif pos.abbey_stock[seat]:
            pos.due.append(entry)
        else:
            pos.tell("no_abbey_left", seat=seat, city=pos.board.cities[entry // DUE_CITY])
            capture_at(pos, entry)


def capture_at(pos: Position, entry: int) -> None:
    """§8.1, §R11: whoever won the city takes a keeper there."""
    city = entry // DUE_CITY
    capture(pos, seat_of(entry), city, crowd_at(pos, city))


# -- claims: fewer abbeys than majorities ----------------------------------------------------------------


def ask_claim(pos: Position) -> bool:
    """§R19: who has won more than it can build claims, the most recent pope first; False: nobody."""
    for seat in pos.recency:
        if any(seat_of(entry) == seat and not is_claimed(entry) for entry in pos.due):
            pos.phase = ABBEYS_CLAIMED
            pos.actors = (seat,)
            return True
    return False


def unclaimed(pos: Position) -> list[int]:
    """The cities that the asked seat has won and not claimed."""
    seat = pos.actors[0]
    return sorted(e // DUE_CITY for e in pos.due if seat_of(e) == seat and not is_claimed(e))


def legal_claims(pos: Position) -> tuple[int, ...]:
    """§R19: any city won and not claimed, over all regions."""
    return tuple(pos.actions.claim + city for city in unclaimed(pos))


def claim(pos: Position, seat: int, city: int) -> None:
    """§R19: this abbey is due; when all abbeys left are claimed, the other cities are not due."""
    for n, entry in enumerate(pos.due):
        if entry // DUE_CITY == city:
            pos.due[n] = entry + DUE_CLAIMED
    pos.tell("abbey_claimed", seat=seat, city=pos.board.cities[city])
    claimed = sum(1 for entry in pos.due if seat_of(entry) == seat and is_claimed(entry))
    if claimed < pos.abbey_stock[seat]:
        return
    for entry in pos.due[:]:
        if seat_of(entry) == seat and not is_claimed(entry):
            pos.due.remove(entry)
            pos.tell("abbey_forgone", seat=seat, city=pos.board.cities[entry // DUE_CITY])
            capture_at(pos, entry)


# -- settling: at most two a region ----------------------------------------------------------------------


def announce(pos: Position) -> None:
    """§7.5: tell where more abbeys are due than places are left."""
    if pos.events is None:
        return
    board = pos.board
    for region, name in enumerate(board.regions):
        due = due_in(pos, region)
        if len(due) > places_left(pos, region):
            cities = [board.cities[entry // DUE_CITY] for entry in due]
            pos.tell("abbeys_exceed", region=name, cities=cities, places=places_left(pos, region))


def due_in(pos: Position, region: int) -> list[int]:
    """The due abbeys of a region."""
    region_of = pos.board.region_of
    return [entry for entry in pos.due if region_of[entry // DUE_CITY] == region]


def places_left(pos: Position, region: int) -> int:
    """§7.3: how many abbeys the region can still take."""
    return pos.board.most_abbeys[region] - pos.abbeys_in(region)


def settle(pos: Position) -> bool:
    """§7.4, §7.5, §7.6: build what is due, region by region; False when a seat must choose first."""
    if not pos.due:
        return True
    return all(settle_region(pos, region) for region in range(len(pos.board.regions)))


def settle_region(pos: Position, region: int) -> bool:
    """§7.5: the highest stacks first, ties by the pope; §7.6: the rest is cancelled."""
    while due := due_in(pos, region):
        places = places_left(pos, region)
        if not places:
            for entry in due:
                cancel(pos, entry)
            return True
        if len(due) <= places:
            for entry in due:
                build(pos, entry)
            return True
        equal = highest(pos, due)
        if len(equal) > places:
            pos.phase = ABBEYS_CHOSEN
            pos.actors = (seat_of(equal[0]),)
            return False
        tell_tie(pos, due, equal[0], places)
        build(pos, equal[0])
    return True


def highest(pos: Position, due: list[int]) -> list[int]:
    """§7.5: the highest stacks of the seat that comes first; several when that seat has equal ones."""
    height = max(entry % DUE_STACK for entry in due)
    seats = 0
    for entry in due:
        if entry % DUE_STACK == height:
            seats |= 1 << seat_of(entry)
    first = most_recent(pos, seats)
    return [entry for entry in due if entry % DUE_STACK == height and seat_of(entry) == first]


def tell_tie(pos: Position, due: list[int], first: int, places: int) -> None:
    """Tell by which token the last abbey is given when stacks of several seats are equal."""
    height = first % DUE_STACK
    level = [entry for entry in due if entry % DUE_STACK == height]
    seats = 0
    for entry in level:
        seats |= 1 << seat_of(entry)
    if pos.events is not None and len(level) > places and LEADER[seats] < 0:
        region = pos.board.regions[pos.board.region_of[first // DUE_CITY]]
        pos.tell_by_token("abbey_tie", seat_of(first), region=region, tied=seats_in(seats), height=height)


def build(pos: Position, entry: int) -> None:
    """§7.1, §7.2: the abbey stands beside the commanderies; its winner takes a keeper."""
    city, seat = entry // DUE_CITY, seat_of(entry)
    board = pos.board
    region = board.region_of[city]
    pos.due.remove(entry)
    pos.abbey_stock[seat] -= 1
    pos.abbeys[city] = seat
    pos.raised |= board.bit[city]
    left = pos.abbey_stock[seat]
    pos.tell("abbey_built", seat=seat, city=board.cities[city], height=entry % DUE_STACK, left=left)
    capture_at(pos, entry)
    if pos.is_closed(region):
        pos.tell("region_closed", region=board.regions[region])


def cancel(pos: Position, entry: int) -> None:
    """§7.6, §R20: no place is left; by the option the majority still takes a keeper."""
    city, seat = entry // DUE_CITY, seat_of(entry)
    pos.due.remove(entry)
    pos.tell("abbey_cancelled", seat=seat, city=pos.board.cities[city], height=entry % DUE_STACK)
    if pos.cancelled_keeper:
        capture_at(pos, entry)
    elif pos.events is not None and (crowd := crowd_at(pos, city)) >> KEEPERS:
        tell_idle_keepers(pos, city, crowd)


# -- the choice between equal stacks ---------------------------------------------------------------------


def equal_stacks(pos: Position) -> list[int]:
    """§R18: the cities with equal stacks among which the asked seat chooses."""
    for region in range(len(pos.board.regions)):
        due = due_in(pos, region)
        if len(due) > places_left(pos, region):
            return sorted(entry // DUE_CITY for entry in highest(pos, due))
    return []


def legal_abbeys(pos: Position) -> tuple[int, ...]:
    """§R18: one of the equal stacks."""
    return tuple(pos.actions.abbey + city for city in equal_stacks(pos))


def choose(pos: Position, city: int) -> None:
    """§R18: the abbey is built here."""
    for entry in pos.due:
        if entry // DUE_CITY == city:
            build(pos, entry)
            return

"""Reading what a saved turn has brought so far: programmes, or majorities that are not settled."""

from collections.abc import Mapping
from typing import Any

from abbatia.core.contract import BadSetup
from abbatia.games.pelegrinus import abbeys, commanderies
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT, NO_CHANGES, SEALED
from abbatia.games.pelegrinus.board import CHARACTERS
from abbatia.games.pelegrinus.majorities import LEADER, crowd_at, most_recent, outcome
from abbatia.games.pelegrinus.position import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    CHANGES,
    COMMANDERIES_CHOSEN,
    DUE_CITY,
    DUE_CLAIMED,
    DUE_SEAT,
    NOBODY_THERE,
    Position,
    is_claimed,
    seat_of,
)
from abbatia.games.pelegrinus.programming import ACTORS, NEXT, begin_turn
from abbatia.games.pelegrinus.reading import a_count, a_known, a_list, an_object, field, shown


def read_programmes(pos: Position, given: Mapping[str, Any]) -> None:
    """§3.1 – §3.6: the orders of each seat; left out, nobody has begun."""
    pos.turn -= 1
    begin_turn(pos)
    for seat, item in enumerate(a_list(given.get("programmes", []), "programmes", 0, pos.seats)):
        read_programme(pos, seat, an_object(item, f"programmes[{seat}]"))
    if not pos.waiting:
        raise BadSetup("pelegrinus.position.all_sealed", where="programmes")
    pos.actors = ACTORS[pos.waiting]


def read_programme(pos: Position, seat: int, given: Mapping[str, Any]) -> None:
    where = f"programmes[{seat}]"
    orders = an_object(given.get("orders", {}), f"{where}.orders")
    for name, place in orders.items():
        spot = f"{where}.orders.{shown(name)}"
        character = CHARACTERS.index(a_known(name, spot, set(CHARACTERS)))
        if place is not None:
            number = pos.board.places.index(a_known(place, spot, set(pos.board.places)))
            read_order(pos, seat, character, number, spot)
    pos.hand[seat] = NEXT[pos.missing[seat]]
    pos.changes[seat] = a_count(given.get("changes_left", CHANGES), f"{where}.changes_left", 0, CHANGES)
    hand = given.get("in_hand")
    if hand is not None:
        character = CHARACTERS.index(a_known(hand, f"{where}.in_hand", set(CHARACTERS)))
        if not pos.missing[seat] >> character & 1:
            raise BadSetup("pelegrinus.position.in_hand", where=f"{where}.in_hand", character=hand)
        pos.hand[seat] = character
    if given.get("sealed"):
        if pos.missing[seat]:
            raise BadSetup("pelegrinus.position.sealed", where=f"{where}.sealed", seat=seat)
        pos.hand[seat] = SEALED
        pos.changes[seat] = CHANGES
        pos.waiting &= ~(1 << seat)


def read_order(pos: Position, seat: int, character: int, place: int, where: str) -> None:
    """§3.7: only where the seat may send this character."""
    if pos.actions.send(character, place) not in pos.menus[seat][NO_CHANGES + character]:
        raise BadSetup("pelegrinus.position.order", where=where, place=pos.board.places[place])
    pos.orders[seat * CHARACTER_COUNT + character] = place
    pos.missing[seat] &= ~(1 << character)


# -- a resolution that waits for a choice ----------------------------------------------------------------


def read_resolution(pos: Position, given: Mapping[str, Any]) -> None:
    """§R16, §R18, §R19: who stands where, which keepers are held, which majorities are not settled."""
    board = pos.board
    pos.orders = [board.home] * len(pos.orders)
    for n, item in enumerate(a_list(given.get("standing", []), "standing", 0, len(pos.orders))):
        read_standing(pos, f"standing[{n}]", an_object(item, f"standing[{n}]"))
    read_keepers(pos, given)
    for n, item in enumerate(a_list(field(given, "due", "position"), "due", 1, 4 * pos.seats)):
        read_due(pos, f"due[{n}]", an_object(item, f"due[{n}]"))
    phase = pos.phase
    if not is_asked(pos) or pos.phase != phase:
        raise BadSetup("pelegrinus.position.no_choice", where="due")


def read_standing(pos: Position, where: str, given: Mapping[str, Any]) -> None:
    """§3.7: who still stands on the map stands in a complete city with an own commandery."""
    board = pos.board
    seat = a_count(field(given, "seat", where), f"{where}.seat", 0, pos.seats - 1)
    name = a_known(field(given, "character", where), f"{where}.character", set(CHARACTERS))
    city = board.city_number[a_known(field(given, "city", where), f"{where}.city", set(board.cities))]
    piece = seat * CHARACTER_COUNT + CHARACTERS.index(name)
    bit = board.bit[city]
    if pos.orders[piece] != board.home or not pos.full & pos.presence[seat] & bit:
        raise BadSetup("pelegrinus.position.standing", where=where, character=name, city=board.cities[city])
    pos.orders[piece] = city


def read_keepers(pos: Position, given: Mapping[str, Any]) -> None:
    """§8.1: who holds whose keeper; nobody holds the own."""
    holders = a_list(given.get("keepers", [None] * pos.seats), "keepers", pos.seats, pos.seats)
    for seat, holder in enumerate(holders):
        if holder is not None:
            pos.holders[seat] = a_count(holder, f"keepers[{seat}]", 0, pos.seats - 1)
            if holder == seat:
                raise BadSetup("pelegrinus.position.own_keeper", where=f"keepers[{seat}]", seat=seat)


def read_due(pos: Position, where: str, given: Mapping[str, Any]) -> None:
    """A majority won whose building is not settled."""
    board = pos.board
    city = board.city_number[a_known(field(given, "city", where), f"{where}.city", set(board.cities))]
    seat = a_count(field(given, "seat", where), f"{where}.seat", 0, pos.seats - 1)
    height = a_count(given.get("height", 0), f"{where}.height", 0, 10)
    if pos.phase == COMMANDERIES_CHOSEN:
        is_won = height == 0 and pos.room[city] > 0 and not given.get("claimed")
    else:
        is_won = pos.is_complete(board.region_of[city]) and won_by(pos, city) == (seat, height)
    if not is_won or any(entry // DUE_CITY == city for entry in pos.due):
        raise BadSetup("pelegrinus.position.due", where=where, city=board.cities[city], seat=seat)
    claimed = DUE_CLAIMED if given.get("claimed") else 0
    pos.due.append(city * DUE_CITY + seat * DUE_SEAT + claimed + height)


def won_by(pos: Position, city: int) -> tuple[int, int]:
    """The seat with the majority in a city, and the height of its stack."""
    found = outcome(crowd_at(pos, city))
    if not found:
        return NOBODY_THERE, 0
    winner = LEADER[found & 15]
    return (winner if winner >= 0 else most_recent(pos, found & 15)), found >> 4


def is_asked(pos: Position) -> bool:
    """Whether the position waits for a choice between more things than the seat can have."""
    for seat in range(pos.seats):
        mine = [entry for entry in pos.due if seat_of(entry) == seat]
        claimed = sum(is_claimed(entry) for entry in mine)
        stock = pos.stock[seat] if pos.phase == COMMANDERIES_CHOSEN else pos.abbey_stock[seat]
        if len(mine) > claimed and not claimed < stock < len(mine):
            return False
        if claimed > stock:
            return False
    if pos.phase == COMMANDERIES_CHOSEN:
        return commanderies.ask(pos)
    if pos.phase == ABBEYS_CLAIMED:
        return abbeys.ask_claim(pos)
    return pos.phase == ABBEYS_CHOSEN and is_abbey_asked(pos)


def is_abbey_asked(pos: Position) -> bool:
    """§R18: whether equal stacks of one seat wait for its choice in the first region that is not settled."""
    if not all(is_claimed(entry) for entry in pos.due):
        return False
    region = min(pos.board.region_of[entry // DUE_CITY] for entry in pos.due)
    due = abbeys.due_in(pos, region)
    equal = abbeys.highest(pos, due)
    pos.actors = (seat_of(equal[0]),)
    return len(due) > abbeys.places_left(pos, region) < len(equal) and abbeys.places_left(pos, region) > 0

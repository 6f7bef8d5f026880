"""Legality: what each seat and chance may do now."""

from collections.abc import Sequence

from abbatia.games.pelegrinus.fields import DUE_CITY, DUE_STACK, Position, is_claimed, seat_of
from abbatia.games.pelegrinus.majorities import most_recent
from abbatia.games.pelegrinus.phases import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    POPES_PLACED,
    SITES_DRAWN,
)


def odds(state: Position) -> Sequence[tuple[int, int]]:
    """§1.2, §1.3: every order of the first popes and every site of a group is as likely."""
    if state.phase == POPES_PLACED:
        return [(state.actions.pope + seat, 1) for seat in range(state.seats) if seat not in state.recency]
    if state.phase == SITES_DRAWN:
        actions = state.actions
        group = state.board.draws[open_draw(state)]
        return [(actions.activate + actions.drawn_sites.index(site), 1) for site in group]
    return ()


def open_draw(state: Position) -> int:
    """The first group of sites of which none is in force yet; the number of groups when all are drawn."""
    for number, group in enumerate(state.board.draws):
        if not any(state.sites >> site & 1 for site in group):
            return number
    return len(state.board.draws)


def usable(state: Position) -> int:
    """§2.1, §2.5, §R9: the cities of open regions that are not closed, without those that have an abbey."""
    board = state.board
    cities = board.open_at[state.turn] & ~state.raised  # masks of cities
    if state.raised:
        for region, mask in enumerate(board.region_mask):
            if state.is_closed(region):
                cities &= ~mask
    return cities


def legal_choices(state: Position) -> tuple[int, ...]:
    """What the seat that is asked may choose."""
    if state.phase == COMMANDERIES_CHOSEN:
        return legal_commanderies(state)
    if state.phase == ABBEYS_CLAIMED:
        return legal_claims(state)
    if state.phase == ABBEYS_CHOSEN:
        return legal_abbeys(state)
    return ()


def legal_commanderies(state: Position) -> tuple[int, ...]:
    """§R16: any of the cities that the seat won and has not built in."""
    return tuple(state.actions.commandery + city for city in unbuilt(state))


def unbuilt(state: Position) -> list[int]:
    """The cities among which the asked seat chooses, in the board's order."""
    seat = state.actors[0]
    return sorted(entry // DUE_CITY for entry in state.due if seat_of(entry) == seat)


def unclaimed(state: Position) -> list[int]:
    """The cities that the asked seat has won and not claimed."""
    seat = state.actors[0]
    return sorted(e // DUE_CITY for e in state.due if seat_of(e) == seat and not is_claimed(e))


def legal_claims(state: Position) -> tuple[int, ...]:
    """§R19: any city won and not claimed, over all regions."""
    return tuple(state.actions.claim + city for city in unclaimed(state))


def due_in(state: Position, region: int) -> list[int]:
    """The due abbeys of a region."""
    region_of = state.board.region_of
    return [entry for entry in state.due if region_of[entry // DUE_CITY] == region]


def places_left(state: Position, region: int) -> int:
    """§7.3: how many abbeys the region can still take."""
    return state.board.most_abbeys[region] - state.abbeys_in(region)


def highest(state: Position, due: list[int]) -> list[int]:
    """§7.5: the highest stacks of the seat that comes first; several when that seat has equal ones."""
    height = max(entry % DUE_STACK for entry in due)
    seats = 0
    for entry in due:
        if entry % DUE_STACK == height:
            seats |= 1 << seat_of(entry)
    first = most_recent(state, seats)
    return [entry for entry in due if entry % DUE_STACK == height and seat_of(entry) == first]


def equal_stacks(state: Position) -> list[int]:
    """§R18: the cities with equal stacks among which the asked seat chooses."""
    for region in range(len(state.board.regions)):
        due = due_in(state, region)
        if len(due) > places_left(state, region):
            return sorted(entry // DUE_CITY for entry in highest(state, due))
    return []


def legal_abbeys(state: Position) -> tuple[int, ...]:
    """§R18: one of the equal stacks."""
    return tuple(state.actions.abbey + city for city in equal_stacks(state))

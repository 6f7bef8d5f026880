"""The observation: what a viewer sees, which is all but the programmes that are not revealed yet."""

from typing import Final

from abbatia.core.observation import ScoreLine
from abbatia.core.views import ALL, Section
from abbatia.games.pelegrinus.actions import ALL_ORDERED, CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, START_SLOTS, TURNS
from abbatia.games.pelegrinus.fields import (
    CHOICE,
    DUE_CITY,
    DUE_STACK,
    HOLDERS,
    PIECES,
    RELICS,
    ROUND,
    SEALS,
    SITES,
    TRACK,
    UNORDERED,
    Position,
    is_claimed,
    seat_of,
)
from abbatia.games.pelegrinus.legality import legal_choices
from abbatia.games.pelegrinus.observation_types import (
    ChoiceSeen,
    CitySeen,
    PelegrinusOwn,
    PlayerSeen,
    Programme,
    RegionSeen,
    SiteSeen,
    SpaceSeen,
    StandingSeen,
)
from abbatia.games.pelegrinus.phases import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    PHASES,
    PROGRAMMING,
)
from abbatia.games.pelegrinus.scoring import lines, relics_of, score


def to_act(state: Position) -> list[int]:
    """The seats that are to act, without chance."""
    return [actor for actor in state.actors if actor >= 0]


def phase(state: Position) -> str:
    return PHASES[state.phase]


def scores(state: Position) -> list[int]:
    """§10.1: all points are counted at the end, so these are the points if the game ended now."""
    return [score(state, seat) for seat in range(state.seats)]


def sheets(state: Position) -> list[list[ScoreLine]]:
    return [[line.to_json() for line in lines(state, seat)] for seat in range(state.seats)]


def round_number(state: Position) -> int:
    return state.turn


def rounds(_state: Position) -> int:
    return TURNS


def regions(state: Position) -> list[RegionSeen]:
    return [region(state, number) for number in range(len(state.board.regions))]


def region(state: Position, number: int) -> RegionSeen:
    board = state.board
    is_complete, abbeys = state.is_complete(number), state.abbeys_in(number)
    return {
        "id": board.regions[number],
        "opens": board.opens[number],
        "open": board.opens[number] <= state.turn,
        "complete": is_complete,
        "closed": is_complete and abbeys >= board.most_abbeys[number],
        "abbeys": abbeys,
        "most_abbeys": board.most_abbeys[number],
    }


def cities(state: Position) -> list[CitySeen]:
    board, built, room, abbeys = state.board, state.commanderies, state.room, state.abbeys
    count, limits = len(board.cities), board.limits[state.seats]
    return [
        {
            "id": name,
            "region": board.regions[board.region_of[city]],
            "limit": limits[city],
            "room": room[city],
            "commanderies": built[city::count],  # of each seat in this city
            "abbey": abbeys[city] if abbeys[city] >= 0 else None,
        }
        for city, name in enumerate(board.cities)
    ]


def sites(state: Position) -> list[SiteSeen]:
    board, active = state.board, state.sites
    return [
        {"id": name, "cities": [board.cities[end] for end in ends], "active": bool(active >> site & 1)}
        for site, (name, ends) in enumerate(zip(board.sites, board.ends, strict=True))
    ]


def track(state: Position) -> list[SpaceSeen]:
    """§5.1: the pope track from its foot: start slots, then rounds; face up is the highest of each seat."""
    face_up = [state.face_up(seat) for seat in range(state.seats)]
    return [
        {
            "slot": space + 1 if space < START_SLOTS else None,
            "round": space - START_SLOTS + 1 if space >= START_SLOTS else None,
            "seat": seat if seat >= 0 else None,
            "face_up": seat >= 0 and face_up[seat] == space,
        }
        for space, seat in enumerate(state.track)
    ]


def pope_order(state: Position) -> list[int]:
    return state.recency[:]


def players(state: Position) -> list[PlayerSeen]:
    """What lies before each player."""
    return [
        {
            "seat": seat,
            "commanderies_left": state.stock[seat],
            "abbeys_left": state.abbey_stock[seat],
            "popes_left": state.popes[seat],
            "relics": relics_of(state, seat),
            "keeper_held_by": state.holders[seat] if state.holders[seat] >= 0 else None,
            "sealed": state.phase == PROGRAMMING and not state.waiting >> seat & 1,
        }
        for seat in range(state.seats)
    ]


def standing(state: Position) -> list[StandingSeen]:
    """Characters that still stand on the map while a seat chooses; secret before, at home after."""
    if state.phase not in (COMMANDERIES_CHOSEN, ABBEYS_CLAIMED, ABBEYS_CHOSEN):
        return []
    return [
        {
            "seat": piece // CHARACTER_COUNT,
            "character": CHARACTERS[piece % CHARACTER_COUNT],
            "city": state.board.cities[place],
        }
        for piece, place in enumerate(state.orders)
        if place < state.board.court
    ]


def choice(state: Position) -> ChoiceSeen | None:
    """The choice that a resolution waits for: the seat, its cities, and all that is not settled."""
    offered = legal_choices(state)
    if not offered:
        return None
    names = state.board.cities
    return {
        "seat": state.actors[0],
        "cities": [names[state.actions.place_of_choice(action)] for action in offered],
        "due": [
            {
                "city": names[entry // DUE_CITY],
                "seat": seat_of(entry),
                "height": entry % DUE_STACK,
                "claimed": is_claimed(entry),
            }
            for entry in state.due
        ],
    }


COUNTED: Final = PIECES | RELICS | SITES | TRACK
"""All that points are counted for."""

SECTIONS: Final = (
    Section("to_act", ALL, to_act),
    Section("phase", ALL, phase),
    Section("scores", COUNTED, scores, also="projected"),
    Section("sheets", COUNTED, sheets),
    Section("public.round", ROUND, round_number),
    Section("public.rounds", ROUND, rounds),
    Section("public.regions", ROUND | PIECES, regions),
    Section("public.cities", PIECES, cities),
    Section("public.sites", SITES, sites),
    Section("public.track", TRACK, track),
    Section("public.pope_order", TRACK, pope_order),
    Section("public.players", PIECES | RELICS | TRACK | HOLDERS | SEALS, players),
    Section("public.standing", CHOICE, standing),
    Section("public.choice", CHOICE, choice),
)


def own(state: Position, seat: int) -> PelegrinusOwn:
    """§R12: the own programme."""
    return {"programme": programme(state, seat) if state.phase == PROGRAMMING else None}


def programme(state: Position, seat: int) -> Programme:
    """§3.1, §3.5: a seat's own orders so far."""
    first = seat * CHARACTER_COUNT
    places = state.orders[first : first + CHARACTER_COUNT]
    hand = state.hand[seat]
    return {
        "orders": {
            name: None if place == UNORDERED else state.board.places[place]
            for name, place in zip(CHARACTERS, places, strict=True)
        },
        "in_hand": CHARACTERS[hand] if hand < ALL_ORDERED else None,
        "changes_left": state.changes[seat],
        "sealed": not state.waiting >> seat & 1,
    }

"""The observation: what a viewer sees, which is all but the programmes that are not revealed yet."""

from typing import Any

from abbatia.core.contract import Observation
from abbatia.games.pelegrinus.actions import ALL_ORDERED, CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, START_SLOTS, TURNS
from abbatia.games.pelegrinus.fields import DUE_CITY, DUE_STACK, UNORDERED, Position, is_claimed, seat_of
from abbatia.games.pelegrinus.legality import legal_choices
from abbatia.games.pelegrinus.phases import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    PHASES,
    PROGRAMMING,
)
from abbatia.games.pelegrinus.scoring import projection, relics_of


def layers(state: Position, seat: int | None) -> tuple[Observation, ...]:
    """§R12: the whole table for everybody, and the own programme for a seat."""
    shown = state.shown
    if shown is None:
        shown = state.shown = _shown(state)
    if seat is None:
        return (shown,)
    return shown, {"seat": seat, "programme": programme(state, seat) if state.phase == PROGRAMMING else None}


def _shown(state: Position) -> Observation:
    return {
        "title": "pelegrinus",
        "seats": state.seats,
        "turn": state.turn,
        "turns": TURNS,
        "phase": PHASES[state.phase],
        "to_act": [actor for actor in state.actors if actor >= 0],
        "options": options_of(state),
        "regions": [region(state, number) for number in range(len(state.board.regions))],
        "cities": [city(state, number) for number in range(len(state.board.cities))],
        "sites": [site(state, number) for number in range(len(state.board.sites))],
        "track": track(state),
        "pope_order": state.recency[:],
        "players": players(state),
        "standing": standing(state),
        "choice": choice(state),
    }


def options_of(state: Position) -> dict[str, bool]:
    """The options this game is played with."""
    return {
        "site_needs_both_ends": state.both_ends,
        "own_keeper_in_tie": state.own_keeper,
        "keeper_captured_when_abbey_cancelled": state.cancelled_keeper,
    }


def region(state: Position, number: int) -> dict[str, Any]:
    board = state.board
    return {
        "id": board.regions[number],
        "opens": board.opens[number],
        "open": board.opens[number] <= state.turn,
        "complete": state.is_complete(number),
        "closed": state.is_closed(number),
        "abbeys": state.abbeys_in(number),
        "most_abbeys": board.most_abbeys[number],
    }


def city(state: Position, number: int) -> dict[str, Any]:
    board = state.board
    cities = len(board.cities)
    return {
        "id": board.cities[number],
        "region": board.regions[board.region_of[number]],
        "limit": board.limits[state.seats][number],
        "room": state.room[number],
        "commanderies": [state.commanderies[seat * cities + number] for seat in range(state.seats)],
        "abbey": state.abbeys[number] if state.abbeys[number] >= 0 else None,
    }


def site(state: Position, number: int) -> dict[str, Any]:
    board = state.board
    a, b = board.ends[number]
    return {
        "id": board.sites[number],
        "cities": [board.cities[a], board.cities[b]],
        "active": bool(state.sites >> number & 1),
    }


def track(state: Position) -> list[dict[str, Any]]:
    """§5.1: the pope track from its foot: start slots, then turns; face up is the highest of each seat."""
    spaces: list[dict[str, Any]] = []
    for space, seat in enumerate(state.track):
        is_start = space < START_SLOTS
        spaces.append(
            {
                "slot": space + 1 if is_start else None,
                "turn": None if is_start else space - START_SLOTS + 1,
                "seat": seat if seat >= 0 else None,
                "face_up": seat >= 0 and state.face_up(seat) == space,
            }
        )
    return spaces


def players(state: Position) -> list[dict[str, Any]]:
    """What lies before each player, with the score if the game ended now."""
    now = projection(state)
    return [
        {
            "seat": seat,
            "commanderies_left": state.stock[seat],
            "abbeys_left": state.abbey_stock[seat],
            "popes_left": state.popes[seat],
            "relics": relics_of(state, seat),
            "keeper_held_by": state.holders[seat] if state.holders[seat] >= 0 else None,
            "sealed": state.phase == PROGRAMMING and not state.waiting >> seat & 1,
            "score": now.scores[seat],
            "lines": [line.to_json() for line in now.lines[seat]],
            "rank": now.ranks[seat],
        }
        for seat in range(state.seats)
    ]


def standing(state: Position) -> list[dict[str, Any]]:
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


def choice(state: Position) -> dict[str, Any] | None:
    """The choice that a resolution waits for: who, among which cities, and all that is not settled."""
    offered = legal_choices(state)
    if not offered:
        return None
    cities = state.board.cities
    return {
        "seat": state.actors[0],
        "cities": [cities[state.actions.place_of_choice(action)] for action in offered],
        "due": [
            {
                "city": cities[entry // DUE_CITY],
                "seat": seat_of(entry),
                "height": entry % DUE_STACK,
                "claimed": is_claimed(entry),
            }
            for entry in state.due
        ],
    }


def programme(state: Position, seat: int) -> dict[str, Any]:
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

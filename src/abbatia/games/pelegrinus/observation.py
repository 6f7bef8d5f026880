"""What a viewer sees: everything but the programmes that are not revealed yet."""

from typing import Any

from abbatia.core.contract import Observation
from abbatia.games.pelegrinus.actions import ALL_ORDERED, CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, START_SLOTS, TURNS
from abbatia.games.pelegrinus.position import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    DUE_CITY,
    DUE_STACK,
    PHASES,
    PROGRAMMING,
    UNORDERED,
    Position,
    is_claimed,
    seat_of,
)
from abbatia.games.pelegrinus.scoring import projection, relics_of
from abbatia.games.pelegrinus.turns import legal_choices


def layers(pos: Position, seat: int | None) -> tuple[Observation, ...]:
    """§R12: the whole table for everybody, and the own programme for a seat."""
    shown = pos.shown
    if shown is None:
        shown = pos.shown = _shown(pos)
    if seat is None:
        return (shown,)
    return shown, {"seat": seat, "programme": programme(pos, seat) if pos.phase == PROGRAMMING else None}


def _shown(pos: Position) -> Observation:
    return {
        "title": "pelegrinus",
        "seats": pos.seats,
        "turn": pos.turn,
        "turns": TURNS,
        "phase": PHASES[pos.phase],
        "to_act": [actor for actor in pos.actors if actor >= 0],
        "options": options_of(pos),
        "regions": [region(pos, number) for number in range(len(pos.board.regions))],
        "cities": [city(pos, number) for number in range(len(pos.board.cities))],
        "sites": [site(pos, number) for number in range(len(pos.board.sites))],
        "track": track(pos),
        "pope_order": pos.recency[:],
        "players": players(pos),
        "standing": standing(pos),
        "choice": choice(pos),
    }


def options_of(pos: Position) -> dict[str, bool]:
    """The options this game is played with."""
    return {
        "site_needs_both_ends": pos.both_ends,
        "own_keeper_in_tie": pos.own_keeper,
        "keeper_captured_when_abbey_cancelled": pos.cancelled_keeper,
    }


def region(pos: Position, number: int) -> dict[str, Any]:
    board = pos.board
    return {
        "id": board.regions[number],
        "opens": board.opens[number],
        "open": board.opens[number] <= pos.turn,
        "complete": pos.is_complete(number),
        "closed": pos.is_closed(number),
        "abbeys": pos.abbeys_in(number),
        "most_abbeys": board.most_abbeys[number],
    }


def city(pos: Position, number: int) -> dict[str, Any]:
    board = pos.board
    cities = len(board.cities)
    return {
        "id": board.cities[number],
        "region": board.regions[board.region_of[number]],
        "limit": board.limits[pos.seats][number],
        "room": pos.room[number],
        "commanderies": [pos.commanderies[seat * cities + number] for seat in range(pos.seats)],
        "abbey": pos.abbeys[number] if pos.abbeys[number] >= 0 else None,
    }


def site(pos: Position, number: int) -> dict[str, Any]:
    board = pos.board
    a, b = board.ends[number]
    return {
        "id": board.sites[number],
        "cities": [board.cities[a], board.cities[b]],
        "active": bool(pos.sites >> number & 1),
    }


def track(pos: Position) -> list[dict[str, Any]]:
    """§5.1: the pope track from its foot: start slots, then turns; face up is the highest of each seat."""
    spaces: list[dict[str, Any]] = []
    for space, seat in enumerate(pos.track):
        is_start = space < START_SLOTS
        spaces.append(
            {
                "slot": space + 1 if is_start else None,
                "turn": None if is_start else space - START_SLOTS + 1,
                "seat": seat if seat >= 0 else None,
                "face_up": seat >= 0 and pos.face_up(seat) == space,
            }
        )
    return spaces


def players(pos: Position) -> list[dict[str, Any]]:
    """What lies before each player, with the score if the game ended now."""
    now = projection(pos)
    return [
        {
            "seat": seat,
            "commanderies_left": pos.stock[seat],
            "abbeys_left": pos.abbey_stock[seat],
            "popes_left": pos.popes[seat],
            "relics": relics_of(pos, seat),
            "keeper_held_by": pos.holders[seat] if pos.holders[seat] >= 0 else None,
            "sealed": pos.phase == PROGRAMMING and not pos.waiting >> seat & 1,
            "score": now.scores[seat],
            "lines": [line.to_json() for line in now.lines[seat]],
            "rank": now.ranks[seat],
        }
        for seat in range(pos.seats)
    ]


def standing(pos: Position) -> list[dict[str, Any]]:
    """Characters that still stand on the map while a seat chooses; secret before, at home after."""
    if pos.phase not in (COMMANDERIES_CHOSEN, ABBEYS_CLAIMED, ABBEYS_CHOSEN):
        return []
    return [
        {
            "seat": piece // CHARACTER_COUNT,
            "character": CHARACTERS[piece % CHARACTER_COUNT],
            "city": pos.board.cities[place],
        }
        for piece, place in enumerate(pos.orders)
        if place < pos.board.court
    ]


def choice(pos: Position) -> dict[str, Any] | None:
    """The choice that a resolution waits for: who, among which cities, and all that is not settled."""
    offered = legal_choices(pos)
    if not offered:
        return None
    cities = pos.board.cities
    return {
        "seat": pos.actors[0],
        "cities": [cities[pos.actions.place_of_choice(action)] for action in offered],
        "due": [
            {
                "city": cities[entry // DUE_CITY],
                "seat": seat_of(entry),
                "height": entry % DUE_STACK,
                "claimed": is_claimed(entry),
            }
            for entry in pos.due
        ],
    }


def programme(pos: Position, seat: int) -> dict[str, Any]:
    """§3.1, §3.5: a seat's own orders so far."""
    first = seat * CHARACTER_COUNT
    places = pos.orders[first : first + CHARACTER_COUNT]
    hand = pos.hand[seat]
    return {
        "orders": {
            name: None if place == UNORDERED else pos.board.places[place]
            for name, place in zip(CHARACTERS, places, strict=True)
        },
        "in_hand": CHARACTERS[hand] if hand < ALL_ORDERED else None,
        "changes_left": pos.changes[seat],
        "sealed": not pos.waiting >> seat & 1,
    }

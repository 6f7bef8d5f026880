"""Positions and programmes for the tests, in the words of the game."""

from collections.abc import Iterable, Mapping
from typing import Any

from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus import TITLE, Pelegrinus
from abbatia.games.pelegrinus.board import CHARACTERS, START_SLOTS, TURNS
from abbatia.games.pelegrinus.state import PelegrinusState

BLUE, RED, GREEN, YELLOW = range(4)
Orders = Mapping[str, str]

ITALY = ("venise", "genes", "naples", "palerme", "marseille", "crete")
NEAR_EAST = ("acre", "sinai", "constantinople", "iconium", "antioche", "chypre")


def track(start: Iterable[int], turns: Mapping[int, int] | None = None) -> list[int | None]:
    """The pope track: start tokens from the lowest slot, then popes by turn."""
    spaces: list[int | None] = [None] * (START_SLOTS + TURNS)
    for slot, seat in enumerate(start):
        spaces[slot] = seat
    for turn, seat in (turns or {}).items():
        spaces[START_SLOTS + turn - 1] = seat
    return spaces


def position(turn: int, *, seats: int = 4, title: Pelegrinus = TITLE, **given: Any) -> PelegrinusState:
    """A position at the beginning of a turn; seats have their start tokens in seat order unless given."""
    return title.from_json({"seats": seats, "turn": turn, "phase": "programming", **given})


def do(state: PelegrinusState, seat: int, text: str) -> list[Message]:
    """Carry out a legal action by its text; what everybody is told."""
    action = state.title.numbers[text]
    refusal = state.why_not(seat, action)
    assert refusal is None, f"{text}: {refusal}"
    told: list[Event] = []
    state.events = told
    state.apply(seat, action)
    state.events = None
    return [event.seen for event in told if event.seen is not None]


def order(state: PelegrinusState, seat: int, orders: Orders) -> None:
    """Give every character its order, home unless named."""
    for character in CHARACTERS:
        place = orders.get(character, "home")
        do(state, seat, f"keep {character} home" if place == "home" else f"send {character} to {place}")


def play(state: PelegrinusState, programmes: Mapping[int, Orders]) -> list[Message]:
    """All seats programme and seal; what the last seal told."""
    told: list[Message] = []
    for seat in range(state.seats):
        order(state, seat, programmes.get(seat, {}))
        told = do(state, seat, "seal")
    return told


def of_kind(told: Iterable[Message], key: str) -> list[dict[str, Any]]:
    """The arguments of all messages of one kind, in their order."""
    return [message.args for message in told if message.key == f"pelegrinus.event.{key}"]


def city_of(state: PelegrinusState, name: str) -> dict[str, Any]:
    """What everybody sees of a city."""
    return next(seen for seen in state.observe(None)["public"]["cities"] if seen["id"] == name)


def commanderies(state: PelegrinusState, city: str) -> list[int]:
    """The commanderies of each seat in a city."""
    return list(city_of(state, city)["commanderies"])


def abbey(state: PelegrinusState, city: str) -> int | None:
    """Whose abbey stands in a city."""
    owner: int | None = city_of(state, city)["abbey"]
    return owner


def relics(state: PelegrinusState, seat: int) -> list[int]:
    """The relics of a seat."""
    return list(state.observe(None)["public"]["players"][seat]["relics"])


def region(state: PelegrinusState, name: str) -> dict[str, Any]:
    """What everybody sees of a region."""
    return next(seen for seen in state.observe(None)["public"]["regions"] if seen["id"] == name)


def filled(cities: Iterable[str], owners: Mapping[str, list[int]], seats: int = 4) -> dict[str, list[int]]:
    """Commanderies that complete these cities: the given ones, the rest of each city to its first owner."""
    board = TITLE.board
    built: dict[str, list[int]] = {}
    for city in cities:
        counts = list(owners.get(city, [0] * seats))
        missing = board.limits[seats][board.city_number[city]] - sum(counts)
        first = next((seat for seat in range(seats) if counts[seat]), 0)
        counts[first] += missing
        built[city] = counts
    return built

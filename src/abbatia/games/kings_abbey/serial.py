"""A position as plain JSON: every list of a kind holds a block for each player, in the order of the seats.

The names and their order are those of each version and never change; RENAMED has the fields that changed
theirs.
"""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.contract import BadSetup, Title
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Elias, Position
from abbatia.games.kings_abbey.phases import OVER
from abbatia.games.kings_abbey.pieces import KINDS
from abbatia.games.kings_abbey.player import COUNTERS, COUNTS, CRUSADE_NUMBERS, FIXED, Player
from abbatia.games.kings_abbey.questions import flattened, stack_of
from abbatia.games.kings_abbey.setup import set_up

NUMBERS: Final = (
    "round",
    "rounds",
    "phase",
    "stage",
    "lap",
    "turn",
    "first",
    "acting",
    "chance",
    "resume",
    "elias_first",
    "elias_peasants",
    "elias_gone",
    "elias_lost",
    "elias_dice",
    "event",
    "under",
    "darkness",
    "initiative",
    "supply_tools",
    "supply_wagons",
    "bid",
    "bidder",
    "passed",
    "offer_to",
)
"""Single numbers of the position."""
LISTS: Final = (
    "resolved",
    "pool",
    "pile",
    "unseen_events",
    "vikings",
    "cover",
    "market",
    "building_bag",
    "scrapped",
    "start_left",
    "token_owner",
    "crusade_bag",
    "saint_bag",
    "bonus_left",
    "offers",
    "goods",
    "reserve",
    "dice",
    "mask",
    "rerolled",
    "laid",
    "main",
    "bonus",
    "saint_dice",
    "viking_dice",
    "used",
    "benches",
    "baptistry",
    "flock",
    "gone",
    "viking_peasants",
    "crew",
    "rough",
    "span_a",
    "span_b",
    "stands",
    "made",
    "hand",
    "in_hand",
    "idle",
    "manned",
    "spaces",
    "paid",
    "altar",
    "walls",
    "remodelled",
    "base_defence",
    "extra_defence",
    "tenth",
    "sheep",
    "cows",
    "farm_since",
    "clergy",
    "saint",
    "saint_mode",
    "relics",
    "spent_relics",
    "prestige",
    "ledger",
    "card",
    "face",
    "filled",
    "own_dice",
    "ally_dice",
    "pool_dice",
    "crusader",
    "ally",
    "share",
    "share_goods",
    "share_relic",
)
"""Everything else but the open questions, in the order in which it is written."""
SECOND_LISTS: Final = (*LISTS, "turned")
"""The same for version 2."""
BOARD: Final = (
    "pool",
    "pile",
    "unseen_events",
    "vikings",
    "cover",
    "market",
    "building_bag",
    "scrapped",
    "start_left",
    "token_owner",
    "crusade_bag",
    "saint_bag",
    "bonus_left",
    "offers",
)
"""The lists of the main board."""
GROWING: Final = ("vikings", "cover", "offers")
"""Of these, the lists without a fixed length."""
ELIAS: Final = "elias_"  # the names of his numbers begin so
RENAMED: Final = {
    "crew": "workers",
    "flock": "reserve_peasants",
    "mask": "dice_mask",
    "rough": "unbaptised_archers",
}


def to_json(state: Position) -> dict[str, Any]:
    """The whole position."""
    data: dict[str, Any] = {"title": state.title.name, "seats": state.seats, "options": dict(state.setup)}
    for name in NUMBERS:
        holder, field = place_of(state, name)
        data[name] = getattr(holder, field)
    for name in lists_of(state):
        if name in BOARD:
            holder, field = place_of(state, name)
            data[name] = list(getattr(holder, field))
        else:
            data[name] = [number for player in state.players for number in block(player, name)]
    data["asks"] = [flattened(player.questions) for player in state.players]
    return data


def lists_of(state: Position) -> tuple[str, ...]:
    """The lists that a position of its version has."""
    return LISTS if state.facts.version < 2 else SECOND_LISTS


def place_of(state: Position, name: str) -> tuple[Position | Elias, str]:
    """What has the number or list of the main board that is stored by this name, and in which field."""
    if name == "pool":
        return state.elias, "pool"
    return (state.elias, name[len(ELIAS) :]) if name.startswith(ELIAS) else (state, name)


def block(player: Player, name: str) -> list[int]:
    """What one player adds to the list of this name."""
    field = RENAMED.get(name, name)
    if name == "used":
        return [getattr(player, counter) for counter in COUNTERS]
    if name == "share_goods":
        return [number for crusade in player.crusades for number in crusade.share_goods]
    if name in CRUSADE_NUMBERS:
        return [getattr(crusade, name) for crusade in player.crusades]
    if field in COUNTS:
        return list(getattr(player, field))
    return [getattr(player, field)]


def set_block(player: Player, name: str, numbers: list[int]) -> None:
    """The inverse of `block`."""
    field = RENAMED.get(name, name)
    if name == "used":
        for counter, number in zip(COUNTERS, numbers, strict=True):
            setattr(player, counter, number)
    elif name == "share_goods":
        for slot, crusade in enumerate(player.crusades):
            crusade.share_goods = tuple(numbers[slot * KINDS : (slot + 1) * KINDS])
    elif name in CRUSADE_NUMBERS:
        for crusade, number in zip(player.crusades, numbers, strict=True):
            setattr(crusade, name, number)
    elif field in COUNTS:
        setattr(player, field, tuple(numbers) if field in FIXED else numbers)
    else:
        setattr(player, field, numbers[0])


def from_json(state: Position, title: Title, facts: Facts, data: Mapping[str, Any]) -> None:
    """Make `state` the position that `to_json` wrote. Raises BadSetup for one that cannot be."""
    if not isinstance(data, Mapping) or data.get("title") != title.name:
        raise BadSetup("kings_abbey.setup.bad_position", where="title")
    seats, options = data.get("seats"), data.get("options")
    if not isinstance(seats, int) or not isinstance(options, Mapping):
        raise BadSetup("kings_abbey.setup.bad_position", where="seats, options")
    set_up(state, title, facts, seats, title.setup(seats, options))
    read_fields(state, data)
    read_questions(state, data.get("asks"))
    is_idle = not state.acting and state.phase != OVER
    if not 0 <= state.phase <= OVER or not 0 <= state.acting <= CHANCE_MASK or is_idle:
        raise BadSetup("kings_abbey.setup.bad_position", where="phase, acting")


def read_fields(state: Position, data: Mapping[str, Any]) -> None:
    """The numbers and lists of the main board and of the players."""
    for name in NUMBERS:
        value = data.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadSetup("kings_abbey.setup.bad_position", where=name)
        holder, field = place_of(state, name)
        setattr(holder, field, value)
    for name in lists_of(state):
        if name in BOARD:
            holder, field = place_of(state, name)
            length = -1 if name in GROWING else len(getattr(holder, field))
            setattr(holder, field, checked_list(name, data.get(name), length))
            continue
        size = len(block(state.players[0], name))
        numbers = checked_list(name, data.get(name), size * state.seats)
        for seat, player in enumerate(state.players):
            set_block(player, name, numbers[seat * size : (seat + 1) * size])


def read_questions(state: Position, asks: Any) -> None:
    """The open questions of each seat."""
    if not isinstance(asks, list) or len(asks) != state.seats:
        raise BadSetup("kings_abbey.setup.bad_position", where="asks")
    for player, ask in zip(state.players, asks, strict=True):
        questions = stack_of(checked_list("asks", ask, -1))
        if questions is None:
            raise BadSetup("kings_abbey.setup.bad_position", where="asks")
        player.questions = questions


def checked_list(name: str, value: Any, length: int) -> list[int]:
    """A list of whole numbers; -1 is any length."""
    whole = isinstance(value, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in value)
    if not whole or (length >= 0 and len(value) != length):
        raise BadSetup("kings_abbey.setup.bad_position", where=name)
    return list(value)

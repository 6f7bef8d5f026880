"""Serialisation: a whole position as plain JSON, and back; positions written by hand are checked."""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.contract import CHANCE_ACTS, NOBODY, BadSetup, Title
from abbatia.games.pelegrinus import setup
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT, NO_CHANGES, SEALED, Actions
from abbatia.games.pelegrinus.board import (
    ABBEYS,
    CHARACTERS,
    COMMANDERIES,
    POPES,
    RELIC_VALUES,
    RELICS_OF_VALUE,
    SEATS,
    START_SLOTS,
    TURNS,
)
from abbatia.games.pelegrinus.fields import (
    CHANGES,
    DUE_CITY,
    DUE_CLAIMED,
    DUE_SEAT,
    NOBODY_THERE,
    Position,
    is_claimed,
    seat_of,
)
from abbatia.games.pelegrinus.legality import due_in, highest, places_left
from abbatia.games.pelegrinus.majorities import LEADER, crowd_at, most_recent, outcome
from abbatia.games.pelegrinus.observation import choice, programme, standing
from abbatia.games.pelegrinus.phases import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    OVER,
    PHASES,
    POPES_PLACED,
    PROGRAMMING,
    SITES_DRAWN,
)
from abbatia.games.pelegrinus.scoring import relics_of
from abbatia.games.pelegrinus.turns import abbeys, commanderies
from abbatia.games.pelegrinus.turns.programming import ACTORS, NEXT, begin_turn

LONGEST_TEXT: Final = 80  # of a value that is quoted in a complaint


def to_json(state: Position) -> dict[str, Any]:
    """Everything, hidden things too, by names."""
    board = state.board
    cities = len(board.cities)
    built = {
        name: [state.commanderies[seat * cities + city] for seat in range(state.seats)]
        for city, name in enumerate(board.cities)
        if state.room[city] < board.limits[state.seats][city]
    }
    asked = choice(state)
    return {
        "title": "pelegrinus",
        "seats": state.seats,
        "options": state.options(),
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "sites": [name for site, name in enumerate(board.sites) if state.sites >> site & 1],
        "track": [seat if seat >= 0 else None for seat in state.track],
        "commanderies": built,
        "abbeys": {board.cities[city]: seat for city, seat in enumerate(state.abbeys) if seat >= 0},
        "relics": [relics_of(state, seat) for seat in range(state.seats)],
        "keepers": [holder if holder >= 0 else None for holder in state.holders],
        "programmes": [programme(state, seat) for seat in range(state.seats)]
        if state.phase == PROGRAMMING
        else [],
        "standing": standing(state),
        "due": asked["due"] if asked is not None else [],
    }


def from_json(state: Position, title: Title, actions: Actions, data: Mapping[str, Any]) -> None:
    """Fill a position from JSON; what is left out stands as after the set-up. Raises BadSetup."""
    given = an_object(data, "position")
    seats = a_count(field(given, "seats", "position"), "seats", SEATS[0], SEATS[-1])
    options = an_object(given.get("options", {}), "options")
    setup.set_up(state, title, actions, seats, title.setup(seats, options))
    state.turn = a_count(field(given, "turn", "position"), "turn", 0, TURNS)
    state.phase = PHASES.index(a_known(field(given, "phase", "position"), "phase", set(PHASES)))
    is_setup = state.phase in (POPES_PLACED, SITES_DRAWN)
    if is_setup != (state.turn == 0) or (state.phase == OVER and state.turn < TURNS):
        raise BadSetup("pelegrinus.position.wrong_turn", where="turn", turn=state.turn, phase=given["phase"])
    read_track(state, given)
    read_sites(state, given)
    read_commanderies(state, an_object(given.get("commanderies", {}), "commanderies"))
    read_abbeys(state, an_object(given.get("abbeys", {}), "abbeys"))
    read_relics(state, given)
    read_moment(state, given)


def read_moment(state: Position, given: Mapping[str, Any]) -> None:
    """Whom the position waits for, and what this turn has brought so far."""
    if state.phase in (POPES_PLACED, SITES_DRAWN):
        state.actors = CHANCE_ACTS
    elif state.phase == OVER:
        state.actors = NOBODY
    elif state.phase == PROGRAMMING:
        read_programmes(state, given)
    else:
        read_resolution(state, given)


def read_track(state: Position, given: Mapping[str, Any]) -> None:
    """§1.2, §5.1: one start token for each seat, then at most one pope a turn, ten tokens a seat."""
    first = list(range(state.seats)) if state.phase > POPES_PLACED else []
    track = a_list(given.get("track", first + [None] * (len(state.track) - len(first))), "track", 18, 18)
    for space, seat in enumerate(track):
        if seat is not None:
            state.track[space] = a_count(seat, f"track[{space}]", 0, state.seats - 1)
    start = [seat for seat in state.track[:START_SLOTS] if seat >= 0]
    is_whole = len(start) == state.seats if state.phase > POPES_PLACED else len(start) < state.seats - 1
    if not is_whole or state.track[: len(start)] != start or len(set(start)) < len(start):
        raise BadSetup("pelegrinus.position.start_tokens", where="track", seats=state.seats)
    last = state.turn - 1 if state.phase == PROGRAMMING else state.turn
    late = [space - START_SLOTS + 1 for space in range(START_SLOTS + last, 18) if state.track[space] >= 0]
    if late:
        raise BadSetup("pelegrinus.position.late_pope", where="track", turn=late[0])
    for seat in range(state.seats):
        state.popes[seat] = POPES - state.track.count(seat)
        if state.popes[seat] < 0:
            raise BadSetup("pelegrinus.position.too_many", where="track", seat=seat, most=POPES)
    state.recency = sorted(start, key=state.face_up, reverse=True)


def read_sites(state: Position, given: Mapping[str, Any]) -> None:
    """§1.3: the sites always in force and one of each group that is drawn."""
    board = state.board
    drawn = [board.sites[group[0]] for group in board.draws] if state.phase >= PROGRAMMING else []
    ours = [name for site, name in enumerate(board.sites) if board.always >> site & 1] + drawn
    sites = a_list(given.get("sites", ours), "sites", 0, len(board.sites))
    names = [a_known(site, f"sites[{n}]", set(board.sites)) for n, site in enumerate(sites)]
    mask = 0
    for name in names:
        mask |= 1 << board.sites.index(name)
    of_groups = [sum(mask >> site & 1 for site in group) for group in board.draws]
    is_whole = all(count == 1 for count in of_groups) == (state.phase >= PROGRAMMING) or not board.draws
    if state.phase == POPES_PLACED:
        is_whole = not any(of_groups)
    if not is_whole or mask & board.always != board.always or any(count > 1 for count in of_groups):
        raise BadSetup("pelegrinus.position.sites", where="sites", sites=names)
    state.sites = mask


def read_commanderies(state: Position, given: Mapping[str, Any]) -> None:
    """§6.2, §6.3: no more than a city holds and a seat has."""
    board = state.board
    for name, counts in given.items():
        where = f"commanderies.{shown(name)}"
        city = board.city_number[a_known(name, where, set(board.cities))]
        for seat, count in enumerate(a_list(counts, where, state.seats, state.seats)):
            place_commanderies(state, seat, city, a_count(count, f"{where}[{seat}]", 0, COMMANDERIES))
        if state.room[city] < 0:
            limit = board.limits[state.seats][city]
            raise BadSetup("pelegrinus.position.over_limit", where=where, city=name, most=limit)
        if (
            state.room[city] < board.limits[state.seats][city]
            and not board.open_at[state.turn] & board.bit[city]
        ):
            raise BadSetup("pelegrinus.position.not_open", where=where, city=name)
    for seat in range(state.seats):
        if state.stock[seat] < 0:
            raise BadSetup("pelegrinus.position.too_many", where="commanderies", seat=seat, most=COMMANDERIES)


def place_commanderies(state: Position, seat: int, city: int, count: int) -> None:
    """Put commanderies of a seat into a city."""
    bit = state.board.bit[city]
    state.commanderies[seat * len(state.board.cities) + city] = count
    state.stock[seat] -= count
    state.room[city] -= count
    if count:
        state.presence[seat] |= bit
    if not state.room[city]:
        state.full |= bit


def read_abbeys(state: Position, given: Mapping[str, Any]) -> None:
    """§7.1, §7.3: only in complete regions, where the seat has a commandery, at most two a region."""
    board = state.board
    for name, owner in given.items():
        where = f"abbeys.{shown(name)}"
        city = board.city_number[a_known(name, where, set(board.cities))]
        seat = a_count(owner, where, 0, state.seats - 1)
        if not state.is_complete(board.region_of[city]) or not state.presence[seat] & board.bit[city]:
            raise BadSetup("pelegrinus.position.abbey", where=where, city=name, seat=seat)
        state.abbeys[city] = seat
        state.abbey_stock[seat] -= 1
        state.raised |= board.bit[city]
    for seat in range(state.seats):
        if state.abbey_stock[seat] < 0:
            raise BadSetup("pelegrinus.position.too_many", where="abbeys", seat=seat, most=ABBEYS)
    for region, region_id in enumerate(board.regions):
        if state.abbeys_in(region) > board.most_abbeys[region]:
            raise BadSetup("pelegrinus.position.abbeys_in_region", where="abbeys", region=region_id)


def read_relics(state: Position, given: Mapping[str, Any]) -> None:
    """§1.1: all relics are somewhere."""
    kinds = len(RELIC_VALUES)
    if "relics" not in given:
        return
    state.relics = [0] * (state.seats * kinds)
    for seat, values in enumerate(a_list(given["relics"], "relics", state.seats, state.seats)):
        for n, value in enumerate(a_list(values, f"relics[{seat}]", 0, 4 * state.seats)):
            if value not in RELIC_VALUES:
                where = f"relics[{seat}][{n}]"
                raise BadSetup("pelegrinus.position.relic", where=where, value=shown(value))
            state.relics[seat * kinds + RELIC_VALUES.index(value)] += 1
    for kind, value in enumerate(RELIC_VALUES):
        count = sum(state.relics[kind::kinds])
        if count != RELICS_OF_VALUE[kind] * state.seats:
            raise BadSetup("pelegrinus.position.relics", where="relics", value=value, count=count)


def read_programmes(state: Position, given: Mapping[str, Any]) -> None:
    """§3.1 – §3.6: the orders of each seat; left out, nobody has begun."""
    state.turn -= 1
    begin_turn(state)
    for seat, item in enumerate(a_list(given.get("programmes", []), "programmes", 0, state.seats)):
        read_programme(state, seat, an_object(item, f"programmes[{seat}]"))
    if not state.waiting:
        raise BadSetup("pelegrinus.position.all_sealed", where="programmes")
    state.actors = ACTORS[state.waiting]


def read_programme(state: Position, seat: int, given: Mapping[str, Any]) -> None:
    where = f"programmes[{seat}]"
    orders = an_object(given.get("orders", {}), f"{where}.orders")
    for name, place in orders.items():
        spot = f"{where}.orders.{shown(name)}"
        character = CHARACTERS.index(a_known(name, spot, set(CHARACTERS)))
        if place is not None:
            number = state.board.places.index(a_known(place, spot, set(state.board.places)))
            read_order(state, seat, character, number, spot)
    state.hand[seat] = NEXT[state.missing[seat]]
    state.changes[seat] = a_count(given.get("changes_left", CHANGES), f"{where}.changes_left", 0, CHANGES)
    hand = given.get("in_hand")
    if hand is not None:
        character = CHARACTERS.index(a_known(hand, f"{where}.in_hand", set(CHARACTERS)))
        if not state.missing[seat] >> character & 1:
            raise BadSetup("pelegrinus.position.in_hand", where=f"{where}.in_hand", character=hand)
        state.hand[seat] = character
    if given.get("sealed"):
        if state.missing[seat]:
            raise BadSetup("pelegrinus.position.sealed", where=f"{where}.sealed", seat=seat)
        state.hand[seat] = SEALED
        state.changes[seat] = CHANGES
        state.waiting &= ~(1 << seat)


def read_order(state: Position, seat: int, character: int, place: int, where: str) -> None:
    """§3.7: only where the seat may send this character."""
    if state.actions.send(character, place) not in state.menus[seat][NO_CHANGES + character]:
        raise BadSetup("pelegrinus.position.order", where=where, place=state.board.places[place])
    state.orders[seat * CHARACTER_COUNT + character] = place
    state.missing[seat] &= ~(1 << character)


# -- a resolution that waits for a choice ----------------------------------------------------------------


def read_resolution(state: Position, given: Mapping[str, Any]) -> None:
    """§R16, §R18, §R19: where pieces stand, which keepers are held, which majorities are not settled."""
    board = state.board
    state.orders = [board.home] * len(state.orders)
    for n, item in enumerate(a_list(given.get("standing", []), "standing", 0, len(state.orders))):
        read_standing(state, f"standing[{n}]", an_object(item, f"standing[{n}]"))
    read_keepers(state, given)
    for n, item in enumerate(a_list(field(given, "due", "position"), "due", 1, 4 * state.seats)):
        read_due(state, f"due[{n}]", an_object(item, f"due[{n}]"))
    phase = state.phase
    if not is_asked(state) or state.phase != phase:
        raise BadSetup("pelegrinus.position.no_choice", where="due")


def read_standing(state: Position, where: str, given: Mapping[str, Any]) -> None:
    """§3.7: a piece that is still on the map stands in a complete city with an own commandery."""
    board = state.board
    seat = a_count(field(given, "seat", where), f"{where}.seat", 0, state.seats - 1)
    name = a_known(field(given, "character", where), f"{where}.character", set(CHARACTERS))
    city = board.city_number[a_known(field(given, "city", where), f"{where}.city", set(board.cities))]
    piece = seat * CHARACTER_COUNT + CHARACTERS.index(name)
    bit = board.bit[city]
    if state.orders[piece] != board.home or not state.full & state.presence[seat] & bit:
        raise BadSetup("pelegrinus.position.standing", where=where, character=name, city=board.cities[city])
    state.orders[piece] = city


def read_keepers(state: Position, given: Mapping[str, Any]) -> None:
    """§8.1: the holder of each keeper; nobody holds their own."""
    holders = a_list(given.get("keepers", [None] * state.seats), "keepers", state.seats, state.seats)
    for seat, holder in enumerate(holders):
        if holder is not None:
            state.holders[seat] = a_count(holder, f"keepers[{seat}]", 0, state.seats - 1)
            if holder == seat:
                raise BadSetup("pelegrinus.position.own_keeper", where=f"keepers[{seat}]", seat=seat)


def read_due(state: Position, where: str, given: Mapping[str, Any]) -> None:
    """A majority won whose building is not settled."""
    board = state.board
    city = board.city_number[a_known(field(given, "city", where), f"{where}.city", set(board.cities))]
    seat = a_count(field(given, "seat", where), f"{where}.seat", 0, state.seats - 1)
    height = a_count(given.get("height", 0), f"{where}.height", 0, 10)
    if state.phase == COMMANDERIES_CHOSEN:
        is_won = height == 0 and state.room[city] > 0 and not given.get("claimed")
    else:
        is_won = state.is_complete(board.region_of[city]) and won_by(state, city) == (seat, height)
    if not is_won or any(entry // DUE_CITY == city for entry in state.due):
        raise BadSetup("pelegrinus.position.due", where=where, city=board.cities[city], seat=seat)
    claimed = DUE_CLAIMED if given.get("claimed") else 0
    state.due.append(city * DUE_CITY + seat * DUE_SEAT + claimed + height)


def won_by(state: Position, city: int) -> tuple[int, int]:
    """The seat with the majority in a city, and the height of its stack."""
    found = outcome(crowd_at(state, city))
    if not found:
        return NOBODY_THERE, 0
    winner = LEADER[found & 15]
    return (winner if winner >= 0 else most_recent(state, found & 15)), found >> 4


def is_asked(state: Position) -> bool:
    """Whether the position waits for a choice between more things than the seat can have."""
    for seat in range(state.seats):
        mine = [entry for entry in state.due if seat_of(entry) == seat]
        claimed = sum(is_claimed(entry) for entry in mine)
        stock = state.stock[seat] if state.phase == COMMANDERIES_CHOSEN else state.abbey_stock[seat]
        if len(mine) > claimed and not claimed < stock < len(mine):
            return False
        if claimed > stock:
            return False
    if state.phase == COMMANDERIES_CHOSEN:
        return commanderies.ask(state)
    if state.phase == ABBEYS_CLAIMED:
        return abbeys.ask_claim(state)
    return state.phase == ABBEYS_CHOSEN and is_abbey_asked(state)


def is_abbey_asked(state: Position) -> bool:
    """§R18: whether equal stacks of one seat wait for its choice in the first region that is not settled."""
    if not all(is_claimed(entry) for entry in state.due):
        return False
    region = min(state.board.region_of[entry // DUE_CITY] for entry in state.due)
    due = due_in(state, region)
    equal = highest(state, due)
    state.actors = (seat_of(equal[0]),)
    return len(due) > places_left(state, region) < len(equal) and places_left(state, region) > 0


# -- the values of the file: every complaint names the place where the fault stands -----------------------


def field(item: Mapping[str, Any], name: str, where: str) -> Any:
    """A field that must be there."""
    if name not in item:
        raise BadSetup("pelegrinus.file.missing", where=where or "board", field=name)
    return item[name]


def an_object(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadSetup("pelegrinus.file.not_an_object", where=where, value=shown(value))
    return value


def a_list(value: Any, where: str, fewest: int, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise BadSetup("pelegrinus.file.not_a_list", where=where, value=shown(value))
    if not fewest <= len(value) <= most:
        raise BadSetup(
            "pelegrinus.file.wrong_length", where=where, count=len(value), fewest=fewest, most=most
        )
    return value


def a_count(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetup("pelegrinus.file.out_of_range", where=where, value=shown(value), low=low, high=high)
    return value


def a_known(value: Any, where: str, known: set[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadSetup("pelegrinus.file.unknown_id", where=where, id=shown(value), known=sorted(known))
    return value


def shown(value: Any) -> str:
    """What stands in the file, short enough for a sentence."""
    if isinstance(value, list | Mapping):
        return "[…]" if isinstance(value, list) else "…"
    text = str(value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"

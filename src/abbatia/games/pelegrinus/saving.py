"""A whole position as plain JSON, and back; positions written by hand are checked."""

from collections.abc import Mapping
from typing import Any

from abbatia.core.contract import CHANCE_ACTS, NOBODY, BadSetup, Title
from abbatia.games.pelegrinus import setup
from abbatia.games.pelegrinus.actions import Actions
from abbatia.games.pelegrinus.board import (
    ABBEYS,
    COMMANDERIES,
    POPES,
    RELIC_VALUES,
    RELICS_OF_VALUE,
    SEATS,
    START_SLOTS,
    TURNS,
)
from abbatia.games.pelegrinus.observation import choice, options_of, programme, standing
from abbatia.games.pelegrinus.position import (
    OVER,
    PHASES,
    POPES_PLACED,
    PROGRAMMING,
    SITES_DRAWN,
    Position,
)
from abbatia.games.pelegrinus.reading import a_count, a_known, a_list, an_object, field, shown
from abbatia.games.pelegrinus.saved_turn import read_programmes, read_resolution
from abbatia.games.pelegrinus.scoring import relics_of


def to_json(pos: Position) -> dict[str, Any]:
    """Everything, hidden things too, by names."""
    board = pos.board
    cities = len(board.cities)
    built = {
        name: [pos.commanderies[seat * cities + city] for seat in range(pos.seats)]
        for city, name in enumerate(board.cities)
        if pos.room[city] < board.limits[pos.seats][city]
    }
    asked = choice(pos)
    return {
        "title": "pelegrinus",
        "seats": pos.seats,
        "options": options_of(pos),
        "turn": pos.turn,
        "phase": PHASES[pos.phase],
        "sites": [name for site, name in enumerate(board.sites) if pos.sites >> site & 1],
        "track": [seat if seat >= 0 else None for seat in pos.track],
        "commanderies": built,
        "abbeys": {board.cities[city]: seat for city, seat in enumerate(pos.abbeys) if seat >= 0},
        "relics": [relics_of(pos, seat) for seat in range(pos.seats)],
        "keepers": [holder if holder >= 0 else None for holder in pos.holders],
        "programmes": [programme(pos, seat) for seat in range(pos.seats)] if pos.phase == PROGRAMMING else [],
        "standing": standing(pos),
        "due": asked["due"] if asked is not None else [],
    }


def read(pos: Position, title: Title, actions: Actions, data: Mapping[str, Any]) -> None:
    """Fill a position from JSON; what is left out stands as after the set-up. Raises BadSetup."""
    given = an_object(data, "position")
    seats = a_count(field(given, "seats", "position"), "seats", SEATS[0], SEATS[-1])
    options = an_object(given.get("options", {}), "options")
    setup.lay_out(pos, title, actions, seats, title.setup(seats, options))
    pos.turn = a_count(field(given, "turn", "position"), "turn", 0, TURNS)
    pos.phase = PHASES.index(a_known(field(given, "phase", "position"), "phase", set(PHASES)))
    is_setup = pos.phase in (POPES_PLACED, SITES_DRAWN)
    if is_setup != (pos.turn == 0) or (pos.phase == OVER and pos.turn < TURNS):
        raise BadSetup("pelegrinus.position.wrong_turn", where="turn", turn=pos.turn, phase=given["phase"])
    read_track(pos, given)
    read_sites(pos, given)
    read_commanderies(pos, an_object(given.get("commanderies", {}), "commanderies"))
    read_abbeys(pos, an_object(given.get("abbeys", {}), "abbeys"))
    read_relics(pos, given)
    read_moment(pos, given)


def read_moment(pos: Position, given: Mapping[str, Any]) -> None:
    """Whom the position waits for, and what this turn has brought so far."""
    if pos.phase in (POPES_PLACED, SITES_DRAWN):
        pos.actors = CHANCE_ACTS
    elif pos.phase == OVER:
        pos.actors = NOBODY
    elif pos.phase == PROGRAMMING:
        read_programmes(pos, given)
    else:
        read_resolution(pos, given)


def read_track(pos: Position, given: Mapping[str, Any]) -> None:
    """§1.2, §5.1: one start token for each seat, then at most one pope a turn, ten tokens a seat."""
    first = list(range(pos.seats)) if pos.phase > POPES_PLACED else []
    track = a_list(given.get("track", first + [None] * (len(pos.track) - len(first))), "track", 18, 18)
    for space, seat in enumerate(track):
        if seat is not None:
            pos.track[space] = a_count(seat, f"track[{space}]", 0, pos.seats - 1)
    start = [seat for seat in pos.track[:START_SLOTS] if seat >= 0]
    is_whole = len(start) == pos.seats if pos.phase > POPES_PLACED else len(start) < pos.seats - 1
    if not is_whole or pos.track[: len(start)] != start or len(set(start)) < len(start):
        raise BadSetup("pelegrinus.position.start_tokens", where="track", seats=pos.seats)
    last = pos.turn - 1 if pos.phase == PROGRAMMING else pos.turn
    late = [space - START_SLOTS + 1 for space in range(START_SLOTS + last, 18) if pos.track[space] >= 0]
    if late:
        raise BadSetup("pelegrinus.position.late_pope", where="track", turn=late[0])
    for seat in range(pos.seats):
        pos.popes[seat] = POPES - pos.track.count(seat)
        if pos.popes[seat] < 0:
            raise BadSetup("pelegrinus.position.too_many", where="track", seat=seat, most=POPES)
    pos.recency = sorted(start, key=pos.face_up, reverse=True)


def read_sites(pos: Position, given: Mapping[str, Any]) -> None:
    """§1.3: the sites always in force and one of each group that is drawn."""
    board = pos.board
    drawn = [board.sites[group[0]] for group in board.draws] if pos.phase >= PROGRAMMING else []
    ours = [name for site, name in enumerate(board.sites) if board.always >> site & 1] + drawn
    sites = a_list(given.get("sites", ours), "sites", 0, len(board.sites))
    names = [a_known(site, f"sites[{n}]", set(board.sites)) for n, site in enumerate(sites)]
    mask = 0
    for name in names:
        mask |= 1 << board.sites.index(name)
    of_groups = [sum(mask >> site & 1 for site in group) for group in board.draws]
    is_whole = all(count == 1 for count in of_groups) == (pos.phase >= PROGRAMMING) or not board.draws
    if pos.phase == POPES_PLACED:
        is_whole = not any(of_groups)
    if not is_whole or mask & board.always != board.always or any(count > 1 for count in of_groups):
        raise BadSetup("pelegrinus.position.sites", where="sites", sites=names)
    pos.sites = mask


def read_commanderies(pos: Position, given: Mapping[str, Any]) -> None:
    """§6.2, §6.3: no more than a city holds and a seat has."""
    board = pos.board
    for name, counts in given.items():
        where = f"commanderies.{shown(name)}"
        city = board.city_number[a_known(name, where, set(board.cities))]
        for seat, count in enumerate(a_list(counts, where, pos.seats, pos.seats)):
            place_commanderies(pos, seat, city, a_count(count, f"{where}[{seat}]", 0, COMMANDERIES))
        if pos.room[city] < 0:
            limit = board.limits[pos.seats][city]
            raise BadSetup("pelegrinus.position.over_limit", where=where, city=name, most=limit)
        if pos.room[city] < board.limits[pos.seats][city] and not board.open_at[pos.turn] & board.bit[city]:
            raise BadSetup("pelegrinus.position.not_open", where=where, city=name)
    for seat in range(pos.seats):
        if pos.stock[seat] < 0:
            raise BadSetup("pelegrinus.position.too_many", where="commanderies", seat=seat, most=COMMANDERIES)


def place_commanderies(pos: Position, seat: int, city: int, count: int) -> None:
    """Put commanderies of a seat into a city."""
    bit = pos.board.bit[city]
    pos.commanderies[seat * len(pos.board.cities) + city] = count
    pos.stock[seat] -= count
    pos.room[city] -= count
    if count:
        pos.presence[seat] |= bit
    if not pos.room[city]:
        pos.full |= bit


def read_abbeys(pos: Position, given: Mapping[str, Any]) -> None:
    """§7.1, §7.3: only in complete regions, where the seat has a commandery, at most two a region."""
    board = pos.board
    for name, owner in given.items():
        where = f"abbeys.{shown(name)}"
        city = board.city_number[a_known(name, where, set(board.cities))]
        seat = a_count(owner, where, 0, pos.seats - 1)
        if not pos.is_complete(board.region_of[city]) or not pos.presence[seat] & board.bit[city]:
            raise BadSetup("pelegrinus.position.abbey", where=where, city=name, seat=seat)
        pos.abbeys[city] = seat
        pos.abbey_stock[seat] -= 1
        pos.raised |= board.bit[city]
    for seat in range(pos.seats):
        if pos.abbey_stock[seat] < 0:
            raise BadSetup("pelegrinus.position.too_many", where="abbeys", seat=seat, most=ABBEYS)
    for region, region_id in enumerate(board.regions):
        if pos.abbeys_in(region) > board.most_abbeys[region]:
            raise BadSetup("pelegrinus.position.abbeys_in_region", where="abbeys", region=region_id)


def read_relics(pos: Position, given: Mapping[str, Any]) -> None:
    """§1.1: all relics are somewhere."""
    kinds = len(RELIC_VALUES)
    if "relics" not in given:
        return
    pos.relics = [0] * (pos.seats * kinds)
    for seat, values in enumerate(a_list(given["relics"], "relics", pos.seats, pos.seats)):
        for n, value in enumerate(a_list(values, f"relics[{seat}]", 0, 4 * pos.seats)):
            if value not in RELIC_VALUES:
                where = f"relics[{seat}][{n}]"
                raise BadSetup("pelegrinus.position.relic", where=where, value=shown(value))
            pos.relics[seat * kinds + RELIC_VALUES.index(value)] += 1
    for kind, value in enumerate(RELIC_VALUES):
        count = sum(pos.relics[kind::kinds])
        if count != RELICS_OF_VALUE[kind] * pos.seats:
            raise BadSetup("pelegrinus.position.relics", where="relics", value=value, count=count)

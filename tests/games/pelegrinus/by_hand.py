"""A turn resolved by hand: slow, from the rulebook, without a line of the engine; to compare with it."""

from collections.abc import Callable
from typing import Any

Programmes = list[dict[str, str]]
Ask = Callable[[str, int, list[str]], str]
"""(what, seat, cities) -> the city chosen."""

VALUE = {"master": 4, "chaplain": 3, "nun": 2, "pilgrim": 1, "keeper": 0}


class Table:
    """A table with pieces on it, after everybody has lifted the screen."""

    def __init__(self, board: dict[str, Any], saved: dict[str, Any]) -> None:
        self.seats: int = saved["seats"]
        self.turn: int = saved["turn"]
        self.options = saved["options"]
        self.region_of = {city["id"]: city["region"] for city in board["cities"]}
        self.limit: dict[str, int] = {city["id"]: city["limit"][str(self.seats)] for city in board["cities"]}
        built: dict[str, list[int]] = saved["commanderies"]
        self.built = {city: built.get(city, [0] * self.seats)[:] for city in self.limit}
        self.abbeys = dict(saved["abbeys"])
        self.track = saved["track"][:]
        self.relics = [sorted(relics) for relics in saved["relics"]]
        self.held: dict[int, int] = {}

    def face_up(self, seat: int) -> int:
        return max(space for space, owner in enumerate(self.track) if owner == seat)

    def is_full(self, city: str) -> bool:
        return sum(self.built[city]) == self.limit[city]

    def is_region_complete(self, region: str) -> bool:
        return all(self.is_full(city) for city in self.limit if self.region_of[city] == region)

    def stock(self, seat: int) -> int:
        return 30 - sum(counts[seat] for counts in self.built.values())

    def abbeys_left(self, seat: int) -> int:
        return 4 - list(self.abbeys.values()).count(seat)

    def by_pope(self) -> list[int]:
        return sorted(range(self.seats), key=self.face_up, reverse=True)


def majority(table: Table, there: list[tuple[int, str]], *, oldest: bool) -> tuple[int, int] | None:
    """The winner at a place and the height of its stack."""
    has_pilgrim = any(character == "pilgrim" for _, character in there)
    sums: dict[int, int] = {}
    for seat, character in there:
        if character == "master" and has_pilgrim:
            continue
        sums[seat] = sums.get(seat, 0) + VALUE[character]
    best = max(sums.values(), default=0)
    if best == 0:
        return None
    tied = [seat for seat, total in sums.items() if total == best]
    winner = min(tied, key=table.face_up) if oldest else max(tied, key=table.face_up)
    return winner, best


def capture(table: Table, winner: int, there: list[tuple[int, str]]) -> None:
    keepers = [seat for seat, character in there if character == "keeper"]
    if not table.options["own_keeper_in_tie"]:
        keepers = [seat for seat in keepers if seat != winner]
    if keepers:
        taken = max(keepers, key=table.face_up)
        if taken != winner:
            table.held[taken] = winner


def resolve(table: Table, programmes: Programmes, ask: Ask) -> None:
    """The court, the commanderies, the abbeys, the relics."""
    places: dict[str, list[tuple[int, str]]] = {}
    for seat, programme in enumerate(programmes):
        for character, place in programme.items():
            places.setdefault(place, []).append((seat, character))
    places.pop("home", None)
    elect(table, places.pop("court", []))
    was_full = {city for city in places if table.is_full(city)}
    build_commanderies(table, {city: there for city, there in places.items() if city not in was_full}, ask)
    build_abbeys(table, {city: there for city, there in places.items() if city in was_full}, ask)
    for seat in table.by_pope():
        if seat in table.held:
            holder = table.held[seat]
            if table.relics[holder]:
                table.relics[seat].append(table.relics[holder].pop(0))
                table.relics[seat].sort()


def elect(table: Table, there: list[tuple[int, str]]) -> None:
    won = majority(table, there, oldest=True)
    if won and table.track.count(won[0]) < 10:
        table.track[4 + table.turn - 1] = won[0]


def build_commanderies(table: Table, places: dict[str, list[tuple[int, str]]], ask: Ask) -> None:
    won: dict[int, list[str]] = {}
    for city, there in places.items():
        found = majority(table, there, oldest=False)
        if found:
            capture(table, found[0], there)
            won.setdefault(found[0], []).append(city)
    for seat in table.by_pope():
        cities = won.get(seat, [])
        count = min(len(cities), table.stock(seat))
        for _ in range(count):
            is_free = table.stock(seat) >= len(cities)
            city = cities[0] if is_free else ask("build commandery", seat, cities)
            cities.remove(city)
            table.built[city][seat] += 1


def build_abbeys(table: Table, places: dict[str, list[tuple[int, str]]], ask: Ask) -> None:
    won: dict[str, tuple[int, int]] = {}
    for city, there in places.items():
        if not table.is_region_complete(table.region_of[city]) or city in table.abbeys:
            continue
        found = majority(table, [one for one in there if table.built[city][one[0]]], oldest=False)
        if found:
            won[city] = found
    due: dict[str, tuple[int, int]] = {}
    for seat in table.by_pope():
        mine = [city for city in won if won[city][0] == seat]
        left = table.abbeys_left(seat)
        if left and left < len(mine):
            wanted = []
            for _ in range(left):
                wanted.append(ask("claim abbey", seat, mine))
                mine.remove(wanted[-1])
        else:
            wanted = mine if left else []
        due.update({city: won[city] for city in wanted})
    for city in won:
        if city not in due:
            capture(table, won[city][0], places[city])
    for region in dict.fromkeys(table.region_of.values()):
        here = {city: found for city, found in due.items() if table.region_of[city] == region}
        for city in settle(table, region, here, ask):
            capture(table, due[city][0], places[city])


def settle(table: Table, region: str, due: dict[str, tuple[int, int]], ask: Ask) -> list[str]:
    """Build what is due in one region; the cities where a keeper is captured."""
    order = sorted(due, key=lambda city: (due[city][1], table.face_up(due[city][0])), reverse=True)
    standing = [city for city in table.abbeys if table.region_of[city] == region]
    places = 2 - len(standing)
    captured = []
    while order and places:
        equal = [city for city in order if due[city] == due[order[0]]]
        city = ask("build abbey", due[order[0]][0], equal) if len(equal) > places else order[0]
        order.remove(city)
        table.abbeys[city] = due[city][0]
        captured.append(city)
        places -= 1
    return captured + (order if table.options["keeper_captured_when_abbey_cancelled"] else [])

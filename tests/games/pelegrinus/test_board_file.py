"""A board of the player's own: it is played by the same rules, and every fault is named with its place."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game
from abbatia.core.contract import BadSetup
from abbatia.core.match import Match
from abbatia.core.record import Record, parse, print_record, verify
from abbatia.core.text_laws import check_vocabulary, check_words
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.board import our_data
from abbatia.games.pelegrinus.board_file import MOST_CITIES
from abbatia.games.pelegrinus.scoring import lines
from tests.games.pelegrinus.table import play, position

Board = dict[str, Any]
Change = Callable[[Board], object]


def tiny() -> Board:
    """One region with one city, a second with three, one road with a site."""

    def city(name: str, region: str, x: int, limit: int) -> Board:
        limits = {"2": limit, "3": limit, "4": limit}
        return {"id": name, "name": name.title(), "region": region, "x": x, "y": 5, "limit": limits}

    def road(a: str, b: str, x: int) -> Board:
        return {"route": [a, b], "x": x, "y": 5}

    return {
        "map": {"width": 100, "height": 10},
        "regions": [
            {"id": "oasis", "name": "Oasis", "opens": 1},
            {"id": "coast", "name": "Coast", "opens": 2},
        ],
        "cities": [
            city("well", "oasis", 10, 1),
            city("port", "coast", 30, 2),
            city("beach", "coast", 60, 1),
            city("tower", "coast", 90, 1),
        ],
        "routes": [
            {"a": "port", "b": "beach", "kind": "land"},
            {"a": "beach", "b": "tower", "kind": "sea", "via": [[70, 4.5]]},
            {"a": "well", "b": "port", "kind": "terre"},
        ],
        "sites": [
            {"id": "shrine", "name": "Shrine", "active": "always", **road("port", "beach", 40)},
            {"id": "cave", "name": "Cave", "active": "either", **road("beach", "tower", 70)},
            {"id": "spring", "name": "Spring", "active": "either", **road("port", "well", 20)},
        ],
    }


def largest() -> Board:
    """As many cities as a file may have, in two regions whose cities alternate."""
    board = tiny()
    board["cities"] = [
        {
            "id": f"city{n}",
            "name": f"City {n}",
            "region": ("oasis", "coast")[n % 2],
            "x": n,
            "y": 1,
            "limit": {"2": 1, "3": 2, "4": 9},
        }
        for n in range(MOST_CITIES)
    ]
    board["routes"] = [{"a": f"city{n}", "b": f"city{n + 1}", "kind": "mer"} for n in range(MOST_CITIES - 1)]
    board["sites"] = []
    return board


@pytest.mark.parametrize("make", [tiny, largest])
@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_law_holds_on_other_boards(make: Callable[[], Board], seats: int) -> None:
    title = TITLE.with_components(make())
    check_vocabulary(title)
    for seed in range(3):
        check_game(title, seats, {}, seed, every=61)


@pytest.mark.rule("7.3", "2.5")
def test_a_region_of_one_city_is_closed_by_its_only_abbey() -> None:
    title = TITLE.with_components(tiny())
    state = position(3, title=title, commanderies={"well": [1, 0, 0, 0]})
    play(state, {0: {"nun": "well"}})
    seen = state.observe(None)["public"]["regions"][0]
    assert (seen["abbeys"], seen["most_abbeys"], seen["closed"]) == (1, 1, True)


@pytest.mark.rule("1.3", "9.1")
def test_sites_of_another_board_are_drawn_and_scored() -> None:
    title = TITLE.with_components(tiny())
    state = title.from_json(
        {
            "seats": 2,
            "turn": 14,
            "phase": "over",
            "sites": ["shrine", "cave"],
            "commanderies": {"port": [1, 0], "beach": [1, 0], "tower": [1, 0]},
        }
    )
    assert [line.points for line in lines(state, 0) if line.rule == "10.6"] == [4]


def test_our_own_file_loads_as_anybodys() -> None:
    title = TITLE.with_components(our_data())
    assert title.vocabulary == TITLE.vocabulary
    assert title.own_components == our_data()
    assert TITLE.own_components is None


def test_the_loaded_board_does_not_change_with_the_readers_copy() -> None:
    data = tiny()
    title = TITLE.with_components(data)
    data["cities"][0]["limit"]["2"] = 9
    assert title.start(2).room[0] == 1
    assert title.own_components == tiny()


def test_a_record_carries_the_board() -> None:
    match = Match(TITLE.with_components(tiny()), 2, rng=Rng(4))
    while match.to_act():
        seat = match.to_act()[0]
        actions = match.decision(seat).legal
        match.play(seat, actions[match.rng.below(len(actions))])
    text = print_record(Record.of(match))
    again = verify(parse(text), load)
    assert again.state.to_json() == match.state.to_json()
    assert "send nun to beach" in again.title.numbers


# -- faults ----------------------------------------------------------------------------------------------


def city(board: Board) -> Board:
    found: Board = board["cities"][1]
    return found


FAULTS: dict[str, tuple[Change, str, str]] = {
    "no regions": (lambda b: b.pop("regions"), "core.file.missing", "regions"),
    "no map": (lambda b: b.pop("map"), "core.file.missing", "map"),
    "map without height": (lambda b: b["map"].pop("height"), "core.file.missing", "map.height"),
    "map of no size": (lambda b: b["map"].update(width=0), "core.file.not_whole", "map.width"),
    "cities no list": (lambda b: b.update(cities={}), "core.file.not_list", "cities"),
    "no city": (lambda b: b.update(cities=[]), "core.file.length", "cities"),
    "too many cities": (lambda b: b.update(cities=[{}] * 49), "core.file.length", "cities"),
    "a city that is a text": (lambda b: b["cities"].append("rome"), "core.file.not_object", "cities[4]"),
    "city without id": (lambda b: city(b).pop("id"), "core.file.missing", "cities[1].id"),
    "id with capitals": (lambda b: city(b).update(id="Port"), "core.file.bad_id", "cities[1].id"),
    "id no text": (lambda b: city(b).update(id=7), "core.file.bad_id", "cities[1].id"),
    "id twice": (lambda b: city(b).update(id="well"), "core.file.id_twice", "cities[1].id"),
    "city named court": (lambda b: city(b).update(id="court"), "core.file.reserved_id", "cities.court.id"),
    "city named home": (lambda b: city(b).update(id="home"), "core.file.reserved_id", "cities.home.id"),
    "name too long": (lambda b: city(b).update(name="x" * 81), "core.file.not_text", "cities.port.name"),
    "no name": (lambda b: city(b).update(name=""), "core.file.not_text", "cities.port.name"),
    "unknown region": (lambda b: city(b).update(region="sea"), "core.file.unknown_id", "cities.port.region"),
    "no limit": (lambda b: city(b).pop("limit"), "core.file.missing", "cities.port.limit"),
    "no limit for three": (lambda b: city(b)["limit"].pop("3"), "core.file.missing", "cities.port.limit.3"),
    "limit of none": (
        lambda b: city(b)["limit"].update({"3": 0}),
        "core.file.not_whole",
        "cities.port.limit.3",
    ),
    "limit no number": (
        lambda b: city(b)["limit"].update({"4": "2"}),
        "core.file.not_whole",
        "cities.port.limit.4",
    ),
    "limit true": (
        lambda b: city(b)["limit"].update({"4": True}),
        "core.file.not_whole",
        "cities.port.limit.4",
    ),
    "off the map": (lambda b: city(b).update(x=101), "core.file.off_the_map", "cities.port.x"),
    "no place": (lambda b: city(b).update(y=None), "core.file.not_number", "cities.port.y"),
    "region opens too late": (
        lambda b: b["regions"][1].update(opens=15),
        "core.file.not_whole",
        "regions.coast.opens",
    ),
    "nothing opens first": (
        lambda b: b["regions"][0].update(opens=2),
        "pelegrinus.board.no_first_region",
        "regions",
    ),
    "empty region": (
        lambda b: b["regions"].append({"id": "moor", "name": "Moor", "opens": 3}),
        "pelegrinus.board.empty_region",
        "cities",
    ),
    "region id twice": (lambda b: b["regions"][1].update(id="oasis"), "core.file.id_twice", "regions[1].id"),
    "route to nowhere": (lambda b: b["routes"][0].update(b="rome"), "core.file.unknown_id", "routes[0].b"),
    "route to itself": (lambda b: b["routes"][0].update(b="port"), "core.file.to_itself", "routes[0]"),
    "route twice": (
        lambda b: b["routes"].append({"a": "beach", "b": "port", "kind": "sea"}),
        "core.file.twice",
        "routes[3]",
    ),
    "kind of route": (lambda b: b["routes"][0].update(kind="air"), "core.file.not_one_of", "routes[0].kind"),
    "kind no text": (lambda b: b["routes"][0].update(kind=["sea"]), "core.file.not_one_of", "routes[0].kind"),
    "bend off the map": (
        lambda b: b["routes"][1].update(via=[[70, 4], [70, 11]]),
        "core.file.off_the_map",
        "routes[1].via[1].y",
    ),
    "bend no point": (lambda b: b["routes"][1].update(via=[[70]]), "core.file.length", "routes[1].via[0]"),
    "site off its road": (
        lambda b: b["sites"][0].update(route=["well", "tower"]),
        "pelegrinus.board.no_route",
        "sites.shrine.route",
    ),
    "site between numbers": (
        lambda b: b["sites"][0].update(route=[1, 2]),
        "core.file.bad_id",
        "sites.shrine.route[0]",
    ),
    "two sites on a road": (
        lambda b: b["sites"][0].update(route=["beach", "tower"]),
        "pelegrinus.board.road_taken",
        "sites.cave.route",
    ),
    "a draw of one": (lambda b: b["sites"].pop(), "pelegrinus.board.lone_draw", "sites"),
    "site id twice": (lambda b: b["sites"][1].update(id="shrine"), "core.file.id_twice", "sites[1].id"),
    "site without active": (lambda b: b["sites"][1].pop("active"), "core.file.missing", "sites.cave.active"),
    "other number of turns": (lambda b: b.update(turns=12), "core.file.fixed", "turns"),
    "other supply": (lambda b: b.update(supply={"abbeys": 5}), "core.file.fixed", "supply.abbeys"),
    "unknown supply": (lambda b: b.update(supply={"coins": 5}), "core.file.unknown", "supply.coins"),
    "not JSON": (lambda b: b.update(about={1, 2}), "core.file.not_remark", "about"),
    "no number": (lambda b: b["map"].update(width=float("nan")), "core.file.not_whole", "map.width"),
    "too large": (lambda b: b.update(about="x" * 400_000), "core.file.not_remark", "about"),
    "misspelt": (lambda b: city(b).update(nmae="Porto"), "core.file.unknown", "cities.port.nmae"),
    "no colour": (lambda b: b["regions"][0].update(color="red"), "core.file.not_like", "regions.oasis.color"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_place(fault: str) -> None:
    change, key, where = FAULTS[fault]
    data = copy.deepcopy(tiny())
    change(data)
    with pytest.raises(BadSetup) as caught:
        TITLE.with_components(data)
    message = caught.value.message
    assert message.key == key
    assert message.args["where"] == where
    check_words(2, message)
    json.dumps(message.to_json())


@pytest.mark.parametrize("data", [None, [], "board", 7])
def test_what_is_no_board_at_all_is_refused(data: Any) -> None:
    with pytest.raises(BadSetup) as caught:
        TITLE.with_components(data)
    assert caught.value.message.key == "core.file.not_object"


def test_more_sites_than_can_be_scored_are_refused() -> None:
    data = our_data()
    for site in data["sites"]:
        site["active"] = "always"
    with pytest.raises(BadSetup) as caught:
        TITLE.with_components(data)
    assert caught.value.message.key == "pelegrinus.board.too_many_sites"
    assert caught.value.message.args == {"where": "sites", "count": 6, "most": 5}


def test_deep_nesting_is_refused_not_a_crash() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadSetup):
        TITLE.with_components({**tiny(), "about": deep})


# -- what our own board says -----------------------------------------------------------------------------


def test_our_board_is_well_made() -> None:
    board = TITLE.board
    assert len(board.cities) == 36
    assert all(len(cities) == 6 for cities in board.region_cities)
    assert sum(mask.bit_count() for mask in board.neighbours) == 2 * 69
    assert all(2 <= mask.bit_count() <= 5 for mask in board.neighbours)
    assert len({end for ends in board.ends for end in ends}) == 12, "no city ends two roads of sites"


KINDS = ("regions", "cities", "routes", "sites")
VERSIONS = [version.number for version in TITLE.versions]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_value_of_our_board_says_where_it_comes_from(version: int) -> None:
    ours = our_data(version)
    known = set(ours["legend"])

    def statuses(value: Any) -> set[str]:
        return {s for v in value.values() for s in statuses(v)} if isinstance(value, dict) else {value}

    confirmed = 0
    for kind in KINDS:
        for item in ours[kind]:
            assert statuses(item["status"]) <= known
            confirmed += kind == "cities" and item["status"]["name"] == "confirmed"
    assert confirmed == 13


def not_designed(board: Board) -> list[Any]:
    """All that a board file says without our own design: whole entries where nothing of them is designed."""

    def kept(item: Board) -> Board:
        status = item["status"]
        if isinstance(status, str):
            return {} if status == "designed" else item
        found: Board = {}
        for key, value in item.items():
            source = status.get(key)
            if isinstance(source, dict):
                found[key] = {part: value[part] for part in value if source[part] != "designed"}
            elif source != "designed":
                found[key] = value
        return found

    rest = {key: value for key, value in board.items() if key not in KINDS}
    return [rest, *[one for kind in KINDS for item in board[kind] if (one := kept(item))]]


def limit_of(board: Board, city: str) -> Board:
    found: Board = next(one["limit"] for one in board["cities"] if one["id"] == city)
    return found


@pytest.mark.parametrize("version", VERSIONS[1:])
def test_a_new_version_changes_designed_values_only(version: int) -> None:
    before, after = our_data(version - 1), our_data(version)
    assert not_designed(after) == not_designed(before)
    assert after != before
    limit_of(after, "acre")["2"] = 9
    assert not_designed(after) == not_designed(before), "Acre's limit for two is designed"
    limit_of(after, "acre")["4"] = 9
    assert not_designed(after) != not_designed(before), "that for four is in the rulebook"


def test_version_2_changes_limits_only() -> None:
    """So the map is drawn, and routes and sites are read, as before."""
    boards = [our_data(version) for version in (1, 2)]
    for board in boards:
        for one in board["cities"]:
            del one["limit"]
    assert boards[0] == boards[1]


# -- names -----------------------------------------------------------------------------------------------


def test_the_words_of_our_board_are_those_of_the_file() -> None:
    for language in LANGUAGES:
        entries = words(language).entries
        assert {key: entries.get(key) for key in TITLE.names(language)} == TITLE.names(language)


def test_names_of_a_board_of_ones_own_come_from_its_file() -> None:
    data = our_data()
    data["cities"][0].update(name="Akko", name_en="Akka")
    title = TITLE.with_components(data)
    assert title.names("fr")["pelegrinus.place.acre"] == "Akko"
    assert title.names("en")["pelegrinus.place.acre"] == "Akka"
    assert TITLE.with_components(tiny()).names("en")["pelegrinus.site.shrine"] == "Shrine"
    action = title.describe(title.numbers["send nun to acre"])
    assert "Akka" in words("en").knowing(title.names("en")).say(action)

"""Our board, and boards of one's own: what is accepted, and what is said about a file that is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game
from abbatia.core.contract import BadSetup
from abbatia.core.match import Match
from abbatia.core.playout import random_game
from abbatia.core.record import Record, parse, print_record, replay
from abbatia.core.text_laws import check_words
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.board import our_data
from abbatia.games.cardinal.board_file import INKS

Data = dict[str, Any]


@pytest.mark.rule("1.1", "1.2")
def test_our_board_has_the_countries_cards_and_alliances_of_the_game() -> None:
    board = TITLE.tables.board
    assert len(board.countries) == 9
    assert dict(zip(board.kinds, board.kind_cards, strict=True)) == {
        "aragon": 13,
        "burgundy": 12,
        "italy": 11,
        "swabia": 10,
        "france": 9,
    }
    assert (len(board.sites), len(board.roads), len(board.alliances)) == (54, 59, 15)
    names = board.countries
    pairs = {number: {names[one], names[other]} for number, one, other in board.alliances}
    assert pairs[14] == {"italy", "burgundy"}
    assert pairs[15] == {"italy", "bavaria"}


@pytest.mark.rule("1.1")
def test_no_road_of_our_board_crosses_the_sea() -> None:
    board = TITLE.tables.board
    england = board.countries.index("england")
    for one, other in board.roads:
        assert (board.country_of[one] == england) == (board.country_of[other] == england)


def test_the_words_of_our_board_are_those_of_the_file() -> None:
    for language in LANGUAGES:
        entries = words(language).entries
        assert {key: entries.get(key) for key in TITLE.names(language)} == TITLE.names(language)


def small() -> Data:
    """A board of one's own: three countries, ten sites, other ids and names."""
    point = {"x": 1, "y": 2.5}
    return {
        "map": {"width": 10, "height": 10},
        "countries": [
            {"id": "castile", "name": "Castile", "name_fr": "Castille", "seal": point},
            {"id": "leon", "name": "León", "seal": point},
            {"id": "navarre", "name": "Navarre", "seal": point},
        ],
        "sites": [
            {"id": f"s{number}", "name": f"Site {number}", "country": country, **point}
            for number, country in enumerate(["castile"] * 5 + ["leon"] * 4 + ["navarre"])
        ],
        "roads": [[f"s{number}", f"s{number + 1}"] for number in range(9)],
        "alliances": [{"number": 3, "a": "leon", "b": "navarre", "marker": point}],
        "cards": [
            {"id": "leon", "countries": ["castile", "leon"], "count": 12, "colour": "red"},
            {"id": "navarre", "countries": ["navarre"], "count": 11, "colour": "blue"},
        ],
        "pieces": {"abbeys": 6, "advisors": 2},
    }


def test_a_small_board_of_ones_own_obeys_every_law() -> None:
    title = TITLE.with_components(small())
    assert title.own_components == small()
    assert "pay two leon for navarre" in title.numbers
    for seats in (3, 4, 5):
        for seed in range(4):
            check_game(title, seats, {}, seed, every=9)
    for seed in range(4):
        check_game(title, 2, {"duel": True}, seed, every=9)


def test_the_largest_board_obeys_every_law() -> None:
    title = TITLE.with_components(large())
    for seats, options in ((5, {}), (3, {"two_countries": True}), (2, {"duel": True})):
        for seed in range(2):
            length = check_game(title, seats, options, seed, every=60)
            assert length < title.max_actions


def large() -> Data:
    """As many of everything as a board may have."""
    data = small()
    point = {"x": 1, "y": 2.5}
    countries = [f"c{number}" for number in range(12)]
    homes = [countries[min(number // 5, 11)] for number in range(62)]
    data["countries"] = [{"id": name, "name": name.upper(), "seal": point} for name in countries]
    data["sites"] = [
        {"id": f"s{n}", "name": f"S{n}", "country": home, **point} for n, home in enumerate(homes)
    ]
    data["roads"] = [[f"s{n}", f"s{n + step}"] for step in (1, 5) for n in range(62 - step)]
    pairs = [(a, b) for a in range(12) for b in range(a)][:40]
    data["alliances"] = [
        {"number": number + 1, "a": countries[a], "b": countries[b], "marker": point}
        for number, (a, b) in enumerate(pairs)
    ]
    owners = [countries[0:2], countries[2:4], countries[4:6], countries[6:8], *([c] for c in countries[8:])]
    data["cards"] = [
        {"id": f"k{n}", "countries": list(some), "count": 15, "colour": "red"}
        for n, some in enumerate(owners)
    ]
    data["pieces"] = {"abbeys": 20, "advisors": 15}
    return data


def test_the_same_file_gives_the_same_games() -> None:
    again = TITLE.with_components(our_data())
    one, other = TITLE.start(4), again.start(4)
    random_game(one, Rng(1))
    random_game(other, Rng(1))
    assert one.to_json() == other.to_json()
    assert again.vocabulary == TITLE.vocabulary


def test_a_record_carries_the_board_it_was_played_on() -> None:
    match = Match(TITLE.with_components(small()), 3, rng=Rng(4))
    while match.to_act():
        seat = match.to_act()[0]
        match.play(seat, match.state.legal(seat)[0])
    record = parse(print_record(Record.of(match)))
    again = replay(record, load)
    assert again.title.own_components == small()
    assert again.state.to_json() == match.state.to_json()


def test_names_of_a_board_of_ones_own_come_from_its_file() -> None:
    title = TITLE.with_components(small())
    assert title.names("fr")["cardinal.country.castile"] == "Castille"
    assert title.names("fr")["cardinal.card.leon"] == "Castille/León"
    assert title.names("en")["cardinal.site.s3"] == "Site 3"


def test_the_browser_knows_every_colour_that_a_file_may_name() -> None:
    source = (Path(__file__).parents[3] / "web/src/games/cardinal/colours.ts").read_text("utf-8")
    assert tuple(re.findall(r"^  (\w+): \{ card:", source, re.MULTILINE)) == INKS


Change = Callable[[Data], None]


def put(path: str, value: object) -> Change:
    """A change of the small board: `sites.3.country`."""

    def change(data: Data) -> None:
        *way, last = path.split(".")
        here: Any = data
        for step in way:
            here = here[int(step)] if isinstance(here, list) else here[step]
        if isinstance(here, list):
            here[int(last)] = value
        elif value is Ellipsis:
            del here[last]
        else:
            here[last] = value

    return change


GRID = [[f"g{n}", f"g{m}"] for n in range(36) for m in (n + 1, n + 6) if m < 36 and (m == n + 6 or m % 6)]
"""A net of six by six sites, wider than may be."""


def on_a_grid(data: Data) -> None:
    homes = ["castile"] * 12 + ["leon"] * 12 + ["navarre"] * 12
    data["sites"] = [
        {"id": f"g{n}", "name": "G", "country": home, "x": 1, "y": 1} for n, home in enumerate(homes)
    ]
    data["roads"] = GRID


def much_text(data: Data) -> None:
    for name in ("about", "provenance"):
        data[name] = {str(n): "x" * 2000 for n in range(40)}


WRONG: list[tuple[Change, str, str]] = [
    (put("map", ...), "core.file.missing", "map"),
    (put("map.width", 0), "core.file.not_whole", "map.width"),
    (put("map.height", "10"), "core.file.not_whole", "map.height"),
    (put("maps", {}), "core.file.unknown", "maps"),
    (put("countries", {}), "core.file.not_list", "countries"),
    (put("countries", []), "core.file.length", "countries"),
    (put("countries.1", "leon"), "core.file.not_object", "countries[1]"),
    (put("countries.1.id", ...), "core.file.missing", "countries[1].id"),
    (put("countries.1.id", "Léon"), "core.file.bad_id", "countries[1].id"),
    (put("countries.1.id", "castile"), "core.file.id_twice", "countries[1].id"),
    (put("countries.1.name", ""), "core.file.not_text", "countries.leon.name"),
    (put("countries.1.name", "x" * 81), "core.file.not_text", "countries.leon.name"),
    (put("countries.1.name", "a\nb"), "core.file.not_text", "countries.leon.name"),
    (put("countries.1.name_fr", 3), "core.file.not_text", "countries.leon.name_fr"),
    (put("countries.1.seal", ...), "core.file.missing", "countries.leon.seal"),
    (put("countries.1.seal.x", True), "core.file.not_number", "countries.leon.seal.x"),
    (put("countries.1.seal.x", 11), "core.file.off_the_map", "countries.leon.seal.x"),
    (put("countries.1.site_count", [1]), "core.file.not_remark", "countries.leon.site_count"),
    (much_text, "core.file.much_text", "provenance.34"),
    (put("sites.3.country", "france"), "core.file.unknown_id", "sites.s3.country"),
    (put("sites.3.x", 99999), "core.file.off_the_map", "sites.s3.x"),
    (put("sites.3.y", float("nan")), "core.file.not_number", "sites.s3.y"),
    (put("sites.3.colour", "red"), "core.file.unknown", "sites.s3.colour"),
    (put("sites.9.country", "leon"), "cardinal.board.country_sites", "sites"),
    (put("roads", ...), "core.file.missing", "roads"),
    (put("roads.0", ["s0"]), "core.file.length", "roads[0]"),
    (put("roads.0", ["s0", "s99"]), "core.file.unknown_id", "roads[0]"),
    (put("roads.0", ["s0", 1]), "core.file.bad_id", "roads[0][1]"),
    (put("roads.0", ["s0", "s0"]), "core.file.to_itself", "roads[0]"),
    (put("roads.1", ["s1", "s0"]), "core.file.twice", "roads[1]"),
    (put("roads", [["s0", f"s{n}"] for n in range(1, 9)]), "cardinal.board.many_roads", "roads[6]"),
    (on_a_grid, "cardinal.board.dense_roads", "roads"),
    (put("alliances.0.number", "3"), "core.file.not_whole", "alliances[0].number"),
    (put("alliances.0.a", "navarre"), "core.file.to_itself", "alliances[0]"),
    (put("alliances.0.marker", []), "core.file.not_object", "alliances[0].marker"),
    (put("cards.0.count", 2), "core.file.not_whole", "cards.leon.count"),
    (put("cards.0.count", 16), "core.file.not_whole", "cards.leon.count"),
    (put("cards.0.colour", "puce"), "core.file.not_one_of", "cards.leon.colour"),
    (put("cards.0.id", "pile"), "core.file.reserved_id", "cards.pile.id"),
    (put("cards.0.countries", ["castile"]), "cardinal.board.no_card", "cards"),
    (put("cards.0.countries", "castile"), "core.file.not_list", "cards.leon.countries"),
    (put("cards.0.countries", [["castile"]]), "core.file.bad_id", "cards.leon.countries[0]"),
    (put("cards.1.countries", ["navarre", "leon"]), "core.file.twice", "cards.navarre.countries[1]"),
    (put("cards.1.count", 3), "cardinal.board.few_cards", "cards"),
    (put("pieces", 20), "core.file.not_object", "pieces"),
    (put("pieces.abbeys", 21), "core.file.not_whole", "pieces.abbeys"),
    (put("pieces.advisors", 1.5), "core.file.not_whole", "pieces.advisors"),
]


@pytest.mark.parametrize(("change", "key", "where"), WRONG, ids=[f"{key} {where}" for _, key, where in WRONG])
def test_a_fault_in_a_board_file_is_named_with_its_place(change: Change, key: str, where: str) -> None:
    data = json.loads(json.dumps(small()))
    TITLE.with_components(data)
    change(data)
    with pytest.raises(BadSetup) as caught:
        TITLE.with_components(data)
    message = caught.value.message
    assert message.key == key
    assert message.args["where"] == where
    check_words(2, message)


def test_two_alliances_between_the_same_countries_are_refused() -> None:
    data = small()
    data["alliances"].append({**data["alliances"][0], "number": 4, "a": "navarre", "b": "leon"})
    with pytest.raises(BadSetup, match="twice"):
        TITLE.with_components(data)
    data["alliances"][1] = {**data["alliances"][0], "b": "castile"}
    with pytest.raises(BadSetup, match="twice"):
        TITLE.with_components(data)


def test_every_fault_of_a_board_file_has_a_test() -> None:
    prefix = "cardinal.board."
    keys = {key.removeprefix(prefix) for key in words("en").entries if key.startswith(prefix)}
    assert keys == {key.removeprefix(prefix) for _, key, _ in WRONG if key.startswith(prefix)}


def test_any_json_is_answered_with_a_fault_and_nothing_else() -> None:
    """Replace every part of the small board by junk, one at a time."""
    junk: list[Any] = [None, True, -1, 10**30, 1.5, "", "x" * 500, [], [[]], {}, {"id": {}}]
    for path in paths(small()):
        for value in junk:
            data = json.loads(json.dumps(small()))
            put(path, value)(data)
            try:
                TITLE.with_components(data)
            except BadSetup as bad:
                check_words(2, bad.message)


def paths(data: Any, before: str = "") -> list[str]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found: list[str] = []
    for name, value in items:
        path = f"{before}.{name}".lstrip(".")
        found += [path, *paths(value, path)]
    return found

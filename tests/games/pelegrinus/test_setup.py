"""The set-up: pieces, first popes, the drawn site, regions opening, limits by number of players."""

import itertools

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, BadSetup
from abbatia.core.playout import random_game, step
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.title import of_version
from tests.games.pelegrinus.table import BLUE, GREEN, RED, do, of_kind, play, position, region


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("seats", TITLE.seats)
def test_everybody_has_the_same_pieces(seats: int) -> None:
    count = TITLE.start(seats).inventory()
    for seat in range(1, seats + 1):
        assert count[f"commanderies of {seat}"] == 30
        assert count[f"abbeys of {seat}"] == 4
        assert count[f"popes of {seat}"] == 10
        assert count[f"characters of {seat}"] == 5
    assert [count[f"relics of {value}"] for value in (1, 2, 4)] == [seats, 2 * seats, seats]


@pytest.mark.rule("1.2", "R1")
@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_order_of_the_first_popes_is_as_likely(seats: int) -> None:
    seen: dict[tuple[int, ...], int] = {}

    def follow(order: tuple[int, ...], ways: int) -> None:
        state = TITLE.start(seats)
        for seat in order:
            state.apply(CHANCE, TITLE.numbers[f"place pope {seat + 1}"])
        if len(state.recency) == seats:
            order = tuple(reversed(state.recency))
            seen[order] = seen.get(order, 0) + ways
            return
        odds = list(state.odds())
        for action, weight in odds:
            follow((*order, action - TITLE.actions.pope), ways * weight * 24 // len(odds))

    follow((), 1)
    assert sorted(seen) == list(itertools.permutations(range(seats)))
    assert len(set(seen.values())) == 1


@pytest.mark.rule("R1", "R13")
def test_with_three_players_the_three_lowest_slots_are_used() -> None:
    state = TITLE.start(3)
    assert of_kind(do(state, CHANCE, "place pope 3"), "first_pope") == [{"seat": 2, "slot": 1}]
    told = do(state, CHANCE, "place pope 1")
    assert of_kind(told, "first_pope") == [{"seat": 0, "slot": 2}, {"seat": 1, "slot": 3}]
    assert [space["seat"] for space in state.observe(None)["public"]["track"][:4]] == [2, 0, 1, None]
    assert state.observe(None)["public"]["pope_order"] == [1, 0, 2]


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(("drawn", "other"), [("rome", "avignon"), ("avignon", "rome")])
def test_rome_or_avignon_is_drawn(drawn: str, other: str) -> None:
    state = TITLE.start(2)
    do(state, CHANCE, "place pope 1")
    assert [(TITLE.vocabulary[action], weight) for action, weight in state.odds()] == [
        ("activate rome", 1),
        ("activate avignon", 1),
    ]
    told = do(state, CHANCE, f"activate {drawn}")
    assert of_kind(told, "site_drawn") == [{"site": drawn, "inactive": [other]}]
    assert of_kind(told, "turn_began") == [{"turn": 1}]
    active = [site["id"] for site in state.observe(None)["public"]["sites"] if site["active"]]
    assert len(active) == 5
    assert drawn in active


@pytest.mark.rule("2.1", "R6")
def test_a_region_opens_every_other_turn_until_the_eleventh() -> None:
    state = position(1)
    opened = {1: [name for name in TITLE.board.regions if region(state, name)["open"]]}
    while state.turn < 14:
        told = play(state, {})
        opened[state.turn] = [args["region"] for args in of_kind(told, "region_opened")]
    assert {turn: names for turn, names in opened.items() if names} == {
        1: ["proche_orient"],
        3: ["italie"],
        5: ["afrique_nord"],
        7: ["europe_ouest"],
        9: ["europe_anglo_germanique"],
        11: ["europe_est"],
    }


@pytest.mark.rule("6.2", "R3")
@pytest.mark.parametrize(("version", "places"), [(1, [52, 79, 102]), (2, [57, 73, 98])])
def test_only_the_limits_depend_on_the_number_of_players(version: int, places: list[int]) -> None:
    title = of_version(version)
    board = title.board
    assert [sum(board.limits[seats]) for seats in title.seats] == places
    for two, three, four in zip(*[board.limits[seats] for seats in title.seats], strict=True):
        assert two <= three <= four
    for seats in title.seats:
        seen = position(1, seats=seats, title=title).observe(None)["public"]
        assert [city["limit"] for city in seen["cities"]] == list(board.limits[seats])
        assert all(player["commanderies_left"] == 30 for player in seen["players"])


@pytest.mark.rule("10.1", "R7")
def test_fourteen_turns_are_played_even_when_everything_is_closed() -> None:
    for seats in TITLE.seats:
        state = TITLE.start(seats)
        random_game(state, Rng(seats))
        assert state.turn == 14
    closed = all_closed()
    assert all(seen["closed"] for seen in closed.observe(None)["public"]["regions"])
    assert [TITLE.vocabulary[action] for action in closed.legal(BLUE)][:2] == [
        "send master to court",
        "keep master home",
    ]
    play(closed, {BLUE: {"master": "court"}})
    assert closed.turn == 14


def all_closed() -> PelegrinusState:
    """Three players, turn 13, every city complete and every abbey of theirs built: all regions are closed."""
    board = TITLE.board
    built = {city: [0, 0, 0] for city in board.cities}
    for number, name in enumerate(board.cities):
        built[name][number % 3] = board.limits[3][number]
    abbeys = {}
    for number, cities in enumerate(board.region_cities):
        for city in (cities[number % 3], cities[(number + 1) % 3]):
            abbeys[board.cities[city]] = city % 3
    return position(13, seats=3, commanderies=built, abbeys=abbeys)


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup):
        TITLE.start(seats)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadSetup):
        TITLE.start(4, no_such_option=True)


def test_chance_comes_first_and_never_again() -> None:
    rng = Rng(5)
    state = TITLE.start(4)
    log = []
    while state.to_act():
        entry = step(state, rng)
        assert entry is not None
        log.append(entry[0])
    assert log[:4] == [CHANCE] * 4
    assert CHANCE not in log[4:]
    assert {BLUE, RED, GREEN} <= set(log)

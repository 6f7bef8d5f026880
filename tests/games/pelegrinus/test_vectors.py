"""The nine test vectors that come with the rules data, each at the lowest level that carries its rule."""

import pytest

from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, RELIC_VALUES
from abbatia.games.pelegrinus.majorities import KEEPERS, PIECE, heights, most_recent, oldest, outcome
from abbatia.games.pelegrinus.networks import networks
from abbatia.games.pelegrinus.scoring import network_lines, relics_of, score
from abbatia.games.pelegrinus.serial import place_commanderies
from abbatia.games.pelegrinus.turns.keepers import capture, claim_all
from tests.games.pelegrinus.table import BLUE, GREEN, RED, YELLOW, position, track

BLUE_MASTER_AND_NUN = {BLUE: ("master", "nun")}

# The 27 commanderies of yellow: nine in Italy, two groups that link two sites each.
ITALIAN = {"marseille": 3, "genes": 3, "venise": 3}
WESTERN = {"lyon": 3, "paris": 3, "nantes": 1, "londres": 1}
EASTERN = {"acre": 2, "sinai": 1, "antioche": 2, "iconium": 1, "constantinople": 1}
FAR = {"kiev": 1, "dantzig": 1, "prague": 1}


def crowd(stacks: dict[int, tuple[str, ...]]) -> int:
    pieces = [(seat, name) for seat, names in stacks.items() for name in names]
    return sum(PIECE[seat * CHARACTER_COUNT + CHARACTERS.index(name)] for seat, name in pieces)


def winner(stacks: dict[int, tuple[str, ...]]) -> int:
    leaders = outcome(crowd(stacks)) & 15
    assert leaders.bit_count() == 1
    return leaders.bit_length() - 1


@pytest.mark.rule("4.3")
def test_1_iconium() -> None:
    stacks = {**BLUE_MASTER_AND_NUN, GREEN: ("chaplain",), RED: ("pilgrim", "chaplain")}
    assert heights(crowd(stacks)) == [2, 4, 3, 0]
    assert winner(stacks) == RED


@pytest.mark.rule("4.3")
def test_2_court() -> None:
    assert winner({**BLUE_MASTER_AND_NUN, RED: ("pilgrim",), GREEN: ("chaplain",)}) == GREEN


@pytest.mark.rule("4.5", "4.6", "8.2")
def test_3_track() -> None:
    state = position(4, track=track([BLUE, YELLOW, GREEN, RED], {2: BLUE, 3: GREEN}))
    assert most_recent(state, 1 << BLUE | 1 << RED) == BLUE
    assert oldest(state, 1 << BLUE | 1 << YELLOW) == YELLOW
    keepers = (1 << GREEN | 1 << RED | 1 << BLUE) << KEEPERS
    capture(state, BLUE, TITLE.board.city_number["palerme"], keepers)
    assert state.holders == [-1, -1, BLUE, -1]


@pytest.mark.rule("8.1")
def test_4_crete() -> None:
    state = position(3)
    there = crowd({RED: ("master",), YELLOW: ("keeper",)})
    assert winner({RED: ("master",), YELLOW: ("keeper",)}) == RED
    capture(state, RED, TITLE.board.city_number["crete"], there)
    assert state.holders[YELLOW] == RED


@pytest.mark.rule("7.5")
def test_5_italy() -> None:
    marseille = crowd({BLUE: ("pilgrim", "nun")})
    naples = crowd({BLUE: ("chaplain",), RED: ("master",)})
    assert outcome(marseille) == 3 * 16 + (1 << BLUE)
    assert outcome(naples) == 4 * 16 + (1 << RED), "the pilgrim of Marseille does not reach it"


@pytest.mark.rule("8.4", "8.6")
def test_6_relics() -> None:
    state = position(2, track=track([YELLOW, RED, BLUE, GREEN]))
    assert state.recency == [GREEN, BLUE, RED, YELLOW]
    for seat, values in ((BLUE, [2, 4]), (GREEN, [2, 2, 4])):
        for kind, value in enumerate(RELIC_VALUES):
            state.relics[seat * 3 + kind] = values.count(value)
    yellow = relics_of(state, YELLOW)
    state.holders[GREEN] = BLUE
    state.holders[YELLOW] = GREEN
    claim_all(state)
    assert relics_of(state, BLUE) == [4]
    assert relics_of(state, GREEN) == [2, 2, 4]
    assert relics_of(state, YELLOW) == sorted([*yellow, 2])


@pytest.mark.rule("10.2", "10.3", "10.4", "10.5", "10.6")
def test_7_the_sum_of_yellow() -> None:
    state = position(
        14,
        track=track([BLUE, RED, GREEN, YELLOW], dict.fromkeys((2, 4, 7, 9, 12), YELLOW)),
        sites=["jerusalem", "avignon", "compostelle", "mont_saint_michel", "gniezno"],
    )
    assert score(state, YELLOW) == 6 + 9, "six popes; the relics of the start are worth 9"
    for kind, value in enumerate(RELIC_VALUES):
        state.relics[YELLOW * 3 + kind] = [1, 1, 1, 4, 4].count(value)
    assert score(state, YELLOW) == 6 + 11
    built = {**ITALIAN, **EASTERN, **WESTERN, **FAR}
    for city, count in built.items():
        place_commanderies(state, YELLOW, TITLE.board.city_number[city], count)
    assert state.stock[YELLOW] == 3
    assert [line.points for line in network_lines(state, YELLOW)] == [4, 4]
    assert score(state, YELLOW) == 6 + 11 + 27 + 8
    state.abbeys[TITLE.board.city_number["marseille"]] = YELLOW
    assert score(state, YELLOW) == 61


@pytest.mark.rule("9.4")
def test_8_sabine() -> None:
    roads = [
        "alexandrie",
        "tripoli",
        "palerme",
        "sinai",
        "naples",
        "venise",
        "raguse",
        "gran",
        "cracovie",
        "prague",
        "dantzig",
        "acre",
        "genes",
    ]
    west = ("lisbonne", "leon", "bordeaux", "nantes", "londres")
    state = position(14, sites=["jerusalem", "rome", "compostelle", "mont_saint_michel", "gniezno"])
    before = score(state, BLUE)
    for city in (*roads, *west):
        place_commanderies(state, BLUE, TITLE.board.city_number[city], 1)
    linked = [[TITLE.board.sites[site] for site in sites] for sites in networks(state, BLUE)]
    assert sorted(map(len, linked)) == [2, 3]
    assert score(state, BLUE) - before == len(roads) + len(west) + 13


@pytest.mark.rule("2.1")
def test_9_turn_five() -> None:
    assert TITLE.board.opening(5) == ["afrique_nord"]
    assert TITLE.board.opening(4) == []

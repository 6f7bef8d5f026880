"""Every refusal is a helpful sentence with its rule, and none stands in the catalogue for nothing."""

import re
from pathlib import Path

import pytest

from abbatia.core.rules import rules
from abbatia.core.words import placeholders, words
from abbatia.games import kings_abbey
from abbatia.games.kings_abbey import TITLE
from tests.games.kings_abbey.table import Table

SOURCES = [file.read_text("utf-8") for file in Path(kings_abbey.__file__).parent.rglob("*.py")]
SPOKEN = ("refusal", "event", "asked", "score", "question")


def named(room: str) -> set[str]:
    return {key.split(".", 2)[2] for key in words("en").entries if key.startswith(f"kings_abbey.{room}.")}


def test_refusals_of_code_and_catalogue_are_the_same() -> None:
    used = {name for text in SOURCES for name in re.findall(r'\bno\(\s*"(\w+)"', text)}
    assert used == named("refusal")


def test_events_of_code_and_catalogue_are_the_same() -> None:
    used = {name for text in SOURCES for name in re.findall(r'state\.tell\(\s*"(\w+)"', text)}
    used |= {name for text in SOURCES for name in re.findall(r'"kings_abbey\.event\.(\w+)"', text)}
    assert used == named("event")


def test_both_languages_say_the_same_things() -> None:
    english, french = words("en").entries, words("fr").entries
    for key, template in english.items():
        if key.startswith("kings_abbey."):
            assert key in french, key
            if key.split(".")[1] in (*SPOKEN, "action"):
                assert placeholders(template) == placeholders(french[key]), key


CASES = [
    (Table(2).dice(0, 1).phase("abbey"), "roll 3", ("chance_only", "14.3")),
    (Table(2).dice(0, 1).phase("abbey"), "draw_event vikings", ("chance_only", "14.3")),
    (Table(2).dice(0, 1).phase("abbey"), "build library", ("wrong_phase", "7.7")),
    (Table(2).dice(0, 1).phase("abbey"), "preach 3", ("no_die", "1.1")),
    (Table(2).dice(0, 1).phase("abbey"), "clergy 4", ("no_die", "1.1")),
    (Table(2).dice(0, 1).phase("abbey"), "defend 2", ("no_die", "1.1")),
    (Table(2).dice(0, 1).phase("abbey"), "crusade 2 1", ("no_crusade", "3.13")),
    (Table(2).dice(0, 1).phase("abbey"), "ask 1 2", ("no_crusade", "19.1")),
    (Table(2).dice(0, 1).phase("abbey"), "ask 1 5", ("no_partner", "19.1")),
    (Table(2).dice(0, 1).phase("abbey"), "trade", ("nothing_to_trade", "14.4")),
    (Table(2).dice(0, 1).phase("abbey"), "bath", ("not_active", "15.4")),
    (Table(2).dice(0, 1).phase("abbey"), "reroll 1", ("not_active", "16.2")),
    (Table(2).dice(0, 1).phase("abbey"), "stables 2", ("not_active", "15.20")),
    (Table(2).dice(0, 1).phase("abbey"), "double", ("not_active", "15.18")),
    (Table(2).dice(0, 1).phase("abbey"), "accept", ("not_asked", "19.2")),
    (Table(2).dice(0, 1).card(0, "bath_house").phase("abbey"), "bath", ("nowhere", "R35")),
    (Table(2).dice(0, 1).card(0, "stables").phase("abbey"), "stables 2", ("nothing_to_trade", "19.6")),
    (Table(2).dice(0, 1).card(0, "bell_tower").phase("abbey"), "reroll 2", ("no_die", "1.1")),
    (Table(2).dice(0, 1).phase("resources"), "collect wood 2", ("no_die", "1.1")),
    (Table(2).benches(0, (1, 1), (4, 1)).phase("peasants"), "step bench_4_1", ("last_bench", "14.6")),
    (Table(2).phase("peasants"), "step bench_1_2", ("nobody_there", "6.1")),
    (Table(2).goods(0, wood=1).phase("building"), "altar", ("cannot_pay", "7.2")),
    (Table(2).goods(0, wood=1).phase("building"), "wall", ("cannot_pay", "7.3")),
    (Table(2).goods(0, wood=1).phase("building"), "archer battlement", ("no_tower", "7.6")),
    (Table(2).phase("feeding"), "slaughter", ("no_sheep", "8.6")),
    (
        Table(1).crusade(0, "c04", value=5, filled=1).dice(0, 1).phase("abbey"),
        "pool 1",
        ("no_pool_die", "24.7"),
    ),
    (Table(1).dice(0, 1).phase("abbey"), "pool 1", ("no_crusade", "24.7")),
]


@pytest.mark.parametrize(("table", "text", "expected"), CASES, ids=[case[1] for case in CASES])
def test_refusals(table: Table, text: str, expected: tuple[str, str]) -> None:
    if text == "pool 1":
        table.state.elias.pool = [0] * 6
    before = table.state.to_json()
    assert table.why(0, text) == expected
    assert table.state.to_json() == before
    assert expected[1] in rules("kings_abbey", "en")


def test_no_recruit_and_an_empty_crusade_pile() -> None:
    table = Table(2).benches(0).card(0, "gate_tower", active=0).goods(0, coin=9).phase("building")
    assert table.why(0, "archer gate_tower") == ("no_recruit", "7.6")
    table = Table(2).goods(0, coin=2).phase("rewards")
    table.state.crusade_bag = [0] * 28
    assert table.why(0, "new_crusade") == ("no_crusades_left", "11.4")
    table.state.crusade_bag[0] = 1
    first, second = table.state.players[0].crusades
    first.card, second.card = 1, 2
    assert table.why(0, "new_crusade") == ("two_crusades", "11.4")


def test_bids() -> None:
    state = TITLE.start(2, auction=True)
    state.apply(-1, TITLE.numbers["lot 1"])
    while state.to_act() == (-1,):
        state.apply(-1, state.odds()[0][0])
    state.apply(0, TITLE.numbers["bid 3"])
    low, high = state.why_not(1, TITLE.numbers["bid 3"]), state.why_not(1, TITLE.numbers["bid 40"])
    assert low is not None
    assert high is not None
    assert (low.reason.key, low.rule) == ("kings_abbey.refusal.bid_higher", "21.9")
    assert (high.reason.key, high.rule) == ("kings_abbey.refusal.bid_too_high", "R51")

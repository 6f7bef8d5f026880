"""The list of options of The King's Abbey: what ends a phase stands last, costs and yields are said."""

import re

import pytest

from abbatia.cli.boards.kings_abbey import KingsAbbeyBoard
from abbatia.core.words import words
from abbatia.games import load
from tests.cli.conftest import Cli
from tests.games.kings_abbey.table import Table

TITLE = load("kings_abbey")
BOARD = KingsAbbeyBoard(TITLE, words("en"))


def described(table: Table, *texts: str) -> list[str]:
    seen = table.state.observe(0)
    return [BOARD.describe(seen, TITLE.numbers[text]) for text in texts]


@pytest.mark.parametrize("last", ["done", "pass", "feed", "face", "refuse"])
def test_what_gives_something_away_is_numbered_last(last: str) -> None:
    legal = [TITLE.numbers[text] for text in (last, "trade", "relic manna")]
    texts = [TITLE.vocabulary[action] for action in BOARD.listed(legal)]
    assert texts == ["trade", "relic manna", last]


def test_the_number_on_the_screen_is_the_one_that_counts(cli: Cli) -> None:
    play = ("play", "kings_abbey", "--seats", "human,novice", "--seed", "5", "--language", "en")
    first = cli(*play, typed="1\nquit\n").out
    assert "  1)  " in first
    prompt = first.index("Use your dice to preach")
    listed = re.findall(r"(\d+)\)  (.+?)(?=  |\n)", first[prompt:])
    number, last = max((int(number), said.strip()) for number, said in listed)
    assert last == "Done"
    answer = cli(*play, typed=f"1\nwhy {number}\n{number}\nquit\n")
    assert "You can do that." in answer.out
    assert "Buy a building" in answer.out[prompt:]


def test_works_are_offered_with_their_cost() -> None:
    table = Table(2).goods(0, coin=9, wood=9, stone=9, sand=9).phase("building")
    altar, wall, remodel, archer = described(table, "altar", "wall", "remodel", "archer battlement")
    texts = BOARD.texts
    assert altar == f"Build the altar: {texts.amounts(texts.facts.altar_cost)} · defence +1"
    assert wall.startswith(f"Build a wall: {texts.amounts(texts.facts.wall_cost)} · ")
    assert remodel.startswith(f"Remodel the abbey: {texts.amounts(texts.facts.remodel_cost)} · ")
    assert archer == "Train an archer for the Battlement: 5 coins"


def test_a_collection_says_what_it_brings() -> None:
    table = Table(2).dice(0, 2, 4, 5).goods(0, tool=1, wagon=1).phase("resources")
    assert described(table, "collect wood 5", "collect sand 2", "initiative 2") == [
        "Collect wood with a 5: 2 wood",
        "Collect sand with a 2: 0 sand",
        "Take the initiative with a 2",
    ]
    before = table.has(0, "wood")
    table.do(0, "collect wood 5")
    assert [
        text.rsplit(": ")[-1] for text in described(table, "bonus 4", "use_tool", "use_wagon", "done")
    ] == [
        "4 wood",
        "3 wood",
        "3 wood",
        "2 wood",
    ]
    table.do(0, "bonus 4", "use_wagon", "done")
    assert table.has(0, "wood") - before == 5


def test_a_collection_tells_change_and_the_gifts_of_events() -> None:
    table = Table(2).card(0, "money_changer").dice(0, 5).phase("resources")
    assert described(table, "collect wood 5") == ["Collect wood with a 5: 2 wood, 1 coin"]
    extra = BOARD.texts.facts.event_extra
    gift = next(number for number, goods in enumerate(extra) if any(goods))
    kind = next(kind for kind, n in enumerate(extra[gift]) if n)
    good = ("coin", "wood", "grain", "stone", "sand")[kind]
    table = Table(2).event(BOARD.texts.facts.event_ids[gift]).dice(0, 5).phase("resources")
    said = described(table, f"collect {good} 5")[0]
    before = table.has(0, good)
    table.do(0, f"collect {good} 5")
    if table.state.observe(0)["public"]["questions"][0]:
        table.do(0, "done")
    assert f": {table.has(0, good) - before} " in said


def test_a_free_building_has_no_cost() -> None:
    table = Table(2).market(a1="stables").phase("market")
    seen = table.state.observe(0)
    bought = BOARD.describe(seen, TITLE.numbers["buy a1"])
    seen["phase"] = "set_up"
    free = BOARD.describe(seen, TITLE.numbers["buy a1"])
    assert bought == "Buy a1 Stables for 1: 2 coins, 2 wood, 2 grain · ★7 · +1 wagon"
    assert free == "Take a1 Stables for free: ★7 · +1 wagon"

"""What is seen, asked and told is enough to draw and animate the whole table."""

import json

from abbatia.core.chance import Rng
from abbatia.core.contract import Event
from abbatia.core.playout import step
from abbatia.games.kings_abbey import TITLE
from tests.games.kings_abbey.table import Table


def test_a_spectator_sees_the_table() -> None:
    table = Table(2).dice(0, 3, 5).card(0, "library").crusade(1, "c17", value=2, filled=2).phase("abbey")
    seen = table.state.observe(None)
    assert seen["phase"] == "abbey"
    assert seen["to_act"] == [0]
    player = seen["public"]["players"][0]
    assert player["dice"]["unplaced"] == [3, 5]
    assert player["cards"] == [{"card": "library", "copies": 1, "peasants": 1, "made": 1}]
    crusade = seen["public"]["players"][1]["crusades"][0]
    assert (crusade["crusade"], crusade["spaces"], crusade["filled"], crusade["value"]) == ("c17", 5, 2, 2)
    assert crusade["reward"]["sand"] == 1


def test_open_questions_are_seen() -> None:
    table = Table(2).goods(0, wood=2).phase("building").do(0, "trade", "give wood")
    assert table.state.observe(1)["public"]["questions"] == [{"name": "trade_for", "args": [1]}, None]
    assert table.state.prompt(0).key == "kings_abbey.asked.trade_for"


def test_dice_on_locations_are_seen() -> None:
    table = Table(2).dice(0, 6, 5).phase("resources").do(0, "collect wood 6", "bonus 5")
    wood = table.state.observe(1)["public"]["locations"]["wood"]
    assert wood["main"] == [{"seat": 0, "value": 6}]
    assert wood["bonus"] == [{"seat": 0, "value": 5, "doubled": False}]
    assert wood["free"] == 0


def test_events_name_their_seat_and_are_plain_json() -> None:
    state, rng = TITLE.start(4, relics="all", saints=True), Rng(12)
    told: list[Event] = []
    state.events = told
    while step(state, rng) is not None:
        pass
    names = {event.seen.key for event in told if event.seen is not None}
    assert len(names) > 40
    for event in told:
        assert event.seen is not None
        json.dumps(event.seen.args)


def test_projection_is_the_score_at_the_end() -> None:
    state, rng = TITLE.start(3), Rng(5)
    while step(state, rng) is not None:
        pass
    result = state.result()
    assert result is not None
    assert state.observe(None)["projected"] == list(result.scores)


def test_the_forecast_says_what_hunger_and_darkness_will_take() -> None:
    table = Table(2).benches(0, (1, 1), (1, 2), (1, 3), (2, 1), (2, 2)).goods(0, grain=1).phase("abbey")
    coming = table.state.observe(1)["public"]["players"][0]["forecast"]
    assert (coming["levels"], coming["grain"], coming["hungry"]) == (2, 1, 1)
    assert coming["dark"] == table.state.observe(None)["public"]["darkness"]["level"] - 1
    assert (coming["income"], coming["moves"]) == (5, 1)


def test_the_forecast_counts_gardens_and_farms_until_they_have_yielded() -> None:
    table = (
        Table(2).goods(0, grain=3).card(0, "garden").card(0, "dairy_farm").card(0, "bakery").phase("abbey")
    )
    coming = table.state.observe(0)["public"]["players"][0]["forecast"]
    assert (coming["grain"], coming["fed"]) == (4, 2)


def test_defence_is_the_sum_of_its_parts_and_values_follow_the_guild() -> None:
    state, rng = TITLE.start(4, relics="all", saints=True), Rng(31)
    while step(state, rng) is not None:
        for player in state.observe(None)["public"]["players"]:
            assert max(1, sum(player["defenders"].values())) == player["defence"]
    table = Table(2).card(0, "masons_guild").phase("abbey")
    assert table.state.observe(None)["public"]["players"][0]["values"]["stone"] == 3

"""The seven Patron Saints."""

import pytest

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, Event
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.phases import PHASES
from abbatia.games.kings_abbey.pieces import SAINTS
from abbatia.games.kings_abbey.player import Question
from abbatia.games.kings_abbey.questions import LOSE_WHO
from abbatia.games.kings_abbey.state import KingsAbbeyState
from tests.games.kings_abbey.table import Table


def dealt() -> KingsAbbeyState:
    """A game of three in which the saints have been dealt."""
    state = TITLE.start(3, saints=True)
    assert isinstance(state, KingsAbbeyState)
    rng = Rng(2)
    while PHASES[state.phase] == "set_up":
        state.apply(CHANCE, pick(state.odds(), rng))
    return state


@pytest.mark.rule("23.1")
def test_a_saint_is_secret() -> None:
    state = dealt()
    saints = [player.saint for player in state.players]
    assert sorted(set(saints)) == sorted(saints)
    for viewer in (None, 0, 1):
        seen = state.observe(viewer)
        assert all(player["saint"]["saint"] is None for player in seen["public"]["players"])
        own = None if viewer is None else {"saint": SAINTS[saints[viewer]]}
        assert seen["own"] == own


@pytest.mark.rule("23.1")
def test_an_imagined_world_deals_other_saints() -> None:
    state = dealt()
    rng = Rng(1)
    worlds = [state.imagine(0, rng) for _ in range(40)]
    assert {world.players[0].saint for world in worlds} == {state.players[0].saint}
    assert len({world.players[1].saint for world in worlds}) > 3
    assert all(
        state.players[0].saint not in [player.saint for player in world.players[1:]] for world in worlds
    )


def to_deacon(name: str) -> Table:
    """The last step to Deacon is taken."""
    table = Table(2).saint(0, name).dice(0, 6, 1, 4)
    table.state.players[0].saint_mode = 0
    table.state.players[0].clergy = 5
    return table.phase("abbey").do(0, "clergy 6")


@pytest.mark.rule("23.2")
def test_the_choice_comes_with_deacon_and_is_for_good() -> None:
    table = to_deacon("andre")
    assert table.may(0) == ["reveal", "keep"]
    told: list[Event] = []
    table.state.events = told
    table.do(0, "reveal")
    assert told[-1].reveals
    assert table.state.observe(1)["public"]["players"][0]["saint"] == {"mode": "supporting", "saint": "andre"}
    assert table.state.observe(0)["own"] == {"saint": None}, "all know it"
    assert "support" in table.may(0)
    assert table.why(0, "saint") == ("saint_not_kept", "23.2")
    table = to_deacon("andre").do(0, "keep")
    assert table.state.observe(1)["public"]["players"][0]["saint"] == {"mode": "kept", "saint": None}
    assert table.state.observe(0)["own"] == {"saint": "andre"}
    assert "saint" in table.may(0)
    assert table.why(0, "support") == ("saint_not_shown", "23.2")


@pytest.mark.rule("23.3", "R61")
def test_support_takes_a_one_and_another_die() -> None:
    table = Table(2).saint(0, "elie", shown=True).dice(0, 1, 5, 6).phase("abbey")
    table.do(0, "support", "die 5", "take sand", "take wood")
    assert [table.has(0, "sand"), table.has(0, "wood")] == [1, 1]
    assert table.unplaced(0) == [6]
    assert table.why(0, "support") == ("support_spent", "23.3")
    table.phase("end_of_round")
    assert table.state.players[0].reserve == 9
    table = Table(2).saint(0, "elie", shown=True).card(0, "library").dice(0, 5, 6).phase("abbey")
    assert table.why(0, "support") == ("support_dice", "R61")


@pytest.mark.rule("R22")
def test_a_doubled_one_is_both_dice_of_the_support() -> None:
    table = Table(2).saint(0, "elie", shown=True).card(0, "scriptorium").dice(0, 1).phase("abbey")
    table.do(0, "support", "double", "take sand", "take sand")
    assert table.has(0, "sand") == 2
    assert table.state.players[0].saint_dice == 1


@pytest.mark.rule("23.4", "23.2")
def test_arnaud() -> None:
    table = Table(2).saint(0, "arnaud").dice(0, 1).phase("abbey").do(0, "saint")
    assert table.defence(0) == 3
    assert table.why(0, "saint") == ("saint_not_kept", "23.2")
    assert table.state.observe(1)["public"]["players"][0]["saint"] == {"mode": "spent", "saint": "arnaud"}


@pytest.mark.rule("23.5", "R55")
def test_elie() -> None:
    table = Table(2).saint(0, "elie").hand(0, "cellarium", "bakery").card(0, "bakery", copies=2)
    table.phase("market").do(0, "saint")
    assert table.may(0) == ["build cellarium"]
    table.do(0, "build cellarium")
    assert table.stands(0, "cellarium") == 1
    assert table.prestige(0) == 7


@pytest.mark.rule("23.6", "R56")
def test_gauvin() -> None:
    table = Table(2).saint(0, "gauvin").crusade(0, "c17", value=4, filled=2).crusade(0, "c01", slot=2)
    table.dice(0, 4).phase("abbey")
    assert table.why(0, "saint") == ("saint_idle", "23.2")  # three are missing, and no die on the other
    table.do(0, "crusade 1 4", "saint", "crusade 1 4")
    assert table.state.players[0].crusades[0].filled == 5
    assert table.state.players[0].crusades[0].own_dice == 3
    table.phase("rewards")
    assert table.prestige(0) == 12


@pytest.mark.rule("23.7", "R57")
def test_andre() -> None:
    table = Table(2).saint(0, "andre").hand(0, "library").goods(0, wood=2, stone=1).phase("building")
    table.do(0, "saint", "build library")
    assert table.prestige(0) == 8
    table.do(0, "done").phase("feeding").do(0, "feed")
    assert table.prestige(0) == 6  # losses are not doubled
    table.state.players[0].sheep = 1
    assert table.sheet(0)["sheep"] == 2
    table.phase("end_of_round").finish()
    assert table.state.players[0].andre_day == 0


@pytest.mark.rule("23.8", "R58")
def test_lionel() -> None:
    table = Table(2).saint(0, "lionel").card(0, "battlement", copies=2, active=0).baptistry(0, 1)
    table.card(0, "gate_tower").dice(0, 1).phase("abbey").do(0, "saint")
    assert table.may(0) == ["done", "archer battlement"]
    table.do(0, "archer battlement", "from bench_1_1", "archer battlement", "from baptistry")
    assert table.workers(0, "battlement") == 2
    assert table.defence(0) == 4
    assert table.state.players[0].questions == []


@pytest.mark.rule("23.9", "R59")
def test_rodolphe() -> None:
    table = Table(2).saint(0, "rodolphe").card(0, "cloister", active=0).card(0, "brewery", active=0)
    table.baptistry(0, 1).dice(0, 1).phase("abbey").do(0, "saint", "span brewery", "span cloister")
    assert table.defence(0) == 2
    assert table.population(0) == 2  # one on the bench, one on two cards
    table.phase("income")
    assert table.has(0, "coin") == 2 + 1
    table.state.players[0].questions, table.state.acting, table.state.phase = [Question(LOSE_WHO, (1,))], 1, 9
    assert table.may(0) == ["lose bench_1_1", "lose spanning"]
    table.do(0, "lose spanning")
    assert [table.workers(0, "brewery"), table.workers(0, "cloister")] == [0, 0]


@pytest.mark.rule("23.10", "R60")
@pytest.mark.parametrize(
    ("first", "second", "goods"),
    [
        ("wood", "wood", [0, 6, 0, 0, 0]),
        ("stone", "grain", [0, 0, 2, 1, 0]),
        ("sand", "sand", [0, 0, 0, 0, 2]),
        ("grain", "grain", [0, 0, 4, 0, 0]),
        ("stone", "stone", [0, 0, 0, 3, 0]),
    ],
)
def test_renauds_choices(first: str, second: str, goods: list[int]) -> None:
    """Wood 6 (not 12), or a stone and two grain, or two sand; no change from a Money Changer."""
    table = Table(2).saint(0, "renaud").card(0, "money_changer").dice(0, 1).event("plenty_forest")
    table.phase("abbey").do(0, "saint", f"six {first}", f"six {second}")
    assert table.state.players[0].goods[:5] == goods


@pytest.mark.rule("R60")
def test_renaud_uses_the_players_own_values() -> None:
    table = Table(2).saint(0, "renaud").card(0, "masons_guild").dice(0, 1).phase("abbey")
    table.do(0, "saint", "six stone", "six stone")
    assert table.has(0, "stone") == 4

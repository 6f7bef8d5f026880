"""The seven Holy Relics."""

import pytest

from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.state import KingsAbbeyState
from tests.games.kings_abbey.table import Table


@pytest.mark.rule("22.1")
@pytest.mark.parametrize(("relics", "cards", "holy"), [("none", 21, 0), ("all", 28, 7), ("rich", 21, 7)])
def test_crusades_with_relics_in_the_pile(relics: str, cards: int, holy: int) -> None:
    state = TITLE.start(2, relics=relics)
    assert isinstance(state, KingsAbbeyState)
    assert sum(state.crusade_bag) == cards
    assert (
        sum(there and state.facts.crusade_relic[i] >= 0 for i, there in enumerate(state.crusade_bag)) == holy
    )


@pytest.mark.rule("22.2", "20.3")
def test_a_used_relic_is_gone_a_kept_one_counts() -> None:
    table = Table(2).relic(0, "manna").relic(0, "holy_cross").dice(0, 1).phase("abbey")
    assert table.sheet(0) == {"kept_relics": 4}
    table.do(0, "relic manna")
    assert table.sheet(0) == {"kept_relics": 2}
    assert table.why(0, "relic manna") == ("no_relic", "22.2")
    assert table.state.observe(1)["public"]["players"][0]["spent_relics"] == ["manna"]


@pytest.mark.rule("22.3", "R52")
@pytest.mark.parametrize(("start", "end"), [(0, 3), (1, 3), (3, 6), (7, 9), (13, 15)])
def test_holy_grail(start: int, end: int) -> None:
    table = Table(2).relic(0, "holy_grail").dice(0, 1)
    table.state.players[0].clergy = start
    table.phase("abbey").do(0, "relic holy_grail")
    assert table.state.players[0].clergy == end
    if start == 13:
        assert table.prestige(0) == 3 + 4
    if start == 7:
        table.do(0, "take wood", "take wood")


@pytest.mark.rule("R52")
def test_on_the_top_of_cardinal_the_grail_can_only_be_kept() -> None:
    table = Table(2).relic(0, "holy_grail").dice(0, 1)
    table.state.players[0].clergy = 15
    assert table.phase("abbey").why(0, "relic holy_grail") == ("relic_idle", "22.2")


@pytest.mark.rule("22.4")
def test_holy_cross() -> None:
    table = Table(2).relic(0, "holy_cross").dice(0, 1).phase("abbey").do(0, "relic holy_cross")
    assert table.defence(0) == 3
    table.phase("end_of_round").finish()
    assert table.defence(0) == 3


@pytest.mark.rule("22.5", "R53")
def test_holy_lance() -> None:
    table = Table(2).relic(1, "holy_lance").card(0, "library")
    state = table.state
    state.phase, state.stage, state.acting, state.chance = 2, 0, 32, 2
    table.chance("draw_event vikings")
    assert table.to_act() == (1,)
    table.do(1, "use_lance")
    assert table.prestige(1) == 5
    assert state.vikings == []
    assert table.now() != "event"
    assert table.stands(0, "library") == 1


@pytest.mark.rule("22.5")
def test_the_lance_may_be_saved() -> None:
    table = Table(2).relic(1, "holy_lance").dice(1, 1).phase("abbey")
    table.phase("abbey", first=1)
    assert table.why(1, "relic holy_lance") == ("lance_later", "22.5")
    state = table.state
    state.phase, state.stage, state.acting, state.chance = 2, 0, 32, 2
    table.chance("draw_event vikings").do(1, "done").chance("roll 6", "roll 5")
    assert state.players[1].relics == 4


@pytest.mark.rule("22.6")
def test_manna() -> None:
    table = Table(2).relic(0, "manna").phase("feeding").do(0, "relic manna", "feed")
    assert table.has(0, "grain") == 2


@pytest.mark.rule("22.7", "R54")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (3, 5), (4, 5)])
def test_aarons_rod(before: int, after: int) -> None:
    table = Table(2).relic(0, "aarons_rod").dice(0, 1)
    table.state.players[0].walls = before
    table.phase("abbey").do(0, "relic aarons_rod")
    assert table.state.players[0].walls == after
    assert table.defence(0) == (2 if after == 5 else 1)


@pytest.mark.rule("22.8")
def test_tablets_of_the_law() -> None:
    """A Battlement without its 6 coins, or without its sand."""
    table = Table(2).relic(0, "tablets").goods(0, stone=2, sand=1).phase("building")
    clone = table.state.clone()
    table.do(0, "relic tablets", "tower battlement")
    assert table.prestige(0) == 10
    assert table.state.players[0].goods[:5] == [0, 0, 0, 0, 0]
    table.state = clone
    table.goods(0, coin=6)
    table.do(0, "relic tablets", "tower battlement")
    assert table.may(0) == ["ignore coin", "ignore stone", "ignore sand"]
    table.do(0, "ignore sand")
    assert table.state.players[0].goods[:5] == [0, 0, 0, 0, 1]


@pytest.mark.rule("22.8")
def test_tablets_build_a_building_too_and_only_in_phase_7() -> None:
    table = Table(2).relic(0, "tablets").goods(0, wood=2).hand(0, "library").phase("market")
    assert table.why(0, "relic tablets") == ("tablets_later", "22.8")
    table.phase("building").do(0, "relic tablets", "build library")
    assert table.stands(0, "library") == 1
    assert table.has(0, "wood") == 0


@pytest.mark.rule("22.9", "R6")
def test_torah() -> None:
    table = Table(2).relic(0, "torah").dice(0, 1).phase("abbey").do(0, "relic torah")
    assert table.has(0, "wagon") == 2
    table = Table(2).relic(0, "torah").goods(0, wood=1).phase("end_of_round")
    assert table.why(0, "relic torah") == ("torah_later", "R6")

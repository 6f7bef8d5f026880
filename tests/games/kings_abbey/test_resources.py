"""Phase 5: resources and initiative."""

import pytest

from tests.games.kings_abbey.table import Table


def collect(table: Table, seat: int, good: str, main: int, bonus: int = 0) -> None:
    """One whole collection, without tools or wagons."""
    table.do(seat, f"collect {good} {main}")
    if bonus:
        table.do(seat, f"bonus {bonus}")
    if table.may(seat)[:1] == ["done"]:
        table.do(seat, "done")


@pytest.mark.rule("5.1", "5.2", "5.5", "R29")
def test_a_resource_round() -> None:
    """6 wood of 6 + 6, 1 grain of 4, 1 stone of 5, 1 sand of 6; the other 1, 2, 2 and 1."""
    table = Table(2).dice(0, 6, 6, 4, 5, 6).dice(1, 3, 6, 6, 2, 5).phase("resources")
    collect(table, 0, "wood", 6, 6)
    collect(table, 1, "wood", 3)
    collect(table, 0, "grain", 4)
    collect(table, 1, "grain", 6)
    collect(table, 0, "stone", 5)
    collect(table, 1, "stone", 6, 2)
    collect(table, 0, "sand", 6)
    collect(table, 1, "sand", 5)
    assert [table.has(0, good) for good in ("wood", "grain", "stone", "sand")] == [6, 1, 1, 1]
    assert [table.has(1, good) for good in ("wood", "grain", "stone", "sand")] == [1, 2, 2, 1]
    assert table.now() != "resources"


@pytest.mark.rule("5.1")
def test_who_has_passed_is_out() -> None:
    table = Table(2).dice(0, 6, 6).dice(1, 6, 6).phase("resources")
    table.do(0, "pass")
    collect(table, 1, "wood", 6)
    assert table.to_act() == (1,)
    collect(table, 1, "sand", 6)
    assert table.now() != "resources"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("seats", "open_spaces"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_open_bonus_spaces(seats: int, open_spaces: int) -> None:
    seen = Table(seats).state.observe(None)["public"]
    assert [place["free"] for place in seen["locations"].values()] == [open_spaces] * 4


@pytest.mark.rule("5.2", "5.3")
def test_a_taken_bonus_space_is_not_offered() -> None:
    table = Table(2).dice(0, 6, 6).dice(1, 6, 6, 6).phase("resources")
    collect(table, 0, "wood", 6, 6)
    table.do(1, "collect wood 6")
    assert table.now() == "resources"
    assert table.has(1, "wood") == 3  # collected at once: nothing could be added


@pytest.mark.rule("5.4")
def test_a_location_is_used_once_a_round() -> None:
    table = Table(2).dice(0, 6, 6, 6).phase("resources")
    collect(table, 0, "wood", 6)
    assert table.why(0, "collect wood 6") == ("visited", "5.4")


@pytest.mark.rule("5.6")
def test_tools_reach_one_more_grain_but_not_one_more_stone() -> None:
    """A grain die of 4 and two tools make 6: two grain; a stone die of 5 reaches 6 and no more."""
    table = Table(2).dice(0, 4, 5).goods(0, tool=2).phase("resources")
    table.do(0, "collect grain 4", "use_tool", "use_tool")
    if table.may(0)[:1] == ["done"]:
        table.do(0, "done")
    assert table.has(0, "grain") == 2
    table = Table(2).dice(0, 5, 1).goods(0, tool=3).phase("resources")
    table.do(0, "collect stone 5", "use_tool")
    assert "use_tool" not in table.may(0)  # a die never shows more than 6
    table.do(0, "done")
    assert table.has(0, "stone") == 1


@pytest.mark.rule("5.6", "12.7")
def test_a_used_tool_is_back_after_the_round() -> None:
    table = Table(2).dice(0, 1, 1).goods(0, tool=1).phase("resources")
    table.do(0, "collect wood 1", "use_tool")
    table.do(0, "done")
    assert table.state.observe(0)["public"]["players"][0]["left"]["tools"] == 0
    table.phase("end_of_round").finish()
    assert table.has(0, "tool") == 1
    assert table.state.observe(0)["public"]["players"][0]["left"]["tools"] == 1


@pytest.mark.rule("5.7", "R30")
def test_a_wagon_brings_a_token_even_where_the_dice_bring_none() -> None:
    table = Table(2).dice(0, 1).goods(0, wagon=2).phase("resources")
    supply = table.state.supply_wagons
    table.do(0, "collect sand 1", "use_wagon", "use_wagon")
    assert table.has(0, "sand") == 2
    assert table.has(0, "wagon") == 0
    assert table.state.supply_wagons == supply + 2


@pytest.mark.rule("5.8", "5.9", "12.1")
def test_initiative_gives_a_token_and_the_first_place() -> None:
    table = Table(2).dice(1, 1).dice(0, 2, 3).phase("resources")
    collect(table, 0, "wood", 2)
    table.do(1, "initiative 1").chance("draw_initiative init_grain")
    assert table.has(1, "grain") == 2
    assert table.why(0, "initiative 3") == ("initiative_taken", "5.8")
    table.do(0, "pass").phase("end_of_round")
    assert table.state.first == 1
    assert table.state.initiative == -1


@pytest.mark.rule("5.8")
def test_the_first_player_may_keep_the_initiative() -> None:
    table = Table(2).dice(0, 2).phase("resources").do(0, "initiative 2")
    table.chance("draw_initiative init_tool")
    assert table.has(0, "tool") == 1


@pytest.mark.rule("R4")
def test_a_new_tool_can_be_used_at_once() -> None:
    table = Table(2).dice(0, 2, 5).phase("resources").do(0, "initiative 2")
    table.chance("draw_initiative init_tool")
    table.do(0, "collect grain 5", "use_tool")
    assert table.has(0, "grain") == 2


@pytest.mark.rule("R34")
def test_without_tokens_the_space_still_makes_a_first_player() -> None:
    table = Table(2).dice(1, 4)
    table.state.token_owner = [0] * 6
    table.phase("resources").do(1, "initiative 4")
    table.phase("end_of_round")
    assert table.state.first == 1


@pytest.mark.rule("12.1")
def test_without_initiative_the_first_player_stays() -> None:
    table = Table(3).phase("resources", first=2)
    table.phase("end_of_round", first=2)
    assert table.state.first == 2


@pytest.mark.rule("15.15", "R31")
def test_money_changer_pays_the_rest_of_a_collection() -> None:
    """A 5 on the grain location: 1 grain and 2 coins."""
    table = Table(2).card(0, "money_changer").dice(0, 5, 3).phase("resources")
    collect(table, 0, "grain", 5)
    assert [table.has(0, "grain"), table.has(0, "coin")] == [1, 2]
    collect(table, 0, "sand", 3)  # too low for a token: all of it in coins
    assert [table.has(0, "sand"), table.has(0, "coin")] == [0, 5]


@pytest.mark.rule("15.14")
def test_masons_guild_collects_stone_at_three() -> None:
    table = Table(2).card(0, "masons_guild").dice(0, 6).phase("resources")
    collect(table, 0, "stone", 6)
    assert table.has(0, "stone") == 2


@pytest.mark.rule("15.12")
def test_two_gardens_collect_grain_at_two() -> None:
    table = Table(2).card(0, "garden", copies=2, active=2).dice(0, 6).phase("resources")
    collect(table, 0, "grain", 6)
    assert table.has(0, "grain") == 3


@pytest.mark.rule("R22", "R24", "15.18")
def test_a_doubled_die_takes_main_and_bonus_space() -> None:
    table = Table(2).card(0, "scriptorium").dice(0, 5).goods(0, tool=3).phase("resources")
    table.do(0, "collect wood 5", "double", "use_tool", "use_tool")
    assert table.has(0, "wood") == 6  # 5 + 5 + 2 is 12, and 12 is the most
    assert table.state.bonus_left[0] == 0
    assert table.state.players[0].tools_used == 2


@pytest.mark.rule("R22")
def test_a_doubled_die_needs_a_free_bonus_space_and_never_takes_the_initiative() -> None:
    table = Table(2).card(0, "scriptorium").dice(0, 5, 4)
    table.state.bonus_left[0] = 0
    table.phase("resources").do(0, "collect wood 5")
    assert table.has(0, "wood") == 2
    assert "double" not in table.may(0)


@pytest.mark.rule("R23")
def test_two_dice_as_three_do_not_go_to_a_location() -> None:
    table = Table(2).card(0, "scriptorium", copies=2, active=2).dice(0, 5, 5, 5).phase("resources")
    assert "triple" not in table.may(0)
    table.do(0, "collect wood 5")
    assert "triple" not in table.may(0)


@pytest.mark.rule("15.16", "R26")
def test_second_monks_quarters_use_a_location_die_again() -> None:
    """Blue collects a stone with a 4 and rises in the clergy with the same die."""
    table = Table(2).card(0, "monks_quarters", copies=2, active=2).dice(0, 4, 2).phase("resources")
    collect(table, 0, "stone", 4)
    table.do(0, "reuse")
    assert table.may(0) == ["die 4"]
    table.do(0, "die 4", "put clergy")
    assert table.state.players[0].clergy == 1
    assert table.has(0, "stone") == 1
    assert table.state.players[0].main[2] == 0
    assert table.why(0, "collect stone 2") == ("visited", "5.4")
    assert "reuse" not in table.may(0)


@pytest.mark.rule("5.3", "R26")
def test_a_bonus_die_that_is_used_again_leaves_the_bonus_space_to_others() -> None:
    table = Table(2).card(0, "monks_quarters", copies=2, active=2).dice(0, 4, 2, 1).dice(1, 5, 3, 3)
    table.phase("resources")
    collect(table, 0, "stone", 4, bonus=2)
    taken = table.state.clone()
    table.do(1, "collect stone 5")
    assert table.starting(1, "bonus") == [], "the one bonus space is taken"
    table.state = taken
    collect(table, 1, "wood", 3)
    table.do(0, "reuse", "die 2", "put preaching")
    assert table.state.observe(None)["public"]["locations"]["stone"]["free"] == 1
    table.do(0, "pass").do(1, "collect stone 5")
    assert table.starting(1, "bonus") == ["3"]


@pytest.mark.rule("15.16")
def test_a_reused_die_keeps_within_the_three_clergy_dice() -> None:
    table = Table(2).card(0, "monks_quarters", copies=2, active=2).dice(0, 4, 2)
    table.state.players[0].advanced = 3
    table.phase("resources")
    collect(table, 0, "stone", 4)
    table.do(0, "reuse", "die 4")
    assert table.state.players[0].clergy == 0
    assert table.defence(0) == 2  # defence is all that is left for it

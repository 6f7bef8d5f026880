"""Every worked example of the rulebook, in its order, played from the position it describes."""

import pytest

from tests.games.kings_abbey.table import Table

RESOURCES = ("wood", "grain", "stone", "sand")
FIRST_BENCH = ((1, 1), (1, 2), (1, 3))


def resources(table: Table, seat: int) -> list[int]:
    """How much wood, grain, stone and sand a seat has."""
    return [table.has(seat, good) for good in RESOURCES]


def collect(table: Table, seat: int, good: str, main: int, *more: str) -> None:
    """One whole collection: the main die, then what is added to it."""
    table.do(seat, f"collect {good} {main}", *more)
    if table.to_act() == (seat,) and table.may(seat)[0] == "done":
        table.do(seat, "done")


# -- phase 2 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3", "2.4", "2.5", "2.6", "2.7", "2.11")
def test_a_viking_attack_met_by_red_blue_and_green_before_yellow_is_reached() -> None:
    """Red has no 5 and sends a peasant, Blue meets two 3s, Green the 1; Blue alone has most dice."""
    red, blue, green, yellow = range(4)
    table = Table(4).dice(red, 1, 3, 6).dice(blue, 3, 3, 4).dice(green, 1, 2).dice(yellow, 1, 3, 5)
    table.phase("event").chance("draw_event vikings", "roll 3", "roll 1", "roll 5", "roll 3")
    assert table.state.vikings == [5, 3, 3, 1]
    assert table.to_act() == (red,)
    assert table.why(red, "fight") == ("no_fitting_die", "2.4")
    table.do(red, "send bench_1_1")
    assert table.prestige(red) == -1
    assert table.to_act() == (blue,)  # after a peasant the turn is over, the 3s of Red do not help
    table.do(blue, "fight", "fight")
    assert table.prestige(blue) == 2
    table.do(green, "fight")
    assert table.now() == "abbey"  # Yellow is not asked
    assert [table.prestige(seat) for seat in range(4)] == [-1, 2 + 3, 1, 0]
    assert table.unplaced(blue) == [4]
    assert table.unplaced(yellow) == [1, 3, 5]
    assert [table.population(seat) for seat in range(4)] == [0, 1, 1, 1]


# -- phase 3 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize(
    ("seated", "after"),
    [
        (FIRST_BENCH, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]),
        (((1, 1), (1, 2), (2, 1)), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]),
        (((1, 2), (1, 3), (3, 1)), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]),
    ],
)
def test_two_threes_and_a_two_preach_to_three_peasants_beside_three_others(
    seated: tuple[tuple[int, int], ...], after: list[tuple[int, int]]
) -> None:
    """From bottom to top and from left to right, wherever the first three sit."""
    table = Table(2).benches(0, *seated).dice(0, 3, 3, 2, 2).phase("abbey")
    table.do(0, "preach 3", "preach 3", "preach 2")
    seen = table.state.observe(None)["public"]["players"][0]["peasants"]["benches"]
    assert seen == [f"bench_{bench}_{row}" for bench, row in after]
    assert table.unplaced(0) == [2]
    assert table.why(0, "preach 2") == ("preach_limit", "3.2")


@pytest.mark.rule("3.4", "3.5", "3.7")
def test_a_postulant_becomes_a_deacon_with_two_fours_and_a_six() -> None:
    """Three steps, and the defence rises by 1 with the last one, at once."""
    table = Table(2).dice(0, 4, 4, 6, 6)
    table.state.players[0].clergy = 3
    table.phase("abbey")
    steps = []
    for die in (4, 4, 6):
        table.do(0, f"clergy {die}")
        steps.append(table.defence(0))
    assert steps == [1, 1, 2]
    clergy = table.state.observe(None)["public"]["players"][0]["clergy"]
    assert clergy["accomplished"] == ["postulant", "deacon"]
    assert table.unplaced(0) == [6]


@pytest.mark.rule("3.12", "3.13", "3.14", "11.1", "11.2", "11.3", "18.3")
def test_a_crusade_begun_in_round_one_is_accomplished_in_round_three() -> None:
    """A peasant and a 5 in the first round, two more 5s in the third; resolved in phase 11."""
    table = Table(2).benches(0, *FIRST_BENCH).crusade(0, "c04").dice(0, 5, 2)
    table.state.round = 1
    table.phase("abbey").do(0, "crusade 1 5", "from bench_1_2")
    assert table.population(0) == 2
    table.do(0, "done").phase("end_of_round").finish()
    assert table.state.players[0].reserve == 8  # the die stays on the crusade
    table.state.round = 3
    table.dice(0, 5, 5, 4).phase("abbey")
    assert table.why(0, "crusade 1 4") == ("other_value", "3.13")
    table.do(0, "crusade 1 5")
    assert table.prestige(0) == 0
    table.do(0, "crusade 1 5")
    assert table.prestige(0) == 0  # accomplished, but not resolved
    assert table.has(0, "grain") == 0
    table.phase("rewards")
    assert table.prestige(0) == 6
    assert table.has(0, "grain") == 2
    assert table.population(0) == 3
    table.phase("end_of_round")
    assert table.state.players[0].reserve == 9


@pytest.mark.rule("19.1", "19.2", "19.3", "19.4", "11.3", "3.14")
def test_green_wins_red_as_ally_for_the_sand_and_four_prestige() -> None:
    """Red refuses 2 prestige and the sand, accepts 4, adds a peasant and a 3: accomplished."""
    green, red = 0, 1
    table = Table(2).crusade(green, "c18", value=3, filled=4).dice(green, 1).dice(red, 3, 3)
    table.phase("abbey").do(green, "ask 1 2", "spaces 1", "share 2", "token sand", "offer").do(red, "refuse")
    table.do(green, "ask 1 2", "spaces 1", "share 4", "token sand", "offer")
    table.do(red, "accept", "from bench_1_1")
    assert table.population(red) == 0
    assert table.unplaced(red) == [3]
    assert table.why(green, "crusade 1 1") == ("crusade_full", "3.14")
    assert [table.prestige(seat) for seat in (green, red)] == [0, 0]
    table.phase("rewards")
    assert [table.prestige(seat) for seat in (green, red)] == [12 - 4, 4]
    assert resources(table, green) == [0, 2, 0, 0]
    assert resources(table, red) == [0, 0, 0, 1]
    assert [table.population(seat) for seat in (green, red)] == [2, 1]
    # The dice of the crusade are back, one each lies unplaced.
    assert [player.reserve for player in table.state.players] == [8, 8]


# -- phase 5 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1", "5.2", "5.4", "5.5", "R29")
def test_blue_takes_6_wood_1_grain_1_stone_1_sand_and_green_1_2_2_1() -> None:
    """The value of the die or dice is divided by 2, 3, 4 or 5 and rounded down."""
    blue, green = 0, 1
    table = Table(4).dice(blue, 6, 6, 4, 5, 5).dice(green, 3, 5, 2, 4, 4, 6).phase("resources")
    collect(table, blue, "wood", 6, "bonus 6")
    collect(table, green, "wood", 3)
    collect(table, blue, "grain", 4)
    collect(table, green, "grain", 5, "bonus 2")
    collect(table, blue, "stone", 5)
    collect(table, green, "stone", 4, "bonus 4")
    collect(table, blue, "sand", 5)
    collect(table, green, "sand", 6)
    assert resources(table, blue) == [6, 1, 1, 1]
    assert resources(table, green) == [1, 2, 2, 1]
    assert table.now() != "resources"  # nobody has a die left


@pytest.mark.rule("5.6")
def test_two_tools_bring_blue_one_more_grain_but_not_one_more_stone() -> None:
    """4 + 2 is two grain; a stone die of 5 ends at 6, and 8 would be needed."""
    table = Table(2).dice(0, 4, 1).goods(0, tool=2).phase("resources")
    collect(table, 0, "grain", 4, "use_tool", "use_tool")
    assert table.has(0, "grain") == 2
    table = Table(2).dice(0, 5, 1).goods(0, tool=2).phase("resources")
    table.do(0, "collect stone 5", "use_tool")
    assert "use_tool" not in table.may(0)
    table.do(0, "done")
    assert table.has(0, "stone") == 1


@pytest.mark.rule("14.4", "14.5")
def test_a_wood_and_a_grain_do_not_buy_a_sand() -> None:
    """Both are worth 5, but the lot given holds two resources."""
    table = Table(2).goods(0, wood=1, grain=1).phase("building").do(0, "trade")
    for good in ("wood", "grain"):
        clone = table.state.clone()
        table.do(0, f"give {good}")
        assert "for sand" not in table.may(0)
        assert f"for {good}" not in table.may(0)
        table.state = clone


@pytest.mark.rule("14.4", "14.5")
@pytest.mark.parametrize(("good", "count"), [("stone", 2), ("grain", 3), ("wood", 5), ("coin", 10)])
def test_two_sand_buy_2_stone_3_grain_5_wood_or_10_coins(good: str, count: int) -> None:
    """The difference is lost and one trade token is used."""
    table = Table(2).goods(0, sand=2).phase("building")
    table.do(0, "trade", "give sand", f"for {good}", "amount 2")
    assert table.has(0, "sand") == 0
    assert table.has(0, good) == count
    assert sum(table.state.players[0].goods) == count
    assert table.state.observe(0)["public"]["players"][0]["left"]["trades"] == 1


# -- phases 6 and 7 --------------------------------------------------------------------------------------


@pytest.mark.rule("6.1", "6.2", "3.6")
@pytest.mark.parametrize(
    ("steps", "after"),
    [
        (("bench_1_1", "bench_2_1", "bench_3_1"), ["bench_1_2", "bench_4_1"]),
        (("bench_1_1", "bench_1_2", "bench_2_2"), ["bench_2_1", "bench_3_2"]),
    ],
)
def test_an_accomplished_postulant_moves_one_peasant_three_benches_or_two_one_and_two(
    steps: tuple[str, ...], after: list[str]
) -> None:
    table = Table(2).benches(0, (1, 1), (1, 2))
    table.state.players[0].clergy = 3
    table.phase("peasants").do(0, *[f"step {place}" for place in steps])
    assert table.state.observe(0)["public"]["players"][0]["peasants"]["benches"] == after
    assert 0 not in table.to_act()  # a fourth move there is not


@pytest.mark.rule("6.1", "6.2", "14.6", "14.7", "7.6", "7.7")
def test_red_moves_three_peasants_and_activates_bakery_masons_guild_and_battlement() -> None:
    """Free steps to the second place of the Baptistry and to the Bakery; later a guild and an archer."""
    table = Table(2).benches(0, (3, 2), (1, 2), (2, 1)).baptistry(0, 1)
    table.card(0, "bakery", active=0).card(0, "battlement", active=0).hand(0, "masons_guild")
    table.goods(0, coin=5, wood=2, grain=1)
    table.state.players[0].clergy = 3
    table.phase("peasants").do(0, "step bench_3_2", "baptise 2")
    assert table.why(0, "baptise 2") == ("nobody_there", "14.6")
    table.do(0, "activate bakery", "step bench_1_2", "step bench_2_1")
    assert table.workers(0, "bakery") == 1
    table.do(1, "done")
    assert table.now() == "building"
    table.do(0, "build masons_guild", "activate masons_guild")
    assert table.workers(0, "masons_guild") == 1
    assert table.state.players[0].baptistry == 0
    assert table.defence(0) == 1
    table.do(0, "archer battlement", "from bench_2_2")
    assert table.defence(0) == 2
    assert table.prestige(0) == 4
    assert [table.has(0, "coin"), *resources(table, 0)] == [0, 0, 0, 0, 0]
    assert table.state.observe(0)["public"]["players"][0]["peasants"]["benches"] == ["bench_3_1"]


# -- phases 8 and 9 --------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "8.4", "8.7", "14.2")
def test_eight_peasants_without_grain_cost_two_peasants_and_four_prestige() -> None:
    table = Table(2).benches(0, *FIRST_BENCH, (2, 1), (2, 2), (3, 1)).baptistry(0, 1).card(0, "library")
    assert table.population(0) == 8
    flock = table.state.players[0].reserve_peasants
    table.phase("feeding").do(0, "feed", "lose library", "lose bench_3_1")
    assert table.population(0) == 6
    assert table.prestige(0) == -4
    assert table.state.players[0].reserve_peasants == flock  # they do not come back to the reserve


@pytest.mark.rule("9.1", "9.2")
def test_darkness_five_against_defence_three_costs_two_peasants_and_four_prestige() -> None:
    table = Table(2).benches(0, *FIRST_BENCH).dice(0, 1, 6)
    table.state.darkness = 3
    assert table.state.observe(None)["public"]["darkness"]["level"] == 5
    table.state.players[1].extra_defence = 4
    table.phase("abbey").do(0, "defend 1", "defend 6")
    assert table.defence(0) == 3
    table.phase("darkness").do(0, "face", "lose bench_1_2", "lose bench_1_1")
    assert table.population(0) == 1
    assert [table.prestige(seat) for seat in range(2)] == [-4, 0]  # 5 against 5 costs nothing
    assert table.state.observe(None)["public"]["darkness"]["level"] == 6


@pytest.mark.rule("9.3", "3.11", "15.8", "15.14", "16.3")
def test_the_abbey_of_blue_has_defence_nine() -> None:
    """Shield, Deacon, two dice, altar, five walls, an archer, a Cellarium, a second Mason's Guild."""
    table = Table(2).dice(0, 2, 5).goods(0, coin=9, wood=2, stone=1)
    table.card(0, "gate_tower", active=0).card(0, "chapel", active=0).card(0, "cellarium")
    table.card(0, "masons_guild", copies=2, active=1).baptistry(0, 1)
    table.state.players[0].clergy, table.state.players[0].walls = 6, 4
    heights = [table.defence(0)]

    def then(*texts: str) -> None:
        table.do(0, *texts)
        heights.append(table.defence(0))

    table.phase("abbey")
    then("defend 2")
    then("defend 5")
    table.do(0, "done").phase("building")
    then("altar")
    then("wall")
    then("archer gate_tower", "from bench_1_1")
    then("activate masons_guild")
    assert heights == [3, 4, 5, 6, 7, 8, 9]
    table.state.darkness = 7
    table.state.players[1].extra_defence = 9
    table.phase("darkness")  # 9 holds against 9
    assert table.prestige(0) == 0
    table.phase("end_of_round")
    assert table.defence(0) == 7  # the dice go home


# -- expansions ------------------------------------------------------------------------------------------


@pytest.mark.rule("22.8")
@pytest.mark.parametrize(("free", "left"), [("coin", [6, 0, 0, 0, 0]), ("sand", [0, 0, 0, 0, 1])])
def test_the_tablets_build_a_battlement_without_its_six_coins_or_without_its_sand(
    free: str, left: list[int]
) -> None:
    table = Table(2).relic(0, "tablets").goods(0, coin=6, stone=2, sand=1).phase("building")
    table.do(0, "relic tablets", "tower battlement", f"ignore {free}")
    assert table.stands(0, "battlement") == 1
    assert table.prestige(0) == 10
    assert table.state.players[0].goods[:5] == left
    assert "relic tablets" not in table.may(0)


@pytest.mark.rule("23.10", "R60")
@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [
        ("wood", "wood", [6, 0, 0, 0]),
        ("stone", "grain", [0, 2, 1, 0]),
        ("grain", "stone", [0, 2, 1, 0]),
        ("sand", "sand", [0, 0, 0, 2]),
    ],
)
def test_renaud_brings_green_wood_or_a_stone_and_two_grain_or_two_sand(
    first: str, second: str, taken: list[int]
) -> None:
    """Two dice of 6 on one resource or on two, occupied or not, and the Money Changer gives no change."""
    table = Table(2).saint(0, "renaud").card(0, "money_changer").dice(0, 1, 2).dice(1, 1)
    table.state.bonus_left = [0] * len(table.state.bonus_left)
    table.phase("resources")
    collect(table, 0, "wood", 1)
    coins = table.has(0, "coin")
    table.do(1, "pass").do(0, "saint", f"six {first}", f"six {second}")
    assert resources(table, 0) == taken
    assert table.has(0, "coin") == coins
    assert table.state.observe(1)["public"]["players"][0]["saint"] == {"mode": "spent", "saint": "renaud"}


@pytest.mark.rule("24.3")
def test_elias_rolls_two_and_four_and_the_cards_of_two_and_four_coins_go() -> None:
    table = Table(1).goods(0, coin=9)
    table.market(a1="bakery", a2="garden", a3="library", a4="cloister")
    table.market(b1="brewery", b2="stables", b3="tithe_barn", b4="cellarium")
    table.phase("market").chance("roll 2", "roll 4")
    shown = [place["card"] for place in table.state.observe(None)["public"]["market"]]
    assert shown == ["bakery", None, "library", None, "brewery", None, "tithe_barn", None]
    assert table.starting(0, "buy") == ["a1", "a3", "b1", "b3"]


# -- the buildings ---------------------------------------------------------------------------------------


@pytest.mark.rule("15.1", "R25")
def test_abbotts_den_lets_red_use_a_clergy_six_for_a_crusade_for_resources_or_for_another_step() -> None:
    table = Table(2).card(0, "abbotts_den").crusade(0, "c04").dice(0, 6).phase("abbey")
    table.do(0, "clergy 6", "take_back", "laid clergy 6")
    assert table.unplaced(0) == [6]
    clone = table.state.clone()
    table.do(0, "crusade 1 6", "from bench_1_1")
    assert [table.state.players[0].clergy, table.state.players[0].crusades[0].filled] == [1, 1]
    assert table.why(0, "take_back")[1] == "15.1"  # once a round
    table.state = clone.clone()
    table.do(0, "done").phase("resources")
    collect(table, 0, "wood", 6)
    assert [table.state.players[0].clergy, table.has(0, "wood")] == [1, 3]
    table.state = clone
    table.do(0, "clergy 6")
    assert table.state.players[0].clergy == 2


@pytest.mark.rule("15.1", "3.4", "R25")
def test_abbotts_den_gives_no_fourth_clergy_die() -> None:
    """The further step is for those who have not used three dice for it in this round."""
    table = Table(2).card(0, "abbotts_den").dice(0, 4, 5, 6).phase("abbey")
    table.do(0, "clergy 6", "clergy 5", "take_back", "laid clergy 6", "clergy 6")
    assert table.state.players[0].clergy == 3
    assert table.why(0, "clergy 4") == ("clergy_limit", "3.4")


@pytest.mark.rule("15.15", "R31")
def test_the_money_changer_gives_yellow_a_grain_and_two_coins_for_a_five() -> None:
    table = Table(2).dice(0, 5).dice(1, 5).card(0, "money_changer").card(1, "money_changer", active=0)
    table.phase("resources")
    collect(table, 0, "grain", 5)
    collect(table, 1, "grain", 5)
    assert [table.has(0, "grain"), table.has(0, "coin")] == [1, 2]
    assert [table.has(1, "grain"), table.has(1, "coin")] == [1, 0]  # nobody works there


@pytest.mark.rule("15.15", "R31", "14.4")
def test_the_money_changer_gives_red_a_stone_and_two_coins_for_three_wood() -> None:
    table = Table(2).card(0, "money_changer").goods(0, wood=3).phase("building")
    table.do(0, "trade", "give wood", "for stone", "amount 3")
    assert resources(table, 0) == [0, 0, 1, 0]
    assert table.has(0, "coin") == 2
    table = Table(2).card(0, "money_changer", active=0).goods(0, wood=3).phase("building")
    table.do(0, "trade", "give wood", "for grain", "amount 2")
    assert table.has(0, "coin") == 0  # nobody works there, the difference is lost


@pytest.mark.rule("15.16", "R26")
def test_monks_quarters_let_blue_rise_in_the_clergy_with_the_four_that_brought_a_stone() -> None:
    table = Table(2).card(0, "monks_quarters", copies=2, active=2).crusade(0, "c04", value=4, filled=1)
    table.dice(0, 4, 4).phase("resources")
    collect(table, 0, "stone", 4)
    assert table.has(0, "stone") == 1
    table.do(0, "reuse", "die 4")
    assert table.may(0) == ["put clergy", "put defence"]  # the own board, not a crusade
    table.do(0, "put clergy")
    assert table.state.players[0].clergy == 1
    assert table.has(0, "stone") == 1
    collect(table, 0, "wood", 4)
    assert "reuse" not in table.may(0)  # once a round

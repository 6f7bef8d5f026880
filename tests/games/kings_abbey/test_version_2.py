"""What version 2 changed, each beside what version 1 goes on doing."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game
from abbatia.core.playout import random_game
from abbatia.games import load
from abbatia.games.kings_abbey.fields import NOTHING
from abbatia.games.kings_abbey.handlers import run
from abbatia.games.kings_abbey.phases import EVENT, PILLAGE
from abbatia.games.kings_abbey.pieces import VIKINGS
from abbatia.games.kings_abbey.title import of_version
from tests.games.kings_abbey.table import Table


def collected(version: int, **goods: int) -> Table:
    """A player who has collected wood with a 4 and has a die left; another waits with one die."""
    table = Table(2, version=version).dice(0, 4, 1).dice(1, 6).goods(0, **goods).phase("resources")
    table.do(0, "collect wood 4")
    while 0 in table.to_act() and "done" in table.may(0):
        table.do(0, "done")
    return table.do(1, "pass")


# -- wagons ------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.7")
@pytest.mark.rule("R67")
def test_a_wagon_can_be_used_after_the_collection() -> None:
    table = collected(2, wagon=2)
    supply, wood = table.state.supply_wagons, table.has(0, "wood")
    table.do(0, "use_wagon")
    assert (table.has(0, "wood"), table.has(0, "wagon")) == (wood + 1, 1)
    assert table.state.supply_wagons == supply + 1
    assert table.to_act() == (0,), "the turn goes on"
    table.do(0, "use_wagon", "pass")
    assert table.has(0, "wood") == wood + 2


@pytest.mark.rule("R67")
def test_in_version_1_a_wagon_works_while_collecting_only() -> None:
    table = collected(1, wagon=2)
    assert "use_wagon" not in table.may(0)
    assert table.why(0, "use_wagon") == ("wagon_while_collecting", "R67")


@pytest.mark.rule("R67")
def test_a_wagon_that_the_initiative_brings_can_be_used_without_a_die_left() -> None:
    for version, asked in ((2, True), (1, False)):
        table = collected(version).do(0, "initiative 1").chance("draw_initiative init_wagon")
        assert (table.now() == "resources") is asked, version
        if asked:
            wood = table.has(0, "wood")
            table.do(0, "use_wagon", "pass")
            assert table.has(0, "wood") == wood + 1


@pytest.mark.rule("R67")
def test_with_dice_on_two_locations_the_place_is_asked() -> None:
    table = collected(2, wagon=1).do(0, "collect grain 1")
    while 0 in table.to_act() and "done" in table.may(0):
        table.do(0, "done")
    table.do(0, "use_wagon")
    assert table.may(0) == ["take wood", "take grain"]
    table.do(0, "take grain")
    assert (table.has(0, "grain"), table.has(0, "wagon")) == (1, 0)


@pytest.mark.rule("5.7")
def test_without_a_die_on_a_location_a_wagon_is_refused() -> None:
    table = Table(2).dice(0, 4).goods(0, wagon=1).phase("resources")
    assert table.why(0, "use_wagon") == ("wagon_needs_die", "5.7")
    assert Table(2).dice(0, 4).phase("resources").why(0, "use_wagon") == ("no_wagon", "5.7")
    assert Table(2).goods(0, wagon=1).phase("building").why(0, "use_wagon") == ("wrong_phase", "5.7")


# -- Library and Abbott's Den ------------------------------------------------------------------------------


def turned(version: int) -> Table:
    """A 1 that the Library made a 6 for the clergy, taken back."""
    table = Table(2, version=version).card(0, "library").card(0, "abbotts_den").crusade(0, "c04")
    table.dice(0, 1).phase("abbey").do(0, "turn library", "die 1", "value 6", "put clergy")
    return table.do(0, "take_back", "laid clergy 6")


@pytest.mark.rule("R25")
def test_a_die_that_is_taken_back_shows_what_it_was_rolled_as() -> None:
    table = turned(2)
    assert table.unplaced(0) == [1]
    assert table.starting(0, "crusade") == ["1 1"]
    assert table.state.players[0].turned == 0


@pytest.mark.rule("R25")
def test_in_version_1_it_keeps_the_chosen_value() -> None:
    assert turned(1).unplaced(0) == [6]


@pytest.mark.rule("R25")
def test_of_equal_dice_the_one_that_was_not_turned_comes_first() -> None:
    table = Table(2).card(0, "library").card(0, "abbotts_den", copies=2, active=2)
    table.dice(0, 1, 6).phase("abbey").do(0, "turn library", "die 1", "value 6", "put clergy", "clergy 6")
    table.do(0, "take_back", "laid clergy 6")
    assert table.unplaced(0) == [6]
    table.do(0, "take_back", "laid clergy 6")
    assert table.unplaced(0) == [1, 6]


@pytest.mark.rule("R25")
def test_a_position_keeps_what_was_turned() -> None:
    table = Table(2).card(0, "library").dice(0, 1, 1).phase("abbey")
    table.do(0, "turn library", "die 1", "value 6", "put clergy")
    data = table.state.to_json()
    assert data["turned"][0] > 0
    assert table.title.from_json(data).to_json() == data
    assert "turned" not in Table(2, version=1).state.to_json()


# -- what saves something from the Vikings -----------------------------------------------------------------


def lost(table: Table) -> Table:
    """The Vikings have won, and the first player loses something."""
    state = table.state
    state.event = state.facts.event_category.index(VIKINGS)
    state.vikings, state.cover = [5, 4], [NOTHING, NOTHING]
    state.phase, state.stage, state.lap, state.acting = EVENT, PILLAGE, 0, 0
    run(state)
    return table


def with_bath(version: int) -> Table:
    return Table(2, version=version).card(0, "bath_house").card(0, "library").card(0, "bakery", active=0)


def without_cards(version: int, saint: str) -> Table:
    return Table(2, version=version).goods(0, wood=5).hand(0, "bakery").saint(0, saint)


@pytest.mark.rule("R68")
def test_the_bath_house_moves_a_lay_brother_before_his_card_is_lost() -> None:
    table = lost(with_bath(2))
    assert "bath" in table.may(0)
    table.do(0, "bath", "from library", "to bakery")
    assert "raze library" in table.may(0)
    table.do(0, "raze library")
    assert (table.workers(0, "bakery"), table.stands(0, "library")) == (1, 0)


@pytest.mark.rule("R68")
def test_in_version_1_nothing_can_be_used_then() -> None:
    table = lost(with_bath(1))
    assert {text.split(" ")[0] for text in table.may(0)} == {"raze", "raze_manned"}


@pytest.mark.rule("R68")
def test_elie_builds_before_the_stock_is_taken() -> None:
    table = lost(without_cards(2, "elie"))
    assert table.may(0) == ["done", "saint"]
    table.do(0, "saint", "build bakery")
    assert table.may(0) == ["raze bakery"]
    table.do(0, "raze bakery")
    assert table.has(0, "wood") == 5


@pytest.mark.rule("R68")
@pytest.mark.parametrize("saint", ["elie", "arnaud"])
def test_whoever_kept_a_saint_is_asked_and_may_let_the_stock_go(saint: str) -> None:
    """Else the question itself would tell that the saint is Élie."""
    table = lost(without_cards(2, saint))
    assert table.to_act() == (0,)
    assert table.may(0) == (["done", "saint"] if saint == "elie" else ["done"])
    table.do(0, "done")
    assert table.has(0, "wood") == 0


@pytest.mark.rule("R68")
def test_in_version_1_the_stock_is_taken_unasked() -> None:
    table = lost(without_cards(1, "elie"))
    assert table.has(0, "wood") == 0


# -- the second Scriptorium --------------------------------------------------------------------------------


@pytest.mark.rule("R23")
def test_two_equal_dice_count_as_three_on_a_location() -> None:
    for version, tokens in ((2, 6), (1, 4)):
        table = Table(2, version=version).card(0, "scriptorium", copies=2, active=2).dice(0, 4, 4)
        table.phase("resources").do(0, "collect wood 4", "bonus 4")
        if version == 2:
            assert "triple" in table.may(0)
            table.do(0, "triple")
        else:
            assert "triple" not in table.may(0)
        while 0 in table.to_act() and "done" in table.may(0):
            table.do(0, "done")
        assert table.has(0, "wood") == tokens, version
        assert table.state.players[0].tripled == (version == 2)


@pytest.mark.rule("R23")
def test_unequal_dice_do_not_count_as_three() -> None:
    table = Table(2).card(0, "scriptorium", copies=2, active=2).dice(0, 4, 5).goods(0, wagon=1)
    table.phase("resources").do(0, "collect wood 4", "bonus 5")
    assert "triple" not in table.may(0)


# -- the second Monk's Quarters ----------------------------------------------------------------------------


def placed(version: int) -> Table:
    """Dice of 4 on the bonus space of wood and on the main space of grain."""
    table = Table(2, version=version).card(0, "monks_quarters", copies=2, active=2)
    table.dice(0, 5, 4, 4, 1).phase("resources").do(0, "collect wood 5", "bonus 4")
    while 0 in table.to_act() and "done" in table.may(0):
        table.do(0, "done")
    table.do(0, "collect grain 4")
    while 0 in table.to_act() and "done" in table.may(0):
        table.do(0, "done")
    return table.do(0, "reuse", "die 4")


@pytest.mark.rule("R26")
def test_the_player_says_which_of_equal_dice_is_used_again() -> None:
    table = placed(2)
    assert table.may(0) == ["take wood", "take grain"]
    free = table.state.bonus_left[0]
    table.do(0, "take grain")
    player = table.state.players[0]
    assert (player.main[1], player.bonus[0], table.state.bonus_left[0]) == (0, 4, free)


@pytest.mark.rule("R26")
def test_in_version_1_the_first_location_loses_its_die() -> None:
    table = placed(1)
    player = table.state.players[0]
    assert (player.main[1], player.bonus[0]) == (4, 0)


@pytest.mark.rule("R26")
def test_a_die_that_counted_double_leaves_both_spaces() -> None:
    for version, freed in ((2, 1), (1, 0)):
        table = Table(2, version=version).card(0, "monks_quarters", copies=2, active=2)
        table.card(0, "scriptorium").dice(0, 4, 1).phase("resources").do(0, "collect wood 4", "double")
        while 0 in table.to_act() and "done" in table.may(0):
            table.do(0, "done")
        free = table.state.bonus_left[0]
        table.do(0, "reuse", "die 4")
        assert table.state.bonus_left[0] == free + freed, version


# -- the laws, and version 1 as it was ---------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_laws_hold_for_both_versions(version: int, seats: int) -> None:
    check_game(load("kings_abbey", version), seats, {"relics": "all", "saints": True}, 70 + seats, every=131)


def test_both_versions_play_to_the_end_with_all_their_components() -> None:
    for version in (1, 2):
        title = of_version(version)
        for seed in range(6):
            state = title.start(seed % 5 + 1, saints=True, relics="rich")
            before = state.inventory()
            assert random_game(state, Rng(seed)) < 6000
            assert state.inventory() == before

"""Das Duell, the reconstructed game for two with the King."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE
from abbatia.core.playout import random_game
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.state import CardinalState
from tests.games.cardinal.table import chance, hand_shown, may, play, position, refusal, reserve, sheet

NOTHING = {"aragon": 0, "burgundy": 0, "italy": 0, "swabia": 0, "france": 0}
KING = 2


def kept(state: CardinalState) -> list[dict[str, int]]:
    """The cards that each seat has kept."""
    return [player["kept"] for player in state.observe(None)["public"]["duel"]["players"]]


def exchange_and_draw(state: CardinalState) -> None:
    """The shortest turn: exchange a card against the pile."""
    play(state, may(state, "exchange")[0], "draw pile")
    state.apply(CHANCE, state.odds()[0][0])


@pytest.mark.rule("13.1")
def test_the_king_gets_three_open_cards_and_all_pieces_of_a_colour() -> None:
    state = TITLE.start(2, duel=True)
    chance(state, Rng(2))
    seen = state.observe(None)
    king = seen["public"]["duel"]["king"]
    assert len(king["cards"]) == 3
    assert (king["abbeys_left"], king["advisors_left"]) == (20, 8)
    assert seen["public"]["pile"] == 45 - 6 - 2 - 3
    assert state.to_act() == (0,)


@pytest.mark.rule("13.3", "13.4", "R14")
def test_the_only_kind_played_is_kept_and_brings_the_influence() -> None:
    state = position(2, duel=True, hands=["france france italy"], abbeys={"france": [1]})
    play(state, "pay france", "abbey fleury", "pay france", "advisor france")
    seen = state.observe(1)
    assert kept(state) == [{**NOTHING, "france": 1}, NOTHING]
    assert seen["public"]["discard"] == {**NOTHING, "france": 1}
    assert seen["public"]["duel"]["influence"]["france"] == 0
    assert may(state, "draw")


@pytest.mark.rule("13.3", "R14")
def test_of_two_kinds_played_one_is_chosen_after_placing() -> None:
    state = position(2, duel=True, hands=["france italy italy"], abbeys={"france": [1]})
    play(state, "pay france", "abbey fleury", "pay two italy for france", "advisor france")
    assert may(state) == ["keep italy", "keep france"]
    assert state.observe(1)["public"]["duel"]["paid"] == ["italy", "italy", "france"]
    play(state, "keep italy")
    assert kept(state)[0] == {**NOTHING, "italy": 1}
    assert state.observe(1)["public"]["discard"] == {**NOTHING, "italy": 1, "france": 1}


@pytest.mark.rule("13.4")
@pytest.mark.parametrize(("theirs", "holder"), [(1, 0), (2, 0), (3, 1)])
def test_as_many_kept_cards_as_the_opponent_take_the_influence(theirs: int, holder: int) -> None:
    kept = [{"france": 1}, {"france": theirs}]
    state = position(
        2,
        duel=True,
        hands=["france italy italy"],
        abbeys={"france": [1]},
        king={"kept": kept, "influence": {"france": 1}},
    )
    play(state, "pay france", "abbey fleury", "stop")
    assert state.observe(None)["public"]["duel"]["influence"]["france"] == holder


@pytest.mark.rule("13.5")
def test_kept_cards_stay_out_of_the_new_pile() -> None:
    state = position(
        2,
        duel=True,
        hands=["france italy italy"],
        pile={"swabia": 1},
        king={"kept": [{"france": 2}, {"aragon": 2}], "influence": {"france": 0, "aragon": 1}},
    )
    discarded = sum(state.observe(None)["public"]["discard"].values())
    play(state, "exchange france", "draw pile", "draw swabia")
    seen = state.observe(None)
    assert seen["public"]["interim_done"]
    assert seen["public"]["pile"] == discarded + 1
    assert kept(state) == [{**NOTHING, "france": 2}, {**NOTHING, "aragon": 2}]


@pytest.mark.rule("13.6", "R15", "R17")
def test_after_an_exchange_the_king_may_place_one_piece_or_rest() -> None:
    state = position(
        2,
        duel=True,
        abbeys={"italy": [1], "england": [0, 1]},
        king={"cards": ["swabia", "swabia", "italy"]},
    )
    exchange_and_draw(state)
    assert state.to_act() == (0,)
    assert may(state) == [
        "king pay england",
        "king pay italy",
        "king pay two swabia for england",
        "king pay two swabia for italy",
        "king rest",
    ]
    resting = state.clone()
    play(resting, "king rest")
    assert resting.to_act() == (1,)
    assert resting.observe(None)["public"]["duel"]["king"]["cards"] == ["italy", "swabia", "swabia"]
    play(state, "king pay two swabia for italy", "advisor italy", "reveal aragon", "reveal aragon")
    seen = state.observe(None)
    assert seen["public"]["countries"]["italy"]["advisors"] == [0, 0, 1]
    assert seen["public"]["duel"]["king"]["cards"] == ["aragon", "aragon", "italy"]
    assert seen["public"]["discard"]["swabia"] == 2
    assert state.to_act() == (1,)


@pytest.mark.rule("13.6")
def test_the_king_opens_an_empty_country_only_if_he_can_do_nothing_else() -> None:
    state = position(2, duel=True, abbeys={"france": [1]}, king={"cards": ["swabia", "italy", "aragon"]})
    exchange_and_draw(state)
    assert may(state, "king pay") == [
        f"king pay {country}" for country in ("england", "franconia", "italy", "aragon", "lorraine", "swabia")
    ]
    state = position(2, duel=True, abbeys={"italy": [1]}, king={"cards": ["swabia", "italy", "aragon"]})
    exchange_and_draw(state)
    assert may(state, "king pay") == ["king pay italy"]


@pytest.mark.rule("R16")
def test_the_king_may_add_an_advisor_where_the_player_has_just_opened() -> None:
    state = position(
        2, duel=True, hands=["france italy swabia"], king={"cards": ["france", "italy", "italy"]}
    )
    play(state, "pay france", "abbey fleury", "draw pile", "draw swabia", "king pay france")
    assert "advisor france" in may(state)


@pytest.mark.rule("R17")
def test_a_king_who_can_place_nothing_is_skipped() -> None:
    state = position(
        2, duel=True, abbeys={"swabia": [2, 2], "england": [2, 2, 2]}, king={"cards": ["swabia"] * 3}
    )
    data = state.to_json()
    for country, advisors in (("swabia", [1, 1, 0]), ("england", [1, 1, 0])):
        data["advisors"][country] = advisors
    data["emptied"], data["interim"] = 2, {}
    data["discard"] = {card: data["discard"][card] + data["pile"][card] for card in data["pile"]}
    data["pile"] = dict.fromkeys(data["pile"], 0)
    data["duel"]["cards"] = ["swabia"]
    data["discard"]["swabia"] += 2
    state = TITLE.from_json(data)
    play(state, "pass")
    assert state.to_act() == (1,)


@pytest.mark.rule("R18")
def test_in_the_last_round_the_king_plays_what_he_has() -> None:
    state = position(
        2,
        duel=True,
        emptied=2,
        interim={"italy": [1]},
        abbeys={"italy": [1]},
        open_cards="- -",
        king={"cards": ["italy", "italy"]},
    )
    play(state, "pass", "king pay italy", "abbey farfa")
    assert state.to_act() == (1,)
    assert state.observe(None)["public"]["duel"]["king"]["cards"] == ["italy"]
    play(state, "pass", "king pay italy", "abbey bobbio")
    assert state.to_act() == ()


@pytest.mark.rule("13.2")
def test_the_kings_pieces_count_for_limits_and_comparisons() -> None:
    state = position(2, duel=True, hands=["italy france france"], abbeys={"italy": [1, 0, 2]})
    assert state.observe(None)["public"]["countries"]["italy"]["limit"] == 2
    play(state, "pay italy")
    assert "advisor italy" in may(state)
    assert sheet(state, 0) == {"Final scoring, Italy: 1 abbey, rank 2": 2}


@pytest.mark.rule("13.7")
def test_points_of_the_king_are_lost_without_the_influence_card() -> None:
    abbeys = {"italy": [1, 0, 2]}
    nobody = position(2, duel=True, abbeys=abbeys)
    assert nobody.observe(None)["projected"] == [2, 0]
    other = position(2, duel=True, abbeys=abbeys, king={"influence": {"italy": 1}})
    assert other.observe(None)["projected"] == [2, 3]


@pytest.mark.rule("13.7")
def test_the_interim_scoring_asks_who_holds_the_influence_then() -> None:
    state = position(
        2,
        duel=True,
        hands=["france italy italy"],
        pile={"swabia": 1},
        abbeys={"italy": [1, 0, 2]},
        king={"influence": {"italy": 1}},
    )
    play(state, "exchange france", "draw pile", "draw swabia")
    assert state.observe(None)["scores"] == [2, 3]
    data = state.to_json()
    data["duel"]["influence"] = {"italy": 0}
    later = TITLE.from_json(data)
    assert later.observe(None)["scores"] == [2, 3]
    assert later.observe(None)["projected"] == [2 + 2 + 3, 3]


@pytest.mark.rule("13.8")
def test_alliances_and_chains_of_the_king_score_for_nobody() -> None:
    chain = ["farfa", "vallombrosa", "polirone", "chiaravalle", "saint_maurice"]
    state = position(
        2,
        duel=True,
        sites=dict.fromkeys(chain, KING),
        advisors={"italy": [0, 1, 2], "burgundy": [0, 0, 1]},
        king={"influence": {"italy": 0, "burgundy": 0}},
    )
    assert set(sheet(state, 0)) == {
        "Final scoring, the King in Italy: 4 abbeys, rank 1",
        "Final scoring, the King in Burgundy: 1 abbey, rank 1",
    }
    assert sheet(state, 1) == {}


@pytest.mark.rule("R20")
def test_the_king_takes_no_part_in_the_result() -> None:
    """He has most abbeys and most pieces; the players are level, and seat 2 has more pieces of its own."""
    abbeys = {"italy": [1, 0, 4], "lorraine": [0, 1, 4]}
    state = position(
        2,
        duel=True,
        player=1,
        emptied=2,
        abbeys=abbeys,
        advisors={"italy": [1]},
        open_cards="- -",
        king={"cards": []},
    )
    play(state, "pass")
    assert state.to_act() == ()
    result = state.result()
    assert result is not None
    assert result.scores == (4, 4), "the King's 5 and 5 are lost, nobody has the influence card"
    assert result.ranks == (2, 1)
    assert [line.rule for lines in result.lines for line in lines] == ["11.1", "11.1"]
    seen = state.observe(None)
    assert len(seen["scores"]) == len(seen["projected"]) == 2
    assert [reserve(state, seat) for seat in range(2)] == [(19, 7), (19, 8)]
    king = seen["public"]["duel"]["king"]
    assert (king["abbeys_left"], king["advisors_left"]) == (12, 8)


@pytest.mark.rule("R20")
def test_whole_duels_are_scored_for_two() -> None:
    for seed in range(5):
        state = TITLE.start(2, duel=True)
        random_game(state, Rng(seed))
        result = state.result()
        assert result is not None
        assert len(result.scores) == len(result.ranks) == 2
        assert min(result.ranks) == 1


def rest(state: CardinalState, seat: int) -> None:
    """Draw from the pile and let the King rest, until it is the turn of this seat."""
    while state.observe(None)["phase"] != "turn" or state.to_act() != (seat,):
        if state.to_act() == (CHANCE,):
            state.apply(CHANCE, state.odds()[0][0])
        else:
            play(state, "draw pile" if may(state, "draw pile") else may(state)[-1])


class TestPrivileges:
    @pytest.mark.rule("13.9", "R19")
    def test_the_kings_piece_comes_first_and_then_not_last(self) -> None:
        state = position(
            2, duel=True, hands=["france italy swabia"], king={"cards": ["france", "italy", "italy"]}
        )
        play(state, "privilege king")
        assert "king rest" not in may(state)
        play(state, "king pay france", "abbey fleury", "reveal swabia")
        assert state.to_act() == (0,)
        play(state, "pay france", "abbey moissac", "stop")  # the King opened France, so a second could follow
        play(state, "draw pile", "draw swabia")
        assert state.to_act() == (1,)
        players = state.observe(None)["public"]["duel"]["players"]
        assert [player["privileges"] for player in players] == [
            ["countries", "swap"],
            ["king", "countries", "swap"],
        ]

    @pytest.mark.rule("13.9", "R19")
    def test_two_countries_take_pieces_in_one_turn_but_an_empty_one_only_one_abbey(self) -> None:
        state = position(2, duel=True, hands=["italy italy france"], abbeys={"france": [1]})
        play(state, "privilege countries", "pay italy", "abbey farfa")
        assert may(state) == ["pay france", "pay lorraine", "stop"]
        assert refusal(state, "pay italy").rule == "5.2"
        play(state, "pay france", "advisor france", "keep italy")
        assert state.observe(None)["public"]["countries"]["france"]["advisors"] == [1, 0, 0]

    @pytest.mark.rule("13.9")
    def test_two_countries_are_for_this_turn_only(self) -> None:
        hands = ["italy italy france", "italy france france"]
        state = position(2, duel=True, hands=hands, abbeys={"italy": [1], "france": [1]})
        play(state, "privilege countries", "pay italy", "abbey farfa")
        play(state, "pay france", "abbey fleury", "keep italy")
        for seat, country, site in ((1, "france", "moissac"), (0, "italy", "bobbio")):
            rest(state, seat)
            assert state.observe(None)["public"]["turn"]["countries"] == 1
            play(state, f"pay {country}", f"abbey {site}")
            assert {text.split()[-1] for text in may(state, "pay")} <= {country}
            play(state, "stop")

    @pytest.mark.rule("13.9", "R19")
    def test_a_hand_card_is_swapped_for_a_face_up_card_that_all_have_seen(self) -> None:
        state = position(2, duel=True, hands=["italy italy swabia"], open_cards="france burgundy")
        play(state, "swap swabia open 1")
        seen = state.observe(1)
        assert seen["public"]["open"] == ["swabia", "burgundy"]
        assert hand_shown(state, 0) == (3, ["france"])
        assert state.own(0)["hand"] == ["italy", "italy", "france"]
        assert may(state, "swap") == []
        assert may(state, "pay france") == ["pay france"]

    @pytest.mark.rule("13.9", "R19")
    def test_several_privileges_may_be_used_in_one_turn_but_not_after_a_card(self) -> None:
        state = position(2, duel=True, hands=["france france swabia"], abbeys={"france": [1]})
        play(state, "privilege countries", "swap swabia open 1", "pay france", "abbey fleury")
        assert may(state, "privilege") == []
        assert refusal(state, "privilege king").rule == "13.9"

"""For each rule that can forbid an action: the refusal with its number and a sentence for the player."""

from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.core.words import words
from abbatia.games.cardinal.state import CardinalState
from tests.games.cardinal.table import play, position, refusal, said

PREFIX = "cardinal.refusal."


def refused(state: CardinalState, text: str) -> tuple[str, str]:
    """The name of the reason and the rule."""
    found = refusal(state, text)
    return found.reason.key.removeprefix(PREFIX), found.rule


FULL_SWABIA = {"swabia": [1, 1, 2]}
SPENT = {"england": [6], "franconia": [7], "bavaria": [6], "italy": [1]}


class TestBeforeThePieces:
    @pytest.mark.rule("2.5")
    def test_chance_alone_turns_cards(self) -> None:
        for text in ("deal france", "draw france", "reveal france"):
            assert refused(position(), text) == ("chance", "2.5")

    @pytest.mark.rule("13.1")
    def test_the_king_belongs_to_das_duell(self) -> None:
        for text in ("king rest", "king pay france", "keep france", "privilege king", "swap italy open 1"):
            assert refused(position(), text) == ("only_duel", "13.1")

    @pytest.mark.rule("4.1")
    def test_a_card_that_is_not_held_cannot_be_played(self) -> None:
        state = position(hands=["italy italy swabia"])
        assert refused(state, "pay france") == ("no_card", "4.1")
        assert said(refusal(state, "pay france")) == "You have no France card."
        assert said(refusal(state, "pay aragon"), "fr") == "Vous n’avez pas de carte Franconie/Aragon."

    @pytest.mark.rule("4.2")
    def test_a_joker_needs_two_of_a_kind(self) -> None:
        state = position(hands=["italy italy swabia"])
        assert refused(state, "pay two swabia for france") == ("no_pair", "4.2")

    @pytest.mark.rule("R7")
    def test_the_option_keeps_jokers_abroad(self) -> None:
        state = position(hands=["italy italy swabia"], joker_abroad_only=True)
        assert refused(state, "pay two italy for lorraine") == ("joker_at_home", "R7")

    @pytest.mark.rule("5.4", "5.6")
    def test_a_full_country_takes_nothing(self) -> None:
        state = position(hands=["swabia italy france"], abbeys=FULL_SWABIA, advisors={"swabia": [1, 1]})
        assert refused(state, "pay swabia") == ("country_full", "5.6")
        assert "Swabia is full" in said(refusal(state, "pay swabia"))

    @pytest.mark.rule("5.7")
    def test_without_a_fitting_piece_a_country_cannot_be_paid_for(self) -> None:
        state = position(hands=["italy france france"], abbeys=SPENT)
        assert refused(state, "pay france") == ("no_abbeys", "5.7")
        sealed = {"england": [6], "franconia": [2]}
        state = position(hands=["italy france swabia"], abbeys={**SPENT, "swabia": [0, 4]}, advisors=sealed)
        assert refused(state, "pay swabia") == ("no_advisors", "5.7")
        state = position(hands=["italy france swabia"], abbeys={**SPENT, "france": [0, 4]}, advisors=sealed)
        assert refused(state, "pay france") == ("no_pieces", "5.7")

    @pytest.mark.rule("4.1")
    def test_pieces_are_paid_for_before_they_are_placed(self) -> None:
        state = position(hands=["burgundy burgundy italy"], abbeys={"burgundy": [1]})
        assert refused(state, "abbey cluny") == ("pay_first", "4.1")
        assert refused(state, "advisor burgundy") == ("pay_first", "4.1")
        assert refused(state, "advisor france") == ("empty_country", "5.2")

    @pytest.mark.rule("4.1", "5.4", "5.6")
    def test_who_points_at_a_place_that_cannot_be_had_hears_why(self) -> None:
        state = position(hands=["swabia italy france"], abbeys=FULL_SWABIA, advisors={"swabia": [1, 1]})
        assert refused(state, "abbey reichenau") == ("site_taken", "5.4")
        assert refused(state, "advisor swabia") == ("advisor_limit", "5.6")
        assert refused(state, "abbey cluny") == ("no_card", "4.1")

    @pytest.mark.rule("3.1", "3.2")
    def test_a_turn_is_not_skipped_and_drawing_comes_after_it(self) -> None:
        assert refused(position(), "stop") == ("nothing_placed", "3.1")
        assert refused(position(), "pass") == ("no_passing", "3.1")
        assert refused(position(), "draw pile") == ("draw_later", "3.2")
        assert refused(position(), "draw open 1") == ("draw_later", "3.2")

    @pytest.mark.rule("7.1")
    def test_only_a_card_of_the_hand_can_be_exchanged(self) -> None:
        assert refused(position(hands=["italy italy swabia"]), "exchange france") == ("no_card", "7.1")

    @pytest.mark.rule("10.1")
    def test_in_the_last_round_an_exchange_would_draw_nothing(self) -> None:
        assert refused(position(emptied=2), "exchange italy") == ("nothing_to_draw", "10.1")

    @pytest.mark.rule("10.1", "R2", "R3")
    def test_in_the_last_round_nothing_is_drawn_but_by_an_option_what_lies_face_up(self) -> None:
        for text in ("draw open 1", "draw open 2", "draw pile"):
            assert refused(position(emptied=2), text) == ("no_drawing", "10.1")
        state = position(emptied=2, draw_in_last_round=True, open_cards="aragon -", abbeys={"italy": [1]})
        assert refused(state, "draw open 1") == ("draw_later", "3.2")
        assert refused(state, "draw open 2") == ("card_gone", "R2")
        assert refused(state, "draw pile") == ("pile_empty", "10.1")
        play(state, "pay italy", "abbey farfa")
        assert refused(state, "draw pile") == ("pile_empty", "10.1")
        assert refused(state, "draw open 1") == ("stop_first", "R5")
        play(state, "stop")
        assert refused(state, "draw open 2") == ("card_gone", "R2")

    @pytest.mark.rule("R4")
    def test_with_the_option_whoever_can_place_in_the_last_round_must(self) -> None:
        state = position(emptied=2, last_round_must_place=True, draw_in_last_round=True)
        assert refused(state, "pass") == ("must_place", "R4")
        assert refused(state, "exchange italy") == ("must_place", "R4")


class TestPlacing:
    @pytest.mark.rule("4.1")
    def test_the_piece_goes_where_it_was_paid_for(self) -> None:
        state = position(hands=["france italy italy"])
        play(state, "pay france")
        for text in (
            "abbey cluny",
            "advisor italy",
            "stop",
            "pay italy",
            "draw pile",
            "exchange italy",
            "pass",
        ):
            assert refused(state, text) == ("place_first", "4.1")

    @pytest.mark.rule("5.4")
    def test_there_is_one_abbey_to_a_site(self) -> None:
        state = position(hands=["france italy italy"], sites={"fleury": 1})
        play(state, "pay france")
        assert refused(state, "abbey fleury") == ("site_taken", "5.4")
        assert said(refusal(state, "abbey fleury")) == "There is already an abbey at Fleury."

    @pytest.mark.rule("5.2", "5.5")
    def test_the_first_piece_in_a_country_is_no_advisor(self) -> None:
        state = position(hands=["france italy italy"])
        play(state, "pay france")
        assert refused(state, "advisor france") == ("empty_country", "5.2")

    @pytest.mark.rule("5.6")
    def test_advisors_are_limited_by_the_most_abbeys_of_one_player(self) -> None:
        state = position(hands=["france italy italy"], abbeys={"france": [2, 1]}, advisors={"france": [1, 1]})
        play(state, "pay france")
        assert refused(state, "advisor france") == ("advisor_limit", "5.6")
        assert "only 2 advisors, because no player has more than 2 abbeys there" in said(
            refusal(state, "advisor france")
        )

    @pytest.mark.rule("5.7")
    def test_pieces_that_are_used_up_cannot_be_placed(self) -> None:
        state = position(hands=["france italy italy"], abbeys={**SPENT, "france": [0, 1]})
        play(state, "pay france")
        assert refused(state, "abbey moissac") == ("no_abbeys", "5.7")
        sealed = {"england": [6], "franconia": [2]}
        state = position(
            hands=["france italy italy"],
            abbeys={"england": [6], "franconia": [7], "france": [0, 2]},
            advisors=sealed,
        )
        play(state, "pay france")
        assert refused(state, "advisor france") == ("no_advisors", "5.7")


class TestAfterTheFirstPiece:
    def state(self) -> CardinalState:
        state = position(hands=["france italy italy"], abbeys={"france": [1]})
        play(state, "pay france", "abbey moissac")
        return state

    @pytest.mark.rule("5.1")
    def test_all_pieces_go_into_one_country(self) -> None:
        assert refused(self.state(), "pay italy") == ("one_country", "5.1")
        assert said(refusal(self.state(), "pay italy")) == "You can place only in France this turn."

    @pytest.mark.rule("3.1")
    def test_placing_and_exchanging_exclude_each_other(self) -> None:
        assert refused(self.state(), "exchange italy") == ("placed_already", "3.1")

    @pytest.mark.rule("R5")
    def test_stop_comes_before_drawing(self) -> None:
        for text in ("draw pile", "draw open 1", "pass"):
            assert refused(self.state(), text) == ("stop_first", "R5")
        assert refused(self.state(), "abbey fleury") == ("pay_first", "4.1")
        assert refused(self.state(), "abbey cluny") == ("one_country", "5.1")

    @pytest.mark.rule("12.2")
    def test_in_the_variant_no_advisor_joins_a_country_just_opened(self) -> None:
        state = position(hands=["france france italy"], two_countries=True)
        play(state, "pay france", "abbey moissac", "pay france")
        assert refused(state, "advisor france") == ("opened_this_turn", "12.2")
        last_abbey = {"england": [6], "franconia": [7], "bavaria": [6]}
        state = position(hands=["swabia swabia swabia"], two_countries=True, abbeys=last_abbey)
        play(state, "pay swabia", "abbey reichenau")
        assert refused(state, "pay swabia") == ("opened_this_turn", "12.2")


class TestDrawing:
    @pytest.mark.rule("6.1", "6.2")
    def test_the_hand_is_filled_first_from_what_is_there(self) -> None:
        state = position(hands=["france france italy"], abbeys={"france": [1]})
        play(state, "pay france", "abbey moissac", "pay france", "abbey fleury", "draw open 1")
        assert refused(state, "draw open 1") == ("card_taken", "6.2")
        for text in ("pay italy", "stop", "abbey cluny", "exchange italy"):
            assert refused(state, text) == ("draw_first", "6.1")
        assert said(refusal(state, "stop")) == "Draw 1 more card first."

    @pytest.mark.rule("10.1", "R3")
    def test_an_empty_pile_cannot_be_drawn_from(self) -> None:
        state = position(emptied=2, draw_in_last_round=True)
        play(state, "exchange italy")
        assert refused(state, "draw pile") == ("pile_empty", "10.1")


class TestTheDuel:
    def king(self) -> CardinalState:
        """The King is to place: Italy has an abbey, and he holds two cards for it."""
        cards = {"cards": ["italy", "italy", "france"]}
        state = position(2, duel=True, hands=["swabia swabia france"], abbeys={"italy": [1]}, king=cards)
        play(state, "exchange france", "draw pile", "draw aragon")
        return state

    @pytest.mark.rule("13.3")
    def test_a_card_is_kept_after_placing_and_only_one_that_was_played(self) -> None:
        assert refused(position(2, duel=True), "keep italy") == ("keep_later", "13.3")
        state = position(2, duel=True, hands=["italy swabia swabia"], abbeys={"italy": [1]})
        play(state, "pay italy", "abbey farfa", "pay two swabia for italy", "advisor italy")
        assert refused(state, "keep france") == ("not_played", "13.3")
        assert refused(state, "draw pile") == ("keep_first", "13.3")

    @pytest.mark.rule("13.6")
    def test_the_king_acts_last_and_with_his_own_cards(self) -> None:
        assert refused(position(2, duel=True), "king rest") == ("king_later", "13.6")
        state = self.king()
        assert refused(state, "pay swabia") == ("king_now", "13.6")
        assert refused(state, "king pay england") == ("no_king_card", "13.6")
        assert refused(state, "king pay two france for italy") == ("no_king_card", "13.6")
        assert refused(state, "king pay france") == ("king_empty", "13.6")

    @pytest.mark.rule("13.6", "5.6")
    def test_the_king_obeys_the_limits_like_a_player(self) -> None:
        full = {"swabia": [2, 2], "england": [1]}
        state = position(
            2,
            duel=True,
            abbeys=full,
            advisors={"swabia": [1, 1]},
            king={"cards": ["swabia", "swabia", "france"]},
        )
        play(state, "exchange italy", "draw pile", "draw aragon")
        assert refused(state, "king pay swabia") == ("country_full", "5.6")
        play(state, "king pay england")
        assert refused(state, "abbey cluny") == ("place_first", "4.1")
        spent = {"england": [0, 0, 6], "franconia": [0, 0, 7], "bavaria": [0, 0, 6], "italy": [1, 0, 1]}
        state = position(2, duel=True, abbeys=spent, king={"cards": ["italy", "italy", "france"]})
        play(state, "exchange italy", "draw pile", "draw aragon")
        assert refused(state, "king pay france") == ("king_no_abbeys", "5.7")
        play(state, "king pay italy")
        assert refused(state, "abbey farfa") == ("king_no_abbeys", "5.7")

    @pytest.mark.rule("13.9", "R19")
    def test_a_privilege_is_used_once_and_early_and_on_something(self) -> None:
        state = position(2, duel=True, hands=["italy italy swabia"], king={"privileges": [[], ["swap"]]})
        for text in ("privilege king", "privilege countries", "swap italy open 1"):
            assert refused(state, text) == ("privilege_used", "13.9")
        state = position(
            2, duel=True, hands=["italy italy swabia"], abbeys={"italy": [1]}, open_cards="france -"
        )
        assert refused(state, "swap france open 1") == ("no_card", "13.9")
        assert refused(state, "swap italy open 2") == ("card_taken", "6.2")
        play(state, "pay italy", "abbey farfa")
        assert refused(state, "privilege countries") == ("privilege_late", "13.9")
        state = position(2, duel=True, king={"cards": ["italy", "italy", "france"]})
        play(state, "privilege king")
        assert refused(state, "king rest") == ("king_must", "13.9")

    @pytest.mark.rule("13.9", "R19")
    def test_the_king_cannot_come_first_if_he_can_place_nothing(self) -> None:
        state = position(2, duel=True, emptied=2, open_cards="- -", king={"cards": []})
        assert refused(state, "privilege king") == ("king_cannot", "13.9")

    @pytest.mark.rule("5.2", "13.9")
    def test_with_the_privilege_a_country_just_opened_takes_nothing_more(self) -> None:
        state = position(2, duel=True, hands=["italy italy swabia"])
        play(state, "privilege countries", "pay italy", "abbey farfa")
        assert refused(state, "pay italy") == ("opened_alone", "5.2")


def test_every_sentence_of_refusal_is_provoked_above() -> None:
    source = Path(__file__).read_text("utf-8")
    keys = {key.removeprefix(PREFIX) for key in words("en").entries if key.startswith(PREFIX)}
    assert {key for key in keys if f'("{key}", "' not in source} == set()


def test_refusals_do_not_depend_on_hidden_cards() -> None:
    """What a seat is refused is told the same in every world it cannot tell apart."""
    state = position(4, hands=["france italy italy"], abbeys={"france": [1, 1]})
    for seed in range(20):
        world = state.imagine(0, Rng(seed))
        for action in range(len(state.title.vocabulary)):
            assert world.why_not(0, action) == state.why_not(0, action)

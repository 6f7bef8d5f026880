"""Match: play, decisions, listeners, undo bounded by what was revealed."""

import pytest

from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import CHANCE
from abbatia.core.match import BadLog, Decision, LogEntry, Match, play_out
from abbatia.core.refusals import Refused
from tests.tithe import TITLE

CHOOSE = {card: TITLE.numbers[f"choose {card}"] for card in range(1, 10)}
SWAP, SEAL, ACCEPT = (TITLE.numbers[text] for text in ("swap", "seal", "accept"))


def begin(seats: int = 3, seed: int = 1) -> Match:
    return Match(TITLE, seats, rng=Rng(seed))


def choose(match: Match, seat: int) -> None:
    match.play(seat, match.decision(seat).legal[0])


def refusal_key(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.refusal.reason.key


def test_chance_acts_by_itself_and_is_logged() -> None:
    match = begin()
    assert match.to_act() == (0, 1, 2)
    assert [seat for seat, _ in match.log] == [CHANCE] * 6


def test_a_refused_action_changes_nothing() -> None:
    match = begin()
    before, log = match.state.to_json(), match.log[:]
    with pytest.raises(Refused) as caught:
        match.play(0, SEAL)
    assert refusal_key(caught) == "tithe.refusal.choose_first"
    assert caught.value.refusal.rule == "2.1"
    assert (match.state.to_json(), match.log) == (before, log)


def test_an_unknown_text_is_refused_and_spaces_and_capitals_are_forgiven() -> None:
    match = begin()
    assert match.number("  Choose   3 ") == CHOOSE[3]
    with pytest.raises(Refused) as caught:
        match.number("choose 33")
    assert refusal_key(caught) == "core.unknown_text"


def test_a_decision_tells_what_the_seat_may_know_and_do() -> None:
    match = begin()
    decision = match.decision(1)
    assert decision.observation == match.state.observe(1)
    assert list(decision.legal) == list(match.state.legal(1))
    world = decision.imagine(Rng(7))
    assert world.observe(1) == decision.observation
    choose(match, 0)
    assert decision.imagine(Rng(7)).to_json() == world.to_json(), "a decision does not change with the match"


def test_there_is_no_decision_for_a_seat_that_is_not_to_act() -> None:
    match = begin()
    choose(match, 0)
    match.play(0, SEAL)
    with pytest.raises(Refused) as caught:
        match.decision(0)
    assert refusal_key(caught) == "core.not_your_turn"


def test_listeners_hear_every_entry_in_order() -> None:
    heard: list[LogEntry] = []
    match = Match(TITLE, 2, rng=Rng(4), listeners=[heard.append])
    choose(match, 1)
    assert [(h.number, h.seat, h.action) for h in heard] == [(n, s, a) for n, (s, a) in enumerate(match.log)]
    assert heard[-1].events[0].view(0) is None
    told = heard[-1].events[0].view(1)
    assert told is not None
    assert told.key == "tithe.event.chose"


def test_a_log_goes_on_where_it_ends() -> None:
    match = begin()
    choose(match, 0)
    again = Match(TITLE, 3, rng=Rng(99), log=match.log)
    assert again.state.to_json() == match.state.to_json()


def test_a_bad_log_names_its_entry() -> None:
    match = begin()
    with pytest.raises(BadLog) as caught:
        Match(TITLE, 3, rng=Rng(1), log=[*match.log, (0, ACCEPT)])
    assert caught.value.index == len(match.log)


def test_undo_takes_back_ones_own_steps() -> None:
    match = begin()
    before = match.state.to_json()
    choose(match, 0)
    match.play(0, SWAP)
    match.undo(0)
    match.undo(0)
    assert match.state.to_json() == before


def test_undo_leaves_what_others_did_at_the_same_time() -> None:
    match = begin()
    choose(match, 0)
    choose(match, 1)
    match.undo(0)
    assert match.state.own(0)["chosen"] == 0
    assert match.state.own(1)["chosen"] != 0


def test_undo_stops_at_what_was_revealed() -> None:
    match = begin()
    for seat in range(3):
        choose(match, seat)
        match.play(seat, SEAL)
    with pytest.raises(Refused) as caught:
        match.undo(2)
    assert refusal_key(caught) == "core.undo_revealed"


def test_what_others_do_in_secret_does_not_change_what_can_be_taken_back() -> None:
    match = begin()
    choose(match, 0)
    match.play(0, SEAL)
    choose(match, 1)  # a private step: seat 0 must not learn of it, so its seal stays free to take back
    match.undo(0)
    assert match.state.observe(0)["public"]["sealed"] == [False, False, False]
    assert match.state.own(1)["chosen"] != 0
    match.play(0, SEAL)
    match.play(1, SEAL)
    match.undo(0)
    assert match.state.observe(0)["public"]["sealed"] == [False, True, False]


def test_undo_stops_when_another_seat_has_acted() -> None:
    match = begin()
    for seat in range(3):
        choose(match, seat)
        match.play(seat, SEAL)
    (winner,) = match.to_act()
    match.play(winner, match.number("offer 1"))
    (neighbour,) = match.to_act()
    match.undo(winner)
    match.play(winner, match.number("offer 2"))
    match.play(neighbour, ACCEPT)
    with pytest.raises(Refused) as caught:
        match.undo(winner)
    assert refusal_key(caught) == "core.undo_revealed"
    match.undo(winner, agreed=True)
    assert match.to_act() == (winner,)


def test_undo_without_an_action_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        begin().undo(1)
    assert refusal_key(caught) == "core.nothing_to_undo"


def test_after_an_agreed_undo_fair_dice_fall_the_same_way() -> None:
    match = Match(TITLE, 2, rng=FairRng(b"s"))
    dealt = match.log[:]
    choose(match, 0)
    match.undo(0, agreed=True)
    assert match.log == dealt


def test_players_are_asked_in_the_order_of_the_seats_until_the_game_is_over() -> None:
    asked: list[int] = []

    def first(decision: Decision) -> int:
        asked.append(decision.seat)
        return decision.legal[0]

    match = Match(TITLE, 3, rng=Rng(4))
    play_out(match, [first] * 3)
    assert match.result() is not None
    assert asked == [seat for seat, _ in match.log if seat != CHANCE]
    assert set(asked) == {0, 1, 2}

"""Majorities against a slow literal transcription, alliances, ends, ranks, lines that explain points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abbatia.core.chance import Rng
from abbatia.core.playout import random_game
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.board import our_data
from abbatia.games.cardinal.scoring import leaders, majority
from tests.games.cardinal.table import finish_turn, may, play, position, reserve, sheet


def by_the_book(abbeys: list[int]) -> list[int]:
    """The rulebook sentence by sentence: the first, each following one, ties at the better value."""
    points = [0] * len(abbeys)
    still = [player for player, number in enumerate(abbeys) if number > 0]
    ahead = sum(abbeys)  # the first scores the total number of abbeys in the country
    while still:
        best = max(abbeys[player] for player in still)
        tied = [player for player in still if abbeys[player] == best]
        for player in tied:
            points[player] = ahead
        ahead = best  # whoever comes next scores the number of the player just ahead
        still = [player for player in still if player not in tied]
    return points


@pytest.mark.rule("9.1", "9.2", "9.3", "9.4")
@given(st.lists(st.integers(0, 12), min_size=5, max_size=5))
def test_majorities_are_those_of_the_rulebook(abbeys: list[int]) -> None:
    packed = sum(number << 4 * colour for colour, number in enumerate(abbeys))
    assert list(majority(packed)) == by_the_book(abbeys)


@pytest.mark.rule("11.2")
@given(st.lists(st.integers(0, 12), min_size=5, max_size=5))
def test_all_with_the_most_advisors_lead(advisors: list[int]) -> None:
    packed = sum(number << 4 * colour for colour, number in enumerate(advisors))
    leading, total = leaders(packed)
    assert total == sum(advisors)
    assert [leading >> colour & 1 == 1 for colour in range(5)] == [
        number > 0 and number == max(advisors) for number in advisors
    ]


@pytest.mark.rule("9.1", "11.2", "11.3", "11.4")
@given(st.integers(0, 10**6), st.integers(3, 5))
def test_a_whole_table_scores_as_written_in_the_book(seed: int, seats: int) -> None:
    state = TITLE.start(seats)
    rng = Rng(seed)
    random_game(state, rng)
    board, seen = TITLE.tables.board, state.observe(None)
    expected = [0] * seats
    for country in seen["public"]["countries"].values():
        for seat, points in enumerate(by_the_book(country["abbeys"])):
            expected[seat] += points
    for _, one, other in board.alliances:
        here = seen["public"]["countries"][board.countries[one]]["advisors"]
        there = seen["public"]["countries"][board.countries[other]]["advisors"]
        for seat in range(seats):
            if 0 < here[seat] == max(here) and 0 < there[seat] == max(there):
                expected[seat] += sum(here) + sum(there)
    result = state.result()
    assert result is not None
    for seat in range(seats):
        lines = result.lines[seat]
        final = sum(line.points for line in lines if line.rule in ("11.1", "11.4"))
        chains = sum(line.points for line in lines if line.rule == "11.5")
        interim = sum(line.points for line in lines if line.rule == "8.2")
        assert final == expected[seat]
        assert interim + final + chains == result.scores[seat] == state.scores[seat]


@pytest.mark.rule("11.2", "11.3")
def test_an_alliance_may_score_for_several_who_are_tied() -> None:
    state = position(
        3,
        abbeys={"italy": [2, 0, 0], "burgundy": [0, 0, 2]},
        advisors={"italy": [1, 1], "burgundy": [1, 1]},
    )
    for seat in (0, 1):
        assert sheet(state, seat)["Alliance 14, Italy – Burgundy: 4 advisors"] == 4
    assert not any(label.startswith("Alliance") for label in sheet(state, 2))


@pytest.mark.rule("11.2")
def test_alliances_are_counted_in_the_order_of_their_numbers() -> None:
    abbeys = {country: [1] for country in TITLE.tables.board.countries if country != "aragon"}
    advisors = {country: [1] for country in abbeys}
    state = position(3, abbeys=abbeys, advisors=advisors)
    labels = [label for label in sheet(state, 0) if label.startswith("Alliance")]
    numbers = [int(label.split()[1].rstrip(",")) for label in labels]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15]


@pytest.mark.rule("9.5")
def test_countries_are_counted_at_the_rim_first() -> None:
    state = position(3, abbeys={country: [1] for country in TITLE.tables.board.countries})
    labels = [label.split(", ")[1].split(":")[0] for label in sheet(state, 0)]
    rim, centre = labels[:5], labels[5:]
    assert rim == ["England", "Franconia", "Bavaria", "Italy", "Aragon"]
    assert centre == ["France", "Lorraine", "Swabia", "Burgundy"]


@pytest.mark.rule("11.1", "11.8")
def test_abbeys_of_the_interim_scoring_count_again_at_the_end() -> None:
    abbeys = {"france": [2, 1]}
    state = position(
        3,
        player=2,
        emptied=2,
        abbeys=abbeys,
        interim={"france": [1, 1]},
        open_cards="- -",
        hands=["", "", "swabia"],
    )
    assert state.observe(None)["scores"] == [2, 2, 0]
    play(state, "pass")
    result = state.result()
    assert result is not None
    assert result.scores == (2 + 3, 2 + 2, 0)
    assert result.ranks == (1, 2, 3)


@pytest.mark.rule("11.9")
def test_a_tie_goes_to_the_player_with_most_unused_pieces() -> None:
    abbeys = {"france": [1, 1]}
    state = position(
        3,
        player=2,
        emptied=2,
        abbeys=abbeys,
        advisors={"france": [0, 1]},
        interim=abbeys,
        open_cards="- -",
        hands=["", "", "swabia"],
    )
    play(state, "pass")
    result = state.result()
    assert result is not None
    assert result.scores[0] == result.scores[1]
    assert result.ranks == (1, 2, 3)


@pytest.mark.rule("R9")
def test_players_still_tied_win_together() -> None:
    abbeys = {"france": [1, 1]}
    state = position(
        3, player=2, emptied=2, abbeys=abbeys, interim=abbeys, open_cards="- -", hands=["", "", "swabia"]
    )
    play(state, "pass")
    result = state.result()
    assert result is not None
    assert result.ranks == (1, 1, 3)


FULL = {
    "england": [3, 2, 1],
    "franconia": [3, 2, 2],
    "bavaria": [1, 3, 2],
    "italy": [2, 1, 3],
    "aragon": [2, 3, 1],
    "france": [2, 3, 3],
    "lorraine": [2, 2, 1],
    "swabia": [1, 2, 1],
}


@pytest.mark.rule("10.3", "R6")
def test_the_game_ends_at_once_when_nothing_can_be_placed_any_more() -> None:
    abbeys = {**FULL, "burgundy": [1, 2, 2]}
    sealed = {"lorraine": [2, 0, 0], "swabia": [0, 2, 0], "burgundy": [0, 0, 2]}  # with the others, all 24
    for country, owner in zip(list(abbeys)[:6], (0, 0, 1, 1, 2, 2), strict=True):
        sealed[country] = [3 if seat == owner else 0 for seat in range(3)]
    state = position(3, hands=["burgundy france italy"], abbeys=abbeys, advisors=sealed)
    assert may(state, "pay") == ["pay burgundy"]
    told = play(state, "pay burgundy", "abbey montmajour")
    assert state.to_act() == ()
    assert state.observe(None)["public"]["interim_done"] is False
    assert any(event.seen is not None and event.seen.key == "cardinal.event.ended_stuck" for event in told)
    assert state.result() is not None


@pytest.mark.rule("10.3", "R6")
def test_a_full_map_does_not_end_the_game_while_advisors_can_be_placed() -> None:
    state = position(3, hands=["burgundy france italy"], abbeys={**FULL, "burgundy": [1, 2, 2]})
    play(state, "pay burgundy", "abbey montmajour", "stop")
    finish_turn(state)
    assert state.to_act() == (1,)
    play(state, may(state, "pay")[0])
    assert not may(state, "abbey")


@pytest.mark.rule("10.3", "R6")
def test_the_game_goes_on_when_a_player_has_no_piece_left_but_another_has() -> None:
    abbeys = {"england": [6], "franconia": [7], "bavaria": [6]}
    state = position(
        3, hands=["italy italy swabia"], abbeys=abbeys, advisors={"england": [6], "franconia": [2]}
    )
    play(state, "pay italy", "abbey farfa")
    assert reserve(state, 0) == (0, 0)
    finish_turn(state)
    assert state.to_act() == (1,)
    assert may(state, "pay") != []


@pytest.mark.rule("10.3", "R6")
def test_the_game_ends_when_all_pieces_are_used_up_although_sites_are_free() -> None:
    data = our_data()
    title = TITLE.with_components({**data, "pieces": {**data["pieces"], "abbeys": 1, "advisors": 0}})
    state = position(
        3, title=title, player=2, hands=["", "", "italy italy swabia"], sites={"cluny": 0, "fleury": 1}
    )
    told = play(state, "pay italy", "abbey farfa")
    assert state.to_act() == ()
    assert [event.seen.key for event in told if event.seen is not None][2] == "cardinal.event.ended_stuck"
    seen = state.observe(None)
    assert sum(country["free"] for country in seen["public"]["countries"].values()) == 54 - 3
    result = state.result()
    assert result is not None
    assert result.scores == (1, 1, 1)

"""The balance of The King's Abbey: seats and intervals of the tool, its search, the likings of bots."""

import argparse
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from abbatia.bots.values import read_weights
from abbatia.bots.values.kings_abbey_board import AbbeyEvaluator
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.games.kings_abbey.component_file import component_file
from abbatia.games.kings_abbey.pieces import BELL_TOWER, CARDS, our_data
from abbatia.games.kings_abbey.position import KingsAbbeyState
from tools import balance_games
from tools.balance_abbey import CRUSADES, habits_table, interval, rarest, section, use_table
from tools.balance_archetypes import ARCHETYPES, Tables, Tally, games_with, seating, tallies
from tools.balance_search import KNOBS, change

WEIGHTS = read_weights("kings_abbey")


def test_every_archetype_has_every_seat_as_often() -> None:
    found = Counter((seat, name) for game in range(21) for seat, name in enumerate(seating(game)))
    assert set(found.values()) == {3}
    assert len(found) == 4 * len(ARCHETYPES)
    assert all(len(set(seating(game))) == 4 for game in range(21))
    assert len({frozenset(seating(game)) for game in range(21)}) > 7


def test_intervals_of_shares_and_points() -> None:
    low, high = interval(0.25, 48)
    assert (round(low, 3), round(high, 3)) == (0.149, 0.388)
    tally = Tally()
    for points in (80, 90, 100, 110):
        tally.add(points, 0.0, Counter({"crusades": 2}))
    mean, half = tally.score()
    assert mean == 95
    assert half == pytest.approx(1.96 * 12.91 / 2, abs=0.01)
    assert tally.mean("crusades") == 2


@pytest.mark.parametrize("name", KNOBS)
def test_what_the_search_changes_is_a_file_that_can_be_played(name: str) -> None:
    data = copy.deepcopy(our_data(3))
    assert change(data, name, 1)
    assert data != our_data(3)
    assert component_file(3).faults(data) == []


@pytest.mark.parametrize("archetype", ARCHETYPES)
def test_an_archetype_likes_what_its_weights_name(archetype: str) -> None:
    known = {f"like_{name}" for name in (*CARDS, "manned", "step", "crusade", "defence", "animal")}
    assert ARCHETYPES[archetype].keys() <= known


def test_a_liking_counts_for_what_stands_there() -> None:
    state = cast(KingsAbbeyState, Match(load("kings_abbey"), 2, rng=Rng(3)).state)
    player = state.players[0]
    plain, fond = (
        AbbeyEvaluator(WEIGHTS),
        AbbeyEvaluator({**WEIGHTS, "like_bell_tower": 2.0, "like_step": 1.0}),
    )
    player.clergy = 4
    before = fond.likes.worth(state, 0)
    player.made = tuple(made + (card == BELL_TOWER) for card, made in enumerate(player.made))
    assert before == 4
    assert fond.likes.worth(state, 0) == 6
    assert not plain.likes.any


def test_weights_may_differ_from_a_version_on() -> None:
    """Version 3 has other data; earlier versions keep the weights that they were tuned with."""
    first, second, third = (read_weights("kings_abbey", 4, number) for number in (1, 2, 3))
    assert first == second
    assert third.keys() == second.keys()
    assert third["delay"] < second["delay"]
    assert third == WEIGHTS


def test_facts_of_a_game_are_the_same_whether_played_or_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(balance_games, "KEPT", tmp_path)
    tables = Tables(load("kings_abbey"))
    [game] = tables.mixed(1, 3)
    assert game["names"] == seating(0)
    assert sum(game["won"]) == 1
    monkeypatch.setattr(Tables, "play", None)  # nothing is played from here on
    assert list(tables.mixed(1, 3)) == [game]
    found = tallies([game])
    assert found["crusader"].points == [game["points"][game["names"].index("crusader")]]


def test_shares_of_players_and_of_games() -> None:
    games = [
        {"names": ["a", "a"], "points": [3, 5], "won": [0, 1], "done": [{"chapel": 1}, {"chapel": 2}]},
        {"names": ["a", "b"], "points": [7, 1], "won": [1, 0], "done": [{"chapel": 0}, {"stables": 1}]},
    ]
    assert Tally("a", games).share("chapel") == pytest.approx(2 / 3)
    assert Tally("a", games).victory_share == pytest.approx(2 / 3)
    assert games_with(games, "chapel") == games_with(games, "stables") == 0.5
    assert rarest(games, ["chapel", "garden"]).startswith("1 of 2 below; the rarest is garden, 0 %")
    lines = use_table("card", ["chapel"], {"one": Tally("a", games), "other": Tally("b", games)})
    assert lines[0] == "| card | one | other |"
    assert lines[2].startswith("| chapel | 67 % (")
    assert habits_table({"one": Tally("a", games)})[2].startswith("| one | 3 | 5.0 ± 2.3 | 67 % (")


def played_anew(
    _title: object, _name: str, _seats: int, _options: object, games: int, play: Any, **_: object
) -> Iterator[balance_games.Game]:
    """`kept_games` without a file."""
    return map(play, range(games))


def test_the_section_shows_the_versions_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    def seated(self: Tables, names: list[str], *_: object) -> balance_games.Game:
        done = Counter({"crusades": self.title.version, "chapel": 1})
        won = [1.0] + [0.0] * (len(names) - 1)
        return {"names": names, "points": [80] * len(names), "won": won, "done": [done] * len(names)}

    monkeypatch.setattr(Tables, "play", seated)
    monkeypatch.setattr(
        "tools.balance_archetypes.kept_games",
        lambda _t, _n, _s, _o, games, play, **_: map(play, range(games)),
    )
    given = argparse.Namespace(games=7, alone=3, seed=1, rounds=False, level5=2, board=None)
    lines = section(given, [2, 3])
    assert "| card | version 2, level 4 | version 3, level 4 | version 3, level 5 |" in lines
    low, high = CRUSADES
    assert f"| {low:.0f} to {high:.0f} crusades a player (level 4) | 2.0 | 3.0 |" in lines
    assert sum(line.startswith("### Archetypes at mixed tables, version") for line in lines) == 2
    chapel = next(line for line in lines if line.startswith("| chapel |"))
    assert chapel.count("100 % (") == 3
    [strongest] = [line for line in lines if line.startswith("Level 5, games in which")]
    assert "of 2: 45 of 46 below" in strongest

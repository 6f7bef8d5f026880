"""Each level beats the one below it: a short seeded version of the table in docs/strength.md."""

import pytest

from abbatia.arena.executors import here
from abbatia.arena.series import Series
from abbatia.arena.summary import head_to_head

RUNGS = [
    ("cardinal", "novice", "uniform", 12),
    ("cardinal", "cleric", "novice", 24),
    ("cardinal", "prior", "cleric", 24),
    ("cardinal", "abbot", "prior", 30),
    ("pelegrinus", "novice", "uniform", 12),
    ("pelegrinus", "cleric", "novice", 12),
    ("pelegrinus", "prior", "cleric", 12),
    ("pelegrinus", "abbot", "cleric", 12),
    ("pelegrinus", "legate", "abbot", 6),
    ("kings_abbey", "novice", "uniform", 6),
    ("kings_abbey", "cleric", "novice", 6),
    ("kings_abbey", "prior", "cleric", 6),
    ("kings_abbey", "abbot", "prior", 6),
]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "above", "below", "games"), RUNGS, ids=lambda value: str(value))
def test_each_level_beats_the_one_below(title: str, above: str, below: str, games: int) -> None:
    series = Series(title, (above, below), seats=4, games=games, seed=606)
    entries = [outcome.to_json() for outcome in here(series.games(), 1)]
    met = head_to_head(entries, above, below)
    assert met is not None
    assert met.games >= games
    assert met.share > 0.5, f"{above} won {met.share:.0%} against {below}"

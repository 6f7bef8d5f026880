"""The corpus: finished games of every title, seat count and set of options replay exactly as stored.

`tools/corpus.py` makes the files and says what the hashes go over. The games were played before the engine
was rebuilt; a difference here means that the rules, a stored position or something shown has changed.
"""

import json
from collections import Counter
from typing import Any

import pytest

from abbatia.core.conformance import is_playable
from abbatia.games import TITLES, load
from tools import corpus

PARTS = {"cardinal": 4, "pelegrinus": 4, "kings_abbey": 20}
KEPT = 1_500_000  # bytes of all files together, at most


@pytest.mark.parametrize(("name", "part"), [(name, part) for name in TITLES for part in range(PARTS[name])])
def test_stored_games_replay_the_same(name: str, part: int) -> None:
    title, games = load(name), corpus.read(name)
    for index in range(part, len(games), PARTS[name]):
        game = games[index]
        found = corpus.facts(title, game)
        stored = {key: game[key] for key in found}
        assert found == stored, f"game {index} of {name}: {game['seats']} seats, {game['options']}"


@pytest.mark.parametrize("name", TITLES)
def test_there_are_twenty_games_of_every_setting(name: str) -> None:
    """Every number of seats has its defaults, and every value of every option that it allows."""
    title = load(name)
    count = Counter((game["seats"], json.dumps(game["options"])) for game in corpus.read(name))
    assert min(count.values()) >= 20
    for seats in title.seats:
        sets = [json.loads(options) for number, options in count if number == seats]
        for option in title.options:
            for value in option.values:
                alone: dict[str, Any] = {option.name: value}
                if is_playable(title, seats, alone) or "duel" in sets[0]:
                    found = [options.get(option.name, option.default) for options in sets]
                    assert value in found or not allowed(name, seats, option.name, value), (seats, alone)


def allowed(name: str, seats: int, option: str, value: Any) -> bool:
    """Whether some set with this value can be played: Cardinal for two is always Das Duell."""
    needed = {"duel": True} if name == "cardinal" and seats == 2 and option != "duel" else {}
    return is_playable(load(name), seats, {**needed, option: value})


def test_the_corpus_is_small() -> None:
    assert sum(file.stat().st_size for file in corpus.PLACE.glob("*.jsonl.xz")) < KEPT

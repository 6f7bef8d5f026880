"""The corpus: finished games of every title, version, seat count and set of options replay as stored.

`tools/corpus.py` makes the files and says what the hashes go over. The games were played before the engine
was rebuilt; a difference here means that the rules, a stored position or something shown has changed.
"""

import json
from collections import Counter
from typing import Any

import pytest

from abbatia.core.conformance import is_playable
from abbatia.core.contract import Title
from abbatia.games import TITLES, load
from abbatia.games.kings_abbey.title import of_version
from tools import corpus

PARTS = {"cardinal": 4, "pelegrinus": 4, "kings_abbey": 20}
KEPT = 2_000_000  # bytes of all files together, at most; every version adds some
LEAST = 50  # games of a version and set of options
VERSIONS = [(name, version.number) for name in TITLES for version in load(name).versions]


@pytest.mark.parametrize(
    ("name", "version", "part"), [(*one, part) for one in VERSIONS for part in range(PARTS[one[0]])]
)
def test_stored_games_replay_the_same(name: str, version: int, part: int) -> None:
    games = corpus.read(name, version)
    assert differing(load(name, version), games[part :: PARTS[name]]) == []


def differing(title: Title, games: list[dict[str, Any]]) -> list[str]:
    """The games that do not replay as they are stored, each with what differs."""
    found = []
    for game in games:
        try:
            facts = corpus.facts(title, game)
        except corpus.Illegal as bad:
            found.append(f"{game['seats']} seats, {game['options']}: {bad}")
            continue
        if other := [key for key, fact in facts.items() if game[key] != fact]:
            found.append(f"{game['seats']} seats, {game['options']}: {', '.join(other)}")
    return found


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_there_are_fifty_games_of_every_set_of_options(name: str, version: int) -> None:
    count = Counter(corpus.written(game["options"]) for game in corpus.read(name, version))
    wanted = {corpus.written(options) for _, options in corpus.settings(load(name, version))}
    assert wanted <= count.keys()
    assert min(count.values()) >= LEAST


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_setting_occurs(name: str, version: int) -> None:
    """Every number of seats has its defaults, and every value of every option that it allows."""
    title = load(name, version)
    count = Counter((game["seats"], json.dumps(game["options"])) for game in corpus.read(name, version))
    assert min(count.values()) >= (20 if version == 1 else 10)
    for seats in title.seats:
        sets = [json.loads(options) for number, options in count if number == seats]
        for option in title.options:
            for value in option.values:
                alone: dict[str, Any] = {option.name: value}
                if is_playable(title, seats, alone) or "duel" in sets[0]:
                    found = [options.get(option.name, option.default) for options in sets]
                    assert value in found or not allowed(name, seats, option.name, value), (seats, alone)


def test_a_change_in_an_old_branch_is_caught() -> None:
    """Planted: the rules of version 1 take the branches of version 2. Its games show it."""
    title = of_version(1)
    games = [game for game in corpus.read("kings_abbey", 1) if not game["options"]][:40]
    assert differing(title, games[:2]) == []
    title.facts.version = 2
    assert any("legal" in found for found in differing(title, games))


@pytest.mark.parametrize("name", ["kings_abbey", "pelegrinus"])
def test_the_games_of_the_next_version_do_not_follow_the_old_rules(name: str) -> None:
    """The new branches occur in the corpus of version 2, in positions, lists of actions or events."""
    games = [game for game in corpus.read(name, 2) if not game["options"]][:40]
    assert differing(load(name, 1), games)


def allowed(name: str, seats: int, option: str, value: Any) -> bool:
    """Whether some set with this value can be played: Cardinal for two is always Das Duell."""
    needed = {"duel": True} if name == "cardinal" and seats == 2 and option != "duel" else {}
    return is_playable(load(name), seats, {**needed, option: value})


def test_the_corpus_is_small() -> None:
    assert sum(file.stat().st_size for file in corpus.PLACE.glob("*.jsonl.xz")) < KEPT


def renamed(value: Any) -> Any:
    """The same values under other names of keys."""
    if isinstance(value, dict):
        return {f"new_{name}": renamed(part) for name, part in value.items()}
    return [renamed(part) for part in value] if isinstance(value, list) else value


def test_names_of_keys_are_hashed_apart_from_values() -> None:
    seen = load("pelegrinus").start(2).observe(0)
    values, names = corpus.apart([seen])
    after = corpus.apart([renamed(seen)])
    assert after[0] == values
    assert after[1] != names


def test_an_action_that_is_not_legal_any_more_is_refused() -> None:
    game = corpus.read("cardinal", 1)[0]
    words = game["log"].split()
    with pytest.raises(corpus.Illegal):
        corpus.facts(load("cardinal"), {**game, "log": " ".join([words[-1], *words[1:]])})

"""Solo scores are compared with the published ones of our levels."""

import json

import pytest

from abbatia.bots import LEVELS, solo_scores
from abbatia.bots.solo_scores import (
    FOLDER,
    Standing,
    options_name,
    published,
    solo_messages,
    standings,
    verdict,
)
from abbatia.core.contract import Result
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load
from tools.solo import SETS, joined, solo_score, written

TITLE = load("kings_abbey")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = {"novice": [-20, 0, 10, 20], "abbot": [40, 50, 60, 70, 80]}
    data = {"date": "2026-11-18", "scores": {"standard": scores}}
    monkeypatch.setattr(solo_scores, "published", lambda title: data if title == "kings_abbey" else {})


def test_options_have_one_name() -> None:
    assert options_name(TITLE, TITLE.setup(1, {})) == "standard"
    changed = TITLE.setup(1, {"saints": True, "pile": "harsh", "guild_trades": False})
    assert options_name(TITLE, changed) == "pile=harsh,saints,guild_trades=false"


def test_a_score_beats_the_games_below_it(known: None) -> None:
    options = TITLE.setup(1, {})
    assert standings(TITLE, options, 80) == [Standing("novice", 100), Standing("abbot", 80)]
    assert standings(TITLE, options, -20) == [Standing("novice", 0), Standing("abbot", 0)]
    assert standings(TITLE, TITLE.setup(1, {"quick": True}), 80) == []


def test_the_verdict_names_the_strongest_level_that_is_beaten(known: None) -> None:
    options = TITLE.setup(1, {})
    said = {score: verdict(standings(TITLE, options, score)) for score in (80, 45, -18)}
    assert [words("en").say(message) for message in said.values() if message] == [
        "Better than 80 % of Abbots.",
        "Better than 100 % of Novices.",
        "Better than 25 % of Novices.",
    ]
    assert verdict([]) is None


def test_a_game_of_several_is_not_compared(known: None) -> None:
    options = TITLE.setup(2, {})
    assert solo_messages(TITLE, options, Result((3, 5), ((), ()), (2, 1))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ending_is_said_in_every_language(known: None, language: str) -> None:
    speech = words(language).at_table(["Anne"])
    said = [speech.say(one) for one in solo_messages(TITLE, TITLE.setup(1, {}), Result((80,), ((),), (1,)))]
    assert len(said) == 3
    assert "Anne" in said[0]
    assert "80" in said[0]
    assert not any("{" in line or "bots.solo" in line for line in said)


@pytest.mark.parametrize("title", SETS)
def test_the_published_file_is_what_the_tool_writes(title: str) -> None:
    data = published(title)
    assert (FOLDER / f"{title}.json").read_text("utf-8") == written(data)
    assert data["command"].startswith(f"python -m tools.solo {title} ")
    names = [options_name(load(title), load(title).setup(1, changed)) for changed in SETS[title]]
    assert list(data["scores"]) == names[: len(data["scores"])]
    assert all(data["earlier"][name]["command"] for name in data.get("earlier", {}))
    assert data.get("earlier", {}).keys() <= data["scores"].keys()
    assert names[0] in data["scores"]
    for levels in data["scores"].values():
        assert set(levels) <= set(LEVELS)
        for scores in levels.values():
            assert scores == sorted(scores)
            assert len(scores) >= 10


def test_a_game_of_the_tool_is_the_same_for_the_same_seed() -> None:
    scores = [solo_score(TITLE, TITLE.setup(1, {}), "novice", 7) for _ in range(2)]
    assert scores[0] == scores[1]
    assert json.loads(written({"date": "", "scores": {"standard": {"novice": scores}}}))["scores"] == {
        "standard": {"novice": scores}
    }


def test_sets_that_are_not_played_anew_stay_and_say_where_they_come_from() -> None:
    first = {"command": "a", "version": 1, "scores": {"standard": {"novice": [1]}, "quick": {"novice": [2]}}}
    second = joined(first, {"command": "b", "version": 2, "scores": {"standard": {"novice": [3]}}})
    assert second["scores"] == {"standard": {"novice": [3]}, "quick": {"novice": [2]}}
    assert second["earlier"] == {"quick": {"command": "a", "version": 1}}
    third = joined(second, {"command": "c", "version": 3, "scores": {"standard": {"novice": [4]}}})
    assert third["earlier"] == second["earlier"], "of the first, not of the second"
    assert json.loads(written(third)) == third
    last = joined(third, {"command": "d", "version": 3, "scores": first["scores"]})
    assert "earlier" not in last

"""How a solo score compares with ours: the scores that our levels reach alone, for each set of options.

A title that is played alone has a file `solo/TITLE.json`, made by `tools/solo.py`: for each set of options
the scores of every level, ascending. A score is compared with them by the share of games that it beats.
"""

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from abbatia.bots.levels import LEVELS
from abbatia.core.contract import OptionValue, Result, Title
from abbatia.core.words import Message

FOLDER: Final = Path(__file__).parent / "solo"
STANDARD: Final = "standard"  # the name of the set in which no option is changed
HALF: Final = 50


class Standing(NamedTuple):
    """The share of the published games of one level that a score beats."""

    level: str
    percent: int


def options_name(title: Title, options: Mapping[str, OptionValue]) -> str:
    """A name for a set of options: those that differ from the standard game, such as `pile=harsh,saints`."""
    changed = [
        option.name if options[option.name] is True else f"{option.name}={str(options[option.name]).lower()}"
        for option in title.options
        if options.get(option.name, option.default) != option.default
    ]
    return ",".join(changed) or STANDARD


@cache
def published(title: str) -> dict[str, Any]:
    """What `solo/TITLE.json` says; empty for a title that has no such file."""
    file = FOLDER / f"{title}.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def level_scores(title: Title, options: Mapping[str, OptionValue]) -> dict[str, list[int]]:
    """The scores of each level, ascending; empty where none are published, as on a player's own cards."""
    if title.own_components is not None:
        return {}
    return dict(published(title.name).get("scores", {}).get(options_name(title, options), {}))


def standings(title: Title, options: Mapping[str, OptionValue], score: int) -> list[Standing]:
    """What share of each level's games this score beats, the weakest level first."""
    scores = level_scores(title, options)
    return [
        Standing(level, 100 * bisect_left(scores[level], score) // len(scores[level]))
        for level in LEVELS
        if scores.get(level)
    ]


def verdict(found: Sequence[Standing]) -> Message | None:
    """One sentence: the strongest level of which the score beats at least half, else the weakest level."""
    if not found:
        return None
    beaten = [standing for standing in found if standing.percent >= HALF]
    level, percent = beaten[-1] if beaten else found[0]
    return Message("bots.solo.better", percent=percent, level=level)


def solo_messages(title: Title, options: Mapping[str, OptionValue], result: Result) -> list[Message]:
    """How a solo game ended: the score, and how it compares with our levels. Empty for several players."""
    if len(result.scores) != 1:
        return []
    found = standings(title, options, result.scores[0])
    said = [Message("bots.solo.score", seat=0, n=result.scores[0])]
    sentence = verdict(found)
    if sentence is not None:
        shares = [
            {"key": "bots.solo.share", "args": {"level": standing.level, "percent": standing.percent}}
            for standing in found
        ]
        said += [sentence, Message("bots.solo.shares", shares=shares)]
    return said

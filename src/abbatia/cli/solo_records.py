"""The best solo scores of whoever plays at this terminal: one for each title and set of options.

They lie in `solo.json` in the folder of the program's data (`saves.py`).
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from abbatia.bots.solo_scores import options_name
from abbatia.cli.saves import data_folder
from abbatia.core.contract import OptionValue, Title
from abbatia.core.match import Match
from abbatia.core.words import Message


def records_file() -> Path:
    return data_folder() / "solo.json"


def best_score(title: Title, options: Mapping[str, OptionValue]) -> int | None:
    """The record with these options; None before the first game. Own cards have none: they are not alike."""
    if title.own_components is not None:
        return None
    entry = _read().get(title.name, {}).get(options_name(title, options))
    score = entry.get("score") if isinstance(entry, dict) else None
    return score if isinstance(score, int) else None


def note_score(title: Title, options: Mapping[str, OptionValue], score: int) -> None:
    """Keep a score if it is the best one. A folder that cannot be written to keeps none."""
    before = best_score(title, options)
    if title.own_components is not None or (before is not None and before >= score):
        return
    known = _read()
    entry = {"score": score, "day": f"{date.today():%Y-%m-%d}"}
    known.setdefault(title.name, {})[options_name(title, options)] = entry
    with suppress(OSError):
        _write(json.dumps(known, indent=2) + "\n")


def record_to_beat(match: Match) -> Message | None:
    """The score to beat, before a solo game; None before the first one."""
    best = best_score(match.title, match.options)
    return None if best is None else Message("cli.solo.to_beat", n=best)


def record_after(match: Match) -> Message | None:
    """After a solo game: is it a record? One in which something revealed was taken back is none."""
    result, title, options = match.result(), match.title, match.options
    if result is None or title.own_components is not None:
        return None
    if match.take_backs:
        return Message("cli.solo.taken_back")
    score, before = result.scores[0], best_score(title, options)
    note_score(title, options, score)
    if before is None:
        return Message("cli.solo.first", n=score)
    if score > before:
        return Message("cli.solo.new_record", n=score, before=before)
    return Message("cli.solo.no_record", n=before)


def _read() -> dict[str, dict[str, Any]]:
    """What is kept; a file that is not ours to read is as none."""
    try:
        data = json.loads(records_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {name: sets for name, sets in data.items() if isinstance(sets, dict)}


def _write(text: str) -> None:
    """The whole text, or the file as it was. Raises OSError."""
    file = records_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        fresh.write_text(text, "utf-8")
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)

"""Records what the server would tell a client, for the client's own unit tests: `python tests/web/record.py`.

Written to web/tests/recorded/, which is not kept: the tests always speak of the engines as they are now.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Title
from abbatia.core.match import LogEntry, Match
from abbatia.core.record import Record, print_record
from abbatia.games import load

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "web" / "tests" / "recorded"
TITLES = ("cardinal", "kings_abbey", "pelegrinus")
SEATS = 3
VIEWER = 0
EVERY = 6
"""A view is kept of every so manieth decision of the viewer."""


def told(happening: LogEntry, viewer: int) -> dict[str, Any]:
    """One entry of the log as the viewer may see it, in the form of the wire."""
    views = [event.view(viewer) for event in happening.events]
    return {
        "number": happening.number,
        "seat": happening.seat,
        "text": None,
        "events": [view.to_json() for view in views if view is not None],
    }


def record(name: str) -> dict[str, Any]:
    """One whole game of random play through one seat's eyes."""
    title = load(name)
    log: list[dict[str, Any]] = []
    views: list[dict[str, Any]] = []
    match = Match(title, SEATS, rng=Rng(7), listeners=[lambda happening: log.append(told(happening, VIEWER))])
    rng = Rng(11)
    decisions = 0
    while match.to_act():
        seat = match.to_act()[rng.below(len(match.to_act()))]
        legal = match.state.legal(seat)
        if seat == VIEWER:
            if decisions % EVERY == 0:
                views.append(
                    {
                        "at": len(log),
                        "observation": match.state.observe(seat),
                        "legal": [title.vocabulary[action] for action in legal],
                        "asked": match.state.prompt(seat).to_json(),
                    }
                )
            decisions += 1
        match.play(seat, legal[rng.below(len(legal))])
    result = match.result()
    assert result is not None
    assert seat != CHANCE
    vocabulary = {text: title.describe(action).to_json() for action, text in enumerate(title.vocabulary)}
    return {
        "title": name,
        "seats": SEATS,
        "viewer": VIEWER,
        "log": log,
        "views": views,
        "last": match.state.observe(VIEWER),
        "result": result.to_json(),
        "vocabulary": vocabulary,
    }


def finished(title: Title, seats: int = 3) -> str:
    """The record of a whole game of random play, as a file to open."""
    match = Match(title, seats, rng=Rng(7))
    rng = Rng(11)
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return print_record(Record.of(match, ["Anne", "Berthe", "Clovis"][:seats]))


@cache
def in_the_middle(name: str) -> tuple[str, int]:
    """A game of random play in its middle, as a record and the number of its actions."""
    title = load(name)
    match = Match(title, SEATS, rng=Rng(3))
    rng = Rng(5)
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    whole = match.log
    half = Match(title, SEATS, rng=Rng(3), log=whole[: len(whole) // 2])
    return print_record(Record.of(half, ["Anne", "Berthe", "Clovis"])), len(half.log)


def write() -> None:
    """Record all titles."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in TITLES:
        (FOLDER / f"{name}.json").write_text(json.dumps(record(name), ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    write()

"""Worked examples of the rules: positions of a title, what is played from there, and what it shows.

An example is a file `games/TITLE/examples/ID.json`. It begins where `start` with its seats and options
begins, changed by `position`, a merge patch (RFC 7386) in the form of the title's `to_json`. From there the
engine plays `steps`, and refuses `refused` at the end: a page shows what the rules do. Its other fields:

- `rules`: the numbers it belongs to, first the one it stands below; with `asked_first` it heads the page
- `question`, `answer`, `caption`: by language; a caption speaks of this position, an answer of the rule
- `viewer`: whose eyes these are, a spectator's without it; `look`: the parts of the board that matter
- `tell`: the events that are told, by the last part of their keys, all without it
- `scores`: lines of the score sheets that are shown; `facts`: JSON pointers into the moments, for tests

`python -m tools.example_position` takes the position out of a record.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from abbatia.core.contract import Event, OptionValue, State, Title
from abbatia.core.observation import ScoreLine
from abbatia.core.refusals import Refusal
from abbatia.core.rules import PACKAGE
from abbatia.core.words import Message
from abbatia.errors import AbbatiaError

FIELDS: Final = frozenset(
    (
        "rules",
        "question",
        "answer",
        "caption",
        "asked_first",
        "seats",
        "options",
        "names",
        "position",
        "viewer",
        "look",
        "steps",
        "tell",
        "refused",
        "scores",
        "facts",
    )
)
NAMES: Final = ("Anne", "Bertrand", "Christian", "Daniel", "Élise")
"""The players of an example that names no others."""


class BadExample(AbbatiaError):
    """Raised for a file that is no example, or whose steps the rules do not allow."""


class Moment:
    """A position of an example, the events that led there, and the lines of the score sheet it is about."""

    __slots__ = ("state", "events", "lines")

    def __init__(self, state: State, events: list[Event], lines: list[tuple[int, ScoreLine]]) -> None:
        self.state = state
        self.events = events
        self.lines = lines


class Example:
    """One example as its file says it; texts are by language."""

    def __init__(self, title: str, name: str, data: Mapping[str, Any]) -> None:
        if unknown := set(data) - FIELDS:
            raise BadExample(f"{name}: {', '.join(sorted(unknown))}")
        self.title: Final = title
        self.name: Final = name
        self.rules: Final[list[str]] = data["rules"]
        self.question: Final[dict[str, str]] = data["question"]
        self.answer: Final[dict[str, str]] = data["answer"]
        self.caption: Final[dict[str, str]] = data["caption"]
        self.asked_first: Final[bool] = data.get("asked_first", False)
        self.seats: Final[int] = data["seats"]
        self.options: Final[dict[str, OptionValue]] = data.get("options", {})
        self.names: Final[list[str]] = data.get("names", list(NAMES[: self.seats]))
        self.position: Final[dict[str, Any]] = data.get("position", {})
        self.viewer: Final[int | None] = data.get("viewer")
        self.look: Final[list[str]] = data.get("look", [])
        self.steps: Final[list[list[str]]] = data.get("steps", [])
        self.tell: Final[list[str] | None] = data.get("tell")
        self.refused: Final[list[str]] = data.get("refused", [])
        self.scores: Final[list[dict[str, Any]]] = data.get("scores", [])
        self.facts: Final[dict[str, Any]] = data.get("facts", {})

    def begin(self, title: Title) -> State:
        """The position it begins with. Raises BadSetup for one that cannot be."""
        return title.from_json(merged(title.start(self.seats, **self.options).to_json(), self.position))

    def moments(self, title: Title) -> list[Moment]:
        """The first position and the one after each step. Raises BadExample for what the rules refuse."""
        state = self.begin(title)
        found = [Moment(state.clone(), [], self.lines(state))]
        for step in self.steps:
            told: list[Event] = []
            for text in step:
                self.carry_out(title, state, text, told)
            found.append(Moment(state.clone(), told, self.lines(state)))
        return found

    def carry_out(self, title: Title, state: State, text: str, told: list[Event]) -> None:
        """Play one action: `pay france`, or `3: seal` with the seat, from 1, where several act at once."""
        seat, action = self.acted(title, state, text)
        if (refusal := state.why_not(seat, action)) is not None:
            raise BadExample(f"{self.name}: {text}: {refusal.reason.key}")
        state.events = told
        state.apply(seat, action)
        state.events = None

    def acted(self, title: Title, state: State, text: str) -> tuple[int, int]:
        """Who acts, and the number of the action."""
        number, colon, rest = text.partition(": ")
        if colon:
            return int(number) - 1, title.numbers[rest]
        actors = state.to_act()
        if len(actors) != 1:
            raise BadExample(f"{self.name}: whose is {text}?")
        return actors[0], title.numbers[text]

    def refusals(self, title: Title, state: State) -> list[tuple[int, int, Refusal]]:
        """What the rules refuse at the end: seat, action and why. Raises BadExample for what they allow."""
        found: list[tuple[int, int, Refusal]] = []
        for text in self.refused:
            seat, action = self.acted(title, state, text)
            refusal = state.why_not(seat, action)
            if refusal is None:
                raise BadExample(f"{self.name}: {text} is allowed")
            found.append((seat, action, refusal))
        return found

    def message(self, event: Event) -> Message | None:
        """What is told of an event: as everybody hears it, else as its viewer does."""
        return event.view(self.viewer) if event.seen is None else event.seen

    def lines(self, state: State) -> list[tuple[int, ScoreLine]]:
        """The lines of the score sheets that the example is about, if the game ended now."""
        sheets: Sequence[Sequence[ScoreLine]] = state.observe(None)["sheets"]
        wanted = dict.fromkeys((score["seat"], score["rule"]) for score in self.scores)
        return [(seat, line) for seat, rule in wanted for line in sheets[seat] if line["rule"] == rule]


def merged(target: Any, patch: Any) -> Any:
    """A JSON merge patch (RFC 7386) applied: objects are merged, null takes away, anything else replaces."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch that makes `after` of `before`."""
    patch: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            if inner := difference(old, value):
                patch[key] = inner
        elif key not in before or old != value:
            patch[key] = value
    return patch


@cache
def examples(title: str) -> dict[str, Example]:
    """The examples of a title by name, in the order of the rules they belong to."""
    return read_examples(title, PACKAGE / "games" / title / "examples")


def read_examples(title: str, folder: Path) -> dict[str, Example]:
    """The examples of a folder. Raises BadExample."""
    found = [Example(title, file.stem, json.loads(file.read_text("utf-8"))) for file in folder.glob("*.json")]
    return {example.name: example for example in sorted(found, key=place_of)}


def place_of(example: Example) -> tuple[bool, list[int], str]:
    """Where an example comes among the others: by its first rule, rulings last."""
    first = example.rules[0]
    return first.startswith("R"), [int(part) for part in first.lstrip("R").split(".")], example.name

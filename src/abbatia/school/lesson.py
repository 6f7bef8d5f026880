"""Lesson: one lesson as its file says, and `read`, which reads the file.

The page "Write a lesson" of the docs explains every field; `FORM` is the form that a file has to keep.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from abbatia.core.contract import OptionValue
from abbatia.core.reading import Faults, Fields, Items, Json, Kind, Matching, Whole, shown
from abbatia.core.words import LANGUAGES, Message
from abbatia.errors import AbbatiaError
from abbatia.school.goals import COMPARISONS, PATH, Goal

MOST_TEXT: Final = 600
MOST_LOG: Final = 200_000
MOST_STEPS: Final = 60
TARGET: Final = r"[a-z_]+(:[a-z0-9_.:-]+)?"
RULE: Final = r"[0-9]+(\.[0-9]+)+|R[0-9]+"


class BadLesson(AbbatiaError):
    """Raised for a file that is no lesson: all faults that were found, as messages."""

    def __init__(self, faults: Sequence[Message]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(f"{fault.key} {fault.args}" for fault in self.faults))


class Prose(Kind):
    """A text that players read, in every language."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if not isinstance(value, Mapping):
            faults.add("core.file.not_object", where, value=shown(value))
            return False
        return Fields({language: Line() for language in LANGUAGES}).check(value, where, faults)

    def schema(self) -> Json:
        return Fields({language: Line() for language in LANGUAGES}).schema()


class Line(Kind):
    """A text of one language, without line ends at its sides."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, str) and value.strip() and len(value) <= MOST_TEXT:
            faults.read(where, value)
            return True
        faults.add("core.file.not_text", where, value=shown(value), most=MOST_TEXT)
        return False

    def schema(self) -> Json:
        return {"type": "string", "minLength": 1, "maxLength": MOST_TEXT}


class Long(Kind):
    """Lines of a log."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, str) and len(value) <= MOST_LOG:
            return True
        faults.add("core.file.not_text", where, value=shown(value), most=MOST_LOG)
        return False

    def schema(self) -> Json:
        return {"type": "string", "maxLength": MOST_LOG}


class Scalars(Kind):
    """A number, a text, true or false."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, bool | int | str):
            return True
        faults.add("school.fault.no_value", where, value=shown(value))
        return False

    def schema(self) -> Json:
        return {"type": ["boolean", "integer", "string"]}


class Options(Kind):
    """The options of the game by their names; the title checks them."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, Mapping) and all(isinstance(item, bool | str) for item in value.values()):
            return True
        faults.add("core.file.not_object", where, value=shown(value))
        return False

    def schema(self) -> Json:
        return {"type": "object", "additionalProperties": {"type": ["boolean", "string"]}}


class GoalKind(Kind):
    """A condition: one of `see` and `score`, and one comparison."""

    FIELDS: Final = Fields(
        {},
        {
            "see": Matching(PATH, "public.players[me].abbeys_left"),
            "score": Matching(RULE, "9.1"),
            **{name: Scalars() for name in COMPARISONS},
        },
    )

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if not self.FIELDS.check(value, where, faults):
            return False
        if ("see" in value) + ("score" in value) == 1 == sum(name in value for name in COMPARISONS):
            return True
        faults.add("school.fault.goal", where, known=list(COMPARISONS))
        return False

    def schema(self) -> Json:
        return self.FIELDS.schema()


ACTION: Final = Matching(r"\S.{0,199}", "build cluny")
ACTIONS: Final = Items(ACTION, 1, 100)
GOALS: Final = Items(GoalKind(), 1, 10)
WRONG: Final = Fields({"say": Prose()}, {"play": ACTION, "when": GOALS, "try": ACTIONS})
STEP: Final = Fields(
    {"say": Prose()},
    {
        "point": Items(Matching(TARGET, "country:italy"), 1, 12),
        "rules": Items(Matching(RULE, "5.2"), 1, 12),
        "play": ACTIONS,
        "goal": GOALS,
        "only": ACTIONS,
        "key": ACTIONS,
        "then": Long(),
        "hint": Prose(),
        "otherwise": Prose(),
        "missed": Prose(),
        "miss": ACTIONS,
        "wrong": Items(WRONG, 1, 20),
    },
)
POSITION: Final = Fields({"seed": Whole(0, 2**31 - 1)}, {"log": Long()})
FORM: Final = Fields(
    {
        "id": Matching(r"[a-z][a-z0-9-]{1,39}", "first-abbey"),
        "title": Matching(r"[a-z_]+", "cardinal"),
        "version": Whole(1, 999_999),
        "seats": Whole(1, 9),
        "learner": Whole(1, 9),
        "minutes": Whole(1, 30),
        "name": Prose(),
        "about": Prose(),
        "learnt": Prose(),
        "position": POSITION,
        "steps": Items(STEP, 1, MOST_STEPS),
    },
    {"options": Options(), "others": Matching(r"[a-z_]+", "novice")},
)


class Pattern:
    """Which actions are meant: texts with `*` for anything, divided by `|`."""

    __slots__ = ("text", "pattern", "is_plain")

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_plain = "*" not in text and "|" not in text
        parts = [re.escape(part.strip()).replace(r"\*", ".*") for part in text.split("|")]
        self.pattern = re.compile("|".join(parts))

    def fits(self, action: str) -> bool:
        return self.pattern.fullmatch(action) is not None


class Wrong:
    """A typical wrong try and the sentence that answers it."""

    __slots__ = ("play", "when", "tries", "message")

    def __init__(self, written: Json, message: Message) -> None:
        self.play = Pattern(written["play"]) if "play" in written else None
        self.when = [Goal(goal) for goal in written.get("when", [])]
        self.message = message
        plain = [written["play"]] if self.play is not None and self.play.is_plain else []
        self.tries: list[str] = written.get("try", plain)


ANSWERS: Final[tuple[str, ...]] = ("hint", "otherwise", "missed")
"""Texts that a step may have besides what it says."""


class Step:
    """One step: what is said and pointed at and, if it is a task, what has to be played."""

    __slots__ = ("say", "point", "rules", "play", "goal", "only", "key", "then", *ANSWERS, "miss", "wrong")

    def __init__(
        self, written: Json, say: Message, others: Mapping[str, Message], wrong: list[Wrong]
    ) -> None:
        self.say = say
        self.point: list[str] = written.get("point", [])
        self.rules: list[str] = written.get("rules", [])
        self.play = [Pattern(text) for text in written.get("play", [])]
        self.goal = [Goal(goal) for goal in written.get("goal", [])]
        self.only = [Pattern(text) for text in written.get("only", [])]
        plain = [pattern.text for pattern in self.play] if all(p.is_plain for p in self.play) else []
        self.key: list[str] = written.get("key", plain)
        self.then: list[tuple[int, str]] = log_lines(written.get("then", ""))
        self.hint = others.get("hint")
        self.otherwise = others.get("otherwise")
        self.missed = others.get("missed")
        self.miss: list[str] = written.get("miss", [])
        self.wrong = wrong

    @property
    def is_task(self) -> bool:
        """Whether the learner has to play something; else there is only something to read."""
        return bool(self.play or self.goal)


class Lesson:
    """One lesson. Seats count from 0 here, from 1 in the file."""

    def __init__(self, written: Json) -> None:
        self.id: str = written["id"]
        self.title: str = written["title"]
        self.version: int = written["version"]
        self.seats: int = written["seats"]
        self.learner: int = written["learner"] - 1
        self.minutes: int = written["minutes"]
        self.options: dict[str, OptionValue] = dict(written.get("options", {}))
        self.others: str = written.get("others", "")
        self.seed: int = written["position"]["seed"]
        self.log = log_lines(written["position"].get("log", ""))
        self.texts: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        self.name = self._text("lesson.name", written["name"])
        self.about = self._text("lesson.about", written["about"])
        self.learnt = self._text("lesson.learnt", written["learnt"])
        self.steps = [self._step(number, step) for number, step in enumerate(written["steps"])]

    @property
    def path(self) -> str:
        """The name of the lesson among those of all titles."""
        return f"{self.title}/{self.id}"

    @property
    def secret(self) -> bytes:
        """What chance comes from where the lesson does not say it."""
        return secret_of(self.seed)

    @property
    def rules(self) -> list[str]:
        """The rules that the lesson teaches, each once, in the order of its steps."""
        return list(dict.fromkeys(rule for step in self.steps for rule in step.rules))

    def entries(self, language: str) -> dict[str, str]:
        """The lesson's texts, as entries of a catalogue."""
        return self.texts[language]

    def _text(self, key: str, texts: Mapping[str, str]) -> Message:
        """A message of the lesson's own; `{p2}` in it is the name of the second player."""
        for language in LANGUAGES:
            text = " ".join(texts[language].split(" ")).replace("\n", " ").strip()
            self.texts[language][key] = re.sub(r"\{p([1-9])\}", r"{p\1:seat}", text)
        return Message(key, **{f"p{seat + 1}": seat for seat in range(self.seats)})

    def _step(self, number: int, written: Json) -> Step:
        key = f"lesson.{number}"
        others = {name: self._text(f"{key}.{name}", written[name]) for name in ANSWERS if name in written}
        wrong = [
            Wrong(one, self._text(f"{key}.wrong.{index}", one["say"]))
            for index, one in enumerate(written.get("wrong", []))
        ]
        return Step(written, self._text(f"{key}.say", written["say"]), others, wrong)


def secret_of(seed: int) -> bytes:
    """The seed of the fair dice that the number in a lesson stands for."""
    return hashlib.sha256(f"lesson {seed}".encode()).digest()


def log_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a log as in a record: `2 abbey cluny`, or `* draw italy` for chance (-1)."""
    found: list[tuple[int, str]] = []
    for line in text.splitlines():
        words = line.split("#", 1)[0].split()
        if words:
            seat = -1 if words[0] == "*" else int(words[0]) - 1 if words[0].isdigit() else -2
            found.append((seat, " ".join(words[1:])))
    return found


def read(file: Path) -> Lesson:
    """The lesson in a file. Raises BadLesson for one that does not keep the form; `check` finds the rest."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadLesson([Message("school.fault.unreadable", why=str(error)[:200])]) from None
    return parse(text)


def parse(text: str) -> Lesson:
    """The lesson that a text describes. Raises BadLesson."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson([Message("school.fault.not_toml", why=str(error)[:200])]) from None
    faults = Faults(only_first=False)
    FORM.check(written, "", faults)
    if faults.found:
        raise BadLesson([fault.message for fault in faults.found])
    return Lesson(written)

"""What players read: messages as keys with arguments, and the catalogues that turn them into sentences.

The rules speak in keys, never in sentences, so that every sentence exists in every language. A room
(`core`, `cli`, `bots`, each title) keeps its own `words.en.json`, `words.fr.json` and so on; together they
are the one catalogue of a language that the terminal and the browser share. A key begins with its room.

A new language is a `words.XX.json` beside each English one (web/src included), a `RULES.XX.md` for each
title, and its code in `LANGUAGES`; the tests then say what is missing.

Templates know three kinds of placeholder:
    {n}                 the argument itself
    {country:country}   the argument looked up as `<room>.country.<argument>`
    {n:abbey|abbeys}    the first form for one, the second for many
A list argument is joined by commas, each item treated alone; an argument that is itself a message
(`message.to_json()`) is said in its place.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from abbatia.core.observation import MessageSeen

LANGUAGES: Final = ("en", "fr", "de")
ZERO_IS_SINGULAR: Final = ("fr",)
LANGUAGE_PATTERN: Final = f"^({'|'.join(LANGUAGES)})$"
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
ROOMS: Final = [Path(__file__).parent.parent]
"""The folders whose word files make the catalogue; a title from elsewhere adds its own by `add_room`."""


class Message:
    """A sentence to be said in any language: a key of the catalogue and its arguments (plain JSON)."""

    __slots__ = ("key", "args")

    def __init__(self, key: str, **args: Any) -> None:
        self.key = key
        self.args: dict[str, Any] = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.key == other.key and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.key, json.dumps(self.args, sort_keys=True)))

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {self.args!r})"

    def to_json(self) -> MessageSeen:
        return {"key": self.key, "args": self.args}


class Words:
    """The catalogue of one language; `say` turns a message into a sentence."""

    __slots__ = ("language", "entries", "names")

    def __init__(self, language: str, entries: Mapping[str, str], names: Sequence[str] = ()) -> None:
        self.language = language
        self.entries = entries
        self.names = names

    def at_table(self, names: Sequence[str]) -> "Words":
        """The same words, with the players' own names for `{x:seat}`."""
        return Words(self.language, self.entries, names)

    def knowing(self, more: Mapping[str, str]) -> "Words":
        """The same words and some more, such as the names on a player's own board."""
        return Words(self.language, {**self.entries, **more}, self.names) if more else self

    def say(self, message: Message) -> str:
        """The sentence for this message; a key that is missing is shown as it is."""
        template = self.entries.get(message.key)
        if template is None:
            return message.key
        room = message.key.split(".", 1)[0]

        def fill(found: re.Match[str]) -> str:
            name, how = found.group(1), found.group(2)
            if name not in message.args:
                return found.group(0)
            return self._show(room, message.args[name], how)

        return PLACEHOLDER.sub(fill, template)

    def text(self, key: str, **args: Any) -> str:
        return self.say(Message(key, **args))

    def seat(self, seat: int) -> str:
        """The name of a seat: the player's, else 'Seat 2'."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.text("core.seat", n=seat + 1)

    def _show(self, room: str, value: Any, how: str | None) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(self._show(room, item, how) for item in value)
        if isinstance(value, dict) and "key" in value:
            return self.say(Message(value["key"], **value.get("args", {})))
        if how is None:
            return str(value)
        if how == "seat":
            return self.seat(int(value))
        if "|" in how:
            one, many = how.split("|", 1)
            return one if self._is_one(value) else many
        return self.entries.get(f"{room}.{how}.{value}", str(value))

    def _is_one(self, value: Any) -> bool:
        """One is singular; so is zero in some languages."""
        number = abs(int(value))
        return number == 1 or (number == 0 and self.language in ZERO_IS_SINGULAR)


def catalogue_files(language: str) -> list[Path]:
    """The word files of all rooms, in a fixed order."""
    return [file for room in ROOMS for file in sorted(room.rglob(f"words.{language}.json"))]


def add_room(folder: Path) -> None:
    """Let the catalogues include the word files below this folder, too."""
    if folder not in ROOMS:
        ROOMS.append(folder)
        words.cache_clear()


@cache
def words(language: str) -> Words:
    """The catalogue of a language: the words of all rooms together."""
    if language not in LANGUAGES:
        raise ValueError(f"There is no language {language!r}; choose one of {', '.join(LANGUAGES)}.")
    entries: dict[str, str] = {}
    for file in catalogue_files(language):
        entries.update(json.loads(file.read_text("utf-8")))
    return Words(language, entries)


def placeholders(template: str) -> Iterable[str]:
    """The names of the arguments a template uses."""
    return sorted({found.group(1) for found in PLACEHOLDER.finditer(template)})

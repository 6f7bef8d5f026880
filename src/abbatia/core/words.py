"""What players read: messages as keys with arguments, and the catalogues that turn them into sentences.

The rules speak in keys, never in sentences, so that every sentence exists in every language. A room
(`core`, `cli`, `bots`, each title) keeps its own `words.en.json`, `words.fr.json` and so on; together they
are the one catalogue of a language that the terminal and the browser share. A key begins with its room.

A new language is a `words.XX.json` beside each English one (web/src included), a `RULES.XX.md` for each
title, and its code in `LANGUAGES`; the tests then say what is missing.

Templates know these kinds of placeholder:
    {n}                 the argument itself
    {country:country}   the argument looked up as `<room>.country.<argument>`, else as `<room>.country`
    {good:amount n}     the same; the entry that is found may use the argument `n` of the message as `{n}`
    {n:abbey|abbeys}    the first form for one, the second for many
    {x:seat}            the name of the player on that seat
An entry that is looked up may be a template, too: its `{id}` is the argument. So `<room>.in_place` can be
`à {id:place}`, and only the names with another preposition need an entry of their own.
The items of a list are treated alone and joined as in speech (`Anne, Bo and Cy`); an argument that is itself
a message (`message.to_json()`) is said in its place. A French `de` before a placeholder is elided where
needed: `d’Anne`.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from abbatia.core.observation import MessageSeen

LANGUAGES: Final = ("en", "fr", "de")
ZERO_IS_SINGULAR: Final = ("fr",)
LANGUAGE_PATTERN: Final = f"^({'|'.join(LANGUAGES)})$"
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
ELIDABLE: Final = {"fr": re.compile(r"\b[Dd]e $")}
"""What a template says before a placeholder and shortens before a vowel, by language."""
VOWEL: Final = re.compile(r"[aeiouœæ]|y[^aeiou]|h[^a]", re.IGNORECASE)
"""How a name begins that elides. An h is mute in most French names (Hélène, Hugues), but not before an a."""
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
        return self._fill(message.key.split(".", 1)[0], template, message.args)

    def _fill(self, room: str, template: str, args: Mapping[str, Any]) -> str:
        said, end = "", 0
        for found in PLACEHOLDER.finditer(template):
            name, how = found.group(1), found.group(2)
            shown = self._show(room, args, args[name], how) if name in args else found.group(0)
            said = self._elided(said + template[end : found.start()], shown) + shown
            end = found.end()
        return said + template[end:]

    def _elided(self, said: str, following: str) -> str:
        """`de ` becomes `d’` before a vowel, with or without an accent."""
        elidable = ELIDABLE.get(self.language)
        if elidable and elidable.search(said) and VOWEL.match(unicodedata.normalize("NFD", following)):
            return said[:-2] + "’"
        return said

    def text(self, key: str, **args: Any) -> str:
        return self.say(Message(key, **args))

    def seat(self, seat: int) -> str:
        """The name of a seat: the player's, else 'Seat 2'."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.text("core.seat", n=seat + 1)

    def _show(self, room: str, args: Mapping[str, Any], value: Any, how: str | None) -> str:
        if isinstance(value, list | tuple):
            return self._joined([self._show(room, args, item, how) for item in value])
        if isinstance(value, dict) and "key" in value:
            return self.say(Message(value["key"], **value.get("args", {})))
        if how is None:
            return str(value)
        if how == "seat":
            return self.seat(int(value))
        if "|" in how:
            one, many = how.split("|", 1)
            return one if self._is_one(value) else many
        return self._looked_up(room, args, value, how)

    def _joined(self, items: Sequence[str]) -> str:
        if len(items) < 2 or "core.list" not in self.entries:
            return ", ".join(items)
        return self.text("core.list", items=", ".join(items[:-1]), last=items[-1])

    def _looked_up(self, room: str, args: Mapping[str, Any], value: Any, how: str) -> str:
        kind, _, counted = how.partition(" ")
        entry = self.entries.get(f"{room}.{kind}.{value}", self.entries.get(f"{room}.{kind}"))
        if entry is None:
            return str(value)
        if "id" in args:  # inside such an entry already: a name on a player's own board is no template
            return entry
        return self._fill(room, entry, {"id": value, **({"n": args[counted]} if counted in args else {})})

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

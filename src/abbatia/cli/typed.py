"""What somebody typed, understood: an action by its notation or its words, in any of the languages.

Capitals, accents, punctuation and small words do not matter, words may be cut short, and what does not tell
two actions apart may be left out, as long as one action alone fits: `send master to chypre`,
`Send the Master → Cyprus`, `envoyer maitre chypre` and, while the Master is in hand, `cyp` are the same.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, product
from typing import Final

from abbatia.core.contract import Title
from abbatia.core.words import LANGUAGES, words
from abbatia.errors import AbbatiaError

SMALL: Final = frozenset(
    word for language in LANGUAGES for word in words(language).text("cli.small_words").split()
)
NAMES: Final = re.compile(
    r"[a-z_]+\.(?:site|country|card|place|character|privilege|building|tower|resource|relic|saint|crusade)\.([a-z0-9_]+)"
)
SHORTEST: Final = 3  # letters to which a word may be cut that stands for an action out of its order
MOST_SPELLINGS: Final = 60  # of one action

Spelling = tuple[str, ...]


class Unclear(AbbatiaError):
    """Several actions fit what was typed."""

    def __init__(self, actions: Sequence[int]) -> None:
        super().__init__(str(list(actions)))
        self.actions = actions


def fold(text: str) -> Spelling:
    """The words of a text without capitals, accents, punctuation and small words."""
    plain = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "oe").replace("ß", "ss"))
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
    found = re.findall(r"[a-z]+[0-9]*|[0-9]+", bare)
    return tuple(word for word in found if word not in SMALL) or tuple(found)


def begins(word: str, typed: str) -> bool:
    """Whether a word was typed or cut short; numbers are never cut."""
    return word == typed or (word.startswith(typed) and not typed.isdigit())


def is_same(spelling: Spelling, typed: Spelling) -> bool:
    return spelling == typed


def is_beginning(spelling: Spelling, typed: Spelling) -> bool:
    """Whether the words were cut short, or left off at the end."""
    pairs = zip(spelling, typed, strict=False)
    return len(typed) <= len(spelling) and all(begins(word, part) for word, part in pairs)


def is_within(spelling: Spelling, typed: Spelling) -> bool:
    """Whether words of the spelling were typed in its order, others left out."""
    left = iter(spelling)
    return all(
        any(word == part or (len(part) >= SHORTEST and begins(word, part)) for word in left) for part in typed
    ) and not all(part.isdigit() for part in typed)


WAYS: Final[tuple[Callable[[Spelling, Spelling], bool], ...]] = (is_same, is_beginning, is_within)


class Spellings:
    """All ways to write the actions of a title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.languages = [words(language).knowing(title.names(language)) for language in LANGUAGES]
        self.names: dict[str, set[str]] = {}  # of each id that may stand in a notation
        for speech in self.languages:
            for key, name in speech.entries.items():
                found = NAMES.fullmatch(key) if key.startswith(f"{title.name}.") else None
                if found:
                    self.names.setdefault(found.group(1), set()).add(name)
        self.known: dict[int, set[Spelling]] = {}

    def of(self, action: int) -> set[Spelling]:
        """The spellings of one action: its notation, with names for ids, and its words in each language."""
        if action not in self.known:
            texts = [speech.say(self.title.describe(action)) for speech in self.languages]
            parts = self.title.vocabulary[action].split(" ")
            choices = [[part, *sorted(self.names.get(part, ()))] for part in parts]
            texts += [" ".join(chosen) for chosen in islice(product(*choices), MOST_SPELLINGS)]
            self.known[action] = {fold(text) for text in texts}
        return self.known[action]

    def kind(self, action: int) -> str:
        """What an action does: the first word of its notation."""
        return self.title.vocabulary[action].split(" ", 1)[0]

    def find(self, text: str, legal: Sequence[int], labels: Mapping[int, str] | None = None) -> int | None:
        """The action that was typed. Raises Unclear.

        One of the legal ones if any fits, by its own words before its label on the screen, which may name
        other things, too; else one of their kinds; else any.
        """
        exact = self.title.numbers.get(" ".join(text.split()).lower())
        if exact is not None:
            return exact
        typed = fold(text)
        if not typed:
            return None
        kinds = {self.kind(action) for action in legal}
        every = range(len(self.title.vocabulary))
        for known in (
            {action: self.of(action) for action in legal},
            {action: {fold(label)} for action, label in (labels or {}).items()},
            {action: self.of(action) for action in every if self.kind(action) in kinds},
            {action: self.of(action) for action in every},
        ):
            for fits in WAYS:
                found = [a for a, spellings in known.items() if any(fits(one, typed) for one in spellings)]
                if len(found) == 1:
                    return found[0]
                if found:
                    raise Unclear(found)
        return None


def find_name(text: str, names: Mapping[str, Iterable[str]]) -> list[str]:
    """The ids whose names fit what was typed, best way first; several when it is not clear."""
    typed = fold(text)
    for fits in WAYS:
        found = [key for key, known in names.items() if any(fits(fold(name), typed) for name in known)]
        if found:
            return found
    return []

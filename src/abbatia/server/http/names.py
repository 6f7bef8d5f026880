"""Names of players: cleaned, readable, and not to be mistaken for another's."""

import re
import unicodedata
from typing import Final

from abbatia.server.errors import Denied
from abbatia.storage.accounts import AccountStore

MAX_LENGTH: Final = 24
MAX_MARKS: Final = 2
"""Combining marks that may follow one letter: more of them spill over the lines of a page."""

# Letters of other alphabets that look like Latin ones in most typefaces.
CYRILLIC_ALIKE: Final = "авеѕіјкмнорстухһԁԛԝАВЕЅІЈКМНОРСТУХҺԀԚԜёЁ"
GREEK_ALIKE: Final = "αικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
ALIKE: Final = frozenset(CYRILLIC_ALIKE + GREEK_ALIKE)

# Scripts that are written together: Japanese and Korean mix theirs with Chinese characters.
TOGETHER: Final = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}))


def clean_name(text: str) -> str:
    """The name as it is kept: in composed form (NFKC), with single spaces. Raises Denied with the reason."""
    name = re.sub(" +", " ", unicodedata.normalize("NFKC", text)).strip(" ")
    if not name:
        raise Denied("bad_message", "server.name_empty")
    if len(name) > MAX_LENGTH:
        raise Denied("bad_message", "server.name_long", limit=MAX_LENGTH)
    if any(is_invisible(letter) for letter in name) or "|" in name or has_too_many_marks(name):
        raise Denied("bad_message", "server.name_signs")
    if is_disguised(name):
        raise Denied("bad_message", "server.name_alphabets")
    return name


def is_invisible(letter: str) -> bool:
    """Whether a character cannot be seen: controls, direction marks, joiners, line ends, odd spaces."""
    category = unicodedata.category(letter)
    return category.startswith("C") or (category.startswith("Z") and letter != " ")


def has_too_many_marks(name: str) -> bool:
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MAX_MARKS:
            return True
    return False


def is_disguised(name: str) -> bool:
    """Whether a name mixes alphabets, or is written in another one only with letters that look Latin."""
    letters = [letter for letter in name if letter.isalpha()]
    scripts = {script_of(letter) for letter in letters}
    if len(scripts) > 1 and not any(scripts <= allowed for allowed in TOGETHER):
        return True
    return bool(letters) and all(letter in ALIKE for letter in letters)


def script_of(letter: str) -> str:
    """The alphabet that a letter belongs to, as its Unicode name begins with it."""
    return unicodedata.name(letter, "?").partition(" ")[0]


async def name_for(store: AccountStore, text: str, own: str | None) -> str:
    """A clean name for a seat; a name that belongs to an account is for that account alone. Raises Denied."""
    name = clean_name(text)
    holder = await store.account(name)
    if holder is not None and holder.id != own:
        raise Denied("taken", "server.name_of_account", name=name)
    return name

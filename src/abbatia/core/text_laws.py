"""Texts of a title: every message has a sentence in each language. Checked by `conformance.py`."""

from collections.abc import Sequence

from abbatia.core.contract import CHANCE, Event, State, Title
from abbatia.core.law import ensure
from abbatia.core.words import LANGUAGES, Message, words


def check_words(law: int, message: Message) -> None:
    """The message has a sentence in each language, with an argument for each placeholder."""
    for language in LANGUAGES:
        catalogue = words(language)
        ensure(law, message.key in catalogue.entries, f"no words in {language} for {message.key}")
        said = catalogue.say(message)
        ensure(law, "{" not in said, f"an argument is missing in {language} for {message.key}: {said}")


def check_vocabulary(title: Title) -> None:
    """Texts are unique, plain and look up to their number; every action can be described."""
    texts = title.vocabulary
    ensure(1, len(set(texts)) == len(texts), "two actions have the same text")
    for number, text in enumerate(texts):
        ensure(1, title.numbers.get(text) == number, f"{text!r} does not look up to its number")
        ensure(1, text == " ".join(text.lower().split()) and text.isascii(), f"{text!r} is not a plain text")
        check_words(2, title.describe(number))
    for option in title.options:
        check_words(2, Message(f"{title.name}.option.{option.name}"))
        check_words(2, Message(f"{title.name}.option.{option.name}.about"))
    for key in ("name", "about", "board_note"):
        check_words(2, Message(f"{title.name}.{key}"))


def check_texts(state: State, events: Sequence[Event]) -> None:
    """Prompts and events have a text in each language."""
    for seat in state.to_act():
        if seat != CHANCE:
            check_words(2, state.prompt(seat))
    for event in events:
        for message in (event.seen, event.secret):
            if message is not None:
                check_words(2, message)

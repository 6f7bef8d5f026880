"""Console of the command line: language, one-sentence errors with a hint, data to stdout, notes to stderr."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from abbatia.core.contract import BadSetup, OptionValue, Title
from abbatia.core.reading import parse_file
from abbatia.core.record import MAX_BYTES, Record, parse
from abbatia.core.words import LANGUAGES, Words
from abbatia.errors import AbbatiaError
from abbatia.games import load

COLOURS: Final = ("yellow", "red", "green", "magenta", "blue")
MARKS: Final = (
    "●",
    "▲",
    "■",
    "◆",
    "★",
)  # a shape beside each colour, for people who cannot tell colours apart


class UsageError(AbbatiaError):
    """Something is wrong with the input: one sentence, and a hint what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def out() -> Console:
    """Where answers go: lines break between words, at the window's width (in a pipe: COLUMNS, else 80)."""
    return Console(highlight=False)


def ask(question: str) -> str:
    """What somebody answers to a question that breaks between words. Raises EOFError."""
    return out().input(Text(f"{question} ")).strip().lower()


def talk() -> Console:
    return Console(stderr=True, highlight=False)


def complain(speech: Words, error: UsageError) -> int:
    """Say what is wrong, in a pipe on one line; the exit code for bad input."""
    console = talk()
    is_piped = not console.is_terminal
    console.print(Text(f"{speech.text('cli.error')}: {error.message}"), style="red", soft_wrap=is_piped)
    if error.hint:
        console.print(Text(f"{speech.text('cli.hint')}: {error.hint}"), soft_wrap=is_piped)
    return 2


def chosen_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """From --language, else ABBATIA_LANGUAGE, else the locale, else English; and the other arguments.

    --language may stand before the command or after it, where the option parser would not know it.
    """
    for index, argument in enumerate(arguments):
        if argument == "--language" and index + 1 < len(arguments):
            language = known_language(arguments[index + 1], "--language")
            return language, [*arguments[:index], *arguments[index + 2 :]]
        if argument.startswith("--language="):
            language = known_language(argument.partition("=")[2], "--language")
            return language, [*arguments[:index], *arguments[index + 1 :]]
    if os.environ.get("ABBATIA_LANGUAGE"):
        return known_language(os.environ["ABBATIA_LANGUAGE"], "ABBATIA_LANGUAGE"), list(arguments)
    place = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return place[:2] if place[:2] in LANGUAGES else "en", list(arguments)


def known_language(language: str, source: str) -> str:
    if language not in LANGUAGES:
        raise UsageError(
            f"{source}: there is no language “{language}”.", f"choose one of {', '.join(LANGUAGES)}"
        )
    return language


def read_record(file: Path, speech: Words) -> Record:
    """The record in a file; never more of it than a record can have. Raises UsageError or BadRecord."""
    try:
        with file.open("rb") as source:
            return parse(source.read(MAX_BYTES + 1))
    except OSError as error:
        hint = speech.text("cli.hint.saves") if isinstance(error, FileNotFoundError) else ""
        raise UsageError(
            speech.text("cli.cannot_read", file=str(file), why=error.strerror or ""), hint
        ) from None


def read_json(file: Path, speech: Words) -> dict[str, Any]:
    """A JSON object from a file of the player's own. Raises UsageError."""
    try:
        with file.open("rb") as source:
            return parse_file(source.read(MAX_BYTES).decode("utf-8"))
    except OSError as error:
        raise UsageError(speech.text("cli.cannot_read", file=str(file), why=error.strerror or "")) from None
    except BadSetup as bad:
        raise UsageError(speech.text("cli.in_file", file=str(file), fault=speech.say(bad.message))) from None
    except ValueError as error:
        raise UsageError(speech.text("cli.not_json", file=str(file), why=str(error))) from None


def find_title(name: str, board: Path | None, speech: Words, version: int | None = None) -> Title:
    """A title, on the player's own board or cards where a file is given; the newest or the given version."""
    title = load(name, version)
    return title.with_components(read_json(board, speech)) if board else title


def read_options(given: Sequence[str], speech: Words) -> dict[str, OptionValue]:
    """`name`, `name=true`, `name=value` as options of a title; what they mean is the title's business."""
    options: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not name or (equals and not value):
            raise UsageError(speech.text("cli.bad_option", text=text), speech.text("cli.hint.option"))
        options[name] = {"true": True, "false": False, "": True}.get(value, value)
    return options


def seat_text(seat: int, name: str) -> Text:
    """A player's name in the colour of the seat, with its shape."""
    return Text(f"{MARKS[seat % len(MARKS)]} {name}", style=f"bold {COLOURS[seat % len(COLOURS)]}")


def plain_table(*columns: str | Text) -> Table:
    """A table whose headings break between words only; names (as Text) may be broken, but nothing is cut."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for index, column in enumerate(columns):
        longest = max(map(len, column.split()), default=0) if isinstance(column, str) else None
        justify: JustifyMethod = "left" if index == 0 else "right"
        table.add_column(column, justify=justify, overflow="fold", min_width=longest)
    return table


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))

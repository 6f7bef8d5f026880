"""No screen shows what is meant for machines: keys of the catalogue, ids, placeholders."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from abbatia.cli import boards, terminal_game
from abbatia.cli.boards import pelegrinus
from abbatia.cli.boards.pelegrinus import HEADINGS
from abbatia.cli.saves import Save
from abbatia.cli.seating import Player
from abbatia.cli.terminal_game import TerminalGame
from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import OptionValue
from abbatia.core.match import Match
from abbatia.core.words import LANGUAGES, Words, words
from abbatia.games import load

ROOMS = sorted({key.split(".")[0] for key in words("en").entries})
KEY = re.compile(rf"\b(?:{'|'.join(ROOMS)})\.[a-z_]+(?:\.[a-z0-9_]+)*")
ID = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
PLACEHOLDER = re.compile(r"\{\w+")
CUT = re.compile(r"\w+…")  # what did not fit
WORD = re.compile(r"[^\W_]+")
COMMANDS = ("board", "log", "score", "help", "roads", "roads a", "why pass")

GAMES: list[tuple[str, int, dict[str, OptionValue]]] = [
    ("cardinal", 2, {"duel": True}),
    ("cardinal", 3, {}),
    ("cardinal", 5, {"two_countries": True, "draw_in_last_round": True}),
    ("pelegrinus", 2, {"site_needs_both_ends": False}),
    ("pelegrinus", 4, {}),
    ("kings_abbey", 1, {"saints": True, "relics": "all"}),
    ("kings_abbey", 2, {"auction": True}),
    ("kings_abbey", 5, {"saints": True, "relics": "rich"}),
]


class Nowhere(Save):
    """A save that is not written."""

    def write(self, text: str) -> None:
        pass


class Screen(Console):
    """A terminal at which somebody answers by numbers and looks around now and then."""

    def __init__(self, shown: io.StringIO) -> None:
        super().__init__(file=shown, width=80, highlight=False, force_terminal=False)
        self.answers = self.typed()
        self.numbers = Rng(9)
        self.legal = 1

    def typed(self) -> Iterator[str]:
        for turn in range(100_000):
            if turn % 12 == 0:
                yield COMMANDS[turn // 12 % len(COMMANDS)]
            yield str(1 + self.numbers.below(self.legal))

    def input(self, *args: object, **options: object) -> str:
        self.print(*args)
        return next(self.answers)


def drawn(
    title: str,
    seats: int,
    options: dict[str, OptionValue],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    people: int = 1,
) -> str:
    """Everything that is on the screen during a whole game."""
    shown = io.StringIO()
    screen = Screen(shown)
    monkeypatch.setattr(terminal_game, "out", lambda: screen)
    rules, source = load(title), Rng(4)
    match = Match(rules, seats, options, rng=FairRng(b"screens"))
    speech = words(language)
    players = [Player(f"N{seat}", "human" if seat < people else "uniform", source) for seat in range(seats)]
    table = TerminalGame(match, players, speech, Nowhere(title, Path("game"), is_own=True))
    decide = table.list_actions

    def listed(actions: list[int], *args: object) -> None:
        screen.legal = len(actions)
        decide(actions, *args)  # type: ignore[arg-type]  # handed on as it came

    monkeypatch.setattr(table, "list_actions", listed)
    table.run()
    assert match.result() is not None
    return shown.getvalue()


def ids_without_words(speech: Words) -> set[str]:
    """The ids of the titles' places and cards that are no word of any text in this language."""
    spoken = {word.lower() for text in speech.entries.values() for word in WORD.findall(text)}
    ids = {key.split(".")[2] for key in speech.entries if key.count(".") == 2 and is_name(key)}
    return {name for name in ids if name not in spoken and len(name) > 2}


def is_name(key: str) -> bool:
    return key.split(".")[1] in ("site", "country", "card", "place", "region", "crusade", "saint", "relic")


def strays(screen: str, language: str) -> set[str]:
    """What a person should not have to read."""
    found = {hit.group() for pattern in (KEY, ID, PLACEHOLDER, CUT) for hit in pattern.finditer(screen)}
    return found | (ids_without_words(words(language)) & set(WORD.findall(screen)))


@pytest.mark.short
@pytest.mark.parametrize(
    ("title", "seats", "language"), [("cardinal", 3, "fr"), ("pelegrinus", 2, "en"), ("kings_abbey", 2, "fr")]
)
def test_no_key_and_no_id_on_the_screens_of_a_game(
    title: str, seats: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert strays(drawn(title, seats, {}, language, monkeypatch), language) == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "seats", "options"), GAMES)
def test_no_key_and_no_id_on_any_screen(
    title: str, seats: int, options: dict[str, OptionValue], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert strays(drawn(title, seats, options, language, monkeypatch), language) == set()


def test_nor_with_several_people_at_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert strays(drawn("pelegrinus", 2, {}, "fr", monkeypatch, people=2), "fr") == set()


def test_a_missing_key_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tuple("cli.pelegrinus.taken" if key == "cli.pelegrinus.stock" else key for key in HEADINGS)
    monkeypatch.setattr(pelegrinus, "HEADINGS", planted)
    assert strays(drawn("pelegrinus", 2, {}, "en", monkeypatch), "en") == {"cli.pelegrinus.taken"}


@pytest.mark.parametrize(("shown", "language"), [("mont_saint_michel", "fr"), ("chypre", "en")])
def test_an_id_is_caught(monkeypatch: pytest.MonkeyPatch, shown: str, language: str) -> None:
    monkeypatch.setattr(pelegrinus.PelegrinusBoard, "site", lambda *_: shown)
    assert shown in strays(drawn("pelegrinus", 2, {}, language, monkeypatch), language)


def test_the_board_of_any_title_shows_no_key_and_no_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "BOARDS", {})
    screen = drawn("kings_abbey", 2, {}, "en", monkeypatch)
    found = {hit.group() for pattern in (KEY, ID, PLACEHOLDER) for hit in pattern.finditer(screen)}
    assert found == set()

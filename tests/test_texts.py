"""What players read: punctuation, spaces and form of address of every catalogue, rule and log line."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, OptionValue
from abbatia.core.rules import rules
from abbatia.core.words import LANGUAGES, PLACEHOLDER, catalogue_files, placeholders, words
from abbatia.games import TITLES, load

ROOT = Path(__file__).parent.parent
NAMES = ["Anne", "Bertrand", "Claire", "Denis", "Élise"]

# What a sentence must not have. A space is any space, the narrow and the no-break one included.
DOUBLED = re.compile(r"[.,;:!?…]\s?[.,;:]|\.\.|([!?])\1|  ")
ABBREVIATED = re.compile(r"\b(?:St|etc|e\.g|i\.e|z\.\sB)\.")  # a point that ends no sentence
SPACE_BEFORE = re.compile(r"\s[?!:;,.](?=\s|$)")
FRENCH_SPACE = re.compile(
    r"[^\s\d:/][:;!?](?=\s|$)"  # none at all
    r"| [:;!?»]|« "  # one at which a line may break
    r"|«\S|\S»|\w'\w|\s[,.](?=\s|$)"
)
QUOTES = {"en": "“”", "fr": "«»", "de": "„“"}
FAMILIAR = re.compile(r"\b(?:tu|te|ton|ta|tes|toi|tien|tienne|tiens)\b|\bt’", re.IGNORECASE)
FORMAL = re.compile(r"(?<=[a-zäöüß,;] )(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b")
FREE_WHO = re.compile(r"(?:^|[.;:–(] )Who\b(?![^.]*\?)|[;:–] who\b|\b(?:by|to|from|for|than|only|then) who\b")
CODE = re.compile(r"`[^`]*`")
NOTATION = re.compile(
    r"`[^`]*`|“[^”]*”|„[^“]*“|«[\u202f\u00a0][^»]*[\u202f\u00a0]»|\w+:(?://)?…|\bmemory:"
)  # has its own spelling
PROPER = re.compile(r"(?:Vikings|Catastrophe)\s!")  # cards are called so, wherever they stand in a sentence
OF_LANGUAGE = {"en": [SPACE_BEFORE, FREE_WHO], "fr": [FRENCH_SPACE, FAMILIAR], "de": [SPACE_BEFORE, FORMAL]}


def faults(text: str, language: str) -> list[str]:
    """What is wrong with a sentence, as the pieces of text that are."""
    plain = ABBREVIATED.sub("x", NOTATION.sub("x", text))
    found = [match.group(0) for rule in (DOUBLED, *OF_LANGUAGE[language]) for match in rule.finditer(plain)]
    return found + foreign_quotes(text, language)


def foreign_quotes(text: str, language: str) -> list[str]:
    """Quotation marks of another language, straight ones included."""
    return [sign for sign in CODE.sub("x", text) if sign in '"“”„«»' and sign not in QUOTES[language]]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The event of the round: Vikings!.", "en"),
        ("Done ?", "en"),
        ("One thing ; another.", "en"),
        ("It is over..", "en"),
        ("Two  spaces.", "en"),
        ('The card "Vikings".', "en"),
        ("The card „Vikings“.", "en"),
        ("Who has passed is out.", "en"),
        ("Two laps; who passes in the first is out of the second.", "en"),
        ("Taken at once by who buys the card.", "en"),
        ("Terminer?", "fr"),
        ("Terminer ?", "fr"),
        ("Le tour: fin.", "fr"),
        ("Le tour : fin.", "fr"),
        ("«Vikings» attaquent.", "fr"),
        ("« Vikings » attaquent.", "fr"),
        ("Les “Vikings” attaquent.", "fr"),
        ("L'abbaye.", "fr"),
        ("À ton tour.", "fr"),
        ("Je t’en prie.", "fr"),
        ("Fertig ?", "de"),
        ("Die Karte “Wikinger”.", "de"),
        ("Die Karte »Wikinger« und «Pest».", "de"),
        ("Hier können Sie bauen.", "de"),
        ("Das ist Ihr Zug.", "de"),
    ],
)
def test_each_fault_is_found(text: str, language: str) -> None:
    assert faults(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("“Vikings!” is the event of the round.", "en"),
        ("See `abbatia rules ?`; at 3:15 it ends …", "en"),
        ("Who is next? The player who passed.", "en"),
        ("«\u202fVikings\u202f!\u202f» est l’événement du tour\u00a0: défendez-vous\u202f!", "fr"),
        ("Votre tour\u202f; il reste 3:15 (tente, toit, table).", "fr"),
        ("„Wikinger!“ ist das Ereignis der Runde: Wehre sie ab!", "de"),
        ("Sie greifen an. Ihre Würfel entscheiden.", "de"),
    ],
)
def test_right_sentences_have_no_fault(text: str, language: str) -> None:
    assert faults(text, language) == []


def test_every_language_has_its_rules_of_spelling() -> None:
    assert set(OF_LANGUAGE) == set(QUOTES) >= set(LANGUAGES)


# -- the catalogues ------------------------------------------------------------------------------------------


def all_catalogues(language: str) -> list[Path]:
    """The word files of all rooms, and those of the browser."""
    return [*catalogue_files(language), *sorted((ROOT / "web" / "src").rglob(f"words.{language}.json"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_is_spelt_in_the_way_of_its_language(language: str) -> None:
    files = all_catalogues(language)
    assert len(files) >= 12
    wrong = []
    for file in files:
        for key, text in json.loads(file.read_text("utf-8")).items():
            for form in forms(text):
                wrong += [(key, fault) for fault in faults(form, language)]
    assert wrong == []


def forms(template: str) -> Iterator[str]:
    """A template for one and for many, other placeholders as a word."""
    for number in (0, 1):

        def fill(found: re.Match[str], number: int = number) -> str:
            how = found.group(2) or ""
            return how.split("|", 1)[number] if "|" in how else "Wort"

        yield PLACEHOLDER.sub(fill, template)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browsers_languages_have_the_same_keys_and_placeholders(language: str) -> None:
    for file in sorted((ROOT / "web" / "src").rglob("words.en.json")):
        english = json.loads(file.read_text("utf-8"))
        other = json.loads(file.with_name(f"words.{language}.json").read_text("utf-8"))
        assert list(english) == list(other), file
        different = [
            key for key in english if list(placeholders(english[key])) != list(placeholders(other[key]))
        ]
        assert different == []


def test_one_thing_has_one_name_in_french() -> None:
    """Words that were once spelt in two ways."""
    for file in all_catalogues("fr"):
        text = file.read_text("utf-8")
        assert re.findall(r"\bTermes\b|procès-verbal|parties? notées?", text) == [], file


def test_no_component_of_the_browser_sets_a_question_mark_of_its_own() -> None:
    """Its space differs by language, so it belongs into the catalogues."""
    for file in sorted((ROOT / "web" / "src").rglob("*.svelte")):
        assert re.findall(r"""['"`]\s?[?!]['"`]""", file.read_text("utf-8")) == [], file


CARD_LETTERS = 128  # a card of the market shows four lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_card_fits_onto_it(language: str) -> None:
    texts = {
        key: text
        for key, text in words(language).entries.items()
        if re.fullmatch(r"kings_abbey\.(building\.\w+\.single|tower\.\w+\.about)", key)
    }
    assert len(texts) == 25
    assert {key: len(text) for key, text in texts.items() if len(text) > CARD_LETTERS} == {}


# -- the rules -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_spelt_in_the_way_of_its_language(title: str, language: str) -> None:
    wrong = []
    for rule in rules(title, language).values():
        wrong += [(rule.number, fault) for fault in faults(PROPER.sub("x", rule.text), language)]
    assert wrong == []


WITHOUT = {
    "en": re.compile(r"without (?:the option )?`(\w+)`"),
    "fr": re.compile(r"sans (?:l’option )?`(\w+)`"),
    "de": re.compile(r"ohne (?:die Option )?`(\w+)`"),
}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_says_what_its_option_does(title: str, language: str) -> None:
    """A rule tells the game as it is played by default; an option that is on then is told by its absence."""
    switches = [option for option in load(title).options if isinstance(option.default, bool)]
    for option in switches:
        text = " ".join(
            rule.text for rule in rules(title, language).values() if f"`{option.name}`" in rule.text
        )
        if text:
            assert (option.name in WITHOUT[language].findall(text)) is option.default, option.name


# -- the log -------------------------------------------------------------------------------------------------

GAMES: list[tuple[str, int, dict[str, OptionValue]]] = [
    ("cardinal", 3, {"draw_in_last_round": True, "last_round_must_place": True}),
    ("cardinal", 2, {"duel": True}),
    ("pelegrinus", 2, {}),
    ("pelegrinus", 4, {}),
    ("kings_abbey", 1, {"relics": "rich", "saints": True}),
    ("kings_abbey", 3, {"auction": True, "relics": "all", "saints": True, "pile": "harsh"}),
]


@pytest.mark.parametrize(("title", "seats", "options"), GAMES)
def test_every_line_of_the_log_of_whole_games_is_spelt_right(
    title: str, seats: int, options: dict[str, OptionValue]
) -> None:
    """What is made of a template and its arguments: each event as every viewer gets it, each prompt."""
    wrong: set[tuple[str, str, str]] = set()
    for seed in range(3):
        state, rng = load(title).start(seats, **options), Rng(seed)
        while actors := state.to_act():
            seat = actors[rng.below(len(actors))]
            lot = seat == CHANCE
            action = state.draw_lot(rng) if lot else state.legal(seat)[rng.below(len(state.legal(seat)))]
            messages = [] if lot else [state.prompt(seat), state.title.describe(action)]
            state.events = []
            state.apply(seat, action)
            for event in state.events:
                messages += [view for viewer in (None, *range(seats)) if (view := event.view(viewer))]
            state.events = None
            for message in messages:
                for language in LANGUAGES:
                    line = words(language).at_table(NAMES[:seats]).say(message)
                    wrong |= {(message.key, line, fault) for fault in faults(line, language)}
                    wrong |= {
                        (message.key, line, fault)
                        for fault in re.findall(r"[{}]|\b[a-z]+_[a-z_]+\b|\.\w", line)
                    }
    assert wrong == set()


COLON_IN_MARKUP = re.compile(r"(?:\)|\bname|label|sentence)\}[:;] ")
"""A colon or semicolon right behind a text that is filled in."""


@pytest.mark.parametrize("file", sorted((ROOT / "web" / "src").rglob("*.svelte")), ids=lambda file: file.name)
def test_no_page_sets_a_colon_by_hand(file: Path) -> None:
    """French has a space before it: `web.labelled` and `web.both` set it as each language does."""
    assert COLON_IN_MARKUP.findall(file.read_text("utf-8")) == []

"""Actions are typed in either language, with or without accents, whole or cut short."""

import pytest

from abbatia.cli.typed import Spellings, Unclear, find_name, fold
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.words import LANGUAGES, words
from abbatia.games import TITLES, load

PELEGRINUS = load("pelegrinus")
CARDINAL = load("cardinal")


def sending(character: str) -> list[int]:
    return [n for n, text in enumerate(PELEGRINUS.vocabulary) if text.startswith(f"send {character} ")]


@pytest.mark.parametrize(
    "typed",
    [
        "send keeper to chypre",
        "send keeper to Cyprus",
        "SEND KEEPER TO CYPRUS",
        "Send the relic keeper → Cyprus",
        "Envoyer le gardien des reliques → Chypre",
        "envoyer gardien chypre",
        "send keep cyp",
        "Cyprus",
        "chyp",
    ],
)
def test_one_action_in_many_ways(typed: str) -> None:
    found = Spellings(PELEGRINUS).find(typed, sending("keeper"))
    assert found is not None
    assert PELEGRINUS.vocabulary[found] == "send keeper to chypre"


def test_accents_are_optional() -> None:
    spellings = Spellings(CARDINAL)
    legal = [n for n, text in enumerate(CARDINAL.vocabulary) if text.startswith("abbey ")]
    for typed in ("abbey Vézelay", "abbaye vezelay", "abbey san juan de la pena", "abbey vez"):
        assert spellings.find(typed, legal) in legal
    assert fold("Jumièges, Œuvre") == ("jumieges", "oeuvre")


def test_what_fits_several_actions_is_unclear() -> None:
    with pytest.raises(Unclear) as unclear:
        Spellings(PELEGRINUS).find("send keeper to c", sending("keeper"))
    assert len(unclear.value.actions) > 2


def test_numbers_are_never_cut_short() -> None:
    title = load("kings_abbey")
    bids = [n for n, text in enumerate(title.vocabulary) if text.startswith("bid ")]
    found = Spellings(title).find("bid 3", bids)
    assert found is not None
    assert title.vocabulary[found] == "bid 3"


def test_an_action_that_is_not_legal_now_is_found_for_its_refusal_and_nonsense_is_not() -> None:
    spellings = Spellings(PELEGRINUS)
    found = spellings.find("send nun to Lisbon", sending("keeper"))
    assert found is not None
    assert PELEGRINUS.vocabulary[found] == "send nun to lisbonne"
    for nonsense in ("fly to rome", "xyzzy", "!", "7 8"):
        assert spellings.find(nonsense, sending("keeper")) is None


@pytest.mark.parametrize("title", TITLES)
def test_whatever_is_listed_can_be_typed_as_it_is_listed(title: str) -> None:
    """In both languages, through a whole game."""
    rules = load(title)
    spellings, match, rng = Spellings(rules), Match(rules, rules.seats[-1], rng=Rng(5)), Rng(6)
    seen: set[tuple[int, ...]] = set()
    while actors := match.to_act():
        legal = match.decision(actors[0]).legal
        if tuple(legal) not in seen and len(seen) < 60:
            seen.add(tuple(legal))
            for language in LANGUAGES:
                for action in legal:
                    assert spellings.find(words(language).say(rules.describe(action)), legal) == action
        match.play(actors[0], legal[rng.below(len(legal))])


def test_names_of_places() -> None:
    names = {"chypre": ["Cyprus", "Chypre"], "crete": ["Crete", "Crète"]}
    assert find_name("cyprus", names) == ["chypre"]
    assert find_name("crète", names) == ["crete"]
    assert find_name("c", names) == ["chypre", "crete"]
    assert find_name("rome", names) == []


def test_short_words_of_a_name_are_typed_whole() -> None:
    legal = [n for n, text in enumerate(CARDINAL.vocabulary) if text.startswith("abbey ")]
    spellings = Spellings(CARDINAL)
    for typed, site in (("st albans", "st_albans"), ("bury st edmunds", "bury"), ("St. Gallen", "st_gallen")):
        found = spellings.find(typed, legal)
        assert found is not None, typed
        assert CARDINAL.vocabulary[found] == f"abbey {site}"


def test_a_label_of_the_screen_is_a_spelling() -> None:
    """`draw open 1` is listed with the name of the card."""
    legal = [CARDINAL.numbers["draw open 1"], CARDINAL.numbers["draw open 2"]]
    labels = dict(
        zip(legal, ("Take face-up card 1: Bavaria/Burgundy", "Take face-up card 2: France"), strict=True)
    )
    for typed in ("take bavaria", "Take face-up card 1: Bavaria/Burgundy", "bavaria"):
        assert Spellings(CARDINAL).find(typed, legal, labels) == legal[0]

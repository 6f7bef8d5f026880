"""Files that players write: their form, their schema, and JSON that says a thing twice."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.reading import (
    MOST_REMARK,
    MOST_TEXT,
    Cases,
    ComponentFile,
    Faults,
    Fields,
    Id,
    Items,
    Remark,
    Text,
    Whole,
    parse_file,
)
from abbatia.core.text_laws import check_words
from abbatia.core.words import words
from abbatia.games import TITLES, load
from abbatia.games.kings_abbey.component_file import CRUSADE, EFFECT, EVENT
from abbatia.games.kings_abbey.pieces import GOODS
from tests.core.json_schema import is_valid


def file_of(title: str) -> ComponentFile:
    found = load(title).component_file
    assert found is not None
    return found


def ours(title: str) -> dict[str, Any]:
    return parse_file(file_of(title).ours.read_text("utf-8"))


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a file."""
    found = [way] if way else []
    for name, item in (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    ):
        found += places(item, (*way, name))
    return found


JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 10**30, 1.5, "", " ", "x", "red", "Rome", "a b", "x" * 50, "x" * 500),
    *([], [1], ["x"], [[]], [None] * 300, {}, {"x": 1}, {"id": "x"}, "D", "#a0b1c2", 3, [3, 4], "always"),
]


def mutate(data: dict[str, Any], rng: Rng) -> None:
    """Change, remove, add or double something somewhere."""
    ways = places(data)
    way = ways[rng.below(len(ways))]
    here: Any = data
    for step in way[:-1]:
        here = here[step]
    last, what = way[-1], rng.below(4)
    if what == 0:
        del here[last]
    elif what == 1 and isinstance(here, dict):
        here[("name", "x", "provenance", "name_fr", "status")[rng.below(5)]] = copy.deepcopy(
            JUNK[rng.below(len(JUNK))]
        )
    elif what == 2 and isinstance(here, list):
        here.append(copy.deepcopy(here[last]))
    else:
        here[last] = copy.deepcopy(JUNK[rng.below(len(JUNK))])


@pytest.mark.parametrize("title", TITLES)
@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 10**9))
def test_schema_and_reader_judge_the_form_of_a_file_alike(title: str, seed: int) -> None:
    file, data, rng = file_of(title), ours(title), Rng(seed)
    for _ in range(1 + rng.below(2)):
        mutate(data, rng)
    faults = Faults(only_first=False)
    schema = file.schema()
    assert file.form.check(data, "", faults) == is_valid(data, schema, schema), [
        bad.message for bad in faults.found
    ]
    for bad in faults.found:
        check_words(2, bad.message)


@pytest.mark.parametrize("title", TITLES)
def test_the_schema_that_is_shipped_is_the_readers(title: str) -> None:
    """`abbatia board schema TITLE > …schema.json` writes it anew."""
    file = file_of(title)
    assert json.loads(file.schema_file.read_text("utf-8")) == file.schema()


@pytest.mark.parametrize("title", TITLES)
def test_our_own_files_can_be_read_by_the_rules_for_players(title: str) -> None:
    file = file_of(title)
    assert file.faults(ours(title)) == []
    own = load(title).with_components({"$schema": "x.json", **ours(title)})
    assert own.own_components == ours(title)
    assert own.vocabulary == load(title).vocabulary


@pytest.mark.parametrize("title", TITLES)
@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_whatever_stands_in_a_file_is_played_or_refused(title: str, seed: int) -> None:
    data, rng = ours(title), Rng(seed)
    mutate(data, rng)
    try:
        own = load(title).with_components(data)
    except BadSetup as bad:
        check_words(2, bad.message)
        assert file_of(title).faults(data)
        return
    assert file_of(title).faults(data) == []
    assert own.start(3).to_act()


FORM = Fields({"id": Id(), "counts": Items(Whole(0, 3), 1, 2)}, {"name": Text(), "about": Remark()})


def told(data: Any) -> list[str]:
    faults = Faults(only_first=False)
    FORM.check(data, "", faults)
    return [words("en").say(bad.message) for bad in faults.found]


def test_every_fault_is_told_with_its_place() -> None:
    assert told({"id": "a", "counts": [1]}) == []
    assert told({"id": "A", "counts": [1, 9], "nmae": "x"}) == [
        "nmae is not a known field. Possible here: id, counts, name and about.",
        "id: “A” cannot be an id. Start with a letter and use up to 40 small letters, digits and"
        " underscores.",
        "counts[1]: 9 is not a whole number from 0 to 3.",
    ]
    assert told([]) == ["…: write an object in braces, not […]."]
    with pytest.raises(BadSetup):
        FORM.check({"id": "A"}, "", Faults())


def test_remarks_and_all_text_together_are_bounded() -> None:
    fine = {"id": "a", "counts": [1]}
    assert told({**fine, "about": "x" * MOST_REMARK}) == []
    assert told({**fine, "about": "x" * (MOST_REMARK + 1)})
    assert told({**fine, "about": {str(n): "x" for n in range(41)}})
    assert told({**fine, "about": {"a": {"b": {"c": {"d": "x"}}}}})
    many = {
        str(n): {str(m): "x" * MOST_REMARK for m in range(3)}
        for n in range(1 + MOST_TEXT // MOST_REMARK // 3)
    }
    assert [text for text in told({**fine, "about": many}) if "names and remarks" in text]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "The name “c” appears twice in one object."),
        ('{"a": NaN}', "This is not JSON: NaN"),
        ('{"a": 1', "This is not JSON: "),
        ("[1]", "…: write an object in braces, not […]."),
        ("[" * 100_000, "This is not JSON: …"),
    ],
)
def test_a_file_is_json_that_says_everything_once(text: str, said: str) -> None:
    with pytest.raises(BadSetup) as caught:
        parse_file(text)
    assert words("en").say(caught.value.message).startswith(said)


def fields_of(kind: Any) -> set[str]:
    """All names of fields in a form."""
    if isinstance(kind, Fields):
        parts = {**kind.needed, **kind.optional}
        return set(parts).union(*[fields_of(part) for part in parts.values()])
    if isinstance(kind, Items):
        return fields_of(kind.kind)
    if isinstance(kind, Cases):
        return {kind.name}.union(*[fields_of(part) for part in kind.cases.values()])
    return set()


@pytest.mark.parametrize("title", ["cardinal", "pelegrinus"])
def test_the_page_about_own_boards_names_every_field(title: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "own-board.md").read_text("utf-8")
    heading = {"cardinal": "## Le Roi et le Cardinal", "pelegrinus": "## Pelegrinus"}[title]
    chapter = page.split(heading)[1].split("\n## ")[0]
    missing = {name for name in fields_of(file_of(title).form) if f"`{name}`" not in chapter}
    assert missing == {"$schema"}


def test_the_page_about_own_boards_names_every_part_of_the_kings_abbey() -> None:
    page = (Path(__file__).parents[2] / "docs" / "own-board.md").read_text("utf-8")
    chapter = page.split("## The King's Abbey")[1]
    form = file_of("kings_abbey").form
    names = {*form.needed, *form.optional, *EFFECT.cases, *fields_of(EVENT), *fields_of(CRUSADE)} - set(GOODS)
    assert {name for name in names if f"`{name}`" not in chapter} == {"$schema"}

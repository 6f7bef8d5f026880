"""Version 3 changes designed values only: whatever the rulebook says or shows stays as it is."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from abbatia.games.kings_abbey.pieces import our_data
from abbatia.games.kings_abbey.title import of_version

OLD, NEW = our_data(2), our_data(3)
Path = tuple[str, ...]


def differences(old: Any, new: Any, at: Path = ()) -> Iterator[Path]:
    """Where two files differ; the parts of a list go by their ids or numbers."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(set(old) | set(new)):
            yield from differences(old.get(key), new.get(key), (*at, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            name = one["id"] if isinstance(one, Mapping) and "id" in one else str(index)
            yield from differences(one, other, (*at, name))
    elif old != new:
        yield at


def part(data: Any, name: str) -> Any:
    """A field of an object, or the entry of a list with this id or number."""
    if isinstance(data, list):
        named = [item for item in data if isinstance(item, Mapping) and item.get("id") == name]
        return named[0] if named else data[int(name)]
    return data[name]


def source(data: Any, path: Path) -> str:
    """What the provenance nearest to a value says about it; it may name several fields at once."""
    found = ""
    for depth in range(len(path)):
        here = data
        for name in path[:depth]:
            here = part(here, name)
        said = here.get("provenance") if isinstance(here, Mapping) else None
        if isinstance(said, str):
            found = said
        elif isinstance(said, Mapping):
            named = [text for fields, text in said.items() if path[depth] in fields.split(", ")]
            found = named[0] if named else said.get("everything else", "")
    return found


SHARED: dict[Path, str] = {
    ("main_board", "darkness_track", "values"): "D for the other cells",
    ("towers", "battlement", "cost", "stone"): "D for the stone",
}
"""Values of which the rulebook gives a part; what it gives is checked below."""


def designed(path: Path) -> bool:
    said = source(OLD, path)
    shared = [text for begin, text in SHARED.items() if path[: len(begin)] == begin]
    return said == "D" or any(said.endswith(text) for text in shared)


def test_only_designed_values_differ() -> None:
    found = list(differences(OLD, NEW))
    assert len(found) > 40
    assert [path for path in found if not designed(path)] == []


@pytest.mark.parametrize(
    "path",
    [
        ("towers", "battlement", "prestige"),
        ("towers", "battlement", "cost", "coin"),
        ("buildings", "bakery", "prestige"),
        ("start", "coin"),
        ("clergy_track", "levels", "bishop", "bonus", "prestige"),
        ("resources", "sand", "value"),
        ("limits", "crusade_price"),
        ("player_board", "remodel", "cost", "stone"),
        ("about", "note"),
    ],
)
def test_what_the_rulebook_says_would_be_noticed(path: Path) -> None:
    assert not designed(path)


def test_the_cells_of_the_darkness_that_the_rulebook_gives_stay() -> None:
    """§9.2: it begins with two cells of 3, and there is a cell with 5."""
    cells = NEW["main_board"]["darkness_track"]["values"]
    assert cells[:2] == [3, 3]
    assert 5 in cells
    assert cells == sorted(cells)
    assert len(cells) == len(OLD["main_board"]["darkness_track"]["values"])


def test_a_battlement_stays_dearer_than_a_gate_tower() -> None:
    """§16.1, §16.4: the rulebook says so."""
    values = {"coin": 1, **{kind["id"]: kind["value"] for kind in NEW["resources"]}}
    costs = {card["id"]: sum(values[kind] * n for kind, n in card["cost"].items()) for card in NEW["towers"]}
    assert costs["battlement"] > costs["gate_tower"]


def test_the_crusades_of_the_examples_are_there() -> None:
    """One of three dice, and one of five with a sand and more than 4 prestige."""
    cards = NEW["crusades"]
    assert any(card["dice"] == 3 for card in cards)
    assert any(
        card["dice"] == 5 and card["reward"].get("sand") == 1 and card["prestige"] > 4 for card in cards
    )


@pytest.mark.rule("3.10")
@pytest.mark.rule("18.1")
def test_earlier_versions_keep_their_data() -> None:
    first, second, third = (of_version(number).facts for number in (1, 2, 3))
    assert first.crusade_prestige == second.crusade_prestige != third.crusade_prestige
    assert first.cost == second.cost != third.cost
    assert first.step_prestige == second.step_prestige != third.step_prestige
    assert first.darkness == second.darkness

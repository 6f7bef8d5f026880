"""Observations are of the declared types, and what they name has a name in every language."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin, is_typeddict

import msgspec
import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, OptionValue
from abbatia.core.observation import Id
from abbatia.core.words import LANGUAGES, words
from abbatia.games import TITLES, load
from abbatia.research.layout import describe, hints_of
from tools import observation_types

Options = dict[str, OptionValue]
SETTINGS: list[tuple[str, int, Options]] = [
    ("cardinal", 4, {}),
    ("cardinal", 2, {"duel": True}),
    ("pelegrinus", 3, {}),
    ("kings_abbey", 1, {"relics": "rich", "saints": True}),
    ("kings_abbey", 4, {"auction": True, "relics": "all", "saints": True}),
]


@pytest.mark.parametrize(("title", "seats", "options"), SETTINGS)
def test_what_is_seen_is_of_the_declared_type(title: str, seats: int, options: Options) -> None:
    rules, rng = load(title), Rng(seats)
    state = rules.start(seats, **options)
    count = 0
    while actors := state.to_act():
        seat = actors[rng.below(len(actors))]
        if count % 7 == 0:
            for viewer in (None, count % seats):
                seen = state.observe(viewer)
                # a field that is not declared is dropped by `convert`
                assert msgspec.convert(seen, rules.observation_type) == seen
        count += 1
        legal = () if seat == CHANCE else state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))] if legal else state.draw_lot(rng))


def domains_of(hint: Any) -> Iterator[str]:
    """The domains of all ids in a type."""
    described = describe(hint)
    for marker in described.markers:
        if isinstance(marker, Id):
            yield marker.domain
    base = described.base
    inner = hints_of(base).values() if is_typeddict(get_origin(base) or base) else get_args(base)
    for part in inner:
        yield from domains_of(part)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_id_has_a_name(title: str, language: str) -> None:
    rules, catalogue = load(title), words(language)
    seats = max(rules.seats)
    known = rules.domains(seats, rules.setup(seats, {}))
    found = set(domains_of(rules.observation_type))
    assert found
    missing = [
        f"{title}.{domain}.{name}"
        for domain in sorted(found)
        for name in known[domain]
        if f"{title}.{domain}.{name}" not in catalogue.entries
    ]
    assert missing == []


def test_what_is_generated_from_the_types_is_up_to_date() -> None:
    assert observation_types.main(["--check"]) == 0

"""The worked examples of the rules: the engine plays each, and gives the numbers that its caption says."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from abbatia.core.examples import BadExample, Example, Moment, difference, examples, merged
from abbatia.core.record import parse, verify
from abbatia.core.rules import rules
from abbatia.core.words import LANGUAGES
from abbatia.games import TITLES, load
from tests.test_texts import ROOT, faults
from tools.example_position import fields_of

ALL = [(title, name) for title in TITLES for name in examples(title)]
NUMBER = re.compile(r"\d+")
LEAST = 10  # examples of a title


def seen(example: Example, moments: list[Moment]) -> list[dict[str, Any]]:
    """What the viewer sees at each moment, with the arguments of the events that led there, by their keys."""
    found: list[dict[str, Any]] = []
    for moment in moments:
        events: dict[str, list[dict[str, Any]]] = {}
        for event in moment.events:
            if (message := example.message(event)) is not None:
                events.setdefault(message.key.rsplit(".", 1)[1], []).append(dict(message.args))
        found.append({**moment.state.observe(example.viewer), "events": events})
    return found


def at(document: Any, pointer: str) -> Any:
    """What a JSON pointer (RFC 6901) points to."""
    for part in pointer.split("/")[1:]:
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document


def numbers_in(value: Any) -> Iterator[int]:
    """What a fact stands for: a number; of a list its entries, sum, length, and how often each is there."""
    if isinstance(value, int):
        yield abs(value)
    elif isinstance(value, list):
        yield len(value)
        yield from Counter(entry for entry in value if isinstance(entry, str)).values()
        whole = [entry for entry in value if isinstance(entry, int)]
        yield from (abs(entry) for entry in whole)
        yield sum(whole)


def found_in(title: str, name: str) -> tuple[Example, list[Moment]]:
    example = examples(title)[name]
    return example, example.moments(load(title))


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_examples_for_what_is_asked_first(title: str) -> None:
    assert len(examples(title)) >= LEAST
    assert 4 <= sum(example.asked_first for example in examples(title).values()) <= 8


@pytest.mark.parametrize(("title", "name"), ALL)
def test_an_example_belongs_to_rules_that_exist(title: str, name: str) -> None:
    example = examples(title)[name]
    assert example.rules
    for language in LANGUAGES:
        assert set(example.rules) <= set(rules(title, language))
    assert re.fullmatch(r"[a-z0-9_]{1,40}", name)


@pytest.mark.parametrize(("title", "name"), ALL)
def test_an_example_is_told_in_every_language(title: str, name: str) -> None:
    example = examples(title)[name]
    for texts in (example.question, example.answer, example.caption):
        assert set(texts) == set(LANGUAGES)
        assert [fault for language, text in texts.items() for fault in faults(text, language)] == []
        assert all(text.strip() == text != "" for text in texts.values())
    assert all(text.endswith("?") for text in example.question.values())


@pytest.mark.parametrize(("title", "name"), ALL)
def test_the_rules_allow_its_steps_and_refuse_what_it_says(title: str, name: str) -> None:
    example, moments = found_in(title, name)
    assert len(moments) == len(example.steps) + 1
    assert all(moment.events for moment in moments[1:])
    refusals = example.refusals(load(title), moments[-1].state)
    assert {refusal.rule for _, _, refusal in refusals} <= set(example.rules)
    assert all(0 <= score["seat"] < example.seats for score in example.scores)
    assert example.viewer is None or 0 <= example.viewer < example.seats
    assert len(example.names) == example.seats


@pytest.mark.parametrize(("title", "name"), ALL)
def test_its_points_and_facts_are_those_of_the_engine(title: str, name: str) -> None:
    example, moments = found_in(title, name)
    points = Counter((score["seat"], score["rule"], score["points"]) for score in example.scores)
    assert points == Counter((seat, line["rule"], line["points"]) for seat, line in moments[-1].lines)
    document = seen(example, moments)
    assert {pointer: at(document, pointer) for pointer in example.facts} == example.facts


@pytest.mark.parametrize(("title", "name"), ALL)
def test_every_number_of_its_caption_is_one_of_its_points_or_facts(title: str, name: str) -> None:
    """With the test above: no caption says a number that the engine does not give."""
    example = examples(title)[name]
    known = {abs(score["points"]) for score in example.scores}
    known |= {number for fact in example.facts.values() for number in numbers_in(fact)}
    said = {language: Counter(NUMBER.findall(text)) for language, text in example.caption.items()}
    for language, numbers in said.items():
        assert {int(number) for number in numbers} <= known, language
        assert numbers == said["en"], language


# -- what a file may say -----------------------------------------------------------------------------------

GIVEN: dict[str, Any] = {
    "rules": ["5.2"],
    "question": {},
    "answer": {},
    "caption": {},
    "seats": 3,
    "position": json.loads(json.dumps(examples("cardinal")["open_country"].position)),
}


def test_a_field_that_is_not_known_is_no_example() -> None:
    with pytest.raises(BadExample, match="colour"):
        Example("cardinal", "one", {**GIVEN, "colour": "red"})


def test_a_step_that_the_rules_refuse_is_no_example() -> None:
    example = Example("cardinal", "one", {**GIVEN, "steps": [["pay franconia", "advisor franconia"]]})
    with pytest.raises(BadExample, match="advisor franconia"):
        example.moments(load("cardinal"))


def test_a_refusal_of_what_is_allowed_is_no_example() -> None:
    example = Example("cardinal", "one", {**GIVEN, "refused": ["pay franconia"]})
    [moment] = example.moments(load("cardinal"))
    with pytest.raises(BadExample, match="allowed"):
        example.refusals(load("cardinal"), moment.state)


def test_a_patch_makes_of_one_position_the_other() -> None:
    before = {"a": 1, "b": {"c": 2, "d": 3}, "e": [1, 2]}
    after = {"a": 1, "b": {"c": 2, "x": None}, "e": [2], "f": {"g": 1}}
    patch = difference(before, after)
    assert patch == {"b": {"d": None, "x": None}, "e": [2], "f": {"g": 1}}
    assert merged(before, patch) == {"a": 1, "b": {"c": 2}, "e": [2], "f": {"g": 1}}, "null takes away"


def test_a_position_can_be_taken_out_of_a_record() -> None:
    source = (ROOT / "tests" / "games" / "cardinal" / "records").glob("*.txt")
    record = sorted(source)[0].read_bytes()
    fields = fields_of(record, 20)
    parsed = parse(record)
    match = verify(parsed, load)
    state = match.title.start(parsed.seats, **match.options)
    for seat, action in match.log[:20]:
        state.apply(seat, action)
    example = Example("cardinal", "one", {**GIVEN, **fields})
    assert example.begin(match.title).to_json() == state.to_json()

"""The walk through a lesson, its goals, and each fault that `check` finds, on lessons changed for it."""

import re
from collections.abc import Callable

import pytest

from abbatia.school.goals import Goal, looked_up
from abbatia.school.lesson import BadLesson, parse
from abbatia.school.registry import LESSONS, script
from abbatia.school.rehearsal import faults
from abbatia.school.walk import Script

FIRST = (LESSONS / "cardinal" / "01-first-abbey.toml").read_text("utf-8")
SEEN = {
    "sheets": [[], [{"points": 3, "rule": "9.1", "label": {}}, {"points": 2, "rule": "9.1", "label": {}}]],
    "public": {"sites": [{"id": "cluny", "owner": 1}, {"id": "fleury", "owner": None}], "counts": [4, 7]},
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("public.counts[me]", 7),
        ("public.counts[0]", 4),
        ("public.counts[5]", None),
        ("public.counts#", 2),
        ("public.sites[id=cluny].owner", 1),
        ("public.sites[id=none].owner", None),
        ("public.nothing.at.all", None),
    ],
)
def test_a_path_leads_into_what_is_seen(path: str, value: object) -> None:
    assert looked_up(SEEN, path, 1) == value


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        ({"see": "public.counts[me]", "at_least": 7}, True),
        ({"see": "public.counts[me]", "at_least": 8}, False),
        ({"see": "public.counts[me]", "at_most": 6}, False),
        ({"see": "public.counts[me]", "is": 7}, True),
        ({"see": "public.counts[me]", "is_not": 7}, False),
        ({"see": "public.counts", "has": 4}, True),
        ({"see": "public.counts", "lacks": 4}, False),
        ({"see": "public.missing", "at_least": 0}, False),
        ({"score": "9.1", "at_least": 5}, True),
        ({"score": "9.1", "gains": 5}, True),
        ({"score": "9.2", "at_least": 1}, False),
    ],
)
def test_a_goal_holds_or_not(goal: dict[str, object], holds: bool) -> None:
    before: dict[str, object] = {"sheets": [[], []], "public": {}}
    assert Goal(goal).holds(SEEN, before, 1) is holds  # type: ignore[arg-type]  # as much as a goal looks at


def test_a_card_that_the_lesson_names_is_drawn_and_the_seed_decides_the_rest() -> None:
    course = Script(parse(FIRST))
    match = course.match()
    for text in ("pay france", "abbey saint_denis", "draw open 2"):
        match.play(0, match.number(text))
    assert match.title.vocabulary[match.log[-1][1]] == "reveal italy"
    match = course.match()
    for text in ("pay france", "abbey saint_denis", "draw pile"):
        match.play(0, match.number(text))
    assert match.title.vocabulary[match.log[-1][1]] == "draw swabia"  # the first line that is possible


def test_a_log_of_another_lesson_leads_nowhere() -> None:
    course = Script(parse(FIRST))
    other = Script(parse(FIRST.replace("* deal france       # your hand", "* deal swabia")))
    assert course.walk(other.opening.log) is None
    assert course.walk(course.opening.log) is not None


def test_judging_changes_nothing() -> None:
    walk = Script(parse(FIRST)).walk()
    assert walk is not None
    before = walk.state.to_json(), walk.step, walk.done
    for action in range(len(walk.title.vocabulary)):
        walk.judge(action)
    assert (walk.state.to_json(), walk.step, walk.done) == before


def test_after_the_last_task_nothing_is_accepted() -> None:
    course = Script(parse(FIRST))
    match = course.match()
    walk = course.walk(match.log)
    assert walk is not None
    walk.step = len(walk.lesson.steps)
    assert walk.is_done
    verdict = walk.judge(walk.title.numbers["pay france"])
    assert verdict.sentence is not None
    assert verdict.sentence.key == "school.over"


def with_(old: str, new: str) -> Callable[[], str]:
    assert old in FIRST
    return lambda: FIRST.replace(old, new, 1)


BROKEN = {
    "not_toml": with_('id = "first-abbey"', "id = first"),
    "goal": with_("at_least = 2", "at_least = 2, is = 3"),
    "setup": with_("version = 1", "version = 999"),
    "log": with_("* deal france       # your hand", "* deal nothing"),
    "stuck": lambda: re.sub(r"^2 .*\n", "", FIRST, flags=re.MULTILINE),
    "not_reached": with_(
        'key = ["pay two italy for france", "abbey jumieges"]', 'key = ["pay two italy for france"]'
    ),
    "refused": with_('key = ["abbey saint_denis"]', 'key = ["abbey cluny"]'),
    "seat": with_("2 pay france\n", "1 pay france\n"),
    "placeholders": with_('en = "{p2} has built', 'en = "{p3} has built'),
    "rule": with_('rules = ["4.1"]', 'rules = ["4.99"]'),
    "both": with_('play = ["pay france"]', 'play = ["pay france"]\ngoal = [{ score = "9.1", at_least = 1 }]'),
    "no_key": with_('key = ["abbey saint_denis"]\n', ""),
    "only_goal": with_('play = ["pay france"]', 'play = ["pay france"]\nonly = ["pay france"]'),
    "only_task": with_('point = ["site:fleury"]', 'point = ["site:fleury"]\nkey = ["pay france"]'),
    "no_wrong": with_('play = "pay italy|pay lorraine"\n', ""),
    "no_try": with_('try = ["pay italy"]\n', ""),
    "action": with_('try = ["pay italy"]', 'try = ["pay narnia"]'),
    "lines_left": with_("3 draw pile\n", "3 draw pile\n2 draw pile\n"),
    "reached": with_("at_least = 2", "at_least = 0"),
    "other_sentence": with_('try = ["pay italy"]', 'try = ["pay france"]'),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_each_fault_is_found(fault: str) -> None:
    try:
        found = faults(parse(BROKEN[fault]()))
    except BadLesson as bad:
        found = bad.faults
    assert f"school.fault.{fault}" in [message.key for message in found]


def test_a_form_that_is_not_kept_is_refused_with_its_place() -> None:
    with pytest.raises(BadLesson) as bad:
        parse(FIRST.replace("minutes = 1", "minutes = 0\ncolour = 3"))
    assert [message.args["where"] for message in bad.value.faults] == ["colour", "minutes"]


def test_a_turn_that_ends_without_the_goal_is_answered() -> None:
    """An exchange is begun, and refused where it would end the turn; nothing is in the way before."""
    only = 'only = ["pay two italy for france", "pay france", "abbey *"]\n'
    miss = 'miss = ["exchange burgundy", "draw open 1"]\n'
    missed = '[steps.missed]\nen = "x"\nfr = "y"\nde = "z"\n[steps.otherwise]'
    text = FIRST.replace(only, miss).replace("[steps.otherwise]", missed)
    assert faults(parse(text)) == []
    late = text.replace(miss, 'miss = ["exchange burgundy"]\n')
    assert [fault.key for fault in faults(parse(late))] == ["school.fault.other_sentence"]


def test_a_path_that_nothing_has_gives_no_script() -> None:
    assert script("cardinal/none") is None
    assert script("chess/first") is None

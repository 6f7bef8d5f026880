"""Changes make what was into what is, whatever both are, and send little of what stays."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.views import ViewCache
from abbatia.games import TITLES, load
from abbatia.server.live.viewer_feed import MISSING, Change, StepChanges, note_changes
from tests.server.test_secrets import plain
from tests.server.ws_client import changed, check_paths

NAMES = some.sampled_from(["abbeys", "advisors", "room"])
LEAVES = some.none() | some.text(max_size=2) | some.integers(0, 3)
THINGS = some.recursive(
    LEAVES, lambda inner: some.lists(inner, max_size=4) | some.dictionaries(NAMES, inner), max_leaves=12
)


def changes_in(old: Any, new: Any) -> list[Change]:
    changes: list[Change] = []
    if old != new:
        note_changes(changes, ("it",), old, new)
    return changes


@given(THINGS, THINGS)
def test_changes_make_the_old_into_the_new(old: Any, new: Any) -> None:
    changes = plain(changes_in(old, new))
    assert changed({"it": old}, changes) == {"it": new}
    check_paths([path for path, *_ in changes])


@given(THINGS)
def test_of_what_is_the_same_nothing_is_sent(thing: Any) -> None:
    assert changes_in(thing, plain(thing)) == []


@given(THINGS)
def test_what_was_missing_is_sent_as_a_whole(thing: Any) -> None:
    assert changes_in(MISSING, thing) == [(("it",), thing)]


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ({"a": {"x": 1}, "b": {"x": 2}}, {"a": {"x": 1}, "b": {"x": 3}}, [(("it", "b", "x"), 3)]),
        ({"a": 1}, {"a": 1, "b": 2}, [(("it",), {"a": 1, "b": 2})]),
        ({"a": 1, "b": 2}, {"a": 1}, [(("it",), {"a": 1})]),
        ({"a": 1, "b": 2}, {"a": 1, "c": 2}, [(("it",), {"a": 1, "c": 2})]),
        ([[1], [2]], [[1], [3]], [(("it", 1), [3])]),
        ([{"x": 1, "y": 2}], [{"x": 1, "y": 3}], [(("it", 0, "y"), 3)]),
        ([1, 2], [1, 3], [(("it",), [1, 3])]),
        (["a", "b", "c"], ["a", "c"], [(("it",), 1, 1, [])]),
        (["a", "c"], ["a", "b", "c"], [(("it",), 1, 0, ["b"])]),
        ({"s": [["a", "c"], ["d"]]}, {"s": [["a", "b", "c"], ["d"]]}, [(("it", "s", 0), 1, 0, ["b"])]),
    ],
)
def test_only_the_part_that_changed_is_sent(old: Any, new: Any, changes: Any) -> None:
    assert changes_in(old, new) == changes


@pytest.mark.parametrize("title", TITLES)
def test_what_is_sent_of_a_match_adds_up_to_what_is_seen(title: str) -> None:
    """Through all viewers, with what the viewers share encoded once."""
    match, views = Match(load(title), 3, rng=Rng(5)), ViewCache()
    viewers = [None, 0, 1, 2]
    looked = {viewer: views.look(match.state, viewer) for viewer in viewers}
    seen = {viewer: plain(match.state.observe(viewer)) for viewer in viewers}
    rng = Rng(6)
    while (acting := match.to_act()) and len(match.log) < 150:
        actions = match.state.legal(acting[0])
        match.play(acting[0], actions[rng.below(len(actions))])
        step = StepChanges()
        for viewer in viewers:
            now = views.look(match.state, viewer)
            seen[viewer] = changed(seen[viewer], json.loads(bytes(step.encode(looked[viewer], now))))
            looked[viewer] = now
            assert seen[viewer] == plain(match.state.observe(viewer))

"""Titles on players' own components: made once, kept within bounds, gone when nobody needs them."""

import gc
from typing import Any

import pytest

from abbatia.core.contract import BadSetup, Title
from abbatia.core.reading import parse_file
from abbatia.games import load
from abbatia.games.own import LARGEST, OwnTitles, title_with


def board(n: int = 0) -> dict[str, Any]:
    file = load("cardinal").component_file
    assert file is not None
    data = parse_file(file.ours.read_text("utf-8"))
    data["map"]["width"] = 1000 + n
    return data


def test_the_same_file_is_made_into_a_title_once() -> None:
    titles = OwnTitles()
    one = titles.title("cardinal", board())
    assert titles.title("cardinal", board()) is one
    assert one.own_components is not None
    assert titles.title("cardinal", one.own_components) is one
    assert titles.title("cardinal", board(1)) is not one
    assert title_with("cardinal", None) is load("cardinal")


def test_a_file_that_leaves_things_out_is_the_same_title_when_it_comes_from_the_store() -> None:
    titles = OwnTitles()
    file = load("kings_abbey").component_file
    assert file is not None
    data = parse_file(file.ours.read_text("utf-8"))
    del data["player_board"]
    one = titles.title("kings_abbey", data)
    assert one.own_components is not None
    assert titles.title("kings_abbey", one.own_components) is one


def test_only_so_many_are_kept_and_the_last_used_stay() -> None:
    titles = OwnTitles(4)
    first = titles.title("cardinal", board())
    for n in range(1, 9):
        titles.title("cardinal", board(n))
        assert titles.title("cardinal", board()) is first
        assert len(titles.kept) <= 4


def test_a_title_that_nobody_needs_leaves_no_garbage_behind() -> None:
    """The server's collector looks once an hour: a cycle would stay until then."""
    title: Title | None = load("cardinal").with_components(board(77))
    assert title is not None
    state = title.start(3)
    kind = type(title)
    gc.collect()
    gc.disable()
    try:
        before = sum(type(thing) is kind for thing in gc.get_objects())
        del state
        title = None
        assert sum(type(thing) is kind for thing in gc.get_objects()) == before - 1
    finally:
        gc.enable()


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadSetup) as caught:
        title_with("cardinal", {**board(), "about": "x" * LARGEST})
    assert caught.value.message.key == "core.file.too_large"
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for bad in (deep, float("nan"), {1, 2}):
        with pytest.raises(BadSetup) as caught:
            title_with("cardinal", {**board(), "about": bad})
        assert caught.value.message.key == "core.file.not_json"

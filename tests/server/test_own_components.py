"""Boards and cards of the players' own on the server, bounded in time and memory: each was an attack once."""

import threading
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.reading import parse_file
from abbatia.core.record import Record, print_record
from abbatia.games import load
from abbatia.games.own import KEPT, TITLES
from abbatia.server.http.titles import actions_of
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import RunningServer, running_server
from tests.server.ws_client import client, tokens_of

Json = dict[str, Any]


def ours(title: str) -> Json:
    file = load(title).component_file
    assert file is not None
    return parse_file(file.ours.read_text("utf-8"))


def net(sites: int, steps: tuple[int, ...], abbeys: int) -> Json:
    """A board of one's own with one long row of sites, and roads from each to some of the next."""
    data = ours("cardinal")
    homes = [country["id"] for country in data["countries"]]
    data["sites"] = [
        {"id": f"s{n}", "name": f"S{n}", "country": homes[n * len(homes) // sites], "x": n, "y": 1}
        for n in range(sites)
    ]
    data["roads"] = [[f"s{n}", f"s{n + step}"] for step in steps for n in range(sites - step)]
    data["pieces"] = {"abbeys": abbeys, "advisors": 8}
    return data


async def refused(here: RunningServer, components: Json, title: str = "cardinal") -> str:
    seats = [{"kind": "me"}] * 3
    answer = await here.post("/api/tables", {"title": title, "seats": seats, "components": components}, 400)
    assert answer["code"] == "bad_setup"
    key: str = answer["why"]["key"]
    return key


async def test_a_board_on_which_chains_cannot_be_counted_is_refused() -> None:
    """C1: a net of 62 sites with six roads each and 27 abbeys froze the server for good."""
    async with running_server() as here:
        assert await refused(here, net(62, (1, 7, 8), 20)) == "cardinal.board.dense_roads"
        assert await refused(here, net(62, (1, 2), 27)) == "core.file.not_whole"
        await here.create(components=net(62, (1, 5), 20))


async def test_a_record_on_such_a_board_is_refused_with_the_reason() -> None:
    match = Match(load("cardinal").with_components(net(62, (1, 5), 20)), 3, rng=Rng(1))
    text = print_record(Record.of(match))
    async with running_server() as here:
        answer = await here.http.post("/api/records", content=text.replace('"abbeys":20', '"abbeys":30'))
        assert answer.status_code == 400
        for bad in ('"pieces":{', '"junk":1,"pieces":{'):
            twice = text.replace('"pieces":{', f'"pieces":{{}},{bad}')
            answer = await here.http.post("/api/records", content=twice)
            assert answer.status_code == 400


@pytest.mark.parametrize(
    ("title", "way", "value", "key"),
    [
        ("cardinal", ("junk",), "x" * 100_000, "core.file.unknown"),
        ("cardinal", ("about",), "x" * 900_000, "core.file.too_large"),
        ("cardinal", ("sites", 0, "x"), 99999, "core.file.off_the_map"),
        ("kings_abbey", ("main_board", "darkness_track", "values"), [3] * 50_000, "core.file.length"),
        ("kings_abbey", ("main_board", "initiative", "tokens", 0, "remark"), "x", "core.file.unknown"),
        ("pelegrinus", ("regions", 0, "junk"), ["x"] * 1000, "core.file.unknown"),
    ],
)
async def test_lists_without_end_and_unknown_fields_are_refused(
    title: str, way: tuple[Any, ...], value: Any, key: str
) -> None:
    """H1, H2: a track of 50,000 cells stood in every observation, a megabyte of junk was kept."""
    data = ours(title)
    here_in: Any = data
    for step in way[:-1]:
        here_in = here_in[step]
    here_in[way[-1]] = value
    async with running_server() as here:
        assert await refused(here, data, title) == key


async def test_many_boards_are_kept_within_bounds_and_made_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """H2: 400 small boards took 3 GB, each made twice, and in the thread of the event loop."""
    made: list[threading.Thread] = []
    cardinal = type(load("cardinal"))
    make = cardinal.with_components

    def counted(self: Any, data: Any) -> Any:
        made.append(threading.current_thread())
        return make(self, data)

    monkeypatch.setattr(cardinal, "with_components", counted)
    store = MemoryStore()
    async with running_server(store) as here:
        for n in range(KEPT + 8):
            data = net(20, (1,), 5)
            data["map"]["width"] = 2000 + n
            table = (await here.create(components=data))["table"]["id"]
        assert len(TITLES.kept) <= KEPT
    assert len(made) == KEPT + 8
    TITLES.kept.clear()
    async with running_server(store) as here:  # a server that starts anew opens a table
        await here.get(f"/api/tables/{table}")
    assert len(made) == KEPT + 9
    assert threading.current_thread() not in made


@pytest.mark.parametrize("title", ["cardinal", "pelegrinus", "kings_abbey"])
async def test_the_names_of_a_file_reach_the_browser(title: str) -> None:
    data = ours(title)
    key = {
        "cardinal": "cardinal.site.cluny",
        "pelegrinus": "pelegrinus.place.acre",
        "kings_abbey": "kings_abbey.crusade.c01",
    }[title]
    part = {"cardinal": "sites", "pelegrinus": "cities", "kings_abbey": "crusades"}[title]
    for item in data[part]:
        if item["id"] == key.rsplit(".", 1)[1]:
            item.update(
                {"name": "Xanadu"} if title != "pelegrinus" else {"name": "Xanadu", "name_en": "Xanadu"}
            )
    async with running_server() as here, client(here) as anne:
        seated = await here.create(title, components=data)
        table = seated["table"]["id"]
        names = (await here.get(f"/api/tables/{table}/actions"))["names"]
        assert names["en"][key] == names["fr"][key] == "Xanadu"
        assert await here.get(f"/api/tables/{table}/components") == data
        await anne.come(table, tokens_of(seated))
    assert actions_of(load(title)).names == {}

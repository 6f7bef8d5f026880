"""Lists in pages, by a cursor; what is behind the question mark is never ignored."""

import time

from abbatia.core.words import LANGUAGES, Message, words
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_to
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import TableRow
from tests.server.running_server import Json, RunningServer, running_server


def gathering(number: int, creator: str = "") -> TableRow:
    """A public table that waits for players, the newer the higher its number."""
    head = meta_to(TableMeta(chairs=(SeatConfig("person", "A"), SeatConfig("open"))))
    at = time.time_ns() // 1_000_000 - 1_000_000 + number // 2
    return TableRow(
        f"table{number:03}", "cardinal", 1, 2, at, touched=at, head={**head, "creator": creator}, secret=b"x"
    )


async def pages(here: RunningServer, limit: int, first: Json) -> list[str]:
    """The ids of all tables from a page on."""
    seen, page = [table["id"] for table in first["tables"]], first
    while page["next"] is not None:
        page = await here.get(f"/api/tables?limit={limit}&before={page['next']}")
        assert not {table["id"] for table in page["tables"]} & set(seen), "a page begins where the last ended"
        seen += [table["id"] for table in page["tables"]]
    return seen


async def test_lists_come_in_pages() -> None:
    """Nothing is skipped or told twice, also when tables come between two pages."""
    store = MemoryStore()
    for number in range(7):
        await store.create(gathering(number))
    async with running_server(store) as here:
        first = await here.get("/api/tables?limit=3")
        assert len(first["tables"]) == 3
        await store.create(gathering(7))
        assert await pages(here, 3, first) == [f"table00{number}" for number in (6, 5, 4, 3, 2, 1, 0)]
        whole = await here.get("/api/tables?limit=8")
        assert (len(whole["tables"]), whole["next"]) == (8, None)
        for cursor in ("soon", "12-", "-abcdef", "1" * 16 + "-abcdef"):
            refused = await here.get(f"/api/tables?before={cursor}", 400)
            assert refused["code"] == "bad_message"


async def test_one_creator_does_not_push_the_others_off_the_first_page() -> None:
    store = MemoryStore()
    for number in range(200):
        await store.create(gathering(number, f"c{number}" if number < 4 else "flood"))
    async with running_server(store) as here:
        page = await here.get("/api/tables")
        others = [f"table00{number}" for number in (3, 2, 1, 0)]
        assert [table["id"] for table in page["tables"]] == ["table199", *others]
        seen = await pages(here, 2, await here.get("/api/tables?limit=2"))
        assert set(others) <= set(seen)


async def test_records_come_in_pages_also_of_one_title() -> None:
    store = MemoryStore()
    for number in range(250):
        title = "pelegrinus" if number % 50 == 0 else "cardinal"
        head = meta_to(
            TableMeta(chairs=(SeatConfig("person", "A"), SeatConfig("person", "B")), scores=(1, 2))
        )
        row = TableRow(
            f"record{number}", title, 1, 2, 0, status="over", touched=number // 2, head=head, secret=b"x"
        )
        await store.create(row)
    async with running_server(store) as here:
        few = await here.get("/api/records?title=pelegrinus&limit=3")
        assert [record["id"] for record in few["records"]] == ["record200", "record150", "record100"]
        rest = await here.get(f"/api/records?title=pelegrinus&before={few['next']}")
        assert [record["id"] for record in rest["records"]] == ["record50", "record0"]
        assert rest["next"] is None
        seen, cursor = list[str](), ""
        while cursor is not None:
            page = await here.get(f"/api/records?limit=100{cursor and f'&before={cursor}'}")
            seen += [record["id"] for record in page["records"]]
            cursor = page["next"]
        assert len(seen) == len(set(seen)) == 250


async def test_unknown_parameters_are_refused_in_one_sentence() -> None:
    async with running_server() as here:
        for path, key, name in (
            ("/api/tables?offset=3", "unknown_parameter", "offset"),
            ("/api/records?limit=2&player=Anne", "unknown_parameter", "player"),
            ("/api/titles?page=2", "no_parameters", "page"),
        ):
            refused = await here.get(path, 400)
            assert refused["why"]["key"] == f"server.{key}"
            for language in LANGUAGES:
                why = Message(refused["why"]["key"], **refused["why"]["args"])
                first, last = {"en": "“”", "fr": ("«\u202f", "\u202f»"), "de": "„“"}[language]
                assert f"{first}{name}{last}" in words(language).say(why)

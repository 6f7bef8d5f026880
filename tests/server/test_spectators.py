"""Spectators' chat: everybody reads it, nobody stores it, and it cannot flood a table."""

from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import client, tokens_of


async def test_a_spectators_line_is_read_by_all_and_stored_by_nobody() -> None:
    store = MemoryStore()
    async with (
        running_server(store) as here,
        running_server(MemoryStore(store.database)) as there,
        client(here) as anne,
        client(there) as bert,
        client(here) as watcher,
    ):
        seated = await here.create()
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated)[:1])
        await bert.come(table, tokens_of(seated)[1:2])
        await watcher.come(table)
        before = len(await store.entries(table))
        line = {"table": table, "seat": None, "text": "well played", "key": "k"}
        for _ in range(2):
            assert (await watcher.ask("chat", **line))["type"] == "done"
        for one in (anne, bert):
            said = await one.until(lambda message: message["type"] == "chatted")
            assert (said["line"]["seat"], said["line"]["text"]) == (None, "well played")
        assert len(await store.entries(table)) == before
        async with client(here) as late:
            (sync,) = await late.come(table)
            assert [found["text"] for found in sync["chat"]] == ["well played"], "once, for newcomers too"
        await anne.ask("mute", table=table, seat=0, who=None, on=True)
        await watcher.ask("chat", **{**line, "key": "l", "text": "hello?"})
        await bert.until(lambda message: message["type"] == "chatted")
        read = len(anne.frames)
        await anne.ask("ping")
        assert len(anne.frames) == read + 1, "a seat that has muted spectators gets nothing"


async def test_spectators_cannot_flood_a_table() -> None:
    async with running_server() as here, client(here) as one, client(here) as other:
        table = (await here.create())["table"]["id"]
        await one.come(table)
        await other.come(table)
        answers = [
            await who.ask("chat", table=table, seat=None, text=f"line {n}")
            for n in range(15)
            for who in (one, other)
        ]
        done = [answer for answer in answers if answer["type"] == "done"]
        assert 10 <= len(done) < 20
        assert {answer["code"] for answer in answers if answer["type"] != "done"} == {"too_fast"}

"""Why not, what if, how was it: answers that touch nothing and show nothing hidden."""

from abbatia.core.chance import Rng
from abbatia.games import load
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import client, play_out, tokens_of


async def test_why_not_names_the_rule() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        legal = anne.views[seat]["legal"]
        illegal = [text for text in load("cardinal").vocabulary if text not in legal][:40]
        before = await store.entries(table)
        answer = await anne.ask("why", table=table, seat=seat, actions=[legal[0], *illegal])
        assert answer["type"] == "reasons"
        assert answer["reasons"][0] is None
        assert all(reason["reason"]["key"] for reason in answer["reasons"][1:])
        assert any(reason["rule"] for reason in answer["reasons"][1:])
        assert await store.entries(table) == before


async def test_a_preview_is_what_then_happens() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        pay = next(text for text in anne.views[seat]["legal"] if text.startswith("pay"))
        shown = await anne.ask("preview", table=table, seat=seat, actions=[pay])
        assert (shown["done"], shown["stopped"], shown["refusal"]) == (1, "end", None)
        twice = await anne.ask("preview", table=table, seat=seat, actions=[pay, pay])
        assert (twice["done"], twice["stopped"]) == (1, "refused")
        assert twice["refusal"]["reason"]["key"]
        assert [entry.kind for entry in await store.entries(table)] == ["create", "start"]
        await anne.play(seat, pay)
        assert anne.views[seat]["observation"] == shown["observation"]
        assert anne.views[seat]["legal"] == shown["legal"]
        assert anne.logs[seat][-1]["events"] == shown["log"][-1]["events"]


async def test_a_preview_stops_where_cards_would_be_drawn() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        for _ in range(60):
            seat = anne.acting()[0]
            draws = [text for text in anne.views[seat]["legal"] if text.startswith("draw")]
            if draws:
                shown = await anne.ask("preview", table=table, seat=seat, actions=[draws[-1]] * 3)
                assert shown["done"] <= 2
                assert shown["stopped"] in ("chance", "turn", "revealed", "refused")
                hand = shown["observation"]["own"]["hand"]
                assert len(hand) <= len(anne.views[seat]["observation"]["own"]["hand"]) + shown["done"]
                return
            await play_out(anne, Rng(4), 1)
        raise AssertionError("nobody came to draw")


async def test_looking_back_shows_what_was_seen_then() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seen: dict[int, object] = {}
        for _ in range(12):
            seen[len(anne.logs[1])] = anne.views[1]["observation"]
            await play_out(anne, Rng(8), 1)
        for at, observation in seen.items():
            looked = await anne.ask("look", table=table, viewer=1, at=at)
            assert looked["observation"] == observation
        refused = await anne.ask("look", table=table, viewer=1, at=5_000)
        assert refused["code"] == "not_possible"


async def test_who_is_muted_is_not_heard_by_that_seat() -> None:
    async with running_server() as here, client(here) as anne, client(here) as bert, client(here) as watcher:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await anne.come(table, tokens[:1])
        await bert.come(table, tokens[1:2])
        await watcher.come(table)
        await anne.ask("mute", table=table, seat=0, who=1, on=True)
        await bert.ask("chat", table=table, seat=1, text="psst")
        await watcher.ask("chat", table=table, seat=None, text="well  \u0007 played")
        line = await anne.until(lambda message: message["type"] == "chatted")
        assert (line["line"]["seat"], line["line"]["text"]) == (None, "well played")
        assert (await watcher.ask("chat", table=table, seat=1, text="I am Bert"))["code"] == "not_seated"
        async with client(here) as back:
            sync = (await back.come(table, tokens[:1]))[0]
            assert sync["muted"] == [1]
            assert [line["text"] for line in sync["chat"]] == ["well played"]
        await anne.ask("mute", table=table, seat=0, who=1, on=False)
        await bert.ask("chat", table=table, seat=1, text="hello")
        line = await anne.until(lambda message: message["type"] == "chatted")
        assert line["line"]["text"] == "hello"

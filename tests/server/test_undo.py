"""Taking back: free until something was revealed, by consent of all beyond, done again on demand."""

import asyncio

import pytest
from msgspec import structs

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE
from abbatia.core.playout import choice, first
from abbatia.core.record import parse, print_record
from abbatia.server.live.registry import title_of
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_to
from abbatia.server.live.table_state import TableState
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, TableRow, log_after
from tests.games.test_undo import undo
from tests.server.running_server import Json, running_server
from tests.server.ws_client import Client, client, play_out, tokens_of


async def take_back(player: Client, seat: int, *, ask: bool = False) -> Json:
    nth = player.views[seat]["nth"]
    return await player.ask("undo", table=player.table["id"], seat=seat, nth=nth, ask=ask)


async def test_what_nobody_has_seen_is_taken_back_freely_and_done_again() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne, client(here) as bert:
        seated = await here.create("pelegrinus", ["me", "me"])
        table = seated["table"]["id"]
        mine, other = tokens_of(seated)
        await anne.come(table, [mine])
        await bert.come(table, [other])
        start = anne.views[0]
        told = list(anne.logs[0])
        assert start["undo"] == "none"
        assert (await anne.play(0, start["legal"][0]))["type"] == "done"
        after = anne.views[0]
        assert after["undo"] == "free"
        assert (await take_back(anne, 0))["type"] == "done"
        assert anne.views[0]["observation"] == start["observation"]
        assert anne.views[0]["legal"] == start["legal"]
        assert anne.views[0]["redo"] is True
        assert anne.logs[0] == told
        nth = anne.views[0]["nth"]
        assert nth == 2
        assert (await anne.ask("redo", table=table, seat=0, nth=nth))["type"] == "done"
        assert anne.views[0]["observation"] == after["observation"]
        assert anne.views[0]["redo"] is False
        repeat = await anne.ask("redo", table=table, seat=0, nth=nth)
        assert (repeat["type"], repeat["nth"]) == ("done", nth + 1)
        again = await anne.ask("redo", table=table, seat=0, nth=nth + 1)
        assert again["code"] == "not_possible"
        await bert.ask("ping")
        assert not any(frame for frame in bert.frames if '"type":"step"' in frame), "all this was private"


async def test_what_was_revealed_needs_the_consent_of_all() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne, client(here) as others:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await anne.come(table, tokens[:1])
        await others.come(table, tokens[1:])
        await asyncio.gather(play_turns(anne, 1), play_turns(others, 1))
        while not anne.views[0]["legal"]:
            await anne.read()
        assert anne.views[0]["undo"] == "consent"
        length = len(anne.logs[0])
        assert (await take_back(anne, 0))["code"] == "needs_consent"
        assert (await take_back(anne, 0, ask=True))["type"] == "done"
        await others.until(lambda message: message["type"] == "table" and message["table"]["asking"])
        assert others.table["asking"] == {"seat": 0, "agreed": [], "number": 1}
        said = await others.ask("answer", table=table, seat=1, number=1, yes=False)
        assert said["type"] == "done"
        await anne.until(lambda message: message["type"] == "table")
        assert anne.table["asking"] is None
        assert len(anne.logs[0]) == length
        late = {"table": table, "seat": 1, "number": 1, "yes": True}
        assert (await others.ask("answer", **late))["code"] == "nothing_asked"
        await take_back(anne, 0, ask=True)
        assert (await others.ask("answer", **late))["code"] == "nothing_asked", "it consents to another"
        for seat in (1, 2):
            said = await others.ask("answer", table=table, seat=seat, number=2, yes=True)
            assert said["type"] == "done"
        await anne.until(lambda message: message["type"] == "step")
        assert len(anne.logs[0]) < length
        assert anne.views[0]["legal"]
        assert anne.logs[0] != others.logs[1]
        entry = (await store.entries(table))[-1]
        assert (entry.kind, entry.seat) == ("undo", 0)
        assert sum(await asyncio.gather(play_out(anne, Rng(1)), play_out(others, Rng(2)))) > 5


async def play_turns(player: Client, turns: int) -> None:
    """Play one's own seats until each has had so many turns and it is somebody else's."""
    rng = Rng(9)
    for seat in sorted(seat for seat in player.views if seat is not None):
        for _ in range(turns):
            while not player.views[seat]["legal"]:
                await player.read()
            while player.views[seat]["legal"]:
                legal = player.views[seat]["legal"]
                await player.play(seat, legal[rng.below(len(legal))])


async def test_bots_agree_at_once() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "uniform", "uniform"])
        await anne.come(seated["table"]["id"], tokens_of(seated))
        await play_turns(anne, 1)
        while not anne.views[0]["legal"]:
            await anne.read()
        before = anne.views[0]
        assert before["undo"] == "consent"
        assert (await take_back(anne, 0, ask=True))["type"] == "done"
        assert anne.views[0]["observation"] != before["observation"]
        assert anne.views[0]["legal"]


async def test_nothing_is_taken_back_once_it_is_over_or_before_anything_was_done() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        await anne.come(seated["table"]["id"], tokens_of(seated))
        seat = anne.acting()[0]
        nothing = await take_back(anne, seat)
        assert nothing["why"]["key"] == "core.nothing_to_undo"
        await play_out(anne, Rng(2))
        assert anne.views[0]["undo"] == "none"
        assert (await take_back(anne, 0))["code"] == "over"
        assert (await take_back(anne, 0, ask=True))["code"] == "over"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", ["cardinal", "kings_abbey", "pelegrinus"])
def test_a_table_knows_what_is_free_as_the_match_judges(title: str, seed: int) -> None:
    """Seats act at the same time; what one did last may carry what others did since."""
    rng, table = Rng(seed), started_table(title, seed)
    for number in range(200):
        match, seat = table.playing(), play_any(table, rng)
        if table.status != "playing":
            break
        if table.is_free(seat) and rng.below(8) == 0:
            table.undo(seat, len(table.commands[seat]), 0)
        if number % 3 == 0:
            assert [table.is_free(seat) for seat in range(4)] == [undo(match, seat) for seat in range(4)]


@pytest.mark.parametrize("seed", range(3))
def test_where_seats_act_one_by_one_nothing_is_replayed_to_know_what_is_free(seed: int) -> None:
    """Every step says whether an undo is free; a replay for that would cost more, the longer the match."""
    rng, table = Rng(seed), started_table("cardinal", seed, 2, duel=True)
    free = 0
    while table.status == "playing":
        seat = play_any(table, rng)
        assert all(table.free[seat] is not None for seat in table.acted if seat != CHANCE)
        free += table.free[seat] is True
    assert free > 10


def started_table(title: str, seed: int, seats: int = 4, **options: bool) -> TableState:
    """A table with people alone where the match has begun."""
    row = TableRow("undo00000001", title, 1, seats, 0, options, secret=bytes([seed]) * 32)
    head = meta_to(TableMeta(tuple(SeatConfig("person", str(seat)) for seat in range(seats))))
    table = TableState.load(structs.replace(row, head=head), [], [JournalEntry(0, 0, "create")], title_of)
    table.start(0)
    return table


def play_any(table: TableState, rng: Rng) -> int:
    """Let a seat that is to act play something; which one did."""
    match = table.playing()
    seat = first(match.to_act(), rng)
    text = match.title.vocabulary[choice(match.state, seat, rng)]
    table.play(seat, len(table.commands[seat]), [text], 0)
    return seat


async def test_beyond_a_reveal_bots_order_anew_and_everybody_is_told() -> None:
    """Nobody reads a sealed programme and answers it: the whole turn is open again."""
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("pelegrinus", ["me", "uniform"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        actor = here.server.tables.live_tables[table]
        while not any(seat == 1 for seat, _ in actor.table.playing().log):
            await asyncio.sleep(0.01)  # the bot orders first
        await seal(anne)
        while actor.table.playing().turns.count == 1:
            await asyncio.sleep(0.01)
        ordered = [entry for entry in actor.table.playing().log if entry[0] == 1]
        assert ordered
        assert (await take_back(anne, 0, ask=True))["type"] == "done"
        entry = next(entry for entry in await store.entries(table) if entry.kind == "undo")
        assert entry.cut is not None
        kept: list[tuple[int, int]] = []
        for before in (await store.entries(table))[: entry.n + 1]:
            log_after(kept, before)
        assert not any(seat >= 0 for seat, _ in kept), "nobody keeps an order that was seen"
        assert (await here.get(f"/api/tables/{table}"))["take_backs"] == 1
        while not any(seat == 1 for seat, _ in actor.table.playing().log):
            await asyncio.sleep(0.01)
        await play_out(anne, Rng(1))
        record = parse((await here.http.get(f"/api/records/{table}")).text)
        assert [seat for seat, _ in record.take_backs] == [0]
        verdict = await here.get(f"/api/records/{table}/verify")
        assert (verdict["good"], verdict["take_backs"]) == (True, 1)
        stored = await here.http.post("/api/records", content=print_record(record).encode())
        again = stored.json()["record"]["id"]
        assert parse((await here.http.get(f"/api/records/{again}")).text).take_backs == record.take_backs


async def seal(player: Client) -> None:
    """Order anything and seal, so that all programmes are revealed."""
    rng = Rng(5)
    while "seal" not in player.views[0]["legal"]:
        legal = [text for text in player.views[0]["legal"] if not text.startswith("take ")]
        await player.play(0, legal[rng.below(len(legal))])
    await player.play(0, "seal")


async def test_where_nothing_is_taken_back_only_what_nobody_saw_is() -> None:
    """As it must be where a match counts for something: against bots, too."""
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "uniform", "uniform"], take_back="none")
        assert seated["table"]["take_back"] == "none"
        await anne.come(seated["table"]["id"], tokens_of(seated))
        await play_turns(anne, 1)
        while not anne.views[0]["legal"]:
            await anne.read()
        before = anne.views[0]
        assert before["undo"] == "none"
        for ask in (False, True):
            refused = await take_back(anne, 0, ask=ask)
            assert (refused["code"], refused["why"]["key"]) == ("not_possible", "server.no_take_back")
        assert anne.views[0] == before
    async with running_server() as here, client(here) as anne:
        seated = await here.create("pelegrinus", ["me", "me"], take_back="none")
        await anne.come(seated["table"]["id"], tokens_of(seated)[:1])
        await anne.play(0, anne.views[0]["legal"][0])
        assert anne.views[0]["undo"] == "free"
        assert (await take_back(anne, 0))["type"] == "done"

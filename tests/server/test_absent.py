"""People who are away: the table pauses when none is left, and nobody agrees for them."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from abbatia.server.errors import Denied
from abbatia.server.live.match_state import Transition
from abbatia.server.live.registry import title_of
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_to
from abbatia.server.live.table_state import TableState
from abbatia.server.ws.model import MoveClock
from abbatia.storage.model import JournalEntry, TableRow
from abbatia.storage.sqlite import SqliteStore
from tests.server.running_server import running_server
from tests.server.test_clocks import Time
from tests.server.test_undo import play_turns, take_back
from tests.server.ws_client import Client, client, tokens_of

MINUTE: dict[str, Any] = {"clock": {"kind": "move", "seconds": 60}, "stand_in": "uniform"}


def table_of(chairs: list[SeatConfig], title: str = "cardinal", **head: Any) -> TableState:
    """A table in memory that has begun."""
    row = TableRow("away00000001", title, 1, len(chairs), 0, secret=bytes(32))
    told = meta_to(TableMeta(tuple(chairs), stand_in="uniform", **head))
    table = TableState.load(structs.replace(row, head=told), [], [JournalEntry(0, 0, "create")], title_of)
    table.start(0)
    return table


def bot_plays(table: TableState, seat: int, now: int = 0) -> Transition:
    match = table.playing()
    text = match.title.vocabulary[match.state.legal(seat)[0]]
    return table.play(seat, len(table.commands[seat]), [text], now, bot=True)


def person_plays(table: TableState, seat: int) -> Transition:
    match = table.playing()
    text = match.title.vocabulary[match.state.legal(seat)[0]]
    return table.play(seat, len(table.commands[seat]), [text], 0)


async def test_bots_do_not_finish_the_game_when_all_people_are_away(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "uniform"], **MINUTE)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        tables = here.server.tables
        for seat in (1, 0):  # the one who is to act goes last
            await tables.live_tables[table].do(partial(leave, seat))
        log = list(tables.live_tables[table].table.playing().log)
        for _ in range(5):
            time.pass_by(100)
            await tables.sweep()
            tables.live_tables[table].bots.wake()
            assert not tables.live_tables[table].bots.thinking
        info = await here.get(f"/api/tables/{table}")
        assert info["state"] == "playing"
        assert info["paused"] is True
        assert tables.live_tables[table].table.playing().log == log
        left = info["clocks"]
        time.pass_by(1_000)
        assert (await here.get(f"/api/tables/{table}"))["clocks"] == left, "clocks stand still"
        assert (await anne.ask("return", table=table, seat=0))["type"] == "done"
        assert anne.table["paused"] is False
        await play_turns_of(anne, 0)
        await anne.until(lambda m: m["type"] == "step" and 0 in m["view"]["to_act"])


def leave(seat: int, table: TableState, now: int) -> Transition:
    return table.absent(seat, now)


async def play_turns_of(player: Client, seat: int) -> None:
    while player.views[seat]["legal"]:
        await player.play(seat, player.views[seat]["legal"][0])


async def test_a_paused_table_stays_paused_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    time = Time(monkeypatch)
    file = tmp_path / "tables.sqlite"
    async with running_server(SqliteStore(file)) as here:
        seated = await here.create("cardinal", ["me", "uniform", "uniform"], **MINUTE)
        table = seated["table"]["id"]
        time.pass_by(61)
        await here.server.tables.sweep()
        before = await here.get(f"/api/tables/{table}")
        assert before["paused"] is True
        assert before["seats"][0]["standing_in"] is True
    time.pass_by(86_400)
    async with running_server(SqliteStore(file)) as here, client(here) as anne:
        await here.server.tables.sweep()
        await anne.come(table, tokens_of(seated))
        assert anne.table["paused"] is True
        assert anne.table["clocks"] == before["clocks"]
        assert not here.server.tables.live_tables[table].bots.thinking
        assert (await here.server.store.journal.table(table)).due is None  # type: ignore[union-attr]  # it is there


async def test_a_host_may_let_the_bots_play_on() -> None:
    async with running_server() as here:
        seated = await here.create(
            "cardinal", ["me", "uniform", "uniform"], stand_in="uniform", absent="play_on"
        )
        table = seated["table"]["id"]
        assert seated["table"]["absent"] == "play_on"
        await here.post(f"/api/tables/{table}/leave", {"token": tokens_of(seated)[0]})
        while (await here.get(f"/api/tables/{table}"))["state"] != "over":
            await asyncio.sleep(0.05)


def test_a_bot_that_was_thinking_when_the_last_person_went_is_not_heard() -> None:
    table = table_of(
        [SeatConfig("person", "Anne"), SeatConfig("bot", "", "uniform"), SeatConfig("bot", "", "uniform")]
    )
    while table.to_act() == (0,):
        person_plays(table, 0)
    table.absent(0, 0)
    with pytest.raises(Denied) as no:
        bot_plays(table, table.to_act()[0])
    assert no.value.why.key == "server.paused"
    table.come_back(0, 0)
    bot_plays(table, table.to_act()[0])


def test_a_table_of_bots_alone_does_not_pause() -> None:
    table = table_of([SeatConfig("bot", "", "uniform")] * 3)
    assert not table.is_paused
    bot_plays(table, table.to_act()[0])


def test_clocks_stand_still_while_a_table_pauses() -> None:
    table = table_of(
        [SeatConfig("person", "Anne"), SeatConfig("bot", "", "uniform"), SeatConfig("person", "B")],
        clock=MoveClock(60),
    )
    face = table.clocks
    assert face is not None
    table.absent(2, 1_000)
    table.absent(0, 61_000)
    assert table.wanted_due(61_000) is None
    left = face.shown(61_000)
    assert face.shown(500_000) == left
    table.come_back(2, 600_000)
    assert table.wanted_due(600_000) is not None


# -- consent


def test_who_is_away_does_not_agree() -> None:
    table = table_of([SeatConfig("person", name) for name in ("Anne", "Bert", "Carl")])
    while table.to_act() == (0,):
        person_plays(table, 0)
    assert not table.is_free(0)
    table.absent(1, 0)
    table.absent(2, 0)
    with pytest.raises(Denied) as no:
        table.ask(0, len(table.commands[0]), 0)
    assert no.value.why.key == "server.away_cannot_agree"
    assert no.value.why.args == {"seats": [1, 2]}
    table.come_back(1, 0)
    table.come_back(2, 0)
    table.ask(0, len(table.commands[0]), 0)
    log = list(table.playing().log)
    table.answer(1, 1, 0, yes=True)
    table.absent(2, 0)
    assert table.playing().log == log, "who goes away after the question was asked agrees to nothing either"
    assert table.asking is not None
    table.come_back(2, 0)
    table.answer(2, 1, 0, yes=True)
    assert len(table.playing().log) < len(log)


async def test_a_stranger_is_told_that_somebody_is_away() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "uniform"], stand_in="uniform")
        table = seated["table"]["id"]
        mine, other = tokens_of(seated)
        await anne.come(table, [mine])
        await play_turns(anne, 1)
        await here.post(f"/api/tables/{table}/leave", {"token": other})
        while not anne.views[0]["legal"]:
            await anne.read()
        log = len(anne.logs[0])
        refused = await take_back(anne, 0, ask=True)
        assert refused["code"] == "not_possible"
        assert refused["why"]["key"] == "server.away_cannot_agree"
        assert len(anne.logs[0]) == log

"""Clocks run on the server, survive restarts, and a bot stands in for who is absent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.server.clocks import Face, budget
from abbatia.server.messages import BankClock, Clock, DaysClock, MoveClock
from abbatia.server.table import Deed, Table
from abbatia.server.tables import Tables
from abbatia.storage.memory import MemoryStore
from abbatia.storage.rows import Change
from abbatia.storage.sqlite import SqliteStore
from tests.server.room import Client, Json, Room, client, play_out, room, tokens_of


class Time:
    """The server's time, moved by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_700_000_000_000
        monkeypatch.setattr(Tables, "now", lambda _: self.now)

    def pass_by(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


def test_a_bank_runs_only_while_the_seat_is_to_act_and_grows_by_the_increment() -> None:
    face = Face(BankClock(100, 5), 2, 0)
    face.turn(0, (0,))
    face.turn(30_000, (1,), 0)
    assert face.shown(30_000) == [75_000, 100_000]
    assert face.shown(50_000) == [75_000, 80_000]
    assert face.falls(()) == 130_000
    assert face.falls((1,)) is None
    face.turn(50_000, (0, 1), 1)
    assert face.shown(60_000) == [65_000, 75_000]
    assert face.fallen(50_000 + 75_000, ()) == [0]
    assert face.fallen(50_000 + 85_000, (0,)) == [1]


@pytest.mark.parametrize("clock", [MoveClock(60), DaysClock(2)])
def test_each_decision_has_its_own_time(clock: Clock) -> None:
    full = budget(clock)
    face = Face(clock, 2, 0)
    face.turn(0, (0,))
    face.turn(20_000, (0,), 0)
    assert face.shown(20_000) == [full, full]
    face.turn(30_000, (0, 1))
    assert face.shown(30_000) == [full - 10_000, full], "who waits for oneself gets no new time"


def test_who_does_not_move_in_time_is_played_by_a_bot_until_he_returns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def wait() -> None:
        time = Time(monkeypatch)
        store = MemoryStore()
        async with room(store) as here, client(here) as anne:
            seated = await here.create(
                "cardinal", ["me", "me", "me"], clock={"kind": "move", "seconds": 60}, stand_in="uniform"
            )
            table = seated["table"]["id"]
            await anne.come(table, tokens_of(seated))
            seat = anne.acting()[0]
            time.pass_by(59)
            await here.server.tables.sweep()
            assert not any(chair["standing_in"] for chair in anne.table["seats"])
            time.pass_by(2)
            await here.server.tables.sweep()
            await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["standing_in"])
            assert anne.table["seats"][seat]["bot"] == "uniform"
            await anne.until(lambda m: m["type"] == "step" and m["view"]["to_act"] != [seat])
            assert (await anne.ask("return", table=table, seat=seat))["type"] == "done"
            assert not anne.table["seats"][seat]["standing_in"]
            assert anne.table["clocks"][seat] == 60_000
            kinds = [entry.kind for entry in await store.entries(table)]
            assert kinds.count("absent") == kinds.count("return") == 1
            assert await play_out(anne, Rng(4), 30) == 30

    asyncio.run(wait())


def test_clocks_go_on_after_a_restart_and_fall_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def wait() -> None:
        time = Time(monkeypatch)
        file = tmp_path / "tables.sqlite"
        async with room(SqliteStore(file)) as here, client(here) as anne:
            seated = await here.create(
                "cardinal", ["me", "me", "me"], clock={"kind": "days", "days": 1}, stand_in="uniform"
            )
            table = seated["table"]["id"]
            await anne.come(table, tokens_of(seated))
            time.pass_by(3_600)
            await play_out(anne, Rng(4), 1)
            seat = anne.acting()[0]
        time.pass_by(82_800)
        async with room(SqliteStore(file)) as here, client(here) as anne:
            syncs = await anne.come(table, tokens_of(seated))
            assert syncs[0]["table"]["clocks"][seat] == 3_600_000
        time.pass_by(3_601)
        async with room(SqliteStore(file)) as here, client(here) as anne:
            await here.server.tables.sweep()
            await anne.come(table, tokens_of(seated))
            assert anne.table["seats"][seat]["standing_in"]

    asyncio.run(wait())


def test_a_forgotten_bot_is_woken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def wait() -> None:
        time = Time(monkeypatch)
        file = tmp_path / "tables.sqlite"
        monkeypatch.setattr("abbatia.server.bots.Bots.wake", lambda _: None)
        async with room(SqliteStore(file)) as here:
            table = (await here.create("cardinal", ["uniform"] * 3))["table"]["id"]
        monkeypatch.undo()
        time = Time(monkeypatch)
        time.pass_by(20)
        store = SqliteStore(file)
        async with room(store) as here:
            await here.server.tables.sweep()
            while (await here.get(f"/api/tables/{table}"))["state"] != "over":
                await asyncio.sleep(0.05)
            assert (await here.get(f"/api/records/{table}/verify"))["good"]

    asyncio.run(wait())


def test_what_is_taken_back_brings_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        time = Time(monkeypatch)
        async with room() as here, client(here) as anne:
            clock = {"kind": "bank", "seconds": 100, "increment": 5}
            seated = await here.create("pelegrinus", ["me", "me"], clock=clock)
            table = seated["table"]["id"]
            await anne.come(table, tokens_of(seated))
            for _ in range(3):
                time.pass_by(1)
                await anne.play(0, anne.views[0]["legal"][0])
                assert anne.views[0]["undo"] == "free"
                undone = await anne.ask("undo", table=table, seat=0, nth=anne.views[0]["nth"])
                assert undone["type"] == "done"
            async with client(here) as watcher:
                await watcher.come(table)
                assert watcher.table["clocks"] == [97_000, 97_000]  # both are to act

    asyncio.run(wait())


class Busy(MemoryStore):
    """A store where something happens just before a head is changed."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def change(self, table: str, change: Change, at: int) -> None:
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        await super().change(table, change, at)


@asynccontextmanager
async def behind(
    monkeypatch: pytest.MonkeyPatch, clock: Json
) -> AsyncIterator[tuple[Time, Room, Room, Busy, Client]]:
    """Two processes; the second knows a table from before its start, and looks after it when told to."""
    time = Time(monkeypatch)
    monkeypatch.setattr("abbatia.server.tables.SWEEP", 3_600)
    one = MemoryStore()
    two = Busy(one.shelves)
    async with room(one) as here, room(two) as there, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "open"], clock=clock, stand_in="uniform")
        table = seated["table"]["id"]
        await there.get(f"/api/tables/{table}")
        two.watchers.clear()
        last = await here.post(f"/api/tables/{table}/join", {"name": "Zoe"})
        await anne.come(table, tokens_of(seated) + tokens_of(last))
        yield time, here, there, two, anne


async def take_turn(player: Client) -> int:
    """Whoever acts plays until it is another's turn; who that was."""
    seat = player.acting()[0]
    while player.acting() == [seat]:
        assert (await player.play_any(Rng(4)))["type"] == "done"
    return seat


def test_a_process_that_is_behind_lets_no_clock_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        clock = {"kind": "move", "seconds": 10}
        async with behind(monkeypatch, clock) as (time, _, there, two, anne):
            seat = anne.acting()[0]
            time.pass_by(11)
            await there.server.tables.sweep()  # it has not heard of the start
            await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["standing_in"])
            entries = await two.entries(anne.table["id"])
            assert [entry.seat for entry in entries if entry.kind == "absent"] == [seat]

    asyncio.run(wait())


def test_who_acts_at_the_last_moment_delays_no_other_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        clock = {"kind": "move", "seconds": 10}
        async with behind(monkeypatch, clock) as (time, _, there, two, anne):
            table = anne.table["id"]
            actor = await there.server.tables.find(table)
            await actor.catch_up()
            time.pass_by(9)
            await take_turn(anne)
            ends = time.now + 10_000
            time.pass_by(2)
            await there.server.tables.look_after(actor)
            head = await two.table(table)
            assert head is not None
            assert head.due == ends

    asyncio.run(wait())


def test_a_wake_up_that_another_process_put_off_is_set_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        clock = {"kind": "bank", "seconds": 100}
        async with behind(monkeypatch, clock) as (time, here, there, two, anne):
            table = anne.table["id"]
            time.pass_by(90)
            first = await take_turn(anne)
            second = anne.acting()[0]
            actor = await there.server.tables.find(table)
            await actor.catch_up()
            assert actor.table.match is not None
            while actor.table.to_act() == (second,):  # the second process knows no wake-up yet and sets one
                text = actor.table.title.vocabulary[actor.table.match.state.legal(second)[0]]
                nth = len(actor.table.commands[second])
                await actor.do(partial(play, second, nth, text))
            while anne.acting() in ([], [second]):
                await anne.read()
            while anne.acting() != [first]:
                await take_turn(anne)
            time.pass_by(11)
            await here.server.tables.sweep()
            entries = await two.entries(table)
            assert [entry.seat for entry in entries if entry.kind == "absent"] == [first]

    asyncio.run(wait())


def play(seat: int, nth: int, text: str, table: Table, now: int) -> Deed:
    return table.play(seat, nth, text, now)


def test_a_wake_up_set_meanwhile_is_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        clock = {"kind": "bank", "seconds": 100}
        async with behind(monkeypatch, clock) as (time, _, there, two, anne):
            table = anne.table["id"]
            time.pass_by(90)
            first = await take_turn(anne)
            await take_turn(anne)
            assert anne.acting() != [first]

            async def go_on() -> None:
                await take_turn(anne)

            two.meanwhile = go_on
            await there.server.tables.look_after(await there.server.tables.find(table))
            assert anne.acting() == [first]
            head = await two.table(table)
            assert head is not None
            assert head.due == time.now + 10_000

    asyncio.run(wait())
